"""Wilds left over and laid by themselves: their number of melds, and their points (H15, H17)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Rules


def leftover_points(rules: Rules, wild_count: int) -> int:
    """The most points of so many wilds left over."""
    schedule = rules.wilds.wild_only_schedule
    return sum(map(schedule.value, leftover_sizes(rules, wild_count))) if schedule else 0


def leftover_sizes(rules: Rules, wild_count: int) -> tuple[int, ...]:
    """The sizes of these melds for most points: 1 each if wilds must lie apart, else as few melds as
    possible.

    A table's own schedule may pay more for several melds than for one.
    """
    if rules.wilds.wilds_apart:
        return (1,) * wild_count
    schedule = rules.wilds.wild_only_schedule
    # No named schedule pays more for several melds than for one of as many cards.
    if schedule is None or schedule.id != "table":
        return (wild_count,) if wild_count else ()
    return _best_sizes(schedule, wild_count)


def leftover_melds(rules: Rules, wilds: Sequence[Card]) -> tuple[Meld, ...]:
    """The wilds laid in melds of those sizes."""
    wilds_left = iter(wilds)
    return tuple(tuple(map(Laid, islice(wilds_left, size))) for size in leftover_sizes(rules, len(wilds)))


@lru_cache(maxsize=1024)
def _best_sizes(schedule: Schedule, wild_count: int) -> tuple[int, ...]:
    if not wild_count:
        return ()
    size_lists = [
        (first_size, *_best_sizes(schedule, wild_count - first_size))
        for first_size in range(1, wild_count + 1)
    ]
    # Of equal points the fewest melds are plainest to lay.
    return max(size_lists, key=lambda sizes: (sum(map(schedule.value, sizes)), -len(sizes)))
