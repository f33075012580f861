"""Cards as a page writes them into its fields, so that they read as the same cards in its language.

English pages write the letters of the pad, `4C`. In other languages a letter may stand for another suit, as
`C` for cœur, so pages write the signs of suits. Cards that are ranks alone are written `4`.
"""

from __future__ import annotations

from collections.abc import Iterable

from scorepad.core.card_text import show_laid, write_card, write_cards
from scorepad.core.cards import Card, Laid
from scorepad.core.packs import Pack
from scorepad.web.languages import ENGLISH, page_language


def speaks_english() -> bool:
    """Whether the page's letters for suits are those of the pad."""
    return str(page_language()) == ENGLISH


def _writes_letters(pack: Pack) -> bool:
    return speaks_english() and not pack.has_ranks_alone


def page_card(card: Card, pack: Pack) -> str:
    """A card as text for a field of the page."""
    return write_card(card, pack) if _writes_letters(pack) else str(show_laid(Laid(card), pack))


def page_cards(cards: Iterable[Card | Laid], pack: Pack) -> str:
    """Cards as text for a field of the page."""
    if _writes_letters(pack):
        return write_cards(cards, pack)
    laid_cards = (card if isinstance(card, Laid) else Laid(card) for card in cards)
    return " ".join(str(show_laid(laid, pack)) for laid in laid_cards)


def page_melds(melds: Iterable[Iterable[Card | Laid]], pack: Pack) -> str:
    """Melds as text for a field of the page."""
    return " / ".join(page_cards(meld, pack) for meld in melds)
