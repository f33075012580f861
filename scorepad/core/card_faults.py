"""A fault of text that does not read as cards (RULES.md, N6)."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.core.sentence import say


@dataclass(frozen=True, slots=True)
class CardFault:
    """A piece that does not read, its position (in characters, from 1), and what to type instead."""

    piece: str
    position: int
    advice: str

    @property
    def place_words(self) -> str:
        return say("{piece} at position {position}", piece=repr(self.piece), position=self.position)

    @property
    def message(self) -> str:
        return say("{place}: {advice}", place=self.place_words, advice=self.advice)
