"""A sharper formula for rules in which a single card has a value: it counts the cards around each crossing of
melds.

At a place, each meld of two or more cards has a card before or after it; a meld that goes on at both sides
has two. With c melds there, m of them going on at both sides, c + m cards lie beside the place. The layered
formula misses this: it counts a lone card of one layer as part of a meld though the layer above runs straight
through.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from scorepad.chattahoochee.interlock.interlock_problem import (
    InterlockProblem,
    MeldLayer,
    Place,
    PlaceLiterals,
    Ring,
    Run,
    closable_tracks,
    wilds_well_laid,
)
from scorepad.chattahoochee.interlock.maxsat import Formula
from scorepad.chattahoochee.interlock.stretches import StretchEncoder


class LoneCardEncoder(StretchEncoder):
    """An encoder that counts the cards beside each place that a stretch passes through."""

    def __init__(self, problem: InterlockProblem, formula: Formula, deadline: float) -> None:
        super().__init__(problem, formula, deadline)
        self.previous_place = problem.places.previous_place
        self.ring: Ring = ()
        self.through_ring: list[PlaceLiterals] = []
        self._through: dict[int, PlaceLiterals] = {}

    def layers_are_named(self, layers: Sequence[MeldLayer]) -> None:
        """Name, for each place of every layer but the last, a literal that more melds than the layer's number
        (from 0) have cards on both sides of the place."""
        for number, layer in enumerate(layers):
            self._through[id(layer)] = {
                place: self.formula.new_variable()
                for place in layer.natural_at
                # No more melds than this pass through if no further card can lie there.
                if any(place in deeper.joined_at for deeper in layers[number + 1 :])
            }

    def wilds_are_named(self, layers: Sequence[MeldLayer], idle_at: PlaceLiterals) -> None:
        """Add the clauses on how many cards lie beside each place that melds pass through."""
        for number, layer in enumerate(layers):
            for place, through in self._through[id(layer)].items():
                self._count_beside(place, through, number, layers, idle_at)

    def _count_beside(
        self, place: Place, through: int, number: int, layers: Sequence[MeldLayer], idle_at: PlaceLiterals
    ) -> None:
        before, after = self.previous_place[place], self.next_place[place]
        idle = [idle_at[neighbour] for neighbour in (before, after) if neighbour in idle_at]
        for deeper_number in range(number + 1, len(layers)):
            joined = layers[deeper_number].joined_at.get(place)
            if joined is None:
                continue
            # c = deeper_number + 1 melds are here, and m = number + 1 of them pass: c + m cards lie beside.
            most = number + deeper_number + 1  # cards beside it are too few
            for before_it in range(most + 1):
                beside = [
                    layers[copy].covered_at[neighbour]
                    for copy, neighbour in ((before_it, before), (most - before_it, after))
                    if copy < len(layers) and neighbour in layers[copy].covered_at
                ]
                self.formula.clauses.append([-through, -joined, *beside, *idle])

    def begin_at(self, ring: Ring, layers: Sequence[MeldLayer]) -> None:
        """Set the places at which the following stretches begin."""
        super().begin_at(ring, layers)
        self.ring, self.through_ring = ring, [self._through[id(layer)] for layer in layers]

    def name_stretch(self, lit: int, length: int, most_wilds: int) -> None:
        """Add the clauses that a stretch passes through all its places but the first and the last."""
        super().name_stretch(lit, length, most_wilds)
        for place, through_at in zip(self.ring, self.through_ring, strict=True):
            # A stretch has its first and its last card on one side only, so it asks nothing there.
            for _ in range(length - 2):
                place = self.next_place[place]
                if place in through_at:
                    self.formula.clauses.append([-lit, through_at[place]])


def lone_cards_count(problem: InterlockProblem) -> bool:
    """Return whether the sharper formula applies: a single card has a value, and no meld can close its
    track."""
    # A meld that goes round its track could come to a place twice.
    return bool(problem.rules.interlock_value(1)) and not problem.table_runs and not closable_tracks(problem)


def divided_at_lone_cards(
    problem: InterlockProblem, runs: list[Run], points_of: Callable[[list[Run]], int]
) -> list[Run]:
    """Divide runs in two as long as that gains points. A card that was left alone ends one part, and the same
    card in the run begins the other."""
    # Each step is worth more than the last, so this comes to an end.
    better: list[Run] | None = runs
    while better:
        runs, points = better, points_of(better)
        better = next((divided for divided in _divisions(problem, runs) if points_of(divided) > points), None)
    return runs


def _divisions(problem: InterlockProblem, runs: list[Run]) -> Iterator[list[Run]]:
    """List every way to divide one of the runs at a card that was left over."""
    cards = problem.places.cards
    left = problem.natural_counts - Counter(cards[place] for run in runs for place in run.places)
    for number, run in enumerate(runs):
        for step, place in enumerate(run.places[1:-1], start=1):
            if left[cards[place]] and run.natural[step]:
                first = Run(run.places[: step + 1], run.natural[: step + 1])
                second = Run(run.places[step:], run.natural[step:])
                if all(wilds_well_laid(problem.rules, part.natural) for part in (first, second)):
                    yield [*runs[:number], first, second, *runs[number + 1 :]]
