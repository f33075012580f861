"""Lanes: what melds can run along, the tracks and, for each chain of blocks, a track through them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.core.cards import Card
from scorepad.core.melding import melding_of
from scorepad.core.rules import Track
from scorepad.optimize.context.hand_problem import Block, Held

Place = Card | Block


@dataclass(frozen=True, slots=True)
class Lane:
    """Places in order. A meld along a lane with blocks takes them all, from the `first` to the `last`."""

    places: tuple[Place, ...]
    circular: bool
    leap: int
    first: int | None = None
    last: int = 0

    def at(self, place: int) -> Place | None:
        """What lies there; None beyond the ends."""
        if self.circular:
            return self.places[place % len(self.places)]
        return self.places[place] if 0 <= place < len(self.places) else None


def lanes(held: Held) -> Iterator[Lane]:
    """Every lane that the hand or a block touches."""
    there = {sort.kind for sort in held.sorts}
    for track in melding_of(held.rules).tracks:
        if there.intersection(track.cards):
            yield Lane(track.cards, track.circular, track.leap)
        yield from _chains(held, track)


@dataclass(frozen=True, slots=True)
class _Fit:
    """A block on a track, and the place that it begins at."""

    number: int
    block: Block
    start: int


def _chains(held: Held, track: Track) -> Iterator[Lane]:
    """The lanes through one block or more of a track, with what can be laid between them."""
    fits = [fit for number, block in enumerate(held.blocks) for fit in _fits(number, block, track)]
    for fit in fits:
        yield from _grown(held, track, fits, [fit], (fit.block,), 0, fit.start + len(fit.block.kinds))


def _fits(number: int, block: Block, track: Track) -> Iterator[_Fit]:
    """Where the block lies on the track, if it does."""
    if block.leap not in (None, track.leap):
        return
    for way in (block, block.turned()) if len(block.kinds) > 1 else (block,):
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
    held: Held,
    track: Track,
    fits: list[_Fit],
    chain: list[_Fit],
    middle: tuple[Place, ...],
    gaps: int,
    end: int,
) -> Iterator[Lane]:
    """The lane of a chain of blocks that ends at a place, and those of longer chains."""
    yield _with_ends(held, track, middle, chain[0].start, end)
    used = {fit.number for fit in chain}
    for fit in fits:
        if fit.number in used:
            continue
        gap = fit.start - end
        if track.circular:
            gap %= len(track.cards)
        while 0 <= gap <= held.size - gaps:
            between = tuple(track.cards[(end + step) % len(track.cards)] for step in range(gap))
            if _missing(held, between) <= held.wilds:
                over = end + gap + len(fit.block.kinds)
                longer = (*middle, *between, fit.block)
                yield from _grown(held, track, fits, [*chain, fit], longer, gaps + gap, over)
            if not track.circular:
                break
            gap += len(track.cards)


def _with_ends(held: Held, track: Track, middle: tuple[Place, ...], start: int, end: int) -> Lane:
    """The chain with the places before and after it that the hand can reach."""
    before = _reached(held, track, start - 1, -1)[::-1]
    after = _reached(held, track, end, 1)
    first = len(before)
    return Lane((*before, *middle, *after), False, track.leap, first, first + len(middle) - 1)


def _reached(held: Held, track: Track, start: int, way: int) -> tuple[Card, ...]:
    """The places from one on, until the hand has nothing more to lay there."""
    cards: list[Card] = []
    for step in range(held.size):
        place = start + way * step
        if not track.circular and not 0 <= place < len(track.cards):
            break
        cards.append(track.cards[place % len(track.cards)])
        if _missing(held, tuple(cards)) > held.wilds:
            break
    return tuple(cards)


def _missing(held: Held, cards: tuple[Card, ...]) -> int:
    kinds = {sort.kind for sort in held.sorts}
    return sum(card not in kinds for card in cards)
