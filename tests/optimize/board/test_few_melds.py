"""K2, K3, K5: short racks, played without a solver, against the linear program and its branching."""

from __future__ import annotations

import random

import pytest

from scorepad.core.cards import WILD
from scorepad.optimize import best
from scorepad.optimize.board import best_play
from scorepad.rulebook import find_game
from tests.profiles import examples

GAMES = (
    ("rummikub", {}),
    ("rummikub", {"aim": "points"}),
    ("rummikub", {"initial_done": False}),
    ("rummikub", {"initial_done": False, "aim": "points", "retrieve_jokers": True}),
    ("rummikub", {"initial_done": False, "first_play_one_set": True}),
    ("rummikub", {"repeated_colours": True}),
    ("shanghai", {"jokers": 2}),
)
EACH = examples(60)


def position(rng, game, options):
    """Rules, a rack of tiles close together, and a table that tiles of the rest make."""
    rules = find_game(game).rules(options)
    ranks = rules.pack.ranks
    low = rng.randrange(len(ranks) - 5)
    near = [card for card in rules.pack.cards if card.rank in ranks[low : low + 6]] * rules.packs
    rng.shuffle(near)
    size, there = rng.randint(0, 12), rng.choice([0, 0, 4, 8])
    jokers = rng.choice([0, 0, 1, 2])
    on_table = rng.randint(0, jokers) if there else 0
    lying = [*near[size : size + there], *[WILD] * on_table]
    table = best(find_game(game).rules({"jokers": 2}), lying).melds
    laid = sum(one.card == WILD for meld in table for one in meld)
    return rules, [*near[:size], *[WILD] * (jokers - laid)], table


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_without_and_with_a_solver_the_best_play_is_worth_the_same(game, options, monkeypatch):
    """Racks of up to 12 tiles and tables of up to 10: as many points, as few tiles left, and both proven."""
    rng = random.Random(f"few {game} {options}")
    plain = 0
    for _ in range(EACH):
        rules, rack, table = position(rng, game, options)
        few = best(rules, rack, table=table, limit=20)
        with monkeypatch.context() as patch:
            patch.setattr(best_play, "play_of_few_melds", lambda _board: None)
            many = best(rules, rack, table=table, limit=20)
        assert few.proven
        assert many.proven
        assert (few.points, len(few.left)) == (many.points, len(many.left)), (rules, rack, table)
        plain += few.melds == many.melds
    assert plain
