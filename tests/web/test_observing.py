"""What a host sees: an id for each request, logs as lines of JSON, metrics; and what nobody sees in them."""

from __future__ import annotations

import json
import re

import pytest

from scorepad.web import create_app
from tests.web.phone import Phone

FAR = {"REMOTE_ADDR": "203.0.113.9"}


@pytest.fixture
def make_app(tmp_path):
    return lambda **config: create_app({"INSTANCE": tmp_path / "instance", **config})


def lines(tmp_path, name):
    return [json.loads(line) for line in (tmp_path / "instance" / name).read_text().splitlines()]


def test_an_error_page_names_the_request(make_app):
    """The id that is in the log too; another one each time."""
    client = make_app(ACCESS_LOG="access.jsonl").test_client()
    shown = set()
    for _ in range(2):
        answer = client.get("/nowhere")
        (request_id,) = re.findall(r"<code>([0-9a-f]{10})</code>", answer.text)
        assert answer.headers["X-Request-ID"] == request_id
        shown.add(request_id)
    assert len(shown) == 2
    assert "X-Request-ID" in client.get("/api/v1/nowhere").headers


def test_every_request_is_a_line(make_app, tmp_path):
    """Who, what and how it ended; never what was typed."""
    client = make_app(ACCESS_LOG="access.jsonl").test_client()
    client.get("/solve/answer?cards=QH", environ_base=FAR)
    client.get("/nowhere")
    first, second = lines(tmp_path, "access.jsonl")
    assert (first["address"], first["method"], first["path"], first["status"]) == (
        "203.0.113.9",
        "GET",
        "/solve/answer",
        200,
    )
    assert (second["address"], second["status"]) == ("this machine", 404)
    assert "QH" not in (tmp_path / "instance" / "access.jsonl").read_text()
    assert (tmp_path / "instance" / "access.jsonl").stat().st_mode & 0o777 == 0o600


def test_what_changes_is_audited(make_app, tmp_path):
    """The table, the seat and the operation; no key and no name."""
    phone = Phone(make_app(AUDIT_LOG="audit.jsonl").test_client())
    phone.open("/new").press("Open the table", name_0="Ann", name_1="Ben", name="Friday")
    table = phone.table_id
    phone.open(f"/t/{table}/note").press("Add the note", text="tea")
    key = phone.key_at(table)
    opened, noted = lines(tmp_path, "audit.jsonl")
    assert (opened["action"], opened["status"]) == ("tables.create", 303)
    assert (noted["action"], noted["table"], noted["seat"], noted["writes"]) == ("deals.note", table, 0, True)
    assert noted["op"]
    written = (tmp_path / "instance" / "audit.jsonl").read_text()
    assert not [secret for secret in (key, "Ann", "tea") if secret in written]


def test_nothing_is_written_unless_it_is_asked_for(make_app, tmp_path):
    make_app().test_client().get("/")
    assert not list((tmp_path / "instance").glob("*.jsonl"))


def test_a_log_that_cannot_be_written_stops_nothing(make_app):
    assert make_app(ACCESS_LOG="no/such/folder/x").test_client().get("/healthz").status_code == 200


def test_metrics_are_for_the_host(make_app):
    """Off by default; the machine itself may read them, others with the token."""
    assert make_app().test_client().get("/metrics").status_code == 404
    client = make_app(METRICS=True, METRICS_TOKEN="abc").test_client()
    client.get("/nowhere")
    told = client.get("/metrics").text
    assert 'scorepad_request_seconds_count{endpoint="none",method="GET",status="404"} 1.0' in told
    assert client.get("/metrics", environ_base=FAR).status_code == 404
    for token, status in (("abc", 200), ("abd", 404), ("", 404)):
        sent = {"Authorization": f"Bearer {token}"}
        assert client.get("/metrics", headers=sent, environ_base=FAR).status_code == status
    no_token = make_app(METRICS=True).test_client()
    assert no_token.get("/metrics", headers={"Authorization": "Bearer "}, environ_base=FAR).status_code == 404


def test_refusals_are_counted(make_app):
    client = make_app(METRICS=True).test_client()
    client.get("/t/nosuchtable")
    assert 'scorepad_refusals_total{code="not-found"} 1.0' in client.get("/metrics").text
