"""Melds on the table, typed on the page of a hand (H8, I7, K3): taps without script, and what is answered."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from scorepad.rulebook import games
from scorepad.web.hand.typed_cards import TypedMelds
from tests.by_night import games_by_day

WITH_TABLE = [game for game in games() if game.table != "none"]
BOARDS = [game for game in WITH_TABLE if game.table == "board"]


@pytest.fixture
def typed():
    """Melds as typed in the game of the first test of that kind."""
    rules = games()[0].rules({})
    return lambda text: TypedMelds(rules, text)


def test_cards_go_to_the_last_meld(typed):
    now = typed("4C 5C").tapped({"add": "6C"})
    assert now.text == "4C 5C 6C"
    now = now.tapped({"next_set": "1"}).tapped({"add": "QH"})
    assert [len(meld) for meld in now.melds] == [3, 1]


def test_a_card_is_taken_from_the_last_meld_that_has_it(typed):
    """The others stay as they are, in their order."""
    assert typed("4C 5C / 5C 6C").tapped({"remove": "5C"}).text == "4C 5C / 6C"
    assert typed("4C / 5C").tapped({"remove": "4C"}).text == "5C"
    assert typed("4C").tapped({"remove": "9H"}).text == "4C"


def test_a_meld_can_be_changed_later(typed):
    """It becomes the one that cards go to."""
    assert typed("4C 5C / QH").tapped({"edit_set": "0"}).text == "QH / 4C 5C"
    for odd in ("7", "-1", "x", "", "²"):
        assert typed("4C / QH").tapped({"edit_set": odd}).text == "4C / QH"


def test_every_change_can_be_undone(typed):
    now = typed("4C 5C / 6C").tapped({"remove": "5C"})
    assert now.tapped({"undo": "1"}).text == "4C 5C / 6C"
    assert now.tapped({"clear": "1"}).tapped({"undo": "1"}).text == "4C / 6C"


def test_a_stroke_more_begins_no_empty_meld(typed):
    assert typed("").tapped({"next_set": "1"}).text == ""
    assert typed("4C /").tapped({"next_set": "1"}).text == "4C /"


@pytest.mark.parametrize("game", games_by_day(among=WITH_TABLE))
def test_the_table_is_typed_beside_the_hand(client, game):
    """The address keeps both; back at the hand the table counts."""
    first = game.rules({}).pack.cards[:3]
    page = client.get("/solve", query_string={"game": game.id, "side": "table"})
    assert 'name="next_set"' in page.text
    asked = {"game": game.id, "side": "table", "cards": str(first[0]), "table": " ".join(map(str, first[:2]))}
    then = client.get("/solve", query_string={**asked, "add": str(first[2])})
    now = {name: values[0] for name, values in parse_qs(urlsplit(then.location).query).items()}
    assert now["table"] == " ".join(map(str, first))
    assert now["cards"] == str(first[0])
    hand = client.get("/solve", query_string={**now, "past": "", "side": "hand"}, follow_redirects=True)
    assert "Table · 1" in hand.text


@pytest.mark.parametrize("game", games_by_day(among=WITH_TABLE))
def test_a_table_that_does_not_read_is_said_and_kept(client, game):
    page = client.get("/solve", query_string={"game": game.id, "table": "4Z nonsense"})
    assert "melds on the table can’t be read yet" in page.text
    there = client.get("/solve", query_string={"game": game.id, "table": "4Z nonsense", "side": "table"})
    assert "4Z nonsense</textarea>" in there.text


def test_games_without_a_table_have_no_such_page(client):
    page = client.get("/solve?side=table&table=4C", follow_redirects=True)
    assert 'name="next_set"' not in page.text
    assert page.request.full_path == "/solve?game=chattahoochee"


@pytest.mark.parametrize(
    "game", [game for game in BOARDS if game.rules({}).packs > 1], ids=lambda game: game.id
)
def test_k5_the_new_table_is_shown_set_by_set(client, game):
    """A run of five and a second middle card: one card placed, two sets, what moved is marked."""
    rules = game.rules({})
    suit = rules.pack.suits[0].letter
    run = [f"{rank}{suit}" for rank in rules.pack.ranks[5:10]]
    page = client.get("/solve", query_string={"game": game.id, "table": " ".join(run), "cards": run[2]})
    assert (
        f'Place <span class="total num">1</span> {"tile" if game.id == "rummikub" else "card"}' in page.text
    )
    assert page.text.count(", from the hand") == 1
    assert page.text.count(", moved") == 2
    assert "proven best" in page.text


def test_tiles_are_called_tiles(client):
    """On the rack and on the table of a game of tiles; cards elsewhere."""
    page = client.get("/solve?game=rummikub&cards=3R").text
    assert "<span data-live>1 tile</span>" in page
    assert ", 1 on the rack" in page
    assert "No tiles yet" in client.get("/solve?game=rummikub").text
    table = client.get("/solve?game=rummikub&side=table&table=3R+4R+5R").text
    assert ", 1 on the table" in table
    full = client.get("/solve?game=rummikub&cards=3R+3R&add=3R").text
    assert "are already on the rack." in full
    assert "<span data-live>1 card</span>" in client.get("/solve?game=shanghai&cards=3C").text
