"""What a phone keeps of the pad: the worker says which pages, and how they look on this phone."""

from __future__ import annotations

import json

import pytest


def told(client):
    """What the worker begins with."""
    first = client.get("/worker.js").text.partition("\n")[0]
    return json.loads(first.removeprefix("const PAD = ").removesuffix(";"))


def test_every_page_that_is_kept_is_there(client, phone):
    phone.open("/new?game=chattahoochee-alternate").press("Open the table", name_0="Ann", name_1="Ben")
    pad = told(client)
    assert {pad["home"], pad["away"]} < set(pad["first"])
    answers = [client.get(address, follow_redirects=True).status_code for address in pad["first"]]
    assert set(answers) == {200}
    forms = [f"/t/{phone.table_id}{below}" for below in pad["ofTable"]]
    # In this game no deal is settled at its end.
    assert [phone.client.get(form).status_code for form in forms] == [200, 404, 200]


@pytest.mark.parametrize(("name", "value"), [("language", "de"), ("suits", "classic")])
def test_what_changes_every_page_makes_another_worker(client, name, value):
    """A phone then keeps its pages anew."""
    before = told(client)
    client.set_cookie(name, value)
    after = told(client)
    assert before.pop("looks") != after.pop("looks")
    assert before == after


def test_a_new_version_makes_another_worker(client, monkeypatch):
    before = told(client)
    monkeypatch.setitem(client.application.config, "VERSION", "99.0")
    assert told(client) != before


def test_under_a_path_the_worker_keeps_the_pages_of_that_path(make_app):
    pad = told(make_app(PREFIX="/pad").test_client())
    assert pad["home"] == "/pad/"
    assert all(address.startswith("/pad/") for address in pad["first"])
    assert pad["ofTable"] == ["/out", "/over", "/play"]


def test_a_message_waits_for_a_page_that_a_person_sees(phone):
    """The worker asks for pages that nobody looks at."""
    phone.open("/new?game=chattahoochee").press("Open the table", name_0="Ann", name_1="Ben")
    (form,) = [form for form in phone.open(f"/t/{phone.table_id}/delete").forms if form.id == "delete"]
    phone.client.post(form.action, data={**dict(form.fields), "sure": "1"})
    unseen = phone.client.get("/", headers={told(phone.client)["keeping"]: "1"})
    assert "is deleted" not in unseen.text
    assert "is deleted" in phone.client.get("/").text
    assert "is deleted" not in phone.client.get("/").text
