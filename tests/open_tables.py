"""Events and tables for tests, written short."""

from __future__ import annotations

from typing import Any

from scorepad.core.cards import Meld
from scorepad.core.log.event_data import Event
from scorepad.core.log.events import read_event
from scorepad.core.log.table_events import DealNoted
from scorepad.core.notation import read_melds
from scorepad.core.packs import FRENCH
from scorepad.store.engine import OpenedTable
from scorepad.store.sql_store import Store
from scorepad.tables import service

NAMES = ("Ann", "Ben", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou")
AT = "2025-03-01T20:15:00+00:00"


def points(player: int, before: int, **more: Any) -> dict[str, Any]:
    """The fields of a hand of which only the points are known."""
    hand = {"melds": None, "meld_points": [], "bonuses": [], "note": ""}
    return {"player": player, "points": before, **hand, **more}


def ending(*scores: int, winner: int | None = 0, **more: Any) -> dict[str, Any]:
    """The fields of a settled deal of which only the scores are told."""
    blank = {"melds": None, "melded": 0, "left": None, "number": 0, "tiles": None}
    hands = [{"player": seat, **blank, "score": score} for seat, score in enumerate(scores)]
    return {"winner": winner, "rummy": False, "hands": hands, "note": "", **more}


def event(
    number: int, kind: str, data: dict[str, Any], *, op: str = "", by: str = "Ann", at: str = AT
) -> Event:
    """The event of these fields, by an operation of its own unless `op` names one."""
    frame = {"number": number, "op": op or f"op-{number}", "kind": kind, "by": by, "at": at}
    return read_event({**frame, "data": data})


def note(op: str, text: str = "♥ tea − 3", *, by: str = "Ann", at: str = AT) -> Event:
    """A note to the first deal, for a store to number."""
    return Event(1, op, DealNoted(1, text), by, at)


class Log:
    """A log under construction; each method appends one event by `by` and returns the log."""

    def __init__(self, *groups: list[int], players: int = 0, dealer: int = 0) -> None:
        count = players or sum(len(group) for group in groups)
        self.events: list[Event] = []
        self.add(
            "opened",
            name="Friday",
            game="chattahoochee",
            options={},
            players=list(NAMES[:count]),
            partnerships=[list(group) for group in groups] or [[seat] for seat in range(count)],
            dealer=dealer,
        )

    def add(self, kind: str, by: str = "Ann", **data: Any) -> Log:
        number = len(self.events) + 1
        self.events.append(event(number, kind, data, by=by))
        return self

    def settle(self, deal: int, *scores: int, **more: Any) -> Log:
        return self.add("settled", deal=deal, **ending(*scores, **more))

    def retire(self, deal: int, *hands: tuple[int, int]) -> Log:
        for player, score in hands:
            self.add("out", deal=deal, **points(player, score, left=[]))
        return self

    def out(self, deal: int, *hands: tuple[int, int]) -> Log:
        for player, score in hands:
            self.add("out", deal=deal, **points(player, score))
        return self


def open_table(store: Store, count: int = 4, **given: Any) -> OpenedTable:
    """A table of that many players, in pairs opposite when there are four."""
    pairs = [[0, 2], [1, 3]] if count == 4 else None
    asked: dict[str, Any] = {
        "name": "Friday",
        "game": "chattahoochee",
        "options": {},
        "players": list(NAMES[:count]),
        "partnerships": pairs,
        "dealer": 0,
        "by": "Ann",
        "op": "open",
    }
    return service.open_table(store, **{**asked, **given})


def melds(text: str) -> tuple[Meld, ...]:
    """Melds of the French pack in any notation."""
    return read_melds(text, FRENCH)
