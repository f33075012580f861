"""The referee of melds of one colour: so many cards of a suit, whatever their ranks (phase-10 P2)."""

from __future__ import annotations

from scorepad.core.cards import Meld
from scorepad.core.melding import Melding
from scorepad.core.readings import illegal_verdict
from scorepad.core.values import meld_value
from scorepad.core.verdicts import MeldVerdict
from scorepad.core.wild_faults import wild_count_faults


def judge_colour(melding: Melding, meld: Meld) -> MeldVerdict:
    """Judge a meld as cards of one colour; why it is none is left to runs and sets to say."""
    rules, kinds = melding.rules, [laid.card for laid in meld if not laid.card.is_wild]
    natural = tuple(not laid.card.is_wild for laid in meld)
    # Cards that are never melded, such as skips, are not among the naturals.
    is_one = len({kind.suit for kind in kinds}) == 1 and melding.naturals.issuperset(kinds)
    is_long = 0 < rules.shapes.shortest_colour <= len(meld)
    if not (is_one and is_long) or any(wild_count_faults(rules, meld, natural, in_set=False)):
        return illegal_verdict(melding, meld, ())
    cards = [laid.card for laid in meld]
    return MeldVerdict(meld, True, meld_value(rules, cards, cards, is_run=False), natural, None, ())
