"""The documentation of games as files and the JSON Schema say what the reader takes."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import jsonschema_rs
import pytest

from bench import own_games_page
from scorepad.answers.game_file_answer import json_schema
from scorepad.cli.main import main
from scorepad.rulebook import lasting_games
from scorepad.rulebook.own_game.game_files import BASES, bases, keys, read_game_file
from scorepad.rulebook.own_game.game_record import OWN_GAME

PAGE = Path(__file__).parents[2] / "docs" / "own-games.md"


def test_the_page_is_that_of_the_language():
    """When a key changes: `python -m bench.own_games_page > docs/own-games.md`."""
    assert PAGE.read_text("utf-8") == own_games_page.page()


def test_every_game_is_said_whole_or_what_is_missing():
    own = {game.id for game in lasting_games()} & {
        path.name.replace("_", "-") for path in BASES.parents[1].iterdir()
    }
    assert {*own_games_page.MISSING} | {*bases()} == own - {OWN_GAME}
    assert not {*own_games_page.MISSING} & {*bases()}
    assert {*own_games_page.BESIDE} <= {*bases()}


def test_the_files_on_the_page_read():
    texts = PAGE.read_text("utf-8").split("```toml\n")[1:]
    assert [read_game_file(text.partition("```")[0]).name for text in texts] == ["Oma-Rommé", "Räuberrommé"]


@pytest.mark.parametrize("game_id", bases())
def test_the_schema_takes_the_files_that_the_reader_takes(game_id):
    jsonschema_rs.validate(json_schema(), tomllib.loads((BASES / f"{game_id}.toml").read_text("utf-8")))


@pytest.mark.parametrize("key", keys())
def test_the_schema_has_every_key_and_refuses_other_values(key):
    part, _, name = key.partition(".")
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.validate(json_schema(), {part: {name: {}}})


def test_the_command_line_prints_the_schema(capsys):
    assert main(["games", "--schema"]) == 0
    assert json.loads(capsys.readouterr().out) == json_schema()
