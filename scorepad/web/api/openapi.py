"""The HTTP API described as OpenAPI 3.1, made from the classes of its questions and answers.

The examples of questions in it are asked by the tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from scorepad.answers.answer_types import ErrorAnswer
from scorepad.answers.game_answers import GamesAnswer
from scorepad.answers.question_types import (
    TABLE_SCHEDULE,
    BestQuestion,
    CheckQuestion,
    CirclesQuestion,
    DealOfMatch,
    DiscardQuestion,
    JsonQuestion,
    MatchQuestion,
    MergeQuestion,
    MultipliersQuestion,
    NextQuestion,
    PlayQuestion,
    ScheduleQuestion,
    ScoreQuestion,
)
from scorepad.answers.verbs import ADDRESSES, VERBS, Verb
from scorepad.circles.circle_answer import CircleAnswer, CircleTablesAnswer
from scorepad.core.notation import MAX_LENGTH
from scorepad.core.sentence import Sentence
from scorepad.photos.limits import MOST_BYTES, MOST_DRAWN_PIXELS, MOST_PACKS, MOST_PIXELS, read_packs
from scorepad.photos.reading import ReadAnswer
from scorepad.photos.together import MOST_TOGETHER
from scorepad.web.api.table_paths import (
    KEY_WORDS,
    REFUSALS,
    TABLE_CLASSES,
    Schema,
    json_response,
    known_by_tag,
    list_operation,
    operation_object,
    plays_operation,
    refused,
    schema_reference,
    table_paths,
)

EXAMPLES: Mapping[str, Sequence[JsonQuestion]] = {
    "best": (
        BestQuestion(game="chattahoochee", cards="♣456677889T ♥Q w", options={"jokers": 2}, multiplier=3),
        BestQuestion(game="basic-rummy", hands=["4C 5C 6C KH", "7C 7D 7H 2S"]),
        BestQuestion(game="rummy-500", cards="9C TC JC 9D 9H 2C", taken="9H"),
        BestQuestion(game="rummikub", cards="8B 9R 10R w", table=["6B 7B 8B 9B 10B", "3R 4R 5R"]),
    ),
    "check": (
        CheckQuestion(game="chattahoochee", melds="♣45678 / ♣6789T"),
        CheckQuestion(game="leap-rummy", melds=["♥6789JQ", "♠2♦2"]),
    ),
    "next": (
        NextQuestion(game="basic-rummy", cards="4C 5C KH KD 2D 9S"),
        NextQuestion(game="chattahoochee", cards="♣4567 ♥Q"),
    ),
    "discard": (DiscardQuestion(game="rummy-500", cards="4C 5C 6C KH KD 2D 9S"),),
    "merge": (MergeQuestion(game="chattahoochee-alternate", melds="♣456 / ♣789"),),
    "play": (PlayQuestion(game="avalanche", last="5 5", played="7 7 7"),),
    "score": (
        ScoreQuestion(game="basic-rummy", winner="Ann", left={"Ben": "QH 4C", "Cy": 25}),
        ScoreQuestion(game="rummikub", winner="Ann", left={"Ben": 31}, tiles={"Ben": 4}),
    ),
    "match": (
        MatchQuestion(
            game="rummy-500",
            players=["Ann", "Ben"],
            deals=[
                DealOfMatch(melded={"Ann": 85}, left={"Ben": 12}, winner="Ann"),
                DealOfMatch(melded={"Ann": 25, "Ben": 40}),
            ],
        ),
    ),
    "multipliers": (
        MultipliersQuestion(partnerships=[["Ann", "Cy"], ["Ben", "Di"]], out_order=["Ann", "Cy"]),
        MultipliersQuestion(players=["Ann", "Ben", "Cy"], out_order=["Ben"]),
    ),
    "circles": (CirclesQuestion(pack="french", leaps=[1, 5]), CirclesQuestion(ranks="1 2 3 4 5", leaps=2)),
    "schedule": (ScheduleQuestion(schedule="original", length=13),),
}


_NAMES_PLAYERS, _NAMES_PARTNERS = (
    {"required": [name], "properties": {name: {"minItems": 1}}} for name in ("players", "partnerships")
)
CONDITIONS: Mapping[str, Schema] = {
    "BestQuestion": {
        "if": {"required": ["cards"]},
        "then": {"not": {"required": ["hands"]}},
        "else": {"required": ["hands"]},
    },
    "CirclesQuestion": {"if": {"not": {"required": ["ranks"]}}, "then": {"required": ["pack"]}},
    "MultipliersQuestion": {"if": {"not": _NAMES_PLAYERS}, "then": _NAMES_PARTNERS},
    "ScheduleQuestion": {
        "if": {"required": ["schedule"], "properties": {"schedule": {"pattern": TABLE_SCHEDULE}}},
        "then": {
            "required": ["schedule_table"],
            "properties": {"schedule_table": {"pattern": "[0-9]", "minItems": 1}},
        },
    },
}
"""What the fields of a question require of one another, by its class: said by `if`, since generators of
clients take `oneOf` and `anyOf` for classes of their own that lack these fields."""
GAME_OR_FILE: Schema = {
    "not": {
        "anyOf": [
            {"required": ["game", "game_file"]},
            {"not": {"anyOf": [{"required": ["game"]}, {"required": ["game_file"]}]}},
        ]
    },
}
"""What a question requires that is about a game, but for the deals of a match, which knows it."""
OTHER_CLASSES = (GamesAnswer, ReadAnswer, CircleAnswer, CircleTablesAnswer, ErrorAnswer)
TAGS = {
    "questions": "Cards, deals and matches judged; nothing is kept.",
    "tables": "Tables that a program opens, records and follows.",
    "circles": "People who play together.",
    "pad": "What the pad is, and how it is.",
}
MOST_PHOTOS = 10
STATUS: Schema = {"type": "object", "properties": {"status": {"type": "string"}}, "required": ["status"]}
DAY: Schema = {"format": "date"}
FAULTS: Schema = {"type": "array", "items": {"type": "string"}}
MISSING: Schema = FAULTS | {"description": "Ids of games that tables here play and the pad does not have."}
CHECKS: Schema = {"type": "object", "additionalProperties": {"type": "boolean"}}


def api_document(settings: Mapping[str, Any]) -> Schema:
    """The whole description, with the limits of the app’s settings."""
    all_verbs = VERBS.values()
    message_classes = [
        kind
        for verb in all_verbs
        for kind in (verb.question_class, verb.answer_class, verb.several_class)
        if kind is not None
    ]
    _, schemas = msgspec.json.schema_components(
        [
            *message_classes,
            GamesAnswer,
            ReadAnswer,
            CircleAnswer,
            CircleTablesAnswer,
            ErrorAnswer,
            *TABLE_CLASSES,
        ],
        schema_hook=_text_schema,
        ref_template="#/components/schemas/{name}",
    )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "scorepad",
            "version": settings["VERSION"],
            "summary": "Best melds with proof, and the judgement of melds as laid.",
            "description": _limits_words(settings),
        },
        "paths": _grouped(
            {
                **dict(_question_paths()),
                "/api/v1/read": {"post": _photos_path()},
                "/api/v1/games": {
                    "get": operation_object("games", "Every game and its house rules.", "GamesAnswer")
                },
                "/api/v1/circles/{circle_id}": {"get": _circle_path()},
                "/api/v1/circles/{circle_id}/tables": {"get": _circle_tables_path()},
                "/api/v1/circles/{circle_id}/bgsplay": {"get": _circle_plays_path()},
                **table_paths(),
                "/api/v1/openapi.json": {"get": _description_path()},
                "/healthz": {"get": _health_path("healthz", "Whether the pad is alive.", STATUS)},
                "/readyz": {"get": _ready_path()},
            }
        ),
        "tags": [{"name": name, "description": words} for name, words in TAGS.items()],
        "components": {
            "schemas": {
                name: _plain_schema(schema) | CONDITIONS.get(name, {}) for name, schema in schemas.items()
            },
            "responses": {str(status): _refusal_response(status) for status in REFUSALS},
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": KEY_WORDS}},
        },
    }


def _grouped(paths: Schema) -> Schema:
    """Group the operations by subject, as clients do. What is asked for again and again gets an ETag."""
    for path, item in paths.items():
        group = path.split("/")[3] if path.startswith(("/api/v1/tables", "/api/v1/circles/")) else ""
        for operation in item.values():
            operation["tags"] = [group or ("questions" if "post" in item else "pad")]
        if "get" in item and path.startswith("/api/") and _is_json(item["get"]):
            item["get"] = known_by_tag(item["get"])
    return paths


def _is_json(operation: Schema) -> bool:
    return "application/json" in operation["responses"]["200"]["content"]


def _text_schema(kind: type) -> Schema:
    """Sentences are text in JSON. Raises NotImplementedError for other things, as msgspec wants it."""
    if kind is Sentence:
        return {"type": "string"}
    raise NotImplementedError(kind)


def _limits_words(settings: Mapping[str, Any]) -> str:
    return (
        f"Each address may ask {settings['LIMIT_API']}, up to {settings['LIMIT_API_BODY']} bytes at a time, "
        f"and send photos {settings['LIMIT_READ']}, up to {settings['LIMIT_READ_BODY']} bytes at a time; the "
        f"machine itself has no limits. A text of cards has up to {MAX_LENGTH} characters."
    )


def _question_paths() -> Iterator[tuple[str, Schema]]:
    """Every question at its address."""
    for name, verb in VERBS.items():
        address = ADDRESSES[name]
        yield f"/api/v1/{address}", {"post": _question_path(name, verb) | {"operationId": address}}


def _question_path(verb_name: str, verb: Verb) -> Schema:
    """A question sent as JSON."""
    examples = {
        f"example-{number}": {"value": msgspec.to_builtins(example)}
        for number, example in enumerate(EXAMPLES.get(verb_name, ()), 1)
    }
    body_content = {
        "application/json": {"schema": schema_reference(verb.question_class.__name__), "examples": examples}
    }
    operation = operation_object(verb_name, verb.summary, verb.answer_class.__name__, 400, 413, 415, 503)
    if verb.several_class is not None:
        either = [schema_reference(kind.__name__) for kind in (verb.answer_class, verb.several_class)]
        operation["responses"]["200"] = json_response("The answer.", {"anyOf": either})
    return operation | {"requestBody": {"required": True, "content": body_content}}


def _photos_path() -> Schema:
    """Photos go up as a form’s files and not as JSON."""
    photo_schema: Schema = {
        "type": "array",
        "items": {"type": "string", "format": "binary"},
        "minItems": 1,
        "maxItems": MOST_PHOTOS,
        "description": f"JPEG, PNG, WEBP, HEIC or AVIF; each at most {MOST_BYTES // 1_000_000} MB and "
        f"{MOST_PIXELS // 1_000_000} megapixels, as PNG, WEBP or AVIF {MOST_DRAWN_PIXELS // 1_000_000}; with "
        "more than 8 bits a colour half as many.",
    }
    pack_schema: Schema = {
        "type": "string",
        "enum": ["", *read_packs()],
        "description": "A pack’s id, whose cards alone are read; none: French cards, or tiles in rows.",
    }
    count_schema: Schema = {
        "type": "integer",
        "minimum": 0,
        "maximum": MOST_PACKS,
        "description": "How many packs are in play: no card is read more often; 0: any number.",
    }
    form_fields: Schema = {
        "type": "object",
        "properties": {"photo": photo_schema, "pack": pack_schema, "packs": count_schema},
        "required": ["photo"],
    }
    body_content = {"multipart/form-data": {"schema": form_fields}}
    summary = (
        "The cards on photos, to be confirmed by a person; "
        f"up to {MOST_TOGETHER} photos of one hand or table are put together."
    )
    operation = operation_object("read", summary, "ReadAnswer", 400, 413, 415, 422, 503)
    return operation | {"requestBody": {"required": True, "content": body_content}}


def _circle_path() -> Schema:
    """A circle in a span of days."""
    text: Schema = {"type": "string"}
    of_circle = {"name": "circle_id", "in": "path", "required": True, "schema": text}
    span: Schema = {"type": "string", "enum": ["all", "year", "month"]}
    days = [
        {"name": name, "in": "query", "description": f"The {name} day that counts.", "schema": text | DAY}
        for name in ("first", "last")
    ]
    operation = operation_object("circle", "What the play of a circle adds up to.", "CircleAnswer", 400, 404)
    return operation | {"parameters": [of_circle, {"name": "span", "in": "query", "schema": span}, *days]}


def _circle_tables_path() -> Schema:
    of_circle = {"name": "circle_id", "in": "path", "required": True, "schema": {"type": "string"}}
    operation = list_operation("circle_tables", "Its tables, a page at a time.", CircleTablesAnswer)
    return operation | {"parameters": [of_circle, *operation["parameters"]]}


def _circle_plays_path() -> Schema:
    of_circle = {"name": "circle_id", "in": "path", "required": True, "schema": {"type": "string"}}
    operation = plays_operation("circle_plays", "The tables of a circle as plays of BG Stats.", 404)
    return operation | {"parameters": [of_circle]}


def _description_path() -> Schema:
    operation = operation_object("openapi", "This description.", "")
    operation["responses"]["200"] = json_response("The description.", {"type": "object"})
    return operation


def _health_path(name: str, summary: str, schema: Schema) -> Schema:
    responses = {
        "200": json_response("It is.", schema),
        "503": json_response("It is not, or it is being stopped.", schema),
    }
    return {"operationId": name, "summary": summary, "responses": refused() | responses}


def _ready_path() -> Schema:
    schema = STATUS | {
        "properties": STATUS["properties"] | {"checks": CHECKS, "faults": FAULTS, "missing_games": MISSING},
        "required": ["status", "checks", "faults", "missing_games"],
    }
    return _health_path("readyz", "Whether the pad can be used; `checks` says what of it.", schema)


def _refusal_response(status: int) -> Schema:
    response = json_response(REFUSALS[status], schema_reference("ErrorAnswer"))
    if name := {405: "Allow", 429: "Retry-After"}.get(status):
        response["headers"] = {name: {"schema": {"type": "string"}}}
    return response


def _plain_schema(schema: Schema) -> Schema:
    """The schema with its description on one line, and with fields and lists as generators of clients read
    them."""
    one_line = {"description": " ".join(schema["description"].split())} if "description" in schema else {}
    plain: Schema = _without_places(schema)
    fields = plain.get("properties", {})
    # Questions alone refuse fields that they don’t know; answers may grow.
    field_of = _told_default if schema.get("additionalProperties") is False else _never_null
    if fields:
        plain = plain | {"properties": {name: field_of(field) for name, field in fields.items()}}
    of_game = GAME_OR_FILE if "game_file" in fields and "split" not in fields else {}
    return plain | of_game | one_line


def _told_default(field: Schema) -> Schema:
    """The field of a question with its default in words: a generator takes what has one for what must be
    sent."""
    if "default" not in field:
        return field
    without = {name: value for name, value in field.items() if name != "default"}
    if field["default"] in (None, False, ""):
        return without
    words = f"{field['default']} where it is left out."
    return without | {"description": " ".join(filter(None, [field.get("description", ""), words]))}


def _without_places(schema: Any) -> Any:
    """Replace `prefixItems` by `items` in a schema. `prefixItems` needs `items: false` beside it, which
    generators don’t read."""
    if isinstance(schema, list):
        return [*map(_without_places, schema)]
    if not isinstance(schema, dict):
        return schema
    if places := schema.get("prefixItems"):
        kinds = [kind for number, kind in enumerate(places) if kind not in places[:number]]
        schema = schema | {"items": kinds[0] if len(kinds) == 1 else {"anyOf": kinds}}
    return {name: _without_places(value) for name, value in schema.items() if name != "prefixItems"}


def _never_null(value: Schema) -> Schema:
    """The schema of a field of an answer. What would be null by itself is left out of the answer."""
    if "default" not in value or value["default"] is not None:
        return value
    kinds = [kind for kind in value.get("anyOf", ()) if kind != {"type": "null"}]
    described = {name: part for name, part in value.items() if name not in ("default", "anyOf")}
    return described | (kinds[0] if len(kinds) == 1 else {"anyOf": kinds})
