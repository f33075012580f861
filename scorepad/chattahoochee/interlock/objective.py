"""The points of stretches, split into what each covered stretch adds to the shorter ones within it; and the
points of whole runs, counted apart from the referee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from math import factorial, prod

from scorepad.chattahoochee.interlock.interlock_problem import (
    InterlockProblem,
    Place,
    Places,
    PointsByLength,
    Run,
)
from scorepad.chattahoochee.leftover import leftover_points
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.optimize.trivial_bounds import most_alone


def meld_points(rules: Rules, max_naturals: int) -> PointsByLength:
    """Return the schedule's points of 0, 1, … `max_naturals` naturals."""
    return tuple(rules.values.schedule.value(naturals) for naturals in range(max_naturals + 1))


def interlock_points(rules: Rules, max_length: int) -> PointsByLength:
    """Return the points L × schedule(L) of interlocks of net length 0, 1, … `max_length` (I3)."""
    return tuple(rules.interlock_value(net_length) for net_length in range(max_length + 1))


def second_differences(values: PointsByLength) -> PointsByLength:
    """Return, by length, what a stretch adds to the stretches within it: 0 0 1 3 gives 0 0 1 1.

    A stretch is worth the sum of these over all stretches within it, itself included.
    """
    padded_values = (0, 0, *values)
    return tuple(
        value - 2 * value_before + value_two_before
        for value_two_before, value_before, value in zip(
            padded_values, padded_values[1:], values, strict=False
        )
    )


@lru_cache(maxsize=256)
def layers_are_best(rules: Rules, max_cards: int, has_wilds: bool) -> bool:
    """Return whether the layered search bounds these rules correctly (see docs/exactness.md).

    Steps from value to value must never fall; with wilds they must not grow more slowly either. If a single
    rank of an interlock has a value, a meld with wilds must have two naturals side by side (H15).
    """
    differences = [second_differences(values(rules, max_cards)) for values in (meld_points, interlock_points)]
    # The bound counts as many melds over a stretch as could be: a bound only if none weighs less than 0.
    if any(min(second_steps) < 0 for second_steps in differences):
        return False
    # Without H15 one natural among wilds is a meld, and such a rank counts there too.
    if has_wilds and rules.interlock_value(1) and not rules.wilds.adjacent_naturals:
        return False
    # Layers lay naturals first. If bends don’t fall, no other order is worth more (rearrangement inequality).
    return not has_wilds or all(
        bend <= next_bend for second_steps in differences for bend, next_bend in pairwise(second_steps[2:])
    )


def closing_never_gains(
    rules: Rules, hand_size: int, lap_ranks: int, track_length: int, wild_count: int
) -> bool:
    """Return whether a meld that closes its track is worth no more than the layered bound counts for it."""
    by_naturals, by_net_length = (
        meld_points(rules, hand_size + track_length),
        interlock_points(rules, hand_size + track_length),
    )
    # A closed layer has every stretch of each length once a place: so much is counted for a lap of it.
    for lap_naturals in range(max(2, track_length - wild_count), track_length + 1):
        meld_gain, interlock_gain = (
            lap_naturals * (by_naturals[lap_naturals - 1] - by_naturals[lap_naturals - 2]),
            by_net_length[lap_naturals - 1] - by_net_length[lap_naturals - 2],
        )
        if lap_naturals * interlock_gain < by_net_length[lap_naturals]:
            return False
        # A meld may go round several times. With itself it interlocks only if R is odd (I6).
        for naturals in range(lap_naturals, hand_size + 1):
            lap_count, rest = divmod(naturals, lap_naturals)
            counted_points = (
                lap_count * meld_gain
                + by_naturals[rest]
                + (lap_ranks * interlock_gain * lap_count * lap_count if lap_ranks % 2 else 0)
            )
            self_interlocks = (
                naturals // lap_ranks * by_net_length[naturals % lap_ranks] if lap_ranks % 2 else 0
            )
            if counted_points < by_naturals[naturals] + self_interlocks:
                return False
    return True


def trivial_bound(problem: InterlockProblem) -> int:
    """Return points that no arrangement exceeds under any rules, as if every natural lay beside all others of
    its rank.

    A wild takes its rank off an interlock (I3). So the net lengths of all interlocks of k melds add up to at
    most the number of choices of one natural of each of k suits at each rank.
    """
    rules, naturals = problem.rules, problem.natural_counts
    copies_by_rank = _copies_by_rank(problem)
    total_points = max(most_alone(rules.values.schedule, naturals.total()))
    for suit_count in range(2, len(rules.pack.suits) + 1):
        choices = sum(
            prod(chosen) for copies in copies_by_rank for chosen in combinations(copies, suit_count)
        )
        # At a rank an interlock has a card of each of k suits, and in each further lap another one.
        longest = sum(copies[suit_count - 1] for copies in copies_by_rank if len(copies) >= suit_count)
        most_a_rank = max(
            # L × schedule(L) divides by L, so no points are lost to rounding (I3).
            (rules.interlock_value(length) // length for length in range(1, longest + 1)),
            default=0,
        )
        total_points += choices * most_a_rank * factorial(suit_count) // 2
    return total_points + _most_beside_interlocks(problem)


def _copies_by_rank(problem: InterlockProblem) -> list[list[int]]:
    """Return, by rank, how many naturals of each suit there are, partners' included, largest first."""
    counts = problem.natural_counts + Counter(
        problem.places.cards[place] for run in problem.table_runs for place in run.places
    )
    by_rank: dict[str, list[int]] = {}
    for card in dict.fromkeys(problem.places.cards):
        if counts[card]:
            by_rank.setdefault(card.rank, []).append(counts[card])
    return [sorted(copies, reverse=True) for copies in by_rank.values()]


def _most_beside_interlocks(problem: InterlockProblem) -> int:
    """Return the most points that quartets and leftover wilds could add (H17, H24)."""
    rules, reach = problem.rules, melding_of(problem.rules).reach
    either = sum(count for card, count in problem.natural_counts.items() if reach(card))
    most_wilds = max(leftover_points(rules, count) for count in range(len(problem.wilds) + either + 1))
    return most_wilds + rules.bonuses.quartet_bonus * (problem.hand_size // 4)


WildsByPlace = dict[Place, int]  # with the wilds that lie there


def score_runs(rules: Rules, places: Places, own_runs: Sequence[Run], table: Sequence[Run] = ()) -> int:
    """Return the points of the own runs and of every interlock with one of them (I2-I7)."""
    interlock_value = rules.interlock_value
    meld_points = sum(
        rules.values.schedule.value(sum(run.natural)) + self_interlock_points(rules, places, run)
        for run in own_runs
    )
    # One card alone is of one suit and interlocks with nothing.
    runs = [run for run in (*own_runs, *table) if len(run.places) > 1]
    own_run_count = sum(len(run.places) > 1 for run in own_runs)
    shared_points = 0
    for ring, shared_places in rings_of_runs(places, runs):
        # Own runs come first: a ring without any is partners’ alone, and not the player’s (I7).
        if min(ring) < own_run_count:
            shared_points += (
                factorial(len(ring)) // 2 * sum(map(interlock_value, net_lengths(places, shared_places)))
            )
    return meld_points + shared_points


def _wilds_by_place(run: Run) -> WildsByPlace:
    wilds_at: WildsByPlace = {}
    for place, natural in zip(run.places, run.natural, strict=True):
        # A run of two laps covers a place twice, with the wilds of both.
        wilds_at[place] = wilds_at.get(place, 0) + (not natural)
    return wilds_at


def self_interlock_points(rules: Rules, places: Places, run: Run) -> int:
    """Return the points of a run's interlock with itself: it is longer than a leap circle of an odd number of
    ranks (I6)."""
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
    """List the rings of runs: the run numbers, and the places of the first run at which all lie. Each run has
    at least two cards.

    `fit_together`: a test of a partial ring; only those that pass are extended.
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
            # `rank_steps` numbers ranks leap by leap, so runs of two leaps have none in common.
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
    """Return the places of a ring that the next run shares, leading from the ring's last suit to
    `next_suit`."""
    shared: WildsByPlace = {}
    for place, wild_count in ring_places.items():
        # From rank to rank each meld changes its suit, so the ring leads the other way round.
        leads_on = places.cards[place].suit == suits[0]
        pair = (suits[-1], next_suit) if leads_on else (next_suit, suits[-1])
        place_there = places.places_by_suits[places.rank_steps[place]].get(pair)
        if place_there in next_covered:
            shared[place] = wild_count + next_covered[place_there]
    return shared


def net_lengths(places: Places, covered_places: WildsByPlace) -> Iterator[int]:
    """List the net lengths of the maximal stretches of these places (I3)."""
    places_left = set(covered_places)
    # First the places that begin a stretch. A track covered whole has none, and begins anywhere.
    for start in sorted(places_left, key=lambda place: places.previous_place[place] in covered_places):
        length, place = 0, start
        while place in places_left:
            places_left.remove(place)
            length += 1 - covered_places[place]
            place = places.next_place[place]
        if length > 0:
            yield length
