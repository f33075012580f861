"""A2: a meld that is not legal is told why, in every game and under its house rules."""

from __future__ import annotations

import random

import pytest

from scorepad.core.cards import Laid
from scorepad.core.check import check_meld
from scorepad.core.notation import read_cards, read_melds
from scorepad.rulebook import find_game
from tests.optimize.decks import DECKS


@pytest.mark.parametrize(("game", "options", "deck", "size"), DECKS)
def test_a2_whatever_is_laid_is_legal_or_has_a_reason(game, options, deck, size):
    """A reason is a sentence that ends in a full stop and names its clause."""
    rules = find_game(game).rules(options)
    cards = [laid.card for laid in read_cards(deck, rules.pack)]
    for seed in range(150):
        rng = random.Random(seed)
        verdict = check_meld(rules, tuple(map(Laid, rng.sample(cards, rng.randint(1, size + 1)))))
        assert verdict.legal != bool(verdict.findings)
        assert all(one.sentence.endswith(".") and one.clause for one in verdict.findings)


@pytest.mark.parametrize("reach", ["own-suit", "own-colour"])
def test_h20_a_wild_out_of_its_reach_is_named(reach):
    """A red five in a run of clubs."""
    rules = find_game("chattahoochee").rules({"wild_rank": "5", "wild_reach": reach})
    verdict = check_meld(rules, read_melds("7C 8C 5H TC JC", rules.pack)[0])
    assert not verdict.legal
    assert [(one.clause, "♥5" in one.sentence) for one in verdict.findings] == [("H20", True)]


def test_k1_jokers_do_not_carry_a_run_past_thirteen():
    """Four tiles and a joker where the order has room for none."""
    rules = find_game("rummikub").rules({})
    assert check_meld(rules, read_melds("12R 13R J J", rules.pack)[0]).legal
    verdict = check_meld(rules, read_melds("1R 2R 3R 4R 5R 6R 7R 8R 9R 10R 11R 12R 13R J", rules.pack)[0])
    assert [one.code for one in verdict.findings] == ["wilds-past-end"]
