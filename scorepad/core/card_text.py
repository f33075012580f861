"""Cards in the two forms in which they are written: canonical in data, `4C 5C w=6C`, and for people, `♣45
♥Q`.

Text typed by people is read in `notation`. The canonical form is read here, for any pack.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.packs import Pack
from scorepad.core.phrasing import PrintedCards, ShownCards
from scorepad.core.sentence import in_a_row

_CARDS_AT_ONCE = 512  # kinds whose text for people is remembered


def show_rank(rank: str, pack: Pack) -> str:
    """The form of a rank for people."""
    return _shown(rank, pack)


def write_card(card: Card | Laid, pack: Pack | None) -> str:
    """The canonical form of a card: `4C`, `w=6C`; with the pack of the deal, a false joker's letter."""
    is_false = pack is not None and pack.okey is not None and card in (pack.okey, Laid(pack.okey))
    return pack.false_joker if pack and is_false else str(card)


def write_cards(cards: Iterable[Card | Laid], pack: Pack | None = None) -> str:
    """Canonical form of several cards: `4C 5C w=6C`."""
    return " ".join(write_card(card, pack) for card in cards)


def write_melds(melds: Iterable[Iterable[Card | Laid]], pack: Pack | None = None) -> str:
    """Canonical form of melds.

    >>> write_melds([[Card("4", "C"), Card("5", "C")], [Card("7", "H")]])
    '4C 5C / 7H'
    """
    return " / ".join(write_cards(meld, pack) for meld in melds)


def read_canonical(text: str) -> Laid:
    """Read a card from its canonical form, of any pack.

    >>> read_canonical("w=10R")
    Laid(Card('w', ''), Card('10', 'R'))
    """
    own, _, other = text.partition("=")
    return Laid(_canonical(own), _canonical(other) if other else None)


def _canonical(text: str) -> Card:
    # A suit is one letter; a rank may have more: `10R`.
    return WILD if text == WILD.rank else Card(text[:-1], text[-1])


def read_canonical_melds(melds: Iterable[Iterable[str]] | None) -> tuple[Meld, ...]:
    """Melds of canonical cards, as a log has them."""
    return tuple(tuple(map(read_canonical, meld)) for meld in melds or ())


def show_card(card: Card, pack: Pack) -> str:
    """The form of a card for people: `♥Q`, `w`; a false joker if that lies as the card."""
    return pack.false_joker if card == pack.okey else show_kind(card, pack)


@lru_cache(maxsize=_CARDS_AT_ONCE)
def show_kind(card: Card, pack: Pack) -> str:
    """The form of a kind of card for people, whatever lies as it."""
    if card.is_wild:
        return card.rank
    return _shown(("" if pack.has_ranks_alone else pack.suit[card.suit].symbol) + card.rank, pack)


def show_cards(cards: Iterable[Card], pack: Pack) -> str:
    """Cards for people, each with its suit: `♥Q ♠4`."""
    return _shown(" ".join([show_card(card, pack) for card in cards]), pack)


def show_laid(laid: Laid, pack: Pack) -> str:
    """The text of a card with the card that it stands for: `w=♥7`."""
    shown = show_card(laid.card, pack)
    return in_a_row((shown, "=", show_kind(laid.stands_for, pack)), "") if laid.stands_for else shown


def show_apart(meld: Iterable[Laid], pack: Pack) -> str:
    """The text of a meld, each wild with the card that it stands for: `♠7 w=♠8 w=♠9`."""
    return in_a_row(show_laid(laid, pack) for laid in meld)


def show_meld(meld: Iterable[Card | Laid], pack: Pack) -> str:
    """A meld for people, each suit named once for the ranks after it: `♣456789T`, `■9 10 11`; `4 9 A` for
    cards that are ranks alone.

    >>> from scorepad.core.packs import FRENCH
    >>> show_meld(map(read_canonical, "5C 6C w 8C 9C".split()), FRENCH)
    '♣56w♣89'
    """
    shown, suit = [], ""
    for piece in meld:
        card = piece.card if isinstance(piece, Laid) else piece
        # A false joker is written by its own letter, and no suit holds past it.
        is_held = card.suit == suit and suit and card != pack.okey
        shown.append(card.rank if is_held else show_card(card, pack))
        suit = "" if card == pack.okey else card.suit
    return _shown(("" if pack.joins_ranks and not pack.has_ranks_alone else " ").join(shown), pack)


def _shown(text: str, pack: Pack) -> str:
    if pack.has_french_ranks:
        return ShownCards(text)
    # Only a pack with a rank T prints it as 10.
    return PrintedCards(text) if pack.rank_aliases.get("10") else text
