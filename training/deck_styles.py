"""What makes one deck look unlike another, drawn by chance."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from training import lettering, other_suits, penned_ranks, suit_shapes
from training.suit_shapes import Mask
from vision.labels import RANKS

Colour = tuple[int, int, int]  # blue, green, red

FACE_HEIGHT = 528  # of a drawn face, in pixels: about as many as a card near to the eye takes

PENNED_SHARE = 0.4  # part of the decks whose ranks are drawn by pen, not taken from a font

_OTHER_LETTERS = {
    "de": {"J": "B", "Q": "D", "K": "K"},
    "fr": {"J": "V", "Q": "D", "K": "R"},
    "ru": {"A": "Т", "J": "В", "Q": "Д", "K": "К"},
}
OTHER_LETTERS_SHARE = 0.5  # part of the decks with such letters: only their B is to be told from an 8
LANGUAGE_SHARES = (0.55, 0.25, 0.2)  # of those decks, in the order above
LOOK_ALIKES = tuple(RANKS.index(rank) for rank in "88JJJQKT")
"""What is dealt oftener from a deck with other letters: B beside 8, D beside 10."""
RUSSIAN_LOOK_ALIKES = tuple(RANKS.index(rank) for rank in "AAAQQQJ847")
"""Т beside 7, Д beside 4, В beside 8."""
BOOK_SHARE, BOOK_SHARE_OTHERS = 0.45, 0.75
"""Part of the fonts with serifs: of decks with J Q K, and of those with other letters."""

OTHER_SUITS_SHARE = 0.2
"""Part of the decks of which about half of the suits are none of the four."""


@dataclass
class DeckStyle:
    """One deck: sizes are parts of the card's height, colours blue-green-red."""

    width: int  # of the face in pixels, its height being FACE_HEIGHT
    paper: Colour
    inks: dict[str, Colour]
    rank_masks: dict[str, Mask]
    suit_masks: dict[str, Mask]
    pip_masks: dict[str, Mask]
    rank_height: float
    suit_height: float
    sign_gap: float
    index_margin: tuple[float, float]
    rank_width: float  # widest a rank may be, in parts of its height
    corner_count: int  # 2, or 4
    pip_height: float
    framed: bool
    joker_kind: str  # "column", "star" or "sideways"
    joker_masks: list[Mask]
    likely_ranks: tuple[int, ...] = ()  # that come oftener than others
    other_suits: tuple[str, ...] = ()  # in whose place stands a sign that is none of the four


def _dark_ink(rng: np.random.Generator) -> Colour:
    grey = int(rng.integers(0, 60))
    return (grey + int(rng.integers(0, 12)), grey, grey)


def _red_ink(rng: np.random.Generator) -> Colour:
    return (int(rng.integers(10, 80)), int(rng.integers(0, 60)), int(rng.integers(150, 240)))


def _suit_inks(rng: np.random.Generator) -> dict[str, Colour]:
    black, red = _dark_ink(rng), _red_ink(rng)
    inks = {"C": black, "S": black, "D": red, "H": red}
    if rng.random() < 0.12:
        inks["C"] = (int(rng.integers(0, 70)), int(rng.integers(90, 150)), int(rng.integers(0, 60)))
        if rng.random() < 0.7:
            inks["D"] = (int(rng.integers(140, 230)), int(rng.integers(60, 120)), int(rng.integers(0, 60)))
        else:
            inks["D"] = (int(rng.integers(0, 40)), int(rng.integers(110, 150)), int(rng.integers(220, 255)))
    return inks


def _weighted_mask(mask: Mask, weight: float) -> Mask:
    """The mask made bolder or thinner by so many pixels of a glyph about 80 high."""
    kernel_side = round(abs(weight))
    if kernel_side < 1:
        return mask
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (kernel_side + 1, kernel_side + 1))
    if weight > 0:
        border = (kernel_side,) * 4
        return cv2.dilate(cv2.copyMakeBorder(mask, *border, cv2.BORDER_CONSTANT), kernel).astype(np.uint8)
    thinned_mask: NDArray[np.uint8] = cv2.erode(mask, kernel).astype(np.uint8)
    return thinned_mask if thinned_mask.mean() > 0.55 * mask.mean() else mask


def _other_letters(rng: np.random.Generator) -> dict[str, str]:
    """The letters of courts where they are not J Q K, and of an ace that is no A."""
    if rng.random() > OTHER_LETTERS_SHARE:
        return {}
    return _OTHER_LETTERS[str(rng.choice(list(_OTHER_LETTERS), p=LANGUAGE_SHARES))]


def _likely_ranks(other_letters: dict[str, str]) -> tuple[int, ...]:
    if not other_letters:
        return ()
    return RUSSIAN_LOOK_ALIKES if "A" in other_letters else LOOK_ALIKES


def _rank_masks(rng: np.random.Generator, other_letters: dict[str, str]) -> dict[str, Mask]:
    if rng.random() < PENNED_SHARE:
        return penned_ranks.rank_masks(rng, other_letters)
    return _font_masks(rng, other_letters)


def _font_masks(rng: np.random.Generator, other_letters: dict[str, str]) -> dict[str, Mask]:
    book_share = BOOK_SHARE_OTHERS if other_letters else BOOK_SHARE
    font_file = lettering.random_font(rng, book_share, "".join(other_letters.values()))
    letters = {"T": "10"} | other_letters
    if other_letters and "A" not in other_letters and rng.random() < 0.3:
        letters["A"] = "1"
    weight = float(rng.choice([0, 0, 3, 6, -2])) * rng.random()
    masks = {}
    for rank in RANKS[:13]:
        text = letters.get(rank, rank)
        tracking = rng.uniform(-0.1, 0.0) if text == "10" else 0.0
        masks[rank] = _weighted_mask(lettering.text_mask(text, font_file, tracking=tracking), weight)
    return masks


def _suit_masks(rng: np.random.Generator) -> dict[str, Mask]:
    _, files = lettering.usable_fonts()
    if files and rng.random() < 0.3:
        font_file = files[int(rng.integers(len(files)))]
        return {suit: lettering.text_mask(sign, font_file) for suit, sign in lettering.SUIT_SIGNS.items()}
    return {suit: suit_shapes.suit_mask(suit, rng) for suit in "CDHS"}


def change_suits(style: DeckStyle, rng: np.random.Generator) -> None:
    """Give some suits of the deck another sign, in the ink of theirs or in any."""
    style.other_suits = tuple(suit for suit in "CDHS" if rng.random() < 0.55)
    style.suit_masks, style.pip_masks, style.inks = (
        dict(style.suit_masks), dict(style.pip_masks), dict(style.inks)
    )  # fmt: skip
    for suit in style.other_suits:
        style.suit_masks[suit] = style.pip_masks[suit] = other_suits.other_suit_mask(rng)
        if rng.random() < 0.5:
            blue, green, red = (int(part) for part in rng.integers(0, 190, 3))
            style.inks[suit] = (blue, green, red)


def _star_mask(rng: np.random.Generator) -> Mask:
    outline = suit_shapes.star_outline(int(rng.choice([5, 5, 5, 6, 8])), rng.uniform(0.35, 0.6))
    canvas = np.zeros((128, 128), np.uint8)
    cv2.fillPoly(canvas, [np.round(64 + 60 * outline).astype(np.int32)], 255, cv2.LINE_AA)
    return suit_shapes.trimmed_mask(canvas)


def _joker_masks(rng: np.random.Generator) -> tuple[str, list[Mask]]:
    font_file = lettering.random_font(rng)
    joker_word = str(rng.choice(["JOKER"] * 6 + ["Joker", "JOLLY", "JOK"]))
    joker_kind = str(rng.choice(["column", "column", "star", "sideways"]))
    if joker_kind == "column":
        return joker_kind, [lettering.text_mask(letter, font_file) for letter in joker_word]
    word_mask = lettering.text_mask(joker_word, font_file)
    if joker_kind == "star":
        star_mask = _star_mask(rng)
        return joker_kind, [star_mask, word_mask] if rng.random() < 0.5 else [star_mask]
    return joker_kind, [np.rot90(word_mask, int(rng.choice([1, 3]))).copy()]


def random_deck_style(rng: np.random.Generator) -> DeckStyle:
    """A deck nobody has seen: letters, signs, colours, sizes and places all by chance."""
    index_suits, other_letters = _suit_masks(rng), _other_letters(rng)
    rank_height = float(np.exp(rng.uniform(np.log(0.062), np.log(0.17))))
    joker_kind, joker_masks = _joker_masks(rng)
    paper_shade = int(rng.integers(232, 256))
    paper_warmth = int(rng.integers(0, 22)) if rng.random() < 0.3 else 0
    return DeckStyle(
        width=round(FACE_HEIGHT * rng.uniform(0.62, 0.74)),
        paper=(paper_shade - paper_warmth, paper_shade - paper_warmth // 3, paper_shade),
        inks=_suit_inks(rng),
        rank_masks=_rank_masks(rng, other_letters),
        likely_ranks=_likely_ranks(other_letters),
        suit_masks=index_suits,
        pip_masks=index_suits if rng.random() < 0.7 else _suit_masks(rng),
        rank_height=rank_height,
        suit_height=rank_height * rng.uniform(0.55, 1.05),
        sign_gap=rank_height * rng.uniform(0.04, 0.3),
        index_margin=(rng.uniform(0.015, 0.05), rng.uniform(0.02, 0.065)),
        rank_width=rng.uniform(0.5, 1.0),
        corner_count=4 if rng.random() < 0.25 else 2,
        pip_height=rng.uniform(0.12, 0.2),
        framed=bool(rng.random() < 0.75),
        joker_kind=joker_kind,
        joker_masks=joker_masks,
    )
