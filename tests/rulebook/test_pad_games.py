"""Games of a pad as files in its instance folder: found, listed, played, and kept by tables when they go."""

from __future__ import annotations

import json
import os

import pytest

from scorepad.cli.main import main
from scorepad.host import doctor
from scorepad.rulebook import UnknownGame, find_game, games, has_game, keep_games_in, pad_game_faults
from scorepad.web.hand.question import melding_games

OMA = (
    'name = "Oma-Rommé"\nsays = "Twos are wild."\nlike = "romme"\n[wild]\nranks = "2"\n[open]\npoints = 25\n'
)


@pytest.fixture
def folder(tmp_path):
    """A folder of games with one in it."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "oma-romme.toml").write_text(OMA, "utf-8")
    keep_games_in(folder)
    yield folder
    keep_games_in(tmp_path / "none")


def test_a_file_in_the_folder_is_a_game_of_the_pad(folder):
    game = find_game("oma-romme")
    assert (game.name, game.sentence) == ("Oma-Rommé", "Twos are wild.")
    assert find_game("Oma-Rommé") is game
    assert game in games()
    assert game in melding_games()
    rules = game.rules({})
    assert (rules.game, rules.hand.opening.points, rules.wilds.wild_rank) == ("oma-romme", 25, ("2",))
    assert game.rules({"open_points": 30}).hand.opening.points == 30
    assert folder.exists()


def test_a_file_that_changes_is_read_again(folder):
    file = folder / "oma-romme.toml"
    file.write_text(OMA.replace("25", "35"), "utf-8")
    os.utime(file, ns=(1, 1))
    assert find_game("oma-romme").rules({}).hand.opening.points == 35
    file.unlink()
    assert not has_game("oma-romme")
    with pytest.raises(UnknownGame):
        find_game("oma-romme")


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("bad.toml", "[run]\nleast = 0\n", "Line 2: run.least = 0"),
        ("romme.toml", OMA, "Another game has this name"),
        ("Oma Rommé.toml", OMA, "Name the file in small letters"),
        ("large.toml", "# x\n" * 9000, "has at most"),
    ],
)
def test_a_faulty_file_is_left_out_and_doctor_says_why(folder, name, text, fault):
    (folder / name).write_text(text, "utf-8")
    assert has_game("oma-romme")
    (said,) = pad_game_faults(folder)
    assert said.startswith(name)
    assert fault in said
    (complaint,) = doctor._look_at_games(folder.parent)
    assert fault in complaint.fault


def test_a_file_that_is_no_text_is_left_out(folder):
    (folder / "bytes.toml").write_bytes(b"\xff\xfe")
    assert pad_game_faults(folder) == ("bytes.toml: it isn’t text",)


def test_the_command_line_knows_the_games_of_this_machines_pad(folder, monkeypatch, capsys):
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(folder.parent))
    assert main(["best", "oma-romme", "♥345 ♠9 ♥9 ♦2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["proven"]
    assert main(["games", "oma-romme"]) == 0
    assert capsys.readouterr().out.startswith("oma-romme: Oma-Rommé")


def test_a_table_keeps_its_rules_when_the_file_changes_or_goes(folder, app):
    app.config["WTF_CSRF_ENABLED"] = False
    keep_games_in(folder)
    client = app.test_client()
    assert "Oma-Rommé" in client.get("/new?game=oma-romme").text
    fields = {"game": "oma-romme", "players": ["Ann", "Ben"]}
    opened = client.post("/api/v1/tables", json=fields)
    assert opened.status_code == 201, opened.text
    table, key = opened.json["table"], opened.json["key"]
    (folder / "oma-romme.toml").unlink()
    page = client.get(f"/t/{table}").text
    assert "Oma-Rommé" in page
    deal = {"winner": "Ann", "left": {"Ben": "2C KH"}}
    answer = client.post(
        f"/api/v1/tables/{table}/deals", json=deal, headers={"Authorization": f"Bearer {key}"}
    )
    assert answer.status_code == 201, answer.text
    state = client.get(f"/api/v1/tables/{table}").json
    assert (state["game"], state["totals"]) == ("own-game", {"Ann": 0, "Ben": 12})
