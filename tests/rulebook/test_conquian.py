"""Conquian against a plain program that tries every way to lay the cards, melds that lie there among them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache

from scorepad.core.cards import Card, Laid, Meld, cards_of
from scorepad.optimize import best
from scorepad.rulebook import find_game

RANKS, SUITS = "A234567JQK", "CSHD"
LAID = 11
Cards = frozenset[str]


def melds_of(cards: Cards) -> Iterator[Cards]:
    """Every set of three or four of a rank and every run of three to eight of a suit (CQ1)."""
    for rank in RANKS:
        of_rank = frozenset(card for card in cards if card[0] == rank)
        if len(of_rank) == 4:
            yield from (of_rank - {card} for card in of_rank)
        if len(of_rank) > 2:
            yield of_rank
    for suit in SUITS:
        for start in range(len(RANKS)):
            for length in range(3, 9):
                run = frozenset(rank + suit for rank in RANKS[start : start + length])
                if len(run) == length and run <= cards:
                    yield run


@cache
def ways(cards: Cards) -> frozenset[Cards]:
    """Every choice of the cards that lies in melds."""
    found = {frozenset[str]()}
    for meld in melds_of(cards):
        found |= {meld | others for others in ways(cards - meld)}
    return frozenset(found)


def most_laid(cards: Cards, lying: Cards) -> int:
    """Most cards in melds where those that lie there stay in one (CQ2)."""
    return max(len(laid) for laid in ways(cards | lying) if lying <= laid)


def drawn_hand(rng: random.Random) -> tuple[list[str], list[Cards]]:
    """Up to eleven cards rich in melds, and which of them lie there."""
    suits = rng.sample(SUITS, rng.choice([2, 3, 4]))
    start, width = rng.randrange(10), rng.choice([4, 5, 6, 10])
    near = {RANKS[place % 10] for place in range(start, start + width)}
    pack = [
        rank + suit
        for rank in RANKS
        for suit in SUITS
        if rank in near and (suit in suits or rng.random() < 0.4)
    ]
    cards = rng.sample(pack, min(len(pack), rng.choice([10, 11, 11])))
    if rng.random() < 0.4:
        cards = out_of_melds(rng)
    lying: list[Cards] = []
    for _ in range(rng.choice([0, 0, 1, 2])):
        free = sorted(map(sorted, melds_of(frozenset(cards).difference(*lying))))
        lying += [frozenset(rng.choice(free))] if free else []
    return cards, lying


def out_of_melds(rng: random.Random) -> list[str]:
    """The cards of melds drawn from all of them, eleven or a few less."""
    every = sorted(map(sorted, melds_of(frozenset(rank + suit for rank in RANKS for suit in SUITS))))
    cards: set[str] = set()
    for _ in range(20):
        meld = rng.choice(every)
        if cards.isdisjoint(meld) and len(cards) + len(meld) <= LAID:
            cards |= set(meld)
    return sorted(cards)


def as_meld(cards: Cards) -> Meld:
    """Its cards in order."""
    return tuple(Laid(Card(*card)) for card in sorted(cards, key=lambda card: (RANKS.index(card[0]), card)))


def difference(seed: int) -> str:
    """What differs between the search and the plain program for a seed's hand; empty where nothing does."""
    cards, lying = drawn_hand(random.Random(f"conquian {seed}"))
    there = frozenset[str]().union(*lying)
    hand = [Card(*card) for card in cards if card not in there]
    found = best(find_game("conquian").rules({}), hand, table=[as_meld(meld) for meld in lying])
    most = most_laid(frozenset(cards), there)
    laid = len(cards_of(found.melds))
    if (laid, found.ends, found.proven) == (most, most == LAID, True):
        return ""
    return f"{cards} {lying}: {laid} laid, expected {most}; ends {found.ends}, proven {found.proven}"


def differences(seeds: Sequence[int]) -> list[str]:
    return [fault for seed in seeds if (fault := difference(seed))]


def test_cq2_as_many_cards_lie_as_can_beside_ones_own_melds():
    """The search and the plain program agree, and on whether eleven lie."""
    assert differences(range(150)) == []


def test_cq1_some_of_these_hands_go_out_and_some_have_melds_that_lie():
    """Else the comparison would say little."""
    drawn = [drawn_hand(random.Random(f"conquian {seed}")) for seed in range(150)]
    out = [cards for cards, lying in drawn if most_laid(frozenset(cards), frozenset().union(*lying)) == LAID]
    assert len(out) > 20
    assert sum(bool(lying) for _, lying in drawn) > 40
