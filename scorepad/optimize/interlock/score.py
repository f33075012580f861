"""What runs laid side by side are worth: the search's own count, apart from the referee's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import factorial

from scorepad.core.rules import Rules
from scorepad.optimize.interlock.interlock_problem import Place, Places, Run

WildsByPlace = dict[Place, int]  # with the wilds that lie there


def score_runs(rules: Rules, places: Places, own_runs: Sequence[Run], table: Sequence[Run] = ()) -> int:
    """The value of the own runs and of every interlock that one of them is in (I2-I7)."""
    interlock_value = rules.interlock_value
    meld_points = sum(
        rules.values.schedule.value(sum(run.natural)) + self_interlock_points(rules, places, run)
        for run in own_runs
    )
    runs = [run for run in (*own_runs, *table) if len(run.places) > 1]
    own_run_count = sum(len(run.places) > 1 for run in own_runs)
    shared_points = 0
    for ring, shared_places in rings_of_runs(places, runs):
        if min(ring) < own_run_count:
            shared_points += (
                factorial(len(ring)) // 2 * sum(map(interlock_value, net_lengths(places, shared_places)))
            )
    return meld_points + shared_points


def _wilds_by_place(run: Run) -> WildsByPlace:
    wilds_at: WildsByPlace = {}
    for place, natural in zip(run.places, run.natural, strict=True):
        wilds_at[place] = wilds_at.get(place, 0) + (not natural)
    return wilds_at


def self_interlock_points(rules: Rules, places: Places, run: Run) -> int:
    """What a run longer than a leap circle of an odd number of ranks earns with itself (I6)."""
    lap_ranks = places.lap_ranks[run.places[0]]
    lap_count, overlap = divmod(len(run.places), lap_ranks)
    if lap_ranks % 2 == 0 or len(run.places) < 2:
        return 0
    # There the suits change places from lap to lap, so that the laps are two melds side by side.
    points = 0
    for lap_start in range(0, lap_count * lap_ranks, lap_ranks):
        overlapping = (
            run.natural[lap_start : lap_start + overlap]
            + run.natural[lap_start + lap_ranks : lap_start + lap_ranks + overlap]
        )
        net_length = max(0, overlap - overlapping.count(False))
        points += rules.interlock_value(net_length)
    return points


def rings_of_runs(
    places: Places, runs: Sequence[Run], fit_together: Callable[[tuple[int, ...]], bool] = bool
) -> Iterator[tuple[tuple[int, ...], WildsByPlace]]:
    """Runs of two cards and more whose suits lead round, with the places of the first where all lie.

    `fit_together` is asked about every part of a ring before more runs are tried with it.
    """
    covered_by = [_wilds_by_place(run) for run in runs]
    ranks_of = [{places.rank_steps[place] for place in covered} for covered in covered_by]
    suit_pairs = [(places.cards[run.places[0]].suit, places.other_suits[run.places[0]]) for run in runs]
    runs_by_suit: dict[str, list[int]] = {}
    for run, pair in enumerate(suit_pairs):
        for suit in pair:
            runs_by_suit.setdefault(suit, []).append(run)

    def grow_ring(
        ring: tuple[int, ...], suits: tuple[str, ...], shared_places: WildsByPlace
    ) -> Iterator[tuple[tuple[int, ...], WildsByPlace]]:
        for run in runs_by_suit[suits[-1]]:
            if ranks_of[run].isdisjoint(ranks_of[ring[-1]]):
                continue
            pair = suit_pairs[run]
            next_suit = pair[pair[0] == suits[-1]]
            closing = next_suit == suits[0]
            # Each ring is found once: from its least suit, in one of its two directions.
            if closing and (run <= ring[0] if len(suits) == 2 else suits[1] > suits[-1]):
                continue
            if not closing and (next_suit in suits or next_suit < suits[0]):
                continue
            if not fit_together((*ring, run)):
                continue
            shared = _shared_places(places, shared_places, covered_by[run], suits, next_suit)
            if shared and closing:
                yield (*ring, run), shared
            elif shared:
                yield from grow_ring((*ring, run), (*suits, next_suit), shared)

    for run, pair in enumerate(suit_pairs):
        yield from grow_ring((run,), (min(pair), max(pair)), covered_by[run])


def _shared_places(
    places: Places,
    ring_places: WildsByPlace,
    next_covered: WildsByPlace,
    suits: tuple[str, ...],
    next_suit: str,
) -> WildsByPlace:
    """The places at which the next run of a ring lies too, leading from its last suit to `next_suit`."""
    shared: WildsByPlace = {}
    for place, wild_count in ring_places.items():
        leads_on = places.cards[place].suit == suits[0]
        pair = (suits[-1], next_suit) if leads_on else (next_suit, suits[-1])
        place_there = places.places_by_suits[places.rank_steps[place]].get(pair)
        if place_there in next_covered:
            shared[place] = wild_count + next_covered[place_there]
    return shared


def net_lengths(places: Places, covered_places: WildsByPlace) -> Iterator[int]:
    """The net length of each maximal stretch of the places (I3)."""
    places_left = set(covered_places)
    for start in sorted(places_left, key=lambda place: places.previous_place[place] in covered_places):
        length, place = 0, start
        while place in places_left:
            places_left.remove(place)
            length += 1 - covered_places[place]
            place = places.next_place[place]
        if length > 0:
            yield length
