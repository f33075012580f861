"""What a judge finds wrong: a code, the cards concerned, the clause, and a sentence made of them."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.core.cards import Card


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault. `sentence` is for the player and ends in a full stop; `clause` is RULES.md's number."""

    code: str
    cards: tuple[Card, ...]
    clause: str
    sentence: str
