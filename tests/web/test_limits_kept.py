"""What takes too long is ended soon after its limit; a page has the plainest melds then."""

from __future__ import annotations

import time
from html import unescape

import pytest

from scorepad.jobs import client as jobs

CARDS = "3C 3C 4S 4C 2S 1C 2S 2C 1S 3S 2C 1S 3S 4S w w"
OPTIONS = {
    "pack": "custom",
    "ranks": "1-4",
    "suits": "C S H D",
    "jokers": 2,
    "schedule": "original",
}


@pytest.fixture
def asked(monkeypatch):
    """The seconds that each search had, and those after which it was to be ended; those with time take too
    long."""
    seconds = []

    def too_long(job, request, timeout, *, limit, **others):
        own_limit = request["fields"]["limit"] if "fields" in request else request["limit"]
        seconds.append((own_limit, limit))
        if own_limit:
            raise jobs.TookTooLong("No answer within 5.5 seconds. Try again in a moment.")
        return ask(job, request, timeout, limit=limit, **others)

    ask = jobs.ask
    monkeypatch.setattr(jobs, "ask", too_long)
    return seconds


def test_a_page_has_the_plainest_melds_where_the_search_had_to_be_ended(client, asked):
    """Asked for once with time and once without."""
    page = unescape(client.get("/solve?cards=4C+5C+6C+KD", follow_redirects=True).text)
    assert "No answer within" not in page
    assert "6 of the 7 come from the run ♣456." in page
    assert [limit for limit, _ in asked] == [2.0, 0.0]


def test_nobody_waits_again_for_a_search_that_was_ended(client, asked):
    """A second look answers at once what is known; the button searches once more."""
    address = "/solve?cards=4C+5C+6C+7D"
    for _ in range(2):
        page = unescape(client.get(address, follow_redirects=True).text)
        assert "The search took too long." in page
        assert "6 of the 7 come from the run ♣456." in page
    assert [limit for limit, _ in asked] == [2.0, 0.0]
    client.get(f"{address}&again=1", follow_redirects=True)
    assert [limit for limit, _ in asked] == [2.0, 0.0] * 2


def test_a_search_is_ended_soon_after_its_limit(client, asked, monkeypatch):
    """Of a page and over HTTP; a proof that is to be checked has its own time."""
    client.get("/solve?cards=4C+5C+6C+KD", follow_redirects=True)
    assert asked
    assert all(most - limit <= 1 for limit, most in asked)
    most_seconds = []
    monkeypatch.setattr(jobs, "ask_json", lambda *_, limit, **_more: most_seconds.append(limit) or b"{}")
    for more in ({"limit": 10}, {"limit": 0}, {}, {"limit": 10, "check_proof": True}):
        client.post("/api/v1/best", json={"game": "chattahoochee", "cards": "4C 5C", **more})
    assert [round(seconds) for seconds in most_seconds] == [10, 0, 2, 30]


def test_http_keeps_the_limit(client):
    """On a hand that one program of HiGHS is made for."""
    question = {"game": "chattahoochee-interlocking", "options": OPTIONS, "cards": CARDS}
    client.post("/api/v1/best", json={**question, "limit": 0.1})  # loads what it needs
    began = time.perf_counter()
    answer = client.post("/api/v1/best", json={**question, "limit": 0.5})
    assert time.perf_counter() - began < 2.5
    assert answer.json["points"] <= answer.json["bound"]


@pytest.mark.parametrize(
    ("most", "page", "asked_for", "by_itself"), [(0.5, 0.5, 0.5, 0.5), (None, 2.0, 9, None)]
)
def test_one_setting_shortens_every_search(make_app, monkeypatch, most, page, asked_for, by_itself):
    """Of pages and of programs, those on the machine itself too; a question without a limit stays as it is
    where its usual one is shorter."""
    seconds = []

    def noted(_job, question, *_, **_how):
        seconds.append(question.get("fields", question).get("limit"))
        raise jobs.TookTooLong("No answer in time.")

    monkeypatch.setattr(jobs, "ask", noted)
    monkeypatch.setattr(jobs, "ask_json", noted)
    client = make_app(SEARCH_SECONDS=most).test_client()
    client.get("/solve?cards=4C+5C+6C+KD", follow_redirects=True)
    for limit in ({"limit": 9}, {}):
        client.post("/api/v1/best", json={"game": "chattahoochee", "cards": "4C", **limit})
    assert (seconds[0], *seconds[-2:]) == (page, asked_for, by_itself)
    client.post("/api/v1/schedule", json={"schedule": "original", "length": 3})
    assert seconds[-1] is None
