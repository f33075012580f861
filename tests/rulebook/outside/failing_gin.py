"""A small gin whose rules fail at some tables, as a package of somebody else may."""

from __future__ import annotations

from dataclasses import dataclass, replace

from small_gin import GAME as SMALL_GIN  # type: ignore[import-not-found]
from small_gin import Knocking, SmallGin

from scorepad.core.options import option
from scorepad.core.rules import Rules
from scorepad.core.scoring import CountedDeal
from scorepad.core.sentence import say


class Odd(BaseException):
    """No Exception, so that few would catch it."""


FAULTS = {
    1: ZeroDivisionError("by nothing"),
    2: SystemExit(3),
    3: Odd("at once"),
    4: OSError(2, "No such file", "table.txt"),
    5: RecursionError("too deep"),
}


@dataclass(frozen=True, slots=True, repr=False)
class FailingScores(Knocking):
    """Scores that cannot be counted where a hand has 13 left."""

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        if any(hand.left == 13 for hand in deal.hands.values()):
            raise KeyError("thirteen")
        return Knocking.scores(self, deal)


@dataclass(frozen=True)
class FailingGin(SmallGin):
    """The house rules of a table."""

    fault: int = option(0, say("Fault"), say("Which fault its rules have."), "G1", "scoring", high=5)

    def rules(self) -> Rules:
        if self.fault:
            raise FAULTS[self.fault]
        return replace(SmallGin.rules(self), game="failing-gin", scoring=FailingScores(self.knock))


GAME = replace(SMALL_GIN, id="failing-gin", name=say("Failing gin"), house_rules=FailingGin, aliases=())
