"""Whether a second program, which shares nothing with the search, comes to the same bound."""

from __future__ import annotations

import time
from collections.abc import Sequence

from scorepad.core.cards import Card, Meld
from scorepad.core.rules import Rules
from scorepad.optimize.answer import Answer
from scorepad.optimize.ended_in_time import Tell, last_told
from scorepad.optimize.row_price_proof import row_price_proof
from scorepad.proofs.certificates import CasesProof, NotChecked, Proof
from scorepad.proofs.checking import check_proof
from scorepad.proofs.plain_choices import plain_choices


class NotInTime(Exception):
    """The second program has not come to its end in time."""


def proof_holds(
    rules: Rules,
    hand: Sequence[Card],
    answer: Answer,
    limit: float,
    table: Sequence[Meld] = (),
    partners: Sequence[Meld] = (),
    taken: Card | None = None,
) -> bool:
    """Whether a proof was found in `limit` seconds that no arrangement is worth more, and it holds.

    The second program has so many seconds again, and what the first has left. It does not look at the clock,
    so that it works in a process of its own. Raises ProofFault where the proof does not hold, NotInTime.
    """
    placed = len(hand) - len(answer.left)
    if rules.bonuses.interlocks:
        # Own melds laid anew with the hand are worth no less than where they stay whole (I8).
        own_melds = table if rules.turns.any_turn else ()
        hand = [*hand, *(laid.card for meld in own_melds for laid in meld)]
        table = partners if rules.turns.any_turn else (*table, *partners)

    def find_and_check(tell: Tell[bool | Exception]) -> None:
        try:
            proof = find_proof(rules, hand, answer.bound, limit, table, taken)
            if proof is not None:
                check_proof(rules, hand, answer.bound, proof, table, placed, taken)
            tell(proof is not None)
        except NotChecked:
            tell(False)
        except Exception as error:
            tell(error)

    outcome = last_told(find_and_check, 2 * limit)
    if outcome is None:
        raise NotInTime
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def find_proof(
    rules: Rules,
    hand: Sequence[Card],
    points: int,
    limit: float,
    table: Sequence[Meld] = (),
    taken: Card | None = None,
) -> Proof | None:
    """The proof that a hand beside those melds has no more than its `points`; None if it takes longer.

    Where melds interlock the table has those of partners. Raises NotChecked where no program could check it.
    """
    deadline = time.perf_counter() + limit
    if rules.bonuses.interlocks:
        from scorepad.optimize.interlock.core_proof import core_proof

        return core_proof(rules, hand, points, deadline, table)
    cases = [
        row_price_proof(choice.limits, choice.gains, deadline)
        for choice in plain_choices(rules, hand, table, taken)
    ]
    priced_cases = tuple(case for case in cases if case is not None)
    return CasesProof(priced_cases) if len(priced_cases) == len(cases) else None
