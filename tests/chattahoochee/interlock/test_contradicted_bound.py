"""A bound that an arrangement beats is no bound: what rested on it is not called proven."""

from __future__ import annotations

from dataclasses import replace

from scorepad.chattahoochee.interlock import best_interlocks, solved_layers
from scorepad.core.card_text import read_canonical
from scorepad.optimize import best
from scorepad.rulebook import find_game


def test_layers_that_something_beats_prove_nothing(monkeypatch):
    """The melds stay; the bound is then the crude one."""
    rules = find_game("chattahoochee-interlocking").rules({})
    hand = [read_canonical(card).card for card in ["6H", "7D", "8H", "9D", "7H", "8D", "9H", "TD"]]
    proven = best(rules, hand)
    assert proven.proven_by == "cores"
    search = solved_layers.solve_layers

    def too_low(*arguments, **options):
        solution = search(*arguments, **options)
        return replace(solution, bound=solution.bound - 1)

    monkeypatch.setattr(best_interlocks, "solve_layers", too_low)
    found = best(rules, hand, limit=2)
    assert found.points == proven.points
    assert found.proven_by != "cores"
    assert found.bound >= proven.points
