"""Rules and cards to the search or the referee, and what they say as an answer (A1, A2).

The command line, the HTTP API and the pages all ask through `hand_questions`, which reads their input.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from msgspec import UNSET, Struct, structs

from scorepad import optimize
from scorepad.answers.answer_types import Best, MergeAnswer, Verdict
from scorepad.answers.field_reader import TableMelds
from scorepad.answers.judged_answers import (
    bonus_answer,
    fault_answer,
    join_sentences,
    meld_answers,
    verdict_answer,
)
from scorepad.answers.question_types import DEFAULT_LIMIT
from scorepad.answers.verification import cards_of, placed_cards, verified
from scorepad.core.audit import audit_cards
from scorepad.core.bonuses import PartnerOut
from scorepad.core.card_text import write_cards
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check as judge
from scorepad.core.check import lent_by_table
from scorepad.core.errors import ScorepadError
from scorepad.core.first_melds import first_laid_faults, no_first_meld
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
    partners_out: Sequence[PartnerOut] = (),
    multiplier: int = 1,
    limit: float = DEFAULT_LIMIT,
    check_proof: bool = False,
) -> Best:
    """The arrangement of the highest score, proven or with its bound; points before the multiplier.

    `table` has the melds that lie on the table, `partners` those of partners where that has the player's
    own, `partners_out` what has scored with them (I8). `limit` is in seconds, and the same again where
    `check_proof` asks for a proof to be checked.
    Raises ImpossibleHand when the packs do not hold the cards, BrokenTable and OpenWild for melds of the
    table that cannot be read.
    """
    table, partners = read_table(rules, table), read_table(rules, partners)
    if not table:
        hand, table = _kept_whole(hand, partners_out)
    refuse_impossible(rules, [*hand, *cards_of((*table, *partners))])
    beside = TableMelds(table=table, partners=partners, partners_out=partners_out)
    proposal = optimize.best(rules, hand, **beside, limit=limit)
    verdict = verified(rules, hand, proposal, **beside)
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
        proof_checked=_checked(rules, hand, proposal, table, partners, limit) if check_proof else UNSET,
        **_going_out(rules, hand, table),
    )


def _going_out(rules: Rules, hand: Sequence[Card], table: Sequence[Meld]) -> dict[str, Any]:
    """Whether the hand can go out, and why it cannot, where a first meld is needed (H13)."""
    if not optimize.needs_first_meld(rules, table):
        return {}
    findings = no_first_meld(rules, hand, rules.turns.first_meld_naturals)
    return {"goes_out": not findings, "why": join_sentences(findings)}


def _checked(
    rules: Rules,
    hand: Sequence[Card],
    proposal: optimize.Answer,
    table: Sequence[Meld],
    partners: Sequence[Meld],
    limit: float,
) -> bool:
    """Whether a second program comes to the bound of the search."""
    from scorepad.answers.proof_checking import proof_holds

    return proposal.proven and proof_holds(rules, hand, proposal, limit, table, partners)


def check(
    rules: Rules,
    laid: Sequence[Meld],
    *,
    table: Sequence[Meld] = (),
    partners: Sequence[Meld] = (),
    partners_out: Sequence[PartnerOut] = (),
    multiplier: int = 1,
    limit: float = DEFAULT_LIMIT,
) -> Verdict:
    """Melds as laid: legal or not and why, their points, and how far they are from the best.

    Raises BrokenTable and OpenWild for melds of the table that cannot be read.
    """
    if table:
        rules = rules.variant(first_meld_naturals=0)
    table = read_table(rules, (*table, *partners))
    verdict = _with_first_meld(rules, judge(rules, laid, table, partners_out))
    answer = verdict_answer(rules, verdict, multiplier)
    best_laid = _best_of(rules, laid, table, partners_out, verdict, limit)
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


def _with_first_meld(rules: Rules, verdict: Judgement) -> Judgement:
    """The verdict on melds of a player who laid none before (H13)."""
    findings = first_laid_faults(rules, verdict.melds, rules.turns.first_meld_naturals)
    return replace(verdict, legal=verdict.legal and not findings, findings=(*verdict.findings, *findings))


def merge(rules: Rules, melds: Sequence[Meld], between: Meld = ()) -> MergeAnswer:
    """Two melds of one player made one, or why they are not; `before` has the points of each (H8, L3).

    Raises OpenWild for melds of which nobody can tell what a wild stands for.
    """
    from scorepad.core import merging  # loaded here, as nothing else asks for it

    merged = merging.merge(rules, settle_wilds(rules, melds, "melds"), between)
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
    partners_out: Sequence[PartnerOut],
    verdict: Judgement,
    limit: float,
) -> _BestLaid | None:
    """The best from the cards of the melds; None where no such hand can be held."""
    if any(finding.clause == "P1" for finding in verdict.findings):
        return None
    cards, counting = _hand_and_table(rules, laid, table)
    hand_rules = _rules_from_hand(rules)
    hand, own = _kept_whole(cards, partners_out)
    table, partners = (own, counting) if rules.bonuses.interlocks else (counting, ())
    beside = TableMelds(table=table, partners=partners, partners_out=partners_out)
    proposal = optimize.best(hand_rules, hand, limit=limit, **beside)
    return _BestLaid(proposal.points, verified(hand_rules, hand, proposal, **beside).melds, proposal.proven)


def _kept_whole(
    hand: Sequence[Card], partners_out: Sequence[PartnerOut]
) -> tuple[Sequence[Card], Sequence[Meld]]:
    """The cards without those of the melds that lay there as the last partner went out, and these (H9)."""
    own = partners_out[-1].own if partners_out else ()
    cards_there = Counter(cards_of(own))
    return (
        (list((Counter(hand) - cards_there).elements()), own) if cards_there <= Counter(hand) else (hand, ())
    )


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
