"""Partners are offered at a new table as the game is played (H5, canasta C1)."""

from __future__ import annotations

import pytest

FOUR = {"name_0": "Ann", "name_1": "Ben", "name_2": "Cy", "name_3": "Di"}


def sides_of(phone, game, **typed):
    """The sides of a table that the form opens; None where everybody plays alone."""
    phone.open(f"/new?game={game}").press("Open the table", **typed)
    state = phone.client.get(f"/api/v1/tables/{phone.table_id}").get_json()
    return state.get("partnerships")


@pytest.mark.parametrize("game", ["canasta", "burraco", "hand-and-foot"])
def test_four_players_sit_opposite_their_partners(phone, game):
    assert sides_of(phone, game, **FOUR) == [["Ann", "Cy"], ["Ben", "Di"]]


def test_with_the_switch_off_everybody_plays_alone(phone):
    assert sides_of(phone, "canasta", opposite="false", **FOUR) is None


def test_letters_say_otherwise_who_are_partners(phone):
    letters = {"partner_0": "A", "partner_1": "A"}
    assert sides_of(phone, "canasta", **FOUR, **letters) == [["Ann", "Ben"], ["Cy"], ["Di"]]


def test_three_players_play_alone(phone):
    three = {name: FOUR[name] for name in ("name_0", "name_1", "name_2")}
    assert sides_of(phone, "canasta", **three) is None


def test_games_without_usual_partners_offer_no_switch(phone):
    for game in ("romme", "chattahoochee", "gin-rummy"):
        assert "opposite" not in phone.open(f"/new?game={game}").text


def test_there_are_letters_for_half_the_players(phone):
    page = phone.client.get("/new?game=gin-rummy").get_data(as_text=True)
    assert '<option value="B"' in page
    assert '<option value="C"' not in page
