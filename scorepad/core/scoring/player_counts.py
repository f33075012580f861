"""What is counted of a player or side at the end of a deal, beside cards, in one number each.

Forms, questions, the log and the bounds of numbers go through these rows, and know none by name.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.core.sentence import Sentence, say


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """One such number.

    id         its name in questions and in the log
    input      its field on the form of an ended deal
    label      its heading there
    of_pack    how much of it each pack has
    uncounted  says that a game does not count it
    too_many   says that all players together have more than is in play
    """

    id: str
    input: str
    label: Sentence
    of_pack: int
    uncounted: Sentence
    too_many: Sentence


RED_THREES = PlayerCount(
    "red_threes",
    "threes",
    say("Red threes"),
    of_pack=2,
    uncounted=say("Red threes don’t count in this game. Leave red_threes out."),
    too_many=say("{name}: that makes {number} red threes, and {most} are in play."),
)
PLAYER_COUNTS = (RED_THREES,)
