"""The pack audit: no hand can hold more copies of a card than the packs do (P1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from scorepad.core.cards import WILD, Card
from scorepad.core.notation import show_card
from scorepad.core.packs import Pack
from scorepad.core.verdicts import Finding

_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def count_word(n: int) -> str:
    """A small number in words, a large one in figures."""
    return _SMALL[n] if n < len(_SMALL) else str(n)


def audit(pack: Pack, packs: int, jokers: int, cards: Iterable[Card]) -> tuple[Finding, ...]:
    """Every kind of card of which `cards` hold more copies than `packs` packs and `jokers` jokers."""
    held = Counter(cards)
    in_order = sorted(held, key=lambda card: pack.order.get(card, len(pack.order)))
    return tuple(
        _too_many(pack, packs, jokers, card, held[card])
        for card in in_order
        if held[card] > (jokers if card.is_wild else packs)
    )


def _too_many(pack: Pack, packs: int, jokers: int, card: Card, held: int) -> Finding:
    if card == WILD:
        plays = f"the game is played with {count_word(jokers) if jokers else 'none'}"
        name = "joker" if pack.joker else "wild card"
        cards = f"{count_word(held).capitalize()} {name}{'s' if held > 1 else ''}"
        return Finding("too-many-wilds", (card,), "P1", f"{cards}, but {plays}.")
    hold = f"{count_word(packs)} pack{' holds' if packs == 1 else 's hold'} {count_word(packs)}"
    if pack.joker:
        hold = f"there are {count_word(packs)} of each tile"
    sentence = f"{count_word(held).capitalize()} {show_card(card, pack)}, but {hold}."
    return Finding("too-many-copies", (card,), "P1", sentence)
