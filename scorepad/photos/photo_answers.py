"""What is read on photos, as `scorepad read` and `POST /api/v1/read` answer it."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

Box = tuple[int, int, int, int]


class SeenCard(Struct, frozen=True):
    """A card on a photo: `confidence` is from 0 to 1, `box` is x, y, width and height in pixels of the
    upright picture."""

    card: str
    confidence: float
    box: Box

    def __str__(self) -> str:
        return self.card


class PhotoAnswer(Struct, frozen=True):
    """The cards on a photo in reading order; `groups` and `unsure` have their numbers, from 0 on. `pack` is
    there where tiles were read and no pack was named."""

    file: str
    cards: tuple[SeenCard, ...]
    groups: tuple[tuple[int, ...], ...]
    unsure: tuple[int, ...]
    seconds: float
    pack: str | UnsetType = UNSET

    def __str__(self) -> str:
        return " / ".join(" ".join(str(self.cards[place]) for place in group) for group in self.groups)


class ReadAnswer(Struct, frozen=True):
    """What lies on the photos that were sent, in their order."""

    photos: tuple[PhotoAnswer, ...]
