"""What a search is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.core.bonuses import NOTHING_BESIDE, LyingBeside
from scorepad.core.cards import Card, Meld
from scorepad.core.rules import Rules


@dataclass(frozen=True, slots=True)
class SearchQuestion:
    """A hand beside the melds on the table, and the seconds to search it. `optimize.best` says what each
    field holds."""

    rules: Rules
    cards: Sequence[Card]
    table: Sequence[Meld] = ()
    partners: LyingBeside = NOTHING_BESIDE
    taken: Card | None = None
    opened: bool = False
    one_new: bool = False
    eaten: Sequence[Card] = ()
    limit: float = 2.0
