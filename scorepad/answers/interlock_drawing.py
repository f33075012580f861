"""Service: melds that interlock, laid rank under rank, with a bracket over each stretch (I2-I6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

Answer = Mapping[str, Any]


@dataclass(frozen=True)
class Row:
    """A meld or one lap of it: the column of its first card, its cards and what they stand for."""

    number: int
    start: int
    laid: tuple[str, ...]
    stands_for: tuple[str, ...]
    points: int | None

    @property
    def end(self) -> int:
        """The column after its last card."""
        return self.start + len(self.laid)

    def wilds(self, start: int, end: int) -> int:
        """Cards in these columns that stand for another."""
        here = slice(start - self.start, end - self.start)
        return sum("=" in one or one == "w" for one in self.laid[here])


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
            row.number in one.numbers and one.start <= column < one.start + one.width for one in self.brackets
        )


def drawings(melds: Sequence[Answer], bonuses: Sequence[Answer]) -> list[Drawing]:
    """The melds that interlock, group by group; a group that cannot be drawn flat is left out.

    `melds` and `bonuses` are those of an answer. On the circle two melds may share two stretches, which
    lie side by side in no flat picture: then the second bracket is missing, and its bonus is said in words.
    """
    locks = [bonus for bonus in bonuses if bonus["kind"] == "interlock" and max(bonus["melds"]) < len(melds)]
    found = []
    for group in _groups(locks):
        numbers = sorted({number for bonus in group for number in bonus["melds"]})
        rows = _laps(melds[numbers[0]], numbers[0]) if len(numbers) == 1 else _aligned(melds, group)
        brackets = _brackets(rows, group)
        if rows and brackets:
            found.append(_from_zero(Drawing(tuple(rows), tuple(brackets))))
    return found


def undrawn(
    found: Sequence[Drawing], melds: Sequence[Answer], bonuses: Sequence[Answer]
) -> tuple[list[Answer], list[Answer]]:
    """The melds and the bonuses that are in no drawing."""
    numbers = {row.number for drawing in found for row in drawing.rows}
    bracketed = {bracket.label for drawing in found for bracket in drawing.brackets}
    rest = [bonus for bonus in bonuses if (tuple(bonus["melds"]), bonus["label"]) not in bracketed]
    return [meld for number, meld in enumerate(melds) if number not in numbers], rest


def _groups(bonuses: Sequence[Answer]) -> list[list[Answer]]:
    """Interlocks that share melds, directly or through others."""
    groups: list[list[Answer]] = []
    for bonus in bonuses:
        touching = [group for group in groups if any({*one["melds"]} & {*bonus["melds"]} for one in group)]
        groups = [group for group in groups if group not in touching]
        groups.append([*(one for group in touching for one in group), bonus])
    return groups


def _row(meld: Answer, number: int, start: int) -> Row:
    return Row(number, start, tuple(meld["laid"]), tuple(meld["stands_for"]), meld["points"])


def _laps(meld: Answer, number: int) -> list[Row]:
    """A meld that interlocks with itself, lap under lap (I6)."""
    ranks = [card[:-1] for card in meld["stands_for"]]
    circle = next((at for at in range(1, len(ranks)) if ranks[at] == ranks[0]), len(ranks))
    laid, cards = meld["laid"], meld["stands_for"]
    return [
        Row(
            number,
            0,
            tuple(laid[at : at + circle]),
            tuple(cards[at : at + circle]),
            None if at else meld["points"],
        )
        for at in range(0, len(ranks), circle)
    ]


def _aligned(melds: Sequence[Answer], group: Sequence[Answer]) -> list[Row]:
    """The melds of a group as rows, each placed beside one that is placed already."""
    first = group[0]["melds"][0]
    rows = {first: _row(melds[first], first, 0)}
    waiting = list(group)
    while waiting:
        bonus = next((one for one in waiting if {*one["melds"]} & rows.keys()), waiting[0])
        waiting.remove(bonus)
        for number in bonus["melds"]:
            if number not in rows:
                beside = next(rows[other] for other in bonus["melds"] if other in rows)
                start = _start(beside, melds[number], bonus)
                if start is None:
                    return []
                rows[number] = _row(melds[number], number, start)
    return [rows[number] for number in sorted(rows)]


def _start(beside: Row, meld: Answer, bonus: Answer) -> int | None:
    """The column at which the meld lies rank under rank with a row, over the stretch of the interlock."""
    placed = (
        _row(meld, -1, beside.start + shift) for shift in range(1 - len(meld["laid"]), len(beside.laid))
    )
    fitting = [row for row in placed if _fits(beside, row)]
    exact = [row for row in fitting if _net([beside, row]) == bonus["length"]]
    chosen = max(exact or fitting, key=lambda row: _net([beside, row]), default=None)
    return None if chosen is None else chosen.start


def _fits(a: Row, b: Row) -> bool:
    """Whether every column that both rows cover has one rank in two suits."""
    pairs = list(_pairs(a, b))
    return bool(pairs) and all(x[:-1] == y[:-1] and x[-1] != y[-1] for x, y in pairs)


def _pairs(a: Row, b: Row) -> Iterator[tuple[str, str]]:
    for column in range(max(a.start, b.start), min(a.end, b.end)):
        yield a.stands_for[column - a.start], b.stands_for[column - b.start]


def _stretch(rows: Sequence[Row]) -> tuple[int, int]:
    return max(row.start for row in rows), min(row.end for row in rows)


def _net(rows: Sequence[Row]) -> int:
    """Columns that all rows cover, less the wilds in them (I3)."""
    start, end = _stretch(rows)
    return end - start - sum(row.wilds(start, end) for row in rows)


def _brackets(rows: Sequence[Row], group: Sequence[Answer]) -> list[Bracket]:
    """The brackets of the interlocks that lie over one stretch of the rows, each stretch once."""
    found: list[Bracket] = []
    for bonus in group:
        numbers = tuple(bonus["melds"])
        part = [row for row in rows if row.number in numbers]
        if len(numbers) == 1 and part:
            found.append(_bracket(0, len(part[-1].laid), bonus))
        elif part and _net(part) == bonus["length"]:
            start, end = _stretch(part)
            found += (
                [_bracket(start, end - start, bonus)] if numbers not in [b.numbers for b in found] else []
            )
    return found


def _bracket(start: int, width: int, bonus: Answer) -> Bracket:
    return Bracket(start, width, bonus["length"], bonus["points"], tuple(bonus["melds"]), bonus["label"])


def _from_zero(drawing: Drawing) -> Drawing:
    first = min(row.start for row in drawing.rows)
    rows = tuple(replace(row, start=row.start - first) for row in drawing.rows)
    brackets = tuple(replace(one, start=one.start - first) for one in drawing.brackets)
    return Drawing(rows, brackets)
