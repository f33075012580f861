"""Checks by cores what is known of where the two naturals of each wild lie (H15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pysat.solvers import Glucose4

from scorepad.core.cards import Card, Meld
from scorepad.core.rules import Rules
from scorepad.proofs.certain_quartets import quartet_points
from scorepad.proofs.certificates import CrossingProof, NotChecked
from scorepad.proofs.core_check import CoreLedger, hold_simple_wilds
from scorepad.proofs.plain_crossings import CrossedLayers


def check_crossings(
    rules: Rules, cards: Sequence[Card], bound: int, proof: CrossingProof, partners: Sequence[Meld] = ()
) -> None:
    """Whether no arrangement of the cards is worth more than the bound; there are to be no melds of partners.

    Raises ProofFault where the proof does not hold, NotChecked where it is out of this program's reach.
    """
    if partners:
        raise NotChecked("where melds cross is not checked beside melds of partners")
    hand = Counter(cards)
    hold_simple_wilds(rules, hand)
    layers = CrossedLayers(rules, hand)
    with Glucose4(bootstrap_with=layers.clauses) as solver:
        points = bound - layers.lone_points - quartet_points(rules, hand)
        _CrossingLedger(solver, layers, proof).settle_bound(points)


class _CrossingLedger(CoreLedger):
    def __init__(self, solver: Glucose4, layers: CrossedLayers, proof: CrossingProof) -> None:
        super().__init__(solver, layers, proof.cores)
        self.own_literals |= {
            literal: layers.more_by.get(stretch, (0, 0))[0] for literal, stretch in proof.with_a_wild_more
        }
        for variable, value in layers.more_by.values():
            self.account.weight_left[variable] = value
            self.account.total += value
