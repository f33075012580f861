"""A1 on hands that no brute force reaches: changes that must not change, or only so, what a hand is worth."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from scorepad import optimize
from scorepad.answers.verification import verified
from scorepad.core.cards import Card
from scorepad.core.rule_parts import FirstPlay
from scorepad.core.rules import Rules
from scorepad.core.values import left_value
from scorepad.rulebook import find_game

GAMES: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("chattahoochee", {}),
    ("chattahoochee", {"melds": "both"}),
    ("chattahoochee", {"melds": "alternating", "schedule": "square"}),
    ("chattahoochee-alternate", {"melds": "both"}),
    ("chattahoochee-interlocking", {}),
    ("leap-rummy", {"packs": 2, "tokens": "free", "leaps": [1]}),
    ("basic-rummy", {"packs": 2}),
    ("rummy-500", {"packs": 2}),
    ("rummikub", {}),
    ("shanghai", {}),
)
HANDS = range(12)


def most(rules: Rules, hand: list[Card]) -> int:
    """The points that the search proves, or the cards it places where those count."""
    found = optimize.best(rules, hand)
    verified(rules, hand, found)
    assert found.proven, hand
    return len(hand) - len(found.left) if rules.board.shared else found.points


def dealt(rules: Rules, rng: random.Random, cards: int, suits: slice, ranks: slice) -> list[Card]:
    """Cards off the top of a shuffle of those suits and ranks."""
    letters = [suit.letter for suit in rules.pack.suits][suits]
    deck = [card for card in rules.pack.cards if card.suit in letters]
    deck = [card for card in deck if card.rank in rules.pack.ranks[ranks]] * rules.packs
    return rng.sample(deck, min(cards, len(deck)))


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a1_no_suit_is_before_another(game, options):
    """Suits change places, and the hand is worth the same."""
    rules = find_game(game).rules(options)
    letters = [suit.letter for suit in rules.pack.suits]
    for seed in HANDS:
        rng = random.Random(seed)
        hand = dealt(rules, rng, 34, slice(None), slice(None))
        other = dict(zip(letters, rng.sample(letters, len(letters)), strict=True))
        assert most(rules, hand) == most(rules, [Card(card.rank, other[card.suit]) for card in hand])


@pytest.mark.parametrize(("game", "options"), GAMES[:5])
def test_h1_no_rank_is_before_another(game, options):
    """The circle is turned, and the hand is worth the same."""
    rules = find_game(game).rules(options)
    ranks = rules.pack.ranks
    for seed in HANDS:
        rng = random.Random(seed)
        hand = dealt(rules, rng, 34, slice(None), slice(None))
        by = rng.randrange(1, len(ranks))
        turned = [Card(ranks[(ranks.index(card.rank) + by) % len(ranks)], card.suit) for card in hand]
        assert most(rules, hand) == most(rules, turned)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a1_a_card_that_joins_nothing_changes_nothing_else(game, options):
    """It is a meld of its own, or is left and counts as such."""
    rules = find_game(game).rules(options)
    alone = Card(rules.pack.ranks[9], rules.pack.suits[-1].letter)
    more = rules.values.schedule.value(1) if rules.scoring.must_meld_all else 0
    less = left_value(rules, [alone]) if rules.scoring.left_counts else 0
    for seed in HANDS:
        hand = dealt(rules, random.Random(seed), 16, slice(None), slice(1, 7))
        assert most(rules, [*hand, alone]) == most(rules, hand) + more - less


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a1_two_hands_that_cannot_touch_are_worth_the_sum_of_both(game, options):
    """Low ranks of two suits and high ranks of the others; nothing leads from one to the other."""
    rules = find_game(game).rules(options)
    rules = rules.variant(first_play=FirstPlay(done=rules.board.first_play.done))
    for seed in HANDS:
        rng = random.Random(seed)
        low = dealt(rules, rng, 12, slice(2), slice(1, 6))
        high = dealt(rules, rng, 12, slice(2, None), slice(8, 12))
        assert most(rules, low + high) == most(rules, low) + most(rules, high)
