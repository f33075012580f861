"""The best play from a table and a rack (K2, K3, K5, G2).

problem   `position`: the copies of each kind, the jokers and the old sets are the rows
lister    `board_columns`: every way to lay a meld with jokers
choice    `listed_play`, by dynamic programming where a short rack and a joker or two give few columns, and by
          any method where there is no solver; otherwise `branching`, on the program of `model`
layer     `_shown_table`
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from scorepad.core.cards import WILD, Card, Meld, cards_of
from scorepad.core.rules import Rules
from scorepad.core.values import placed_value
from scorepad.optimize.answer import Answer, Found, Lay, bound_of, note
from scorepad.optimize.board.listed_play import BoardPlay, best_listed_play, play_of_few_melds
from scorepad.optimize.board.position import Board, board_melds, first_play_value
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
    note_play(lambda: _largest_first(board))
    # A short rack needs neither numpy nor HiGHS, which take 0.12 s to load.
    play = play_of_few_melds(board) if time.perf_counter() < deadline else None
    if play is None and not has_solver("HiGHS"):
        play = best_listed_play(board, deadline)
    return _to_answer(board, play or _play_by_program(board, note_play, deadline))


def _play_by_program(board: Board, note_play: Callable[[Lay], None], deadline: float) -> BoardPlay:
    """The best play by the program whose columns are melds and jokers."""
    from scorepad.optimize.board.branching import BoardSearch
    from scorepad.optimize.board.model import BoardModel

    model = BoardModel(board)
    search = BoardSearch(model, deadline)
    note_play(lambda: _shown_table(board, *model.to_melds(search.taken)))
    proven = search.find_best()
    melds = None if search.best_taken is None else model.to_melds(search.best_taken)
    return BoardPlay(melds, proven, search.method, search.bound)


def _to_answer(board: Board, play: BoardPlay) -> Answer:
    """The table of a play, as it lies if there is none, with its points and bound."""
    melds, left = (board.table, board.rack) if play.melds is None else _shown_table(board, *play.melds)
    points = _play_points(board, melds, left)
    # The points may already be as high as can be while tiles are unproven: a point more keeps it unproven.
    bound = bound_of(
        points, lambda: max(points + bool(left), _points_bound(board, play.bound)), best=play.best
    )
    return Answer(melds, points, bound, 0.0, left, play.method)


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


def _points_bound(board: Board, objective: int | None) -> int:
    """Points that no better play exceeds, from its objective; all of the rack's if tiles count first, or no
    objective is known."""
    if objective is None or board.rules.board.aim == "tiles":
        return board.most_points
    return min(board.most_points, (objective - board.table_objective) // board.greater_unit)
