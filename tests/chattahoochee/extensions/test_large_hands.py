"""A1 on hands that no brute force reaches: another solver, and changes that must not change the answer."""

from __future__ import annotations

import random

import pytest

from scorepad.chattahoochee.extensions import best_extension
from scorepad.core.cards import WILD, Card
from scorepad.core.packs import FRENCH
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Rules
from scorepad.optimize import best
from tests.chattahoochee.extensions import arc_flow
from tests.chattahoochee.extensions.test_exactness import sound
from tests.optimize.hands import any_schedule
from tests.profiles import examples

BASE = Rules("chattahoochee", jokers=8)
KINDS_OF_MELD = ("single", "both", "alternating")


def dealt(rng, cards, packs=2):
    deck = list(FRENCH.cards) * packs
    rng.shuffle(deck)
    return deck[:cards]


@pytest.mark.parametrize("melds", KINDS_OF_MELD)
@pytest.mark.parametrize(("cards", "wilds", "hands"), [(26, 0, 20), (40, 0, 20), (60, 0, 10), (20, 2, 15)])
def test_a1_equals_another_solver_on_large_hands(melds, cards, wilds, hands):
    """Flows along the tracks give the same best score, under any schedule and wild rule."""
    rng = random.Random(f"{melds} {cards} {wilds}")
    for _ in range(examples(hands)):
        rules = BASE.variant(
            suit_pattern=melds,
            schedule=any_schedule(rng),
            packs=rng.choice([1, 2, 3]),
            wilds_apart=rng.random() < 0.3,
        )
        hand = dealt(rng, min(cards, 52 * rules.packs), rules.packs) + [WILD] * wilds
        answer = best(rules, hand, limit=20)
        sound(rules, hand, answer)
        assert answer.proven
        assert answer.points == arc_flow.most_points(rules, hand)


@pytest.mark.parametrize(
    ("schedule", "hand", "points"),
    [
        (
            "original",
            "AC 2C 3C 4C 6C 7C 8C 8C TC TC JC KC AD 2D 3D 5D 7D 8D TD JD QD QD KD KD AH 2H 3H 5H 6H 7H 7H 9H "
            "TH JH QH KH 2S 7S QS KS w w w w",
            289,
        ),
        (
            "original",
            "5C 6C 7C 8C 9C TC JC QC KC AD 2D 3D 3D 4D 7D 9D TD QD KD 2H 5H 6H 7H 8H 8H 9H JH JH QH QH KH AS "
            "2S 3S 6S 7S 8S 9S TS QS w w w w",
            234,
        ),
        (
            "fibonacci",
            "AC AC 3C 3C 4C 5C 5C 7C QC KC AD 2D 3D 4D 6D 7D TD JD QD AH AH 3H 4H 4H 6H 7H 8H JH QH 2S 5S 7S "
            "8S 9S TS JS JS QS QS KS w w",
            411,
        ),
    ],
)
def test_a1_hands_whose_relaxation_is_far_from_whole(schedule, hand, points):
    """Two halves of long runs look better than either; the flows along the tracks agree."""
    rules = BASE.variant(suit_pattern="both", schedule=Schedule(schedule))
    answer = best(rules, [WILD if one == "w" else Card(one[0], one[1]) for one in hand.split()], limit=60)
    assert answer.proven
    assert answer.points == points


def test_a1_a_wild_more_never_costs_points():
    """It can always be laid by itself (H17)."""
    rng = random.Random(6)
    rules = BASE.variant(suit_pattern="both")
    hand = dealt(rng, 24)
    points = [best(rules, hand + [WILD] * wilds).points for wilds in range(5)]
    assert points == sorted(points)


def test_a1_the_same_hand_in_any_order_gets_the_same_melds():
    """The answer does not depend on how the cards were tapped in."""
    rng = random.Random(7)
    hand = dealt(rng, 30)
    melds = best(BASE, hand).melds
    for _ in range(3):
        rng.shuffle(hand)
        assert best(BASE, hand).melds == melds


def test_a1_of_equally_good_arrangements_the_one_with_the_fewest_melds():
    """With 0 0 1 3 a pair is worth no more than two lone cards, and is shown as a pair."""
    rules = BASE.variant(schedule=Schedule("two-zeroes"))
    assert len(best(rules, [Card("4", "C"), Card("5", "C")]).melds) == 1


@pytest.mark.parametrize("limit", [0.0, 0.001, 0.01, 0.05])
def test_a1_a_search_cut_off_says_so(limit):
    """The best found is still legal and complete, and the bound still holds."""
    rng = random.Random(8)
    rules = BASE.variant(suit_pattern="both")
    for _ in range(3):
        hand = dealt(rng, 34) + [WILD] * 3
        cut = best(rules, hand, limit=limit)
        sound(rules, hand, cut)
        full = best(rules, hand, limit=60)
        assert cut.points <= full.points <= full.bound <= cut.bound


def test_h18_naturals_that_may_be_wild_are_laid_where_they_are_worth_most():
    """Twenty cards of which seven may be wild: 33 points, found and proven within the usual limit."""
    rules = BASE.variant(jokers=0, wild_rank=("A", "6"), packs=2)
    text = "8C 6D JH 6S AS AC TD 5D TH KC 7D 2C AH 4D AC 7C QH 8H 4H KD"
    hand = [Card(*name) for name in text.split()]
    answer = best(rules, hand)
    sound(rules, hand, answer)
    assert (answer.points, answer.proven) == (33, True)


def test_a1_a_hand_of_too_many_melds_is_laid_well_and_says_a_bound(monkeypatch):
    """Few wilds then lie where the hand has a card; no bound is above that of all naturals in one meld."""
    rng = random.Random(9)
    rules = BASE.variant(suit_pattern="both")
    hand = dealt(rng, 30) + [WILD] * 4
    full = best(rules, hand, limit=60)
    monkeypatch.setattr(best_extension, "MELDS_A_SECOND", 300)
    crude = best(rules, hand)
    sound(rules, hand, crude)
    assert 0.9 * full.points <= crude.points <= full.points <= crude.bound
    assert crude.bound <= rules.values.schedule.value(30)


def test_a1_the_whole_of_two_packs_in_one_hand():
    """104 cards of one suit kind each make four double circles: 4 × (1 + … + 26)."""
    answer = best(BASE, list(FRENCH.cards) * 2)
    assert answer.proven
    assert answer.points == 4 * 351


def test_no_cards_are_worth_nothing():
    """An empty hand has an empty, proven answer."""
    answer = best(BASE, [])
    assert (answer.melds, answer.points, answer.proven) == ((), 0, True)
