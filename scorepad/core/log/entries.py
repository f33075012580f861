"""The records of a deal: hands one by one, or everybody's at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Annotated, Any

from scorepad.core.log.schema import (
    BONUS_FIELDS,
    Added,
    Cards,
    CardsOrNull,
    Count,
    CountOrNull,
    Factor,
    Flag,
    MeldsOrNull,
    Note,
    Numbers,
    PointsList,
    Score,
    Seat,
    SeatOrNull,
    Seats,
    Seconds,
    Title,
    WholePoints,
    Words,
    WordsList,
    WrittenMeld,
    records_type,
)
from scorepad.core.phrasing import list_words, show_number
from scorepad.core.scoring.words import EndingWords
from scorepad.core.sentence import in_a_row, say
from scorepad.core.verdicts import Bonus, concealed_points

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
WrittenMelds = tuple[WrittenMeld, ...]
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
        return self.added > 0 or self.factor > 1 or concealed_points(self.bonuses) > 0

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


def written_numbers(numbers: Mapping[str, int]) -> tuple[str, ...]:
    """Numbers by word as the log has them: `natural 2`, `bid 3`."""
    return tuple(f"{word} {number}" for word, number in numbers.items())


def read_numbers(written: Sequence[str]) -> dict[str, int]:
    """The numbers by word, from the log's form.

    >>> read_numbers(written_numbers({"bid": 3}))
    {'bid': 3}
    """
    by_word = (text.rpartition(" ") for text in written)
    return {word: int(number) for word, _, number in by_word}


@dataclass(frozen=True, slots=True)
class FinalHand:
    """A player's part of a settled deal.

    `melded` and `number` are the values of the melds and of the cards left, or the number of cards left or
    collected. `melds` and `left` are the cards, None if only numbers were entered. `tiles` is the number of
    tiles left, if `number` is their value. `canastas` are counts by kind, such as `natural 2`, `red_threes`
    their number. `tally` are the numbers in columns, such as `bid 3`.
    """

    player: Seat
    melds: MeldsOrNull
    melded: Count
    left: CardsOrNull
    number: Count
    tiles: CountOrNull
    score: Score
    canastas: WordsList = ()
    red_threes: Count = 0
    tally: Numbers = ()

    @property
    def written_melds(self) -> WrittenMelds:
        """All cards as text: the melds and the cards left."""
        return (*(self.melds or ()), *((self.left,) if self.left else ()))


FinalHands = Annotated[tuple[FinalHand, ...], records_type(FinalHand, say("a list of what players end with"))]


@dataclass(frozen=True, slots=True)
class SeatDrop:
    """A player who left a deal before its end, and the game's word for how."""

    player: Seat
    how: Words


SeatDrops = Annotated[tuple[SeatDrop, ...], records_type(SeatDrop, say("a list of who dropped"))]


@dataclass(frozen=True, kw_only=True)
class RecordedEnding:
    """The settlement of a deal, with a hand for each player.

    `winner` is the seat that went out, None for nobody. `rummy`: all in one turn (B4). `disputed`: the pack
    audit was overruled (P1). `never_opened` are the seats whose racks were charged to all others (K4). `how`
    is the game's word for the ending, empty for the usual one; `turned` the card turned up. `made` are the
    seats that completed their phase. `round` are the numbers in columns for the whole round.
    """

    winner: SeatOrNull
    rummy: Flag
    hands: FinalHands
    note: Note
    disputed: Flag = False
    never_opened: Seats = ()
    how: Note = ""
    dropped: SeatDrops = ()
    turned: Note = ""
    made: Seats = ()
    round: Numbers = ()

    @property
    def written_melds(self) -> WrittenMelds:
        """All cards as text, of every player, and the one turned up."""
        turned = ((self.turned,),) if self.turned else ()
        return (*turned, *(meld for hand in self.hands for meld in hand.written_melds))

    def drop_of(self, player: int) -> str:
        """The word for how a player dropped; empty if the player did not."""
        return next((drop.how for drop in self.dropped if drop.player == player), "")

    def charged(self, seat: int) -> int:
        """The points charged to a player for the racks of others who never opened (K4)."""
        return sum(
            hand.number for hand in self.hands if hand.player in self.never_opened and hand.player != seat
        )

    def hand_of(self, player: int) -> FinalHand | None:
        """A player's part; None if the player was not in the deal."""
        return next((hand for hand in self.hands if hand.player == player), None)

    def scores_words(self, names: Sequence[str], groups: Sequence[Sequence[int]] = ()) -> str:
        """All scores: `Ann 34, Ben 0`; one score for partners who score together."""
        together = self._together(groups)
        counted = {seat for group in together.values() for seat in group[1:]}
        return list_words(
            in_a_row((_joined(names, together.get(hand.player, (hand.player,))), show_number(hand.score)))
            for hand in self.hands
            if hand.player not in counted
        )

    def changed_scores(self, old: RecordedEnding, names: Sequence[str]) -> str:
        """The changed scores: `Ann 34 → 40, Ben 0 → 5`; empty if none changed."""
        return list_words(
            in_a_row((names[hand.player], show_number(old_hand.score), "→", show_number(hand.score)))
            for hand in self.hands
            if (old_hand := old.hand_of(hand.player)) and old_hand.score != hand.score
        )

    def winner_words(self, names: Sequence[str], groups: Sequence[Sequence[int]]) -> str:
        """The player who ended the deal, with partners who score together."""
        assert self.winner is not None
        return _joined(names, self._together(groups).get(self.winner, (self.winner,)))

    def _together(self, groups: Sequence[Sequence[int]]) -> dict[int, Sequence[int]]:
        """Partners who score together, by the one whose hand records it; the others' hands are empty."""
        empty = {hand.player: not (hand.melded or hand.number or hand.score) for hand in self.hands}
        return {
            group[0]: group
            for group in groups
            if len(group) > 1 and group[0] in empty and all(empty.get(seat) for seat in group[1:])
        }


def _joined(names: Sequence[str], seats: Sequence[int]) -> str:
    return " & ".join(names[seat] for seat in seats)


@dataclass(frozen=True, kw_only=True)
class Ending(RecordedEnding):
    """The end of a deal, with the number of the event that made it."""

    number: int
    by: str
    at: str
    corrected: bool = False

    @classmethod
    def of_event(cls, ending: RecordedEnding, event: Event) -> Ending:
        """The end of a deal recorded by the event."""
        fields_told = recorded_fields(RecordedEnding, ending)
        return cls(**fields_told, number=event.number, by=event.by, at=event.at)


def dispute_words(old: RecordedHand | RecordedEnding, new: RecordedHand | RecordedEnding) -> list[str]:
    """Whether a correction began a dispute over the cards, or ended it, in words; empty if neither."""
    if old.disputed == new.disputed:
        return []
    return [say("disputed") if new.disputed else say("no longer disputed")]


def recorded_fields(record_class: type[Any], event_data: Any) -> dict[str, Any]:
    """The fields of the event's data that the table's record of it also has."""
    return {field.name: getattr(event_data, field.name) for field in fields(record_class)}
