"""Requests that no page of ours sends, at every address there is: refused or answered, never a failure."""

from __future__ import annotations

import io
import re
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorepad.answers.verbs import ADDRESSES
from tests.profiles import examples, thorough
from tests.web.conftest import ON_SERVER_BY_NIGHT

UNWRITABLE = {
    r'"\ud800"': "half a character",
    r'"a\udfffb"': "half a character",
    "NaN": "isn’t a number",
    "-Infinity": "isn’t a number",
    "1e999": "isn’t a number",
    "9" * 30: "at most",
    "[" * 30 + "]" * 30: "too deep",
}
TEXTS = (
    "a\0b",
    "\ufffd",
    "9" * 30,
    "9" * 5000,
    "²",
    "nan",
    '{"format": "\\ud800", "a": NaN}',
    "w=",
    "-1",
    "|",
)
NAMES = ("\0", "9" * 30, "x" * 300, "é", "..", "%", "²")
FIELDS = (
    *("name", "name-0", "name-1", "partner-0", "dealer", "game", "o-packs", "o-schedule_table", "o-leaps"),
    *("o-ranks", "o-suits", "o-wild_cards", "expected", "player", "cards", "past", "melds", "lay", "points"),
    *("note", "since", "record", "discard", "text", "reason", "seat", "code", "deal", "place", "order", "up"),
    *("partner", "start", "rests", "keeps", "circle", "table", "person", "part", "first", "last", "until"),
    *("view", "again", "clock", "winner", "left-0", "number-0", "melds-0", "groups", "who-0", "pictures"),
    *("now", "at", "to", "field", "photo_of", "row", "language", "ticket", "players", "deals", "paper"),
)
TAPS = ("op", "tab", "add", "remove", "undo", "clear", "put", "take", "on", "next", "melds_clear")
LIKELY = ("", "0", "1", "7", "-1", "²", "true", "4C 5C", "w", "w=", "♥", "4C/5C", "A", "|", "1.4C")
FORMS = st.dictionaries(
    st.sampled_from((*FIELDS, *TAPS)), st.sampled_from(LIKELY) | st.text(max_size=40), max_size=9
)
HEADERS = (
    *({"Referer": "http://[::1"}, {"Referer": "http://[x]/\xff"}, {"Origin": "http://["}, {"Host": "[::"}),
    *({"If-None-Match": '"\xff'}, {"If-None-Match": "W/"}, {"Last-Event-ID": "9" * 5000}),
    *({"Accept-Language": "_,-,;q=nan"}, {"Accept-Language": "de-" + "x" * 300}, {"Accept": "\xff/;q=x"}),
    *({"Cookie": "scorepad=\xff; language=\x7f"}, {"Cookie": "scorepad=eyJ.x.y;=;;game=\xff"}),
    *({"X-Forwarded-For": "[x%"}, {"Range": "bytes=99999999999999999999-"}, {"Authorization": "Bearer \xff"}),
    *({"Content-Type": "multipart/form-data; boundary=\xff"}, {"Content-Type": "text/plain; charset=\xff"}),
)
AT_EACH_HEADER = (
    "/",
    "/t/{table_id}/live",
    "/t/{table_id}/head",
    "/t/{table_id}/note",
    "/language",
    "/api/v1/best",
)


@pytest.fixture
def app(app):
    app.config.update(WTF_CSRF_ENABLED=False, TESTING=False)
    return app


@pytest.fixture
def pages(client):
    """Makes the address of a rule, with some of its values replaced; they are those of a table and a circle
    to which the client has the keys."""
    names = {"game": "chattahoochee", "name-0": "Ann", "name-1": "Ben"}
    table = client.post("/new", data=names).location.split("/")[2]
    client.post(f"/t/{table}/out", data={"player": "0", "points": "5", "record": "1"})
    circle = client.post("/circles/new", data={"name": "Fridays", "table": table}).location.split("/")[2]
    values = {
        "table_id": table,
        "circle_id": circle,
        "number": "2",
        "code": "ABCDEF",
        "game": "chattahoochee",
    }

    def address(rule, **others):
        return re.sub(
            r"<(?:\w+:)?(\w+)>", lambda name: quote({**values, **others}.get(name[1], "1"), safe=""), rule
        )

    return address


def rules(app):
    """Every address but those of files and the one that takes the table away, with its methods."""
    for rule in app.url_map.iter_rules():
        if rule.endpoint not in ("static", "host.delete"):
            yield from ((rule, method) for method in sorted(rule.methods & {"GET", "POST"}))


def fails(client, method, path, **sent):
    """Whether the pad fails at the request."""
    with client.open(path, method=method, **sent) as answer:
        return answer.status_code >= 500 and answer.status_code != 503


@ON_SERVER_BY_NIGHT
def test_no_field_makes_a_page_fail(app, client, pages):
    """All fields of the address, or of the form, with a text that none of them expects: each page with some
    of these, in turn."""
    step = 3 if thorough() else len(TEXTS)
    for number, (rule, method) in enumerate(rules(app)):
        where = "query_string" if method == "GET" else "data"
        for text in TEXTS[number % step :: step]:
            fields = dict.fromkeys(FIELDS, text[:60] if method == "GET" else text)
            assert not fails(client, method, pages(rule.rule), **{where: fields}), (
                method,
                rule.rule,
                text[:9],
            )


@given(picked=st.integers(0, 10_000), form=FORMS)
@settings(max_examples=examples(1000), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_form_makes_a_page_fail(app, client, pages, picked, form):
    """Some fields of any page with what may stand in them, or nearly."""
    all_rules = list(rules(app))
    rule, method = all_rules[picked % len(all_rules)]
    where = "query_string" if method == "GET" else "data"
    assert not fails(client, method, pages(rule.rule), **{where: form}, follow_redirects=True), rule


def test_a_text_too_long_for_an_address_is_kept_on_the_page(client, pages):
    """Cards that fill the field are shown again without an address that no server takes."""
    answer = client.post(pages("/t/<table_id>/out"), data={"cards": "4C " * 1300})
    assert answer.status_code == 200
    assert "4C 4C 4C" in answer.text


@ON_SERVER_BY_NIGHT
def test_no_name_in_a_path_makes_a_page_fail(app, client, pages):
    """Each place of a name with some of these, in turn."""
    step = 1 if thorough() else 4
    for number, (rule, method) in enumerate(rules(app)):
        for argument in rule.arguments:
            for name in NAMES[number % step :: step]:
                path = pages(rule.rule, **{argument: name})
                assert not fails(client, method, path), (method, path)


def test_no_header_makes_a_page_fail(client, pages):
    for rule in AT_EACH_HEADER:
        for headers in HEADERS:
            for method in ("GET", "POST"):
                path = re.sub(r"{(\w+)}", r"<\1>", rule)
                assert not fails(client, method, pages(path), headers=headers), (method, rule, headers)


@ON_SERVER_BY_NIGHT
def test_no_file_makes_a_page_fail(client):
    """Neither its name nor what is in it."""
    for path, field in (
        ("/import", "file"),
        ("/api/v1/read", "photo"),
        ("/photo?to=/solve&field=cards", "photo"),
    ):
        for name in ("\0.jpg", "../../x", "x" * 5000, '"', "é"):
            for content in (
                b"",
                b"\0",
                b'{"format":"scorepad-table","version":1,"events":[NaN]}',
                b"\xff\xd8",
            ):
                file = {field: (io.BytesIO(content), name), "pack": "french"}
                assert not fails(client, "POST", path, data=file), (path, name, content)


@ON_SERVER_BY_NIGHT
@pytest.mark.parametrize("piece", [r"\ud800", r"\u0000", "1e999", "NaN", "9" * 30])
def test_a_file_of_a_table_is_read_or_refused_whatever_is_in_it(client, pages, piece):
    """A name, a text and a number of each event in turn are no such thing."""
    exported = client.get(pages("/t/<table_id>/export.json")).text
    for found in re.finditer(r'"(Ann|Ben|chattahoochee|opening|out)"|(?<=: )[0-9]+', exported):
        number = not found[0].startswith('"')
        written = piece if number or not piece.startswith("\\") else f'"{piece}"'
        text = exported[: found.start()] + written + exported[found.end() :]
        answer = client.post("/import", data={"text": text})
        assert answer.status_code in (303, 422), (written, answer.status_code)


@pytest.mark.parametrize("verb", ADDRESSES.values())
@pytest.mark.parametrize("piece", UNWRITABLE)
def test_n6_what_no_text_and_no_number_is_gets_its_place_named(client, verb, piece):
    """400, with the field that it is in; in a name of a field it is the body's fault."""
    for at, body in (
        ("cards", f'{{"game": "chattahoochee", "cards": {piece}}}'),
        ("options.packs", f'{{"game": "chattahoochee", "options": {{"packs": {piece}}}}}'),
        ("table.1", f'{{"game": "chattahoochee", "table": ["", {piece}]}}'),
    ):
        answer = client.post(f"/api/v1/{verb}", data=body)
        error = answer.json["error"]
        assert (answer.status_code, error["code"]) == (400, "json")
        assert error["at"].startswith(at)
        assert UNWRITABLE[piece] in error["message"]


def test_n6_every_piece_that_is_none_is_named(client):
    """At once."""
    body = r'{"\ud800": 1, "cards": "\ud800", "limit": 1e999, "players": {"Ann": [NaN]}}'
    error = client.post("/api/v1/best", data=body).json["error"]
    assert [fault["at"] for fault in error["faults"]] == ["body", "cards", "limit", "players.Ann.0"]
