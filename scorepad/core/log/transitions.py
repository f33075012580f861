"""Which event may follow which, and what each one changes.

One function decides and explains: an event that may not happen raises Refused with every reason, when a
log is read as well as when a new event is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from scorepad.core.log import avalanche_transitions, entry_transitions
from scorepad.core.log.entry_transitions import already_out, melds_of, no_player, not_current
from scorepad.core.log.events import MOST_SEATS, Event
from scorepad.core.log.state import Dealt, Ending, Refused, Share, State, refuse_any


def apply(state: State | None, event: Event) -> State:
    """The state after the event. Raises Refused with every reason why it may not happen."""
    if state is None:
        if event.kind != "opened":
            raise Refused("A log begins with the opening of the table.", at="events")
        return _opened(event.data)
    if event.kind == "opened":
        raise Refused("The table is open already.", at="events")
    return _STEPS[event.kind](state, event)


def _opened(data: Mapping[str, Any]) -> State:
    names, groups, seats = data["players"], data["partnerships"], range(len(data["players"]))
    held = sorted(player for group in groups for player in group)
    twice = next((name for place, name in enumerate(names) if _taken(name, names[:place])), "")
    refuse_any(
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
    refuse_any(
        [
            (state.ended_by(last) is None, "deal", f"Deal {last.number} is still running."),
            (number != last.number + 1, "deal", f"The next deal is deal {last.number + 1}, not {number}."),
            (dealer >= len(state.players), "dealer", "The dealer must be one of the players."),
        ]
    )
    return replace(state, deals=(*state.deals, Dealt(number, dealer)))


def _settled(state: State, event: Event) -> State:
    deal, number = state.deal, event.data["deal"]
    ended = number == deal.number and state.ended_by(deal) is not None
    out = " and ".join(state.players[player] for player in deal.out)
    refuse_any(
        [
            not_current(deal, number),
            (ended, "deal", f"Deal {number} has ended: nothing more is recorded in it."),
            (not ended and bool(out), "deal", f"Deal {number} is scored player by player: {out} went out."),
            *_wrong_shares(state, event),
        ]
    )
    return state.with_deal(replace(deal, ending=_ending(event, event)))


def _wrong_shares(state: State, event: Event) -> list[tuple[bool, str, str]]:
    winner, seats = event.data["winner"], [share["player"] for share in event.data["hands"]]
    everyone = seats == list(range(len(state.players)))
    return [
        (not everyone, "hands", "Every player ends a deal with something, by seat: expected one hand each."),
        *([no_player(state, winner)] if winner is not None else []),
    ]


def _ending(made: Event, told: Event) -> Ending:
    """The ending that event `made` made, holding what event `told` says."""
    data = told.data
    return Ending(
        number=made.number,
        winner=data["winner"],
        rummy=data["rummy"],
        shares=tuple(_share(share) for share in data["hands"]),
        note=data["note"],
        by=made.by,
        at=made.at,
        corrected=told.kind == "resettled",
        disputed=data.get("disputed", False),
        never_opened=tuple(data.get("never_opened", ())),
    )


def _share(data: Mapping[str, Any]) -> Share:
    left = None if data["left"] is None else tuple(data["left"])
    return Share(**{**data, "melds": melds_of(data["melds"]), "left": left})


def _resettled(state: State, event: Event) -> State:
    deal, ending = state.ending(event.data["entry"])
    refuse_any(_wrong_shares(state, event))
    new = replace(_ending(event, event), number=ending.number, by=ending.by, at=ending.at)
    return state.with_deal(replace(deal, ending=new))


def _played(state: State, event: Event) -> State:
    deal, number, player = state.deal, event.data["deal"], event.data["player"]
    ended = number == deal.number and state.ended_by(deal) is not None
    seats = len(event.data["melds"])
    refuse_any(
        [
            not_current(deal, number),
            (ended, "deal", f"Deal {number} has ended: nothing more is laid in it."),
            no_player(state, player),
            already_out(state, deal, player),
            (seats != len(state.players), "melds", "Expected the melds of every seat."),
        ]
    )
    melds = tuple(tuple(tuple(meld) for meld in owned) for owned in event.data["melds"])
    return state.with_deal(replace(deal, melds=melds))


def _closed(state: State, event: Event) -> State:
    deal, number = state.deal, event.data["deal"]
    ended = number == deal.number and state.ended_by(deal) is not None
    refuse_any([not_current(deal, number), (ended, "deal", f"Deal {number} has ended already.")])
    return state.with_deal(replace(deal, closed=event.data["reason"]))


def _noted(state: State, event: Event) -> State:
    number = event.data["deal"]
    refuse_any([(number > state.deal.number, "deal", f"There is no deal {number} yet.")])
    deal = state.deals[number - 1]
    return state.with_deal(replace(deal, notes=(*deal.notes, event.data["text"])))


def _renamed(state: State, event: Event) -> State:
    player, name = event.data["player"], event.data["name"]
    others = [other for seat, other in enumerate(state.players) if seat != player]
    refuse_any(
        [no_player(state, player), (_taken(name, others), "name", f"Another player is called {name}.")]
    )
    names = tuple(name if seat == player else other for seat, other in enumerate(state.players))
    return replace(state, players=names)


_STEPS: Mapping[str, Callable[[State, Event], State]] = {
    "dealt": _dealt,
    "out": entry_transitions.out,
    "corrected": entry_transitions.corrected,
    "removed": entry_transitions.removed,
    "restored": entry_transitions.restored,
    "reordered": entry_transitions.reordered,
    "rejudged": entry_transitions.rejudged,
    "closed": _closed,
    "noted": _noted,
    "renamed": _renamed,
    "settled": _settled,
    "resettled": _resettled,
    "played": _played,
    "avalanche": avalanche_transitions.played,
}
