"""The results of tables as a circle counts them, made once from a log and cached until it changes."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from hashlib import blake2b
from typing import TYPE_CHECKING

from scorepad.core.card_text import read_canonical
from scorepad.core.log.deal import Deal
from scorepad.core.log.entries import Entry
from scorepad.core.log.match import TableMatch
from scorepad.core.log.schema import WrittenMelds
from scorepad.core.log.table import Table
from scorepad.core.packs import Pack
from scorepad.core.points import Points
from scorepad.core.rules import Rules
from scorepad.machine.kept import Kept
from scorepad.rulebook import has_game
from scorepad.store.engine import LogEnd
from scorepad.tables.standing import end_of, folded_table, match_of, rules_of, rules_of_deal, standing_table

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store

MOST_RESULTS = 3_000  # of tables, in one process, some 10 kB each


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand as it was laid: its points before the multiplier, and its score.

    `digest` identifies its cards under the house rules; empty if its best melds do not follow from these.
    `melds` are kept only for each player's best hand, if they were entered.
    """

    seat: int
    deal: int
    points: int
    score: Points
    digest: str = ""
    melds: WrittenMelds = ()


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of a table as a circle counts it.

    By seat: `names`, `totals` (after the last deal), `points` (made in deals) and `deals` (ended ones that
    the player played). `winners` are the seats of the sides ahead, empty if all are level, or those `named`
    by the people at the table. `counted`: standings count it.
    """

    id: str
    name: str
    game: str
    day: date
    names: tuple[str, ...]
    groups: tuple[tuple[int, ...], ...]
    totals: tuple[Points, ...]
    points: tuple[Points, ...]
    deals: tuple[int, ...]
    winners: frozenset[int]
    lowest_wins: bool
    hands: tuple[PlayedHand, ...]
    pack: Pack | None
    named: bool = False
    counted: bool = True

    @property
    def came_out(self) -> bool:
        """Whether a deal was played to its end, or winners were named."""
        return any(self.deals) or self.named

    def played_by(self, seat: int) -> bool:
        """Whether the player played a deal. If no deal has scores, everybody did."""
        return self.deals[seat] > 0 or (self.named and not any(self.deals))


_results_kept: Kept[str, tuple[LogEnd, TableResult]] = Kept(MOST_RESULTS)


def table_results(store: Store, table_ids: Iterable[str]) -> tuple[TableResult, ...]:
    """The results of those tables that exist, the earliest day first."""
    ends = store.log_ends(table_ids)
    results = (_result_at(store, table_id, end) for table_id, end in ends.items())
    return tuple(sorted(results, key=lambda result: (result.day, result.id)))


def _result_at(store: Store, table_id: str, end: LogEnd) -> TableResult:
    kept = _results_kept.get(table_id)
    if kept is not None and kept[0] == end:
        return kept[1]
    time.sleep(0)  # others that this process serves have their turn between two tables
    # A table counted for the first time isn't kept: a large circle would push out those being played.
    table = standing_table(store, table_id) if kept else folded_table(store, table_id)
    result = result_of(table)
    # The table may have gone on since its end was asked for.
    _results_kept.keep(table_id, (end_of(table), result))
    return result


def result_of(table: Table) -> TableResult:
    """The result of the table so far."""
    rules, match = _known_rules(table), match_of(table)
    ended_deals = [deal for deal in table.deals if deal.ended]
    # Where it is said who won and nothing else, there are no points to count.
    if table.named_winners is not None and not any(deal.is_scored for deal in ended_deals):
        ended_deals = []
    seats = range(len(table.players))
    return TableResult(
        id=table.id,
        name=table.name,
        game=table.game,
        # An evening is a day by the pad's own clock, not by UTC.
        day=datetime.fromisoformat(table.events[0].at).astimezone().date(),
        names=table.names,
        groups=table.partnerships,
        totals=tuple(match.total_of(seat) if ended_deals else 0 for seat in seats),
        points=tuple(sum(deal.scores[seat] or 0 for deal in ended_deals) for seat in seats),
        deals=tuple(sum(deal.scores[seat] is not None for deal in ended_deals) for seat in seats),
        winners=_winners(match, rules, ended_deals),
        lowest_wins=rules is not None and rules.scoring.lowest_wins,
        # Its cards can't be shown without the game's pack.
        hands=_without_lesser_melds(_played_hands(table, ended_deals)) if rules else (),
        pack=rules.pack if rules else None,
        named=table.named_winners is not None,
        counted=not table.manners.uncounted,
    )


def _known_rules(table: Table) -> Rules | None:
    """The rules of the table; None if its game is not installed."""
    return rules_of(table) if has_game(table.game) else None


def _winners(match: TableMatch, rules: Rules | None, ended_deals: list[Deal]) -> frozenset[int]:
    if (named := match.table.named_winners) is not None:
        return frozenset(named)
    if rules is None or not ended_deals:
        return frozenset()
    groups = match.table.partnerships
    if finished := match.finished:
        return frozenset(seat for side in finished.winners for seat in groups[side])
    last_deal = ended_deals[-1]
    sign = -1 if rules.scoring.lowest_wins else 1
    merits = {
        group: (match.made(side), sign * sum(match.running(last_deal, seat) for seat in group))
        for side, group in enumerate(groups)
        if set(group) & set(last_deal.seats)
    }
    if len(set(merits.values())) < 2:
        return frozenset()
    best = max(merits.values())
    return frozenset(seat for group, merit in merits.items() if merit == best for seat in group)


def _played_hands(table: Table, deals: list[Deal]) -> Iterator[PlayedHand]:
    """Every hand entered with melds or points."""
    for deal in deals:
        for entry in deal.entries:
            digest = hand_digest(table, deal, hand_cards(entry)) if _best_is_known(table, deal, entry) else ""
            melds = entry.melds or ()
            yield PlayedHand(entry.player, deal.number, entry.points, entry.score, digest, melds)
        for hand in deal.ending.hands if deal.ending else ():
            if hand.melds:
                yield PlayedHand(hand.player, deal.number, hand.melded, hand.score, melds=hand.melds)


def _best_is_known(table: Table, deal: Deal, entry: Entry) -> bool:
    """Whether the best melds of the hand follow from its cards alone: no melds were laid before, and no
    partner's interlock with it (H8, I7)."""
    if entry.melds is None or entry.to_follow or entry.disputed or deal.melds:
        return False
    rules = rules_of_deal(table, deal)
    return not rules.turns.any_turn and not (table.has_partners and rules.bonuses.interlocks)


def hand_cards(entry: Entry) -> tuple[str, ...]:
    """The cards of a hand, sorted; wilds without what they stood for."""
    return tuple(sorted(str(read_canonical(text).card) for cards in entry.written_melds for text in cards))


def hand_digest(table: Table, deal: Deal, cards: tuple[str, ...]) -> str:
    """A digest of the cards under the house rules of the deal."""
    options = table.options_of(deal.number)
    text = json.dumps([table.game, sorted(options.items()), cards], ensure_ascii=False)
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _without_lesser_melds(hands: Iterable[PlayedHand]) -> tuple[PlayedHand, ...]:
    """The hands, with melds only for each player's best one."""
    hands = tuple(hands)
    best_hands: dict[int, PlayedHand] = {}
    for hand in hands:
        best = best_hands.get(hand.seat)
        if hand.melds and (best is None or hand.points > best.points):
            best_hands[hand.seat] = hand
    return tuple(hand if best_hands.get(hand.seat) is hand else replace(hand, melds=()) for hand in hands)
