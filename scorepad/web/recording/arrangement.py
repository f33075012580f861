"""How the cards of a hand will be recorded: as found, as the page showed them, as before, or most plainly.

The form sends back the melds that the page showed, and the referee judges them. Recording never asks the
search (A4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorepad.core.card_text import read_canonical_melds, write_cards, write_melds
from scorepad.core.cards import Card, Meld
from scorepad.core.log.entries import Entry
from scorepad.core.notation import OWN_LETTERS, read_cards
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.tables.judging import entry_cards
from scorepad.web.hand.typed_cards import TypedCards

MELDS, CARDS, FOLLOWS = "shown", "shown_for", "follows"
OTHER_CARDS = say(
    "The melds on that page were for other cards. These cards are recorded, and you can add their "
    "melds later."
)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The melds, None if there are none yet, and the cards left in hand.

    `to_follow`: the melds are placeholders until the best are found (A4).
    """

    melds: tuple[Meld, ...] | None
    left: tuple[Card, ...] = ()
    to_follow: bool = False


@dataclass(frozen=True, slots=True)
class ShownMelds:
    """The melds that a page showed, and the hand that it showed them for, as its form sends them back.

    Both are empty if the cards were typed later. `to_follow`: the melds are placeholders until the best are
    found (A4).
    """

    melds: TypedCards
    hand: TypedCards
    to_follow: bool = False

    @property
    def empty(self) -> bool:
        return not (self.melds.text.strip() or self.hand.text.strip())

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards of the hand that are in no meld."""
        return tuple((Counter(self.hand.cards) - Counter(self.melds.cards)).elements())

    def fits(self, cards: Sequence[Card]) -> bool:
        """Whether they were shown for exactly these cards."""
        shown_cards, strange_cards = Counter(self.hand.cards), Counter(self.melds.cards) - Counter(cards)
        return shown_cards == Counter(cards) and not strange_cards and bool(self.melds.melds or shown_cards)

    def fields(self) -> dict[str, str]:
        """The hidden fields of the form."""
        return {MELDS: self.melds.text, CARDS: self.hand.text, FOLLOWS: "1" if self.to_follow else ""}


def shown_for(
    rules: Rules, melds: Sequence[Meld] = (), cards: Sequence[Card] = (), *, to_follow: bool = False
) -> ShownMelds:
    """The melds that a page shows for the cards, for its form."""
    return ShownMelds(
        TypedCards(rules, write_melds(melds), letters=OWN_LETTERS),
        TypedCards(rules, write_cards(cards), letters=OWN_LETTERS),
        to_follow,
    )


def read_shown(rules: Rules, args: Mapping[str, str]) -> ShownMelds:
    """The melds that the page showed, read from its form."""
    melds, cards = (TypedCards(rules, args.get(name, ""), letters=OWN_LETTERS) for name in (MELDS, CARDS))
    return ShownMelds(melds, cards, args.get(FOLLOWS) == "1")


def as_before(rules: Rules, entry: Entry | None, cards: Sequence[Card]) -> Arrangement | None:
    """The melds of the entry, if a correction leaves its cards the same; else None."""
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
