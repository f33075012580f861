"""The paths of the OpenAPI description: what they are made of, and those of tables for programs."""

from __future__ import annotations

from typing import Any

from msgspec.json import schema

from scorepad.answers.answer_types import (
    OpenedTableAnswer,
    RefusedAnswer,
    TableAnswer,
    WebhookAnswer,
    WebhooksAnswer,
)
from scorepad.answers.hand_reviews import ReviewAnswer
from scorepad.answers.list_answers import DealsAnswer, KeyAnswer, KeysAnswer, RecordAnswer
from scorepad.answers.table_questions import (
    MOST_EVENTS,
    ChangeOfTable,
    DealToCorrect,
    DealToEnd,
    DealToRecord,
    EntryToRecord,
    ItemCount,
    ItemNumber,
    KeyToGive,
    OpenTable,
    PlayerToAdd,
    PlayerToChange,
    PointsToAdd,
    TableToChange,
    WebhookToSet,
    WinnersToName,
)

Schema = dict[str, Any]

REFUSALS = {
    400: "What was sent does not read; every fault is named.",
    401: "No key to the table, or one that opens nothing.",
    403: "The key does not open this: it only reads, or is not the host’s.",
    404: "There is nothing at this address.",
    405: "This address takes no such request; Allow says which it takes.",
    409: "The table refuses it as it stands, or the Idempotency-Key was used for something else.",
    412: "The table is not as If-Match says.",
    413: "More bytes than are read at a time.",
    415: "A body of another kind than is read here.",
    422: "A photo that broke the reading.",
    429: "More requests than one address may send; Retry-After says in how many seconds to try again.",
    500: "Something broke, and the host’s log says what.",
    503: "The pad is busy or can’t write now, or the answer took too long; Retry-After says in how many "
    "seconds to try again.",
}


def operation_object(operation_id: str, summary: str, answer_class: str, *refusals: int) -> Schema:
    """An operation that is answered with JSON of that class."""
    responses: Schema = {"200": json_response("The answer.", schema_reference(answer_class))}
    return {"operationId": operation_id, "summary": summary, "responses": responses | refused(*refusals)}


def refused(*statuses: int) -> Schema:
    """The refusals of an operation, with those that any may meet."""
    all_statuses = sorted({*statuses, 405, 429, 500, 503})
    return {str(status): {"$ref": f"#/components/responses/{status}"} for status in all_statuses}


def known_by_tag(operation: Schema) -> Schema:
    """The operation, whose answer has a tag, and is not sent again to who knows it."""
    responses = operation["responses"]
    responses["200"]["headers"] = TAGGED
    responses["304"] = {"description": "The answer is still the one that If-None-Match names."}
    return operation | {"parameters": [*operation.get("parameters", ()), IF_NONE_MATCH]}


def json_response(description: str, schema: Schema) -> Schema:
    """An answer in JSON."""
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def plays_operation(operation_id: str, summary: str, *refusals: int) -> Schema:
    """An operation that is answered with the file of BG Stats, whose form is that app's."""
    operation = operation_object(operation_id, summary, "", *refusals)
    a_list: Schema = {"type": "array", "items": {"type": "object"}}
    lists = dict.fromkeys(("plays", "players", "games"), a_list)
    operation["responses"]["200"] = json_response(
        "The file.", {"type": "object", "properties": lists, "required": [*lists]}
    )
    return operation


def list_operation(operation_id: str, summary: str, answer: type, *refusals: int) -> Schema:
    """An operation that is answered with a page of a list that grows."""
    operation = operation_object(operation_id, summary, answer.__name__, 400, 404, *refusals)
    kinds = {"limit": ItemCount, "after": ItemNumber}
    pages = [{"name": name, "in": "query", "schema": schema(kind)} for name, kind in kinds.items()]
    return operation | {"parameters": pages}


def schema_reference(name: str) -> Schema:
    """Where the schema of a class stands."""
    return {"$ref": f"#/components/schemas/{name}"}


TABLE_CLASSES = (
    *(OpenTable, OpenedTableAnswer, DealToRecord, EntryToRecord, WinnersToName, ChangeOfTable),
    *(TableToChange, DealToCorrect, DealToEnd, PlayerToAdd, PlayerToChange, PointsToAdd),
    *(DealsAnswer, RecordAnswer),
    *(
        TableAnswer,
        KeyToGive,
        KeyAnswer,
        KeysAnswer,
        RefusedAnswer,
        WebhookAnswer,
        WebhooksAnswer,
        WebhookToSet,
    ),
    ReviewAnswer,
)
KEY_WORDS = "The key of a table, as its opening or its host gave it."
TAGGED: Schema = {"ETag": {"schema": {"type": "string"}}}
IDEMPOTENCY: Schema = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "What names this request: sent again with it, nothing more is done, and the answer is the "
    "first one, a refusal too. 429 and 503 are no answer. Make it random.",
    "schema": {"type": "string", "pattern": "^[!-~]{1,80}$"},
}


IF_MATCH: Schema = {
    "name": "If-Match",
    "in": "header",
    "description": "The ETag of the table as it was seen: where others wrote since, nothing is changed.",
    "schema": {"type": "string"},
}
IF_NONE_MATCH: Schema = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of the answer that is known: it is not sent again while it stays so.",
    "schema": {"type": "string"},
}
_PARTS: tuple[Schema, ...] = (
    {"name": "hook_id"},
    {"name": "key_id"},
    {"name": "number", "schema": {"type": "integer", "minimum": 1, "maximum": MOST_EVENTS}},
    {"name": "name"},
)
"""What else is in the path of a table, where it differs from the table's own part."""


def table_paths() -> Schema:
    """Tables for programs."""
    opening = _change_path(
        "open_table", "Open a table.", OpenTable, OpenedTableAnswer, "201", 400, 409, 413, 415
    )
    of_table = {"name": "table_id", "in": "path", "required": True, "schema": {"type": "string"}}
    stream = operation_object("follow_table", "`event: head`, `data: n` as the table changes.", "", 401, 404)
    stream["responses"]["200"] = {
        "description": "The stream, for as long as both sides hold it.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
    # `{}` says that the key may be missing: anybody may watch.
    reads: list[Schema] = [{}, {"key": []}]
    show = operation_object("show_table", "How a table stands.", "TableAnswer", 401, 404)
    review = operation_object("review_table", "What each hand made and held.", "ReviewAnswer", 401, 404)
    play = plays_operation("table_play", "A table as a play of BG Stats.", 401, 404)
    deals = list_operation("table_deals", "Its deals, a page at a time.", DealsAnswer, 401)
    record = list_operation("table_record", "What happened, a page at a time.", RecordAnswer, 401)
    paths: Schema = {
        "": {
            "get": show | {"security": reads},
            "delete": _host_path("delete_table", "Delete the table.", None, "204"),
            "patch": _record_path("change_table", "Choose anew what was chosen.", TableToChange, "200"),
        },
        "/review": {"get": review | {"security": reads}},
        "/bgsplay": {"get": play | {"security": reads}},
        "/events": {"get": stream | {"security": reads}},
        "/record": {"get": record | {"security": reads}},
        "/points": {"post": _record_path("add_points", "Points for one player.", PointsToAdd)},
        "/deals": {
            "get": deals | {"security": reads},
            "post": _record_path("record_deal", "A deal that is over.", DealToRecord),
        },
        "/entries": {"post": _record_path("record_entry", "A player who goes out.", EntryToRecord)},
        "/winners": {"post": _record_path("name_winners", "Who won, as the players decide.", WinnersToName)},
        "/deals/{number}": {
            "patch": _record_path("correct_deal", "Tell a deal anew.", DealToCorrect, "200"),
        },
        "/players": {"post": _record_path("add_player", "Somebody sits down.", PlayerToAdd)},
        "/players/{name}": {
            "patch": _record_path("rename_player", "Another name.", PlayerToChange, "200"),
            "delete": _record_path("remove_player", "Somebody leaves.", ChangeOfTable, "200"),
        },
        "/end": {"post": _record_path("end_deal", "End the deal by hand.", DealToEnd, "200")},
        "/undo": {"post": _record_path("undo", "Take back the newest thing.", ChangeOfTable, "200")},
        "/redo": {"post": _record_path("redo", "Do again what was undone.", ChangeOfTable, "200")},
        "/keys": {
            "get": _host_path("keys", "The keys of programs.", KeysAnswer, "200"),
            "post": _host_path("give_key", "A key for a program.", KeyAnswer, "201", KeyToGive),
        },
        "/keys/{key_id}": {"delete": _host_path("take_key_back", "It opens no more.", None, "204")},
        "/webhooks": {
            "get": _host_path("webhooks", "Who hears of the table.", WebhooksAnswer, "200"),
            "post": _host_path("set_webhook", "Tell an address.", WebhookAnswer, "201", WebhookToSet),
        },
        "/webhooks/{hook_id}": {"delete": _host_path("remove_webhook", "Tell it no more.", None, "204")},
    }
    for end, path in paths.items():
        named = [of_table, *(of_table | part for part in _PARTS if f"{{{part['name']}}}" in end)]
        for operation in path.values():
            operation["parameters"] = [*named, *operation.get("parameters", ())]
    of_tables = {f"/api/v1/tables/{{table_id}}{end}": path for end, path in paths.items()}
    return {"/api/v1/tables": {"post": opening}} | of_tables


def _host_path(
    name: str, summary: str, answer: type | None, status: str, question: type | None = None
) -> Schema:
    """What the key of a table's host alone opens."""
    of_body = (400, 413, 415) if question else ()
    operation = operation_object(name, summary, answer.__name__ if answer else "", 401, 403, 404, *of_body)
    answered = operation["responses"].pop("200")
    operation["responses"][status] = answered if answer else {"description": "Done."}
    if question:
        content = {"application/json": {"schema": schema_reference(question.__name__)}}
        # A key needs no words: it only reads then.
        operation["requestBody"] = {"required": question is not KeyToGive, "content": content}
    if status != "200":
        operation |= {"parameters": [IDEMPOTENCY, IF_MATCH]}
        operation["responses"] |= refused(400)
        operation["responses"] |= {str(refusal): _refused_with_table(refusal) for refusal in (409, 412)}
    return operation | {"security": [{"key": []}]}


def _refused_with_table(status: int) -> Schema:
    return json_response(REFUSALS[status], schema_reference(RefusedAnswer.__name__))


def _record_path(name: str, summary: str, question: type, status: str = "201") -> Schema:
    """A change of a table that its key opens, and that may be refused with the table as it stands."""
    refusals = (400, 401, 403, 404, 409, 413, 415)
    operation = _change_path(name, summary, question, TableAnswer, status, *refusals)
    operation["responses"][status]["headers"] = TAGGED
    operation["responses"] |= {str(refusal): _refused_with_table(refusal) for refusal in (409, 412)}
    # An undo, or the end of a deal, needs to say nothing.
    operation["requestBody"]["required"] = question not in (ChangeOfTable, DealToEnd)
    return operation | {"security": [{"key": []}], "parameters": [*operation["parameters"], IF_MATCH]}


def _change_path(
    name: str, summary: str, question: type, answer: type, status: str, *refusals: int
) -> Schema:
    """Something that is done once, however often it is sent."""
    operation = operation_object(name, summary, answer.__name__, *refusals)
    if status != "200":
        operation["responses"][status] = operation["responses"].pop("200")
    content = {"application/json": {"schema": schema_reference(question.__name__)}}
    return operation | {"parameters": [IDEMPOTENCY], "requestBody": {"required": True, "content": content}}
