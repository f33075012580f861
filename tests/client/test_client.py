"""The client keeps score on a real pad, and the lamp of the examples is lit by it."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from scorepad.client import PadRefusal, TableClient, open_table
from scorepad.web import DEFAULTS
from scorepad.web.api.openapi import api_document
from tests.serving import CHECKOUT, serving

LAMP = CHECKOUT / "examples" / "lamp" / "lamp.py"
pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def pad(tmp_path_factory):
    instance = tmp_path_factory.mktemp("pad")
    with serving(f"'127.0.0.1', 0, {str(instance)!r}, workers=1, backup_every=None") as server:
        yield server.url


def test_a_table_is_opened_recorded_and_undone(pad):
    table = open_table(pad, "gin-rummy", ["Ann", "Ben"])
    assert table.record_deal(winner="Ann", left={"Ben": 30})["totals"] == {"Ann": 55, "Ben": 0}
    with pytest.raises(PadRefusal, match="left") as refused:
        table.record_deal(winner="Ann", left={"Ann": 40, "Ben": 1})
    assert (refused.value.status, refused.value.table) == (409, table.state())
    assert table.undo()["deals"] == []
    watching = TableClient(pad, table.id, table.reading_key())
    assert watching.state() == table.state()
    with pytest.raises(PadRefusal) as refused:
        watching.undo()
    assert (refused.value.status, refused.value.code) == (403, "not-allowed")


def test_whole_hands_are_laid_by_the_pad(pad):
    """Their search is another process's."""
    table = open_table(pad, "gin-rummy", ["Ann", "Ben"])
    hands = {"Ann": "2H 3H 4H 5S 5D 5C 9C TC JC AS", "Ben": "KH KD QS QC 2D 4D 6D 8D TD 9S"}
    told = table.record_deal(winner="Ann", ending="knock", hands=hands)
    assert told["totals"]["Ann"] > 0 == told["totals"]["Ben"]


def test_a_player_goes_out(pad):
    table = open_table(pad, "chattahoochee", ["Ann", "Ben", "Cy"])
    assert table.record_entry("Ann", melds="♣456")["totals"]["Ann"] == 12


def test_it_is_said_who_won(pad):
    """By name, by nobody, and by the points again."""
    table = open_table(pad, "any-game", ["Ann", "Ben"])
    table.record_deal(points={"Ann": 3, "Ben": 3})
    told = [table.name_winners(winners) for winners in (["Ben"], [], None)]
    assert [(state["winners"], state["winners_named"]) for state in told] == [
        (["Ben"], True),
        ([], True),
        ([], False),
    ]


def test_a_player_gets_points_beside_a_deal(pad):
    table = open_table(pad, "any-game", ["Ann", "Ben"])
    assert table.add_points("Ann", -5, note="late")["totals"] == {"Ann": -5, "Ben": 0}


def test_what_was_recorded_is_told_anew_and_read_in_pages(pad, monkeypatch):
    """A correction, an undo and its redo; lists come whole, however many pages they have."""
    monkeypatch.setattr("scorepad.client.PAGE", 2)
    table = open_table(pad, "any-game", ["Ann", "Ben"])
    for points in range(1, 6):
        table.record_deal(points={"Ann": points, "Ben": 0})
    assert table.correct_deal(2, points={"Ann": 20, "Ben": 1})["totals"] == {"Ann": 33, "Ben": 1}
    assert (table.undo()["totals"]["Ann"], table.redo()["totals"]["Ann"]) == (15, 33)
    assert [deal["scores"]["Ann"] for deal in table.deals()] == [1, 20, 3, 4, 5]
    assert [change["number"] for change in table.record()] == [*range(1, table.state()["number"] + 1)]
    assert table.review()["deals"] == []
    assert table.play()["plays"]


def test_people_come_and_go_by_the_client(pad):
    """Whatever their names are made of."""
    table = open_table(pad, "any-game", ["Ann", "Ben"])
    table.record_deal(points={"Ann": 1, "Ben": 2})
    table.add_player("Zoë/?#%//", start=20)
    table.rename_player("Zoë/?#%//", "♥/Di")
    assert table.state()["totals"] == {"Ann": 1, "Ben": 2, "♥/Di": 20}
    table.remove_player("♥/Di")
    assert table.record_deal(points={"Ann": 1, "Ben": 0})["totals"] == {"Ann": 2, "Ben": 2, "♥/Di": 20}
    table.change(name="Friday", options={"target": 5}, since="start")
    assert (table.state()["name"], table.state()["options"]["target"]) == ("Friday", 5)


def test_a_deal_is_ended_by_hand(pad):
    table = open_table(pad, "chattahoochee", ["Ann", "Ben", "Cy"])
    table.record_entry("Ann", melds="♣456")
    assert table.end_deal("late")["deals"][0]["ended"]


def test_the_host_gives_keys_and_webhooks_and_deletes_the_table(pad):
    table = open_table(pad, "any-game", ["Ann", "Ben"])
    given = table.give_key("Bot", "write")
    assert [key["id"] for key in table.given_keys()] == [given["id"]]
    program = TableClient(pad, table.id, given["key"])
    program.record_deal(points={"Ann": 1, "Ben": 2})
    table.take_key_back(given["id"])
    with pytest.raises(PadRefusal) as refused:
        program.undo()
    assert refused.value.status == 401
    hook = table.set_webhook("https://93.184.216.34/scores")
    assert [told["secret"] for told in table.webhooks()] == [hook["secret"]]
    table.remove_webhook(hook["id"])
    assert table.webhooks() == []
    table.delete()
    with pytest.raises(PadRefusal) as refused:
        table.state()
    assert refused.value.status == 404


def test_the_client_asks_every_route_of_a_table():
    """Its own methods name each address that the description has."""
    asked = []

    class Recorder(TableClient):
        def _get(self, path):
            asked.append(("get", path.partition("?")[0]))
            return {"keys": [], "webhooks": [], "deals": [], "changes": [], "next": None}

        def _change(self, method, what, _body):
            asked.append((method.lower(), f"/{what}".rstrip("/")))
            return {"key": ""}

    table = Recorder("http://pad", "x")
    for name, words in ASKS.items():
        told = getattr(table, name)(*words)
        if name in ("deals", "record"):
            assert [*told] == []
    described = {
        (method, re.sub(r"\{\w+\}", "1", path.removeprefix("/api/v1/tables/{table_id}")))
        for path, item in api_document(DEFAULTS)["paths"].items()
        if path.startswith("/api/v1/tables/")
        for method in item
    }
    assert {*asked} | {("get", "/events")} == described
    methods = {name for name, _ in inspect.getmembers(TableClient, inspect.isfunction) if name[0] != "_"}
    assert methods == {*ASKS, "follow"}


ASKS = {
    **dict.fromkeys(("state", "deals", "record", "review", "play", "record_deal", "end_deal"), ()),
    **dict.fromkeys(
        ("undo", "redo", "change", "delete", "given_keys", "give_key", "reading_key", "webhooks"), ()
    ),
    **dict.fromkeys(("correct_deal", "take_key_back", "remove_webhook"), ("1",)),
    **dict.fromkeys(("record_entry", "add_player", "remove_player", "set_webhook"), ("1",)),
    "name_winners": (["Ann"],),
    "add_points": ("1", 5),
    "rename_player": ("1", "2"),
}
"""What each method is given here; `follow` reads the stream."""


def test_the_table_is_followed(pad):
    """Now, and after each change."""
    table = open_table(pad, "any-game", ["Ann", "Ben"])
    states = table.follow()
    assert next(states)["number"] == 1
    table.record_deal(points={"Ann": 3, "Ben": 0})
    assert [state["totals"]["Ann"] for state in islice(states, 1)] == [3]


def test_the_example_of_the_page_runs(pad, capsys):
    """docs/programs.md, at the pad of this test."""
    page = (CHECKOUT / "docs" / "programs.md").read_text()
    (example,) = re.findall(r"run by tests/client/test_client.py -->\n```python\n(.*?)```", page, flags=re.S)
    exec(compile(example.replace("http://localhost:8000", pad), "docs/programs.md", "exec"), {})
    code, totals, refused, followed = capsys.readouterr().out.splitlines()
    assert (len(code), totals, refused) == (6, "{'Ann': 49, 'Ben': 0}", "settle 2")
    assert followed == totals


def test_a_table_that_is_none_is_refused(pad):
    with pytest.raises(PadRefusal) as refused:
        next(TableClient(pad, "none").follow())
    assert refused.value.status == 404


def test_a_lamp_is_lit(pad, tmp_path):
    """By a command, once a deal is recorded."""
    table, lit = open_table(pad, "any-game", ["Ann", "Ben"]), tmp_path / "lit"
    command = [sys.executable, LAMP, f"{pad}/t/{table.id}", "--once", "--run", "touch", lit]
    env = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as lamp:
        assert lamp.stdout.readline() == "Waiting for a deal.\n"
        assert not Path(lit).exists()
        for points in range(1, 40):
            table.record_deal(points={"Ann": points, "Ben": 0})
            try:
                assert lamp.wait(timeout=1) == 0
                break
            except subprocess.TimeoutExpired:
                continue
    assert Path(lit).exists()
