"""Fields of a deal that one way of scoring has by itself, beside those that all games have."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from scorepad.core.sentence import Sentence


class OwnFields(Protocol):
    """The fields of a question of `score` that a way of scoring has by itself, by their `names`."""

    @property
    @abstractmethod
    def names(self) -> Sequence[str]: ...

    def faults(
        self,
        fields: Mapping[str, Any],
        playing: Sequence[str],
    ) -> Iterator[tuple[str, Sentence]]:
        """The faults of these fields, by name. `playing` are the players in their order, empty if unknown."""
        yield from ()

    @abstractmethod
    def in_usual(self, fields: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:
        """The question with the content of these fields in those that all games have. `names` are all
        players that play or are named."""
