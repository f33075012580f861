"""Cards typed in the letters of the page's language are read; what English reads stays as it is."""

from __future__ import annotations

import pytest

from scorepad.core.card_text import write_cards
from scorepad.rulebook import find_game
from scorepad.web.hand.typed_cards import TypedCards

RULES = find_game("chattahoochee").rules({})
TILES = find_game("rummikub").rules({})


def read(app, text, language="de", rules=RULES):
    with app.test_request_context(headers={"Accept-Language": language}):
        typed = TypedCards(rules, text)
        return typed.error.message if typed.error else write_cards(typed.cards)


GERMAN = {
    "♥D": "QH",
    "♥d ♣b": "QH JC",
    "♥AKDB10": "AH KH QH JH TH",
    "♥A K D, B": "AH KH QH JH",
    "♥ D": "QH",
    "HD": "QH",
    "dh bd dd": "QH JD QD",
    "Herz D": "QH",
    "Herz-Dame, Kreuz Bube": "QH JC",
    "herz dame": "QH",
    "Karo 10 Pik Ass": "TD AS",
    "Pik zehn": "TS",
    "♥Q JC": "QH JC",
    "4D D4": "4D 4D",
    "♣4 5D": "4C 5D",
    "4C 5C TH JH QH w w=♥D": "4C 5C TH JH QH w w",
    "♥D / ♣B": "QH JC",
}


@pytest.mark.parametrize("text", GERMAN)
def test_german_letters_and_names_are_read_on_a_german_page(app, text):
    assert read(app, text) == GERMAN[text]


@pytest.mark.parametrize("text", ["4D D4", "♥Q JC", "4c 5c 6c", "♣456 ♥Q", "hearts QKA", "QH w w=♥7"])
def test_what_english_pages_read_german_ones_read_alike(app, text):
    assert read(app, text) == read(app, text, "en")


@pytest.mark.parametrize("text", ["♥D", "HD", "Herz Q"])
def test_an_english_page_reads_english(app, text):
    assert "expected" in read(app, text, "en")


def test_a_fault_names_the_place_where_it_was_typed(app):
    assert read(app, "Herz-Dame, ♥Z").startswith("'Z' at position 13: type a card")


def test_tiles_have_no_letters_of_a_language(app):
    assert read(app, "B4 B5", rules=TILES) == read(app, "B4 B5", "en", TILES) != ""


@pytest.mark.parametrize("field", ["cards", "table"])
def test_the_answer_knows_the_letters_of_the_page(client, field):
    """The search reads what the tray shows: in the hand, and in melds on the table."""
    query = {"game": "rummy-500", "cards": "♣DKB"} | {field: "♥DKB"}
    page = client.get("/solve", query_string=query, headers={"Accept-Language": "de"}).text
    assert 'class="notice error"' not in page
    assert "data-headline" in page
