"""A deal that is over, at an address that says more than the game counts."""

from __future__ import annotations

import pytest

from tests.web.phone import table_of

UNCOUNTED = [
    "tiles-1=3",
    "melded-1=30",
    "melds-1=4C+5C+6C",
    "kind0-1=2",
    "threes-1=1",
    "phase-1=1",
    "unopened-1=1",
    "rummy=1",
]


@pytest.mark.parametrize("field", UNCOUNTED)
def test_what_a_game_does_not_count_is_left_out_and_said(phone, field):
    """The page has no field for it: an address alone can name it, and nobody could take it out again."""
    phone.open("/new?game=gin-rummy").press("Open the table", name_0="Ann", name_1="Ben")
    form = f"/t/{phone.table_id}/over?winner=0&ending=knock&number-0=5&number-1=30"
    phone.open(form)
    assert "more than this game counts" not in phone.text
    counted = phone.answer.text.partition('class="numbers ends"')[2]
    phone.open(f"{form}&{field}")
    assert "The address says more than this game counts." in phone.text
    assert phone.answer.text.partition('class="numbers ends"')[2].partition("</table>") == counted.partition(
        "</table>"
    )
    name, _, text = field.partition("=")
    phone.send(phone.form("Record"), ("record", "1"), **{name.replace("-", "_"): text})
    ending = table_of(phone).deals[0].ending
    assert [(hand.score, hand.tiles, hand.melds) for hand in ending.hands] == [(25, None, ()), (0, None, ())]
