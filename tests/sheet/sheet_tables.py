"""Tables made event by event, for sheets: evenings with corrections, notes, an unfinished deal."""

from __future__ import annotations

import random
from collections.abc import Sequence

from scorepad.core.log import multipliers
from scorepad.core.log.event_data import Event
from scorepad.core.log.table import Table, fold
from tests.open_tables import event

NAMES = ("Ann", "Ben", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")


class Log:
    """A log that grows; every method adds one event."""

    def __init__(
        self,
        players: Sequence[str] = NAMES[:3],
        partnerships: Sequence[Sequence[int]] | None = None,
        *,
        name: str = "Friday",
        dealer: int = 0,
        options: dict[str, object] | None = None,
    ) -> None:
        self.partnerships = [
            list(group) for group in partnerships or [[seat] for seat in range(len(players))]
        ]
        self.events: list[Event] = []
        self.deal = 1
        self.out_now: list[int] = []
        self.add(
            "opened",
            name=name,
            game="chattahoochee",
            options=options or {},
            players=list(players),
            partnerships=self.partnerships,
            dealer=dealer,
        )

    def add(self, kind: str, **data: object) -> int:
        number = len(self.events) + 1
        at = f"2026-11-20T{18 + number // 3600:02d}:{number // 60 % 60:02d}:{number % 60:02d}+00:00"
        self.events.append(event(number, kind, data, at=at))
        return number

    def out(self, player: int, points: int, note: str = "") -> int:
        self.out_now.append(player)
        return self.add("out", deal=self.deal, **_hand(player, points, note))

    def correct(self, entry: int, player: int, points: int) -> int:
        return self.add("corrected", entry=entry, **_hand(player, points))

    def next_deal(self, dealer: int) -> None:
        self.deal += 1
        self.out_now = []
        self.add("dealt", deal=self.deal, dealer=dealer)

    @property
    def ended(self) -> bool:
        return bool(self.out_now) and multipliers.deal_ended(self.partnerships, self.out_now)

    def table(self) -> Table:
        return fold(self.events, "t1")


def _hand(player: int, points: int, note: str = "") -> dict[str, object]:
    return {
        "player": player,
        "melds": None,
        "points": points,
        "meld_points": [],
        "bonuses": [],
        "note": note,
    }


def evening(
    players: Sequence[str],
    deals: int,
    partnerships: Sequence[Sequence[int]] | None = None,
    *,
    seed: int = 1,
    finished: bool = True,
    corrections: float = 0.05,
) -> Log:
    """A whole evening by chance, the same for the same seed; unless `finished` the last deal runs."""
    rng = random.Random(seed)
    log = Log(players, partnerships)
    for deal in range(1, deals + 1):
        if deal > 1:
            log.next_deal(deal % len(players))
        order = rng.sample(range(len(players)), len(players))
        if deal == deals and not finished:
            order = order[:1]
        for player in order:
            if log.ended:
                break
            entry = log.out(player, rng.randint(-9, 99))
            if rng.random() < corrections:
                log.correct(entry, player, rng.randint(1, 99))
    return log
