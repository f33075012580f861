"""Turns a question about a hand or melds into rules and cards, asks the search or the referee, and returns a
typed answer.

The command line, the HTTP API and the pages ask the same questions as plain data, so that another process can
answer them. Every field is read, and all faults are reported at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from pkgutil import resolve_name
from typing import TypeVar

from scorepad.answers import card_advice, hand_answers
from scorepad.answers.answer_types import Best, BestOfEach, DiscardAnswer, MergeAnswer, NextAnswer, Verdict
from scorepad.answers.field_reader import (
    FieldReader,
    hand_field,
    hands_field,
    melds_field,
)
from scorepad.answers.question_types import (
    BestQuestion,
    CardsQuestion,
    CheckQuestion,
    DiscardQuestion,
    MergeQuestion,
    NextQuestion,
    QuestionFields,
)
from scorepad.answers.terms import AskedQuestion, Terms
from scorepad.core.errors import RulesNotKnown, ScorepadError, join_errors
from scorepad.core.notation import Notation
from scorepad.core.rules import Rules
from scorepad.core.slips import wording_of
from scorepad.rulebook import find_game

T = TypeVar("T")


def _by_keys(answer: Callable[[QuestionFields], T]) -> Callable[[QuestionFields], T]:
    """Decorator: report unsupported rules of a game given as a file by the file's keys."""

    @wraps(answer)
    def answered(fields: QuestionFields) -> T:
        try:
            return answer(fields)
        except RulesNotKnown as error:
            # Loaded here, as the rules of hardly any question are not known.
            raise resolve_name("scorepad.answers.game_file_answer:told_by_key")(error, fields) from None

    return answered


@_by_keys
def best(fields: QuestionFields) -> Best | BestOfEach:
    """The best melds of a hand, or of each of several (A1, K5)."""
    if "hands" in fields:
        return _best_of_each(fields)
    rules, hand, terms = _asked("best", fields, BestQuestion, "cards", hand_field)
    with _faults_within("cards"):
        return hand_answers.best(rules, hand, terms)


def _best_of_each(fields: QuestionFields) -> BestOfEach:
    """The best melds of several hands; each may use its share of the time left by those before it."""
    rules, hands, terms = _asked("best", fields, BestQuestion, "hands", hands_field)
    deadline = time.perf_counter() + terms.limit
    answers = []
    if faults := [
        no_cards("best", f"hands:{number}", rules) for number, hand in enumerate(hands) if not hand
    ]:
        raise join_errors(faults)
    for number, hand in enumerate(hands):
        # Hands that took less than their share leave the rest of it to those after them.
        limit = max(0.0, deadline - time.perf_counter()) / (len(hands) - number)
        asked = AskedQuestion("best", {**fields, "cards": fields["hands"][number]})
        with _faults_within(f"hands:{number}"):
            answers.append(hand_answers.best(rules, hand, replace(terms, limit=limit, asked=asked)))
    return BestOfEach(tuple(answers))


@_by_keys
def next_card(fields: QuestionFields) -> NextAnswer:
    """The gain by one more card."""
    rules, hand, terms = _asked("next", fields, NextQuestion, "cards", hand_field)
    with _faults_within("cards"):
        return card_advice.rate_next_cards(rules, hand, terms)


@_by_keys
def discard(fields: QuestionFields) -> DiscardAnswer:
    """The card that costs least to throw (B2, H6)."""
    rules, hand, terms = _asked("discard", fields, DiscardQuestion, "cards", hand_field)
    with _faults_within("cards"):
        return card_advice.rate_discards(rules, hand, terms)


def check(fields: QuestionFields) -> Verdict:
    """The verdict on melds as laid (A2)."""
    rules, melds, terms = _asked("check", fields, CheckQuestion, "melds", melds_field)
    return hand_answers.check(rules, melds, terms)


@contextmanager
def _faults_within(name: str) -> Iterator[None]:
    """Add the field to errors about an impossible hand."""
    try:
        yield
    except hand_answers.ImpossibleHand as error:
        raise error.within(name) from error


def _asked(
    verb: str,
    fields: QuestionFields,
    question_class: type[CardsQuestion],
    name: str,
    read_value: Callable[[object, Notation], list[T]],
) -> tuple[Rules, list[T], Terms]:
    """The rules of a game of melds, the field `name` read by `read_value`, and the terms. Raises
    ScorepadError with every fault."""
    reader = FieldReader(fields, question_class)
    rules = reader.read_rules()
    cards = reader.read_of_pack(name, read_value, rules)
    if rules is not None and not rules.scoring.lays_melds:
        reader.add_fault(
            "game", "choose one with melds; in Avalanche, ask what a play does, or for the score"
        )
    if "hands" in reader and "cards" in reader:
        reader.add_fault("hands", "give either cards or hands, not both")
    terms = reader.read_terms(rules, AskedQuestion(verb, fields))
    # On a board a turn ends with a play and not with a discard (K3, G2).
    if rules is not None and verb == "discard" and rules.board.shared and not rules.hand.throws:
        reader.faults.append(no_discard())
    elif rules is not None and name != "hands" and not (cards or reader.faults):
        reader.faults.append(no_cards(verb, name, rules))
    reader.raise_faults()
    assert rules is not None
    assert cards is not None
    return rules, cards, terms


def no_discard() -> ScorepadError:
    """The fault of asking for a discard in a game whose turns end without one."""
    sentence = "game: choose one in which a turn ends with a discard, such as basic-rummy."
    return ScorepadError(sentence, at="game", code="field")


def no_cards(verb: str, name: str, rules: Rules) -> ScorepadError:
    """The fault of a question without cards in the field `name`, which says what to type there."""
    melds = _example_melds(rules)
    advice = _NEED_CARDS[verb].format(melds=melds, cards=melds.replace(" /", ""))
    return ScorepadError(f"{name}: {advice}.", at=name, code="field")


_NEED_CARDS = {
    "best": "type the cards of the hand, such as {cards}",
    "next": "type the cards of the hand, such as {cards}",
    "check": "type the melds as laid, such as {melds}",
    "discard": "type one card or more, so that one can be thrown",
}


def _example_melds(rules: Rules) -> str:
    return wording_of(rules.pack).example_melds


def merge(fields: QuestionFields) -> MergeAnswer:
    """Whether two melds make one, and its points (H8, L3, B2)."""
    reader = FieldReader(fields, MergeQuestion)
    rules = reader.read_rules()
    melds = reader.read_of_pack("melds", melds_field, rules)
    between = reader.read_of_pack("between", melds_field, rules) if "between" in reader else None
    if rules is not None and find_game(rules.game).table_use(rules) not in ("own", "melds"):
        reader.add_fault(
            "game", "choose one with melds laid before going out, such as chattahoochee-alternate"
        )
    elif rules is not None and melds == []:
        reader.add_fault("melds", f"type two melds, such as {_example_melds(rules)}")
    reader.raise_faults()
    assert rules is not None
    assert melds is not None
    return hand_answers.merge(rules, melds, tuple(laid for meld in between or () for laid in meld))
