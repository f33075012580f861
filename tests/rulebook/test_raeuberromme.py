"""Räuberrommé against the plain program of boards: the table rebuilt, first melds, cards and tiles.

The tables have up to sixty cards. What cards count and which runs there are is written again here.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

import pytest

import scorepad
from scorepad import optimize
from scorepad.answers.verification import verified
from scorepad.core.cards import WILD, Card, Laid
from scorepad.optimize.board import best_play
from scorepad.rulebook import find_game
from tests.optimize.board.brute_force import NONE, BruteForce
from tests.profiles import examples

CARDS, TILES = 13, 10
GAME = find_game("raeuberromme")
OF_TILES = GAME.preset_options("80-tiles")


class Robbers(BruteForce):
    """The clauses RR1, RR2 and RR5: an ace counts 1 before the two of a run, else 11."""

    def __init__(self, ranks, suits, *, corner):
        order = [*range(ranks)]
        rounds = [[*order[start:], *order[:start]] for start in order]
        lines = rounds if corner else [order, rounds[1]] if ranks == CARDS else [order]
        faces = [11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10] if ranks == CARDS else range(1, ranks + 1)
        super().__init__([tuple(line) for line in lines], suits, list(faces))
        self.has_low_ace = ranks == CARDS

    def worth(self, meld):
        is_low = self.has_low_ace and (meld[0][0], meld[1][0]) == (0, 1)
        return super().worth(meld) - 10 * is_low

    def best_staying(self, table, rack, jokers_held):
        """(tiles, points) of the plays in which each joker of the table stays the card that it stands for, or
        that card of the rack lies in its place."""
        plays = {(0, 0)}
        naturals = [card for meld in table for card, joker in meld if not joker]
        kinds = [some for meld in table for some in self.kinds_of_jokers(meld)]
        wheres = [[(kind, paid) for kind in some for paid in (False, True)] for some in kinds]
        for ways in product(*wheres):
            paid = [kind for kind, is_paid in ways if is_paid]
            left = Counter(rack)
            left.subtract(paid)
            if min(left.values(), default=0) < 0:
                continue
            lying = [*naturals, *(kind for kind, _ in ways)]
            others = [*left.elements()]
            for size in range(len(others) + 1):
                for placed in set(combinations(sorted(others), size)):
                    for held in range(jokers_held + 1):
                        cards = tuple(sorted([*lying, *placed]))
                        if self.most_value(cards, len(paid) + held) != NONE:
                            new = [*paid, *placed]
                            plays.add((len(new) + held, sum(self.faces[rank] for rank, _ in new)))
        return plays

    def kinds_of_jokers(self, meld):
        """What each joker of a meld may stand for: its card of a run, any missing suit of a set."""
        jokers = [card for card, joker in meld if joker]
        if len({rank for (rank, _), _ in meld}) > 1:
            return [[card] for card in jokers]
        there = {suit for (_, suit), joker in meld if not joker}
        return [[(rank, suit) for suit in self.suits if suit not in there] for rank, _ in jokers]


def drawn(seed: str, brute: Robbers, ranks: int, jokers: int, most: int, held: int):
    """A table of melds of at most so many cards, some jokers among them, and a rack of cards near them."""
    rng = random.Random(seed)
    width = rng.choice([3, 4, 5, ranks]) if most < 20 else ranks
    start = rng.randrange(ranks)
    near = [((start + step) % ranks, suit) for step in range(width) for suit in brute.suits] * 2
    rng.shuffle(near)
    table: list[tuple] = []
    there, placed = 0, 0
    for _ in range(rng.randint(0, 4) if most < 20 else 40):
        meld = rng.choice(sorted(set(brute.melds_with(rng.choice(near))))) if near else ()
        if not 0 < len(meld) <= min(6, most - placed) or any(
            near.count(one) < meld.count(one) for one in meld
        ):
            continue
        joker = rng.randrange(len(meld)) if there < min(jokers, 3) and rng.random() < 0.2 else None
        there += joker is not None
        placed += len(meld)
        for place, card in enumerate(meld):
            if place != joker:
                near.remove(card)
        table.append(tuple((card, place == joker) for place, card in enumerate(meld)))
    return table, near[: rng.randint(1, held)], rng.randint(0, min(2, jokers - there))


def difference(seed: str, *, most: int = 10, held: int = 5, jokers: int = 3) -> str:
    """What differs between the search and the plain program at a seed's table; empty where nothing does."""
    rng = random.Random(f"rules {seed}")
    of_tiles, corner, first = rng.random() < 0.3, rng.random() < 0.3, most < 20 and rng.random() < 0.3
    ranks = TILES if of_tiles else CARDS
    options = {**(OF_TILES if of_tiles else {}), "corner": corner, "initial_done": not first}
    options["opening"] = rng.choice([0, 12, 20, 30, 40])
    options["jokers_stay"] = False
    rules = GAME.rules(options)
    brute = Robbers(ranks, tuple(suit.letter for suit in rules.pack.suits), corner=corner)
    table, rack, jokers_held = drawn(f"table {seed}", brute, ranks, jokers, most, held)
    jokers_held = min(jokers_held, 1) if len(rack) > 3 else jokers_held
    hand = [*(as_card(rules, one) for one in rack), *[WILD] * jokers_held]
    there = [laid(rules, meld) for meld in table]
    found = optimize.best(rules, hand, table=there, limit=60)
    verified(rules, hand, found, there)
    got = (len(hand) - len(found.left), found.points)
    if first:
        plays = {
            play[:2] for play in brute.best_first(table, rack, jokers_held, rules.board.first_play.points)
        }
    else:
        naturals = [card for meld in table for card, joker in meld if not joker]
        lying = sum(joker for meld in table for _, joker in meld)
        plays = brute.best(naturals, rack, lying, jokers_held)
    told = f"{seed} {options}: {' '.join(map(str, hand))} beside {there}"
    return "" if (got, found.proven) == (max(plays), True) else f"{told}: {got}, expected {max(plays)}"


def as_card(rules, card) -> Card:
    return Card(rules.pack.ranks[card[0]], card[1])


def laid(rules, meld):
    return tuple(
        Laid(WILD, as_card(rules, card)) if joker else Laid(as_card(rules, card)) for card, joker in meld
    )


def differences(seeds: Sequence[object], **sizes: int) -> list[str]:
    return [fault for seed in seeds if (fault := difference(str(seed), **sizes))]


def table_with_jokers(seed: str, brute: Robbers):
    """Three or four melds with a joker or two, and up to four cards of the rack that are near them."""
    rng = random.Random(seed)
    start, jokers = rng.randrange(9), rng.choice([1, 1, 2])
    near = [(rank, suit) for rank in range(start, start + 5) for suit in brute.suits] * 2
    rng.shuffle(near)
    table: list[tuple] = []
    while len(table) < rng.choice([2, 3]):
        melds = [meld for meld in brute.melds_with(rng.choice(near)) if len(meld) < 5]
        meld = rng.choice(sorted(set(melds)))
        joker = rng.randrange(len(meld)) if len(table) < jokers else None
        naturals = Counter(card for place, card in enumerate(meld) if place != joker)
        if naturals <= Counter(near):
            near = [*(Counter(near) - naturals).elements()]
            table.append(tuple((card, place == joker) for place, card in enumerate(meld)))
    rng.shuffle(near)
    return table, near[: rng.randint(1, 4)]


def staying_difference(seed: str) -> str:
    """What differs where each joker of the table stays until its card of the hand takes its place."""
    rules = GAME.rules({})
    brute = Robbers(CARDS, tuple(suit.letter for suit in rules.pack.suits), corner=False)
    table, rack = table_with_jokers(seed, brute)
    hand, there = [as_card(rules, one) for one in rack], [laid(rules, meld) for meld in table]
    found = optimize.best(rules, hand, table=there, limit=60)
    verified(rules, hand, found, there)
    got, most = (len(hand) - len(found.left), found.points), max(brute.best_staying(table, rack, 0))
    told = f"{seed}: {' '.join(map(str, hand))} beside {there}"
    return "" if (got, found.proven) == (most, True) else f"{told}: {got}, expected {most}"


def large_table(seed: str) -> tuple[list[tuple[Card, ...]], list[Card]]:
    """Melds of forty to sixty cards of two packs, and up to six cards of the rest."""
    rng = random.Random(f"large {seed}")
    order, suits = "A23456789TJQKA", "CSHD"
    every = [
        *(
            tuple(Card(rank, one) for one in some)
            for rank in order[1:]
            for n in (3, 4)
            for some in combinations(suits, n)
        ),
        *(
            tuple(Card(rank, suit) for rank in order[start : start + size])
            for suit in suits
            for size in (3, 3, 4, 5)
            for start in range(14 - size + 1)
        ),
    ]
    free = Counter({card: 2 for meld in every for card in meld})
    size, table = rng.randint(40, 60), []
    for meld in rng.choices(every, k=400):
        if sum(map(len, table)) + len(meld) <= size and all(free[card] for card in meld):
            free.subtract(meld)
            table.append(meld)
    return table, rng.sample(sorted(free.elements()), 6)


def lies_whole(cards: Counter[Card]) -> bool:
    """Whether cards without jokers lie in melds, rank by rank: what each suit has of runs that go on."""
    aces = [cards[Card("A", suit)] for suit in "CSHD"]
    return any(_from_low(cards, aces, low) for low in product(*(range(count + 1) for count in aces)))


def _from_low(cards: Counter[Card], aces: Sequence[int], low: Sequence[int]) -> bool:
    """The same with so many aces of each suit at the low end of a run."""
    states = {tuple((1,) * count for count in low)}
    for rank in "23456789TJQK":
        counts = [cards[Card(rank, suit)] for suit in "CSHD"]
        states = {after for before in states for after in _after_rank(before, counts, starts=True)}
    high = [count - used for count, used in zip(aces, low, strict=True)]
    ends = {after for before in states for after in _after_rank(before, high, starts=False)}
    return any(all(length == 3 for runs in state for length in runs) for state in ends)


def _after_rank(state, counts, *, starts: bool) -> Iterator[tuple]:
    """What runs may be under way after a rank, its other cards all in sets; a length of 3 is 3 or more."""
    for ways in product(
        *(list(_runs_on(runs, count, starts)) for runs, count in zip(state, counts, strict=True))
    ):
        rest = [count for _, count in ways]
        if any(max(rest) <= sets and 3 * sets <= sum(rest) <= 4 * sets for sets in range(3)):
            yield tuple(runs for runs, _ in ways)


def _runs_on(runs, count: int, starts: bool) -> Iterator[tuple[tuple[int, ...], int]]:
    """Each way of a suit: its runs after the rank, and how many of its cards they leave."""
    for goes_on in product((False, True), repeat=len(runs)):
        if any(length < 3 and not on for length, on in zip(runs, goes_on, strict=True)):
            continue
        longer = [min(3, length + 1) for length, on in zip(runs, goes_on, strict=True) if on]
        for new in range(count - len(longer) + 1 if starts or count == len(longer) else 1):
            if len(longer) + new <= count:
                yield tuple(sorted([*longer, *[1] * new])), count - len(longer) - new


def large_difference(seed: str) -> str:
    """What differs on a table of up to sixty cards; empty where nothing does."""
    table, hand = large_table(seed)
    rules = GAME.rules({})
    there = [tuple(map(Laid, meld)) for meld in table]
    found = optimize.best(rules, hand, table=there, limit=60)
    verified(rules, hand, found, there)
    lying = Counter(card for meld in table for card in meld)
    most = max(
        size
        for size in range(len(hand) + 1)
        for some in combinations(hand, size)
        if lies_whole(lying + Counter(some))
    )
    placed = len(hand) - len(found.left)
    return (
        "" if (placed, found.proven) == (most, True) else f"{seed}: {placed}, expected {most}: {hand} {table}"
    )


@pytest.mark.parametrize("part", range(3))
def test_rr3_no_play_lays_more(part):
    """Small tables with jokers, first melds among them (RR2), and the tiles."""
    assert differences(range(100 * part, 100 * part + examples(100))) == []


@pytest.mark.nightly
def test_rr3_no_play_lays_more_on_a_table_of_sixty_cards():
    """Beside another program, which goes rank by rank."""

    def size(seed):
        return sum(map(len, large_table(str(seed))[0]))

    largest = sorted(range(25), key=size, reverse=True)[: examples(25)]
    assert [fault for seed in largest if (fault := large_difference(str(seed)))] == []
    assert size(largest[0]) >= 58


@pytest.mark.parametrize("way", ["few melds", "program", "all melds"])
def test_rr3_a_joker_of_the_table_is_freed_for_its_card_alone(way, monkeypatch):
    """By each of the ways to choose a play."""
    if way != "few melds":
        monkeypatch.setattr(best_play, "play_of_few_melds", {}.get)
    if way == "all melds":
        monkeypatch.setattr(best_play, "has_solver", {}.get)
    assert [fault for seed in range(examples(60)) if (fault := staying_difference(f"{way} {seed}"))] == []


def test_rr3_a_joker_in_a_set_is_freed_for_either_missing_suit():
    table = ["9H 9S w", "7D 7S 7H"]
    for card in ("9C", "9D"):
        best = scorepad.best("raeuberromme", f"{card} 6C 8C", table=table)
        assert (best.left, best.proven) == ((), True)


def test_rr3_a_joker_that_is_not_freed_stays_in_its_place():
    table = ["3H 4H 5H w"]
    for cards, stays, moves in (("9C 9D", 0, 2), ("9C 9D 6H", 3, 3)):
        options = [{"jokers_stay": True}, {"jokers_stay": False}]
        found = [scorepad.best("raeuberromme", cards, table=table, options=one) for one in options]
        assert [best.placed for best in found] == [stays, moves]
