"""H9, H22: by half a circle of an even number of ranks a meld lies both ways round, in every pack that has
such a circle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest

from scorepad.answers.proof_checking import find_proof
from scorepad.answers.verification import verified
from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.check import check_meld
from scorepad.core.merging import merge
from scorepad.core.packs import PACKS
from scorepad.core.rules import Rules
from scorepad.optimize import best
from scorepad.proofs.checking import check_proof
from scorepad.rulebook import find_game
from tests.by_night import each_nth
from tests.chattahoochee.interlock.brute_force import most_points as most_interlocking
from tests.optimize.brute_force import most_points

GAMES = {
    "leap-rummy": {"tokens": "free"},
    "chattahoochee-alternate": {"melds": "both"},
    "chattahoochee-interlocking": {"any_turn": True},
}
# Tiles are no circle. In the 500 pack red suits have sixteen ranks, black ones fifteen, and of tarot cards
# twenty-two are majors.
HALVES = sorted(
    {
        (pack.id, len(suit.ranks or pack.ranks) // 2)
        for pack in PACKS.values()
        for suit in pack.suits
        if pack.id != "rummikub" and len(suit.ranks or pack.ranks) % 2 == 0
    }
)
SUITS_BY_TURNS = [(pack, half) for pack, half in HALVES if (pack, half) != ("tarot-78", 11)]


def rules_of(game: str, pack: str, half: int) -> Rules:
    return find_game(game).rules({**GAMES[game], "pack": pack, "packs": 4, "jokers": 2, "leaps": [half]})


def opposite(rules: Rules) -> tuple[Card, Card]:
    """Two cards half a circle apart, in the suits that a run takes."""
    pack, half = rules.pack, rules.shapes.leaps.each[0]
    suits = [suit.letter for suit in pack.suits if len(pack.ranks_of(suit.letter)) == 2 * half]
    ranks = pack.ranks_of(suits[0])
    return Card(ranks[1], suits[0]), Card(ranks[1 + half], suits[1 if rules.bonuses.interlocks else 0])


def tables(rules: Rules, least: int, most: int) -> Iterator[list[Meld]]:
    """Two melds on one circle of two cards, each begun with either."""
    one, other = opposite(rules)
    for sizes in combinations_with_replacement(range(least, most + 1), 2):
        for starts in product([(one, other), (other, one)], repeat=2):
            yield [
                tuple(Laid(start[place % 2]) for place in range(size))
                for size, start in zip(sizes, starts, strict=True)
            ]


def proof_holds(rules: Rules, hand: list[Card], table: list[Meld], bound: int) -> bool:
    proof = find_proof(rules, hand, bound, 60, table)
    assert proof is not None
    check_proof(rules, hand, bound, proof, table)
    return True


@pytest.mark.parametrize(
    ("game", "pack", "half"),
    each_nth([("leap-rummy", *of_pack) for of_pack in SUITS_BY_TURNS], 3)
    + each_nth([("chattahoochee-alternate", *of_pack) for of_pack in HALVES], 3),
)
def test_h22_melds_by_half_a_circle_are_merged_either_way_round(game, pack, half):
    """Whatever card each was begun with: the best as by brute force, its proof checked, and the merge."""
    rules = rules_of(game, pack, half)
    least = max(2, rules.shapes.runs.shortest)
    for table in tables(rules, least, least + 1):
        for hand in ([Card(rules.pack.ranks[0], rules.pack.suits[0].letter)], [opposite(rules)[0]]):
            answer = best(rules, hand, table=table, limit=60)
            blocks = [tuple((laid.card, True) for laid in meld) for meld in table]
            expected = most_points(rules, hand, blocks)
            assert (answer.points, answer.proven) == (expected, True), (hand, table)
            assert proof_holds(rules, hand, table, answer.bound)
        # Each ends with the card across from where the other begins, if one is turned.
        ends = [{meld[0].card, meld[-1].card} for meld in table]
        if len(ends[0]) == 2 or ends[0] != ends[1]:
            assert merge(rules, table).points == merge(rules, table[::-1]).points
            assert merge(rules, table).legal


@pytest.mark.parametrize(("pack", "half"), SUITS_BY_TURNS)
def test_i8_interlocking_melds_by_half_a_circle_are_merged_either_way_round(pack, half):
    rules = rules_of("chattahoochee-interlocking", pack, half)
    hand = [Card(rules.pack.ranks[0], rules.pack.suits[0].letter)]
    for table in tables(rules, 2, 3):
        table = [check_meld(rules, meld).laid for meld in table]
        answer = best(rules, hand, table=table, limit=60)
        verified(rules, hand, answer, table)
        expected = most_interlocking(rules, [*hand, *table])
        assert (answer.points, answer.proven) == (expected, True), table


@pytest.mark.parametrize("apart", [True, False])
def test_h15_a_wild_at_one_end_of_a_meld_that_reads_both_ways_can_come_to_the_other(apart):
    """`♥4♥10w` is `w♥10♥4` too, so that a wild can follow ♥4 where wilds must lie apart."""
    rules = rules_of("leap-rummy", "french-48", 6).variant(wilds_apart=apart, jokers=4)
    one, other = Card("4", "H"), Card("T", "H")
    table = [(Laid(one), Laid(other), Laid(WILD, one))]
    for hand in ([WILD], [other], [WILD, other], [one, other]):
        answer = best(rules, hand, table=table, limit=60)
        block = ((one, True), (other, True), (one, False))
        assert (answer.points, answer.proven) == (most_points(rules, hand, [block]), True)
        assert proof_holds(rules, hand, table, answer.bound)
