"""Several photos of one hand put together: what is asked, and what is never lost or doubled."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.photos.together import PhotoCard, put_together


def photo_rows(photo, *texts):
    """The rows of a photo, numbered as they come; `?` marks doubtful cards."""
    numbers = iter(range(1000))
    return [
        [PhotoCard(photo, next(numbers), text.rstrip("?"), text.endswith("?")) for text in row.split()]
        for row in texts
    ]


def together(*photos, copies=2):
    return put_together(
        [photo_rows(number, *rows) for number, rows in enumerate(photos)], lambda _text: copies
    )


def texts(rows):
    return [" ".join(card.text for card in row) for row in rows]


def asked(answer):
    """The cards of each question, in the words of the earlier photo."""
    return [" ".join(first.text for first, _ in each.pairs) for each in answer.seen_twice]


@pytest.mark.parametrize(
    ("first", "second", "run", "rows"),
    [
        (["2C 3C 4C 5C"], ["4C 5C 6C 7C"], "4C 5C", ["2C 3C 4C 5C 6C 7C"]),
        (["4C 5C 6C 7C"], ["2C 3C 4C 5C"], "4C 5C", ["2C 3C 4C 5C 6C 7C"]),
        (["2C 3C 4C 5C"], ["7C 6C 5C 4C"], "4C 5C", ["2C 3C 4C 5C 6C 7C"]),
        (["2C 3C 4C"], ["4C 3C 2C"], "2C 3C 4C", ["2C 3C 4C"]),
        (["2C 3C 4C 5C"], ["3C 4C"], "3C 4C", ["2C 3C 4C 5C"]),
        (["QH 3C"], ["3C KD"], "3C", ["QH 3C KD"]),
    ],
)
def test_the_longest_run_that_two_photos_share_is_one_question(first, second, run, rows):
    """From either side of the table; taken for the same cards where it joins the rows."""
    answer = together(first, second)
    assert asked(answer) == [run]
    assert [each.same for each in answer.seen_twice] == [True]
    assert texts(answer.rows) == rows


def test_a_single_card_in_the_middle_is_asked_about_and_stays_twice_until_then():
    answer = together(["2C QH 3C"], ["9D QH 9S"])
    assert [(each.same, each.certain) for each in answer.seen_twice] == [(False, False)]
    assert texts(answer.rows) == ["2C QH 3C", "9D QH 9S"]


def test_a_card_that_the_packs_hold_once_must_be_the_same():
    answer = together(["2C QH 3C"], ["9D QH 9S"], copies=1)
    assert [(each.same, each.certain) for each in answer.seen_twice] == [(True, True)]
    assert texts(answer.rows) == ["2C QH 3C", "9D 9S"]


def test_a_third_one_of_two_packs_is_one_of_the_two():
    answer = together(["2C QH 3C QH 4C"], ["9D QH 9S"])
    assert [each.certain for each in answer.seen_twice] == [True]


def test_a_doubtful_card_between_cards_that_are_alike_belongs_to_the_question():
    answer = together(["2C 3C 4C 5C"], ["3C 9H? 5C 6C"])
    assert asked(answer) == ["3C 4C 5C"]
    assert texts(answer.rows) == ["2C 3C 4C 5C 6C"]
    assert asked(together(["2C 3C 4C 5C"], ["3C 9H 5C 6C"])) == ["3C", "5C"]


def test_a_third_photo_is_compared_with_the_first_two_together():
    answer = together(["2C 3C 4C"], ["3C 4C 5C 6C"], ["4C 5C 6C 7C"])
    assert asked(answer) == ["3C 4C", "4C 5C 6C"]
    assert texts(answer.rows) == ["2C 3C 4C 5C 6C 7C"]


def test_a_row_can_join_two_of_the_photo_before():
    answer = together(["2C 3C", "QH 4C"], ["3C QH"])
    assert texts(answer.rows) == ["2C 3C QH 4C"]


def test_a_row_that_is_joined_at_both_of_its_ends_stays():
    """A ring of cards, as they lie round a table."""
    assert texts(together(["2C 3C 4C"], ["4C QH 2C"]).rows) == ["QH 2C 3C 4C"]


def test_equal_cards_without_end_are_put_together_at_once():
    """A picture of nothing but one card would else take minutes."""
    row = " ".join(["2C"] * 108)
    assert len(together([row], [row]).rows) == 1


ROWS = st.lists(st.lists(st.sampled_from(["2C", "3C", "4C", "QH"]), max_size=5).map(" ".join), max_size=3)


@given(st.lists(ROWS, min_size=1, max_size=4), st.integers(0, 3))
def test_no_card_is_lost_or_doubled_in_silence(photos, copies):
    """Every card stands in the rows once, but the second of a pair that is asked about."""
    answer = together(*photos, copies=copies)
    stands = Counter(card for row in answer.rows for card in row)
    dropped = Counter(second for each in answer.seen_twice if each.same for _, second in each.pairs)
    every = Counter(
        card for number, rows in enumerate(photos) for row in photo_rows(number, *rows) for card in row
    )
    assert stands + dropped == every
