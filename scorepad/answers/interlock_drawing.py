"""Service: drawings of melds that interlock, rank under rank, with a bracket over each stretch (I2-I6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from scorepad.answers.answer_types import BonusAnswer, MeldAnswer
from scorepad.core.cards import Card, Meld


@dataclass(frozen=True)
class DrawnRow:
    """A meld or one lap of it: its index in the answer, the column of its first card, its cards; `points`
    only in its first lap."""

    meld_number: int
    first_column: int
    laid: Meld
    points: int | None

    @property
    def end_column(self) -> int:
        """The column after the last card of the row."""
        return self.first_column + len(self.laid)

    def card_at(self, column: int) -> Card:
        """The kind of the card in that column."""
        return self.laid[column - self.first_column].kind

    def wilds_between(self, start: int, end: int) -> int:
        """The number of cards in these columns that stand for another."""
        stretch = self.laid[start - self.first_column : end - self.first_column]
        return sum(laid.card.is_wild or laid.stands_for is not None for laid in stretch)


@dataclass(frozen=True, slots=True)
class Bracket:
    """An interlock over `width` columns from `first_column` on; the bonus counts no wilds."""

    first_column: int
    width: int
    bonus: BonusAnswer

    def covers(self, column: int) -> bool:
        """Whether the bracket covers a column."""
        return self.first_column <= column < self.first_column + self.width


@dataclass(frozen=True)
class InterlockDrawing:
    """Melds that interlock with one another, the leftmost card in column 0."""

    rows: tuple[DrawnRow, ...]
    brackets: tuple[Bracket, ...]

    @cached_property
    def width(self) -> int:
        return max(row.end_column for row in self.rows)

    def without_points(self) -> InterlockDrawing:
        """The drawing without points, for a page that says the points of each meld elsewhere."""
        return replace(self, rows=tuple(replace(row, points=None) for row in self.rows))

    def is_tied(self, row: DrawnRow, place: int) -> bool:
        """Whether an interlock includes the card at that place of the row."""
        column = row.first_column + place
        return any(
            row.meld_number in bracket.bonus.melds and bracket.covers(column) for bracket in self.brackets
        )


def interlock_drawings(melds: Sequence[MeldAnswer], bonuses: Sequence[BonusAnswer]) -> list[InterlockDrawing]:
    """The melds that interlock, in groups; a group that cannot be drawn flat is left out.

    `melds` and `bonuses` are those of an answer. On a leap circle two melds may share two stretches, which no
    flat picture can show side by side. Then the second bracket is missing, and its bonus is given in words.
    """
    # Melds of partners are not in the answer, so interlocks with them can't be drawn.
    interlocks = [bonus for bonus in bonuses if bonus.kind == "interlock" and max(bonus.melds) < len(melds)]
    drawings = []
    for group in _groups(interlocks):
        numbers = sorted({number for bonus in group for number in bonus.melds})
        rows = _lap_rows(melds[numbers[0]], numbers[0]) if len(numbers) == 1 else _aligned_rows(melds, group)
        brackets = _brackets(rows, group)
        if rows and brackets:
            drawings.append(_moved_to_zero(InterlockDrawing(tuple(rows), tuple(brackets))))
    return drawings


def undrawn_parts(
    drawn: Sequence[InterlockDrawing], melds: Sequence[MeldAnswer], bonuses: Sequence[BonusAnswer]
) -> tuple[list[MeldAnswer], list[BonusAnswer]]:
    """The melds and the bonuses that are in no drawing."""
    rows = {row.meld_number for drawing in drawn for row in drawing.rows}
    bracketed = Counter(bracket.bonus for drawing in drawn for bracket in drawing.brackets)
    rest = list((Counter(bonuses) - bracketed).elements())
    return [meld for number, meld in enumerate(melds) if number not in rows], rest


def _groups(bonuses: Sequence[BonusAnswer]) -> list[list[BonusAnswer]]:
    """Groups of interlocks that share melds, directly or through others."""
    groups: list[list[BonusAnswer]] = []
    for bonus in bonuses:
        touching_groups = [
            group for group in groups if any({*other.melds} & {*bonus.melds} for other in group)
        ]
        groups = [group for group in groups if group not in touching_groups]
        groups.append([*chain.from_iterable(touching_groups), bonus])
    return groups


def _lap_rows(meld: MeldAnswer, number: int) -> list[DrawnRow]:
    """The laps of a meld that interlocks with itself, one under another (I6)."""
    laid = meld.meld
    ranks = [card.kind.rank for card in laid]
    lap_length = next((at for at in range(1, len(ranks)) if ranks[at] == ranks[0]), len(ranks))
    return [
        DrawnRow(number, 0, laid[at : at + lap_length], None if at else meld.points)
        for at in range(0, len(ranks), lap_length)
    ]


def _aligned_rows(melds: Sequence[MeldAnswer], group: Sequence[BonusAnswer]) -> list[DrawnRow]:
    """The melds of a group as rows, each placed next to one placed before."""
    first_meld = group[0].melds[0]
    rows = {first_meld: _meld_row(melds, first_meld)}
    waiting_bonuses = list(group)
    while waiting_bonuses:
        # A group hangs together, so there is always one that touches a row already placed.
        bonus = next((bonus for bonus in waiting_bonuses if {*bonus.melds} & rows.keys()), waiting_bonuses[0])
        waiting_bonuses.remove(bonus)
        for number in bonus.melds:
            if number not in rows:
                beside = next(rows[other] for other in bonus.melds if other in rows)
                row = _row_beside(
                    beside, DrawnRow(number, 0, melds[number].meld, melds[number].points), bonus
                )
                if row is None:
                    return []
                rows[number] = row
    return [rows[number] for number in sorted(rows)]


def _meld_row(melds: Sequence[MeldAnswer], number: int) -> DrawnRow:
    return DrawnRow(number, 0, melds[number].meld, melds[number].points)


def _row_beside(placed_row: DrawnRow, row: DrawnRow, bonus: BonusAnswer) -> DrawnRow | None:
    """The row shifted so that equal ranks are in the same column, over the stretch of the interlock; None if
    impossible."""
    shifts = range(1 - len(row.laid), len(placed_row.laid))
    moved_rows = (replace(row, first_column=placed_row.first_column + shift) for shift in shifts)
    fitting_rows = [row for row in moved_rows if _is_rank_under_rank(placed_row, row)]
    # On a circle two shifts may fit; the one whose length is that of the bonus shows its stretch.
    exact_rows = [row for row in fitting_rows if _net_length([placed_row, row]) == bonus.length]
    return max(exact_rows or fitting_rows, key=lambda row: _net_length([placed_row, row]), default=None)


def _is_rank_under_rank(above: DrawnRow, below: DrawnRow) -> bool:
    """Whether every common column of both rows has one rank in two suits."""
    start, end = _shared_columns([above, below])
    pairs = [(above.card_at(column), below.card_at(column)) for column in range(start, end)]
    return bool(pairs) and all(a.rank == b.rank and a.suit != b.suit for a, b in pairs)


def _shared_columns(rows: Sequence[DrawnRow]) -> tuple[int, int]:
    return max(row.first_column for row in rows), min(row.end_column for row in rows)


def _net_length(rows: Sequence[DrawnRow]) -> int:
    """The number of columns common to all rows, minus the wilds in them (I3)."""
    start, end = _shared_columns(rows)
    return end - start - sum(row.wilds_between(start, end) for row in rows)


def _brackets(rows: Sequence[DrawnRow], group: Sequence[BonusAnswer]) -> list[Bracket]:
    """The brackets of interlocks over one stretch of the rows, each stretch once."""
    brackets: dict[tuple[int, ...], Bracket] = {}
    for bonus in group:
        tied_rows = [row for row in rows if row.meld_number in bonus.melds]
        if len(bonus.melds) == 1 and tied_rows:
            # With itself a meld interlocks as far as its last lap reaches (I6).
            brackets[bonus.melds] = Bracket(0, len(tied_rows[-1].laid), bonus)
        elif tied_rows and _net_length(tied_rows) == bonus.length and bonus.melds not in brackets:
            start, end = _shared_columns(tied_rows)
            brackets[bonus.melds] = Bracket(start, end - start, bonus)
    return list(brackets.values())


def _moved_to_zero(drawing: InterlockDrawing) -> InterlockDrawing:
    shift = min(row.first_column for row in drawing.rows)
    rows = tuple(replace(row, first_column=row.first_column - shift) for row in drawing.rows)
    brackets = tuple(
        replace(bracket, first_column=bracket.first_column - shift) for bracket in drawing.brackets
    )
    return InterlockDrawing(rows, brackets)
