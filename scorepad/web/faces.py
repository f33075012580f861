"""Cards and numbers as pages show them: the faces of cards, true minus signs, empty cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from flask import request

from scorepad.answers.answer_types import MeldAnswer
from scorepad.core import packs
from scorepad.core.card_text import read_canonical, show_rank
from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.packs import MAJORS, Pack
from scorepad.core.phrasing import show_number
from scorepad.core.points import Points
from scorepad.core.rules import Rules
from scorepad.core.runs import run_upwards
from scorepad.core.sentence import say
from scorepad.core.verdicts import MeldVerdict
from scorepad.web.languages import page_language, page_words

_RANK_WORDS = (
    *(say("ace"), say("two"), say("three"), say("four"), say("five"), say("six"), say("seven")),
    *(say("eight"), say("nine"), say("ten"), say("jack"), say("queen"), say("king")),
)
RANK_NAMES = dict(zip("A23456789TJQK", _RANK_WORDS, strict=True))
COURTS = {
    "A": say("ace of {suit}"),
    "J": say("jack of {suit}"),
    "Q": say("queen of {suit}"),
    "K": say("king of {suit}"),
}
MORE_COURTS = {"tarot-78": {"C": say("cavalier of {suit}")}}
MORE_COURTS |= {
    pack: {"U": say("unter of {suit}"), "O": say("ober of {suit}")} for pack in ("german-36", "swiss-36")
}
COLOURS = {suit.sign for suit in packs.COLOURS}
PRINTED_RANKS = {"T": "10"}
EMPTY_CELL = "·"
SUIT_COLOURS = {"four": say("Four colours"), "classic": say("Black and red")}
SUITS_COOKIE = "suits"
MOST_PACKS = 64  # whose faces are kept, each in one language


def suit_colours() -> str:
    """The suit colours chosen on this phone, or the default."""
    chosen = request.cookies.get(SUITS_COOKIE, "")
    return chosen if chosen in SUIT_COLOURS else next(iter(SUIT_COLOURS))


@dataclass(frozen=True, slots=True)
class Face:
    """A card as drawn.

    `rank` is the printed one, `suit` the drawing (`w` for a wild, empty for ranks alone), `name` is for
    screen readers. `instead` is the face of the card that a wild stands for. `tile`: it is a tile.
    """

    rank: str
    suit: str
    name: str
    instead: Face | None = None
    tile: bool = False


def face(given: Card | Laid | str, pack: Pack) -> Face:
    """The face of a card of a pack, given as a value or in canonical writing: `QH`, `w`, `w=7H`, `5C=7H`."""
    if isinstance(given, str):
        given = _read(given, pack)
    if isinstance(given, Card):
        return _plain_face(given, pack)
    own_face = _plain_face(given.card, pack)
    if given.stands_for in (None, given.card):
        return own_face
    instead = _plain_face(given.stands_for, pack)
    return replace(
        own_face, name=say("{card} as {other}", card=own_face.name, other=instead.name), instead=instead
    )


def _read(text: str, pack: Pack) -> Laid:
    """Read a card in canonical writing; a false joker is read as the tile that it is."""
    return Laid(pack.okey) if pack.okey and text == pack.false_joker else read_canonical(text)


def page_face(given: Card | Laid | str, pack: Pack) -> Face:
    """As `face`, in the words of the page's language."""
    if isinstance(given, str):
        given = _read(given, pack)
    card = given.card if isinstance(given, Laid) else given
    if isinstance(given, Laid) and given.stands_for not in (None, card):
        return _in_page_language(face(given, pack))
    return page_faces(pack).get(card) or _in_page_language(face(card, pack))


def page_faces(pack: Pack) -> Mapping[Card, Face]:
    """The faces of all cards of a pack, and of a wild, in the words of the page's language."""
    return _faces_of_language(pack, str(page_language()))


# `_in_page_language` uses the language of the request; the argument is only part of the key.
@lru_cache(maxsize=MOST_PACKS)
def _faces_of_language(pack: Pack, _language: str) -> dict[Card, Face]:
    return {card: _in_page_language(face(card, pack)) for card in (*pack.cards, WILD)}


def _in_page_language(drawn: Face) -> Face:
    """The face in the words of the page's language."""
    instead = drawn.instead and _in_page_language(drawn.instead)
    return replace(drawn, rank=page_words(drawn.rank), name=page_words(drawn.name), instead=instead)


def _plain_face(card: Card, pack: Pack) -> Face:
    tile = pack.joker != ""
    if card.is_wild:
        return Face(pack.joker or say("Joker"), WILD.rank, say("joker"), tile=tile)
    suit = pack.suit[card.suit]
    if card == pack.okey:
        return Face(pack.false_joker, suit.drawing, say("false joker"), tile=tile)
    # Another pack may use the letter M for a suit of its own, which is drawn otherwise.
    if card.suit == MAJORS.letter and suit.drawing == MAJORS.letter:
        return Face(card.rank, suit.drawing, say("major {rank}", rank=card.rank))
    rank = PRINTED_RANKS.get(card.rank, card.rank)
    return Face(
        show_rank(rank, pack), "" if pack.has_ranks_alone else suit.drawing, _name_of(card, pack), tile=tile
    )


def _name_of(card: Card, pack: Pack) -> str:
    """The name of a card or tile in the language's word order: `Herz-Dame`."""
    suit, courts = pack.suit[card.suit].name, COURTS | MORE_COURTS.get(pack.id, {})
    if pack.has_ranks_alone:
        return RANK_NAMES.get(card.rank, card.rank)
    if suit in COLOURS:
        return say("{colour} {rank}", colour=suit, rank=RANK_NAMES.get(card.rank, card.rank))
    if card.rank in courts:
        return say(str(courts[card.rank]), suit=suit)
    return say("{number} of {suit}", number=RANK_NAMES.get(card.rank, card.rank), suit=suit)


def sorted_cards(cards: Iterable[Card], pack: Pack) -> list[Card]:
    """Cards in the order in which the pack lists them, wilds last."""
    return sorted(cards, key=lambda card: pack.order.get(card, len(pack.order)))


def laid_upwards(judged: MeldAnswer | MeldVerdict, rules: Rules) -> Meld:
    """A judged meld in the order in which a page shows it: a legal run upwards."""
    meld = judged.meld if isinstance(judged, MeldAnswer) else judged.laid
    return run_upwards(rules, meld) if judged.legal else meld


def recorded_upwards(cards: Iterable[str], rules: Rules) -> Meld:
    """A recorded meld in the order in which a page shows it: a run upwards."""
    return run_upwards(rules, tuple(_read(card, rules.pack) for card in cards))


def points(value: Points | None) -> str:
    """A number as people write it: `−12`, `12.040` in German, and `·` where there is none."""
    return EMPTY_CELL if value is None else str(page_words(show_number(value)))
