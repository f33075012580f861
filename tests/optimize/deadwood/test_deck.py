"""Hands of cards that are all different lie as where each hand lists its own melds, and best of all."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from scorepad import optimize
from scorepad.answers import hand_answers
from scorepad.answers.many_hands import best_of_many
from scorepad.answers.terms import USUAL, Terms
from scorepad.core.cards import WILD
from scorepad.core.rules import Rules
from scorepad.core.values import left_value
from scorepad.optimize.deadwood import best_layout
from scorepad.rulebook import find_game

GAMES = (
    *("gin-rummy", "romme", "kalooki", "scala-40", "remi", "indian-rummy", "three-thirteen", "five-crowns"),
    *("contract-rummy", "chinchon", "okey"),
)


def hands_of(rules: Rules, number: int, sizes=(7, 10, 11, 13, 14), seed=20) -> list[list]:
    """Hands of different cards, every other one of six ranks side by side, which hold many melds."""
    rng = random.Random(seed)
    ranks = rules.pack.ranks
    hands = []
    for place in range(number):
        first = rng.randrange(len(ranks) - 4)
        near = [card for card in rules.pack.cards if card.rank in ranks[first : first + 6]]
        cards = near if place % 2 else rules.pack.cards
        hands.append(rng.sample(cards, min(rng.choice(sizes), len(cards))))
    return hands


def told(answer):
    return answer.melds, answer.points, answer.bound, answer.left, answer.thrown, answer.ends, answer.nearest


@pytest.mark.parametrize("game", GAMES)
def test_a_deck_says_what_a_hand_says_that_lists_its_own_melds(game, monkeypatch):
    """Of equal arrangements the same one."""
    rules = find_game(game).rules({})
    hands = [(hand, opened) for hand in hands_of(rules, 60) for opened in (False, True)]
    by_deck = [told(optimize.best(rules, hand, opened=opened)) for hand, opened in hands]
    monkeypatch.setattr(best_layout, "deck_of", lambda *_: None)
    assert by_deck == [told(optimize.best(rules, hand, opened=opened)) for hand, opened in hands]


def least_left(hand, rules: Rules) -> int:
    """The least that ten cards of gin leave, by trying all sets and runs."""
    order = {rank: place for place, rank in enumerate(rules.pack.ranks)}

    def is_meld(cards):
        ranks, suits = {card.rank for card in cards}, {card.suit for card in cards}
        places = sorted(order[card.rank] for card in cards)
        return len(ranks) == 1 or (len(suits) == 1 and places[-1] - places[0] == len(cards) - 1)

    melds = [frozenset(cards) for size in (3, 4, 5) for cards in combinations(hand, size) if is_meld(cards)]

    def least(cards, first):
        laid = (cards - melds[place] for place in range(first, len(melds)) if melds[place] <= cards)
        others = (least(rest, 0) for rest in laid)
        return min([left_value(rules, cards), *others])

    return least(frozenset(hand), 0)


def test_g2_no_ten_cards_of_gin_leave_less():
    rules = find_game("gin-rummy").rules({})
    for hand in hands_of(rules, 400, sizes=(10,), seed=3):
        answer = optimize.best(rules, hand)
        assert answer.proven
        assert left_value(rules, answer.left) == least_left(hand, rules)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("gin-rummy", {}),
        ("gin-rummy", {"big_gin": 0}),
        *((game, {}) for game in (*GAMES[1:], "rummy-500", "chattahoochee")),
    ],
)
def test_many_hands_are_answered_as_each_alone(game, options):
    """Whatever lies in them: more cards than are held, jokers, a card twice."""
    rules = find_game(game).rules(options)
    hands = hands_of(rules, 70)
    hands += [[*hand[:9], hand[0]] for hand in hands[:10] if rules.packs > 1]
    hands += [[*hand[:9], WILD] for hand in hands[:10] if rules.jokers]
    for terms in (USUAL, Terms(multiplier=2, opened=True)):
        assert list(best_of_many(rules, hands, terms)) == [
            hand_answers.best(rules, hand, terms).in_plain_text() for hand in hands
        ]


def test_many_hands_of_gin_are_answered_as_each_alone():
    rules = find_game("gin-rummy").rules({})
    hands = hands_of(rules, 3000, sizes=(10, 11))
    answers = list(best_of_many(rules, hands, USUAL))
    assert answers == [hand_answers.best(rules, hand).in_plain_text() for hand in hands]
    assert all(answer.proven for answer in answers)


def test_what_came_too_late_is_not_remembered():
    """A hand of many of which the first had no time."""
    rules = find_game("gin-rummy").rules({})
    hands = hands_of(rules, 20, sizes=(10,))
    assert not any(answer.proven for answer in best_of_many(rules, hands, Terms(limit=0)))
