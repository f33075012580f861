"""The JSON way in: the same questions as the command line, at fixed addresses."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request
from msgspec import to_builtins

from scorepad.answers import catalogue
from scorepad.answers.verbs import VERBS
from scorepad.core.errors import ScorepadError
from scorepad.jobs import client
from scorepad.web.api.openapi import api_document

bp = Blueprint("api", __name__, url_prefix="/api/v1")

ANSWER_WITHIN = 70.0


@bp.get("/games")
def games() -> Response:
    """Every game and its options."""
    return jsonify(to_builtins(catalogue.games_answer()))


@bp.get("/openapi.json")
def openapi() -> Response:
    """This interface described in its own terms."""
    return jsonify(api_document(current_app.config))


def _answer_verb(verb: str) -> Response:
    answer = client.ask_json(VERBS[verb].job, _sent_question(), ANSWER_WITHIN)
    return Response(answer, mimetype="application/json")


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
