"""Cards and judgements on a page of another language: its letters on cards, its words for them."""

from __future__ import annotations

import pytest


def page(client, address):
    return client.get(address, headers={"Accept-Language": "de"}).get_data(as_text=True)


def test_courts_have_the_letters_and_names_of_the_language(client):
    shown = page(client, "/solve?cards=TH+JH+QH")
    assert 'aria-label="Herz-Dame' in shown
    assert "♥TBD" in shown
    assert 'value="QH"' in shown, "what is sent stays as it is in every language"


def test_a_german_pack_keeps_its_own_ranks(client):
    assert "♥TUO" in page(client, "/solve?o-pack=german-36&cards=TH+UH+OH")


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("/solve?cards=4C+5C+7C&melds=4C+5C+7C&lay=1", "Keine Folge: Es fehlt ♣6."),
        ("/solve?cards=%E2%99%A5+Z", "an Stelle"),
    ],
)
def test_what_the_referee_says_is_said_in_the_language(client, address, sentence):
    assert sentence in page(client, address)
