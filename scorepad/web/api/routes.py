"""The JSON way in: the same questions as the command line, at fixed addresses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request
from msgspec import to_builtins

from scorepad.answers import catalogue
from scorepad.answers.question_types import LONGEST_LIMIT
from scorepad.answers.verbs import VERBS
from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import plain_english
from scorepad.jobs import client
from scorepad.web import visitors
from scorepad.web.api.openapi import api_document
from scorepad.web.hand.solved import ANONYMOUS_SECONDS

bp = Blueprint("api", __name__, url_prefix="/api/v1")

ANSWER_WITHIN = 70.0
BESIDE_LIMIT = 5.0  # seconds that reading and proving may take beside the search


@bp.get("/games")
def games() -> Response:
    """Every game and its options."""
    return jsonify(to_builtins(catalogue.games_answer(), enc_hook=plain_english))


@bp.get("/openapi.json")
def openapi() -> Response:
    """This interface described in its own terms."""
    return jsonify(api_document(current_app.config))


def _answer_verb(verb: str) -> Response:
    question = _sent_question()
    if not visitors.from_here():
        question = {**question, **_shortened(question)}
    seconds, asker = _most_seconds(question), visitors.asker()
    answer = client.ask_json(VERBS[verb].job, question, ANSWER_WITHIN, limit=seconds, asker=asker)
    return Response(answer, mimetype="application/json")


def _shortened(question: Mapping[str, Any]) -> Mapping[str, Any]:
    """The limit of a question of somebody else, who may have less than the machine itself; one that nobody
    may have stays, to be refused."""
    limit = question.get("limit")
    is_long = isinstance(limit, int | float) and ANONYMOUS_SECONDS < limit <= LONGEST_LIMIT
    return {"limit": ANONYMOUS_SECONDS} if is_long else {}


def _most_seconds(question: Mapping[str, Any]) -> float:
    """What the answer may take in all: a proof that is checked takes its limit again."""
    limit = question.get("limit", ANONYMOUS_SECONDS)
    seconds = limit if isinstance(limit, int | float) and limit >= 0 else ANONYMOUS_SECONDS
    return min(2 * seconds + BESIDE_LIMIT, ANSWER_WITHIN)


def _sent_question() -> dict[str, Any]:
    """The request's JSON object. Raises ScorepadError when there is none."""
    try:
        question = request.get_json(force=True, silent=True)
    except RecursionError:  # nested beyond reason
        question = None
    if isinstance(question, dict):
        return question
    raise ScorepadError("The body: expected one JSON object.", at="body", code="json")


def _add_route(verb: str) -> None:
    bp.add_url_rule(f"/{verb}", verb, lambda: _answer_verb(verb), methods=["POST"])


for _api_verb in VERBS:
    _add_route(_api_verb)
