"""What protects the players: headers, the cookie, forms, limits, and answers that give nothing away."""

from __future__ import annotations

import re
import stat
import subprocess
import sys
import time
from urllib.parse import urlencode

import pytest
from flask import render_template_string, request

from scorepad.core.errors import ScorepadError
from scorepad.machine import folders
from tests.web.template_files import TEMPLATES

PHONE = {"REMOTE_ADDR": "192.168.1.77"}
QUESTION = {"game": "chattahoochee", "cards": "4C 5C"}
FORM = '<form method="post"><input name="csrf_token" value="{{ csrf_token() }}"></form>'


@pytest.fixture
def make_app(make_app):
    """The app with further settings, and views that show a form and that fail."""

    def make(**config):
        app = make_app(**config)
        app.add_url_rule("/form", "form", lambda: render_template_string(FORM))
        app.add_url_rule("/sent", "sent", lambda: dict(request.form.lists()), methods=["POST"])
        app.add_url_rule("/breaks", "breaks", lambda: 1 // 0, methods=["GET", "POST"])
        app.add_url_rule("/api/breaks", "api_breaks", lambda: 1 // 0)
        app.add_url_rule("/refuses", "refuses", refuse)
        return app

    return make


def refuse():
    raise ScorepadError("Not 4 hearts.", at="cards", code=request.args.get("code", "invalid"))


def pages(app):
    """Every page that can be named without a table, and a few that fail."""
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in rule.methods and not rule.arguments]
    return sorted({rule.rule for rule in rules} | {"/nowhere", "/api/v1/nowhere", "/static/nowhere"})


def token_in(page):
    """The CSRF token of the form on the page."""
    return re.search(r'name="csrf_token" value="([^"]+)"', page.get_data(as_text=True))[1]


def test_every_answer_carries_the_headers(make_app):
    """Pages, files, JSON and errors alike; nothing inline, nothing framed, nothing from elsewhere."""
    app = make_app()
    for path in pages(app):
        headers = app.test_client().get(path, buffered=True).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy, path
        assert "unsafe" not in policy
        assert {"frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"} <= set(policy.split("; "))
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert "geolocation=()" in headers["Permissions-Policy"]
        assert "Cache-Control" in headers


def test_https_is_asked_for_only_where_it_is_spoken(make_app):
    """On plain http neither HSTS nor upgrade-insecure-requests may lock a phone out."""
    client = make_app().test_client()
    plain = client.get("/form").headers
    assert "Strict-Transport-Security" not in plain
    assert "upgrade-insecure-requests" not in plain["Content-Security-Policy"]
    secure = client.get("/form", base_url="https://pad.example").headers
    assert "Strict-Transport-Security" in secure
    assert secure["Cross-Origin-Opener-Policy"] == "same-origin"


def test_templates_have_nothing_inline():
    """The policy would drop an inline script, handler or style, so none is written."""
    inline = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", re.IGNORECASE)
    for path in TEMPLATES:
        assert inline.search(path.read_text()) is None, path


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_cookie_is_kept_for_a_year_and_by_the_browser_alone(make_app, scheme):
    """HttpOnly, SameSite=Lax; Secure under https, and not under http, where it would be lost."""
    page = make_app().test_client().get("/form", base_url=f"{scheme}://pad.example")
    cookie = page.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert ("Secure" in cookie) == (scheme == "https")
    # Browsers go by the seconds: a day that the pad names is one of its clock, which may be wrong.
    assert int(re.search(r"Max-Age=([0-9]+)", cookie)[1]) >= 364 * 24 * 3600


def test_an_answer_without_change_sends_no_cookie(make_app):
    """A late answer must not bring an older cookie back and take a phone's new key away."""
    client = make_app().test_client()
    client.get("/form")
    for path in ("/form", "/healthz", "/nowhere"):
        assert "Set-Cookie" not in client.get(path).headers


def test_the_secret_key_is_its_owners_alone(tmp_path):
    """Mode 600, also when the file was there with another; the same key at every start."""
    key = folders.secret_key(tmp_path)
    file = tmp_path / folders.SECRET_KEY_FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    assert folders.secret_key(tmp_path) == key
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(key) == folders.SECRET_KEY_LENGTH


def test_an_unfinished_secret_key_is_made_again(tmp_path):
    """A machine that lost power while writing it starts all the same."""
    (tmp_path / folders.SECRET_KEY_FILE).write_text("abc")
    key = folders.secret_key(tmp_path)
    assert len(key) == folders.SECRET_KEY_LENGTH
    assert folders.secret_key(tmp_path) == key


def test_processes_that_start_at_once_share_one_key(tmp_path):
    """Else a cookie signed by one worker would be refused by the other."""
    code = (
        "from pathlib import Path; from scorepad.machine.folders import secret_key; print(secret_key(Path()))"
    )
    command = [sys.executable, "-c", code]
    started = [subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) for _ in range(6)]
    assert len({process.communicate(timeout=60)[0] for process in started}) == 1


def test_a_form_without_a_valid_token_comes_back_with_every_field(make_app):
    """What was typed is kept, in order, and one tap sends it again."""
    client = make_app().test_client()
    typed = [
        ("cards", '♣4 5 "6" <7>'),
        ("cards", "QH"),
        ("note", "a\nb"),
        ("op", "abc"),
        ("csrf_token", "old"),
    ]
    answer = client.post("/sent?x=1", data=urlencode(typed), content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 400
    page = answer.get_data(as_text=True)
    assert 'action="/sent?x=1"' in page
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page)
    assert [name for name, _ in fields] == ["csrf_token", "cards", "cards", "note", "op"]
    again = client.post("/sent", data={"cards": ["♣4", "QH"], "csrf_token": token_in(answer)})
    assert again.json["cards"] == ["♣4", "QH"]


def test_a_form_of_another_site_gets_nothing(make_app):
    """No token, no fields to send again, and no cookie in the place of ours."""
    answer = (
        make_app().test_client().post("/sent", data={"a": "b"}, headers={"Origin": "https://evil.example"})
    )
    assert answer.status_code == 400
    assert "csrf_token" not in answer.get_data(as_text=True)
    assert "Set-Cookie" not in answer.headers


def test_a_token_never_grows_old(make_app):
    """A page left open for days still sends."""
    app = make_app()
    assert app.config["WTF_CSRF_TIME_LIMIT"] is None
    client = app.test_client()
    assert (
        client.post("/sent", data={"a": "b", "csrf_token": token_in(client.get("/form"))}).status_code == 200
    )


def test_the_api_needs_no_token(make_app):
    """It changes nothing."""
    assert make_app().test_client().post("/api/v1/best", json=QUESTION).status_code == 200


def test_limits_can_be_off(make_app):
    """They are a setting."""
    client = make_app(LIMIT_API="1 per minute", LIMITS=False).test_client()
    for _ in range(3):
        assert client.get("/api/v1/games", environ_base=PHONE).status_code == 200


def test_a_forwarded_address_is_believed_only_behind_a_proxy(make_app):
    """Else anyone could name a new address for every try, or pass for the machine itself."""
    forged = [{"X-Forwarded-For": f"10.0.0.{number}"} for number in range(3)]
    for proxies, last in ((0, 429), (1, 200)):
        client = make_app(LIMIT_API="2 per minute", PROXIES=proxies).test_client()
        answers = [client.get("/api/v1/games", headers=one, environ_base=PHONE) for one in forged]
        assert answers[-1].status_code == last


def test_bodies_are_limited(make_app):
    """413, as JSON for a question and as a page for a form."""
    client = make_app().test_client()
    question = client.post("/api/v1/best", data=b"x" * 70_000)
    assert question.status_code == 413
    assert question.json["error"]["code"]
    form = client.post("/sent", data={"a": "x" * 5_000_000})
    assert form.status_code == 413
    assert 'href="/"' in form.get_data(as_text=True)


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("/nowhere", "get", 404),
        ("/sent", "get", 405),
        ("/breaks", "get", 500),
        ("/refuses", "get", 400),
        ("/refuses?code=not-allowed", "get", 403),
        ("/refuses?code=not-found", "get", 404),
        ("/refuses?code=stale", "get", 409),
        ("/refuses?code=busy", "get", 503),
    ],
)
def test_every_failure_is_a_page_with_a_way_back(make_app, path, method, status):
    """In words of people, and without a trace of the code."""
    client = make_app().test_client()
    answer = getattr(client, method)(path, headers={"Referer": "http://localhost/form?cards=QH"})
    page = answer.get_data(as_text=True)
    assert answer.status_code == status
    assert 'href="/"' in page
    assert 'href="/form?cards=QH"' in page
    assert "Traceback" not in page
    assert "ZeroDivision" not in page
    assert "!" not in re.sub(r"<!--.*?-->|<!doctype html>", "", page, flags=re.DOTALL)


def test_a_form_that_met_a_failure_can_be_sent_again(make_app):
    """The fields are still there; the operation's id keeps it from counting twice."""
    client = make_app().test_client()
    token = token_in(client.get("/form"))
    page = client.post("/breaks", data={"cards": "QH", "csrf_token": token})
    assert page.status_code == 500
    assert 'name="cards" value="QH"' in page.get_data(as_text=True)


@pytest.mark.parametrize(
    ("path", "status"), [("/api/nowhere", 404), ("/api/breaks", 500), ("/api/v1/best", 405)]
)
def test_every_failure_under_api_is_json(make_app, path, status):
    """{"error": {"code", "message", "at"}}, whatever failed."""
    answer = make_app().test_client().get(path)
    assert answer.status_code == status
    assert answer.json["error"].keys() == {"code", "message", "at"}
    assert "ZeroDivision" not in answer.json["error"]["message"]


def test_a_question_nested_beyond_reason_is_refused(make_app):
    """Not a failure of ours."""
    answer = make_app().test_client().post("/api/v1/best", data=b"[" * 60_000)
    assert answer.status_code == 400


def test_a_failing_error_page_still_says_something(make_app, monkeypatch):
    """The bare page stands in for it."""
    app = make_app()

    def broken(*_args, **_values):
        raise RuntimeError("no page")

    monkeypatch.setattr("scorepad.web.outcomes.render_template", broken)
    answer = app.test_client().get("/nowhere")
    assert answer.status_code == 404
    assert 'href="/"' in answer.get_data(as_text=True)


YEAR = 365 * 24 * 3600


@pytest.mark.parametrize("years", [-56, -1, 3])
def test_a_clock_that_jumps_takes_no_seat(ann, going_out, monkeypatch, years):
    """A small computer without a clock chip starts in 1970; what was signed before is still good."""
    table, real_time = ann.table_id, time.time
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: real_time() + years * YEAR)
    going_out(ann, table, "Cy", points="3")
    assert "Cy out 1st, 9" in ann.open(f"/t/{table}").text


def test_a_cookie_of_another_key_is_no_seat(ann, app):
    """The signature is judged as before."""
    table = ann.table_id
    app.secret_key = "another"
    ann.open(f"/t/{table}/out", 403)
