"""Lays the cards of a hand as a search has chosen, rank by rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from scorepad.core.cards import Card, Laid, Meld
from scorepad.optimize.growing_sequences import HAND, Growing, Move, RankStep
from scorepad.optimize.joined_ways import Grown


class _Run:
    """A sequence as it is laid: what the search knows of it, its cards of the hand, its place there."""

    def __init__(self, told: Growing | None, place: int = HAND) -> None:
        self.told = told
        self.place = place
        self.cards: list[Card] = []


class LaidMelds:
    """The melds of a side while cards of a hand are laid; `wilds` are those that are."""

    def __init__(
        self, lying: Sequence[Meld], held: Counter[Card], order: Mapping[Card, int], wilds: Sequence[Card]
    ) -> None:
        self.thrown: Card | None = None
        self._table: list[list[Laid]] = [list(meld) for meld in lying]
        self._held = held.copy()
        self._order = order
        self._wilds = list(wilds)
        self._new: list[Meld] = []
        self._runs: dict[str, list[_Run]] = {}

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds of the table that are not joined to others, then the new ones."""
        return (*(tuple(meld) for meld in self._table if meld), *self._new)

    def take_steps(self, rank: str, suits: Sequence[str], steps: Sequence[RankStep]) -> None:
        """Sequences of each suit go on at a rank."""
        for suit, step in zip(suits, steps, strict=False):
            card, runs = Card(rank, suit), self._runs.setdefault(suit, [])
            moved: list[_Run] = []
            for move in step.moves:
                # One that reaches a sequence of the table lies still at this rank.
                (runs if move.reaches != HAND else moved).append(self._moved(runs, move, card))
            self._runs[suit] = []
            for run in (*runs, *moved):
                if run.told is None:
                    self._end(run)
                else:
                    self._runs[suit].append(run)

    def take_grown(self, rank: str, grown: Sequence[Grown]) -> None:
        """Cards of a rank go to melds of it, and wilds beside them."""
        for places, naturals, wilds in grown:
            cards = [self._take(rank) for _ in range(naturals)] + [self._wilds.pop(0) for _ in range(wilds)]
            laid = [Laid(card) for card in cards]
            if not places:
                self._new.append(tuple(laid))
                continue
            for other in places[1:]:
                self._table[places[0]] += self._table[other]
                self._table[other] = []
            self._table[places[0]] += laid

    def throw(self, rank: str) -> None:
        """A card of a rank is thrown."""
        self.thrown = self._take(rank)

    def _moved(self, runs: list[_Run], move: Move, card: Card) -> _Run:
        if move.before is None:
            run = _Run(move.after, move.reaches)
        else:
            run = next(run for run in runs if run.told == move.before)
            runs.remove(run)
            run.told = move.after
            run.place = move.reaches if move.reaches != HAND else run.place
        if move.takes:
            self._held[card] -= 1
            run.cards.append(card)
        return run

    def _take(self, rank: str) -> Card:
        card = next(card for card, count in self._held.items() if count and card.rank == rank)
        self._held[card] -= 1
        return card

    def _end(self, run: _Run) -> None:
        """The sequence is laid: to one of the table, or by itself."""
        laid = [Laid(card) for card in run.cards]
        if run.place == HAND:
            self._new.append(tuple(laid))
        else:
            self._table[run.place] += laid
