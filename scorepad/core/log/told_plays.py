"""Plays as the log tells them: what a player did, with the cards as the table showed them then (H8, L3).

Older logs have a play in English words alone, which are read as such a play where they say one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from scorepad.core.log.schema import FieldType, Note, Words, records_type
from scorepad.core.phrasing import ShownCards
from scorepad.core.sentence import say

_DONE = ("laid", "added", "merged", "took")
Done = Annotated[
    Literal["laid", "added", "merged", "took"], FieldType(_DONE.__contains__, "one of " + ", ".join(_DONE))
]


@dataclass(frozen=True)
class ToldPlay:
    """What was done with a `meld`: it was laid; `cards` were added to it; it was merged with the `other` one,
    perhaps with `cards` between them; or a card took the place of its wild, and the `owner` is empty where it
    is the player's own."""

    done: Done
    meld: Words
    cards: Note = ""
    other: Note = ""
    owner: Note = ""

    @property
    def words(self) -> str:
        """What was done, in words that follow the player's name: `laid ♣456`."""
        meld, cards, other = map(ShownCards, (self.meld, self.cards, self.other))
        match self.done:
            case "laid":
                return say("laid {meld}", meld=meld)
            case "added":
                return say("added {cards} to {meld}", cards=cards, meld=meld)
            case "merged" if cards:
                return say(
                    "merged {first} and {second} with {between}", first=meld, second=other, between=cards
                )
            case "merged":
                return say("merged {first} and {second}", first=meld, second=other)
            case "took" if self.owner:
                return say(
                    "took a wild from {name}'s {meld} for {card}", name=self.owner, meld=meld, card=cards
                )
            case "took":
                return say("took a wild from their own {meld} for {card}", meld=meld, card=cards)


ToldPlays = Annotated[tuple[ToldPlay, ...], records_type(ToldPlay, "a list of plays")]


def play_in_words(words: str) -> str:
    """The words that an older log has for a play, as those of that play; as they are where they say none."""
    done, _, what = words.partition(" ")
    play = None
    if done == "laid":
        play = ToldPlay("laid", what)
    elif done == "added":
        cards, _, meld = what.partition(" to ")
        play = ToldPlay("added", meld, cards)
    elif done == "merged":
        first, _, rest = what.partition(" and ")
        other, _, between = rest.partition(" with ")
        play = ToldPlay("merged", first, between, other)
    elif done == "took":
        whose, _, card = what.removeprefix("a wild from ").rpartition(" for ")
        owner, _, meld = whose.rpartition("'s ")
        play = ToldPlay("took", meld.removeprefix("their own "), card, owner=owner)
    return play.words if play and play.words == words else words
