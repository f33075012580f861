"""What one more card would bring, and which card costs least to throw, as a page and on the keys."""

from __future__ import annotations

import html
import json
import re

import pytest

from scorepad.web.hand import solve


def numbers(client, query):
    """The numbers on the keys and on the cards of the hand, each with whether it is a good one."""
    page = client.get(f"/solve/advice?part=1&{query}").text
    return tuple(
        json.loads(html.unescape(re.search(f'data-{name}="([^"]*)"', page)[1])) for name in ("keys", "chips")
    )


def test_a1_each_key_says_what_its_card_would_bring(client):
    """♣456 is worth 6: ♣7 makes it 10; a card alone is worth 1; a third ♣4 is not in two packs."""
    keys, chips = numbers(client, "cards=4C+4C+5C+6C")
    assert keys["7C"] == ["+4", True]
    assert keys["QH"] == ["+1", False]
    assert "4C" not in keys
    assert chips == {}


def test_b4_what_would_be_left_decides_where_the_cards_in_hand_do(client):
    """♣456 ♥Q: a fourth club leaves no less; ♥J fits nowhere; without the queen nothing is left."""
    keys, chips = numbers(client, "game=basic-rummy&cards=4C+5C+6C+QH")
    assert keys["AD"] == ["11", False]
    assert keys["7C"] == ["10", False]
    assert chips["QH"] == ["0", True]
    assert chips["5C"] == ["20", False]


def test_b4_a_card_that_makes_a_meld_is_a_good_one(client):
    keys, _ = numbers(client, "game=basic-rummy&cards=4C+5C+QH")
    assert keys["6C"] == ["10", True]
    assert keys["QS"] == ["29", False]


def test_the_page_lists_the_best_cards_first_and_leads_back(client):
    page = client.get("/solve/advice?cards=4C+5C+6C").text
    first = page.index('aria-label="three of clubs"')
    assert first < page.index('aria-label="queen of hearts"')
    assert page.index('aria-label="seven of clubs"') < page.index('aria-label="queen of hearts"')
    assert "/solve?cards=4C+5C+6C" in html.unescape(page)


@pytest.mark.parametrize("query", ["", "cards=4C+5X", "o-packs=9&cards=4C", "game=rummikub&cards=1R"])
def test_nothing_is_advised_without_a_hand_that_reads_or_on_a_table_that_is_shared(client, query):
    assert numbers(client, query) == ({}, {})
    assert "What would one more card add" not in client.get(f"/solve?{query}").text


def test_a_hand_that_no_pack_holds_is_told(client):
    assert "Three ♣4, but the packs hold two." in client.get("/solve/advice?part=1&cards=4C+4C+4C").text


def test_numbers_that_are_not_proven_are_said_to_be_so(client, monkeypatch):
    """No time at all: every number is that of melds that can be laid, and may be too small."""
    monkeypatch.setattr(solve, "ADVICE_SECONDS", 0.0)
    page = client.get(
        "/solve/advice?part=1&game=chattahoochee-interlocking&cards=4C+5D+6C+7D+8C+9D+TC+5C+6D"
    ).text
    assert "Time was short" in page
