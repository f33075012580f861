"""A long table shows its newest part, and is drawn once for all phones."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import closing

import pytest
from flask import render_template

from scorepad.core.log.events import read_event
from scorepad.core.log.table import fold
from scorepad.jobs import client as jobs
from scorepad.sheet.line_chart import MOST_LABELS
from scorepad.sheet.totals_chart import MOST_POINTS
from scorepad.store.opening import open_store
from scorepad.web.people.access import Phone
from scorepad.web.table import record, sheet_pages
from scorepad.web.table.record import CHANGES_A_PAGE
from scorepad.web.table.scoreboard import Scoreboard
from scorepad.web.table.table_page import DEALS_A_PAGE, NEWEST_DEALS, totals_chart
from tests.open_tables import Log

DEALS = 2 * DEALS_A_PAGE + 5


def long_log(deals):
    """A table of three and so many deals, the last of which is open."""
    log = Log(players=3)
    for deal in range(1, deals):
        log.out(deal, (deal % 3, deal), ((deal + 1) % 3, 2 * deal)).add("dealt", deal=deal + 1, dealer=0)
    return log.events


@pytest.fixture
def table(phone):
    """A long table that two phones have joined: (id, phone of Ann)."""
    phone.open("/new?game=chattahoochee").press("Open the table", name_0="Zoe", name_1="Yan")
    app = phone.client.application
    with closing(open_store(app.config["DATABASE"])) as store:
        opened = store.create_log(long_log(DEALS), op="long")
    at(phone, opened, seat=0)
    return opened


def at(phone, opened, seat):
    """The phone is that player's."""
    with phone.client.session_transaction() as session:
        session["tables"] = {opened.id: {"key": opened.key, "seat": seat}}


def deals_of(text):
    """The numbers of the deals in a grid, as they stand there."""
    return [int(number) for number in re.findall(r'<span class="unseen">Deal </span>(\d+)', text)]


def test_the_grid_of_a_long_table_comes_in_pages(phone, table):
    """The newest deals stand on the table's page; "Earlier deals" leads back to the first one."""
    text, seen = phone.client.get(f"/t/{table.id}").text, []
    while link := re.search(r'href="([^"]*/deals\?until=\d+)"', text):
        assert len(deals_of(text)) == (DEALS_A_PAGE if seen else NEWEST_DEALS)
        seen += deals_of(text)
        text = phone.client.get(link[1]).text
    assert seen + deals_of(text) == list(range(DEALS, 0, -1))


@pytest.mark.parametrize("until", ["0", "-7", "x", "999999999", ""])
def test_a_page_that_is_none_is_the_nearest(phone, table, until):
    """Whatever the address says."""
    for page in ("deals", "record"):
        assert phone.client.get(f"/t/{table.id}/{page}?until={until}").status_code == 200


def test_the_record_of_a_long_table_comes_in_pages(phone, table):
    """Every change once, the newest first, down to the opening."""
    text, seen = phone.client.get(f"/t/{table.id}/record").text, 0
    assert 'data-follow="' in text
    while link := re.search(r'href="([^"]*/record\?until=\d+)"', text):
        assert text.count("<time") == CHANGES_A_PAGE
        seen += text.count("<time")
        text = phone.client.get(link[1]).text
        assert 'data-follow="' not in text
    assert seen + text.count("<time") == 1 + 3 * (DEALS - 1)
    assert "Ann opened the table" in text


def test_a_change_is_drawn_once_and_filled_for_each_phone(phone, new_phone, table, monkeypatch):
    """Each has its own mark of whose it is, its own operation and its own token; who watches has none."""
    drawn = []
    monkeypatch.setattr(
        "scorepad.web.table.table_page.render_template",
        lambda template, **given: drawn.append(template) or render_template(template, **given),
    )
    other, watcher = new_phone(), new_phone()
    at(other, table, seat=2)
    texts = [one.client.get(f"/t/{table.id}/live?view=board").text for one in (phone, other, phone)]
    assert Counter(drawn) == {
        "table/_board.html": 3,
        "table/_sides.html": 2,
        "table/_deal.html": 1,
        "table/_deals.html": 1,
    }
    for text, name in zip(texts, ("Ann", "Cy", "Ann"), strict=True):
        assert re.findall(r'(\w+) <span class="you">', text) == [name]
    ops, tokens = (
        [re.search(rf'name="{name}" value="([^"]+)"', text)[1] for text in texts]
        for name in ("op", "csrf_token")
    )
    assert len(set(ops)) == 3
    assert tokens[0] != tokens[1]
    watched, again = (watcher.client.get(f"/t/{table.id}/live?view=board") for _ in range(2))
    assert Counter(drawn) == {
        "table/_board.html": 5,
        "table/_sides.html": 3,
        "table/_deal.html": 2,
        "table/_deals.html": 2,
    }
    assert watched.text == again.text
    assert "Set-Cookie" not in watched.headers
    assert not re.search(r"csrf_token|class=\"you\"", watched.text)
    phone.open(f"/t/{table.id}").press("Undo")
    assert "Redo" in phone.client.get(f"/t/{table.id}/live?view=board").text


def test_a_record_with_buttons_is_drawn_for_each_phone(phone, new_phone, table):
    """Who put something back sends an operation and a token of their own; who watches has no button."""
    removed = max(
        int(number) for number in re.findall(r"/entry/(\d+)", phone.client.get(f"/t/{table.id}").text)
    )
    phone.open(f"/t/{table.id}/entry/{removed}").press("Remove this entry")
    other = new_phone()
    at(other, table, seat=2)
    forms = [one.open(f"/t/{table.id}/record").form("Put back") for one in (phone, other, phone)]
    assert len({form.value("op") for form in forms}) == 3
    assert forms[0].value("csrf_token") != forms[1].value("csrf_token")
    assert "Put back" not in new_phone().open(f"/t/{table.id}/record").text
    assert "Put back" not in other.send(forms[1], ("", "")).open(f"/t/{table.id}/record").text


def test_a_sheet_is_drawn_again_when_its_table_has_changed(phone, table, monkeypatch):
    """Once for each paper; a PDF never lags behind."""
    asked = []
    ask = jobs.ask
    monkeypatch.setattr(jobs, "ask", lambda *a, **k: asked.append(a) or ask(*a, **k))
    first, again = (phone.client.get(f"/t/{table.id}/sheet.pdf?paper=a4").data for _ in range(2))
    assert (first == again, len(asked)) == (True, 1)
    phone.client.get(f"/t/{table.id}/sheet.pdf?paper=letter")
    assert len(asked) == 2
    phone.open(f"/t/{table.id}").press("Undo")
    assert phone.client.get(f"/t/{table.id}/sheet.pdf?paper=a4").data != first
    assert len(asked) == 3


@pytest.mark.parametrize("deals", [1, 2, 3, MOST_POINTS, 500])
def test_the_chart_of_a_long_table_has_points_enough(deals):
    """It ends at the newest totals, and has as many points and numbers as there is room for."""
    table = fold(read_event(event.as_dict()) for event in long_log(deals + 1))
    chart = totals_chart(Scoreboard(table, Phone()))
    if deals < 2:
        assert chart is None
        return
    assert len(chart.lines[0].points) == 1 + min(deals, MOST_POINTS)
    assert chart.across[-1].name == str(deals)
    assert sum(tick.labelled for tick in chart.across) <= MOST_LABELS
    assert chart.lines[0].points[-1][0] == chart.right


def test_files_of_a_long_table_are_made_elsewhere_and_are_the_same(phone, table, monkeypatch):
    """PDF, JSON and CSV; its print page is the PDF."""
    paths = [f"/t/{table.id}/{name}" for name in ("sheet.pdf?paper=a4", "export.json", "export.csv")]
    made_here = [phone.client.get(path).data for path in paths]
    for module in (record, sheet_pages):
        monkeypatch.setattr(module, "LONG_TABLE", 10)
    monkeypatch.setattr("scorepad.web.table.record._kept_file", lambda _made_of, make: make())
    asked = []
    ask = jobs.ask
    monkeypatch.setattr(jobs, "ask", lambda job, *a, **k: asked.append(job) or ask(job, *a, **k))
    assert [phone.client.get(path).data for path in paths] == made_here
    assert [job.partition(":")[2] for job in asked] == ["draw_table_job", "export_job", "export_job"]
    assert phone.client.get(f"/t/{table.id}/sheet?paper=a4").location == f"/t/{table.id}/sheet.pdf?paper=a4"
    assert phone.client.get(f"/t/{table.id}/sheet?empty=1").status_code == 200
