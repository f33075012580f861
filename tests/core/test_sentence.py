"""Sentences are English text that another language can say anew."""

from __future__ import annotations

import json
import pickle
from gettext import NullTranslations

import pytest

from scorepad.core.errors import ScorepadError
from scorepad.core.phrasing import ShownCards
from scorepad.core.sentence import (
    Sentence,
    as_data,
    as_part,
    as_sentence,
    from_data,
    in_a_row,
    plain_english,
    say,
    say_as,
    say_number,
    with_capital,
)

GERMAN = {
    "{name} wins": "{name} gewinnt",
    "{first} and {last}": "{first} und {last}",
    "no card": "keine Karte",
    "All cards of a set must have the same rank.": "Ein Satz hat einen Wert.",
}
COUNTS = {("{number} card", "{number} cards"): ("{number} Karte", "{number} Karten")}


class German(NullTranslations):
    def gettext(self, message):
        assert message, "the empty message is a catalogue's header"
        return GERMAN.get(message, message)

    def ngettext(self, message, plural, number):
        return COUNTS[message, plural][number != 1]

    def pgettext(self, context, message):
        return {("rank on a card", "Q"): "D", ("answer", "no"): "nein"}.get((context, message), message)


SENTENCES = {
    "Ann wins": (say("{name} wins", name="Ann"), "Ann gewinnt"),
    "no card and 2 cards": (
        say(
            "{first} and {last}", first=say("no card"), last=say_number("{number} card", "{number} cards", 2)
        ),
        "keine Karte und 2 Karten",
    ),
    "1 card": (say_number("{number} card", "{number} cards", 1), "1 Karte"),
    "no card, {name} wins": (in_a_row([say("no card"), "", "{name} wins"], ", "), "keine Karte, {name} wins"),
    "": (in_a_row([]), ""),
    "No card": (with_capital(say("no card")), "Keine Karte"),
    "all cards of a set must have the same rank": (
        as_part(say("All cards of a set must have the same rank.")),
        "Ein Satz hat einen Wert",
    ),
    "no": (say_as("answer", "no"), "nein"),
    "♥9Q w": (ShownCards("♥9Q w"), "♥9D w"),
    "♥9 10 Q w and ♥10": (
        say("{first} and {last}", first=ShownCards("♥9TQ w"), last=ShownCards("♥T")),
        "♥9 10 D w und ♥10",
    ),
}


@pytest.mark.parametrize("english", SENTENCES)
def test_a_sentence_is_its_english_text_and_is_said_anew_by_a_catalogue(english):
    sentence, german = SENTENCES[english]
    assert sentence == english
    assert json.dumps(sentence) == json.dumps(english)
    assert sentence.in_language(German()) == german


@pytest.mark.parametrize("english", SENTENCES)
def test_a_sentence_goes_to_another_process_whole(english):
    sentence, german = SENTENCES[english]
    assert pickle.loads(pickle.dumps(sentence)).in_language(German()) == german


def test_without_a_message_of_its_own_a_sentence_stays_english():
    assert say("{name} loses", name=say("no card")).in_language(German()) == "keine Karte loses"


def test_json_has_the_english_of_a_sentence_and_refuses_other_things():
    assert type(plain_english(say("no card"))) is str
    with pytest.raises(NotImplementedError):
        plain_english(object())


@pytest.mark.parametrize("english", SENTENCES)
def test_a_sentence_goes_through_json_whole(english):
    sentence, german = SENTENCES[english]
    again = from_data(Sentence, json.loads(json.dumps(as_data(sentence))))
    assert (again, again.in_language(German())) == (sentence, german)


def test_an_error_goes_through_json_with_its_sentences():
    fault = ScorepadError(say("no card"), at="cards", code="none")
    error = ScorepadError(say("{name} wins", name="Ann"), at="melds", parts=[fault])
    again = ScorepadError.from_data(json.loads(json.dumps(error.as_data())))
    assert again.as_dict() == error.as_dict()
    assert as_sentence(again.message).in_language(German()) == "Ann gewinnt"
    assert as_sentence(again.parts[0].message).in_language(German()) == "keine Karte"
