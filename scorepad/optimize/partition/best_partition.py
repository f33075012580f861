"""The best arrangement of a hand, every card in one meld.

Melds are first laid longest first. Where that is not known to be best, `relaxed` goes on from there.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from scorepad.core.cards import WILD, Card, Meld
from scorepad.core.rules import Rules
from scorepad.optimize.answer import Answer
from scorepad.optimize.partition.columns import worth_of
from scorepad.optimize.partition.melds_of_columns import laid_out, left_alone
from scorepad.optimize.partition.problem import Problem, problem
from scorepad.optimize.partition.starting_columns import first_columns, greedy, longest_first_is_best
from scorepad.optimize.partition.suits import Dealt, apart, suit_by_suit


def best(rules: Rules, cards: Sequence[Card], *, limit: float = 2.0) -> Answer:
    """The arrangement of the highest score, every card of the hand in exactly one meld (H2).

    `limit` is in seconds; a search that it cuts off answers with the best found and a bound.
    """
    began = time.perf_counter()
    hand = problem(rules, cards)
    melds, points, bound = (_by_suit if apart(rules, cards) else _at_once)(hand, began + limit)
    bonus = rules.bonuses.quartet_bonus * hand.ties.certain
    points, bound = points + bonus, max(points, bound) + bonus
    return Answer(melds, points, bound, time.perf_counter() - began)


def _at_once(hand: Problem, until: float) -> tuple[tuple[Meld, ...], int, int]:
    """Melds, points and bound of the whole hand, without the quartets that it has however it is melded."""
    columns = first_columns(hand)
    choice = greedy(hand, columns)
    if longest_first_is_best(hand):
        points = hand.points_within(worth_of(hand, choice))
        return laid_out(hand, choice), points, points
    from scorepad.optimize.partition.column_generation import Search

    search = Search(hand, until)
    search.run(columns, choice)
    return laid_out(hand, search.choice), search.points, search.bound


def _by_suit(hand: Problem, until: float) -> tuple[tuple[Meld, ...], int, int]:
    """The same where suits share nothing but wilds."""

    def solve(rules: Rules, cards: Sequence[Card]) -> Dealt:
        return Dealt(*_at_once(problem(rules, cards), until))

    found = suit_by_suit(hand, solve)
    used = sum(laid.card == WILD for meld in found.melds for laid in meld)
    return (*found.melds, *left_alone(hand, [WILD] * (hand.wilds - used))), found.points, found.bound
