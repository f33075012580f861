"""B2, B7, F1-F3: nothing is better, with jokers, with aces at either end, beside melds on the table."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from scorepad import optimize
from scorepad.answers.verification import verified
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.values import left_value
from scorepad.rulebook import find_game
from tests.optimize.deadwood.brute_force import RANKS, BruteForce, is_joined
from tests.profiles import examples


def values_of(rules):
    """The values of cards as brute force calls them."""
    if rules.game == "basic-rummy":
        return "face"
    return "5-10-15" if left_value(rules, [Card("2", "C")]) == 5 else "standard"


def as_laid(meld, line):
    """The meld as it is laid; in a set a joker does not say its suit."""
    return tuple(
        Laid(Card(*kind)) if not joker else Laid(WILD, Card(*kind)) if line else Laid(WILD)
        for kind, joker in meld
    )


def kinds_of_shapes(brute):
    """Short sets and runs, complete sets, and complete sets joined to a run of three."""
    short = [shape for shape in brute.shapes() if len(shape[0]) <= 4 and not is_joined(shape[1])]
    complete = [shape for shape in short if shape[1] is None and len(shape[0]) == 4]
    return short, complete, [shape for shape in brute.shapes() if is_joined(shape[1]) and len(shape[0]) == 6]


def deal(rng, brute, packs, cards, jokers, melds):
    """Cards of a few ranks, and melds of the same on the table, some with a joker inside."""
    ranks = rng.choice(["A2345", "9TJQK", "A23QK", "45678", "AK"])
    near = [(rank, suit) for rank in ranks for suit in "CSHD"] * packs
    rng.shuffle(near)
    table = []
    shapes = kinds_of_shapes(brute)
    while len(table) < melds:
        kinds, line = rng.choice(rng.choice(shapes))
        joker = rng.randrange(len(kinds)) if jokers and rng.random() < 0.3 else None
        naturals = [kind for place, kind in enumerate(kinds) if place != joker]
        if all(kind in near for kind in naturals):
            for kind in naturals:
                near.remove(kind)
            jokers -= joker is not None
            table.append((tuple((kind, place == joker) for place, kind in enumerate(kinds)), line))
    held = rng.randint(0, jokers)
    return [*near[: cards - held], *[None] * held], table


GAMES = [
    ("basic-rummy", {}, 0, 8, 1, 40),
    ("basic-rummy", {"packs": 2, "ace": "both"}, 0, 8, 0, 40),
    ("rummy-500", {}, 2, 6, 0, 40),
    ("rummy-500", {}, 2, 5, 2, 40),
    ("rummy-500", {"packs": 2, "values": "5-10-15"}, 4, 5, 1, 20),
    ("rummy-500", {"packs": 2, "ace": "low"}, 4, 5, 0, 20),
    ("rummy-500", {"ace": "high"}, 1, 6, 1, 30),
]


def compared(rules, brute, hand, table):
    """The search's answer for a hand beside a table, as good as brute force's and taken by the referee."""
    own = [WILD if card is None else Card(*card) for card in hand]
    there = [as_laid(*meld) for meld in table]
    found = optimize.best(rules, own, table=there, one_new=brute.one_new, limit=60)
    verified(rules, own, found, there)
    value = found.points if rules.scoring.left_counts else -left_value(rules, found.left)
    reached = (value, -len(found.left), len(found.melds) - len(there))
    assert reached == brute.best(hand, table), (own, there)
    assert found.proven
    return found


@pytest.mark.parametrize(("game", "options", "jokers", "cards", "melds", "deals"), GAMES)
def test_no_arrangement_is_better(game, options, jokers, cards, melds, deals):
    """Most points, then fewest cards left, then most new melds; and the referee takes it."""
    rules = find_game(game).rules(options)
    brute = BruteForce(rules.shapes.runs.ace, values_of(rules), rules.scoring.left_counts)
    for seed in range(deals):
        rng = random.Random(seed)
        compared(rules, brute, *deal(rng, brute, rules.packs, cards, jokers, rng.randint(0, melds)))


def around_a_set(rng, jokers):
    """A set on the table, complete or lacking a suit, and cards of one suit on both sides of it in hand."""
    place = rng.randrange(13)
    suits = rng.sample("CSHD", 4)
    held = suits[: rng.choice([3, 4, 4])]
    on_table = [((RANKS[place], suit), False) for suit in held]
    if jokers and rng.random() < 0.4:
        on_table[-1] = (on_table[-1][0], True)
    ranks = {RANKS[(place + step) % 13] for step in (-3, -2, -1, 1, 2, 3)}
    near = [(rank, suit) for rank in sorted(ranks) for suit in suits[1:2]]
    lacking = [(RANKS[place], suit) for suit in suits if (RANKS[place], suit) not in dict(on_table)]
    hand = [*rng.sample(near, 4), *lacking[: rng.choice([0, 1])]]
    return [*hand, *[None] * rng.choice([0, 0, min(1, jokers)])], [(tuple(on_table), None)]


SETS = [
    ("basic-rummy", {}, 0),
    ("basic-rummy", {"ace": "both"}, 0),
    ("rummy-500", {}, 2),
    ("rummy-500", {"ace": "low"}, 2),
]


@pytest.mark.parametrize(("game", "options", "jokers"), SETS)
def test_b2_cards_laid_off_on_a_complete_set_begin_a_run_from_one_of_its_cards_on(game, options, jokers):
    """60 tables with a set on them; in some of them a run is joined to it."""
    rules = find_game(game).rules(options)
    brute = BruteForce(rules.shapes.runs.ace, values_of(rules), rules.scoring.left_counts)
    rng = random.Random(f"{game} {options}")
    found = [compared(rules, brute, *around_a_set(rng, jokers)) for _ in range(examples(60))]
    assert sum(is_joined_meld(answer.melds[0]) for answer in found) >= examples(10)


def is_joined_meld(meld):
    """Whether a meld has a complete set and a run."""
    ranks = Counter(laid.card.rank for laid in meld if laid.card != WILD)
    return len(meld) > 4 and max(ranks.values()) > 1 and len(ranks) > 1


DENSE = [
    ("basic-rummy", {}, 0),
    ("basic-rummy", {"packs": 2, "ace": "both"}, 0),
    ("rummy-500", {}, 2),
    ("rummy-500", {"packs": 2}, 4),
    ("rummy-500", {"ace": "low"}, 2),
    ("rummy-500", {"ace": "high", "packs": 2}, 3),
]


def deal_densely(rng, brute, packs, jokers):
    """A hand of three to five ranks side by side, up to three jokers, and a meld of the same on the table, as
    often as not a set joined to a run."""
    start = rng.randrange(13)
    ranks = [RANKS[(start + step) % 13] for step in range(rng.choice([3, 4, 5]))]
    near = [(rank, suit) for rank in ranks for suit in "CSHD"] * packs
    rng.shuffle(near)
    wants_joined = rng.random() < 0.5
    shapes = [
        (kinds, line)
        for kinds, line in brute.shapes()
        if len(kinds) <= 8 and is_joined(line) == wants_joined and set(kinds) <= set(near)
    ]
    table = []
    if shapes and rng.random() < 0.75:
        kinds, line = rng.choice(shapes)
        joker = rng.randrange(len(kinds)) if jokers and rng.random() < 0.3 else None
        table.append((tuple((kind, place == joker) for place, kind in enumerate(kinds)), line))
        for kind in kinds:
            if joker is None or kind != kinds[joker]:
                near.remove(kind)
        jokers -= joker is not None
    held = rng.choice([0, 0, rng.randint(0, min(jokers, 3))])
    return [*near[: rng.choice([4, 5, 6] if held < 2 else [3, 4])], *[None] * held], table


@pytest.mark.parametrize(("game", "options", "jokers"), DENSE)
def test_b2_no_arrangement_of_sets_and_runs_that_share_cards_is_better(game, options, jokers):
    """50 dense hands of each, beside joined melds that go on at their free end alone."""
    rules = find_game(game).rules(options)
    brute = BruteForce(rules.shapes.runs.ace, values_of(rules), rules.scoring.left_counts)
    rng = random.Random(f"dense {game} {options}")
    for _ in range(examples(100)):
        compared(rules, brute, *deal_densely(rng, brute, rules.packs, jokers))


@pytest.mark.parametrize(("options", "jokers"), [({}, 2), ({"packs": 2}, 4), ({"ace": "high"}, 2)])
def test_f5_nothing_that_melds_the_card_taken_is_better(options, jokers):
    """60 dense hands of each, any card of them taken; where brute force finds nothing, all cards are left."""
    rules = find_game("rummy-500").rules(options)
    brute = BruteForce(rules.shapes.runs.ace, values_of(rules), rules.scoring.left_counts)
    rng = random.Random(f"taken {options}")
    refused = 0
    for _ in range(examples(100)):
        hand, table = deal_densely(rng, brute, rules.packs, jokers)
        taken = rng.choice(hand)
        own = [WILD if card is None else Card(*card) for card in hand]
        there = [as_laid(*meld) for meld in table]
        taken_card = WILD if taken is None else Card(*taken)
        found = optimize.best(rules, own, table=there, taken=taken_card, limit=60)
        verified(rules, own, found, there)
        assert found.proven
        most = brute.best_taking(hand, table, taken)
        if most is None:
            refused += 1
            assert sorted(found.left) == sorted(own), (own, there)
        else:
            assert found.left.count(taken_card) < own.count(taken_card)
            reached = (found.points, -len(found.left), len(found.melds) - len(there))
            assert reached == most, (own, there, taken_card)
    assert 3 < refused < 57


@pytest.mark.parametrize("ace", ["low", "both"])
def test_f3_four_aces_joined_to_a_run_count_fifteen_each(ace):
    """60 hands of aces and low cards: the ace that the run begins with is worth more in the set."""
    rules = find_game("rummy-500").rules({"ace": ace})
    brute = BruteForce(rules.shapes.runs.ace, values_of(rules), rules.scoring.left_counts)
    rng = random.Random(ace)
    low = [(rank, suit) for rank in "2345" for suit in "CS"]
    found = []
    for _ in range(examples(60)):
        hand = [*rng.sample([("A", suit) for suit in "CSHD"], rng.choice([3, 4, 4])), *rng.sample(low, 4)]
        found.append(compared(rules, brute, [*hand, *[None] * rng.choice([0, 0, 1])], []))
    assert sum(any(is_joined_meld(meld) for meld in answer.melds) for answer in found) >= examples(5)


@pytest.mark.parametrize(("game", "options", "jokers"), DENSE)
def test_b2_nothing_is_better_with_one_new_meld(game, options, jokers):
    """60 hands of each: the new meld may be long or a set with a run, and so may what is laid off."""
    rules = find_game(game).rules(options)
    brute = BruteForce(rules.shapes.runs.ace, values_of(rules), rules.scoring.left_counts, one_new=True)
    rng = random.Random(f"turn {game} {options}")
    dealt = [deal_densely(rng, brute, rules.packs, jokers) for _ in range(examples(60))]
    dealt += [around_a_set(rng, jokers) for _ in range(examples(40))]
    dealt += [deal(rng, brute, rules.packs, 7, jokers, rng.randint(0, 1)) for _ in range(examples(20))]
    for hand, table in dealt:
        found = compared(rules, brute, hand, table)
        assert len(found.melds) <= len(table) + 1
