"""A table and a rack as the search sees them.

Glossary
    kind     a kind of card, numbered from 0 in the order of the pack
    worth    what the search maximises: tiles first and then points, or points first and then tiles, and
             last old sets that stay as they are or only grow
    unit     how much worth one tile or point of the lesser of these two aims is
    home     an old set: alike ones are one home, with their number
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.first_plays import with_tiles_in
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.core.values import left_value, placed_value
from scorepad.optimize.board.board_melds import Catalogue, catalogue

_STAYS = 2
_GROWS = 1
_MOST_GROWTH = 2


@dataclass(frozen=True, slots=True)
class OldSet:
    """An old set as it lies, or with kinds from the rack: the home it comes from, and its preference."""

    home: int
    laid: Meld
    bonus: int


@dataclass(frozen=True)
class Board:
    """Sets of the table, each wild saying what it stands for, and the cards of the rack.

    Of a first play the table has only those sets of which it may take the jokers (K2).
    """

    rules: Rules
    table: tuple[Meld, ...]
    rack: tuple[Card, ...]

    @cached_property
    def catalogue(self) -> Catalogue:
        return catalogue(self.rules)

    @cached_property
    def there(self) -> np.ndarray:
        """Copies of each kind that lie on the table."""
        return self._counts(laid.card for meld in self.table for laid in meld)

    @cached_property
    def held(self) -> np.ndarray:
        """Copies of each kind on the rack."""
        return self._counts(self.rack)

    def _counts(self, cards: Iterator[Card] | Sequence[Card]) -> np.ndarray:
        counts = np.zeros(len(self.catalogue.kinds), dtype=np.int64)
        for card in cards:
            if card != WILD:
                counts[self.catalogue.number[card]] += 1
        return counts

    @cached_property
    def jokers_there(self) -> int:
        return sum(laid.card == WILD for meld in self.table for laid in meld)

    @cached_property
    def jokers(self) -> int:
        """Jokers on the table and on the rack."""
        return self.jokers_there + self.rack.count(WILD)

    @cached_property
    def homes(self) -> tuple[tuple[Meld, int], ...]:
        """Old sets and how many lie there alike."""
        return tuple(Counter(self.table).items())

    @cached_property
    def old_sets(self) -> tuple[OldSet, ...]:
        """Each home as it lies, and grown by up to two cards from the rack, or with tiles in for jokers."""
        return tuple(one for home in range(len(self.homes)) for one in self._old(home))

    def _old(self, home: int) -> Iterator[OldSet]:
        laid = self.homes[home][0]
        yield OldSet(home, laid, _STAYS)
        if self.opening:
            yield from self._with_tiles_in(home)
            return
        reads = [one.stands_for or one.card for one in laid]
        for before, after in self._growths(tuple(reads)):
            grown = (*map(Laid, before), *laid, *map(Laid, after))
            yield OldSet(home, grown, _GROWS)

    def _with_tiles_in(self, home: int) -> Iterator[OldSet]:
        """The set with tiles of the rack in the place of jokers (K2)."""
        laid = self.homes[home][0]
        for meld in with_tiles_in(self.rules, laid):
            tiles = Counter(one.card for one in meld) - Counter(one.card for one in laid)
            if not tiles - Counter(self.rack):
                yield OldSet(home, meld, _GROWS)

    def _growths(self, reads: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
        """What of the rack can be laid before and after a set, which reads like this."""
        melding = melding_of(self.rules)
        if reads[0].rank == reads[1].rank:
            others = melding.set_of(reads[0].rank)
            if len(reads) < len(others):
                most = self.rules.packs if self.rules.shapes.repeated_colours else 1
                yield from (
                    ((), (card,)) for card in others if reads.count(card) < most and card in self.rack
                )
            return
        for track in melding.tracks:
            start = track.cards.index(reads[0]) if reads[0] in track.cards else 0
            if track.cards[start : start + len(reads)] == reads:
                yield from self._longer(track.cards, start, len(reads))

    def _longer(
        self, line: tuple[Card, ...], start: int, length: int
    ) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
        end = start + length
        for size in range(1, _MOST_GROWTH + 1):
            for ahead in range(size + 1):
                first, last = start - ahead, end + size - ahead
                if first < 0 or last > len(line):
                    continue
                before, after = line[first:start], line[end:last]
                if all(card in self.rack for card in (*before, *after)):
                    yield before, after

    @cached_property
    def faces(self) -> np.ndarray:
        """What each kind counts as a tile placed."""
        return np.array([left_value(self.rules, [card]) for card in self.catalogue.kinds], dtype=np.int64)

    @property
    def opening(self) -> bool:
        """Whether this is a first play, in which a joker counts as the tile that it stands for (K2)."""
        return not self.rules.board.initial_done

    @cached_property
    def most_points(self) -> int:
        """Points that no play from this rack exceeds."""
        stand_ins = int(self.faces.max()) * self.jokers if self.opening else 0
        return placed_value(self.rules, self.rack) + stand_ins

    @cached_property
    def unit(self) -> int:
        return _STAYS * len(self.table) + 1

    @cached_property
    def first(self) -> int:
        """Worth of one tile or point of the greater aim: more than all of the lesser one."""
        lesser = self.most_points if self.rules.board.aim == "tiles" else len(self.rack)
        return self.unit * (lesser + 1)

    @cached_property
    def worths(self) -> np.ndarray:
        """What placing one copy of each kind is worth."""
        if self.rules.board.aim == "tiles":
            return self.first + self.unit * self.faces
        return self.first * self.faces + self.unit

    @property
    def joker_worth(self) -> int:
        """A joker is a tile, but has no face (K5). In a first play it counts in what it stands for."""
        return self.first if self.rules.board.aim == "tiles" else self.unit

    @cached_property
    def ground(self) -> int:
        """What covering the table alone is worth, which the play does not earn."""
        return int(self.there @ self.worths) + self.jokers_there * self.joker_worth
