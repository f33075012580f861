"""House rules under a name: presets of the games, links, and the examples that show them."""

from __future__ import annotations

import pytest

from bench.worked_examples.example_search import TURNED_UP
from scorepad.core.check import check
from scorepad.core.deal_facts import USUAL_DEAL
from scorepad.core.notation import read_melds
from scorepad.core.pairs import pair_faults
from scorepad.examples import presets
from scorepad.examples.kept_examples import examples
from scorepad.rulebook import find_game, games
from scorepad.rulebook.own_game.game_record import OWN_GAME

HOOCH = find_game("chattahoochee")
BUILT_IN = [
    pytest.param(game, preset, id=f"{game.id}-{preset.name}") for game in games() for preset in game.presets
]


@pytest.mark.parametrize(("game", "preset"), BUILT_IN)
def test_a_preset_of_a_game_makes_rules(game, preset):
    """Every option of it reads, and a link brings it back."""
    named = next(one for one in presets.built_in_rules(game) if one.name == preset.name)
    assert not named.faults
    again = presets.read_named_rules(game, named.fields)
    assert game.rules(again.changed_rules) == game.rules(preset.options)
    assert again.name == preset.name


@pytest.mark.parametrize(("game", "preset"), BUILT_IN)
def test_a_preset_shows_what_it_changes(game, preset):
    """At least one of its rules is shown with what comes of it."""
    if game.id == OWN_GAME:
        return  # its form judges examples as its rules are made
    found = examples(game, preset.options)
    shown = [name for name in preset.options if name in found and found[name].sentence]
    assert bool(shown) == bool(preset.options)


def test_h14_the_example_of_wilds_is_the_one_of_the_rules():
    """♣56w♣89 is worth 10 with jokers in play, and cannot be without."""
    shown = examples(HOOCH, {"jokers": 6})["jokers"]
    assert shown.sentence.startswith("♣56w♣89: 10 points here, usually ")


def test_f3_the_values_of_cards_are_shown_by_a_run():
    """5-10-15 against the usual values."""
    shown = examples(find_game("rummy-500"), {"values": "5-10-15"})["values"]
    assert {one.value: one.words for one in shown.outcomes} == {
        "standard": "39 points",
        "5-10-15": "30 points",
    }
    assert shown.chosen_outcome.value == "5-10-15"


def test_h19_filching_is_shown_beside_a_meld():
    """The five for the wild in 34w67."""
    shown = examples(find_game("chattahoochee-alternate"), {})["filching"]
    assert "♣34w♣67" in shown.case_text
    assert shown.outcomes[1].words == "the wild is taken"


def test_the_example_changes_with_the_other_rules():
    """What six in a row are worth follows the schedule."""
    usual = examples(HOOCH, {})["schedule"].chosen_outcome.words
    assert examples(HOOCH, {"schedule": "square"})["schedule"].chosen_outcome.words != usual


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_example_is_what_the_judge_says(game):
    """An example of melds, judged again from its own words."""
    for option in game.options:
        shown = examples(game, {}).get(option.name)
        if (
            shown is None
            or shown.other_rules
            or any(letter.islower() and letter != "w" for letter in shown.case_text)
        ):
            continue
        for outcome in shown.outcomes:
            facts = TURNED_UP.get(option.name, USUAL_DEAL)
            rules = game.rules({option.name: outcome.value}, facts=facts)
            if outcome.words == "not in this pack" or option.name == "cards_pack":
                continue  # other packs have other letters
            verdict = check(rules, read_melds(shown.case_text, rules.pack))
            legal = verdict.legal and not any(pair_faults(rules, verdict.melds))
            assert legal == outcome.words.endswith(("point", "points"))
            assert not legal or outcome.words.split()[0] == str(verdict.points)


def test_a_link_takes_what_it_knows_and_says_what_does_not_read():
    """Unknown fields and usual values are passed over, faults are named, nothing is lost."""
    named = presets.read_named_rules(
        HOOCH, {"name": "  Friday   night ", "packs": "2", "jokers": "many", "colour": "x"}
    )
    assert named.name == "Friday night"
    assert named.changed_rules == {"jokers": "many"}
    assert "jokers" in named.faults
    assert presets.read_named_rules(HOOCH, {"packs": "3", "melds": "both"}).query == "packs=3&melds=both"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_house_rule_is_shown_by_a_case(game):
    """And at least two of its values come out differently."""
    if game.id == OWN_GAME:
        return  # its form judges examples as its rules are made
    for option in game.options:
        if option.name == "title":
            continue  # no rule follows from a name
        shown = examples(game, {}).get(option.name)
        assert shown, option.name
        assert len({one.words for one in shown.outcomes}) > 1


def test_k2_the_first_play_is_shown_by_a_rack_of_thirty():
    """Sets worth 30 are enough for 30 and too little for 31."""
    shown = examples(find_game("rummikub"), {})["first_play"]
    assert [(one.value, one.can_be) for one in shown.outcomes] == [("30", True), ("31", False)]


def test_g3_whoever_reaches_the_target_loses_the_match():
    """In Shanghai the lower total wins; in Basic Rummy the higher one."""
    assert (
        examples(find_game("shanghai"), {})["target"].chosen_outcome.words
        == "the match is over, the second wins"
    )
    assert (
        examples(find_game("basic-rummy"), {})["target"].chosen_outcome.words
        == "the match is over, the first wins"
    )


def test_i7_a_partner_s_meld_earns_an_interlock():
    """An interlock of four with a partner's meld, or the meld alone."""
    shown = examples(find_game("chattahoochee-interlocking"), {})["partner_interlocks"]
    with_, without = shown.outcomes
    assert (with_.words, without.words) == ("39 points", "15 points")
