"""Lanes: what melds can run along, the tracks and, for each chain of fixed melds, a track through them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.core.cards import Card
from scorepad.core.rules import Track
from scorepad.optimize.context.extension_problem import ExtensionProblem, FixedMeld

LanePlace = Card | FixedMeld


@dataclass(frozen=True, slots=True)
class Lane:
    """Places in order. A meld along a lane with fixed melds takes all, from the `first` to the `last`."""

    places: tuple[LanePlace, ...]
    circular: bool
    leap: int
    first: int | None = None
    last: int = 0

    def at(self, place: int) -> LanePlace | None:
        """What lies there; None beyond the ends."""
        if self.circular:
            return self.places[place % len(self.places)]
        return self.places[place] if 0 <= place < len(self.places) else None


def lanes(problem: ExtensionProblem) -> Iterator[Lane]:
    """Every lane that the hand or a fixed meld touches."""
    there = {card_class.kind for card_class in problem.card_classes}
    for track in problem.melding.tracks:
        if there.intersection(track.cards):
            yield Lane(track.cards, track.circular, track.leap)
        yield from _chains(problem, track)


@dataclass(frozen=True, slots=True)
class _Fit:
    """A fixed meld on a track, and the place that it begins at."""

    number: int
    fixed: FixedMeld
    start: int


def _chains(problem: ExtensionProblem, track: Track) -> Iterator[Lane]:
    """The lanes through one fixed meld or more of a track, with what can be laid between them."""
    fits = [fit for number, fixed in enumerate(problem.fixed_melds) for fit in _fits(number, fixed, track)]
    for fit in fits:
        yield from _grown(problem, track, fits, [fit], (fit.fixed,), 0, fit.start + len(fit.fixed.kinds))


def _fits(number: int, fixed: FixedMeld, track: Track) -> Iterator[_Fit]:
    """Where the fixed meld lies on the track, if it does."""
    if fixed.leap not in (None, track.leap):
        return
    for way in (fixed, fixed.turned()) if len(fixed.kinds) > 1 else (fixed,):
        if way.kinds[0] not in track.cards:
            continue
        start = track.cards.index(way.kinds[0])
        places = [start + step for step in range(len(way.kinds))]
        inside = track.circular or places[-1] < len(track.cards)
        if inside and all(
            track.cards[place % len(track.cards)] == kind
            for place, kind in zip(places, way.kinds, strict=True)
        ):
            yield _Fit(number, way, start)
            return


def _grown(
    problem: ExtensionProblem,
    track: Track,
    fits: list[_Fit],
    chain: list[_Fit],
    middle: tuple[LanePlace, ...],
    gaps: int,
    end: int,
) -> Iterator[Lane]:
    """The lane of a chain of fixed melds that ends at a place, and those of longer chains."""
    yield _with_ends(problem, track, middle, chain[0].start, end)
    used = {fit.number for fit in chain}
    for fit in fits:
        if fit.number in used:
            continue
        gap = fit.start - end
        if track.circular:
            gap %= len(track.cards)
        while 0 <= gap <= problem.size - gaps:
            between = tuple(track.cards[(end + step) % len(track.cards)] for step in range(gap))
            if _count_missing(problem, between) <= problem.wilds:
                over = end + gap + len(fit.fixed.kinds)
                longer = (*middle, *between, fit.fixed)
                yield from _grown(problem, track, fits, [*chain, fit], longer, gaps + gap, over)
            if not track.circular:
                break
            gap += len(track.cards)


def _with_ends(
    problem: ExtensionProblem, track: Track, middle: tuple[LanePlace, ...], start: int, end: int
) -> Lane:
    """The chain with the places before and after it that the hand can reach."""
    before = _reached(problem, track, start - 1, -1)[::-1]
    after = _reached(problem, track, end, 1)
    first = len(before)
    return Lane((*before, *middle, *after), False, track.leap, first, first + len(middle) - 1)


def _reached(problem: ExtensionProblem, track: Track, start: int, way: int) -> tuple[Card, ...]:
    """The places from one on, until the hand has nothing more to lay there."""
    cards: list[Card] = []
    for step in range(problem.size):
        place = start + way * step
        if not track.circular and not 0 <= place < len(track.cards):
            break
        cards.append(track.cards[place % len(track.cards)])
        if _count_missing(problem, tuple(cards)) > problem.wilds:
            break
    return tuple(cards)


def _count_missing(problem: ExtensionProblem, cards: tuple[Card, ...]) -> int:
    kinds = {card_class.kind for card_class in problem.card_classes}
    return sum(card not in kinds for card in cards)
