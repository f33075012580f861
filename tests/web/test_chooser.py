"""Choosing a game: on the page of a hand and for a new table, without script."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from scorepad.web.hand.question import UNNAMED, melding_games
from tests.by_night import games_by_day


def query(address):
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


@pytest.mark.parametrize("game", games_by_day(among=melding_games()))
def test_a_picked_game_is_solved_under_its_own_rules(client, game):
    """The button of the list leads to the game, its options are its own, and so is its name."""
    page = client.get("/solve", query_string={"pick": game.id}, follow_redirects=True)
    assert page.status_code == 200
    assert f'<input type="hidden" name="game" value="{game.id}">' in page.text
    offered = set(re.findall(r'name="o-(\w+)"', page.text))
    assert offered == {option.name for option in game.options}


def test_the_list_has_every_game_with_its_sentence(client):
    """Name and sentence; the one that is played is marked."""
    page = client.get("/solve", follow_redirects=True).text
    for game in melding_games():
        assert f"<strong>{game.name}</strong>" in page
        assert game.sentence in page
    assert page.count('aria-current="true"') == 1


def test_cards_and_multiplier_stay_when_another_game_is_picked(client):
    """The house rules of the other game do not come along."""
    game = next((one for one in melding_games() if one.id == "chattahoochee-alternate"), melding_games()[0])
    asked = {"cards": "4C 5C 6C", "multiplier": "3", "o-packs": "3", "pick": game.id}
    now = query(client.get("/solve", query_string=asked).location)
    assert now["game"] == game.id
    assert {name: now.get(name) for name in ("cards", "multiplier", "o-packs")} == {
        "cards": "4C 5C 6C",
        "multiplier": "3",
        "o-packs": None,
    }


def test_a_phone_goes_on_with_the_game_that_it_picked_last(client):
    """Coming in anew, for a hand and for a table."""
    game = melding_games()[-1]
    client.get("/solve", query_string={"pick": game.id})
    assert game.name in client.get("/solve", follow_redirects=True).text
    assert f'name="game" value="{game.id}"' in client.get("/new").text


def test_a_link_shows_its_own_game_on_every_phone(client):
    """What this phone picked last does not change the question in an address."""
    client.get("/solve", query_string={"pick": melding_games()[-1].id})
    page = client.get("/solve?cards=4C+5C+6C")
    assert f'name="game" value="{UNNAMED}"' in page.text
    assert "· best 6" in page.text


@pytest.mark.parametrize("game", games_by_day())
def test_a_game_picked_for_a_new_table_keeps_the_players(phone, game):
    """Names, partners and dealer stay; the house rules are those of the game, as usual."""
    phone.client.application.config["WTF_CSRF_ENABLED"] = False
    typed = {"name-0": "Ann", "name-2": "Ben", "partner-0": "A", "dealer": "2", "o-packs": "9"}
    page = phone.client.post("/new", data={**typed, "pick": game.id})
    assert page.status_code == 200
    for kept in ('value="Ann"', 'value="Ben"', f'name="game" value="{game.id}"'):
        assert kept in page.text
    assert f"House rules of {game.name}" in page.text
    assert not re.search(r'name="o-packs" value="9"', page.text)


def test_an_unknown_game_changes_nothing(client):
    """Neither in the address nor as a pick."""
    for name in ("game", "pick"):
        page = client.get("/solve", query_string={name: "whist", "cards": "4C"}, follow_redirects=True)
        assert page.status_code == 200
        assert "· best 1" in page.text


def test_partners_are_asked_for_only_where_the_game_has_them(phone):
    """The letters are kept meanwhile, and count again in a game of partnerships."""
    phone.client.application.config["WTF_CSRF_ENABLED"] = False
    typed = {"name-0": "Ann", "name-1": "Ben", "partner-0": "A", "partner-1": "A"}
    other = phone.client.post("/new", data={**typed, "game": "chattahoochee", "pick": "rummikub"}).text
    assert "Partners" not in other
    assert other.count('type="hidden" name="partner-') > 1
    again = phone.client.post("/new", data={**typed, "game": "rummikub", "pick": "chattahoochee"}).text
    assert '<option selected value="A">' in again
    assert phone.client.post("/new", data={**typed, "game": "rummikub", "op": "o1"}).status_code == 303
