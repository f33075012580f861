"""Pieces on a table in the order in which a person reads: along a line, rows from the top."""

from collections.abc import Callable
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray


class Placed(Protocol):
    """A card or a tile, its middle in pixels."""

    @property
    def centre(self) -> tuple[float, float]:
        """x to the right, y down."""


Piece = TypeVar("Piece", bound=Placed)


def in_line(pieces: list[Piece]) -> list[Piece]:
    """The pieces of one group along their line, from the left, or from the top if that is its way."""
    if len(pieces) < 2:
        return pieces
    places = np.array([piece.centre for piece in pieces])
    axis = np.linalg.svd(places - places.mean(0))[2][0]
    axis = axis * np.sign(axis[np.abs(axis).argmax()])
    return [pieces[int(k)] for k in np.argsort(places @ axis, kind="stable")]


def in_rows(groups: list[list[Piece]], high: Callable[[list[Piece]], float]) -> list[list[Piece]]:
    """The groups in rows from the top, each row from the left; a row reaches as far down as `high` says of
    the group (pixels)."""
    rows: list[list[list[Piece]]] = []
    for group in sorted(groups, key=lambda g: _middle(g)[1]):
        if rows and _middle(group)[1] - np.mean([_middle(g)[1] for g in rows[-1]]) < high(group):
            rows[-1].append(group)
        else:
            rows.append([group])
    return [group for row in rows for group in sorted(row, key=lambda g: _middle(g)[0])]


def _middle(group: list[Piece]) -> NDArray[np.float64]:
    return np.asarray(np.mean([piece.centre for piece in group], axis=0))
