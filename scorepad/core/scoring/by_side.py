"""Deals in which a side scores its melds, canastas, red threes and going out, minus its cards left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from scorepad.core.canastas import RankMelds
from scorepad.core.phrasing import show_number
from scorepad.core.points import Points
from scorepad.core.scoring import WENT_OUT, DealNames, DealNote, EndingWords, Partners, Scoring
from scorepad.core.scoring.ended_deal import CountedDeal, CountedHand, DealFault, DealField, ScoreLine
from scorepad.core.scoring.own_left import EXACT_CUT
from scorepad.core.scoring.player_counts import CANASTAS, RED_THREES, PlayerCount, of_kinds
from scorepad.core.sentence import Sentence, in_a_row, say, say_number

CONCEALED = EndingWords(
    id="concealed",
    label=say("Out concealed"),
    question=say("Who went out concealed?"),
    ended=say_number("{name} went out concealed", "{name} went out concealed", 1, name="{name}"),
    mark=say("concealed"),
    mark_meaning=say("concealed: went out with nothing melded before"),
)
STOCK = EndingWords(
    id="stock",
    label=say("Stock out"),
    by_nobody=True,
    nobody=say("Nobody went out because the stock ran out."),
)
_WAYS = replace(WENT_OUT, others=(CONCEALED, STOCK))


@dataclass(frozen=True, slots=True, repr=False)
class CanastaDeal(Scoring):
    """A side's cards melded, canastas, red threes and bonus for going out, minus its cards left.

    may              the melds allowed, with the kinds of canasta
    out, concealed   bonuses of the side that goes out
    threes           points of one red three, two, three, and so on; each further one adds those of the first
    threes_unmelded  points that they cost a side that has melded nothing; empty: they count all the same
    """

    may: RankMelds = RankMelds()
    out: int = 100
    concealed: int = 200
    threes: tuple[int, ...] = (100, 200, 300, 800)
    threes_unmelded: tuple[int, ...] = (100, 200, 300, 400)

    left_counts: ClassVar[bool] = False
    counts: ClassVar[frozenset[DealField]] = frozenset({"melded", "left"})
    player_counts: ClassVar[tuple[PlayerCount, ...]] = (CANASTAS, RED_THREES)
    partners: ClassVar[Partners] = "together"
    deal_names: ClassVar[DealNames] = DealNames(product=say("cards melded − cards left, bonuses beside them"))
    ending_words: ClassVar[EndingWords] = _WAYS

    @property
    def canasta_kinds(self) -> Mapping[str, Sentence]:
        return {kind.word: kind.label for kind in self.may.kinds}

    def ending_fault(self, deal: CountedDeal, winner: str) -> str:
        return ""  # a partner's cards may be left

    def faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        yield from Scoring.faults(self, deal)
        for name, hand in deal.hands.items():
            unknown = [word for word in of_kinds(hand.counts) if word not in self.canasta_kinds]
            for word in unknown:
                reason = say(
                    "{name}: {word} isn’t a kind of canasta here. Type one of {words}.",
                    name=name,
                    word=repr(word[:20]),
                    words=", ".join(self.canasta_kinds),
                )
                yield DealFault(reason, CANASTAS.id, name)

    def lines(self, deal: CountedDeal) -> dict[str, tuple[ScoreLine, ...]]:
        return {name: tuple(self._lines_of(deal, name)) for name in deal.hands}

    def scores(self, deal: CountedDeal) -> dict[str, Points]:
        return {name: sum(line.points for line in lines) for name, lines in self.lines(deal).items()}

    def left_words(self, melded: int, left: int, went_out: bool) -> str:
        return in_a_row((show_number(melded), "−", show_number(left))) if melded and left else ""

    def _meld_lines(self, hand: CountedHand) -> Iterator[ScoreLine]:
        if hand.melded:
            yield ScoreLine(say("Cards melded"), hand.melded)
        # In the order of the rules, so that lines stand alike for every side.
        for kind in self.may.kinds:
            if count := hand.counts.get(kind.word, 0):
                yield ScoreLine(say("{label}: {number}", label=kind.label, number=count), count * kind.points)

    def _lines_of(self, deal: CountedDeal, name: str) -> Iterator[ScoreLine]:
        hand = deal.hands[name]
        yield from self._meld_lines(hand)
        if threes := hand.counts.get(RED_THREES, 0):
            points = self._threes_points(threes, counts_for=self.threes_count_for(hand))
            yield ScoreLine(say("Red threes: {number}", number=threes), points)
        if name == deal.winner:
            ending = self.ending_of(deal)
            points = self.concealed if ending.id == CONCEALED.id else self.out
            yield ScoreLine(
                say("Going out concealed") if ending.id == CONCEALED.id else say("Going out"), points
            )
        if hand.left:
            yield ScoreLine(say("Cards left"), -hand.left)

    def threes_count_for(self, hand: CountedHand) -> bool:
        """Whether red threes count for a side, not against it: it has melded something."""
        return bool(hand.melded or any(of_kinds(hand.counts).values()))

    def _threes_points(self, count: int, *, counts_for: bool) -> int:
        if counts_for or not self.threes_unmelded:
            return _points_of(self.threes, count)
        # Red threes count against a side without a meld (canasta C6).
        return -_points_of(self.threes_unmelded, count)


@dataclass(frozen=True, slots=True, repr=False)
class BooksDeal(CanastaDeal):
    """As `CanastaDeal` with books, and `cut` for a side that cut exactly the cards to be dealt."""

    cut: int = 0

    @property
    def notes(self) -> tuple[DealNote, ...]:  # type: ignore[override]
        return (EXACT_CUT,) if self.cut else ()

    def _lines_of(self, deal: CountedDeal, name: str) -> Iterator[ScoreLine]:
        yield from CanastaDeal._lines_of(self, deal, name)
        if name in deal.notes:
            yield ScoreLine(EXACT_CUT.label, self.cut)


NO_POZZETTO = DealNote(
    "no-pozzetto",
    say("No pozzetto"),
    say_number("{name} didn’t take the pozzetto.", "{name} didn’t take the pozzetto.", 1, name="{name}"),
    say("no pozzetto"),
    0,
    stays=True,
)


@dataclass(frozen=True, slots=True, repr=False)
class BurracoDeal(CanastaDeal):
    """A side's cards melded, long melds and bonus for going out, minus its cards left and a pozzetto not
    taken (B4-B6).

    pozzetto             what that takes off
    not_taken, is_taken  its line, and what is said where a side that went out is said not to have taken it
    """

    pozzetto: int = 100

    player_counts: ClassVar[tuple[PlayerCount, ...]] = (CANASTAS,)
    ending_words: ClassVar[EndingWords] = replace(WENT_OUT, others=(STOCK,))
    notes: ClassVar[tuple[DealNote, ...]] = (NO_POZZETTO,)
    not_taken: ClassVar[Sentence] = say("Pozzetto not taken")
    is_taken: ClassVar[Sentence] = say("{ended}, so the pozzetto is taken. Clear “No pozzetto”.")

    def ending_fault(self, deal: CountedDeal, winner: str) -> str:
        if winner in deal.own_notes:
            return say(str(self.is_taken), ended=self.ending_of(deal).ended_by(winner))
        return ""

    def _lines_of(self, deal: CountedDeal, name: str) -> Iterator[ScoreLine]:
        hand = deal.hands[name]
        yield from self._meld_lines(hand)
        if name == deal.winner:
            yield ScoreLine(say("Going out"), self.out)
        if name in deal.notes:
            yield ScoreLine(self.not_taken, -self.pozzetto)
        if hand.left:
            yield ScoreLine(say("Cards left"), -hand.left)


def _points_of(by_count: tuple[int, ...], count: int) -> int:
    """The points for so many; each beyond those listed counts as the first."""
    return by_count[min(count, len(by_count)) - 1] + max(0, count - len(by_count)) * by_count[0]
