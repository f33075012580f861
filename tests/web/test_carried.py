"""A table carried by hand to another phone: by link, by QR code, by file."""

from __future__ import annotations

import html
import json
import re
from contextlib import closing

import pytest

from scorepad.core.log.events import read_event
from scorepad.store.opening import open_store
from scorepad.tables import carried
from scorepad.tables.carried import UnreadableCarried, carried_digits, carried_text, file_of_carried
from scorepad.web.table import carry_pages
from tests.web.phone import Phone


def deal(phone, table, number, second=12):
    """Ann goes out, and Ben and Cy count so much."""
    phone.open(f"{table}/over?winner=0&number-1={second}&number-2={number}").press("Record")


def next_deal(phone, table):
    phone.open(table).press("Next deal")


@pytest.fixture
def ann(phone):
    """Ann's phone at a table of Rommé after a deal."""
    phone.open("/new?game=romme").press("Open the table", name="", name_0="Ann", name_1="Ben", name_2="Cy")
    deal(phone, f"/t/{phone.table_id}", 5)
    return phone


@pytest.fixture
def ben(ann):
    """Another phone."""
    return Phone(ann.client.application.test_client())


def link_of(phone, table):
    page = phone.client.get(f"{table}/carry").text
    return html.unescape(re.search(r'id="link"[^>]*value="([^"]+)"', page)[1])


def opened(phone, link):
    """The page on which the phone is when it has opened the link."""
    phone.open("/carry").press("See what it holds", text=link)
    return phone.press("Open the table") if "Open the table" in phone.text else phone


def log_of(phone, table_id):
    with closing(open_store(phone.client.application.config["DATABASE"])) as store:
        return store.after(table_id, 0)


def told(events):
    return [(event.data, event.by, event.at) for event in events]


def test_a_link_says_what_it_holds_and_makes_the_same_table(ann, ben):
    """Game, players, deals and the first day; then every event as it was, undo and all."""
    table = ann.table_id
    ann.open(f"/t/{table}").press("Undo")
    deal(ann, f"/t/{table}", 7)
    ben.open("/carry").press("See what it holds", text=link_of(ann, f"/t/{table}"))
    assert re.search(r"Rommé · Ann, Ben, Cy · 1 deal · since \d+ \w+ \d{4}", ben.text)
    ben.press("Open the table")
    assert ben.table_id != table
    assert told(log_of(ben, ben.table_id)) == told(log_of(ann, table))


def test_opened_twice_it_is_the_table_that_is_there(ann, ben):
    """On the phone that opened it before, and on the one that it comes from."""
    table = ann.table_id
    link = link_of(ann, f"/t/{table}")
    first = opened(ben, link).table_id
    ben.open("/carry").press("See what it holds", text=link)
    assert "This phone has this table already." in ben.text
    assert f'href="/t/{first}"' in ben.answer.text
    ann.open("/carry").press("See what it holds", text=link)
    assert f'href="/t/{table}"' in ann.answer.text


def test_there_and_back_the_table_goes_on(ann, ben):
    """Ben's phone records a deal more, and Ann's phone gets it back into its own table."""
    table = ann.table_id
    copy = opened(ben, link_of(ann, f"/t/{table}")).table_id
    next_deal(ben, f"/t/{copy}")
    deal(ben, f"/t/{copy}", 9)
    link = link_of(ben, f"/t/{copy}")
    ann.open("/carry").press("See what it holds", text=link)
    assert "What is missing will be added." in ann.text
    ann.press("Open the table")
    assert ann.table_id == table
    assert told(log_of(ann, table)) == told(log_of(ben, copy))
    next_deal(ann, f"/t/{table}")
    deal(ann, f"/t/{table}", 11)
    opened(ben, link_of(ann, f"/t/{table}"))
    assert told(log_of(ann, table)) == told(log_of(ben, copy))


def test_where_both_phones_went_on_neither_table_changes(ann, ben):
    """The other one's evening becomes a table of its own."""
    table = ann.table_id
    copy = opened(ben, link_of(ann, f"/t/{table}")).table_id
    for phone, path, number in ((ann, table, 20), (ben, copy, 30)):
        next_deal(phone, f"/t/{path}")
        deal(phone, f"/t/{path}", number)
    before = log_of(ann, table)
    assert opened(ann, link_of(ben, f"/t/{copy}")).table_id not in (table, copy)
    assert log_of(ann, table) == before


def test_a_phone_that_did_not_open_a_table_adds_nothing_to_it(ann, ben):
    """It joined as Ben: what it carries back becomes a table of its own."""
    table, client = ann.table_id, ben.client
    code = re.search(r'class="code" aria-label="Code ([^"]+)"', ann.client.get(f"/t/{table}/invite").text)[1]
    ben.open(f"/j/{code.replace(' ', '')}").press("Ben")
    cy = Phone(client.application.test_client())
    copy = opened(cy, link_of(ann, f"/t/{table}")).table_id
    next_deal(cy, f"/t/{copy}")
    before = log_of(ann, table)
    assert opened(ben, link_of(cy, f"/t/{copy}")).table_id != table
    assert log_of(ann, table) == before


def test_a_file_is_opened_the_same_way(ann, ben):
    text = ann.client.get(f"/t/{ann.table_id}/export.json").text
    ben.open("/carry").press("See what it holds", text=text)
    assert "Rommé · Ann, Ben, Cy · 1 deal" in ben.text
    copy = ben.press("Open the table").table_id
    assert told(log_of(ben, copy)) == told(log_of(ann, ann.table_id))


def test_the_qr_code_holds_the_table_and_is_no_larger_than_phones_read(ann):
    """Version 25, of the address and the digits."""
    answer = ann.client.get(f"/t/{ann.table_id}/carry.svg")
    assert answer.mimetype == "image/svg+xml"
    modules = int(re.search(r'viewBox="0 0 (\d+)', answer.text)[1]) - 8
    assert modules <= 17 + 4 * carry_pages.CODE_VERSION


def test_a_table_that_no_code_holds_says_how_many_deals_one_does(ann, monkeypatch):
    monkeypatch.setattr(carry_pages, "CODE_BITS", 600)
    table = f"/t/{ann.table_id}"
    for number in range(2, 5):
        next_deal(ann, table)
        deal(ann, table, number)
    assert ann.client.get(f"{table}/carry.svg").status_code == 404
    assert re.search(
        r"A QR code holds about \d+ deals? of this table\.", ann.client.get(f"{table}/carry").text
    )
    assert link_of(ann, table)


def test_a_long_table_is_carried_as_a_file(ann, monkeypatch):
    monkeypatch.setattr(carry_pages, "MOST_EVENTS", 1)
    page = ann.client.get(f"/t/{ann.table_id}/carry").text
    assert "This table is too long for a link. Take the file." in page
    assert 'id="link"' not in page


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[:-3],
        lambda text: text + "A",
        lambda text: text.replace("1.", "2.", 1),
        lambda _: "1-" + "9" * 50,
        lambda _: "https://pad.example/carry#",
        lambda _: "1.AAAA",
    ],
    ids=["cut", "longer", "of another kind", "digits of nothing", "empty", "nothing packed"],
)
def test_a_broken_link_is_refused_in_a_sentence(ann, ben, spoil):
    ben.open("/carry").press("See what it holds", 422, text=spoil(carried_text(log_of(ann, ann.table_id))))
    assert "This can’t be read:" in ben.text


def test_what_a_link_claims_is_judged_as_any_file(ann, ben):
    """Nothing is taken that breaks the rules of a log, and every fault is named."""
    events = json.loads(ann.client.get(f"/t/{ann.table_id}/export.json").text)["events"]
    events[1]["data"] = {"deal": "<script>", "winner": []}
    rows = [[0, 0, 0, event["kind"], event["data"]] for event in events]
    packed = carried.packed_text(json.dumps([events[0]["at"], ["Ann"], rows]))
    ben.open("/carry").press("See what it holds", 422, text=packed)
    assert "Event 2" in ben.text
    assert "<script>" not in ben.answer.text


def test_a_link_that_unpacks_to_too_much_is_refused(monkeypatch):
    """However short it is."""
    bomb = carried.packed_text("[" + "0," * 100_000 + "0]")
    monkeypatch.setattr(carried, "MOST_TEXT", 100_000)
    with pytest.raises(UnreadableCarried):
        file_of_carried(bomb)


def test_letters_and_digits_say_the_same(ann):
    events = log_of(ann, ann.table_id)
    by_digits = file_of_carried(carried_digits(events))
    assert by_digits == file_of_carried(f"https://pad.example/carry#{carried_text(events)}")
    read = [read_event(data) for data in json.loads(by_digits)["events"]]
    assert told(read) == told(events)


LINK = (
    "1.i1YyMjAy0zU01DWyDDE0sjI2BbbgEaY75uUBUwOoNANBTKODgYk7sVLByFLBD5htwe7HYxn2KVmUEQS0URVcnXG6"
    "9lEQc8FIE8S1OshZBhROOkpO4FEP50olYrIArswTbQgMaVAHYshlA9A0KTYTDY3IzgvG2E00JpRHwCUJKMkaESxvQK"
    "qMsQa3IcXBjRY-OELckJQgJzUGSQpuU-wGmhIKbqPa2NhYAA"
)


def test_a_link_of_the_first_version_is_read_for_ever():
    """Whoever changes the words that logs are made of breaks all links that are out."""
    events = json.loads(file_of_carried(LINK))["events"]
    assert [event["kind"] for event in events] == ["opened", "settled", "dealt", "settled"]
    assert events[0]["data"]["game"] == "romme"
