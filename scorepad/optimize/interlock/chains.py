"""Several arrangements of the same cards side by side, each a *chain*, and what changes would be worth.

Arrays of numbers take little longer for all chains than for one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorepad.optimize.interlock.covered_runs import CoveredRuns
from scorepad.optimize.interlock.interlock_problem import InterlockProblem, Run
from scorepad.optimize.interlock.model_to_melds import legal_runs
from scorepad.optimize.interlock.rank_choices import CardGroup, CoveredNodes, LeapPart, RankChoices
from scorepad.optimize.interlock.ring_nodes import Beside, Ints, Scores

_MOST_BITS_BY_CHOICE = 200_000  # of a group; with more, what a choice covers is worked out when it is taken


@dataclass
class ChainsState:
    """By chain: of each group its choice; at each place the naturals and the wilds that lie there."""

    choice_of: Ints
    naturals_at: Ints
    wilds_at: Ints

    def copy(self) -> ChainsState:
        """Another one that can be changed by itself."""
        return ChainsState(self.choice_of.copy(), self.naturals_at.copy(), self.wilds_at.copy())

    def take_over(self, chains: Ints | slice, other: ChainsState, other_chains: Ints | slice) -> None:
        """Lay in these chains what lies in those of another state."""
        self.choice_of[chains] = other.choice_of[other_chains]
        self.naturals_at[chains] = other.naturals_at[other_chains]
        self.wilds_at[chains] = other.wilds_at[other_chains]


class Chains:
    """The arrangements of a hand's cards, and what they cover."""

    def __init__(self, problem: InterlockProblem, choices: RankChoices, points: Scores, count: int) -> None:
        self.problem, self.choices, self.nodes, self.points = problem, choices, choices.nodes, points
        self.count = count
        self.covered_runs = CoveredRuns(choices, count)
        self.bits_known_by_choice = [
            alone
            and sum(len(part.choices) for part in group.parts) * len(choices.nodes_here[group.rank])
            <= _MOST_BITS_BY_CHOICE
            for group, alone in zip(choices.groups, choices.alone_at_rank, strict=True)
        ]
        self.state = self._first_state()
        self.cover_all()

    def _first_state(self) -> ChainsState:
        naturals_at = np.zeros((self.count, self.choices.place_count), dtype=np.int64)
        for group in self.choices.groups:
            naturals_at[:, self.choices.places[group.rank]] += group.choices[0]
        choice_of = np.zeros((self.count, len(self.choices.groups)), dtype=np.int64)
        return ChainsState(choice_of, naturals_at, np.zeros_like(naturals_at))

    def cover_all(self) -> None:
        """What all cards cover as they lie."""
        for number in range(len(self.choices.groups)):
            self._cover_rank_of(number, np.arange(self.count))

    def _cover_rank_of(self, number: int, chains: Ints) -> None:
        group = self.choices.groups[number]
        if self.bits_known_by_choice[number]:
            has_wilds = self.state.wilds_at[chains][:, self.choices.places[group.rank]].any(axis=1)
            alike, chains = chains[~has_wilds], chains[has_wilds]
            self.covered_runs.cover_by_choice(alike, group, self.state.choice_of[alike, number])
        for chain in chains:
            self._cover_rank(int(chain), group.rank)

    def _cover_rank(self, chain: int, rank: int) -> None:
        places = self.choices.places[rank]
        self.covered_runs.cover(
            chain, rank, self.state.naturals_at[chain, places], self.state.wilds_at[chain, places]
        )

    def score_choices(self, number: int) -> NDArray[np.float32]:
        """By chain: what each way to lay the cards of a group is worth beside all others."""
        group = self.choices.groups[number]
        if len(group.parts) == 1:
            return self._score_part(number, group, group.parts[0])
        scores = np.zeros((self.count, len(group.choices)), dtype=np.float32)
        for part in group.parts:
            scores += self._score_part(number, group, part).take(part.of_choice, axis=1)
        return scores

    def _score_part(self, number: int, group: CardGroup, part: LeapPart) -> NDArray[np.float32]:
        scores = np.zeros((self.count, len(part.choices)), dtype=np.float32)
        for chains, covered in self._covered_nodes(number, group, part):
            before, after = self.covered_runs.lengths_beside(covered.beside, chains)
            gains = self._gains(covered.beside, covered.wilds, before, after).astype(np.float32)
            # One by one: a product of two matrices would be shared out to threads, which wait for each other.
            scores[chains] = [covered.by_choice @ of_chain for of_chain in gains]
        return scores

    def _gains(self, nodes: Beside, wilds: Ints, before: Ints, after: Ints) -> Scores:
        """What each node adds where it is covered, with so many wilds, between runs of these net lengths."""
        joined = before + after + (1 - wilds)
        np.minimum(np.maximum(joined, 0, out=joined), nodes.longest, out=joined)
        points, start = self.points, nodes.sizes * self.points.shape[1]  # one row after another
        gains: Scores = points.take(start + joined) - points.take(start + before) - points.take(start + after)
        return gains

    def _covered_nodes(
        self, number: int, group: CardGroup, part: LeapPart
    ) -> Iterator[tuple[list[int] | slice, CoveredNodes]]:
        """What each choice covers, for the chains that have the same beside it at the rank."""
        if self.choices.alone_at_rank[number] and not self.problem.wilds:
            yield slice(None), self.choices.covered_alone(part)
            return
        places = self.choices.places[group.rank]
        wilds_at = self.state.wilds_at[:, places]
        others_at = np.zeros_like(wilds_at)
        if not self.choices.alone_at_rank[number]:
            others_at = self.state.naturals_at[:, places] - group.choices[self.state.choice_of[:, number]]
        if not wilds_at.any() and not others_at.any():
            yield slice(None), self.choices.covered_nodes(part, others_at[0], wilds_at[0])
            return
        alike: dict[bytes, list[int]] = {}
        for chain in range(self.count):
            alike.setdefault(wilds_at[chain].tobytes() + others_at[chain].tobytes(), []).append(chain)
        for chains in alike.values():
            yield chains, self.choices.covered_nodes(part, others_at[chains[0]], wilds_at[chains[0]])

    def choose(self, number: int, chosen: Ints) -> NDArray[np.bool_]:
        """Take these choices, one for each chain; which chains have another than before."""
        changed: NDArray[np.bool_] = chosen != self.state.choice_of[:, number]
        if changed.any():
            self.lay(slice(None), number, chosen)
            self._cover_rank_of(number, np.flatnonzero(changed))
        return changed

    def lay(self, chains: int | slice, number: int, chosen: int | Ints) -> None:
        """Take choices, and leave what is covered as it was."""
        group = self.choices.groups[number]
        now = self.state.choice_of[chains, number]
        self.state.naturals_at[chains, self.choices.places[group.rank]] += (
            group.choices[chosen] - group.choices[now]
        )
        self.state.choice_of[chains, number] = chosen

    def worth(self) -> Scores:
        """By chain: what lies there, as it is counted here."""
        covered = self.covered_runs.covered()
        chains, ends = np.nonzero(covered & ~covered[:, self.nodes.next_node])
        before, _ = self.covered_runs.lengths_each_beside(self.nodes.beside(ends), chains)
        lengths = np.maximum(before + self.covered_runs.net(chains, ends), 0)
        earned = self.points[self.nodes.sizes[ends], lengths]
        worth: Scores = np.bincount(chains, earned, self.count).astype(np.float64)
        return worth

    def gains_of_wild(self) -> Scores:
        """What one more wild would add, by chain and place."""
        covered = self.covered_runs.covered()
        inside = covered[:, self.nodes.previous_node] & covered[:, self.nodes.next_node]
        chains, nodes = np.nonzero(~covered & inside)
        elements = self.nodes.elements[nodes]
        uncovered = ~self._are_laid(self.state.naturals_at + self.state.wilds_at, chains, elements)
        lacks_one = uncovered.sum(axis=1) == 1
        chains, nodes, elements = chains[lacks_one], nodes[lacks_one], elements[lacks_one]
        wilds = (~self._are_laid(self.state.naturals_at, chains, elements)).sum(axis=1)
        beside = self.nodes.beside(nodes)
        gains = self._gains(beside, wilds, *self.covered_runs.lengths_each_beside(beside, chains))
        places = elements[uncovered[lacks_one]] // self.choices.layer_count
        place_count = self.choices.place_count
        by_place = np.bincount(chains * place_count + places, gains, self.count * place_count)
        return by_place.reshape(self.count, -1).astype(np.float64)

    def _are_laid(self, laid_at: Ints, chains: Ints, elements: Ints) -> NDArray[np.bool_]:
        """Of elements in rows, each row in a chain of its own: whether so many cards lie there."""
        layers = np.arange(1, self.choices.layer_count + 1)
        by_chain = (laid_at[:, :, None] >= layers).reshape(self.count, -1)
        laid: NDArray[np.bool_] = np.pad(by_chain, ((0, 0), (0, 1)), constant_values=True)
        return laid[chains[:, None], elements]

    def move_wild(self, chain: int, place: int, change: int) -> None:
        """Lay a wild at a place, or take one up."""
        self.state.wilds_at[chain, place] += change
        self._cover_rank(chain, int(self.choices.rank_of_place[place]))

    def runs(self, chain: int) -> list[Run]:
        """The melds of a chain that are legal, as runs."""
        naturals = self.state.naturals_at[chain]
        both = naturals + self.state.wilds_at[chain]
        covered = [
            (
                set(np.flatnonzero(naturals >= layer).tolist()),
                set(np.flatnonzero((both >= layer) & (naturals < layer)).tolist()),
            )
            for layer in range(1, self.choices.layer_count + 1)
        ]
        return legal_runs(self.problem, covered)
