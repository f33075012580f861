"""The ways to score a deal, each a value with behaviour.

The rules of a game have one. Code that records, counts or shows a deal asks that value. A game that scores in
its own way brings a class of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from scorepad.core.points import Points
from scorepad.core.rule_parts import Brief
from scorepad.core.scoring.ended_deal import (
    NEVER_OPENED,
    CountedDeal,
    CountedHand,
    DealFault,
    DealField,
    EndedDeal,
    ScoreLine,
    note_fault,
)
from scorepad.core.scoring.final_count import CARDS_LEFT, FinalCount
from scorepad.core.scoring.words import (
    DEALS,
    RETIRED,
    WENT_OUT,
    DealNames,
    DealNote,
    EndingWords,
    note_of,
)
from scorepad.core.sentence import Sentence, say

if TYPE_CHECKING:
    from scorepad.core.scoring.own_fields import OwnFields
    from scorepad.core.scoring.player_counts import PlayerCount

Partners = Literal["alone", "times opponents", "together", "in duels"]
"""How partners count in a deal: each alone; each alone, with going out counted once for each opponent still
in (H4); together, as one side; or in duels between one of each side."""
IN_DUEL = 2  # players

HALVES_REFUSED = say(
    "Halves don’t count at this table. Enter a whole number, or choose halves in its house rules."
)


@dataclass(frozen=True, slots=True, repr=False)
class Scoring(Brief):
    """One way to score a deal. These are the defaults; subclasses override some.

    settled_at_once   a deal ends for everybody at once; no going out is recorded by itself
    partners          how partners count in a deal
    must_meld_all     every card of the hand is melded on going out (H2); else players retire with cards in
                      hand, and keep their points (L4)
    left_counts       the value of the cards left is taken off the melds' points (L5, F3)
    counts            the fields of a deal that count, by their names in a question of `score`
    player_counts     what is counted of a player beside cards
    lays_melds        hands are melded, and somebody goes out
    others_lay_off    when a player ends the deal, the others lay off on that player's melds, breaking up
                      their own
    canasta_kinds     names of the kinds of canasta, by their words; empty if canastas do not count
    leftover_decides  a hand is as good as what it leaves is small
    ending_words      the endings of a deal: how each is said, and what it does to the match
    deal_names        what a deal is called, and the words for its numbers
    own_fields        the fields of a deal that this way of scoring has by itself; None: it has none
    final             what each player ends a deal with, as one number: usually what the cards left count
    """

    settled_at_once: ClassVar[bool] = True
    partners: ClassVar[Partners] = "alone"
    must_meld_all: ClassVar[bool] = False
    left_counts: ClassVar[bool] = False
    counts: ClassVar[frozenset[DealField]] = frozenset({"left"})
    player_counts: ClassVar[tuple[PlayerCount, ...]] = ()
    lays_melds: ClassVar[bool] = True
    others_lay_off: ClassVar[bool] = False
    leftover_decides: ClassVar[bool] = False
    ending_words: ClassVar[EndingWords] = WENT_OUT
    deal_names: ClassVar[DealNames] = DEALS
    notes: ClassVar[tuple[DealNote, ...]] = ()
    own_fields: ClassVar[OwnFields | None] = None
    final: ClassVar[FinalCount] = CARDS_LEFT

    @property
    def lowest_wins(self) -> bool:
        """Whether the lowest total wins and reaching the target loses (K4, G3)."""
        return False

    @property
    def cards_together(self) -> bool:
        """Whether the cards of partners count together, so that a side ends a deal with one number."""
        return self.partners == "together" and self.final.has_cards

    @property
    def canasta_kinds(self) -> Mapping[str, str]:
        return {}

    def ending_of(self, deal: CountedDeal) -> EndingWords:
        """The ending of the deal; by default the usual one."""
        usual = (words for words in self.ending_words.all if words.by_nobody == (deal.winner is None))
        return self.ending_words.of(deal.ending) if deal.ending else next(usual, self.ending_words)

    def scores(self, deal: CountedDeal) -> Mapping[str, Points]:
        """Every player's score of a deal that has no faults."""
        raise NotImplementedError(f"{type(self).__name__} scores no whole deal")

    def lines(self, deal: CountedDeal) -> dict[str, tuple[ScoreLine, ...]]:
        """The lines of each score, for scores of several lines."""
        return {}

    def faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        """Everything that is wrong with such a deal."""
        yield from self._winner_faults(deal)
        yield from self._opening_faults(deal)
        yield from self._ending_faults(deal)
        yield from self._note_faults(deal)

    def ending_fault(self, deal: CountedDeal, winner: str) -> str:
        """Why this player cannot have ended the deal in this way; empty if that is possible."""
        if deal.hands[winner].is_empty or not self.lays_melds:
            return ""
        return self._nothing_left(self.ending_words.ended_by(winner))

    def _nothing_left(self, ended: str) -> Sentence:
        """The sentence that the player who ended the deal can have no cards left, and which field to
        clear."""
        return say(
            "{ended} and has no cards left. Clear their “{field}” field.",
            ended=ended,
            field=self.deal_names.left_heading,
        )

    def left_words(self, melded: int, left: int, went_out: bool) -> str:
        """A player's result at the end of the deal, in a few words; empty for the winner."""
        return "" if went_out else say("{number} left", number=left)

    def _winner_faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        if not deal.hands:
            yield DealFault(say("No players are named. Enter what each player has left."), "left")
        elif deal.winner is not None and deal.winner not in deal.hands:
            yield DealFault(_no_such_player(deal, deal.winner), "winner")
        elif deal.winner is not None and (fault := self._hand_fault(deal, deal.winner)):
            yield DealFault(fault, "left", deal.winner)
        if deal.went_rummy and "went_rummy" not in self.counts:
            yield DealFault(say("This table doesn’t play going rummy. Record a plain win."), "went_rummy")

    def _hand_fault(self, deal: CountedDeal, winner: str) -> str:
        """The fault of the winner's hand with that ending; empty for an unknown ending, or one by nobody."""
        known = {"", *(words.id for words in self.ending_words.all if not words.by_nobody)}
        return self.ending_fault(deal, winner) if deal.ending in known else ""

    def _ending_faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        if not deal.ending:
            return
        known = {words.id: words for words in self.ending_words.all}
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

    def _note_faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        if deal.own_notes and not self.notes:
            yield note_fault(say("In this game nobody drops out of a deal. Leave out who dropped."))
            return
        for name, word in deal.own_notes.items():
            if name not in deal.hands:
                yield note_fault(_no_such_player(deal, name))
            elif (note := note_of(self.notes, word)) is None:
                reason = say(
                    "{name}: {word} isn’t a way to drop. Type one of {words}.",
                    name=name,
                    word=repr(word[:20]),
                    words=", ".join(note.id for note in self.notes),
                )
                yield note_fault(reason, name)
            elif note.stays:  # noted of a player who played on, cards and all
                continue
            elif name == deal.winner:
                reason = say("{name} dropped, so can’t have ended the deal. Name another player.", name=name)
                yield note_fault(reason, name)
            elif not deal.hands[name].is_empty:
                said = {"name": name, "field": self.deal_names.left_heading}
                reason = say("{name} dropped. Clear their “{field}” field.", **said)
                yield DealFault(reason, "left", name)

    def _opening_faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        unopened = deal.noted(NEVER_OPENED)
        if unopened and NEVER_OPENED.field not in self.counts:
            reason = say("Unopened racks cost nobody else at this table. Leave the names out.")
            yield DealFault(reason, NEVER_OPENED.field)
            return
        for name in unopened:
            if name not in deal.hands:
                yield DealFault(_no_such_player(deal, name), NEVER_OPENED.field)
            elif name == deal.winner:
                ended = self.ending_words.ended_by(name)
                reason = say("{ended}, so the first play is made. Name another player.", ended=ended)
                yield DealFault(reason, NEVER_OPENED.field, name)


@dataclass(frozen=True, slots=True, repr=False)
class GoingOut(Scoring):
    """Each player scores on going out, times the opponents still in (H3, H4)."""

    settled_at_once: ClassVar[bool] = False
    partners: ClassVar[Partners] = "times opponents"
    must_meld_all: ClassVar[bool] = True
    deal_names: ClassVar[DealNames] = DealNames(
        product=say("points × opponents still in"), unscored=say("still in")
    )


def _no_such_player(deal: CountedDeal, name: str) -> Sentence:
    return say("{name} isn’t playing. Type one of {players}.", name=repr(name), players=", ".join(deal.hands))


__all__ = [
    "DEALS",
    "IN_DUEL",
    "RETIRED",
    "WENT_OUT",
    "CountedDeal",
    "CountedHand",
    "DealFault",
    "DealField",
    "DealNames",
    "DealNote",
    "EndedDeal",
    "EndingWords",
    "GoingOut",
    "Partners",
    "ScoreLine",
    "Scoring",
    "note_fault",
    "note_of",
]
