"""Lanes along which melds run: the tracks and, for each chain of fixed melds, a track through them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.chattahoochee.extensions.extension_problem import ExtensionProblem, FixedMeld
from scorepad.core.cards import Card, Track

LanePlace = Card | FixedMeld


@dataclass(frozen=True, slots=True)
class Lane:
    """Places in order. A meld along a lane with fixed melds takes all of them, from place `first_fixed` to
    `last_fixed`."""

    places: tuple[LanePlace, ...]
    circular: bool
    leap: int
    first_fixed: int | None = None
    last_fixed: int = 0

    def place_at(self, place: int) -> LanePlace | None:
        """Return the kind or fixed meld at a place; None beyond the ends."""
        # A meld may go round a circle more than once, so a place has no end there.
        if self.circular:
            return self.places[place % len(self.places)]
        return self.places[place] if 0 <= place < len(self.places) else None


def lanes(problem: ExtensionProblem) -> Iterator[Lane]:
    """List every lane with a card of the hand or a fixed meld."""
    hand_kinds = {card_class.natural_kind for card_class in problem.card_classes}
    for track in problem.melding.tracks:
        # New melds are grown from a natural, so a track without one of the hand has none.
        if hand_kinds.intersection(track.cards):
            yield Lane(track.cards, track.circular, track.leap)
        yield from _chain_lanes(problem, track)


@dataclass(frozen=True, slots=True)
class _FixedFit:
    """A fixed meld on a track, with its first place there."""

    number: int
    fixed_meld: FixedMeld
    start_place: int


def _chain_lanes(problem: ExtensionProblem, track: Track) -> Iterator[Lane]:
    """List the lanes through at least one fixed meld of a track, with the places between them."""
    fits = [
        fit
        for number, fixed in enumerate(problem.fixed_melds)
        for fit in _fits_on_track(number, fixed, track)
    ]
    for fit in fits:
        yield from _longer_chains(
            problem,
            track,
            fits,
            [fit],
            (fit.fixed_meld,),
            0,
            fit.start_place + len(fit.fixed_meld.covered_kinds),
        )


def _fits_on_track(number: int, fixed_meld: FixedMeld, track: Track) -> Iterator[_FixedFit]:
    """List the places at which a fixed meld lies on the track, in either direction."""
    if fixed_meld.leap not in (None, track.leap):
        return
    # A leap read backwards is the leap R - k (H22). The half leap of an even circle is its own backwards:
    # there a meld lies both ways round, and may abut another only backwards.
    turned_meld = fixed_meld.backwards()
    for way_round in (fixed_meld,) if turned_meld == fixed_meld else (fixed_meld, turned_meld):
        if way_round.covered_kinds[0] not in track.cards:
            continue
        start_place = track.cards.index(way_round.covered_kinds[0])
        meld_places = [start_place + step for step in range(len(way_round.covered_kinds))]
        fits_inside = track.circular or meld_places[-1] < len(track.cards)
        if fits_inside and all(
            track.cards[place % len(track.cards)] == kind
            for place, kind in zip(meld_places, way_round.covered_kinds, strict=True)
        ):
            yield _FixedFit(number, way_round, start_place)


def _longer_chains(
    problem: ExtensionProblem,
    track: Track,
    fits: list[_FixedFit],
    chain: list[_FixedFit],
    middle: tuple[LanePlace, ...],
    gaps_so_far: int,
    end_place: int,
) -> Iterator[Lane]:
    """List the lane of this chain of fixed melds, which ends at `end_place`, and those of longer chains."""
    yield _lane_with_ends(problem, track, middle, chain[0].start_place, end_place)
    used_numbers = {fit.number for fit in chain}
    for fit in fits:
        if fit.number in used_numbers:
            continue
        gap_size = fit.start_place - end_place
        if track.circular:
            gap_size %= len(track.cards)
        # On a circle the next meld may also lie a lap further on.
        # Only cards of the hand fill gaps, so all gaps together are no longer than the hand.
        while 0 <= gap_size <= problem.hand_size - gaps_so_far:
            kinds_between = tuple(
                track.cards[(end_place + step) % len(track.cards)] for step in range(gap_size)
            )
            # Kinds that the hand lacks need wilds. Counted by gap, not in all, so some lanes lead to no meld.
            if _count_missing(problem, kinds_between) <= problem.wild_count:
                next_end = end_place + gap_size + len(fit.fixed_meld.covered_kinds)
                longer_middle = (*middle, *kinds_between, fit.fixed_meld)
                yield from _longer_chains(
                    problem, track, fits, [*chain, fit], longer_middle, gaps_so_far + gap_size, next_end
                )
            if not track.circular:
                break
            gap_size += len(track.cards)


def _lane_with_ends(
    problem: ExtensionProblem, track: Track, middle: tuple[LanePlace, ...], start_place: int, end_place: int
) -> Lane:
    """Return the lane of a chain, with the places before and after it that the hand can reach."""
    places_before = _reachable_places(problem, track, start_place - 1, -1)[::-1]
    places_after = _reachable_places(problem, track, end_place, 1)
    first_fixed = len(places_before)
    # Never a circle: further rounds are written out place by place, as far as the hand reaches.
    return Lane(
        (*places_before, *middle, *places_after),
        False,
        track.leap,
        first_fixed,
        first_fixed + len(middle) - 1,
    )


def _reachable_places(
    problem: ExtensionProblem, track: Track, start_place: int, direction: int
) -> tuple[Card, ...]:
    """Return the places from `start_place` on, up to the first where the hand has nothing to lay."""
    reached_kinds: list[Card] = []
    for step in range(problem.hand_size):
        place = start_place + direction * step
        if not track.circular and not 0 <= place < len(track.cards):
            break
        reached_kinds.append(track.cards[place % len(track.cards)])
        if _count_missing(problem, tuple(reached_kinds)) > problem.wild_count:
            break
    return tuple(reached_kinds)


def _count_missing(problem: ExtensionProblem, lane_kinds: tuple[Card, ...]) -> int:
    hand_kinds = {card_class.natural_kind for card_class in problem.card_classes}
    return sum(card not in hand_kinds for card in lane_kinds)
