"""A sign that is none of the four suits is never surely a diamond; diamonds of French cards stay sure."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.by_night import by_night
from tests.shared import SHARED
from tests.vision import card_rows
from tests.vision.marks import corners
from training import other_suits
from training.deck_styles import DeckStyle
from training.other_suits import _draw_acorn, _draw_cross, _draw_star, _draw_tree
from training.suit_shapes import MASK_SIDE, Mask, trimmed_mask
from vision import diamonds, reader
from vision.labels import NO_SUIT, SUITS
from vision.naming import NamedIndex
from vision.seen_cards import gather_cards
from vision.spots import Picture

PICTURE: Picture = np.full((600, 600, 3), 255, np.uint8)
SURE, SURE_TURNED = 0.98, 0.98


def _diamonds(*chances: float) -> list[NamedIndex]:
    """A seven of diamonds each, side by side, as sure as that."""
    marks = [replace(corners("7D", 100 + 150 * n, 300)[0]) for n in range(len(chances))]
    return [
        replace(mark, suit_chances=_suit_chances(chance)) for mark, chance in zip(marks, chances, strict=True)
    ]


def _suit_chances(diamond: float) -> np.ndarray:
    chances = np.full(len(SUITS), (1 - diamond) / (len(SUITS) - 1))
    chances[diamonds.DIAMOND] = diamond
    return chances


def _asked(marks: list[NamedIndex], turned: list[float], monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    answers = np.array([_suit_chances(chance) for chance in turned])
    monkeypatch.setattr(diamonds, "suit_chances", lambda _crops, _namer: answers)
    cards = sorted(gather_cards(marks), key=lambda card: card.centre)
    read = diamonds.with_asked_diamonds(PICTURE, [c for c in cards if c.suit != NO_SUIT], marks, None)
    return [card.confidence < reader.DOUBTFUL for card in read]


@pytest.mark.parametrize(
    ("chances", "turned", "asked"),
    [
        ([SURE, SURE, SURE], [SURE_TURNED] * 3, [False, False, False]),
        ([SURE, SURE, SURE], [SURE_TURNED, 0.9, SURE_TURNED], [False, True, False]),
        ([0.96, SURE, SURE], [SURE_TURNED] * 3, [True, False, False]),
        ([SURE, SURE, SURE], [0.9, 0.5, SURE_TURNED], [True, True, True]),
    ],
)
def test_a_diamond_that_is_none_upside_down_is_asked_about_and_all_where_half_of_them_are_none(
    chances: list[float], turned: list[float], asked: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _asked(_diamonds(*chances), turned, monkeypatch) == asked


def test_beside_a_card_with_another_sign_every_diamond_is_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    star, *_ = corners("9C", 400, 300)
    star = replace(star, suit_chances=np.eye(len(SUITS))[NO_SUIT])
    marks = _diamonds(SURE)
    cards = gather_cards(marks)
    monkeypatch.setattr(diamonds, "suit_chances", lambda _crops, _namer: np.array([_suit_chances(SURE)]))
    for others, is_asked in (([], False), ([star], True)):
        (card,) = diamonds.with_asked_diamonds(PICTURE, cards, [*marks, *others], None)
        assert (card.confidence < reader.DOUBTFUL) == is_asked


def test_a_diamond_is_one_upside_down_and_a_tree_is_not() -> None:
    """What is turned is the sign and not the rank."""
    crop = np.full((64, 48, 3), 240, np.uint8)
    cv2.putText(crop, "7", (16, 29), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (40, 40, 200), 2, cv2.LINE_AA)
    diamond, tree = crop.copy(), crop.copy()
    cv2.fillConvexPoly(
        diamond, np.array([(24, 34), (32, 44), (24, 54), (16, 44)]), (40, 40, 200), cv2.LINE_AA
    )
    cv2.fillConvexPoly(tree, np.array([(24, 34), (33, 50), (15, 50)]), (40, 40, 200), cv2.LINE_AA)
    turned = diamonds.with_turned_sign(tree)
    rows = np.flatnonzero((turned[32:, 24] < 120).any(1))
    widths = [(turned[32 + row] < 120).any(1).sum() for row in (rows[0], rows[-1])]
    assert widths[0] > widths[1]
    ink = diamonds.with_turned_sign(diamond)[30:58] < 120
    assert abs(int(ink[:14].sum()) - int(ink[14:].sum())) < 0.15 * ink.sum()
    assert np.abs(turned[:26].astype(int) - crop[:26]).mean() < 20


@pytest.mark.parametrize("draw", [_draw_star, by_night(_draw_tree), _draw_acorn, by_night(_draw_cross)])
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.nightly) for n in (1, 2, 3))])
def test_stars_trees_acorns_and_crosses_are_never_surely_diamonds(
    draw: Callable[[Mask, np.random.Generator], None], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the ink of diamonds, in decks whose other suits are the usual ones."""

    def change_diamonds(style: DeckStyle, rng: np.random.Generator) -> None:
        canvas = np.zeros((other_suits._SIDE, other_suits._SIDE), np.uint8)
        draw(canvas, rng)
        small = cv2.resize(canvas, (MASK_SIDE, MASK_SIDE), interpolation=cv2.INTER_AREA)
        style.suit_masks, style.pip_masks = dict(style.suit_masks), dict(style.pip_masks)
        style.suit_masks["D"] = style.pip_masks["D"] = trimmed_mask(np.asarray(small, np.uint8))
        style.other_suits = ("D",)

    monkeypatch.setattr(card_rows, "change_suits", change_diamonds)
    picture = card_rows.card_row(["7D", "9H", "4D", "JC", "6D"], 270, seed, other_suits=True)
    far = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    for read in (reader.read_cards(picture), reader.read_cards(far)):
        assert not [card for card in read.cards if card.name[-1] == "D" and not card.doubtful]


@pytest.mark.skipif(not (SHARED / "photos").exists(), reason="the photos lie beside the checkout")
@pytest.mark.parametrize("name", ["fan-cork-4.jpg", "wood-webcam-5.jpg", "green-felt-13.jpg"])
def test_diamonds_on_photos_stay_sure(name: str) -> None:
    picture = reader.decode_picture((SHARED / "photos" / name).read_bytes())
    assert picture is not None
    read = [card for card in reader.read_cards(picture).cards if card.name.endswith("D")]
    assert read
    assert not [card.name for card in read if card.doubtful]
