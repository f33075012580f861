"""What events do to the entries of a deal: made, corrected, removed, put back, put in order, judged anew.

Where plays are told, the melds on the table follow: whoever is out lies there with the melds of her entry,
whoever is in again with those that her plays left (H8-H10, L3).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorepad.core.log.events import Event
from scorepad.core.log.state import Dealt, Ending, Kept, Melds, Removed, State, refuse_any
from scorepad.core.verdicts import Bonus

Fault = tuple[bool, str, str]


def out(state: State, event: Event) -> State:
    """A player goes out of the current deal; or, told later, out of any deal at her `place` in the order."""
    if "place" in event.data:
        return _out_earlier(state, event)
    deal, number, player = state.deal, event.data["deal"], event.data["player"]
    ended = number == deal.number and state.ended_by(deal) is not None
    refuse_any(
        [
            not_current(deal, number),
            (ended, "deal", f"Deal {number} has ended: nothing more is recorded in it."),
            no_player(state, player),
            already_out(state, deal, player),
        ]
    )
    entry = _kept(event, deal.melds)
    return state.with_deal(_lay(replace(deal, entries=(*deal.entries, entry)), entry))


def _out_earlier(state: State, event: Event) -> State:
    number, player, place = event.data["deal"], event.data["player"], event.data["place"]
    refuse_any([(number > state.deal.number, "deal", f"There is no deal {number} yet.")])
    deal = state.deals[number - 1]
    last = len(deal.entries) + 1
    refuse_any(
        [
            _settled(deal),
            no_player(state, player),
            already_out(state, deal, player),
            (place > last, "place", f"Place {place} in deal {number}: expected one from 1 to {last}."),
        ]
    )
    entry = _kept(event, _on_table_then(deal, player, place))
    return state.with_deal(_lay(_inserted(deal, place, entry), entry))


def _on_table_then(deal: Dealt, player: int, place: int) -> tuple[Melds, ...]:
    """What lay on the table when somebody went out at that place: hers as her plays left them."""
    then = deal.entries[place - 1].on_table if place <= len(deal.entries) else deal.melds
    return _with_own(deal, then, player)


def _with_own(deal: Dealt, then: tuple[Melds, ...], player: int) -> tuple[Melds, ...]:
    """What lay on the table then, with her own melds as they lie in the deal; nothing without plays."""
    nothing: tuple[Melds, ...] = ((),) * len(deal.melds)
    return _with_melds(then or nothing, player, deal.melds[player]) if deal.melds else ()


def corrected(state: State, event: Event) -> State:
    """The whole entry is replaced; it keeps its number, its place and who made it."""
    deal, old = state.entry(event.data["entry"])
    player = event.data["player"]
    others = replace(deal, entries=tuple(entry for entry in deal.entries if entry != old))
    refuse_any([no_player(state, player), already_out(state, others, player)])
    cleared = _take_off(deal, old)
    on_table = _with_own(cleared, old.on_table, player)
    new = replace(_kept(event, on_table), number=old.number, by=old.by, at=old.at, corrected=True)
    entries = tuple(new if entry == old else entry for entry in deal.entries)
    return state.with_deal(_lay(replace(cleared, entries=entries), new))


def removed(state: State, event: Event) -> State:
    """An entry or an ending is taken out of its deal."""
    number = event.data["entry"]
    ended = next((deal for deal in state.deals if deal.ending and deal.ending.number == number), None)
    if ended and ended.ending:
        return state.with_deal(replace(ended, ending=None, unsettled=(*ended.unsettled, ended.ending)))
    deal, entry = state.entry(number)
    place = deal.entries.index(entry)
    gone = Removed(entry, tuple(other.number for other in deal.entries[:place]))
    entries = (*deal.entries[:place], *deal.entries[place + 1 :])
    return state.with_deal(replace(_take_off(deal, entry), entries=entries, removed=(*deal.removed, gone)))


def restored(state: State, event: Event) -> State:
    """What was removed is put back as it was, an entry at its place in the order of going out."""
    deal, gone = state.removed(event.data["entry"])
    if isinstance(gone, Ending):
        scored = deal.ending is not None or bool(deal.entries)
        refuse_any([(scored, "entry", f"Deal {deal.number} has other scores by now: remove them first.")])
        unsettled = tuple(ending for ending in deal.unsettled if ending != gone)
        return state.with_deal(replace(deal, ending=gone, unsettled=unsettled))
    refuse_any([_settled(deal), already_out(state, deal, gone.entry.player)])
    removed = tuple(other for other in deal.removed if other != gone)
    back = replace(gone.entry, on_table=_with_own(deal, gone.entry.on_table, gone.entry.player))
    entries = _inserted(replace(deal, removed=removed), deal.place_of(gone), back)
    return state.with_deal(_lay(entries, back))


def reordered(state: State, event: Event) -> State:
    """The order of going out is another one: `entries` are all of the deal's, by their numbers."""
    number, order = event.data["deal"], event.data["entries"]
    refuse_any([(number > state.deal.number, "deal", f"There is no deal {number} yet.")])
    deal = state.deals[number - 1]
    entries = {entry.number: entry for entry in deal.entries}
    whole = sorted(order) == sorted(entries)
    refuse_any([(not whole, "entries", f"Expected every entry of deal {number} once, in the right order.")])
    return state.with_deal(replace(deal, entries=tuple(entries[entry] for entry in order)))


def rejudged(state: State, event: Event) -> State:
    """What an entry is worth by what lies before it now (I7)."""
    deal, old = state.entry(event.data["entry"])
    new = replace(old, **_worth(event.data))
    return state.with_deal(replace(deal, entries=tuple(new if one == old else one for one in deal.entries)))


def not_current(deal: Dealt, number: int) -> Fault:
    return number != deal.number, "deal", f"Deal {number} is not being played: this is deal {deal.number}."


def no_player(state: State, player: int) -> Fault:
    return player >= len(state.players), "player", f"There is no player in seat {player + 1}."


def already_out(state: State, deal: Dealt, player: int) -> Fault:
    name = state.players[player] if player < len(state.players) else ""
    return player in deal.out, "player", f"{name} is already out in deal {deal.number}."


def _settled(deal: Dealt) -> Fault:
    return deal.ending is not None, "deal", f"Deal {deal.number} is scored for everybody at once."


def _inserted(deal: Dealt, place: int, entry: Kept) -> Dealt:
    """The deal with the entry at that place, counted from 1."""
    return replace(deal, entries=(*deal.entries[: place - 1], entry, *deal.entries[place - 1 :]))


def _kept(event: Event, on_table: tuple[Melds, ...]) -> Kept:
    """The entry that holds the hand of the event."""
    data = event.data
    return Kept(
        number=event.number,
        player=data["player"],
        melds=melds_of(data["melds"]),
        note=data["note"],
        by=event.by,
        at=event.at,
        left=tuple(data["left"]) if "left" in data else None,
        added=data.get("added", 0),
        factor=data.get("factor", 1),
        to_follow=data.get("to_follow", False),
        disputed=data.get("disputed", False),
        on_table=on_table,
        **_worth(data),
    )


def _worth(data: Mapping[str, Any]) -> dict[str, Any]:
    """What a hand is worth by its event, as an entry keeps it."""
    bonuses = (Bonus(**{**bonus, "melds": tuple(bonus["melds"])}) for bonus in data["bonuses"])
    return {
        "points": data["points"],
        "meld_points": tuple(data["meld_points"]),
        "bonuses": tuple(bonuses),
    }


def melds_of(melds: Iterable[Iterable[str]] | None) -> Melds | None:
    """Melds as an entry keeps them."""
    return None if melds is None else tuple(tuple(meld) for meld in melds)


def _lay(deal: Dealt, entry: Kept) -> Dealt:
    """The deal with the melds of the entry on the table; as it is where no plays are told."""
    if entry.melds is None or not deal.melds:
        return deal
    return replace(deal, melds=_with_melds(deal.melds, entry.player, entry.melds))


def _take_off(deal: Dealt, entry: Kept) -> Dealt:
    """The deal with what lay before her as she went out, unless her melds were changed since (H19)."""
    if not deal.melds or deal.melds[entry.player] != entry.melds:
        return deal
    before = entry.on_table[entry.player] if entry.on_table else ()
    return replace(deal, melds=_with_melds(deal.melds, entry.player, before))


def _with_melds(table: Sequence[Melds], player: int, hers: Melds) -> tuple[Melds, ...]:
    return tuple(hers if seat == player else melds for seat, melds in enumerate(table))
