"""The first page: the tables that a browser has seen, searched, archived and brought back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.screen import expect_no_sideways_scroll
from tests.browser.test_tables import open_table


@pytest.mark.parametrize("size", [(360, 640), (390, 844)], ids=["360x640", "390x844"])
def test_tables_are_found_archived_and_brought_back(new_phone, size):
    """Also those that are in no cookie any more: the phone may write there as before."""
    phone = new_phone(viewport={"width": size[0], "height": size[1]})
    tables = [open_table(phone, "Ann", name, name=f"Round {name}") for name in ("Ben", "Cy", "Di", "Eve")]
    phone.context.clear_cookies()
    tables.append(open_table(phone, "Ann", "Flo", name="Round Flo", rules="?game=shanghai"))
    phone.goto("/")
    lines = phone.locator(".tables li")
    expect(lines).to_have_count(5)
    phone.get_by_label("Find a table").fill("shanghai ann")
    expect(lines).to_have_count(1)
    phone.get_by_label("Find a table").fill("nobody")
    expect(phone.get_by_text("No table is like that.")).to_be_visible()
    phone.get_by_label("Find a table").fill("")
    lines.filter(has_text="Round Cy").get_by_role("button", name="Archive").click()
    expect(lines).to_have_count(4)
    assert not violations(phone)
    expect_no_sideways_scroll(phone)
    phone.reload()
    expect(lines).to_have_count(4)
    phone.get_by_role("button", name="Archive (1)").click()
    lines.get_by_role("button", name="Bring back").click()
    phone.get_by_role("button", name="Back to your tables").click()
    expect(lines).to_have_count(5)
    lines.filter(has_text="Round Di").get_by_role("link").click()
    phone.wait_for_url(tables[2])
    expect(phone.get_by_role("link", name="Going out")).to_be_visible()
