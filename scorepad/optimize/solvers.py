"""Which solvers this machine has. A pad in a browser has neither HiGHS nor numpy.

A search asks here for a solver by name. If it is missing, the search uses another method, or says that its
result is not proven. A solver is searched once, and imported by those who use it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Literal

from scorepad.core.errors import SolverMissing
from scorepad.core.sentence import say
from scorepad.optimize.columns import RowLimits, RowUses

Solver = Literal["HiGHS", "SAT"]

_MODULES: Mapping[Solver, Sequence[str]] = {"HiGHS": ("numpy", "highspy"), "SAT": ("pysat",)}


@cache
def has_solver(solver: Solver) -> bool:
    """Whether that solver can be loaded."""
    return all(find_spec(module) for module in _MODULES[solver])


def need(solver: Solver) -> None:
    """Raise SolverMissing if that solver can't be loaded."""
    if not has_solver(solver):
        library = _MODULES[solver][-1]
        raise SolverMissing(
            say("No search for this game here: it needs the library {library}.", library=library)
        )


def row_prices(
    row_limits: RowLimits, objectives: Sequence[int], row_uses: Sequence[RowUses], deadline: float
) -> list[float]:
    """The dual value of each row of the linear relaxation, by HiGHS or in plain Python. Raises
    TreeTooLarge."""
    if has_solver("HiGHS"):
        from scorepad.optimize import milp

        return milp.row_prices(row_limits, objectives, row_uses, deadline)
    from scorepad.optimize import plain_prices

    return plain_prices.row_prices(row_limits, objectives, row_uses, deadline)
