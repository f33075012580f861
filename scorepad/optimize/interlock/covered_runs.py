"""Which nodes are covered, and how long the runs before and after a node are: by bits, without walking along.

The nodes of a ring follow each other in a cycle. What is covered of a cycle is one whole number, a bit for
each node, kept once in the order of the cycle and once backwards. Turned so that a node's neighbour comes
first, the run beside it is the ones that the number ends in, whatever its length.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scorepad.optimize.interlock.rank_choices import CardGroup, LeapPart, RankChoices
from scorepad.optimize.interlock.ring_nodes import Beside, Ints

_MOST_KEPT = 2_000  # ways to lay the cards of a rank that are kept with what they cover


class CoveredRuns:
    """What several arrangements of the same cards cover, each a *chain* of its own.

    Bits have three axes: the first row is of all that is covered, the next of what is so with a wild, then
    with two wilds, …; the chain; and the columns that `Beside` speaks of.
    """

    def __init__(self, choices: RankChoices, chain_count: int) -> None:
        self.choices, self.nodes = choices, choices.nodes
        self._bits: Ints = np.zeros((1, chain_count, 2 * self.nodes.cycle_count), dtype=np.int64)
        beside = {rank: self.nodes.beside(choices.nodes_here[rank]) for rank in choices.ranks}
        self._columns = {rank: here.columns for rank, here in beside.items()}
        self._node_bits = {rank: np.int64(1) << (here.down - 1) for rank, here in beside.items()}
        self._elsewhere = {rank: ~self._bits_of(rank, slice(None)) for rank in choices.ranks}
        self._by_choice: dict[int, list[Ints]] = {}
        self._kept: dict[tuple[int, bytes, bytes], Ints] = {}

    def _bits_of(self, rank: int, chosen: NDArray[np.bool_] | slice) -> Ints:
        bits = np.zeros(self._bits.shape[2], dtype=np.int64)
        np.bitwise_or.at(bits, self._columns[rank][:, chosen], self._node_bits[rank][:, chosen])
        return bits

    def cover_by_choice(self, chains: Ints, group: CardGroup, taken: Ints) -> None:
        """Take in, in each of these chains, a choice of the only group of its rank, without wilds."""
        bits = self._by_choice.get(group.rank)
        if bits is None:
            bits = self._by_choice[group.rank] = [self._bits_by_choice(part) for part in group.parts]
        self._bits[:, chains] &= self._elsewhere[group.rank]
        for part, of_part in zip(group.parts, bits, strict=True):
            self._bits[0, chains] |= of_part[part.of_choice[taken]]

    def _bits_by_choice(self, part: LeapPart) -> Ints:
        covered = self.choices.covered_by_choice(part)
        bits = np.zeros((len(part.choices), self._bits.shape[2]), dtype=np.int64)
        for columns, node_bits in zip(self._columns[part.rank], self._node_bits[part.rank], strict=True):
            order = np.argsort(columns, kind="stable")
            used, starts = np.unique(columns[order], return_index=True)
            bits[:, used] = np.bitwise_or.reduceat(covered[:, order] * node_bits[order], starts, axis=1)
        return bits

    def cover(self, chain: int, rank: int, naturals_at: Ints, wilds_at: Ints) -> None:
        """Take in what lies at the places of a rank in one chain."""
        key = rank, naturals_at.tobytes(), wilds_at.tobytes()
        if (here := self._kept.get(key)) is None:
            if len(self._kept) == _MOST_KEPT:
                self._kept.clear()
            here = self._kept[key] = self._cover_rank(rank, naturals_at, wilds_at)
        if len(self._bits) < len(here):
            self._bits = np.pad(self._bits, ((0, len(here) - len(self._bits)), (0, 0), (0, 0)))
        self._bits[:, chain] &= self._elsewhere[rank]
        self._bits[: len(here), chain] |= here

    def _cover_rank(self, rank: int, naturals_at: Ints, wilds_at: Ints) -> Ints:
        covered, wilds = self.choices.covered_with_wilds(rank, naturals_at, wilds_at)
        most_wilds = int(wilds[covered].max(initial=0))
        with_wilds = [self._bits_of(rank, covered & (wilds >= count)) for count in range(1, most_wilds + 1)]
        return np.array([self._bits_of(rank, covered), *with_wilds])

    def covered(self) -> NDArray[np.bool_]:
        """By chain and node: whether it is covered."""
        at_nodes: Ints = self._bits[0].take(self.nodes.cycle_numbers, axis=1) >> self.nodes.backwards
        is_covered: NDArray[np.bool_] = (at_nodes & 1).astype(bool)
        return is_covered

    def net(self, chains: Ints, nodes: Ints) -> Ints:
        """The net length of covered nodes: one, less one for each wild in it."""
        columns, backwards = self.nodes.cycle_numbers[nodes], self.nodes.backwards[nodes]
        wilds: Ints = ((self._bits[1:, chains, columns] >> backwards) & 1).sum(axis=0)
        return 1 - wilds

    def lengths_beside(self, nodes: Beside, chains: Sequence[int] | slice) -> tuple[Ints, Ints]:
        """In rows, one for each of these chains: the net lengths of the runs before nodes, and after them."""
        return _lengths(nodes, [bits[chains].take(nodes.columns, axis=1) for bits in self._bits])

    def lengths_each_beside(self, nodes: Beside, chains: Ints) -> tuple[Ints, Ints]:
        """The net lengths of the runs before and after each node in a chain of its own."""
        return _lengths(nodes, [bits[chains, nodes.columns] for bits in self._bits])


def _lengths(nodes: Beside, cycles_of: Sequence[Ints]) -> tuple[Ints, Ints]:
    """By the bits of the nodes' cycles: of all that is covered, and then of what is so with wilds."""
    covered, *with_wilds = (cycle >> nodes.down | cycle << nodes.up for cycle in cycles_of)
    covered &= nodes.others
    run = (covered ^ (covered + 1)) >> 1  # the ones that it ends in
    lengths: Ints = np.bitwise_count(run).astype(np.int64)
    for with_wild in with_wilds:
        lengths -= np.bitwise_count(with_wild & run)
    if with_wilds:
        np.maximum(lengths, 0, out=lengths)
    return lengths[..., 0, :], lengths[..., 1, :]
