"""What the page of a photo says of the cards that were read, and what its script says of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, say, say_number
from scorepad.web.hand.pad_words import CARD, piece_words
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
    """What the main button says: of so many, and what is photographed next, `rack`, `hand` or nothing."""
    use = USE[used](number)
    if hand_next == "rack":
        return say("{use}, then the rack", use=use)
    return say("{use}, then the hand", use=use) if hand_next else use


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
        "it_is_one": say("It is one"),
        "yes": say("Yes"),
        "done": say("Done"),
    }
    words = {name: page_words(sentence) for name, sentence in sentences.items()}
    use = plural_words(lambda number: use_words(used, number, hand_next))
    return {**words, "count": plural_words(piece_words(rules).count), "use": use}
