"""Every pack can be typed with a thumb: keys, tabs, tiles, names, on a phone and on a small one."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.screen import expect_no_sideways_scroll
from tests.browser.test_tables import open_table
from tests.by_night import each_nth

SMALL = {"width": 320, "height": 640}
SHOWN_KEYS = """[...document.querySelectorAll(".key")].filter((key) => key.checkVisibility())
  .map((key) => key.getBoundingClientRect().toJSON())"""

HANDS = {
    "spanish-40": ("7H 10H 11H 1D", "7", "10 of cups"),
    "german-36": ("KA AA 6A 7L", "7", "king of acorns"),
    "swiss-36": ("9R TR UR OR", "10", "unter of roses"),
    "piquet-32": ("KD AD 7D", "6", "ace of diamonds"),
    "rook": ("13Y 14Y 1Y 7G", "7", "yellow 14"),
    "five-crowns": ("KX 3X 4X 5H", "7", "king of stars"),
    "five-hundred-63": ("12H 13H JH QC", "7", "13 of hearts"),
    "tarot-78": ("JC CC QC XXIM", "7", "cavalier of clubs"),
    "seventeen": ("16S 0S 1S", "6", "16 of spades"),
    "rummikub": ("9R 10R 11R 13K 1K", "8", "red 10"),
}


def key(page: Page, card: str):
    return page.locator(f'.key[value="{card}"]')


def shown_key(page: Page, card: str):
    """The key of a card, its suit's tab tapped where only one suit shows."""
    found = key(page, card).locator("visible=true")
    if not found.count():
        rows = page.locator(".suit-keys")
        place = next(at for at in range(rows.count()) if rows.nth(at).locator(f'[value="{card}"]').count())
        page.locator(".tab").nth(place).click()
    return found


def open_pad(page: Page, pack: str, **options: str) -> None:
    page.goto(
        "/solve?" + urlencode({"o-pack": pack, **{f"o-{name}": value for name, value in options.items()}})
    )


ON_A_SMALL_PHONE = ("rummikub", "tarot-78", "five-hundred-63", "spanish-40")
SIZES = [
    *each_nth(((pack, SMALL) for pack in ON_A_SMALL_PHONE), 2),
    *each_nth(((pack, PHONE) for pack in HANDS), 9),
]


@pytest.mark.parametrize(("pack", "size"), SIZES)
def test_p_a_hand_of_the_pack_is_typed_by_taps(new_phone, pack, size):
    """Each card by its key, the best beside it, the cards read aloud by the pack's own names."""
    phone = new_phone(viewport=size)
    cards, points, name = HANDS[pack]
    open_pad(phone, pack)
    for card in cards.split():
        shown_key(phone, card).click()
    expect(phone.locator("[data-best]")).to_have_text(f"· best {points}")
    expect(phone.locator("#cards")).to_have_value(cards)
    expect(phone.get_by_role("button", name=f"Take out {name}")).to_be_visible()
    expect(phone.locator(".found").get_by_role("img", name=name).first).to_be_visible()
    expect_no_sideways_scroll(phone)


@pytest.mark.parametrize("pack", each_nth([*HANDS, "pinochle-5", "spanish-48", "french-48"], 7))
def test_p_keys_of_every_pack_are_as_large_as_thumbs(new_phone, pack):
    """At least 44 pixels each way, every key of a suit on the screen, none over another."""
    phone = new_phone()
    open_pad(phone, pack, jokers="2")
    for width in (320, 360):
        phone.set_viewport_size({"width": width, "height": 844})
        for place in range(phone.locator(".tab").count()):
            tab = phone.locator(".tab").nth(place)
            if tab.is_visible():
                tab.click()
            boxes = phone.evaluate(SHOWN_KEYS)
            assert min(min(box["width"], box["height"]) for box in boxes) >= 44
            assert max(box["y"] + box["height"] for box in boxes) <= 844
            assert len({(round(box["x"]), round(box["y"])) for box in boxes}) == len(boxes)
            if not tab.is_visible():
                break


def test_k_tiles_look_like_tiles(new_phone):
    """Number over shape; each colour has a shape of its own; the joker is one too."""
    phone = new_phone()
    open_pad(phone, "rummikub", jokers="2")
    for card in ("9R", "10R", "w", "12R"):
        shown_key(phone, card).click()
    expect(phone.locator(".found .card.tile")).to_have_count(4)
    expect(phone.locator(".found").get_by_role("img", name="joker as red 11")).to_be_visible()
    shapes = phone.locator(".suit-keys .key:first-child use").evaluate_all(
        "all => all.map(one => one.href.baseVal)"
    )
    assert len(set(shapes)) == 4


def test_p_a_pack_of_ones_own(new_phone):
    """Ten suits of three ranks: a tab each, typed text read by the pack."""
    phone = new_phone()
    open_pad(phone, "custom", suits="10", ranks="1 2 3")
    expect(phone.locator(".tab:visible")).to_have_count(10)
    for card in ("1C", "2C", "3R"):
        shown_key(phone, card).click()
    expect(phone.locator("[data-best]")).to_have_text("· best 4")
    phone.reload()
    expect(phone.locator("[data-live]")).to_have_text("3 cards")


@pytest.mark.parametrize(
    ("game", "page", "card", "drawing", "ink"),
    [
        ("game=rummikub", "over?winner=0&at=1", "4B", "blue", "rgb(21, 101, 192)"),
        ("game=chattahoochee-alternate&o-pack=rook", "play", "4G", "green", "rgb(46, 125, 50)"),
    ],
)
def test_p3_tables_draw_tiles_and_colours_as_their_own(phone, game, page, card, drawing, ink):
    """A blue tile that is left and a green card that is laid are blue and green where they are tapped."""
    phone.goto(f"{open_table(phone, 'Ann', 'Ben', rules=f'?{game}')}/{page}")
    key(phone, card).click()
    expect(phone.locator("[data-tray] use")).to_have_attribute(
        "href", re.compile(rf"suits\.svg\?v=\w+#{drawing}$")
    )
    expect(phone.locator("[data-tray] .held")).to_have_css("color", ink)


DRAWN = """() => [...document.querySelectorAll("use")].filter((use) => use.checkVisibility())
  .map((use) => [use.getAttribute("href").split("#")[1], use.getBBox().width, getComputedStyle(use).fill])"""


@pytest.mark.parametrize("media", [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"media": "print"}])
def test_p3_suits_come_from_a_file_of_their_own_in_the_ink_of_the_page(phone, media):
    """In light, in the dark and on paper: drawn, and in the colour of the rank beside them."""
    phone.emulate_media(**media)
    phone.goto("/solve?cards=QH+KH+w&o-jokers=1")
    ink = phone.locator(".answer .card.suit-H").first.evaluate("card => getComputedStyle(card).color")
    drawn = phone.evaluate(DRAWN)
    assert {suit for suit, _, _ in drawn} >= {"H", "S"}
    assert all(width > 0 for _, width, _ in drawn)
    assert {fill for suit, _, fill in drawn if suit == "H"} == {ink}


@pytest.mark.parametrize("width", [320, 390])
def test_l1_cards_that_are_ranks_alone_have_one_row_of_keys(new_phone, width):
    """Tapped, shown in the tray and laid without suits; no tab to choose one."""
    phone = new_phone(viewport={"width": width, "height": 664})
    phone.goto("/solve?game=leap-rummy&o-run_suits=none&o-jokers=1")
    expect(phone.locator(".key:visible")).to_have_count(14)
    expect(phone.locator(".tab:visible")).to_have_count(0)
    for card in ("4C", "9C", "AC", "4C"):
        key(phone, card).click()
    expect(phone.locator("#cards")).to_have_value("4 9 A 4")
    expect(phone.locator("[data-tray] .held")).to_have_text(["A", "4×2", "9"])
    phone.locator('.held[value="4C"]').click()
    expect(phone.locator("[data-best]")).to_have_text("· best 1")
    expect(phone.locator(".held use, .found use")).to_have_count(0)
    expect_no_sideways_scroll(phone)
