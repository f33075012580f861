"""Phỏm against a plain program that tries every way to meld a hand, with cards that were eaten (PH2, PH3)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

import scorepad
from scorepad.answers.hand_answers import best as answer
from scorepad.answers.terms import Terms
from scorepad.core.cards import Card
from scorepad.optimize import best
from scorepad.rulebook import find_game

RANKS, SUITS = "A23456789TJQK", "CSHD"
RULES = find_game("phom").rules({})
COUNTS = {"A": 1, **{rank: int(rank) for rank in "23456789"}, **dict.fromkeys("TJQK", 10)}
Cards = frozenset[str]


def melds_of(cards: Cards) -> Iterator[Cards]:
    """Every set of three or four of a rank and every run of three and more of a suit."""
    for rank in RANKS:
        of_rank = [card for card in sorted(cards) if card[0] == rank]
        for size in (3, 4):
            yield from map(frozenset, combinations(of_rank, size))
    for suit in SUITS:
        for start in range(13):
            for end in range(start + 3, 14):
                if (run := frozenset(rank + suit for rank in RANKS[start:end])) <= cards:
                    yield run


def ways(cards: Cards, eaten: Cards, melds: Sequence[Cards]) -> Iterator[Cards]:
    """The cards that are left by each choice of melds, none of which holds two eaten ones."""
    yield cards
    for number, meld in enumerate(melds):
        if meld <= cards and len(meld & eaten) < 2:
            yield from ways(cards - meld, eaten, melds[number + 1 :])


def least_left(cards: Cards, eaten: Cards, *, throws: bool) -> int | None:
    """What is left at least with all eaten cards melded; None where they can't be."""
    lefts = [left for left in ways(cards, eaten, list(melds_of(cards))) if not left & eaten]
    most_thrown = [max((COUNTS[card[0]] for card in left), default=0) * throws for left in lefts]
    sums = [sum(COUNTS[card[0]] for card in left) for left in lefts]
    return min((total - most for total, most in zip(sums, most_thrown, strict=True)), default=None)


def drawn_hand(rng: random.Random) -> tuple[list[str], list[str]]:
    """Nine or ten cards rich in melds, or fewer, and up to three of them that were eaten."""
    suits = rng.sample(SUITS, rng.choice([2, 3, 4]))
    start, width = rng.randrange(13), rng.choice([3, 4, 5, 6, 13])
    near = {RANKS[place % 13] for place in range(start, start + width)}
    pack = [rank + suit for rank in near for suit in SUITS if suit in suits or rng.random() < 0.4]
    cards = rng.sample(sorted(pack), min(len(pack), rng.choice([6, 9, 9, 10, 10])))
    if rng.random() < 0.3:
        cards = out_of_melds(rng)
    return cards, rng.sample(cards, rng.choice([0, 1, 2, 2, 3]))


def out_of_melds(rng: random.Random) -> list[str]:
    """Cards of melds that are drawn, nine at most, and one more."""
    every = sorted(map(sorted, melds_of(frozenset(rank + suit for rank in RANKS for suit in SUITS))))
    cards: set[str] = set()
    for meld in rng.choices(every, k=20):
        if cards.isdisjoint(meld) and len(cards) + len(meld) <= 10:
            cards |= set(meld)
    return sorted(cards)


def difference(seed: object) -> str:
    """What differs between the search and the plain program for a seed's hand; empty where nothing does."""
    rng = random.Random(f"phom {seed}")
    cards, eaten = drawn_hand(rng)
    hand, before = [Card(*card) for card in cards], [Card(*card) for card in eaten]
    expected = least_left(frozenset(cards), frozenset(eaten), throws=len(cards) == 10)
    found = best(RULES, hand, eaten=before)
    left = sum(COUNTS[card.rank] for card in found.left)
    told = f"{' '.join(cards)}, eaten {' '.join(eaten)}"
    if not found.proven:
        return f"{told}: not proven"
    if expected is None:
        return f"{told}: melded {found.melds}" if found.melds else ""
    if left != expected or (eaten and not found.melds):
        return f"{told}: {left}, expected {expected}"
    return may_eat_difference(cards, eaten, expected is not None) if eaten else ""


def may_eat_difference(cards: Sequence[str], eaten: Sequence[str], possible: bool) -> str:
    """What differs on whether the last of the eaten cards may be taken."""
    terms = Terms(taken=Card(*eaten[-1]), eaten=[Card(*card) for card in eaten[:-1]])
    told = answer(RULES, [Card(*card) for card in cards], terms)
    return "" if told.legal == possible else f"{cards}, eaten {eaten}: may be taken {told.legal}"


def may_eat_all(seed: object) -> tuple[bool, str]:
    """Whether the last of the eaten cards may be taken, and what differs."""
    cards, eaten = drawn_hand(random.Random(f"phom {seed}"))
    possible = least_left(frozenset(cards), frozenset(eaten), throws=len(cards) == 10) is not None
    return possible, may_eat_difference(cards, eaten, possible) if eaten else ""


def differences(seeds: Sequence[object]) -> list[str]:
    return [fault for seed in seeds if (fault := difference(seed))]


def test_ph3_no_layout_with_eaten_cards_apart_leaves_less():
    assert differences(range(300)) == []


def test_ph3_a_card_without_which_eaten_cards_lie_apart_no_more_is_not_thrown():
    """Nor is an eaten card itself."""
    thrown = scorepad.discard("phom", "♥567 ♣9 ♥9 ♦9 ♠K ♦4 ♣2 ♣A", eaten="♥7").discard
    assert [each.card for each in thrown] == ["KS", "4D", "2C", "AC", "9C", "9H", "9D"]


def test_ph3_a_card_may_be_eaten_where_all_eaten_lie_apart():
    """Of these hands some may take the card, and some may not."""
    told = [may_eat_all(seed) for seed in range(200)]
    assert [fault for _, fault in told if fault] == []
    assert min(sum(possible for possible, _ in told), sum(not possible for possible, _ in told)) > 20


PLAYERS = ("Ann", "Ben", "Cas", "Dan")
ALIKE = {"Ann": 5, "Ben": 5, "Cas": 9, "Dan": 5}


@pytest.mark.parametrize("order", [["Cas", "Dan", "Ann", "Ben"], ["Cas", "Ann", "Ben"], ["Cas"]])
def test_ph5_who_laid_first_of_those_alike_is_ahead_in_a_match_too(order):
    match = scorepad.match("phom", PLAYERS, [{"left": ALIKE, "order": order}])
    assert match.deals[0].scores == {"Dan": 6, "Ann": -1, "Ben": -2, "Cas": -3}


def test_ph5_an_order_that_is_not_by_turns_is_refused_in_a_match():
    deal = {"left": ALIKE, "order": ["Cas", "Ann", "Ben", "Dan"]}
    with pytest.raises(scorepad.ScorepadError, match="Type Cas, Dan, Ann and Ben") as raised:
        scorepad.match("phom", PLAYERS, [deal])
    assert raised.value.at == "deals:0:order"
