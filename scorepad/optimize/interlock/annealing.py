"""Good arrangements soon, proven by nothing: rank after rank is laid anew while the others lie still.

What each way to lay the cards of one rank would be worth beside the others is known at once, for all ways
together. So a way is drawn by its worth at a temperature that falls from sweep to sweep (Gibbs sampling;
Kirkpatrick and others, Optimization by simulated annealing, Science 220, 1983), and in the end the best is
taken. It begins with the longest interlocks that the cards could make, one by one, and what fits beside each.
Several chains of such arrangements go on side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from scorepad.optimize.deadline import TimedOut, check_deadline
from scorepad.optimize.interlock.chains import Chains
from scorepad.optimize.interlock.interlock_problem import InterlockProblem, Run
from scorepad.optimize.interlock.longest_windows import longest_windows
from scorepad.optimize.interlock.rank_choices import RankChoices
from scorepad.optimize.interlock.ring_nodes import Ints, Scores, points_by_length

_CHAINS = 8
_CHAINS_OF_PARTS = 2  # where the cards of a rank are laid in parts, what they cover is not known beforehand
_FIRST_WINDOWS = 8  # tried before anything is left to chance
_AFRESH = 4  # of so many rounds of a chain one goes on with something else than the best
_SWEEPS = 4
_MOST_WINDOWS = 60  # that it may begin with
_HOT = (0.01, 0.01, 0.02, 0.04)  # temperatures at first, as parts of the best points known, in turn
_COOLING = 0.1  # to that part of them
_MOST_SWEEPS = 8  # without chance: a closed circle is counted only nearly right, and could go on for ever
_NOISE = 1 << 14  # numbers drawn by chance that are used again and again, each time from another on

# By number of group: chains, and which choices each may take.
Masks = Mapping[int, list[tuple[int, NDArray[np.bool_]]]]


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
        self.choices = RankChoices(self.problem)
        self.nodes = self.choices.nodes
        self.points = points_by_length(self.problem, self.nodes.elements.shape[1])
        chain_count = _CHAINS if all(self.choices.alone_at_rank) else _CHAINS_OF_PARTS
        self.chains = Chains(self.problem, self.choices, self.points, chain_count)
        self.best_state = self.chains.state.copy()
        self.random = np.random.default_rng(len(self.problem.wilds))
        self.noise = self.random.gumbel(size=2 * _NOISE).astype(np.float32)
        self.deadline, self.rounds = 0.0, 0
        groups = self.choices.groups
        self.free_groups = [number for number, group in enumerate(groups) if len(group.choices) > 1]
        self.windows: list[tuple[int, int]] = []

    def run(self, deadline: float, better_runs: Sequence[Run] = ()) -> None:
        """Go on, from `better_runs` if there are any, until `time.perf_counter` shows the deadline."""
        self.deadline = deadline
        with suppress(TimedOut):
            check_deadline(deadline)
            if better_runs:
                self._begin_with(better_runs)
            self.windows = self.windows or longest_windows(self.problem, self.choices, self.points)
            while True:
                self._next_round()
        self._keep_better()

    def _begin_with(self, runs: Sequence[Run]) -> None:
        """Lay an arrangement that was found elsewhere, and what wilds it leaves."""
        naturals_at, wilds_at = np.zeros((2, self.choices.place_count), dtype=np.int64)
        for run in runs:
            for place, natural in zip(run.places, run.natural, strict=True):
                (naturals_at if natural else wilds_at)[place] += 1
        self.chains.state.wilds_at[:] = wilds_at
        for number, mask in self._masks_for(naturals_at).items():
            self.chains.lay(slice(None), number, int(np.flatnonzero(mask)[0]))
        self.chains.cover_all()
        self._keep_better()
        self._settle({})

    def _next_round(self) -> None:
        """Shake the best arrangement known, in some chains another; at first nothing is left to chance."""
        check_deadline(self.deadline)
        self.chains.state.take_over(slice(None), self.best_state, slice(0, 1))
        numbers = self.rounds * self.chains.count + np.arange(self.chains.count)
        window_count = min(_MOST_WINDOWS, len(self.windows))
        self.rounds += 1
        if numbers[0] < min(_FIRST_WINDOWS, window_count):
            self._settle(self._lay_windows(dict(enumerate(numbers[numbers < window_count]))))
            return
        if window_count:
            afresh = np.flatnonzero(numbers % _AFRESH == 0)
            drawn = self.random.integers(window_count, size=len(afresh))
            self._climb(self._lay_windows(dict(zip(afresh, drawn, strict=True))))
        self._anneal(np.array(_HOT)[numbers % len(_HOT), None])
        self._settle({})

    def _improve(self, number: int, masks: Masks) -> NDArray[np.bool_]:
        """Take the best choice of each chain; where it is better than what was chosen."""
        check_deadline(self.deadline)
        scores = self.chains.score_choices(number)
        for chain, mask in masks.get(number, ()):
            scores[chain, ~mask] = -1
        rows, now = np.arange(self.chains.count), self.chains.state.choice_of[:, number]
        best = scores.argmax(axis=1)
        return self.chains.choose(number, np.where(scores[rows, best] > scores[rows, now], best, now))

    def _climb(self, masks: Masks) -> None:
        """Group after group to its best choice, until all of them have been asked since one changed."""
        unasked = len(self.free_groups)
        for number in self.free_groups * _MOST_SWEEPS:
            unasked = len(self.free_groups) - 1 if self._improve(number, masks).any() else unasked - 1
            if not unasked:
                return

    def _add_wilds(self, temperature: Scores | float = 0.0) -> None:
        """The wilds that do not lie yet, each where it adds most, or nearly."""
        while (lacks_wilds := self.chains.state.wilds_at.sum(axis=1) < len(self.problem.wilds)).any():
            check_deadline(self.deadline)
            gains = self.chains.gains_of_wild()
            lacks_wilds &= gains.any(axis=1)
            if not lacks_wilds.any():
                return
            drawn = gains + temperature * self._by_chance(*gains.shape)
            for chain in np.flatnonzero(lacks_wilds):
                self.chains.move_wild(int(chain), int(drawn[chain].argmax()), 1)

    def _by_chance(self, *shape: int) -> NDArray[np.float32]:
        """Gumbel noise: the greatest of numbers with it is drawn as by their exponentials."""
        size = int(np.prod(shape))
        first = int(self.random.integers(_NOISE))
        return np.resize(self.noise[first : first + size], shape)

    def _settle(self, masks: Masks) -> None:
        if masks:
            self._climb(masks)
        self._add_wilds()
        self._climb({})
        self._try_wilds_elsewhere()
        self._keep_better()

    def _try_wilds_elsewhere(self) -> None:
        """Each wild taken up and laid anew, with all ranks after it."""
        for number in range(len(self.problem.wilds)):
            before, worth_before = self.chains.state.copy(), self.chains.worth()
            for chain in range(self.chains.count):
                wild_places = np.flatnonzero(self.chains.state.wilds_at[chain])
                if number < len(wild_places):
                    self.chains.move_wild(chain, int(wild_places[number]), -1)
            self._add_wilds()
            self._climb({})
            worse = np.flatnonzero(self.chains.worth() < worth_before)
            self.chains.state.take_over(worse, before, worse)
            self.chains.cover_all()

    def _keep_better(self) -> None:
        """Keep the best of what lies here if it is better than all so far, by what it is really worth."""
        worth = self.chains.worth()
        for chain in np.argsort(-worth, kind="stable"):
            if worth[chain] <= self.best_points:
                return
            runs = self.chains.runs(int(chain))
            points = self.count_points(runs)
            if points > self.best_points:
                self.best_points, self.best_runs = points, runs
                self.best_state.take_over(slice(None), self.chains.state, slice(chain, chain + 1))

    def _anneal(self, hot: Scores) -> None:
        """Lay all ranks anew by chance; `hot` are the first temperatures, a row for each chain."""
        hottest = hot * max(1, self.best_points)
        for sweep in range(_SWEEPS):
            temperature = hottest * _COOLING ** (sweep / (_SWEEPS - 1))
            first = int(self.random.integers(len(self.free_groups) + 1))
            for number in self.free_groups[first:] + self.free_groups[:first]:
                check_deadline(self.deadline)
                scores = self.chains.score_choices(number)
                drawn = scores + temperature.astype(np.float32) * self._by_chance(*scores.shape)
                self.chains.choose(number, drawn.argmax(axis=1))
            for _ in range((len(self.problem.wilds) + 1) // 2):
                self._lay_wilds_elsewhere(temperature)

    def _lay_wilds_elsewhere(self, temperature: Scores) -> None:
        for chain in range(self.chains.count):
            wild_places = np.flatnonzero(self.chains.state.wilds_at[chain])
            if len(wild_places):
                self.chains.move_wild(chain, int(self.random.choice(wild_places)), -1)
        self._add_wilds(temperature)

    def _lay_windows(self, window_of: Mapping[int, int]) -> Masks:
        """Cover in some chains a window if it can be: the choices by which it stays so."""
        masks: dict[int, list[tuple[int, NDArray[np.bool_]]]] = {}
        for chain, window in window_of.items():
            for group, mask in self._lay_window(chain, *self.windows[window]).items():
                masks.setdefault(group, []).append((chain, mask))
        self.chains.cover_all()
        self._keep_better()
        return masks

    def _lay_window(self, chain: int, first_node: int, length: int) -> dict[int, NDArray[np.bool_]]:
        """Lay what covers these nodes, if they can all be: the choices by which they stay so."""
        naturals_wanted, wilds_at = np.zeros((2, self.choices.place_count), dtype=np.int64)
        node = first_node
        for _ in range(length):
            elements = self.nodes.elements[node]
            elements = elements[elements < self.choices.place_count * self.choices.layer_count]
            places, layers = elements // self.choices.layer_count, elements % self.choices.layer_count + 1
            copies = self.choices.copies[places]
            naturals_wanted[places] = np.maximum(naturals_wanted[places], np.minimum(layers, copies))
            wilds_at[places] = np.maximum(wilds_at[places], layers - copies)
            node = int(self.nodes.next_node[node])
        masks = self._masks_for(naturals_wanted)
        if wilds_at.sum() > len(self.problem.wilds) or not all(mask.any() for mask in masks.values()):
            return {}
        self.chains.state.wilds_at[chain] = wilds_at
        for number, mask in masks.items():
            self.chains.lay(chain, number, int(np.flatnonzero(mask)[0]))
        return masks

    def _masks_for(self, naturals_wanted: Ints) -> dict[int, NDArray[np.bool_]]:
        """The choices that lay at least so many naturals at the places that the group's cards can lie at."""
        masks = {}
        for number, group in enumerate(self.choices.groups):
            most = group.choices.max(axis=0)
            wanted = np.minimum(naturals_wanted[self.choices.places[group.rank]], most)
            if wanted.any():
                masks[number] = (group.choices >= wanted).all(axis=1)
        return masks
