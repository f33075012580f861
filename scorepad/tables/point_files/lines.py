"""Tells which lines of points are deals, and which are totals, averages or places of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorepad.core.sentence import Sentence, in_a_row, say
from scorepad.tables.point_files.cell_numbers import Number, is_rounded
from scorepad.tables.point_files.player_columns import show_cell

Line = Sequence[Number | None]
TOTAL = say("It’s the sum of the deals. The totals agree.")
SUBTOTAL = say("It’s the sum of the deals above it.")
AVERAGE = say("It’s the average of the deals.")
PLACES = say("It has the players’ places.")
HIGHEST = say("It has the most points of each player.")
LOWEST = say("It has the fewest points of each player.")
PLAYED = say("It has the number of deals of each player.")
START = say("It’s the start, with 0 for everybody.")
EMPTY = say("It has no points.")
MOST_BEHIND, MOST_AHEAD = 5, 2  # lines that are no deals, behind and ahead of all deals


class Sums:
    """The sums of each player over some deals: all points, how many aren’t 0, the number of deals, the most
    and the fewest points."""

    def __init__(self, players: int, deals: Iterable[Line] = ()) -> None:
        self.totals: list[Number] = [0] * players
        self.scored, self.played = [0] * players, [0] * players
        self.highest: list[Number | None] = [None] * players
        self.lowest: list[Number | None] = [None] * players
        self.deals = 0
        for deal in deals:
            self.add(deal)

    def add(self, deal: Line) -> None:
        self.deals += 1
        for player, number in enumerate(deal):
            if number is not None:
                self.totals[player] += number
                self.scored[player] += number != 0
                self.played[player] += 1
                highest, lowest = self.highest[player], self.lowest[player]
                self.highest[player] = number if highest is None else max(highest, number)
                self.lowest[player] = number if lowest is None else min(lowest, number)


@dataclass(frozen=True)
class Split:
    """Lines by index: the deals, and others in between."""

    deals: tuple[int, ...]
    others: tuple[int, ...]


def splits(lines: Sequence[Line]) -> list[Split]:
    """List the ways to separate deals from other lines, at least one of which is a sum; most others first."""
    count = len(lines)
    found = [
        _split(lines, ahead, behind)
        for ahead in range(MOST_AHEAD + 1)
        for behind in range(MOST_BEHIND + 1)
        if ahead + behind < count
    ]
    if count > 3 and count % 2 == 0:
        found.append(Split(tuple(range(0, count, 2)), tuple(range(1, count, 2))))
    found = [split for split in dict.fromkeys(found) if _has_sum(lines, split)]
    return sorted(found, key=lambda split: -len(split.others))


def _split(lines: Sequence[Line], ahead: int, behind: int) -> Split:
    """Take `ahead` first and `behind` last lines as others, and subtotals in between."""
    deals: list[int] = []
    others = [*range(ahead), *range(len(lines) - behind, len(lines))]
    width = len(lines[0])
    before, since = Sums(width), Sums(width)
    for place in range(ahead, len(lines) - behind):
        if any(sums.deals > 1 and is_mostly_sum(lines[place], sums) for sums in (before, since)):
            others.append(place)
            since = Sums(width)
        else:
            deals.append(place)
            before.add(lines[place])
            since.add(lines[place])
    return Split(tuple(deals), tuple(sorted(others)))


def _has_sum(lines: Sequence[Line], split: Split) -> bool:
    sums = Sums(len(lines[0]), (lines[deal] for deal in split.deals))
    # The last of the lines in between is below all deals, or the first is above them.
    return any(is_mostly_sum(lines[place], sums) for place in split.others)


def is_mostly_sum(line: Line, sums: Sums) -> bool:
    """Whether at least half of the line's numbers, and at least two, are sums. Columns of running totals have
    other numbers."""
    agree = sum(
        number is not None and number == total for number, total in zip(line, sums.totals, strict=True)
    )
    return agree > 1 and agree * 2 >= len(line) and is_telling(line, sums)


def is_telling(line: Line, sums: Sums) -> bool:
    """Whether some number of the line is the sum of at least two scores that aren’t 0."""
    return any(
        number is not None and number == total and scored > 1
        for number, total, scored in zip(line, sums.totals, sums.scored, strict=True)
    )


def is_total(line: Line, sums: Sums) -> bool:
    """Whether each number of the line is the sum of the player's points in the deals."""
    return any(number is not None for number in line) and not differing(line, sums)


def differing(line: Line, sums: Sums) -> list[tuple[int, Number, Number]]:
    """The player, the number and the right sum, for each number of the line that isn’t the sum."""
    return [
        (player, number, total)
        for player, (number, total) in enumerate(zip(line, sums.totals, strict=True))
        if number is not None and number != total
    ]


def differences(line: Line, sums: Sums, names: Sequence[str]) -> Sentence:
    """A sentence with each player's total, the sum of the deals, and the difference."""
    return in_a_row(
        (
            say(
                "{name} {total} for {added}, difference {difference}",
                name=names[player] or "?",
                total=show_cell(total),
                added=show_cell(added),
                difference=show_cell(total - added),
            )
            for player, total, added in differing(line, sums)
        ),
        "; ",
    )


def explain(line: Line, before: Sums, since: Sums, deals: Sums) -> Sentence | None:
    """What a line other than a deal is: of all deals, of those `before` it, or of those `since` the last such
    line. None if nothing explains it."""
    if all(number is None for number in line):
        return EMPTY
    if is_total(line, deals):
        return TOTAL
    if any(sums.deals and is_total(line, sums) for sums in (before, since)):
        return SUBTOTAL
    if not before.deals and all(number == 0 for number in line if number is not None):
        return START
    if _are_averages(line, deals):
        return AVERAGE
    if _are_places(line, deals.totals):
        return PLACES
    for words, of in ((HIGHEST, deals.highest), (LOWEST, deals.lowest), (PLAYED, deals.played)):
        if all(number is None or number == value for number, value in zip(line, of, strict=True)):
            return words
    return None


def _are_averages(line: Line, sums: Sums) -> bool:
    """Whether the line has each player's average, over all deals or over those that the player played."""
    return all(
        number is None or (played and any(is_rounded(number, total, parts) for parts in (played, sums.deals)))
        for number, total, played in zip(line, sums.totals, sums.played, strict=True)
    )


def _are_places(line: Line, totals: Sequence[Number]) -> bool:
    """Whether the line ranks the totals, highest or lowest first. After a tie a place may be skipped."""
    for sign in (1, -1):
        ordered = sorted(sign * total for total in totals)
        for order in (ordered, sorted(set(ordered))):
            if all(
                number is None or number == order.index(sign * total) + 1
                for number, total in zip(line, totals, strict=True)
            ):
                return True
    return False
