"""A limit is a promise, whatever the hand, the rules and the question.

The bounds are wide enough for a busy machine; HiGHS alone takes seconds more on some of these hands.
"""

from __future__ import annotations

import json
import time

import pytest

from scorepad.answers import card_advice, hand_questions, verbs
from scorepad.cli.main import main
from tests.by_night import each_nth

LIMIT, SOON = 0.5, 2.5  # seconds
GAME = "chattahoochee-interlocking"
SMALL_PACK = {"pack": "custom", "suits": "C S H D"}
HANDS = {
    "two suits of four ranks with wilds": (
        SMALL_PACK | {"ranks": "1-4", "jokers": 2, "schedule": "original"},
        "3C 3C 4S 4C 2S 1C 2S 2C 1S 3S 2C 1S 3S 4S w w",
    ),
    "rings of three packs": (
        SMALL_PACK | {"ranks": "1-6", "packs": 3},
        "1C 4C 1C 4S 6C 4C 3C 5S 2C 3S 2S 6C 5S 2C 3C 3C 5S 1C 6S 6C 3S 6S 4C 4S 4S 5C 5C 1S 5C",
    ),
    "rings of seven ranks": (
        SMALL_PACK | {"ranks": "1-7", "packs": 2, "schedule": "fibonacci"},
        "5C 1S 4S 3C 4S 5C 3C 6C 7S 2S 7C 2C 5S 1S 4C 2C 1C 4C 3S 7S 6C 6S 2S 3S 5S 6S 1C",
    ),
    "a dense hand whose fives are wild": (
        {"jokers": 2, "wild_rank": "5", "wild_rank_mode": "also-natural"},
        "6S 9C 5H 7S 8D 5C 9D 6H 8C 7D 6C 9H 5S 8S w w",
    ),
    "fifty-four cards": (
        {"jokers": 2, "schedule": "original"},
        " ".join(f"{rank}{suit}" for suit in "CSHD" for rank in "A23456789TJQK") + " w w",
    ),
}


@pytest.fixture(scope="module", autouse=True)
def all_loaded():
    """What the first search loads is not part of the limit of these."""
    options, cards = HANDS["rings of three packs"]
    hand_questions.best({"game": GAME, "options": options, "cards": cards, "limit": 0.3})


def asked(verb, hand, limit):
    options, cards = HANDS[hand]
    laid = {"melds": cards.split()} if verb == "check" else {"cards": cards}
    return verbs.answer(verb, {"game": GAME, "options": options, "limit": limit} | laid)


@pytest.mark.parametrize("hand", each_nth(HANDS, 4))
@pytest.mark.parametrize("verb", ["best", "check", "next", "discard"])
@pytest.mark.parametrize("limit", [0, LIMIT])
def test_a_verbs_whole_answer_keeps_the_limit(verb, hand, limit):
    """All questions of `next` and `discard` share it."""
    began = time.perf_counter()
    asked(verb, hand, limit)
    assert time.perf_counter() - began < limit + SOON - LIMIT


def test_what_is_cut_off_is_told_as_such():
    """The best melds found, unproven, below a bound that holds."""
    best = asked("best", "rings of three packs", 0.2)
    assert not best.proven
    assert best.points < best.bound
    assert all(meld.legal for meld in best.melds)


def test_the_command_line_keeps_the_limit(capsys):
    options, cards = HANDS["two suits of four ranks with wilds"]
    rules = [word for name, value in options.items() for word in ("--set", f"{name}={value}")]
    began = time.perf_counter()
    assert main(["best", GAME, cards, *rules, "--limit", str(LIMIT), "--json"]) == 0
    assert time.perf_counter() - began < SOON
    assert json.loads(capsys.readouterr().out)["points"] > 0


@pytest.mark.parametrize(
    ("game", "cards", "table"),
    [
        ("chattahoochee", "4C 5C 6C 9H KD", ()),
        (GAME, "4C 5C 6C 4S 5S 6S KD", ()),
        ("chattahoochee-alternate", "4C 7C KD", ("4C 5C 6C",)),
        ("rummy-500", "4C 5C 6C 9H KD", ("9C 9S 9D",)),
        ("rummikub", "4R 5R 6R 9B 12K", ("9R 9O 9K",)),
    ],
)
def test_without_time_each_card_is_looked_at_beside_one_way_to_lay_the_hand(monkeypatch, game, cards, table):
    """Points that the referee counted, none above the best, and nothing proven."""
    fields = {"game": game, "options": {"packs": 2} if "hooch" in game else {}, "cards": cards}
    fields |= {"table": list(table)} if table else {}
    best = {verb: answers_by_card(verb, fields) for verb in verbs_of(game)}
    monkeypatch.setattr(card_advice, "_LATE", -1)
    for verb, best_points in best.items():
        late = verbs.answer(verb, fields | {"limit": 0})
        rated = late.next if verb == "next" else late.discard
        assert {card.card for card in rated} == set(best_points)
        assert not any(card.proven for card in rated)
        assert all(card.points <= best_points[card.card] for card in rated)


def verbs_of(game):
    return ["next"] if game == "rummikub" else ["next", "discard"]


def answers_by_card(verb, fields):
    answer = verbs.answer(verb, fields | {"limit": 20})
    return {card.card: card.points for card in (answer.next if verb == "next" else answer.discard)}
