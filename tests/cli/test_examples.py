"""The help of every command: a sentence, a word on each argument, and an example whose answer is true."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from scorepad.circles.circle_service import make_circle
from scorepad.cli.examples import EXAMPLES
from scorepad.cli.main import _parser, main
from scorepad.core.cards import Laid
from scorepad.core.packs import FRENCH
from scorepad.host import serve
from scorepad.store import sql_store
from scorepad.store.engine import CODE_LENGTH
from scorepad.store.opening import open_store, prepare_store
from scorepad.tables import service
from scorepad.tables.judging import DeclaredHand
from scorepad.tables.operations import Operation
from tests.cli.test_ask import run

HAND = Path(__file__).parents[2] / "bench" / "hand.jpg"
MATCH = {
    "game": "any-game",
    "players": ["Ann", "Ben"],
    "deals": [{"points": {"Ann": 12, "Ben": 30}}, {"points": {"Ann": 25, "Ben": -5}}],
}
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00")


def parsers():
    whole = _parser()
    return next(each for each in whole._actions if isinstance(each, argparse._SubParsersAction)).choices


@pytest.fixture
def friday(tmp_path, monkeypatch):
    """A pad in the folder where commands run, with a table in a circle, and with a photo and a match."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path / "instance"))
    ids, codes = iter(("X4W8K3M7P2Q9", "B5N2C8V4J7R3", "Q8D3W5K7H2S6")), iter(("K7M2PQ", "F6H3TZ", "W4T9XR"))
    random = {sql_store.ID_LENGTH: ids, CODE_LENGTH: codes}
    monkeypatch.setattr(sql_store, "_random_name", lambda length: next(random[length]))
    keys = iter("abcdefgh")
    monkeypatch.setattr("scorepad.store.phone_keys.secrets.token_urlsafe", lambda *_size: next(keys))
    (tmp_path / "instance").mkdir()
    database = tmp_path / "instance" / "scorepad.db"
    prepare_store(database)
    store = open_store(database)
    players = {"players": ["Ann", "Ben", "Cy"], "partnerships": None, "dealer": 0}
    opened = service.open_table(
        store, name="Friday", game="chattahoochee", options={}, by="Ann", op="open", **players
    )
    melds = [tuple(Laid(card) for card in FRENCH.cards[3:10])]
    out = Operation(store, opened.id, opened.key, "Ann", "out", 1)
    service.record_out(out, hand=DeclaredHand(1, melds, None))
    make_circle(store, name="Friday rummy", by="Ann", op="circle", tables=[opened.id])
    store.close()
    shutil.copy(HAND, tmp_path / "hand.jpg")
    (tmp_path / "friday.json").write_text(json.dumps(MATCH))
    return tmp_path


FIRST = {"import": ["export"], "restore": ["backup"], "reopen": ["end"]}
"""The commands whose examples a command's own goes on from."""


@pytest.mark.usefixtures("friday")
@pytest.mark.parametrize("command", [name for name in EXAMPLES if name not in ("serve", "work")])
def test_an_example_of_the_help_has_its_answer(capsys, command):
    """Line for line; a moment is any moment."""
    for name in (*FIRST.get(command, ()), command):
        typed, answer = EXAMPLES[name]
        status, out, err = run(capsys, *shlex.split(typed))
        assert (status, err) == (0, "")
    assert is_answer(answer, out)


def is_answer(answer, printed):
    pieces = map(re.escape, MOMENT.sub("MOMENT", answer.strip()).split("…"))
    return re.fullmatch(".*".join(pieces), MOMENT.sub("MOMENT", printed.strip()), re.DOTALL)


def test_the_examples_of_the_servers_have_what_they_print():
    """The text itself, without a server behind it."""
    _, _, host, _, port = EXAMPLES["serve"][0].split()
    assert is_answer(EXAMPLES["serve"][1], serve.welcome_text(host, int(port)))
    assert is_answer(EXAMPLES["work"][1], serve.work_text("127.0.0.1", 8100))


def test_every_command_says_itself_in_one_sentence_with_an_example():
    for name, parser in parsers().items():
        assert re.fullmatch(r"[A-Z][^.]+\.(?: [A-Z][^.]+\.)?", parser.description), name
        assert f"$ scorepad {name}" in parser.format_help()


def test_every_argument_has_its_words():
    missing = [
        (name, action.dest)
        for name, parser in parsers().items()
        for action in parser._actions
        if not action.help
    ]
    assert missing == []


def test_the_list_of_commands_fits_a_terminal(capsys):
    """Eighty columns, a command a line."""
    with pytest.raises(SystemExit):
        main(["--help"])
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if len(line) > 80] == []
