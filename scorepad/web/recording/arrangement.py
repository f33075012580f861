"""How the cards of a hand will be recorded: as found, as the page showed them, as before, or most plainly.

What the page showed is what is sent, and the referee judges it; recording asks the search for nothing (A4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorepad.core.card_text import read_canonical_melds, write_cards, write_melds
from scorepad.core.cards import Card, Meld
from scorepad.core.log.entries import Entry
from scorepad.core.notation import read_cards
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.tables.judging import entry_cards
from scorepad.web.hand.typed_cards import TypedCards

MELDS, CARDS, FOLLOWS = "shown", "shown_for", "follows"
OTHER_CARDS = say(
    "The melds on that page were for other cards. These cards are recorded; their melds follow."
)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The melds, None while there are none, and the cards left in hand.

    `to_follow` says that the melds only stand in for those that are still to be found (A4).
    """

    melds: tuple[Meld, ...] | None
    left: tuple[Card, ...] = ()
    to_follow: bool = False


@dataclass(frozen=True, slots=True)
class ShownMelds:
    """The melds that a page showed, and the cards of the hand that it showed them for, as its form sends them
    back. Both are empty where it showed none: the cards came after it. `to_follow` says that they only stand
    in for those that are still to be found (A4)."""

    melds: TypedCards
    hand: TypedCards
    to_follow: bool = False

    @property
    def empty(self) -> bool:
        return not (self.melds.text.strip() or self.hand.text.strip())

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards that are in none of the melds."""
        return tuple((Counter(self.hand.cards) - Counter(self.melds.cards)).elements())

    def fits(self, cards: Sequence[Card]) -> bool:
        """Whether they were shown for these cards, and hold no others."""
        shown_cards, strange_cards = Counter(self.hand.cards), Counter(self.melds.cards) - Counter(cards)
        return shown_cards == Counter(cards) and not strange_cards and bool(self.melds.melds or shown_cards)

    def fields(self) -> dict[str, str]:
        """What the form carries."""
        return {MELDS: self.melds.text, CARDS: self.hand.text, FOLLOWS: "1" if self.to_follow else ""}


def shown_for(
    rules: Rules, melds: Sequence[Meld] = (), cards: Sequence[Card] = (), *, to_follow: bool = False
) -> ShownMelds:
    """The melds that a page shows for the cards."""
    return ShownMelds(TypedCards(rules, write_melds(melds)), TypedCards(rules, write_cards(cards)), to_follow)


def read_shown(rules: Rules, args: Mapping[str, str]) -> ShownMelds:
    """What the page showed, as its form says."""
    melds, cards = (TypedCards(rules, args.get(name, "")) for name in (MELDS, CARDS))
    return ShownMelds(melds, cards, args.get(FOLLOWS) == "1")


def as_before(rules: Rules, entry: Entry | None, cards: Sequence[Card]) -> Arrangement | None:
    """The melds of an entry, where a correction leaves its cards as they are."""
    if entry is None or entry.melds is None or entry.to_follow:
        return None
    same_cards = sorted(entry_cards(entry)) == sorted(cards)
    return (
        Arrangement(read_canonical_melds(entry.melds), _read_cards(entry.left or (), rules.pack))
        if same_cards
        else None
    )


def _read_cards(written: Sequence[str], pack: Pack) -> tuple[Card, ...]:
    return tuple(laid.card for laid in read_cards(" ".join(written), pack))
