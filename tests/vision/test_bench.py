"""The bench says rightly what went wrong."""

from collections import Counter
from pathlib import Path

import pytest

from bench.photo_results import Result, causes
from vision.reader import PictureReading, PieceReading


def _result(truth: str, read: str) -> Result:
    cards = tuple(PieceReading(name, 0.9, (0, 0, 9, 9)) for name in read.split())
    return Result(Path("photo.jpg"), "photos", Counter(truth.split()), PictureReading(cards, ()), 0.1)


@pytest.mark.parametrize(
    ("truth", "read", "faults"),
    [
        ("QH 2C", "2C QH", []),
        ("QH 2C", "QH", ["missed 2C"]),
        ("QH 2C", "QH 2C 2C", ["counted twice 2C"]),
        ("QH 2C", "QD 2C", ["wrong suit QD for QH"]),
        ("QH 2C", "QH 3C", ["wrong rank 3C for 2C"]),
        ("QH 2C", "QH 2C KD", ["invented KD"]),
        ("QH 2C QH", "QH 2C", ["missed QH"]),
        ("R13 B1", "O13 B1", ["wrong suit O13 for R13"]),
        ("R13 B1", "R13 B11", ["wrong rank B11 for B1"]),
        ("R13 JOKER", "R13 K6", ["missed JOKER", "invented K6"]),
        ("6D 6S", "6H 9S", ["wrong suit 6H for 6D", "wrong rank 9S for 6S"]),
    ],
)
def test_every_fault_is_told_by_its_cause(truth: str, read: str, faults: list[str]) -> None:
    assert [f"{fault.cause} {fault}" for fault in _result(truth, read).faults()] == faults


def test_causes_are_counted_over_all_photos() -> None:
    told = causes([_result("QH 2C", "QD"), _result("5C", "5C 5C 5C")])
    assert told == "faults: 1 missed, 2 counted twice, 1 wrong suit, 0 wrong rank, 0 invented"
