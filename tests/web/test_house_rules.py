"""The builder of house rules, and presets on the pages that use them; without script."""

from __future__ import annotations

from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from scorepad.examples import kept_examples
from tests.by_night import games_by_day


def query(address):
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


@pytest.mark.parametrize("kept", [True, False], ids=["with examples", "without"])
@pytest.mark.parametrize("game", games_by_day())
def test_every_option_is_there_with_sentence_and_clause(client, monkeypatch, game, kept):
    """A game needs nothing beside its module: examples that the pad keeps are shown where they are there."""
    if not kept:
        monkeypatch.setattr(kept_examples, "standard_examples", dict)
    for path in (f"/games/{game.id}", f"/rules/{game.id}"):
        page = client.get(path)
        text = unescape(page.text)
        assert page.status_code == 200
        for option in (option for option in game.options if option.at_tables):
            assert option.sentence in text
            assert option.clause in text
            assert path.startswith("/games") or f'name="{option.name}"' in text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Default 500 (0–10,000)"),
        ("de", "Üblich: 500 (0–10.000)"),
        ("fr", "Par défaut\u202f: 500 (0–10\u202f000)"),
        ("pl", "Domyślnie 500 (0–10\u00a0000)"),
    ],
)
def test_a_number_has_its_default_and_its_bounds_with_the_thousands_mark_of_the_language(
    client, language, words
):
    for path in ("/games/rummy-500", "/rules/rummy-500"):
        assert words in unescape(client.get(path, headers={"Accept-Language": language}).text)


def test_bounds_below_zero_have_room_beside_their_dash(client):
    assert "Default 0 (−10,000 – 20,000)" in client.get("/games/canasta").text


def test_the_example_changes_with_the_choice(client):
    """Six in a row under the usual values and under squares."""
    for given, shown in (("", "21 points"), ("?schedule=square", "36 points")):
        page = client.get(f"/rules/chattahoochee{given}").text
        part = page.partition('data-part="schedule"')[2].partition("</ul>")[0]
        marked = part.partition('aria-current="true"')[2].partition("</li>")[0]
        assert shown in marked


def test_a_link_holds_name_and_rules_and_nothing_else(client):
    """What is as usual is left out; the link is shown in full."""
    sent = {"name": "Friday", "packs": "3", "jokers": "0", "melds": "single", "adjacent_naturals": "true"}
    answer = client.get("/rules/chattahoochee", query_string=sent)
    assert answer.location == "/rules/chattahoochee?name=Friday&packs=3"
    page = client.get(answer.location).text
    assert "<h1>Friday</h1>" in page
    assert "/rules/chattahoochee?name=Friday&amp;packs=3" in page
    assert "♣4 / ♣4 / ♣4: 3 points here, usually" in page


def test_rules_that_do_not_read_are_named_and_kept(client):
    page = unescape(client.get("/rules/chattahoochee?packs=9&jokers=many").text)
    assert "Packs: type a whole number from 1 to 4" in page
    assert 'value="many"' in page
    assert client.get("/rules/whist").status_code == 404


def test_the_rules_go_on_to_a_hand_and_to_a_table(client):
    """Both links carry them."""
    page = client.get("/rules/chattahoochee?packs=3").text
    assert 'href="/solve?game=chattahoochee&amp;o-packs=3"' in page
    table = " ".join(client.get("/new?game=chattahoochee&o-packs=3").text.split())
    assert 'name="o-packs" value="3"' in table


def test_a_preset_is_one_tap_on_the_page_of_a_hand(client):
    """The cards stay; the other rules give way."""
    sent = {"cards": "4C 5C", "o-jokers": "4", "o-packs": "2", "rules": "schedule=square"}
    now = query(client.get("/solve", query_string=sent).location)
    assert now == {"cards": "4C 5C", "o-schedule": "square"}


def test_a_preset_is_one_tap_for_a_new_table(phone):
    """The names stay."""
    phone.client.application.config["WTF_CSRF_ENABLED"] = False
    sent = {"name-0": "Ann", "game": "chattahoochee", "o-packs": "2", "rules": "packs=3"}
    page = phone.client.post("/new", data=sent)
    assert page.status_code == 200
    assert 'value="Ann"' in page.text
    assert 'name="o-packs" value="3"' in " ".join(page.text.split())


def test_odd_presets_do_no_harm(client):
    """Whatever a link says there is a page."""
    for odd in ("%%%", "packs=9&packs=8", "name=x", "a=b" * 3000, "o-packs=3", "=&&="):
        for path in ("/solve", "/new"):
            assert client.get(path, query_string={"rules": odd}, follow_redirects=True).status_code == 200


def test_the_value_of_the_table_is_marked_and_nothing_is_asked(client):
    """A value that was not tried marks none, and the page says what holds all the same."""
    for query, marked in (("ace=both", 1), ("ace=both&name=Friday", 1), ("packs=77", 0), ("deal=9", 0)):
        page = client.get(f"/rules/basic-rummy?{query}")
        part = page.text.partition(f'data-part="{query.partition("=")[0]}"')[2].partition("</ul>")[0]
        assert (page.status_code, part.count('aria-current="true"')) == (200, marked)
