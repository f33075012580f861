"""Service: melds that interlock, laid rank under rank, with a bracket over each stretch (I2-I6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from scorepad.answers.answer_types import BonusAnswer, MeldAnswer
from scorepad.core.cards import Card, Laid, Meld


@dataclass(frozen=True)
class Row:
    """A meld or one lap of it: its place in the answer, the column of its first card, its cards; `points` of
    its first lap alone."""

    number: int
    start: int
    laid: Meld
    points: int | None

    @property
    def end(self) -> int:
        """The column after its last card."""
        return self.start + len(self.laid)

    def kind(self, column: int) -> Card:
        """What the card in that column is or stands for."""
        return _kind(self.laid[column - self.start])

    def wilds(self, start: int, end: int) -> int:
        """Cards in these columns that stand for another."""
        stretch = self.laid[start - self.start : end - self.start]
        return sum(laid.card.is_wild or laid.stands_for is not None for laid in stretch)


@dataclass(frozen=True, slots=True)
class Bracket:
    """An interlock over the columns from `start` on, `width` of them; `length` without the wilds."""

    start: int
    width: int
    length: int
    points: int
    numbers: tuple[int, ...]
    words: str

    @property
    def label(self) -> tuple[tuple[int, ...], str]:
        return self.numbers, self.words


@dataclass(frozen=True)
class Drawing:
    """Melds that interlock with one another, the leftmost card in column 0."""

    rows: tuple[Row, ...]
    brackets: tuple[Bracket, ...]

    @cached_property
    def width(self) -> int:
        return max(row.end for row in self.rows)

    def ties(self, row: Row, place: int) -> bool:
        """Whether an interlock ties the card at that place of the row."""
        column = row.start + place
        return any(
            row.number in bracket.numbers and bracket.start <= column < bracket.start + bracket.width
            for bracket in self.brackets
        )


def drawings(melds: Sequence[MeldAnswer], bonuses: Sequence[BonusAnswer]) -> list[Drawing]:
    """The melds that interlock, group by group; a group that cannot be drawn flat is left out.

    `melds` and `bonuses` are those of an answer. On the circle two melds may share two stretches, which
    lie side by side in no flat picture: then the second bracket is missing, and its bonus is said in words.
    """
    locks = [bonus for bonus in bonuses if bonus.kind == "interlock" and max(bonus.melds) < len(melds)]
    drawn = []
    for group in _groups(locks):
        numbers = sorted({number for bonus in group for number in bonus.melds})
        rows = _laps(melds[numbers[0]], numbers[0]) if len(numbers) == 1 else _aligned(melds, group)
        brackets = _brackets(rows, group)
        if rows and brackets:
            drawn.append(_from_zero(Drawing(tuple(rows), tuple(brackets))))
    return drawn


def undrawn(
    drawn: Sequence[Drawing], melds: Sequence[MeldAnswer], bonuses: Sequence[BonusAnswer]
) -> tuple[list[MeldAnswer], list[BonusAnswer]]:
    """The melds and the bonuses that are in no drawing."""
    numbers = {row.number for drawing in drawn for row in drawing.rows}
    bracketed = {bracket.label for drawing in drawn for bracket in drawing.brackets}
    rest = [bonus for bonus in bonuses if (bonus.melds, bonus.label) not in bracketed]
    return [meld for number, meld in enumerate(melds) if number not in numbers], rest


def _groups(bonuses: Sequence[BonusAnswer]) -> list[list[BonusAnswer]]:
    """Interlocks that share melds, directly or through others."""
    groups: list[list[BonusAnswer]] = []
    for bonus in bonuses:
        touching = [group for group in groups if any({*other.melds} & {*bonus.melds} for other in group)]
        groups = [group for group in groups if group not in touching]
        groups.append([*chain.from_iterable(touching), bonus])
    return groups


def _kind(laid: Laid) -> Card:
    return laid.stands_for or laid.card


def _laps(meld: MeldAnswer, number: int) -> list[Row]:
    """A meld that interlocks with itself, lap under lap (I6)."""
    laid = meld.meld
    ranks = [_kind(card).rank for card in laid]
    circle = next((at for at in range(1, len(ranks)) if ranks[at] == ranks[0]), len(ranks))
    return [
        Row(number, 0, laid[at : at + circle], None if at else meld.points)
        for at in range(0, len(ranks), circle)
    ]


def _aligned(melds: Sequence[MeldAnswer], group: Sequence[BonusAnswer]) -> list[Row]:
    """The melds of a group as rows, each placed beside one that is placed already."""
    first = group[0].melds[0]
    rows = {first: Row(first, 0, melds[first].meld, melds[first].points)}
    waiting = list(group)
    while waiting:
        bonus = next((bonus for bonus in waiting if {*bonus.melds} & rows.keys()), waiting[0])
        waiting.remove(bonus)
        for number in bonus.melds:
            if number not in rows:
                beside = next(rows[other] for other in bonus.melds if other in rows)
                row = _beside(beside, Row(number, 0, melds[number].meld, melds[number].points), bonus)
                if row is None:
                    return []
                rows[number] = row
    return [rows[number] for number in sorted(rows)]


def _beside(placed: Row, row: Row, bonus: BonusAnswer) -> Row | None:
    """The row moved so that it lies rank under rank with another, over the stretch of the interlock."""
    shifts = range(1 - len(row.laid), len(placed.laid))
    moved = (replace(row, start=placed.start + shift) for shift in shifts)
    fitting = [row for row in moved if _fits(placed, row)]
    exact = [row for row in fitting if _net([placed, row]) == bonus.length]
    return max(exact or fitting, key=lambda row: _net([placed, row]), default=None)


def _fits(above: Row, below: Row) -> bool:
    """Whether every column that both rows cover has one rank in two suits."""
    start, end = _stretch([above, below])
    pairs = [(above.kind(column), below.kind(column)) for column in range(start, end)]
    return bool(pairs) and all(a.rank == b.rank and a.suit != b.suit for a, b in pairs)


def _stretch(rows: Sequence[Row]) -> tuple[int, int]:
    return max(row.start for row in rows), min(row.end for row in rows)


def _net(rows: Sequence[Row]) -> int:
    """Columns that all rows cover, less the wilds in them (I3)."""
    start, end = _stretch(rows)
    return end - start - sum(row.wilds(start, end) for row in rows)


def _brackets(rows: Sequence[Row], group: Sequence[BonusAnswer]) -> list[Bracket]:
    """The brackets of the interlocks that lie over one stretch of the rows, each stretch once."""
    brackets: list[Bracket] = []
    for bonus in group:
        part = [row for row in rows if row.number in bonus.melds]
        if len(bonus.melds) == 1 and part:
            brackets.append(_bracket(0, len(part[-1].laid), bonus))
        elif part and _net(part) == bonus.length and bonus.melds not in [other.numbers for other in brackets]:
            start, end = _stretch(part)
            brackets.append(_bracket(start, end - start, bonus))
    return brackets


def _bracket(start: int, width: int, bonus: BonusAnswer) -> Bracket:
    return Bracket(start, width, bonus.length, bonus.points, bonus.melds, bonus.label)


def _from_zero(drawing: Drawing) -> Drawing:
    first = min(row.start for row in drawing.rows)
    rows = tuple(replace(row, start=row.start - first) for row in drawing.rows)
    brackets = tuple(replace(bracket, start=bracket.start - first) for bracket in drawing.brackets)
    return Drawing(rows, brackets)
