"""Choose the checker of a proof, and list all melds if row prices are checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, is_dataclass

from scorepad.core.cards import Card, Meld
from scorepad.core.rules import Rules
from scorepad.proofs.certificates import CasesProof, CoreProof, LoneCardsProof, Proof, ProofFault
from scorepad.proofs.plain_extensions import choices_of_extensions
from scorepad.proofs.plain_sets import board_points, choice_of_board, choice_of_sets
from scorepad.proofs.priced_choice import PlainChoice, check_choice


def check_proof(
    rules: Rules,
    cards: Sequence[Card],
    bound: int,
    proof: Proof,
    table: Sequence[Meld] = (),
    placed: int = 0,
    taken: Card | None = None,
) -> None:
    """Check that no arrangement of the cards beside the table melds is worth more than the bound.

    If melds interlock, `table` has the partners' melds. `placed`: on a board, the cards that the best play
    lays; no play may lay more. `taken`: a card that must be melded (F5).

    Raises ProofFault if the proof does not hold or is malformed, NotChecked if it is out of reach.
    """
    if not _is_whole(proof):
        raise ProofFault("not a proof: its numbers are not whole")
    try:
        _check_by_kind(rules, cards, bound, proof, table, placed, taken)
    # A proof comes from another program: one that breaks the checker is no proof, not a faulty checker.
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise ProofFault(f"not a proof: {error}") from error


def _is_whole(part: object) -> bool:
    """Return whether all numbers of a proof are whole; sums and comparisons of others prove nothing."""
    if isinstance(part, tuple | frozenset):
        return all(map(_is_whole, part))
    if is_dataclass(part):
        return all(_is_whole(getattr(part, field.name)) for field in fields(part))
    return part is None or isinstance(part, int | str)


def _check_by_kind(
    rules: Rules,
    cards: Sequence[Card],
    bound: int,
    proof: Proof,
    table: Sequence[Meld],
    placed: int,
    taken: Card | None,
) -> None:
    if isinstance(proof, CasesProof):
        worth = board_points(rules, Counter(cards), placed, bound) if rules.board.shared else bound
        choices = plain_choices(rules, cards, table, taken)
        # The best may be of any leap that is open, so each needs its prices (L2).
        if len(choices) != len(proof.cases):
            raise ProofFault("a case is missing")
        for choice, case in zip(choices, proof.cases, strict=True):
            check_choice(choice, worth, case)
    elif isinstance(proof, CoreProof | LoneCardsProof):
        from scorepad.proofs.core_check import check_cores  # here alone: pysat is for such proofs

        check_cores(rules, cards, bound, proof, table)
    else:
        raise ProofFault("not a proof: of no known kind")


def plain_choices(
    rules: Rules, cards: Sequence[Card], table: Sequence[Meld], taken: Card | None = None
) -> list[PlainChoice]:
    """Return the choices of melds, one for each case of the rules. Raises NotChecked."""
    hand = Counter(cards)
    if rules.board.shared:
        return [choice_of_board(rules, hand, table)]
    if rules.shapes.sets:
        return [choice_of_sets(rules, hand, table, taken)]
    return list(choices_of_extensions(rules, hand, table))
