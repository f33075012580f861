"""Interlocks as they lie at one time, and which of them have grown out of those that scored (I8).

Which meld is which is read off the places that melds cover: one that covers all that another did may be
that one, grown. Each interlock that scored has grown into one at most, first of all into one that lies
as it did, so that a new meld that covers more than an old one still scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.core.verdicts import Bonus

StrandPlace = tuple[str, str, str]  # rank, suit, the suit it alternates with
Spot = tuple[str, bool]  # rank, and whether the ring of suits is run forwards there


@dataclass(frozen=True, slots=True)
class LaidStretch:
    """An interlock: its ring of suits, which of its melds are own, what each covers, the leap circle,
    where it lies."""

    suits: tuple[str, ...]
    are_own: tuple[bool, ...]
    covered: tuple[frozenset[StrandPlace], ...]
    leap_circle: tuple[str, ...]
    spots: frozenset[Spot]
    bonus: Bonus

    def holds(self, earlier: LaidStretch) -> bool:
        """Whether it could be an earlier one, of melds that may have grown since."""
        sides = self.suits, self.are_own, self.leap_circle
        earlier_sides = earlier.suits, earlier.are_own, earlier.leap_circle
        return (
            sides == earlier_sides
            and earlier.spots <= self.spots
            and all(then <= now for then, now in zip(earlier.covered, self.covered, strict=True))
        )

    @property
    def size(self) -> int:
        """How many places its melds cover."""
        return sum(map(len, self.covered))


def grown_stretches(lying: Sequence[LaidStretch], scored: Sequence[LaidStretch]) -> dict[int, list[int]]:
    """For each interlock that has grown out of some that scored, by place in the list, the places of those.

    The largest of those that scored are looked for first. Two of them are in one now only if their melds
    have been merged, so that they lie apart in it.
    """
    grown_out_of: dict[int, list[int]] = {}
    for earlier in sorted(range(len(scored)), key=lambda place: -scored[place].size):
        holders = [
            place
            for place, stretch in enumerate(lying)
            if stretch.holds(scored[earlier])
            and all(
                scored[earlier].spots.isdisjoint(scored[other].spots) for other in grown_out_of.get(place, ())
            )
        ]
        if holders:
            nearest = min(
                holders, key=lambda place: _growth(lying[place], scored[earlier], place in grown_out_of)
            )
            grown_out_of.setdefault(nearest, []).append(earlier)
    return grown_out_of


def _growth(now: LaidStretch, then: LaidStretch, is_known: bool) -> tuple[object, ...]:
    """What tells which of several an earlier interlock is: the one as it lay, one that others have grown
    into, the one that has grown least."""
    # The places themselves come last, so that the choice is the same however the melds are listed.
    grown_by = now.size - then.size
    length_change = abs(now.bonus.length - then.bonus.length)
    return grown_by > 0, not is_known, grown_by, length_change, [sorted(places) for places in now.covered]
