"""Phones whose browser leaves little room: what must be in sight while cards go in, and while one types."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_pad import TEN, best, key, solve
from tests.browser.test_tables import go_out, open_table, press
from tests.by_night import by_night, each_nth
from tests.catalogues import LANGUAGES
from tests.serving import wait_until

OF_NUMBER_KEYS = re.compile(r"number-keys")
SHORT = pytest.mark.parametrize("size", [(360, 640), by_night((390, 664))], ids=["360x640", "390x664"])
TOUCHED = """element => {
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return element.contains(top) || top.contains(element);
}"""

READ = """element => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].every((line) => {
        const top = document.elementFromPoint(line.x + line.width / 2, line.y + line.height / 2);
        return top !== null && element.contains(top);
    });
}"""

WHOLE = """words => {
    const range = document.createRange();
    range.selectNodeContents(words);
    return range.getBoundingClientRect().width <= words.getBoundingClientRect().width;
}"""


def in_sight(page: Page, *selectors: str) -> None:
    """Each of them lies whole on the screen, and nothing covers its middle once the page stands still."""
    screen = page.viewport_size
    for selector in selectors:
        element = page.locator(selector).first
        expect(element).to_be_visible()
        box = element.evaluate(
            "one => one.getBoundingClientRect().toJSON()"
        )  # also while another takes its place
        right, bottom = box["x"] + box["width"], box["y"] + box["height"]
        assert min(box["x"], box["y"]) >= 0, selector
        assert right <= screen["width"], selector
        assert bottom <= screen["height"], selector
        assert wait_until(lambda element=element: element.evaluate(TOUCHED), 5), selector


@pytest.fixture
def short(new_phone, size) -> Page:
    return new_phone(viewport={"width": size[0], "height": size[1]})


@SHORT
def test_the_whole_answer_is_one_tap_away(short):
    """The total and the last card stay in sight; a tap unfolds the answer, a tap brings the keys back."""
    solve(short, TEN)
    key(short, "8H").click()
    best(short, "35")
    always = ("[data-best]", ".tray .newest", "button[name=undo]", "button[name=clear]")
    in_sight(short, *always, '.key[value="AC"]', '.key[value="KD"]')
    short.locator("label.live").click()
    in_sight(short, *always, ".answer .melds", ".answer .total")
    expect(short.locator(".keys")).to_be_hidden()
    short.locator("label.live").click()
    in_sight(short, *always, '.key[value="AC"]')
    short.locator("label.live").click()
    short.get_by_role("button", name="Clear").click()
    in_sight(short, '.key[value="AC"]')


@SHORT
def test_where_cards_are_ranks_alone_the_answer_lies_above_their_keys(short):
    """Two rows of keys leave room for it. The game keeps its name, whatever its house rules are."""
    short.goto("/solve?game=leap-rummy&o-run_suits=none&o-jokers=1&cards=4+9+A")
    best(short, "1")
    in_sight(short, ".answer .melds", ".answer .total", ".keys .key", 'button[name="clear"]')
    widths = [short.locator(f".folds > .{chip}").bounding_box()["width"] for chip in ("which", "house")]
    assert widths[0] > widths[1]


@pytest.mark.parametrize("width", [320, by_night(360), by_night(390)])
def test_the_languages_stand_in_one_line(new_phone, width):
    page = new_phone(viewport={"width": width, "height": 664})
    page.goto("/")
    tops = page.eval_on_selector_all(".languages button", "all => all.map((each) => each.offsetTop)")
    assert len(tops) > 7
    assert len(set(tops)) == 1


@pytest.mark.nightly
def test_the_lines_around_the_keys_hold_their_words(new_phone):
    """That of the cards counted stays one where points left are told too, and a short game's name whole; in
    every language."""
    page, cut = new_phone(viewport={"width": 360, "height": 640}), []
    for language in ("en", *LANGUAGES):
        page.set_extra_http_headers({"Accept-Language": language})
        page.goto("/solve?game=gin-rummy&cards=4C+5C+6C+7H+7D+7S+9H+TH+JH+KS")
        expect(page.locator("[data-best]")).to_contain_text("10")
        if page.locator("label.live span[role=status]").bounding_box()["height"] >= 36:
            cut.append((language, "the cards counted"))
        page.goto("/solve?game=okey&cards=3R")
        if not page.locator(".which > summary > span").evaluate(WHOLE):
            cut.append((language, "the game's name"))
    assert not cut


DEAL_GAMES = {
    "game=three-thirteen&deal=11&cards=4C+5C": "Ks wild",
    "game=indian-rummy&turned=TD&cards=4C+5C": "Up: ♦10",
    "game=gin-rummy&o-oklahoma=true&o-three_players=1&turned=7D&cards=4C+5C": "Up: ♦7",
    "game=romme&o-jokers_apart=true&opened=1&cards=4C+5C": "Opened",
    "game=rummy-500&turn=1&cards=4C+5C": "This turn",
    "game=basic-rummy&turn=1&cards=4C+5C": "This turn",
}


@SHORT
@pytest.mark.parametrize("asked", each_nth(DEAL_GAMES, 3))
def test_what_the_deal_has_of_its_own_is_a_chip_in_sight(short, asked):
    """Whole beside the game and its house rules, and the keys stay in sight beneath."""
    short.goto(f"/solve?{asked}")
    chip = short.locator(".folds > .deal > summary, .folds > button.chip")
    expect(chip).to_have_text(DEAL_GAMES[asked])
    in_sight(
        short, ".folds > .deal > summary, .folds > button.chip", ".house > summary", '.dock .key[value="KD"]'
    )
    assert chip.evaluate("chip => chip.scrollWidth <= chip.clientWidth")
    assert short.evaluate("document.documentElement.scrollWidth") <= short.viewport_size["width"]


@SHORT
@pytest.mark.parametrize("language", each_nth(["es", "en", "fr", "tr"], 4))
def test_four_chips_are_whole_in_a_row_that_scrolls(new_phone, size, language):
    """The game, the deal and who has opened are in sight; the house rules begin at the end of the row."""
    short = new_phone(viewport={"width": size[0], "height": size[1]}, locale=language)
    short.goto("/solve?game=okey-101")
    in_sight(short, ".folds > .which > summary", ".folds > .deal > summary", ".folds > button.chip")
    words = short.locator(".folds > .fold > summary > span")
    assert words.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")
    assert short.locator(".house > summary").bounding_box()["x"] < size[0]
    short.locator(".house > summary").click()
    in_sight(short, ".house > summary")


def test_the_word_on_the_camera_gives_way_to_a_long_line_about_the_answer(new_phone):
    """It is there until the answer needs the room; the line stays one line."""
    phone = new_phone(locale="fr", viewport={"width": 360, "height": 740})
    phone.goto("/solve?game=romme")
    camera = phone.locator("[data-photo]")
    expect(camera).to_have_text("Photo")
    whole = camera.bounding_box()["width"]
    phone.goto("/solve?game=romme&cards=4C+5C+6C+7C+QH+QS+QD+9H+9D+9S+TH+KS")
    expect(phone.locator("[data-best]")).to_have_text("· reste 10")
    assert camera.bounding_box()["width"] < whole
    assert phone.locator(".live [role=status]").bounding_box()["height"] < 40


@SHORT
def test_the_card_turned_up_is_tapped_on_keys(short):
    """They open over the pad; the cards of the hand and the answer's number stay."""
    short.goto("/solve?game=indian-rummy")
    for card in ("4C", "5C", "7H"):
        key(short, card).click()
    short.locator(".deal > summary").click()
    in_sight(short, '.up [value="AC"]', '.up [value="w"]', ".deal .wide")
    short.locator('.up [value="7D"]').click()
    expect(short.locator(".deal > summary")).to_have_text("Up: ♦7")
    expect(short.locator("#cards")).to_have_value("4C 5C 7H")
    expect(short.locator("[data-best]")).to_have_text("· best 9 left")


@SHORT
def test_with_the_keyboard_open_what_is_typed_and_its_total_are_in_sight(short, size):
    solve(short)
    short.locator(".typed summary").click()
    short.set_viewport_size({"width": size[0], "height": size[1] - 300})
    short.locator("#cards").press_sequentially("4c 5c 6c")
    best(short, "6")
    in_sight(short, "[data-best]", "#cards")


@SHORT
def test_going_out_keeps_the_score_and_the_button_that_records_it_in_sight(short):
    open_table(short, "Ann", "Ben", "Cy", "Dee")
    short.get_by_role("link", name="Going out").click()
    for card in ("4C", "5C", "6C"):
        key(short, card).click()
    best(short, "6")
    in_sight(short, "[data-best]", ".tray .newest", "[data-record]", '.key[value="AC"]', '.key[value="KD"]')
    short.locator("label.live").click()
    in_sight(
        short,
        "[data-best]",
        ".tray .newest",
        "[data-record]",
        ".answer .melds",
        ".dock [data-sum]",
        ".who label",
    )


@SHORT
def test_laying_melds_keeps_the_cards_and_the_button_in_sight(short):
    open_table(short, "Ann", "Ben", "Cy", rules="?game=chattahoochee-alternate")
    short.get_by_role("link", name="Lay melds").click()
    for card in ("4C", "5C", "6C"):
        key(short, card).click()
    expect(short.locator(".dock [data-sum]")).to_have_text("0 → 6 points")
    in_sight(short, ".dock [data-sum]", ".tray .newest", "[data-record]")
    in_sight(short, '.key[value="AC"]', '.key[value="KD"]')
    short.locator("label.live").click()
    in_sight(short, ".what label", ".who label", "[data-record]")


@SHORT
def test_what_puts_a_deal_right_is_in_sight(short):
    """The button that keeps another order, and undo and redo on the table's page (A3)."""
    table = open_table(short, "Ann", "Ben", "Cy", "Dee")
    for player, card in (("Ann", "4C"), ("Ben", "9H")):
        go_out(short, player, card)
    short.goto(f"{table}/deal/1/order")
    short.get_by_role("button", name="Ben went out earlier").click()
    in_sight(short, "button.primary")
    short.get_by_role("button", name="Record this order").click()
    short.wait_for_url(table)
    press(short, "Undo")
    in_sight(short, "form[action$='/undo'] button", "form[action$='/redo'] button")


@SHORT
@pytest.mark.parametrize(
    ("game", "form", "cards"),
    [
        by_night("chattahoochee", "/out", "4C 4C 4C 5H XX"),
        ("chattahoochee-alternate", "/play", "4C 4C 4C 5H XX"),
        by_night("gin-rummy", "/over?winner=0&ending=gin&number-0=50&number-1=900", ""),
        by_night("any-game", "/over?number-0=x&number-1=y&number-2=z", ""),
    ],
)
def test_no_line_of_a_refusal_lies_under_the_keys(short, game, form, cards):
    table = open_table(
        short, *(["Ann", "Ben"] if game == "gin-rummy" else ["Ann", "Ben", "Cy"]), rules=f"?game={game}"
    )
    short.goto(table + form)
    if cards:
        if not short.locator(".who label").first.is_visible():  # in the line above the keys, which unfolds it
            short.locator("label.live").click()
        short.locator(".who label").first.click()
        if short.locator("[data-unfold]").is_checked():
            short.locator("label.live").click()
        key(short, "4C").click()
        short.evaluate("cards => { document.querySelector('[name=cards]').value = cards; }", cards)
    short.locator("[name=record], [data-record]").last.click()
    refusal = short.locator(".ask > .notice.error")
    expect(refusal).to_be_visible()
    assert short.locator(".dock").is_visible()
    assert wait_until(lambda: refusal.evaluate(READ), 5)
    for other in short.locator(".answer .notice.error, .typed ul, .typed .error-text").all():
        assert not other.is_visible() or other.evaluate(READ), other.inner_text()


def test_a_field_tapped_before_the_script_came_gets_the_number_keys(new_phone):
    """Where a page says first what is wrong, its keys wait for a tap. A tap on a slow line counts."""
    phone = new_phone(viewport={"width": 360, "height": 640})
    table = open_table(phone, "Ann", "Ben", rules="?game=gin-rummy")
    phone.goto(f"{table}/over?winner=0&ending=knock&number-0=5&number-1=900")
    held = []
    phone.route(OF_NUMBER_KEYS, lambda route: held.append(route))
    phone.get_by_role("button", name="Record the deal").click(no_wait_after=True)
    expect(phone.locator(".notice.error")).to_be_visible()
    phone.locator("[name=number-1]").focus()
    expect(phone.locator("[data-numbers]")).to_be_hidden()
    assert held
    for route in held:
        route.continue_()
    expect(phone.locator("[data-numbers]")).to_be_visible()


@SHORT
def test_what_is_said_of_a_number_stays_above_the_keys_that_type_it(short):
    table = open_table(short, "Ann", "Ben", rules="?game=gin-rummy")
    short.goto(f"{table}/over?winner=0&ending=knock&number-0=5&number-1=900")
    short.get_by_role("button", name="Record the deal").click()
    expect(short.locator(".notice.error")).to_be_visible()
    check = short.locator(".check:not(:empty)")
    expect(check).to_be_visible()
    short.locator("[name=number-1]").click()
    expect(short.locator("[data-numbers]")).to_be_visible()
    assert wait_until(lambda: check.evaluate(READ), 5)


@SHORT
def test_the_field_that_the_keys_go_on_to_is_in_sight(short):
    names = ("Ann", "Ben", "Cy", "Dee", "Ed", "Flo", "Gus", "Hal")
    short.goto(open_table(short, *names, rules="?game=any-game") + "/over")
    for _ in names[1:]:
        short.get_by_role("button", name="Next").click()
    in_sight(short, ".points-of input.at")
    expect(short.locator(".points-of input.at")).to_have_attribute("aria-label", "Points, Hal")
