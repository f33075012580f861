"""Good arrangements soon, proven by nothing: rank after rank is laid anew while the others lie still.

What each way to lay the cards of one rank would be worth beside the others is known at once, for all ways
together. So a way is drawn by its worth at a temperature that falls from sweep to sweep (Gibbs sampling;
Kirkpatrick and others, Optimization by simulated annealing, Science 220, 1983), and in the end the best is
taken. It begins with the longest interlocks that the cards could make, one by one, and what fits beside each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from scorepad.optimize.deadline import TimedOut, check_deadline
from scorepad.optimize.interlock.interlock_problem import InterlockProblem, Run
from scorepad.optimize.interlock.model_to_melds import legal_runs_of_layer
from scorepad.optimize.interlock.rank_choices import RankChoices
from scorepad.optimize.interlock.ring_nodes import Ints, Scores, points_by_length

_FIRST_WINDOWS = 4  # tried before anything is left to chance
_SWEEPS = 8
_AFRESH = 4  # every so many rounds something else than the best is gone on with
_MOST_WINDOWS = 60  # that it may begin with
_HOT = (0.04, 0.04, 0.08, 0.15)  # temperatures at first, as parts of the best points known, in turn
_COOLING = 0.1  # to that part of them
_MOST_SWEEPS = 8  # without chance: a closed circle is counted only nearly right, and could go on for ever

Masks = Mapping[int, NDArray[np.bool_]]  # by number of group: the choices that may be taken


@dataclass
class AnnealingState:
    """By number of group its choice; by place the naturals and the wilds that lie there."""

    choice_of: list[int]
    naturals_at: Ints
    wilds_at: Ints

    def copy(self) -> AnnealingState:
        """Another one that can be changed by itself."""
        return AnnealingState(list(self.choice_of), self.naturals_at.copy(), self.wilds_at.copy())


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
        self.steps_both_ways = np.concatenate([self.nodes.previous_node, self.nodes.next_node])
        self.points = points_by_length(self.problem, self.nodes.elements.shape[1])
        self.random = np.random.default_rng(len(self.problem.wilds))
        self.deadline, self.rounds = 0.0, 0
        self.windows: list[tuple[int, int]] = []
        self.state = self._first_arrangement()
        self._cover_all()
        self.best_state = self.state.copy()

    def run(self, deadline: float, better_runs: Sequence[Run] = ()) -> None:
        """Go on, from `better_runs` if there are any, until `time.perf_counter` shows the deadline."""
        self.deadline = deadline
        with suppress(TimedOut):
            check_deadline(deadline)
            if better_runs:
                self._begin_with(better_runs)
            self.windows = self.windows or self._windows()
            while True:
                self._next_round()

    def _begin_with(self, runs: Sequence[Run]) -> None:
        """Lay an arrangement that was found elsewhere, and what wilds it leaves."""
        naturals_at, self.state.wilds_at = np.zeros((2, self.choices.place_count), dtype=np.int64)
        for run in runs:
            for place, natural in zip(run.places, run.natural, strict=True):
                (naturals_at if natural else self.state.wilds_at)[place] += 1
        self._cover_all()
        for number, mask in self._masks_for(naturals_at).items():
            self._choose(number, int(np.flatnonzero(mask)[0]))
        self._settle({})

    def _next_round(self) -> None:
        """Shake the best arrangement known, or now and then another; at first nothing is left to chance."""
        self._return_to(self.best_state)
        masks: Masks = {}
        if self.rounds < _FIRST_WINDOWS and self.rounds < len(self.windows):
            masks = self._lay_window(*self.windows[self.rounds])
        elif self.rounds % _AFRESH == 0 and self.windows:
            some = int(self.random.integers(min(_MOST_WINDOWS, len(self.windows))))
            self._climb(self._lay_window(*self.windows[some]))
            self._anneal(_HOT[0])
        else:
            self._anneal(_HOT[self.rounds % len(_HOT)])
        self._settle(masks)
        self.rounds += 1

    def _first_arrangement(self) -> AnnealingState:
        naturals_at = np.zeros(self.choices.place_count, dtype=np.int64)
        for group in self.choices.groups:
            naturals_at[self.choices.places[group.rank]] += group.choices[0]
        return AnnealingState([0] * len(self.choices.groups), naturals_at, np.zeros_like(naturals_at))

    def _cover_all(self) -> None:
        """What all cards cover as they lie."""
        element_count = self.choices.place_count * self.choices.layer_count
        self.covered_elements = np.ones(element_count + 1, dtype=bool)
        self.wild_elements = np.zeros(element_count + 1, dtype=bool)
        self.covered = np.zeros(len(self.nodes.sizes), dtype=bool)
        self.net = np.zeros(len(self.nodes.sizes), dtype=np.int64)
        for rank in self.choices.ranks:
            self._cover_rank(rank)

    def _cover_rank(self, rank: int) -> None:
        places, layers = self.choices.places[rank], np.arange(1, self.choices.layer_count + 1)
        naturals = self.state.naturals_at[places][:, None]
        covered = naturals + self.state.wilds_at[places][:, None] >= layers
        elements = self.choices.elements_at(rank)
        self.covered_elements[elements] = covered
        self.wild_elements[elements] = covered & (naturals < layers)
        nodes = self.choices.nodes_here[rank]
        node_elements = self.nodes.elements[nodes]
        self.covered[nodes] = self.covered_elements[node_elements].all(axis=1)
        self.net[nodes] = 1 - self.wild_elements[node_elements].sum(axis=1)

    def _net_beside(self, nodes: Ints) -> tuple[Ints, Ints]:
        """The net lengths of what is covered in a row before each node, and after it."""
        count = len(nodes)
        here = np.concatenate([self.nodes.previous_node[nodes], self.nodes.next_node[nodes]])
        directions = np.repeat((0, len(self.covered)), count)  # both at once: the arrays are short
        lengths = np.zeros(2 * count, dtype=np.int64)
        rows, steps = np.arange(2 * count), 1
        going_on = self.covered[here]
        while True:
            rows, here, directions = rows[going_on], here[going_on], directions[going_on]
            if not len(rows):
                break
            lengths[rows] += self.net[here]
            steps += 1
            here = self.steps_both_ways[directions + here]
            going_on = self.covered[here] & (self.nodes.cycles[here] > steps)
        lengths = np.maximum(lengths, 0)
        return lengths[:count], lengths[count:]

    def _gains(self, nodes: Ints, wilds: int | Ints) -> Scores:
        """What each node adds where it is covered, with so many wilds."""
        before, after = self._net_beside(nodes)
        sizes = self.nodes.sizes[nodes]
        joined = np.minimum(np.maximum(before + after + 1 - wilds, 0), self.nodes.cycles[nodes] - 1)
        gains: Scores = self.points[sizes, joined] - self.points[sizes, before] - self.points[sizes, after]
        return gains

    def _score_choices(self, number: int) -> Scores:
        """What each way to lay the cards of a group is worth beside all others."""
        check_deadline(self.deadline)
        group = self.choices.groups[number]
        places = self.choices.places[group.rank]
        others_at = self.state.naturals_at[places] - group.choices[self.state.choice_of[number]]
        scores = np.zeros(len(group.choices))
        for part in self.choices.covered_nodes(group, others_at, self.state.wilds_at[places]):
            scores += part.by_choice @ self._gains(part.nodes, part.wilds).astype(np.float32)
        return scores

    def _choose(self, number: int, choice: int) -> bool:
        """Whether that is another choice than before."""
        choice_now, group = self.state.choice_of[number], self.choices.groups[number]
        if choice == choice_now:
            return False
        self.state.choice_of[number] = choice
        laid_otherwise = group.choices[choice] - group.choices[choice_now]
        self.state.naturals_at[self.choices.places[group.rank]] += laid_otherwise
        self._cover_rank(group.rank)
        return True

    def _improve(self, number: int, masks: Masks) -> bool:
        if len(self.choices.groups[number].choices) < 2:
            return False
        scores = self._score_choices(number)
        if number in masks:
            scores[~masks[number]] = -1
        best = int(scores.argmax())
        return scores[best] > scores[self.state.choice_of[number]] and self._choose(number, best)

    def _climb(self, masks: Masks) -> None:
        """Group after group to its best choice, until none is better."""
        for _ in range(_MOST_SWEEPS):
            improved = [self._improve(number, masks) for number in range(len(self.choices.groups))]
            if not any(improved):
                return

    def _worth(self) -> float:
        ends = np.flatnonzero(self.covered & ~self.covered[self.nodes.next_node])
        lengths = self._net_beside(ends)[0] + self.net[ends]
        return float(self.points[self.nodes.sizes[ends], np.maximum(lengths, 0)].sum())

    def _gains_of_wild(self) -> Scores:
        """What one more wild would add, by place."""
        nodes = np.flatnonzero(~self.covered[:-1])
        uncovered = ~self.covered_elements[self.nodes.elements[nodes]]
        lacks_one = uncovered.sum(axis=1) == 1
        nodes, uncovered = nodes[lacks_one], uncovered[lacks_one]
        elements = self.nodes.elements[nodes]
        wilds = 1 + self.wild_elements[elements].sum(axis=1)
        inside = self.covered[self.nodes.previous_node[nodes]] & self.covered[self.nodes.next_node[nodes]]
        gains = np.where(inside, self._gains(nodes, wilds), 0)
        place_of_gain = elements[uncovered] // self.choices.layer_count
        by_place: Scores = np.bincount(place_of_gain, gains, self.choices.place_count).astype(np.float64)
        return by_place

    def _move_wild(self, place: int, change: int) -> None:
        self.state.wilds_at[place] += change
        self._cover_rank(int(self.choices.rank_of_place[place]))

    def _add_wilds(self, temperature: float = 0.0) -> None:
        """The wilds that do not lie yet, each where it adds most, or nearly."""
        while self.state.wilds_at.sum() < len(self.problem.wilds):
            check_deadline(self.deadline)
            gains = self._gains_of_wild()
            if not gains.any():
                return
            drawn = gains + temperature * self.random.gumbel(size=len(gains)) if temperature else gains
            self._move_wild(int(drawn.argmax()), 1)

    def _settle(self, masks: Masks) -> None:
        self._climb(masks)
        self._add_wilds()
        self._climb({})
        self._try_wilds_elsewhere()
        self._keep_better()

    def _try_wilds_elsewhere(self) -> None:
        """Each wild taken up and laid anew, with all ranks after it."""
        for place in np.flatnonzero(self.state.wilds_at):
            before, worth_before = self.state.copy(), self._worth()
            self._move_wild(int(place), -1)
            self._add_wilds()
            self._climb({})
            if self._worth() < worth_before:
                self._return_to(before)

    def _return_to(self, state: AnnealingState) -> None:
        self.state = state.copy()
        self._cover_all()

    def _keep_better(self) -> None:
        """Keep the better of what lies here and the best so far, by what it is really worth."""
        worth = self._worth()
        if worth <= self.best_points:
            return
        runs = self._runs()
        points = self.count_points(runs)
        if points > self.best_points:
            self.best_points, self.best_runs, self.best_state = points, runs, self.state.copy()

    def _runs(self) -> list[Run]:
        naturals, both = self.state.naturals_at, self.state.naturals_at + self.state.wilds_at
        runs: list[Run] = []
        for layer in range(1, self.choices.layer_count + 1):
            natural_places = set(np.flatnonzero(naturals >= layer).tolist())
            wild_places = set(np.flatnonzero((both >= layer) & (naturals < layer)).tolist())
            runs += legal_runs_of_layer(self.problem, natural_places, wild_places)
        return runs

    def _anneal(self, hot: float) -> None:
        group_count = len(self.choices.groups)
        for sweep in range(_SWEEPS):
            temperature = max(1, self.best_points) * hot * _COOLING ** (sweep / (_SWEEPS - 1))
            first = int(self.random.integers(group_count))
            for number in (*range(first, group_count), *range(first)):
                scores = self._score_choices(number)
                drawn = scores + temperature * self.random.gumbel(size=len(scores))
                self._choose(number, int(drawn.argmax()))
            for _ in range((len(self.problem.wilds) + 1) // 2):
                self._lay_wild_elsewhere(temperature)

    def _lay_wild_elsewhere(self, temperature: float) -> None:
        wild_places = np.flatnonzero(self.state.wilds_at)
        if len(wild_places):
            self._move_wild(int(self.random.choice(wild_places)), -1)
        self._add_wilds(temperature)

    def _windows(self) -> list[tuple[int, int]]:
        """By first node and length, dearest first: what the cards could cover in a row, by itself."""
        nodes, most_wilds = self.nodes, len(self.problem.wilds)
        starts = np.flatnonzero(self.choices.wilds_needed == 0)
        here, needed = starts, np.zeros(len(starts), dtype=np.int64)
        best_points, best_lengths = np.zeros(len(starts)), np.zeros(len(starts), dtype=np.int64)
        # Farther on, suits change places: the same cards would be needed twice.
        circle_ranks = np.array(self.problem.places.circle_ranks)[nodes.first_places[starts]]
        longest = np.where(nodes.sizes[starts] > 1, circle_ranks, nodes.cycles[starts] - 1)
        # The layers below are covered with it.
        layers = np.where(
            nodes.elements < self.choices.place_count * self.choices.layer_count,
            nodes.elements % self.choices.layer_count + 1,
            1,
        ).prod(axis=1)
        for length in range(2, int(nodes.cycles.max(initial=0))):
            here = nodes.next_node[here]
            needed = needed + self.choices.wilds_needed[here]
            fits = (needed <= most_wilds) & (length <= longest)
            ends = fits & (self.choices.wilds_needed[here] == 0)
            points = self.points[nodes.sizes[starts], np.maximum(0, length - needed)] * layers[starts]
            better = ends & (points > best_points)
            best_points[better], best_lengths[better] = points[better], length
        order = np.argsort(-best_points, kind="stable")
        return [(int(starts[row]), int(best_lengths[row])) for row in order if best_points[row]]

    def _lay_window(self, first_node: int, length: int) -> Masks:
        """Cover these nodes if they can all be: the choices by which they stay so."""
        naturals_wanted = np.zeros_like(self.state.naturals_at)
        wilds_at = np.zeros_like(self.state.wilds_at)
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
        self.state.wilds_at = wilds_at
        self._cover_all()
        for number, mask in masks.items():
            self._choose(number, int(np.flatnonzero(mask)[0]))
        self._keep_better()
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
