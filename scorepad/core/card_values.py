"""What single cards count, as data (B3, F3, K1, K4, G3, L5)."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.core.brief import Brief


@dataclass(frozen=True, slots=True, repr=False)
class CardValues(Brief):
    """What each card counts in a meld, and left in hand.

    ranks          what ranks count that do not count their number, and in a pack of other ranks their place
    every          what every rank counts; None: each as `ranks` says
    joker          what a joker counts left in hand, and in a meld unless `joker_as_card`
    joker_as_card  a joker in a meld counts as the card that it stands for
    low_ace        what an ace counts before the two of a run; None: as everywhere
    wild_left      what a wild card that has a rank counts left in hand; None: as in melds
    left           what ranks, or single cards, count left in hand, where that differs
    lone_ace       what an ace counts as the only card left; None: as beside others
    """

    ranks: tuple[tuple[str, int], ...] = ()
    every: int | None = None
    joker: int = 0
    joker_as_card: bool = False
    low_ace: int | None = None
    wild_left: int | None = None
    left: tuple[tuple[str, int], ...] = ()
    lone_ace: int | None = None


def courts_at(value: int, *, ace: int) -> tuple[tuple[str, int], ...]:
    """The ranks of a French pack that do not count their number, courts all the same."""
    return (("A", ace), ("T", 10), ("J", value), ("Q", value), ("K", value))


NUMBERED_RANKS = (("A", 1), ("T", 10), ("J", 11), ("Q", 12), ("K", 13))
FACE = CardValues(courts_at(10, ace=1))  # B3
NUMBERS = CardValues(NUMBERED_RANKS)  # L5
ONE_EACH = CardValues(every=1, joker=1)  # G3: a card is a point
