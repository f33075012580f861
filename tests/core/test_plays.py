"""H8-H13, H19, L2, L3: plays on the table, judged."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from scorepad.core.cards import Card
from scorepad.core.first_melds import naturals_needed
from scorepad.core.notation import read_melds
from scorepad.core.options import OptionErrors
from scorepad.core.packs import FRENCH
from scorepad.core.plays import judge_play
from scorepad.core.rule_parts import LyingMelds
from scorepad.core.tableau import ExtendMeld, FilchWild, MeldAt, MergeMelds, NewMeld, NoSuchMeld, OnTable
from scorepad.rulebook.chattahoochee_alternate import GAME as ALTERNATE
from scorepad.rulebook.leap_rummy import GAME as LEAP_RUMMY
from tests.profiles import examples

ANN, BEN, CY = 0, 1, 2
RULES = ALTERNATE.rules({"jokers": 6})
FILCHING = ALTERNATE.rules({"jokers": 6, "filching": True})


def meld(text):
    return read_melds(text, FRENCH)[0]


def melds(text):
    return read_melds(text, FRENCH)


def lying(*players, **known):
    return OnTable(tuple(map(melds, players)), names=("Ann", "Ben", "Cy")[: len(players)], **known)


def codes(verdict):
    return [finding.code for finding in verdict.findings]


def test_h8_a_new_meld_lies_before_its_player():
    """Ann's points grow by its value, and Ben's melds stay."""
    found = judge_play(RULES, lying("♣456", "♥78"), ANN, NewMeld(meld("♦QKA2")))
    assert (found.legal, found.before, found.points) == (True, 6, 16)
    assert found.table.melds == (melds("♣456 / ♦QKA2"), melds("♥78"))


def test_h8_a_meld_is_extended_at_both_ends():
    """♣456 with ♣3 before and ♣78 after is worth 21."""
    found = judge_play(RULES, lying("♣456", ""), ANN, ExtendMeld(MeldAt(ANN, 0), meld("♣3"), meld("♣78")))
    assert (found.legal, found.before, found.points) == (True, 6, 21)
    assert found.table.melds[ANN] == melds("♣345678")


def test_h8_two_of_her_melds_are_merged():
    """One meld lies there afterwards, where the first lay."""
    found = judge_play(RULES, lying("♣456 / ♥Q / ♣789", ""), ANN, MergeMelds(MeldAt(ANN, 0), MeldAt(ANN, 2)))
    assert (found.legal, found.before, found.points) == (True, 13, 22)
    assert found.table.melds[ANN] == melds("♣456789 / ♥Q")


def test_h9_nothing_is_added_to_another_players_meld():
    """Nor to a partner's, nor are partners' melds merged; the table stays as it is."""
    table = lying("♣456", "♣789", partnerships=((ANN, BEN),))
    added = judge_play(RULES, table, ANN, ExtendMeld(MeldAt(BEN, 0), (), meld("♣T")))
    assert codes(added) == ["not-own-meld"]
    assert added.table == table
    assert codes(judge_play(RULES, table, ANN, MergeMelds(MeldAt(ANN, 0), MeldAt(BEN, 0)))) == [
        "not-own-meld"
    ]


def test_h9_every_fault_is_found():
    """Out already, another's meld, and a gap."""
    table = lying("♣456", "♣789", settled=(12, None))
    found = judge_play(RULES, table, ANN, ExtendMeld(MeldAt(BEN, 0), (), meld("♣Q")))
    assert {"out", "not-own-meld", "gap"} == set(codes(found))
    assert {finding.clause for finding in found.findings} >= {"H10", "H9"}


def test_p1_the_packs_hold_for_all_melds_on_the_table():
    """A third ♣4 was misread, whoever laid the others."""
    assert codes(judge_play(RULES, lying("♣456", "♣4"), ANN, NewMeld(meld("♣4")))) == ["too-many-copies"]


def test_a_play_must_name_a_meld_that_lies_there():
    """Neither another number nor the same meld twice."""
    for play in (ExtendMeld(MeldAt(ANN, 1), (), meld("♣7")), MergeMelds(MeldAt(ANN, 0), MeldAt(ANN, 0))):
        with pytest.raises(NoSuchMeld):
            judge_play(RULES, lying("♣456", ""), ANN, play)


def test_h11_concealed_counts_where_it_changes_a_score():
    """A factor of 1 and an addend of 0 are no rule at all, and nobody is asked."""
    rules = {
        (mode, bonus): ALTERNATE.rules(
            {"concealed_mode": mode, "concealed_bonus": bonus}
        ).turns.concealed.counts
        for mode in ("multiplier", "times")
        for bonus in (0, 1, 2)
        if (mode, bonus) != ("times", 0)
    }
    assert [case for case, counts in rules.items() if not counts] == [("multiplier", 0), ("times", 1)]


def test_h13_points_below_nought_need_no_fewer_naturals():
    rules = ALTERNATE.rules({"first_meld_naturals": 4, "first_meld_rise": 100})
    assert [naturals_needed(rules, score) for score in (-250, 0, 99, 100, 250)] == [4, 4, 4, 5, 6]


def test_h11_a_multiplier_of_hundreds_is_a_slip():
    """Points may be many, what is added to the multiplier or multiplies may not."""
    with pytest.raises(OptionErrors, match="from 0 to 10"):
        ALTERNATE.rules({"concealed_bonus": 50})
    assert ALTERNATE.rules({"concealed_bonus": 50, "concealed_mode": "points"}).turns.concealed.bonus == 50


def test_h12_what_a_first_meld_needs_does_not_stop_the_last_card():
    """One that must be melded, because none is to draw."""
    rules = ALTERNATE.rules({"first_meld_naturals": 5})
    assert not judge_play(rules, lying("", ""), ANN, NewMeld(meld("♣4"))).legal
    assert judge_play(rules, lying("", ""), ANN, NewMeld(meld("♣4")), is_last_card=True).legal


def test_h13_a_first_meld_needs_naturals():
    """Five of them and two wilds at most, one natural more for each hundred points; later ones need none."""
    rules = ALTERNATE.rules({"jokers": 6, "first_meld_naturals": 5, "first_meld_rise": 100})
    assert codes(judge_play(rules, lying("", ""), ANN, NewMeld(meld("♣45www9")))) == [
        "first-naturals",
        "first-wilds",
    ]
    assert judge_play(rules, lying("", ""), ANN, NewMeld(meld("♣45w7w9T"))).legal
    richer = lying("", "", earlier=(250, 0))
    assert codes(judge_play(rules, richer, ANN, NewMeld(meld("♣45678")))) == ["first-naturals"]
    assert judge_play(rules, richer, ANN, NewMeld(meld("♣456789T"))).legal
    assert judge_play(rules, lying("♣45678", ""), ANN, NewMeld(meld("♥Q"))).legal


def test_h19_a_wild_is_filched_for_the_natural_that_it_stands_for():
    """Ann gets the wild, Ben's meld its seventh natural."""
    found = judge_play(FILCHING, lying("", "♣56w89"), ANN, FilchWild(MeldAt(BEN, 0), Card("7", "C")))
    assert found.legal
    assert str(found.taken) == "w"
    assert found.table.melds[BEN] == melds("♣56789")
    assert found.table.points_of(FILCHING, BEN) == 15


@pytest.mark.parametrize(
    ("text", "card", "code"),
    [("♣56w89", "6", "stands-for-another"), ("♣56789", "7", "no-wild"), ("ww", "7", "wilds-alone")],
)
def test_h19_what_cannot_be_filched(text, card, code):
    """Another card than the wild stands for, a meld without wilds, a meld of wilds alone."""
    found = judge_play(FILCHING, lying("", text), ANN, FilchWild(MeldAt(BEN, 0), Card(card, "C")))
    assert (found.legal, found.meld.legal) == (False, False)
    assert codes(found) == [code]


def test_h19_from_whom_a_table_lets_players_filch():
    """Nobody by default; anybody, opponents or the own side by house rule."""
    table = lying("♥56w8", "♥9Tw", "♣56w8", partnerships=((ANN, BEN), (CY,)))
    theirs = FilchWild(MeldAt(CY, 0), Card("7", "C"))
    own = FilchWild(MeldAt(ANN, 0), Card("7", "H"))
    assert codes(judge_play(RULES, table, ANN, theirs)) == ["no-filching"]
    opponents = FILCHING.variant(lying=LyingMelds(filching="opponents"))
    assert judge_play(opponents, table, ANN, theirs).legal
    assert codes(judge_play(opponents, table, ANN, own)) == ["not-that-side"]
    partners = FILCHING.variant(lying=LyingMelds(filching="partners"))
    assert codes(judge_play(partners, table, ANN, theirs)) == ["not-that-side"]
    assert judge_play(partners, table, ANN, own).legal


def test_h19_filching_never_changes_a_settled_score_nor_the_cards():
    """Over random melds with wilds: Ben keeps what he went out with, and no card is won or lost."""
    rng = random.Random(19)
    filched = 0
    for _ in range(examples(300)):
        ranks = [str(n) for n in range(2, 10)][rng.randint(0, 3) :]
        laid = [rank if rng.random() < 0.7 else "w" for rank in ranks]
        table = lying("", "♣" + "".join(laid), settled=(None, 44))
        for rank in ranks:
            card = Card(rank, "C")
            found = judge_play(FILCHING, table, ANN, FilchWild(MeldAt(BEN, 0), card))
            assert found.table.points_of(FILCHING, BEN) == 44
            if found.legal:
                filched += 1
                assert cards(found.table) + Counter([found.taken]) == cards(table) + Counter([card])
    assert filched > examples(300) // 3


def cards(table):
    return Counter(laid.card for owned in table.melds for one in owned for laid in one)


SAME, SHARED, DIFFERENT, FREE = (
    LEAP_RUMMY.rules({"tokens": name}) for name in ("same", "shared", "different", "free")
)


def test_l2_all_melds_of_a_player_are_of_one_leap_that_is_hers_alone():
    """Ann has the token of leap 2, Ben that of leap 1: the reasons name player and leap."""
    table = lying("♥79J", "♠TJQ")
    assert judge_play(SAME, table, ANN, NewMeld(meld("♣357"))).legal
    found = judge_play(SAME, table, ANN, NewMeld(meld("♣345")))
    assert codes(found) == ["other-leap", "leap-taken"]
    assert "Ann has the token of leap 2" in found.findings[0].sentence
    assert "Ben has the token of leap 1" in found.findings[1].sentence


def test_l2_shared_leaps_by_house_rule():
    """Ann goes on by twos alone, and Ben may have begun with twos as well."""
    table = lying("♥79J", "♠TQA")
    assert judge_play(SHARED, table, ANN, NewMeld(meld("♣357"))).legal
    assert judge_play(SHARED, table, BEN, NewMeld(meld("♣357"))).legal
    assert codes(judge_play(SHARED, table, ANN, NewMeld(meld("♣345")))) == ["other-leap"]
    assert judge_play(SHARED, lying("♥79J / ♥K24", ""), ANN, MergeMelds(MeldAt(ANN, 0), MeldAt(ANN, 1))).legal


def test_l2_different_leaps_by_house_rule():
    """Ann lays no second meld by twos, and may share Ben's leap."""
    table = lying("♥79J", "♠TJQ")
    assert codes(judge_play(DIFFERENT, table, ANN, NewMeld(meld("♣357")))) == ["leap-twice"]
    assert judge_play(DIFFERENT, table, ANN, NewMeld(meld("♣345"))).legal


def test_l2_free_leaps_by_house_rule():
    """Nothing binds them."""
    for text in ("♣357", "♣345", "♣36 9"):
        assert judge_play(FREE, lying("♥79J", "♠TJQ"), ANN, NewMeld(meld(text))).legal


def test_l3_extend_and_conjoin():
    """♥79J goes on by twos; ♥79J and ♥K24 conjoin."""
    table = lying("♥79J / ♥K24", "")
    assert judge_play(SAME, table, ANN, ExtendMeld(MeldAt(ANN, 0), meld("♥5"), ())).points == 3 + 1
    assert judge_play(SAME, table, ANN, MergeMelds(MeldAt(ANN, 0), MeldAt(ANN, 1))).points == 10
    assert not judge_play(SAME, table, ANN, ExtendMeld(MeldAt(ANN, 0), (), meld("♥Q"))).legal
