"""A table as its log keeps it after some event: deals, entries, endings, melds that lie on the table.

Multipliers, ends of deals and totals are not kept: they follow from what is (H4, H5, L4).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from scorepad.core import concealed
from scorepad.core.errors import ScorepadError, joined
from scorepad.core.log import multipliers
from scorepad.core.log.avalanche_course import Course
from scorepad.core.verdicts import Bonus

EndedBy = Literal["rule", "hand"]
Melds = tuple[tuple[str, ...], ...]


class Refused(ScorepadError):
    """An event that may not happen as the table stands."""

    code = "refused"


def refuse_any(faults: Iterable[tuple[bool, str, str]]) -> None:
    """Raise Refused with the sentence of every fault that holds: whether it does, the field, the sentence."""
    refused = [Refused(sentence, at=at) for holds, at, sentence in faults if holds]
    if refused:
        error = joined(refused)
        raise Refused(error.message, at=error.at, parts=error.parts)


@dataclass(frozen=True, slots=True)
class Kept:
    """An entry as the log keeps it, in the order of going out; its multiplier is not kept but derived.

    `left` are the cards of a player who retired (L4), None for one who went out; `added` is what going out
    concealed adds to the multiplier, `factor` what it multiplies it by (H11); `on_table` are the melds that
    lay before each seat just then, where plays are told (H10). `to_follow` says that the melds are still
    to be found (A4), `disputed` that the pack audit was overruled (P1).
    """

    number: int
    player: int
    melds: Melds | None
    points: int
    meld_points: tuple[int, ...]
    bonuses: tuple[Bonus, ...]
    note: str
    by: str
    at: str
    corrected: bool = False
    left: tuple[str, ...] | None = None
    added: int = 0
    factor: int = 1
    on_table: tuple[Melds, ...] = ()
    to_follow: bool = False
    disputed: bool = False

    @property
    def concealed(self) -> bool:
        """Whether she went out concealed, and it counted more (H11)."""
        return self.added > 0 or self.factor > 1 or concealed.points_of(self.bonuses) > 0


@dataclass(frozen=True, slots=True)
class Share:
    """What a player ends a settled deal with. `melded` and `number` are what her melds and the cards left
    count, or how many cards are left or collected; `melds` and `left` the cards, None where only the number
    was entered; `tiles` how many are left where the number is their value."""

    player: int
    melds: Melds | None
    melded: int
    left: tuple[str, ...] | None
    number: int
    tiles: int | None
    score: int


@dataclass(frozen=True, slots=True)
class Ending:
    """How a deal was settled: a share by seat. `winner` is the seat that went out, None when nobody did;
    `disputed` says that the pack audit was overruled (P1). `never_opened` are the seats whose racks were
    charged to all others (K4)."""

    number: int
    winner: int | None
    rummy: bool
    shares: tuple[Share, ...]
    note: str
    by: str
    at: str
    corrected: bool = False
    disputed: bool = False
    never_opened: tuple[int, ...] = ()

    def charged(self, seat: int) -> int:
        """What a player was charged for the racks of others who never opened (K4)."""
        return sum(self.shares[other].number for other in self.never_opened if other != seat)


@dataclass(frozen=True, slots=True)
class Removed:
    """An entry that was taken out of its deal; `ahead` are the numbers of those that stood before it."""

    entry: Kept
    ahead: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal as the log keeps it; `closed` says whether it was ended by hand, and why.

    `melds` are those on the table by seat; empty while none were played. `removed` are the entries, and
    `unsettled` the endings, that were taken out and can be put back. `course` is how a game of
    Avalanche has gone, None before its first play.
    """

    number: int
    dealer: int
    entries: tuple[Kept, ...] = ()
    closed: str | None = None
    notes: tuple[str, ...] = ()
    ending: Ending | None = None
    melds: tuple[Melds, ...] = ()
    removed: tuple[Removed, ...] = ()
    unsettled: tuple[Ending, ...] = ()
    course: Course | None = None

    @property
    def retires(self) -> bool:
        """Whether players retire instead of going out (L4)."""
        return any(entry.left is not None for entry in self.entries)

    @property
    def out(self) -> tuple[int, ...]:
        """Players who went out, in order."""
        return tuple(entry.player for entry in self.entries)

    def place_of(self, removed: Removed) -> int:
        """The place, from 1, at which a removed entry comes back: behind those that it stood behind."""
        behind = [place for place, entry in enumerate(self.entries, 1) if entry.number in removed.ahead]
        return max(behind, default=0) + 1


@dataclass(frozen=True, slots=True)
class State:
    """The table after some event. The last deal is the current one."""

    name: str
    game: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    partnerships: tuple[tuple[int, ...], ...]
    deals: tuple[Dealt, ...] = field(default=())

    @property
    def deal(self) -> Dealt:
        return self.deals[-1]

    def ended_by(self, deal: Dealt) -> EndedBy | None:
        """`rule` (H4, H5; L4; everybody's share told), `hand`, or None while it runs. An earlier deal never
        runs again: a removal or correction that leaves it open counts as ended by hand."""
        all_out = len(deal.out) == len(self.players)
        if deal.ending or (all_out if deal.retires else multipliers.ended(self.partnerships, deal.out)):
            return "rule"
        return "hand" if deal.closed is not None or deal.number < self.deal.number else None

    def multiplier(self, deal: Dealt, player: int) -> int:
        """What her going out counts: as many opponents as were still in, and more where she was concealed
        (H4, H5, H11); 1 where players retire (L5)."""
        if deal.retires:
            return 1
        place = deal.out.index(player) if player in deal.out else len(deal.out)
        times = multipliers.multiplier(self.partnerships, deal.out[:place], player)
        if place == len(deal.out):
            return times
        entry = deal.entries[place]
        return concealed.multiplied(times, added=entry.added, factor=entry.factor)

    def entry(self, number: int) -> tuple[Dealt, Kept]:
        """The entry that event `number` made, and its deal. Raises Refused when there is none (any more)."""
        for deal in self.deals:
            for entry in deal.entries:
                if entry.number == number:
                    return deal, entry
        raise Refused(f"Entry {number} is not there: it was removed or undone.", at="entry")

    def ending(self, number: int) -> tuple[Dealt, Ending]:
        """The ending that event `number` made, and its deal. Raises Refused when there is none (any more)."""
        for deal in self.deals:
            if deal.ending and deal.ending.number == number:
                return deal, deal.ending
        raise Refused(f"The end of a deal, {number}, is not there: it was removed or undone.", at="entry")

    def removed(self, number: int) -> tuple[Dealt, Removed | Ending]:
        """What was removed of that number, and its deal. Raises Refused when nothing of that number was."""
        for deal in self.deals:
            for removed in deal.removed:
                if removed.entry.number == number:
                    return deal, removed
            for ending in deal.unsettled:
                if ending.number == number:
                    return deal, ending
        raise Refused(f"Entry {number} was not removed.", at="entry")

    def with_deal(self, deal: Dealt) -> State:
        deals = tuple(deal if old.number == deal.number else old for old in self.deals)
        return replace(self, deals=deals)
