"""Every kind of page on a small phone in a language whose every sentence is as wide as in the widest of all:
what isn't cut here is cut in none of them."""

from __future__ import annotations

import pytest

from scorepad.web import create_app
from tests.browser.conftest import serving
from tests.browser.test_every_page import EACH_KIND, LOOKS, PAGES, fullest, read_photos
from tests.catalogues import WIDEST, write_widest

SMALL = {"width": 360, "height": 640}
__all__ = ["read_photos"]


@pytest.fixture(scope="module")
def live_server(tmp_path_factory):
    """A pad that speaks that language too."""
    folder = tmp_path_factory.mktemp("widest")
    write_widest(folder / "translations")
    settings = {"INSTANCE": str(folder / "i"), "BABEL_TRANSLATION_DIRECTORIES": str(folder / "translations")}
    with serving(create_app({**settings, "LIMITS": False})) as address:
        yield address


@EACH_KIND
@pytest.mark.deepens
def test_nothing_is_cut_in_the_widest_words_of_all_languages(new_phone, kind):
    page = new_phone(viewport=SMALL)
    addresses = fullest(page, PAGES[kind](page))
    page.set_extra_http_headers({"Accept-Language": WIDEST})
    told = {}
    for address in addresses:
        page.goto(address)
        if faults := page.evaluate(f"{LOOKS}.laid()"):
            told[address] = faults
    assert not told
