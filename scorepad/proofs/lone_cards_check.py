"""Checks by cores what is known of the cards beside melds that go on at both sides of a place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pysat.solvers import Glucose4

from scorepad.core.cards import Card, Meld
from scorepad.core.rules import Rules
from scorepad.proofs.certain_quartets import quartet_points
from scorepad.proofs.certificates import LoneCardsProof, NotChecked
from scorepad.proofs.core_check import CoreLedger, hold_simple_wilds
from scorepad.proofs.plain_lone_cards import LoneCardLayers


def check_lone_cards(
    rules: Rules, cards: Sequence[Card], bound: int, proof: LoneCardsProof, partners: Sequence[Meld] = ()
) -> None:
    """Whether no arrangement of the cards is worth more than the bound; there are to be no melds of partners.

    Raises ProofFault where the proof does not hold, NotChecked where it is out of this program's reach.
    """
    if partners:
        raise NotChecked("what goes on past a place is not checked beside melds of partners")
    hand = Counter(cards)
    hold_simple_wilds(rules, hand)
    layers = LoneCardLayers(rules, hand)
    with Glucose4(bootstrap_with=layers.clauses) as solver:
        CoreLedger(solver, layers, proof.cores).settle_bound(
            bound - layers.lone_points - quartet_points(rules, hand)
        )
