"""`/api/v1/openapi.json` says what the server does: schemathesis asks by it, and judges every answer."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import given, settings
from msgspec import convert
from schemathesis import GenerationMode

from scorepad.answers.answer_types import ErrorAnswer
from scorepad.answers.verbs import ADDRESSES, VERBS
from scorepad.circles.circle_service import CircleOperation, make_circle
from scorepad.photos import reading
from scorepad.rulebook import games
from scorepad.store.engine import StoreAway
from scorepad.store.opening import open_store
from scorepad.web import create_app
from scorepad.web.api.openapi import EXAMPLES
from tests import profiles
from tests.open_tables import Log
from tests.photos.photo_files import file_of, picture

READ = "/api/v1/read"
CIRCLE = "/api/v1/circles/{circle_id}"
FAR = {"X-Forwarded-For": "203.0.113.9"}
OF_VERBS = [f"/api/v1/{address}" for address in ADDRESSES.values()]
ASKED = [*OF_VERBS, READ]
TABLES = "/api/v1/tables"
TABLE = f"{TABLES}/{{table_id}}"
CHANGES = [
    f"{TABLE}/{name}"
    for name in (
        "deals",
        "entries",
        "winners",
        "undo",
        "redo",
        "end",
        "players",
        "points",
        "keys",
        "webhooks",
    )
]
STREAM = f"{TABLE}/events"
ROUTES = [
    *(("POST", path) for path in ASKED),
    ("GET", "/api/v1/games"),
    ("GET", CIRCLE),
    ("GET", f"{CIRCLE}/bgsplay"),
    ("GET", f"{CIRCLE}/tables"),
    ("GET", f"{TABLE}/deals"),
    ("GET", f"{TABLE}/record"),
    ("GET", f"{TABLE}/review"),
    ("GET", f"{TABLE}/bgsplay"),
    ("POST", TABLES),
    ("GET", TABLE),
    ("PATCH", TABLE),
    ("DELETE", TABLE),
    ("PATCH", f"{TABLE}/deals/{{number}}"),
    ("PATCH", f"{TABLE}/players/{{name}}"),
    ("DELETE", f"{TABLE}/players/{{name}}"),
    ("GET", f"{TABLE}/webhooks"),
    ("DELETE", f"{TABLE}/webhooks/{{hook_id}}"),
    ("GET", f"{TABLE}/keys"),
    ("DELETE", f"{TABLE}/keys/{{key_id}}"),
    *(("POST", path) for path in CHANGES),
    ("GET", "/healthz"),
    ("GET", "/readyz"),
]
TRIED = [
    *((method, path, GenerationMode.POSITIVE) for method, path in ROUTES),
    *(("POST", path, GenerationMode.NEGATIVE) for path in ASKED),
    *((method, path, GenerationMode.NEGATIVE) for method, path in (("GET", CIRCLE), ("POST", TABLES))),
]
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
CARD = {"card": "QH", "confidence": 0.99, "box": [200, 300, 40, 60]}
CONFIG = Path(__file__).parents[2] / "schemathesis.toml"
NONE_SUCH = {**dict.fromkeys(("circle_id", "table_id", "hook_id", "key_id", "name"), "x"), "number": 1}


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """One app for all that is asked here."""
    instance = str(tmp_path_factory.mktemp("instance"))
    return create_app({"TESTING": True, "LIMITS": False, "INSTANCE": instance})


@pytest.fixture(scope="module")
def described(app):
    """The description as schemathesis reads it from the server."""
    config = schemathesis.Config.from_path(CONFIG)
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app, config=config)
    for question in schema.raw_schema["components"]["schemas"].values():
        if question.get("additionalProperties") is False and "game" in question["properties"]:
            # Any text may name a game; few made at random do.
            question["properties"]["game"]["enum"] = [game.id for game in games()]
    return schema


@pytest.fixture(autouse=True, scope="module")
def queen():
    """A reader that finds the queen of hearts on every photo."""
    with pytest.MonkeyPatch.context() as patch:
        answer = {"cards": [CARD], "groups": [[0]], "unsure": [], "seconds": 0.1}
        patch.setattr(reading, "read_pixels", lambda _picture, _pack, _count: answer)
        yield


@pytest.fixture(scope="module")
def circle(app):
    """The id of a circle with a table at which a deal was played."""
    with closing(open_store(app.config["DATABASE"])) as store:
        made = make_circle(store, name="Friends", by="Ann", op="circle")
        opened = store.create_log(Log([0], [1]).out(1, (0, 12)).events, op="table")
        CircleOperation(store, made.id, made.key, "Ann", "in").add_table(opened.id, opened.key)
    return made.id


def conforms(case, circle="", **headers):
    """Status, content type, headers and body are as described; what the schema forbids is refused."""
    if circle and "circle_id" in case.path_parameters:
        case.path_parameters["circle_id"] = circle
    # the client here unpacks nothing
    response = case.call(headers={"Accept-Encoding": "identity", **headers})
    case.validate_response(response)
    return response


def test_every_route_is_described(app, described):
    """And none that there is not."""
    rules = [
        rule for rule in app.url_map.iter_rules() if rule.rule.startswith(("/api/", "/healthz", "/readyz"))
    ]
    there = {(method, _path(rule)) for rule in rules for method in rule.methods - {"HEAD", "OPTIONS"}}
    said = {(method.upper(), path) for path, item in described.raw_schema["paths"].items() for method in item}
    assert said == there == {*ROUTES, ("GET", STREAM), ("GET", "/api/v1/openapi.json")}


def test_any_text_may_name_a_game(client):
    """Its id, its name and its aliases do, and packages bring more: no list in the description is whole."""
    schemas = client.get("/api/v1/openapi.json").json["components"]["schemas"]
    named = [schema["properties"]["game"] for schema in schemas.values() if "game" in schema["properties"]]
    assert not [name for name in named if "enum" in name]
    question = {"cards": "4C 5C 6C"}
    for example in schemas["BestQuestion"]["properties"]["game"]["examples"]:
        assert client.post("/api/v1/best", json=question | {"game": example}).status_code == 200, example


def test_lists_are_described_as_generators_of_clients_read_them(described):
    """With one schema for all items, and not one for each place and none behind."""
    text = json.dumps(described.raw_schema)
    assert "prefixItems" not in text
    assert text.count('"type": "array"') == text.count('"items": {')


def test_a_field_with_a_default_need_not_be_sent(described):
    """Generators take a field with a default for one that is always there: questions say theirs in words."""
    schemas = described.raw_schema["components"]["schemas"].values()
    questions = [schema for schema in schemas if schema.get("additionalProperties") is False]
    fields = [field for question in questions for field in question["properties"].values()]
    assert fields
    assert not [field for field in fields if "default" in field]
    assert any("2.0 where it is left out" in field.get("description", "") for field in fields)


def test_every_reference_leads_to_a_schema(described):
    """Generators of clients refuse a description with one that leads nowhere."""
    parts = described.raw_schema["components"]
    there = {f"#/components/{kind}/{name}" for kind, named in parts.items() for name in named}
    assert set(re.findall(r'"\$ref": "([^"]*)"', json.dumps(described.raw_schema))) <= there


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_an_operation_has_one_good_answer(described, method, path):
    """And says of its body only where it takes one that it may be refused."""
    operation = described.raw_schema["paths"][path][method.lower()]
    assert len([status for status in operation["responses"] if status < "300"]) == 1
    assert all(
        ("requestBody" in operation) == (status in operation["responses"]) for status in ("413", "415")
    )


def _path(rule):
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)


@pytest.mark.deepens
@pytest.mark.parametrize(("method", "path", "mode"), TRIED)
def test_every_answer_is_as_described(described, method, path, mode):
    """Whatever is asked: what the schema allows, and what it forbids."""
    operation = described[path][method]

    @settings(max_examples=profiles.examples(15))
    @given(case=operation.as_strategy(generation_mode=mode))
    def judged(case):
        conforms(case)
        conforms(case, **FAR)

    judged()


@pytest.mark.nightly
@pytest.mark.timeout(4 * 3600)
def test_twenty_thousand_requests_are_answered_as_described():
    """Of a pad that runs, by schemathesis on its own."""
    bench = CONFIG.parent / "bench" / "described_answers.py"
    asked = subprocess.run([sys.executable, bench], capture_output=True, text=True, check=False)
    assert asked.returncode == 0, asked.stdout[-10_000:]


@pytest.mark.parametrize("query", [{}, {"span": "year"}, {"first": "2025-01-01", "last": "2025-12-31"}])
def test_what_a_circle_adds_up_to_is_as_described(described, circle, query):
    """A circle that there is, with a deal that was played."""
    response = conforms(described[CIRCLE]["GET"].Case(path_parameters={"circle_id": circle}, query=query))
    assert response.status_code == 200


@pytest.mark.parametrize("query", [{"span": "week"}, {"first": "20250101"}, {"last": "2025-W01-1"}])
def test_a_span_that_is_none_is_refused(described, circle, query):
    """As the description says which there are."""
    response = conforms(described[CIRCLE]["GET"].Case(path_parameters={"circle_id": circle}, query=query))
    assert response.status_code == 400


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_other_methods_are_refused_as_described(app, described, method, path):
    """With those that there are."""
    for other in METHODS:
        if (other, path) in ROUTES:
            continue
        answer = app.test_client().open(path.format(**NONE_SUCH), method=other)
        assert is_described_refusal(described, method, path, answer)
        assert (answer.status_code, method in answer.headers["Allow"]) == (405, True)


def is_described_refusal(described, method, path, answer):
    """Whether the status is one of the operation's, and the body an error."""
    responses = described.raw_schema["paths"][path][method.lower()]["responses"]
    convert(answer.json, ErrorAnswer)
    return str(answer.status_code) in responses and answer.mimetype == "application/json"


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_a_share_that_is_spent_is_told_as_described(tmp_path, described, method, path):
    """Whatever was asked, and when to ask again."""
    app = create_app({"TESTING": True, "LIMIT_PAGE": "1 per minute", "INSTANCE": str(tmp_path)})
    answers = [app.test_client().open(path.format(**NONE_SUCH), method=method, headers=FAR) for _ in range(3)]
    assert (answers[2].status_code, 50 < int(answers[2].headers["Retry-After"]) <= 60) == (429, True)
    assert is_described_refusal(described, method, path, answers[2])


def test_a_store_that_is_away_is_told_as_described(app, described, monkeypatch):
    """503, with the reason."""

    def away(*_):
        raise StoreAway

    monkeypatch.setattr("scorepad.web.circles.circle_pages.circle_play", away)
    answer = app.test_client().get(CIRCLE.format(circle_id="x"))
    assert is_described_refusal(described, "GET", CIRCLE, answer)
    assert answer.status_code == 503


@pytest.mark.parametrize("limit", [61, 1e300])
def test_a_limit_that_nobody_may_have_is_refused_from_everywhere(app, limit):
    """A stranger's is not made shorter in silence."""
    question = {"game": "chattahoochee", "cards": "4C 5C", "limit": limit}
    for headers in ({}, FAR):
        answer = app.test_client().post("/api/v1/best", json=question, headers=headers)
        assert (answer.status_code, answer.json["error"]["at"]) == (400, "limit")


@pytest.mark.nightly
@pytest.mark.deepens
@pytest.mark.parametrize("path", ASKED)
def test_the_ends_of_every_range_are_as_described(described, path):
    """The shortest and the longest, the least and the most, one less and one more, each field missing."""
    operation = described[path]["POST"]
    modes = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
    cases = described.iter_coverage_cases(
        operation, generation_modes=modes, generation_config=described.config.generation
    )
    for case in profiles.sampled(cases):
        conforms(case)


@pytest.mark.parametrize(
    ("ranks", "status"),
    [
        ([], 400),
        (["2", "2"], 400),
        ([*map(str, range(61))], 400),
        ([*map(str, range(60))], 200),
        ("2" * 5_000, 200),
    ],
)
def test_ranks_are_taken_as_described(described, client, ranks, status):
    """A list has its bounds; a text is as long as its ranks are."""
    schema = described.raw_schema["components"]["schemas"]["CirclesQuestion"]["properties"]["ranks"]
    text, several = schema["anyOf"]
    is_described = isinstance(ranks, str) or (
        several["minItems"] <= len(ranks) <= several["maxItems"]
        and (len({*ranks}) == len(ranks) or not several["uniqueItems"])
    )
    assert "maxLength" not in text
    assert (client.post("/api/v1/leaps", json={"ranks": ranks}).status_code, is_described) == (
        status,
        status == 200,
    )


ANN_AND_BEN = ["Ann", "Ben"]
QUESTIONS = [
    ("schedule", {"length": 3, "schedule": "Two zeroes"}, True),
    ("schedule", {"length": 3, "schedule": "none"}, False),
    ("schedule", {"length": 3, "schedule": "table"}, False),
    ("schedule", {"length": 3, "schedule": "table", "schedule_table": "and"}, False),
    ("schedule", {"length": 3, "schedule": "table", "schedule_table": []}, False),
    ("schedule", {"length": 3, "schedule": "table", "schedule_table": "0, 1 and 100000"}, True),
    ("schedule", {"length": 3, "schedule_table": "0 100001"}, False),
    ("schedule", {"length": 3, "schedule_table": [0, "−0", " 00007", 100_000]}, True),
    ("schedule", {"length": 3, "schedule_table": [-1]}, False),
    ("schedule", {"length": 3, "schedule_table": [True]}, False),
    ("schedule", {"length": 3, "schedule_table": ["000000000007"]}, False),
    ("schedule", {"length": 3, "schedule_table": [1] * 121}, False),
    ("schedule", {"length": 3, "schedule_table": "1 " * 121}, False),
    ("leaps", {"pack": "french", "leaps": [1, 5]}, True),
    ("leaps", {"pack": "none"}, False),
    ("leaps", {"leaps": 1}, False),
    ("best", {"game": "basic-rummy", "cards": "4C 5C 6C"}, True),
    ("best", {"game": "basic-rummy", "cards": "4C 5C 6C", "hands": ["4C 5C 6C"]}, False),
    ("best", {"game": "basic-rummy"}, False),
    *(
        ("next", {"game": "basic-rummy", "cards": "4C 5C", "seen": seen}, True)
        for seen in (None, "", [], "6C", ["6C"])
    ),
    ("next", {"game": "basic-rummy", "cards": "4C 5C", "seen": 0}, False),
    *(
        ("check", {"game": "basic-rummy", "melds": "4C 5C 6C", "language": language}, False)
        for language in ({}, [], 0, False, "")
    ),
    ("check", {"game": "basic-rummy", "melds": "4C 5C 6C", "language": None}, True),
    ("score", {"game": "basic-rummy", "left": {"Ann": 0, "Ben": 5}, "u": ""}, True),
    *(
        ("score", {"game": "basic-rummy", "left": {"Ann": 0, "Ben": 5}, name: value}, False)
        for name in ("no_melds", "order", "u")
        for value in ({}, 0, False)
    ),
    ("multipliers", {"out_order": []}, False),
    ("multipliers", {"players": [], "out_order": []}, False),
    ("multipliers", {"players": ANN_AND_BEN, "partnerships": [], "out_order": ["Ben"]}, True),
    ("multipliers", {"players": ANN_AND_BEN, "options": {"x": 2**63}, "out_order": []}, False),
    ("match", {"game": "any-game", "players": ["Ann"], "deals": []}, False),
    ("match", {"game": "any-game", "players": ANN_AND_BEN, "deals": [{"colour": 1}]}, False),
    (
        "match",
        {"game": "any-game", "players": ANN_AND_BEN, "deals": [{"points": {"Ann": 1, "Ben": 2}}]},
        True,
    ),
    ("tables", {"game": "any-game", "players": ["Ann"]}, False),
    ("tables", {"game": "any-game", "players": ANN_AND_BEN}, True),
]


@pytest.mark.parametrize(("name", "question", "is_taken"), QUESTIONS)
def test_the_description_takes_what_the_pad_takes(described, client, name, question, is_taken):
    """And refuses what the pad refuses, where a schema can say it."""
    body = described.raw_schema["paths"][f"/api/v1/{name}"]["post"]["requestBody"]["content"]
    schema = body["application/json"]["schema"] | {"components": described.raw_schema["components"]}
    answer = client.post(f"/api/v1/{name}", json=question)
    assert (answer.status_code < 300, jsonschema_rs.is_valid(schema, question)) == (is_taken, is_taken)
    assert is_taken or answer.status_code == 400


def with_points(value):
    """The same with `2.0` for each `2`."""
    if isinstance(value, dict):
        return {name: with_points(piece) for name, piece in value.items()}
    if isinstance(value, list):
        return [with_points(piece) for piece in value]
    return float(value) if type(value) is int else value


@pytest.mark.parametrize(
    ("verb", "question"),
    [
        ("schedule", {"length": 3, "schedule_table": [1, 2, 4], "schedule": "table"}),
        ("leaps", {"ranks": "1 2 3 4 5", "leaps": [1, 2]}),
        ("check", {"game": "chattahoochee", "melds": "♣456 w", "options": {"jokers": 2}, "multiplier": 3}),
        ("score", {"game": "rummikub", "winner": "Ann", "left": {"Ben": 31}, "tiles": {"Ben": 4}}),
        ("score", {"game": "any-game", "points": {"Ann": -12, "Ben": 0}}),
    ],
)
def test_a_whole_number_may_have_a_point(client, verb, question):
    """JSON and its schemas know no other whole numbers."""
    told, wanted = (client.post(f"/api/v1/{verb}", json=body) for body in (with_points(question), question))
    assert (told.status_code, told.json) == (200, wanted.json)
    half = json.loads(json.dumps(with_points(question)).replace(".0", ".5"))
    assert client.post(f"/api/v1/{verb}", json=half).status_code == 400


@pytest.mark.parametrize("verb", VERBS)
def test_the_examples_are_answered(described, verb):
    """Each with 200."""
    operation = described[f"/api/v1/{ADDRESSES[verb]}"]["POST"]
    examples = operation.definition.raw["requestBody"]["content"]["application/json"]["examples"]
    assert len(examples) == len(EXAMPLES[verb])
    for example in examples.values():
        case = operation.Case(body=example["value"], media_type="application/json")
        assert conforms(case).status_code == 200


def test_circles_are_of_people_and_leaps_of_ranks(client):
    """The ranks of each leap are asked for at `leaps`; no question is asked at `circles`."""
    question = {"pack": "french", "leaps": [1]}
    assert client.post("/api/v1/leaps", json=question).status_code == 200
    assert client.post("/api/v1/circles", json=question).status_code == 404


@pytest.mark.parametrize("name", ["pack", "packs"])
def test_a_field_that_is_described_as_one_is_taken_once(app, described, name):
    """Two of it are refused by name."""
    sent = {"photo": file_of_upload(), name: ["", ""]}
    answer = app.test_client().post(READ, data=sent, content_type="multipart/form-data")
    assert is_described_refusal(described, "POST", READ, answer)
    assert (answer.status_code, answer.json["error"]["at"]) == (400, name)


def file_of_upload():
    """A photo as a form has it."""
    return io.BytesIO(file_of(picture())), "photo.jpg"


def test_what_is_read_on_a_photo_is_as_described(described):
    """The upload of one small photo."""
    body = {"photo": [file_of(picture())], "pack": "french"}
    case = described[READ]["POST"].Case(body=body, media_type="multipart/form-data")
    assert conforms(case).status_code == 200
