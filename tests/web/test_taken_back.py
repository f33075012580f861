"""A phone whose key was taken back is a phone without one, on every page of a table and of a circle."""

from __future__ import annotations

import re
from contextlib import closing

import pytest

from scorepad.store.opening import open_store

BRINGS_BACK = "host.undelete"
OPEN_TO_ALL = {
    *("deals.review", "deals.reviewed", "programs.show_review", "sheet.hand_picture"),
    BRINGS_BACK,  # which gives back what the same phone deleted, and nothing to others
    *("tables.page", "tables.wall", "tables.live", "live.head", "live.events", "deals.earlier"),
    *("record.page", "record.as_json", "record.as_csv", "sheet.table", "sheet.table_pdf", "sheet.picture"),
    *("going_out.entry", "settling.ending", "referee.page", "referee.live"),
    *("circles.page", "circles.as_json", "circles.as_csv", "circle_api.answer", "circle_api.tables"),
    *("programs.show", "programs.show_deals", "programs.show_record", "programs.events", "programs.as_play"),
    *("carry.page", "carry.code"),
    *("record.as_play", "circles.as_plays", "circles.plays_answer", "elsewhere.overlay", "elsewhere.embed"),
}
"""Pages of a table or a circle that whoever has the address may look at; all others are for phones with a
key."""
NEW_EACH_TIME = re.compile(
    r'name="(op|csrf_token)" value="[^"]*"|<code>[0-9a-f]{10}</code>|data-now="[0-9]+"'
)
VALUES = {
    "number": 2,
    "deal": 1,
    "player": 0,
    "entry": 2,
    "year": 2026,
    "photo": "x",
    "hook_id": "x",
    "key_id": "x",
    "code": "ABCDEF",
}


@pytest.fixture
def app(app):
    app.config["WTF_CSRF_ENABLED"] = False
    return app


@pytest.fixture
def pages(app, client):
    """Every page of a table and of a circle, with each of its methods; the client had a key to both."""
    names = {"game": "chattahoochee", "name-0": "Ann", "name-1": "Ben"}
    table = client.post("/new", data=names).location.split("/")[2]
    entered = client.post(f"/t/{table}/out", data={"player": "0", "points": "5", "record": "1"})
    assert entered.status_code == 303
    circle = client.post("/circles/new", data={"name": "Fridays", "table": table}).location.split("/")[2]
    assert client.get(f"/t/{table}/who").status_code == client.get(f"/c/{circle}/settings").status_code == 200
    with closing(open_store(app.config["DATABASE"])) as store:
        store.take_back(table, [key.name for key in store.keys(table)])
        store.circles.take_back(circle, [key.name for key in store.circles.keys(circle)])
    values = {**VALUES, "table_id": table, "circle_id": circle}
    rules = [rule for rule in app.url_map.iter_rules() if {"table_id", "circle_id"} & rule.arguments]
    with app.test_request_context():
        return [
            (
                rule.endpoint,
                method,
                app.url_for(rule.endpoint, **{name: values[name] for name in rule.arguments}),
            )
            for rule in rules
            for method in rule.methods & {"GET", "POST"}
        ]


def seen(client, method, path):
    """The status, where it leads and what it shows, without what each page has for itself."""
    with client.open(path, method=method) as answer:
        text = next(answer.response, b"") if answer.is_streamed else answer.data
        return answer.status_code, answer.location, NEW_EACH_TIME.sub("", str(text))


def test_every_page_is_open_to_all_or_asks_for_a_key_that_the_store_knows(client, pages):
    """A new page of a table or of a circle refuses whose key was taken back, or is named above."""
    refusing = {endpoint for endpoint, method, path in pages if seen(client, method, path)[0] in (401, 403)}
    assert refusing == {endpoint for endpoint, *_ in pages} - OPEN_TO_ALL


def test_a_phone_whose_key_was_taken_back_sees_what_one_without_sees(app, client, pages):
    """On each page, whatever way it is asked for."""
    stranger = app.test_client()
    for endpoint, method, path in pages:
        client_sees, stranger_sees = seen(client, method, path), seen(stranger, method, path)
        assert client_sees == stranger_sees or endpoint == BRINGS_BACK, (endpoint, method)
        if endpoint == BRINGS_BACK:  # what it says stands on the next page
            assert client.get("/").status_code == stranger.get("/").status_code == 200


def test_a_phone_whose_key_was_taken_back_takes_no_photo_for_the_table(client, pages):
    """The page that takes it names the table's page in its address."""
    table = next(path for endpoint, _, path in pages if endpoint == "tables.page")
    query = {"to": f"{table}/out", "field": "cards"}
    for path in ("/photo", "/photo/start"):
        fields = {"photo_of": f"{table}/out#cards"} if path.endswith("start") else query
        assert client.get(path, query_string=fields).status_code == 403


def test_a_phone_whose_key_was_taken_back_may_join_anew(app, client, pages):
    """With the code of now it has another key, at the table and in the circle."""
    paths = {endpoint: path for endpoint, _, path in pages}
    table, circle = paths["tables.page"], paths["circles.page"]
    with closing(open_store(app.config["DATABASE"])) as store:
        table_code, circle_code = store.code(table[3:]), store.circles.code(circle[3:])
    client.post(f"/j/{table_code}", data={"seat": "0"})
    client.post(f"/circles/join/{circle_code}")
    assert client.get(f"{table}/who").status_code == client.get(f"{circle}/settings").status_code == 200
