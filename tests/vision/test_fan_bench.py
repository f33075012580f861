"""The bench of fans counts each card by what was read of it."""

import numpy as np

from bench import fans
from training.card_scenes import Truth
from vision.reader import PictureReading, PieceReading


def _truth(*cards: tuple[float, int, int, float]) -> Truth:
    """Indices at (x, 100) by x, rank, suit and seen part; one a card."""
    rows = [
        [x, 100, 30, 0, -1, 1, 2, rank, suit, 0, seen, n] for n, (x, rank, suit, seen) in enumerate(cards)
    ]
    return np.array(rows, np.float32)


def _read(*cards: tuple[str, float, float]) -> PictureReading:
    pieces = tuple(PieceReading(name, sure, (round(x) - 10, 85, 20, 30)) for name, x, sure in cards)
    return PictureReading(pieces, ())


def test_the_bench_counts_each_card_of_a_fan_by_what_was_told_of_it() -> None:
    truth = _truth((50, 0, 0, 1.0), (100, 5, 2, 0.55), (150, 9, 3, 0.55), (200, 8, 1, 0.3), (250, 1, 1, 0.0))
    reading = _read(("AC", 51, 0.99), ("6H", 101, 0.7), ("9S", 149, 0.95), ("KD", 400, 0.5))
    told = [(card.name, card.cover, card.told, card.asked) for card in fans.fan_cards(truth, reading)]
    half = "covered by a third to a half"
    assert told == [
        ("KD", fans.HIDDEN, "wrong", True),
        ("AC", "whole", "right", False),
        ("6H", half, "right", True),
        ("TS", half, "wrong", False),
        ("9D", "covered by more than half", "missed", False),
    ]


def test_a_card_told_twice_is_wrong_once() -> None:
    cards = fans.fan_cards(_truth((50, 0, 0, 1.0)), _read(("AC", 51, 0.99), ("AC", 48, 0.95)))
    assert dict(fans.counts(cards)) == {"wrong": 1, "asked": 0, "sure": 1, "right": 1}


def test_both_readers_stand_in_each_line_of_the_table() -> None:
    truth = _truth((50, 0, 0, 1.0))
    before, after = fans.fan_cards(truth, _read()), fans.fan_cards(truth, _read(("AC", 51, 0.99)))
    whole = next(text for text in fans.table(["a", "b"], [before, after]).splitlines() if "whole" in text)
    assert whole.split() == [
        "whole",
        "1",
        *["0.0%", "0.0%", "0.0%", "0.0%", "100.0%"],
        *["100.0%", "0.0%", "0.0%", "0.0%", "0.0%"],
    ]
