"""What a host sees: an id for each request, logs as lines of JSON, metrics; and what nobody sees in them."""

from __future__ import annotations

import html
import json
import re
from contextlib import closing

import pytest

from scorepad.store.opening import open_store
from scorepad.web.requests import store
from tests.web.phone import Phone

FAR = {"REMOTE_ADDR": "203.0.113.9"}


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
    phone.open("/new?game=chattahoochee").press("Open the table", name_0="Ann", name_1="Ben", name="Friday")
    table = phone.table_id
    phone.open(f"/t/{table}/note").press("Add the note", text="tea")
    key = phone.key_at(table)
    opened, noted = lines(tmp_path, "audit.jsonl")
    assert (opened["action"], opened["status"]) == ("tables.create", 303)
    assert (noted["action"], noted["table"], noted["seat"], noted["writes"]) == ("deals.note", table, 0, True)
    assert noted["op"]
    written = (tmp_path / "instance" / "audit.jsonl").read_text()
    assert not [secret for secret in (key, "Ann", "tea") if secret in written]


def kept_keys(client):
    """The keys of a phone, and the secret in its cookie that opens them."""
    with client.session_transaction() as session, client.application.app_context():
        secret, logs = session["phone"], store()
        return {secret} | {joined.key for kind in (logs, logs.circles) for joined in kind.joined_logs(secret)}


@pytest.fixture
def evening(make_app, tmp_path, caplog):
    """The app, all that was logged of it while a table and a circle were opened, joined by code and by link
    and played, and addresses were mistyped; and what nobody may learn from that."""
    app = make_app(ACCESS_LOG="access.jsonl", AUDIT_LOG="audit.jsonl", WTF_CSRF_ENABLED=False)
    app.add_url_rule("/j/<code>/breaks", "breaks", lambda code: code / 0)
    ann, ben = app.test_client(), app.test_client()
    table_op, circle_op = "op-of-the-table-1234567", "op-of-the-circle-123456"
    names = {"game": "chattahoochee", "name-0": "Ann", "name-1": "Ben", "op": table_op}
    table = ann.post("/new", data=names).location.split("/")[2]
    made = ann.post("/circles/new", data={"name": "Fridays", "table": table, "op": circle_op})
    circle = made.location.split("/")[2]
    with closing(open_store(app.config["DATABASE"])) as store:
        codes = {store.code(table), store.circles.code(circle)}
    for code in codes:
        for path in (
            f"/j/{code}",
            f"/circles/join/{code.lower()}",
            f"/j/{code}/",
            f"/J/{code}",
            f"/t/{code}",
        ):
            ben.get(path, headers={"Referer": f"http://localhost/j/{code}"})
            ben.post(path, data={"seat": "1"})
        ben.get(f"/join?code={code}")
        ben.post("/join", data={"code": f"{code[:3]}-{code[3:]}"})
        ben.get(f"/j/{code}/breaks")
    for op, place in (("a", "note"), ("b", "next")):
        ben.post(f"/t/{table}/{place}", data={"text": "tea", "op": op})
    tickets = set(re.findall(r"eyJ[\w.-]{20,}", html.unescape(ann.get("/").text)))
    assert tickets
    written = [(tmp_path / "instance" / name).read_text() for name in ("access.jsonl", "audit.jsonl")]
    secrets = codes | kept_keys(ann) | kept_keys(ben) | tickets | {table_op, circle_op}
    return app, "\n".join([*written, caplog.text]), secrets


def test_no_log_has_what_opens_a_table(evening):
    """Keys, codes, tickets, and the ops of forms that were sent: in paths, in fields, in errors."""
    _, logged, secrets = evening
    assert len(secrets) >= 2 + 3 + 2
    assert [secret for secret in secrets if secret.lower() in logged.lower()] == []


def test_who_reads_the_logs_opens_nothing(evening):
    """Every text in them, sent as the op of a form that opens a table or a circle, makes a new one."""
    app, logged, _ = evening
    reader = app.test_client()
    with closing(open_store(app.config["DATABASE"])) as store:
        known = {*store.ids(), *store.circles.ids()}
    for op in {text for line in logged.splitlines() for text in re.findall(r"[\w-]{6,60}", line)}:
        names = {"game": "chattahoochee", "name-0": "Ann", "name-1": "Ben", "op": op}
        for path, fields in (("/new", names), ("/circles/new", {"name": "Fridays", "op": op})):
            assert reader.post(path, data=fields).location.split("/")[2] not in known


def test_who_reads_the_store_opens_nothing(evening):
    """No event has an op that its opening form was sent with, not even in part."""
    app, _, secrets = evening
    with closing(open_store(app.config["DATABASE"])) as store:
        logs = [(store, id) for id in store.ids()] + [(store.circles, id) for id in store.circles.ids()]
        ops = [event.op for kind, id in logs for event in kind.after(id, 0)]
    assert [op for op in ops if any(secret in op for secret in secrets)] == []


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
