"""What each page of the site says of itself, and in which language."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise
from urllib.parse import urlsplit

import pytest
from PIL import Image

from scorepad.rulebook import games
from tests.catalogues import catalogue
from tests.made_site import SITE
from tests.site.places import TOP, TRANSLATED, alternates, language_of, pages_of

pytestmark = [pytest.mark.process, pytest.mark.timeout(600)]  # the site is made first

IN_EVERY_LANGUAGE = (
    "index.html",
    "rules.html",
    "solving.html",
    "first-evening.html",
    "photos.html",
    *(f"games/{game.id}.html" for game in games()),
)


@pytest.fixture(scope="module")
def pages(site):
    return pages_of(site)


def test_every_page_says_what_it_is(site, pages):
    """A title, a description, its address, a picture and its language: what searches and chats ask for."""
    for name, page in pages.items():
        (description,) = re.findall(r'<meta name="description" content="([^"]+)">', page)
        assert len(unescape(description)) <= 160, name
        properties = dict(re.findall(r'<meta property="(og:[a-z_:]+)" content="([^"]+)">', page))
        assert {"og:type", "og:title", "og:description", "og:image:alt"} <= properties.keys(), name
        language = language_of(name)
        folder = "" if language == "en" else f"{language}/"
        assert properties["og:image"] == f"{SITE}{folder}_static/share.png"
        assert properties["og:url"] == f"{SITE}{name}"
        assert re.findall(r'<link rel="canonical" href="([^"]+)">', page) == [f"{SITE}{name}"]
        assert re.search(r'<html [^>]*lang="([^"]+)"', page)[1] == language, name
        assert len(re.findall("<title>[^<]+</title>", page.partition("</head>")[0])) == 1, name
        assert '<meta name="viewport"' in page
        with Image.open(site / folder / "_static" / "share.png") as picture:
            assert picture.size == (int(properties["og:image:width"]), int(properties["og:image:height"]))


def test_no_two_pages_of_a_language_have_one_title(pages):
    """Nor is one without words of its own before the name of the site."""
    for language in ("en", *TRANSLATED):
        own = {name: page for name, page in pages.items() if language_of(name) == language}
        titles = [re.search("<title>([^<]+)</title>", page)[1] for page in own.values()]
        assert len(set(titles)) == len(titles)
        assert all(len(title) > len("scorepad") for title in titles)


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_players_read_first_is_there_in_each_language(pages, language):
    """The first page, the games and solving; each names itself in all other languages, and they name it."""
    for name in IN_EVERY_LANGUAGE:
        page = pages[f"{language}/{name}"]
        named = alternates(page)
        assert named.keys() == {"en", "x-default", *TRANSLATED}
        assert named["x-default"] == named["en"] == f"{SITE}{name}"
        assert named[language] == f"{SITE}{language}/{name}"
        assert named == alternates(pages[name])


def test_a_page_in_english_alone_names_no_other_language(pages):
    """But the way to the first page of each is on it."""
    assert alternates(pages["hosting.html"]) == {}
    for each in TRANSLATED:
        assert f'<a href="{each}/index.html" lang="{each}" hreflang="{each}">' in pages["hosting.html"]


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_page_says_what_the_catalogue_says(pages, language):
    """Of the pad's own words, of a game and its rules, and where the theme has English alone."""
    words = catalogue(language)
    said = {
        "index.html": ("The score pad that knows the rules", "Next page"),
        "solving.html": ("Three ways to give the cards", "Previous page", "On this page"),
        "games/gin-rummy.html": ("Gin Rummy", "A hand, solved", "House rules", "Back to the top"),
    }
    for name, messages in said.items():
        page = unescape(pages[f"{language}/{name}"])
        assert [message for message in messages if words.get(message).string not in page] == [], name


def test_every_page_can_be_read_aloud(pages):
    """One heading of the page, none skipped below it, and words for each picture."""
    for name, page in pages.items():
        assert [image for image in re.findall("<img [^>]*>", page) if 'alt="' not in image] == [], name
        levels = [int(level) for level in re.findall(r"<h([1-6])[ >]", page)]
        is_search = name.endswith("search.html")  # a script writes that page
        assert levels.count(1) == 1 or is_search, name
        assert all(after - before <= 1 for before, after in pairwise(levels)), name
        assert not re.search(r">\s*(?:here|click here|this|more|link)\s*</a>", page, re.I), name


def test_every_link_leads_to_a_file_and_a_heading_there(site, pages):
    """Within the site. What leads into the pad is there once it lies beside the site."""
    for name, page in pages.items():
        for link in re.findall(r'<a [^>]*href="([^"]+)"', page):
            parts = urlsplit(unescape(link))
            if parts.scheme or "play/" in parts.path:
                continue
            target = (site / name).parent / parts.path if parts.path else site / name
            assert target.is_file(), (name, link)
            if parts.fragment:
                assert f'id="{parts.fragment}"' in target.read_text("utf-8"), (name, link)


def test_the_maps_have_every_page_of_every_language(site, pages):
    robots = (site / "robots.txt").read_text()
    addresses = []
    for folder in ("", *(f"{language}/" for language in TRANSLATED)):
        assert f"Sitemap: {SITE}{folder}sitemap.xml" in robots
        addresses += re.findall("<loc>([^<]+)</loc>", (site / folder / "sitemap.xml").read_text())
    to_be_found = {name for name, page in pages.items() if 'name="robots" content="noindex"' not in page}
    assert {f"{SITE}{name}" for name in to_be_found} == set(addresses)
    assert {name for name in pages if name.endswith("search.html")} == pages.keys() - to_be_found


@pytest.mark.parametrize("folder", ["", "de/"])
def test_the_page_of_each_game_solves_a_hand_and_opens_it(pages, folder):
    """In every game with melds."""
    for game in (game for game in games() if game.rules({}).scoring.lays_melds):
        page = pages[f"{folder}games/{game.id}.html"]
        assert f"http://localhost:8000/solve?game={game.id}&amp;cards=" in page, game.id
        assert folder or "proven." in page, game.id


def test_the_site_loads_nothing_from_elsewhere_and_has_a_dark_face(pages):
    documents = {f"{page.stem}.html" for page in (TOP / "docs").glob("*.md")}
    assert documents <= pages.keys()
    for name, page in pages.items():
        assert re.findall(r'<(?:script|img|iframe)[^>]*src="(?:https?:)?//', page) == [], name
        assert re.findall(r'<link[^>]*rel="stylesheet"[^>]*href="(?:https?:)?//', page) == [], name
        assert "prefers-color-scheme: dark" in page, name
