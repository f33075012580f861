"""The choices in a form for what is noted of a player beside the numbers: one of several ways to drop, and
something counted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from scorepad.core.scoring import DealNote, Scoring

_WAYS_AT_ONCE = 64  # ways of scoring whose choices are remembered


@dataclass(frozen=True, slots=True)
class DropChoices:
    """The choices for a player: one or none of the `ways`, and `counted` up to `most` times."""

    ways: tuple[DealNote, ...] = ()
    counted: DealNote | None = None
    most: int = 0

    @property
    def leave(self) -> bool:
        """Whether any of the ways makes a player leave the deal."""
        return any(not way.stays for way in self.ways)

    def word(self, way: str, times: int) -> str:
        """The game's word for a way together with the counted note `times` times."""
        repeated = [self.counted.id] * min(times, self.most) if self.counted else []
        return "+".join([way] * bool(way) + repeated)

    def parted(self, word: str) -> tuple[str, int]:
        """Split a game's word into the way and the number of counted notes."""
        parts = [part for part in word.split("+") if part]
        times = parts.count(self.counted.id) if self.counted else 0
        ways = [part for part in parts if not (self.counted and part == self.counted.id)]
        return "+".join(ways), times


@lru_cache(maxsize=_WAYS_AT_ONCE)
def drop_choices(scoring: Scoring) -> DropChoices:
    """The choices of a game, from the drops of its scoring."""
    parts = {part.id: part for drop in scoring.notes for part in (drop.parts or (drop,))}
    times = {
        id: max(sum(part.id == id for part in drop.parts or (drop,)) for drop in scoring.notes)
        for id in parts
    }
    counted = next((part for id, part in parts.items() if times[id] > 1), None)
    ways = tuple(part for part in parts.values() if part is not counted)
    return DropChoices(ways, counted, times[counted.id] if counted else 0)
