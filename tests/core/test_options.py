"""House rules as data: every one with its range, and every fault said at once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.core.options import OptionErrors, page_faults
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import MatchRules, Rules
from scorepad.rulebook import UnknownGame, find_game, games

HOOCH = find_game("chattahoochee")


def test_h_defaults_are_the_main_game():
    """Two packs, no jokers, one suit, 1 3 6 10, no quartets; seven cards are dealt (H6)."""
    assert HOOCH.rules({}) == Rules("chattahoochee", match=MatchRules(cards_dealt=(7,) * 11))
    assert HOOCH.rules({"deal": 0}) == Rules("chattahoochee")


def test_every_option_can_be_given_as_text_or_as_json():
    """The command line sends text, the API numbers and truth values; both mean the same rules."""
    text = {"packs": "3", "jokers": "4", "melds": "both", "wilds_apart": "yes", "adjacent_naturals": "false"}
    data = {"packs": 3, "jokers": 4, "melds": "both", "wilds_apart": True, "adjacent_naturals": False}
    assert HOOCH.rules(text) == HOOCH.rules(data)


def test_s_a_table_of_values_comes_with_the_schedule_table():
    """The list may be text or a list; without one your own schedule has no values."""
    rules = HOOCH.rules({"schedule": "table", "schedule_table": "0, 1 4,9"})
    assert rules.values.schedule == Schedule("table", (0, 1, 4, 9))
    assert rules == HOOCH.rules({"schedule": "table", "schedule_table": [0, 1, 4, 9]})
    with pytest.raises(OptionErrors, match="schedule_table"):
        HOOCH.rules({"schedule": "table"})


def test_every_fault_of_the_options_is_said_at_once():
    """Each with its name, what was given and what was expected."""
    with pytest.raises(OptionErrors) as caught:
        HOOCH.rules({"packs": 9, "schedule": "cubes", "wilds_apart": "maybe", "colour": 1})
    assert [fault.at for fault in caught.value.faults] == [
        "options.packs",
        "options.schedule",
        "options.wilds_apart",
        "options.colour",
    ]
    assert "packs = 9: type a whole number from 1 to 4." in caught.value.message


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from([option.name for option in HOOCH.options]), anything, max_size=9))
def test_options_of_any_kind_read_or_are_refused(options):
    """No value whatever breaks the reader; what is refused is named."""
    try:
        assert isinstance(HOOCH.rules(options), Rules)
    except OptionErrors as error:
        assert error.faults
        assert all(fault.name in options or fault.name == "schedule_table" for fault in error.faults)


def test_every_game_is_found_by_id_name_and_alias():
    """Whatever the case; a stranger's name is answered with the names there are."""
    assert find_game("Hooch") is find_game("CHATTAHOOCHEE") is HOOCH
    assert all(find_game(game.id) is game for game in games())
    with pytest.raises(UnknownGame, match="chattahoochee"):
        find_game("chess")


def test_every_option_says_its_sentence_its_clause_and_a_default_it_takes():
    """What the house-rules form and the catalogue show is complete."""
    for game in games():
        for option in game.options:
            assert option.sentence.endswith(".")
            assert option.clause[0] in "NPSHILBFKGV" or option.clause.split()[0] in (game.id, "points")
            assert option.read(option.default) == option.default


def test_a_game_on_top_of_another_changes_a_value_or_leaves_an_option_out():
    """The words stay those of the option."""
    of_leaps = {option.name: option for option in find_game("leap-rummy").options}
    usual = {option.name: option for option in HOOCH.options}
    assert of_leaps["packs"] == replace(usual["packs"], default=1)
    assert ("majors" in of_leaps, "majors" in usual) == (False, True)


def test_no_two_games_go_by_one_name():
    """Ids, names and aliases, whatever stands between their words."""
    called = [{"".join(filter(str.isalnum, name.lower())) for name in game.names} for game in games()]
    assert sum(map(len, called)) == len(set().union(*called))


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("500", "rummy-500"),
        ("rummy500", "rummy-500"),
        ("Rummy 500", "rummy-500"),
        ("hooch", "chattahoochee"),
        ("machiavelli", "shanghai"),
        ("Vatikan", "shanghai"),
        ("carousel", "shanghai"),
        ("SABRA", "rummikub"),
        ("Rummikid", "rummikub"),
        ("Persian Rummy", "rummy-500"),
        ("Pinochle Rummy", "rummy-500"),
        ("interlocking melds", "chattahoochee-interlocking"),
        ("leap_rummy", "leap-rummy"),
        ("Interlocking Hooch", "chattahoochee-interlocking"),
    ],
)
def test_a_game_is_found_by_what_people_call_it(name, game):
    """With spaces, hyphens or neither, in any case."""
    assert find_game(name).id == game


@pytest.mark.parametrize("written", ["♥J ♠J", "JH JS", "hearts J, spades J", "J♥ J♠", "HJ SJ", "jh-js"])
def test_h18_single_wild_cards_are_named_in_every_notation(written):
    """As cards read everywhere (section N)."""
    assert HOOCH.rules({"wild_cards": written}) == HOOCH.rules({"wild_cards": "♥J ♠J"})


@pytest.mark.parametrize("written", ["10 J Q", "t,j,q", "TJQ", "10-j-Q", "10JQ"])
def test_h20_ranks_are_named_in_every_notation(written):
    """Tens both ways, either case, with anything between them that separates cards, or nothing."""
    assert HOOCH.rules({"wild_ranks": written}).wilds.joker_ranks == ("T", "J", "Q")
    assert HOOCH.rules({"wild_rank": written}).wilds.wild_rank == ("T", "J", "Q")


def test_h26_majors_are_named_as_they_are_printed():
    """`IIII` is IV in options too."""
    assert HOOCH.rules({"pack": "tarot-78", "wild_ranks": "IIII"}).wilds.joker_ranks == ("IV",)


def test_choices_read_in_any_case_and_with_spaces():
    """One value under the ways in which people write it."""
    assert HOOCH.rules({"schedule": "Two Zeroes"}) == HOOCH.rules({"schedule": "two-zeroes"})


def test_a_form_speaks_of_labels_and_a_command_of_names():
    """The same fault in the words of who reads it."""
    with pytest.raises(OptionErrors) as caught:
        HOOCH.rules({"packs": "9", "schedule": "fibonaci", "colour": "red"})
    assert caught.value.message.endswith(
        "schedule = 'fibonaci': type one of original, one-zero, two-zeroes, square, fibonacci, table; "
        "the nearest is fibonacci. " + caught.value.faults[2].message
    )
    assert page_faults(HOOCH.options, caught.value)["packs"].startswith("Packs: type a whole number")
    assert "1 3 6 10 15 21 …, " in page_faults(HOOCH.options, caught.value)["schedule"]


def test_every_fault_is_said_at_once_whatever_finds_it():
    """A number out of range, a card that does not read and a leap too far: three faults in one answer."""
    with pytest.raises(OptionErrors) as caught:
        HOOCH.rules({"packs": 9, "wild_cards": "ZZ", "leaps": "9"})
    assert {fault.name for fault in caught.value.faults} == {"packs", "wild_cards", "leaps"}


def test_no_option_is_judged_by_a_pack_that_does_not_read():
    """Cards of your own pack are not faulted while its ranks do not read."""
    with pytest.raises(OptionErrors) as caught:
        HOOCH.rules({"pack": "custom", "ranks": "AA", "wild_cards": "17C", "wild_ranks": "17"})
    assert [fault.name for fault in caught.value.faults] == ["ranks"]
