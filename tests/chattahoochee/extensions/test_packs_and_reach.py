"""A1 in packs of section P and with wild cards of restricted reach, held to brute force (H20, H21)."""

from __future__ import annotations

import random

import pytest

from scorepad.core.cards import Card
from scorepad.core.custom_packs import CUSTOM_PACK, make_pack
from scorepad.core.packs import FRENCH, PACKS, Pack
from scorepad.core.rules import Leaps, Rules, Runs, WildRules
from scorepad.optimize import best
from tests.chattahoochee.extensions.test_exactness import sound
from tests.optimize.brute_force import most_points
from tests.optimize.hands import any_hand, any_rules, small_pack, with_wild_ranks
from tests.profiles import examples

SOME = (
    "pinochle-5",
    "piquet-32",
    "five-crowns",
    "five-hundred-63",
    "rook",
    "swiss-36",
    "spanish-40",
    "rummikub",
)


def crowded(rng: random.Random, rules: Rules, size: int, wilds: int) -> list[Card]:
    """A hand of few ranks or suits, where melds meet."""
    suits = rng.sample([suit.letter for suit in rules.pack.suits], min(2, len(rules.pack.suits)))
    ranks = rng.sample(rules.pack.every_rank, 4)
    deck = [card for card in rules.pack.cards if card.suit in suits or card.rank in ranks] * rules.packs
    rng.shuffle(deck)
    return deck[:size] + any_hand(rng, rules, 0, wilds)


def same_as_brute_force(rules: Rules, hand: list[Card]) -> None:
    answer = best(rules, hand, limit=60)
    sound(rules, hand, answer)
    assert answer.proven
    assert answer.points == most_points(rules, hand), (rules, hand)


def restricted(rng: random.Random, rules: Rules) -> Rules:
    """Wild cards that keep to their suit or colour, and jokers that stand for some ranks only."""
    on_circle = [rank for rank in rules.pack.ranks if rank not in rules.wilds.wild_rank]
    return rules.variant(
        wild_reach=rng.choice(["any", "own-suit", "own-colour", "own-colour"]),
        joker_ranks=tuple(rank for rank in on_circle if rng.random() < 0.4) if rng.random() < 0.6 else (),
    )


@pytest.mark.parametrize("seed", range(5))
def test_h20_equals_brute_force_with_wilds_of_restricted_reach(seed):
    """60 hands a seed: own suit, own colour, a list of ranks; a rank that drops out or is natural too."""
    rng = random.Random(400 + seed)
    for _ in range(examples(60)):
        rules = restricted(rng, with_wild_ranks(rng, any_rules(rng, small_pack(rng))))
        same_as_brute_force(rules, any_hand(rng, rules, rng.randint(0, 6), rng.choice([0, 0, 1, 2])))


@pytest.mark.parametrize("name", SOME)
def test_h21_equals_brute_force_in_other_packs(name):
    """15 hands a pack on its own circles, those of the 500 pack of 15 and 16 ranks, Rummikub's on none."""
    rng = random.Random(name)
    pack = PACKS[name]
    for _ in range(examples(15)):
        rules = any_rules(rng, pack).variant(
            runs=Runs(circular=pack.circular), leaps=Leaps(rng.choice([(1,), (1, 2)]))
        )
        same_as_brute_force(rules, crowded(rng, rules, rng.randint(2, 6), rng.choice([0, 0, 1])))


@pytest.mark.parametrize(("wild", "reach"), [("12", "any"), ("12", "own-suit")])
def test_h18_p_the_twelves_of_the_spanish_44_are_wild(wild, reach):
    """Unrestricted or in their own suit only."""
    rng = random.Random(wild + reach)
    pack = make_pack("spanish-44", spare=wild)
    for _ in range(examples(15)):
        rules = any_rules(rng, pack).variant(wild_rank=(wild,), wild_reach=reach)
        naturals = [card for card in crowded(rng, rules, rng.randint(1, 8), 0) if card.rank != wild]
        same_as_brute_force(rules, naturals[:4] + [Card(wild, suit) for suit in rng.sample("CSHD", 2)])


@pytest.mark.parametrize("seed", range(2))
def test_h20_equals_brute_force_on_lines_and_leaps(seed):
    """50 hands a seed of a small pack whose runs stop at the ends, with wilds and leaps."""
    rng = random.Random(500 + seed)
    for _ in range(examples(50)):
        rules = restricted(rng, with_wild_ranks(rng, any_rules(rng, small_pack(rng))))
        rules = rules.variant(runs=Runs(circular=False))
        same_as_brute_force(rules, any_hand(rng, rules, rng.randint(0, 6), rng.choice([0, 0, 1])))


def test_h20_a_wild_of_its_own_suit_keeps_to_it():
    """♥J may fill a run of hearts, not one of clubs; any wild fills both."""
    rules = Rules("chattahoochee", wilds=WildRules(wild_cards=(Card("J", "H"),)))
    clubs = [Card("4", "C"), Card("5", "C"), Card("7", "C"), Card("8", "C"), Card("J", "H")]
    assert best(rules, clubs).points == 10
    assert best(rules.variant(wild_reach="own-suit"), clubs).points == 3 + 3 + 1
    assert best(rules.variant(wild_reach="own-colour"), clubs).points == 3 + 3 + 1


@pytest.mark.parametrize(("ranks", "points"), [((), 10), (("6", "7"), 10), (("K",), 6)])
def test_h20_jokers_may_stand_for_some_ranks_only(ranks, points):
    """A joker for a six joins ♣45 to ♣78; one for kings alone is left over."""
    rules = Rules("chattahoochee", jokers=1, wilds=WildRules(joker_ranks=ranks))
    hand = [*(Card(rank, "C") for rank in "4578"), *any_hand(random.Random(0), rules, 0, 1)]
    assert best(rules, hand).points == points


def test_h21_a_pack_of_ones_own():
    """Seven ranks of three suits: 7 1 2 goes round."""
    pack = make_pack(CUSTOM_PACK, suits="3", ranks="1-7")
    assert isinstance(pack, Pack)
    rules = Rules("chattahoochee", pack=pack)
    assert best(rules, [Card(rank, "C") for rank in "712"]).points == 6
    assert FRENCH.suits[:3] != pack.suits[:2]
