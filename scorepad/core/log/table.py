"""The table as people see it: deals, entries with their multipliers, totals, and the record of changes.

`fold` makes it from the log and from nothing else. Multipliers, ends of deals and totals follow from the
order of going out (H4, H5), so a correction of an old entry changes everything after it by itself. An
entry that a correction leaves behind the end of its deal stays, and counts × 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Any

from scorepad.core import concealed
from scorepad.core.log import multipliers
from scorepad.core.log.avalanche_course import Course
from scorepad.core.log.events import Event
from scorepad.core.log.history import Change, changes
from scorepad.core.log.replay import Replay, replay
from scorepad.core.log.sentences import sentence
from scorepad.core.log.state import Dealt, EndedBy, Ending, Kept, Melds, Removed, State
from scorepad.core.verdicts import Bonus


@dataclass(frozen=True, slots=True)
class Player:
    """A player by seat (from 0), with the place of her partnership in the table's list."""

    index: int
    name: str
    partnership: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One player's going out, or her retiring. `number` is that of the event that made it; `melds` are
    canonical cards, None where only points were entered; `points` count before the multiplier, `score` after
    it. `left` are the cards of a player who retired, whose value the points are less by (L5); `added` is what
    going out concealed added to the multiplier, `factor` what it multiplied it by (H11); `on_table` are the
    melds that lay before each seat just then, where plays are told (H10). `to_follow` says that the melds are
    still to be found (A4), `disputed` that the pack audit was overruled (P1)."""

    number: int
    deal: int
    player: int
    melds: Melds | None
    meld_points: tuple[int, ...]
    bonuses: tuple[Bonus, ...]
    points: int
    multiplier: int
    score: int
    note: str
    corrected: bool
    by: str
    at: str
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

    @property
    def left_value(self) -> int:
        """What the cards left in hand took off the points (L5)."""
        earned = sum(self.meld_points) + sum(bonus.points for bonus in self.bonuses)
        return 0 if self.melds is None else earned - self.points


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal: `entries` in order of going out, `active` the players still in, all by seat.

    `scores` has None for a player still in while the deal runs; `before` are the totals ahead of it;
    `multipliers` what going out counts now, or counted for those already out. `ending` is how it was
    settled where nobody goes out by herself; `melds` are those on the table, by seat; `removed` the
    entries, and `unsettled` the endings, that were taken out and can be put back; `course` is how a game
    of Avalanche has gone, None before its first play.
    """

    number: int
    dealer: int
    entries: tuple[Entry, ...]
    ended: bool
    ended_by: EndedBy | None
    reason: str
    active: tuple[int, ...]
    notes: tuple[str, ...]
    scores: tuple[int | None, ...]
    multipliers: tuple[int, ...]
    before: tuple[int, ...]
    ending: Ending | None = None
    melds: tuple[Melds, ...] = ()
    removed: tuple[Removed, ...] = ()
    unsettled: tuple[Ending, ...] = ()
    course: Course | None = None

    def score(self, player: int) -> int | None:
        """Her score of this deal; None while she is still in and the deal runs."""
        return self.scores[player]

    def multiplier_for(self, player: int) -> int:
        """What her going out would count now, or counted."""
        return self.multipliers[player]

    def running(self, player: int) -> int:
        """Her total after this deal, or so far."""
        return self.before[player] + (self.scores[player] or 0)

    def entry_of(self, player: int) -> Entry | None:
        """Her entry, if she is out."""
        return next((entry for entry in self.entries if entry.player == player), None)


@dataclass(frozen=True)
class Table:
    """A table after its last event, whose number is `head`.

    `last` is the event that leads what an undo would take back, `next` the one that leads what a redo would
    do again; None when there is nothing.
    """

    id: str
    name: str
    game: str
    options: Mapping[str, Any]
    players: tuple[Player, ...]
    partnerships: tuple[tuple[int, ...], ...]
    deals: tuple[Deal, ...]
    head: int
    events: tuple[Event, ...]
    last: Event | None
    next: Event | None
    replayed: Replay = field(repr=False, compare=False)

    @property
    def deal(self) -> Deal:
        """The current deal."""
        return self.deals[-1]

    @property
    def totals(self) -> tuple[int, ...]:
        """Each player's total so far, by seat."""
        return tuple(self.deal.running(player.index) for player in self.players)

    @property
    def partnership_totals(self) -> tuple[int, ...]:
        """Each partnership's total: the sum of its members' (H5)."""
        return tuple(sum(self.totals[player] for player in group) for group in self.partnerships)

    @property
    def has_partners(self) -> bool:
        return any(len(group) > 1 for group in self.partnerships)

    @property
    def dealer_next(self) -> int:
        """The seat that deals after the current deal."""
        return (self.deal.dealer + 1) % len(self.players)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The record, the newest first; told only when somebody asks."""
        return changes(self.replayed)

    def told(self, event: Event | None) -> str:
        """The sentence of an event of the log; empty for none."""
        return sentence(self.replayed.steps[event.number - 1]) if event else ""

    def entry(self, number: int) -> Entry | None:
        """The entry that event `number` made, unless it was removed or taken back."""
        entries = (entry for deal in self.deals for entry in deal.entries)
        return next((entry for entry in entries if entry.number == number), None)

    def ended_with(self, number: int) -> Deal | None:
        """The deal whose ending event `number` made, unless it was removed or taken back."""
        return next((deal for deal in self.deals if deal.ending and deal.ending.number == number), None)


def fold(events: Iterable[Event], id: str = "") -> Table:
    """The table that a log makes. Raises Refused when an event of the log may not happen there."""
    log = tuple(events)
    replayed = replay(log)
    state = replayed.state
    return Table(
        id=id,
        name=state.name,
        game=state.game,
        options=state.options,
        players=_players(state),
        partnerships=state.partnerships,
        deals=_deals(state),
        head=log[-1].number,
        events=log,
        last=replayed.last,
        next=replayed.next,
        replayed=replayed,
    )


def _players(state: State) -> tuple[Player, ...]:
    group = {player: place for place, group in enumerate(state.partnerships) for player in group}
    return tuple(Player(seat, name, group[seat]) for seat, name in enumerate(state.players))


def _deals(state: State) -> tuple[Deal, ...]:
    nothing = (0,) * len(state.players)
    scores = [_scores(state, deal) for deal in state.deals]
    before = accumulate(scores[:-1], _added, initial=nothing)
    return tuple(_deal(state, *parts) for parts in zip(state.deals, scores, before, strict=True))


def _added(totals: tuple[int, ...], scores: tuple[int | None, ...]) -> tuple[int, ...]:
    return tuple(total + (score or 0) for total, score in zip(totals, scores, strict=True))


def _scores(state: State, deal: Dealt) -> tuple[int | None, ...]:
    if deal.ending:
        return tuple(share.score for share in deal.ending.shares)
    left_in = None if state.ended_by(deal) is None else 0
    made = {entry.player: entry.score for entry in _entries(state, deal)}
    return tuple(made.get(player, left_in) for player in range(len(state.players)))


def _entries(state: State, deal: Dealt) -> tuple[Entry, ...]:
    return tuple(_entry(state, deal, kept) for kept in deal.entries)


def _entry(state: State, deal: Dealt, kept: Kept) -> Entry:
    times = state.multiplier(deal, kept.player)
    return Entry(
        number=kept.number,
        deal=deal.number,
        player=kept.player,
        melds=kept.melds,
        meld_points=kept.meld_points,
        bonuses=kept.bonuses,
        points=kept.points,
        multiplier=times,
        score=kept.points * times,
        note=kept.note,
        corrected=kept.corrected,
        by=kept.by,
        at=kept.at,
        left=kept.left,
        added=kept.added,
        factor=kept.factor,
        on_table=kept.on_table,
        to_follow=kept.to_follow,
        disputed=kept.disputed,
    )


def _deal(state: State, deal: Dealt, scores: tuple[int | None, ...], before: tuple[int, ...]) -> Deal:
    entries = _entries(state, deal)
    ended_by = state.ended_by(deal)
    return Deal(
        number=deal.number,
        dealer=deal.dealer,
        entries=entries,
        ended=ended_by is not None,
        ended_by=ended_by,
        reason=deal.closed or "",
        active=multipliers.active(state.partnerships, deal.out),
        notes=deal.notes,
        scores=scores,
        multipliers=tuple(state.multiplier(deal, player) for player in range(len(state.players))),
        before=before,
        ending=deal.ending,
        melds=deal.melds,
        removed=deal.removed,
        unsettled=deal.unsettled,
        course=deal.course,
    )
