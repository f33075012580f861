"""What a game calls its deals and the ways in which players end or leave one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorepad.core.sentence import Sentence, in_a_row, said_of, say, say_number


@dataclass(frozen=True, slots=True)
class EndingWords:
    """A game's words for the end of a deal by a player; `{name}` is the player, `{score}` the hand's score.

    >>> EndingWords(ended=say("{name} knocked")).ended_by("Ann")
    'Ann knocked'

    id, label      the game's word for this ending in questions, and the text of its chip
    question       asks for the player who ended the deal
    ended, nobody  say that a player ended the deal, or that nobody did
    mark           stands beside the player's score; `mark_meaning`: its explanation below
    hand, hand_at  describe a hand recorded by itself, and one recorded later at its `{place}`
    by_nobody      this ending is that of a deal that no player ends
    needs_hands    the cards left of the players count in this ending
    told_by_cards  whether this or another ending applies follows from the cards that the winner has left
    wins_match     the player who ends a deal like this wins the whole match
    also           other words for this ending
    others         the other endings of the game
    """

    id: str = "out"
    label: str = say("Out")
    question: str = say("Who went out?")
    ended: str = say_number("{name} went out", "{name} went out", 1, name="{name}")
    nobody: str = say("Nobody went out.")
    mark: str = say("out")
    mark_meaning: str = say("out: went out")
    hand: str = say("went out: {score}")
    hand_at: str = say("went out {place}: {score}")
    by_nobody: bool = False
    needs_hands: bool = True
    told_by_cards: bool = False
    wins_match: bool = False
    also: tuple[str, ...] = ()
    others: tuple[EndingWords, ...] = ()

    @property
    def all(self) -> tuple[EndingWords, ...]:
        """All endings of the game, this one first."""
        return (self, *self.others)

    def of(self, ending: str) -> EndingWords:
        """The words for that ending; these if it is unknown."""
        return next((words for words in self.others if words.id == ending), self)

    def id_of(self, told: str) -> str:
        """The id of the ending told by words joined by `+`, in any order; as told if it is unknown."""
        parts = self._parts(told)
        known = (words.id for words in self.all if parts in map(self._parts, (words.id, *words.also)))
        return next(known, told)

    def _parts(self, told: str) -> list[str]:
        """The words joined by `+`, sorted, without the word for the usual ending."""
        return sorted(word for word in told.split("+") if word != self.id)

    def ended_by(self, name: str) -> Sentence:
        """That this player ended the deal, as part of a sentence."""
        return said_of(name, self.ended)

    def told(self, name: str) -> Sentence:
        """That this player ended the deal, as a sentence; for an empty name, that nobody did."""
        return in_a_row((self.ended_by(name), "."), "") if name else say(str(self.nobody))

    def hand_worth(self, score: str, place: str = "") -> Sentence:
        """The result of a hand, in words that follow the player's name."""
        return say(str(self.hand_at if place else self.hand), place=place, score=score)


@dataclass(frozen=True, slots=True)
class DealNote:
    """The game's words for a player who left a deal early, or, with `stays`, for something noted of a player.

    They are the id, the text of the chip, the sentence about `{name}`, the mark beside the score, and the
    points; or several together, in `parts`. `chosen`: the player does it voluntarily. `of_each`: if noted of
    a side, it applies to each partner.
    """

    id: str
    label: str
    told: str
    mark: str
    points: int
    stays: bool = False
    parts: tuple[DealNote, ...] = ()
    chosen: bool = False
    of_each: bool = False

    @classmethod
    def together(cls, *parts: DealNote) -> DealNote:
        """Several notes of one player as one, with their ids joined by `+`."""
        return cls(
            "+".join(part.id for part in parts),
            in_a_row((part.label for part in parts), ", "),
            "",
            in_a_row((part.mark for part in parts), ", "),
            sum(part.points for part in parts),
            stays=True,
            parts=parts,
        )

    def told_of(self, name: str) -> Sentence:
        """The sentence about that player."""
        return in_a_row(said_of(name, part.told) for part in self.parts or (self,))

    @property
    def counts_left(self) -> bool:
        """Whether the player's cards left still count."""
        return self.stays and not self.points


def note_of(notes: Iterable[DealNote], word: str) -> DealNote | None:
    """The note, or several together, that the game's word names; None if unknown."""
    parts = sorted(word.split("+"))
    return next((note for note in notes if sorted(note.id.split("+")) == parts), None)


@dataclass(frozen=True, slots=True)
class DealNames:
    """A game's name for its deals, on pages, records and forms, and its words for their numbers.

    left_heading  of the cards left, or of what counts in their place
    product       the meaning of the figures beside a score on the sheet; empty if they need no words
    order         the meaning of the places beside the scores on the sheet
    unscored      the meaning of the mark of a score that is still to come
    """

    left_heading: Sentence = say("Left")
    product: str = ""
    order: Sentence = say("1. 2. order of going out")
    unscored: Sentence = say("not over yet")

    @property
    def heading(self) -> Sentence:
        return say("Deal")

    @property
    def every(self) -> Sentence:
        return say("All deals")

    @property
    def earlier(self) -> Sentence:
        return say("Earlier deals")

    @property
    def record(self) -> Sentence:
        return say("Record the deal")

    @property
    def played_on(self) -> Sentence:
        return say("The match is over. Deals from now on don’t change who won.")

    def named(self, number: int) -> Sentence:
        return say("Deal {number}", number=number)

    def from_on(self, number: int) -> Sentence:
        """From when house rules apply."""
        return say("From deal {number} on", number=number)

    @property
    def counted_anew(self) -> Sentence:
        """That house rules apply from the start."""
        return say("Every deal counted anew")

    def then(self, number: int) -> Sentence:
        """The button that records the deal and continues with the next."""
        return say("then deal {number}", number=number)

    def over(self, number: int) -> Sentence:
        return say("Deal {number} is over.", number=number)

    def after(self, number: int) -> Sentence:
        """When a match was won, within a sentence."""
        return say("after deal {number}", number=number)

    def over_title(self, number: int) -> Sentence:
        return say("Deal {number} is over", number=number)

    def correct(self, number: int) -> Sentence:
        return say("Correct deal {number}", number=number)

    def next(self, dealer: str) -> Sentence:
        """The button that opens the next deal; `dealer` is empty if nobody deals."""
        return say("Next deal, {name} deals", name=dealer) if dealer else say("Next deal")

    def count(self, number: int) -> Sentence:
        return say_number("{number} deal", "{number} deals", number)

    def match_of(self, number: int) -> Sentence:
        return say_number("Match of {number} deal", "Match of {number} deals", number)

    def match_to(self, target: str, number: int) -> Sentence:
        return say_number(
            "Match to {target} or of {number} deal",
            "Match to {target} or of {number} deals",
            number,
            target=target,
        )

    def cell(self, name: str, number: int, score: str, total: str) -> Sentence:
        """A score in the grid, for screen readers."""
        return say(
            "{name}, deal {number}: {score}, then {total}", name=name, number=number, score=score, total=total
        )

    def totals(self, number: int, totals: str) -> Sentence:
        return say("Totals after deal {number}: {totals}.", number=number, totals=totals)

    def standings(self, table: str, game: str, number: int, standings: str) -> Sentence:
        return say(
            "{table} ({game}, deal {number}): {standings}",
            table=table,
            game=game,
            number=number,
            standings=standings,
        )

    @property
    def all_scores(self) -> Sentence:
        return say("Every deal: the score of each player, and the total after it")

    @property
    def by_hand(self) -> Sentence:
        """The heading for ending a deal by hand."""
        return say("End the deal by hand")

    @property
    def nobody_scores(self) -> Sentence:
        """The effect of ending a deal by hand."""
        return say("Nobody scores. To count what everybody has, tap Deal over at the table.")

    def short(self, number: int) -> Sentence:
        """The deal's name within a sentence."""
        return say("deal {number}", number=number)

    def in_game(self, game: str, number: int) -> Sentence:
        return say("{game} · deal {number}", game=game, number=number)

    def rows(self, title: str) -> Sentence:
        """The description of a sheet, for screen readers."""
        return say("{title}: a row for each deal, a column for each player", title=title)

    def changes_from(self, number: int) -> Sentence:
        return say("Changes apply from deal {number}. Earlier scores stay as they are.", number=number)

    def who_rests(self, number: int) -> Sentence:
        return say("Who sits out deal {number}?", number=number)

    def who_deals(self, number: int) -> Sentence:
        return say("Who deals deal {number}?", number=number)

    def end(self, number: int) -> Sentence:
        """The button that ends the deal by hand."""
        return say("End deal {number}", number=number)

    def already_recorded(self, number: int) -> Sentence:
        return say("Deal {number} is already recorded.", number=number)

    def ended_by_hand(self, number: int) -> Sentence:
        return say("Deal {number} ended by hand", number=number)

    def match_over(self, number: int, result: str) -> Sentence:
        return say("Match over after deal {number}: {result}", number=number, result=result)

    # What the record says of it.

    def started(self, actor: str, number: int, dealer: str) -> Sentence:
        return say("{actor} started deal {deal}, {dealer} deals", actor=actor, deal=number, dealer=dealer)

    def recorded(self, actor: str, number: int, scores: str) -> Sentence:
        return say("{actor} recorded deal {deal}: {scores}", actor=actor, deal=number, scores=scores)

    def corrected(self, actor: str, number: int, changes: str) -> Sentence:
        return say("{actor} corrected deal {deal}: {changes}", actor=actor, deal=number, changes=changes)

    def removed(self, actor: str, number: int, scores: str) -> Sentence:
        return say(
            "{actor} removed the scores of deal {deal}: {scores}", actor=actor, deal=number, scores=scores
        )

    def put_back(self, actor: str, number: int, scores: str) -> Sentence:
        return say(
            "{actor} put back the scores of deal {deal}: {scores}", actor=actor, deal=number, scores=scores
        )

    def counted_again(self, number: int, cause: str, scores: str) -> Sentence:
        return say(
            "Deal {deal} was counted again because {cause}: {scores}", deal=number, cause=cause, scores=scores
        )

    def ended(self, actor: str, number: int, reason: str) -> Sentence:
        """That it was ended by hand; `reason` is empty where nobody gave one."""
        if not reason:
            return say("{actor} ended deal {deal} by hand", actor=actor, deal=number)
        return say("{actor} ended deal {deal} by hand: {reason}", actor=actor, deal=number, reason=reason)

    def is_over(self, number: int, over: bool) -> Sentence:
        """That a change ended it, or that it runs again."""
        if over:
            return say("Deal {deal} is over", deal=number)
        return say("Deal {deal} is no longer over", deal=number)

    def noted(self, actor: str, number: int, note: str) -> Sentence:
        return say("{actor} noted in deal {deal}: {note}", actor=actor, deal=number, note=note)

    def rules_changed(self, actor: str, number: int, changes: str) -> Sentence:
        """That house rules changed; from the first deal on they count all deals anew."""
        if number == 1:
            return say(
                "{actor} changed the house rules, every deal counted anew: {changes}",
                actor=actor,
                changes=changes,
            )
        return say(
            "{actor} changed the house rules from deal {deal} on: {changes}",
            actor=actor,
            deal=number,
            changes=changes,
        )

    def joined(self, actor: str, name: str, number: int, start: str = "") -> Sentence:
        """That a player joined late; `start` is empty for one who begins at 0."""
        if start:
            return say(
                "{actor} added {name} from deal {deal} on, starting at {start}",
                actor=actor,
                name=name,
                deal=number,
                start=start,
            )
        return say("{actor} added {name} from deal {deal} on", actor=actor, name=name, deal=number)

    def left(self, number: int) -> Sentence:
        """That a player left the table, after the player's name."""
        return say("left the table, from deal {deal} on", deal=number)

    def came_back(self, number: int) -> Sentence:
        """That a player came back, after the player's name."""
        return say("came back, from deal {deal} on", deal=number)


DEALS = DealNames()
WENT_OUT = EndingWords()
RETIRED = EndingWords(
    ended=say("{name} retired"),
    hand=say("retired: {score}"),
    hand_at=say("retired {place}: {score}"),
)
