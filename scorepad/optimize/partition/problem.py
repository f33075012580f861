"""A hand that is to be parted into melds, as the search sees it.

Glossary
    kind       a kind of card that the hand holds, numbered from 0
    place      a place on a track, numbered over all tracks; the last number is the void beyond their ends
    row        something that melds use up: each kind's copies, numbered like the kinds, and after them the
               linking rows (`LinkingRows`)
    column     a meld that may be laid, or a bonus that may be had, as what it uses of each row
    objective  what the search maximises: points × `weight` − 1 for each meld with a natural, so that of
               equally good arrangements the one with the fewest melds is best
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from scorepad.core.bonuses import most_quartets
from scorepad.core.cards import Card
from scorepad.core.melding import Melding, melding_of
from scorepad.core.rules import Rules
from scorepad.optimize.leftover import leftover_points

VOID = -1
RowUses = tuple[tuple[int, int], ...]
PlacedKind = tuple[int, int]  # a place, and the kind of card laid there

_KEY_BITS = 8  # of a row in a key; no amount needs more


@dataclass(slots=True, eq=False)
class PartitionColumn:
    """What one meld uses: `uses` pairs rows with amounts; `laid` is one way to lay it, in order.

    `laid` pairs places with the kinds laid there; where a place's own kind differs, that is a wild.
    A bonus has nothing laid and can be had `most` times. `key` is alike for columns that can stand in for
    each other; a card of a wild rank used as itself or as a wild makes the same uses worth more or less.
    """

    uses: RowUses
    objective: int
    laid: tuple[PlacedKind, ...] = ()
    most: int | None = None
    key: tuple[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.key = (sum([amount << (_KEY_BITS * row) for row, amount in self.uses]), self.objective)


Choice = Sequence[tuple[PartitionColumn, int]]  # columns, and how often each is taken


@dataclass(frozen=True, slots=True)
class LinkedQuartet:
    """Quartets of one rank: `rows` are those of kinds laid as naturals, `most` the other kinds' limit."""

    rows: tuple[int, ...]
    most: int

    @property
    def ways(self) -> tuple[tuple[int, ...], ...]:
        """The rows that one quartet takes from."""
        return tuple(combinations(self.rows, 4)) if len(self.rows) > 4 else (self.rows,)

    def count(self, laid: Sequence[int]) -> int:
        """How many there are with so many naturals laid in the rows."""
        return min(self.most, most_quartets(laid) if len(self.rows) > 4 else min(laid))


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
    count             how many rows there are, kinds included
    """

    natural_rows: dict[int, int]
    quartets: dict[str, LinkedQuartet]
    certain_quartets: int
    wild_row: int | None
    count: int


@dataclass(frozen=True)
class PartitionProblem:
    """Naturals, wilds, and the places of every track that the hand can touch.

    kinds       the kinds of the hand, in the order of the pack
    counts      by kind: its copies
    wild        by kind: whether it may be wild
    cards       by place: the card whose natural place it is
    kind_at     by place: that card's kind, VOID where the hand has none
    next_place  by place: the next one; the place after the last where there is none
    wilds_for   by place: the kinds that may stand there as a wild
    circles     each track's first place and length
    objectives  by naturals in a meld
    """

    melding: Melding
    kinds: tuple[Card, ...]
    counts: tuple[int, ...]
    wild: tuple[bool, ...]
    cards: tuple[Card, ...]
    kind_at: tuple[int, ...]
    next_place: tuple[int, ...]
    wilds_for: tuple[tuple[int, ...], ...]
    circles: tuple[tuple[int, int], ...]
    objectives: tuple[int, ...]
    linking: LinkingRows

    @property
    def rules(self) -> Rules:
        return self.melding.rules

    @cached_property
    def size(self) -> int:
        """Cards in the hand."""
        return sum(self.counts)

    @property
    def naturals(self) -> int:
        """Cards that may be natural."""
        naturals = self.melding.naturals
        return sum(count for card, count in zip(self.kinds, self.counts, strict=True) if card in naturals)

    @cached_property
    def wilds(self) -> int:
        """Cards that may be wild."""
        return sum(count for count, wild in zip(self.counts, self.wild, strict=True) if wild)

    @cached_property
    def wild_kinds(self) -> list[int]:
        """The kinds that may be wild."""
        return [kind for kind, wild in enumerate(self.wild) if wild]

    @property
    def card_limits(self) -> list[tuple[int, int]]:
        """By kind, the least and the most that melds use: all, but what may be wild can be left over."""
        return [(0 if wild else count, count) for count, wild in zip(self.counts, self.wild, strict=True)]

    @property
    def linked(self) -> bool:
        """Whether there are linking rows."""
        return self.linking.count > len(self.kinds)

    @property
    def weight(self) -> int:
        """More than the melds that any arrangement can have."""
        return self.size + 1

    @property
    def largest(self) -> int:
        """No column's objective is larger, in either direction."""
        return max(
            1,
            self.rules.bonuses.quartet_bonus * self.weight,
            self.leftover_points(self.wilds) * self.weight,
            *map(abs, self.objectives),
        )

    def leftover_points(self, wilds: int) -> int:
        """Points of wilds left over (H17)."""
        return leftover_points(self.rules, wilds)

    def points_within(self, objective: int) -> int:
        """The most points that an arrangement of at most this objective can have."""
        return (objective + self.weight - 1) // self.weight


def partition_problem(rules: Rules, cards: Sequence[Card]) -> PartitionProblem:
    """The search's view of a hand."""
    hand, melding = Counter(cards), melding_of(rules)
    order = rules.pack.order
    kinds = tuple(sorted(hand, key=lambda card: order.get(card, len(order))))
    number = {card: kind for kind, card in enumerate(kinds)}
    placed: list[Card] = []
    after: list[int] = []
    circles: list[tuple[int, int]] = []
    for track in melding.tracks:
        if any(card in number for card in track.cards):
            first, length = len(placed), len(track.cards)
            circles.append((first, length))
            placed += track.cards
            after += [*range(first + 1, first + length), first if track.circular else VOID]
    wild = tuple(bool(melding.reach(card)) for card in kinds)
    weight = len(cards) + 1
    return PartitionProblem(
        melding=melding,
        kinds=kinds,
        counts=tuple(hand[card] for card in kinds),
        wild=wild,
        cards=tuple(placed),
        kind_at=tuple(number.get(card, VOID) for card in placed),
        next_place=tuple(len(placed) if place == VOID else place for place in after),
        wilds_for=_wilds_for(melding, kinds, placed),
        circles=tuple(circles),
        objectives=tuple(rules.values.schedule.value(n) * weight - 1 for n in range(len(cards) + 1)),
        linking=_linking_rows(melding, kinds, tuple(hand[card] for card in kinds)),
    )


def _wilds_for(
    melding: Melding, kinds: Sequence[Card], placed: Sequence[Card]
) -> tuple[tuple[int, ...], ...]:
    """By place, the kinds that may stand there as a wild: never a card at its own place."""
    wilds = [(kind, card, reach) for kind, card in enumerate(kinds) if (reach := melding.reach(card))]
    by_card = {
        place: tuple([kind for kind, card, reach in wilds if place in reach and card != place])
        for place in set(placed)
    }
    return tuple([by_card[place] for place in placed])


def _linking_rows(melding: Melding, kinds: tuple[Card, ...], counts: tuple[int, ...]) -> LinkingRows:
    """The linking rows of a hand."""
    rules = melding.rules
    number = {card: kind for kind, card in enumerate(kinds)}
    natural_rows: dict[int, int] = {}
    quartets: dict[str, LinkedQuartet] = {}
    certain = 0
    rows = len(kinds)
    for rank in rules.pack.ranks if rules.bonuses.quartet_bonus else ():
        needed = [number[card] for suit in rules.pack.common_suits if (card := Card(rank, suit)) in number]
        natural = [kind for kind in needed if kinds[kind] in melding.naturals]
        most = most_quartets([counts[kind] for kind in natural])
        either = [kind for kind in natural if melding.reach(kinds[kind])]
        if not most or not either:
            certain += most
            continue
        counted = natural if len(natural) > 4 else either
        natural_rows |= {kind: rows + place for place, kind in enumerate(counted)}
        quartets[rank] = LinkedQuartet(tuple(range(rows, rows + len(counted))), most)
        rows += len(counted)
    wild_row = rows if rules.wilds.wild_only_schedule and any(map(melding.reach, kinds)) else None
    return LinkingRows(natural_rows, quartets, certain, wild_row, rows + (wild_row is not None))


def column_of(problem: PartitionProblem, laid: Sequence[PlacedKind]) -> PartitionColumn:
    """The column of a meld laid on places of a track."""
    uses: dict[int, int] = {}
    naturals, kind_at, linking = 0, problem.kind_at, problem.linking
    for place, kind in laid:
        uses[kind] = uses.get(kind, 0) + 1
        natural = kind_at[place] == kind
        naturals += natural
        if linking.wild_row is not None and problem.wild[kind]:
            uses[linking.wild_row] = uses.get(linking.wild_row, 0) + 1
        if natural and kind in linking.natural_rows:
            natural_row = linking.natural_rows[kind]
            uses[natural_row] = uses.get(natural_row, 0) - 1
    return PartitionColumn(tuple(uses.items()), problem.objectives[naturals], tuple(laid))
