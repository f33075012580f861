"""Whole hands: nothing leaves less, opens with more or counts by other runs, with any card thrown."""

from __future__ import annotations

import pytest

from scorepad.core.notation import read_cards
from scorepad.core.values import left_value
from scorepad.optimize.deadwood.best_hand import search_hand
from scorepad.optimize.deadwood.ending_layout import lay_to_end
from scorepad.rulebook import find_game
from tests.optimize.deadwood.hands_of_games import GAMES, differences
from tests.profiles import thorough


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_better_than_the_best_of_a_hand(game):
    """300 hands of up to eight cards, rich in melds and wilds."""
    assert differences(game, range(300 if thorough() else 25), most_cards=8) == []


def _chinchon_hand(rules):
    """♣1 2 and a joker leave ♠4; the joker between ♠4 and ♠6 leaves ♣1 2, which count less."""
    return [laid.card for laid in read_cards("4S w 6S 7S 8S 1C 2C", rules.pack)]


def test_n3_a_hand_that_can_close_is_laid_so_that_it_closes():
    """One card of at most 4 may be left, so two that count 3 would play on."""
    rules = find_game("chinchon").rules({"pack": "spanish-48", "jokers": 2})
    found = search_hand(rules, _chinchon_hand(rules))
    assert (found.ends, list(map(str, found.left)), found.proven) == (True, ["4S"], True)


def test_n4_who_did_not_close_counts_the_least_that_can_be_left():
    rules = find_game("chinchon").rules({"pack": "spanish-48", "jokers": 2})
    closed = [laid.card for laid in read_cards("10H 10C 10D 11H 11C 11D 3H", rules.pack)]
    (reply,) = lay_to_end(rules, closed, [_chinchon_hand(rules)]).replies
    assert left_value(rules, reply.left) == 3
