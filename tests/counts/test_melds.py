"""Every meld of every pack is counted, by formula and by what the rules let lie (H1, H14-H23, B1, K1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import pytest

from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.check import check_meld
from scorepad.core.custom_packs import CUSTOM_PACK, make_pack
from scorepad.core.melding import melding_of
from scorepad.core.packs import PACKS, RUMMIKUB
from scorepad.core.rules import Leaps, MeldShapes, Rules, Runs, WildRules
from scorepad.rulebook import find_game
from tests.counts import formulas

LENGTHS = range(1, 31)
LINES = {"basic-rummy": "low", "rummy-500": "both", "rummikub": "low", "shanghai": "low"}


def sizes(rules: Rules) -> list[int]:
    return [len(rules.pack.ranks_of(suit.letter)) for suit in rules.pack.suits]


def different(rules: Rules, length: int) -> int:
    """The melds of that length that tracks hold, each set of cards once."""
    found = set()
    for track in melding_of(rules).tracks:
        for start in range(len(track.cards)):
            cards = track.stretch(start, length)
            if cards:
                found.add(frozenset(Counter(cards).items()))
    return len(found)


def leaps_of(pack: str) -> range:
    return range(1, max(len(PACKS[pack].ranks_of(suit.letter)) for suit in PACKS[pack].suits) // 2 + 1)


@pytest.mark.parametrize("pack", PACKS)
def test_h22_runs_of_one_suit_by_every_leap(pack):
    """All lengths to 30, over two laps of most circles; the 500 pack's of 15 and of 16 ranks."""
    for leap in leaps_of(pack):
        rules = Rules("chattahoochee", pack=PACKS[pack], shapes=MeldShapes(leaps=Leaps((leap,))))
        for length in LENGTHS:
            assert different(rules, length) == formulas.runs(sizes(rules), leap, length), (leap, length)


@pytest.mark.parametrize("pack", PACKS)
def test_h23_runs_of_two_suits_in_turn_by_every_leap(pack):
    """On odd circles after two laps, on even ones after one, only between suits of the same ranks."""
    for leap in leaps_of(pack):
        rules = Rules(
            "chattahoochee",
            pack=PACKS[pack],
            shapes=MeldShapes(leaps=Leaps((leap,)), suit_pattern="alternating"),
        )
        for length in LENGTHS:
            expected = formulas.alternating(sizes(rules), leap, length)
            assert different(rules, length) == expected, (leap, length)


@pytest.mark.parametrize("leap", [1, 2, 3, 6])
def test_k1_tiles_stop_at_the_ends_by_every_leap(leap):
    """No run goes from 13 to 1."""
    rules = Rules(
        "chattahoochee", pack=RUMMIKUB, shapes=MeldShapes(leaps=Leaps((leap,)), runs=Runs(circular=False))
    )
    for length in LENGTHS:
        assert different(rules, length) == formulas.lines(sizes(rules), leap, length)


@pytest.mark.parametrize("game", LINES)
def test_b1_f1_k1_g1_runs_that_stop_at_the_ends(game):
    """Ace low, or low and high but never in between."""
    rules = find_game(game).rules({})
    assert rules.shapes.runs.ace == LINES[game]
    for length in range(1, 15):
        both = formulas.lines_with_both_ends(4, 13, length)
        expected = both if rules.shapes.runs.ace == "both" else formulas.lines(sizes(rules), 1, length)
        assert different(rules, length) == expected


def test_f1_ace_high():
    """As many as with the ace low, and others."""
    rules = find_game("rummy-500").rules({"ace": "high"})
    assert [different(rules, length) for length in (2, 3, 13)] == [48, 44, 4]


@pytest.mark.parametrize("game", LINES)
@pytest.mark.parametrize("length", [3, 4])
def test_b1_sets_of_three_and_four(game, length):
    """Four suits: 52 of three and 13 of four."""
    rules = find_game(game).rules({})
    found = {cards for one in melding_of(rules).rank_sets for cards in combinations(one.cards, length)}
    assert len(found) == formulas.groups(4, 13, length)


@pytest.mark.parametrize(
    ("pack", "length"), [("pinochle-5", 3), *((pack, 2) for pack in ("piquet-32", "swiss-36", "spanish-40"))]
)
@pytest.mark.parametrize("melds", ["single", "alternating", "both"])
def test_p_the_referee_takes_as_many_melds_as_there_are(pack, length, melds):
    """Of all ways to take two or three different cards of a pack, in no order."""
    rules = Rules("chattahoochee", pack=PACKS[pack], shapes=MeldShapes(suit_pattern=melds))
    legal = sum(check_meld(rules, laid(cards)).legal for cards in combinations(rules.pack.cards, length))
    single = formulas.runs(sizes(rules), 1, length)
    by_turns = formulas.alternating(sizes(rules), 1, length)
    assert legal == {"single": single, "alternating": by_turns, "both": single + by_turns}[melds]


def laid(cards):
    return tuple(map(Laid, cards))


@pytest.mark.parametrize(("naturals", "wilds"), [(3, 0), (2, 1), (1, 2), (3, 1), (2, 2)])
def test_k1_the_referee_takes_as_many_sets_of_tiles_as_there_are(naturals, wilds):
    """Of all ways to take so many different tiles of four colours and five numbers, with jokers."""
    pack = make_pack(CUSTOM_PACK, suits="4", ranks="1-5")
    rules = replace(find_game("rummikub").rules({}), pack=pack)
    hands = combinations(pack.cards, naturals)
    legal = sum(check_meld(rules, laid([*cards, *[WILD] * wilds])).legal for cards in hands)
    groups = formulas.groups_with_wilds(4, 5, naturals, wilds)
    runs = formulas.lines_with_wilds(4, 5, naturals, wilds) if naturals > 1 else 0
    assert legal == groups + runs


@pytest.mark.parametrize(("suits", "ranks", "most"), [(1, 5, 4), (2, 4, 3), (1, 7, 3)])
def test_h14_h15_the_referee_takes_as_many_ways_to_lay_wilds_as_there_are(suits, ranks, most):
    """Of all rows of cards and wilds, those that read where they lie, upwards or downwards."""
    pack = make_pack(CUSTOM_PACK, suits=str(suits), ranks=f"1-{ranks}")
    rules = Rules("chattahoochee", pack=pack, packs=3, jokers=most)
    for length in range(2, most + 1):
        found: Counter[int] = Counter()
        for row in product((*pack.cards, WILD), repeat=length):
            verdict = check_meld(rules, laid(row)) if may_read(row) else None
            if verdict and verdict.legal and tuple(one.card for one in verdict.laid) == row:
                found[row.count(WILD)] += 1
        for wilds in range(length):
            expected = formulas.ways_to_lay(suits, ranks, length - wilds, wilds)
            assert found[wilds] == expected, (length, wilds)


def may_read(row: tuple[Card, ...]) -> bool:
    """One suit, and no card of wilds alone: the rest need not be asked."""
    return len({card.suit for card in row if card != WILD}) == 1


@pytest.mark.parametrize("pack", ["french", "five-hundred-63", "spanish-44"])
def test_h18_a_rank_that_drops_out_leaves_a_circle_of_one_less(pack):
    """As many runs as on circles of 12, of 14 and 15, of 10."""
    rules = Rules("chattahoochee", pack=PACKS[pack], wilds=WildRules(wild_rank=PACKS[pack].ranks[3:4]))
    for length in LENGTHS:
        assert different(rules, length) == formulas.runs([size - 1 for size in sizes(rules)], 1, length)
