"""The form of a play: whose, which, the cards from her hand; and its judgement before it is recorded.

Everything but the right to record travels in the address, so that reload and back keep every card.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scorepad.core.cards import Meld
from scorepad.core.errors import ScorepadError
from scorepad.core.filching import wilds_of
from scorepad.core.first_melds import naturals_needed
from scorepad.core.log.table import Player
from scorepad.core.notation import write_melds
from scorepad.core.plays import judge
from scorepad.core.rules import Rules
from scorepad.core.tableau import At, Extend, Filch, Merge, New, OnTable, Play, PlayVerdict
from scorepad.tables import table_plays
from scorepad.web.faces import points
from scorepad.web.forms import meanwhile
from scorepad.web.hand.question import PREFIX
from scorepad.web.hand.typed_cards import TypedCards, write_past
from scorepad.web.recording import play_choices
from scorepad.web.recording.play_choices import Way
from scorepad.web.table.before_players import Before, before_players
from scorepad.web.table.board import Board, written


class Unclear(ScorepadError):
    """A play of which something is not said yet."""

    code = "unclear"


@dataclass(frozen=True)
class PlayForm:
    """A play as typed.

    player   her seat, None while nobody is picked
    where    what she does: `new`, `add-1` to her second meld, `merge-0-1`, or `filch-2-0-1`, the second
             wild of the first meld of seat 2
    end      which of several ways to lay the cards at the ends of a meld
    last     that this is her last card and there are none to draw (H12)
    since    the table's number when the page was first opened
    """

    board: Board
    typed: TypedCards
    player: int | None = None
    where: str = "new"
    end: str = ""
    last: bool = False
    since: int = 0
    tab: str = ""

    @property
    def rules(self) -> Rules:
        return self.board.rules

    @property
    def players(self) -> list[Player]:
        """Those who are still in."""
        return [one for one in self.board.table.players if self.board.deal.entry_of(one.index) is None]

    @cached_property
    def there(self) -> OnTable:
        """What lies on the table."""
        return table_plays.on_table(self.rules, self.board.table)

    @property
    def hers(self) -> tuple[Meld, ...]:
        """Her melds on the table."""
        return () if self.player is None else self.there.melds[self.player]

    @property
    def lying(self) -> tuple[Before, ...]:
        """What lies before the players, hers first."""
        return before_players(self.rules, self.there, self.player)

    @cached_property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """What she can do, each as it is sent and in words."""
        return play_choices.choices(self.rules, self.there, self.player)

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """Where the cards can lie at the ends of the meld that they are added to."""
        kind, numbers = self._kind
        if kind != "add" or self.player is None or not self.laid or numbers[0] >= len(self.hers):
            return ()
        return play_choices.ways(self.rules, self.hers[numbers[0]], self.laid)

    @property
    def way(self) -> Way | None:
        """The way that is picked, else the first one."""
        return next((way for way in self.ways if way.value == self.end), next(iter(self.ways), None))

    @property
    def laid(self) -> Meld:
        """The cards from her hand, each wild with what it stands for where that is typed."""
        return tuple(laid for meld in self.typed.melds for laid in meld)

    @cached_property
    def play(self) -> Play | Unclear:
        """The play that is meant, or what is not said yet."""
        kind, numbers = self._kind
        if self.player is None:
            return Unclear("Who lays them?", at="player")
        if self.typed.error:
            return Unclear("Some cards do not read yet. Nothing typed is lost.", at="cards")
        if kind == "filch":
            return self._filch(At(numbers[0], numbers[1]), numbers[2])
        if kind == "merge":
            return self._merge(numbers[0], numbers[1], self.laid)
        if not self.laid:
            return Unclear("Tap the cards being laid.", at="cards")
        if kind == "add":
            at = At(self.player, numbers[0])
            return Extend(at, self.way.before, self.way.after) if self.way else Extend(at, after=self.laid)
        return New(self.laid)

    def _merge(self, first: int, second: int, between: Meld) -> Play:
        assert self.player is not None
        return Merge(At(self.player, first), At(self.player, second), between)

    def _filch(self, at: At, number: int) -> Play | Unclear:
        """The natural is the card typed, else what the wild stands for."""
        try:
            kinds = wilds_of(self.rules, self.there.meld(at))
        except ScorepadError as error:
            return Unclear(error.message, at="where")
        if len(self.laid) > 1:
            return Unclear("One wild is taken at a time, for one natural.", at="cards")
        if self.laid:
            return Filch(at, self.laid[0].card)
        if number >= len(kinds):
            return Unclear("Which card is put in for the wild? Tap it.", at="cards")
        return Filch(at, kinds[number])

    @cached_property
    def verdict(self) -> PlayVerdict | None:
        """The judgement of the play; None while it is unclear."""
        play = self.play
        if self.player is None or isinstance(play, Unclear):
            return None
        try:
            return judge(self.rules, self.there, self.player, play, last=self.last)
        except ScorepadError:
            return None

    @cached_property
    def unclear(self) -> str:
        """What is not said yet, or no longer there."""
        if isinstance(self.play, Unclear):
            return self.play.message
        return "" if self.verdict else "That meld no longer lies there. Pick another one."

    @property
    def sum(self) -> str:
        """Her points before and after, `3 → 10 points`, or the first thing wrong; empty while unclear."""
        if self.verdict is None:
            return ""
        if self.verdict.findings:
            return self.verdict.findings[0].sentence
        after = self.verdict.points
        return f"{points(self.verdict.before)} → {points(after)} {'point' if after == 1 else 'points'}"

    @property
    def needed(self) -> int:
        """The naturals that her first meld needs; 0 where it is not her first, or any will do (H13)."""
        if self.player is None or self.hers:
            return 0
        return naturals_needed(self.rules, self.there.earlier[self.player])

    @property
    def news(self) -> str:
        """What others did at the table since the page was opened."""
        table = self.board.table
        return meanwhile(table, self.since) if self.since < table.head else ""

    def fields(self) -> dict[str, str]:
        """The shortest query that shows the same form."""
        kept = {
            "player": "" if self.player is None else str(self.player),
            "where": "" if self.where == "new" else self.where,
            "end": self.end,
            "cards": self.typed.text,
            "past": write_past(self.typed.past),
            "last": "1" if self.last else "",
            "tab": self.tab,
            "since": str(self.since) if self.since < self.board.table.head else "",
        }
        return {name: value for name, value in kept.items() if value}

    @property
    def best(self) -> dict[str, str]:
        """The fields of the page that finds the best with the rest of her hand."""
        table = self.board.table
        given = {PREFIX + name: written(value) for name, value in table.options.items()}
        return {"game": table.game, "table": write_melds(self.hers), **given}

    @property
    def _kind(self) -> tuple[str, list[int]]:
        kind, *numbers = self.where.split("-")
        return kind, list(map(int, numbers))
