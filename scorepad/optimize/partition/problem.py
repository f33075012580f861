"""A hand that is to be parted into melds, as the search sees it.

Glossary
    kind       a kind of card that the hand holds, numbered from 0
    place      a place on a track, numbered over all tracks; the last number is the void beyond their ends
    row        something that melds use up: each kind's copies, numbered like the kinds, and after them the
               linking rows (`LinkingRows`)
    column     a meld that may be laid, or a bonus that may be had, as what it uses of each row
    objective  what the search maximises: points × `point_weight` − 1 for each meld with a natural, so that of
               equally good arrangements the one with the fewest melds is best
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from scorepad.core.bonuses import most_quartets
from scorepad.core.cards import Card
from scorepad.core.melding import Melding, melding_of
from scorepad.core.rules import Rules
from scorepad.optimize.dynamic_program import RowUses
from scorepad.optimize.leftover import leftover_points

VOID = -1
PlacedKind = tuple[int, int]  # a place, and the kind of card laid there

_KEY_BITS = 8  # of a row in a key; no amount needs more


@dataclass(slots=True, eq=False)
class PartitionColumn:
    """What one meld uses: `row_uses` pairs rows with amounts; `placed_kinds` is one way to lay it, in order.

    `placed_kinds` pairs places with the kinds laid there; where a place's own kind differs, that is a wild.
    A bonus has nothing laid and can be had `most_times` times. `column_key` is alike for columns that can
    stand in for each other; a card of a wild rank used as itself or as a wild makes the same uses worth more
    or less.
    """

    row_uses: RowUses
    objective: int
    placed_kinds: tuple[PlacedKind, ...] = ()
    most_times: int | None = None
    column_key: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.column_key:
            # One number, whatever the order of the pairs: thousands of columns are compared by it.
            row_key = sum([amount << _KEY_BITS * row for row, amount in self.row_uses])
            self.column_key = row_key, self.objective


Choice = Sequence[tuple[PartitionColumn, int]]  # columns, and how often each is taken


@dataclass(frozen=True, slots=True)
class LinkedQuartet:
    """Quartets of one rank: the rows of kinds laid as naturals, and how many the other kinds allow."""

    natural_rows: tuple[int, ...]
    quartet_limit: int

    @property
    def row_choices(self) -> tuple[tuple[int, ...], ...]:
        """The rows that one quartet takes from."""
        return (
            tuple(combinations(self.natural_rows, 4)) if len(self.natural_rows) > 4 else (self.natural_rows,)
        )

    def count(self, naturals_laid: Sequence[int]) -> int:
        """How many quartets there are; `naturals_laid` has a number for each of the natural rows."""
        return min(
            self.quartet_limit,
            most_quartets(naturals_laid) if len(self.natural_rows) > 4 else min(naturals_laid),
        )


@dataclass(frozen=True, slots=True)
class LinkingRows:
    """Rows after those of the kinds, which link the melds of a hand.

    A card of a wild rank that is also natural may be either, so the quartets of its rank depend on how it is
    laid (H18, H24): each quartet needs naturals of four suits. Where the hand has just four suits of the
    rank, those that are natural for certain only limit their number; where it has more, all are counted. And
    wilds left over may be worth something (H17), so every card that may be wild is counted once more in a
    row of its own.

    natural_rows      by kind: the row that counts it as a natural, where quartets depend on it
    quartets          by rank whose quartets depend on how cards are laid
    certain_quartets  quartets that the hand has however it is laid
    wild_row          the row of all cards that may be wild, None where wilds left over are worth nothing
    row_count         how many rows there are, kinds included
    """

    natural_rows: dict[int, int]
    quartets: dict[str, LinkedQuartet]
    certain_quartets: int
    wild_row: int | None
    row_count: int


@dataclass(frozen=True)
class PartitionProblem:
    """Naturals, wilds, and the places of every track that the hand can touch.

    kinds            the kinds of the hand, in the order of the pack
    kind_counts      by kind: its copies
    may_be_wild      by kind: whether it may be wild
    place_cards      by place: the card whose natural place it is
    kind_at          by place: that card's kind, VOID where the hand has none
    next_place       by place: the next one; the place after the last where there is none
    wilds_for        by place: the kinds that may stand there as a wild
    track_spans      each track's first place and length
    meld_objectives  by naturals in a meld
    """

    melding: Melding
    kinds: tuple[Card, ...]
    kind_counts: tuple[int, ...]
    may_be_wild: tuple[bool, ...]
    place_cards: tuple[Card, ...]
    kind_at: tuple[int, ...]
    next_place: tuple[int, ...]
    wilds_for: tuple[tuple[int, ...], ...]
    track_spans: tuple[tuple[int, int], ...]
    meld_objectives: tuple[int, ...]
    linking_rows: LinkingRows

    @property
    def rules(self) -> Rules:
        return self.melding.rules

    @cached_property
    def hand_size(self) -> int:
        """Cards in the hand."""
        return sum(self.kind_counts)

    @property
    def natural_count(self) -> int:
        """Cards that may be natural."""
        naturals = self.melding.naturals
        return sum(
            count for card, count in zip(self.kinds, self.kind_counts, strict=True) if card in naturals
        )

    @cached_property
    def wild_count(self) -> int:
        """Cards that may be wild."""
        return sum(count for count, wild in zip(self.kind_counts, self.may_be_wild, strict=True) if wild)

    @cached_property
    def wild_kinds(self) -> list[int]:
        """The kinds that may be wild."""
        return [kind for kind, wild in enumerate(self.may_be_wild) if wild]

    @property
    def card_limits(self) -> list[tuple[int, int]]:
        """By kind, the least and the most that melds use: all, but what may be wild can be left over."""
        return [
            (0 if wild else count, count)
            for count, wild in zip(self.kind_counts, self.may_be_wild, strict=True)
        ]

    @property
    def has_links(self) -> bool:
        """Whether there are linking rows."""
        return self.linking_rows.row_count > len(self.kinds)

    @property
    def point_weight(self) -> int:
        """More than the melds that any arrangement can have."""
        return self.hand_size + 1

    @property
    def largest_objective(self) -> int:
        """No column's objective is larger, in either direction."""
        return max(
            1,
            self.rules.bonuses.quartet_bonus * self.point_weight,
            self.leftover_points(self.wild_count) * self.point_weight,
            *map(abs, self.meld_objectives),
        )

    def leftover_points(self, wild_count: int) -> int:
        """Points of wilds left over (H17)."""
        return leftover_points(self.rules, wild_count)

    def points_within(self, objective: int) -> int:
        """The most points that an arrangement of at most this objective can have."""
        # Each meld takes 1 off, and there are fewer melds than `point_weight`: rounding up gives the points.
        return (objective + self.point_weight - 1) // self.point_weight


def partition_problem(rules: Rules, cards: Sequence[Card]) -> PartitionProblem:
    """The search's view of a hand."""
    hand, melding = Counter(cards), melding_of(rules)
    order = rules.pack.order
    kinds = tuple(rules.pack.in_order(hand))
    kind_counts = tuple([hand[card] for card in kinds])
    hand_kinds = [VOID] * len(order)  # by a card's number in the pack: to hash hundreds of cards takes longer
    for kind, card in enumerate(kinds):
        if card in order:
            hand_kinds[order[card]] = kind
    place_cards: list[Card] = []
    kind_at: list[int] = []
    next_places: list[int] = []
    track_spans: list[tuple[int, int]] = []
    for track, numbers in zip(melding.tracks, melding.track_numbers, strict=True):
        track_kinds = [hand_kinds[number] for number in numbers]
        # Melds of columns begin with a natural, so a track without one of the hand is left out.
        if max(track_kinds) != VOID:
            first_place, length = len(place_cards), len(numbers)
            track_spans.append((first_place, length))
            place_cards += track.cards
            kind_at += track_kinds
            next_places += range(first_place + 1, first_place + length)
            next_places.append(first_place if track.circular else VOID)
    point_weight = len(cards) + 1
    return PartitionProblem(
        melding=melding,
        kinds=kinds,
        kind_counts=kind_counts,
        may_be_wild=tuple([bool(melding.reach(card)) for card in kinds]),
        place_cards=tuple(place_cards),
        kind_at=tuple(kind_at),
        next_place=tuple([len(place_cards) if place == VOID else place for place in next_places]),
        wilds_for=_wilds_for(melding, kinds, place_cards),
        track_spans=tuple(track_spans),
        meld_objectives=tuple(
            [rules.values.schedule.value(count) * point_weight - 1 for count in range(len(cards) + 1)]
        ),
        linking_rows=_linking_rows(melding, kinds, kind_counts),
    )


def _wilds_for(
    melding: Melding, kinds: Sequence[Card], place_cards: Sequence[Card]
) -> tuple[tuple[int, ...], ...]:
    """By place, the kinds that may stand there as a wild: never a card at its own place."""
    wild_reaches = [(kind, card, reach) for kind, card in enumerate(kinds) if (reach := melding.reach(card))]
    if not wild_reaches:
        return ((),) * len(place_cards)
    by_card = {
        # At its own place a card is a natural and counts as one (H15).
        place: tuple([kind for kind, card, reach in wild_reaches if place in reach and card != place])
        for place in set(place_cards)
    }
    return tuple([by_card[place] for place in place_cards])


def _linking_rows(melding: Melding, kinds: tuple[Card, ...], counts: tuple[int, ...]) -> LinkingRows:
    """The linking rows of a hand."""
    rules = melding.rules
    kind_numbers = {card: kind for kind, card in enumerate(kinds)}
    natural_rows: dict[int, int] = {}
    quartets: dict[str, LinkedQuartet] = {}
    certain_quartets = 0
    next_row = len(kinds)
    for rank in rules.pack.ranks if rules.bonuses.quartet_bonus else ():
        needed_kinds = [
            kind_numbers[card]
            for suit in rules.pack.common_suits
            if (card := Card(rank, suit)) in kind_numbers
        ]
        natural_kinds = [kind for kind in needed_kinds if kinds[kind] in melding.naturals]
        quartet_limit = most_quartets([counts[kind] for kind in natural_kinds])
        either_kinds = [kind for kind in natural_kinds if melding.reach(kinds[kind])]
        # No card of the rank may be wild, so its quartets are there however the hand is melded.
        if not quartet_limit or not either_kinds:
            certain_quartets += quartet_limit
            continue
        counted_kinds = natural_kinds if len(natural_kinds) > 4 else either_kinds
        natural_rows |= {kind: next_row + place for place, kind in enumerate(counted_kinds)}
        quartets[rank] = LinkedQuartet(tuple(range(next_row, next_row + len(counted_kinds))), quartet_limit)
        next_row += len(counted_kinds)
    wild_row = next_row if rules.wilds.wild_only_schedule and any(map(melding.reach, kinds)) else None
    return LinkingRows(natural_rows, quartets, certain_quartets, wild_row, next_row + (wild_row is not None))


class GrowingColumn:
    """The column of a meld that is laid card by card."""

    def __init__(self, problem: PartitionProblem) -> None:
        self.problem = problem
        self.placed_kinds: list[PlacedKind] = []
        self._row_uses: dict[int, int] = {}
        self._row_key, self._natural_count = 0, 0

    def lay_card(self, place: int, kind: int) -> None:
        problem, linking_rows = self.problem, self.problem.linking_rows
        self.placed_kinds.append((place, kind))
        self._use_row(kind, 1)
        if linking_rows.wild_row is not None and problem.may_be_wild[kind]:
            self._use_row(linking_rows.wild_row, 1)
        if problem.kind_at[place] == kind:
            self._natural_count += 1
            if kind in linking_rows.natural_rows:
                self._use_row(linking_rows.natural_rows[kind], -1)

    def _use_row(self, row: int, amount: int) -> None:
        self._row_uses[row] = self._row_uses.get(row, 0) + amount
        self._row_key += amount << _KEY_BITS * row

    @property
    def column_key(self) -> tuple[int, int]:
        """That of the column of what is laid."""
        return self._row_key, self.problem.meld_objectives[self._natural_count]

    def column(self) -> PartitionColumn:
        """The column of what is laid."""
        return PartitionColumn(
            tuple(self._row_uses.items()),
            self.problem.meld_objectives[self._natural_count],
            tuple(self.placed_kinds),
            column_key=self.column_key,
        )


def column_of(problem: PartitionProblem, placed_kinds: Sequence[PlacedKind]) -> PartitionColumn:
    """The column of a meld laid on places of a track."""
    growing_column = GrowingColumn(problem)
    for place, kind in placed_kinds:
        growing_column.lay_card(place, kind)
    return growing_column.column()
