"""Pages speak the phone's language, or the one chosen on it."""

from __future__ import annotations

import re

import pytest
from babel.support import Translations

from scorepad.core.phrasing import join_words
from scorepad.core.sentence import Sentence, say, say_number
from scorepad.web import create_app
from scorepad.web.languages import plural_words
from tests.catalogues import FOLDER, LONG, RIGHT_TO_LEFT, make_up, write_made_up


def page(client, address="/", accepts="", **headers):
    return client.get(address, headers={"Accept-Language": accepts, **headers}).get_data(as_text=True)


@pytest.mark.parametrize(
    ("accepts", "language"),
    [("", "en"), ("de-AT,de;q=0.9,en;q=0.5", "de"), ("sv,de;q=0.5", "de"), ("sv", "en"), ("en,de", "en")],
)
def test_a_page_speaks_the_language_that_the_phone_likes_best(client, accepts, language):
    shown = page(client, accepts=accepts)
    assert f'<html lang="{language}" dir="ltr"' in shown
    assert ("Punkte schreiben" in shown) == (language == "de")


@pytest.mark.parametrize("accepts", ["pt", "pt-BR", "pt-br", "pt-PT,en;q=0.8", "pt-AO"])
def test_a_language_of_one_country_is_that_of_phones_of_all_its_countries(client, accepts):
    shown = page(client, accepts=accepts)
    assert '<html lang="pt-BR" dir="ltr"' in shown
    assert "Marcar pontos" in shown


def test_the_choice_of_language_has_the_name_of_its_country(phone):
    phone.open("/").press("Português (Brasil)")
    shown = page(phone.client, accepts="en")
    assert '<html lang="pt-BR"' in shown
    assert re.search(r'value="pt_BR"\s+lang="pt-BR"\s+aria-label="Português \(Brasil\)"', shown)
    assert "<abbr>PT</abbr>" in shown


def test_programs_read_the_language_of_a_page_as_browsers_name_it(client):
    assert client.get("/manifest.webmanifest", headers={"Accept-Language": "pt"}).json["lang"] == "pt-BR"


def test_the_language_chosen_on_a_phone_stays(phone):
    phone.open("/").press("Deutsch")
    assert '<html lang="de"' in page(phone.client, accepts="en")
    phone.send(phone.open("/").form("English"), ("language", "xx"))
    assert '<html lang="de"' in page(phone.client, accepts="en"), "there is no such language"
    phone.open("/").press("English")
    assert '<html lang="en"' in page(phone.client, accepts="de")


@pytest.fixture(scope="module")
def made_up_app(tmp_path_factory):
    """The app with the two languages of tests alone, and English."""
    folder = tmp_path_factory.mktemp("languages")
    for language in (LONG, RIGHT_TO_LEFT):
        write_made_up(folder / "translations", language)
    return create_app(
        {"INSTANCE": str(folder / "i"), "BABEL_TRANSLATION_DIRECTORIES": str(folder / "translations")}
    )


def test_another_language_needs_its_words_alone(made_up_app):
    """Its catalogue in the folder is enough, and says from which side it is written."""
    client = made_up_app.test_client()
    assert make_up("Keep score", LONG) in page(client, accepts=LONG)
    shown = page(client, accepts=RIGHT_TO_LEFT)
    assert make_up("Keep score", RIGHT_TO_LEFT) in shown
    assert f'<html lang="{RIGHT_TO_LEFT}" dir="rtl"' in shown


@pytest.mark.parametrize(
    ("language", "forms"),
    [("en", {"one", "other"}), (LONG, {"one", "other"}), (RIGHT_TO_LEFT, {"one", "two", "other"})],
)
def test_a_script_gets_the_words_for_every_plural_form(made_up_app, language, forms):
    """Those that `Intl.PluralRules` tells apart, each with a blank for the number."""
    with made_up_app.test_request_context(headers={"Accept-Language": language}):
        words = plural_words(lambda number: say_number("{number} card", "{number} cards", number))
    assert set(words) == forms
    assert all("{number}" in text for text in words.values())
    assert words["one"] != words["other"]


def german(client, address):
    return page(client, address, "de")


@pytest.mark.parametrize(
    ("words", "joint", "joined"),
    [
        (("Ana", "Inés"), "and", "Ana e Inés"),
        (("Ana", "Ben", "Hilario"), "and", "Ana, Ben e Hilario"),
        (("Ana", "Iago"), "and", "Ana y Iago"),
        (("Ana", "Yolanda"), "and", "Ana y Yolanda"),
        (("Ana", "Omar"), "or", "Ana u Omar"),
        (("7", "8"), "or", "7 u 8"),
        (("109", "110"), "or", "109 o 110"),
        (("Ana", say("one")), "or", "Ana o 1"),
    ],
)
def test_spanish_joins_names_by_how_the_last_one_begins(words, joint, joined):
    in_english = join_words(words, joint)
    assert isinstance(in_english, Sentence)
    assert in_english.in_language(Translations.load(FOLDER, ["es"])) == joined


def test_courts_have_the_letters_and_names_of_the_language(client):
    shown = german(client, "/solve?cards=TH+JH+QH")
    assert 'aria-label="Herz-Dame' in shown
    assert "♥10 B D" in shown
    assert 'value="QH"' in shown, "what is sent stays as it is in every language"


def test_a_german_pack_keeps_its_own_ranks(client):
    assert "♥10 U O" in german(client, "/solve?o-pack=german-36&cards=TH+UH+OH")


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("/solve?cards=4C+5C+7C&melds=4C+5C+7C&lay=1", "Keine Folge: Es fehlt ♣6."),
        ("/solve?cards=%E2%99%A5+Z", "an Stelle"),
    ],
)
def test_what_the_referee_says_is_said_in_the_language(client, address, sentence):
    assert sentence in german(client, address)
