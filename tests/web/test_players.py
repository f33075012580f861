"""The page of a table's players: late, gone, back, other seats, sitting out; every phone's page bears it."""

from __future__ import annotations

import pytest

from tests.web.conftest import ON_SERVER_BY_NIGHT

pytestmark = ON_SERVER_BY_NIGHT


def players(ann):
    return ann.open(f"/t/{ann.table_id}/players")


def newcomer(ann):
    return ann.open(f"/t/{ann.table_id}/players?add=1")


def test_a_late_player_is_added_and_plays_the_next_deal(ann, going_out):
    """The score board says from when; until then nobody can pick the newcomer on going out."""
    table = ann.table_id
    going_out(ann, table, "Cy", points="10")
    players(ann)
    assert "Changes apply from deal 2." in ann.text
    newcomer(ann).press("Add the player", name="Zoe", start="last")
    assert "Zoe started with" in ann.text
    assert "Zoe plays from deal 2" in ann.open(f"/t/{table}").text
    assert "Zoe" not in ann.open(f"/t/{table}/out").text
    ann.open(f"/t/{table}/note").press("End deal 1").press("Next deal")
    assert "Zoe × 4" in ann.open(f"/t/{table}/out").text
    assert "not in the deal" in ann.open(f"/t/{table}").text
    assert "Ann added Zoe from deal 2 on" in ann.open(f"/t/{table}/record").text


def test_who_leaves_can_come_back(ann):
    """And whoever has left is no choice on going out."""
    table = ann.table_id
    players(ann).press("Leaves")
    assert "Ann has left" in ann.text
    assert "Ann × " not in ann.open(f"/t/{table}/out").text
    assert "left" in ann.open(f"/t/{table}").text
    players(ann).press("Is back")
    assert "has left" not in ann.text
    assert "Ann × 3" in ann.open(f"/t/{table}/out").text


def test_seats_are_moved_tap_by_tap_and_kept_at_once(ann):
    """The address keeps the order; the next dealer follows it."""
    table = ann.table_id
    players(ann)
    ann.send(ann.form("↑"), ("up", "3"))
    ann.send(ann.form("↑"), ("up", "3"))
    assert "order=0.3.1.2" in ann.url
    ann.send(ann.form("↓"), ("down", "0"))
    assert "order=3.0.1.2" in ann.url
    ann.send(ann.form("↑"), ("up", "0"))
    assert "order=0.3.1.2" in ann.url
    ann.press("Keep seats")
    ann.open(f"/t/{table}/note").press("End deal 1")
    assert "Next deal, Di deals" in ann.text


def test_who_sits_out_is_ticked(ann):
    """The deal counts without them, and they are no choice."""
    table = ann.table_id
    players(ann).press("Save", rests="2")
    assert "Cy sits out" in ann.open(f"/t/{table}").text
    assert "Ben × 2" in ann.open(f"/t/{table}/out").text
    assert "Cy × " not in ann.text


def test_a_fault_is_one_sentence_and_what_was_typed_stays(ann):
    """A name that is taken."""
    newcomer(ann).press("Add the player", name="ben")
    assert "Another player is already called ben. Choose another name." in ann.text
    assert ann.form("Add the player").value("name") == "ben"


@pytest.mark.parametrize("name", ["BEN\u200b", "Be\u034fn", "\ufeffBen\ufe0f"])
def test_a_name_that_looks_like_another_players_is_taken(ann, name):
    newcomer(ann).press("Add the player", name=name)
    assert "Another player is already called" in ann.text
    ann.open(f"/t/{ann.table_id}/names").press("Save names", 422, name_0=name)
    assert "Another player is already called" in ann.text


def test_a_phone_whose_player_was_taken_back_is_nobodys(ann):
    """The seat of a player whose joining was undone names nobody; the phone may write all the same."""
    table = ann.table_id
    newcomer(ann).press("Add the player", name="Zoe")
    ann.open(f"/t/{table}/who").press("Zoe")
    assert "Zoe you" in ann.open(f"/t/{table}").text
    ann.press("Undo")
    assert "Zoe you" not in ann.open(f"/t/{table}").text
    ann.open(f"/t/{table}/note").press("Add the note", text="rain")


def test_starting_points_that_do_not_read_are_asked_for_again(ann, going_out):
    """What was typed stays at that player alone, and the points are as they were."""
    table = ann.table_id
    going_out(ann, table, "Cy", points="10")
    newcomer(ann).press("Add the player", name="Zoe", start="last")
    newcomer(ann).press("Add the player", name="Yan", start="0")
    zoe, yan = (form for form in players(ann).forms if form.action.endswith("/start"))
    before = zoe.value("points")
    ann.send(zoe, ("", ""), points="ten")
    assert "Enter points such as 5 or −10." in ann.text
    typed = [form.value("points") for form in ann.forms if form.action.endswith("/start")]
    assert typed == ["ten", yan.value("points")]
    assert next(form for form in players(ann).forms if form.action == zoe.action).value("points") == before
