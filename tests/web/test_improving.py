"""A page for whoever sees a wrong sentence: its place in the catalogue, and what to send."""

from __future__ import annotations

import re

import pytest


def page(client, address, language="de"):
    return client.get(address, headers={"Accept-Language": language}).text


@pytest.mark.parametrize("address", ["/", "/solve?cards=4C", "/games/okey", "/nothing-here"])
def test_each_page_but_english_ones_leads_there(client, address):
    assert 'href="/improve"' in page(client, address)
    assert 'href="/improve"' not in page(client, address, "en")


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("Punkte schreiben", ['msgid "Keep score"', 'msgstr "Punkte schreiben"']),
        ("KEEP SCORE", ['msgid "Keep score"', 'msgstr "Punkte schreiben"']),
        ("Spiel 7 ist aus.", ['msgid "Deal %(number)s is over."', 'msgstr "Spiel %(number)s ist aus."']),
    ],
)
def test_a_sentence_is_found_as_it_stands_on_a_page(client, typed, lines):
    """With its numbers, in any case, in either language; the likest first, with the file it is in."""
    first = re.search(r"<pre[^>]*>(.*?)</pre>", page(client, f"/improve?find={typed}"), re.S)[1]
    assert first.replace("&#34;", '"').splitlines() == ["# translations/de/LC_MESSAGES/messages.po", *lines]


def test_every_form_of_a_plural_and_the_context_are_shown(client):
    shown = page(client, "/improve?find=Karten gezogen").replace("&#34;", '"')
    assert re.search(r'msgid_plural ".*\nmsgstr\[0\] ".*\nmsgstr\[1\] "', shown)
    assert 'msgctxt "cards to a meld"' in page(client, "/improve?find=Anlegen").replace("&#34;", '"')


def test_a_begun_language_says_how_much_is_in_english_and_finds_that_too(client):
    """With the empty line to fill in; a whole one has none."""
    shown = page(client, "/improve?find=Python library", "pt-BR").replace("&#34;", '"')
    assert re.search(r"[\d.]+ frases ainda estão em inglês", shown)
    assert 'msgid "As a Python library"\nmsgstr ""' in shown
    assert "<strong></strong>" not in shown
    assert "Englisch" not in page(client, "/improve?find=qqq").partition("<main")[2].partition("<footer")[0]


@pytest.mark.parametrize("typed", ["qqq", "♥ ·", "<b>"])
def test_what_is_nowhere_is_said(client, typed):
    assert "So einen Satz gibt es nicht." in page(client, f"/improve?find={typed}")
