"""A deal with a hand put in, taken out or put right; where plays are told, the melds on the table follow.

Whoever is out lies there with the melds of the entry, whoever is in again with those that the plays left
(H8-H10, L3).
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
    return deal.with_entries([new_entry if entry is old_entry else entry for entry in deal.entries])


def with_own_melds(deal: Deal, melds_then: tuple[WrittenMelds, ...], player: int) -> tuple[WrittenMelds, ...]:
    """What lay on the table then, the player's own melds as they lie in the deal; nothing without plays."""
    no_melds: tuple[WrittenMelds, ...] = ((),) * len(deal.melds)
    return _with_melds(melds_then or no_melds, player, deal.melds[player]) if deal.melds else ()


def with_hand(deal: Deal, entry: Entry) -> Deal:
    """The deal with the melds of the entry on the table; as it is where no plays are told."""
    if entry.melds is None or not deal.melds:
        return deal
    return replace(deal, melds=_with_melds(deal.melds, entry.player, entry.melds))


def without_hand(deal: Deal, entry: Entry) -> Deal:
    """The deal with what lay before the player on going out, unless the melds were changed since (H19)."""
    if not deal.melds or deal.melds[entry.player] != entry.melds:
        return deal
    melds_before = entry.on_table[entry.player] if entry.on_table else ()
    return replace(deal, melds=_with_melds(deal.melds, entry.player, melds_before))


def _with_melds(
    seat_melds: Sequence[WrittenMelds], own_seat: int, own_melds: WrittenMelds
) -> tuple[WrittenMelds, ...]:
    return tuple(own_melds if seat == own_seat else melds for seat, melds in enumerate(seat_melds))
