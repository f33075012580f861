"""The tables that a phone knows: all that it joined, and those of signed tickets that the browser keeps."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from scorepad.sheet.wording import WEEKDAY, Day, catalogue_of
from scorepad.web import home


def ticket_of(phone, table):
    """What the browser keeps of a table."""
    page = phone.client.get(f"/t/{table}").text
    known = page.partition('data-known="')[2].partition('"')[0].replace("&#34;", '"')
    return json.loads(known)


def opened(phone, name):
    phone.open("/new?game=chattahoochee").press("Open the table", name_0="Ann", name_1="Ben", name=name)
    return phone.table_id


def brought_back(phone, ticket):
    return phone.send(
        next(form for form in phone.open("/").forms if form.action == "/known"), ("", ""), ticket=ticket
    )


def test_a_ticket_brings_back_a_table_whose_cookie_was_lost(phone):
    """As the player that the phone was, with the key to write; all others stay."""
    first = opened(phone, "The first")
    ticket = ticket_of(phone, first)
    assert (ticket["name"], ticket["players"], ticket["stands"]) == ("The first", "Ann, Ben", "deal 1")
    phone.client.delete_cookie("scorepad")
    assert "The first" not in phone.open("/").text
    opened(phone, "The second")
    brought_back(phone, ticket["ticket"])
    assert phone.table_id == first
    assert "Ann you" in phone.text
    assert "Going out" in phone.text
    assert "The first" in phone.open("/").text
    assert "The second" in phone.text


def test_a_watcher_stays_a_watcher(ann, new_phone):
    """A ticket gives no more than the phone had."""
    watcher = new_phone()
    ticket = ticket_of(watcher, ann.table_id)
    assert "You’re watching" in brought_back(watcher, ticket["ticket"]).text


def test_a_ticket_that_was_changed_or_is_of_no_table_leads_home(ann):
    """One sentence says so."""
    ticket = ticket_of(ann, ann.table_id)["ticket"]
    for wrong in (ticket[:-2], "", "x.y", ticket.replace("e", "f", 3)):
        assert "That table is gone. Open another one." in brought_back(ann, wrong).text
        assert ann.url == "/"


def test_an_old_ticket_takes_no_key_away(ann, new_phone):
    """A phone that has joined since keeps its key."""
    watcher = new_phone()
    table = ann.table_id
    ticket = ticket_of(watcher, table)["ticket"]
    assert "Ann you" in brought_back(ann, ticket).text


def test_older_tables_stand_on_pages_of_their_own(phone, monkeypatch):
    """The newest first, and the way to older ones while there are some."""
    monkeypatch.setattr(home, "MOST_LISTED", 2)
    for name in ("The first", "The second", "The third"):
        opened(phone, name)
    pages = [phone.open(address).text for address in ("/", "/?before=1", "/?before=-1")]
    listed = [[name for name in ("The first", "The second", "The third") if name in page] for page in pages]
    assert listed == [["The second", "The third"], ["The first"], ["The second", "The third"]]
    assert ["Older tables" in page for page in pages] == [True, False, True]


CONTINUE = "Continue: "


def test_the_table_that_goes_on_is_the_first_way_in(phone):
    """The one played last, with who leads; it leads back to the table."""
    opened(phone, "The first")
    first = phone.table_id
    opened(phone, "The second")
    assert f"{CONTINUE}The second Chattahoochee · deal 1" in phone.open("/").text
    phone.open(f"/t/{first}/out?player=0&points=9").press("Record")
    assert f"{CONTINUE}The first Chattahoochee · Ann leads by " in phone.open("/").text
    html = phone.answer.text
    assert html.index(f'href="/t/{first}"') < html.index('href="/solve"')


@pytest.mark.parametrize("over", ["finished", "long ago"])
def test_no_table_is_gone_on_with_that_is_over(phone, monkeypatch, over):
    """Where its match has ended, or nobody played for half a day."""
    phone.open("/new?game=any-game").press("Open the table", name_0="Ann", name_1="Ben", name="The first")
    if over == "finished":
        phone.open(f"/t/{phone.table_id}/over?number-0=5&number-1=2").press("Record")
        phone.open(f"/t/{phone.table_id}/won").press("Record", won="0")
        assert "Ann wins" in phone.open("/").text
    else:
        monkeypatch.setattr(home, "LONGEST_PAUSE", -1)
    assert CONTINUE not in phone.open("/").text


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_day_stands_twice_in_the_list_of_tables(phone, language):
    """A table that has the name of its day, in any language, is called by its game beneath it."""
    day = Day(datetime.now().astimezone(), WEEKDAY)
    opened(phone, day.in_language(catalogue_of(language)))
    text = phone.open("/").text
    assert text.count(str(day)) == 1
    assert day.in_language(catalogue_of("de")) not in text
    assert "Chattahoochee Ann, Ben" in text
    assert f"{CONTINUE}Chattahoochee deal 1" in text
