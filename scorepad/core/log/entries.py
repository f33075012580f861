"""The records of a deal: hands one by one, or everybody's at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Protocol

from scorepad.core.log.schema import (
    BONUS_FIELDS,
    Added,
    Cards,
    Factor,
    Flag,
    MeldsOrNull,
    Note,
    PointsList,
    Seat,
    Seconds,
    Title,
    WholePoints,
    WrittenMelds,
    recorded_fields,
    records_type,
)
from scorepad.core.phrasing import list_words, show_number
from scorepad.core.scoring.words import EndingWords
from scorepad.core.sentence import in_a_row, say
from scorepad.core.verdicts import Bonus

if TYPE_CHECKING:
    from scorepad.core.log.event_data import Event


@dataclass(frozen=True, slots=True)
class Manners:
    """The agreements of a table beside the rules of its game.

    `clock`: seconds of a turn, 0 for none. `no_advice`: the pad gives no advice before going out. `language`:
    that of its sheets and pictures, empty for that of the reader. `uncounted`: the standings of circles leave
    it out.
    """

    clock: Seconds = 0
    no_advice: Flag = False
    language: Title = ""
    uncounted: Flag = False

    @property
    def sentences(self) -> tuple[tuple[str, str], ...]:
        """The unusual ones among them, by name and in words."""
        # The language of sheets is not among them, as it changes nothing at the table.
        manners = (
            ("clock", say("{seconds} seconds per turn", seconds=self.clock), self.clock > 0),
            ("no_advice", say("no advice before going out"), self.no_advice),
            ("uncounted", say("doesn’t count in standings"), self.uncounted),
        )
        return tuple((name, words) for name, words, is_set in manners if is_set)


USUAL_MANNERS = Manners()
Bonuses = Annotated[tuple[Bonus, ...], records_type(Bonus, say("a list of bonuses"), BONUS_FIELDS)]


@dataclass(frozen=True, kw_only=True)
class RecordedHand:
    """One player's going out, or retiring.

    `melds` are canonical cards, None if only points were entered; `points` are before the multiplier. `left`
    are the cards of a player who retired, whose value is subtracted from the points (L5); None for one who
    went out. Going out concealed adds `added` to the multiplier and multiplies it by `factor` (H11).
    `to_follow`: the best melds are still to be found (A4). `disputed`: the pack audit was overruled (P1).
    """

    player: Seat
    melds: MeldsOrNull
    points: WholePoints
    meld_points: PointsList
    bonuses: Bonuses
    note: Note
    left: Cards | None = None
    added: Added = 0
    factor: Factor = 1
    to_follow: Flag = False
    disputed: Flag = False

    @property
    def concealed(self) -> bool:
        """Whether the player went out concealed, and it counted more (H11)."""
        return self.added > 0 or self.factor > 1 or self.points > self.plain_points

    @property
    def plain_points(self) -> int:
        """The points without those for going out concealed (H11)."""
        return self.points - sum(bonus.points for bonus in self.bonuses if bonus.kind == "concealed")

    def multiplier_from(self, plain: int) -> int:
        """The multiplier of the hand, from the `plain` one of its place; 0 if no opponent is in (H4, H11)."""
        return (plain + self.added) * self.factor if plain else 0

    @property
    def written_melds(self) -> WrittenMelds:
        """All cards as text: the melds and the cards left."""
        return (*(self.melds or ()), *((self.left,) if self.left else ()))

    @property
    def left_value(self) -> int:
        """The value of the cards left, subtracted from the points (L5)."""
        earned = sum(self.meld_points) + sum(bonus.points for bonus in self.bonuses)
        # Where only points were entered nobody knows what made them up.
        return 0 if self.melds is None else earned - self.points


@dataclass(frozen=True, kw_only=True)
class Entry(RecordedHand):
    """A hand in its deal. `number`: that of its event. `on_table`: the melds of each seat at that time, if
    plays are recorded (H10). `multiplier` follows from its place in the deal.
    """

    number: int
    deal: int
    by: str
    at: str
    corrected: bool = False
    on_table: tuple[WrittenMelds, ...] = ()
    multiplier: int = 0

    @classmethod
    def of_hand(
        cls, hand: RecordedHand, event: Event, deal: int, on_table: tuple[WrittenMelds, ...]
    ) -> Entry:
        """The entry for the hand of the event."""
        return cls(
            **recorded_fields(RecordedHand, hand),
            number=event.number,
            deal=deal,
            by=event.by,
            at=event.at,
            on_table=on_table,
        )

    @property
    def score(self) -> int:
        return self.points * self.multiplier

    @property
    def melds_before(self) -> WrittenMelds:
        """The player's melds before going out."""
        return self.on_table[self.player] if self.on_table else ()

    def counting(self, multiplier: int) -> Entry:
        """The entry with that multiplier."""
        return self if self.multiplier == multiplier else replace(self, multiplier=multiplier)

    def result_words(self, words: EndingWords, place: str = "") -> str:
        """The result in words: `went out: 34 × 2 = 68`; `place` is in words, for a hand recorded late."""
        return list_words(
            (
                self._out_words(words, place),
                say("melds to come") if self.to_follow else "",
                say("disputed") if self.disputed else "",
            )
        )

    def _out_words(self, words: EndingWords, place: str) -> str:
        points = show_number(self.points)
        if self.left is not None:
            return words.hand_worth(points, place)
        score = in_a_row((points, "×", self.multiplier, "=", show_number(self.score)))
        if self.concealed:
            if not place:
                return say("went out concealed: {score}", score=score)
            return say("went out concealed {place}: {score}", place=place, score=score)
        return words.hand_worth(score, place)

    def difference_words(self, old: Entry, names: Sequence[str]) -> str:
        """The differences between this entry and the `old` one that it corrects, in words."""
        changed_parts = [say("it was {name}", name=names[self.player])] if old.player != self.player else []
        new_points = show_number(self.points)
        if old.points != self.points:
            changed_parts.append(say("{old} → {new} points", old=show_number(old.points), new=new_points))
        elif (old.melds, old.left) != (self.melds, self.left):
            changed_parts.append(say("other cards, {points} points as before", points=new_points))
        if old.note != self.note:
            changed_parts.append(say("the note"))
        return list_words([*changed_parts, *dispute_words(old, self)]) or say("nothing changed")


@dataclass(frozen=True, slots=True)
class RemovedEntry:
    """A removed entry; `ahead` are the numbers of the entries before it."""

    entry: Entry
    ahead: tuple[int, ...]


class Disputable(Protocol):
    """A record of cards that may have overruled the pack audit (P1)."""

    @property
    def disputed(self) -> bool: ...


def dispute_words(old: Disputable, new: Disputable) -> list[str]:
    """Whether a correction began a dispute over the cards, or ended it, in words; empty if neither."""
    if old.disputed == new.disputed:
        return []
    return [say("disputed") if new.disputed else say("no longer disputed")]
