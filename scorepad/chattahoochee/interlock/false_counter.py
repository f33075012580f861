"""Counts the false literals of a core, as clauses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pysat.card import ITotalizer

_FEW = 6  # literals that clauses count by themselves; nearly all cores are so small


class FalseCounter:
    """Counts up to successive numbers, on request.

    A totalizer counts many literals (Bailleux and Boufkhad, CP 2003), and grows by one output at a time.
    """

    def __init__(self, core: Sequence[int]) -> None:
        self.core = core
        self._at_most: dict[int, int] = {}
        self._totalizer: ITotalizer | None = None

    def at_most(self, most_false: int, top_variable: int) -> tuple[int, list[list[int]], int]:
        """The literal that at most `most_false` are false, the clauses that define it, and the last variable
        used.

        A repeated request has no new clauses.
        """
        if most_false in self._at_most:
            return self._at_most[most_false], [], top_variable
        if len(self.core) <= _FEW:
            lit = top_variable = top_variable + 1
            # Of any `most_false` + 1 literals one is true, so no more of them are false.
            clauses = [[-lit, *one_true] for one_true in combinations(self.core, most_false + 1)]
        else:
            totalizer, clauses = self._grow_totalizer(most_false, top_variable)
            lit, top_variable = int(-totalizer.rhs[most_false]), max(top_variable, totalizer.top_id)
        self._at_most[most_false] = lit
        return lit, clauses, top_variable

    def _grow_totalizer(self, most_false: int, top_variable: int) -> tuple[ITotalizer, list[list[int]]]:
        """The totalizer up to this number, and its new clauses."""
        from pysat.card import ITotalizer

        totalizer = self._totalizer
        if totalizer is None:
            totalizer = ITotalizer([-lit for lit in self.core], ubound=most_false, top_id=top_variable)
            self._totalizer = totalizer
        else:
            totalizer.increase(ubound=most_false, top_id=top_variable)
        # The totalizer keeps all its clauses. The solver has those before the last `nof_new` already.
        return totalizer, totalizer.cnf.clauses[len(totalizer.cnf.clauses) - totalizer.nof_new :]
