"""Melds that interlock lie rank under rank, and the bracket spans their stretch (I2-I6)."""

from __future__ import annotations

import pytest

from scorepad.answers import hand_answers
from scorepad.answers.interlock_drawing import interlock_drawings, undrawn_parts
from scorepad.answers.terms import Terms
from scorepad.core.notation import read_melds
from scorepad.rulebook import chattahoochee_interlocking

RULES = chattahoochee_interlocking.GAME.rules({"jokers": 2, "packs": 3})


def answer(text):
    """Melds and bonuses as an answer has them."""
    verdict = hand_answers.check(RULES, read_melds(text, RULES.pack), Terms(limit=0))
    assert verdict.legal
    return verdict.melds, verdict.bonuses


def under(row, column):
    return row.card_at(column).rank


def test_i2_two_melds_lie_rank_under_rank():
    """♠3–9 and ♠6–J share 6 7 8 9 with opposite suits: columns 3 to 6."""
    [drawing] = interlock_drawings(*answer("♠3♦4♠5♦6♠7♦8♠9 / ♠6♦7♠8♦9♠T♦J"))
    assert [row.first_column for row in drawing.rows] == [0, 3]
    [bracket] = drawing.brackets
    assert (bracket.first_column, bracket.width, bracket.bonus.length, bracket.bonus.points) == (3, 4, 4, 24)
    assert [under(row, 3) for row in drawing.rows] == ["6", "6"]


def test_i4_three_melds_share_one_bracket():
    """Five long, in three suits."""
    [drawing] = interlock_drawings(*answer("♠3♥4♠5♥6♠7♥8♠9 / ♥5♦6♥7♦8♥9♦T♥J♦Q / ♠4♦5♠6♦7♠8♦9♠T"))
    assert [row.first_column for row in drawing.rows] == [0, 2, 1]
    [bracket] = drawing.brackets
    assert (bracket.first_column, bracket.width, bracket.bonus.points, bracket.bonus.melds) == (
        2,
        5,
        150,
        (0, 1, 2),
    )


def test_i3_wilds_lie_in_the_stretch_and_do_not_count():
    """The bracket spans them; its length leaves them out."""
    [drawing] = interlock_drawings(*answer("♣8♥9♣T♥J♣Qw♣A♥2♣3 / ♣J♥Q♣K♥A♣2♥3♣4♥5"))
    [bracket] = drawing.brackets
    assert (bracket.width, bracket.bonus.length) == (6, 5)


def test_i6_a_meld_interlocks_with_itself_lap_under_lap():
    """17 cards: thirteen, and four under the first four."""
    [drawing] = interlock_drawings(*answer("♠3♦4♠5♦6♠7♦8♠9♦T♠J♦Q♠K♦A♠2♦3♠4♦5♠6"))
    assert [len(row.laid) for row in drawing.rows] == [13, 4]
    assert [row.points for row in drawing.rows] == [136, None]
    assert [(bracket.first_column, bracket.width) for bracket in drawing.brackets] == [(0, 4)]
    assert drawing.is_tied(drawing.rows[1], 3)
    assert not drawing.is_tied(drawing.rows[0], 4)


@pytest.mark.parametrize(
    "text",
    [
        "♠7♦8♠9♦T♠J♦Q / ♠6♦7♠8♦9♠T / ♦4♠5♦6♠7♦8 / ♥Q",
        "♦4♠5♦6♠7♦8♠9 / ♦7♠8♦9♠T♦J♠Q♦K♠A♦2♠3♦4♠5♦6 / ♠4♦5♠6♦7♠8",
        "♠3♦4♠5♦6♠7♦8♠9 / ♦6♠7♦8♠9♦T♠J",
    ],
)
def test_i5_every_meld_and_bonus_is_shown_once(text):
    """In a drawing or beside it; ranks of a stretch stand in one column."""
    melds, bonuses = answer(text)
    found = interlock_drawings(melds, bonuses)
    rest, words = undrawn_parts(found, melds, bonuses)
    assert sum(len(drawing.rows) for drawing in found) + len(rest) == len(melds)
    assert sum(len(drawing.brackets) for drawing in found) + len(words) == len(bonuses)
    for drawing in found:
        for bracket in drawing.brackets:
            rows = [row for row in drawing.rows if row.meld_number in bracket.bonus.melds]
            for column in range(bracket.first_column, bracket.first_column + bracket.width):
                assert len({under(row, column) for row in rows}) == 1


def test_melds_that_do_not_interlock_are_in_no_drawing():
    melds, bonuses = answer("♠3♦4♠5 / ♦3♥4♦5")
    assert interlock_drawings(melds, bonuses) == []
