"""The best play where few melds can be made, chosen among without a solver.

Every meld is a column, and every way to lay it with jokers is one of its own: with a joker or two and a short
rack those are few. What is left of each kind says all about the rest, so dynamic programming decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from scorepad.core.cards import WILD, Laid, Meld
from scorepad.optimize.board.position import Board
from scorepad.optimize.dynamic_program import best_choice

_MOST_CARDS = 26  # on the table and the rack
_CARDS_A_JOKER = 4  # a joker multiplies the ways to lay melds as much as so many cards more
_MOST_COLUMNS = 150
_MOST_JOKERS = 2
_MOST_TRIES = 2_000  # of columns; then the linear program is faster


@dataclass(frozen=True, slots=True)
class BoardColumn:
    """A meld that can be laid: its cards, by row how many it takes, what it counts, and towards a first play.

    Rows are the kinds, the jokers, and the homes of old sets; `home_number` is None for a new meld.
    """

    laid_cards: Meld
    row_uses: tuple[tuple[int, int], ...]
    objective: int
    opening_value: int
    home_number: int | None = None


@dataclass(frozen=True, slots=True)
class FewMelds:
    """The new melds and old sets of the best play; `new_melds` is None where there is no play."""

    new_melds: list[Meld] | None
    old_melds: list[Meld]


def play_of_few_melds(board: Board) -> FewMelds | None:
    """The best play, None where there are too many melds or a first play makes the choice harder (K2)."""
    card_count = sum(board.kind_counts) + _CARDS_A_JOKER * board.joker_count
    if board.joker_count > _MOST_JOKERS or card_count > _MOST_CARDS:
        return None
    columns: list[BoardColumn] = []
    for column in _board_columns(board):
        columns.append(column)
        if len(columns) > _MOST_COLUMNS:
            return None
    limits = _row_limits(board)
    best_columns = _chosen_columns(limits, columns, [column.objective for column in columns])
    if best_columns is None:
        return None
    if board.opening_points and sum(column.opening_value for column in best_columns) < board.opening_needed:
        # The best play by tiles does not open; whether any does is another question, of the same size.
        opening_columns = _chosen_columns(limits, columns, [column.opening_value for column in columns])
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


def _row_limits(board: Board) -> list[tuple[int, int]]:
    """By row, the least and the most that is used: all of the table, any of the rack."""
    kind_limits = list(zip(board.table_counts, board.kind_counts, strict=True))
    home_limits = [(count if board.is_opening else 0, count) for _, count in board.set_homes]
    return [*kind_limits, (board.table_jokers, board.joker_count), *home_limits]


def _board_columns(board: Board) -> Iterator[BoardColumn]:
    for set_number, old_set in enumerate(board.old_sets):
        row_uses = Counter(_row_of(board, laid) for laid in old_set.laid_cards)
        row_uses[len(board.kind_counts) + 1 + old_set.home_number] = 1
        yield BoardColumn(
            old_set.laid_cards, tuple(row_uses.items()), board.old_objective(old_set), 0, set_number
        )
    kind_counts, joker_count, kinds = board.kind_counts, board.joker_count, board.board_melds.kinds
    for meld in board.board_melds.kind_melds:
        if len(meld) >= board.parting_length or sum([not kind_counts[kind] for kind in meld]) > joker_count:
            continue
        points = sum(board.face_values[kind] for kind in meld)
        opening_value = (
            int(points >= board.opening_points) if board.rules.board.first_play_one_set else points
        )
        for wild in _wild_places(board, meld):
            new_meld = tuple(
                Laid(WILD, kinds[kind]) if place in wild else Laid(kinds[kind])
                for place, kind in enumerate(meld)
            )
            row_uses = Counter(_row_of(board, laid) for laid in new_meld)
            yield BoardColumn(
                new_meld, tuple(row_uses.items()), _meld_objective(board, new_meld), opening_value
            )


def _wild_places(board: Board, meld: Sequence[int]) -> Iterator[frozenset[int]]:
    """The places at which jokers may lie: where no tile is there, and any others but one."""
    needed_copies = Counter(meld)
    missing_places = {place for place, kind in enumerate(meld) if not board.kind_counts[kind]}
    other_places = [place for place in range(len(meld)) if place not in missing_places]
    for more_jokers in range(min(board.joker_count - len(missing_places), len(other_places) - 1) + 1):
        for places in combinations(other_places, more_jokers):
            wild_places = missing_places.union(places)
            naturals_needed = Counter(kind for place, kind in enumerate(meld) if place not in wild_places)
            if all(
                count <= board.kind_counts[kind]
                for kind, count in naturals_needed.items()
                if needed_copies[kind] > 1
            ):
                yield frozenset(wild_places)


def _row_of(board: Board, laid: Laid) -> int:
    return len(board.kind_counts) if laid.card == WILD else board.board_melds.kind_number[laid.card]


def _meld_objective(board: Board, new_meld: Meld) -> int:
    """What a new meld counts; a joker of a first play as the tile that it stands for (K2)."""
    if board.is_opening:
        return sum(board.card_objective(laid.stands_for or laid.card) for laid in new_meld)
    return sum(board.card_objective(laid.card) for laid in new_meld)
