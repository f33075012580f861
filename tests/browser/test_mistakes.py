"""Mistakes in forms on a small phone: the sentence stands beside the field, nothing typed is lost (N6)."""

from __future__ import annotations

from playwright.sync_api import Page, expect

SMALL = {"width": 390, "height": 664}


def small(new_phone) -> Page:
    return new_phone(viewport=SMALL)


def test_n6_a_look_alike_letter_is_named_beside_the_hand(new_phone):
    """A Cyrillic С is told as such while it is typed; the text stays, and mending it brings the answer."""
    phone = small(new_phone)
    phone.goto("/solve")
    phone.get_by_text("Type", exact=True).click()
    cards = phone.get_by_label("Cards as text")
    cards.fill("4С 5C 6C")
    expect(phone.locator("[data-faults] li")).to_have_text("'С' at position 2: that is a Cyrillic С; type C.")
    expect(cards).to_have_value("4С 5C 6C")
    cards.fill("4♣ 5♣ 6♣")
    expect(phone.locator("[data-best]")).to_have_text("· best 6")


def test_n6_tiles_are_explained_with_tiles(new_phone):
    """Rummikub names the numbers of its tiles."""
    phone = small(new_phone)
    phone.goto("/solve?game=rummikub&cards=5R+14R")
    expect(phone.locator("[data-faults] li")).to_have_text(
        "'14R' at position 4: this pack has no 14, ranks 1 2 3 4 5 6 7 8 9 10 11 12 13."
    )
    expect(phone.locator("textarea")).to_have_value("5R 14R")


def test_n6_a_house_rule_that_is_wrong_goes_by_its_label(new_phone):
    """A new table with nine packs and a wild card that does not read: said beside the fields, names kept."""
    phone = small(new_phone)
    phone.goto("/new?game=chattahoochee")
    phone.get_by_label("Name in seat 1", exact=True).fill("Ann")
    phone.get_by_label("Name in seat 2", exact=True).fill("Ben")
    phone.locator("details.group", has=phone.locator("#o-packs")).locator("summary").click()
    phone.locator("#o-packs").fill("9")
    phone.locator("details.group", has=phone.locator("#o-wild_cards")).locator("summary").click()
    phone.locator("#o-wild_cards").fill("♥J ZZ")
    phone.get_by_role("button", name="Open the table").click()
    expect(phone.locator("#o-packs-error")).to_contain_text("Packs: expected a whole number from 1")
    expect(phone.locator("#o-wild_cards-error")).to_contain_text("'ZZ' at position 4")
    expect(phone.locator("#o-wild_cards")).to_have_value("♥J ZZ")
    expect(phone.get_by_label("Name in seat 2", exact=True)).to_have_value("Ben")
