"""Answers about a hand whose melds grow to canastas: whether it opens, and what its canastas lack."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence

from scorepad.answers.answer_types import CanastaAnswer, FirstMeldAnswer, SpecialAnswer
from scorepad.answers.judged_answers import HandFields, join_sentences, meld_answers, throw_fields
from scorepad.answers.terms import Terms
from scorepad.core.canastas import ALONE, SpecialHand
from scorepad.core.cards import Card, Meld, cards_of
from scorepad.core.check import check_meld
from scorepad.core.hand_ends import opening_missing
from scorepad.core.rank_melds import (
    canastas_of,
    cards_value,
    count_meld,
    is_wild,
    kind_of_meld,
    rank_melds_of,
)
from scorepad.core.rules import Rules
from scorepad.core.sentence import as_sentence, say
from scorepad.core.verdicts import Finding, MeldVerdict
from scorepad.optimize.answer import Answer, TimedOut


def canasta_fields(
    rules: Rules, hand: Sequence[Card], terms: Terms, proposal: Answer, melds: Sequence[MeldVerdict]
) -> HandFields:
    """The fields of an answer that only such games have."""
    laid = [verdict.laid for verdict in melds]
    fields: HandFields = {
        "goes_out": proposal.ends,
        "canastas": tuple(_canasta_answers(rules, melds)),
    }
    faults: list[Finding] = []
    if not terms.opened:
        if not proposal.ends:
            faults += first_meld_faults(rules, laid)
        fields |= {"opens": not faults, "opening": rules.hand.opening.points}
        fewest = _fewest_wilds(rules, hand, terms.limit)
        if fewest:
            fields["first_meld"] = _first_meld(rules, fewest)
    # Who keeps two cards and more plays on, so no canasta is missing yet.
    if not faults and not proposal.ends and len(proposal.left) < 2:
        faults += _out_faults(rules, laid)
    fields |= throw_fields(rules, proposal.thrown)
    if specials := rank_melds_of(rules).specials:
        fields["specials"] = tuple(
            SpecialAnswer(one.word, one.label, one.points, missing_cards(one, hand)) for one in specials
        )
    return fields | ({"why": join_sentences(faults)} if faults else {})


def _fewest_wilds(rules: Rules, hand: Sequence[Card], limit: float) -> tuple[Meld, ...]:
    """The opening with fewest wilds; no melds where none opens, or none is found in so many seconds."""
    from scorepad.optimize.best_rank_melds import hand_of

    try:
        return hand_of(rules, hand, deadline=time.perf_counter() + limit).of_fewest_wilds()
    except TimedOut:
        return ()


def first_meld_faults(rules: Rules, melds: Sequence[Meld]) -> Iterator[Finding]:
    """What melds lack as a side's first ones; the bonus of a canasta does not count."""
    cards = cards_of(melds)
    yield from opening_missing(rules, cards, sum(cards_value(rules, meld) for meld in melds))


def _out_faults(rules: Rules, melds: Sequence[Meld]) -> Iterator[Finding]:
    """The finding for canastas missing to go out, if no cards are left."""
    may = rank_melds_of(rules)
    if lacking := may.missing_to_go_out(canastas_of(rules, melds)):
        sentence = say("To go out you still need {canastas}.", canastas=may.named(lacking))
        yield Finding("no-canasta", (), rules.shapes.clause, sentence)


def _canasta_answers(rules: Rules, melds: Sequence[MeldVerdict]) -> Iterator[CanastaAnswer]:
    for place, verdict in enumerate(melds):
        counted, kind = count_meld(rules, verdict.laid), kind_of_meld(rules, verdict.laid)
        yield CanastaAnswer(
            meld=place,
            lacks=max(0, rank_melds_of(rules).canasta - counted.size),
            kind=kind.word if kind else None,
            shown=as_sentence(kind.label) if kind else as_sentence(""),
            points=kind.points if kind else 0,
        )


def _first_meld(rules: Rules, melds: Sequence[Meld]) -> FirstMeldAnswer:
    wilds = sum(is_wild(rules, laid.card) for meld in melds for laid in meld)
    points = sum(cards_value(rules, meld) for meld in melds)
    return FirstMeldAnswer(meld_answers(rules, [check_meld(rules, meld) for meld in melds]), points, wilds)


def missing_cards(special: SpecialHand, hand: Sequence[Card]) -> int:
    """The least number of cards that a hand lacks for a special one."""
    held = Counter(ALONE if card.is_wild else card.rank for card in hand)
    # Sizes fall too: the ranks held most fill the largest groups, which leaves fewest cards missing.
    others = sorted((held[rank] for rank in special.ranks if rank not in special.needed), reverse=True)
    in_order = [*(held[rank] for rank in special.needed), *others]
    return sum(max(0, size - count) for size, count in zip(special.sizes, in_order, strict=False))
