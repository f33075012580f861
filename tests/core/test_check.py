"""H1, H14-H17, H23, H24: melds as laid, judged with every reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.core.bonuses import most_quartets
from scorepad.core.card_text import show_meld
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.check import check, check_meld
from scorepad.core.melding import melding_of
from scorepad.core.notation import read_melds
from scorepad.core.packs import FRENCH
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Leaps, Rules
from scorepad.rulebook import find_game

RULES = Rules("chattahoochee", jokers=8)
BOTH = RULES.variant(suit_pattern="both")
ALTERNATING = RULES.variant(suit_pattern="alternating")


def judge(text, rules=RULES):
    return check(rules, read_melds(text, FRENCH))


def why(text, rules=RULES):
    return [finding.sentence for finding in judge(text, rules).all_findings]


def codes(text, rules=RULES):
    return [finding.code for finding in judge(text, rules).all_findings]


def reads(text, rules=RULES):
    verdict = judge(text, rules)
    assert verdict.legal, verdict
    return [show_meld(meld.reads_as, FRENCH) for meld in verdict.melds]


def test_h1_consecutive_cards_of_one_suit_on_the_circle():
    """One card or more, round the corner, twice round when two packs allow it."""
    assert judge("♦6789").points == 10
    assert judge("♥QKA234").points == 21
    assert judge("♣K").points == 1
    assert judge("♣A23456789TJQKA23456789TJQK").points == 351


def test_h1_the_order_of_the_cards_does_not_matter_when_only_one_can_be_meant():
    """Downwards, or shuffled, or with a wild that can only fill the gap."""
    assert reads("♦9876") == ["♦9876"]
    assert reads("♦7 9 6 8") == ["♦6789"]
    assert reads("♣9 7 6 5 w") == ["♣56789"]


def test_h1_every_fault_of_a_meld_is_named():
    """The missing card, the card of another suit, the copy too many, the card far away."""
    assert why("♥6789JQ") == ["Not a run: ♥10 is missing."]
    assert why("♥6 7 9 J") == ["Not a run: ♥8 ♥10 are missing."]
    assert why("♥6789♠T♥JQ") == [
        "♠10 doesn’t belong in a run of hearts.",
        "Not a run: ♥10 is missing.",
    ]
    assert why("♣5667") == ["♣6 appears twice."]
    assert why("♣34 ♣9") == ["♣9 isn’t next to ♣3 ♣4."]


def test_h1_faults_of_several_melds_are_all_listed():
    """A legal meld keeps its points, each illegal one has its own reason."""
    verdict = judge("♥6789JQ / ♣456 / ♠2 ♦2")
    assert [meld.legal for meld in verdict.melds] == [False, True, False]
    assert [meld.points for meld in verdict.melds] == [0, 6, 0]
    assert len(verdict.all_findings) == 2
    assert not verdict.legal


def test_h14_a_wild_is_not_counted():
    """♣56w♣89 is worth 10."""
    assert judge("♣56w♣89").points == 10
    assert judge("♣56 / ♣89").points == 6


def test_h15_two_naturals_must_lie_side_by_side_unless_the_table_plays_otherwise():
    """♣5w♣7 needs the house rule; without a wild nothing is asked."""
    assert codes("♣5w♣7") == ["no-adjacent-naturals"]
    assert judge("♣5w♣7", RULES.variant(adjacent_naturals=False)).points == 3
    assert judge("♣5").legal


def test_h15_wilds_apart_forbids_two_side_by_side():
    """Inside a run and among wilds laid by themselves."""
    apart = RULES.variant(wilds_apart=True)
    assert codes("♣56ww♣9", apart) == ["wilds-together"]
    assert codes("ww", apart) == ["wilds-together"]
    assert judge("♣56w♣8w", apart).legal
    assert judge("w / w", apart).legal


def test_h15_both_wild_faults_are_named_together():
    """No two naturals side by side and two wilds side by side."""
    assert codes("♣5ww♣8", RULES.variant(wilds_apart=True)) == ["wilds-together", "no-adjacent-naturals"]


def test_h16_what_a_wild_stands_for_follows_from_its_place():
    """wwww♥23www reads one way; a wild outside its place in the order must be told."""
    assert reads("wwww♥23www") == ["♥JQKA23456"]
    assert codes("♣5 7 6 w") == ["ambiguous"]
    assert "♣4 ♣5 ♣6 ♣7 or ♣5 ♣6 ♣7 ♣8" in why("♣5 7 6 w")[0]
    assert reads("♣5 7 6 w=♣8") == ["♣5678"]


def test_h16_a_wild_that_says_what_it_stands_for_is_held_to_it():
    """w=♥7 in a run of clubs is out of place."""
    assert codes("♣56 w=♥7 ♣8") == ["wrong-suit", "gap"]
    assert reads("♣56 w=♣7 ♣8") == ["♣5678"]


def test_h16_a_wild_whose_suit_cannot_be_told_stays_a_wild():
    """Under 'both' ♣5w♣7 is worth the same whatever suit the wild has, so it is legal and stays open."""
    assert reads("♣5w♣7", BOTH.variant(adjacent_naturals=False)) == ["♣5w♣7"]


def test_h17_wilds_alone_are_legal_and_worth_what_the_table_says():
    """0, or a schedule of their own."""
    assert judge("www").points == 0
    assert judge("www", RULES.variant(wild_only_schedule=Schedule("square"))).points == 9


def test_h23_alternating_melds_take_two_suits_in_turn():
    """a b a b, exactly two suits; one card alone is still a meld."""
    assert judge("♥5♦6♥7", ALTERNATING).points == 6
    assert judge("♥K♦A♥2", ALTERNATING).points == 6
    assert judge("♥5", ALTERNATING).points == 1
    assert why("♥567", ALTERNATING) == ["Two suits must take turns, but ♥5 ♥6 ♥7 have the same suit."]
    assert codes("♥5♦6♠7", ALTERNATING) == ["wrong-suit"]
    assert codes("♥5♦6♥7♦7", ALTERNATING) == ["out-of-turn"]


def test_h23_single_and_both():
    """By default suits do not alternate; under 'both' either kind is legal, never a mixture."""
    assert not judge("♥5♦6♥7").legal
    assert judge("♥5♦6♥7 / ♥567", BOTH).points == 12
    assert not judge("♥56♦7", BOTH).legal


def test_h23_an_alternating_meld_goes_twice_round_before_its_cards_come_again():
    """On 13 ranks the suits have changed places after a lap: 26 different cards of one pack."""
    ranks = "A23456789TJQK" * 2
    text = "".join(("♥" if place % 2 else "♠") + rank for place, rank in enumerate(ranks))
    assert judge(text, ALTERNATING.variant(packs=1)).points == 351


def test_h24_quartets_count_once_for_every_full_set_of_suits():
    """Naturals of legal melds only; two packs can make two of a rank."""
    rules = RULES.variant(quartet_bonus=50)
    assert judge("♣Q/♠Q/♥Q/♦Q", rules).points == 54
    twice = judge("♣Q/♠Q/♥Q/♦Q/♣Q/♠Q/♥Q/♦QK", rules)
    assert [bonus.points for bonus in twice.bonuses] == [50, 50]
    assert judge("♣Q/♠Q/♥Q/♦QKw", rules).bonuses[0].melds == (0, 1, 2, 3)
    assert judge("♣Q/♠Q/♥Q/w", rules).bonuses == ()


@pytest.mark.parametrize(
    ("copies", "quartets"),
    [
        ([1, 1, 1, 1], 1),
        ([1, 1, 1, 1, 1], 1),
        ([3, 1, 1, 1, 1, 1, 1], 2),
        ([2, 2, 2, 1, 1], 2),
        ([2, 2, 1, 1, 1], 1),
        ([1] * 8, 2),
        ([4, 4, 4], 0),
        ([], 0),
    ],
)
def test_h24_any_four_suits_make_a_quartet(copies, quartets):
    """Of seven suits three cards of one and one of each other make two; three suits make none."""
    assert most_quartets(copies) == quartets


@given(st.lists(st.integers(0, 4), max_size=8))
def test_h24_as_many_quartets_as_four_at_a_time_can_be_taken(copies):
    """Always from the suits with most left."""
    left, taken = sorted(copies, reverse=True), 0
    while len(left) > 3 and left[3]:
        left = sorted([*(one - 1 for one in left[:4]), *left[4:]], reverse=True)
        taken += 1
    assert most_quartets(copies) == taken


def test_p1_more_copies_than_the_packs_hold_are_a_fault_of_the_whole():
    """Named with the count and the packs, whatever the melds."""
    assert why("♣4/♣4/♣4") == ["Three ♣4, but the packs hold two."]
    assert why("w", Rules("chattahoochee")) == ["One wild card, but this game has none."]


@st.composite
def stretches(draw):
    """A stretch of a track under some rules, some of its inner cards replaced by wilds."""
    rules = draw(st.sampled_from([RULES, BOTH, ALTERNATING]))
    track = draw(st.sampled_from(melding_of(rules).tracks))
    start = draw(st.integers(0, len(track.cards) - 1))
    length = draw(st.integers(2, 15))
    cards = [track.cards[(start + step) % len(track.cards)] for step in range(length)]
    wild = draw(st.sets(st.integers(2, length), max_size=4))
    return rules, cards, [WILD if place in wild else card for place, card in enumerate(cards)]


@given(stretches(), st.booleans())
def test_h1_every_stretch_of_every_track_is_legal_either_way_round(example, downwards):
    """Two naturals lead, wilds may follow: worth the schedule of its naturals, read as the stretch."""
    rules, cards, laid = example
    given_order = laid[::-1] if downwards else laid
    verdict = check_meld(rules, tuple(map(Laid, given_order)))
    naturals = sum(card != WILD for card in laid)
    assert verdict.legal
    assert verdict.points == naturals * (naturals + 1) // 2
    assert set(verdict.reads_as) == set(cards)


@pytest.mark.parametrize("copies", [40, 400])
def test_h1_a_meld_of_hundreds_of_cards_is_judged_all_the_same(copies):
    """Hostile melds get an ordinary verdict."""
    assert not judge("♣4" * copies + "w" * copies, BOTH).legal


def test_h18_cards_of_a_wild_rank_alone_are_a_meld_of_wilds_or_themselves():
    """Worth 0 where the rank has dropped out; where it is natural too, one five is worth what a card is."""
    dropped = RULES.variant(wild_rank=("5",))
    assert judge("♣5 ♥5", dropped).points == 0
    assert judge("♣5", dropped.variant(wild_rank_mode="also-natural")).points == 1


def test_h18_single_cards_may_be_wild():
    """The one-eyed jacks stand for anything and for themselves."""
    jacks = RULES.variant(wild_cards=(Card("J", "H"), Card("J", "S")))
    assert judge("♣56 JH ♣89", jacks).points == 10
    assert judge("♥TJQ", jacks).points == 6
    assert not judge("♣56 JD ♣89", jacks).legal


def test_h14_a_card_that_is_not_wild_cannot_stand_for_another():
    """Said with both cards."""
    assert why("♥78 ♣4=♥9") == ["♣4 can’t stand for ♥9."]


def test_h22_a_meld_follows_one_leap_that_the_table_allows():
    """Upwards or downwards; every card as far from the one before."""
    leaps = RULES.variant(leaps=Leaps((1, 2, 5)))
    assert judge("♥579JK24", leaps).melds[0].leap == 2
    assert judge("♥579JK24", leaps).points == 28
    assert not judge("♥579JK24").legal
    assert judge("♥3J6A", leaps).melds[0].leap == 5
    assert not judge("♥3579J2", leaps).legal


def test_a_rank_of_one_card_makes_no_set_with_wilds():
    """A trump and two jokers are a run: there is one trump of each rank."""
    rules = find_game("own-game").rules({"cards_pack": "tarot-78", "cards_jokers": 4})
    verdict = check_meld(rules, (Laid(Card("XIV", "M")), Laid(WILD), Laid(WILD)))
    assert [kind.rank for kind in verdict.reads_as] == ["XIV", "XV", "XVI"]
