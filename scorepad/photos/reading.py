"""Service: reads cards from the bytes of a photo, for people to confirm. Nothing unconfirmed is scored."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

from msgspec import Struct
from msgspec.structs import astuple, replace

from scorepad.answer_base import AnswerBase
from scorepad.core.card_text import read_canonical
from scorepad.core.packs import FRENCH, PACKS, RUMMIKUB
from scorepad.core.sentence import say
from scorepad.photos.limits import TILES, check_pack
from scorepad.photos.picture_reader import vision_module
from scorepad.photos.together import MOST_TOGETHER, PhotoCard, SeenTwice, put_together

if TYPE_CHECKING:
    from vision.progress import FoundIndex
    from vision.reader import PictureReading
    from vision.spots import Picture

Box = tuple[int, int, int, int]
WILD = "w"
JOKER = "JOKER"
SIGN = "SIGN"  # a tile without a number that shows no joker: a false joker, perhaps, and asked about
TILES_IN_ROW = 3  # so many make a row at least
BLACK, LEAST_COLOURED = "K", 0.3  # part of the tiles that bear another colour than black, at least


class CardSeen(AnswerBase, frozen=True, omit_defaults=True):
    """A card on a photo, its `confidence` (0 to 1), and its box: x, y, width and height in pixels of the
    upright picture. It was perhaps seen twice where it has a `second_box`: else another such card lies there.
    A doubtful one has a `guess` where another card is likely too."""

    card: str
    confidence: float
    box: Box
    second_box: Box | None = None
    guess: str = ""

    def __str__(self) -> str:
        return self.card

    def scaled(self, factor: float) -> CardSeen:
        """The card in a picture scaled by the factor."""
        second_box = _scaled_box(self.second_box, factor) if self.second_box else None
        return replace(self, box=_scaled_box(self.box, factor), second_box=second_box)


class CardFound(Struct, frozen=True, omit_defaults=True):
    """A corner found on a photo while it is being read: its box in pixels of the upright picture, and its
    card, empty if not known yet."""

    box: Box
    card: str = ""

    def scaled(self, factor: float) -> CardFound:
        """The corner in a picture scaled by the factor."""
        return replace(self, box=_scaled_box(self.box, factor))


FAULT_WORDS = {
    "dark": say("It’s very dark. Turn on a light, or go to the window."),
    "blurred": say("It’s blurred. Hold the phone still, and tap the screen to focus."),
    "covered": say(
        "More cards lie there than could be read. Spread them until a corner of each is in sight."
    ),
    "mirrored": say(
        "The photo is mirrored, as front cameras take it. "
        "Use the camera at the back, or check all that was read."
    ),
    "far": say("It’s too small to read. Move closer, and send the picture in its full size."),
}
"""What may be wrong with a photo, and what helps."""
ADVICE = say(
    "Move closer until the cards fill the picture. Hold the phone flat above them, "
    "and avoid reflections from lamps."
)
"""What helps where nothing is read on a photo with which nothing is wrong."""


def _scaled_box(box: Box, factor: float) -> Box:
    x, y, wide, high = (round(side * factor) for side in box)
    return x, y, wide, high


class PhotoReading(Struct, frozen=True, omit_defaults=True):
    """The cards on a photo: `groups` has their indexes row by row, `unsure` those to ask about.

    `pack` is set if none was named and tiles were read. `faults` are `mirrored` and `covered` (more cards lie
    there than could be read), or `dark`, `blurred` and `far` if nothing was read. `turns` gives the side of
    the picture that each group faces: 0 the lower, 90 the left, 180 the upper, 270 the right one.
    """

    cards: tuple[CardSeen, ...]
    groups: tuple[tuple[int, ...], ...]
    unsure: tuple[int, ...]
    seconds: float
    pack: str = ""
    faults: tuple[str, ...] = ()
    turns: tuple[int, ...] = ()

    def scaled(self, factor: float) -> PhotoReading:
        """The reading of a picture scaled by the factor."""
        return replace(self, cards=tuple(card.scaled(factor) for card in self.cards))


class PhotoAnswer(AnswerBase, frozen=True, omit_defaults=True):
    """What lies on the photo in a file, as `scorepad read` and `POST /api/v1/read` answer it.

    `groups` has the places of `cards`, from 0, row by row, `unsure` those to ask about, `turns` the side that
    each group faces, in degrees. Reading took `seconds`. `pack` and `faults` are empty where there is nothing
    to say: see `PhotoReading`.
    """

    file: str
    cards: tuple[CardSeen, ...]
    groups: tuple[tuple[int, ...], ...]
    unsure: tuple[int, ...]
    seconds: float
    pack: str = ""
    faults: tuple[str, ...] = ()
    turns: tuple[int, ...] = ()

    @classmethod
    def of(cls, file: str, reading: PhotoReading) -> PhotoAnswer:
        """The answer for the reading of that file."""
        return cls(file, *astuple(reading))

    def __str__(self) -> str:
        return " / ".join(" ".join(str(self.cards[place]) for place in group) for group in self.groups)


class CardOfSeveral(AnswerBase, frozen=True):
    """A card of several photos put together: the number of its photo, from 0, and its box there."""

    card: str
    confidence: float
    photo: int
    box: Box


Place = tuple[int, int]
"""A photo and a place among its cards, both from 0."""


class CardsSeenTwice(AnswerBase, frozen=True):
    """Cards that two photos show and that may be the same ones, to be asked about.

    `pairs` has each card with the one that it may be. `certain`: the packs hold no others. `same`: the cards
    of all photos include them once.
    """

    cards: tuple[str, ...]
    pairs: tuple[tuple[Place, Place], ...]
    certain: bool
    same: bool


class ReadAnswer(AnswerBase, frozen=True, omit_defaults=True):
    """The cards on the photos that were sent, in their order.

    Two to five photos are taken as of one hand or table: `cards`, `groups` and `unsure` have the cards of all
    of them once, and `seen_twice` those that two of them show.
    """

    photos: tuple[PhotoAnswer, ...]
    cards: tuple[CardOfSeveral, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    unsure: tuple[int, ...] = ()
    seen_twice: tuple[CardsSeenTwice, ...] = ()

    @classmethod
    def of(cls, photos: tuple[PhotoAnswer, ...], pack: str = "", pack_count: int = 0) -> ReadAnswer:
        """The answer for these photos, of `pack_count` packs."""
        if not 1 < len(photos) <= MOST_TOGETHER:
            return cls(photos)
        rows = [_rows_of_photo(number, photo) for number, photo in enumerate(photos)]
        together = put_together(rows, lambda text: _copies(text, pack, pack_count))
        cards = [card for row in together.rows for card in row]
        place_of = {card: place for place, card in enumerate(cards)}
        return cls(
            photos,
            tuple(_card_of_several(card, photos[card.photo]) for card in cards),
            tuple(tuple(place_of[card] for card in row) for row in together.rows),
            tuple(place for place, card in enumerate(cards) if card.doubtful),
            tuple(map(_cards_seen_twice, together.seen_twice)),
        )


def _rows_of_photo(number: int, photo: PhotoAnswer) -> list[list[PhotoCard]]:
    return [
        [PhotoCard(number, place, photo.cards[place].card, place in photo.unsure) for place in group]
        for group in photo.groups
    ]


def _copies(text: str, pack: str, pack_count: int) -> int:
    """The number of copies of a card in so many packs; 0 if unknown."""
    card = read_canonical(text).card
    known_pack = PACKS.get(pack, FRENCH)
    return pack_count * known_pack.suit[card.suit].times if card in known_pack.order else 0


def _card_of_several(card: PhotoCard, photo: PhotoAnswer) -> CardOfSeveral:
    seen = photo.cards[card.number]
    return CardOfSeveral(seen.card, seen.confidence, card.photo, seen.box)


def _cards_seen_twice(question: SeenTwice) -> CardsSeenTwice:
    return CardsSeenTwice(
        tuple(first.text for first, _ in question.pairs),
        tuple(
            ((first.photo, first.number), (second.photo, second.number)) for first, second in question.pairs
        ),
        question.certain,
        question.same,
    )


def read_photo(data: bytes, pack: str = "", pack_count: int = 0) -> PhotoReading:
    """The cards on the photo, as `scorepad read` answers. Raises NotAPhoto, NotRead."""
    check_pack(pack)
    from scorepad.photos import formats

    # Before the clock starts: libraries are loaded once.
    _picture_reader(pack)
    start = time.perf_counter()
    reading = read_pixels(formats.decoded_picture(data), pack, pack_count)
    return replace(reading, seconds=round(time.perf_counter() - start, 3))


def read_pixels(picture: Picture, pack: str = "", pack_count: int = 0) -> PhotoReading:
    """The cards on a picture (height, width, 3; blue-green-red), or the tiles for a pack of tiles.

    No card occurs more often than in so many packs; 0 is any number. If no pack is named and no card is
    certain, rows of tiles are searched.
    """
    read_picture = _picture_reader(pack, pack_count)
    start = time.perf_counter()
    cards_read, tiles_pack = read_picture(picture), ""
    if not pack and not _count_sure(cards_read) and "mirrored" not in cards_read.faults:
        with vision_module("progress").silently():  # whoever listens takes what is told for cards
            tiles_read = _picture_reader(RUMMIKUB.id)(picture)
        if _shows_tiles(tiles_read):
            cards_read, tiles_pack = tiles_read, RUMMIKUB.id
    return PhotoReading(
        tuple(
            CardSeen(
                _card_text(card.name, pack or tiles_pack),
                round(float(card.confidence), 4),
                card.box,
                # One pack has no second such card to ask about.
                card.second_box if pack_count != 1 else None,
                _card_text(card.guess, pack or tiles_pack) if card.doubtful and card.guess else "",
            )
            for card in cards_read.cards
        ),
        cards_read.groups,
        tuple(place for place, card in enumerate(cards_read.cards) if card.doubtful),
        round(time.perf_counter() - start, 3),
        tiles_pack,
        cards_read.faults,
        cards_read.turns,
    )


def cards_found(found: Sequence[FoundIndex], pack: str) -> list[CardFound]:
    """The corners found on a picture so far, with their cards by the pack."""
    return [CardFound(index.box, index.name and _card_text(index.name, pack)) for index in found]


def _shows_tiles(reading: PictureReading) -> bool:
    """Whether the reading looks like tiles: several are certain, some are in a row, and they are not nearly
    all black, as print is."""
    colours = [tile.name[0] for tile in reading.cards if tile.name not in (JOKER, SIGN)]
    coloured_count = sum(colour != BLACK for colour in colours)
    has_row = any(len(group) >= TILES_IN_ROW for group in reading.groups)
    return has_row and _count_sure(reading) > 1 and coloured_count >= LEAST_COLOURED * len(colours)


def _count_sure(reading: PictureReading) -> int:
    return sum(not card.doubtful for card in reading.cards)


def _picture_reader(pack: str, pack_count: int = 0) -> Callable[[Picture], PictureReading]:
    """The function that reads pictures of the pack. Only here are its libraries imported."""
    if pack in TILES:
        return cast("Callable[[Picture], PictureReading]", vision_module("tiles.tile_reader").read_tiles)
    reader = vision_module("reader")
    if not pack:
        return partial(reader.read_cards, pack_count=pack_count)
    pack_names = frozenset(card.rank + card.suit for card in PACKS[pack].cards)
    return partial(reader.read_cards, pack_count=pack_count, pack_names=pack_names)


def _card_text(name: str, pack: str) -> str:
    """The card in the core's notation, which has the rank first; tiles are read as `R13`. Okey's tiles have
    only false jokers."""
    if name in (JOKER, SIGN):
        return (pack in TILES and TILES[pack].false_joker) or WILD
    return name[1:] + name[0] if pack in TILES else name
