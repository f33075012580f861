"""Pieces on a table in the order in which a person reads: groups that touch, along their line, in rows."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray


class HasCentre(Protocol):
    """A card or a tile."""

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle in pixels, x to the right, y down."""


Piece = TypeVar("Piece", bound=HasCentre)
RowHeight = Callable[[list[Piece]], float]


def piece_groups(
    pieces: Sequence[Piece], touching: NDArray[np.bool_], row_height: RowHeight[Piece]
) -> list[list[Piece]]:
    """The pieces in groups of those that touch, each along its line, and the groups in rows from the top.

    touching    (n, n): which pieces touch; their chains are the groups
    row_height  how far down a row reaches from a group, in pixels
    """
    owner = np.arange(len(pieces))
    for one, other in np.argwhere(np.triu(touching)):
        owner[owner == owner[one]] = owner[other]
    groups = [[pieces[int(k)] for k in np.flatnonzero(owner == o)] for o in dict.fromkeys(owner.tolist())]
    return _in_rows([_in_line(group) for group in groups], row_height)


def _in_line(pieces: list[Piece]) -> list[Piece]:
    """The pieces of one group from the left, or from the top if that is its line's way."""
    if len(pieces) < 2:
        return pieces
    places = np.array([piece.centre for piece in pieces])
    axis = np.linalg.svd(places - places.mean(0))[2][0]
    axis = axis * np.sign(axis[np.abs(axis).argmax()])
    return [pieces[int(k)] for k in np.argsort(places @ axis, kind="stable")]


def _in_rows(groups: list[list[Piece]], row_height: RowHeight[Piece]) -> list[list[Piece]]:
    rows: list[list[list[Piece]]] = []
    for group in sorted(groups, key=lambda g: _middle(g)[1]):
        if rows and _middle(group)[1] - np.mean([_middle(g)[1] for g in rows[-1]]) < row_height(group):
            rows[-1].append(group)
        else:
            rows.append([group])
    return [group for row in rows for group in sorted(row, key=lambda g: _middle(g)[0])]


def _middle(group: list[Piece]) -> NDArray[np.float64]:
    return np.asarray(np.mean([piece.centre for piece in group], axis=0))
