"""Tells which columns of numbers are players, and which are sums of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import accumulate, combinations, permutations

from scorepad.core.phrasing import show_number
from scorepad.core.sentence import Sentence, in_a_row, say
from scorepad.tables.point_files.cell_numbers import Number, is_rounded

Column = Sequence[Number | None]
MOST_SUMS = 3  # columns of totals and averages, beside running totals
SUM = say("It’s the sum of the players’ points.")
RUNNING_SUM = say("It’s the running total of all points.")
AVERAGE = say("It’s the average of the players.")
MAYBE_SUM = say("It’s the sum of the others. It may be a total, or a player’s points.")
MAYBE_AVERAGE = say("It’s the average of the others. It may be that, or a player’s points.")

DIFFERENCE = say("It’s the difference of the players’ points.")
LEAD = say("It’s the difference of the players’ totals.")
MAYBE_DIFFERENCE = say("It may be the difference of the others, or a player’s points.")


@dataclass
class Columns:
    """The columns of the players, the meaning of each other column, and doubts about columns.

    `totals`: by player's column, the column of its running total.
    """

    players: list[int]
    others: dict[int, Sentence] = field(default_factory=dict)
    doubts: dict[int, Sentence] = field(default_factory=dict)
    totals: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class _Sorting:
    """Columns of points in deals, by place, with their headings.

    The headings of `called` are words for a total or an average, those of `differing` for a difference, those
    of `odd` for other things that are no player.
    """

    columns: Mapping[int, Column]
    names: Mapping[int, str]
    called: frozenset[int]
    differing: frozenset[int]
    odd: frozenset[int]


def sort_columns(
    columns: Mapping[int, Column],
    names: Mapping[int, str],
    called: frozenset[int],
    differing: frozenset[int],
    odd: frozenset[int],
) -> Columns:
    """Separate the players’ columns from their sums and differences."""
    sorting, found = _Sorting(columns, names, called, differing, odd), Columns(list(columns))
    _part_running_totals(sorting, found)
    _part_differences(sorting, found)
    _part_sums(sorting, found)
    for column in found.players:
        others = [other for other in found.players if other != column]
        doubt = _nearly_sum(sorting, column, others) or _part_sum(sorting, column, others)
        doubt = doubt or _copy(sorting, column, others) or _odd_heading(sorting, column, others)
        if doubt:
            found.doubts.setdefault(column, doubt)
    return found


def _part_running_totals(sorting: _Sorting, found: Columns) -> None:
    """Take out columns that are the running total of another one."""
    totals: dict[int, int] = {}
    for column, of in combinations(sorting.columns, 2):
        for total, part in ((column, of), (of, column)):
            numbers = sorting.columns[total]
            if part in totals or total in totals or numbers == sorting.columns[part]:
                continue
            if any(numbers) and _equal(numbers, running(sorting.columns[part]), sorting.columns[part]):
                totals[total] = part
    # Two deals may be so by chance, but not for every player.
    is_usual = len(totals) > 1 and len(totals) * 2 >= len(sorting.columns) - 1
    for total, part in totals.items():
        name = sorting.names[part] or "?"
        is_sure = _adds_up(sorting.columns[part]) and (is_usual or len(sorting.columns[total]) > 2)
        if len(found.players) > 2 and (is_sure or total in sorting.called):
            found.players.remove(total)
            found.totals[part] = total
            found.others[total] = say("It’s the running total of {name}.", name=name)
        else:
            found.doubts[total] = say(
                "It may be the running total of {name}, or a player’s points.", name=name
            )


def _part_differences(sorting: _Sorting, found: Columns) -> None:
    """Take out a column that is the difference of the players: one whose heading says so, or the last one."""
    points = [column for column in found.players if column not in sorting.called]
    named = [column for column in points if column in sorting.differing]
    for column in [*named, *points[-1:]]:
        others = [other for other in points if other != column]
        if len(others) > 1 and (
            words := _difference(sorting.columns[column], [sorting.columns[other] for other in others])
        ):
            found.players.remove(column)
            found.others[column] = words
            if column not in sorting.differing:
                found.doubts[column] = MAYBE_DIFFERENCE
            return


def _difference(column: Column, players: Sequence[Column]) -> Sentence | None:
    """Which difference the column is, of a deal or so far; None if it is none."""
    numbers = [number or 0 for number in column]
    points = [[number or 0 for number in player] for player in players]
    # Where one player alone has points, the difference is the same as those points.
    is_mixed = any(sum(map(bool, row)) > 1 for row in zip(*points, strict=True))
    if len(numbers) < 2 or not is_mixed or not any(numbers):
        return None
    for words, counted in ((DIFFERENCE, points), (LEAD, [*map(running, points)])):
        if any(numbers == differences for differences in _differences(counted)):
            return words
    return None


def _differences(players: Sequence[Sequence[Number]]) -> Iterator[list[Number]]:
    """The difference of the most and the fewest points in each deal, and for two players also with its
    sign."""
    yield [max(row) - min(row) for row in zip(*players, strict=True)]
    for first, second in permutations(players) if len(players) == 2 else ():
        yield [one - other for one, other in zip(first, second, strict=True)]


def _part_sums(sorting: _Sorting, found: Columns) -> None:
    """Take out as many columns as possible that are each a sum or an average of all that remain."""
    for number in range(min(MOST_SUMS, len(found.players) - 2), 0, -1):
        for taken in combinations(reversed(found.players), number):
            stay = [column for column in found.players if column not in taken]
            if not all(_may_be_sum(sorting, column, stay) for column in taken):
                continue
            sums = {column: _sum(sorting, column, stay) for column in taken}
            if all(sums.values()):
                found.players = stay
                for column, (words, doubt) in ((column, each) for column, each in sums.items() if each):
                    found.others[column] = words
                    if doubt and column not in sorting.called:
                        found.doubts[column] = doubt
                return


def _may_be_sum(sorting: _Sorting, column: int, stay: Sequence[int]) -> bool:
    """Whether the first deal allows that the column is a sum. This rules most columns out quickly."""
    row = [sorting.columns[other][0] for other in stay if sorting.columns[other]]
    number, added = next(iter(sorting.columns[column]), None), add(row)
    return number is None or added is None or number == added or _is_average(number, row)


def _sum(sorting: _Sorting, column: int, stay: Sequence[int]) -> tuple[Sentence, Sentence | None] | None:
    """Which sum or average of the others the column is, with a doubt if that may be chance; None if it is
    neither."""
    numbers, others = sorting.columns[column], [sorting.columns[other] for other in stay]
    rows = [*zip(*others, strict=True)]
    added = [add(row) for row in rows]
    if not rows:
        return None
    if _equal(numbers, added, added):
        # Ahead of two, it may be a player: the sum of the other one and their difference.
        is_ahead = len(stay) == 2 and column < min(stay)
        return SUM, None if _is_sure_sum(numbers, others) and not is_ahead else MAYBE_SUM
    if any(numbers) and _equal(numbers, running(added), added):
        return RUNNING_SUM, None if _adds_up(added) else MAYBE_SUM
    is_average = _averages(numbers, rows)
    has_parts = any(isinstance(number, Decimal) for number in numbers)
    if is_average and (has_parts or column in sorting.called):
        return AVERAGE, None
    is_exact = is_average and all(
        number is None or any(number * parts == whole for parts in (len(row), _filled(row)))
        for number, whole, row in zip(numbers, added, rows, strict=True)
    )
    return (AVERAGE, MAYBE_AVERAGE) if is_exact and any(numbers) else None


def _is_sure_sum(numbers: Column, others: Sequence[Column]) -> bool:
    """Whether the column is unlikely to be a sum by chance: it sums two players in some deal, over several
    deals."""
    mixed = sum(sum(map(bool, row)) > 1 for row in zip(*others, strict=True))
    filled = sum(map(bool, numbers))
    return len(numbers) > 1 and filled > 0 and (mixed > 0 or filled > 2) and numbers not in others


def _nearly_sum(sorting: _Sorting, column: int, others: Sequence[int]) -> Sentence | None:
    """A doubt about a column that is the sum of the others in at least half of the deals."""
    parts = [sorting.columns[other] for other in others]
    rows = [*zip(*parts, strict=True)]
    added = [add(row) for row in rows]
    mixed = [sum(map(bool, row)) > 1 for row in rows]
    ways: list[tuple[Column, Sequence[bool]]] = [(added, mixed)]
    ways += [(running(part), _added_to(part)) for part in (added, *parts)]
    for sums, telling in ways if rows else ():
        numbers = sorting.columns[column]
        agree = [bool(number) and number == added_up for number, added_up in zip(numbers, sums, strict=True)]
        if not any(map(all, zip(agree, telling, strict=True))) or all(agree) or sum(agree) * 2 < len(agree):
            continue
        deal = agree.index(False)
        total, whole = Decimal(numbers[deal] or 0), Decimal(sums[deal] or 0)
        # One deal alone may be so by chance.
        is_near = abs(total - whole) * 5 <= abs(whole)
        if sum(agree) > 1 or column in sorting.called or is_near:
            return say(
                "It looks like a total. In deal {deal} it has {total}, and the points make {added}.",
                deal=deal + 1,
                total=show_cell(numbers[deal]),
                added=show_cell(sums[deal]),
            )
    return None


def _part_sum(sorting: _Sorting, column: int, others: Sequence[int]) -> Sentence | None:
    """A doubt about a column that is the sum of some of the others."""
    numbers = sorting.columns[column]
    if len(numbers) < 2 or not any(numbers):
        return None
    for group in _groups(column, others, len(numbers)):
        rows = [*zip(*(sorting.columns[other] for other in group), strict=True)]
        if any(sum(map(bool, row)) > 1 for row in rows) and _equal(
            numbers, [add(row) for row in rows], numbers
        ):
            names = in_a_row((sorting.names[other] or "?" for other in group), " + ")
            return say("It’s the sum of {names}. It may be a total, or a player’s points.", names=names)
    return None


def _groups(column: int, others: Sequence[int], deals: int) -> Iterator[Sequence[int]]:
    """Groups of columns that the column may sum: neighbours on one side, and any two if there are many
    deals."""
    before = [other for other in others if other < column]
    behind = [other for other in others if other > column]
    for number in range(2, len(others)):
        yield from (group for group in (before[-number:], behind[:number]) if len(group) == number)
    if deals > 2 and len(others) > 2:
        yield from combinations(others, 2)


def _copy(sorting: _Sorting, column: int, others: Sequence[int]) -> Sentence | None:
    """A doubt about a column that equals an earlier one."""
    numbers = sorting.columns[column]
    for other in others:
        if other < column and len(numbers) > 1 and numbers == sorting.columns[other]:
            name = sorting.names[other] or "?"
            return say("It’s the same as {name} in every deal. Are both players?", name=name)
    return None


def _odd_heading(sorting: _Sorting, column: int, others: Sequence[int]) -> Sentence | None:
    """A doubt about a column whose heading alone, among three or more, is a word for something other than a
    player."""
    called = sorting.called | sorting.differing | sorting.odd
    if len(others) < 2 or column not in called or not called.isdisjoint(others):
        return None
    return say("Its heading doesn’t look like a name. Is it a player?")


def show_cell(number: Number | None) -> str:
    if number is None:
        return "–"
    return show_number(number) if isinstance(number, int) else str(number).replace("-", "−")


def running(column: Column) -> list[Number]:
    """The running total of a column."""
    return [*accumulate((number or 0 for number in column), lambda before, number: before + number)]


def add(row: Sequence[Number | None]) -> Number | None:
    filled = [number for number in row if number is not None]
    return sum(filled) if filled else None


def _added_to(column: Column) -> list[bool]:
    """For each number, whether both it and the total before it differ from 0."""
    before = [0, *running(column)]
    return [bool(number and earlier) for number, earlier in zip(column, before, strict=False)]


def _adds_up(column: Column) -> bool:
    return any(_added_to(column))


def _averages(numbers: Column, rows: Sequence[Sequence[Number | None]]) -> bool:
    """Whether each number is the average of its row."""
    return any(number is not None for number in numbers) and all(
        not _filled(row) if number is None else _is_average(number, row)
        for number, row in zip(numbers, rows, strict=True)
    )


def _is_average(number: Number, row: Sequence[Number | None]) -> bool:
    """Whether the number is the average over all players, or over those who have points."""
    added, filled = add(row), _filled(row)
    return added is not None and any(is_rounded(number, added, parts) for parts in (len(row), filled))


def _filled(row: Sequence[Number | None]) -> int:
    return sum(number is not None for number in row)


def _equal(column: Column, sums: Column, where: Column) -> bool:
    """Whether the column equals the sums, at least wherever `where` has a number."""
    return any(number is not None for number in column) and all(
        part is None if number is None else number == whole
        for number, whole, part in zip(column, sums, where, strict=True)
    )
