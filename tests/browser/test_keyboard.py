"""The pad by a keyboard: cards are struck anywhere on the page, arrows move among the keys."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.test_pad import best, key, solve


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
