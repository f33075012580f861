"""A table and a rack as the search sees them.

Glossary
    kind     a kind of card, numbered from 0 in the order of the pack
    objective  what the search maximises: tiles first and then points, or points first and then tiles, and
             last old sets that stay as they are or only grow
    unit     how much of the objective one tile or point of the lesser of these two aims is
    home     an old set: alike ones are one home, with their number
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.first_plays import fillings_of
from scorepad.core.melding import SMALLEST_SET, melding_of
from scorepad.core.rules import Rules
from scorepad.core.values import left_value, placed_value
from scorepad.optimize.board.board_melds import BoardMelds, board_melds

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
    def board_melds(self) -> BoardMelds:
        return board_melds(self.rules)

    @cached_property
    def there(self) -> tuple[int, ...]:
        """Copies of each kind that lie on the table."""
        return self._counts(laid.card for meld in self.table for laid in meld)

    @cached_property
    def on_rack(self) -> tuple[int, ...]:
        """Copies of each kind on the rack."""
        return self._counts(self.rack)

    def _counts(self, cards: Iterator[Card] | Sequence[Card]) -> tuple[int, ...]:
        """By kind."""
        counts = Counter(cards)
        return tuple(counts[kind] for kind in self.board_melds.kinds)

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """Copies of each kind on the table and on the rack."""
        return tuple(there + held for there, held in zip(self.there, self.on_rack, strict=True))

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
        for meld in fillings_of(self.rules, laid):
            tiles = Counter(one.card for one in meld) - Counter(one.card for one in laid)
            if not tiles - Counter(self.rack):
                yield OldSet(home, meld, _GROWS)

    def _growths(self, reads: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
        """What of the rack can be laid before and after a set, which reads like this."""
        melding = melding_of(self.rules)
        if reads[0].rank == reads[1].rank:
            others = melding.set_of_rank(reads[0].rank)
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
    def faces(self) -> tuple[int, ...]:
        """What each kind counts as a tile placed."""
        return tuple(left_value(self.rules, [card]) for card in self.board_melds.kinds)

    @property
    def opening(self) -> bool:
        """Whether this is a first play, in which a joker counts as the tile that it stands for (K2)."""
        return not self.rules.board.initial_done

    @cached_property
    def most_points(self) -> int:
        """Points that no play from this rack exceeds."""
        stand_ins = max(self.faces) * self.jokers if self.opening else 0
        return placed_value(self.rules, self.rack) + stand_ins

    @cached_property
    def unit(self) -> int:
        return _STAYS * len(self.table) + 1

    @cached_property
    def first(self) -> int:
        """What one tile or point of the greater aim counts: more than all of the lesser one."""
        lesser = self.most_points if self.rules.board.aim == "tiles" else len(self.rack)
        return self.unit * (lesser + 1)

    @cached_property
    def objectives(self) -> tuple[int, ...]:
        """What placing one copy of each kind is worth."""
        if self.rules.board.aim == "tiles":
            return tuple(self.first + self.unit * face for face in self.faces)
        return tuple(self.first * face + self.unit for face in self.faces)

    @property
    def joker_objective(self) -> int:
        """A joker is a tile, but has no face (K5). In a first play it counts in what it stands for."""
        return self.first if self.rules.board.aim == "tiles" else self.unit

    @cached_property
    def ground(self) -> int:
        """What covering the table alone is worth, which the play does not earn."""
        table = sum(count * each for count, each in zip(self.there, self.objectives, strict=True))
        return table + self.jokers_there * self.joker_objective

    @property
    def first_play(self) -> int:
        """What a first play must be worth; 0 where this is none."""
        return self.rules.board.first_play if self.opening else 0

    @property
    def first_play_needed(self) -> int:
        """Points that a first play's sets need; where one set alone must have those, 1 such set."""
        one_set = self.rules.board.first_play_one_set
        return min(self.first_play, 1) if one_set else self.first_play

    @property
    def shorter_than(self) -> int:
        """Runs of so many cards part into shorter ones, which do as well (K2 aside, and all jokers)."""
        parts = self.jokers < SMALLEST_SET and not self.rules.board.first_play_one_set
        return 2 * self.rules.shapes.shortest_run if parts else 1 << 10

    def old_objective(self, old: OldSet) -> int:
        """What taking an old set counts.

        In a first play a tile put in for a joker earns nothing by itself: the joker is the table's (K2).
        """
        meld = self.homes[old.home][0] if self.opening else old.laid
        return sum(self.card_objective(laid.card) for laid in meld) + old.bonus

    def card_objective(self, card: Card) -> int:
        return self.joker_objective if card == WILD else self.objectives[self.board_melds.number[card]]
