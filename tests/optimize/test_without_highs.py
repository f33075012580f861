"""A pad that has no HiGHS, as in a browser: it answers the same, or says that its answer is not proven."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from bench.hard_hands import made_up_board
from scorepad.optimize import plain_prices, solvers
from scorepad.optimize.milp import row_prices
from scorepad.rulebook import find_game
from tests.optimize.answers_alone import answered, answers_alone
from tests.profiles import sampled, thorough
from tests.shared import cases

CASES = Path(__file__).parents[1] / "cases"
SECONDS = 2.0
BOARDS = (
    {},
    {"aim": "points"},
    {"initial_done": False, "retrieve_jokers": True},
    {"repeated_colours": True},
    {},
)
TOLD = ("points", "placed", "score", "best", "missed", "legal")


def worked_cases():
    """What is asked of the search in every worked example, here and beside the checkout."""
    told = [case for file in sorted(CASES.glob("*.json")) for case in json.loads(file.read_text())]
    for case in [*told, *cases()]:
        if case["do"] in ("best", "check"):
            fields = {name: case[name] for name in case.keys() - {"id", "do", "clause", "expect"}}
            yield {"verb": case["do"], "fields": {"limit": SECONDS} | fields}


def board_questions(count):
    """Random tables of Rummikub of up to 90 tiles, with fourteen tiles and up to two jokers in hand."""
    rng = random.Random("boards")
    for number in range(count):
        options = BOARDS[number % len(BOARDS)]
        jokers = (0, 1, 2, 2)[number // 8 % 4]
        rules = find_game("rummikub").rules(options | {"jokers": jokers})
        board = made_up_board(rng, rules, (0, 12, 24, 36, 48, 60, 75, 90)[number % 8], jokers)
        fields = {
            "game": "rummikub",
            "options": options | {"jokers": jokers},
            "cards": " ".join(map(str, board.cards)),
            "table": [" ".join(map(str, meld)) for meld in board.table],
            "limit": SECONDS,
        }
        yield {"verb": "best", "fields": fields}


def alike_or_unproven(question, alone, native):
    """Whether the answer without HiGHS is worth the same, or says that it is not proven and is no more."""
    told = {name: alone.get(name) for name in TOLD}
    if "error" in native or alone["proven"] is not False:
        return told == {name: native.get(name) for name in TOLD} and alone.get("error") == native.get("error")
    return "points" in alone and (question["verb"] == "check" or alone["points"] <= native["points"])


def compared(questions):
    """How many answers are not proven without HiGHS though they are with it; all others are the same."""
    alone, native = answers_alone(questions), [answered(question) for question in questions]
    differing = [
        (question, each, other)
        for question, each, other in zip(questions, alone, native, strict=True)
        if ("error" in each and "error" not in other) or not alike_or_unproven(question, each, other)
    ]
    assert differing == []
    return sum(
        other.get("proven") is True and each["proven"] is not True
        for each, other in zip(alone, native, strict=True)
    )


@pytest.mark.deepens
def test_worked_cases_come_out_the_same_without_highs():
    """Three are not proven: how melds interlock by values of one's own, or beside what has scored."""
    assert compared([*sampled(worked_cases())]) <= 3


@pytest.mark.deepens
def test_random_boards_come_out_the_same_without_highs():
    """Of 80 tables all but a few are proven in two seconds each."""
    questions = [*board_questions(80 if thorough() else 8)]
    assert compared(questions) <= len(questions) // 4


def test_interlocks_without_a_sat_solver_are_refused_in_one_sentence():
    """Neither an empty answer nor a fault in the log."""
    asked = {"verb": "best", "fields": {"game": "chattahoochee-interlocking", "cards": "5h 6s 7h 5s 6h 7s"}}
    (answer,) = answers_alone([asked], ["pysat"])
    assert answer["error"]["code"] == "solver-missing"
    assert answer["error"]["message"] == "No search for this game here: it needs the library pysat."


def test_a_check_without_proof_never_says_that_nothing_is_better(monkeypatch, capsys):
    """The words tell apart what is known from what was not found."""
    from scorepad.answers import hand_answers
    from scorepad.cli.main import main

    proven = hand_answers._best_of

    def doubtful(*asked):
        best = proven(*asked)
        return type(best)(best.points, best.melds, best.bonuses, False, best.is_better)

    monkeypatch.setattr(hand_answers, "_best_of", doubtful)
    assert main(["check", "chattahoochee", "♣45678 / ♣6789T"]) == 0
    assert "Better, for 34, the best found, not proven:" in capsys.readouterr().out
    assert main(["check", "chattahoochee", "♣456789T / ♣678"]) == 0
    assert "Nothing better was found. That is not proven." in capsys.readouterr().out


def price_bound(limits, objectives, uses, prices):
    """What no choice exceeds, by these prices and at most nine of each column."""
    rows = sum(
        price * (most if price > 0 else least) for (least, most), price in zip(limits, prices, strict=True)
    )
    gains = (
        objective - sum(prices[row] * amount for row, amount in used)
        for objective, used in zip(objectives, uses, strict=True)
    )
    return rows + 9 * sum(gain for gain in gains if gain > 0)


@pytest.mark.parametrize("seed", range(12))
def test_prices_in_plain_python_bound_as_well_as_those_of_highs(seed):
    """Random rows and columns, whatever must be used of the rows."""
    rng = random.Random(seed)
    limits = []
    for _ in range(rng.randint(3, 40)):
        most = rng.randint(0, 4)
        limits.append((rng.choice([0, 0, most, rng.randint(0, most)]), most))
    rows = range(len(limits))
    uses = [
        [(row, rng.choice([1, 1, 2])) for row in rng.sample(rows, rng.randint(1, min(6, len(limits))))]
        for _ in range(rng.randint(1, 400))
    ]
    uses += [[(row, 1)] for row in rows]
    objectives = [rng.randint(0, 40) for _ in uses]
    asked = limits, objectives, uses
    bounds = [
        price_bound(*asked, find(*asked, float("inf"))) for find in (row_prices, plain_prices.row_prices)
    ]
    assert bounds[0] == pytest.approx(bounds[1], rel=1e-4, abs=1e-3)


def test_which_solvers_there_are_is_known_by_name():
    """Where the tests run all are."""
    assert solvers.has_solver("HiGHS")
    assert solvers.has_solver("SAT")
