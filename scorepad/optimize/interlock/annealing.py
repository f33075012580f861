"""Good arrangements soon, proven by nothing: rank after rank is laid anew while the others lie still.

What each way to lay the cards of one rank would be worth beside the others is known at once, for all ways
together. So a way is drawn by its worth at a temperature that falls from sweep to sweep (Gibbs sampling;
Kirkpatrick and others, Optimization by simulated annealing, Science 220, 1983), and in the end the best is
taken. Every third time one of the longest interlocks that the cards could make is laid first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np

from scorepad.optimize.answer import TimedOut, check_deadline
from scorepad.optimize.interlock.interlock_problem import InterlockProblem, Run
from scorepad.optimize.interlock.laid_ranks import LaidRanks
from scorepad.optimize.interlock.ring_nodes import longest_windows

# Hotter ones lost one or two hundredths of the points under three leaps (docs/measurements.md).
_HOT = (0.01, 0.01, 0.02, 0.04)  # temperatures at first, as parts of the best points known, in turn
_AFRESH = 3  # of so many rounds one begins with another of the longest runs and interlocks
_COOLING = (1.0, 0.46, 0.22, 0.1)  # by sweep
_MOST_SWEEPS = 8  # without chance: a whole track is counted only nearly right, and could go on for ever


@dataclass
class Annealing:
    """Looks for good arrangements as long as it may; `best_points` are those of `best_runs`.

    `count_points` is asked what runs are really worth. Raises TooManyNodes.
    """

    problem: InterlockProblem
    count_points: Callable[[list[Run]], int]
    best_points: int = -1
    best_runs: list[Run] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.laid = LaidRanks(self.problem)
        self.windows = longest_windows(self.problem, self.laid.nodes, self.laid.points)
        # A fixed seed: the same hand is annealed the same way each time.
        self.random = np.random.default_rng(len(self.problem.wilds))
        self.deadline, self.rounds = 0.0, 0

    def run(self, deadline: float, better_runs: Sequence[Run] = ()) -> None:
        """Go on, from `better_runs` if there are any, until `time.perf_counter` shows the deadline."""
        self.deadline = deadline
        with suppress(TimedOut):
            check_deadline(deadline)
            if better_runs:
                self.best_points, self.best_runs = self.count_points(list(better_runs)), list(better_runs)
            while True:
                self._next_round()
        self._keep_better()

    def _next_round(self) -> None:
        """Shake the best arrangement known and let it settle; at times something else is laid in it first."""
        check_deadline(self.deadline)
        number, turn = divmod(self.rounds, _AFRESH)
        self.laid.lay_runs(self.best_runs)
        if not turn and self.windows:
            self.laid.lay_window(self.windows[number % len(self.windows)])
        hottest = _HOT[self.rounds % len(_HOT)] * max(1, self.best_points)
        self.rounds += 1
        if self.best_points > 0:
            for cooler in _COOLING:
                self._sweep(hottest * cooler)
        for _ in range(_MOST_SWEEPS):
            if not self._sweep(0.0):
                break
        self._keep_better()

    def _sweep(self, temperature: float) -> bool:
        """Lay all groups anew, and as many wilds as there are; whether anything lies elsewhere then."""
        group_count, changed = len(self.laid.groups), False
        first = int(self.random.integers(group_count + 1))
        for number in [*range(first, group_count), *range(first)]:
            check_deadline(self.deadline)
            changed |= self._lay_group(number, temperature)
        for number in range(len(self.problem.wilds)):
            check_deadline(self.deadline)
            changed |= self._lay_wild(number, temperature)
        return changed

    def _lay_group(self, number: int, temperature: float) -> bool:
        scores, now = self.laid.scores(number), self.laid.way_of[number]
        drawn = self._drawn(scores, temperature)
        # Without chance only what is worth more: equal ways could change places for ever.
        if drawn == now or (not temperature and scores[drawn] <= scores[now]):
            return False
        self.laid.lay(number, drawn)
        return True

    def _lay_wild(self, number: int, temperature: float) -> bool:
        """Take a wild up once all lie, and lay one where it adds most, or nearly."""
        lying = np.repeat(np.arange(len(self.laid.wilds_at)), self.laid.wilds_at)
        taken = int(lying[number]) if len(lying) == len(self.problem.wilds) else None
        if taken is not None:
            self.laid.move_wild(taken, -1)
        gains = self.laid.gains_of_wild()
        if not gains.any():
            return taken is not None
        place = self._drawn(gains, temperature)
        self.laid.move_wild(place, 1)
        return place != taken

    def _drawn(self, scores: np.ndarray, temperature: float) -> int:
        """The best of them, or by chance another one that is nearly as good."""
        # Gumbel noise: the greatest of numbers with it is drawn as by their exponentials.
        if temperature:
            scores = scores + temperature * self.random.gumbel(size=len(scores))
        return int(scores.argmax())

    def _keep_better(self) -> None:
        """Keep what lies here if it is better than all so far, by what it is really worth."""
        runs = self.laid.runs()
        points = self.count_points(runs)
        if points > self.best_points:
            self.best_points, self.best_runs = points, runs
