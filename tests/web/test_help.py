"""Help: the documentation within the pad, which loads nothing from elsewhere."""

from __future__ import annotations

import gzip
import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from babel import Locale

from scorepad.rulebook import games
from scorepad.web.help_pages import FOR_PLAYERS, GAMES, PAGES
from tests.catalogues import catalogue, extracted

WRITTEN = [name for name in PAGES if name != GAMES]
DOCS = Path(__file__).parents[2] / "docs"
TRANSLATED = sorted(page.parent.name for page in DOCS.glob("translated/*/first-evening.md"))
LANGUAGES = ["en", *TRANSLATED]
HEAVIEST_PICTURE = 60_000  # bytes
HEAVIEST = 45_000  # bytes of a page, compressed


@pytest.fixture(scope="module")
def article(shared_client):
    """Reads the text of a page, once for all tests, as a phone of that language shows it."""

    @cache
    def read(language, name):
        page = shared_client.get(f"/help/{name}", headers={"Accept-Language": language}).text
        return re.search(r"<article.*</article>", page, re.S)[0]

    return read


def shown(phone, path):
    return phone.client.get(path).get_data(as_text=True)


def test_the_first_page_leads_to_help(phone):
    assert 'href="/help/"' in shown(phone, "/")
    assert all(f'href="/help/{name}"' in shown(phone, "/help/") for name in PAGES)


def test_the_games_lead_to_their_own_pages(phone):
    """Which are in the language of the phone."""
    page = shown(phone, f"/help/{GAMES}")
    assert all(f'href="/games/{game.id}"' in page for game in games())


@pytest.mark.parametrize(("language", "name"), [*product(LANGUAGES, WRITTEN)])
def test_a_page_is_light_and_loads_nothing_from_elsewhere(shared_client, article, language, name):
    """No inline style or script, no markup that is left over; each picture is the pad's own and has words."""
    text = article(language, name)
    assert len(gzip.compress(text.encode())) < HEAVIEST
    assert "<h1" in text
    assert re.findall(r"<(?:script|style)|style=|srcset=|src=\"(?!pictures/)", text) == []
    assert re.findall(r"^\||```|\]\(", re.sub(r"<(code|pre).*?</\1>", "", text, flags=re.S), re.M) == []
    for picture in re.findall(r"<img[^>]*>", text):
        assert re.search(r' alt="[^"]{10,}"', picture), picture
        address = "/help/" + re.search(r'src="([^"]*)"', picture)[1]
        with shared_client.get(address) as answer:
            assert (answer.status_code, answer.mimetype) == (200, "image/webp"), picture
            assert len(answer.data) < HEAVIEST_PICTURE


@pytest.mark.parametrize(("language", "name"), [*product(LANGUAGES, WRITTEN)])
def test_every_link_of_a_page_leads_to_a_heading_that_is_there(article, language, name):
    """On the same page or on another of these."""
    for address in re.findall(r'<a href="([^"]*)"', article(language, name)):
        if not address.startswith(("http:", "https:")):
            page, _, anchor = address.partition("#")
            assert page in {"", *PAGES}, address
            assert not anchor or f'id="{anchor}"' in article(language, page or name), address


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translated_page_is_shown_where_the_phone_speaks_its_language(phone, article, language):
    """The others are in English, and the list of pages says so."""
    assert f'lang="{language}"' in article(language, "first-evening")
    assert 'lang="en"' in article(language, "library")
    listed = phone.client.get("/help/", headers={"Accept-Language": language}).text
    assert len(re.findall(Locale(language).languages["en"], listed)) >= len(WRITTEN) - 3
    english = shown(phone, "/help/")
    assert Locale("en").languages["en"] not in re.search(r"<h1.*</main>", english, re.S)[0]


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_pictures_and_headings_of_its_page(language):
    """In the same order, so that one that is not kept up is seen."""
    for file in sorted((DOCS / "translated" / language).glob("*.md")):
        shape = re.compile(r"^#+ |pictures/[a-z]+\.webp", re.M)
        whole = shape.findall((DOCS / file.name).read_text().partition("\n## How much smaller")[0])
        assert shape.findall(file.read_text()) == whole, file.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_buttons_are_those_of_the_pad(language):
    """What is bold on a page for players is a message of the pad."""
    if language == "en":
        said = {str(each.id).lower() for each in extracted()}
    else:
        said = {str(each.string).lower() for each in catalogue(language)}
    for name in FOR_PLAYERS.keys() - {GAMES}:
        file = (DOCS if language == "en" else DOCS / "translated" / language) / f"{name}.md"
        for words in re.findall(r"\*\*(.+?)\*\*", file.read_text() if file.exists() else ""):
            assert words.lower() in said, (file.name, words)


def test_a_page_that_is_none_is_not_found(phone):
    phone.open("/help/conf", 404)
    phone.open("/help/../hosting", 404)
