"""Places the groups of cards of a whole table on its photos, and guesses the player of each."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from scorepad.core.cards import Meld
from scorepad.core.packs import Pack
from scorepad.photos.queue import Gone
from scorepad.photos.reading import Box
from scorepad.web.photos.own_photos import ReadCard, ReadPhoto, own_photo, photo_queue, read_photo

AROUND_CARDS = 0.5
"""How far a group's frame stands off its cards, in sides of their boxes."""
NUMBERS = 14
"""So many numbers' heights are as long as the picture's long side."""
TOWARDS_SIDE = 0.25
"""How much nearer to the side that it faces a group is taken to lie, in parts of the picture's sides."""
FROM_MIDDLE = 0.45
"""How far a player's cards lie from the middle of a photo of the whole table, in parts of its sides."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class GroupFrame:
    """A group on a photo: its number, from 0; its box in pixels of the picture shown; and how far clockwise
    its cards are turned, None if unknown."""

    number: int
    box: Box
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A photo of the table, with frames around the groups read on it; sizes in pixels."""

    photo: str
    width: int
    height: int
    frames: tuple[GroupFrame, ...] = ()

    @property
    def view(self) -> Box:
        """The part of the picture that holds all groups; all of it if there are none."""
        return (
            _box_around([frame.box for frame in self.frames])
            if self.frames
            else (0, 0, self.width, self.height)
        )

    @property
    def label_size(self) -> int:
        """The height of the groups' numbers, in pixels."""
        return max(self.view[2:]) // NUMBERS

    def place_of(self, frame: GroupFrame) -> Point:
        """The place of a group, moved towards the side that it faces. Both coordinates are from 0 to 1, from
        the upper left corner."""
        x, y, wide, high = frame.box
        middle = (x + wide / 2) / self.width, (y + high / 2) / self.height
        if frame.turn is None:
            return middle
        turn = math.radians(frame.turn)
        return middle[0] - TOWARDS_SIDE * math.sin(turn), middle[1] + TOWARDS_SIDE * math.cos(turn)


def table_pictures(photos: Iterable[str], groups: Sequence[Meld], pack: Pack) -> tuple[TablePicture, ...]:
    """This phone's photos that still exist, with frames around the groups read on them. A corrected group
    lies where most of its cards do."""
    shown = [(photo, picture) for photo in photos if (picture := _own_picture(photo, pack))]
    rows = [
        (photo, row, turn)
        for photo, picture in shown
        for row, turn in zip_longest(picture.rows, picture.turns[: len(picture.rows)])
    ]
    row_of_group = _likest_rows([_texts_of_meld(group) for group in groups], [row for _, row, _ in rows])
    return tuple(
        TablePicture(
            photo,
            picture.width,
            picture.height,
            tuple(
                GroupFrame(number, _frame_around(rows[row_number][1], picture), rows[row_number][2])
                for number, row_number in sorted(row_of_group.items())
                if rows[row_number][0] == photo
            ),
        )
        for photo, picture in shown
    )


def _own_picture(photo: str, pack: Pack) -> ReadPhoto | None:
    """What was read on a photo of this phone; None if it is gone."""
    try:
        return read_photo(photo_queue().photo_state(own_photo(photo)), pack)
    except Gone:
        return None


def _texts_of_meld(meld: Meld) -> Counter[str]:
    return Counter(str(laid.card) for laid in meld)


def _likest_rows(groups: Sequence[Counter[str]], rows: Sequence[tuple[ReadCard, ...]]) -> dict[int, int]:
    """The row that each group was most likely read from, if they share cards; by the group's number. A row
    belongs to one group only."""
    row_texts = [Counter(card.text for card in row) for row in rows]
    shared_counts = [
        ((group & texts).total(), number, row_number)
        for number, group in enumerate(groups)
        for row_number, texts in enumerate(row_texts)
    ]
    row_of_group: dict[int, int] = {}
    for shared, number, row_number in sorted(shared_counts, key=lambda each: (-each[0], each[1:])):
        if shared and number not in row_of_group and row_number not in row_of_group.values():
            row_of_group[number] = row_number
    return row_of_group


def _frame_around(row: Iterable[ReadCard], picture: ReadPhoto) -> Box:
    """The box around a row of cards, with a margin, within the picture."""
    boxes = [card.box for card in row]
    margin = round(AROUND_CARDS * max(max(wide, high) for _, _, wide, high in boxes))
    x, y, wide, high = _box_around(boxes)
    left, top = max(0, x - margin), max(0, y - margin)
    right, bottom = min(picture.width, x + wide + margin), min(picture.height, y + high + margin)
    return left, top, right - left, bottom - top


def _box_around(boxes: Sequence[Box]) -> Box:
    """The smallest box around all these."""
    left, top = min(x for x, _, _, _ in boxes), min(y for _, y, _, _ in boxes)
    right, bottom = max(x + wide for x, _, wide, _ in boxes), max(y + high for _, y, _, high in boxes)
    return left, top, right - left, bottom - top


def likely_seats(
    pictures: Sequence[TablePicture], owners: Mapping[int, int], seats: Sequence[int]
) -> dict[int, int]:
    """The likely seat of each framed group, by its number.

    owners  the known seats, by the group's number
    seats   the players in order, from the one who holds the phone; empty if that is unknown
    """
    places = dict(
        chain.from_iterable(
            ((frame.number, picture.place_of(frame)) for frame in picture.frames) for picture in pictures
        )
    )
    # One group alone has no place beside others: it is taken for that of whoever holds the phone.
    if len(places) < 2:
        return {number: owners.get(number, seats[0]) for number in places if number in owners or seats}
    # Where some groups of a player are known, they say better where the player sits.
    seat_places = _expected_places(seats) | _known_places(places, owners)
    return {
        number: owners[number] if number in owners else _nearest_seat(place, seat_places)
        for number, place in places.items()
        if number in owners or seat_places
    }


def _expected_places(seats: Sequence[int]) -> dict[int, Point]:
    """Where each player probably lays cards: the first of `seats` at the bottom of the picture, the next to
    the left, and so on round the table."""
    turns = {seat: 2 * math.pi * place / len(seats) for place, seat in enumerate(seats)}
    return {
        seat: (0.5 - FROM_MIDDLE * math.sin(turn), 0.5 + FROM_MIDDLE * math.cos(turn))
        for seat, turn in turns.items()
    }


def _known_places(places: Mapping[int, Point], owners: Mapping[int, int]) -> dict[int, Point]:
    """The centre of each player's known groups."""
    places_of_seat: dict[int, list[Point]] = {}
    for number, seat in owners.items():
        if number in places:
            places_of_seat.setdefault(seat, []).append(places[number])
    return {
        seat: (
            sum(x for x, _ in seat_places) / len(seat_places),
            sum(y for _, y in seat_places) / len(seat_places),
        )
        for seat, seat_places in places_of_seat.items()
    }


def _nearest_seat(place: Point, seat_places: Mapping[int, Point]) -> int:
    return min(seat_places, key=lambda seat: math.dist(place, seat_places[seat]))
