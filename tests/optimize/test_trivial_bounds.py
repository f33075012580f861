"""A search that is cut off says a bound that is no worse than what the cards could bring by themselves."""

from __future__ import annotations

import random

import pytest

from bench.house_rules import questions
from bench.rule_questions import GAMES_OF_MELDS
from scorepad.answers.verification import safe_bound
from scorepad.core.cards import WILD
from scorepad.core.errors import ScorepadError
from scorepad.optimize import best
from tests.by_night import as_searched, games_by_day
from tests.profiles import examples

WITH_CARDS = [game for game in GAMES_OF_MELDS if game.rules({}).scoring.lays_melds]


@pytest.mark.parametrize("game", games_by_day(as_searched, WITH_CARDS))
def test_no_bound_is_worse_than_the_sum_of_the_cards(game):
    """Under every option alone and some pairs, without time and with hardly any."""
    rng = random.Random(game.id)
    asked = 0
    for options in questions(game, examples(5), rng):
        jokers, size, limit = rng.choice((0, 4)), rng.choice((7, 13, 20)), rng.choice((0, 0.01))
        try:
            rules = game.rules(options).variant(jokers=jokers)
            deck = list(rules.pack.cards) * rules.packs
            hand = [*rng.sample(deck, min(size - jokers, len(deck))), *[WILD] * jokers]
            answer = best(rules, hand, limit=limit)
        except ScorepadError:
            continue  # options that do not go together, or cards that the game does not have
        asked += 1
        assert answer.points <= answer.bound <= safe_bound(rules, hand), (options, hand)
    assert asked
