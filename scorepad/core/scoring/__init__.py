"""How a deal is scored: a value with behaviour for each way of it.

The rules of a game hold one. Who records a deal, counts it or shows it asks that value, and a game with a way
of its own brings a class of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from scorepad.core.points import Points
from scorepad.core.rule_parts import Brief
from scorepad.core.scoring.ended_deal import CountedDeal, CountedHand, DealFault, EndedDeal, ScoreLine
from scorepad.core.scoring.words import DEALS, RETIRED, WENT_OUT, DealNames, DropWords, EndingWords
from scorepad.core.sentence import Sentence, say

if TYPE_CHECKING:
    from scorepad.core.scoring.tally import Tally

HALVES_REFUSED = say(
    "Halves don’t count at this table. Enter a whole number, or choose halves in its house rules."
)


@dataclass(frozen=True, slots=True, repr=False)
class Scoring(Brief):
    """One way to score a deal. What is said here holds unless a way says something else.

    settled_at_once   a deal ends for everybody at once; no going out is recorded by itself
    counts_opponents  going out counts once for each opponent still in, so that partners play together (H4)
    must_meld_all     every card of the hand is melded on going out (H2)
    left_counts       the value of the cards left is taken off the melds' points (L5, F3)
    retires           players retire with cards in hand, and keep their points (L4)
    counts_melded     what is melded counts as well as what is left (F3)
    counts_cards      what is left counts by the card, whatever its rank (G3, V5)
    counts_left       what is left counts at all
    lays_melds        hands are melded, and somebody goes out
    judges_plays      plays are judged one by one, on a page of their own
    types_points      a game without cards: points are typed as they are, a minus before them or not
    others_lay_off    the others lay off on the melds of who ended the deal, and break up their own for that
    counts_sides      partners' cards count together, as those of a side
    canasta_kinds     what canastas are called, by their words; none where no canastas count
    tells_ending      how a deal ended follows from what its winner has left
    counts_threes     red threes count beside canastas
    counts_phases     it counts who made a phase of the match in a deal
    hands_in_deal     how many play a deal, where that is the same at every table; 0 where it is not
    leftover_decides  a hand is as good as what it leaves is small
    ending_words      how it is said that a player ended the deal
    deal_names        what a deal is called
    product_words     what the figures beside a score on the sheet mean; empty where nothing needs words
    """

    settled_at_once: ClassVar[bool] = True
    counts_opponents: ClassVar[bool] = False
    must_meld_all: ClassVar[bool] = False
    left_counts: ClassVar[bool] = False
    retires: ClassVar[bool] = False
    counts_melded: ClassVar[bool] = False
    counts_cards: ClassVar[bool] = False
    counts_left: ClassVar[bool] = True
    lays_melds: ClassVar[bool] = True
    judges_plays: ClassVar[bool] = False
    types_points: ClassVar[bool] = False
    counts_sides: ClassVar[bool] = False
    tells_ending: ClassVar[bool] = False
    others_lay_off: ClassVar[bool] = False
    counts_phases: ClassVar[bool] = False
    counts_threes: ClassVar[bool] = False
    hands_in_deal: ClassVar[int] = 0
    leftover_decides: ClassVar[bool] = False
    left_heading: ClassVar[Sentence] = say("Left")
    ending_words: ClassVar[EndingWords] = WENT_OUT
    product_words: ClassVar[str] = ""
    deal_names: ClassVar[DealNames] = DEALS
    order_words: ClassVar[Sentence] = say("1. 2. order of going out")
    unscored_words: ClassVar[Sentence] = say("not over yet")
    drops: ClassVar[tuple[DropWords, ...]] = ()

    @property
    def lowest_wins(self) -> bool:
        """Whether points are bad: the lowest total wins, and reaching the target loses (K4, G3)."""
        return False

    @property
    def doubles_rummy(self) -> bool:
        """Whether going out with all cards in one turn counts twice (B4)."""
        return False

    @property
    def ranks_by_tiles(self) -> bool:
        """Whether numbers of tiles decide when nobody goes out (K4)."""
        return False

    @property
    def charges_unopened(self) -> bool:
        """Whether it counts who never made a first play (K4)."""
        return False

    @property
    def knows_unopened(self) -> bool:
        """Whether it matters who never made a first play, to others or to that player."""
        return self.charges_unopened

    @property
    def endings(self) -> tuple[EndingWords, ...]:
        """The ways in which a deal ends, the usual one first."""
        return (self.ending_words, *self.ending_words.others)

    @property
    def has_dealer(self) -> bool:
        """Whether somebody deals, one player after the other."""
        return True

    @property
    def tally(self) -> Tally | None:
        """The columns in which a round is entered; None where there are none."""
        return None

    @property
    def factor(self) -> int:
        """How many times a deal counts."""
        return 1

    @property
    def key_step(self) -> int:
        """By how much the keys beside a number change it."""
        return 1

    @property
    def counts_halves(self) -> bool:
        """Whether points may end in a half."""
        return False

    @property
    def canasta_kinds(self) -> Mapping[str, str]:
        return {}

    def ending_of(self, deal: CountedDeal) -> EndingWords:
        """How the deal ended, where nobody says the usual way of it."""
        usual = (words for words in self.endings if words.by_nobody == (deal.winner is None))
        return self.ending_words.of(deal.ending) if deal.ending else next(usual, self.ending_words)

    def drop_of(self, word: str) -> DropWords | None:
        """How a player left a deal, by the game's word for it."""
        parts = sorted(word.split("+"))
        return next((drop for drop in self.drops if sorted(drop.id.split("+")) == parts), None)

    def ending_id(self, words: str) -> str:
        """The ending that is meant by its words, which stand in any order where `+` joins them."""
        parts = sorted(word for word in words.split("+") if word != self.ending_words.id)
        return next((known.id for known in self.endings if sorted(known.id.split("+")) == parts), words)

    def wins_match(self, ending: str) -> bool:
        """Whether who ends a deal like this has won the whole match."""
        return False

    def scores(self, deal: CountedDeal) -> Mapping[str, Points]:
        """Every player's score of a deal that has no faults."""
        raise NotImplementedError(f"{type(self).__name__} scores no whole deal")

    def lines(self, deal: CountedDeal) -> dict[str, tuple[ScoreLine, ...]]:
        """What each score is made of, where that takes several lines."""
        return {}

    def faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        """What speaks against the deal having ended like this."""
        yield from self._winner_faults(deal)
        yield from self._opening_faults(deal)
        yield from self._ending_faults(deal)
        yield from self._drop_faults(deal)

    def hand_faults(self, deal: CountedDeal, name: str) -> Iterator[DealFault]:
        """What of one player's hand speaks against it."""
        if self.ranks_by_tiles and deal.winner is None and deal.hands[name].cards is None:
            yield DealFault(
                say("{name}: enter the tiles left, or how many there are.", name=name), "left", name
            )

    def ending_fault(self, name: str, hand: CountedHand) -> str:
        """Why this player cannot have ended the deal with this hand; empty where that can be."""
        if hand.is_empty or not self.lays_melds:
            return ""
        return self.nothing_left(self.ending_words.ended_by(name))

    def nothing_left(self, ended: str) -> Sentence:
        """That whoever ended the deal like this can have no cards, and which field to clear."""
        return say(
            "{ended} and has no cards left. Clear their “{field}” field.",
            ended=ended,
            field=self.left_heading,
        )

    def hand_ending_fault(self, deal: CountedDeal, winner: str) -> str:
        """Why this player cannot have ended the deal as is told; empty where that can be."""
        return self.ending_fault(winner, deal.hands[winner])

    def left_words(self, melded: int, left: int, went_out: bool) -> str:
        """What a player had when the deal ended, in a few words; empty for whoever ended it."""
        return "" if went_out else say("{number} left", number=left)

    def _winner_faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        if not deal.hands:
            yield DealFault(say("No players are named. Enter what each player has left."), "left")
        elif deal.winner is not None and deal.winner not in deal.hands:
            yield DealFault(_no_such_player(deal, deal.winner), "winner")
        elif deal.winner is not None and (fault := self._hand_fault(deal, deal.winner)):
            yield DealFault(fault, "left", deal.winner)
        if deal.went_rummy and not self.doubles_rummy:
            yield DealFault(say("This table doesn’t play going rummy. Record a plain win."), "went_rummy")

    def _hand_fault(self, deal: CountedDeal, winner: str) -> str:
        """What the winner's hand has against the ending; nothing of one that isn't known or is by nobody."""
        known = {"", *(words.id for words in self.endings if not words.by_nobody)}
        return self.hand_ending_fault(deal, winner) if deal.ending in known else ""

    def _ending_faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        if not deal.ending:
            return
        known = {words.id: words for words in self.endings}
        if deal.ending not in known:
            reason = say(
                "{ending} isn’t how this game ends. Type one of {endings}.",
                ending=repr(deal.ending[:20]),
                endings=", ".join(known),
            )
            yield DealFault(reason, "ending")
        elif known[deal.ending].by_nobody and deal.winner is not None:
            reason = say("With {ending} nobody wins a deal. Leave the winner out.", ending=deal.ending)
            yield DealFault(reason, "ending")
        elif deal.winner is None and not known[deal.ending].by_nobody and self.lays_melds:
            reason = say(
                "{ending}: {question} Name the player.",
                ending=deal.ending,
                question=known[deal.ending].question,
            )
            yield DealFault(reason, "winner")

    def _drop_faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        if deal.dropped and not self.drops:
            yield DealFault(say("In this game nobody drops out of a deal. Leave out who dropped."), "dropped")
            return
        for name, word in deal.dropped.items():
            if name not in deal.hands:
                yield DealFault(_no_such_player(deal, name), "dropped")
            elif (drop := self.drop_of(word)) is None:
                reason = say(
                    "{name}: {word} isn’t a way to drop. Type one of {words}.",
                    name=name,
                    word=repr(word[:20]),
                    words=", ".join(drop.id for drop in self.drops),
                )
                yield DealFault(reason, "dropped", name)
            elif drop.stays:  # noted of a player who played on, cards and all
                continue
            elif name == deal.winner:
                reason = say("{name} dropped, so can’t have ended the deal. Name another player.", name=name)
                yield DealFault(reason, "dropped", name)
            elif not deal.hands[name].is_empty:
                said = {"name": name, "field": self.left_heading}
                reason = say("{name} dropped. Clear their “{field}” field.", **said)
                yield DealFault(reason, "left", name)

    def _opening_faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        if deal.never_opened and not self.knows_unopened:
            reason = say("Unopened racks cost nobody else at this table. Leave the names out.")
            yield DealFault(reason, "never_opened")
            return
        for name in deal.never_opened:
            if name not in deal.hands:
                yield DealFault(_no_such_player(deal, name), "never_opened")
            elif name == deal.winner:
                ended = self.ending_words.ended_by(name)
                reason = say("{ended}, so the first play is made. Name another player.", ended=ended)
                yield DealFault(reason, "never_opened", name)


@dataclass(frozen=True, slots=True, repr=False)
class GoingOut(Scoring):
    """Each player scores on going out, times the opponents still in (H3, H4)."""

    settled_at_once: ClassVar[bool] = False
    counts_opponents: ClassVar[bool] = True
    must_meld_all: ClassVar[bool] = True
    product_words: ClassVar[str] = say("points × opponents still in")
    unscored_words: ClassVar[Sentence] = say("still in")


def _no_such_player(deal: CountedDeal, name: str) -> Sentence:
    return say("{name} isn’t playing. Type one of {players}.", name=repr(name), players=", ".join(deal.hands))


__all__ = [
    "DEALS",
    "RETIRED",
    "WENT_OUT",
    "CountedDeal",
    "CountedHand",
    "DealFault",
    "DealNames",
    "DropWords",
    "EndedDeal",
    "EndingWords",
    "GoingOut",
    "ScoreLine",
    "Scoring",
]
