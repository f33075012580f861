"""The first page: an example, three doors, the games, and the tables that a browser has seen, archived and
brought back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import scorepad
from scorepad.rulebook import games
from scorepad.web.home import EXAMPLE, GAMES_SHOWN
from tests.browser.accessibility import violations
from tests.browser.screen import expect_no_sideways_scroll
from tests.browser.test_tables import open_table
from tests.by_night import by_night

FIRST_PAGE_BYTES = 29_500


@pytest.mark.parametrize("size", [(360, 640), by_night((390, 844))], ids=["360x640", "390x844"])
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
    expect(phone.get_by_text("No matching tables.")).to_be_visible()
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


def test_a_stranger_sees_three_doors_and_the_games_that_most_people_know(new_phone):
    """The doors lie on the first screen; the names of games are their own, in their own order."""
    phone = new_phone(viewport={"width": 390, "height": 664})
    phone.goto("/")
    doors = phone.get_by_role("navigation").get_by_role("link")
    expect(doors).to_have_count(3)
    assert all(door.bounding_box()["y"] + door.bounding_box()["height"] <= 664 for door in doors.all())
    chips = phone.locator(".of-games a.chip")
    assert chips.all_inner_texts()[:GAMES_SHOWN] == [str(game.name) for game in games()[:GAMES_SHOWN]]
    phone.locator(".of-games summary").click()
    assert len(chips.all()) == len(games())


def test_the_game_played_last_is_the_first_one(phone):
    open_table(phone, "Ann", "Ben", rules="?game=shanghai")
    phone.goto("/")
    expect(phone.locator(".of-games a.chip").first).to_have_text("Shanghai · last")
    phone.get_by_role("link", name="Solve a hand").click()
    expect(phone.locator(".which summary")).to_have_text("Shanghai")


def test_the_example_is_what_the_search_finds():
    best = scorepad.best("rummy-500", " ".join(EXAMPLE))
    assert sorted(meld.points for meld in best.melds) == [24, 30]
    assert best.proven


def test_nothing_of_the_example_moves_where_motion_is_not_wanted(new_phone):
    phone = new_phone(reduced_motion="reduce")
    phone.goto("/")
    assert phone.evaluate("document.getAnimations().length") == 0


def test_the_first_visit_loads_little(phone):
    """All of it, as it comes over the air."""
    sizes = []
    phone.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    phone.goto("/", wait_until="networkidle")
    assert sum(sizes) < FIRST_PAGE_BYTES


def test_the_page_of_a_game_leads_to_its_own_hand(phone):
    """Whatever game this phone picked last."""
    phone.goto("/solve?pick=rummikub")
    phone.goto("/games/chattahoochee")
    phone.get_by_role("link", name="Solve a hand").click()
    expect(phone.locator(".which summary")).to_have_text("Chattahoochee")
