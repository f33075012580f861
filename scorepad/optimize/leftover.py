"""Wilds left over, laid by themselves: in how many melds, and what those are worth (H15, H17)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.rules import Rules
from scorepad.core.schedules import Schedule


def leftover_points(rules: Rules, wilds: int) -> int:
    """The most points of so many wilds left over."""
    schedule = rules.wilds.wild_only_schedule
    return sum(map(schedule.value, leftover_sizes(rules, wilds))) if schedule else 0


def leftover_sizes(rules: Rules, wilds: int) -> tuple[int, ...]:
    """The sizes of the melds of most points: one by one where wilds must lie apart, else as few as will do.

    A table's own schedule may pay more for several melds than for one.
    """
    if rules.wilds.wilds_apart:
        return (1,) * wilds
    schedule = rules.wilds.wild_only_schedule
    if schedule is None or schedule.id != "table":
        return (wilds,) if wilds else ()
    return _parted(schedule, wilds)


def leftover_melds(rules: Rules, wilds: Sequence[Card]) -> tuple[Meld, ...]:
    """The wilds laid in those melds."""
    left = iter(wilds)
    return tuple(tuple(map(Laid, islice(left, size))) for size in leftover_sizes(rules, len(wilds)))


@lru_cache(maxsize=1024)
def _parted(schedule: Schedule, wilds: int) -> tuple[int, ...]:
    if not wilds:
        return ()
    ways = [(first, *_parted(schedule, wilds - first)) for first in range(1, wilds + 1)]
    return max(ways, key=lambda sizes: (sum(map(schedule.value, sizes)), -len(sizes)))
