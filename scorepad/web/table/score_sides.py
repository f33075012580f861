"""The parts of a scoreboard: sides, their seats, and changed house rules."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.core.deal_facts import DealFacts
from scorepad.core.log.deal import Deal
from scorepad.core.log.entries import Entry
from scorepad.core.log.table import Table
from scorepad.core.matches import Progress
from scorepad.core.options import written_value
from scorepad.core.points import Points
from scorepad.rulebook import find_game
from scorepad.tables.standing import rules_of_deal


@dataclass(frozen=True, slots=True)
class Seat:
    """A player in the current deal. `place` is the order of going out, empty while still in. `away` says why
    the player is not in the deal, else it is empty."""

    index: int
    name: str
    total: Points
    score: Points | None
    place: str
    counts: int
    deals: bool
    entry: Entry | None
    away: str = ""


@dataclass(frozen=True, slots=True)
class ScoreSide:
    """A side of the scoreboard: a partnership with its letter, or a single player without one.

    `index` is its place in the table's list. `before` is its total before the current deal. `rank` is its
    place in the standings, from 1, shared by equals; 0 for a side that has left. `first_meld` is the minimum
    of its first meld, 0 without such a rule. `progress` ranks it before points do.
    """

    index: int
    letter: str
    seats: tuple[Seat, ...]
    total: Points
    before: Points
    rank: int
    first_meld: int = 0
    progress: Progress | None = None

    @property
    def made(self) -> int:
        return self.progress.made if self.progress else 0

    @property
    def names(self) -> str:
        return " & ".join(seat.name for seat in self.seats)


def first_meld(table: Table, deal: Deal, side_score: int) -> int:
    """The minimum of the first meld of a side with that score; 0 if there is none."""
    rules, game = rules_of_deal(table, deal), find_game(table.game)
    if rules.scoring.partners != "together" or deal.ended:
        return 0
    if any(option.name == "side_score" for option in game.options):
        options = {**table.options, "side_score": side_score}
        rules = game.rules(options, facts=DealFacts(deal.number))
    return rules.hand.opening.points


def changed_options(table: Table) -> dict[str, str]:
    """The house rules that differ from the game's defaults, as typed."""
    return {
        option.name: written_value(value)
        for option in find_game(table.game).options
        if (value := option.read(table.options.get(option.name, option.default))) != option.default
    }


def written(value: object) -> str:
    """A house rule's value as typed."""
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
