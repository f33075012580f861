"""Service: open a table, join it, record who goes out, correct, undo (A3). It knows neither the web nor SQL.

Every change of a table takes the `Operation` that it is, and answers with the table after it, or raises

    NotFound      there is no such table          NotAllowed   the key does not open it
    Stale         the log has moved on            Refused      it may not happen as the table stands
    IllegalMelds  the rules do not allow them     UnclearHand  neither cards nor points, or both
    OpReused      that `op` did something else before

all of them ScorepadErrors, with every fault at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from scorepad.core.log.deal import Deal
from scorepad.core.log.deal_events import AvalanchePlayed
from scorepad.core.log.entries import USUAL_MANNERS, Manners, RecordedHand, RemovedEntry
from scorepad.core.log.entry_events import (
    EntryCorrected,
    EntryRemoved,
    EntryRestored,
    OrderChanged,
    PlayerOut,
)
from scorepad.core.log.event_data import Event, Refused
from scorepad.core.log.events import checked_event
from scorepad.core.log.schema import clean_text, recorded_fields
from scorepad.core.log.table import Table, fold
from scorepad.core.log.table_events import (
    DealClosed,
    DealNoted,
    PointsAdded,
    Redone,
    RematchOpened,
    TableOpened,
    Undone,
    WinnersNamed,
)
from scorepad.core.points import Points
from scorepad.core.sentence import say
from scorepad.rulebook import find_game
from scorepad.rulebook.seats import seating_fault
from scorepad.store.engine import NotAllowed, NotFound, OpenedTable, now
from scorepad.tables.dealing import opened_for, seats_at_rest
from scorepad.tables.judging import DeclaredHand, HandPlace, refuse_back
from scorepad.tables.operations import Change, Operation, actor, refuse_others, require_key
from scorepad.tables.player_names import refuse_names
from scorepad.tables.recording import judged_hand, rejudged_entries
from scorepad.tables.settlements import shared_pool
from scorepad.tables.standing import (
    refuse_full,
    refuse_halves,
    rules_of,
    rules_of_deal,
    standing_table,
)

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store


CARDS_GIVE_POINTS = say("In this game the cards give the points. Record a deal instead.")


def open_table(
    store: Store,
    *,
    name: str,
    game: str,
    options: Mapping[str, object],
    players: Sequence[str],
    partnerships: Sequence[Sequence[int]] | None,
    dealer: int,
    by: str,
    op: str,
    manners: Manners = USUAL_MANNERS,
    follows: str = "",
    key_of: Callable[[str], str] = lambda _: "",
    usual_name: str = "",
) -> OpenedTable:
    """Open a table. It is a rematch if it `follows` another.

    `partnerships` are groups of seats, None if everyone plays alone. Without a `name` the table gets the
    `usual_name`, which may differ on the next day.

    The same `op` again opens the same table, with another key, or with the key that `key_of` returns for its
    id. Raises UnknownGame, OptionErrors, Refused, OpReused.
    """
    game_played = find_game(game)
    house_rules = game_played.rules(options, len(players))
    names = tuple(map(clean_text, players))
    refuse_names(names)
    data = TableOpened(
        name=clean_text(name or usual_name),
        game=game_played.kept_as or game_played.id,
        options=game_played.logged_values(options, len(players)),
        players=names,
        partnerships=tuple(map(tuple, partnerships or [[seat] for seat in range(len(players))])),
        dealer=dealer,
        start=house_rules.match.start,
        follows=follows,
        **asdict(manners),
    )
    if fault := seating_fault(game_played, house_rules, len(players)):
        raise Refused(fault, at="players")
    events = [checked_event(Event(1, "opening", data, actor(by), now()))]
    for number, rests in enumerate(seats_at_rest(fold(events)), 2):
        events.append(checked_event(Event(number, "opening", rests, actor(by), now())))

    def made_before(first_events: Sequence[Event]) -> None:
        first = first_events[0].data
        named = replace(data, name=first.name) if isinstance(first, TableOpened) and not name else data
        refuse_others([replace(events[0], data=named), *events[1:]])(first_events)

    return store.create_log(events, op=op, key_of=key_of, made_before=made_before)


def join_table(store: Store, code: str) -> tuple[str, str]:
    """The id of the table with that code, and a new key to it. Raises NotFound."""
    table_id = store.by_code(code)
    return table_id, store.add_key(table_id)


def follow_rematch(store: Store, table: Table) -> tuple[Table, str]:
    """The rematch of a table at which the caller may write, and a new key to it. Raises NotFound unless the
    rematch names that table too."""
    rematch = standing_table(store, table.rematch)
    # Both must say so: otherwise a table could name any other, and its players would get a key to that.
    if rematch.follows != table.id:
        raise NotFound(say("There’s no such table. Check the address."), at="table")
    return rematch, store.add_key(rematch.id)


def say_rematch(operation: Operation, *, rematch: str) -> Table:
    """Record the table at which the same players go on."""
    return operation.do(lambda _: RematchOpened(rematch))


def invitation_code(store: Store, id: str, key: str) -> str:
    """The code by which others join, for a key that may write. Raises NotFound, NotAllowed."""
    require_key(store, id, key)
    return store.code(id)


def table(store: Store, id: str) -> Table:
    """The table after its newest event. Raises NotFound."""
    return standing_table(store, id)


def head(store: Store, id: str) -> int:
    """The number of the last event of the table. Raises NotFound."""
    return store.head(id)


def record_out(
    operation: Operation,
    *,
    hand: DeclaredHand,
    deal: int | None = None,
    place: int | None = None,
    goes_on: bool = False,
    play_on: bool = False,
) -> Table:
    """Record that a player goes out of the current deal, or retires (L4).

    Cards alone are recorded at once; their melds follow later (A4). `goes_on` opens the next deal if the
    current one has ended, `play_on` also after the end of a match.

    A hand recorded late has its `deal`, which may have ended, and its `place` in the order of going out (from
    1).
    """
    hand = replace(hand, note=clean_text(hand.note))

    def out(table: Table) -> PlayerOut:
        deal_then = table.deal if place is None else _deal_numbered(table, deal)
        rules = rules_of_deal(table, deal_then)
        recorded_hand = judged_hand(HandPlace(rules, table, deal_then, place=place), hand)
        return PlayerOut(deal=deal_then.number, place=place, **recorded_fields(RecordedHand, recorded_hand))

    def changes(table: Table) -> Iterator[Change]:
        if goes_on:
            yield from opened_for(table, [hand.player], play_on=play_on)
        yield out, rejudged_entries

    return operation.do_all(changes)


def _deal_numbered(table: Table, number: int | None) -> Deal:
    """The deal of that number; the current one for None. Raises Refused if there is none."""
    if number is None:
        return table.deal
    if not 1 <= number <= table.deal.number:
        raise Refused(
            say("There’s no deal {deal} at this table. Choose another deal.", deal=number), at="deal"
        )
    return table.deals[number - 1]


def correct_entry(operation: Operation, *, entry: int, hand: DeclaredHand) -> Table:
    """Replace the whole entry of event `entry`, in any deal."""
    hand = replace(hand, note=clean_text(hand.note))

    def corrected(table: Table) -> EntryCorrected:
        old_entry = table.entry(entry)
        if old_entry is None:
            raise Refused(
                say("That entry was removed or undone. Open the table to see what counts."), at="entry"
            )
        deal = table.deals[old_entry.deal - 1]
        at = HandPlace(rules_of_deal(table, deal), table, deal, old_entry)
        return EntryCorrected(entry=entry, **recorded_fields(RecordedHand, judged_hand(at, hand)))

    return operation.do(corrected, rejudged_entries)


def remove_entry(operation: Operation, *, entry: int) -> Table:
    """Remove the entry or ending of event `entry`, in any deal."""

    def removed(table: Table) -> EntryRemoved:
        if deal := table.deals.with_event(entry):
            refuse_full(deal)
        return EntryRemoved(entry)

    return operation.do(removed, rejudged_entries)


def restore_entry(operation: Operation, *, entry: int) -> Table:
    """Restore the removed entry or ending of event `entry`, at its former place."""

    def restored(table: Table) -> EntryRestored:
        deal, removal = table.removal(entry)
        if isinstance(removal, RemovedEntry):
            refuse_back(HandPlace(rules_of_deal(table, deal), table, deal), removal.entry)
        return EntryRestored(entry)

    return operation.do(restored, rejudged_entries)


def reorder_entries(operation: Operation, *, deal: int, entries: Sequence[int]) -> Table:
    """Correct the order of going out of a deal: the numbers of all its entries."""
    data = OrderChanged(deal, tuple(entries))
    return operation.do(lambda _: data, rejudged_entries)


def require_host(store: Store, table_id: str, key: str) -> None:
    """Raise NotAllowed unless the key is a host's: the one given with the table, or one made so since. Raises
    NotFound."""
    if not store.is_host_key(table_id, key):
        raise NotAllowed(say("Only the host’s phone can do this. Ask the host."), at="key")


def undo_operation(operation: Operation) -> Table:
    """Undo the newest operation that still counts (`table.last`), with all that followed from it."""

    def undone(table: Table) -> Undone:
        if table.last is None:
            raise Refused(say("There’s nothing to undo. Open the table to see what counts."))
        return Undone(table.last.number)

    return operation.do(undone)


def redo_operation(operation: Operation) -> Table:
    """Redo the operation that was undone last (`table.next`), if nothing else has happened since."""

    def redone(table: Table) -> Redone:
        if table.next is None:
            raise Refused(say("There’s nothing to redo. Open the table to see what counts."))
        return Redone(table.next.number)

    return operation.do(redone)


def close_deal(operation: Operation, *, reason: str = "") -> Table:
    """End the current deal by hand. Players still in score 0."""
    return operation.do(lambda table: DealClosed(table.deal.number, clean_text(reason)))


def split_pool(operation: Operation) -> Table:
    """Split the pool among the players still in. Raises Refused if they may not."""
    return operation.do(shared_pool)


def name_winners(
    operation: Operation, *, winners: Collection[int] | None, places: Mapping[int, int] | None = None
) -> Table:
    """Record the winners that the people at the table name, by seat; None lets the points decide again.

    `places` are those of other players by seat, if named.
    """
    seats = None if winners is None else tuple(sorted(winners))

    def named(table: Table) -> WinnersNamed:
        by_seat = tuple((places or {}).get(seat, 0) for seat in range(len(table.players)))
        return WinnersNamed(table.deal.number, seats, by_seat if any(by_seat) else ())

    return operation.do(named)


def add_points(operation: Operation, *, player: int, points: Points, note: str = "") -> Table:
    """Give a player points in the running deal. Raises Refused in a game that is scored by cards."""

    def added(table: Table) -> PointsAdded:
        if rules_of(table).scoring.final.has_cards:
            raise Refused(CARDS_GIVE_POINTS, at="points")
        refuse_halves(table, points, at="points")
        return PointsAdded(table.deal.number, player, points, clean_text(note))

    return operation.do(added)


def add_note(operation: Operation, *, text: str, deal: int | None = None) -> Table:
    """Add a note to a deal, by default the current one."""

    def noted(table: Table) -> DealNoted:
        deal_then = _deal_numbered(table, deal)
        refuse_full(deal_then)
        return DealNoted(deal_then.number, clean_text(text))

    return operation.do(noted)


def play_avalanche(operation: Operation, *, player: int, cards: Sequence[str]) -> Table:
    """Record that the player in turn plays cards of these ranks, or draws one if there are none (V2)."""

    def played(table: Table) -> AvalanchePlayed:
        return AvalanchePlayed(table.deal.number, player, tuple(cards))

    return operation.do(played)
