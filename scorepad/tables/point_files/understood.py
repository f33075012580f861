"""The interpretation of a file, a person's hints for it, and the words for both."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorepad.core.errors import ScorepadError
from scorepad.core.log.schema import clean_text
from scorepad.core.points import Points
from scorepad.core.sentence import Sentence, say

_PLACES = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?")
_MOST_PLACES = 20_000


@dataclass(frozen=True, slots=True)
class Part:
    """The name of a line, column or cell, with what it is or what is wrong with it."""

    place: Sentence
    words: Sentence

    @property
    def sentence(self) -> Sentence:
        return say("{place}: {fault}", place=self.place, fault=self.words)

    @property
    def error(self) -> ScorepadError:
        return fault_of(self.sentence)


def fault_of(sentence: Sentence) -> ScorepadError:
    return ScorepadError(sentence, at="file", code="import")


@dataclass(frozen=True, slots=True)
class Told:
    """A person's hints about a file: the names of the players, and the numbers of columns and lines with
    points. Empty means no hint."""

    players: tuple[str, ...] = ()
    columns: frozenset[int] = frozenset()
    lines: frozenset[int] = frozenset()


NOTHING = Told()


def read_told(players: str, columns: str, lines: str) -> Told:
    """Read the typed hints: names with commas between them, numbers such as `2,3` or `2-9`. Raises
    ScorepadError."""
    names = tuple(map(clean_text, next(csv.reader([players]), [])))
    if not all(names):
        message = say("Type the names with commas between them, such as Ann,Ben.")
        raise ScorepadError(message, at="players", code="import")
    return Told(names, _read_places("columns", columns), _read_places("lines", lines))


def _read_places(field: str, text: str) -> frozenset[int]:
    places: set[int] = set()
    for part in text.split(",") if text.strip() else ():
        match = _PLACES.fullmatch(part.strip())
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not 1 <= first <= last or last - first > _MOST_PLACES:
            message = say(
                "{text} isn’t a list of numbers. Type one such as 2,3 or 2-9.", text=repr(text[:30])
            )
            raise ScorepadError(message, at=field, code="import")
        places.update(range(first, last + 1))
    return frozenset(places)


def list_names(names: Sequence[str]) -> str:
    """The names as a person types them: with commas between them, and a name with a comma in quotes."""
    written = io.StringIO(newline="")
    csv.writer(written, lineterminator="").writerow(names)
    return written.getvalue()


def list_places(places: Iterable[int]) -> str:
    """Join numbers to a short text, with spans for consecutive ones.

    >>> list_places([2, 3, 4, 7])
    '2-4,7'
    """
    runs: list[list[int]] = []
    for place in sorted(places):
        if runs and place == runs[-1][-1] + 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


@dataclass(frozen=True)
class Understood:
    """Players, their points by seat in each deal, and the parts left out.

    `columns` and `lines`: the numbers of the columns and lines with points, in order. `transposed`: the file
    has a line for each player. `has_names`: it names the players; `by_heading`: a person chose them by these
    names. Doubts can be settled by a person; faults are in the file or in that person's answers. While there
    are any, no table can be made.
    """

    players: tuple[str, ...]
    deals: tuple[Mapping[int, Points], ...]
    columns: tuple[int, ...]
    lines: tuple[int, ...]
    transposed: bool
    left_out: tuple[Part, ...] = ()
    doubts: tuple[ScorepadError, ...] = ()
    faults: tuple[ScorepadError, ...] = ()
    has_names: bool = False
    by_heading: bool = False

    @property
    def is_clear(self) -> bool:
        return not self.doubts and not self.faults

    @property
    def totals(self) -> tuple[Points, ...]:
        """The points of each player in all deals."""
        return tuple(sum(deal.get(seat, 0) for deal in self.deals) for seat in range(len(self.players)))
