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
from scorepad.core.log.schema import LONGEST_NAME

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
Note = Annotated[str, Meta(extra={"says": "note: type a line of text."}, description="Kept with the record.")]


class OpenTable(RulesQuestion, frozen=True, kw_only=True):
    """A table to be opened. Without `partnerships` four or six are seated as partners across from each other
    in a game that sides play, and everybody plays alone in any other; the first of the players deals unless
    `dealer` names another. `by` is who opens it, in the table's record."""

    players: Players
    partnerships: Partnerships | UnsetType = UNSET
    name: Words = ""
    dealer: Name | UnsetType = UNSET
    by: Words = ""


class ChangeOfTable(JsonQuestion, frozen=True, kw_only=True):
    """`expected` is the table's number as last seen: if others wrote since, nothing is changed. `by` is the
    author, for the table's record."""

    expected: EventNumber | UnsetType = UNSET
    by: Words = ""


class WinnersToName(ChangeOfTable, frozen=True, kw_only=True):
    """Who won after the deal that has ended, by the word of the people at the table: names of players or of
    sides, whatever the points are. An empty list says that nobody won. With null the points say it again.
    `places` are those of others from 2 on, by name, where the points don't say them."""

    winners: Names | None
    places: CountsByName | UnsetType = UNSET


class TableToChange(ChangeOfTable, frozen=True, kw_only=True):
    """What was chosen as the table was opened, and is chosen anew. `options` change what they name; with a
    `preset` all others are as it says. `partnerships` name every player, whoever plays alone by themselves.
    `from` says which deals are counted anew: with `start` all of them, with `now` none that has ended. A deal
    that the new rules don't allow refuses the change. `seats` name everybody at the table in their order.
    `dealer` deals the current deal; where it has
    ended the next one is opened."""

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
    """Who sits down, from the next deal that has not begun: somebody new with so many points to `start`, or
    as the partner of another; who had left comes back with the points of before."""

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
    the multiplier. `left` is what stays in hand where players retire; `disputed` records it although the
    packs do not hold so many of a card; `play_on` goes on after the end of a match."""

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


class DealToRecord(DealOfMatch, frozen=True, kw_only=True):
    """A deal that is over, as a question of `score`: the table knows its game and house rules, and `deal`, if
    it is said, must be the number of the deal that is recorded. It names everybody who plays it. `split`
    shares the pool after it; `play_on` goes on after the end of a match; `disputed`, `note`, `expected` and
    `by` are as for other records."""

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
