"""A program's questions about a table, in JSON: their fields and types."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from scorepad.answers.question_types import (
    Cards,
    CountsByName,
    DealOfMatch,
    Flag,
    HouseRules,
    JsonQuestion,
    LanguageId,
    Melds,
    Name,
    Names,
    Partnerships,
    Players,
    Points,
    PresetId,
    RulesQuestion,
    WholePoints,
    Words,
)
from scorepad.core.log.schema import LONGEST_NAME, LONGEST_NOTE

MOST_EVENTS = 1_000_000

EventNumber = Annotated[
    int,
    Meta(ge=0, le=MOST_EVENTS),
    Meta(extra={"says": "{name}: type the number of the table as you saw it."}),
]
Since = Annotated[Literal["now", "start"], Meta(extra={"says": "from: type now or start, not {value}."})]
Scope = Annotated[Literal["read", "write"], Meta(extra={"says": "scope: type read or write, not {value}."})]
ProgramName = Annotated[
    str,
    Meta(max_length=LONGEST_NAME, description="What the program is called, in the list of keys."),
    Meta(extra={"says": f"name: type up to {LONGEST_NAME} characters."}),
]
MOST_ITEMS, USUAL_ITEMS = 100, 50  # of a list, in one page
ItemCount = Annotated[
    int,
    Meta(ge=1, le=MOST_ITEMS),
    Meta(extra={"says": f"limit: type a whole number from 1 to {MOST_ITEMS}."}),
]
ItemNumber = Annotated[
    int, Meta(ge=0, le=MOST_EVENTS), Meta(extra={"says": "after: type the `next` of the page before."})
]
Note = Annotated[
    str,
    Meta(max_length=LONGEST_NOTE, description="Kept with the record."),
    Meta(extra={"says": f"note: type a line of up to {LONGEST_NOTE} characters."}),
]


class OpenTable(RulesQuestion, frozen=True, kw_only=True):
    """A table to be opened. Without `partnerships`, four or six players are seated as partners across from
    each other if the game has sides; otherwise everybody plays alone. The first of the players deals, unless
    `dealer` names another. `by`: the person who opens it, for the table's record."""

    players: Players
    partnerships: Partnerships | UnsetType = UNSET
    name: Words = ""
    dealer: Name | UnsetType = UNSET
    by: Words = ""


class ChangeOfTable(JsonQuestion, frozen=True, kw_only=True):
    """A change of a table. `expected`: the table's number as last seen; if others wrote since, nothing is
    changed. `by`: the author, for the table's record.
    """

    expected: EventNumber | UnsetType = UNSET
    by: Words = ""


class WinnersToName(ChangeOfTable, frozen=True, kw_only=True):
    """The winners after the deal that has ended, as named by the people at the table: players or sides,
    whatever their points. An empty list means that nobody won; null returns the decision to the points.
    `places`: the places of the others from 2 on, by name, if the points don't decide them."""

    winners: Names | None
    places: CountsByName | UnsetType = UNSET


class TableToChange(ChangeOfTable, frozen=True, kw_only=True):
    """New choices for a table that is open. `options`: the house rules to change; with a `preset` all others
    are set as in it. `partnerships` must name every player; a player without a partner is named alone.
    `from`: the deals to which the rules apply: `start` for all, `now` for those that have not ended. The
    change is refused if a deal is not allowed under the new rules. `seats`: everybody at the table, in order.
    `dealer`: the dealer of the current deal; if that has ended, the next one is opened."""

    name: Words | UnsetType = UNSET
    options: HouseRules | None = None
    preset: PresetId | None = None
    partnerships: Partnerships | UnsetType = UNSET
    since: Since = field(default="now", name="from")
    seats: Names | UnsetType = UNSET
    dealer: Words | UnsetType = UNSET


class DealToCorrect(DealOfMatch, frozen=True, kw_only=True):
    """A correction of a deal that was recorded for everybody at once, given in full."""

    disputed: Flag = False
    note: Note = ""
    expected: EventNumber | UnsetType = UNSET
    by: Words = ""


class PlayerToAdd(ChangeOfTable, frozen=True, kw_only=True):
    """A player who sits down, from the next deal that has not begun: a new one with the points `start`, or as
    the partner of another; or one who had left, with the points of before."""

    name: Words
    start: Points = 0
    partner: Words | UnsetType = UNSET


class PlayerToChange(ChangeOfTable, frozen=True, kw_only=True):
    """A new name for a player; somebody who takes over for another has that one's points and seat."""

    name: Words


class PointsToAdd(ChangeOfTable, frozen=True, kw_only=True):
    """Points for one player beside what the current deal is recorded with, in a game without cards: a bonus,
    or a penalty below 0."""

    player: Name
    points: Points
    note: Note = ""


class DealToEnd(ChangeOfTable, frozen=True, kw_only=True):
    """Ends the current deal by hand. Players still in score 0."""

    note: Note = ""


class WebhookToSet(JsonQuestion, frozen=True, kw_only=True):
    """An address that is notified when a deal was recorded, and when a match is over."""

    url: Words


class EntryToRecord(ChangeOfTable, frozen=True, kw_only=True):
    """A player who goes out: with melds, with cards whose melds are to follow, or with plain points before
    the multiplier. `left`: the cards kept in hand, if the player retires. `disputed`: record it although the
    packs do not hold so many of a card. `play_on`: go on after the end of a match."""

    player: Name
    melds: Melds | UnsetType = UNSET
    cards: Cards | UnsetType = UNSET
    points: WholePoints | UnsetType = UNSET
    left: Cards | UnsetType = UNSET
    language: LanguageId | None = None
    play_on: Flag = False
    concealed: Flag = False
    disputed: Flag = False
    note: Note = ""


HAND_FLAGS = ("concealed", "disputed")
"""The flags of a player's record that its hand has too."""


class DealToRecord(DealOfMatch, frozen=True, kw_only=True):
    """A deal that is over, as in a question of `score`, without game and house rules, which the table knows.
    `deal`, if given, must be the number of the recorded deal. Everybody who plays the deal must be named.
    `split`: share the pool after it. `play_on`: go on after the end of a match. `disputed`, `note`,
    `expected` and `by` are as in other records."""

    play_on: Flag = False
    disputed: Flag = False
    note: Note = ""
    expected: EventNumber | UnsetType = UNSET
    by: Words = ""


class KeyToGive(JsonQuestion, frozen=True, kw_only=True):
    """A key for a program: with the scope `read` it only reads, with `write` it also records. It gives none
    of the host's rights."""

    scope: Scope = "read"
    name: ProgramName = ""


class PageQuestion(JsonQuestion, frozen=True, kw_only=True):
    """At most `limit` items, `after` the last one of the page before."""

    limit: ItemCount = USUAL_ITEMS
    after: ItemNumber = 0
