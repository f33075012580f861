"""What can be asked, verb by verb, for those who have it answered in another process."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.answers.answer_types import (
    Answer,
    Best,
    CirclesAnswer,
    MergeAnswer,
    MultipliersAnswer,
    PlayAnswer,
    ScheduleAnswer,
    ScoreAnswer,
    Verdict,
)
from scorepad.answers.question_types import (
    BestQuestion,
    CheckQuestion,
    CirclesQuestion,
    JsonQuestion,
    MergeQuestion,
    MultipliersQuestion,
    PlayQuestion,
    ScheduleQuestion,
    ScoreQuestion,
)


@dataclass(frozen=True, slots=True)
class Verb:
    """Something that can be asked: its name, the fields of its question, the class of its answer."""

    name: str
    question_class: type[JsonQuestion]
    answer_class: type[Answer]
    summary: str

    @property
    def job(self) -> str:
        """The function that answers, which another process finds by its name."""
        return f"scorepad.answers.questions:{self.name}"


VERBS = {
    verb.name: verb
    for verb in (
        Verb("best", BestQuestion, Best, "The best melds of a hand (A1, K5)."),
        Verb(
            "check",
            CheckQuestion,
            Verdict,
            "The judgement of melds as laid (A2).",
        ),
        Verb(
            "merge",
            MergeQuestion,
            MergeAnswer,
            "Whether two melds make one, and its points (H8, L3, B2).",
        ),
        Verb(
            "play",
            PlayQuestion,
            PlayAnswer,
            "What a play of Avalanche does (V2, V3).",
        ),
        Verb(
            "score",
            ScoreQuestion,
            ScoreAnswer,
            "Everybody's score of a deal (B4, F3, G3, K4, V5).",
        ),
        Verb(
            "multipliers",
            MultipliersQuestion,
            MultipliersAnswer,
            "What each going out counts (H4, H5).",
        ),
        Verb(
            "circles",
            CirclesQuestion,
            CirclesAnswer,
            "The circles of ranks by each leap (H22).",
        ),
        Verb(
            "schedule",
            ScheduleQuestion,
            ScheduleAnswer,
            "The values of 1, 2, … cards (S).",
        ),
    )
}
