"""The play that brings most is suggested while nobody says which is meant (H8)."""

from __future__ import annotations

from tests.web.test_plays import ALTERNATE, lay, lying, opened, show

__all__ = ["opened"]


def suggested(phone):
    return phone.form("Lay them").value("where")


def test_h8_cards_that_fit_a_meld_are_added_to_it(opened):
    """♣4567 and ♣89 are 21 as one meld, 13 as two."""
    ann = lay(opened(), "4C 5C 6C 7C")
    assert suggested(show(ann, "8C 9C")) == "add-0"
    assert "10 → 21 points" in ann.text
    ann.press("Lay them")
    assert lying(ann) == ["4C 5C 6C 7C 8C 9C"]


def test_h8_the_longest_of_several_melds_is_chosen(opened):
    ann = lay(opened(), "9C TC JC")
    lay(ann, "4C 5C 6C 7C")
    assert suggested(show(ann, "8C")) == "add-1"


def test_h8_what_the_player_picks_stays_while_cards_go_in(opened):
    ann = lay(opened(), "4C 5C 6C 7C")
    show(ann, "8C 9C")
    ann.press("Judge", where="new")
    assert suggested(ann) == "new"
    assert "10 → 13 points" in ann.text
    ann.press("Judge", cards="8C 9C TC")
    assert suggested(ann) == "new"


def test_h8_cards_that_fit_nowhere_are_a_new_meld(opened):
    ann = lay(opened(), "4C 5C 6C 7C")
    assert suggested(show(ann, "TD")) == "new"
    assert suggested(show(ann, "TD 4S")) == "new"


def test_h8_what_the_page_showed_is_what_is_recorded(opened):
    """Cards laid at once, without script: the play that was shown, though another would bring more."""
    ann = lay(opened(ALTERNATE), "4C 5C 6C 7C")
    ann.open(f"/t/{ann.table_id}/play")
    ann.press("Lay them", cards="8C 9C")
    assert lying(ann) == ["4C 5C 6C 7C", "8C 9C"]
