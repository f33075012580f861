"""Help: the documentation within the pad, which loads nothing from elsewhere."""

from __future__ import annotations

import gzip
import re

import pytest

from scorepad.rulebook import games
from scorepad.web.help_pages import GAMES, PAGES

WRITTEN = [name for name in PAGES if name != GAMES]
HEAVIEST = 45_000  # bytes of a page, compressed


def shown(phone, path):
    return phone.client.get(path).get_data(as_text=True)


def test_the_first_page_leads_to_help(phone):
    assert 'href="/help/"' in shown(phone, "/")
    assert all(f'href="/help/{name}"' in shown(phone, "/help/") for name in PAGES)


def test_the_games_lead_to_their_own_pages(phone):
    """Which are in the language of the phone."""
    page = shown(phone, f"/help/{GAMES}")
    assert all(f'href="/games/{game.id}"' in page for game in games())


@pytest.mark.parametrize("name", WRITTEN)
def test_a_page_is_light_and_loads_nothing_from_elsewhere(phone, name):
    """No picture, no inline style or script, no markup that is left over."""
    page = shown(phone, f"/help/{name}")
    assert len(gzip.compress(page.encode())) < HEAVIEST
    text = re.search(r"<article.*</article>", page, re.S)[0]
    assert "<h1" in text
    assert re.findall(r"<(?:img|script|style)|style=|(?:src|srcset)=", text) == []
    assert re.findall(r"^\||```|\]\(", re.sub(r"<(code|pre).*?</\1>", "", text, flags=re.S), re.M) == []


@pytest.mark.parametrize("name", WRITTEN)
def test_every_link_of_a_page_leads_to_a_heading_that_is_there(phone, name):
    """On the same page or on another of these."""
    text = shown(phone, f"/help/{name}")
    for address in re.findall(r'<a href="([^"]*)"', re.search(r"<article.*</article>", text, re.S)[0]):
        if not address.startswith(("http:", "https:")):
            page, _, anchor = address.partition("#")
            assert page in {"", *PAGES}, address
            assert not anchor or f'id="{anchor}"' in shown(phone, f"/help/{page or name}"), address


def test_a_page_that_is_none_is_not_found(phone):
    phone.open("/help/conf", 404)
    phone.open("/help/../hosting", 404)
