"""Forms that no page of ours would send: refused or answered, never a failure of the pad."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.web import create_app
from tests.profiles import examples

WORDS = st.one_of(
    st.sampled_from(
        [
            "",
            "0",
            "1",
            "7",
            "-1",
            "99999999999",
            "²",
            "true",
            "4C 5C",
            "w",
            "w=",
            "♥",
            "4C/5C",
            "A",
            "|",
            "1.4C",
        ]
    ),
    st.text(max_size=40),
)
FIELDS = (
    *(
        "name",
        "name-0",
        "name-1",
        "name-7",
        "partner-0",
        "partner-1",
        "dealer",
        "game",
        "o-packs",
        "o-schedule",
    ),
    *(
        "o-schedule_table",
        "o-jokers",
        "op",
        "expected",
        "player",
        "cards",
        "past",
        "melds",
        "lay",
        "tab",
        "points",
    ),
    *("note", "since", "record", "discard", "add", "remove", "undo", "clear", "put", "take", "on", "next"),
    *("melds_clear", "text", "reason", "seat", "code", "deal", "place", "order", "up"),
    *("name", "partner", "start", "points", "rests"),
)
FORMS = st.dictionaries(st.sampled_from(FIELDS), WORDS, max_size=9)
PAGES = (
    *(
        "/new",
        "/t/{}/out",
        "/t/{}/entry/2",
        "/t/{}/note",
        "/t/{}/close",
        "/t/{}/undo",
        "/t/{}/redo",
        "/t/{}/deal/1",
        "/t/{}/deal/1/order",
        "/t/{}/restore/2",
        "/t/{}/next",
        "/t/{}/names",
        "/t/{}/players",
        "/t/{}/players/add",
        "/t/{}/players/seats",
        "/t/{}/players/1/leave",
        "/t/{}/players/1/back",
        "/t/{}/players/1/start",
        "/t/{}/players/out/1",
    ),
    *("/t/{}/who", "/join", "/j/{}", "/import"),
)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A client without CSRF that holds the key of a table with one entry, and the table's id."""
    instance = tmp_path_factory.mktemp("instance")
    client = create_app({"TESTING": True, "INSTANCE": str(instance), "WTF_CSRF_ENABLED": False}).test_client()
    opened = client.post("/new", data={"name-0": "Ann", "name-1": "Ben", "name-2": "Cy"})
    table_id = opened.location.split("/")[2]
    client.post(f"/t/{table_id}/out", data={"player": "1", "cards": "4C 5C", "record": "1"})
    return client, table_id


@given(page=st.sampled_from(PAGES), form=FORMS)
@settings(max_examples=examples(600))
def test_a_malformed_form_is_never_a_failure(table, page, form):
    """Any fields with any values are answered with a page, a redirect or a refusal."""
    client, table_id = table
    address = page.format(table_id)
    answer = client.post(address, data=form, follow_redirects=True)
    assert answer.status_code < 500, answer.get_data(as_text=True)[:500]


@given(
    page=st.sampled_from(("/t/{}/out", "/t/{}/out/answer", "/t/{}/entry/2", "/t/{}/live", "/j/{}")),
    form=FORMS,
)
@settings(max_examples=examples(400))
def test_a_malformed_address_is_never_a_failure(table, page, form):
    client, table_id = table
    answer = client.get(page.format(table_id), query_string=form, follow_redirects=True)
    assert answer.status_code < 500, answer.get_data(as_text=True)[:500]


@given(code=st.text(min_size=1, max_size=20).filter(lambda text: text not in (".", "..") and "/" not in text))
@settings(max_examples=examples(100))
def test_any_code_is_answered(table, code):
    from urllib.parse import quote

    client, _ = table
    assert client.get(f"/j/{quote(code, safe='')}").status_code in (200, 404)
    assert client.post("/join", data={"code": code}).status_code in (303, 404)


def test_a_text_too_long_for_an_address_is_kept_on_the_page(table):
    """Cards that fill the field are shown again without an address that no server takes."""
    client, table_id = table
    answer = client.post(f"/t/{table_id}/out", data={"cards": "4C " * 1300})
    assert answer.status_code == 200
    assert "4C 4C 4C" in answer.get_data(as_text=True)
