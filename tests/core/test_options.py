"""House rules as data: every one with its range, and every fault said at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.core.options import OptionErrors
from scorepad.core.rules import Rules
from scorepad.core.schedules import Schedule
from scorepad.games import GAMES, UnknownGame, find

HOOCH = find("chattahoochee")


def test_h_defaults_are_the_main_game():
    """Two packs, no jokers, one suit, 1 3 6 10, no quartets."""
    assert HOOCH.rules({}) == Rules("chattahoochee")


def test_every_option_can_be_given_as_text_or_as_json():
    """The command line sends text, the API numbers and truth values; both mean the same rules."""
    text = {"packs": "3", "jokers": "4", "melds": "both", "wilds_apart": "yes", "adjacent_naturals": "false"}
    data = {"packs": 3, "jokers": 4, "melds": "both", "wilds_apart": True, "adjacent_naturals": False}
    assert HOOCH.rules(text) == HOOCH.rules(data)


def test_s_a_table_of_values_comes_with_the_schedule_table():
    """The list may be text or a list; without one the table's own schedule has no values."""
    rules = HOOCH.rules({"schedule": "table", "schedule_table": "0, 1 4,9"})
    assert rules.schedule == Schedule("table", (0, 1, 4, 9))
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
    assert "packs = 9: expected a whole number from 1 to 3." in caught.value.message


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
    assert find("Hooch") is find("CHATTAHOOCHEE") is HOOCH
    assert all(find(game.id) is game for game in GAMES)
    with pytest.raises(UnknownGame, match="chattahoochee"):
        find("canasta")


def test_every_option_says_its_sentence_its_clause_and_a_default_it_takes():
    """What the house-rules form and the catalogue show is complete."""
    for game in GAMES:
        for option in game.options:
            assert option.sentence.endswith(".")
            assert option.clause[0] in "NPSHILBFKGV"
            assert option.read(option.default) == option.default
