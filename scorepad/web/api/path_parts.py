"""What the paths of the OpenAPI description are made of: operations, their answers and their refusals."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

REFUSALS = {
    400: "What was sent does not read; every fault is named.",
    401: "No key to the table, or one that opens nothing.",
    403: "The key does not open this: it only reads, or is not the host’s.",
    404: "There is nothing at this address.",
    405: "This address takes no such request; Allow says which it takes.",
    409: "The table refuses it as it stands, or the Idempotency-Key was used for something else.",
    413: "More bytes than are read at a time.",
    422: "A photo that broke the reading.",
    429: "More requests than one address may send; Retry-After says in how many seconds to try again.",
    500: "Something broke, and the host’s log says what.",
    503: "The pad is busy, or the answer took too long. Try again in a moment.",
}


def operation_object(operation_id: str, summary: str, answer_class: str, *refusals: int) -> Schema:
    """An operation that is answered with JSON of that class."""
    responses: Schema = {"200": json_response("The answer.", schema_reference(answer_class))}
    return {"operationId": operation_id, "summary": summary, "responses": responses | refused(*refusals)}


def refused(*statuses: int) -> Schema:
    """The refusals of an operation, with those that any may meet."""
    all_statuses = sorted({*statuses, 405, 429, 500, 503})
    return {str(status): {"$ref": f"#/components/responses/{status}"} for status in all_statuses}


def json_response(description: str, schema: Schema) -> Schema:
    """An answer in JSON."""
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def plays_operation(operation_id: str, summary: str, *refusals: int) -> Schema:
    """An operation that is answered with the file of BG Stats, whose form is that app's."""
    operation = operation_object(operation_id, summary, "", *refusals)
    lists: Schema = {name: {"type": "array"} for name in ("plays", "players", "games")}
    operation["responses"]["200"] = json_response(
        "The file.", {"type": "object", "properties": lists, "required": [*lists]}
    )
    return operation


def schema_reference(name: str) -> Schema:
    """Where the schema of a class stands."""
    return {"$ref": f"#/components/schemas/{name}"}
