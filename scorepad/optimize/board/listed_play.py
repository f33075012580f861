"""The best play chosen among all columns of a shared table, without a solver.

A short rack gives few columns, and the table over what is left chooses among them as they come. Otherwise
rows are in the order of ranks, each home before the first card of its set, so that melds use adjacent rows.
This keeps the table small for most positions of a game.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from scorepad.core.cards import Meld
from scorepad.core.melding import melding_of
from scorepad.optimize.answer import Method
from scorepad.optimize.board.board_columns import BoardColumn, board_columns, opening_limits, row_limits
from scorepad.optimize.board.position import Board
from scorepad.optimize.choosing import choose, choose_by_table
from scorepad.optimize.columns import RowUses

_MOST_COLUMNS = 20_000
_MOST_CARDS = 26  # on the table and the rack, for few melds
_CARDS_A_JOKER = 4  # a joker multiplies the ways to lay melds as much as so many cards more
_FEW_COLUMNS = 150
_FEW_JOKERS = 2
_FEW_TRIES = 2_000  # of columns; then the linear program is faster


@dataclass(frozen=True, slots=True)
class BoardPlay:
    """The best play known: its new melds and its old sets; None if there is none. `best`: no play is better,
    or there is none at all, by `method`. Otherwise none has an objective above `bound`; None if no bound is
    known."""

    melds: tuple[Sequence[Meld], Sequence[Meld]] | None
    best: bool
    method: Method = "dynamic program"
    bound: int | None = None


def play_of_few_melds(board: Board) -> BoardPlay | None:
    """The best play; None if there are too many melds, or a first play complicates the choice (K2)."""
    card_count = sum(board.kind_counts) + _CARDS_A_JOKER * board.joker_count
    if board.joker_count > _FEW_JOKERS or card_count > _MOST_CARDS:
        return None
    columns = list(islice(board_columns(board), _FEW_COLUMNS + 1))
    if len(columns) > _FEW_COLUMNS:
        return None
    best_columns = _chosen_of_few(board, columns)
    if best_columns is None:
        return None
    if _opening_value(best_columns) < board.opening_needed:
        # The best play by tiles does not open; whether any does is another question, of the same size.
        by_opening = [column._replace(objective=column.lays.opening_value) for column in columns]
        opening_columns = _chosen_of_few(board, by_opening)
        # Without an answer it counts as able to open: the program decides then.
        can_open = opening_columns is None or _opening_value(opening_columns) >= board.opening_needed
        return None if can_open else BoardPlay(None, True)
    return BoardPlay(_melds(best_columns), True)


def _chosen_of_few(board: Board, columns: Sequence[BoardColumn]) -> Sequence[BoardColumn] | None:
    chosen = choose_by_table(row_limits(board), columns, most_tries=_FEW_TRIES)
    return chosen.columns if chosen.best else None


def _opening_value(columns: Sequence[BoardColumn]) -> int:
    return sum(column.lays.opening_value for column in columns)


def best_listed_play(board: Board, deadline: float) -> BoardPlay:
    """Return the best play found by listing all melds, within the time; there is none if there are too many
    melds."""
    columns = list(islice(board_columns(board), _MOST_COLUMNS + 1))
    if len(columns) > _MOST_COLUMNS or time.perf_counter() > deadline:
        return BoardPlay(None, False, "trivial bound")
    order = _order_of_rows(board)
    place_of = {row: place for place, row in enumerate(order)}
    limits = row_limits(board)
    ordered_limits = [limits[row] for row in order]
    ordered_columns: list[BoardColumn] = []
    for column in columns:
        uses: RowUses = [(place_of[row], amount) for row, amount in column.uses]
        if board.opening_points and column.lays.opening_value:
            uses = [*uses, (len(order), column.lays.opening_value)]
        ordered_columns.append(column._replace(uses=uses))
    if board.opening_points:
        ordered_limits.append(opening_limits(board))
    chosen = choose(ordered_limits, ordered_columns, (), deadline)
    melds = None if chosen.columns is None else _melds(chosen.columns)
    return BoardPlay(melds, chosen.best, chosen.method if chosen.best else "trivial bound")


def _melds(columns: Sequence[BoardColumn]) -> tuple[list[Meld], list[Meld]]:
    """The new melds, and the old sets."""
    new_melds = [column.lays.meld for column in columns if column.lays.is_new]
    return new_melds, [column.lays.meld for column in columns if not column.lays.is_new]


def _order_of_rows(board: Board) -> list[int]:
    """The order of rows: kinds by rank, homes of old sets before their first kinds, then jokers and what
    they demand."""
    kinds, rank_order = board.board_melds.kinds, melding_of(board.rules).rank_order
    kind_order = sorted(range(len(kinds)), key=lambda kind: rank_order[kinds[kind].rank])
    place_of = {kinds[kind]: place for place, kind in enumerate(kind_order)}
    homes_at: dict[int, list[int]] = {}
    for number, (meld, _) in enumerate(board.set_homes):
        homes_at.setdefault(min(place_of[laid.kind] for laid in meld), []).append(len(kinds) + 1 + number)
    rows: list[int] = []
    for place, kind in enumerate(kind_order):
        rows += [*homes_at.get(place, ()), kind]
    demands = range(len(kinds) + 1 + len(board.set_homes), len(row_limits(board)))
    return [*rows, len(kinds), *demands]
