"""A table and a rack as the search sees them, and every set and run from which a table can be built.

A run of six cards or more parts into shorter ones. Values are those of single cards, so that nothing is
lost by listing runs of three to five alone, unless one set alone must be worth something (K2), or a part
could be all jokers.

Glossary
    kind       a kind of card, numbered from 0 in the order of the pack
    objective  what the search maximises: tiles first and then points, or points first and then tiles, and
               last old sets that stay as they are or only grow
    unit       how much of the objective one tile or point is, of the lesser or the greater of these two aims
    home       an old set: alike ones are one home, with their number
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement

from scorepad.core.cards import WILD, Card, Laid, Meld, Track, cards_of
from scorepad.core.check import Demand, joker_demands
from scorepad.core.melding import SMALLEST_SET, RankSet, melding_of
from scorepad.core.rules import Rules
from scorepad.core.sets import fillings_of
from scorepad.core.values import has_low_ace, left_value, meld_value, placed_value

_STAYS = 2
_GROWS = 1
_MOST_GROWTH = 2


@dataclass(frozen=True, slots=True)
class OldSet:
    """An old set as it lies, or with tiles of the rack added; its home and its preference."""

    home_number: int
    laid_cards: Meld
    stay_bonus: int


@dataclass(frozen=True)
class Board:
    """The sets of the table, each wild saying what it stands for, and the cards of the rack.

    For a first play, the table has only those sets from which it may take jokers (K2).
    """

    rules: Rules
    table: tuple[Meld, ...]
    rack: tuple[Card, ...]

    @cached_property
    def board_melds(self) -> BoardMelds:
        return board_melds(self.rules)

    @cached_property
    def table_counts(self) -> tuple[int, ...]:
        """Copies of each kind that lie on the table."""
        return self._count_kinds(cards_of(self.table))

    @cached_property
    def rack_counts(self) -> tuple[int, ...]:
        """Copies of each kind on the rack."""
        return self._count_kinds(self.rack)

    def _count_kinds(self, cards: Iterator[Card] | Sequence[Card]) -> tuple[int, ...]:
        """The number of cards of each kind."""
        counts = Counter(cards)
        return tuple(counts[kind] for kind in self.board_melds.kinds)

    @cached_property
    def kind_counts(self) -> tuple[int, ...]:
        """Copies of each kind on the table and on the rack."""
        return tuple(
            on_table + on_rack for on_table, on_rack in zip(self.table_counts, self.rack_counts, strict=True)
        )

    @cached_property
    def table_jokers(self) -> int:
        return sum(laid.card == WILD for meld in self.table for laid in meld)

    @cached_property
    def joker_count(self) -> int:
        """Jokers on the table and on the rack."""
        return self.table_jokers + self.rack.count(WILD)

    @cached_property
    def joker_demands(self) -> tuple[Demand, ...]:
        """What the new table must have, where a joker leaves its place for its card alone."""
        return joker_demands(self.rules, self.table)

    @cached_property
    def set_homes(self) -> tuple[tuple[Meld, int], ...]:
        """The different old sets, and the number of each."""
        return tuple(Counter(self.table).items())

    @cached_property
    def old_sets(self) -> tuple[OldSet, ...]:
        """Each home as it lies, grown by up to two cards of the rack, or with tiles in place of jokers."""
        return tuple(
            old_set
            for home_number in range(len(self.set_homes))
            for old_set in self._old_sets_of(home_number)
        )

    def _old_sets_of(self, home_number: int) -> Iterator[OldSet]:
        laid_cards = self.set_homes[home_number][0]
        yield OldSet(home_number, laid_cards, _STAYS)
        # A first play adds nothing to sets of the table, but a tile for a joker that it takes (K2).
        if self.is_opening:
            yield from self._sets_with_tiles_in(home_number)
            return
        read_kinds = [laid.kind for laid in laid_cards]
        for before, after in self._rack_growths(tuple(read_kinds)):
            grown_set = (*map(Laid, before), *laid_cards, *map(Laid, after))
            yield OldSet(home_number, grown_set, _GROWS)

    def _sets_with_tiles_in(self, home_number: int) -> Iterator[OldSet]:
        """The set with tiles of the rack in place of jokers (K2)."""
        old_meld = self.set_homes[home_number][0]
        for meld in fillings_of(melding_of(self.rules), old_meld):
            tiles = Counter(laid.card for laid in meld) - Counter(laid.card for laid in old_meld)
            if not tiles - Counter(self.rack):
                yield OldSet(home_number, meld, _GROWS)

    def _rack_growths(
        self, read_kinds: tuple[Card, ...]
    ) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
        """The cards of the rack that can be laid before and after a set that reads like this."""
        melding = melding_of(self.rules)
        # Two neighbours of a run differ in rank, those of a set do not.
        if read_kinds[0].rank == read_kinds[1].rank:
            set_cards = melding.set_of_rank(read_kinds[0].rank)
            if len(read_kinds) < len(set_cards):
                most_copies = self.rules.packs if self.rules.shapes.sets.repeated_colours else 1
                yield from (
                    ((), (card,))
                    for card in set_cards
                    if read_kinds.count(card) < most_copies and card in self.rack
                )
            return
        for track in melding.tracks:
            start_place = track.cards.index(read_kinds[0]) if read_kinds[0] in track.cards else 0
            if track.stretch(start_place, len(read_kinds)) == read_kinds:
                yield from self._longer_runs(track, start_place, len(read_kinds))

    def _longer_runs(
        self, track: Track, start_place: int, length: int
    ) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
        # A set that grows further is built anew from the list of melds: only the preference for it is lost.
        for growth in range(1, min(_MOST_GROWTH, len(track.cards) - length) + 1):
            for cards_ahead in range(growth + 1):
                grown = track.stretch(start_place - cards_ahead, length + growth)
                before, after = grown[:cards_ahead], grown[cards_ahead + length :]
                if grown and all(card in self.rack for card in (*before, *after)):
                    yield before, after

    @cached_property
    def face_values(self) -> tuple[int, ...]:
        """The value of each kind as a placed tile."""
        return tuple(left_value(self.rules, [card]) for card in self.board_melds.kinds)

    @property
    def is_opening(self) -> bool:
        """Whether this is a first play, in which a joker counts as the tile that it stands for (K2)."""
        return not self.rules.board.first_play.done

    @cached_property
    def most_points(self) -> int:
        """Points that no play from this rack exceeds."""
        # In a first play a joker counts as the tile that it stands for, at most the highest one (K2).
        stand_in_points = max(self.face_values) * self.joker_count if self.is_opening else 0
        return placed_value(self.rules, self.rack) + stand_in_points

    @cached_property
    def lesser_unit(self) -> int:
        # More than all old sets that stay as they are, so that preference never outweighs a tile or a point.
        return _STAYS * len(self.table) + 1

    @cached_property
    def greater_unit(self) -> int:
        """The weight of a tile or point of the greater aim: more than all of the lesser one."""
        # Lexicographic by weights: one unit of the greater aim outweighs the most of the lesser one.
        most_lesser = self.most_points if self.rules.board.aim == "tiles" else len(self.rack)
        return self.lesser_unit * (most_lesser + 1)

    @cached_property
    def kind_objectives(self) -> tuple[int, ...]:
        """The objective of placing one copy of each kind."""
        if self.rules.board.aim == "tiles":
            return tuple(self.greater_unit + self.lesser_unit * face for face in self.face_values)
        return tuple(self.greater_unit * face + self.lesser_unit for face in self.face_values)

    @property
    def joker_objective(self) -> int:
        """The objective of a joker: a tile without a face (K5). In a first play it counts as what it stands
        for."""
        return self.greater_unit if self.rules.board.aim == "tiles" else self.lesser_unit

    @cached_property
    def table_objective(self) -> int:
        """The objective of covering the table alone, which the play does not earn."""
        # Every tile of the table is laid again (K3), so this part is the same in every play.
        tile_objective = sum(
            count * each for count, each in zip(self.table_counts, self.kind_objectives, strict=True)
        )
        return tile_objective + self.table_jokers * self.joker_objective

    @property
    def opening_points(self) -> int:
        """The minimum of a first play; 0 for any other play."""
        return self.rules.board.first_play.points if self.is_opening else 0

    @property
    def opening_needed(self) -> int:
        """The points that a first play's sets need; if a single set must have them, 1 such set."""
        one_set = self.rules.board.first_play.one_set
        return min(self.opening_points, 1) if one_set else self.opening_points

    def opening_value(self, points: int) -> int:
        """The value of a set towards a first play: its points, or 1 if one set alone must have them and this
        one does (K2)."""
        one_set = self.rules.board.first_play.one_set
        return int(points >= self.opening_points) if one_set else points

    @cached_property
    def first_points(self) -> tuple[int, ...]:
        """By meld what it counts in a first play, an ace before the two less than elsewhere."""
        return _first_points(self.rules)

    def first_objective(self, meld_number: int) -> int:
        """What a meld counts more in a first play than its tiles placed do: below zero where its ace counts
        less before the two."""
        meld = self.board_melds.kind_melds[meld_number]
        unit = self.lesser_unit if self.rules.board.aim == "tiles" else self.greater_unit
        return unit * (self.first_points[meld_number] - sum(self.face_values[kind] for kind in meld))

    @property
    def parting_length(self) -> int:
        """The length from which runs part into two without loss; more than any where parts may lose (K2)."""
        runs_part = self.joker_count < SMALLEST_SET and not _parts_lose(self.rules)
        # Longer than any run, so that none parts.
        return 2 * self.rules.shapes.runs.shortest if runs_part else 1 << 10

    def old_objective(self, old_set: OldSet) -> int:
        """The objective of taking an old set.

        In a first play a tile put in for a joker earns nothing: the joker is the table's (K2).
        """
        counted_meld = self.set_homes[old_set.home_number][0] if self.is_opening else old_set.laid_cards
        return sum(self.card_objective(laid.card) for laid in counted_meld) + old_set.stay_bonus

    def card_objective(self, card: Card) -> int:
        return (
            self.joker_objective if card == WILD else self.kind_objectives[self.board_melds.kind_number[card]]
        )


@dataclass(frozen=True, eq=False)
class BoardMelds:
    """The kinds in the order of the pack, and their melds as numbers of kinds."""

    kinds: tuple[Card, ...]
    kind_melds: tuple[tuple[int, ...], ...]

    @cached_property
    def kind_number(self) -> dict[Card, int]:
        """The number of each kind."""
        return {card: place for place, card in enumerate(self.kinds)}

    @cached_property
    def natural_melds(self) -> dict[frozenset[Laid], Meld]:
        """Every meld of different naturals, by its cards."""
        laid_melds = [tuple(Laid(self.kinds[kind]) for kind in meld) for meld in self.kind_melds]
        return {frozenset(meld): meld for meld in laid_melds if len(frozenset(meld)) == len(meld)}


@lru_cache(maxsize=32)  # up to half a megabyte each
def board_melds(rules: Rules) -> BoardMelds:
    """All melds under these rules."""
    kinds = rules.pack.cards
    kind_number = {card: place for place, card in enumerate(kinds)}
    kind_melds = [tuple(kind_number[card] for card in meld) for meld in _all_melds(rules)]
    return BoardMelds(kinds, tuple(dict.fromkeys(kind_melds)))


def _all_melds(rules: Rules) -> Iterator[tuple[Card, ...]]:
    melding = melding_of(rules)
    for track in melding.tracks:
        # With runs of three, six tiles are two runs: five are the most that do not part.
        longest_run = len(track.cards) if _whole_runs(rules) else 2 * rules.shapes.runs.shortest - 1
        yield from _runs_between(track, rules.shapes.runs.shortest, longest_run)
    for rank_set in melding.rank_sets:
        for size in range(SMALLEST_SET, len(rank_set.cards) + 1):
            yield from _sets_of_size(rules, rank_set, size)


def _whole_runs(rules: Rules) -> bool:
    """Whether a long run may do what its parts cannot: be worth more in a first play, or keep a natural where
    a part would be all jokers."""
    return _parts_lose(rules) or rules.jokers >= SMALLEST_SET


def _parts_lose(rules: Rules) -> bool:
    """Whether a long run may be worth in a first play what its parts are not: enough alone (K2), or an ace in
    its middle more than at the low end of a part."""
    counts_corners = rules.shapes.runs.circular and has_low_ace(rules)
    return not rules.board.first_play.done and (rules.board.first_play.one_set or counts_corners)


@lru_cache(maxsize=32)
def _first_points(rules: Rules) -> tuple[int, ...]:
    """By meld what it counts in a first play."""
    melds = board_melds(rules)
    in_cards = ([melds.kinds[kind] for kind in meld] for meld in melds.kind_melds)
    return tuple(first_play_value(rules, cards) for cards in in_cards)


def first_play_value(rules: Rules, kinds: Sequence[Card]) -> int:
    """What a meld of these kinds in order counts in a first play, jokers as what they stand for (K2)."""
    return meld_value(rules, kinds, kinds, is_run=kinds[0].rank != kinds[1].rank)


def _sets_of_size(rules: Rules, rank_set: RankSet, set_size: int) -> Iterator[tuple[Card, ...]]:
    if not rules.shapes.sets.repeated_colours:
        yield from combinations(rank_set.cards, set_size)
        return
    for cards in combinations_with_replacement(rank_set.cards, set_size):
        # No colour comes more often than the packs hold it (K1).
        if max(Counter(cards).values()) <= rules.packs:
            yield cards


def _runs_between(track: Track, shortest_run: int, longest_run: int) -> Iterator[tuple[Card, ...]]:
    for run_length in range(shortest_run, min(longest_run, len(track.cards)) + 1):
        for start in range(len(track.cards)):
            if run := track.stretch(start, run_length):
                yield run
