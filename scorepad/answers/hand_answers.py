"""Puts rules and cards to the search or the referee, and makes the result an answer (A1, A2).

The command line, the HTTP API and the pages all use `hand_questions`, which reads their input.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from msgspec import Struct, structs

from scorepad.answers.answer_types import Best, MergeAnswer, Verdict
from scorepad.answers.canasta_answers import canasta_fields, first_meld_faults
from scorepad.answers.judged_answers import (
    HandFields,
    JudgedFields,
    ProofFields,
    bonus_answer,
    fault_answer,
    join_sentences,
    meld_answers,
    throw_fields,
    verdict_answer,
)
from scorepad.answers.terms import USUAL, Terms
from scorepad.answers.verification import SearchFault, best_refereed, placed_cards, safe_bound
from scorepad.core.audit import audit_cards
from scorepad.core.card_text import show_card, show_cards, write_card, write_cards
from scorepad.core.cards import WILD, Card, Meld, cards_of
from scorepad.core.check import check as judge
from scorepad.core.check import lent_by_table
from scorepad.core.errors import RulesNotKnown, ScorepadError
from scorepad.core.first_melds import (
    contract_faults,
    contract_told,
    first_laid_faults,
    needs_first_meld,
    no_first_meld,
    not_whole,
)
from scorepad.core.hand_ends import (
    apart_faults,
    is_whole,
    opening_faults,
    opening_of_laid,
    run_faults,
    tells_end,
    too_many_cards,
)
from scorepad.core.pairs import PAIR, pair_faults, pairs_missing, seeing_faults, shown_first
from scorepad.core.rank_melds import later_faults
from scorepad.core.rule_parts import FirstMeld, Seeing
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, as_sentence, in_a_row, say
from scorepad.core.tableau import read_table, settle_wilds
from scorepad.core.values import left_value, placed_value, worth
from scorepad.core.verdicts import Bonus, Finding, Judgement, MeldVerdict
from scorepad.optimize.answer import Answer


class ImpossibleHand(ScorepadError):
    """More copies of a card than the packs have: one was misread or mistyped (P1)."""

    code = "pack-audit"

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__(join_sentences(findings))
        self.findings = tuple(findings)


class NotTaken(ScorepadError):
    """A card that cannot be the taken one: it is not in the hand, or need not be melded in this game (F5)."""

    code = "taken"


def refuse_untaken(rules: Rules, hand: Sequence[Card] | None, taken: Card | None) -> None:
    """Raise NotTaken if the card cannot be the one taken from the discard pile."""
    if taken is None:
        return
    card = show_card(taken, rules.pack)
    if not (rules.turns.meld_taken or rules.hand.thrown.no_taken):
        raise NotTaken(say("In this game a card taken may stay in hand. Leave this empty."), at="taken")
    if hand is not None and taken not in hand:
        sentence = say("{card} isn’t in the hand. List the card you took among the cards too.", card=card)
        raise NotTaken(sentence, at="taken")


def refuse_uneaten(rules: Rules, hand: Sequence[Card], eaten: Sequence[Card]) -> None:
    """Raises NotTaken where a card that was taken before is not in the hand."""
    if missing := [card for card in eaten if card not in hand]:
        sentence = say(
            "{cards}: not in the hand. List the cards you took among the cards too.",
            cards=show_cards(missing, rules.pack),
        )
        raise NotTaken(sentence, at="eaten")


def refuse_impossible(rules: Rules, cards: Sequence[Card]) -> None:
    """Raise ImpossibleHand if the packs do not have the cards (P1)."""
    findings = audit_cards(rules, cards)
    if findings:
        raise ImpossibleHand(findings)


def best(rules: Rules, hand: Sequence[Card], terms: Terms = USUAL) -> Best:
    """The arrangement of the highest score, proven or with its bound; points are before the multiplier.

    Raises ImpossibleHand if the packs do not have the cards, BrokenTable and OpenWild for melds of the table
    that cannot be read, and NotTaken.
    """
    taken = terms.taken
    refuse_untaken(rules, hand, taken)
    refuse_uneaten(rules, hand, terms.eaten)
    hand, terms = with_own_on_table(hand, terms.read_by(rules))
    refuse_impossible(rules, [*hand, *terms.lying_cards])
    proposal, verdict = best_refereed(rules, hand, terms)
    of_proof: ProofFields = {}
    if terms.check_proof:
        from scorepad.answers.proof_checking import checked_answer  # loaded here, as few ask for it

        bound = safe_bound(rules, [*hand, *cards_of(terms.table)], cards_of(terms.partners.melds))
        proposal, of_proof = checked_answer(rules, hand, proposal, terms, bound)
    return told_best(rules, hand, terms, proposal, verdict, of_proof)


def told_best(
    rules: Rules,
    hand: Sequence[Card],
    terms: Terms,
    proposal: Answer,
    verdict: Judgement,
    of_proof: ProofFields | None = None,
) -> Best:
    """The answer for an arrangement found by the search and accepted by the referee."""
    taken = terms.taken
    is_melded = taken is None or not rules.turns.meld_taken or melds_taken(hand, taken, proposal)
    lies_there = terms.table or rules.board.shared
    shows_table = lies_there and (rules.turns.any_turn or not rules.bonuses.interlocks)
    of_hand = _going_out(rules, hand, terms.table) | _of_hand(rules, hand, terms, proposal, verdict)
    return Best(
        game=rules.game,
        points=proposal.points,
        multiplier=terms.multiplier,
        score=proposal.points * terms.multiplier,
        melds=meld_answers(rules, verdict.melds) if is_melded else (),
        bonuses=tuple(map(bonus_answer, verdict.bonuses)),
        left=tuple([write_card(card, rules.pack) for card in proposal.left]),
        left_value=left_value(rules, proposal.left),
        placed=len(placed_cards(hand, proposal.left)) if lies_there else len(hand) - len(proposal.left),
        table=tuple(write_cards(meld.laid, rules.pack) for meld in verdict.melds) if shows_table else (),
        proven=proposal.proven,
        bound=proposal.bound,
        seconds=round(proposal.seconds, 6),
        proven_by=proposal.proven_by,
        left_shown=None
        if rules.scoring.must_meld_all
        else as_sentence(show_cards(proposal.left, rules.pack)),
        **(of_proof or {}),
        **_taking(of_hand, rules, terms, proposal, is_melded),
    )


def _taking(
    of_hand: HandFields, rules: Rules, terms: Terms, proposal: Answer, is_melded: bool
) -> JudgedFields:
    """What is told of the hand, and whether a card that was taken is melded, or why not; who has not opened
    opens with it (F5, K3, S3)."""
    taken, eaten = terms.taken, terms.eaten
    if any(apart_faults(rules, proposal.melds, eaten, terms.table)) and (taken is None or is_melded):
        return {**of_hand, "legal": False, "why": _why_not_apart(rules, eaten, proven=proposal.proven)}
    if taken is None:
        return {**of_hand, "legal": True}
    if not is_melded:
        return {**of_hand, "legal": False, "why": why_not_taken(rules, taken, proven=proposal.proven)}
    return {**of_hand, "legal": not rules.turns.meld_taken or of_hand.get("opens") is not False}


def _going_out(rules: Rules, hand: Sequence[Card], table: Sequence[Meld]) -> HandFields:
    """Whether the hand can go out, or why not, if a first meld is needed (H13)."""
    if not needs_first_meld(rules, table):
        return {}
    findings = no_first_meld(rules, hand, rules.turns.first_meld.naturals)
    return {"goes_out": not findings, "why": join_sentences(findings)}


def _of_hand(
    rules: Rules, hand: Sequence[Card], terms: Terms, proposal: Answer, verdict: Judgement
) -> HandFields:
    """Whether the hand opens or ends the deal, what it lacks, and the card to throw."""
    if rules.shapes.by_rank:
        return canasta_fields(rules, hand, terms, proposal, verdict.melds)
    if not rules.hand.throws:
        return {}
    new_melds = verdict.melds[len(terms.table) :]  # those of the table come first
    fields: HandFields = {}
    faults = [*run_faults(rules, new_melds)] if rules.hand.needed_runs.pure else []
    if rules.hand.opening.points and not terms.opened:
        at_once = proposal.ends and not proposal.left and is_whole(rules, len(hand))
        faults += [] if at_once else opening_faults(rules, new_melds)
        fields = {"opens": not faults, "opening": rules.hand.opening.points}
    if rules.hand.contract:
        fields["contract"] = contract_told(rules.hand.contract)
        if not terms.opened:
            laid = [meld.laid for meld in new_melds] or proposal.nearest
            faults = [*contract_faults(rules, laid)]
            fields["fulfilled"] = bool(new_melds)
            if not (new_melds or faults):
                faults = [not_whole(rules, rules.hand.contract)]
    if tells_end(rules, len(hand), opened=terms.opened):
        fields["goes_out"] = proposal.ends
    if rules.hand.pairs and not terms.opened:
        fields["pairs_missing"] = pairs_missing(rules, hand)
    if rules.hand.seeing:
        fields |= _seeing(rules, rules.hand.seeing, new_melds, hand)
        faults += seeing_faults(rules, new_melds)
    held = rules.scoring.final.held(placed_cards(hand, [proposal.thrown or WILD]))
    if held is not None:
        fields["maal"] = held
    fields |= throw_fields(rules, proposal.thrown)
    reasons = [too_many_cards(rules, len(hand)), join_sentences(faults)]
    return fields | ({"why": in_a_row(filter(None, reasons))} if any(reasons) else {})


def _seeing(rules: Rules, seeing: Seeing, melds: Sequence[MeldVerdict], hand: Sequence[Card]) -> HandFields:
    """What the hand shows before any card is wild, and how many pairs more do that too."""
    pairs = sum(count // PAIR for count in Counter(card for card in hand if not card.is_wild).values())
    return {
        "sees": meld_answers(rules, shown_first(seeing, melds)),
        "pairs_missing": max(0, seeing.pairs - pairs),
    }


def melds_taken(hand: Sequence[Card], taken: Card, proposal: Answer) -> bool:
    """Whether an arrangement melds the card taken, or a copy of it (F5)."""
    return proposal.left.count(taken) < hand.count(taken)


def why_not_taken(rules: Rules, taken: Card, *, proven: bool) -> Sentence:
    """The sentence if no arrangement melds the card taken, or none was found in time (F5)."""
    card = show_card(taken, rules.pack)
    if proven:
        return say("{card} can’t be melded or laid off with these cards, so it can’t be taken.", card=card)
    return say("No way to meld {card} was found in time. Allow more seconds.", card=card)


def _why_not_apart(rules: Rules, eaten: Sequence[Card], *, proven: bool) -> Sentence:
    """What is said where no arrangement has the cards that were taken in different melds."""
    cards = show_cards(eaten, rules.pack)
    if proven:
        return say("{cards} can’t all be in different melds with these cards. Check them.", cards=cards)
    return say("No way to meld {card} was found in time. Allow more seconds.", card=cards)


def check(rules: Rules, laid: Sequence[Meld], terms: Terms = USUAL) -> Verdict:
    """Judge melds as laid: legal or why not, their points, and their distance from the best.

    The card `taken` must be in one of them (F5). Raises BrokenTable and OpenWild for melds of the table that
    cannot be read, and NotTaken.
    """
    refuse_untaken(rules, None, terms.taken)
    if terms.table:
        rules = rules.variant(first_meld=FirstMeld())  # melds lie there, so none is a first one (H13)
    lying = read_table(rules, (*terms.table, *terms.partners.melds))
    judged = judge(rules, laid, replace(terms.partners, melds=lying), terms.taken)
    terms = replace(terms, opened=terms.has_opened(rules))
    verdict = _with_first_meld(rules, judged, terms)
    answer = _with_opening(rules, verdict, verdict_answer(rules, verdict, terms.multiplier), terms)
    best_laid = _best_of(rules, laid, lying, verdict, terms)
    if best_laid is None:
        return answer
    points = verdict.points if verdict.legal else 0
    # Nothing is missed where the other melds are worth no more by the aim of the game.
    missed = max(0, best_laid.points - points) if best_laid.is_better else 0
    return structs.replace(
        answer,
        best=points + missed,
        missed=missed,
        better=meld_answers(rules, best_laid.melds if missed else ()),
        better_bonuses=tuple(map(bonus_answer, best_laid.bonuses)) if missed else (),
        proven=best_laid.proven,
    )


def _with_opening(rules: Rules, verdict: Judgement, answer: Verdict, terms: Terms) -> Verdict:
    """The answer with whether the melds open, if a player's first ones need a value or a contract."""
    if rules.hand.contract and not terms.opened and verdict.legal:
        findings = list(contract_faults(rules, [meld.laid for meld in verdict.melds]))
        told = {"contract": contract_told(rules.hand.contract), "fulfilled": not findings}
        return structs.replace(answer, **told, why=join_sentences(findings) or answer.why)
    if not rules.hand.opening.points or terms.opened or not verdict.legal:
        return answer
    if rules.shapes.by_rank:
        faults = list(first_meld_faults(rules, [meld.laid for meld in verdict.melds]))
    else:
        faults = list(opening_of_laid(rules, verdict.melds))
    return structs.replace(
        answer, opens=not faults, opening=rules.hand.opening.points, why=join_sentences(faults) or answer.why
    )


def _with_first_meld(rules: Rules, verdict: Judgement, terms: Terms) -> Judgement:
    """The verdict with further findings: on first melds (H13), on pairs or a whole hand, on later melds of a
    side, and on those of one turn (B2)."""
    findings = first_laid_faults(rules, verdict.melds, rules.turns.first_meld.naturals)
    findings = (*findings, *pair_faults(rules, verdict.melds))
    findings = (*findings, *apart_faults(rules, [meld.laid for meld in verdict.melds], terms.eaten))
    if terms.turn and len(verdict.melds) > 1:
        findings = (*findings, Finding("one-meld", (), "B2", say("Lay at most one new meld in a turn.")))
    if rules.shapes.by_rank and terms.opened:
        findings = (*findings, *later_faults(rules, [meld.laid for meld in verdict.melds]))
    if sum(len(meld.laid) for meld in verdict.melds) in rules.match.cards_dealt:
        findings = (*findings, *run_faults(rules, verdict.melds), *seeing_faults(rules, verdict.melds))
    return replace(verdict, legal=verdict.legal and not findings, findings=(*verdict.findings, *findings))


def merge(rules: Rules, melds: Sequence[Meld], between: Meld = ()) -> MergeAnswer:
    """Judge the merging of two melds of one player; `before` has the points of each (H8, L3).

    Raises OpenWild for runs with an ambiguous wild; sets may have one (F2).
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
    """The best arrangement of the same cards."""

    points: int
    melds: Sequence[MeldVerdict]
    bonuses: Sequence[Bonus]
    proven: bool
    is_better: bool


def _best_of(
    rules: Rules, laid: Sequence[Meld], lying: Sequence[Meld], verdict: Judgement, terms: Terms
) -> _BestLaid | None:
    """The best arrangement of the melds' cards; `lying` are all others on the table. None if such a hand is
    impossible, no arrangement was found that melds the card taken, or no search supports these rules."""
    if any(finding.clause == "P1" for finding in verdict.findings):
        return None
    taken = terms.taken
    cards, counting = _hand_and_table(rules, laid, lying)
    hand, own = _kept_whole(cards, terms.partners.own_then)
    if taken is not None and taken not in hand:
        hand = [*hand, taken]
    table, interlocking = (own, counting) if rules.bonuses.interlocks else (counting, ())
    partners = replace(terms.partners, melds=interlocking)
    eaten = [card for card in terms.eaten if card in hand]
    asked_terms = replace(terms, table=table, partners=partners, eaten=eaten)
    try:
        proposal, best_verdict = best_refereed(rules, hand, asked_terms)
    except RulesNotKnown:
        return None
    if taken is not None and not melds_taken(hand, taken, proposal):
        return None
    # On a board jokers have no value once the first play is made (K5), so what is laid counts as placed.
    is_board = rules.board.shared and rules.board.first_play.done
    laid_points = placed_value(rules, cards) if is_board else verdict.points
    points = best_verdict.points if is_board else proposal.points
    is_beaten = verdict.legal and laid_points > proposal.bound and not rules.hand.throws
    if is_beaten:
        terms.asked.log_fault(SearchFault(f"a bound of {proposal.bound}, and {laid_points} are laid"))
    found_worth = worth(rules, proposal.points, proposal.left, opened=terms.opened)
    is_better = not verdict.legal or found_worth > worth(rules, laid_points, (), opened=terms.opened)
    is_proven = proposal.proven and not is_beaten
    return _BestLaid(points, best_verdict.melds, best_verdict.bonuses, is_proven, is_better)


def with_own_on_table(hand: Sequence[Card], terms: Terms) -> tuple[Sequence[Card], Terms]:
    """The hand and the terms with the player's melds of before on the table, where the question has them in
    the hand: they scored with partners, and stay whole (H9)."""
    if terms.table:
        return hand, terms
    hand, own = _kept_whole(hand, terms.partners.own_then)
    return hand, replace(terms, table=own)


def _kept_whole(hand: Sequence[Card], own: Sequence[Meld]) -> tuple[Sequence[Card], Sequence[Meld]]:
    """The cards without those of the player's `own` melds of before, and these melds, which stay whole (H9).
    All cards and no melds if the hand lacks one of theirs."""
    cards_there = cards_of(own)
    if not own or Counter(cards_there) - Counter(hand):
        return hand, ()
    return placed_cards(hand, cards_there), own


def _hand_and_table(
    rules: Rules, laid: Sequence[Meld], table: Sequence[Meld]
) -> tuple[list[Card], Sequence[Meld]]:
    """The cards from which melds were laid, and the melds of the table that count for the best of them (I7,
    K2)."""
    cards = Counter(cards_of(laid))
    cards.subtract(cards_of(lent_by_table(rules, laid, table).values()))
    table_counts = rules.bonuses.interlocks or (
        rules.board.first_play.retrieves_jokers and not rules.board.first_play.done
    )
    return list(cards.elements()), table if table_counts else ()
