"""What a page says about a hand: the best melds, the player's own melds judged, and the reasons."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from flask import current_app
from msgspec import Struct, convert

from scorepad.answers.answer_types import Best, BonusAnswer, MeldAnswer, Verdict
from scorepad.answers.interlock_drawing import InterlockDrawing, interlock_drawings, undrawn_parts
from scorepad.answers.judged_answers import judge_alone
from scorepad.answers.verbs import WHOLE_ANSWER
from scorepad.answers.why import LinePair, ValueLine, line_pairs, proof_words, value_lines
from scorepad.core.check import check
from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import from_data, say
from scorepad.core.verdicts import Judgement
from scorepad.jobs import client
from scorepad.machine.kept import Kept
from scorepad.web import visitors
from scorepad.web.hand.question import Question
from scorepad.web.hand.typed_cards import TypedMelds

AnswerType = TypeVar("AnswerType", bound=Struct)

log = logging.getLogger(__name__)
SEARCH_SECONDS, ANONYMOUS_SECONDS = 4.0, 2.0
ANSWER_SECONDS = 12.0
MOST_ENDED = 500  # questions of which a process keeps that their search was ended
AGAIN = "again"
"""The button that searches once more where the search was ended."""


class Broken(ScorepadError):
    """The search ended without an answer; the pad's log says why."""

    code = "broken"


Ended = Kept[str, dict[str, client.Answer]]
"""The plain answers to questions whose search was ended, by what was asked, so that nobody waits for that
again."""


def _question_key(question: Question) -> str:
    # Players may search longer, so what was ended for a stranger may be found for them.
    return json.dumps([question.search_fields(), question.hand.text, visitors.asker().plays], sort_keys=True)


def _ended_searches() -> Ended:
    """The searches of this process that had to be ended."""
    ended: Ended = current_app.extensions["ended-searches"]
    return ended


def search_again(question: Question) -> None:
    """Forget that the search was ended, so that the next question starts it again."""
    _ended_searches().forget(_question_key(question))


@dataclass(frozen=True)
class Solved:
    """The answer to a question, or what prevents one; all are None without cards.

    `verdict` judges the player's own melds, `table` those on the table while they are typed. `ended`: the
    search had to be ended.
    """

    best: Best | None = None
    verdict: Verdict | None = None
    table: Judgement | None = None
    trouble: ScorepadError | None = None
    ended: bool = False

    @property
    def lines(self) -> list[ValueLine]:
        """The lines of the best melds."""
        return value_lines(self.best) if self.best else []

    @property
    def proof(self) -> str:
        return proof_words(self.best) if self.best else ""

    @property
    def pairs(self) -> list[LinePair]:
        """The melds as laid beside the best ones, if they score less."""
        if self.best and self.verdict and self.verdict.legal and self.verdict.missed:
            return line_pairs(self.verdict, self.best)
        return []

    @cached_property
    def drawings(self) -> list[InterlockDrawing]:
        """Drawings of the best melds that interlock, side by side."""
        return interlock_drawings(self.best.melds, self.best.bonuses) if self.best else []

    @property
    def plain(self) -> tuple[Sequence[MeldAnswer], Sequence[BonusAnswer]]:
        """The best melds and bonuses that are in no drawing."""
        return undrawn_parts(self.drawings, self.best.melds, self.best.bonuses) if self.best else ([], [])

    @cached_property
    def laid_drawings(self) -> list[InterlockDrawing]:
        """The melds as laid that interlock, side by side, without the points that stand beside each meld."""
        return [drawing.without_points() for drawing in self._drawings_of_laid]

    @property
    def laid_bonuses(self) -> Sequence[BonusAnswer]:
        """The bonuses of the melds as laid that no drawing shows."""
        if not self.verdict:
            return []
        return undrawn_parts(self._drawings_of_laid, self.verdict.melds, self.verdict.bonuses)[1]

    @cached_property
    def _drawings_of_laid(self) -> list[InterlockDrawing]:
        return interlock_drawings(self.verdict.melds, self.verdict.bonuses) if self.verdict else []

    @cached_property
    def better_drawings(self) -> list[InterlockDrawing]:
        """Drawings of the interlocking melds that are better than those laid."""
        return interlock_drawings(*self._better)

    @property
    def better_plain(self) -> tuple[Sequence[MeldAnswer], Sequence[BonusAnswer]]:
        """The melds and bonuses better than those laid that are in no drawing."""
        return undrawn_parts(self.better_drawings, *self._better)

    @property
    def _better(self) -> tuple[Sequence[MeldAnswer], Sequence[BonusAnswer]]:
        verdict = self.verdict
        return (verdict.better or (), verdict.better_bonuses or ()) if verdict else ((), ())


def solve(question: Question, *, finds_best: bool = True) -> Solved:
    """Find the best melds of the hand, and judge those that are laid. Without `finds_best` nothing is
    searched."""
    if question.faults or question.typed.error:
        return Solved()
    if question.table_melds and question.on_table:
        return Solved(table=check(question.rules, question.table_melds.melds))
    if question.hand.error or (question.table_melds and question.table_melds.error):
        return Solved()
    try:
        asks_best = finds_best and bool(question.hand.cards)
        best = _ask_scored(Best, "best", question, cards=question.hand.fixed_text) if asks_best else None
        verdict = _judged(question, finds_best=finds_best) if question.own.melds else None
    except ScorepadError as error:
        return Solved(trouble=error)
    return Solved(best, verdict, ended=_question_key(question) in _ended_searches())


def _judged(question: Question, *, finds_best: bool) -> Verdict:
    """The player's own melds judged, compared with the best with `finds_best`."""
    if question.melds_there:
        # New melds have interlocked with nothing yet.
        question = replace(question, partners=question.partners.unscored)
    if finds_best:
        return _ask_scored(Verdict, "check", question, melds=_written_melds(question.own))
    return judge_alone(
        question.rules,
        question.own.melds,
        table=question.melds_there,
        partners=question.partners,
        multiplier=question.multiplier,
    )


def _ask_scored(
    answer_type: type[AnswerType], verb_name: str, question: Question, **more_fields: object
) -> AnswerType:
    more_fields |= {"multiplier": question.multiplier, **question.taken_field, **question.eaten_field}
    return ask_search(answer_type, verb_name, question, SEARCH_SECONDS, **more_fields)


def ask_search(
    answer_type: type[AnswerType], verb_name: str, question: Question, limit: float, **more_fields: object
) -> AnswerType:
    """The answer of the search within `limit` seconds, or the plainest one if it had to be ended. Raises the
    search's ScorepadErrors, and Broken."""
    visitors.spend("LIMIT_SEARCH")
    seconds = visitors.search_seconds(limit if visitors.asker().plays else min(limit, ANONYMOUS_SECONDS))
    request = json.dumps([verb_name, more_fields])
    answer = (_ended_searches().find(_question_key(question)) or {}).get(request)
    if answer is None:
        answer = _searched(verb_name, question, seconds, more_fields, request)
    return convert(answer, answer_type, dec_hook=from_data)


def _searched(
    verb_name: str, question: Question, seconds: float, more_fields: Mapping[str, object], request: str
) -> client.Answer:
    """Ask the search. If it has to be ended, the plainest answer, which is kept."""
    give_up_at = time.monotonic() + ANSWER_SECONDS
    try:
        return _asked(verb_name, question, seconds, more_fields, give_up_at)
    except client.TookTooLong:
        log.warning("%s of %s was ended after %g s", verb_name, question.game.id, seconds)
    answer = _asked(verb_name, question, 0.0, more_fields, give_up_at)
    question_key, ended = _question_key(question), _ended_searches()
    ended.keep(question_key, {**ended.get(question_key, {}), request: answer})
    return answer


def _asked(
    verb_name: str, question: Question, seconds: float, more_fields: Mapping[str, object], give_up_at: float
) -> client.Answer:
    fields = {**question.search_fields(), "limit": seconds, **more_fields}
    request = {"verb": verb_name, "fields": fields}
    # However late it is, the plain answer after a search that was ended gets its time.
    patience = max(visitors.BESIDE_SEARCH, give_up_at - time.monotonic())
    try:
        return visitors.ask(WHOLE_ANSWER, request, patience, limit=seconds + visitors.BESIDE_SEARCH)
    except client.JobFailed as error:
        log.warning("%s of %s: %s", verb_name, question.game.id, error.reason)
        raise Broken(say("The search stopped. Try again in a moment.")) from error


def _written_melds(own: TypedMelds) -> list[str]:
    return [" ".join(str(laid) for laid in meld) for meld in own.melds]
