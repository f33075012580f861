"""Deals that players may drop out of, with a cap on a hand's points and a fine for a wrong show (I4-I6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from scorepad.core.rule_parts import check_choices
from scorepad.core.scoring import (
    CountedDeal,
    DealFault,
    DealNote,
    EndingWords,
    ScoreLine,
    Scoring,
    note_fault,
    note_of,
)
from scorepad.core.scoring.ended_deal import shared_out
from scorepad.core.sentence import say

Paid = Literal["own", "winner"]

WRONG_SHOW = EndingWords(
    id="wrong-show",
    label=say("Wrong show"),
    question=say("Who made a wrong show?"),
    ended=say("{name} made a wrong show"),
    mark=say("wrong show"),
    mark_meaning=say("wrong show: declared without a valid hand"),
    needs_hands=False,
)
DECLARE = EndingWords(
    id="declare",
    label=say("Declare"),
    question=say("Who declared?"),
    ended=say("{name} declared"),
    nobody=say("Nobody declared."),
    mark=say("declared"),
    mark_meaning=say("declared: showed a valid hand"),
    others=(WRONG_SHOW,),
)


@dataclass(frozen=True, slots=True, repr=False)
class WithDrops(Scoring):
    """The player who declares scores nothing, the others the cards left, at most `cap`.

    first, middle  points for dropping before the first draw, and later
    wrong_show     points for declaring without a valid hand; the others still in then score nothing. If the
                   others played on, it is recorded as a drop
    paid           points count against their players and the fewest win; or they are paid to the `winner`
    rate           factor of points that are paid

    Readings where the sources say nothing: after a wrong show those still in share what is paid, and the odd
    points go one each to those who sit next after the player who showed; where all but one have dropped, that
    player declares.
    """

    cap: int = 80
    first: int = 20
    middle: int = 40
    wrong_show: int = 80
    paid: Paid = "own"
    rate: int = 1

    leftover_decides: ClassVar[bool] = True
    ending_words: ClassVar[EndingWords] = DECLARE

    def __post_init__(self) -> None:
        check_choices(self, paid=Paid)

    @property
    def lowest_wins(self) -> bool:
        return self.paid == "own"

    @property
    def notes(self) -> tuple[DealNote, ...]:  # type: ignore[override]
        return (
            DealNote(
                "first",
                say("First drop"),
                say("{name} dropped first."),
                say("first drop"),
                self.first,
                chosen=True,
            ),
            DealNote(
                "middle",
                say("Middle drop"),
                say("{name} dropped later."),
                say("middle drop"),
                self.middle,
                chosen=True,
            ),
            DealNote(
                "wrong-show",
                say("Wrong show"),
                say("{name} made a wrong show."),
                say("wrong show"),
                self.wrong_show,
            ),
        )

    def ending_fault(self, deal: CountedDeal, winner: str) -> str:
        if self.ending_of(deal) == WRONG_SHOW:
            return ""  # what is left is as much as before, and doesn't count
        return Scoring.ending_fault(self, deal, winner)

    def faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        known = list(Scoring.faults(self, deal))
        yield from known
        if not known and self.paid == "winner" and self._is_wrong(deal) and not self._takers(deal):
            reason = say(
                "{ended}, and nobody else is still in. Name everybody, and check who dropped.",
                ended=WRONG_SHOW.ended_by(deal.winner or ""),
            )
            yield note_fault(reason)

    def _is_wrong(self, deal: CountedDeal) -> bool:
        return deal.winner is not None and self.ending_of(deal) == WRONG_SHOW

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        is_wrong = self._is_wrong(deal)
        lost = {name: 0 if is_wrong else min(self.cap, hand.left) for name, hand in deal.hands.items()}
        # Who dropped pays for that alone; the cards left do not count (I5).
        lost |= {
            name: drop.points for name, word in deal.own_notes.items() if (drop := note_of(self.notes, word))
        }
        if deal.winner is not None:
            lost[deal.winner] = self.wrong_show if is_wrong else 0
        if self.paid == "own":
            return lost
        shares = shared_out(sum(lost.values()), self._takers(deal))
        return {name: shares.get(name, -lost[name]) * self.rate for name in lost}

    def lines(self, deal: CountedDeal) -> dict[str, tuple[ScoreLine, ...]]:
        takers, scores = self._takers(deal), self.scores(deal)
        if self.paid == "own" or len({scores[name] for name in takers}) < 2:
            return {}
        least = min(scores[name] for name in takers)
        return {
            name: (
                ScoreLine(say("Share of the wrong show"), least),
                ScoreLine(say("Odd point"), scores[name] - least),
            )
            for name in takers
            if scores[name] > least
        }

    def _takers(self, deal: CountedDeal) -> Sequence[str]:
        """The players who are paid, in turn order after the player who ended the deal."""
        if deal.winner is None:
            return []
        if self.ending_of(deal) != WRONG_SHOW:
            return [deal.winner]
        names = [*deal.hands]
        place = names.index(deal.winner)
        return [name for name in (*names[place + 1 :], *names[:place]) if name not in deal.notes]
