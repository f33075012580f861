"""The site in Chromium: nobody is kept out, nothing is wider than a phone, and the search finds pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.by_night import by_night, each_nth

SIZES = {"phone": {"width": 390, "height": 844}, "laptop": {"width": 1280, "height": 800}}
LANGUAGES = ("", "de/", "tr/")
FOUND = {
    "": ("jokers", "games/romme.html"),
    "de/": ("klopfst", "games/gin-rummy.html"),
    "tr/": ("ıstakandan", "games/rummikub.html"),
}
PATIENCE = 30_000  # milliseconds

pytestmark = pytest.mark.timeout(600)  # the site is made first


@pytest.fixture(params=["phone", by_night("laptop")])
def page(request, chromium):
    context = chromium.new_context(viewport=SIZES[request.param])
    context.set_default_timeout(PATIENCE)
    faults = []
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("response", lambda answer: answer.status < 400 or faults.append(answer.url))
    yield page
    context.close()
    assert faults == []


@pytest.mark.parametrize("language", [LANGUAGES[0], *map(by_night, LANGUAGES[1:])])
@pytest.mark.parametrize(
    "name", ["index.html", by_night("solving.html"), by_night("rules.html"), "games/gin-rummy.html"]
)
def test_a_page_keeps_nobody_out_and_fits_the_screen(hosted, page, language, name):
    page.goto(f"{hosted}{language}{name}")
    assert violations(page) == []
    assert violations(page, "target-size") == []  # which axe leaves out where it isn't asked
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("language", each_nth(LANGUAGES, 3))
def test_the_search_finds_a_game_by_a_word_of_its_rules(hosted, page, language):
    """Without a server: from the files of the site, each language in its own."""
    word, found = FOUND[language]
    page.goto(f"{hosted}{language}index.html")
    if page.viewport_size["width"] < 1000:
        page.locator(".nav-overlay-icon").first.click()
    page.locator(".sidebar-search").fill(word)
    page.locator(".sidebar-search").press("Enter")
    first = page.locator(f'#search-results a[href^="{found}"]').first
    expect(first).to_be_visible(timeout=PATIENCE)
    assert violations(page) == []
    first.click()
    page.wait_for_url(f"{hosted}{language}{found}*")


def test_the_way_to_another_language_stays_on_the_page(hosted, page):
    page.goto(f"{hosted}fr/games/okey.html")
    if page.viewport_size["width"] < 1000:
        page.locator(".nav-overlay-icon").first.click()
    page.locator('nav.languages a[lang="pl"]').click()
    page.wait_for_url(f"{hosted}pl/games/okey.html")
    assert page.locator("html").get_attribute("lang") == "pl"
