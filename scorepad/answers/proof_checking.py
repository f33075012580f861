"""Checks a proof by a second program, which shares nothing with the search."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from scorepad.answers.judged_answers import ProofFields
from scorepad.answers.terms import Terms
from scorepad.answers.verification import own_and_partners
from scorepad.core.cards import Card, Meld, cards_of
from scorepad.core.first_melds import needs_first_meld
from scorepad.core.rules import Rules
from scorepad.optimize import solvers
from scorepad.optimize.answer import Answer
from scorepad.optimize.ended_in_time import Tell, last_told
from scorepad.proofs.certificates import CasesProof, NotChecked, Proof, ProofFault, RowPriceProof
from scorepad.proofs.checking import check_proof, plain_choices
from scorepad.proofs.priced_choice import PlainChoice

_SCALE = 2**24  # units of a point, so that rounding costs less than a point over all rows


class NotInTime(Exception):
    """The second program did not finish in time."""


def checked_answer(
    rules: Rules, hand: Sequence[Card], answer: Answer, terms: Terms, values_bound: int
) -> tuple[Answer, ProofFields]:
    """The answer after a second program has checked its proof, and the fields for the result.

    If the proof is refuted, the answer is not proven and has `values_bound`, which rests only on the values
    in the rules. The case is logged.
    """
    if not answer.proven or not _is_checkable(rules, terms):
        return answer, {"proof_checked": False}
    try:
        holds = proof_holds(rules, hand, answer, terms)
    except NotInTime:
        return answer, {"proof_checked": False, "proof_in_time": False}
    except ProofFault as fault:
        terms.asked.log_fault(fault)
        bound = max(values_bound, answer.points + 1)
        unproven = replace(answer, bound=bound, method="trivial bound")
        return unproven, {"proof_checked": False, "proof_refuted": True}
    except Exception as error:
        terms.asked.log_fault(error)
        return answer, {"proof_checked": False}
    return answer, {"proof_checked": holds}


def _is_checkable(rules: Rules, terms: Terms) -> bool:
    """Whether the second program supports the question. It knows neither earlier interlocks, first melds,
    whole hands, nor restrictions of one turn (I8, H13, B2)."""
    return not (
        terms.partners.out
        or terms.turn
        or rules.hand.throws
        or rules.shapes.by_rank
        or needs_first_meld(rules, terms.table)
    )


def proof_holds(
    rules: Rules,
    hand: Sequence[Card],
    answer: Answer,
    terms: Terms,
) -> bool:
    """Whether a proof that no arrangement is worth more was found in the seconds of the terms, and holds.

    The second program has as many again, and what the first left. It does not look at the clock, so it runs
    in a process of its own. Raises ProofFault if the proof does not hold, and NotInTime.
    """
    placed, table, limit, taken = len(hand) - len(answer.left), terms.table, terms.limit, terms.taken
    if rules.bonuses.interlocks:
        # Own melds laid anew with the hand are worth no less than where they stay whole (I8).
        own_melds, partners = own_and_partners(rules, table, terms.partners)
        hand, table = [*hand, *cards_of(own_melds)], partners.melds

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
    """The proof that a hand beside those melds has no more than its `points`; None if it takes too long.

    In games with interlocks, `table` has partners' melds too. Raises NotChecked if no program could check the
    proof.
    """
    deadline = time.perf_counter() + limit
    if rules.bonuses.interlocks:
        from scorepad.chattahoochee.interlock.core_proof import core_proof

        return core_proof(rules, hand, points, deadline, table)
    from scorepad.optimize.branch_and_bound import TreeTooLarge

    choices = plain_choices(rules, hand, table, taken)
    try:
        return CasesProof(tuple(_priced(choice, deadline) for choice in choices))
    except TreeTooLarge:
        return None


def _priced(choice: PlainChoice, deadline: float) -> RowPriceProof:
    """The dual prices of the linear relaxation, rounded up. Raises TreeTooLarge if time is over."""
    uses = [[(row, amount) for row, amount in enumerate(uses) if amount] for uses in choice.gains]
    dual_values = solvers.row_prices([*choice.limits.values()], [*choice.gains.values()], uses, deadline)
    # Prices above the dual ones weaken the bound, and never make it wrong.
    prices = [ceil(price * _SCALE) + 1 for price in dual_values]
    return RowPriceProof(tuple(zip(choice.limits, prices, strict=True)), _SCALE)
