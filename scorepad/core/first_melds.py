"""What a player's first meld of a deal needs, where melds lie on the table (H13)."""

from __future__ import annotations

from scorepad.core.audit import count_word
from scorepad.core.findings import Finding
from scorepad.core.rules import Rules
from scorepad.core.verdicts import MeldVerdict


def first_meld(rules: Rules, meld: MeldVerdict, earlier: int) -> tuple[Finding, ...]:
    """What is wrong with a legal meld as a first one, of a player with that score in earlier games."""
    needed = naturals_needed(rules, earlier)
    if not needed:
        return ()
    cards, naturals = tuple(laid.card for laid in meld.laid), sum(meld.natural)
    wilds, most = len(cards) - naturals, rules.turns.first_meld_wilds
    found = []
    if naturals < needed:
        sentence = f"A first meld needs {count_word(needed)} naturals, not {count_word(naturals)}."
        found.append(Finding("first-naturals", cards, "H13", sentence))
    if wilds > most:
        sentence = f"A first meld holds {count_word(most)} wilds at most, not {count_word(wilds)}."
        found.append(Finding("first-wilds", cards, "H13", sentence))
    return tuple(found)


def naturals_needed(rules: Rules, earlier: int) -> int:
    """The naturals that the first meld needs of a player with that score in earlier games; 0: any (H13)."""
    if not rules.turns.first_meld_naturals:
        return 0
    rise = max(0, earlier) // rules.turns.first_meld_rise if rules.turns.first_meld_rise else 0
    return rules.turns.first_meld_naturals + rise
