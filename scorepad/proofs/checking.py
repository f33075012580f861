"""Which program checks which proof."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.core.cards import Card
from scorepad.core.rules import Rules
from scorepad.proofs.certificates import PriceProof, Proof


def check_proof(rules: Rules, cards: Sequence[Card], bound: int, proof: Proof) -> None:
    """Whether no arrangement of the cards is worth more than the bound.

    Raises ProofFault where the proof does not hold, NotChecked where it is out of reach.
    """
    if isinstance(proof, PriceProof):
        from scorepad.proofs.price_check import check_prices

        check_prices(rules, cards, bound, proof)
    else:
        from scorepad.proofs.core_check import check_cores

        check_cores(rules, cards, bound, proof)
