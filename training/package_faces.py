"""Faces of cards in MIT and CC0 packages, installed by npm and never copied into this project.

    npm install @letele/playing-cards@0.1.0 react@18 react-dom@18  # CC0
    npm install @heruka_urgyen/react-playing-cards@0.5.0  # MIT; held out

They are rendered by `rsvg-convert` of Debian's `librsvg2-bin`, those of the first package by node before.
"""

import json
import subprocess
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.artwork import index_box, ink_columns
from training.card_faces import DrawnFace
from training.deck_styles import FACE_HEIGHT
from training.printing import Picture
from vision.labels import RANKS, SUITS

LEARNED_PACKAGE = "@letele/playing-cards"
HELD_OUT_PACKAGE = "@heruka_urgyen/react-playing-cards"
HELD_OUT_DECKS = ("2color", "2color-bf", "4color", "4color-bf")
"""Folders of the held-out package, in two and four colours; `bf` has jumbo indices."""
JUMBO_DEPTH = 0.42
"""Part of a card's height below which no index reaches, not even a jumbo one."""

_RENDER_COMPONENTS = """
import React from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as cards from "./node_modules/@letele/playing-cards/dist/index.esm.js";
const draw = ([name, card]) => [name, renderToStaticMarkup(React.createElement(card))];
process.stdout.write(JSON.stringify(Object.fromEntries(Object.entries(cards).map(draw))));
"""


@dataclass(frozen=True)
class PackageDeck:
    """A folder with a picture of each card (`QH.png`)."""

    folder: Path
    four_colours: bool

    def face(self, rank: int, suit: int) -> DrawnFace:
        """A card with the boxes of its two indices."""
        return _package_face(self.folder, self.four_colours, rank, suit)


def learned_decks(modules: Path, cache: Path) -> list[PackageDeck]:
    """The decks to learn from that are installed in a folder of npm; none where it has none."""
    if not (modules / "node_modules" / LEARNED_PACKAGE).exists():
        return []
    folder = cache / "letele"
    if not folder.exists():
        command = ["node", "--input-type=module", "-e", _RENDER_COMPONENTS]
        answer = subprocess.run(command, cwd=modules, check=True, capture_output=True, text=True).stdout
        drawings: dict[str, str] = json.loads(answer)
        for rank in RANKS[:13]:
            for suit in SUITS[:4]:
                component = suit + {"T": "10"}.get(rank, rank.lower())
                _render(drawings[component], folder / f"{rank}{suit}.png")
    return [PackageDeck(folder, four_colours=False)]


def held_out_decks(modules: Path, cache: Path) -> list[PackageDeck]:
    """The decks that are never learned from, where they are installed."""
    images = modules / "node_modules" / HELD_OUT_PACKAGE / "src" / "images"
    if not images.exists():
        return []
    decks = []
    for name in HELD_OUT_DECKS:
        folder = cache / name
        if not folder.exists():
            for rank in RANKS[:13]:
                for suit in SUITS[:4]:
                    _render((images / name / f"{rank}{suit}.svg").read_text(), folder / f"{rank}{suit}.png")
        decks.append(PackageDeck(folder, name.startswith("4")))
    return decks


def _render(drawing: str, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    command = ["rsvg-convert", "--height", str(FACE_HEIGHT), "-o", str(target)]
    subprocess.run(command, input=drawing, check=True, text=True)


@lru_cache(maxsize=512)
def _package_face(folder: Path, four_colours: bool, rank: int, suit: int) -> DrawnFace:
    pixels, ace = (_opaque(folder / f"{RANKS[each]}{SUITS[suit]}.png") for each in (rank, 0))
    ace_box = index_box(ace, JUMBO_DEPTH)
    if ace_box is None:
        raise ValueError(f"no index is seen in {folder}")
    left, top, right, low = own_index_box(pixels, ace_box)
    near = np.array([(left, top), (right, top), (right, low), (left, low)], np.float32)
    far = (np.array([pixels.shape[1], FACE_HEIGHT], np.float32) - near).astype(np.float32)
    is_other_ink = four_colours and SUITS[suit] in "CD"
    ink_kind = 2 if is_other_ink else int(SUITS[suit] in "DH")
    return DrawnFace(pixels, rank, suit, ink_kind, (near, far))


def own_index_box(pixels: Picture, ace_box: NDArray[np.float32]) -> NDArray[np.float32]:
    """The box of this card's index, which is as high as the ace's and may be wider, as a ten's is."""
    left, top, right, low = ace_box
    columns = ink_columns(pixels, round(float(top)), round(float(low)))
    gap = max(3, round(pixels.shape[1] * 0.02))
    ends = columns[:-1][np.diff(columns) > gap]
    last = int(ends[0] if len(ends) else columns[-1]) if len(columns) else 0
    first = int(columns[0]) if len(columns) else 0
    if not 0.5 < (last + 1 - first) / (right - left) < 1.7:  # the picture of a court touches the index
        return ace_box
    return np.array([first, top, last + 1, low], np.float32)


def _opaque(file: Path) -> Picture:
    picture = np.asarray(cv2.imread(str(file), cv2.IMREAD_UNCHANGED), np.uint8)
    if picture.shape[2] == 3:
        return picture
    opacity = picture[:, :, 3:].astype(np.float32) / 255
    return np.asarray(picture[:, :, :3] * opacity + 255 * (1 - opacity), np.uint8)
