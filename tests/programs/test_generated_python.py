"""A client in Python that a tool makes of `/api/v1/openapi.json`: it type checks, and asks every route."""

from __future__ import annotations

import importlib
import io
import json
import os
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from msgspec import to_builtins

from scorepad.answers.verbs import ADDRESSES
from scorepad.web.api.openapi import EXAMPLES
from tests.photos.photo_files import file_of, picture
from tests.serving import CHECKOUT

pytestmark = pytest.mark.process
TOOLS = Path(sys.executable).parent
MATCH = CHECKOUT / "examples" / "whole-match" / "match.py"
GENERATE = (TOOLS / "openapi-python-client", "generate", "--meta", "none", "--fail-on-warning")
POINTS = {"Ann": 5, "Ben": 3}


def run(*command, **options):
    """The command, to its end, with what it prints."""
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


@pytest.fixture(scope="module")
def made_client(pad):
    """The folder in which the package `pad_client` is, made without a warning."""
    folder = pad.description.parent
    (folder / "settings.yml").write_text("post_hooks: []\n")  # nobody reads it, so nothing needs its format
    named = ("--path", pad.description, "--output-path", folder / "pad_client")
    made = run(*GENERATE, "--config", folder / "settings.yml", *named)
    assert made.returncode == 0, made.stdout + made.stderr
    return folder


def test_the_description_is_valid(pad):
    """By the specification of OpenAPI."""
    # It takes seconds to load, for which no other test should wait.
    from openapi_spec_validator import validate

    validate(json.loads(pad.description.read_text()))


@pytest.mark.nightly
def test_a_made_client_type_checks(made_client):
    """Strictly, with a program that uses it."""
    options = ("--strict", "--config-file", os.devnull, "--cache-dir", made_client / "mypy")
    checked = run(TOOLS / "mypy", *options, "-p", "pad_client", cwd=made_client)
    assert checked.returncode == 0, checked.stdout
    checked = run(TOOLS / "mypy", *options, MATCH, cwd=made_client, env={**os.environ, "MYPYPATH": "."})
    assert checked.returncode == 0, checked.stdout


def test_a_made_client_plays_a_whole_match(made_client, pad):
    """The example, to its end."""
    played = run(sys.executable, MATCH, pad.url, env={**os.environ, "PYTHONPATH": str(made_client)})
    assert played.returncode == 0, played.stderr
    _, first, *_, last = played.stdout.splitlines()
    assert first.startswith("Deal 1: {'Ann': ")
    assert last in ("The winner is Ann", "The winner is Ben")


@pytest.mark.nightly
def test_a_made_client_asks_every_route(made_client, pad, monkeypatch):
    """And knows the answer of each by its class."""
    monkeypatch.syspath_prepend(made_client)
    with closing(Asking(pad)) as asking:
        ask_without_key(asking, pad)
        ask_at_table(asking)
        assert asking.asked == {*asking.described}


class Asking:
    """Asks by the functions of the made client, and judges how each answer is read."""

    def __init__(self, pad):
        self.described = {
            operation["operationId"]: operation
            for item in json.loads(pad.description.read_text())["paths"].values()
            for operation in item.values()
        }
        self.asked = set()
        self.package = importlib.import_module("pad_client")
        self.client = self.package.Client(base_url=pad.url)

    def use_key(self, key):
        """Ask with it from now on."""
        self.close()
        self.client = self.package.AuthenticatedClient(base_url=self.client._base_url, token=key)

    def close(self):
        self.client.get_httpx_client().close()

    def __call__(self, operation, body=None, *, file=None, **more):
        """What is read of its good answer."""
        ask = self.function(operation, "sync_detailed")
        if body is not None or file:
            (kind,) = (kind for kind in _all_of(get_type_hints(ask)["body"]) if hasattr(kind, "from_dict"))
            more["body"] = kind([file]) if file else kind.from_dict(body)
        told = ask(client=self.client, **more)
        status, answer_class = _good_answer(self.described[operation])
        assert told.status_code == status, (operation, told.content)
        assert answer_class in ("", type(told.parsed).__name__), operation
        self.asked.add(operation)
        return told.parsed

    def function(self, operation, name):
        """A function of the module that asks it."""
        (tag,) = self.described[operation]["tags"]
        module = f"{operation}_" if operation == "next" else operation
        return getattr(importlib.import_module(f"pad_client.api.{tag}.{module}"), name)


def _all_of(kinds):
    return (kinds, *get_args(kinds))


def _good_answer(operation):
    """Its status, and the name of its class; empty where it is none or one of several."""
    ((status, answer),) = [
        (int(status), answer) for status, answer in operation["responses"].items() if status < "300"
    ]
    schema = answer.get("content", {}).get("application/json", {}).get("schema", {})
    return int(status), schema.get("$ref", "").rpartition("/")[2]


def ask_without_key(ask, pad):
    """What anybody may ask."""
    for verb, examples in EXAMPLES.items():
        for example in examples:
            ask(ADDRESSES[verb], to_builtins(example))
    photo = importlib.import_module("pad_client.types").File(io.BytesIO(file_of(picture())), "photo.jpg")
    ask("read", file=photo)
    for name in ("games", "openapi", "healthz", "readyz"):
        ask(name)
    for name in ("circle", "circle_plays", "circle_tables"):
        ask(name, circle_id=pad.circle)


def ask_at_table(ask):
    """What is done at one table, from its opening to its end."""
    opened = ask("open_table", {"game": "any-game", "players": ["Ann", "Ben"]})
    ask.use_key(opened.key)
    at = partial(ask, table_id=opened.table)
    at("record_deal", {"points": POINTS})
    at("correct_deal", {"points": POINTS}, number=1)
    at("name_winners", {"winners": ["Ben"]})
    at("add_points", {"player": "Ann", "points": 10})
    for name in (
        "undo",
        "redo",
        "show_table",
        "table_deals",
        "table_record",
        "review_table",
        "table_play",
        "give_key",
    ):
        at(name)
    given = at("give_key", {"scope": "write", "name": "Bot"})
    at("keys")
    at("take_key_back", key_id=given.id)
    at("change_table", {"name": "Friday"})
    at("add_player", {"name": "Cy"})
    at("rename_player", {"name": "Di"}, name="Cy")
    at("remove_player", {}, name="Di")
    hook = at("set_webhook", {"url": "https://example.org/"})
    at("webhooks")
    at("remove_webhook", hook_id=hook.id)
    with ask.client.get_httpx_client().stream(
        **ask.function("follow_table", "_get_kwargs")(opened.table)
    ) as stream:
        assert next(stream.iter_lines()).startswith("retry: ")
    ask.asked.add("follow_table")
    at("delete_table")
    one_by_one = ask("open_table", {"game": "chattahoochee", "players": ["Ann", "Ben", "Cy"]})
    ask.use_key(one_by_one.key)
    ask("record_entry", {"player": "Ann", "melds": "♣456"}, table_id=one_by_one.table)
    ask("end_deal", table_id=one_by_one.table)
