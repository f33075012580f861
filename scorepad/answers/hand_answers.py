"""Service: the best melds of a hand and the judgement of melds as laid, as answers ready for JSON (A1, A2).

The command line, the HTTP API and the pages all ask through `questions`, which reads their input.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorepad import optimize
from scorepad.answers.verification import cards_of, placed, verified
from scorepad.core import merging
from scorepad.core.audit import audit
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check as judge
from scorepad.core.check import taken_from
from scorepad.core.errors import ScorepadError
from scorepad.core.findings import Finding
from scorepad.core.notation import show_meld, write_cards
from scorepad.core.rules import Rules
from scorepad.core.table_melds import as_they_lie, settled
from scorepad.core.values import left_value
from scorepad.core.verdicts import Bonus, MeldVerdict, Verdict

Answer = dict[str, Any]
DEFAULT_LIMIT = 2.0
LONGEST_LIMIT = 60.0


class ImpossibleHand(ScorepadError):
    """More copies of a card than the packs hold: one was misread or mistyped (P1)."""

    code = "pack-audit"

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__(_why(findings))
        self.findings = tuple(findings)


def best(
    rules: Rules,
    hand: Sequence[Card],
    *,
    table: Sequence[Meld] = (),
    partners: Sequence[Meld] = (),
    multiplier: int = 1,
    limit: float = DEFAULT_LIMIT,
) -> Answer:
    """The arrangement of the highest score, proven or with its bound; points before the multiplier.

    `table` has the melds that lie on the table, `partners` those of partners where that has her own (I8),
    `limit` is in seconds. Raises ImpossibleHand when the packs
    do not hold the cards, BrokenTable and OpenWild for melds of the table that cannot be read.
    """
    table, partners = as_they_lie(rules, table), as_they_lie(rules, partners)
    there = cards_of((*table, *partners))
    findings = audit(rules.pack, rules.packs, rules.jokers, [*hand, *there])
    if findings:
        raise ImpossibleHand(findings)
    found = optimize.best(rules, hand, table=table, partners=partners, limit=limit)
    verdict = verified(rules, hand, found, table, partners)
    rebuilt = (rules.any_turn or not rules.interlocks) and (table or rules.board)
    return {
        "game": rules.game,
        **_scored(found.points, multiplier),
        "melds": [_meld(rules, meld) for meld in verdict.melds],
        "bonuses": [_bonus(bonus) for bonus in verdict.bonuses],
        "left": [str(card) for card in found.left],
        "left_value": left_value(rules, found.left),
        "placed": len(placed(hand, found.left)),
        "table": [write_cards(meld.laid) for meld in verdict.melds] if rebuilt else [],
        "proven": found.proven,
        "bound": found.bound,
        "seconds": round(found.seconds, 6),
    }


def check(
    rules: Rules,
    laid: Sequence[Meld],
    *,
    table: Sequence[Meld] = (),
    partners: Sequence[Meld] = (),
    multiplier: int = 1,
    limit: float = DEFAULT_LIMIT,
) -> Answer:
    """Melds as laid: legal or not and why, their points, and how far they are from the best.

    Raises BrokenTable and OpenWild for melds of the table that cannot be read.
    """
    table = as_they_lie(rules, (*table, *partners))
    verdict = judge(rules, laid, table)
    answer = {
        "game": rules.game,
        "legal": verdict.legal,
        **_scored(verdict.points, multiplier),
        "melds": [_meld(rules, meld) for meld in verdict.melds],
        "bonuses": [_bonus(bonus) for bonus in verdict.bonuses],
        "why": _why(verdict.all_findings),
        "faults": [_fault(finding) for finding in verdict.findings],
    }
    return answer | _compared(rules, laid, table, verdict, limit)


def merge(rules: Rules, melds: Sequence[Meld], between: Meld = ()) -> Answer:
    """Two melds of one player made one, or why they are not; `before` has the points of each (H8, L3).

    Raises OpenWild for melds of which nobody can tell what a wild stands for.
    """
    merged = merging.merge(rules, settled(rules, melds, "melds"), between)
    return {
        "game": rules.game,
        "legal": merged.legal,
        "melds": [_meld(rules, meld) for meld in merged.melds],
        "points": merged.points,
        "before": list(merged.before),
        "why": _why(merged.findings),
        "faults": [_fault(finding) for finding in merged.findings],
    }


def _compared(
    rules: Rules, laid: Sequence[Meld], table: Sequence[Meld], verdict: Verdict, limit: float
) -> Answer:
    """How the melds compare with the best from the same cards; None where no such hand can be held."""
    hand, partners = _at_hand(rules, laid, table)
    if any(finding.clause == "P1" for finding in verdict.findings):
        return {"best": None, "missed": None, "better": None, "proven": None}
    played = _from_hand(rules)
    beside = {"partners": partners} if rules.interlocks else {"table": partners}
    found = optimize.best(played, hand, limit=limit, **beside)
    top = verified(played, hand, found, **beside)
    judged = verdict.points if verdict.legal else 0
    missed = max(0, found.points - judged)
    better = [_meld(rules, meld) for meld in top.melds] if missed else []
    return {"best": max(found.points, judged), "missed": missed, "better": better, "proven": found.proven}


def _at_hand(rules: Rules, laid: Sequence[Meld], table: Sequence[Meld]) -> tuple[list[Card], Sequence[Meld]]:
    """The cards that melds were laid from, and what on the table counts for the best of them (I7, K2)."""
    cards = Counter(cards_of(laid))
    cards.subtract(cards_of([lender.before for lender in taken_from(rules, laid, table)]))
    beside = rules.interlocks or (rules.retrieve_jokers and not rules.initial_done)
    return list(cards.elements()), table if beside else ()


def _from_hand(rules: Rules) -> Rules:
    """The rules by which melds are worth what they say: for a board those of sets from a rack alone, where a
    joker counts as the tile that it stands for (K1, K2)."""
    if rules.board and rules.initial_done:
        return replace(rules, initial_done=False, first_play=0)
    return rules


def _scored(points: int, multiplier: int) -> Answer:
    return {"points": points, "multiplier": multiplier, "score": points * multiplier}


def _meld(rules: Rules, verdict: MeldVerdict) -> Answer:
    return {
        "cards": [str(laid.card) for laid in verdict.laid],
        "laid": [str(laid) for laid in verdict.laid],
        "shown": show_meld(verdict.laid, rules.pack),
        "legal": verdict.legal,
        "points": verdict.points,
        "why": _why(verdict.findings),
        "faults": [_fault(finding) for finding in verdict.findings],
        "reads_as": show_meld(verdict.reads_as, rules.pack) if verdict.legal else None,
        "stands_for": [str(card) for card in verdict.reads_as],
        "leap": verdict.leap if verdict.legal else None,
    }


def _why(findings: Sequence[Finding]) -> str:
    return " ".join(finding.sentence for finding in findings)


def _fault(finding: Finding) -> Answer:
    return {
        "code": finding.code,
        "cards": [str(card) for card in finding.cards],
        "clause": finding.clause,
        "sentence": finding.sentence,
    }


def _bonus(bonus: Bonus) -> Answer:
    return {
        "kind": bonus.kind,
        "melds": list(bonus.melds),
        "length": bonus.length,
        "points": bonus.points,
        "label": bonus.label,
    }
