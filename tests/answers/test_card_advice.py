"""What one more card would bring and which to throw: every card is worth what a search of its own says."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad import optimize
from scorepad.answers import hand_answers
from scorepad.answers.card_advice import rate_discards, rate_next_cards
from scorepad.answers.terms import Terms
from scorepad.cli.show import in_words
from scorepad.core.bonuses import LyingBeside, PartnerOut
from scorepad.core.cards import WILD
from scorepad.core.notation import read_cards, read_melds
from scorepad.rulebook import find_game
from tests.profiles import examples

GAMES = (
    ("chattahoochee", {"melds": "both", "jokers": 2}),
    ("chattahoochee-interlocking", {}),
    ("leap-rummy", {}),
    ("basic-rummy", {}),
    ("rummy-500", {"jokers": 2}),
)


EVERY_GAME = (
    *GAMES,
    ("chattahoochee", {"leaps": [1, 2, 5], "quartet_bonus": 7}),
    ("chattahoochee", {"melds": "alternating", "wild_rank": "5", "wild_rank_mode": "also-natural"}),
    ("chattahoochee-interlocking", {"jokers": 2, "schedule": "two-zeroes"}),
    ("chattahoochee-alternate", {"melds": "both", "jokers": 2}),
    ("leap-rummy", {"jokers": 2, "tokens": "free"}),
    ("leap-rummy", {"jokers": 2, "run_suits": "colour"}),
    ("leap-rummy", {"jokers": 2, "run_suits": "none", "tokens": "free"}),
    ("rummikub", {}),
    ("rummikub", {"aim": "points"}),
    ("shanghai", {"jokers": 2}),
)
PLENTY = 60.0  # seconds, for every card to be proven on a busy machine
HAS_TABLE = ("chattahoochee-alternate", "leap-rummy", "basic-rummy", "rummy-500", "rummikub", "shanghai")


def any_hand(rng, rules, size):
    return rng.sample([*rules.pack.cards * rules.packs, *[WILD] * rules.jokers], size)


def cards_of(text, rules):
    return [laid.card for laid in read_cards(text, rules.pack)]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_every_card_that_could_come_is_worth_what_the_hand_with_it_is(game, options):
    """All kinds of the pack are rated, the greatest gain first."""
    rules = find_game(game).rules(options)
    rng = random.Random(1)
    for _ in range(examples(5)):
        hand = any_hand(rng, rules, 8)
        answer = rate_next_cards(rules, hand, Terms(limit=PLENTY))
        gains = [further.gain for further in answer.next]
        assert gains == sorted(gains, reverse=True)
        assert answer.points == hand_answers.best(rules, hand).points
        for further in answer.next:
            best = hand_answers.best(rules, [*hand, *cards_of(further.card, rules)])
            assert (further.points, further.left_value) == (best.points, best.left_value)
            assert further.gain == best.points - answer.points
            assert further.proven


def test_h9_own_melds_that_scored_with_a_partner_stay_whole_while_cards_come_and_go():
    """They may be in the hand, as in the question for the best: none of their cards is thrown."""
    rules = find_game("chattahoochee-interlocking").rules(
        {"any_turn": True, "quartet_bonus": 5, "packs": 3, "jokers": 4}
    )
    partner, own = read_melds("7C 8S 9C", rules.pack), read_melds("7S 8C", rules.pack)
    terms = Terms(partners=LyingBeside(partner, (PartnerOut(partner, own),)), limit=PLENTY)
    hand = cards_of("9D 7C 7S 8C", rules)
    answer = rate_next_cards(rules, hand, terms)
    assert answer.points == hand_answers.best(rules, hand, terms).points
    for further in answer.next:
        best = hand_answers.best(rules, [*hand, *cards_of(further.card, rules)], terms)
        assert (further.points, further.proven) == (best.points, True)
    assert [discard.card for discard in rate_discards(rules, hand, terms).discard] == ["9D", "7C"]


@given(question=st.sampled_from(EVERY_GAME), size=st.integers(1, 9), rng=st.randoms(use_true_random=False))
def test_what_a_card_brings_is_what_the_hand_with_it_has_more_in_every_game(question, size, rng):
    """Some of the cards that could come, drawn, beside what lies on the table where the game has one."""
    game, options = question
    rules = find_game(game).rules(options)
    cards = any_hand(rng, rules, size + 8)
    hand, others = cards[:size], cards[size:]
    others_laid = optimize.best(rules, others).melds if game in HAS_TABLE else ()
    table = [meld for meld in others_laid if len(meld) > 2]
    answer = rate_next_cards(rules, hand, Terms(table=table, limit=PLENTY))
    now = hand_answers.best(rules, hand, Terms(table=table))
    assert answer.points == now.points
    for further in rng.sample(answer.next, min(5, len(answer.next))):
        best = hand_answers.best(rules, [*hand, *cards_of(further.card, rules)], Terms(table=table))
        assert (further.points, further.left_value) == (best.points, best.left_value)
        assert further.gain == best.points - now.points


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_every_card_of_the_hand_is_rated_by_what_is_left_without_it(game, options):
    """Each kind once; no card costs less than the one that is named first."""
    rules = find_game(game).rules(options)
    rng = random.Random(2)
    for _ in range(examples(5)):
        hand = any_hand(rng, rules, 8)
        answer = rate_discards(rules, hand)
        assert len(answer.discard) == len(set(hand))
        for thrown in answer.discard:
            rest = list(hand)
            rest.remove(cards_of(thrown.card, rules)[0])
            best = hand_answers.best(rules, rest)
            assert (thrown.points, thrown.left_value) == (best.points, best.left_value)
        cheapest = answer.discard[0]
        if game == "basic-rummy":
            assert cheapest.left_value == min(thrown.left_value for thrown in answer.discard)
        else:
            assert cheapest.points == max(thrown.points for thrown in answer.discard)


def test_p1_no_card_can_come_of_which_all_copies_are_in_sight():
    """In the hand or on the table."""
    rules = find_game("basic-rummy").rules({})
    table = read_melds("♥567", rules.pack)
    coming = {
        further.card for further in rate_next_cards(rules, cards_of("♥8 ♣K", rules), Terms(table=table)).next
    }
    assert len(coming) == 52 - 5
    assert not coming & {"5H", "6H", "7H", "8H", "KC"}


def test_a_card_that_was_seen_elsewhere_cannot_come():
    """Of two packs its twin can."""
    hand = "♣45 ♦9 ♥9"
    for game, left in (("basic-rummy", 0), ("romme", 1)):
        rules = find_game(game).rules({})
        answer = rate_next_cards(rules, cards_of(hand, rules), Terms(seen=cards_of("♠9 ♥K", rules)))
        unseen = {further.card: further.unseen for further in answer.next}
        assert unseen.get("9S", 0) == unseen.get("KH", 0) == left
        size = len(rules.pack.cards) * rules.packs + rules.jokers
        assert sum(unseen.values()) == size - 4 - 2


def test_chances_count_unseen_cards_and_the_points_of_one_draw():
    """♣6 ♣3 ♣9 ♠9 help ♣45 ♦9 ♥9: 15, 12, 27 and 27 points, each one of 48 cards."""
    rules = find_game("basic-rummy").rules({})
    hand = cards_of("♣45 ♦9 ♥9", rules)
    answer = rate_next_cards(rules, hand)
    assert answer.chances.better == (4, 48)
    assert answer.expected == pytest.approx((15 + 12 + 27 + 27) / 48)
    without = rate_next_cards(rules, hand, Terms(seen=cards_of("♣6 ♠K", rules)))
    assert without.chances.better == (3, 46)
    assert without.expected == pytest.approx((12 + 27 + 27) / 46)


def test_a_hand_is_finished_by_the_cards_that_end_the_deal():
    """With ♣J only ♣A and ♣2 are left, with ♣3 only ♣Q: one of the cards left is thrown, and 10 may stay."""
    rules = find_game("gin-rummy").rules({})
    answer = rate_next_cards(rules, cards_of("♥345 ♠9 ♣9 ♦9 ♣QK ♣A ♣2", rules))
    assert {further.card for further in answer.next if further.goes_out} == {"JC", "3C"}
    assert answer.chances.finishes == (2, 42)


def test_where_every_card_is_a_meld_only_more_than_its_own_point_helps():
    """A single card counts 1 in Chattahoochee."""
    rules = find_game("chattahoochee").rules({})
    answer = rate_next_cards(rules, cards_of("♣4567 ♥Q", rules))
    helping = sum(further.unseen for further in answer.next if further.gain > 1)
    assert 0 < helping < answer.chances.better[1]
    assert answer.chances.better[0] == helping


def test_b2_a_card_laid_off_on_the_table_counts():
    """♥9 goes to ♥567 and ♥8."""
    rules = find_game("basic-rummy").rules({})
    table = read_melds("♥567", rules.pack)
    answer = rate_next_cards(rules, cards_of("♥8 ♣K", rules), Terms(table=table))
    gains = {further.card: further.gain for further in answer.next}
    assert gains["9H"] == 9
    assert gains["4H"] == 4
    assert gains["9C"] == 0


def test_what_the_clock_cuts_off_is_not_called_proven():
    """With no time at all every card is still rated."""
    rules = find_game("chattahoochee-interlocking").rules({"jokers": 8})
    hand = [*random.Random(3).sample(rules.pack.cards * 2, 40), WILD, WILD]
    answer = rate_next_cards(rules, hand, Terms(limit=0))
    assert len(answer.next) >= 40
    assert not any(further.proven for further in answer.next)
    assert "Not all of this is proven." in in_words(answer)
    assert "Not all of this" not in in_words(rate_next_cards(rules, hand[:3], Terms(limit=PLENTY)))


def test_s5_a_card_that_fits_on_the_table_is_none_that_may_be_thrown():
    """♠7 beside ♠456; it is rated where it ends the deal, and where the table plays without that rule."""
    table = read_melds("4S 5S 6S", find_game("scala-40").rules({}).pack)
    rated = {}
    for text, opened, options in (
        ("7S 2C 9H JD", True, {}),
        ("7S 2C 9H JD", True, {"fits_stays": False}),
        ("7S 2C 3C 4C", True, {}),
    ):
        rules = find_game("scala-40").rules(options)
        answer = rate_discards(rules, cards_of(text, rules), Terms(table=table, opened=opened))
        rated[text, rules.hand.thrown.no_fitting] = [one.card for one in answer.discard]
    assert sorted(rated["7S 2C 9H JD", True]) == ["2C", "9H", "JD"]
    assert sorted(rated["7S 2C 9H JD", False]) == ["2C", "7S", "9H", "JD"]
    assert rated["7S 2C 3C 4C", True][0] == "7S"


@pytest.mark.parametrize(
    ("game", "preset"),
    [("canasta", "classic"), ("canasta", "modern-american"), ("hand-and-foot", "whitnack")],
)
def test_canasta_c1_red_threes_are_neither_thrown_nor_waited_for(game, preset):
    """They lie beside the melds, and another card is drawn for each."""
    rules = find_game(game).rules(find_game(game).preset_options(preset))
    answer = rate_discards(rules, cards_of("♥3 ♠3 ♣K", rules), Terms(opened=True))
    assert {thrown.card for thrown in answer.discard} == {"3S", "KC"}
    assert "Lay red threes down" in answer.why
    assert rate_discards(rules, cards_of("♥3", rules), Terms(opened=True)).discard == ()
    coming = {further.card for further in rate_next_cards(rules, cards_of("♣K", rules)).next}
    assert "3C" in coming
    assert not coming & {"3H", "3D"}


@pytest.mark.parametrize("preset", ["simpson", "kcils", "roth"])
def test_hand_and_foot_red_threes_that_cost_are_thrown_first(preset):
    """Where each costs 500, nobody lays them down."""
    hand_and_foot = find_game("hand-and-foot")
    rules = hand_and_foot.rules(hand_and_foot.preset_options(preset))
    answer = rate_discards(rules, cards_of("♥3 ♠3 ♣K", rules), Terms(opened=True))
    assert answer.discard[0].card == "3H"
