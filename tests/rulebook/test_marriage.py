"""Marriage: maal is paid between every two players, and hands show pure sets first (marriage MA2-MA7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorepad
from scorepad.core.cards import Card, Laid
from scorepad.core.check import check_meld
from scorepad.core.deal_facts import DealFacts
from scorepad.core.pairs import is_pure
from scorepad.core.scoring import CountedDeal, CountedHand
from scorepad.core.scoring.ended_deal import notes_told
from scorepad.rulebook import find_game
from scorepad.rulebook.marriage.maal import Maal, MaalPaid, beside
from tests.optimize.deadwood.marriage_hands import compare
from tests.profiles import examples

NOTED = st.sampled_from(["", "unseen", "dublees", "tunnela", "unseen+tunnela", "dublees+tunnela+tunnela"])


@st.composite
def deals(draw) -> tuple[MaalPaid, CountedDeal]:
    """A deal of some players with any maal, and any game points."""
    names = "ABCDE"[: draw(st.integers(2, 5))]
    winner = draw(st.sampled_from(names))
    hands = {name: CountedHand(left=draw(st.integers(0, 90))) for name in names}
    dropped = {name: draw(NOTED) for name in names if name != winner}
    points = st.integers(0, 20)
    scoring = MaalPaid(
        Maal(), draw(points), draw(points), draw(points), draw(points), kidnap=draw(st.booleans())
    )
    ending = draw(st.sampled_from(["out", "dublees"]))
    return scoring, CountedDeal(hands, winner, notes=notes_told(dropped), ending=ending)


@given(deals())
def test_ma7_all_that_is_paid_adds_up_to_nothing(told):
    scoring, deal = told
    assert sum(scoring.scores(deal).values()) == 0
    for name, lines in scoring.lines(deal).items():
        assert sum(line.points for line in lines) == scoring.scores(deal)[name]


@given(deals())
def test_ma7_of_every_two_the_one_with_less_pays_the_difference(told):
    scoring, deal = told
    free = MaalPaid(scoring.maal, 0, 0, 0, 0, kidnap=scoring.kidnap)
    unseen = {name for name, word in deal.own_notes.items() if "unseen" in word}
    maal = {
        name: hand.left + 5 * deal.own_notes.get(name, "").split("+").count("tunnela")
        for name, hand in deal.hands.items()
    }
    if free.kidnap:
        maal[deal.winner] += sum(maal[name] for name in unseen)
    maal |= dict.fromkeys(unseen, 0)
    paid = {name: sum(maal[name] - maal[other] for other in maal) for name in maal}
    assert free.scores(deal) == paid


@pytest.mark.parametrize(
    ("tiplu", "poplu", "jhiplu"), [("JH", "QH", "TH"), ("KS", "AS", "QS"), ("AD", "2D", "KD")]
)
def test_ma4_poplu_and_jhiplu_lie_beside_the_tiplu(tiplu, poplu, jhiplu):
    assert [str(beside(Card(*tiplu), step)) for step in (1, -1)] == [poplu, jhiplu]
    wilds = find_game("marriage").rules({}, facts=DealFacts(turned=Card(*tiplu))).wilds
    assert (wilds.wild_rank, {*map(str, wilds.wild_cards)}) == ((tiplu[0],), {poplu, jhiplu})


def test_ma4_before_the_tiplu_is_drawn_nothing_is_wild():
    wilds = find_game("marriage").rules({}).wilds
    assert (wilds.wild_rank, wilds.wild_cards) == ((), ())


def test_ma6_the_cards_of_a_marriage_count_as_one_or_one_by_one():
    maal = Maal(Card("J", "H"))
    cards = [Card(rank, "H") for rank in "TJQ"]
    assert maal.held(cards) == 10
    assert maal.held([*cards, *cards]) == 20
    assert maal.held([*cards, *cards, Card("J", "H")]) == 25
    assert Maal(Card("J", "H"), marriage=5).held(cards) == 7


@pytest.mark.parametrize("ranks", ["TJQ", "JQK", "9TJ", "QKA"])
@pytest.mark.parametrize("most_wilds", [1, 2])
def test_ma2_wild_cards_in_their_own_place_keep_a_sequence_pure(ranks, most_wilds):
    rules = find_game("marriage").rules(
        {"most_wilds": most_wilds, "longer": True}, facts=DealFacts(turned=Card("Q", "H"))
    )
    assert is_pure(check_meld(rules, tuple(Laid(Card(rank, "H")) for rank in ranks)))


def test_ma3_what_is_shown_comes_first_and_pairs_are_shown_too():
    of_sets = scorepad.best("marriage", "♣456 ♠888 ♥QKA ♦5 ♥5 ♠5")
    assert [str(meld) for meld in of_sets.sees] == [str(meld) for meld in of_sets.melds[:3]]
    of_pairs = scorepad.best("marriage", "♣44 ♥77 ♠AA ♦KK ♥22 ♠55 ♥99 ♦8")
    assert [len(meld.cards) for meld in of_pairs.sees] == [2] * 7


def test_ma5_the_card_to_throw_is_no_value_card():
    hand = "♣456 ♥789 ♠A23 ♦K ♥K ♠J ♥2 ♥3 ♣J ♠7 ♣7 ♦J ♠9 ♦9 ♥J ♦4"
    best = scorepad.best("marriage", hand, turned="♥J")
    assert (best.throw, best.maal) == ("4D", 8)
    throws = [each.card for each in scorepad.discard("marriage", hand, turned="♥J", limit=60).discard]
    assert throws.index("4D") < throws.index("JD") < throws.index("AS")


@pytest.mark.parametrize("start", range(0, 300, 50))
def test_ma2_to_ma5_as_all_choices_of_melds(start):
    assert [fault for seed in range(start, start + examples(50)) if (fault := compare(seed, 9))] == []


def test_ma3_hands_of_21_cards_are_proven_whatever_they_hold():
    hand = "♣456 ♣456 ♥789 ♥789 ♠A23 ♠J ♥J ♣J ♦J ♥Q ♥T"
    best = scorepad.best("marriage", hand, turned="♥J")
    assert (best.proven, best.goes_out, best.left) == (True, True, ())
