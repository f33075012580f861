"""Checks hands whose wilds together could close circles of two suits, case by case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pysat.solvers import Glucose4

from scorepad.core.cards import Card, Meld
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.proofs.certain_quartets import quartet_points
from scorepad.proofs.certificates import CirclesProof, NotChecked, ProofFault
from scorepad.proofs.core_check import CoreLedger, hold_simple_wilds
from scorepad.proofs.covered_check import check_covered
from scorepad.proofs.gap_check import check_with_gap
from scorepad.proofs.plain_circles import PlainCircle, PlainTracks, WildsElsewhere
from scorepad.proofs.plain_layers import PlainLayers


def check_circles(
    rules: Rules, cards: Sequence[Card], bound: int, proof: CirclesProof, partners: Sequence[Meld] = ()
) -> None:
    """Whether no arrangement of the cards is worth more than the bound; there are to be no melds of partners.

    Raises ProofFault where the proof does not hold, NotChecked where it is out of this program's reach.
    """
    if partners:
        raise NotChecked("circles that could be closed are not checked beside melds of partners")
    hand = Counter(cards)
    hold_simple_wilds(rules, hand)
    circles = circles_of(rules, hand)
    layers = PlainLayers(rules, hand, case=WildsElsewhere(tuple(circles)))
    points = bound - layers.lone_points - quartet_points(rules, hand)
    with Glucose4(bootstrap_with=layers.clauses) as solver:
        CoreLedger(solver, layers, proof.elsewhere).settle_bound(points)
    if len(proof.with_gaps) != len(circles):
        raise ProofFault("not every circle has its cases")
    for circle in circles:
        gap_proof = next((gap for gap in proof.with_gaps if gap.place in circle.places), None)
        if gap_proof is None:
            raise ProofFault("a circle has no proof of its gaps")
        check_with_gap(rules, hand, circle, points, gap_proof)
        check_covered(rules, hand, circle, points)


def circles_of(rules: Rules, hand: Counter[Card]) -> list[PlainCircle]:
    """The circles that could be closed, each by all wilds together. Raises NotChecked for others.

    Then no second one is closed with it, and no place without naturals is covered twice.
    """
    wild_count = sum(count for card, count in hand.items() if card not in melding_of(rules).naturals)
    circles = PlainTracks(rules).closable_circles(hand, wild_count)
    for circle in circles:
        if len(circle.missing) < max(1, wild_count):
            raise NotChecked("a circle could be closed without all wilds")
        if len(circle.places) != 2 * len({card.rank for _, card, _ in circle.places}):
            raise NotChecked("circles of an even number of ranks are not checked where they could be closed")
    return circles
