"""The HTTP API described as OpenAPI 3.1."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from scorepad.games import GAMES

Schema = dict[str, Any]

_TEXTS: Schema = {
    "oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
    "description": "Cards in any notation: ♣456 ♥Q, QH 10D, w for a wild, w=♥7; melds parted by /.",
}
_HELD: Schema = {
    "type": "object",
    "additionalProperties": {"oneOf": [_TEXTS, {"type": "integer", "minimum": 0}]},
    "description": "By the player's name: cards, or a number.",
}
_NAMES: Schema = {"type": "array", "items": {"type": "string"}}
_MULTIPLIER: Schema = {"type": "integer", "minimum": 0, "maximum": 99, "default": 1}
_LIMIT: Schema = {"type": "number", "minimum": 0, "maximum": 60, "default": 2, "description": "seconds"}


def document() -> Schema:
    """The whole description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "scorepad",
            "version": version("scorepad"),
            "summary": "Best melds with proof, and the judgement of melds as laid.",
        },
        "paths": {
            "/api/v1/games": {"get": _operation("games", "Games and their house rules.", None, "Games")},
            "/api/v1/best": _post("best", "The arrangement of the highest score.", "BestQuestion", "Best"),
            "/api/v1/check": _post("check", "Melds as laid, judged.", "CheckQuestion", "Check"),
            "/api/v1/read": {"post": _reading()},
            "/api/v1/merge": _post("merge", "Two melds on the table made one.", "MergeQuestion", "Merge"),
            "/api/v1/play": _post("play", "What a play of Avalanche does.", "PlayQuestion", "Play"),
            "/api/v1/score": _post("score", "The scores of a deal.", "ScoreQuestion", "Score"),
            "/api/v1/multipliers": _post(
                "multipliers", "What going out counts.", "MultipliersQuestion", "Multipliers"
            ),
            "/api/v1/circles": _post("circles", "Ranks under each leap.", "CirclesQuestion", "Circles"),
            "/api/v1/schedule": _post(
                "schedule", "Values of 1, 2, 3 … cards.", "ScheduleQuestion", "Schedule"
            ),
        },
        "components": {"schemas": _schemas()},
    }


def _post(name: str, summary: str, question: str, answer: str) -> Schema:
    return {"post": _operation(name, summary, question, answer)}


def _reading() -> Schema:
    """Photos go up as a form's files and not as JSON."""
    operation = _operation("read", "The cards on photos, to be confirmed by a person.", None, "Read")
    sent = {"multipart/form-data": {"schema": {"$ref": "#/components/schemas/ReadQuestion"}}}
    return operation | {"requestBody": {"required": True, "content": sent}}


def _operation(name: str, summary: str, question: str | None, answer: str) -> Schema:
    operation: Schema = {
        "operationId": name,
        "summary": summary,
        "responses": {"200": _body("The answer.", answer), "4XX": _body("What does not read.", "Error")},
    }
    if question:
        operation["requestBody"] = {"required": True, **_body("", question)}
        del operation["requestBody"]["description"]
    return operation


def _body(description: str, schema: str) -> Schema:
    reference = {"$ref": f"#/components/schemas/{schema}"}
    return {"description": description, "content": {"application/json": {"schema": reference}}}


def _object(properties: Schema, required: tuple[str, ...] = ()) -> Schema:
    return {"type": "object", "properties": properties, "required": list(required)}


def _schemas() -> dict[str, Schema]:
    game: Schema = {"type": "string", "enum": [game.id for game in GAMES]}
    options: Schema = {"type": "object", "description": "House rules by name; see /api/v1/games."}
    text: Schema = {"type": "string"}
    numbers: Schema = {"type": "array", "items": {"type": "integer"}}
    there = {"table": _TEXTS, "partners": _TEXTS}
    asked = {"game": game, "options": options, **there, "multiplier": _MULTIPLIER, "limit": _LIMIT}
    return {
        "BestQuestion": _object({"cards": _TEXTS, **asked}, ("game", "cards")),
        "CheckQuestion": _object({"melds": _TEXTS, **asked}, ("game", "melds")),
        "MergeQuestion": _object(
            {"game": game, "melds": _TEXTS, "between": _TEXTS, "options": options}, ("game", "melds")
        ),
        "PlayQuestion": _object(
            {"game": game, "last": _TEXTS, "played": _TEXTS, "options": options}, ("game", "played")
        ),
        "ScoreQuestion": _object(
            {
                "game": game,
                "options": options,
                "winner": text,
                "left": _HELD,
                "melded": _HELD,
                "tiles": {"type": "object", "additionalProperties": {"type": "integer"}},
                "went_rummy": {"type": "boolean"},
                "never_opened": _NAMES,
            },
            ("game",),
        ),
        "MultipliersQuestion": _object(
            {
                "players": _NAMES,
                "partnerships": {"type": "array", "items": _NAMES},
                "out_order": _NAMES,
            },
            ("out_order",),
        ),
        "CirclesQuestion": _object({"ranks": _TEXTS, "pack": text, "leaps": numbers}),
        "ScheduleQuestion": _object(
            {"schedule": text, "schedule_table": numbers, "length": {"type": "integer"}}, ("length",)
        ),
        "ReadQuestion": _object(
            {
                "photo": {
                    "type": "array",
                    "items": {"type": "string", "format": "binary"},
                    "minItems": 1,
                    "maxItems": 10,
                    "description": "JPEG, PNG, WEBP, HEIC or AVIF; each at most 20 MB and 60 megapixels.",
                },
                "pack": {
                    "type": "string",
                    "default": "french",
                    "description": "A pack's id; rummikub: tiles.",
                },
            },
            ("photo",),
        ),
        **_answers(),
    }


def _answers() -> dict[str, Schema]:
    whole: Schema = {"type": "integer"}
    known: Schema = {"type": ["integer", "null"]}
    truth: Schema = {"type": "boolean"}
    text: Schema = {"type": "string"}
    meld = _object({"cards": _NAMES, "legal": truth, "points": whole, "why": text, "shown": text})
    places: Schema = {"type": "array", "items": whole}
    bonus = _object({"kind": text, "melds": places, "length": whole, "points": whole})
    melds: Schema = {"type": "array", "items": meld}
    scored = {"points": whole, "multiplier": whole, "score": whole, "melds": melds}
    scored["bonuses"] = {"type": "array", "items": bonus}
    error = _object({"code": text, "message": text, "at": text}, ("code", "message", "at"))
    return {
        "Best": _object(
            {
                **scored,
                "left": _NAMES,
                "left_value": whole,
                "placed": whole,
                "table": _NAMES,
                "proven": truth,
                "bound": whole,
                "seconds": {"type": "number"},
            }
        ),
        "Check": _object({**scored, "legal": truth, "why": text, "best": known, "missed": known}),
        "Merge": _object({"legal": truth, "melds": melds, "points": whole, "before": places, "why": text}),
        "Play": _object({"move": text, "why": text}),
        "Score": _object({"scores": {"type": "object", "additionalProperties": whole}}),
        "Multipliers": _object({"multipliers": places, "ends_after": known}),
        "Circles": _object({"circles": {"type": "object", "additionalProperties": _NAMES}}),
        "Schedule": _object({"values": places}),
        "Read": _object({"photos": {"type": "array", "items": _photo()}}, ("photos",)),
        "Games": _object({"games": {"type": "array", "items": {"type": "object"}}}),
        "Error": _object({"error": error}, ("error",)),
    }


def _photo() -> Schema:
    number: Schema = {"type": "number"}
    whole: Schema = {"type": "integer"}
    places: Schema = {"type": "array", "items": whole, "description": "Numbers of cards, from 0 on."}
    box: Schema = {"type": "array", "items": whole, "minItems": 4, "maxItems": 4}
    box["description"] = "x, y, width, height in pixels of the upright picture."
    card = _object({"card": {"type": "string"}, "confidence": number, "box": box})
    return _object(
        {
            "file": {"type": "string"},
            "cards": {"type": "array", "items": card},
            "groups": {"type": "array", "items": places},
            "unsure": places,
            "seconds": number,
            "pack": {"type": "string", "description": "Only where tiles were read and no pack was named."},
        }
    )
