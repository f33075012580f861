"""The words of a pad about its cards, for the page and for its script."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, say, say_number
from scorepad.web.languages import page_words, plural_words

CARD, NUMBER = "{card}", "{number}"
"""Where a script puts a card's name and a number."""

NO_JOKERS = say("There are no jokers in play. The house rules say how many there are.")


@dataclass(frozen=True, slots=True)
class PieceWords:
    """Words for what is tapped: cards or tiles."""

    count: Callable[[int], Sentence]
    none_yet: Sentence
    as_text: Sentence
    read_these: Sentence
    offline: Sentence


@dataclass(frozen=True, slots=True)
class PlaceWords:
    """Words for the place of the cards.

    `title` is for cards, `tile_title` for tiles. The functions make sentences: how many of one kind lie
    there, that the only one does, that all do, and that more are added to so many.
    """

    title: Sentence
    tile_title: Sentence
    holding: Callable[[str, object], Sentence]
    only: Callable[[str], Sentence]
    all_of: Callable[[str, object], Sentence]
    add_to: Callable[[int], Sentence]


CARDS = PieceWords(
    lambda number: say_number("{number} card", "{number} cards", number),
    say("No cards yet"),
    say("Cards as text"),
    say("Read these cards"),
    say("offline, cards kept"),
)
TILES = PieceWords(
    lambda number: say_number("{number} tile", "{number} tiles", number),
    say("No tiles yet"),
    say("Tiles as text"),
    say("Read these tiles"),
    say("offline, tiles kept"),
)
IN_HAND = PlaceWords(
    say("Cards in the hand"),
    say("Tiles in the hand"),
    lambda card, number: say("{card}, {number} in the hand", card=card, number=number),
    lambda card: say("The only {card} is already in the hand.", card=card),
    lambda card, number: say("All {number} {card} are already in the hand.", card=card, number=number),
    lambda number: say("Add to the {number} in the hand", number=number),
)
ON_RACK = PlaceWords(
    say("Cards on the rack"),
    say("Tiles on the rack"),
    lambda card, number: say("{card}, {number} on the rack", card=card, number=number),
    lambda card: say("The only {card} is already on the rack.", card=card),
    lambda card, number: say("All {number} {card} are already on the rack.", card=card, number=number),
    lambda number: say("Add to the {number} on the rack", number=number),
)
ON_TABLE = PlaceWords(
    say("Cards on the table"),
    say("Tiles on the table"),
    lambda card, number: say("{card}, {number} on the table", card=card, number=number),
    lambda card: say("The only {card} is already on the table.", card=card),
    lambda card, number: say("All {number} {card} are already on the table.", card=card, number=number),
    lambda number: say("Add to the {number} on the table", number=number),
)


def piece_words(rules: Rules) -> PieceWords:
    """The words for cards or for tiles, by the rules."""
    return TILES if rules.pack.joker else CARDS


def take_out_words(card: object) -> Sentence:
    """What a tap on a card of the tray does."""
    return say("Take out {card}", card=card)


def script_words(piece: PieceWords, place: PlaceWords) -> dict[str, object]:
    """The words of the pad's script, in the page's language."""
    sentences = {
        "none": piece.none_yet,
        "offline": piece.offline,
        "holding": place.holding(CARD, NUMBER),
        "only": place.only(CARD),
        "all": place.all_of(CARD, NUMBER),
        "no_jokers": NO_JOKERS,
        "take_out": take_out_words(CARD),
        "bring_back": say("Bring back the last hand"),
        "thinking": say("thinking …"),
        "no_connection": say("No connection to the pad. Try again in a moment."),
    }
    words = {name: page_words(sentence) for name, sentence in sentences.items()}
    return {**words, "count": plural_words(piece.count)}
