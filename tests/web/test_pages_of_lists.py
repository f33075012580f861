"""Lists that grow come a page at a time, and what is new at their end; points and pages of a table."""

from __future__ import annotations

from contextlib import closing
from itertools import chain

import pytest

from scorepad.circles.circle_service import CircleOperation, make_circle
from scorepad.store.opening import open_store
from tests.open_tables import Log

TABLES = "/api/v1/tables"


@pytest.fixture
def table(client):
    """The address of a table at which three deals were recorded, and what opens it."""
    opened = client.post(TABLES, json={"game": "any-game", "players": ["Ann", "Ben"]}).json
    address, key = f"{TABLES}/{opened['table']}", {"Authorization": f"Bearer {opened['key']}"}
    for points in (1, 2, 3):
        client.post(f"{address}/deals", json={"points": {"Ann": points, "Ben": 0}, "by": "Bot"}, headers=key)
    return address, key


def pages(client, address, limit):
    """Every page, each asked for as the one before says."""
    told = client.get(f"{address}?limit={limit}").json
    yield told
    while told["next"] is not None:
        told = client.get(f"{address}?limit={limit}&after={told['next']}").json
        yield told


@pytest.mark.parametrize(("limit", "sizes"), [(1, [1, 1, 1]), (2, [2, 1]), (3, [3]), (100, [3])])
def test_deals_come_a_page_at_a_time(client, table, limit, sizes):
    """Each once, as the table has them."""
    told = [page["deals"] for page in pages(client, f"{table[0]}/deals", limit)]
    assert [len(deals) for deals in told] == sizes
    assert [*chain(*told)] == client.get(table[0]).json["deals"]


def test_the_record_says_who_did_what(client, table):
    """The oldest first; what was undone does not count any more."""
    address, key = table
    client.post(f"{address}/undo", headers=key)
    told = [change for page in pages(client, f"{address}/record", 2) for change in page["changes"]]
    head = client.get(address).json["number"]
    assert [change["number"] for change in told] == [*range(1, head + 1)]
    undone = [change for change in told if change["undone"]]
    assert {change["by"] for change in undone} == {"Bot"}
    assert "Bot" in undone[0]["sentence"]
    assert client.get(f"{address}/record?after={head}").json == {"changes": [], "next": None}


def test_what_is_new_follows_the_last_page(client, table):
    """A program that has read to the end asks for what came after it."""
    address, key = table
    client.post(f"{address}/deals", json={"points": {"Ann": 4, "Ben": 0}}, headers=key)
    told = client.get(f"{address}/deals?after=3").json
    assert ([deal["number"] for deal in told["deals"]], told["next"]) == ([4], None)


def test_the_tables_of_a_circle_come_a_page_at_a_time(app, client):
    """The earliest first, each with its day."""
    with closing(open_store(app.config["DATABASE"])) as store:
        circle = make_circle(store, name="Friends", by="Ann", op="circle")
        made = [store.create_log(Log([0], [1]).out(1, (0, 12)).events, op=f"t{n}") for n in range(3)]
        for table in made:
            CircleOperation(store, circle.id, circle.key, "Ann", f"in{table.id}").add_table(
                table.id, table.key
            )
    told = [page["tables"] for page in pages(client, f"/api/v1/circles/{circle.id}/tables", 2)]
    assert [len(tables) for tables in told] == [2, 1]
    assert {table["id"] for table in chain(*told)} == {table.id for table in made}
    assert len(told[0][0]["day"]) == len("2026-11-29")


@pytest.mark.parametrize("path", ["deals", "record"])
@pytest.mark.parametrize(
    ("query", "at"),
    [("limit=0", "limit"), ("limit=101", "limit"), ("limit=x", "limit"), ("after=-1", "after")],
)
def test_a_page_that_is_none_is_refused_by_name(client, table, path, query, at):
    told = client.get(f"{table[0]}/{path}?{query}")
    assert (told.status_code, told.json["error"]["at"]) == (400, at)
    assert at in told.json["error"]["message"]


@pytest.mark.parametrize("query", ["limit=5&limit=6", "after=0&after=1&limit=2&limit=2"])
def test_a_field_of_a_page_is_sent_once(client, table, query):
    """Each that is sent again is told."""
    error = client.get(f"{table[0]}/deals?{query}").json["error"]
    again = {name for name in ("limit", "after") if query.count(name) > 1}
    assert {fault["at"] for fault in error.get("faults", [error])} == again


def test_a_program_gives_one_player_points_at_any_time(client, table):
    """The deal goes on, and an undo takes them back."""
    address, key = table
    told = client.post(f"{address}/points", json={"player": "Ben", "points": -5, "note": "late"}, headers=key)
    assert (told.status_code, told.json["totals"]) == (201, {"Ann": 6, "Ben": -5})
    assert client.post(f"{address}/undo", headers=key).json["totals"] == {"Ann": 6, "Ben": 0}


@pytest.mark.parametrize(
    ("body", "at"),
    [
        ({"player": "Zed", "points": 5}, "player"),
        ({"points": 5}, "player"),
        ({"player": "Ann"}, "points"),
    ],
)
def test_points_that_do_not_read_are_refused_by_name(client, table, body, at):
    told = client.post(f"{table[0]}/points", json=body, headers=table[1])
    assert (told.status_code, told.json["error"]["at"]) == (400, at)


def test_a_game_with_cards_gives_its_points_itself(client):
    opened = client.post(TABLES, json={"game": "gin-rummy", "players": ["Ann", "Ben"]}).json
    key = {"Authorization": f"Bearer {opened['key']}"}
    body = {"player": "Ann", "points": 5}
    told = client.post(f"{TABLES}/{opened['table']}/points", json=body, headers=key)
    assert (told.status_code, told.json["error"]["at"]) == (409, "points")
