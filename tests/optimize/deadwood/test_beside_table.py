"""Laying off, and laying so that others can lay off least, against trying every way (G4, R5)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from scorepad.answers.verification import verified
from scorepad.core.cards import WILD, Card
from scorepad.core.values import left_value
from scorepad.optimize import best
from scorepad.optimize.deadwood.ending_layout import lay_to_end
from scorepad.rulebook import find_game
from tests.optimize.deadwood.hands_of_games import case_of
from tests.optimize.deadwood.whole_hands import JOKER, Cards, Clauses, Tried, ways
from tests.profiles import examples, thorough


def least_beside(clauses: Clauses, cards: Cards, table: tuple[Cards, ...], *, last_ends: bool = False) -> int:
    """The least left of a hand beside melds of naturals, each card laid off one after the other; where
    `last_ends`, of one card or none if that can be."""
    tried, everything = Tried(clauses, cards), (1 << len(cards)) - 1
    best_left, seen = (True, 10**6), set()
    states = [(everything, table)]
    while states:
        state = states.pop()
        if state in seen:
            continue
        seen.add(state)
        free, melds = state
        for melded, *_ in tried.outcomes(free):
            laid_off = everything & ~free
            left = tried.left(melded | laid_off)
            best_left = min(best_left, (last_ends and len(left) > 1, clauses.left_value(left)))
        for number, card in enumerate(cards):
            for place, meld in enumerate(melds):
                longer = tuple(sorted((*meld, card)))
                if free >> number & 1 and any(True for _ in ways(clauses, longer)):
                    states.append((free & ~(1 << number), (*melds[:place], longer, *melds[place + 1 :])))
    return best_left[1]


def layouts(tried: Tried, free: int) -> Iterator[tuple[Cards, ...]]:
    """Every choice of melds among the cards of a mask."""
    if not free:
        yield ()
        return
    first = (free & -free).bit_length() - 1
    yield from layouts(tried, free & free - 1)
    for mask in {mask for mask, _ in tried.melds[first]}:
        if mask & free == mask:
            meld = tuple(card for number, card in enumerate(tried.cards) if mask >> number & 1)
            yield from ((meld, *others) for others in layouts(tried, free & ~mask))


def dealt(rng: random.Random, suits: str) -> tuple[list[Card], list[Card]]:
    """Two hands of ten cards of neighbouring ranks."""
    ranks = "A23456789TJQK"
    start = rng.randrange(8)
    near = [Card(rank, suit) for rank in ranks[start : start + rng.choice([6, 7])] for suit in suits]
    cards = rng.sample(near, 20)
    return cards[:10], cards[10:]


def as_plain(cards: list[Card]) -> Cards:
    return tuple(JOKER if card == WILD else tuple(card) for card in cards)


def test_g4_the_knocker_lays_so_that_least_can_be_laid_off():
    """Against every throw, every layout with ten left at most, and every reply to each."""
    rules, clauses = find_game("gin-rummy").rules({}), Clauses(("A23456789TJQK",))
    rng, compared = random.Random("knock"), 0
    while compared < (60 if thorough() else 5):
        own, other = dealt(rng, "CSHD")
        own += other[9:] if rng.random() < 0.5 else []  # a card drawn, so one is thrown
        gains = []
        for kept in combinations(own, 10):
            tried = Tried(clauses, as_plain(kept))
            for melds in layouts(tried, (1 << len(kept)) - 1):
                left = clauses.left_value(tried.cards) - sum(
                    clauses.left_value([card]) for meld in melds for card in meld
                )
                if left <= 10:
                    gains.append(least_beside(clauses, as_plain(other[:9]), melds if left else ()) - left)
        if not gains:
            continue
        compared += 1
        found = lay_to_end(rules, own, [other[:9]], limit=60)
        (reply,) = found.replies
        assert left_value(rules, reply.left) - left_value(rules, found.left) == max(gains), (own, other)
        assert found.proven


@pytest.mark.parametrize("game", ["gin-rummy", "romme"])
def test_cards_are_laid_off_and_own_melds_broken_up_where_that_leaves_least(game):
    """Beside melds of naturals; what is laid off may hold jokers."""
    rng = random.Random(f"beside {game}")
    for _ in range(examples(150)):
        case = case_of(game, rng)
        rules = find_game(game).rules(case.options, facts=case.facts)
        own, other = dealt(rng, "CSHD")
        table = best(find_game("basic-rummy").rules({"packs": 2}), other).melds
        table = [meld for meld in table if len(meld) < 5]
        hand = own[:7] + [WILD] * (rng.randint(0, 2) if case.jokers else 0)
        found = best(rules, hand, table=table, opened=True, limit=60)
        verified(rules, hand, found, table)
        there = tuple(as_plain([laid.card for laid in meld]) for meld in table)
        expected = least_beside(case.clauses, as_plain(hand), there, last_ends=game == "romme")
        assert (left_value(rules, found.left), found.proven) == (expected, True), (hand, table, case.options)


def fitting(clauses: Clauses, cards: Cards, table: tuple[Cards, ...]) -> set[tuple[str, str]]:
    """Those of the cards that lie with a meld of the table."""
    return {card for card in cards if any(any(True for _ in ways(clauses, (*meld, card))) for meld in table)}


def test_s5_a_card_that_fits_on_the_table_is_not_thrown_but_to_go_out():
    """Before a first meld, against every card thrown; one that fits only where nothing is left without it."""
    rng, compared = random.Random("fits"), 0
    while compared < examples(100):
        case = case_of("scala-40", rng)
        own, other = dealt(rng, "CSHD")
        hand = own[:7] + [WILD] * rng.randint(0, 1)
        rules = find_game("scala-40").rules(case.options).variant(cards_dealt=(len(hand) - 1,))
        table = [meld for meld in best(find_game("basic-rummy").rules({}), other).melds if len(meld) < 4]
        there = tuple(as_plain([laid.card for laid in meld]) for meld in table)
        stays = fitting(case.clauses, as_plain(hand), there)
        if not stays or len(stays) == len(set(hand)):
            continue
        compared += 1
        found = best(rules, hand, table=table, opened=False, limit=60)
        verified(rules, hand, found, table)
        outcomes = []
        for thrown in set(hand):
            rest = list(hand)
            rest.remove(thrown)
            at_once, points, jokers, left = Tried(case.clauses, as_plain(rest)).first_melds(
                throws=False, whole=True
            )
            if at_once or as_plain([thrown])[0] not in stays:
                outcomes.append((at_once, points, jokers, left))
        points = found.points if found.left else 0
        jokers = found.left.count(WILD) + (found.thrown == WILD) - hand.count(WILD) if found.left else 0
        got = (not found.left, points, jokers, -left_value(rules, found.left))
        assert got == max(outcomes), (hand, table, case.options)
