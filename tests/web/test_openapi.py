"""`/api/v1/openapi.json` says what the server does: schemathesis asks by it, and judges every answer."""

from __future__ import annotations

from itertools import islice

import pytest
import schemathesis
from hypothesis import given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from scorepad.answers.verbs import VERBS
from scorepad.photos import reading
from scorepad.web import create_app
from scorepad.web.api.question_examples import EXAMPLES
from tests.photos.photo_files import file_of, picture

READ = "/api/v1/read"
ASKED = [*(f"/api/v1/{verb}" for verb in VERBS), READ]
ROUTES = [
    *(("POST", path) for path in ASKED),
    ("GET", "/api/v1/games"),
    ("GET", "/api/v1/circles/{circle_id}"),
    ("GET", "/healthz"),
    ("GET", "/readyz"),
]
TRIED = [
    *((method, path, GenerationMode.POSITIVE) for method, path in ROUTES),
    *(("POST", path, GenerationMode.NEGATIVE) for path in ASKED),
]
CARD = {"card": "QH", "confidence": 0.99, "box": [200, 300, 40, 60]}
REFUSED = {"expected-statuses": ["400", "405", "413", "415", "422"]}
LOOKED_AT = 40  # what schemathesis takes from each end of what a schema allows and forbids


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """One app for all that is asked here."""
    instance = str(tmp_path_factory.mktemp("instance"))
    return create_app({"TESTING": True, "LIMITS": False, "INSTANCE": instance})


@pytest.fixture(scope="module")
def described(app):
    """The description as schemathesis reads it from the server."""
    config = schemathesis.Config.from_dict({"checks": {"negative_data_rejection": REFUSED}})
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app, config=config)


@pytest.fixture(autouse=True, scope="module")
def queen():
    """A reader that finds the queen of hearts on every photo."""
    with pytest.MonkeyPatch.context() as patch:
        answer = {"cards": [CARD], "groups": [[0]], "unsure": [], "seconds": 0.1}
        patch.setattr(reading, "read_pixels", lambda _picture, _pack, _count: answer)
        yield


def conforms(case):
    """Status, content type, headers and body are as described; what the schema forbids is refused."""
    response = case.call(headers={"Accept-Encoding": "identity"})  # the client here unpacks nothing
    # Text that is a string may still be no card of the pack, so it may be refused.
    case.validate_response(response, excluded_checks=[positive_data_acceptance])
    return response


def test_every_route_is_described(app, described):
    """And none that there is not."""
    rules = [
        rule for rule in app.url_map.iter_rules() if rule.rule.startswith(("/api/", "/healthz", "/readyz"))
    ]
    there = {(method, _path(rule)) for rule in rules for method in rule.methods - {"HEAD", "OPTIONS"}}
    said = {(method.upper(), path) for path, item in described.raw_schema["paths"].items() for method in item}
    assert said == there == {*ROUTES, ("GET", "/api/v1/openapi.json")}


def _path(rule):
    """As OpenAPI writes it."""
    return rule.rule.replace("<", "{").replace(">", "}")


@pytest.mark.parametrize(("method", "path", "mode"), TRIED)
def test_every_answer_is_as_described(described, method, path, mode):
    """Whatever is asked: what the schema allows, and what it forbids."""
    operation = described[path][method]

    @settings(max_examples=15)
    @given(case=operation.as_strategy(generation_mode=mode))
    def judged(case):
        conforms(case)

    judged()


@pytest.mark.parametrize("path", ASKED)
def test_the_ends_of_every_range_are_as_described(described, path):
    """The shortest and the longest, the least and the most, one less and one more, each field missing."""
    operation = described[path]["POST"]
    modes = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
    cases = described.iter_coverage_cases(
        operation, generation_modes=modes, generation_config=described.config.generation
    )
    for case in islice(cases, LOOKED_AT):
        conforms(case)


@pytest.mark.parametrize("verb", VERBS)
def test_the_examples_are_answered(described, verb):
    """Each with 200."""
    operation = described[f"/api/v1/{verb}"]["POST"]
    examples = operation.definition.raw["requestBody"]["content"]["application/json"]["examples"]
    assert len(examples) == len(EXAMPLES[verb])
    for example in examples.values():
        case = operation.Case(body=example["value"], media_type="application/json")
        assert conforms(case).status_code == 200


def test_what_is_read_on_a_photo_is_as_described(described):
    """The upload of one small photo."""
    body = {"photo": [file_of(picture())], "pack": "french"}
    case = described[READ]["POST"].Case(body=body, media_type="multipart/form-data")
    assert conforms(case).status_code == 200
