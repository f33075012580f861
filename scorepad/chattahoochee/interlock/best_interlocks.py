"""Chooses the search for melds that interlock, by what holds under the rules, and what it proves.

Three methods run in turn, each only if the earlier ones left points below the bound: the layered formula,
layers that can be laid as they are, and the columns (docs/optimizer.md).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import chain, combinations

from scorepad.chattahoochee.interlock.interlock_problem import (
    InterlockProblem,
    Place,
    Run,
    closable_tracks,
    has_simple_wilds,
    interlock_problem,
)
from scorepad.chattahoochee.interlock.legal_runs import melds_of_runs
from scorepad.chattahoochee.interlock.lone_cards import divided_at_lone_cards, lone_cards_count
from scorepad.chattahoochee.interlock.objective import (
    closing_never_gains,
    layers_are_best,
    score_runs,
    trivial_bound,
)
from scorepad.chattahoochee.interlock.solved_layers import solve_layers
from scorepad.chattahoochee.leftover import leftover_melds, leftover_points
from scorepad.core.bonuses import LyingBeside, most_quartets
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check
from scorepad.core.melding import melding_of
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Rules
from scorepad.optimize.answer import Answer, Method, TimedOut, note, weakest

_MOST_CASES = 64  # of cards that lie as wilds
_STRICT_SHARE = 0.6  # of the time that is left; the columns have the rest
_PROOF_SHARE = 0.8  # of all the time, to look for the best and prove it
_CONVEX_SCHEDULE = Schedule("one-zero")  # whose best melds are tried where a hand is too large for its own


def search_interlocks(
    rules: Rules, cards: Sequence[Card], *, table: Sequence[Meld] = (), limit: float = 2.0
) -> Answer:
    """The melds of the highest score with their interlocks, including those with partners' melds on the table
    (I7).

    `limit` is in seconds; a search that it cuts off answers with the best found and a bound. The melds of the
    table are not in the answer.
    """
    began = time.perf_counter()
    problem = interlock_problem(rules, cards, table)
    note(lambda: (melds_of_runs(problem, longest_runs_first(problem)), ()))
    best_melds, best_points, bound, method = _search_layers(problem, cards, began + limit)
    note(lambda: (best_melds, ()))
    if best_points < bound and time.perf_counter() < began + limit:
        from scorepad.chattahoochee.interlock import full_model

        with suppress(full_model.ModelTooLarge, TimedOut):
            other_melds, other_bound = full_model.solve_full_model(problem, cards, began + limit)
            other_points = check(rules, other_melds, LyingBeside(problem.table_melds)).points
            if other_bound is not None and other_bound < bound:
                bound, method = other_bound, "HiGHS"
            if other_points > best_points:
                best_melds, best_points = other_melds, other_points
    seconds = time.perf_counter() - began
    return Answer(best_melds, best_points, max(best_points, bound), seconds, method=method)


def _search_layers(
    problem: InterlockProblem, cards: Sequence[Card], deadline: float
) -> tuple[tuple[Meld, ...], int, int, Method]:
    """Melds, their points, and a bound with its method, by the layered formula if it holds."""
    if has_simple_wilds(problem.rules, cards) and layers_hold(problem):
        return _LayerSearch(problem, deadline).run()
    cases = _cases_of_wilds(problem)
    if cases and all(layers_hold(case.problem) for case in cases):
        return _search_cases(problem, cases, deadline)
    return _solve_as_if_convex(problem, deadline)


@dataclass(frozen=True, slots=True)
class _CaseOfWilds:
    """A hand in which each card is either natural or wild, with the wilds laid by themselves and their
    points."""

    problem: InterlockProblem
    alone: tuple[Card, ...] = ()
    points_alone: int = 0


def _cases_of_wilds(problem: InterlockProblem) -> list[_CaseOfWilds]:
    """The choices of cards that are wild, and of those laid by themselves (H17, H18). Empty if wilds may not
    stand for everything, or there are too many cases."""
    rules, melding = problem.rules, melding_of(problem.rules)
    either = [card for card in problem.natural_counts.elements() if melding.reach(card)]
    stand_anywhere = all(
        melding.naturals <= melding.reach(card) | {card} for card in (*either, *problem.wilds)
    )
    layer_rules = rules.variant(wild_only_schedule=None)
    cases = []
    for as_wild in sorted(set(chain.from_iterable(_choices(either)))) if stand_anywhere else ():
        naturals, wilds = problem.natural_counts - Counter(as_wild), (*problem.wilds, *as_wild)
        for used in range(0 if rules.wilds.wild_only_schedule else len(wilds), len(wilds) + 1):
            case = replace(problem, rules=layer_rules, natural_counts=naturals, wilds=wilds[:used])
            alone = wilds[used:]
            cases.append(_CaseOfWilds(case, alone, leftover_points(rules, len(alone))))
    return cases if len(cases) <= _MOST_CASES else []


def _choices(cards: Sequence[Card]) -> Iterator[Iterable[tuple[Card, ...]]]:
    """Every choice of some of the cards, by number."""
    return (combinations(sorted(cards), count) for count in range(len(cards) + 1))


def _search_cases(
    problem: InterlockProblem, cases: Sequence[_CaseOfWilds], deadline: float
) -> tuple[tuple[Meld, ...], int, int, Method]:
    """The best of all cases, each with its part of the time, and the highest of their bounds."""
    found: list[tuple[int, tuple[Meld, ...]]] = []
    bounds, methods = [], []
    for number, case in enumerate(cases):
        now = time.perf_counter()
        case_melds, _, bound, method = _LayerSearch(
            case.problem, now + (deadline - now) / (len(cases) - number)
        ).run()
        melds = (*case_melds, *leftover_melds(problem.rules, case.alone))
        found.append((check(problem.rules, melds, LyingBeside(problem.table_melds)).points, melds))
        bounds.append(bound + case.points_alone)
        methods.append(method)
    points, best_melds = max(found, key=lambda of_case: of_case[0])
    return best_melds, points, max(points, *bounds), weakest(methods)


@dataclass
class _LayerSearch:
    """The best runs of a hand so far, by several methods; `best_points` exclude quartets."""

    problem: InterlockProblem
    deadline: float
    best_points: int = -1
    best_runs: list[Run] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.began = time.perf_counter()
        self.lone_points = lone_value(self.problem) * self.problem.natural_counts.total()

    def run(self) -> tuple[tuple[Meld, ...], int, int, Method]:
        """Search. Returns melds, their points, and a bound with its method."""
        problem = self.problem
        bound, method = self._prove(self.began + _PROOF_SHARE * (self.deadline - self.began))
        if self.best_points > bound:  # layers that something beats bound nothing
            bound = trivial_bound(problem)
        if self.best_points < bound:
            self._lay_strictly()
        if self.best_points < bound:
            self._keep_better(longest_runs_first(problem))
        # Every natural is melded, so quartets count the same whatever lies beside what (H24).
        certain_points = quartet_points(problem)
        points, bound = self.best_points + certain_points, bound + certain_points
        # The trivial bound takes a tenth of the time of 20 cards, so only unproven hands are asked.
        if points < bound and (most_points := trivial_bound(problem)) < bound:
            bound, method = most_points, "trivial bound"
        return melds_of_runs(problem, self.best_runs), points, bound, method

    def _prove(self, deadline: float) -> tuple[int, Method]:
        """Search the best runs, and a bound with its method."""
        solution = solve_layers(self.problem, deadline)
        self._keep_better(solution.runs)
        if lone_cards_count(self.problem):
            points_of = partial(score_laid, self.problem)
            self._keep_better(divided_at_lone_cards(self.problem, solution.runs, points_of))
        return solution.bound + self.lone_points, solution.method

    def _lay_strictly(self) -> None:
        """Search layers that can be laid as they are, with all wilds and with fewer."""
        # A wild more can make a formula worth more whose layers then can’t be laid.
        for count in range(len(self.problem.wilds), -1, -1):
            now = time.perf_counter()
            seconds = _STRICT_SHARE * (self.deadline - now) / (count + 1)
            fewer_wilds = replace(self.problem, wilds=self.problem.wilds[:count])
            self._keep_better(solve_layers(fewer_wilds, now + seconds, strict=True).runs)

    def _keep_better(self, runs: list[Run]) -> None:
        points = score_laid(self.problem, runs)
        if points > self.best_points:
            self.best_points, self.best_runs = points, runs
            note(lambda: (melds_of_runs(self.problem, runs), ()))


def rules_count_one_card(rules: Rules) -> bool:
    return bool(rules.values.schedule.value(1) or rules.interlock_value(1))


def lone_value(problem: InterlockProblem) -> int:
    return problem.rules.values.schedule.value(1)


def score_laid(problem: InterlockProblem, runs: Sequence[Run]) -> int:
    """The points of the runs with those of the table, and of the other cards one by one, without quartets."""
    lone_cards = problem.natural_counts.total() - sum(sum(run.natural) for run in runs)
    laid_points = score_runs(problem.rules, problem.places, runs, problem.table_runs)
    return laid_points + lone_cards * lone_value(problem)


def _solve_as_if_convex(
    problem: InterlockProblem, deadline: float
) -> tuple[tuple[Meld, ...], int, int, Method]:
    """If the layers do not hold: melds by layers under another schedule, with and without wilds."""
    bonuses = problem.rules.bonuses
    interlocks = bonuses.interlocks and replace(bonuses.interlocks, schedule=None)
    rules = problem.rules.variant(schedule=_CONVEX_SCHEDULE, interlocks=interlocks)
    convex, now = replace(problem, rules=rules), time.perf_counter()
    by_layers = [
        solve_layers(replace(convex, wilds=()), now + (deadline - now) / 4).runs,
        solve_layers(convex, now + (deadline - now) / 2, strict=True).runs,
    ]
    # Layers take a wild for any card, so one that stands for a few may lie where it can't.
    laid = [melds_of_runs(problem, runs) for runs in (*by_layers, longest_runs_first(problem), [])]
    judged = [(check(problem.rules, melds, LyingBeside(problem.table_melds)), melds) for melds in laid]
    points, best_melds = max(
        ((verdict.points, melds) for verdict, melds in judged if verdict.legal), key=lambda legal: legal[0]
    )
    return best_melds, points, trivial_bound(problem), "trivial bound"


def longest_runs_first(problem: InterlockProblem) -> list[Run]:
    """A quick arrangement: repeatedly the longest run of the naturals left.

    Runs have at least two naturals, and at most the length of their track.
    """
    naturals_left = Counter(problem.natural_counts)
    longest_heap = [
        (-len(_longest_run(problem, naturals_left, place)), place)
        for place in range(len(problem.places.cards))
    ]
    heapify(longest_heap)
    laid_runs: list[Run] = []
    while longest_heap:
        length, place = heappop(longest_heap)
        run = _longest_run(problem, naturals_left, place)  # shorter perhaps than it was, but never longer
        if len(run) == -length > 1:
            naturals_left.subtract(problem.places.cards[covered_place] for covered_place in run)
            laid_runs.append(Run(tuple(run), (True,) * len(run)))
        if len(run) > 1:
            heappush(longest_heap, (-len(_longest_run(problem, naturals_left, place)), place))
    return laid_runs


def _longest_run(problem: InterlockProblem, naturals_left: Counter[Card], place: Place) -> list[Place]:
    """The consecutive places from `place` on for which naturals are left."""
    places = problem.places
    run: list[Place] = []
    while len(run) < places.track_length[place] and naturals_left[places.cards[place]]:
        run.append(place)
        place = places.next_place[place]
    return run


def quartet_points(problem: InterlockProblem) -> int:
    """The points of quartets that the hand has however it is melded (H24)."""
    rules = problem.rules
    if not rules.bonuses.quartet_bonus:
        return 0
    suits = rules.pack.common_suits
    return rules.bonuses.quartet_bonus * sum(
        most_quartets([problem.natural_counts[Card(rank, suit)] for suit in suits])
        for rank in rules.pack.ranks
    )


def layers_hold(problem: InterlockProblem) -> bool:
    """Whether the assumptions of the layered formula hold for the hand (see docs/exactness.md)."""
    wild_count = len(problem.wilds)
    has_wilds = bool(wild_count) or any(not all(run.natural) for run in problem.table_runs)
    if not layers_are_best(problem.rules, problem.hand_size, has_wilds) or (
        # Wilds that lie alone may be worth something. In an order with ends they could lie at the ranks of no
        # card that close it.
        wild_count and (problem.rules.wilds.wild_only_schedule or not problem.rules.shapes.runs.circular)
    ):
        return False
    tracks = closable_tracks(problem)
    if tracks and has_wilds and rules_count_one_card(problem.rules):
        return False
    places = problem.places
    return all(
        closing_never_gains(
            problem.rules,
            problem.hand_size,
            places.lap_ranks[track_start],
            places.track_length[track_start],
            wild_count,
        )
        for track_start, *_ in tracks
    )
