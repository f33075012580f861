"""What proves an answer: which search leaves something behind that can be checked anew."""

from __future__ import annotations

import time
from collections.abc import Sequence

from scorepad.core.cards import Card, Meld
from scorepad.core.rules import Rules
from scorepad.proofs.certificates import Proof


def proof_of(
    rules: Rules, cards: Sequence[Card], points: int, limit: float, partners: Sequence[Meld] = ()
) -> Proof | None:
    """The proof that a hand has no more than its `points`, with partners' melds where these interlock.

    None if it takes longer than so many seconds.
    """
    deadline = time.perf_counter() + limit
    if rules.bonuses.interlocks:
        from scorepad.optimize.interlock.core_proof import core_proof

        return core_proof(rules, cards, points, deadline, partners)
    from scorepad.optimize.partition.price_proof import price_proof

    return price_proof(rules, cards, deadline)
