"""All that could be laid, listed anew from the rules: which games are checked by prices of rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scorepad.core.cards import Card, Meld
from scorepad.core.rules import Rules
from scorepad.proofs.certificates import CasesProof, ProofFault
from scorepad.proofs.plain_boards import board_points, choice_of_board
from scorepad.proofs.plain_extensions import choices_of_extensions
from scorepad.proofs.plain_sets import choice_of_sets
from scorepad.proofs.priced_choice import PlainChoice, check_choice


def plain_choices(
    rules: Rules, cards: Sequence[Card], table: Sequence[Meld], taken: Card | None = None
) -> list[PlainChoice]:
    """What can be chosen among, in each case that there is. Raises NotChecked."""
    hand = Counter(cards)
    if rules.board.shared:
        return [choice_of_board(rules, hand, table)]
    if rules.shapes.sets:
        return [choice_of_sets(rules, hand, table, taken)]
    return list(choices_of_extensions(rules, hand, table))


def check_cases(
    rules: Rules,
    cards: Sequence[Card],
    table: Sequence[Meld],
    bound: int,
    placed: int,
    proof: CasesProof,
    taken: Card | None = None,
) -> None:
    """Whether no arrangement is worth more, on a board none of more cards placed nor of as many.

    Raises ProofFault where the proof does not hold, NotChecked.
    """
    choices = plain_choices(rules, cards, table, taken)
    if len(choices) != len(proof.cases):
        raise ProofFault("a case is missing")
    worth = board_points(rules, Counter(cards), placed, bound) if rules.board.shared else bound
    for choice, case in zip(choices, proof.cases, strict=True):
        check_choice(choice, worth, case)
