"""Put pieces on a table in reading order: groups of touching pieces, each along its line, in rows."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray


class HasCentre(Protocol):
    """A piece with a middle: a card or a tile."""

    @property
    def centre(self) -> tuple[float, float]:
        """The piece's middle in pixels, x to the right, y down."""


Piece = TypeVar("Piece", bound=HasCentre)
RowHeight = Callable[[list[Piece]], float]


def group_pieces(
    pieces: Sequence[Piece], touching: NDArray[np.bool_], row_height: RowHeight[Piece]
) -> list[list[Piece]]:
    """Group pieces that touch, each group ordered along its line, the groups ordered in rows from the top.

    touching    (n, n): whether two pieces touch; chains of touching pieces are groups
    row_height  the height of a row below a group, in pixels
    """
    owners = np.arange(len(pieces))  # each its own group; touching groups become one, pair by pair
    for first_number, other_number in np.argwhere(np.triu(touching)):
        owners[owners == owners[first_number]] = owners[other_number]
    groups = [
        [pieces[int(number)] for number in np.flatnonzero(owners == owner)]
        for owner in dict.fromkeys(owners.tolist())
    ]
    return _sort_rows([_line_up(group) for group in groups], row_height)


def _line_up(pieces: list[Piece]) -> list[Piece]:
    """Order the pieces of a group from the left, or from the top if its line is vertical."""
    if len(pieces) < 2:
        return pieces
    middles = np.array([piece.centre for piece in pieces])
    line_axis = np.linalg.svd(middles - middles.mean(0))[2][0]
    # the way along which the middles spread most, turned so that it leads right or down
    line_axis = line_axis * np.sign(line_axis[np.abs(line_axis).argmax()])
    return [pieces[int(piece_number)] for piece_number in np.argsort(middles @ line_axis, kind="stable")]


def _sort_rows(groups: list[list[Piece]], row_height: RowHeight[Piece]) -> list[list[Piece]]:
    rows: list[list[list[Piece]]] = []
    for group in sorted(groups, key=_row_place):
        row_y = np.mean([_row_place(g) for g in rows[-1]]) if rows else -np.inf
        if _row_place(group) - row_y < row_height(group):
            rows[-1].append(group)
        else:
            rows.append([group])
    return [group for row in rows for group in sorted(row, key=lambda g: _group_middle(g)[0])]


def _row_place(group: list[Piece]) -> float:
    """Return how far down a group lies: its middle, or its first piece if it is a column, as a canasta is."""
    (first_x, first_y), (last_x, last_y) = group[0].centre, group[-1].centre
    return first_y if abs(last_y - first_y) > abs(last_x - first_x) else float(_group_middle(group)[1])


def _group_middle(group: list[Piece]) -> NDArray[np.float64]:
    return np.asarray(np.mean([piece.centre for piece in group], axis=0))
