"""What is counted of a player or side at the end of a deal, beside cards.

Forms, questions and the reasons to leave out a field go through these rows, and know none by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorepad.core.sentence import Sentence, say


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """What is counted in one number, or in one of each kind that a game has.

    id         its name in questions and in the log
    inputs     its fields on the form of an ended deal, one for each kind in the game's order
    uncounted  says that a game does not count it
    label      the heading of the one number; empty if there are kinds, which have names of their own
    of_pack    how much of it each pack has; 0 if the cards in play say it
    too_many   says that all players together have more than is in play
    """

    id: str
    inputs: tuple[str, ...]
    uncounted: Sentence
    label: str = ""
    of_pack: int = 0
    too_many: str = ""

    @property
    def has_kinds(self) -> bool:
        return not self.label


Counted = str | PlayerCount
"""What a number is of: a kind, by its word, or a `PlayerCount` without kinds, which equals no word."""

CANASTAS = PlayerCount(
    "canastas",
    tuple(f"kind{place}" for place in range(16)),
    uncounted=say("No canastas count in this game. Leave {field} out.", field="canastas"),
)
RED_THREES = PlayerCount(
    "red_threes",
    ("threes",),
    uncounted=say("Red threes don’t count in this game. Leave red_threes out."),
    label=say("Red threes"),
    of_pack=2,
    too_many=say("{name}: that makes {number} red threes, and {most} are in play."),
)
PLAYER_COUNTS = (CANASTAS, RED_THREES)


def of_kinds(counts: Mapping[Counted, int]) -> dict[str, int]:
    """The numbers of kinds, by their words.

    >>> of_kinds({"natural": 2, RED_THREES: 3})
    {'natural': 2}
    """
    return {kind: number for kind, number in counts.items() if isinstance(kind, str)}
