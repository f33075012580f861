"""Text that is rewritten piece by piece, and keeps the original position of each character."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class PlacedText:
    """A rewritten text. `begins` and `ends` are the original positions of each character. `read` marks
    characters in their final form, which are not rewritten again."""

    text: str
    begins: Sequence[int]
    ends: Sequence[int]
    read: Sequence[bool]

    @classmethod
    def of(cls, text: str) -> PlacedText:
        return cls(text, range(len(text)), range(1, len(text) + 1), (False,) * len(text))

    def replaced(self, changes: Iterable[tuple[int, int, str]], *, spelled: bool = False) -> PlacedText:
        """The text with these (begin, end, words) replaced; they come in order and don't overlap. With
        `spelled` the new words may be rewritten again."""
        text, at = "", 0
        begins: list[int] = []
        ends: list[int] = []
        read: list[bool] = []
        for begin, end, words in (*changes, (len(self.text), len(self.text), "")):
            text += self.text[at:begin] + words
            begins += [*self.begins[at:begin], *[self._begin(begin)] * len(words)]
            ends += [*self.ends[at:begin], *[self._end(begin, end)] * len(words)]
            read += [*self.read[at:begin], *[not spelled] * len(words)]
            at = end
        return PlacedText(text, begins, ends, read)

    def substituted(
        self,
        pattern: re.Pattern[str],
        words_of: Callable[[re.Match[str]], str | None],
        *,
        spelled: bool = False,
    ) -> PlacedText:
        """The text with each match replaced by `words_of` it; None leaves a match."""
        changes = (
            (match.start(), match.end(), words)
            for match in pattern.finditer(self.text)
            if (words := words_of(match)) is not None
        )
        return self.replaced(changes, spelled=spelled)

    def first_span(self, begin: int, end: int) -> tuple[int, int]:
        """The original position of a stretch of the text."""
        return self._begin(begin), self._end(begin, end)

    def _begin(self, at: int) -> int:
        if at < len(self.begins):
            return self.begins[at]
        return self.ends[-1] if self.ends else 0

    def _end(self, begin: int, end: int) -> int:
        return max(self.ends[begin:end], default=self._begin(begin))
