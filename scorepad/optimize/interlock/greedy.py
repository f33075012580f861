"""An arrangement for want of time: again and again the longest run that the naturals left still make."""

from __future__ import annotations

from collections import Counter
from heapq import heapify, heappop, heappush

from scorepad.core.cards import Card
from scorepad.optimize.interlock.strands import Hand, Place, Run


def longest_first(hand: Hand) -> list[Run]:
    """Runs of two naturals and more, none longer than its circle of places."""
    left = Counter(hand.held)
    heap = [(-len(_run(hand, left, place)), place) for place in range(len(hand.places.card))]
    heapify(heap)
    laid: list[Run] = []
    while heap:
        length, place = heappop(heap)
        run = _run(hand, left, place)  # shorter perhaps than it was, but never longer
        if len(run) == -length > 1:
            left.subtract(hand.places.card[one] for one in run)
            laid.append(Run(tuple(run), (True,) * len(run)))
        if len(run) > 1:
            heappush(heap, (-len(_run(hand, left, place)), place))
    return laid


def _run(hand: Hand, left: Counter[Card], place: Place) -> list[Place]:
    """The places from one on for which there are naturals left."""
    known = hand.places
    run: list[Place] = []
    while len(run) < known.length[place] and left[known.card[place]]:
        run.append(place)
        place = known.after[place]
    return run
