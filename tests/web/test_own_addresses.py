"""Links and codes lead to the pad, whatever host a request names; what a phone holds reaches nobody else."""

from __future__ import annotations

import re
import socket

import pytest

from scorepad.machine import network
from scorepad.web.addresses import for_phones
from tests.web.phone import Phone

OWN = ("192.168.1.20", "10.0.0.7")


@pytest.fixture
def link(make_app, monkeypatch):
    """The address that a request for that host is told."""
    monkeypatch.setattr(network, "local_addresses", lambda: OWN)
    monkeypatch.setattr(socket, "gethostname", lambda: "Pi")

    def told(host, **settings):
        with make_app(**settings).test_request_context("/", headers={"Host": host}):
            return for_phones("/j/ABC234")

    return told


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("192.168.1.20:8000", "192.168.1.20:8000"),
        ("10.0.0.7:8000", "10.0.0.7:8000"),
        ("pi:8000", "pi:8000"),
        ("pi.local:8000", "pi.local:8000"),
        ("localhost:8000", "192.168.1.20:8000"),
        ("127.0.0.1:8000", "192.168.1.20:8000"),
        ("[::1]:8000", "192.168.1.20:8000"),
        ("evil.example", "192.168.1.20:8000"),
        ("192.168.1.20:6666", "192.168.1.20:8000"),
        ("192.168.1.20", "192.168.1.20:8000"),
        ("192.168.1.20.evil.example:8000", "192.168.1.20:8000"),
        ("6.6.6.6:8000", "192.168.1.20:8000"),
        ("x:y", "192.168.1.20:8000"),
        ("", "192.168.1.20:8000"),
    ],
)
def test_only_the_pads_own_hosts_reach_a_link(link, host, shown):
    """Its addresses and names on the port where it listens; any other host becomes the first of them."""
    assert link(host, PORT=8000) == f"http://{shown}/j/ABC234"


def test_a_host_says_what_phones_call_the_pad(link):
    """Behind a proxy it cannot be known; the first name stands for what is none."""
    hosts = {"HOSTS": "pad.example, pad.example:8443", "PORT": 8000}
    assert link("pad.example:8443", **hosts) == "http://pad.example:8443/j/ABC234"
    for other in ("pad.example", "evil.example", "192.168.1.20:8000"):
        assert link(other, **hosts) == "http://pad.example/j/ABC234"


def test_no_page_names_a_host_that_is_not_ours(ann, monkeypatch):
    """Not in a link, not in a redirect, not in a code."""
    monkeypatch.setattr(network, "local_addresses", lambda: OWN)
    evil = {"Host": "evil.example"}
    for page in ("", "/invite", "/sheet", "/wall", "/record", "/qr.svg", "/sheet.pdf"):
        answer = ann.client.get(f"/t/{ann.table_id}{page}", headers=evil, base_url="http://localhost")
        assert b"evil.example" not in answer.data, page
        assert "evil.example" not in str(answer.headers), page


def test_a_watcher_is_shown_nothing_that_writes(ann, new_phone):
    """No code to join with, no key, no form but those that anybody may send."""
    code, table = ann.code(), ann.table_id
    key = ann.key_at(table)
    watcher: Phone = new_phone()
    for page in ("", "/wall", "/live", "/record", "/sheet", "/export.json", "/export.csv"):
        text = watcher.client.get(f"/t/{table}{page}").get_data(as_text=True)
        for secret in (code, f"{code[:3]} {code[3:]}", key):
            assert secret not in text, page
        forms = [form for form in re.findall(r"<form[^>]*>", text) if 'method="post"' in form]
        assert not [form for form in forms if f"/t/{table}" in form], page


def test_no_address_holds_a_key(ann):
    """So that no referrer, log or history has one; and none is told to another site."""
    key = ann.key_at(ann.table_id)
    for page in ("", "/out", "/invite", "/who", "/record"):
        answer = ann.client.get(f"/t/{ann.table_id}{page}")
        assert key not in answer.get_data(as_text=True)
        assert answer.headers["Referrer-Policy"] == "same-origin"


def test_a_cookie_that_was_planted_gains_nothing(ann, new_phone):
    """Whoever puts a cookie of his onto a phone does not have the key that the phone gets with it."""
    attacker, victim = new_phone(), new_phone()
    attacker.open("/join")
    planted = attacker.client.get_cookie("scorepad").value
    victim.client.set_cookie("scorepad", planted)
    victim.open(f"/j/{ann.code()}").press("Ben")
    assert victim.client.get_cookie("scorepad").value != planted
    assert victim.client.get(f"/t/{ann.table_id}/out").status_code == 200
    assert attacker.client.get(f"/t/{ann.table_id}/out").status_code == 403
    forger = new_phone()
    forger.client.set_cookie("scorepad", planted.partition(".")[0] + ".forged.forged")
    assert forger.client.get(f"/t/{ann.table_id}/out").status_code == 403


@pytest.mark.parametrize("host", ["localhost:8000", "192.168.1.20:8000", "pi:8000"])
def test_a_pad_at_one_address_leads_to_that_address(link, host):
    """No other one reaches it."""
    assert link(host, HOST="127.0.0.1", PORT=8000) == "http://127.0.0.1:8000/j/ABC234"


@pytest.mark.parametrize(
    ("address", "is_secure"),
    [("https://pad.example", True), ("http://localhost:8000", True), ("http://192.168.1.20:8000", False)],
)
def test_what_needs_https_is_there_where_a_browser_allows_it(client, address, is_secure):
    """The manifest, the worker, what keeps the screen on and shares; no trace of it on plain http."""
    page = client.get("/", base_url=address).text
    assert {'rel="manifest"' in page, "installed.js" in page} == {is_secure}
