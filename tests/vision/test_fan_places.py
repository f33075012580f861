"""An index that a neighbour covers in part counts where the others of its fan show that a card is there."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.marks import HIGH, index
from vision import fan_places, reader
from vision.fan_places import FAN_CHANCE, fan_spots, is_index_in_fan, raised_in_fans, weak_marks
from vision.labels import NO_RANK
from vision.naming import NamedIndex
from vision.reader import DOUBTFUL
from vision.seen_cards import join_marks
from vision.spots import Spot

STEP = 0.5 * HIGH
FAN = [index(name, 100 + STEP * place, 100, 0.1 * place) for place, name in enumerate(("KS", "5S", "QS"))]


def _weak(name: str, x: float, turn: float = 0.3) -> NamedIndex:
    mark = index(name, x, 100, turn)
    return replace(mark, spot=replace(mark.spot, confidence=0.05))


def _chance(mark: NamedIndex) -> float:
    return raised_in_fans([*FAN, mark])[-1].spot.confidence


def test_a_weak_index_beside_two_others_of_its_fan_counts() -> None:
    assert _chance(_weak("9H", 100 + 3 * STEP)) == FAN_CHANCE


def test_the_card_of_an_index_that_only_its_fan_makes_likely_is_asked_about() -> None:
    mark = raised_in_fans([*FAN, _weak("9H", 100 + 3 * STEP)])[-1]
    certain = replace(
        mark, rank_chances=np.round(mark.rank_chances), suit_chances=np.round(mark.suit_chances)
    )
    assert join_marks((certain,)).confidence < DOUBTFUL


def test_a_surely_found_index_keeps_its_chance_in_a_fan() -> None:
    assert raised_in_fans(FAN) == FAN


@pytest.mark.parametrize(
    "mark",
    [
        pytest.param(_weak("9H", 100 + 9 * STEP), id="too far from the others"),
        pytest.param(_weak("9H", 100 + 3 * STEP, 1.2), id="turned to the others"),
        pytest.param(_weak("JOKER", 100 + 3 * STEP), id="a joker, as words look like one"),
    ],
)
def test_a_weak_index_stays_weak_where_no_fan_would_show_it(mark: NamedIndex) -> None:
    assert _chance(mark) == mark.spot.confidence


def test_a_weak_index_of_another_size_stays_weak() -> None:
    mark = _weak("9H", 100 + 3 * STEP)
    assert _chance(replace(mark, spot=replace(mark.spot, height=HIGH * 1.4))) < FAN_CHANCE


def test_a_weak_index_beside_a_single_one_stays_weak() -> None:
    mark = _weak("9H", 100 + STEP, 0.1)
    assert raised_in_fans([FAN[0], mark])[-1].spot.confidence < FAN_CHANCE


def test_what_may_be_nothing_stays_weak_in_a_fan() -> None:
    mark = _weak("9H", 100 + 3 * STEP)
    ranks = mark.rank_chances * 0.6
    ranks[NO_RANK] = 0.4
    assert not is_index_in_fan(replace(mark, rank_chances=ranks), fan_spots(FAN))


def test_only_weak_spots_in_a_fan_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    named: list[Spot] = []

    def note(_picture: object, spots: Sequence[Spot], _namer: object) -> list[NamedIndex]:
        named.extend(spots)
        return []

    monkeypatch.setattr(fan_places, "name_spots", note)
    near, far = _weak("9H", 100 + 3 * STEP).spot, _weak("9H", 400).spot
    weak_marks(np.zeros((8, 8, 3), np.uint8), [near, far], FAN, None)
    assert named == [near]


def _doubtful(mark: NamedIndex) -> NamedIndex:
    """An index that may as well be of two other ranks."""
    ranks = np.full_like(mark.rank_chances, 0.001)
    ranks[:2], ranks[2] = 0.38, 0.2
    return replace(mark, rank_chances=ranks)


@pytest.mark.parametrize(("x", "count"), [(100 + 3 * STEP, 4), (400, 3)])
def test_a_card_whose_name_is_unsure_is_kept_where_a_fan_shows_that_it_is_there(x: float, count: int) -> None:
    mark = replace(_doubtful(_weak("9H", x)), spot=replace(_weak("9H", x).spot, confidence=0.9))
    assert len(reader._cards_of([*FAN, mark])) == count
