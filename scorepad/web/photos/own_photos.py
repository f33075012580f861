"""This phone's photos, by their ids in its signed cookie; and what was read on one, as rows of cards of the
table's pack, each with its box.

A photo's id cannot be guessed, and is of no use on another phone.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from flask import current_app, session

from scorepad.core.card_text import read_canonical, write_card
from scorepad.core.cards import WILD, Laid
from scorepad.core.packs import Pack
from scorepad.core.sentence import say
from scorepad.photos import limits
from scorepad.photos.kept_photos import KeptPhotos
from scorepad.photos.photo_states import PhotoState
from scorepad.photos.queue import Gone, PhotoQueue
from scorepad.photos.reading import FAULT_WORDS, Box, CardSeen

MOST = 8  # the newest ones; what a cookie of 4 KB holds beside the tables
_PHOTOS_KEY = "photos"
_NAME_KEY = "photo_turns"


def claim_photo(photo: str) -> None:
    """Remember that this phone handed in the photo."""
    session[_PHOTOS_KEY] = [*_claimed_photos(), photo][-MOST:]
    session.permanent = True


def is_claimed(photo: str) -> bool:
    return photo in _claimed_photos()


def own_photo(photo: str) -> str:
    """Return the photo's id if it is this phone's. Raises Gone."""
    if not is_claimed(photo):
        raise Gone(say("This photo isn’t here. Look on the phone that took it."), at="photo")
    return photo


def give_up(photo: str) -> None:
    session[_PHOTOS_KEY] = [other_photo for other_photo in _claimed_photos() if other_photo != photo]


def phone_name() -> str:
    """A random name for this phone, by which phones take turns in the queue."""
    if _NAME_KEY not in session:
        session[_NAME_KEY] = secrets.token_urlsafe(8)
    return str(session[_NAME_KEY])


def _claimed_photos() -> list[str]:
    return list(session.get(_PHOTOS_KEY) or [])


def photo_queue() -> PhotoQueue:
    """The queue in which photos are handed in."""
    config = current_app.config
    return PhotoQueue(config["INSTANCE"], limits.limits_of(config), config["DATABASE"])


def kept_photos() -> KeptPhotos:
    """The photos that tables keep."""
    return KeptPhotos(current_app.config["INSTANCE"], current_app.config["DATABASE"])


def forget_photo(photo: str) -> None:
    """Delete a photo from the queue, if it is this phone's."""
    if is_claimed(photo):
        photo_queue().forget(photo)
        give_up(photo)


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card read on a photo.

    `laid` is None if the pack has no such card. `doubtful`: a person should look at it. `second_box` is
    another such card, or the same one seen twice. `guess` is what the card may be instead.
    """

    text: str
    laid: Laid | None
    box: Box
    doubtful: bool
    second_box: Box | None = None
    guess: Laid | None = None


@dataclass(frozen=True, slots=True)
class ReadPhoto:
    """The cards of a photo in rows as they lie, the photo's faults, and how far clockwise each row is turned.
    Sizes and boxes are in pixels of the picture shown."""

    width: int = 0
    height: int = 0
    rows: tuple[tuple[ReadCard, ...], ...] = ()
    faults: tuple[str, ...] = ()
    turns: tuple[int, ...] = ()

    @property
    def cards(self) -> list[ReadCard]:
        """The cards of all rows."""
        return [card for row in self.rows for card in row]


def read_photo(state: PhotoState, pack: Pack) -> ReadPhoto:
    """The cards read on a photo, as cards of the pack; empty if it is not read yet."""
    if state.reading is None:
        return ReadPhoto()
    cards = [
        _read_card(card, pack, unsure=number in state.reading.unsure)
        for number, card in enumerate(state.reading.cards)
    ]
    rows = tuple(tuple(cards[number] for number in group) for group in state.reading.groups)
    fault_words = tuple(FAULT_WORDS[fault] for fault in state.reading.faults)
    return ReadPhoto(*state.size, rows, fault_words, state.reading.turns)


def _read_card(card_seen: CardSeen, pack: Pack, *, unsure: bool) -> ReadCard:
    seen = read_canonical(card_seen.card)
    is_known = seen.card.is_wild or seen.card in pack.order
    # What a false joker of okey stands for is open until it is known which tile is turned up (O1).
    is_open = bool(pack.false_joker) and seen.card.is_wild and pack.okey is None
    held = _held_tile(seen, pack) if is_known else None
    return ReadCard(
        write_card(held, pack) if held else card_seen.card,
        held,
        card_seen.box,
        unsure or not is_known or is_open,
        card_seen.second_box,
        _guess(card_seen.guess, pack) if card_seen.guess else None,
    )


def _guess(text: str, pack: Pack) -> Laid | None:
    """What else a card may be; None if the pack has no such card."""
    seen = read_canonical(text)
    return _held_tile(seen, pack) if seen.card.is_wild or seen.card in pack.order else None


def _held_tile(seen: Laid, pack: Pack) -> Laid:
    """The tile that a seen tile is in this deal. If the wild tile is known, a tile without a number is a
    false joker, and lies as that tile."""
    if pack.okey and seen.card.is_wild:
        return Laid(pack.okey)
    return Laid(WILD) if seen.card == pack.okey else seen
