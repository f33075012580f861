"""A1, H8-H10, L1-L6: the best of a hand and her own melds on the table, by brute force."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from scorepad.chattahoochee.extensions.best_extension import search_extensions as with_table
from scorepad.core.card_text import write_melds
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.check import check, check_meld
from scorepad.core.errors import BrokenTable
from scorepad.core.melding import melding_of
from scorepad.core.merging import pin_wilds
from scorepad.core.notation import read_cards, read_melds
from scorepad.core.packs import FRENCH, Pack
from scorepad.core.rule_parts import NUMBERS, Schedule
from scorepad.core.rules import Leaps, MeldShapes, MeldValues, Rules, Runs, WildRules
from scorepad.core.scoring.usual import Retiring
from scorepad.core.values import left_value
from scorepad.optimize import best, choosing
from scorepad.rulebook import find_game
from tests.optimize.brute_force import most_points
from tests.optimize.hands import any_hand, any_rules, small_pack, with_wild_ranks
from tests.profiles import examples

TOKENS = ("same", "shared", "different", "free")


def leap_rules(rng: random.Random, tokens: str, ranks: str = "A23456789"[:7]) -> Rules:
    ranks = ranks[: rng.choice([5, 6, 7])]
    return Rules(
        "leap-rummy",
        pack=Pack("small", "Small pack", FRENCH.suits[: rng.choice([1, 2, 3])], tuple(ranks)),
        packs=rng.choice([1, 2]),
        jokers=4,
        shapes=MeldShapes(
            leaps=Leaps(tuple(range(1, len(ranks) // 2 + 1)), tokens),
            runs=Runs(3, suits=rng.choice(["one", "colour", "any", "none"])),
            clause="L1",
        ),
        wilds=WildRules(adjacent_naturals=rng.random() < 0.5, wilds_apart=rng.random() < 0.3),
        values=MeldValues(
            schedule=Schedule(rng.choice(["two-zeroes", "two-zeroes", "original", "square"])),
            card_values=NUMBERS,
        ),
        scoring=Retiring(),
    )


def with_wilds(rng: random.Random, rules: Rules) -> Rules:
    """The rules with a wild rank or single wild cards of any reach, jokers of any reach among them."""
    ranks, suits = rules.pack.ranks, rules.pack.suits
    one = Card(rng.choice(ranks), rng.choice(suits).letter)
    wild_rank, wild_cards = rng.choice([((rng.choice(ranks),), ()), ((), (one,)), (ranks[-2:], (one,))])
    mode = rng.choice(["drops-out", "also-natural"])
    left = len(ranks) - (len(wild_rank) if mode == "drops-out" else 0)
    return rules.variant(
        wild_rank=wild_rank,
        wild_rank_mode=mode,
        wild_cards=wild_cards,
        wild_reach=rng.choice(["any", "any", "own-suit", "own-colour"]),
        joker_ranks=rng.choice([(), (), ranks[1:3]]),
        leaps=replace(rules.shapes.leaps, each=tuple(range(1, left // 2 + 1))),
    )


def a_table(rng, rules, most):
    """Melds of the best arrangement of some cards, as if they had been laid before."""
    cards = any_hand(rng, rules, rng.randint(0, most), rng.choice([0, 0, 1]))
    melds = list(best(rules, cards, limit=60).melds)
    rng.shuffle(melds)
    melds = melds[: rng.choice([0, 1, 2])]
    if rules.shapes.leaps.all_differ and len({check_meld(rules, meld).leap for meld in melds}) < len(melds):
        return []
    return [meld for meld in melds if any(check_meld(rules, meld).natural)]


def a_block(rules, meld):
    verdict = check_meld(rules, meld)
    return tuple(zip(verdict.reads_as, verdict.natural, strict=True))


def hand_beside(rng, rules, table, most):
    """Cards that the packs still hold."""
    deck = Counter(dict.fromkeys(rules.pack.cards, rules.packs))
    deck -= Counter(laid.card for meld in table for laid in meld)
    cards = sorted(deck.elements())
    rng.shuffle(cards)
    return cards[: rng.randint(0, most)] + [WILD] * rng.choice([0, 0, 1, 2])


def sound(rules, hand, table, answer):
    """Legal, the same cards, the table's melds whole, and points as the referee counts them."""
    verdict = check(rules, answer.melds)
    assert verdict.legal, verdict
    left_points = left_value(rules, answer.left) if rules.scoring.left_counts else 0
    assert verdict.points - left_points == answer.points
    there = sorted([laid.card for meld in answer.melds for laid in meld] + list(answer.left))
    assert there == sorted([*hand, *(laid.card for meld in table for laid in meld)])
    for meld in table:
        assert any(holds(pin_wilds(rules, one), pin_wilds(rules, meld)) for one in answer.melds), (
            meld,
            answer,
        )


def holds(meld, part):
    ways = (part, part[::-1])
    return any(meld[start : start + len(part)] in ways for start in range(len(meld)))


@pytest.mark.parametrize("tokens", TOKENS)
@pytest.mark.parametrize("seed", range(3))
def test_l5_equals_brute_force(seed, tokens):
    """60 hands a seed: runs of one suit, one colour and any, beside melds on the table."""
    rng = random.Random(f"{seed} {tokens}")
    for _ in range(examples(60)):
        rules = leap_rules(rng, tokens)
        table = a_table(rng, rules, 6)
        hand = hand_beside(rng, rules, table, 6)
        answer = best(rules, hand, table=table, limit=60)
        sound(rules, hand, table, answer)
        assert answer.proven
        expected = most_points(rules, hand, [a_block(rules, meld) for meld in table])
        assert answer.points == expected, (rules, hand, write_melds(table))


def full_of_wilds(rng, rules, table, most):
    """A hand beside a table of which up to three cards may be wild."""
    hand = hand_beside(rng, rules, table, 3)
    wild = [card for card in rules.pack.cards if melding_of(rules).reach(card)] * rules.packs
    spare = Counter(wild) - Counter([*hand, *(laid.card for meld in table for laid in meld)])
    hand += rng.sample(sorted(spare.elements()), min(spare.total(), rng.randint(0, 3)))
    return hand[-most:]


@pytest.mark.parametrize("tokens", TOKENS)
@pytest.mark.parametrize("seed", range(2))
def test_l6_wild_cards_leave_the_hand_at_the_ends_of_melds(seed, tokens):
    """40 hands a seed: wild ranks both ways, single wild cards, every reach; few cards are naturals alone."""
    rng = random.Random(f"ends {seed} {tokens}")
    for _ in range(examples(40)):
        rules = with_wilds(rng, leap_rules(rng, tokens))
        table = a_table(rng, rules, 5)
        hand = full_of_wilds(rng, rules, table, 6)
        answer = best(rules, hand, table=table, limit=60)
        sound(rules, hand, table, answer)
        assert answer.proven
        expected = most_points(rules, hand, [a_block(rules, meld) for meld in table])
        assert answer.points == expected, (rules, hand, write_melds(table))


@pytest.mark.parametrize("seed", range(4))
def test_h10_equals_brute_force_with_melds_on_the_table(seed):
    """120 hands a seed: extended, merged and new melds of one suit and of two, every card melded."""
    rng = random.Random(500 + seed)
    for _ in range(examples(120)):
        rules = any_rules(rng, small_pack(rng))
        table = a_table(rng, rules, 5)
        hand = hand_beside(rng, rules, table, 4)
        answer = best(rules, hand, table=table, limit=60)
        sound(rules, hand, table, answer)
        assert answer.proven
        expected = most_points(rules, hand, [a_block(rules, meld) for meld in table])
        assert answer.points == expected, (rules, hand, write_melds(table))


def test_h8_melds_on_the_table_are_merged_by_cards_between_them():
    """♣567 and ♣9T with ♣8 become one run of six; ♦345 takes ♦2."""
    rules = Rules("chattahoochee-alternate")
    hand = [laid.card for laid in read_cards("♣8 ♦2", FRENCH)]
    answer = best(rules, hand, table=read_melds("♣567 / ♣9T / ♦345", FRENCH))
    assert write_melds(answer.melds) == "5C 6C 7C 8C 9C TC / 2D 3D 4D 5D"
    assert (answer.points, answer.proven) == (31, True)


def test_l2_the_table_fixes_the_leap():
    """With a meld by twos before her, a player melds by twos."""
    rules = leap_rules(random.Random(1), "same").variant(pack=FRENCH, leaps=Leaps((1, 2, 3), "same"))
    hand = [laid.card for laid in read_cards("♣345 ♥TQ", FRENCH)]
    answer = best(rules, hand, table=read_melds("♥468", FRENCH))
    assert {check_meld(rules, meld).leap for meld in answer.melds} == {2}
    assert [Card("3", "C"), Card("4", "C"), Card("5", "C")] == sorted(answer.left)


@pytest.mark.parametrize("seed", range(3))
def test_h8_a_single_natural_on_the_table_is_as_good_as_in_the_hand(seed):
    """Under every rule, quartets and wild ranks among them; other melds on the table can only cost points."""
    rng = random.Random(80 + seed)
    for _ in range(examples(80)):
        rules = with_wild_ranks(rng, any_rules(rng, small_pack(rng)))
        hand = any_hand(rng, rules, rng.randint(1, 7), rng.choice([0, 0, 1]))
        whole = with_table(rules, hand, limit=60)
        lone = [card for card in hand if not melding_of(rules).reach(card)][: rng.choice([1, 2])]
        beside = list((Counter(hand) - Counter(lone)).elements())
        table = [(Laid(card),) for card in lone]
        assert best(rules, beside, table=table, limit=60).points == whole.points, (rules, hand, table)
        table = [meld for meld in with_table(rules, hand[:4]).melds if len(meld) > 1]
        beside = list((Counter(hand) - Counter(laid.card for meld in table for laid in meld)).elements())
        answer = best(rules, beside, table=table, limit=60)
        sound(rules, beside, table, answer)
        assert answer.points <= whole.points


@pytest.mark.parametrize("tokens", TOKENS)
def test_a1_every_way_to_choose_finds_as_much(tokens, monkeypatch):
    """Trying all, by prices, and by the solver: 25 hands of 12 cards on small circles, and tables of them."""
    rng = random.Random(tokens)
    asked = []
    for _ in range(examples(25)):
        rules = leap_rules(rng, tokens)
        table = a_table(rng, rules, 8)
        asked.append((rules, hand_beside(rng, rules, table, 12), table))
    found = []
    for tries, nodes in ((10**6, 0), (0, 10**6), (0, 0)):
        monkeypatch.setattr(choosing, "MOST_TRIES", tries)
        monkeypatch.setattr(choosing, "MOST_NODES", nodes)
        answers = [best(rules, hand, table=table, limit=60) for rules, hand, table in asked]
        assert all(answer.proven for answer in answers)
        found.append([answer.points for answer in answers])
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    ("tokens", "table"),
    [("same", "♥468 / ♣345"), ("shared", "♥468 / ♣345"), ("different", "♥468 / ♣357"), ("free", "♥467")],
)
def test_l2_a_table_that_cannot_lie_there_is_refused(tokens, table):
    """Two leaps, one leap twice, no meld."""
    small = leap_rules(random.Random(1), tokens)
    rules = small.variant(pack=FRENCH, leaps=Leaps((1, 2, 3), tokens), runs=Runs(3))
    with pytest.raises(BrokenTable):
        best(rules, [Card("9", "C")], table=read_melds(table, FRENCH))


def test_w1_a_wild_card_that_is_left_over_may_count_as_a_natural():
    """A search without time lays by itself what it listed no meld for; the referee counts the same points."""
    rules = find_game("chattahoochee-alternate").rules(
        {"pack": "spanish-40", "wild_cards": "11D", "wilds_apart": True, "jokers": 1}
    )
    hand = [laid.card for laid in read_cards("12S 3H 11H 1D 11C 11D 2S 11S 1S 4S w", rules.pack)]
    table = read_melds("3S", rules.pack)
    answer = with_table(rules, hand, table=table, limit=0)
    assert answer.points == check(rules, answer.melds).points
