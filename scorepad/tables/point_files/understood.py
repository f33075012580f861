"""What was understood of a file, what a person says of it, and the words for both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import Sentence, say


@dataclass(frozen=True, slots=True)
class Part:
    """A line, column or cell by its name, with what it is or what is wrong with it."""

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
    """What a person says of a file: the names of the players, and the columns and lines of points by their
    numbers. What is empty isn't said."""

    players: tuple[str, ...] = ()
    columns: frozenset[int] = frozenset()
    lines: frozenset[int] = frozenset()


NOTHING = Told()


@dataclass(frozen=True)
class Understood:
    """Players, their points by seat in each deal, and what was left out.

    `columns` and `lines` are the numbers of the columns and lines with points, in their order. A `turned`
    file has a line for each player. `has_names` says whether it names them, `by_heading` whether a person
    chose them by these names. Doubts can be settled by a person; faults are in the file or in what the
    person said. While there are any, no table can be made.
    """

    players: tuple[str, ...]
    deals: tuple[Mapping[int, int], ...]
    columns: tuple[int, ...]
    lines: tuple[int, ...]
    turned: bool
    left_out: tuple[Part, ...] = ()
    doubts: tuple[ScorepadError, ...] = ()
    faults: tuple[ScorepadError, ...] = ()
    has_names: bool = False
    by_heading: bool = False

    @property
    def is_clear(self) -> bool:
        return not self.doubts and not self.faults

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each player in all deals."""
        return tuple(sum(deal.get(seat, 0) for deal in self.deals) for seat in range(len(self.players)))
