"""Interlocks as they lie at one time, and which of them have grown from those that scored (I8).

Melds are matched by the places that they cover: one that covers all that an earlier one did may be that one,
grown. Each interlock that scored has grown into at most one, preferably into one that is unchanged. So a new
meld that covers more than an old one still scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.core.verdicts import Bonus

StrandPlace = tuple[str, str, str]  # rank, suit, the suit it alternates with
Spot = tuple[str, bool]  # rank, and whether the ring of suits is run forwards there


@dataclass(frozen=True, slots=True)
class LaidStretch:
    """An interlock: its ring of suits, which of its melds are own, the places that each covers, its leap
    circle, and its spots."""

    suits: tuple[str, ...]
    are_own: tuple[bool, ...]
    covered: tuple[frozenset[StrandPlace], ...]
    leap_circle: tuple[str, ...]
    spots: frozenset[Spot]
    bonus: Bonus

    def holds(self, earlier: LaidStretch) -> bool:
        """Whether `earlier` may be this interlock before its melds grew."""
        sides = self.suits, self.are_own, self.leap_circle
        earlier_sides = earlier.suits, earlier.are_own, earlier.leap_circle
        return (
            sides == earlier_sides
            and earlier.spots <= self.spots
            and all(then <= now for then, now in zip(earlier.covered, self.covered, strict=True))
        )

    @property
    def size(self) -> int:
        """The number of places that the interlocking melds cover."""
        return sum(map(len, self.covered))


def grown_stretches(lying: Sequence[LaidStretch], scored: Sequence[LaidStretch]) -> dict[int, list[int]]:
    """The places (in `scored`) of the interlocks that each one has grown from, by its place in `lying`.

    The largest scored ones are matched first. Two are in one now only if their melds were merged, so that
    they are disjoint in it.
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
    """A sort key for the interlock that an earlier one has become: unchanged first, then one that others have
    grown into, then the least grown."""
    # The places themselves come last, so that the choice is the same however the melds are listed.
    grown_by = now.size - then.size
    length_change = abs(now.bonus.length - then.bonus.length)
    return grown_by > 0, not is_known, grown_by, length_change, [sorted(places) for places in now.covered]
