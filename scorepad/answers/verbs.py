"""All verbs: the class of each one's question, that of its answer, and the function that answers; and reading
a question from JSON.

The function that answers is imported when first used, since most processes only pass questions on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Any

from msgspec import Struct, to_builtins

from scorepad.answers.answer_types import (
    Answer,
    Best,
    BestOfEach,
    CirclesAnswer,
    DiscardAnswer,
    MatchAnswer,
    MergeAnswer,
    MultipliersAnswer,
    NextAnswer,
    PlayAnswer,
    ScheduleAnswer,
    ScoreAnswer,
    Verdict,
)
from scorepad.answers.question_types import (
    LARGEST_NUMBER,
    BestQuestion,
    CheckQuestion,
    CirclesQuestion,
    DiscardQuestion,
    JsonQuestion,
    MatchQuestion,
    MergeQuestion,
    MultipliersQuestion,
    NextQuestion,
    PlayQuestion,
    QuestionFields,
    ScheduleQuestion,
    ScoreQuestion,
)
from scorepad.core.sentence import as_data
from scorepad.rulebook import naming_games

WHOLE_ANSWER = "scorepad.answers.verbs:whole_answer"
HANDS = "scorepad.answers.hand_questions"
DEALS = "scorepad.answers.deal_questions"
SCORES = "scorepad.answers.score_questions"


class Verb(Struct, frozen=True):
    """A kind of question. `job` names the function that answers. Over HTTP its address is its name, or
    `address` if the name is already used there."""

    question_class: type[JsonQuestion]
    answer_class: type[Answer]
    job: str
    summary: str
    several_class: type[Answer] | None = None
    """Of the answer, where one question may ask for several."""
    address: str = ""


VERBS = {
    "best": Verb(
        BestQuestion,
        Best,
        f"{HANDS}:best",
        "The best melds of a hand, or of each of several (A1, K5).",
        BestOfEach,
    ),
    "check": Verb(CheckQuestion, Verdict, f"{HANDS}:check", "The judgement of melds as laid (A2)."),
    "next": Verb(NextQuestion, NextAnswer, f"{HANDS}:next_card", "What one more card would bring."),
    "discard": Verb(DiscardQuestion, DiscardAnswer, f"{HANDS}:discard", "Which card costs least to throw."),
    "merge": Verb(
        MergeQuestion,
        MergeAnswer,
        f"{HANDS}:merge",
        "Whether two melds make one, and its points (H8, L3, B2).",
    ),
    "play": Verb(PlayQuestion, PlayAnswer, f"{DEALS}:play", "What a play of Avalanche does (V2, V3)."),
    "score": Verb(
        ScoreQuestion, ScoreAnswer, f"{SCORES}:score", "Everybody’s score of a deal (B4, F3, G3, K4, V5)."
    ),
    "match": Verb(
        MatchQuestion, MatchAnswer, f"{SCORES}:match", "How a match stands after its deals (B5, F4, G3)."
    ),
    "multipliers": Verb(
        MultipliersQuestion, MultipliersAnswer, f"{DEALS}:multipliers", "What each going out counts (H4, H5)."
    ),
    "circles": Verb(
        CirclesQuestion,
        CirclesAnswer,
        f"{DEALS}:circles",
        "The circles of ranks by each leap (H22).",
        address="leaps",  # circles are of people there
    ),
    "schedule": Verb(
        ScheduleQuestion, ScheduleAnswer, f"{DEALS}:schedule", "The values of 1, 2, … cards (S)."
    ),
}

ADDRESSES = {name: verb.address or name for name, verb in VERBS.items()}
"""The last part of each verb's address below `/api/v1`."""


def answer(verb: str, fields: QuestionFields) -> Answer:
    """The answer to a question of that verb. Raises ScorepadError with every fault."""
    with naming_games():
        reply: Answer = resolve_name(VERBS[verb].job)(fields)
    return reply


def whole_answer(question: Mapping[str, Any]) -> Any:
    """The job of pages: the answer to `fields` by their `verb` as data, with translatable sentences. Raises
    ScorepadError with every fault."""
    # A page says sentences in the language of its reader, so they cross over whole.
    return to_builtins(answer(question["verb"], question["fields"]), enc_hook=as_data)


def read_question(text: str | bytes) -> dict[str, Any]:
    """Read the fields of a JSON object. JSON has one kind of number, so `2.0` becomes 2. Raises ValueError if
    the text is no JSON object, or nested too deeply.

    >>> read_question('{"length": 2.0, "limit": 0.5}')
    {'length': 2, 'limit': 0.5}
    """
    try:
        fields = json.loads(text, parse_float=_number)
    except RecursionError as error:
        raise ValueError("nested beyond reason") from error
    if not isinstance(fields, dict):
        raise ValueError("no JSON object")
    return fields


def _number(text: str) -> float:
    number = float(text)
    return int(number) if number.is_integer() and abs(number) <= LARGEST_NUMBER else number
