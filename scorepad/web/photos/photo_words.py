"""The words of the page of a photo: its questions, its main button, its progress."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from scorepad.core.card_text import read_canonical
from scorepad.core.packs import FRENCH, PACKS
from scorepad.core.phrasing import ordinal_words
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, say, say_number
from scorepad.photos.photo_states import PhotoState
from scorepad.photos.reading import CardFound
from scorepad.web.faces import page_face
from scorepad.web.hand.pad import CARD, NUMBER, piece_words
from scorepad.web.languages import page_words, plural_words

Used = Literal["card", "tile", "set", "meld"]
"""What a pad takes from a photo: single cards or tiles, or its rows as sets or melds."""

USE: Mapping[Used, Callable[[int], Sentence]] = {
    "card": lambda number: say_number("Use this card", "Use these {number} cards", number),
    "tile": lambda number: say_number("Use this tile", "Use these {number} tiles", number),
    "set": lambda number: say_number("Use this set", "Use these {number} sets", number),
    "meld": lambda number: say_number("Use this meld", "Use these {number} melds", number),
}


def use_words(used: Used, number: int, hand_next: str = "") -> Sentence:
    """The text of the main button for `number` pieces. `hand_next` is the next photo: `rack`, `hand` or
    none."""
    use = USE[used](number)
    if hand_next == "rack":
        return say("{use}, then the rack", use=use)
    return say("{use}, then the hand", use=use) if hand_next else use


def _twice_words(rules: Rules) -> dict[str, Sentence]:
    """The questions whether two photos show the same card, or the same cards."""
    if rules.pack.joker:
        one = say("Is the {card} in both photos the same tile?", card=CARD)
        return {"same_one": one, "same": say("Are these tiles in both photos the same?")}
    one = say("Is the {card} in both photos the same card?", card=CARD)
    return {"same_one": one, "same": say("Are these cards in both photos the same?")}


def script_words(rules: Rules, used: Used, hand_next: str) -> dict[str, object]:
    """The words of the page's script, in the page's language."""
    if rules.pack.joker:
        here, missing = say("Which tile lies here?"), say("Which tile is missing?")
    else:
        here, missing = say("Which card lies here?"), say("Which card is missing?")
    sentences = {
        "here": here,
        "missing": missing,
        "sure": say("Is this the {card}?", card=CARD),
        "one_or_two": say("Is this one {card}, or are there two?", card=CARD),
        "please_look": say("{card}, please look", card=CARD),
        "it_is_one": say("Just one"),
        **_twice_words(rules),
        "photo": say("Photo {number}", number=NUMBER),
        "yes": say("Yes"),
        "no_but": say("No, {card}", card=CARD),
        "done": say("Done"),
    }
    words = {name: page_words(sentence) for name, sentence in sentences.items()}
    use = plural_words(lambda number: use_words(used, number, hand_next))
    return {**words, "count": plural_words(piece_words(rules).count), "use": use}


def progress_words(state: PhotoState) -> str:
    """The progress of a photo in words, with the time that it will take if that is known."""
    if state.seconds:
        return _timed_words(state)
    if state.name == "waiting" and state.place > 1:
        return say("{place} in line", place=ordinal_words(state.place))
    words = {"waiting": say("Next in line"), "reading": say("Reading …")}
    return words.get(state.name, state.message)


def _timed_words(state: PhotoState) -> Sentence:
    if state.name == "reading":
        return say_number("Reading … about one second", "Reading … about {number} seconds", state.seconds)
    if state.place == 1:
        return say_number(
            "Next in line, about one second", "Next in line, about {number} seconds", state.seconds
        )
    return say_number(
        "{place} in line, about one second",
        "{place} in line, about {number} seconds",
        state.seconds,
        place=ordinal_words(state.place),
    )


def found_words(found: CardFound, pack: str) -> str:
    """The card of a corner found so far, for people; empty if not known yet."""
    if not found.card:
        return ""
    card, of_pack = read_canonical(found.card).card, PACKS[pack] if pack else FRENCH
    sign = "" if card.is_wild else of_pack.suit[card.suit].symbol
    return sign + page_face(card, of_pack).rank
