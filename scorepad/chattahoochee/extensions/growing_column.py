"""Build the column of a meld piece by piece: the amounts that it uses by row, and its points."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.chattahoochee.extensions.extension_problem import (
    ExtensionColumn,
    ExtensionProblem,
    FixedMeld,
    Piece,
    Row,
)


class GrowingColumn:
    """The column of a meld that grows piece by piece along a track of one leap."""

    def __init__(self, problem: ExtensionProblem, leap: int) -> None:
        self.problem = problem
        self.laid_pieces: list[Piece] = []
        self._natural_count = self._saved_points = 0
        # A player's melds are all of different leaps, so each leap is used up by one meld (L2).
        uses_leap = problem.rules.shapes.leaps.all_differ
        self._row_uses: dict[Row, int] = {("leap", leap): 1} if uses_leap else {}

    def lay(self, piece: Piece) -> None:
        self.laid_pieces.append(piece)
        self._count(piece, 1)

    def take_up(self) -> None:
        """Remove the last piece."""
        self._count(self.laid_pieces.pop(), -1)

    def _count(self, piece: Piece, change: int) -> None:
        place, number = piece
        if isinstance(place, FixedMeld):
            self._use(("fixed meld", place.number), change)
            self._natural_count += change * place.natural_count
            return
        card_class = self.problem.card_classes[number]
        self._use(self.problem.class_rows[number], change)
        self._saved_points += change * card_class.hand_cost
        if card_class.natural_kind == place:
            self._natural_count += change
            if place in self.problem.counted_kinds:
                self._use(("natural", place), -change)

    def _use(self, row: Row, change: int) -> None:
        amount = self._row_uses.get(row, 0) + change
        if amount:
            self._row_uses[row] = amount
        else:
            del self._row_uses[row]

    def column(self) -> ExtensionColumn:
        """Return the column of the pieces laid."""
        points = self.problem.rules.values.schedule.value(self._natural_count)
        return ExtensionColumn(
            tuple(self._row_uses.items()), points, self._saved_points, tuple(self.laid_pieces)
        )


def extension_column(problem: ExtensionProblem, leap: int, laid_pieces: Sequence[Piece]) -> ExtensionColumn:
    """The column of a meld along a track of that leap."""
    growing = GrowingColumn(problem, leap)
    for piece in laid_pieces:
        growing.lay(piece)
    return growing.column()
