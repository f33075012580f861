"""Service: the log of a table that another program kept as names and points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorepad.core.log.deal_events import DealSettled
from scorepad.core.log.endings import FinalHand
from scorepad.core.log.event_data import Event, EventData
from scorepad.core.log.events import checked_event
from scorepad.core.log.table import Table, fold
from scorepad.core.log.table_events import DealClosed, DealOpened, TableOpened, WinnersNamed
from scorepad.core.points import Points, is_whole
from scorepad.rulebook import find_game
from scorepad.store.engine import now

FIRST_YEAR, LAST_YEAR = 1970, 2999  # a machine without a clock begins in the first


@dataclass(frozen=True)
class ToldTable:
    """A table of another program: its players, and their points in each deal, by seat.

    A player without points in a deal did not play it. `winners` are the seats of the winners if they are
    given beside the points. An `uncounted` table does not count in standings. `began` and `ended` are moments
    as in the log, empty for now. `source` is the program, `op` the id of the operation that opens the table.
    """

    players: Sequence[str]
    deals: Sequence[Mapping[int, Points]]
    partnerships: Sequence[Sequence[int]] = ()
    name: str = ""
    game: str = "any-game"
    options: dict[str, Any] = field(default_factory=dict)
    dealer: int = 0
    began: str = ""
    ended: str = ""
    source: str = ""
    winners: Sequence[int] | None = None
    uncounted: bool = False
    op: str = "opening"

    @property
    def has_halves(self) -> bool:
        """Whether any score ends in a half, which few games count."""
        return not all(is_whole(score) for scores in self.deals for score in scores.values())

    def events(self) -> tuple[Event, ...]:
        """The log of the table. Raises UnreadableEvent, Refused, OptionErrors."""
        opened = TableOpened(
            name=self.name,
            game=self.game,
            options=find_game(self.game).logged_values(
                self.options | ({"halves": True} if self.has_halves else {}), len(self.players)
            ),
            players=tuple(self.players),
            partnerships=tuple(
                map(tuple, self.partnerships or [[seat] for seat in range(len(self.players))])
            ),
            dealer=self.dealer,
            start=find_game(self.game).rules(self.options, len(self.players)).match.start,
            uncounted=self.uncounted,
        )
        began, ended = self.began or now(), self.ended or self.began or now()
        events = [checked_event(Event(1, self.op, opened, self.source, began))]
        for number, scores in enumerate(self.deals, 1):
            # A deal is opened and settled in one operation, so that one undo takes both back.
            for data in self._deal(number, scores):
                events.append(
                    checked_event(Event(len(events) + 1, f"deal-{number}", data, self.source, ended))
                )
        if self.winners is not None:
            named = WinnersNamed(len(self.deals), tuple(self.winners))
            events.append(checked_event(Event(len(events) + 1, "won", named, self.source, ended)))
        return tuple(events)

    def table(self) -> Table:
        """The table folded from its log. Raises what `events` raises."""
        return fold(self.events())

    def _deal(self, number: int, scores: Mapping[int, Points]) -> Iterator[EventData]:
        seats = range(len(self.players))
        if number > 1:
            yield DealOpened(number, (self.dealer + number - 1) % len(seats))
        if not scores:
            yield DealClosed(number, "")
            return
        hands = tuple(FinalHand(seat, None, 0, None, 0, None, scores[seat]) for seat in sorted(scores))
        away = tuple(seat for seat in seats if seat not in scores)
        yield DealSettled(winner=None, rummy=False, hands=hands, note="", deal=number, sat_out=away)
