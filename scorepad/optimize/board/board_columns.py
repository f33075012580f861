"""The rows of a shared table, and every way to lay a meld there as a column, with jokers at their places.

Rows are the kinds, then the jokers, then the homes of old sets, and then what jokers demand that stay for
their cards. What a first play must be worth is a row more, where it is asked for (K2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from scorepad.core.cards import WILD, Laid, Meld
from scorepad.optimize.board.position import Board
from scorepad.optimize.columns import Column


class PlayedMeld(NamedTuple):
    """What a column lays: a meld, new or an old set, and its value towards a first play."""

    meld: Meld
    is_new: bool
    opening_value: int = 0


BoardColumn = Column[PlayedMeld]


def row_limits(board: Board) -> list[tuple[int, int]]:
    """The least and most use of each row: all of the table, any of the rack."""
    kind_limits = list(zip(board.table_counts, board.kind_counts, strict=True))
    home_limits = [(count if board.is_opening else 0, count) for _, count in board.set_homes]
    every_card = sum(board.kind_counts) + board.joker_count
    demands = [(least, every_card) for _, least in board.joker_demands]
    return [*kind_limits, (board.table_jokers, board.joker_count), *home_limits, *demands]


def first_demand(board: Board) -> int:
    """The first row of what jokers demand."""
    return len(board.kind_counts) + 1 + len(board.set_homes)


def opening_limits(board: Board) -> tuple[int, int]:
    """The least and most of what a first play is worth, as the limits of a row that its melds use so much
    (K2)."""
    # More than the value of all tiles together, with jokers at the highest tile.
    tiles = sum(count * face for count, face in zip(board.kind_counts, board.face_values, strict=True))
    return board.opening_needed, tiles + board.joker_count * max(board.face_values) + 1


def board_columns(board: Board) -> Iterator[BoardColumn]:
    yield from old_set_columns(board)
    yield from _new_meld_columns(board)


def old_set_columns(board: Board) -> Iterator[BoardColumn]:
    """List the old sets as they lie or grown, in their order."""
    for old_set in board.old_sets:
        row_uses = _row_uses(board, old_set.laid_cards)
        # An old set uses its home, so that it is laid no more often than it lay there.
        row_uses[len(board.kind_counts) + 1 + old_set.home_number] = 1
        laid = PlayedMeld(old_set.laid_cards, is_new=False)
        yield Column(board.old_objective(old_set), tuple(row_uses.items()), laid)


def _new_meld_columns(board: Board) -> Iterator[BoardColumn]:
    kind_counts, joker_count, kinds = board.kind_counts, board.joker_count, board.board_melds.kinds
    for number, meld in enumerate(board.board_melds.kind_melds):
        # Runs that part are listed by their parts. With more tiles missing than jokers a meld cannot be laid.
        if len(meld) >= board.parting_length or sum([not kind_counts[kind] for kind in meld]) > joker_count:
            continue
        opening_value = board.opening_value(board.first_points[number]) if board.is_opening else 0
        for wild in _wild_places(board, meld):
            new_meld = tuple(
                Laid(WILD, kinds[kind]) if place in wild else Laid(kinds[kind])
                for place, kind in enumerate(meld)
            )
            yield Column(
                _meld_objective(board, number, new_meld),
                tuple(_row_uses(board, new_meld).items()),
                PlayedMeld(new_meld, True, opening_value),
            )


def _wild_places(board: Board, meld: Sequence[int]) -> Iterator[frozenset[int]]:
    """The places where jokers may lie: at all missing tiles, and at any others but one."""
    needed_copies = Counter(meld)
    missing_places = {place for place, kind in enumerate(meld) if not board.kind_counts[kind]}
    # One natural stays, since jokers alone are no set.
    other_places = [place for place in range(len(meld)) if place not in missing_places]
    for more_jokers in range(min(board.joker_count - len(missing_places), len(other_places) - 1) + 1):
        for places in combinations(other_places, more_jokers):
            wild_places = missing_places.union(places)
            naturals_needed = Counter(kind for place, kind in enumerate(meld) if place not in wild_places)
            # A set that repeats a colour needs that tile more than once (K1).
            if all(
                count <= board.kind_counts[kind]
                for kind, count in naturals_needed.items()
                if needed_copies[kind] > 1
            ):
                yield frozenset(wild_places)


def _row_uses(board: Board, meld: Meld) -> Counter[int]:
    """The use of each row but homes."""
    uses = Counter(_row_of(board, laid) for laid in meld)
    for row, (kinds, _) in enumerate(board.joker_demands, first_demand(board)):
        if count := sum(laid.kind in kinds for laid in meld):
            uses[row] = count
    return uses


def _row_of(board: Board, laid: Laid) -> int:
    return len(board.kind_counts) if laid.card == WILD else board.board_melds.kind_number[laid.card]


def _meld_objective(board: Board, number: int, new_meld: Meld) -> int:
    """What a new meld counts; a joker of a first play as the tile that it stands for (K2)."""
    if board.is_opening:
        tiles = sum(board.card_objective(laid.kind) for laid in new_meld)
        return tiles + board.first_objective(number)
    return sum(board.card_objective(laid.card) for laid in new_meld)
