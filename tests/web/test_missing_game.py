"""Tables of a game that the pad does not have any more: a package was removed. Nothing of them is lost."""

from __future__ import annotations

import re
from contextlib import closing

import pytest

from scorepad import rulebook
from scorepad.cli.main import main
from scorepad.rulebook.outside import OutsideGames
from scorepad.store.engine import JoinedLog
from scorepad.store.opening import open_store
from scorepad.tables import service, standing
from scorepad.web import health
from tests.rulebook.outside import small_gin
from tests.web.phone import Phone

GONE = "small-gin"
SENTENCE = "This pad doesn’t have this table’s game, &#39;small-gin&#39;"
NO_PAGES = ("/answer", "/live", ".png")
NOTHING_THERE = ("/photos/1", "/referee", "/referee/live", "/review.png")  # in any table of that game


def set_games(monkeypatch, *games):
    """These are the games of other packages from now on."""
    monkeypatch.setattr(rulebook, "_outside_games", lambda: OutsideGames(games, (), (), ()))
    rulebook._games_by_name.cache_clear()
    standing._rules_under.cache_clear()


class HostPhone(Phone):
    """It knows its table, with its code and key, and its circle."""

    table = key = code = circle = ""


@pytest.fixture
def phone(app, monkeypatch):
    """A host's phone at a table with a deal, in its circle; afterwards its game is gone."""
    set_games(monkeypatch, small_gin.GAME)
    phone = HostPhone(app.test_client())
    phone.open("/circles/new").press("Start the circle", name="Club")
    with closing(open_store(app.config["DATABASE"])) as store, phone.client.session_transaction() as session:
        opened = service.open_table(
            store,
            name="Friday",
            game=GONE,
            options={},
            players=["Ann", "Ben"],
            partnerships=None,
            dealer=0,
            by="Ann",
            op="open",
        )
        store.join(session["phone"], JoinedLog(opened.id, opened.key, 0))
        phone.table, phone.key, phone.code = opened.id, opened.key, store.code(opened.id)
    deal = {"winner": "Ann", "left": {"Ann": 5, "Ben": 25}}
    assert phone.client.post(f"/api/v1/tables/{phone.table}/deals", json=deal, headers=bearer(phone)).json
    phone.open(f"/t/{phone.table}/circles").press("Add")
    phone.circle = known_circle(phone)
    set_games(monkeypatch)
    yield phone
    monkeypatch.undo()
    rulebook._games_by_name.cache_clear()
    standing._rules_under.cache_clear()


def bearer(phone):
    return {"Authorization": f"Bearer {phone.key}"}


def known_circle(phone):
    with phone.client.session_transaction() as session:
        return session["circles"][0][0]


def addresses(app, phone, method):
    """Every address of a table or a circle that takes the method, its numbers and names all 1."""
    for rule in app.url_map.iter_rules():
        if {"table_id", "circle_id"} & rule.arguments and method in rule.methods:
            address = str(rule).replace("<table_id>", phone.table).replace("<circle_id>", phone.circle)
            yield re.sub(r"<[^>]+>", "1", address)


def test_every_page_of_the_table_and_its_circle_is_there(app, phone):
    """What needs the game is told in words, with the way to the record and the exports."""
    for address in addresses(app, phone, "GET"):
        answer = phone.client.get(address, headers=bearer(phone) if "/api/" in address else {})
        expected = 503 if address.endswith(NO_PAGES) else 200
        expected = 404 if address.endswith(NOTHING_THERE) else expected
        assert answer.status_code == expected, address
        answer.close()
    page = phone.open(f"/t/{phone.table}").text
    text = phone.client.get(f"/t/{phone.table}").text
    assert SENTENCE in text
    assert "Ann: 20" in page
    assert "Ben: 0" in page
    for link in ("record", "sheet", "export.csv", "export.json"):
        assert f'href="/t/{phone.table}/{link}"' in text
        assert phone.client.get(f"/t/{phone.table}/{link}").status_code == 200


def test_nothing_is_recorded_and_no_form_breaks(app, phone):
    """No form of the phone's queue is refused: it is kept, and sent again when the game is back."""
    token = phone.open("/join").forms[0].value("csrf_token")
    before = phone.client.get(f"/t/{phone.table}/head").json
    fields = {"csrf_token": token, "points": "5", "player": "0", "record": "1", "text": "tea", "seat": "0"}
    for address in addresses(app, phone, "POST"):
        if not address.startswith(f"/t/{phone.table}/") or address.endswith(("/delete", "/host", "/circles")):
            continue
        op = address[-20:]
        answer = phone.client.post(address, data=fields | {"op": op}, headers={"Scorepad-Operation": op})
        assert answer.headers.get("Scorepad-Operation", f"{op} waiting") == f"{op} waiting", address
        said = answer.json["reason"] if answer.is_json else answer.text
        assert answer.status_code < 500 or SENTENCE in said, address
    for verb in ("deals", "entries", "undo"):
        address = f"/api/v1/tables/{phone.table}/{verb}"
        answer = phone.client.post(address, json={}, headers=bearer(phone))
        assert (answer.status_code, answer.json["error"]["code"]) == (503, "game-missing"), verb
    assert phone.client.get(f"/t/{phone.table}/head").json == before


def test_the_table_goes_on_once_the_game_is_back(phone, monkeypatch):
    """As if nothing had been."""
    set_games(monkeypatch, small_gin.GAME)
    assert SENTENCE not in phone.client.get(f"/t/{phone.table}").text
    assert phone.client.get(f"/t/{phone.table}/over").status_code == 200


def test_the_table_is_listed_and_can_be_joined(phone, new_phone):
    """With the word that its game is missing."""
    home = phone.open("/").text
    assert "Friday" in home
    assert "This pad doesn’t have the game" in home
    other = new_phone()
    other.open(f"/j/{phone.code}").press("Ben")
    assert SENTENCE in other.client.get(f"/t/{phone.table}").text


def test_the_circle_says_what_is_left_out(phone):
    """Its points count, nobody wins."""
    page = phone.open(f"/c/{phone.circle}").text
    assert "This pad doesn’t have this game" in page
    standings = phone.client.get(f"/c/{phone.circle}.json").json["games"][0]["standings"]
    assert {(row["person"], row["points"], row["wins"]) for row in standings} == {
        ("Ann", 20, 0),
        ("Ben", 0, 0),
    }


def test_the_doctor_and_readyz_name_the_game(app, phone, capsys, monkeypatch):
    """The pad is ready all the same."""
    monkeypatch.setattr(health, "_CHECKS", {})
    answer = phone.client.get("/readyz")
    assert (answer.status_code, answer.json["missing_games"]) == (200, [GONE])
    assert main(["doctor", "--instance", str(app.config["INSTANCE"])]) == 1
    assert f"the game 'small-gin' of 1 table: Friday ({phone.table})." in capsys.readouterr().out


def test_commands_export_back_up_and_restore_it(app, phone, tmp_path, capsys):
    """With every event."""
    instance, backup = str(app.config["INSTANCE"]), str(tmp_path / "backup.db")
    assert main(["tables", "--instance", instance]) == 0
    assert "Friday: Ann, Ben · small-gin" in capsys.readouterr().out
    for name in ("table.json", "table.csv", "table.bgsplay"):
        assert main(["export", "--instance", instance, phone.table, str(tmp_path / name)]) == 0, name
    assert main(["sheet", "--instance", instance, phone.table, str(tmp_path / "sheet.pdf")]) == 0
    assert main(["backup", "--instance", instance, backup]) == 0
    other = tmp_path / "other"
    assert main(["restore", "--instance", str(other), backup]) == 0
    with closing(open_store(app.config["DATABASE"])) as store:
        events = store.after(phone.table, 0)
    with closing(open_store(other / "scorepad.db")) as restored:
        assert restored.after(phone.table, 0) == events
