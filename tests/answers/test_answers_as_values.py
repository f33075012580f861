"""Answers compare, say None of what a game doesn't have, and become plain data."""

import json

import msgspec
import pytest

import scorepad
from scorepad.answers import verbs
from scorepad.core.sentence import plain_english

ASKED = {
    "best": {"game": "gin-rummy", "cards": "4C 5C 6C KH KD KS 2D 3D 9H 8S"},
    "check": {"game": "chattahoochee", "melds": "♣45678 / ♣6789T"},
    "next": {"game": "basic-rummy", "cards": "4C 5C KH KD 2D 9S"},
    "discard": {"game": "rummy-500", "cards": "4C 5C 6C KH KD 2D 9S"},
    "score": {"game": "basic-rummy", "winner": "Ann", "left": {"Ben": "QH 4C"}},
}


@pytest.mark.parametrize("verb", ASKED)
def test_equal_questions_have_equal_answers(verb):
    """However long each took."""
    first, second = verbs.answer(verb, ASKED[verb]), verbs.answer(verb, ASKED[verb])
    assert first == second


def test_other_hands_have_other_answers():
    best = verbs.answer("best", ASKED["best"])
    assert best != verbs.answer("best", {**ASKED["best"], "cards": "4C 5C 6C KH KD KS 2D 3D 9H 7S"})
    assert best != verbs.answer("check", ASKED["check"])
    assert len({best, verbs.answer("best", ASKED["best"])}) == 1


@pytest.mark.parametrize("verb", ASKED)
def test_an_answer_is_the_dict_that_http_gives(verb):
    answer = verbs.answer(verb, ASKED[verb])
    sent = json.loads(msgspec.json.encode(answer, enc_hook=plain_english))
    assert answer.to_dict() == sent == json.loads(json.dumps(answer.to_dict()))


@pytest.mark.parametrize("verb", ASKED)
def test_an_answer_in_plain_text_says_the_same(verb):
    """And msgspec takes it as it is."""
    answer = verbs.answer(verb, ASKED[verb])
    assert msgspec.json.decode(msgspec.json.encode(answer.in_plain_text())) == answer.to_dict()


def test_what_a_game_does_not_have_is_none():
    """Neither true nor false, and not in JSON."""
    hand = scorepad.best("chattahoochee", "♣456")
    assert (hand.goes_out, hand.opens, hand.why, hand.throw) == (None, None, None, None)
    assert not {"goes_out", "opens", "why", "throw"} & hand.to_dict().keys()
    unopened = scorepad.best("romme", "♣456 ♥K")
    assert (unopened.opens, unopened.opening) == (False, 40)


def test_a_good_hand_is_legal():
    assert scorepad.best("gin-rummy", "♣456 ♥K").legal is True
    assert scorepad.best("rummy-500", "♣456 ♥K", taken="♥K").legal is False
