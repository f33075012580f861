"""The cards of a photo that was read, as cards of the table's pack: in rows, each with its box."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.core.card_text import read_canonical
from scorepad.core.cards import Laid
from scorepad.core.packs import Pack
from scorepad.photos.desk import PhotoState
from scorepad.photos.reading import FAULT_WORDS, Box, CardSeen


@dataclass(frozen=True, slots=True)
class ReadCard:
    """One card of a photo: its text, the card, None where the pack has none such, its box, whether a person
    should look at it, and the box of another such card, if there is one, or of the same one seen twice."""

    text: str
    laid: Laid | None
    box: Box
    doubtful: bool
    second_box: Box | None = None


@dataclass(frozen=True, slots=True)
class ReadPhoto:
    """The cards of a photo in rows, as they lie, or what may be wrong with it where there are none. Sizes and
    boxes are in pixels of the picture shown."""

    width: int = 0
    height: int = 0
    rows: tuple[tuple[ReadCard, ...], ...] = ()
    faults: tuple[str, ...] = ()


def read_photo(state: PhotoState, pack: Pack) -> ReadPhoto:
    """What was read, as cards of the pack; nothing of a photo that is not read."""
    if state.reading is None:
        return ReadPhoto()
    cards = [
        _read_card(card, pack, unsure=number in state.reading.unsure)
        for number, card in enumerate(state.reading.cards)
    ]
    rows = tuple(tuple(cards[number] for number in group) for group in state.reading.groups)
    return ReadPhoto(*state.size, rows, tuple(FAULT_WORDS[fault] for fault in state.reading.faults))


def _read_card(card_seen: CardSeen, pack: Pack, *, unsure: bool) -> ReadCard:
    laid = read_canonical(card_seen.card)
    is_known = laid.card.is_wild or laid.card in pack.order
    return ReadCard(
        card_seen.card,
        laid if is_known else None,
        card_seen.box,
        unsure or not is_known,
        card_seen.second_box,
    )
