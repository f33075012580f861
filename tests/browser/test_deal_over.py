"""The page on which a deal ends: rows of players, the pad's own number keys, what others record meanwhile."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_few_taps import COUNT, taps
from tests.browser.test_short_screens import READ, in_sight
from tests.browser.test_tables import code_of, join, open_table
from tests.by_night import by_night, each_nth
from tests.serving import wait_until

SMALL = pytest.mark.parametrize(
    "size", [by_night((390, 664)), by_night((360, 640)), (320, 568)], ids=lambda size: str(size[0])
)
FOUR = ("Ann", "Ben", "Cleo", "Dora")
AT_TABLE = re.compile(r"/t/[a-z0-9]+$")


@pytest.fixture
def small(new_phone, size) -> Page:
    return new_phone(viewport={"width": size[0], "height": size[1]}, is_mobile=True)


@pytest.fixture
def tapping(new_phone) -> Page:
    """A phone whose taps are counted."""
    page = new_phone(viewport={"width": 390, "height": 664}, is_mobile=True)
    page.add_init_script(COUNT)
    return page


def tap_keys(page: Page, keys: str) -> None:
    """Each sign is a key, `>` the one that leads on."""
    for key in keys:
        page.locator(f'.number-keys [value="{"next" if key == ">" else key}"]').tap()


def chip(page: Page, name: str) -> None:
    page.locator(".who label", has_text=re.compile(f"^{name}$")).tap()


def row(page: Page, name: str):
    return page.get_by_role("group", name=name, exact=True)


@SMALL
@pytest.mark.parametrize(
    "game", each_nth(["romme", "canasta", "phase-10", "indian-rummy", "rummy-500", "okey-101", "any-game"], 3)
)
def test_the_keys_and_the_button_that_records_are_in_sight(small, game):
    open_table(small, *FOUR, rules=f"?game={game}")
    small.get_by_role("link", name=re.compile("Deal over|Enter points")).tap()
    always = ('.number-keys [value="1"]', '.number-keys [value="next"]', ".dock .primary")
    in_sight(small, *always, "input.at")
    tap_keys(small, "2>")
    in_sight(small, *always, "input.at")
    assert small.evaluate("document.documentElement.scrollWidth") <= small.viewport_size["width"]


def test_a_deal_of_four_takes_fourteen_taps_and_points_alone_ten(tapping):
    open_table(tapping, *FOUR, rules="?game=romme")
    before = taps(tapping)
    tapping.get_by_role("link", name="Deal over").tap()
    chip(tapping, "Ann")
    tap_keys(tapping, "23>48>15")
    tapping.get_by_role("button", name="Record the deal").tap()
    tapping.wait_for_url(AT_TABLE)
    expect(tapping.locator(".side-2 .total")).to_have_text("48")
    assert taps(tapping) - before <= 14
    open_table(tapping, *FOUR, rules="?game=any-game")
    before = taps(tapping)
    tapping.get_by_role("link", name="Enter points").tap()
    tap_keys(tapping, "12>8>−5")
    tapping.get_by_role("button", name="Record the round").tap()
    tapping.wait_for_url(AT_TABLE)
    expect(tapping.locator(".side-2 .total")).to_have_text("−5")
    assert taps(tapping) - before <= 10


@pytest.mark.parametrize("size", [(390, 664)])
def test_three_deals_are_recorded_without_leaving_the_page(small):
    """The next deal is opened with it; what was typed for the one before is gone, and the totals go on."""
    table = open_table(small, "Ann", "Ben", rules="?game=any-game")
    small.get_by_role("link", name="Enter points").tap()
    for deal in (1, 2, 3):
        expect(small.locator("h1")).to_have_text(f"Round {deal}")
        expect(row(small, "Ann").locator(".total")).to_have_text(f"Total {5 * (deal - 1)}")
        tap_keys(small, "5")
        expect(row(small, "Ann").locator(".total")).to_have_text(f"Total {5 * deal}")
        small.get_by_role("button", name=f"then round {deal + 1}").tap()
    expect(small.locator("h1")).to_have_text("Round 4")
    assert "/over" in small.url
    small.goto(table)
    expect(small.locator(".side-0 .total")).to_have_text("15")


@pytest.mark.parametrize("size", [(390, 664)])
def test_the_total_as_it_will_be_and_the_leader_come_while_one_types(small):
    open_table(small, "Ann", "Ben", "Cleo", rules="?game=romme")
    small.get_by_role("link", name="Deal over").tap()
    chip(small, "Ann")
    expect(row(small, "Ann").locator("input.at, input:not(:disabled)")).to_have_count(0)
    tap_keys(small, "12+8>30")
    expect(row(small, "Ben").locator("input")).to_have_value("20")
    expect(row(small, "Ben").locator(".total")).to_have_text("Total 20")
    expect(row(small, "Ben").locator(".made")).to_have_text("Score +20")
    expect(row(small, "Ann")).to_have_class(re.compile("gold"))


@pytest.mark.parametrize("size", [(390, 664)])
def test_a_half_has_a_key_and_is_added_up_as_its_field_is_left(small):
    open_table(small, "Ann", "Ben", rules="?game=any-game&o-halves=true")
    small.get_by_role("link", name="Enter points").tap()
    tap_keys(small, "3½+½>−½>")
    fields = small.locator(".points-of input")
    assert [fields.nth(place).input_value() for place in range(2)] == ["4", "−½"]
    expect(row(small, "Ben").locator(".total")).to_have_text("Total −½")


@pytest.mark.parametrize("size", [(390, 664)])
def test_what_is_wrong_stands_beside_the_field_while_one_types(small):
    open_table(small, "Ann", "Ben", rules="?game=gin-rummy")
    small.get_by_role("link", name="Deal over").tap()
    chip(small, "Ann")
    tap_keys(small, "5>900")
    expect(row(small, "Ben").locator(".check")).to_contain_text("Ben can’t have 900")
    expect(row(small, "Ben").locator("input")).to_have_attribute("aria-invalid", "true")


@SMALL
def test_four_digits_and_what_is_said_of_them_are_seen_whole(small):
    """Melds of canasta go to 1780. Both fields are as wide in every row."""
    open_table(small, *FOUR, rules="?game=canasta")
    small.get_by_role("link", name="Deal over").tap()
    chip(small, "Ann & Cleo")
    tap_keys(small, "900")
    small.locator("[name=melded-1]").tap()
    tap_keys(small, "2200")
    melded = small.locator("[name=melded-1]")
    expect(melded).to_have_value("2200")
    assert melded.evaluate("field => field.scrollWidth - field.clientWidth") <= 0
    check = row(small, "Ben & Dora").locator(".check")
    expect(check).to_contain_text("can’t have melded 2200")
    assert wait_until(lambda: check.evaluate(READ), 5)


@pytest.mark.parametrize("size", [(390, 664)])
def test_what_was_typed_is_found_again_until_the_deal_is_recorded(small):
    """After the way to the table, after a reload, cards too; not for the next deal."""
    table = open_table(small, "Ann", "Ben", "Cleo", rules="?game=romme")
    small.get_by_role("link", name="Deal over").tap()
    chip(small, "Ann")
    tap_keys(small, "23>")
    small.locator("[data-cards-key]").tap()
    small.locator('.key[value="KH"]').first.tap()
    small.get_by_role("button", name="Done").tap()
    expect(row(small, "Cleo").locator(".cards-in")).to_contain_text("10")
    small.get_by_role("link", name="Table").tap()
    small.wait_for_url(table)
    small.get_by_role("link", name="Deal over").tap()
    for _ in range(2):
        expect(small.locator('[name="winner"][value="0"]')).to_be_checked()
        expect(row(small, "Ben").locator("input")).to_have_value("23")
        expect(row(small, "Cleo").locator(".cards-in")).to_contain_text("10")
        small.reload()
    small.get_by_role("button", name="Record the deal").tap()
    small.wait_for_url(table)
    small.get_by_role("button", name=re.compile("^Next deal")).tap()
    small.get_by_role("link", name="Deal over").tap()
    expect(row(small, "Ben").locator("input")).to_have_value("")
    expect(small.locator("[name=winner]:checked")).to_have_count(0)


@pytest.fixture
def two_phones(new_phone):
    """Ann and Ben at a table, each on the page of the deal, and its address."""
    ann, ben = (new_phone(viewport={"width": 390, "height": 664}, is_mobile=True) for _ in range(2))
    table = open_table(ann, "Ann", "Ben", rules="?game=romme")
    join(ben, code_of(ann, table), "Ben")
    for page in (ann, ben):
        page.goto(f"{table}/over")
    return ann, ben, table


def test_another_phones_change_is_announced_above_the_keys(two_phones):
    ann, ben, table = two_phones
    chip(ann, "Ann")
    tap_keys(ann, "12")
    ben.goto(f"{table}/deal/1")
    ben.get_by_label("Note").fill("Rain")
    ben.get_by_role("button", name="Add the note").tap()
    news = ann.locator(".dock [data-news]")
    expect(news).to_contain_text("Meanwhile: Ben")
    in_sight(ann, ".dock [data-news]", ".number-keys", ".dock .primary")
    expect(row(ann, "Ben").locator("input")).to_have_value("12")
    ann.get_by_role("button", name="Record the deal").tap()
    ann.wait_for_url(table)


def test_a_deal_that_another_phone_recorded_ends_in_a_choice(two_phones):
    """Both side by side; mine correct what is recorded, or it stays."""
    ann, ben, table = two_phones
    chip(ann, "Ann")
    tap_keys(ann, "12")
    chip(ben, "Ann")
    tap_keys(ben, "21")
    ben.get_by_role("button", name="Record the deal").tap()
    ben.wait_for_url(table)
    expect(ann.locator(".dock [data-news]")).to_contain_text("Meanwhile: Ben recorded deal 1")
    expect(ann.get_by_role("button", name="Record the deal")).to_be_hidden()
    ann.get_by_role("button", name="Compare").tap()
    expect(ann.locator(".compared tbody tr").last.locator("td")).to_have_text(["21", "12"])
    expect(ann.get_by_role("link", name="Keep what’s recorded")).to_be_visible()
    ann.get_by_role("button", name="Correct it with mine").tap()
    ann.get_by_role("button", name="Record the correction").tap()
    ann.wait_for_url(table)
    expect(ann.locator(".side-1 .total")).to_have_text("12")


@pytest.mark.nightly
def test_a_deal_that_another_phone_recorded_at_the_same_time_ends_in_the_same_choice(two_phones):
    """It was sent before the other one was heard of."""
    ann, ben, table = two_phones
    ann.route("**/events", lambda route: route.abort())
    ann.route("**/answer*", lambda route: route.abort())
    ann.reload()
    chip(ann, "Ann")
    tap_keys(ann, "12")
    chip(ben, "Ann")
    tap_keys(ben, "21")
    ben.get_by_role("button", name="Record the deal").tap()
    ben.wait_for_url(table)
    ann.get_by_role("button", name="Record the deal").tap()
    expect(ann.locator(".compared")).to_be_visible()
    expect(ann.get_by_role("button", name="Record the deal")).to_have_count(0)
    ann.get_by_role("link", name="Keep what’s recorded").tap()
    ann.wait_for_url(table)


@pytest.mark.parametrize("size", [(390, 664)])
def test_red_threes_count_up_to_those_in_play(small):
    """Four for both sides together; the result changes with every tap."""
    open_table(small, *FOUR, rules="?game=canasta")
    small.get_by_role("link", name="Deal over").tap()
    sides = small.locator(".line")
    first, second = (
        sides.nth(place).get_by_role("group", name=re.compile("^Red threes")) for place in (0, 1)
    )
    for _ in range(3):
        first.get_by_role("button", name="Red threes: one more").tap()
    second.get_by_role("button", name="Red threes: one more").tap()
    for side in (first, second):
        expect(side.get_by_role("button", name="Red threes: one more")).to_be_disabled()
    first.get_by_role("button", name="Red threes: one less").tap()
    expect(first.get_by_role("textbox")).to_have_value("2")
    expect(second.get_by_role("button", name="Red threes: one more")).to_be_enabled()


@pytest.mark.parametrize("size", [(390, 664)])
def test_p3_ten_dots_show_the_phase_and_a_tap_makes_it(small):
    open_table(small, "Ann", "Ben", rules="?game=phase-10")
    small.get_by_role("link", name="Deal over").tap()
    chip(small, "Ann")
    expect(row(small, "Ann").locator(".dots .made")).to_have_count(1)
    expect(row(small, "Ben").locator(".dots i")).to_have_count(10)
    expect(row(small, "Ben").locator(".dots .made")).to_have_count(0)
    row(small, "Ben").locator(".phase").tap()
    expect(row(small, "Ben").locator(".dots .made")).to_have_count(1)


@pytest.mark.parametrize("size", [(390, 664)])
def test_t7_ways_and_fines_are_switches_and_a_counter(small):
    """One way excludes the other; at most two fines."""
    open_table(small, "Ann", "Ben", rules="?game=okey-101")
    small.get_by_role("link", name="Deal over").tap()
    chip(small, "Ann")
    ben = row(small, "Ben")
    for name in ("Opened by pairs", "Not opened"):
        ben.get_by_text(name, exact=True).tap()
    expect(ben.get_by_role("checkbox", name="Opened by pairs, Ben")).not_to_be_checked()
    for _ in range(2):
        ben.get_by_role("button", name="Fined: one more").tap()
    expect(ben.get_by_role("button", name="Fined: one more")).to_be_disabled()
    small.locator("input.at").first.wait_for()
    tap_keys(small, "7")
    expect(ben.locator(".made")).to_have_text("Score +404")


@pytest.mark.parametrize("size", [by_night((390, 664)), (320, 568)])
def test_t7_four_rows_of_switches_and_fines_take_two_screens(small):
    """What lies between the bar and the keys is one screen."""
    open_table(small, *FOUR, rules="?game=okey-101")
    small.get_by_role("link", name="Deal over").tap()
    small.locator("input.at").wait_for()
    hidden, room = small.evaluate(
        """() => {
          const top = part => document.querySelector(part).getBoundingClientRect().top;
          const hidden = document.documentElement.scrollHeight - innerHeight;
          return [hidden, top(".dock") - Math.max(0, top("main"))];
        }"""
    )
    assert hidden <= 2 * room if small.viewport_size["width"] == 320 else hidden <= room
    for key in small.locator(".counter button, .line .switch").all()[:4]:
        assert key.bounding_box()["height"] >= 44


@pytest.mark.parametrize("size", [by_night((390, 664)), (320, 568)])
def test_i2_the_card_turned_up_is_tapped_on_keys_of_the_pad(small):
    """They open over those of the numbers, which come back with everything that was typed."""
    open_table(small, "Ann", "Ben", rules="?game=indian-rummy")
    small.get_by_role("link", name="Deal over").tap()
    chip(small, "Ann")
    tap_keys(small, "12")
    small.locator(".turned > summary").tap()
    in_sight(small, '.up [value="AC"]', '.up [value="w"]', ".turned .wide")
    small.locator('.up [value="7D"]').tap()
    expect(small.locator(".turned > summary")).to_have_text("Up: ♦7")
    expect(row(small, "Ben").locator("input")).to_have_value("12")
    small.locator(".turned > summary").tap()
    small.locator('.up [value="w"]').tap()
    expect(small.locator(".turned > summary")).to_have_text("Up: joker")


@pytest.mark.parametrize("size", [(390, 664)])
def test_who_wins_the_match_with_this_deal_is_told_above_the_keys(small):
    open_table(small, "Ann", "Ben", rules="?game=any-game&o-target=100")
    small.get_by_role("link", name="Enter points").tap()
    tap_keys(small, "60>120")
    expect(small.locator(".dock .won")).to_have_text("Ben wins with 120.")
    in_sight(small, ".dock .won", ".dock .primary")
    small.locator('.number-keys [value="back"]').tap()
    expect(small.locator(".dock .won")).to_have_count(0)


WIZARD = "?game=any-game&o-columns=wizard"


@SMALL
def test_a_round_in_columns_has_the_keys_and_the_button_that_records_in_sight(small):
    open_table(small, *FOUR, rules=WIZARD)
    small.get_by_role("link", name="Enter points").tap()
    always = ('.number-keys [value="1"]', '.number-keys [value="next"]', ".dock .primary", "input.at")
    in_sight(small, *always)
    tap_keys(small, "1>0>1>0>1>")
    expect(small.locator("input.at")).to_have_attribute("name", "t-tricks-1")
    in_sight(small, *always)
    assert small.evaluate("document.documentElement.scrollWidth") <= small.viewport_size["width"]


@pytest.mark.parametrize("size", [(390, 664)])
def test_rounds_in_columns_are_recorded_without_leaving_the_page(small):
    table = open_table(small, "Ann", "Ben", "Cleo", rules=WIZARD)
    small.get_by_role("link", name="Enter points").tap()
    tap_keys(small, "1>0>0>1>0>0")
    expect(small.locator(".sums .total").first).to_have_text("30")
    small.get_by_role("button", name="then round 2").tap()
    expect(small.locator(".bar")).to_contain_text("Round 2")
    expect(small.locator("input.at")).to_have_value("")
    small.goto(table)
    expect(small.locator(".side-0 .total")).to_have_text("30")


@pytest.mark.nightly
def test_another_phones_round_in_columns_is_announced_above_the_keys(new_phone):
    ann, ben = (new_phone(viewport={"width": 390, "height": 664}, is_mobile=True) for _ in range(2))
    table = open_table(ann, "Ann", "Ben", "Cleo", rules=WIZARD)
    join(ben, code_of(ann, table), "Ben")
    for page in (ann, ben):
        page.goto(f"{table}/over")
    tap_keys(ben, "1")
    tap_keys(ann, "1>0>0>1>0>0")
    ann.get_by_role("button", name="Record the round").tap()
    ann.wait_for_url(table)
    expect(ben.locator(".dock [data-news]")).to_contain_text("Ann recorded round 1")
    in_sight(ben, ".dock [data-news]", ".number-keys", ".dock .primary")
    expect(ben.locator("[name=t-bid-0]")).to_have_value("1")


@pytest.mark.parametrize("size", [(390, 664)])
def test_a_round_that_begins_with_a_choice_shows_the_keys_with_the_first_number(small):
    open_table(small, "Ann", "Ben", "Cleo", rules="?game=any-game&o-columns=skat")
    small.get_by_role("link", name="Enter points").tap()
    expect(small.locator(".number-keys")).to_be_hidden()
    small.locator("[inputmode=none]").first.tap()
    in_sight(small, ".number-keys", ".dock .primary", "input.at")
