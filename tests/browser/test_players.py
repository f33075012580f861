"""An evening at which players come and go, on small phones."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.screen import expect_no_sideways_scroll
from tests.browser.test_tables import code_of, go_out, join, open_table
from tests.by_night import by_night


@pytest.mark.parametrize("size", [(360, 640), by_night((390, 844))], ids=["360x640", "390x844"])
def test_players_come_and_go(new_phone, size):
    """Zoe joins late, Ben leaves, Cy sits out: every phone follows, and the next deal counts without them."""
    screen = {"width": size[0], "height": size[1]}
    ann, ben = new_phone(viewport=screen), new_phone(viewport=screen)
    table = open_table(ann, "Ann", "Ben", "Cy", "Di")
    join(ben, code_of(ann, table), "Ben")
    go_out(ann, "Ann", "4C", "5C")
    ann.get_by_role("link", name="Players", exact=True).click()
    ann.get_by_role("link", name="Add a player").click()
    ann.get_by_label("Name", exact=True).fill("Zoe")
    ann.get_by_label("Starts at").select_option("last")
    ann.get_by_role("button", name="Add the player").click()
    expect(ben.locator(".member").last).to_contain_text("plays from deal 2")
    ann.locator("li", has_text="Ben").get_by_role("button", name="Leaves").click()
    expect(ann.get_by_text("Ben has left")).to_be_visible()
    ann.goto(f"{table}/note")
    ann.get_by_role("button", name="End deal 1").click()
    ann.get_by_role("button", name="Next deal, Cy deals").click()
    expect(ann.locator("#deal-title")).to_contain_text("Deal 2")
    ann.get_by_role("link", name="Players", exact=True).click()
    ann.locator(".rests:not(.deals-now)").get_by_text("Cy").click()
    with ann.expect_event("load"):
        ann.get_by_role("button", name="Save").first.click()
    expect_no_sideways_scroll(ann)
    ann.goto(table)
    expect(ann.locator(".member", has_text="Cy")).to_contain_text("sits out")
    expect(ann.locator("#deal-title")).to_contain_text("Di deals")
    go_out(ann, "Zoe", "9H")
    expect(ben.locator(".member", has_text="Zoe")).to_contain_text("out 1st, 2")
    expect(ann.get_by_label(re.compile("^Cy, deal 2"))).to_have_count(0)
    expect_no_sideways_scroll(ann)
