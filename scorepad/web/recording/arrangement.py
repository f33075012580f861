"""How the cards of a form will be recorded: as found, as they were before, or in the plainest way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.answers.answer_types import Best
from scorepad.core.cards import Card, Meld
from scorepad.core.log.table import Entry
from scorepad.core.notation import read_cards
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.tables.judging import read, shown
from scorepad.tables.provisional import layings, longest_first_is_best


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The melds, None while there are none, and the cards left in hand.

    `to_follow` says that the melds only stand in for those that are still to be found (A4).
    """

    melds: tuple[Meld, ...] | None
    left: tuple[Card, ...] = ()
    to_follow: bool = False


def found(best: Best) -> Arrangement:
    """What the search answered."""
    return Arrangement(tuple(meld.meld for meld in best.melds), best.left_cards)


def unchanged(rules: Rules, entry: Entry | None, cards: Sequence[Card]) -> Arrangement | None:
    """The melds of an entry, where a correction leaves its cards as they are."""
    if entry is None or entry.melds is None or entry.to_follow:
        return None
    same = sorted(shown(rules, entry)) == sorted(cards)
    return Arrangement(read(rules, entry.melds), _cards(entry.left or (), rules.pack)) if same else None


def stand_in(rules: Rules, cards: Sequence[Card], own: Sequence[Meld]) -> Arrangement:
    """The plainest way to lay the cards beside the player's `own` melds on the table (A4)."""
    follows = not longest_first_is_best(rules, cards, own)
    return Arrangement(*layings(rules, cards, own)[0], follows)


def _cards(written: Sequence[str], pack: Pack) -> tuple[Card, ...]:
    return tuple(laid.card for laid in read_cards(" ".join(written), pack))
