"""I2-I7: what melds earn side by side."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace

import pytest

from scorepad.core.bonuses import LyingBeside, PartnerOut
from scorepad.core.cards import Meld
from scorepad.core.check import check
from scorepad.core.notation import read_melds
from scorepad.core.packs import FRENCH, FRENCH_48, Pack, Suit
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Leaps
from scorepad.rulebook.chattahoochee_interlocking import GAME

RULES = GAME.rules({"packs": 3, "jokers": 8})
RANKS = "A23456789TJQK"


SYMBOLS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦", "X": "★"}


def laid(text, pack):
    """Melds written suit letter first, `S5 D6 / w=H7 D8`."""
    for letter, symbol in SYMBOLS.items():
        text = re.sub(rf"\b{letter}(?=\w)", symbol, text)
    return read_melds(text, pack)


def in_turn(suits, ranks):
    """Cards of those ranks, the suits taking turns."""
    return " ".join(suits[place % 2] + rank for place, rank in enumerate(ranks))


def judge(text, rules=RULES, table=""):
    verdict = check(rules, laid(text, rules.pack), LyingBeside(laid(table, rules.pack)))
    assert verdict.legal, verdict.all_findings
    return verdict


def found(text, rules=RULES, table=""):
    """Each interlock as (its melds, net length, points)."""
    return [(one.melds, one.length, one.points) for one in judge(text, rules, table).bonuses]


def test_i2_two_stretches_on_the_circle_are_judged_each_by_itself():
    """Twenty cards and twelve against them meet at both ends: from 5 to 7 and from A to 3."""
    long, short = in_turn("SD", (RANKS * 2)[:20]), in_turn("SD", (RANKS * 2)[4:16])
    assert found(f"{long} / {short}") == [((0,), 7, 147), ((0, 1), 3, 9), ((0, 1), 3, 9)]


def test_i2_where_the_melds_are_in_phase_there_is_none():
    """♠6 beside ♠6 is no interlock, whatever the ranks."""
    assert found("S3 D4 S5 D6 / S5 D6 S7 D8") == []


def test_i2_one_card_alone_is_of_one_suit():
    """Under a schedule that values one card, lone cards still interlock with nothing."""
    original = RULES.variant(schedule=Schedule("original"))
    assert found("S5 D6 / D5", original) == []
    assert found("S5 D6 / D4 S5", original) == []
    assert found("S5 D6 / S4 D5", original) == [((0, 1), 1, 1)]


def test_i2_a_closed_circle_has_no_ends_for_a_stretch_to_stop_at():
    """Twenty-six cards go round; wherever they were cut, a meld against them interlocks whole."""
    for cut in (0, 1, 11, 12, 25):
        closed = in_turn("SD" if cut % 2 == 0 else "DS", (RANKS * 4)[cut : cut + 26])
        assert found(f"{closed} / SQ DK SA D2 S3") == [((0, 1), 5, 50)]


def test_i2_a_place_covered_twice_counts_once():
    """Thirty cards cover 3 to 6 twice with the same suits: a meld against them interlocks once."""
    long = in_turn("SD", (RANKS * 3)[2:32])
    assert found(f"{long} / D3 S4 D5 S6 D7") == [((0,), 4, 24)] * 2 + [((0, 1), 5, 50)]


def test_i3_every_wild_in_the_stretch_counts():
    """Two wilds at one rank take two off; what falls below zero counts as zero."""
    assert found("C7 H8 C9 HT w=CJ HQ / C8 H9 CT w=HJ CQ HK") == [((0, 1), 3, 9)]
    assert found("C7 H8 w=C9 w=HT / w=H9 w=CT HJ CQ") == []


def test_i3_a_wild_outside_the_stretch_does_not_count():
    """The wild at 8 lies in one of the melds alone."""
    assert found("C6 H7 w=C8 H9 CT HJ / C9 HT CJ HQ") == [((0, 1), 3, 9)]


def test_i4_three_melds_need_one_circle_of_suits():
    """♣♦ ♦♥ ♥♣ in turn interlock; with two of them the other way round they do not."""
    assert found("C5 D6 C7 / D5 H6 D7 / H5 C6 H7") == [((0, 1, 2), 3, 27)]
    assert found("D5 C6 D7 / H5 D6 H7 / C5 H6 C7") == [((0, 1, 2), 3, 27)]
    assert found("C5 D6 C7 / D5 H6 D7 / C5 H6 C7") == []


def test_i4_two_pairs_are_no_interlock_of_four():
    """♣♦ with ♦♣ and ♥♠ with ♠♥ interlock by twos."""
    pairs = "C5 D6 C7 / D5 C6 D7 / H5 S6 H7 / S5 H6 S7"
    assert found(pairs) == [((0, 1), 3, 9), ((2, 3), 3, 9)]


def test_i4_five_suits_have_factor_sixty():
    """5!/2 times the length times its value."""
    pack = Pack("stars", "With stars", (*FRENCH.suits, Suit("X", "★", "stars", "blue")), FRENCH.ranks)
    rules = RULES.variant(pack=pack)
    five = "C5 S6 C7 / S5 H6 S7 / H5 D6 H7 / D5 X6 D7 / X5 C6 X7"
    assert found(five, rules) == [((0, 1, 2, 3, 4), 3, 60 * 9)]


def test_i5_a_meld_may_be_in_interlocks_of_two_and_of_three():
    """Each scores by itself."""
    melds = "C5 D6 C7 / D5 H6 D7 / H5 C6 H7 / D5 C6 D7"
    assert found(melds) == [((0, 3), 3, 9), ((0, 1, 2), 3, 27)]


def test_i6_on_a_circle_of_even_ranks_no_meld_interlocks_with_itself():
    """After twelve ranks the suits come round as they were."""
    rules = RULES.variant(pack=FRENCH_48)
    long = in_turn("SD", ("A23456789TJQ" * 2)[:17])
    assert found(long, rules) == []
    assert found(f"{long} / DA S2 D3 S4 D5 S6", rules) == [((0, 1), 6, 90)]


def test_i6_wilds_in_either_lap_count():
    """Seventeen cards with a wild where the laps lie side by side."""
    cards = in_turn("SD", (RANKS * 2)[2:19]).split()
    cards[1] = f"w={cards[1]}"
    assert found(" ".join(cards)) == [((0,), 3, 9)]
    cards[14] = f"w={cards[14]}"
    assert found(" ".join(cards)) == [((0,), 2, 2)]


def test_i7_partners_melds_on_the_table_interlock_with_hers():
    """Her own melds are counted first; interlocks of the table's melds alone have scored already."""
    table = "D5 S6 D7 / S5 D6 S7"
    assert found("H2 / S4 D5 S6 D7", table=table) == [((1, 3), 3, 9)]
    assert found("S4 D5 S6 D7", table=table) == [((0, 2), 3, 9)]


def test_i7_partners_may_agree_that_their_melds_do_not_interlock():
    """Then the table counts for nothing, and her own melds as ever."""
    alone = RULES.variant(interlocks=replace(RULES.bonuses.interlocks, with_partners=False))
    assert found("S5 D6 S7", alone, table="D5 S6 D7") == []
    assert found("S5 D6 S7 / D5 S6 D7", alone, table="D5 S6 D7") == [((0, 1), 3, 9)]


EVEN = RULES.variant(pack=FRENCH_48, packs=4)
TWELVE = "A23456789TJQ"


@pytest.mark.parametrize("cut", [0, 2, 4, 10])
@pytest.mark.parametrize("cards", [12, 17, 24, 30])
def test_i9_two_melds_round_an_even_circle_share_its_spots_once_the_ends_joined(cut, cards):
    """Wherever they were cut, and however far they go on: one stretch of twelve."""
    one = in_turn("SD", (TWELVE * 3)[:cards])
    other = in_turn("DS", (TWELVE * 4)[cut : cut + cards])
    assert found(f"{one} / {other}", EVEN) == [((0, 1), 12, 12 * 66)]


@pytest.mark.parametrize(
    ("leap", "ranks"), [(2, "A3579J"), (3, "A47T"), (4, "A59A59"), (6, "A7"), (3, "258J")]
)
def test_i9_where_a_leap_splits_the_circle_the_ends_are_joined(leap, ranks):
    """On six ranks, four, three (odd: six places in turn) and two."""
    rules = EVEN.variant(leaps=Leaps((leap,)))
    other = in_turn("SD" if leap == 4 else "DS", ranks)
    length = len(ranks)
    points = length * length * (length - 1) // 2
    assert found(f"{in_turn('SD', ranks)} / {other}", rules) == [((0, 1), length, points)]


def test_i9_circles_that_a_leap_parts_do_not_meet():
    """Leap three on twelve ranks: A 4 7 T and 2 5 8 J have no rank in common."""
    assert found(f"{in_turn('SD', 'A47T')} / {in_turn('DS', '258J')}", EVEN.variant(leaps=Leaps((3,)))) == []


@pytest.mark.parametrize("cards", [13, 17, 29])
def test_i9_a_meld_longer_than_the_circle_makes_one_stretch_with_another_not_one_a_lap(cards):
    """From 3 to 8 it lies twice against the other meld, or once."""
    long = in_turn("SD", (TWELVE * 3)[:cards])
    assert found(f"{long} / {in_turn('SD', '345678')}", EVEN) == []
    assert found(f"{long} / {in_turn('DS', '345678')}", EVEN) == [((0, 1), 6, 90)]


def test_i9_wilds_of_either_lap_shorten_a_closed_stretch():
    """A wild at 4 in the second lap takes one off all twelve."""
    cards = in_turn("SD", (TWELVE * 2)[:17]).split()
    cards[15] = f"w={cards[15]}"
    other = in_turn("DS", TWELVE)
    assert found(f"{' '.join(cards)} / {other}", EVEN) == [((0, 1), 11, 11 * 55)]


@pytest.mark.parametrize(("cards", "times"), [(13, 0), (14, 0), (17, 1), (26, 0), (28, 2), (30, 2), (43, 3)])
def test_i6_each_lap_of_an_odd_circle_interlocks_with_the_next(cards, times):
    """n // R interlocks of length n mod R: 24 once for 17 cards, twice for 30."""
    length = cards % 13
    of_each = ((0,), length, length * length * (length - 1) // 2)
    assert found(in_turn("SD", (RANKS * 4)[:cards]), RULES.variant(packs=4)) == [of_each] * times


@dataclass
class LaidMeld:
    """A meld on the table: whose it is, and after how many goings out it was laid."""

    player: int
    after: int
    meld: Meld


def any_laid_melds(rng, partners):
    """Runs of few ranks by so many partners, so that many of them interlock."""
    return [
        LaidMeld(
            rng.randrange(partners),
            rng.choice((0, *range(partners))),
            laid(in_turn(suits, RANKS[first:end]), FRENCH)[0],
        )
        for suits in rng.choices(("SD", "DS", "SH", "HS", "HD", "DH"), k=rng.randint(2, 3 * partners))
        for first, end in [sorted(rng.sample(range(9), 2))]
    ]


def lying(melds, turn, players):
    """The melds of those players that lie there when the partner of that turn goes out."""
    return [one for player in players for one in melds if one.player == player and one.after <= turn]


def read_straight(rules, melds, order, turn):
    """Points of what the player of that turn finds on the table, one of her melds in it, that no partner
    before her found there with one of his."""
    player = order[turn]
    there = lying(melds, turn, [player, *(other for other in order if other != player)])
    own = sum(one.player == player for one in there)
    side = [one.meld for one in there]
    return [
        bonus.points
        for bonus in check(rules, side[:own], LyingBeside(side[own:])).bonuses
        if not any(
            any(there[number].player == earlier for number in bonus.melds)
            and all(there[number].after <= out for number in bonus.melds)
            for out, earlier in enumerate(order[:turn])
        )
    ]


def as_asked(rules, melds, order, turn):
    """Points of the interlocks that the referee gives to the player of that turn."""
    player = order[turn]

    def of(there, *players):
        return tuple(one.meld for one in lying(melds, there, players))

    goings_out = [
        PartnerOut(of(out, earlier), of(out, player), of(out, *(set(order) - {earlier, player})))
        for out, earlier in enumerate(order[:turn])
    ]
    others = [other for other in order if other != player]
    beside = LyingBeside(of(turn, *others), goings_out)
    return [bonus.points for bonus in check(rules, of(turn, player), beside).bonuses]


@pytest.mark.parametrize("partners", [2, 3])
def test_i8_each_interlock_scores_once_for_whoever_first_finds_all_its_melds(partners):
    """Three hundred deals of partners, who go out in any order; the others lay melds in between."""
    rules = GAME.rules({"any_turn": True}).variant(packs=9)
    for seed in range(300):
        rng = random.Random(seed)
        melds, order = any_laid_melds(rng, partners), rng.sample(range(partners), partners)
        for turn, player in enumerate(order):
            for one in melds:
                if one.player == player:
                    one.after = min(one.after, turn)
        for turn in range(partners):
            asked, told = (way(rules, melds, order, turn) for way in (as_asked, read_straight))
            assert sorted(asked) == sorted(told), (seed, turn)
