"""Cards come back as a person lays and reads them: groups that touch, rows from the left."""

import numpy as np

from tests.vision.marks import corners, index
from vision.labels import RANKS, SUITS
from vision.reader import group_cards
from vision.seen_cards import SeenCard, gather_cards


def _names(groups: list[list[SeenCard]]) -> list[list[str]]:
    return [[RANKS[card.rank] + SUITS[card.suit] for card in group] for group in groups]


def test_overlapping_cards_are_one_group_from_left_to_right() -> None:
    row = [index(name, 100 + 25 * place, 200) for place, name in enumerate(["4C", "5C", "6C", "7C"])]
    assert _names(group_cards(gather_cards(row[::-1]))) == [["4C", "5C", "6C", "7C"]]


def test_rows_are_read_from_the_top_and_groups_in_them_from_the_left() -> None:
    marks = []
    for names, x, y in ((["KH", "KS"], 500, 300), (["2D"], 100, 310), (["9S", "TS"], 120, 20)):
        marks += [mark for place, name in enumerate(names) for mark in corners(name, x + 30 * place, y)]
    assert _names(group_cards(gather_cards(marks))) == [["9S", "TS"], ["2D"], ["KH", "KS"]]


def test_a_picture_without_cards_has_no_groups() -> None:
    assert group_cards(gather_cards([])) == []


def test_cards_laid_across_each_other_are_not_one_group() -> None:
    marks = [index("4C", 200, 200), index("5C", 215, 210, np.pi / 2)]
    assert sorted(_names(group_cards(gather_cards(marks)))) == [["4C"], ["5C"]]
