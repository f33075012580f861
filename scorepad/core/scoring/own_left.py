"""Deals in which everybody counts the cards left, and the fewest points win (R7, R8, S6, K5, N3, V3).

Among them those with contracts: out all at once, an exact cut, phases that are made (X4, P3, P5). A game says
what its endings are worth, as data: how many times the others count theirs, and what the player scores who
ended the deal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar

from scorepad.core.scoring import WENT_OUT, CountedDeal, DealField, DealNote, EndingWords, Scoring
from scorepad.core.sentence import say, say_number

HAND = EndingWords(
    id="hand",
    label=say("Hand"),
    question=say("Who went out all at once?"),
    ended=say("{name} went out all at once"),
    mark=say("hand"),
    mark_meaning=say("hand: all cards laid at once"),
)


@dataclass(frozen=True, slots=True)
class LeftEnding:
    """The value of an ending.

    times       factor of the cards that the others have left
    own         score of the player who ended the deal; None: the cards left count
    most_left   most points that this player has left; with nothing left, the next ending applies
    run_wilds   the whole hand is one run with so many wilds; None: any hand
    """

    words: EndingWords
    times: int = 1
    own: int | None = 0
    most_left: int = 0
    run_wilds: int | None = None


# The same endings give the same words, and are asked for again and again.
@cache
def _joined(endings: tuple[LeftEnding, ...]) -> EndingWords:
    """The words of the first ending, with those of the others in `others`."""
    return replace(endings[0].words, others=tuple(ending.words for ending in endings[1:]))


@dataclass(frozen=True, slots=True, repr=False)
class OwnLeft(Scoring):
    """Everybody scores the cards left, times the ending's factor; the lowest total wins.

    ways          the endings of the game, the usual one first; if that may leave cards, the next one leaves
                  none
    winner_takes  the player who ended the deal also scores the sum of the others' points, as a minus
    """

    ways: tuple[LeftEnding, ...] = (LeftEnding(WENT_OUT),)
    winner_takes: bool = False

    leftover_decides: ClassVar[bool] = True

    @property
    def ending_words(self) -> EndingWords:  # type: ignore[override]
        return _joined(self.ways)

    @property
    def others_lay_off(self) -> bool:  # type: ignore[override]
        return any(way.most_left for way in self.ways)

    @property
    def lowest_wins(self) -> bool:
        return True

    def ending_of(self, deal: CountedDeal) -> EndingWords:
        ending = Scoring.ending_of(self, deal)
        if deal.winner is None or ending != self.ending_words or not self.ways[0].most_left:
            return ending
        # Who closes with nothing left has ended the deal in the next way, all melded (chinchon N3).
        return self.ways[1].words if deal.hands[deal.winner].is_empty else ending

    def wilds_in_run(self, ending: str) -> int | None:
        """The number of wilds in a whole hand that is one run, if the ending requires such a hand; else
        None."""
        return self._way(ending).run_wilds

    def ending_fault(self, deal: CountedDeal, winner: str) -> str:
        hand, way = deal.hands[winner], self._way(self.ending_of(deal).id)
        if hand.is_empty or hand.left <= way.most_left:
            return ""
        ended = way.words.ended_by(winner)
        if not way.most_left:
            return self._nothing_left(ended)
        return say(
            "{ended} with {left}. At most {most} may be left. Check the cards.",
            ended=ended,
            left=hand.left,
            most=way.most_left,
        )

    def left_words(self, melded: int, left: int, went_out: bool) -> str:
        return "" if went_out and not left else say("{number} left", number=left)

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        if deal.winner is None:
            return {name: hand.left for name, hand in deal.hands.items()}
        way = self._way(self.ending_of(deal).id)
        scores = {name: hand.left * way.times for name, hand in deal.hands.items()}
        scores[deal.winner] = deal.hands[deal.winner].left if way.own is None else way.own
        if self.winner_takes:
            scores[deal.winner] -= sum(score for name, score in scores.items() if name != deal.winner)
        return scores

    def _way(self, ending: str) -> LeftEnding:
        return next((way for way in self.ways if way.words.id == ending), self.ways[0])


BLIND = EndingWords(
    id="blind",
    label=say("Out at once"),
    question=say("Who went out all at once?"),
    ended=say("{name} went out all at once"),
    mark=say("at once"),
    mark_meaning=say("at once: contract and all other cards in one turn"),
)
BLIND_NATURAL = replace(
    BLIND,
    id="blind-natural",
    label=say("Out at once without a joker"),
    ended=say("{name} went out all at once without a joker"),
    mark=say("no joker"),
    mark_meaning=say("no joker: all at once and without a joker"),
)
EXACT_CUT = DealNote(
    "cut",
    say("Exact cut"),
    say_number(
        "{name} cut exactly the cards to be dealt.",
        "{name} cut exactly the cards to be dealt.",
        1,
        name="{name}",
    ),
    say("exact cut"),
    0,
    stays=True,
)


@dataclass(frozen=True, slots=True, repr=False)
class LeftWithCut(OwnLeft):
    """The cards left count, minus `cut` for the player who cut exactly the cards to be dealt (X4)."""

    cut: int = 0

    @property
    def notes(self) -> tuple[DealNote, ...]:  # type: ignore[override]
        return (EXACT_CUT,) if self.cut else ()

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        scores = OwnLeft.scores(self, deal)
        return {name: score - self.cut * (name in deal.notes) for name, score in scores.items()}


def blind_endings(at_once: int, natural: int) -> tuple[LeftEnding, ...]:
    """The endings for going out, and for going out at once, with or without a joker; each number is
    subtracted, 0 omits the ending."""
    special = ((BLIND, at_once), (BLIND_NATURAL, natural))
    return (LeftEnding(WENT_OUT), *(LeftEnding(words, own=-less) for words, less in special if less))


@dataclass(frozen=True, slots=True, repr=False)
class LeftWithPhases(OwnLeft):
    """The cards left count, and completed phases; the player who ends a deal has completed one (P3, P5)."""

    counts: ClassVar[frozenset[DealField]] = frozenset({"left", "phases"})
