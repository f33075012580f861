"""Joining a table, its record and its files, on phones without script."""

from __future__ import annotations

import io
import json

from tests.web.conftest import ON_SERVER_BY_NIGHT
from tests.web.phone import Phone, table_of

pytestmark = ON_SERVER_BY_NIGHT


def test_the_code_joins_in_any_writing(ann, new_phone):
    """Small letters, spaces and hyphens do not matter."""
    code = ann.code()
    phone = new_phone()
    phone.open("/join").press("Join", code=f" {code[:3].lower()}-{code[3:]} ")
    assert phone.buttons() == ["Ann", "Ben", "Cy", "Di", "I’m just keeping score", "Just watch"]
    phone.press("Ben")
    assert "Ben you" in phone.text
    assert "Undo" not in phone.buttons()


def test_an_unknown_code_is_said_and_kept(phone):
    phone.open("/join").press("Join", 404, code="ABCDEF")
    assert "No table has the code 'ABCDEF'" in phone.text
    assert phone.form("Join").value("code") == "ABCDEF"
    phone.open("/j/ABCDEF", 404)


def test_looking_at_the_link_joins_nobody(ann, new_phone):
    """A preview of the link gets no key."""
    code, phone = ann.code(), new_phone()
    table = ann.table_id
    phone.open(f"/j/{code}")
    assert not phone.open(f"/t/{table}").buttons()


def test_watching_gives_no_key(ann, new_phone):
    phone = new_phone()
    phone.open(f"/j/{ann.code()}").press("Just watch")
    assert "You’re watching." in phone.text
    phone.open(f"/t/{phone.table_id}/out", 403)


def test_another_phone_may_take_the_same_name(ann, new_phone):
    phone = new_phone()
    phone.open(f"/j/{ann.code()}").press("Ann")
    assert "Ann you" in phone.text


def test_a_phone_changes_its_player(ann):
    table = ann.table_id
    ann.open(f"/t/{table}/who").press("Cy")
    assert "Cy you" in ann.text


def test_the_qr_code_is_a_drawing_of_the_join_address(ann):
    answer = ann.client.get(f"/t/{ann.table_id}/qr.svg")
    assert answer.mimetype == "image/svg+xml"
    assert b"<path" in answer.data


def test_a_table_travels_as_a_file(ann, new_phone, going_out):
    """Exported and opened again, by file or by text, it is the same table; its opener picks her name."""
    table = ann.table_id
    going_out(ann, table, "Cy", cards="4C 5C")
    saved = ann.client.get(f"/t/{table}/export.json")
    assert saved.headers["Content-Disposition"] == 'attachment; filename="friday.json"'
    phone = new_phone()
    phone.open("/import").press("Open the table", text=saved.get_data(as_text=True)).press("Ben")
    assert "Cy out 1st, 9" in phone.text
    again = phone.client.get(f"/t/{phone.table_id}/export.json")
    assert json.loads(again.data) == json.loads(saved.data)


def test_what_is_noted_about_a_changed_file_is_in_the_language_of_the_page(ann, new_phone, going_out):
    """The run makes 3 before its multiplier, and the file says 900."""
    going_out(ann, ann.table_id, "Cy", cards="4C 5C")
    saved = json.loads(ann.client.get(f"/t/{ann.table_id}/export.json").data)
    saved["events"][1]["data"]["points"] = 900
    phone = new_phone()
    phone.open("/import")
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    table = table_of(phone.press("Open the table", text=json.dumps(saved)).press("Ben"))
    assert table.deals[0].notes == ("In der Datei zählt das Blatt von Cy 900, seine Figuren machen 3.",)
    assert table.events[-1].by == "Dieser Block"


def test_a_file_is_uploaded(ann, new_phone):
    saved = ann.client.get(f"/t/{ann.table_id}/export.csv").data
    phone: Phone = new_phone()
    form = phone.open("/import").form("Open the table")
    data = {
        "csrf_token": form.value("csrf_token"),
        "op": form.value("op"),
        "file": (io.BytesIO(saved), "a.csv"),
    }
    answer = phone.client.post("/import", data=data)
    assert answer.status_code == 303


def test_a_csv_of_names_and_points_becomes_a_table_that_goes_on(phone):
    """Of any game, under its names; a fault names its line and column."""
    phone.open("/import").press("Open the table", text="Ann;Ben\n12;x\n")
    assert "Line 2, column 2: 'x' isn’t a number" in phone.text
    assert "'x' isn’t a number" in phone.press("Open the table", 422).text
    phone.open("/import").press("Open the table", text="Ann;Ben\n12;-3\n").press("Open the table")
    table = table_of(phone.press("Ann"))
    assert (table.game, table.names, table.totals) == ("any-game", ("Ann", "Ben"), (12, -3))


def test_what_was_understood_of_a_file_is_shown_and_can_be_corrected(phone):
    """A total that disagrees is said with its difference; the table comes when the page has been seen."""
    text = "Ronda;Ann;Ben\n1;12;-5\n2;8;20\nSuma;21;15\n"
    phone.open("/import").press("Open the table", text=text)
    assert "Ann 21 for 20, difference 1" in phone.text
    assert "Column 1, Ronda: It numbers the deals." in phone.text
    form = phone.form("Open the table")
    assert [form.value(field) for field in ("players", "columns", "lines")] == ["Ann,Ben", "2-3", "2-3"]
    phone.press("Look again", players="Ann,Zoé", lines="2-4")
    assert "Zoé 30" in phone.text
    table = table_of(phone.press("Open the table", lines="2,3").press("Zoé"))
    assert (table.names, table.totals) == (("Ann", "Zoé"), (20, 15))


def test_a_file_that_does_not_read_is_kept_and_said(phone):
    phone.open("/import").press("Open the table", 422, text="{}")
    assert "The file can’t be read" in phone.text
    assert phone.form("Open the table").value("text") == "{}"


def test_codes_are_tried_at_one_cost_at_all_doors(app, phone):
    """By code, by link and by form, for tables and circles: twenty that are none a minute, together."""
    app.config["WTF_CSRF_ENABLED"] = False
    doors = [
        ("post", "/join", {"code": "AAAAAA"}),
        ("get", "/j/AAAAAA", {}),
        ("post", "/j/AAAAAA", {"seat": "0"}),
        ("get", "/circles/join/AAAAAA", {}),
        ("post", "/circles/join/AAAAAA", {}),
    ]
    far = {"REMOTE_ADDR": "203.0.113.9"}
    tried = [
        getattr(phone.client, method)(path, data=data, environ_base=far).status_code
        for _ in range(5)
        for method, path, data in doors
    ]
    assert tried == [404] * 20 + [429] * 5


def test_a_code_that_is_right_costs_nothing(app, ann, new_phone):
    """However many join from one address at once."""
    app.config["WTF_CSRF_ENABLED"] = False
    code = ann.code()
    for _ in range(12):
        client, far = new_phone().client, {"REMOTE_ADDR": "203.0.113.9"}
        assert client.post("/join", data={"code": code}, environ_base=far).status_code == 303
        assert client.get(f"/j/{code}", environ_base=far).status_code == 200
        assert client.post(f"/j/{code}", data={"seat": "1"}, environ_base=far).status_code == 303
