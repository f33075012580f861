"""Choosing a game, rebuilding a table, interlocks, house rules and presets, on phones in a real browser."""

from __future__ import annotations

import re
from urllib.parse import quote

from playwright.sync_api import expect

BOARD = "/solve?game=rummikub&cards=3R+5R+8B&table=" + quote("4R 5R 6R 7R/6B 7B 8B 9B 10B/1K 2K 3K")
INTERLOCKED = "/solve?game=chattahoochee-interlocking&cards=" + quote("♠3♦4♠5♦6♠7♦8♠9♠6♦7♠8♦9♠T♦J")


def test_a_game_is_chosen_with_two_taps_and_remembered(phone):
    """The chip, the name; the cards stay, and the next visit begins with that game."""
    phone.goto("/solve?cards=4C+5C+6C")
    phone.locator(".which summary").click()
    phone.get_by_role("button", name=re.compile("Basic Rummy")).click()
    expect(phone.locator("[data-best]")).to_have_text("· best 0 left")
    expect(phone.locator(".house summary")).to_have_text(re.compile("1 pack"))
    phone.goto("/")
    phone.get_by_role("link", name="Solve a hand").click()
    expect(phone.locator(".which summary")).to_have_text("Basic Rummy")


def test_k5_the_table_is_tapped_set_by_set(phone):
    """Next set begins a new one; a chip takes a tile back; the rack keeps its tiles."""
    phone.goto("/solve?game=rummikub&cards=8B")
    phone.get_by_role("button", name="Table").click()
    for tile in ("6B", "7B", "8B"):
        phone.locator(f'.key[value="{tile}"]:visible').click()
    phone.get_by_role("button", name="Next set").click()
    for tile in ("1R", "2R", "9B"):
        phone.locator(f'.key[value="{tile}"]:visible').click()
    expect(phone.locator(".tray .held")).to_have_count(3)
    phone.locator('.held[value="9B"]').click()
    phone.locator('.key[value="3R"]:visible').click()
    expect(phone.locator("#table")).to_have_value("6B 7B 8B / 1R 2R 3R")
    expect(phone.locator(".found .meld")).to_have_count(2)
    phone.get_by_role("button", name="To the rack").click()
    expect(phone.get_by_role("button", name="Table · 2")).to_be_visible()
    expect(phone.locator("#cards")).to_have_value("8B")


def test_i2_the_overlap_of_interlocking_melds_is_bracketed(phone):
    """The stretch of four stands rank under rank over a bracket with its own value."""
    phone.goto(INTERLOCKED)
    expect(phone.locator(".found .total")).to_have_text("60")
    expect(phone.locator(".tied-words")).to_have_text(re.compile(r"4\slong"))
    sixes = phone.locator(".strands").get_by_label(re.compile("six of")).all()
    assert len(sixes) == 2
    left, tie = sixes[0].bounding_box(), phone.locator(".tie").bounding_box()
    assert abs(left["x"] - sixes[1].bounding_box()["x"]) < 1
    assert abs(left["x"] - tie["x"]) < 3


def test_i2_melds_as_laid_that_interlock_are_bracketed(phone):
    """The bracket carries the bonus; the points of each meld stand beside it, once."""
    phone.goto(f"{INTERLOCKED}&lay=1&melds=" + quote("♠3♦4♠5♦6♠7♦8♠9 / ♠6♦7♠8♦9♠T♦J"))
    expect(phone.locator(".tied-words")).to_have_text(re.compile(r"4\slong"))
    expect(phone.locator(".strands .worth").filter(has_text="24")).to_have_count(1)
    expect(phone.locator(".melds .bonus")).to_have_count(0)
    expect(phone.locator(".melds > .meld .worth")).to_have_text([re.compile("21"), re.compile("15")])


def test_a1_why_it_is_the_best_unfolds_and_stays_open(phone):
    """Line by line, with the proof; more cards do not fold it again."""
    phone.goto("/solve?cards=4C+5C+6C+6C+7C")
    phone.get_by_text("Why is this best?").click()
    expect(phone.locator(".lines")).to_contain_text("♣4567 4 cards")
    expect(phone.locator(".why-best")).to_contain_text("Proven: nothing is worth more.")
    phone.locator('.key[value="8C"]:visible').click()
    expect(phone.locator(".lines")).to_contain_text("♣45678 5 cards")
    expect(phone.locator(".why-best")).to_have_attribute("open", "")


def test_a_preset_is_kept_and_its_link_works_on_another_phone(phone, new_phone):
    """Built on one phone, kept there under its name, opened on another with the same examples."""
    phone.goto("/rules/chattahoochee")
    phone.locator("#packs").fill("3")
    phone.locator("#rules-name").fill("Friday")
    phone.get_by_role("button", name="Keep on this phone").click()
    expect(phone.locator("[data-said]")).to_have_text("Kept on this phone.")
    expect(phone.locator(".checks")).to_contain_text("♣4 / ♣4 / ♣4: 3 points here")
    link = phone.locator(".link").input_value()
    other = new_phone()
    other.goto(link.partition("/rules/")[1] + link.partition("/rules/")[2])
    expect(other.get_by_role("heading", name="Friday")).to_be_visible()
    expect(other.locator(".checks")).to_contain_text("♣4 / ♣4 / ♣4: 3 points here")
    other.get_by_role("link", name="New table with these").click()
    expect(other.locator("#o-packs")).to_have_value("3")
    phone.goto("/solve?cards=4C+5C")
    phone.locator(".house summary").click()
    phone.get_by_role("button", name="Friday").click()
    expect(phone.locator(".house summary")).to_have_text(re.compile("3 packs"))
    expect(phone.locator("#cards")).to_have_value("4C 5C")


def test_the_example_follows_the_choice_at_once(phone):
    """Squares instead of triangular numbers, without a new page."""
    phone.goto("/rules/chattahoochee")
    example = phone.locator('[data-part="schedule"] [aria-current]')
    expect(example).to_contain_text("21 points")
    phone.locator("#schedule").select_option("square")
    expect(example).to_contain_text("36 points")
    expect(phone).to_have_url(re.compile(r"schedule=square$"))


def test_a2_no_tap_is_lost_while_melds_are_laid(phone):
    """Cards tapped faster than the pad answers are all laid."""
    phone.goto("/solve?cards=4C+5C+6C+7C&lay=1")
    taps = "[...document.querySelectorAll('.hand-left button')].forEach(one => one.click())"
    phone.evaluate(taps)
    expect(
        phone.locator(".found, .answer").get_by_role("button", name=re.compile("Take back"))
    ).to_have_count(4)
    expect(phone.locator(".missed")).to_have_text("Nothing left on the table")
