"""What a game says of how a deal ends, and of who leaves it before."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.core.sentence import Sentence, in_a_row, say


@dataclass(frozen=True, slots=True)
class EndingWords:
    """How a game says that a player ended a deal; `{name}` is the player, `{score}` what the hand comes to.

    >>> EndingWords(ended=say("{name} knocked")).ended_by("Ann")
    'Ann knocked'

    id, label      the game's own word for this ending, and what its chip says
    question       asks who it was
    ended, nobody  tell that it was a player, or nobody
    mark           stands beside the player's score, and `mark_meaning` explains it below
    hand, hand_at  tell a hand that is recorded by itself, and one that is told later in its `{place}`
    by_nobody      a deal ends like this when no player ends it
    needs_hands    whether what players have left counts then
    others         the other endings of the game
    """

    id: str = "out"
    label: str = say("Out")
    question: str = say("Who went out?")
    ended: str = say("{name} went out")
    nobody: str = say("Nobody went out.")
    mark: str = say("out")
    mark_meaning: str = say("out: went out")
    hand: str = say("went out: {score}")
    hand_at: str = say("went out {place}: {score}")
    by_nobody: bool = False
    needs_hands: bool = True
    others: tuple[EndingWords, ...] = ()

    def of(self, ending: str) -> EndingWords:
        """Those of the ending of that word; these where there is none."""
        return next((words for words in self.others if words.id == ending), self)

    def ended_by(self, name: str) -> Sentence:
        """That this player ended the deal, as a part of a sentence."""
        return say(str(self.ended), name=name)

    def told(self, name: str) -> Sentence:
        """That this player ended the deal, as a sentence; that nobody did where the name is empty."""
        return in_a_row((self.ended_by(name), "."), "") if name else say(str(self.nobody))

    def hand_worth(self, score: str, place: str = "") -> Sentence:
        """What came of a hand, as words that follow the player's name."""
        if not place:
            return say(str(self.hand), score=score)
        return say(str(self.hand_at), place=place, score=score)


@dataclass(frozen=True, slots=True)
class DropWords:
    """How a player may leave a deal before its end, or what is noted of one who `stays`: the game's word,
    what its chip says, how it is told of `{name}`, what stands beside the score, and what it costs; or
    several of them together, the `parts`."""

    id: str
    label: str
    told: str
    mark: str
    points: int
    stays: bool = False
    parts: tuple[DropWords, ...] = ()

    @classmethod
    def joined(cls, *parts: DropWords) -> DropWords:
        """All of them noted of one player, the words joined by `+`."""
        return cls(
            "+".join(part.id for part in parts),
            in_a_row((part.label for part in parts), ", "),
            "",
            in_a_row((part.mark for part in parts), ", "),
            sum(part.points for part in parts),
            all(part.stays for part in parts),
            parts,
        )

    def told_of(self, name: str) -> Sentence:
        """What is told of that player."""
        return in_a_row(say(str(part.told), name=name) for part in self.parts or (self,))

    @property
    def counts_left(self) -> bool:
        """Whether what the player has left counts all the same."""
        return self.stays and not self.points


WENT_OUT = EndingWords()
RETIRED = EndingWords(
    ended=say("{name} retired"),
    hand=say("retired: {score}"),
    hand_at=say("retired {place}: {score}"),
)
