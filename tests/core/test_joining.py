"""H8, H9, L3: melds made longer and melds made one."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorepad.core.card_text import write_cards
from scorepad.core.cards import WILD, Laid
from scorepad.core.check import check_meld
from scorepad.core.melding import melding_of
from scorepad.core.merging import extend_meld, merge, pin_wilds, possible_extensions
from scorepad.core.notation import read_melds
from scorepad.core.packs import FRENCH, Pack
from scorepad.core.rule_parts import LyingMelds, Schedule
from scorepad.core.rules import Leaps, MeldShapes, MeldValues, Rules, Runs, WildRules
from scorepad.core.scoring.usual import Retiring
from scorepad.rulebook import find_game
from tests.profiles import examples

ALTERNATE = Rules("chattahoochee-alternate", jokers=6)
TEN = Pack("ten", "Ten ranks", FRENCH.suits, tuple("A23456789T"))
LEAPS = Rules(
    "leap-rummy",
    packs=2,
    jokers=6,
    shapes=MeldShapes(leaps=Leaps((1, 2, 3, 4, 5, 6), "same"), runs=Runs(3), clause="L1"),
    wilds=WildRules(adjacent_naturals=False),
    values=MeldValues(schedule=Schedule("two-zeroes")),
    scoring=Retiring(),
)


def meld(text, pack=FRENCH):
    return read_melds(text, pack)[0] if text else ()


def codes(found):
    return [finding.code for finding in found.findings]


def test_h8_melds_that_abut_are_merged_in_either_order():
    """♦TJQKA and ♦2345 are one run of nine, whichever is named first, and worth 45 instead of 15 and 10."""
    for melds in (["♦TJQKA", "♦2345"], ["♦2345", "♦TJQKA"], ["♦AKQJT", "♦2345"]):
        found = merge(ALTERNATE, [meld(one) for one in melds])
        assert found.legal
        assert sorted(found.before) == [10, 15]
        assert found.points == 45
        assert len(found.melds) == 1


def test_h8_melds_with_a_gap_are_not_merged():
    """What is missing is named, and the melds stay as they are."""
    found = merge(ALTERNATE, [meld("♦4567"), meld("♦TJQ")])
    assert not found.legal
    assert codes(found) == ["no-one-run", "gap"]
    assert "♦8 ♦9" in found.findings[1].sentence
    assert found.points == sum(found.before) == 16


def test_h8_cards_fill_the_gap_where_the_table_allows_it():
    """♦89 between ♦4567 and ♦TJQ make one run under the house rule alone."""
    melds, between = [meld("♦4567"), meld("♦TJQ")], meld("♦89")
    assert codes(merge(ALTERNATE, melds, between)) == ["gap-filled"]
    assert merge(ALTERNATE.variant(lying=LyingMelds(fills_gaps=True)), melds, between).points == 45


@pytest.mark.parametrize(
    ("melds", "between", "code"),
    [
        (["♣34", "♣56"], "♣7", "not-between"),
        (["♣34", "♣67"], "♣5 ♣8", "not-between"),
        (["♣34", "♣67"], "♣2", "no-one-run"),
        (["♣34", "♣67"], "♥5", "no-one-run"),
        (["♣34", "♣67"], "w=♣8", "no-one-run"),
        (["♣34", "♣56"], "w", "no-one-run"),
    ],
)
def test_h8_cards_beyond_the_ends_do_not_merge_melds(melds, between, code):
    """They may extend the meld in a turn of their own."""
    filling = ALTERNATE.variant(lying=LyingMelds(fills_gaps=True))
    assert code in codes(merge(filling, [meld(one) for one in melds], meld(between)))


def test_h8_jokers_for_some_ranks_only_fill_gaps_of_those():
    """Jokers that stand for sevens alone do not keep a natural six out of a gap."""
    filling = ALTERNATE.variant(lying=LyingMelds(fills_gaps=True), joker_ranks=("7",))
    assert merge(filling, [meld("♣45"), meld("♣78")], meld("♣6")).legal
    assert merge(filling, [meld("♣56"), meld("♣89")], meld("w")).legal
    assert not merge(filling, [meld("♣45"), meld("♣78")], meld("w")).legal


def test_h22_a_gap_that_reads_by_two_leaps_is_asked_about():
    """♣4 w ♣6 on ten ranks goes by ones, and downwards by fours."""
    rules = ALTERNATE.variant(
        pack=TEN, leaps=Leaps((1, 4)), lying=LyingMelds(fills_gaps=True), adjacent_naturals=False
    )
    found = merge(rules, [meld("♣4", TEN), meld("♣6", TEN)], meld("w", TEN))
    assert codes(found) == ["ambiguous"]
    assert merge(rules, [meld("♣4", TEN), meld("♣6", TEN)], meld("w=♣5", TEN)).points == 3


def test_h23_alternating_melds_merge_only_in_turn():
    """♥5♦6♥7 goes on with ♦8, not with ♥8."""
    both = ALTERNATE.variant(suit_pattern="both")
    assert not merge(both, [meld("♥5♦6♥7"), meld("♥8♦9♥T")]).legal
    assert merge(both, [meld("♥5♦6♥7"), meld("♦8♥9♦T")]).legal


def test_l3_only_melds_of_one_leap_conjoin():
    """♥579 and ♥JK2 by twos are one sequence; ♥579 and ♥TJQ are not, and both reasons are said."""
    assert merge(LEAPS, [meld("♥579"), meld("♥JK2")]).points == 10
    found = merge(LEAPS, [meld("♥579"), meld("♥TJQ")])
    assert {"leaps-differ", "no-one-run"} <= set(codes(found))


def test_h8_two_melds_are_merged_and_each_must_be_one():
    """Three melds at once are refused; so is what is no meld, with its own reason."""
    assert codes(merge(ALTERNATE, [meld("♦45"), meld("♦67"), meld("♦89")])) == ["not-two"]
    assert codes(merge(ALTERNATE, [meld("♦46"), meld("♦78")])) == ["gap"]
    assert codes(merge(ALTERNATE.variant(packs=1), [meld("♦45"), meld("♦56")])) == ["too-many-copies"]


def test_h9_wilds_go_on_standing_for_what_they_stood_for():
    """In ♣56w89 the wild is a 7: ♣7 does not push it to an end."""
    assert not extend_meld(ALTERNATE, meld("♣56w89"), meld("♣7"), ()).legal
    assert possible_extensions(ALTERNATE, meld("♣56w89"), meld("♣7")) == ()


def test_h17_a_meld_of_wilds_alone_stays_as_it_is():
    """It lies nowhere on the circle, so nothing abuts it."""
    assert codes(extend_meld(ALTERNATE, meld("ww"), (), meld("♣45"))) == ["wilds-alone"]
    assert "wilds-alone" in codes(merge(ALTERNATE, [meld("ww"), meld("♣45")]))


@pytest.mark.parametrize(
    ("on_table", "cards", "ways"),
    [
        ("♣567", "♣8", [("", "8C")]),
        ("♣567", "♣8 ♣4", [("4C", "8C")]),
        ("♣567", "♣9 ♣8 ♣3 ♣4", [("3C 4C", "8C 9C")]),
        ("♣567", "♣9", []),
        ("♣567", "♣8 w", [("w=4C", "8C"), ("", "8C w=9C")]),
        ("♣567", "♣9 w", [("", "w=8C 9C")]),
        ("♣765", "♣8", [("8C", "")]),
    ],
)
def test_h8_every_way_to_extend_a_meld(on_table, cards, ways):
    """Naturals go where they belong; wilds may go to either end."""
    found = possible_extensions(ALTERNATE, meld(on_table), meld(cards))
    assert sorted((write_cards(before), write_cards(after)) for before, after in found) == sorted(ways)


def test_l6_an_extension_that_reads_in_two_ways_is_two_ways():
    """On ten ranks ♣4 is extended by a wild and ♣6 by ones and, downwards, by fours."""
    loose = LEAPS.variant(pack=TEN, leaps=Leaps((1, 2, 3, 4, 5), "same"), runs=Runs())
    found = possible_extensions(loose, meld("♣4", TEN), meld("w♣6", TEN))
    assert {"w=5C", "w=TC"} <= {str(laid) for before, after in found for laid in (*before, *after)}


@st.composite
def runs(draw, longest=16, shortest_part=0):
    """Rules, a legal run with some wilds, cut in three."""
    rules = ALTERNATE.variant(
        leaps=Leaps((draw(st.sampled_from([1, 2, 5])),)),
        schedule=Schedule(draw(st.sampled_from(["original", "one-zero", "square", "fibonacci"]))),
    )
    track = draw(st.sampled_from(melding_of(rules).tracks))
    start, length = draw(st.integers(0, 12)), draw(st.integers(max(2, 3 * shortest_part), longest))
    kinds = [track.cards[(start + step) % 13] for step in range(length)]
    laid = tuple(Laid(WILD, kind) if draw(st.integers(0, 4)) == 0 else Laid(kind) for kind in kinds)
    first = draw(st.integers(shortest_part, length - 2 * shortest_part))
    second = draw(st.integers(first + shortest_part, length - shortest_part))
    return rules, laid[:first], laid[first:second], laid[second:]


@given(runs())
def test_h8_an_extension_never_lowers_a_value_that_grows(parts):
    """The longer run keeps the old one whole and is worth as much at least."""
    rules, before, own, after = parts
    assume(own and (before or after) and check_meld(rules, own).legal)
    found = extend_meld(rules, own, before, after)
    assume(found.legal)
    assert found.points >= check_meld(rules, own).points
    there = pin_wilds(rules, own)
    assert found.laid[len(before) : len(before) + len(there)] == check_meld(rules, own).laid


@given(runs(), st.booleans())
def test_h8_a_merge_keeps_every_card(parts, swap):
    """The two melds of one run go together again, in either order, for as much at least."""
    rules, one, two, _ = parts
    melds = [one, two][:: -1 if swap else 1]
    assume(one and two and all(check_meld(rules, part).legal for part in melds))
    assume(check_meld(rules, (*one, *two)).legal)
    assume(all(any(check_meld(rules, part).natural) for part in melds))
    found = merge(rules, melds)
    assume("too-many-wilds" not in codes(found))
    assert found.legal, (found, melds)
    assert sorted(laid.card for laid in found.melds[0].laid) == sorted(laid.card for laid in (*one, *two))
    assert found.points >= sum(found.before)


@given(runs(shortest_part=1), st.randoms(use_true_random=False))
def test_h8_what_fills_the_gap_lies_in_it(parts, rng):
    """A run cut in three: its ends and what was between them, in any order, make the run again."""
    rules, one, gap, two = parts
    whole = check_meld(rules, (*one, *gap, *two))
    assume(whole.legal)
    assume(all(any(check_meld(rules, part).natural) and check_meld(rules, part).legal for part in (one, two)))
    found = merge(
        rules.variant(lying=LyingMelds(fills_gaps=True)), [one, two], tuple(rng.sample(gap, len(gap)))
    )
    assume("too-many-wilds" not in codes(found))
    assert found.legal, (found, parts)
    assert found.points == whole.points
    laid = found.melds[0].laid
    assert {len(one), len(two)} & {_begun(laid, one), _begun(laid, two), _begun(laid[::-1], one)}


def _begun(laid, part):
    """The cards of a part that the meld begins with, as many as lie there together."""
    kinds = [one.stands_for or one.card for one in laid[: len(part)]]
    return len(part) if kinds == [one.stands_for or one.card for one in part] else 0


@given(runs(longest=12, shortest_part=1))
def test_h8_what_lies_beyond_does_not_fill_a_gap(parts):
    """A run cut in three that does not go round: its last cards are not between the first two parts."""
    rules, one, two, beyond = parts
    assume(all(check_meld(rules, part).legal and any(check_meld(rules, part).natural) for part in (one, two)))
    assert not merge(rules.variant(lying=LyingMelds(fills_gaps=True)), [one, two], beyond).legal
    assert not merge(rules.variant(lying=LyingMelds(fills_gaps=True)), [two, one], beyond).legal


MERGING = [
    ("chattahoochee-alternate", {"jokers": 4, "adjacent_naturals": False}),
    ("chattahoochee-alternate", {"melds": "both", "leaps": "1 2", "jokers": 2}),
    ("chattahoochee-interlocking", {"any_turn": True}),
    ("leap-rummy", {"tokens": "free", "jokers": 2, "packs": 2}),
    ("basic-rummy", {}),
    ("basic-rummy", {"packs": 2, "ace": "both"}),
    ("rummy-500", {}),
    ("rummy-500", {"packs": 2}),
]


@st.composite
def pairs_to_merge(draw):
    """Rules, and two stretches or sets of a few ranks, with jokers in some places, that may share cards."""
    game, options = draw(st.sampled_from(MERGING))
    rules = find_game(game).rules(options)
    melding = melding_of(rules)
    track = draw(st.sampled_from(melding.tracks[:8]))
    start = draw(st.integers(0, 9))
    cut, end = draw(st.integers(start + 1, start + 5)), draw(st.integers(start + 4, start + 9))
    run = tuple(track.cards[place % len(track.cards)] for place in range(start, end))
    first, second = run[: cut - start], run[cut - start - draw(st.integers(0, 1)) :]
    if melding.rank_sets and draw(st.integers(0, 3)):
        rank = draw(st.sampled_from([run[0].rank, run[-1].rank, run[1].rank]))
        first, second = melding.set_of_rank(rank)[: draw(st.integers(3, 4))], run
    jokers = draw(st.sets(st.integers(0, len(first) + len(second) - 1), max_size=min(2, rules.jokers)))
    laid = [Laid(WILD, kind) if place in jokers else Laid(kind) for place, kind in enumerate(first + second)]
    melds = [tuple(laid[: len(first)]), tuple(laid[len(first) :])]
    return rules, melds[:: draw(st.sampled_from([1, -1]))]


@settings(max_examples=examples(2_000))
@given(pairs_to_merge())
def test_b2_no_merge_loses_a_card(pair):
    """In every game what lies there afterwards are the cards of before; a card of which the table has one is
    one card, though both melds name it."""
    rules, melds = pair
    found = merge(rules, melds)
    if found.legal:
        cards_before = Counter(laid.card for one in melds for laid in one)
        cards_after = Counter(laid.card for one in found.melds for laid in one.laid)
        limits = {card: rules.jokers if card == WILD else rules.packs for card in cards_before}
        named_twice = Counter(card for card, count in cards_before.items() if count > limits[card])
        assert cards_after == cards_before - named_twice
        assert rules.shapes.sets or not named_twice
