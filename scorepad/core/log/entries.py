"""What a deal holds: hands as they were recorded, one by one or for everybody at once."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Annotated, Any

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
    Points,
    PointsList,
    Seat,
    SeatOrNull,
    Seats,
    Seconds,
    WrittenMeld,
    records_type,
)
from scorepad.core.sentence import say
from scorepad.core.verdicts import Bonus, concealed_points


@dataclass(frozen=True, slots=True)
class Manners:
    """What a table agrees on beside the rules of its game; no judgement depends on it: a `clock` of so many
    seconds a turn, 0 for none, and `no_advice` before going out."""

    clock: Seconds = 0
    no_advice: Flag = False

    @property
    def sentences(self) -> tuple[tuple[str, str], ...]:
        """Those that are not as usual, by name and in words."""
        manners = (
            ("clock", say("{seconds} seconds a turn", seconds=self.clock), self.clock > 0),
            ("no_advice", say("no advice before going out"), self.no_advice),
        )
        return tuple((name, words) for name, words, is_set in manners if is_set)


USUAL_MANNERS = Manners()
WrittenMelds = tuple[WrittenMeld, ...]
Bonuses = Annotated[tuple[Bonus, ...], records_type(Bonus, say("a list of bonuses"), BONUS_FIELDS)]


@dataclass(frozen=True, kw_only=True)
class RecordedHand:
    """One player's going out, or retiring.

    `melds` are canonical cards, None where only points were entered; `points` count before the multiplier.
    `left` are the cards of a player who retired, whose value the points are less by (L5), None for one who
    went out; `added` is what going out concealed adds to the multiplier, `factor` what it multiplies it by
    (H11). `to_follow` says that the melds are still to be found (A4), `disputed` that the pack audit was
    overruled (P1).
    """

    player: Seat
    melds: MeldsOrNull
    points: Points
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
        """All cards as text, melds and what is left in hand."""
        return (*(self.melds or ()), *((self.left,) if self.left else ()))

    @property
    def left_value(self) -> int:
        """What the cards left in hand took off the points (L5)."""
        earned = sum(self.meld_points) + sum(bonus.points for bonus in self.bonuses)
        return 0 if self.melds is None else earned - self.points


@dataclass(frozen=True, kw_only=True)
class Entry(RecordedHand):
    """A hand in its deal. `number` is that of the event that made it; `on_table` are the melds that lay
    before each seat just then, where plays are told (H10); `multiplier` follows from its place."""

    number: int
    deal: int
    by: str
    at: str
    corrected: bool = False
    on_table: tuple[WrittenMelds, ...] = ()
    multiplier: int = 0

    @property
    def score(self) -> int:
        return self.points * self.multiplier

    def counting(self, multiplier: int) -> Entry:
        """The entry with that multiplier."""
        return self if self.multiplier == multiplier else replace(self, multiplier=multiplier)


@dataclass(frozen=True, slots=True)
class RemovedEntry:
    """An entry that was taken out of its deal; `ahead` are the numbers of those that stood before it."""

    entry: Entry
    ahead: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FinalHand:
    """What a player ends a settled deal with. `melded` and `number` are what the melds and the cards left
    count, or how many cards are left or collected; `melds` and `left` the cards, None where only the number
    was entered; `tiles` how many are left where the number is their value."""

    player: Seat
    melds: MeldsOrNull
    melded: Count
    left: CardsOrNull
    number: Count
    tiles: CountOrNull
    score: Points

    @property
    def written_melds(self) -> WrittenMelds:
        """All cards as text, melds and what is left in hand."""
        return (*(self.melds or ()), *((self.left,) if self.left else ()))


FinalHands = Annotated[tuple[FinalHand, ...], records_type(FinalHand, say("a list of what players end with"))]


@dataclass(frozen=True, kw_only=True)
class RecordedEnding:
    """How a deal was settled: a hand for each who played. `winner` is the seat that went out, None when
    nobody did; `rummy` says that it was all in one turn (B4), `disputed` that the pack audit was overruled
    (P1). `never_opened` are the seats whose racks were charged to all others (K4)."""

    winner: SeatOrNull
    rummy: Flag
    hands: FinalHands
    note: Note
    disputed: Flag = False
    never_opened: Seats = ()

    @property
    def written_melds(self) -> WrittenMelds:
        """All cards as text, of every player."""
        return tuple(meld for hand in self.hands for meld in hand.written_melds)

    def charged(self, seat: int) -> int:
        """What a player was charged for the racks of others who never opened (K4)."""
        return sum(
            hand.number for hand in self.hands if hand.player in self.never_opened and hand.player != seat
        )

    def hand_of(self, player: int) -> FinalHand | None:
        """What a player ended with; None for one who did not play."""
        return next((hand for hand in self.hands if hand.player == player), None)


@dataclass(frozen=True, kw_only=True)
class Ending(RecordedEnding):
    """The end of a deal, with the number of the event that made it."""

    number: int
    by: str
    at: str
    corrected: bool = False


def recorded_fields(record_class: type[Any], event_data: Any) -> dict[str, Any]:
    """The fields that an event's data share with what the table keeps of it."""
    return {field.name: getattr(event_data, field.name) for field in fields(record_class)}
