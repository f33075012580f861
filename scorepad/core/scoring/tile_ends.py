"""Deals of tiles that end in pairs, with the okey thrown, or from the hand; each doubles the others' losses
(O4, T5, T6).

An ending is named by its words joined by `+`, in any order; `out` is the usual one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from scorepad.core.scoring import (
    WENT_OUT,
    CountedDeal,
    DealFault,
    DealField,
    DealNote,
    EndingWords,
    Scoring,
    note_fault,
)
from scorepad.core.scoring.ended_deal import NEVER_OPENED
from scorepad.core.scoring.own_left import HAND, LeftEnding, OwnLeft
from scorepad.core.sentence import say

OKEY = EndingWords(
    id="okey",
    label=say("Okey thrown"),
    ended=say("{name} threw the okey last"),
    mark=say("okey"),
    mark_meaning=say("okey: the okey thrown last"),
)
PAIRS = EndingWords(
    id="pairs",
    label=say("Pairs"),
    ended=say("{name} went out with pairs"),
    mark=say("pairs"),
    mark_meaning=say("pairs: went out with pairs"),
)
PAIRS_OKEY = EndingWords(
    id="pairs+okey",
    label=say("Pairs and okey"),
    ended=say("{name} went out with pairs, the okey thrown last"),
    mark=say("pairs, okey"),
    mark_meaning=say("pairs, okey: went out with pairs, the okey thrown last"),
)
HAND_OKEY = EndingWords(
    id="hand+okey",
    label=say("Hand and okey"),
    ended=say("{name} went out all at once, the okey thrown last"),
    mark=say("hand, okey"),
    mark_meaning=say("hand, okey: all laid at once, the okey thrown last"),
)
HAND_OKEYS = EndingWords(
    id="hand+okey+okey",
    label=say("Hand and both okeys"),
    ended=say("{name} went out all at once with both okeys"),
    mark=say("hand, both okeys"),
    mark_meaning=say("hand, both okeys: all laid at once, with both okeys"),
)
# The others lose a stake, whatever tiles they hold (O4). All tiles are in hand until somebody goes out, so
# `hand` says nothing more.
OF_OKEY = tuple(
    replace(words, needs_hands=False, also=(f"{HAND.id}+{words.id}",))
    for words in (WENT_OUT, PAIRS, OKEY, PAIRS_OKEY)
)
OF_101 = (WENT_OUT, OKEY, PAIRS, HAND, HAND_OKEY, PAIRS_OKEY, HAND_OKEYS)

BY_PAIRS = DealNote(
    "pairs", say("Opened by pairs"), say("{name} opened by pairs."), say("by pairs"), 0, stays=True
)
UNOPENED = DealNote(
    "unopened",
    say("Not opened"),
    say("{name} hadn’t opened."),
    say("not opened"),
    202,
    stays=True,
    of_each=True,
)
FINED = DealNote("fine", say("Fined"), say("{name} was fined."), say("fined"), 0, stays=True)
MOST_FINES = 2  # of a player in a deal
INDICATOR = DealNote(
    "indicator", say("Indicator shown"), say("{name} showed the indicator."), say("indicator"), 0, stays=True
)


@dataclass(frozen=True, slots=True, repr=False)
class Stakes(Scoring):
    """The player who goes out scores nothing; each of the others loses the stake of the ending.

    stakes     the stake of each ending of `OF_OKEY`
    indicator  points that each of the others loses to a player who showed the indicator at the start
    """

    stakes: tuple[int, ...] = (2, 4, 4, 8)
    indicator: int = 1

    counts: ClassVar[frozenset[DealField]] = frozenset()
    leftover_decides: ClassVar[bool] = True
    ending_words: ClassVar[EndingWords] = replace(OF_OKEY[0], others=OF_OKEY[1:])

    @property
    def notes(self) -> tuple[DealNote, ...]:  # type: ignore[override]
        return (INDICATOR,) if self.indicator else ()

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        way = [words.id for words in OF_OKEY].index(self.ending_of(deal).id)
        lost = dict.fromkeys(deal.hands, self.stakes[way] if deal.winner is not None else 0)
        lost |= {deal.winner: 0} if deal.winner is not None else {}
        return {
            # All pay for the indicator but the one who showed it (O4).
            name: -loss - self.indicator * any(shown != name for shown in deal.notes)
            for name, loss in lost.items()
        }

    def faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        yield from Scoring.faults(self, deal)
        if len(deal.own_notes) > 1:
            yield note_fault(say("Only one player shows the indicator. Choose which one."))


@dataclass(frozen=True, slots=True, repr=False)
class Doubled(OwnLeft):
    """Everybody scores the tiles left, times the ending's factor; the lowest total wins.

    unopened  score of a player who has not opened, whatever is left
    sides     partners may be recorded as one side, which counts this twice; the points of partners are
              cancelled if their side ended the deal (T6)
    fine      points added, whatever the ending, to a player who throws a tile that fits on the table, opens
              wrongly, takes the left tile without opening, or throws the okey too early (T7)
    """

    unopened: int = UNOPENED.points
    sides: bool = False
    fine: int = 101

    counts: ClassVar[frozenset[DealField]] = frozenset({"left", NEVER_OPENED.field})

    @property
    def notes(self) -> tuple[DealNote, ...]:  # type: ignore[override]
        ways = (BY_PAIRS, replace(UNOPENED, points=self.unopened * (1 + self.sides)))
        # A fine may be noted of a player beside either way of having opened.
        fines = [(FINED,) * count for count in range(1, MOST_FINES + 1)] if self.fine else []
        return (*ways, *(DealNote.together(*way, *fine) for way in ((), *zip(ways)) for fine in fines))

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        counted = {name: replace(hand, left=self._left(deal, name)) for name, hand in deal.hands.items()}
        scores = OwnLeft.scores(self, replace(deal, hands=counted))
        if deal.winner is not None:
            scores |= dict.fromkeys(deal.partners_of(deal.winner), 0)
        return {name: score + self.fine * deal.times_noted(name, FINED.id) for name, score in scores.items()}

    def _left(self, deal: CountedDeal, name: str) -> int:
        """The value of a player's tiles before the ending's factor."""
        notes, left = deal.notes.get(name, ()), deal.hands[name].left
        if NEVER_OPENED in notes or UNOPENED.id in notes:
            is_side = self.sides and not deal.partners_of(name)
            return self.unopened * (1 + is_side)
        # Who opened by pairs counts double, before what the ending does (T5).
        return 2 * left if BY_PAIRS.id in notes else left


def doubled_endings(going_out: int) -> tuple[LeftEnding, ...]:
    """The endings of 101: each word doubles the others' tiles, and the bonus for going out."""
    factors = (1, 2, 2, 2, 4, 4, 8)  # of OF_101, one by one (T6)
    return tuple(
        LeftEnding(words, times=factor, own=-going_out * factor)
        for words, factor in zip(OF_101, factors, strict=True)
    )
