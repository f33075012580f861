"""A deal with a hand put in, taken out or put right; where plays are told, the melds on the table follow.

Whoever is out lies there with the melds of the entry, whoever is in again with those that the plays left
(H8-H10, L3). So it is with what lay there when others went out, which interlocks with it (I8).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorepad.core.log.deal import Deal
from scorepad.core.log.entries import Entry, RecordedHand, WrittenMelds, recorded_fields
from scorepad.core.log.event_data import Event


def entry_of_hand(
    recorded_hand: RecordedHand, event: Event, deal: Deal, on_table: tuple[WrittenMelds, ...]
) -> Entry:
    """The entry that holds the hand of the event."""
    return Entry(
        **recorded_fields(RecordedHand, recorded_hand),
        number=event.number,
        deal=deal.number,
        by=event.by,
        at=event.at,
        on_table=on_table,
    )


def with_inserted(deal: Deal, place: int, entry: Entry) -> Deal:
    """The deal with the entry at that place, counted from 1."""
    return deal.with_entries((*deal.entries[: place - 1], entry, *deal.entries[place - 1 :]))


def with_replaced(deal: Deal, old_entry: Entry, new_entry: Entry) -> Deal:
    """The deal with an entry in the place of another."""
    return deal.with_entries(
        [new_entry if entry.number == old_entry.number else entry for entry in deal.entries]
    )


def melds_at(deal: Deal, place: int | None) -> tuple[WrittenMelds, ...]:
    """What lies before each seat when a hand goes out at that place, counted from 1, or now."""
    if place is None or place > len(deal.entries):
        return deal.melds
    return deal.entries[place - 1].on_table


def with_own_melds(deal: Deal, melds_then: tuple[WrittenMelds, ...], player: int) -> tuple[WrittenMelds, ...]:
    """What lay on the table then, the player's own melds as they lie in the deal; nothing without plays."""
    no_melds: tuple[WrittenMelds, ...] = ((),) * len(deal.melds)
    return _with_melds(melds_then or no_melds, player, deal.melds[player]) if deal.melds else ()


def with_hand(deal: Deal, entry: Entry) -> Deal:
    """The deal with the melds of the entry on the table; as it is where no plays are told."""
    if entry.melds is None or not deal.melds:
        return deal
    return in_order(replace(deal, melds=_with_melds(deal.melds, entry.player, entry.melds)))


def without_hand(deal: Deal, entry: Entry) -> Deal:
    """The deal with what lay before the player on going out, unless the melds were changed since (H19)."""
    if not deal.melds:
        return deal
    others = tuple(replace(other, on_table=_taken_back(other.on_table, entry)) for other in deal.entries)
    return replace(deal, melds=_taken_back(deal.melds, entry), entries=others)


def in_order(deal: Deal) -> Deal:
    """The deal in which each hand went out beside the melds of those who were out before it, and what the
    plays had left of the others; as it is where no plays are told."""
    if not deal.melds:
        return deal
    entries = deal.entries
    return replace(
        deal,
        entries=tuple(
            replace(entry, on_table=_as_they_lay(entry, entries[:place], entries[place + 1 :]))
            for place, entry in enumerate(entries)
        ),
    )


def _as_they_lay(entry: Entry, earlier: Sequence[Entry], later: Sequence[Entry]) -> tuple[WrittenMelds, ...]:
    on_table = entry.on_table
    for other in earlier:
        if on_table and other.melds is not None and on_table[other.player] == _melds_before(other):
            on_table = _with_melds(on_table, other.player, other.melds)
    for other in later:
        on_table = _taken_back(on_table, other)
    return on_table


def _taken_back(seat_melds: tuple[WrittenMelds, ...], entry: Entry) -> tuple[WrittenMelds, ...]:
    """The melds with what lay before the player on going out, where those of the entry lie there."""
    if not seat_melds or seat_melds[entry.player] != entry.melds:
        return seat_melds
    return _with_melds(seat_melds, entry.player, _melds_before(entry))


def _melds_before(entry: Entry) -> WrittenMelds:
    """What lay before the player on going out."""
    return entry.on_table[entry.player] if entry.on_table else ()


def _with_melds(
    seat_melds: Sequence[WrittenMelds], own_seat: int, own_melds: WrittenMelds
) -> tuple[WrittenMelds, ...]:
    return tuple(own_melds if seat == own_seat else melds for seat, melds in enumerate(seat_melds))
