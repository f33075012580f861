"""Where more cards lie than could be read, the reading says so."""

import pytest

from bench import photos
from tests.by_night import each_nth
from tests.shared import SHARED
from tests.vision.card_rows import card_row
from vision import reader
from vision.mirrored import mirrored_picture

PHOTOS = SHARED / "photos"
CARDS = ["2S", "3H", "4C", "6D", "7S", "9H", "TC", "JD", "QS", "KH", "AC", "5D", "8H"]


@pytest.mark.parametrize(("step", "seed"), each_nth([(22, 1), (18, 3), (22, 12), (15, 3), (15, 7)], 3))
def test_a_fan_whose_indices_the_next_cards_cover_is_covered(step: int, seed: int) -> None:
    reading = reader.read_cards(card_row(CARDS, step, seed))
    assert len(reading.cards) < len(CARDS)
    assert reading.faults == ("covered",)


def test_a_fan_in_a_mirrored_picture_is_covered_too() -> None:
    reading = reader.read_cards(mirrored_picture(card_row(CARDS, 22, 3)))
    assert "covered" in reading.faults


@pytest.mark.parametrize(("step", "seed"), each_nth([(60, 1), (40, 3), (40, 12), (400, 3)], 2))
def test_cards_that_are_all_read_are_not_covered(step: int, seed: int) -> None:
    reading = reader.read_cards(card_row(CARDS[:6], step, seed))
    assert (len(reading.cards), reading.faults) == (6, ())


@pytest.mark.nightly
@pytest.mark.timeout(1800)  # every photo, on a machine that does much else
@pytest.mark.skipif(not PHOTOS.exists(), reason="the photos lie beside the checkout")
def test_no_photo_of_cards_in_sight_is_called_covered() -> None:
    read = [*photos.results(PHOTOS), *photos.results(SHARED / "photos-2")]
    assert [result.file.name for result in read if "covered" in result.reading.faults] == []
