"""The best play from a table and a rack (K2, K3, K5, G2).

With few melds, dynamic programming chooses among them without a solver: every way to lay a meld with jokers
is a column. A joker or two and a short rack give few. Otherwise the program of `model` is solved.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from scorepad.core.cards import WILD, Card, Meld, cards_of
from scorepad.core.rules import Rules
from scorepad.core.values import placed_value
from scorepad.optimize.answer import Answer
from scorepad.optimize.best_so_far import Found, Lay, note
from scorepad.optimize.board.board_columns import BoardColumn, board_columns, row_limits
from scorepad.optimize.board.position import Board, board_melds, first_play_value
from scorepad.optimize.dynamic_program import best_choice
from scorepad.optimize.on_table import read_table_melds
from scorepad.optimize.search_question import SearchQuestion
from scorepad.optimize.solvers import has_solver


def search(question: SearchQuestion) -> Answer:
    """The play that lays most of the rack: most tiles and among these most points, or the reverse.

    The answer's melds are the whole new table, its points those placed. A first play leaves the table as it
    is, except for jokers that it may take; its melds begin with the table's sets, and its points are those of
    its own (K2). Ties are broken in favour of leaving many sets as they are. Raises BrokenTable.
    """
    start_time = time.perf_counter()
    rules = question.rules
    table_melds = read_table_melds(rules, question.table, board_melds(rules).natural_melds)
    # A first play rebuilds nothing (K2). Only sets that may give up a joker take part in the search.
    staying_melds = (
        ()
        if rules.board.first_play.done
        else tuple(meld for meld in table_melds if not _lends_joker(rules, meld))
    )
    board = Board(
        rules, tuple(meld for meld in table_melds if meld not in staying_melds), tuple(question.cards)
    )

    def note_play(lay: Lay) -> None:
        note(lambda: ((*staying_melds, *lay()[0]), lay()[1]))

    answer = _search_play(board, note_play, start_time + question.limit)
    melds = (*staying_melds, *answer.melds)
    return replace(
        answer, melds=melds, ends=_ends(rules, melds, answer.left), seconds=time.perf_counter() - start_time
    )


def _ends(rules: Rules, melds: Sequence[Meld], left: Sequence[Card]) -> bool:
    """Whether the deal ends with this table, where a turn ends with a discard."""
    # Where so many cards in melds end the deal, one left in hand makes no difference (conquian CQ1).
    if rules.hand.ends.decided_by == "laid":
        return rules.hand.ends.allows_laid(len(cards_of(melds)))
    return rules.hand.throws and len(left) < 2


def _lends_joker(rules: Rules, meld: Meld) -> bool:
    """Whether a first play may take a joker out of a set (K2)."""
    return rules.board.first_play.retrieves_jokers and any(laid.card == WILD for laid in meld)


def _largest_first(board: Board) -> Found:
    """The table as it lies, with the largest sets and runs of the rack added greedily."""
    rack, new_melds = Counter(board.rack), []
    for meld in sorted(board.board_melds.natural_melds.values(), key=len, reverse=True):
        while not Counter(cards_of([meld])) - rack:
            rack -= Counter(cards_of([meld]))
            new_melds.append(meld)
    return _shown_table(board, new_melds, board.table)


def _search_play(board: Board, note_play: Callable[[Lay], None], deadline: float) -> Answer:
    table = board.table
    note_play(lambda: _largest_first(board))
    # A short rack needs neither numpy nor HiGHS, which take 0.12 s to load.
    few_melds = play_of_few_melds(board) if time.perf_counter() < deadline else None
    if few_melds is not None:
        new_table, cards_left = (
            (table, board.rack)
            if few_melds.new_melds is None or few_melds.old_melds is None
            else _shown_table(board, few_melds.new_melds, few_melds.old_melds)
        )
        points = _play_points(board, new_table, cards_left)
        return Answer(new_table, points, points, 0.0, cards_left, "dynamic program")
    if not has_solver("HiGHS"):
        return _play_without_solver(board, deadline)
    from scorepad.optimize.board.branching import BoardSearch
    from scorepad.optimize.board.model import BoardModel

    model = BoardModel(board)
    search = BoardSearch(model, deadline)
    note_play(lambda: _shown_table(board, *model.to_melds(search.taken)))
    proven = search.find_best()
    new_table, cards_left = (table, board.rack)
    if search.best_taken is not None:
        new_table, cards_left = _shown_table(board, *model.to_melds(search.best_taken))
    points = _play_points(board, new_table, cards_left)
    # The points may already be as high as can be while tiles are unproven: a point more keeps it unproven.
    bound = points if proven else max(points + bool(cards_left), _points_bound(board, search.bound))
    return Answer(new_table, points, bound, 0.0, cards_left, search.method)


def _play_without_solver(board: Board, deadline: float) -> Answer:
    """The best play among all columns; if time runs out, some play, which is then not proven."""
    from scorepad.optimize.board.listed_play import best_listed_play

    play = best_listed_play(board, deadline)
    new_table, cards_left = board.table, board.rack
    if play.columns is not None:
        new_table, cards_left = _shown_table(board, *play.melds)
    points = _play_points(board, new_table, cards_left)
    if play.best:
        return Answer(new_table, points, points, 0.0, cards_left, play.method)
    # A point more than there is in the rack keeps apart what lays all points and yet not all tiles.
    bound = max(points + bool(cards_left), board.most_points)
    return Answer(new_table, points, bound, 0.0, cards_left, "trivial bound")


def _shown_table(
    board: Board, new_melds: Sequence[Meld], old_melds: Sequence[Meld]
) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
    """The new table in order and the cards left on the rack; in a first play the table's sets come first."""
    cards_left = Counter(board.rack)
    cards_left.update(cards_of(board.table))
    cards_left.subtract(cards_of((*new_melds, *old_melds)))
    kind_order = board.board_melds.kind_number

    def in_order(melds: Sequence[Meld]) -> list[Meld]:
        return sorted(melds, key=lambda meld: [kind_order[laid.kind] for laid in meld])

    # Points of a first play are counted from the sets behind those of the table.
    sorted_melds = (
        [*in_order(old_melds), *in_order(new_melds)]
        if board.is_opening
        else in_order([*new_melds, *old_melds])
    )
    return tuple(sorted_melds), tuple(board.rules.pack.in_order(cards_left.elements()))


def _play_points(board: Board, melds: Sequence[Meld], cards_left: Sequence[Card]) -> int:
    """The value of a play: a first play's sets (K2), else the tiles placed (K5)."""
    if board.is_opening:
        own_melds = melds[len(board.table) :]
        return sum(first_play_value(board.rules, [laid.kind for laid in meld]) for meld in own_melds)
    return placed_value(board.rules, board.rack) - placed_value(board.rules, cards_left)


def _points_bound(board: Board, objective: int) -> int:
    """Points that no better play exceeds, from its objective; all of the rack's if tiles count first."""
    rack_points = board.most_points
    return (
        rack_points
        if board.rules.board.aim == "tiles"
        else min(rack_points, (objective - board.table_objective) // board.greater_unit)
    )


_MOST_CARDS = 26  # on the table and the rack
_CARDS_A_JOKER = 4  # a joker multiplies the ways to lay melds as much as so many cards more
_MOST_COLUMNS = 150
_MOST_JOKERS = 2
_MOST_TRIES = 2_000  # of columns; then the linear program is faster


@dataclass(frozen=True, slots=True)
class FewMelds:
    """The new melds and old sets of the best play; `new_melds` is None if there is no play."""

    new_melds: list[Meld] | None
    old_melds: list[Meld]


def play_of_few_melds(board: Board) -> FewMelds | None:
    """The best play; None if there are too many melds, or a first play complicates the choice (K2)."""
    card_count = sum(board.kind_counts) + _CARDS_A_JOKER * board.joker_count
    if board.joker_count > _MOST_JOKERS or card_count > _MOST_CARDS:
        return None
    columns: list[BoardColumn] = []
    for column in board_columns(board):
        columns.append(column)
        if len(columns) > _MOST_COLUMNS:
            return None
    limits = row_limits(board)
    best_columns = _chosen_columns(limits, columns, [column.objective for column in columns])
    if best_columns is None:
        return None
    if board.opening_points and sum(column.opening_value for column in best_columns) < board.opening_needed:
        # The best play by tiles does not open; whether any does is another question, of the same size.
        opening_columns = _chosen_columns(limits, columns, [column.opening_value for column in columns])
        # Without an answer it counts as able to open: the program decides then.
        can_open = (
            opening_columns is None
            or sum(column.opening_value for column in opening_columns) >= board.opening_needed
        )
        return None if can_open else FewMelds(None, [])
    return FewMelds(
        [column.laid_cards for column in best_columns if column.home_number is None],
        [column.laid_cards for column in best_columns if column.home_number is not None],
    )


def _chosen_columns(
    limits: Sequence[tuple[int, int]], columns: Sequence[BoardColumn], objectives: Sequence[int]
) -> list[BoardColumn] | None:
    options = [(objective, column.row_uses) for objective, column in zip(objectives, columns, strict=True)]
    outcome = best_choice(limits, options, most_tries=_MOST_TRIES)
    if not outcome.complete or outcome.chosen_columns is None:
        return None
    return [columns[number] for number in outcome.chosen_columns]
