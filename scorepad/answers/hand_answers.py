"""Rules and cards to the search or the referee, and what they say as an answer (A1, A2).

The command line, the HTTP API and the pages all ask through `hand_questions`, which reads their input.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from msgspec import UNSET, Struct, structs

from scorepad import optimize
from scorepad.answers.answer_types import Best, MergeAnswer, Verdict
from scorepad.answers.judged_answers import (
    bonus_answer,
    fault_answer,
    join_sentences,
    meld_answers,
    verdict_answer,
)
from scorepad.answers.question_commands import ASKED_BY_PROGRAM, AskedQuestion
from scorepad.answers.question_types import DEFAULT_LIMIT
from scorepad.answers.refereed import refereed
from scorepad.answers.verification import SearchFault, cards_of, placed_cards
from scorepad.core.audit import audit_cards
from scorepad.core.card_text import write_cards
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check as judge
from scorepad.core.check import lent_by_table
from scorepad.core.errors import ScorepadError
from scorepad.core.rules import Rules
from scorepad.core.table_melds import read_table, settle_wilds
from scorepad.core.values import left_value
from scorepad.core.verdicts import Finding, Judgement, MeldVerdict


class ImpossibleHand(ScorepadError):
    """More copies of a card than the packs hold: one was misread or mistyped (P1)."""

    code = "pack-audit"

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__(join_sentences(findings))
        self.findings = tuple(findings)


def refuse_impossible(rules: Rules, cards: Sequence[Card]) -> None:
    """Raises ImpossibleHand when the packs do not hold the cards (P1)."""
    findings = audit_cards(rules.pack, rules.packs, rules.jokers, cards)
    if findings:
        raise ImpossibleHand(findings)


def best(
    rules: Rules,
    hand: Sequence[Card],
    *,
    table: Sequence[Meld] = (),
    partners: Sequence[Meld] = (),
    multiplier: int = 1,
    limit: float = DEFAULT_LIMIT,
    check_proof: bool = False,
    asked: AskedQuestion = ASKED_BY_PROGRAM,
) -> Best:
    """The arrangement of the highest score, proven or with its bound; points before the multiplier.

    `table` has the melds that lie on the table, `partners` those of partners where that has the player's
    own (I8), `limit` is in seconds, and the same again where `check_proof` asks for a proof to be checked;
    `asked` is for the log, should the search fail.
    Raises ImpossibleHand when the packs do not hold the cards, BrokenTable and OpenWild for melds of the
    table that cannot be read.
    """
    table, partners = read_table(rules, table), read_table(rules, partners)
    refuse_impossible(rules, [*hand, *cards_of((*table, *partners))])
    beside = {"table": table, "partners": partners}
    search = partial(optimize.best, rules, hand, limit=limit, **beside)
    proposal, verdict = refereed(rules, hand, search, asked=asked, **beside)
    shows_table = (rules.turns.any_turn or not rules.bonuses.interlocks) and (table or rules.board.shared)
    return Best(
        game=rules.game,
        points=proposal.points,
        multiplier=multiplier,
        score=proposal.points * multiplier,
        melds=meld_answers(rules, verdict.melds),
        bonuses=tuple(map(bonus_answer, verdict.bonuses)),
        left=tuple(map(str, proposal.left)),
        left_value=left_value(rules, proposal.left),
        placed=len(placed_cards(hand, proposal.left)),
        table=tuple(write_cards(meld.laid) for meld in verdict.melds) if shows_table else (),
        proven=proposal.proven,
        bound=proposal.bound,
        seconds=round(proposal.seconds, 6),
        proven_by=proposal.proven_by,
        proof_checked=_checked(rules, hand, proposal, limit, asked, **beside) if check_proof else UNSET,
    )


def _checked(
    rules: Rules,
    hand: Sequence[Card],
    proposal: optimize.Answer,
    limit: float,
    asked: AskedQuestion,
    **beside: Sequence[Meld],
) -> bool:
    """Whether a second program comes to the bound of the search; one that refutes it is a fault of ours."""
    from scorepad.answers.proof_checking import proof_holds

    try:
        return proposal.proven and proof_holds(rules, hand, proposal, limit, **beside)
    except Exception as error:
        asked.log_fault(error)
        return False


def check(
    rules: Rules,
    laid: Sequence[Meld],
    *,
    table: Sequence[Meld] = (),
    partners: Sequence[Meld] = (),
    multiplier: int = 1,
    limit: float = DEFAULT_LIMIT,
    asked: AskedQuestion = ASKED_BY_PROGRAM,
) -> Verdict:
    """Melds as laid: legal or not and why, their points, and how far they are from the best.

    Raises BrokenTable and OpenWild for melds of the table that cannot be read.
    """
    table = read_table(rules, (*table, *partners))
    verdict = judge(rules, laid, table)
    answer = verdict_answer(rules, verdict, multiplier)
    best_laid = _best_of(rules, laid, table, verdict, limit, asked)
    if best_laid is None:
        return answer
    points = verdict.points if verdict.legal else 0
    missed = max(0, best_laid.points - points)
    return structs.replace(
        answer,
        best=max(best_laid.points, points),
        missed=missed,
        better=meld_answers(rules, best_laid.melds if missed else ()),
        proven=best_laid.proven,
    )


def merge(rules: Rules, melds: Sequence[Meld], between: Meld = ()) -> MergeAnswer:
    """Two melds of one player made one, or why they are not; `before` has the points of each (H8, L3).

    Raises OpenWild for runs with a wild of which nobody can tell what it stands for; sets may have one (F2).
    """
    from scorepad.core import merging  # loaded here, as nothing else asks for it

    read_melds = melds if rules.shapes.sets else settle_wilds(rules, melds, "melds")
    merged = merging.merge(rules, read_melds, between)
    return MergeAnswer(
        game=rules.game,
        legal=merged.legal,
        melds=meld_answers(rules, merged.melds),
        points=merged.points,
        before=merged.before,
        why=join_sentences(merged.findings),
        faults=tuple(map(fault_answer, merged.findings)),
    )


class _BestLaid(Struct, frozen=True):
    """The best that could have been laid from the same cards."""

    points: int
    melds: Sequence[MeldVerdict]
    proven: bool


def _best_of(
    rules: Rules,
    laid: Sequence[Meld],
    table: Sequence[Meld],
    verdict: Judgement,
    limit: float,
    asked: AskedQuestion,
) -> _BestLaid | None:
    """The best from the cards of the melds; None where no such hand can be held."""
    if any(finding.clause == "P1" for finding in verdict.findings):
        return None
    hand, partners = _hand_and_table(rules, laid, table)
    hand_rules = _rules_from_hand(rules)
    on_table = {"partners": partners} if rules.bonuses.interlocks else {"table": partners}
    search = partial(optimize.best, hand_rules, hand, limit=limit, **on_table)
    proposal, best_verdict = refereed(hand_rules, hand, search, asked=asked, **on_table)
    is_beaten = verdict.legal and verdict.points > proposal.bound
    if is_beaten:
        asked.log_fault(SearchFault(f"a bound of {proposal.bound}, and {verdict.points} are laid"))
    return _BestLaid(proposal.points, best_verdict.melds, proposal.proven and not is_beaten)


def _hand_and_table(
    rules: Rules, laid: Sequence[Meld], table: Sequence[Meld]
) -> tuple[list[Card], Sequence[Meld]]:
    """The cards that melds were laid from, and what on the table counts for the best of them (I7, K2)."""
    cards = Counter(cards_of(laid))
    cards.subtract(cards_of([lender.lent_meld for lender in lent_by_table(rules, laid, table)]))
    table_counts = rules.bonuses.interlocks or (rules.board.retrieve_jokers and not rules.board.initial_done)
    return list(cards.elements()), table if table_counts else ()


def _rules_from_hand(rules: Rules) -> Rules:
    """The rules by which melds are worth what they say: for a board those of sets from a rack alone, where a
    joker counts as the tile that it stands for (K1, K2)."""
    if rules.board.shared and rules.board.initial_done:
        return rules.variant(initial_done=False, first_play=0)
    return rules
