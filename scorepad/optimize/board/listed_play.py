"""The best play chosen among all columns of a shared table, without a solver.

The rows are in the order of ranks, each home before the first card of its set, so that melds use adjacent
rows. This keeps the table of states small for most positions of a game.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from scorepad.core.cards import Meld
from scorepad.core.melding import melding_of
from scorepad.optimize.answer import Method
from scorepad.optimize.board.board_columns import BoardColumn, board_columns, row_limits
from scorepad.optimize.board.position import Board
from scorepad.optimize.choosing import Column, choose
from scorepad.optimize.dynamic_program import RowUses

_MOST_COLUMNS = 20_000


@dataclass(frozen=True, slots=True)
class ListedPlay:
    """The columns of the best play known, None if there is none. `best`: no play is better, or there is none
    at all, by `method`."""

    columns: Sequence[BoardColumn] | None
    best: bool
    method: Method = "dynamic program"

    @property
    def melds(self) -> tuple[list[Meld], list[Meld]]:
        """The new melds, and the old sets."""
        columns = self.columns or ()
        new_melds = [column.laid_cards for column in columns if column.home_number is None]
        return new_melds, [column.laid_cards for column in columns if column.home_number is not None]


def best_listed_play(board: Board, deadline: float) -> ListedPlay:
    """Return the best play found by listing all melds, within the time; its columns are None if there are too
    many melds."""
    columns = list(islice(board_columns(board), _MOST_COLUMNS + 1))
    if len(columns) > _MOST_COLUMNS or time.perf_counter() > deadline:
        return ListedPlay(None, False)
    order = _order_of_rows(board)
    place_of = {row: place for place, row in enumerate(order)}
    limits = row_limits(board)
    ordered_limits = [limits[row] for row in order]
    options: list[Column] = []
    for column in columns:
        uses: RowUses = [(place_of[row], amount) for row, amount in column.row_uses]
        if board.opening_points and column.opening_value:
            uses = [*uses, (len(order), column.opening_value)]
        options.append((column.objective, uses))
    if board.opening_points:
        # What a first play must be worth is a row that is used as much as its melds are worth (K2).
        ordered_limits.append((board.opening_needed, _most_opening(board)))
    chosen = choose(ordered_limits, options, (), deadline)
    taken = None if chosen.numbers is None else [columns[number] for number in chosen.numbers]
    return ListedPlay(taken, chosen.best, chosen.method)


def _most_opening(board: Board) -> int:
    """More than the value of all tiles together, with jokers at the highest tile."""
    tiles = sum(count * face for count, face in zip(board.kind_counts, board.face_values, strict=True))
    return tiles + board.joker_count * max(board.face_values) + 1


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
