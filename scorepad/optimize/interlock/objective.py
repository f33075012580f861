"""What stretches are worth, taken apart: how much each one that is covered adds to those within it; and what
runs laid side by side are worth, the search's own count, apart from the referee's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from math import factorial, prod

from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.optimize.interlock.interlock_problem import InterlockProblem, Place, Places, PointsByLength, Run
from scorepad.optimize.leftover import leftover_points
from scorepad.optimize.trivial_bounds import most_alone


def meld_points(rules: Rules, max_naturals: int) -> PointsByLength:
    """The schedule's value of 0, 1, 2 … `max_naturals` naturals."""
    return tuple(rules.values.schedule.value(naturals) for naturals in range(max_naturals + 1))


def interlock_points(rules: Rules, max_length: int) -> PointsByLength:
    """L × schedule(L) of the net lengths 0, 1, 2 … `max_length` (I3)."""
    return tuple(rules.interlock_value(net_length) for net_length in range(max_length + 1))


def second_differences(values: PointsByLength) -> PointsByLength:
    """By length what a stretch adds to those within it: 0 0 1 3 has 0 0 1 1.

    A stretch of n is worth the sum of these over all stretches within it, itself among them.
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
    """Whether the shortcuts of the layered search hold for melds and interlocks (see docs/exactness.md).

    The steps from value to value never fall; with wilds they must not grow more slowly either. Where one
    rank of an interlock is worth something, a meld with wilds has two naturals side by side (H15).
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
    """Whether a meld round all places of a track is worth no more than the layered bound counts for it."""
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
    """Points that no arrangement exceeds under any rules: every natural beside every other of its rank.

    A wild takes its rank off an interlock (I3). So the net lengths of all interlocks of k melds add up to no
    more than the choices of one natural of each of k suits at each rank.
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
    """By rank the cards of each suit that could lie there as themselves, partners' included; most first."""
    counts = problem.natural_counts + Counter(
        problem.places.cards[place] for run in problem.table_runs for place in run.places
    )
    by_rank: dict[str, list[int]] = {}
    for card in dict.fromkeys(problem.places.cards):
        if counts[card]:
            by_rank.setdefault(card.rank, []).append(counts[card])
    return [sorted(copies, reverse=True) for copies in by_rank.values()]


def _most_beside_interlocks(problem: InterlockProblem) -> int:
    """The most that quartets and wilds by themselves could add (H17, H24)."""
    rules, reach = problem.rules, melding_of(problem.rules).reach
    either = sum(count for card, count in problem.natural_counts.items() if reach(card))
    most_wilds = max(leftover_points(rules, count) for count in range(len(problem.wilds) + either + 1))
    return most_wilds + rules.bonuses.quartet_bonus * (problem.hand_size // 4)


WildsByPlace = dict[Place, int]  # with the wilds that lie there


def score_runs(rules: Rules, places: Places, own_runs: Sequence[Run], table: Sequence[Run] = ()) -> int:
    """The value of the own runs and of every interlock that one of them is in (I2-I7)."""
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
    """The numbers of runs whose suits lead round, with the places of the first run at which all of them lie.
    All runs are of two cards and more.

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
    """The places at which the next run of a ring lies too, leading from its last suit to `next_suit`."""
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
    """The net length of each maximal stretch of the places (I3)."""
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
