"""What runs laid side by side are worth: the search's own count, apart from the referee's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import factorial

from scorepad.core.rules import Rules
from scorepad.optimize.interlock.interlock_problem import Place, Places, Run

WildsByPlace = dict[Place, int]  # with the wilds that lie there


def score_runs(rules: Rules, known: Places, own: Sequence[Run], table: Sequence[Run] = ()) -> int:
    """The value of the own runs and of every interlock that one of them is in (I2-I7)."""
    value = rules.interlock_value
    alone = sum(
        rules.values.schedule.value(sum(run.natural)) + self_interlock_points(rules, known, run)
        for run in own
    )
    runs = [run for run in (*own, *table) if len(run.places) > 1]
    own_runs = sum(len(run.places) > 1 for run in own)
    together = 0
    for ring, places in rings_of_runs(known, runs):
        if min(ring) < own_runs:
            together += factorial(len(ring)) // 2 * sum(map(value, net_lengths(known, places)))
    return alone + together


def _wilds_by_place(run: Run) -> WildsByPlace:
    covered: WildsByPlace = {}
    for place, natural in zip(run.places, run.natural, strict=True):
        covered[place] = covered.get(place, 0) + (not natural)
    return covered


def self_interlock_points(rules: Rules, known: Places, run: Run) -> int:
    """What a run longer than an odd circle of ranks earns with itself (I6)."""
    ranks = known.circle_ranks[run.places[0]]
    laps, rest = divmod(len(run.places), ranks)
    if ranks % 2 == 0 or len(run.places) < 2:
        return 0
    total = 0
    for start in range(0, laps * ranks, ranks):
        both = run.natural[start : start + rest] + run.natural[start + ranks : start + ranks + rest]
        net = max(0, rest - both.count(False))
        total += rules.interlock_value(net)
    return total


def rings_of_runs(
    known: Places, runs: Sequence[Run], fit: Callable[[tuple[int, ...]], bool] = bool
) -> Iterator[tuple[tuple[int, ...], WildsByPlace]]:
    """Runs of two cards and more whose suits lead round, with the places of the first where all lie.

    Only runs that `fit` together are tried; it is asked about every part of a ring before that is looked at.
    """
    covered = [_wilds_by_place(run) for run in runs]
    ends = [(known.cards[run.places[0]].suit, known.other_suits[run.places[0]]) for run in runs]
    of_suit: dict[str, list[int]] = {}
    for run, pair in enumerate(ends):
        for suit in pair:
            of_suit.setdefault(suit, []).append(run)

    def grow(
        ring: tuple[int, ...], suits: tuple[str, ...], places: WildsByPlace
    ) -> Iterator[tuple[tuple[int, ...], WildsByPlace]]:
        for run in of_suit[suits[-1]]:
            pair = ends[run]
            further = pair[pair[0] == suits[-1]]
            closing = further == suits[0]
            if closing and (run <= ring[0] if len(suits) == 2 else suits[1] > suits[-1]):
                continue
            if not closing and (further in suits or further < suits[0]):
                continue
            if not fit((*ring, run)):
                continue
            shared = _shared_places(known, places, covered[run], suits, further)
            if shared and closing:
                yield (*ring, run), shared
            elif shared:
                yield from grow((*ring, run), (*suits, further), shared)

    for run, pair in enumerate(ends):
        yield from grow((run,), (min(pair), max(pair)), covered[run])


def _shared_places(
    known: Places, places: WildsByPlace, other: WildsByPlace, suits: tuple[str, ...], further: str
) -> WildsByPlace:
    """The places at which the next run of a ring lies too, leading from the ring's last suit to `further`."""
    shared: WildsByPlace = {}
    for place, wilds in places.items():
        card = known.cards[place]
        forwards = card.suit == suits[0]
        one, two = (suits[-1], further) if forwards else (further, suits[-1])
        beside = known.place_of.get((known.leaps[place], type(card)(card.rank, one), two))
        if beside in other:
            shared[place] = wilds + other[beside]
    return shared


def net_lengths(known: Places, places: WildsByPlace) -> Iterator[int]:
    """The net length of each maximal stretch of the places (I3)."""
    left = set(places)
    for start in sorted(left, key=lambda place: known.previous_place[place] in places):
        length, place = 0, start
        while place in left:
            left.remove(place)
            length += 1 - places[place]
            place = known.next_place[place]
        if length > 0:
            yield length
