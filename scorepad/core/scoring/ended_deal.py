"""An ended deal: each player's or side's part as given, as counted, and its faults."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar, cast

from scorepad.core.deal_facts import USUAL_DEAL, DealFacts

if TYPE_CHECKING:
    from scorepad.core.cards import Card, Meld
    from scorepad.core.points import Points
    from scorepad.core.scoring.player_counts import Counted


DealField = Literal[
    "left",
    "melded",
    "collected",
    "taken",
    "tiles",
    "points",
    "tally",
    "round",
    "phases",
    "never_opened",
    "went_rummy",
]
"""A field of an ended deal that some games count and others do not."""

Who = TypeVar("Who")
Other = TypeVar("Other")
Hand = TypeVar("Hand")
OtherHand = TypeVar("OtherHand")


@dataclass(frozen=True, slots=True)
class PlayerShare:
    """A player's part of an ended deal, as cards or as numbers with their value.

    melded  melds, and cards laid off on other melds as groups of one or two cards (F3)
    left    cards left, or collected (V5); a number, if the game counts cards, is a number of cards (G3, V5)
    tiles   the number of tiles left, if `left` is their value (K4)
    counts  what is counted beside cards; the kinds of melds follow from melds given as cards
    points  plain points, in a game without cards
    tally   the numbers entered in columns, by column id
    """

    melded: tuple[Meld, ...] | int = ()
    left: tuple[Card, ...] | int = ()
    tiles: int | None = None
    points: Points = 0
    counts: Mapping[Counted, int] = field(default_factory=dict)
    tally: Mapping[str, int] = field(default_factory=dict)

    @property
    def count(self) -> int | None:
        """The number of cards left; None if only their value is known."""
        if isinstance(self.left, int):
            return 0 if self.left == 0 else self.tiles
        return len(self.left)


@dataclass(frozen=True, slots=True)
class CountedHand:
    """A player's counted part of a deal.

    `melded` and `left` are points; `cards` the number of cards left, None if unknown. `points` are plain
    points in a game without cards. `counts` are what is counted beside cards, and `tally` the numbers in
    columns, by id.
    """

    melded: int = 0
    left: int = 0
    cards: int | None = 0
    points: Points = 0
    counts: Mapping[Counted, int] = field(default_factory=dict)
    tally: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether no cards are left, as far as known."""
        return not (self.left or self.cards)


class CommonNote(Enum):
    """What any game may note of a player. No word that comes from outside is equal to one of these.

    field  its name in questions
    input  its field on the form of an ended deal
    """

    NEVER_OPENED = ("never_opened", "unopened")
    PHASE_MADE = ("phases", "phase")

    def __init__(self, field: DealField, input: str) -> None:
        self.field: DealField = field
        self.input = input


NEVER_OPENED, PHASE_MADE = CommonNote
"""Notes that any game may have: the player never made a first play (K4), or completed a phase (P3)."""


PlayerNote = str | CommonNote


def own_word(notes: Iterable[PlayerNote]) -> str:
    """The notes that are the game's own, joined by `+`; empty for none."""
    return "+".join(note for note in notes if isinstance(note, str))


def notes_told(
    words: Mapping[Who, str], common: Mapping[CommonNote, Collection[Who]] | None = None
) -> dict[Who, tuple[PlayerNote, ...]]:
    """The notes of each player: the game's own, joined by `+`, and those that any game may have.

    >>> notes_told({"Ann": "pairs+fine", "Ben": "pairs"})
    {'Ann': ('pairs', 'fine'), 'Ben': ('pairs',)}
    """
    notes: dict[Who, tuple[PlayerNote, ...]]
    notes = {player: tuple(joined.split("+")) for player, joined in words.items()}
    for note in CommonNote:
        for player in (common or {}).get(note, ()):
            notes[player] = (*notes.get(player, ()), note)
    return notes


@dataclass(frozen=True)  # calling an alias of a generic class that is frozen and has slots fails
class EndedDeal(Generic[Who, Hand]):
    """A deal that ended for everybody at once, on its way from the record to the scores.

    Its players are given by their names, or by their seats at a table. What each has is a `PlayerShare` as
    reported, later a `CountedHand` in numbers.

    hands         the cards or points of each player
    winner        the player who ended it; None if nobody did
    went_rummy    the winner laid all cards in one turn (B4)
    ending        the game's word for the ending; empty for the usual one
    notes         what is noted of a player beside cards and points, by ids of `DealNote` and as `CommonNote`:
                  how the player left the deal early, a fine, a phase made
    facts         what its rules follow from, beside its number, which the match knows
    partnerships  partners who each have a hand of their own
    disputed      the deal counts although the packs do not hold its cards or its numbers are impossible (P1)
    note          a remark of the players
    round         the numbers entered in columns of the whole round, by column id
    """

    hands: Mapping[Who, Hand]
    winner: Who | None = None
    _: KW_ONLY
    went_rummy: bool = False
    ending: str = ""
    notes: Mapping[Who, Sequence[PlayerNote]] = field(default_factory=dict)
    facts: DealFacts = USUAL_DEAL
    partnerships: Sequence[Sequence[Who]] = ()
    disputed: bool = False
    note: str = ""
    round: Mapping[str, int] = field(default_factory=dict)

    def noted(self, note: PlayerNote) -> list[Who]:
        """The players of whom that is noted."""
        return [player for player, notes in self.notes.items() if note in notes]

    def times_noted(self, player: Who, note: str) -> int:
        """How often that is noted of the player."""
        return self.notes.get(player, ()).count(note)

    @property
    def own_notes(self) -> dict[Who, str]:
        """The notes that are the game's own, by player, joined by `+`."""
        return {player: word for player, notes in self.notes.items() if (word := own_word(notes))}

    def partners_of(self, player: Who) -> Collection[Who]:
        """The partners of a player in the deal."""
        group = next((group for group in self.partnerships if player in group), ())
        return [partner for partner in group if partner != player and partner in self.hands]

    def with_hands(self, hands: Mapping[Who, OtherHand]) -> EndedDeal[Who, OtherHand]:
        """Return the deal with other hands."""
        return replace(cast("EndedDeal[Who, Any]", self), hands=hands)

    def renamed(self, others: Mapping[Who, Other]) -> EndedDeal[Other, Hand]:
        """The deal with players by name in place of seats, or the reverse.

        The hands come in the order of `others`. A player missing from `others` is dropped from hands and
        partnerships, and raises KeyError if named elsewhere.
        """
        return replace(
            cast("EndedDeal[Any, Hand]", self),
            hands={other: self.hands[who] for who, other in others.items() if who in self.hands},
            winner=None if self.winner is None else others[self.winner],
            notes={others[who]: notes for who, notes in self.notes.items()},
            partnerships=[[others[who] for who in group if who in others] for group in self.partnerships],
        )


NamedDeal = EndedDeal[str, PlayerShare]
SeatedDeal = EndedDeal[int, PlayerShare]
CountedDeal = EndedDeal[str, CountedHand]


class ScoreLine(NamedTuple):
    """A part of a score, and its reason."""

    reason: str
    points: Points


def shared_out(points: int, takers: Sequence[str]) -> dict[str, int]:
    """Each taker's share of the points, in even shares; the remainder goes, one point each, to the first
    takers.

    >>> shared_out(80, ["Ben", "Cy", "Dev"])
    {'Ben': 27, 'Cy': 27, 'Dev': 26}
    """
    each, odd = divmod(points, len(takers)) if takers else (0, 0)
    return {name: each + (place < odd) for place, name in enumerate(takers)}


class DealFault(NamedTuple):
    """Why a deal cannot have ended like this: the `field` at fault, and the player, empty for none."""

    reason: str
    field: str
    player: str = ""


OWN_NOTES = "dropped"
"""The field of a deal that has the notes of the game's own, in questions and in faults."""


def note_fault(reason: str, player: str = "") -> DealFault:
    """The fault of what is noted of a player, or of several."""
    return DealFault(reason, OWN_NOTES, player)
