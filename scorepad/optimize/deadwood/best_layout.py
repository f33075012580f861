"""The best layout of a hand for one goal, and every layout that leaves little.

problem   `hand_problem`, with rows for the goal in `hand_columns`
lister    `hand_melds` for new melds, `grown_melds` for table melds with cards of the hand
choice    dynamic programming over the cards left alone: a gain has more parts than prices or a solver could
          compare
layer     `HandColumns.layout`, which says what lies as a wild, then `HandProblem.layout`

For hands of all different cards without wilds the melds of the whole pack are listed and packed once. Such a
hand is a state in which all other cards are used up: of equal choices the same is taken as from its own list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import inf

from scorepad.core.cards import Card
from scorepad.core.rules import Rules
from scorepad.core.values import left_value
from scorepad.optimize.choosing import choose_listed, end_of_listing, list_columns
from scorepad.optimize.columns import Column
from scorepad.optimize.deadwood.goals import LEAST_LEFT, Goal
from scorepad.optimize.deadwood.grown_melds import GrownMelds
from scorepad.optimize.deadwood.hand_columns import HandColumn, HandColumns
from scorepad.optimize.deadwood.hand_problem import HandLayout, HandProblem, Lay
from scorepad.optimize.dynamic_program import PackedColumns

_DECKS_AT_ONCE = 16  # rules and goals whose melds are kept; those of a pack of 52 take 100 kB
_GOALS_OF_MELDS = (LEAST_LEFT, Goal(fewest_cards=True), Goal(points_first=True))
_NO_ROW = -1
_MOST_CARDS = 16  # of a hand: the choices of so few are gone through without a look at the clock


def best_layout(problem: HandProblem, goal: Goal, deadline: float) -> HandLayout | None:
    """The best layout; None where none does what the goal needs. At the `deadline` it is not complete."""
    is_alone = not (problem.table or problem.taken or problem.stays or problem.apart)
    deck = deck_of(problem.rules, goal) if is_alone else None
    if deck and (rows := deck.rows_of(problem.cards)):
        return deck.layout(rows, throws=problem.throws)
    until = end_of_listing(deadline)
    listed = _columns(problem, goal, until)
    chosen = choose_listed(listed.limits, listed.of_melds(), listed.of_single_cards(), until, deadline)
    if chosen.columns is None:
        return None if chosen.best else problem.nothing_melded(complete=False)
    return listed.layout(chosen.columns, complete=chosen.best)


def _columns(problem: HandProblem, goal: Goal, deadline: float = inf) -> HandColumns:
    """The rows and columns of a hand for a goal. Past the `deadline` their listing raises TimedOut."""
    points_count = goal.points_first or goal.worth
    return HandColumns(
        problem, goal, GrownMelds(problem.rules, problem.counts, points_count, goal.contract, deadline)
    )


def every_arrangement(problem: HandProblem, most_left: int) -> Iterator[HandLayout]:
    """List every choice of new melds that leaves at most `most_left` points."""
    listed = _columns(problem, LEAST_LEFT)
    limits = [most for _, most in listed.limits]
    columns, _ = list_columns(listed.of_melds(), inf)

    def go_on(chosen: list[HandColumn], rows: list[int], first: int) -> Iterator[HandLayout]:
        layout = listed.layout(chosen)
        if left_value(problem.rules, layout.left) <= most_left:
            yield layout
        for number in range(first, len(columns)):
            column = columns[number]
            if all(rows[row] >= amount for row, amount in column.uses):
                rest = [*rows]
                for row, amount in column.uses:
                    rest[row] -= amount
                yield from go_on([*chosen, column], rest, number)  # none before it: each choice once

    yield from go_on([], limits, 0)


class Deck:
    """All melds of different naturals for a goal, and the throw of each card."""

    def __init__(self, rules: Rules, cards: tuple[Card, ...], goal: Goal) -> None:
        problem = HandProblem(rules, cards, throws=True)
        listed = _columns(problem, goal)
        melds, _ = list_columns(listed.of_melds(), inf)
        columns = [*melds, *listed.of_single_cards()]
        self._packed = PackedColumns(listed.limits, columns)
        self._columns = [Column(column.objective, column.uses, _lay(column)) for column in columns]
        self._cards, self._throw_row = problem.rows, listed.throw_row
        self._row_of = {card: problem.row_of[card] for card in cards}

    def rows_of(self, cards: Sequence[Card]) -> list[int]:
        """The rows of these cards in order; none if two cards are alike, one is wild, or there are too
        many."""
        rows = sorted({self._row_of.get(card, _NO_ROW) for card in cards})
        is_known = len(rows) == len(cards) <= _MOST_CARDS and _NO_ROW not in rows
        return rows if is_known else []

    def layout(self, rows: Sequence[int], *, throws: bool) -> HandLayout | None:
        """Return the best layout of the cards of these rows; None if none meets the goal."""
        choice = self._packed.best_of_rows([*rows, self._throw_row] if throws else rows)
        if choice.chosen_columns is None:
            return None
        chosen = [self._columns[number] for number in choice.chosen_columns]
        used_rows = {row for column in chosen for row, _ in column.uses}
        return HandLayout(
            sum([column.objective for column in chosen]),
            tuple([column.lays.meld for column in chosen if column.lays.meld]),
            tuple([self._cards[row] for row in rows if row not in used_rows]),
            next((column.lays.thrown for column in chosen if column.lays.thrown), None),
            True,
        )


def _lay(column: HandColumn) -> Lay:
    """What a column lays where no card is wild."""
    return column.lays if isinstance(column.lays, Lay) else Lay(column.lays.lay(iter(())))


@lru_cache(maxsize=_DECKS_AT_ONCE)
def deck_of(rules: Rules, goal: Goal) -> Deck | None:
    """Return the deck of all naturals for a goal; None if there may be too many melds, or the goal needs
    wilds, points or contracts."""
    shapes = rules.shapes
    are_many = shapes.runs.suits != "one" or shapes.shortest_colour or shapes.long_kinds
    if are_many or goal not in _GOALS_OF_MELDS:
        return None
    return Deck(rules, tuple(card for card in rules.pack.cards if not rules.wilds.takes(card)), goal)
