"""Questions name a preset, the number of a deal, the card turned up, and whether the player has opened."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from scorepad.answers import hand_questions
from scorepad.core.cards import Card
from scorepad.core.deal_facts import DealFacts
from scorepad.core.errors import ScorepadError
from scorepad.core.rules import Rules
from scorepad.rulebook import basic_rummy, find_game
from scorepad.rulebook.basic_rummy import BasicRummy


@dataclass(frozen=True)
class ByDeal(BasicRummy):
    """Basic Rummy with as many jokers as the deal's number."""

    follows = ("number",)

    def rules_in(self, facts: DealFacts) -> Rules:
        return replace(self.rules(), jokers=facts.number)


BY_DEAL = replace(basic_rummy.GAME, house_rules=ByDeal)
TURNED = Card("5", "C")


def test_rules_follow_from_the_number_of_the_deal_alone():
    third = BY_DEAL.rules({}, facts=DealFacts(3))
    assert third.jokers == 3
    assert BY_DEAL.rules({}, facts=DealFacts(3, TURNED)) is third, "what is turned up is no matter here"
    assert BY_DEAL.follows({}) == ("number",)


def test_other_games_have_the_same_rules_in_every_deal():
    game = find_game("basic-rummy")
    assert game.rules({}, facts=DealFacts(3, TURNED)) is game.rules({})


def test_options_override_those_of_the_preset():
    asked = {"game": "basic-rummy", "cards": "QH KH AH", "preset": "aces-at-both-ends"}
    assert hand_questions.best(asked).left == ()
    assert hand_questions.best({**asked, "options": {"ace": "low"}}).left == ("AH", "QH", "KH")


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        (
            "preset",
            "bicycle",
            "No preset is called 'bicycle'. Type one of standard-rules, going-rummy, aces-at-both-ends.",
        ),
        ("deal", 2, "Leave deal out."),
        ("deal", "two", "deal: type a whole number from 1 to 999, not 'two'."),
        ("turned", "5C", "Leave turned out."),
        ("turned", "5C 6C", "turned: type one card"),
        ("opened", True, "Leave opened out."),
    ],
)
def test_what_a_game_has_no_use_for_is_refused_in_a_sentence(field, value, said):
    with pytest.raises(ScorepadError) as refusal:
        hand_questions.best({"game": "basic-rummy", "cards": "4C", field: value})
    assert said in str(refusal.value)
    assert refusal.value.at == field


def test_a_player_who_has_not_opened_may_be_named_in_every_game():
    assert hand_questions.best({"game": "basic-rummy", "cards": "4C", "opened": False}).left == ("4C",)
