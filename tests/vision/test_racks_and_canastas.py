"""Racks of okey, a table of 101 and canastas: put together of tiles and cards cut out of real photos."""

import cv2
import numpy as np
import pytest

from scorepad.core.card_text import write_melds
from scorepad.core.cards import Card, Laid
from scorepad.core.check import check_meld
from scorepad.core.deal_facts import DealFacts
from scorepad.core.notation import read_cards
from scorepad.core.packs import okey_tiles
from scorepad.core.rules import Rules
from scorepad.photos.photo_states import PhotoState
from scorepad.photos.reading import read_pixels
from scorepad.rulebook import find_game
from scorepad.web.photos.own_photos import ReadPhoto, read_photo
from tests.by_night import by_night
from tests.shared import SHARED
from tests.vision.tile_racks import PHOTOS, composed_rack
from vision import reader
from vision.spots import Picture

pytestmark = pytest.mark.skipif(not PHOTOS.exists(), reason="the photos lie beside the checkout")

TURNED = Card("8", "R")
"""The tile turned up, so that the red nines are wild."""
TENS = {"TH": (40, 314), "TS": (36, 494), "TD": (284, 312), "TC": (282, 502)}
"""Where the upper left corners of cards lie on one photo, down and across."""
CARD_HIGH, CARD_WIDE = 222, 164


def _rules(game: str) -> Rules:
    return find_game(game).house_rules().rules_in(DealFacts(1, TURNED))


def _read(picture: Picture) -> ReadPhoto:
    seen = read_pixels(picture, "rummikub")
    return read_photo(PhotoState("read", reading=seen, size=picture.shape[1::-1]), okey_tiles(TURNED))


def _rows(photo: ReadPhoto) -> list[str]:
    return [" ".join(card.text for card in row) for row in photo.rows]


@pytest.mark.parametrize("seed", [1, *map(by_night, (2, 3))])
def test_o1_a_rack_of_two_rows_is_read_with_the_okey_and_a_false_joker(seed: int) -> None:
    rack = [["R7", "R8", "R9", "", "B9", "K11", "O11"], ["O3", "O5", "", "O8", "O9", "B4", "JOKER"]]
    photo = _read(composed_rack(rack, seed))
    assert " ".join(_rows(photo)) == "7R 8R w 9B 11K 11O 3O 5O 8O 9O 4B F"


def test_o1_a_rack_read_as_tiles_of_okey_names_the_false_joker_before_any_tile_is_turned_up() -> None:
    rack = [["R7", "R8", "R9", "", "B9", "JOKER", "O11"]]
    read = [card.card for card in read_pixels(composed_rack(rack), "okey").cards]
    assert read == ["7R", "8R", "9R", "9B", "F", "11O"]
    assert read_cards(" ".join(read), okey_tiles(TURNED))[4] == Laid(Card("9", "R"))


@pytest.mark.parametrize("name", ["tiles-rack-1.jpg", "tiles-rack-2.jpg"])
def test_o1_the_okey_on_a_real_rack_is_wild(name: str) -> None:
    picture = np.asarray(cv2.imread(str(PHOTOS / name)), np.uint8)
    texts = [card.text for row in _read(picture).rows for card in row]
    assert texts.count("w") == ("rack-2" in name)
    assert len(texts) == 13


def test_t2_the_melds_of_a_table_of_101_are_judged() -> None:
    table = [
        ["K10", "K11", "K12", "K13", "", "B9", "O9", "K7"],
        ["R7", "R8", "JOKER", "", "B1", "B2", "B3", "B4"],
    ]
    photo, rules = _read(composed_rack(table)), _rules("okey-101")
    melds = [tuple(card.laid for card in row if card.laid) for row in photo.rows]
    assert write_melds(melds, rules.pack) == "10K 11K 12K 13K / 9B 9O 7K / 7R 8R F / 1B 2B 3B 4B"
    assert [check_meld(rules, meld).legal for meld in melds] == [True, False, True, True]


def _columns(columns: list[list[str]], step: int = 62) -> Picture:
    """Cards of one photo laid down in columns, each over the lower part of the one before it."""
    photo = np.asarray(cv2.imread(str(SHARED / "photos" / "wood-webcam-5.jpg")), np.uint8)
    high = CARD_HIGH + step * max(map(len, columns)) + 60
    picture: Picture = np.full((high, len(columns) * 230 + 60, 3), (40, 80, 30), np.uint8)
    for number, column in enumerate(columns):
        for place, name in enumerate(column):
            down, across = TENS[name]
            top, left = 30 + place * step, 40 + number * 230
            card = photo[down : down + CARD_HIGH, across : across + CARD_WIDE]
            picture[top : top + CARD_HIGH, left : left + CARD_WIDE] = card
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.6), np.uint8)


def test_canastas_in_columns_are_read_column_by_column_with_every_double() -> None:
    columns = [["TH", "TS", "TD", "TC", "TH", "TS", "TD"], ["TC", "TC", "TH"], ["TS", "TD", "TS", "TD"]]
    read = reader.read_cards(_columns(columns))
    assert [[read.cards[place].name for place in group] for group in read.groups] == columns
