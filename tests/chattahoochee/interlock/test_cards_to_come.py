"""Cards that could come, rated a rank at a time: each is worth what a search of its own says."""

from __future__ import annotations

import random

import pytest

from scorepad.chattahoochee.interlock.best_interlocks import search_interlocks
from scorepad.chattahoochee.interlock.cards_to_come import search_with_next as search_together
from scorepad.core.cards import WILD, Card
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Leaps
from scorepad.optimize import search_with_next
from tests.chattahoochee.interlock.brute_force import judged, most_points
from tests.chattahoochee.interlock.hands import RULES, deal, small_rules
from tests.chattahoochee.interlock.test_cut_off import LOOKS, Time
from tests.profiles import examples

SEEDS = range(4)
EACH = examples(30)
KINDS = {
    "one-zero": (RULES, 18, 0, ""),
    "two-zeroes": (RULES.variant(schedule=Schedule("two-zeroes")), 18, 0, ""),
    "original": (RULES.variant(schedule=Schedule("original")), 14, 0, ""),
    "leaps": (RULES.variant(leaps=Leaps((1, 3))), 12, 1, ""),
    "dense": (RULES, 12, 0, "56789"),
    "one wild": (RULES, 17, 1, ""),
    "two wilds": (RULES, 16, 2, ""),
    "two wilds, three packs": (RULES.variant(packs=3), 16, 2, "3456789"),
    "two wilds, two-zeroes": (RULES.variant(schedule=Schedule("two-zeroes")), 16, 2, ""),
    "three wilds": (RULES, 11, 3, ""),
    "dense, two wilds": (RULES, 8, 2, "56789"),
    "wilds apart": (RULES.variant(wilds_apart=True), 14, 2, ""),
    "wilds anyhow": (RULES.variant(adjacent_naturals=False), 12, 2, ""),
    "quartets": (RULES.variant(quartet_bonus=7), 12, 1, "5678"),
    "a wild rank": (RULES.variant(wild_rank="5", wild_rank_mode="drops-out"), 10, 1, ""),
}


def further_cards(rules, hand) -> list[Card]:
    """The cards of which there is one more, wilds too."""
    return [card for card in (*rules.pack.cards, WILD) if card == WILD or hand.count(card) < rules.packs]


def sound(rules, cards, answer):
    """All cards lie, and the referee says of their melds what the answer does."""
    assert sorted(laid.card for meld in answer.melds for laid in meld) == sorted(cards)
    assert judged(rules, answer.melds) == answer.points <= answer.bound


@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_more_is_worth_the_most_that_can_be_laid(seed):
    """Against every arrangement: circles of three to seven ranks, all schedules, wilds."""
    rng = random.Random(f"{seed} all")
    for _ in range(EACH // 3):
        rules = small_rules(rng)
        hand = deal(rng, rules, rng.randint(1, 5), rng.randint(0, 1))
        best_with = search_with_next(rules, hand, limit=60)
        cards = further_cards(rules, hand)
        for card in rng.sample(cards, min(3, len(cards))):
            answer = best_with(card, 60)
            sound(rules, [*hand, card], answer)
            assert answer.points == answer.bound == most_points(rules, [*hand, card]), (rules, hand, card)


@pytest.mark.parametrize("kind", KINDS)
def test_every_card_is_worth_what_its_own_search_says(kind):
    """Every fourth card that could come to hands of a usual size."""
    rules, size, wilds, ranks = KINDS[kind]
    rng = random.Random(f"{kind} next")
    hand = deal(rng, rules, size, wilds, ranks)
    best_with = search_with_next(rules, hand, limit=60)
    cards = further_cards(rules, hand)
    rng.shuffle(cards)
    for card in cards[::4]:
        answer, searched = best_with(card, 60), search_interlocks(rules, [*hand, card], limit=60)
        sound(rules, [*hand, card], answer)
        assert (answer.points, answer.proven) == (searched.points, True), (hand, card)


@pytest.mark.parametrize("kind", ["one-zero", "dense, two wilds", "leaps", "original"])
def test_cut_off_at_any_look_at_the_clock_what_is_called_proven_is(kind, monkeypatch):
    """From the first look to the last; what was not settled by then is asked for by itself."""
    rules, size, wilds, ranks = KINDS[kind]
    rng = random.Random(f"{kind} cut off")
    hand = deal(rng, rules, min(size, 9), wilds, ranks)
    cards = rng.sample(further_cards(rules, hand), 3)
    most = {card: search_interlocks(rules, [*hand, card], limit=60).points for card in cards}
    for looks in LOOKS:
        for card in cards:
            with monkeypatch.context() as patched:
                best_with = search_together(rules, hand, 1e18)
                patched.setattr("scorepad.optimize.answer.time", Time(looks))
                answer = best_with(card, 60)
            sound(rules, [*hand, card], answer)
            assert answer.points <= most[card] <= answer.bound
