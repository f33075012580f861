"""A question about a hand or melds becomes rules and cards, goes to the search or the referee, and gets a
typed answer.

The command line, the HTTP API and the pages ask the same questions, as plain data, so that another process
can answer. Every field is read, and all faults are said at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from scorepad.answers import card_advice, hand_answers
from scorepad.answers.answer_types import Best, BestOfEach, DiscardAnswer, MergeAnswer, NextAnswer, Verdict
from scorepad.answers.field_reader import (
    FieldReader,
    ScoringTerms,
    hand_field,
    hands_field,
    melds_field,
)
from scorepad.answers.question_commands import AskedQuestion
from scorepad.answers.question_types import (
    BestQuestion,
    CardsQuestion,
    CheckQuestion,
    DiscardQuestion,
    Flag,
    MergeQuestion,
    NextQuestion,
    QuestionFields,
    ScoredQuestion,
)
from scorepad.core.alphabet import alphabet_of
from scorepad.core.cards import Card
from scorepad.core.fault_wording import wording_of
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.rulebook import find_game

T = TypeVar("T")


def best(fields: QuestionFields) -> Best | BestOfEach:
    """The best melds of a hand, or of each of several (A1, K5)."""
    if "hands" in fields:
        return _best_of_each(fields)
    rules, hand, terms = _scored(fields, BestQuestion, "cards", hand_field)
    with _faults_within("cards"):
        return hand_answers.best(
            rules,
            hand,
            check_proof=fields.get("check_proof", False),
            asked=AskedQuestion("best", fields),
            **terms,
        )


def _best_of_each(fields: QuestionFields) -> BestOfEach:
    """Each hand in its share of the time that those before it have left."""
    rules, hands, terms = _scored(fields, BestQuestion, "hands", hands_field)
    deadline, check_proof = time.perf_counter() + terms["limit"], fields.get("check_proof", False)
    answers = []
    for number, hand in enumerate(hands):
        terms["limit"] = max(0.0, deadline - time.perf_counter()) / (len(hands) - number)
        asked = AskedQuestion("best", {**fields, "cards": fields["hands"][number]})
        with _faults_within(f"hands:{number}"):
            answers.append(hand_answers.best(rules, hand, check_proof=check_proof, asked=asked, **terms))
    return BestOfEach(tuple(answers))


def next_card(fields: QuestionFields) -> NextAnswer:
    """What one more card would bring."""
    reader, known_rules, cards = _of_cards(fields, NextQuestion)
    terms = reader.read_card_terms(known_rules)
    rules, hand = _without_faults(reader, known_rules, cards)
    with _faults_within("cards"):
        return card_advice.rate_next_cards(rules, hand, asked=AskedQuestion("next", fields), **terms)


def discard(fields: QuestionFields) -> DiscardAnswer:
    """Which card costs least to throw (B2, H6)."""
    reader, known_rules, cards = _of_cards(fields, DiscardQuestion)
    if known_rules is not None and known_rules.board.shared:
        reader.add_fault("game", "one in which a turn ends with a discard, such as basic-rummy")
    elif cards == [] and not reader.faults:
        reader.add_fault("cards", "one card or more, of which one is thrown")
    terms = reader.read_throwing_terms(known_rules)
    rules, hand = _without_faults(reader, known_rules, cards)
    with _faults_within("cards"):
        return card_advice.rate_discards(rules, hand, asked=AskedQuestion("discard", fields), **terms)


def check(fields: QuestionFields) -> Verdict:
    """The judgement of melds as laid (A2)."""
    rules, melds, terms = _scored(fields, CheckQuestion, "melds", melds_field)
    return hand_answers.check(rules, melds, asked=AskedQuestion("check", fields), **terms)


@contextmanager
def _faults_within(name: str) -> Iterator[None]:
    """Says of a hand that cannot be which field it came in."""
    try:
        yield
    except hand_answers.ImpossibleHand as error:
        raise error.within(name) from error


def _of_cards(
    fields: QuestionFields, question_class: type[CardsQuestion]
) -> tuple[FieldReader, Rules | None, list[Card] | None]:
    """The reader of a question with a hand, and the rules and the hand as far as they read."""
    reader = FieldReader(fields, question_class)
    return reader, *_read_melded(reader, "cards", hand_field)


def _scored(
    fields: QuestionFields,
    question_class: type[ScoredQuestion],
    name: str,
    read_value: Callable[[object, Pack], T],
) -> tuple[Rules, T, ScoringTerms]:
    """The rules, what the field `name` holds as `read_value` reads it, and the rest. Raises every fault."""
    reader = FieldReader(fields, question_class)
    rules, cards = _read_melded(reader, name, read_value)
    if "hands" in reader and "cards" in reader:
        reader.add_fault("hands", "either cards of one hand or hands, not both")
    terms = reader.read_terms(rules)
    reader.read_usual("check_proof", Flag, False)
    if name == "melds" and rules is not None and cards == [] and not reader.faults:
        reader.add_fault(
            "melds", f"the melds as laid, such as {wording_of(alphabet_of(rules.pack)).example_melds}"
        )
    return *_without_faults(reader, rules, cards), terms


def _read_melded(
    reader: FieldReader, name: str, read_value: Callable[[object, Pack], T]
) -> tuple[Rules | None, T | None]:
    """The rules of a game of melds, and cards of its pack."""
    rules = reader.read_rules()
    cards = reader.read_of_pack(name, read_value, rules)
    if rules is not None and not rules.scoring.lays_melds:
        reader.add_fault("game", "one with melds; in Avalanche, ask what a play does, or for the score")
    return rules, cards


def _without_faults(reader: FieldReader, rules: Rules | None, cards: T | None) -> tuple[Rules, T]:
    reader.raise_faults()
    assert rules is not None
    assert cards is not None
    return rules, cards


def merge(fields: QuestionFields) -> MergeAnswer:
    """Whether two melds make one, and its points (H8, L3, B2)."""
    reader = FieldReader(fields, MergeQuestion)
    rules = reader.read_rules()
    melds = reader.read_of_pack("melds", melds_field, rules)
    between = reader.read_of_pack("between", melds_field, rules) if "between" in reader else None
    if rules is not None and find_game(rules.game).table_use(rules) not in ("own", "melds"):
        reader.add_fault(
            "game", "one in which melds are laid before going out, such as chattahoochee-alternate"
        )
    elif rules is not None and melds == []:
        reader.add_fault("melds", f"two melds, such as {wording_of(alphabet_of(rules.pack)).example_melds}")
    reader.raise_faults()
    assert rules is not None
    assert melds is not None
    return hand_answers.merge(rules, melds, tuple(laid for meld in between or () for laid in meld))
