"""A deal put right afterwards, on a phone whose bars leave 390×664 (A3)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_tables import go_out, open_table, press

SHORT = {"width": 390, "height": 664}
MARGIN = 1  # pixels


@pytest.fixture
def table(new_phone) -> Page:
    """The phone of Ann at a table of four; Cy and Di went out, and Ben was forgotten between them."""
    page = new_phone(viewport=SHORT)
    open_table(page, "Ann", "Ben", "Cy", "Di")
    go_out(page, "Cy", "4C", "5C", "6C", "7C")
    go_out(page, "Di", "QH")
    return page


def scores(page: Page) -> list[str]:
    """The totals of Ann, Ben, Cy and Di, as the scoreboard has them."""
    return [page.locator(f".side-{seat} .total").inner_text() for seat in range(4)]


def in_sight(page: Page, *names: str) -> None:
    """The buttons of these names are large enough and on the screen without scrolling."""
    for name in names:
        box = page.get_by_role("button", name=name, exact=True).first.bounding_box()
        assert box is not None, name
        assert min(box["width"], box["height"]) >= 44, (name, box)
        assert box["y"] + box["height"] <= SHORT["height"] + MARGIN, (name, box)
        assert box["x"] + box["width"] <= SHORT["width"] + MARGIN, (name, box)


def test_a_forgotten_hand_an_order_and_a_removed_hand_are_put_right(table):
    """Added late at its place; moved tap by tap; removed and put back; undone and done again."""
    page, address = table, table.url
    expect(page.locator(".side-3 .total")).to_have_text("2")
    page.get_by_role("link", name="Add a note, fix the order, or end the deal").click()
    page.get_by_role("link", name="Add a player who went out").click()
    page.get_by_text("Ben", exact=False).first.click()
    page.get_by_label("In which place").select_option("2nd")
    for card in ("2D", "3D"):
        page.locator(f'.key[value="{card}"]').first.click()
    expect(page.locator(".dock [data-sum]")).to_have_text("3 × 2 = 6")
    page.get_by_role("button", name="Record 6").click()
    page.wait_for_url(address)
    expect(page.locator(".side-1 .total")).to_have_text("6")
    assert scores(page) == ["0", "6", "30", "1"]
    expect(page.locator(".notice.ended")).to_contain_text("Deal 1 is over.")

    page.goto(f"{address}/deal/1/order")
    page.get_by_role("button", name="Di went out earlier").click()
    expect(page.locator(".order li").nth(1)).to_contain_text("Di × 2")
    in_sight(page, "Record this order")
    page.get_by_role("button", name="Record this order").click()
    page.wait_for_url(address)
    expect(page.locator(".side-3 .total")).to_have_text("2")
    assert scores(page) == ["0", "3", "30", "2"]

    page.get_by_role("link", name="Cy, deal 1").click()
    page.get_by_text("Just points").click()
    page.get_by_role("button", name="Remove this entry").click()
    page.wait_for_url(address)
    expect(page.locator(".side-2 .total")).to_have_text("0")
    assert scores(page) == ["0", "6", "0", "3"]
    page.goto(f"{address}/record")
    newest = page.locator(".changes > li").first
    expect(newest).to_contain_text("Ann removed Cy's hand from deal 1: 10 points")
    expect(newest.locator(".follows")).to_contain_text("Because Cy's hand was removed: Di 2 → 3, Ben 3 → 6")
    newest.get_by_role("button", name="Put back").click()
    expect(page.locator(".changes > li").first).to_contain_text("Ann put Cy's hand back into deal 1")
    expect(page.get_by_role("button", name="Put back")).to_have_count(0)

    page.goto(address)
    assert scores(page) == ["0", "3", "30", "2"]
    press(page, "Undo")
    expect(page.locator(".last")).to_contain_text("Undid “Ann put Cy's hand back into deal 1: 10 points”")
    in_sight(page, "Undo", "Redo")
    assert scores(page) == ["0", "6", "0", "3"]
    press(page, "Redo")
    expect(page.locator(".side-2 .total")).to_have_text("30")
    expect(page.locator(".last")).to_contain_text("Last: Ann put Cy's hand back")
    expect(page.get_by_role("button", name="Redo", exact=True)).to_have_count(0)
