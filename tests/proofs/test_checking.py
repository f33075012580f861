"""Any proof by the one way in: right ones hold, and what is no proof is refused as none."""

from __future__ import annotations

import dataclasses
import json
import math
import random
import time

import pytest

from scorepad import optimize
from scorepad.answers import hand_questions, verbs
from scorepad.answers.proof_checking import find_proof
from scorepad.cli import batch
from scorepad.cli.main import main
from scorepad.core.cards import Card
from scorepad.core.notation import read_cards, read_melds
from scorepad.proofs.certificates import NotChecked, ProofFault
from scorepad.proofs.checking import check_proof
from scorepad.rulebook import find_game
from tests.profiles import examples

INTERLOCKING = "chattahoochee-interlocking"
SEVENS = {"pack": "custom", "ranks": "1-7", "suits": "5"}

RIGHT = (
    ("a second layer after a partner's meld", INTERLOCKING, "5S 8D w 8D 6D 6D", "4S 5D 6S 7D", {"jokers": 1}),
    ("partners' wilds", INTERLOCKING, "3S 4S 4H 3H", "3C 4S / 5X 5D", {**SEVENS, "wild_rank": "6 5"}),
    ("a lone card", "chattahoochee", "4C", "", {}),
    ("no naturals", "chattahoochee", "7C 7D w", "", {"wild_rank": "7", "jokers": 1}),
    ("paid wilds", "chattahoochee", "w w", "", {"jokers": 2, "wild_only_schedule": "square"}),
    ("no card of a meld", "basic-rummy", "4C", "", {}),
)


@pytest.mark.parametrize(
    ("game", "cards", "table", "options"), [case[1:] for case in RIGHT], ids=[case[0] for case in RIGHT]
)
def test_a_right_proof_is_not_refused(game, cards, table, options):
    """Proven by the search, and checked by a second program."""
    fields = {"game": game, "cards": cards, "options": options, "limit": 20, "check_proof": True}
    best = hand_questions.best({**fields, "table": table} if table else fields)
    assert (best.proven, best.proof_checked) == (True, True)


KINDS = {
    "prices": ("chattahoochee", "4C 5C 6C 6H 7H w", "", {"jokers": 1, "melds": "both"}),
    "prices of rows": ("rummy-500", "4C 5C 6C 6H 6S w", "", {}),
    "prices of leaps": ("leap-rummy", "4C 5C 6C 8C TC", "", {}),
    "cores": (INTERLOCKING, "4C 5H 4H 5C 6C 5S 6S 6H", "", {}),
    "cores with a wild": (INTERLOCKING, "5S 8D w 8D 6D 6D", "4S 5D 6S 7D", {"jokers": 1}),
}
ODD = (0, -1, 1, 2, 99, 10**6, 10**30, 1.5, math.nan, math.inf, None, "x", (), Card("5", "C"), frozenset())


def places(part, path=()):
    """The place of every part of a proof."""
    yield path
    if dataclasses.is_dataclass(part):
        for field in dataclasses.fields(part):
            yield from places(getattr(part, field.name), (*path, field.name))
    elif isinstance(part, tuple) and not isinstance(part, Card):
        for number, inner in enumerate(part):
            yield from places(inner, (*path, number))


def at(part, path):
    for step in path:
        part = getattr(part, step) if dataclasses.is_dataclass(part) else part[step]
    return part


def changed(part, path, value):
    """The proof with another value there."""
    if not path:
        return value
    inner = changed(at(part, path[:1]), path[1:], value)
    if dataclasses.is_dataclass(part):
        return dataclasses.replace(part, **{path[0]: inner})
    return (*part[: path[0]], inner, *part[path[0] + 1 :])


@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_proof_holds_less_and_is_refused_as_none(kind):
    """Numbers, cards and parts in each other's places: no error of its own, and no point less is proven."""
    game, cards, table, options = KINDS[kind]
    rules = find_game(game).rules(options)
    hand = [laid.card for laid in read_cards(cards, rules.pack)]
    melds = tuple(read_melds(table, rules.pack))
    answer = optimize.best(rules, hand, table=melds, limit=20)
    proof = find_proof(rules, hand, answer.bound, 20, melds)
    placed = len(hand) - len(answer.left)
    check_proof(rules, hand, answer.bound, proof, melds, placed)
    rng, every_place = random.Random(kind), list(places(proof))
    for _ in range(examples(400)):
        value = rng.choice([*ODD, at(proof, rng.choice(every_place))])
        other = changed(proof, rng.choice(every_place), value)
        with pytest.raises((ProofFault, NotChecked)):
            check_proof(rules, hand, answer.bound - 1, other, melds, placed)


REFUTED = {"game": "chattahoochee", "cards": "4C 5C", "check_proof": True}


@pytest.mark.parametrize(
    "fields",
    [
        REFUTED,
        {"game": INTERLOCKING, "cards": "4C 5H 4H 5C", "check_proof": True},
        {"game": "leap-rummy", "cards": "4C 5C 6C 9H", "table": "7C 8C 9C", "check_proof": True},
        {"game": "rummy-500", "cards": "4C 5C 6C w", "table": "7C 8C 9C", "check_proof": True},
        {"game": "rummikub", "cards": "10R 11R 12R w", "table": "K7 K8 K9", "check_proof": True},
    ],
    ids=lambda fields: fields["game"],
)
def test_a_proof_that_is_refuted_proves_nothing(fields, monkeypatch, search_faults):
    """The melds stand with a bound that rests on no search, and the log has the case."""
    true = hand_questions.best(fields)
    assert (true.proven, true.proof_checked) == (True, True)
    monkeypatch.setattr("scorepad.answers.proof_checking.check_proof", refutes)
    best = hand_questions.best(fields)
    assert (best.points, best.proven, best.proven_by) == (true.points, False, None)
    assert (best.proof_checked, best.proof_refuted) == (False, True)
    assert best.bound > best.points
    assert "ProofFault: a core can be had" in search_faults.pop()


def test_each_way_in_says_that_a_refuted_proof_proves_nothing(monkeypatch, capsys, search_faults):
    """The command line in words, a batch, and a job, which answers pages and programs."""
    monkeypatch.setattr("scorepad.answers.proof_checking.check_proof", refutes)
    assert main(["best", "chattahoochee", "4C 5C", "--check-proof"]) == 0
    assert "best found, at most 4, proof refuted." in capsys.readouterr().out
    (line,) = batch.answer_part([json.dumps(REFUTED)], {})
    for answer in (json.loads(line), verbs.whole_answer({"verb": "best", "fields": REFUTED})):
        assert (answer["proven"], answer["proof_refuted"], answer["bound"]) == (False, True, 4)
    assert len(search_faults) == 3
    search_faults.clear()


def test_a_check_that_does_not_end_is_ended(monkeypatch, capsys):
    """The answer stands in twice its limit and a little, and says that nothing was checked in time."""
    monkeypatch.setattr("scorepad.answers.proof_checking.check_proof", goes_on)
    began = time.perf_counter()
    main(["best", "chattahoochee", "4C 5C", "--check-proof", "--limit", "0.2"])
    assert time.perf_counter() - began < 5
    assert "proven, proof not checked in time." in capsys.readouterr().out


def goes_on(*_):
    while True:
        pass


def refutes(*_):
    raise ProofFault("a core can be had")
