"""K2, K3, K5, G2: no play lays more than the best, whatever the table, the rack and the house rules."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from scorepad import optimize
from scorepad.answers.verification import verified
from scorepad.core.cards import WILD, Card, Laid
from scorepad.rulebook import find_game
from tests.optimize.board.brute_force import BruteForce
from tests.profiles import examples

LINES: dict[str, list[Iterable[int]]] = {
    "low": [range(13)],
    "high": [[*range(1, 13), 0]],
    "both": [range(13), [*range(1, 13), 0]],
}


def brute_force(rules):
    """The rules as the plain facts that trying all needs."""
    suits = tuple(suit.letter for suit in rules.pack.suits)
    tiles = rules.game == "rummikub"
    return BruteForce(
        [tuple(line) for line in LINES[rules.shapes.runs.ace]],
        suits,
        [n + 1 if tiles else 1 for n in range(13)],
        rules.packs if rules.shapes.sets.repeated_colours else 1,
    )


def position(rng, rules, brute, sets, rack, jokers, often=0.4):
    """A table of a few legal sets close together, and a rack around them."""
    ranks = rng.choice([range(3), range(4), range(4), range(8, 13), [*range(3), 11, 12]])
    near = [(rank, suit) for rank in ranks for suit in brute.suits] * rules.packs
    rng.shuffle(near)
    table, jokers_there = [], 0
    for _ in range(sets):
        meld = rng.choice(sorted(set(brute.melds_with(rng.choice(near)))))
        if len(meld) > 5 or any(near.count(card) < meld.count(card) for card in meld):
            continue
        joker = rng.randrange(len(meld)) if jokers_there < jokers and rng.random() < often else None
        jokers_there += joker is not None
        for place, card in enumerate(meld):
            if place != joker:
                near.remove(card)
        table.append(tuple((card, place == joker) for place, card in enumerate(meld)))
    return table, near[:rack], rng.randint(0, jokers - jokers_there)


def as_card(rules, card):
    return Card(rules.pack.ranks[card[0]], card[1])


def laid(rules, meld):
    return tuple(
        Laid(WILD, as_card(rules, card)) if joker else Laid(as_card(rules, card)) for card, joker in meld
    )


def assert_best(rules, brute, table, rack, jokers_held):
    """The referee takes the answer, and it lays as much as any play, of equals the more of the other aim."""
    hand = [*(as_card(rules, card) for card in rack), *[WILD] * jokers_held]
    there = [laid(rules, meld) for meld in table]
    found = optimize.best(rules, hand, table=there)
    verified(rules, hand, found, there)
    placed = (len(hand) - len(found.left), found.points)
    order = (lambda play: play[:2]) if rules.board.aim == "tiles" else (lambda play: play[1::-1])
    assert placed == max(plays(rules, brute, table, rack, jokers_held), key=order)[:2], (there, hand)
    assert found.proven
    assert found.bound == found.points
    if not rules.board.first_play.done and not rules.board.first_play.retrieves_jokers:
        assert [{one.card for one in meld} for meld in found.melds[: len(there)]] == [
            {one.card for one in meld} for meld in there
        ]


def plays(rules, brute, table, rack, jokers_held):
    """All legal plays, as tiles and points."""
    if rules.board.first_play.done:
        naturals = [card for meld in table for card, joker in meld if not joker]
        return brute.best(naturals, rack, sum(joker for meld in table for _, joker in meld), jokers_held)
    one_set, retrieves = rules.board.first_play.one_set, rules.board.first_play.retrieves_jokers
    return brute.best_first(
        table, rack, jokers_held, rules.board.first_play.points, one_set=one_set, retrieves=retrieves
    )


POSITIONS = examples(25)
GAMES = [
    ("rummikub", {}, 60),
    ("rummikub", {"aim": "points"}, 60),
    ("rummikub", {"initial_done": False, "first_play": 20}, 60),
    ("rummikub", {"initial_done": False, "first_play": 20, "aim": "points"}, 60),
    ("rummikub", {"initial_done": False, "first_play": 0}, 60),
    ("rummikub", {"initial_done": False, "first_play": 15, "first_play_one_set": True}, 30),
    ("rummikub", {"initial_done": False, "first_play": 15, "first_play_one_set": True, "aim": "points"}, 20),
    ("rummikub", {"repeated_colours": True}, 10),
    ("rummikub", {"repeated_colours": True, "aim": "points"}, 10),
    ("rummikub", {"repeated_colours": True, "initial_done": False, "first_play": 15}, 20),
    ("shanghai", {}, 60),
    ("shanghai", {"ace": "both", "jokers": 2}, 60),
    ("shanghai", {"ace": "high", "packs": 1, "jokers": 1}, 60),
    ("shanghai", {"packs": 3}, 60),
    ("shanghai", {"jokers": 4, "ace": "both"}, 6),
]


@pytest.mark.parametrize(("game", "options", "positions"), GAMES)
def test_no_play_is_better(game, options, positions):
    """Random tables of one to four sets with up to six cards and two jokers beside them."""
    rules = find_game(game).rules(options)
    brute = brute_force(rules)
    for seed in range(examples(positions)):
        rng = random.Random(seed)
        size = rng.randint(1, 4 if rules.board.first_play.done else 2)
        assert_best(rules, brute, *position(rng, rules, brute, size, rng.randint(1, 6), rules.jokers))


RETRIEVING = {"initial_done": False, "first_play": 12, "retrieve_jokers": True}
OTHERS = [{}, {"aim": "points"}, {"first_play_one_set": True}, {"repeated_colours": True}]


@pytest.mark.parametrize("others", OTHERS)
def test_k2_no_first_play_that_takes_jokers_is_better(others):
    """Random tables of one or two sets with jokers; of some every best play takes one."""
    rules = find_game("rummikub").rules({**RETRIEVING, **others})
    brute, taken = brute_force(rules), 0
    for seed in range(POSITIONS):
        rng = random.Random(seed)
        table, rack, held = position(rng, rules, brute, 2, rng.randint(3, 6), rules.jokers, often=0.9)
        assert_best(rules, brute, table, rack, held)
        legal = plays(rules, brute, table, rack, held)
        top = max(play[:2] for play in legal)
        taken += top > (0, 0) and all(jokers for *play, jokers in legal if tuple(play) == top)
    assert taken > POSITIONS // 20
