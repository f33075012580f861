"""Replays a table's log: which event may follow which, and what each one changes.

One function decides and explains: an event that may not happen raises Refused with every reason, when a
log is read as well as when a new event is tried. Undo goes back to the state before the newest event that
still counts, so the same step again walks further back; the opening is never taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from scorepad.core import multipliers
from scorepad.core.errors import ScorepadError, joined
from scorepad.core.events import MOST_SEATS, Event
from scorepad.core.verdicts import Bonus

EndedBy = Literal["rule", "hand"]


class Refused(ScorepadError):
    """An event that may not happen as the table stands."""

    code = "refused"


@dataclass(frozen=True, slots=True)
class Kept:
    """An entry as the log keeps it, in the order of going out; its multiplier is not kept but derived."""

    number: int
    player: int
    melds: tuple[tuple[str, ...], ...] | None
    points: int
    meld_points: tuple[int, ...]
    bonuses: tuple[Bonus, ...]
    note: str
    by: str
    at: str
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal as the log keeps it; `closed` says whether it was ended by hand, and why."""

    number: int
    dealer: int
    entries: tuple[Kept, ...] = ()
    closed: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def out(self) -> tuple[int, ...]:
        """Players who went out, in order."""
        return tuple(entry.player for entry in self.entries)


@dataclass(frozen=True, slots=True)
class State:
    """The table after some event. The last deal is the current one."""

    name: str
    game: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    partnerships: tuple[tuple[int, ...], ...]
    deals: tuple[Dealt, ...] = field(default=())

    @property
    def deal(self) -> Dealt:
        return self.deals[-1]

    def ended_by(self, deal: Dealt) -> EndedBy | None:
        """`rule` (H4, H5), `hand`, or None while it runs. An earlier deal never runs again: a removal
        or correction that leaves it open counts as ended by hand."""
        if multipliers.ended(self.partnerships, deal.out):
            return "rule"
        return "hand" if deal.closed is not None or deal.number < self.deal.number else None

    def entry(self, number: int) -> tuple[Dealt, Kept]:
        """The entry that event `number` made, and its deal. Raises Refused when there is none (any more)."""
        for deal in self.deals:
            for entry in deal.entries:
                if entry.number == number:
                    return deal, entry
        raise Refused(f"Entry {number} is not there: it was removed or taken back.", at="entry")

    def with_deal(self, deal: Dealt) -> State:
        deals = tuple(deal if old.number == deal.number else old for old in self.deals)
        return replace(self, deals=deals)


@dataclass(frozen=True, slots=True)
class Step:
    """An event, with the state before it (None for the opening) and after it."""

    event: Event
    before: State | None
    after: State
    undoes: Step | None = None


def replay(events: Iterable[Event]) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """Every step of the log, and those of them that still count. Raises Refused at the first bad event."""
    steps: list[Step] = []
    counting: list[Step] = []
    for event in events:
        if event.number != len(steps) + 1:
            raise Refused(f"The log jumps from event {len(steps)} to event {event.number}.", at="events")
        if event.kind == "undone":
            undone = _undo(counting, event)
            steps.append(Step(event, undone.after, counting[-1].after, undone))
        else:
            before = counting[-1].after if counting else None
            counting.append(Step(event, before, apply(before, event)))
            steps.append(counting[-1])
    if not steps:
        raise Refused("The log is empty.", at="events")
    return tuple(steps), tuple(counting)


def _undo(counting: list[Step], event: Event) -> Step:
    if len(counting) < 2:
        raise Refused("There is nothing to take back.")
    if counting[-1].event.number != event.data["event"]:
        raise Refused(f"Event {event.data['event']} is not the newest one that counts.", at="event")
    return counting.pop()


def apply(state: State | None, event: Event) -> State:
    """The state after the event. Raises Refused with every reason why it may not happen."""
    if state is None:
        if event.kind != "opened":
            raise Refused("A log begins with the opening of the table.", at="events")
        return _opened(event.data)
    if event.kind == "opened":
        raise Refused("The table is open already.", at="events")
    return _STEPS[event.kind](state, event)


def _refuse_any(faults: Iterable[tuple[bool, str, str]]) -> None:
    found = [Refused(sentence, at=at) for wrong, at, sentence in faults if wrong]
    if found:
        error = joined(found)
        raise Refused(error.message, at=error.at, parts=error.parts)


def _opened(data: Mapping[str, Any]) -> State:
    names, groups, seats = data["players"], data["partnerships"], range(len(data["players"]))
    held = sorted(player for group in groups for player in group)
    twice = next((name for place, name in enumerate(names) if _taken(name, names[:place])), "")
    _refuse_any(
        [
            (
                not 2 <= len(names) <= MOST_SEATS,
                "players",
                f"A table has 2 to {MOST_SEATS} players, not {len(names)}.",
            ),
            (bool(twice), "players", f"Two players are called {twice}."),
            (held != list(seats), "partnerships", "Every player must be in exactly one partnership."),
            (len(groups) < 2 or not all(groups), "partnerships", "There must be two partnerships or more."),
            (data["dealer"] not in seats, "dealer", "The dealer must be one of the players."),
        ]
    )
    return State(
        data["name"],
        data["game"],
        data["options"],
        tuple(names),
        tuple(tuple(group) for group in groups),
        (Dealt(1, data["dealer"]),),
    )


def _taken(name: str, names: Iterable[str]) -> bool:
    return name.casefold() in {other.casefold() for other in names}


def _dealt(state: State, event: Event) -> State:
    number, dealer, last = event.data["deal"], event.data["dealer"], state.deal
    _refuse_any(
        [
            (state.ended_by(last) is None, "deal", f"Deal {last.number} is still running."),
            (number != last.number + 1, "deal", f"The next deal is deal {last.number + 1}, not {number}."),
            (dealer >= len(state.players), "dealer", "The dealer must be one of the players."),
        ]
    )
    return replace(state, deals=(*state.deals, Dealt(number, dealer)))


def _out(state: State, event: Event) -> State:
    deal, number, player = state.deal, event.data["deal"], event.data["player"]
    ended = number == deal.number and state.ended_by(deal) is not None
    _refuse_any(
        [
            _not_current(deal, number),
            (ended, "deal", f"Deal {number} has ended: nothing more is recorded in it."),
            _no_player(state, player),
            _already_out(state, deal, player),
        ]
    )
    return state.with_deal(replace(deal, entries=(*deal.entries, _kept(event, event))))


def _not_current(deal: Dealt, number: int) -> tuple[bool, str, str]:
    return number != deal.number, "deal", f"Deal {number} is not being played: this is deal {deal.number}."


def _no_player(state: State, player: int) -> tuple[bool, str, str]:
    return player >= len(state.players), "player", f"There is no player in seat {player + 1}."


def _already_out(state: State, deal: Dealt, player: int) -> tuple[bool, str, str]:
    name = state.players[player] if player < len(state.players) else ""
    return player in deal.out, "player", f"{name} is already out in deal {deal.number}."


def _kept(made: Event, hand: Event) -> Kept:
    """The entry that event `made` made, holding what event `hand` says."""
    data = hand.data
    melds = None if data["melds"] is None else tuple(tuple(meld) for meld in data["melds"])
    return Kept(
        number=made.number,
        player=data["player"],
        melds=melds,
        points=data["points"],
        meld_points=tuple(data["meld_points"]),
        bonuses=tuple(Bonus(**{**bonus, "melds": tuple(bonus["melds"])}) for bonus in data["bonuses"]),
        note=data["note"],
        by=made.by,
        at=made.at,
        corrected=hand.kind == "corrected",
    )


def _corrected(state: State, event: Event) -> State:
    deal, entry = state.entry(event.data["entry"])
    player = event.data["player"]
    others = replace(deal, entries=tuple(other for other in deal.entries if other != entry))
    _refuse_any([_no_player(state, player), _already_out(state, others, player)])
    new = replace(_kept(event, event), number=entry.number, by=entry.by, at=entry.at)
    entries = tuple(new if other == entry else other for other in deal.entries)
    return state.with_deal(replace(deal, entries=entries))


def _removed(state: State, event: Event) -> State:
    deal, entry = state.entry(event.data["entry"])
    return state.with_deal(replace(deal, entries=tuple(other for other in deal.entries if other != entry)))


def _closed(state: State, event: Event) -> State:
    deal, number = state.deal, event.data["deal"]
    ended = number == deal.number and state.ended_by(deal) is not None
    _refuse_any([_not_current(deal, number), (ended, "deal", f"Deal {number} has ended already.")])
    return state.with_deal(replace(deal, closed=event.data["reason"]))


def _noted(state: State, event: Event) -> State:
    number = event.data["deal"]
    _refuse_any([(number > state.deal.number, "deal", f"There is no deal {number} yet.")])
    deal = state.deals[number - 1]
    return state.with_deal(replace(deal, notes=(*deal.notes, event.data["text"])))


def _renamed(state: State, event: Event) -> State:
    player, name = event.data["player"], event.data["name"]
    others = [other for seat, other in enumerate(state.players) if seat != player]
    _refuse_any(
        [_no_player(state, player), (_taken(name, others), "name", f"Another player is called {name}.")]
    )
    names = tuple(name if seat == player else other for seat, other in enumerate(state.players))
    return replace(state, players=names)


_STEPS: Mapping[str, Callable[[State, Event], State]] = {
    "dealt": _dealt,
    "out": _out,
    "corrected": _corrected,
    "removed": _removed,
    "closed": _closed,
    "noted": _noted,
    "renamed": _renamed,
}
