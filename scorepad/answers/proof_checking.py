"""Whether a second program, which shares nothing with the search, comes to the same bound."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.core.cards import Card
from scorepad.core.rules import Rules
from scorepad.optimize.proving import proof_of
from scorepad.proofs.certificates import NotChecked, ProofFault
from scorepad.proofs.checking import check_proof


def proof_holds(rules: Rules, hand: Sequence[Card], bound: int, limit: float) -> bool:
    """Whether a proof was found in `limit` seconds that no arrangement is worth more, and it holds."""
    proof = proof_of(rules, hand, bound, limit)
    if proof is None:
        return False
    try:
        check_proof(rules, hand, bound, proof)
    except (NotChecked, ProofFault):
        return False
    return True
