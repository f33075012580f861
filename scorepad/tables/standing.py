"""The tables as they stand, with their rules, cached in the process and updated as their logs grow.

A log only grows, so a cached table needs only the new events. Whether it is still the same log shows in its
newest known event, which differs in another store, or in one that a backup has replaced.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache, partial
from threading import Lock
from typing import TYPE_CHECKING, Any

from scorepad.core.deal_facts import USUAL_DEAL, DealFacts
from scorepad.core.log.deal import Deal
from scorepad.core.log.endings import FinalHand
from scorepad.core.log.entries import Entry
from scorepad.core.log.event_data import Refused
from scorepad.core.log.match import TableMatch, table_match
from scorepad.core.log.table import Table, fold
from scorepad.core.log.table_state import TableState
from scorepad.core.points import Points, is_whole
from scorepad.core.rules import Rules
from scorepad.core.scoring import HALVES_REFUSED
from scorepad.core.sentence import say
from scorepad.jobs.turns import Busy
from scorepad.machine.kept import Kept
from scorepad.rulebook import find_game, has_game
from scorepad.store.engine import LogEnd

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store

MOST_EVENTS = 30_000  # of all tables that are kept, about 2 kB each
LONGEST_LOG = 20_000  # of one table, which keeps what stood after each of its events
LONG_LOG = 5_000  # longer than any evening's
AT_ONCE = 100  # events that are folded before others of this process have their turn, some 8 ms
LONG_PAUSE, PATIENCE = 2.0, 20.0  # after a part of a long log, in times of it; seconds to wait for others
_tables_kept: Kept[str, Table] = Kept(MOST_EVENTS, lambda table: table.head)
_fold_locks = tuple(Lock() for _ in range(64))
_long_fold_lock = Lock()


def standing_table(store: Store, table_id: str) -> Table:
    """The table after its newest event. Raises NotFound."""
    if table := _kept_table(store, table_id):
        return table
    with _fold_locks[hash(table_id) % len(_fold_locks)]:  # who asks meanwhile finds it kept
        return _kept_table(store, table_id) or keep_table(folded_table(store, table_id))


def _kept_table(store: Store, table_id: str) -> Table | None:
    """The cached table, brought up to date; None if there is none or its log was replaced."""
    table = _tables_kept.get(table_id)
    if table is None:
        return None
    # One small query tells of most tables that nothing is new.
    if store.log_ends([table_id]).get(table_id) == end_of(table):
        return keep_table(table)
    # The newest known event is read again: another one there means another log.
    events = store.after(table_id, table.head - 1)
    if not events or events[0] != table.log.steps[-1].event:
        return None
    return keep_table(table.after(events[1:]))


def end_of(table: Table) -> LogEnd:
    """The end of the table's log, which tells this state of the table from any other."""
    return LogEnd(table.head, table.log.steps[-1].event.op)


def folded_table(store: Store, table_id: str) -> Table:
    """The table folded from the start of its log. Raises Busy for a long log while others are being read.

    A process reads one long log at a time, and gives it the smaller part of its time.
    """
    if store.head(table_id) <= LONG_LOG:
        return _folded_in_parts(store, table_id, pause=0)
    if not _long_fold_lock.acquire(timeout=PATIENCE):
        raise Busy(say("The pad is reading other long tables. Try again in a moment."))
    try:
        return _folded_in_parts(store, table_id, pause=LONG_PAUSE)
    finally:
        _long_fold_lock.release()


def _folded_in_parts(store: Store, table_id: str, *, pause: float) -> Table:
    """Fold the log in parts. After each, other greenlets run for `pause` times the time that the part
    took."""
    started_at = time.monotonic()
    table = fold(store.after(table_id, 0, AT_ONCE), table_id)
    while events := store.after(table_id, table.head, AT_ONCE):
        time.sleep(pause * (time.monotonic() - started_at))
        started_at = time.monotonic()
        table = table.after(events)
    return table


def keep_table(table: Table) -> Table:
    """Cache the table and return it. The tables not used for longest make room."""
    if table.head > LONGEST_LOG:
        _tables_kept.forget(table.id)
    else:
        _tables_kept.keep(table.id, table)
    return table


def refuse_full(deal: Deal) -> None:
    """Raise Refused if the deal has all the notes that it can hold."""
    if deal.is_full:
        reason = say("Deal {deal} has too many notes. Go on in the next deal.", deal=deal.number)
        raise Refused(reason, at="deal")


def refuse_halves(table: TableState, points: Points, at: str) -> None:
    """Raise Refused if the points are a half and the game counts whole points."""
    final = rules_of(table).scoring.final
    if not (is_whole(points) or final.halves):
        no_halves = say("Halves don’t count in this game. Enter a whole number.")
        raise Refused(no_halves if final.has_cards else HALVES_REFUSED, at=at)


def rules_of(table: TableState) -> Rules:
    """The rules of the current deal, or of the next once it has ended."""
    return _rules_under(table.game, _hashable_options(table.options))


def rules_of_deal(table: TableState, deal: Deal, told: DealFacts = USUAL_DEAL) -> Rules:
    """The rules of one deal. Of a card that is `told`, they follow in place of the recorded one."""
    facts = told.in_deal(deal.number) if told.has_card else deal.facts
    return _rules_under(table.game, _hashable_options(table.options_of(deal.number)), facts)


def next_dealer(table: TableState) -> int:
    """The seat that deals next. If the winner or the loser of a deal of two deals next, and nobody scored,
    the same player deals again."""
    rules, deal = rules_of(table), table.deal
    if rules.match.dealer.next == "round" or table.has_partners or not deal.ended:
        return table.dealer_among(_still_in(table))
    winners = [seat for seat in deal.players if (deal.score(seat) or 0) > 0]
    others = [seat for seat in deal.players if seat not in winners]
    sits_out = rules.match.dealer.sits_out(len(table.seating))
    # Of three at a table the loser deals and sits out, whatever the option says (gin-rummy G6).
    dealers = others if winners and (sits_out or rules.match.dealer.next == "loser") else winners
    dealer = dealers[0] if winners else deal.dealer
    return dealer if dealer in table.seating else table.dealer_next


def _still_in(table: TableState) -> list[int]:
    """The seats that are not out of the match; all of them if it is over."""
    standing = match_of(table).standing
    out = standing.out if standing and not standing.over else ()
    return [seat for seat in table.seating if table.players[seat].partnership not in out]


def resting(table: TableState, out: Collection[int] = ()) -> tuple[int, ...]:
    """The seats that sit out the current deal before it has begun: the sides that are `out` of the match, and
    a dealer who only deals."""
    deal = table.deal
    seats = [seat for seat in deal.seats if table.players[seat].partnership in out]
    return tuple(sorted([*seats, *dealing_alone(table, len(deal.seats) - len(seats), deal.dealer)]))


def dealing_alone(table: TableState, number: int, dealer: int) -> list[int]:
    """The dealer, as a list, if with so many at the table the dealer only deals; else empty."""
    sits_out = rules_of(table).match.dealer.sits_out(number)
    return [dealer] if sits_out and not table.has_partners else []


def match_of(table: TableState) -> TableMatch:
    """The standing of the table's match; without one if its game is not installed."""
    if not has_game(table.game):
        return TableMatch(table)
    return table_match(table, rules_of(table), partial(rules_of_deal, table))


def best_hand(table: TableState) -> tuple[Deal, Entry | FinalHand] | None:
    """The hand with melds that scored most, and its deal; None if only points were entered."""
    hands = [(deal, hand) for deal in table.deals for hand in _hands_of(deal) if hand.melds]
    return max(hands, key=lambda deal_and_hand: deal_and_hand[1].score, default=None)


def recorded_hands(table: TableState) -> Iterator[tuple[Deal, Entry | FinalHand]]:
    """The hands that can be reviewed: those recorded by their cards in deals that are over."""
    scoring = rules_of(table).scoring
    for deal in table.deals if scoring.lays_melds else ():
        if not deal.ended:
            continue
        yield from ((deal, entry) for entry in deal.entries if entry.melds is not None)
        hands = deal.ending.hands if deal.ending else ()
        yield from (
            (deal, hand) for hand in hands if hand.left or (hand.melds and "melded" in scoring.counts)
        )


def _hands_of(deal: Deal) -> tuple[Entry | FinalHand, ...]:
    return deal.entries or (deal.ending.hands if deal.ending else ())


def _hashable_options(options: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (name, tuple(value) if isinstance(value, list) else value) for name, value in options.items()
    )


@lru_cache(maxsize=64)
def _rules_under(game: str, options: tuple[tuple[str, Any], ...], facts: DealFacts = USUAL_DEAL) -> Rules:
    return find_game(game).rules(
        {name: list(value) if isinstance(value, tuple) else value for name, value in options}, facts=facts
    )
