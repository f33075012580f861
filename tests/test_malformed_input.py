"""Ten thousand malformed inputs: never a fault of ours, always an error that names the piece."""

from __future__ import annotations

import json

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scorepad.answers.verbs import ADDRESSES, VERBS, answer
from scorepad.core.errors import ScorepadError
from tests.profiles import examples

MANY = settings(
    max_examples=examples(2500),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)

pieces = st.sampled_from(
    [
        "♣",
        "♥4",
        "QH",
        "w",
        "w=",
        "=♥7",
        "10",
        "1",
        "T",
        "/",
        "\n",
        "-",
        ",",
        "♣456",
        "xx",
        "\ufe0f",
        "♧",
        "🂡",
        "ß",
        "\x00",
    ]
)
almost_cards = st.lists(pieces, max_size=12).map("".join)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | almost_cards,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
fields = st.sampled_from(
    [
        "game",
        "cards",
        "hand",
        "melds",
        "options",
        "multiplier",
        "limit",
        "table",
        "players",
        "partnerships",
        "out_order",
    ]
)
questions = st.one_of(
    anything,
    st.dictionaries(fields, anything, max_size=8),
    st.dictionaries(fields, anything, max_size=6).map(lambda given: {**given, "game": "chattahoochee"}),
    st.tuples(almost_cards, anything).map(
        lambda given: {"game": "chattahoochee", "cards": given[0], "melds": given[0], "options": given[1]}
    ),
)


def answers_or_says_why(reply):
    """200 with an answer, or 4xx with a code, a sentence and a place."""
    assert reply.status_code in (200, 400, 413, 415, 422)
    if reply.status_code != 200:
        error = reply.json["error"]
        assert error["code"]
        assert error["at"]
        assert error["message"].endswith(".")
        assert "Traceback" not in reply.text


@MANY
@given(verb=st.sampled_from(sorted(VERBS)), question=questions)
@example(verb="best", question={"": 2**63})
def test_n6_a_malformed_question_is_refused_by_name(client, verb, question):
    """Any JSON at any of the ways in."""
    answers_or_says_why(client.post(f"/api/v1/{ADDRESSES[verb]}", json=question))


@MANY
@given(
    verb=st.sampled_from(sorted(VERBS)), body=st.binary(max_size=60) | st.text(max_size=60).map(str.encode)
)
def test_n6_a_body_that_is_no_json_is_refused(client, verb, body):
    """Any bytes at any of the ways in."""
    answers_or_says_why(client.post(f"/api/v1/{ADDRESSES[verb]}", data=body))


@MANY
@given(cards=almost_cards | st.text(max_size=40))
def test_n6_malformed_cards_name_the_piece_and_its_position(cards):
    """Every fault's place lies within what was typed, and its sentence quotes the piece."""
    try:
        answer("best", {"game": "chattahoochee", "cards": cards, "options": {"packs": 3, "jokers": 24}})
    except ScorepadError as error:
        for fault in error.parts or (error,):
            assert fault.at.startswith("cards")
            if fault.code == "notation":
                assert 1 <= int(fault.at.split(":")[1]) <= len(cards)


def test_n6_cards_are_not_read_by_a_pack_that_nobody_chose(client):
    """While the game or its pack is unknown the cards are not faulted; other rules have no say in them."""
    for question in (
        {"game": "rumikub", "cards": "5R"},
        {"game": "hooch", "cards": "5R", "options": {"pack": "rok"}},
        {"game": "hooch", "cards": "5R", "options": {"pakc": "rook"}},
        {"game": "hooch", "cards": "5R", "options": {"pack": "rook", "packs": 9}},
    ):
        reply = client.post("/api/v1/best", json=question)
        assert not reply.json["error"]["at"].startswith("cards")
        assert "faults" not in reply.json["error"] or len(reply.json["error"]["faults"]) == 1


def test_n6_an_error_lists_every_fault(client):
    """Options, cards and multiplier are all named in one reply."""
    question = {"game": "chattahoochee", "cards": "♣4 ZZ 5", "options": {"packs": 0}, "multiplier": "x"}
    reply = client.post("/api/v1/best", json=question)
    assert reply.status_code == 400
    assert [fault["at"] for fault in reply.json["error"]["faults"]] == [
        "options.packs",
        "cards:4",
        "multiplier",
    ]
    question["options"] = {}
    reply = client.post("/api/v1/best", json=question)
    assert [fault["at"] for fault in reply.json["error"]["faults"]] == ["cards:4", "multiplier"]
    assert json.dumps(reply.json)
