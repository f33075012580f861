"""What opens lies over the keys, what is finished stays in sight, and nothing is offered twice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_pad import TEN, key, solve
from tests.browser.test_short_screens import SHORT, in_sight
from tests.browser.test_tables import code_of, go_out, join, open_table, press
from tests.by_night import by_night


@pytest.fixture
def short(new_phone, size) -> Page:
    return new_phone(viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True)


@SHORT
def test_the_multiplier_opens_over_the_keys(short):
    """A tap on it takes no card out, and brings the keys back."""
    solve(short, TEN)
    short.locator(".times summary").click()
    expect(short.locator(".keys")).to_be_hidden()
    in_sight(short, ".times label:has([value='3'])")
    short.get_by_text("× 3", exact=True).click()
    expect(short.locator("[data-live]")).to_have_text("10 cards")
    in_sight(short, '.key[value="AC"]')


@SHORT
def test_above_the_keys_are_whole_cards_or_none(short):
    solve(short, TEN)
    expect(short.locator("[data-best]")).to_have_text("· best 34")
    dock = short.locator(".dock").bounding_box()["y"]
    answer = short.locator(".answer").bounding_box()
    for card in short.locator(".found .card").all():
        box = card.bounding_box()
        bottom = box["y"] + box["height"]
        assert (
            bottom <= min(dock, answer["y"] + answer["height"]) or box["y"] >= answer["y"] + answer["height"]
        )


@SHORT
def test_after_an_undo_the_hand_is_offered_once_on_one_line(short):
    open_table(short, "Ann", "Ben", "Cy")
    go_out(short, "Ann", "4C", "5C", "6C")
    press(short, "Undo")
    short.get_by_role("link", name="Going out").click()
    offer = short.locator(".tray > *")
    expect(offer).to_have_count(1)
    expect(offer).to_contain_text("Use the hand you typed before")
    assert offer.bounding_box()["height"] <= 60
    in_sight(short, '.key[value="KD"]', "[data-record]", ".plainly summary")


@SHORT
def test_numbers_are_typed_with_keys_of_the_page_and_next_leads_on(short):
    """12+8 is 20; the field of who went out is passed by."""
    open_table(short, "Ann", "Ben", rules="?game=rummy-500")
    short.get_by_role("link", name="Deal over").click()
    short.locator(".who label", has_text="Ann").click()
    melded = short.get_by_label("Melded by Ann", exact=True)
    melded.tap()
    for sign in ("1", "2", "+", "8", "next"):
        short.locator(f'.number-keys [value="{sign}"]').tap()
    expect(melded).to_have_value("20")
    expect(melded).not_to_be_focused()
    expect(short.get_by_label("Melded by Ben", exact=True)).to_have_class(re.compile(r"\bat\b"))


@SHORT
def test_next_keeps_the_number_that_is_typed_above_the_keys(short):
    open_table(short, "Ann", "Ben", "Cy", "Di", rules="?game=romme")
    short.get_by_role("link", name="Deal over").click()
    short.locator(".who label", has_text="Ann").click()
    for name in ("Ben", "Cy", "Di"):
        if name != "Ben":
            short.locator('.number-keys [value="next"]').tap()
        field = short.get_by_label(f"Left, {name}", exact=True)
        expect(field).to_have_class(re.compile(r"\bat\b"))
        box = field.bounding_box()
        assert box["y"] + box["height"] <= short.locator(".dock").bounding_box()["y"]


@SHORT
def test_a_finished_meld_stays_in_sight(short):
    table = open_table(short, "Ann", "Ben", rules="?game=rummy-500")
    short.goto(f"{table}/over?at=0&side=melds")
    for card in ("8C", "8D", "8H"):
        key(short, card).click()
    short.get_by_role("button", name="Next meld").click()
    in_sight(short, ".tray .set")
    expect(short.locator(".tray .set")).to_have_attribute("aria-label", re.compile("eight of clubs"))


def test_links_by_themselves_are_as_high_as_a_thumb(phone):
    for address in ("/", "/solve?cards=4C+5C+6C"):
        phone.goto(address)
        for way in phone.locator("a.way:visible").all():
            assert way.bounding_box()["height"] >= 44, (address, way.inner_text())


def test_a_name_is_seen_whole_beside_just_points_in_large_text(phone):
    """The row of names is as wide as the screen then, and the other way lies below it."""
    open_table(phone, "Annabelle", "Ben", "Cy")
    phone.get_by_role("link", name="Going out").click()
    phone.locator(".who .chip").first.wait_for()
    phone.evaluate("document.documentElement.style.fontSize = '200%'")
    row, name, points = (
        phone.locator(selector).first.bounding_box()
        for selector in (".who", ".who .chip", ".plainly summary")
    )
    assert name["x"] + name["width"] <= row["x"] + row["width"]
    assert name["x"] + name["width"] <= points["x"] or name["y"] + name["height"] <= points["y"]
    phone.locator(".who .chip").first.click()


def test_undo_and_going_out_come_before_the_menu_by_keyboard(laptop):
    open_table(laptop, "Ann", "Ben", "Cy")
    go_out(laptop, "Ann", "4C", "5C", "6C")
    order = """
    const all = [...document.querySelectorAll("a[href], button")].filter((one) => one.offsetParent);
    const at = (selector) => all.indexOf(document.querySelector(selector));
    return [at(".thumb button"), at(".thumb a.primary"), at(".menu a")]
    """
    undo, going_out, menu = laptop.evaluate(f"() => {{ {order} }}")
    assert 0 <= undo < going_out < menu
    laptop.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert laptop.locator(".menu").bounding_box()["y"] < laptop.locator(".thumb").bounding_box()["y"]


REFUSED = {
    "chattahoochee": ("out?player=0&cards=4C+4C+4C+4C+5C+6C", ".dispute"),
    "gin-rummy": ("over?winner=0&ending=knock&number-0=5&number-1=900", ".check:not(:empty)"),
    "canasta": ("over?winner=0&melded-0=100&melded-1=100&kind0-0=40&threes-0=3", ".ask > .notice.error"),
}


@pytest.mark.parametrize("language", [by_night("en"), "de"])
@pytest.mark.parametrize("size", [by_night((390, 844)), (360, 640)], ids=["390x844", "360x640"])
@pytest.mark.parametrize("game", REFUSED)
def test_a_refusal_leaves_its_reason_and_the_button_in_sight(new_phone, size, game, language):
    """The keys make room for it where there are some, and a tap on the line above them brings them back."""
    page = new_phone(viewport={"width": size[0], "height": size[1]})
    table = open_table(page, "Ann", "Ben", rules=f"?game={game}")
    page.context.add_cookies([{"name": "language", "value": language, "url": table}])
    path, reason = REFUSED[game]
    page.goto(f"{table}/{path}")
    record = '.dock .primary[name="record"]'
    page.locator(record).click()
    in_sight(page, ".ask > .notice.error", reason, record)
    if "cards=" in path:
        expect(page.locator(".keys")).to_be_hidden()
        page.locator("label.live").click()
        in_sight(page, '.key[value="AC"]', record)


LOW = [(320, 568), by_night((360, 640)), by_night((390, 664))]


@pytest.mark.parametrize("size", LOW, ids=["320x568", "360x640", "390x664"])
@pytest.mark.parametrize("game", [by_night("chattahoochee"), "chattahoochee-alternate"])
def test_what_others_did_meanwhile_pushes_no_key_off_the_screen(new_phone, size, game):
    """Until the deal is over; the keys of one suit are enough then."""
    page = new_phone(viewport={"width": size[0], "height": size[1]})
    table = open_table(page, "Ann", "Ben", "Cy", "Dee", rules=f"?game={game}")
    other = new_phone()
    join(other, code_of(page, table), "Ben")
    page.goto(f"{table}/{'out' if game == 'chattahoochee' else 'play'}?player=0&cards=4C+5C+6C")
    for player, name in enumerate(("Ben", "Cy", "Dee"), 1):
        other.goto(f"{table}/out?player={player}&points=20")
        other.locator("[data-record]").click()
        other.wait_for_url(table)
        expect(page.locator(".dock > .notice")).to_contain_text(f"{name} went out")
        in_sight(page, ".dock > .notice", '.key[value="AC"]', '.key[value="KC"]', "[data-record]")


@SHORT
def test_points_alone_leave_the_button_in_sight(short):
    table = open_table(short, "Ann", "Ben")
    short.goto(f"{table}/out?player=0&points=zz")
    record = '.dock [name="record"]'
    short.locator(record).click()
    in_sight(short, ".ask > .notice.error", '[name="points"]', record)
