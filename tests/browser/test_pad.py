"""The card pad in a real browser: taps, duplicates, undo, drafts, lost connections, sizes, without script."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import go_back
from tests.by_night import by_night, each_nth

TEN = "4C 5C 6C 6C 7C 7C 8C 8C 9C TC"
NAMES = {"4C": "four of clubs", "5C": "five of clubs", "6C": "six of clubs", "7H": "seven of hearts"}
ONE_ROW = """() => {
    const keys = document.querySelectorAll('[data-suit="C"] .key');
    return new Set([...keys].map(key => key.getBoundingClientRect().top)).size === 1;
}"""


def key(page: Page, card: str):
    return page.locator(f'.key[value="{card}"]:visible')


def held(page: Page, card: str):
    return page.locator(f'.held[value="{card}"]')


def solve(page: Page, cards: str = "", more: str = "") -> None:
    page.goto(f"/solve?cards={quote(cards)}{more}")


def best(page: Page, points: str) -> None:
    expect(page.locator("[data-best]")).to_have_text(f"· best {points}")


def test_taps_unfold_the_best_melds(phone):
    """Nine taps on ♣456 78 and the answer stands above the pad, read aloud as cards."""
    solve(phone)
    for card in TEN.split():
        key(phone, card).click()
    best(phone, "34")
    expect(phone.locator(".found .worth").first).to_contain_text("28")
    expect(phone.locator(".found").get_by_label("ten of clubs")).to_be_visible()
    expect(phone.locator(".proof")).to_have_text("proven best")


def test_a_second_tap_is_a_duplicate_and_a_third_is_refused(phone):
    """The count stands on the key; two packs hold two."""
    solve(phone)
    for _ in range(2):
        key(phone, "7H").click()
    expect(key(phone, "7H").locator("small")).to_have_text("2")
    expect(key(phone, "7H")).to_have_accessible_name("seven of hearts, 2 in the hand")
    key(phone, "7H").click(force=True)
    expect(phone.locator("[data-said]")).to_contain_text("already in the hand")
    expect(phone.locator("[data-live]")).to_have_text("2 cards")


def test_a1_what_one_more_card_would_bring_stands_on_the_keys(phone):
    """Until a card goes in, and anew with its answer; a second tap takes it away."""
    solve(phone, "4C 5C 6C")
    phone.get_by_text("What would one more card add?").click()
    expect(key(phone, "7C")).to_have_attribute("data-number", "+4")
    key(phone, "7C").click()
    expect(key(phone, "8C")).to_have_attribute("data-number", "+5")
    phone.get_by_text("What would one more card add?").click()
    expect(key(phone, "8C")).to_have_attribute("data-number", "")


def test_chips_undo_and_clear(phone):
    """A chip takes out one card; undo brings back a removal and even a clearing."""
    solve(phone, "4C 5C 5C")
    held(phone, "5C").click()
    expect(phone.locator("#cards")).to_have_value("4C 5C")
    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator("#cards")).to_have_value("4C 5C 5C")
    phone.get_by_role("button", name="Clear").click()
    expect(phone.locator("[data-live]")).to_have_text("No cards yet")
    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator("#cards")).to_have_value("4C 5C 5C")
    best(phone, "4")


@pytest.mark.whole_chromium
def test_reload_back_and_a_shared_link_keep_the_cards(phone, new_phone):
    """The address holds the hand all the time."""
    solve(phone)
    for card in ("4C", "5C", "6C"):
        key(phone, card).click()
    best(phone, "6")
    phone.reload()
    expect(phone.locator("#cards")).to_have_value("4C 5C 6C")
    phone.goto("/")
    go_back(phone)
    expect(phone.locator("#cards")).to_have_value("4C 5C 6C")
    other = new_phone()
    other.goto(phone.url)
    best(other, "6")


def test_a_hand_left_behind_can_be_brought_back(phone):
    """Coming in anew starts empty and offers the last hand."""
    solve(phone)
    key(phone, "4C").click()
    best(phone, "1")
    phone.goto("/solve?game=chattahoochee")
    phone.get_by_role("button", name="Bring back the last hand").click()
    best(phone, "1")


def test_rotating_the_phone_keeps_the_cards(phone):
    """The pad is drawn anew for the new shape, the hand stays."""
    solve(phone)
    key(phone, "4C").click()
    phone.set_viewport_size({"width": 844, "height": 390})
    expect(held(phone, "4C")).to_be_visible()
    phone.wait_for_function(ONE_ROW)


def test_without_a_connection_taps_go_on_and_the_answer_follows(phone):
    """Offline is said, cards are kept, and the answer comes by itself later."""
    solve(phone)
    phone.context.set_offline(True)
    for card in ("4C", "5C", "6C"):
        key(phone, card).click()
    expect(phone.locator("[data-state]")).to_have_text("offline, cards kept")
    expect(phone.locator("[data-live]")).to_have_text("3 cards")
    phone.context.set_offline(False)
    best(phone, "6")
    expect(phone.locator("[data-state]")).to_have_text("")


def test_typed_text_is_read_in_any_notation(phone):
    """The sources' notation becomes cards in the tray and on the keys."""
    solve(phone)
    phone.get_by_text("Type", exact=True).click()
    phone.locator("#cards").fill("♣456 10H")
    best(phone, "7")
    phone.get_by_text("Type", exact=True).click()
    expect(held(phone, "TH")).to_be_visible()
    expect(key(phone, "5C")).to_have_class(re.compile(r"\bin\b"))


def test_text_that_does_not_read_names_every_piece_and_is_kept(phone):
    """Faults stand beside the field while typing; mending them clears them."""
    solve(phone, "4C")
    phone.get_by_text("Type", exact=True).click()
    phone.locator("#cards").fill("4C 5X 9Z")
    expect(phone.locator("[data-faults] li")).to_have_count(2)
    expect(phone.locator("#cards")).to_have_value("4C 5X 9Z")
    phone.reload()
    expect(phone.locator("#cards")).to_have_value("4C 5X 9Z")
    phone.locator("#cards").fill("4C 5C")
    best(phone, "3")
    expect(phone.locator("[data-faults] li")).to_have_count(0)


def test_the_multiplier_is_a_chip(phone):
    """34 × 3 = 102."""
    solve(phone, TEN)
    phone.locator(".times summary").click()
    phone.get_by_text("× 3", exact=True).click()
    expect(phone.locator(".found .sum")).to_contain_text("34 × 3 = 102")
    phone.reload()
    expect(phone.locator(".found .sum")).to_contain_text("34 × 3 = 102")


def test_house_rules_put_jokers_into_play(phone):
    """The key of the wild says where jokers come from; then it works."""
    solve(phone, "4C 5C 7C")
    key(phone, "w").click(force=True)
    expect(phone.locator("[data-said]")).to_contain_text("house rules")
    phone.locator(".house summary").click()
    phone.get_by_label("Jokers", exact=True).fill("2")
    phone.get_by_role("button", name="Use these rules").click()
    key(phone, "w").click()
    best(phone, "6")
    expect(phone.locator(".found").get_by_label("joker as six of clubs")).to_be_visible()


def test_own_melds_are_laid_by_taps_and_judged(phone):
    """Two runs of two leave 4 points on the table, and the better arrangement shows."""
    solve(phone, "4C 5C 6C 7C")
    phone.get_by_role("button", name="My melds").click()
    for name in ("four", "five"):
        phone.get_by_role("button", name=f"Lay {name} of clubs").click()
    phone.get_by_role("button", name="Next meld").click()
    for name in ("six", "seven"):
        phone.get_by_role("button", name=f"Lay {name} of clubs").click()
    expect(phone.locator(".missed")).to_have_text("4 points left on the table")
    expect(phone.get_by_role("heading", name="Better: 10 points")).to_be_visible()
    phone.get_by_role("button", name="Back to the cards").click()
    best(phone, "10")


def test_a_tap_is_not_lost_to_the_page_that_comes_while_the_finger_is_down(phone):
    """The answer to the card before is shown once "Next meld" is pressed whole."""
    held_back = []
    solve(phone, "4C 5C 6C 7C")
    phone.get_by_role("button", name="My melds").click()
    phone.get_by_role("button", name="Lay four of clubs").click()
    expect(phone.get_by_role("button", name="Lay four of clubs")).to_have_count(0)
    phone.route(re.compile("put="), lambda route: route.continue_() if held_back else held_back.append(route))
    with phone.expect_request(re.compile("put=")):
        phone.get_by_role("button", name="Lay five of clubs").click()
    box = phone.get_by_role("button", name="Next meld").bounding_box()
    phone.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.mouse.down()
    held_back[0].continue_()
    phone.wait_for_timeout(500)
    phone.mouse.up()
    for name in ("six", "seven"):
        phone.get_by_role("button", name=f"Lay {name} of clubs").click()
    expect(phone.locator(".missed")).to_have_text("4 points left on the table")


@pytest.mark.parametrize("width", [360, by_night(390), by_night(430)])
def test_keys_are_large_enough_for_thumbs(new_phone, width):
    """Seven columns, eight rows, each key at least 44 pixels each way, all of them on the screen."""
    phone = new_phone(viewport={"width": width, "height": 844})
    solve(phone, TEN)
    boxes = [one.bounding_box() for one in phone.locator(".key:visible").all()]
    assert len(boxes) == 53
    assert len({round(box["x"]) for box in boxes}) == 7
    assert len({round(box["y"]) for box in boxes}) == 8
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44
    assert max(box["y"] + box["height"] for box in boxes) <= 844
    assert min(box["y"] for box in boxes) >= 844 * 0.4


def test_a_small_phone_has_tabs_of_suits(new_phone):
    """At 320 pixels one suit at a time: 5 × 3 keys."""
    phone = new_phone(viewport={"width": 320, "height": 640})
    solve(phone)
    assert phone.locator(".key:visible").count() == 14
    phone.locator(".tab.suit-H").click()
    key(phone, "7H").click()
    best(phone, "1")
    boxes = [one.bounding_box() for one in phone.locator(".key:visible").all()]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44


def test_the_keyboard_reaches_the_keys(laptop):
    """A card by the keyboard alone: focus a key, press Enter; Enter in the form adds nothing."""
    solve(laptop)
    key(laptop, "4C").focus()
    laptop.keyboard.press("Enter")
    laptop.keyboard.press("Space")
    expect(laptop.locator("#cards")).to_have_value("4C 4C")


@pytest.mark.parametrize("cards", ["♣456 ♥QKA", "4c 5c 6c qh kh ah"])
def test_a_link_with_cards_in_any_notation_shows_them_all(phone, cards):
    """The page counts and marks the cards that its address came with, before any tap."""
    solve(phone, cards)
    expect(phone.locator("[data-live]")).to_have_text("6 cards")
    expect(phone.locator(".tray .held")).to_have_count(6)
    key(phone, "7C").click()
    best(phone, "16")


def test_f5_the_card_taken_is_chosen_under_the_answer(phone):
    """The best melds follow the choice and the hand; it stays when the page is opened again."""
    phone.goto("/solve?game=rummy-500&cards=9C+TC+JC+9D+9H+2C")
    expect(phone.locator("[data-best]")).to_contain_text("best 9")
    phone.get_by_text("Taken from the discard pile").click()
    phone.locator(".chip", has_text="♥9").click()
    expect(phone.locator("[data-best]")).to_contain_text("best 5")
    phone.reload()
    expect(phone.locator("[data-best]")).to_contain_text("best 5")
    phone.locator('.held[value="9D"]').click()
    expect(phone.locator("#answer .notice")).to_contain_text("it can’t be taken")
    phone.locator(".chip", has_text="No card").click()
    expect(phone.locator("[data-best]")).to_contain_text("best 18")
    assert violations(phone) == []


def test_cards_are_struck_anywhere_on_the_page(laptop):
    """As a player writes them, 10 in two signs; what fits no card begins anew; Backspace takes one back."""
    solve(laptop)
    laptop.keyboard.type("4c5C 6c 10h xqs")
    expect(laptop.locator("#cards")).to_have_value("4C 5C 6C TH QS")
    best(laptop, "8")
    laptop.keyboard.press("7")
    laptop.keyboard.press("Backspace")
    expect(laptop.locator("#cards")).to_have_value("4C 5C 6C TH QS")
    laptop.keyboard.press("Backspace")
    expect(laptop.locator("#cards")).to_have_value("4C 5C 6C TH")
    laptop.locator(".typed summary").click()
    laptop.locator("#cards").press_sequentially(" 7c")
    best(laptop, "11")


def test_tiles_are_struck_by_their_number_and_colour(laptop):
    """A number that may go on waits for the colour."""
    solve(laptop, "", "&game=rummikub")
    laptop.keyboard.type("1r11r 12r 13r")
    expect(laptop.locator("#cards")).to_have_value("1R 11R 12R 13R")


def test_arrows_move_among_the_keys_which_are_one_stop_for_tab(laptop):
    """From a card to the last button of the pad it is a few steps, not fifty."""
    solve(laptop)
    key(laptop, "6C").focus()
    for press, card in (("ArrowRight", "7C"), ("ArrowDown", "7S"), ("ArrowLeft", "6S"), ("ArrowUp", "6C")):
        laptop.keyboard.press(press)
        assert laptop.evaluate("document.activeElement.value") == card
    laptop.keyboard.press("Enter")
    names = []
    for _ in range(3):
        laptop.keyboard.press("Tab")
        names.append(laptop.evaluate("document.activeElement.name"))
    assert names[-1] == "clear"


SIGNS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}


@pytest.mark.parametrize(
    ("language", "letter", "suit"),
    each_nth(
        (
            *(("fr", "C", "H"), ("fr", "C", "C"), ("es", "C", "H"), ("it", "C", "H")),
            *(("de", "K", "D"), ("de", "K", "C"), ("pl", "K", "H"), ("tr", "K", "D")),
        ),
        4,
    ),
)
def test_a_suit_chosen_by_its_letter_is_the_suit_of_the_key(new_phone, language, letter, suit):
    """The page asks once which suit is meant, and calls nothing wrong. What is typed next is read alike."""
    page = new_phone(locale=language)
    page.goto("/solve?game=remi")
    key(page, f"4{suit}").click()
    chip = page.locator(".tray .held")
    by_tap = chip.get_attribute("value"), chip.get_attribute("aria-label"), chip.inner_text()
    page.locator('button[name="clear"]').click()
    expect(chip).to_have_count(0)
    page.locator(".typed > summary").click()
    page.locator("#cards").fill(f"4{letter}")
    ways = page.locator(".typed .ways button")
    expect(ways).not_to_have_count(0)
    expect(page.locator("#cards")).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator(".answer .notice.error")).to_have_count(0)
    ways.filter(has_text=f"{SIGNS[suit]}4").click()
    expect(page.locator(".found")).to_have_attribute("data-cards", f"4{suit}")
    assert (chip.get_attribute("value"), chip.get_attribute("aria-label"), chip.inner_text()) == by_tap
    page.locator(".typed > summary").click()
    page.locator("#cards").fill(f"4{letter} 5{letter}")
    expect(held(page, f"5{suit}")).to_have_count(1)
    expect(ways).to_have_count(0)
