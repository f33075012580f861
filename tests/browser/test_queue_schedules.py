"""A bad network in three browsers: nothing that was kept is lost, nothing doubled."""

from __future__ import annotations

import re

import pytest

from scorepad.machine import folders
from tests.browser.network import PASSES, STATES
from tests.browser.schedules import Schedule
from tests.by_night import by_night, each_nth
from tests.profiles import examples
from tests.web_phone import WebPhone

pytestmark = pytest.mark.whole_chromium  # going back is to come from the page cache
SCHEDULES, IN_FIREFOX = 20, 5  # a night tries more, and WebKit: bench/queue_schedules.py
TROUBLES, OTHERS = [state for state in STATES if state != PASSES], ("webkit", "firefox")


LISTS = """
const lines = [...document.querySelectorAll("[data-waits] li")];
return lines.some((one) => one.innerText.includes(arguments[0]));
"""


def port_of(address: str) -> int:
    return int(address.rsplit(":", 1)[1])


@pytest.mark.parametrize(
    ("any_phone", "number"),
    [("chromium", number) for number in range(examples(SCHEDULES))]
    + [by_night("firefox", number) for number in range(IN_FIREFOX)],
    indirect=["any_phone"],
)
def test_what_was_kept_on_a_bad_network_is_recorded_once_or_listed(
    any_phone, number, network, live_server, instance
):
    store = instance / folders.DATABASE
    schedule = Schedule(f"evening-{number}", any_phone, network, port_of(live_server), store)
    assert schedule.run() == [], "; ".join(schedule.steps)


@pytest.mark.parametrize(
    ("any_phone", "state"),
    each_nth((("chromium", state) for state in TROUBLES), 4)
    + [by_night(phone, state) for phone in OTHERS for state in TROUBLES],
    indirect=["any_phone"],
)
def test_an_entry_outlasts_every_trouble_and_is_recorded_once(any_phone, state, network, live_server):
    """And while the trouble lasts, the phone does not say that all is saved."""
    other = WebPhone(port_of(live_server))
    table = other.new_table()
    any_phone.take_cookies(network.address, [*other.cookies])
    any_phone.open(f"{network.address}/t/{table}/deal/1")
    network.becomes(state, "POST")
    any_phone.type("text", "Rain")
    any_phone.tap("[form=note]")
    if state != "delays":
        any_phone.wait_for("return document.querySelectorAll('[data-waits] li').length === 1")
        assert any_phone.run("return document.querySelector('[data-sync]').dataset.state") != "saved"
    network.becomes(PASSES)
    any_phone.wait_for(
        "document.querySelector('[data-send-now]').click();"
        "return !document.querySelector('[data-waits] li') && document.querySelector('p.note')"
    )
    assert len(re.findall("Rain", other.send(f"/t/{table}/deal/1")[2])) == 1


@pytest.mark.nightly
@pytest.mark.parametrize("any_phone", ["chromium", "webkit", by_night("firefox")], indirect=True)
def test_a_page_left_as_it_sends_holds_the_phones_store_from_no_other(any_phone, network, live_server):
    """What it has begun there would stay so while it sleeps in the page cache."""
    other = WebPhone(port_of(live_server))
    form = f"{network.address}/t/{other.new_table()}/deal/1"
    any_phone.take_cookies(network.address, [*other.cookies])
    any_phone.open(form)
    any_phone.wait_for("return navigator.serviceWorker.controller !== null")
    network.becomes("500", "POST")
    entries = [f"Note: stays {number}" for number in range(3)]
    for entry in entries:
        any_phone.open(form)
        any_phone.type("text", "left")
        any_phone.tap("[form=note]")
        any_phone.close_page()
        if any_phone.pages():
            any_phone.turn_to(0)
        else:
            any_phone.new_page()
        any_phone.open(form)
        any_phone.type("text", entry.removeprefix("Note: "))
        any_phone.tap("[form=note]")
        any_phone.wait_for(LISTS, entry)
        assert not any_phone.run("return document.querySelector('.notice.warn')"), "the phone can't keep it"
    any_phone.open(f"{network.address}/waiting")
    assert all(any_phone.wait_for(LISTS, entry) for entry in entries)
