"""The form of a deal that is over for everybody at once: who went out, and what each player has then.

Everything but the right to record travels in the address, so that reload and back keep every card. What a
player has is typed as a number, or as cards on the pad, which writes for one player at a time (`at`).

    winner        a seat, or `nobody`         left-1, melds-1           cards, melds of seat 1
    at, side      what the pad writes         number-1, melded-1        their values as plain numbers
    rummy, note                               tiles-1                   how many tiles the number is for
    unopened-1    that seat 1 never opened
    photo         ids of those that the cards came from
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from scorepad.core.errors import ScorepadError
from scorepad.core.log.state import Ending
from scorepad.core.log.table import Deal, Player, Table
from scorepad.tables import settlements
from scorepad.tables.phrases import LEFT
from scorepad.tables.settlements import Ended, Share
from scorepad.web.forms import ANY_SEAT
from scorepad.web.hand.typed_cards import TypedCards, write_past
from scorepad.web.hand.typed_melds import TypedMelds
from scorepad.web.photos.target import EVIDENCE
from scorepad.web.table.board import Board

NOBODY = "nobody"
_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)


@dataclass(frozen=True)
class Line:
    """What one player has, as typed."""

    player: Player
    left: TypedCards
    melds: TypedMelds
    number: str = ""
    melded: str = ""
    tiles: str = ""

    @property
    def empty(self) -> bool:
        """Whether nothing that she has left was typed."""
        return not (self.number.strip() or self.left.text.strip())


@dataclass(frozen=True)
class SettleForm:
    """The form as typed. `ending` is the one to correct, None for the current deal; `at` is the player whose
    cards the pad writes, None while there is no pad; `disputed` overrules the pack audit (P1)."""

    board: Board
    lines: tuple[Line, ...]
    winner: str = ""
    at: int | None = None
    side: str = "left"
    rummy: bool = False
    note: str = ""
    ending: Ending | None = None
    photos: str = ""
    disputed: bool = False
    never_opened: tuple[int, ...] = ()

    @property
    def table(self) -> Table:
        return self.board.table

    @property
    def deal(self) -> Deal:
        found = self.table.ended_with(self.ending.number) if self.ending else None
        return found or self.table.deal

    @property
    def over(self) -> bool:
        """Whether the deal has been recorded meanwhile."""
        return self.ending is None and self.deal.ended

    @property
    def scoring(self) -> str:
        return self.board.rules.deal.scoring

    @property
    def heading(self) -> str:
        """What a number says that is typed for a player."""
        return LEFT[self.board.rules.deal.scoring]

    @property
    def has_winner(self) -> bool:
        """Whether somebody goes out in this game."""
        return self.scoring != "collected"

    @property
    def has_melds(self) -> bool:
        return self.scoring == "melded-less-left"

    @property
    def asks_tiles(self) -> bool:
        """Whether numbers of tiles decide when nobody went out (K4)."""
        return self.scoring == "rack" and self.board.rules.deal.stalemate == "tiles"

    @property
    def asks_opened(self) -> bool:
        """Whether it counts who never made a first play (K4)."""
        return self.board.rules.deal.charge_unopened

    @property
    def typed(self) -> TypedCards | None:
        """What the pad writes."""
        if self.at is None:
            return None
        line = self.lines[self.at]
        return line.melds if self.side == "melds" else line.left

    @property
    def pad_name(self) -> str:
        return f"{self.side}-{self.at}"

    @cached_property
    def scores(self) -> tuple[int, ...] | None:
        """Every player's score as it will be recorded; None while something is missing."""
        return None if self.faults else self._found[0]

    @cached_property
    def _found(self) -> tuple[tuple[int, ...], dict[str, str]]:
        names = [line.player.name for line in self.lines]
        try:
            return settlements.scores(self.board.rules, names, self.ended), {}
        except ScorepadError as error:
            return (), _by_field(error, names)

    @property
    def ended(self) -> Ended:
        """What will be recorded; what does not read counts as nothing and is a fault."""
        winner = int(self.winner) if self.winner.isdecimal() else None
        shares = [self._share(line) for line in self.lines]
        return Ended(shares, winner, self.rummy, self.note, self.disputed, self.never_opened)

    def _share(self, line: Line) -> Share:
        left = number(line.number)
        melded = number(line.melded)
        tiles = number(line.tiles) if left is not None else None
        melds = line.melds.melds if self.has_melds else ()
        return Share(melds if melded is None else melded, line.left.cards if left is None else left, tiles)

    def value(self, seat: int) -> int | None:
        """What the cards that she has count; None while nothing reads."""
        line = self.lines[seat]
        if line.empty or line.left.error or self._unread(line):
            return None
        return settlements.left_number(self.board.rules, self._share(line))

    def melded(self, seat: int) -> int | None:
        """What her melds count, while they are legal."""
        line = self.lines[seat]
        if line.melds.error or self._unread(line):
            return None
        try:
            return settlements.melded_value(self.board.rules, self._share(line))
        except ScorepadError:
            return None

    def _unread(self, line: Line) -> bool:
        return any(text.strip() and number(text) is None for text in (line.number, line.melded, line.tiles))

    @cached_property
    def faults(self) -> dict[str, str]:
        """What stands in the way of recording, by field."""
        return dict(self._faults()) or self._found[1]

    @property
    def disputable(self) -> bool:
        """Whether nothing but the pack audit speaks against recording (P1)."""
        return bool(replace(self, disputed=False).faults) and not replace(self, disputed=True).faults

    def _faults(self) -> Iterator[tuple[str, str]]:
        if self.has_winner and not self.winner:
            yield "winner", "Who went out? Nobody, where nobody could."
        for line in self.lines:
            yield from self._line_faults(line)

    def _line_faults(self, line: Line) -> Iterator[tuple[str, str]]:
        seat, name = line.player.index, line.player.name
        typed = {"number": line.number, "melded": line.melded, "tiles": line.tiles}
        for field, text in typed.items():
            if text.strip() and number(text) is None:
                yield f"{field}-{seat}", f"{name}: {text[:20]!r} is no whole number from 0."
        for side, error in (("left", line.left.error), ("melds", line.melds.error)):
            if error:
                yield f"{side}-{seat}", f"{name}: {error.message}"
        if line.number.strip() and line.left.text.strip():
            yield f"number-{seat}", f"{name} has cards too. Clear the cards, or leave the number empty."
        if line.melded.strip() and line.melds.text.strip():
            yield f"melded-{seat}", f"{name} has melds too. Clear the melds, or leave the number empty."
        if line.empty and self.winner != str(seat):
            yield f"number-{seat}", f"Enter {name}'s {'remaining' if self.has_winner else 'collected'} cards."

    def tapped(self, args: Mapping[str, str]) -> SettleForm:
        """The form after the one tap that came with it."""
        if "pad" in args and re.fullmatch(rf"(left|melds)-{ANY_SEAT}", args["pad"], re.ASCII):
            side, _, seat = args["pad"].partition("-")
            known = int(seat) < len(self.lines) and (side == "left" or self.has_melds)
            return replace(self, at=int(seat), side=side) if known else self
        if "done" in args:
            return replace(self, at=None, side="left")
        if self.at is None:
            return self
        line = self.lines[self.at]
        if self.side == "melds":
            line = replace(line, melds=line.melds.tapped(args))
        else:
            line = replace(line, left=line.left.tapped(args))
        return replace(self, lines=(*self.lines[: self.at], line, *self.lines[self.at + 1 :]))

    def fields(self) -> dict[str, str]:
        """The shortest query that shows the same form."""
        kept = {"winner": self.winner, "rummy": "1" if self.rummy else "", "note": self.note}
        kept |= {
            "at": "" if self.at is None else str(self.at),
            "side": "" if self.side == "left" else self.side,
        }
        for line in self.lines:
            texts = (line.left.text, line.melds.text, line.number, line.melded, line.tiles)
            names = ("left", "melds", "number", "melded", "tiles")
            kept |= {f"{name}-{line.player.index}": text for name, text in zip(names, texts, strict=True)}
        kept |= {f"unopened-{seat}": "1" for seat in self.never_opened}
        kept[EVIDENCE] = self.photos
        if self.typed is not None:
            kept["past"] = write_past(self.typed.past)
        shown = {name: value for name, value in kept.items() if value}
        return shown or ({"winner": ""} if self.ending or self.deal.course else {})


def _by_field(error: ScorepadError, names: list[str]) -> dict[str, str]:
    """Faults of an ending by the field that they are shown at."""
    fields = {"left": "number", "melded": "melded", "tiles": "tiles", "never_opened": "unopened"}
    faults: dict[str, str] = {}
    for part in error.parts or (error,):
        place, _, name = part.at.partition(".")
        field = f"{fields[place]}-{names.index(name)}" if name in names and place in fields else place
        faults[field] = f"{faults[field]} {part.message}" if field in faults else part.message
    return faults


def number(text: str) -> int | None:
    """A plain number as typed; None where none is, or it does not read."""
    return int(text) if _NUMBER.fullmatch(text.strip()) else None
