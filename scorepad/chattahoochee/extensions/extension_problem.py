"""A hand and its player's melds on the table, in the form that the search uses.

Glossary
    kind        a kind of card on a track; suits that one run may mix count as one (L1)
    card class  cards of the hand that can stand in for each other, numbered from 0
    fixed meld  a meld on the table: it stays whole, so it is laid like one long card
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

from scorepad.core.bonuses import most_quartets
from scorepad.core.cards import Card, Meld, Track
from scorepad.core.melding import Melding, melding_of
from scorepad.core.rules import Rules
from scorepad.core.values import left_value
from scorepad.core.verdicts import MeldVerdict


@dataclass(frozen=True, slots=True)
class CardClass:
    """Cards that are interchangeable: their kind as naturals, their reach as wilds, and the cost of each in
    hand.

    Spare wilds have no cost of their own: it is counted for all of them together.
    """

    natural_kind: Card | None
    wild_reach: frozenset[Card]
    hand_cost: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class FixedMeld:
    """A table meld: its cards as they lie, the kinds that they cover, and which are natural."""

    number: int
    laid_cards: Meld
    covered_kinds: tuple[Card, ...]
    natural_flags: tuple[bool, ...]
    leap: int | None

    @property
    def natural_count(self) -> int:
        return sum(self.natural_flags)

    def backwards(self) -> FixedMeld:
        """Return the meld in the opposite direction."""
        return FixedMeld(
            self.number, self.laid_cards[::-1], self.covered_kinds[::-1], self.natural_flags[::-1], self.leap
        )


Row = tuple[str, int | Card]
Piece = tuple[Card | FixedMeld, int]  # a kind and the class laid there, or a fixed meld and −1
FIXED = -1


@dataclass(frozen=True, slots=True)
class ExtensionColumn:
    """A meld: its use of each row, its points, and the pieces that it lays, in order.

    Rows are ("class", number), ("fixed meld", number), ("leap", leap), ("spares", number) and, with negative
    amounts, ("natural", kind). `saved_points`: the cost in hand of its cards, and of the spare wilds that it
    takes.
    """

    row_uses: tuple[tuple[Row, int], ...]
    meld_points: int
    saved_points: int
    laid_pieces: tuple[Piece, ...]

    @property
    def covered_kinds(self) -> tuple[Card, ...]:
        """The kinds that the meld covers."""
        places = (
            place.covered_kinds if isinstance(place, FixedMeld) else (place,) for place, _ in self.laid_pieces
        )
        return tuple(kind for kinds in places for kind in kinds)


@dataclass(frozen=True, slots=True)
class SpareWilds:
    """Wilds of a hand with the same reach, and what all of them cost in hand.

    A meld within their reach takes all spare ones at its end (L5, L6). They add no points to a meld on a
    circle but leave the hand, so one such meld saves the cost of all.
    """

    wild_reach: frozenset[Card]
    hand_cost: int

    def go_with(self, kinds: Collection[Card]) -> bool:
        """Return whether these wilds may end a meld of these kinds."""
        return not self.wild_reach.isdisjoint(kinds)


@dataclass(frozen=True, slots=True)
class ExtensionQuartets:
    """The quartets of one rank: the kinds that must lie as naturals, and the most quartets.

    Cards that are always natural are counted only if a quartet can do without them, as with more than four
    suits.
    """

    counted_kinds: tuple[Card, ...]
    quartet_limit: int

    @property
    def kind_choices(self) -> tuple[tuple[Card, ...], ...]:
        """The kinds of each possible quartet."""
        return (
            tuple(combinations(self.counted_kinds, 4))
            if len(self.counted_kinds) > 4
            else (self.counted_kinds,)
        )


@dataclass(frozen=True)
class ExtensionProblem:
    """The card classes of a hand, and the fixed melds with a natural. Melds of wilds alone never change.

    `spare_wilds`: wilds that leave the hand with any meld in their reach; `taken_spares`: those that a fixed
    meld takes, at no cost.
    """

    melding: Melding
    card_classes: tuple[CardClass, ...]
    fixed_melds: tuple[FixedMeld, ...]
    wild_melds: tuple[Meld, ...]
    hand_size: int
    spare_wilds: tuple[SpareWilds, ...] = ()
    taken_spares: tuple[SpareWilds, ...] = ()

    @property
    def rules(self) -> Rules:
        return self.melding.rules

    @property
    def hand_cost(self) -> int:
        """The cost of the hand if nothing is melded, without spare wilds that a fixed meld takes."""
        cards = sum(card_class.hand_cost * len(card_class.cards) for card_class in self.card_classes)
        return cards + sum(spare.hand_cost for spare in self.spare_wilds)

    @property
    def wild_count(self) -> int:
        """The number of cards that may be wild."""
        return sum(len(card_class.cards) for card_class in self.card_classes if card_class.wild_reach)

    @property
    def wild_meld_points(self) -> int:
        """The points of the table melds of wilds alone (H17)."""
        schedule = self.rules.wilds.wild_only_schedule
        return sum(schedule.value(len(meld)) for meld in self.wild_melds) if schedule else 0

    @cached_property
    def meld_weight(self) -> int:
        """The weight of a meld in the objective: more than the cost of the hand."""
        return self.hand_cost + 1

    @cached_property
    def point_weight(self) -> int:
        """The weight of a point in the objective: more than all melds of an arrangement weigh."""
        # Every meld has a card of the hand or a fixed meld, so there are no more melds than these.
        return (self.hand_size + len(self.fixed_melds) + 1) * self.meld_weight

    @cached_property
    def class_rows(self) -> list[Row]:
        """The row of each card class."""
        return [("class", number) for number in range(len(self.card_classes))]

    @cached_property
    def laid_naturals(self) -> Counter[Card]:
        """The naturals in the table melds."""
        return Counter(
            laid.card
            for fixed in self.fixed_melds
            for laid, natural in zip(fixed.laid_cards, fixed.natural_flags, strict=True)
            if natural
        )

    @cached_property
    def quartets(self) -> tuple[ExtensionQuartets, ...]:
        """The quartets that are possible, by rank (H24)."""
        rules = self.rules
        counted_ranks = rules.pack.ranks if rules.bonuses.quartet_bonus else ()
        return tuple(
            possible_quartets
            for rank in counted_ranks
            if (possible_quartets := self._quartets(rank)).quartet_limit
        )

    def _quartets(self, rank: str) -> ExtensionQuartets:
        supply_by_kind = self.laid_naturals.copy()
        for card_class in self.card_classes:
            if card_class.natural_kind:
                supply_by_kind[card_class.natural_kind] += len(card_class.cards)
        there_kinds = [
            card for suit in self.rules.pack.common_suits if supply_by_kind[card := Card(rank, suit)]
        ]
        either_kinds = [
            card
            for card in there_kinds
            if any(
                card_class.natural_kind == card and card_class.wild_reach for card_class in self.card_classes
            )
        ]
        counted_kinds = there_kinds if either_kinds and len(there_kinds) > 4 else either_kinds
        return ExtensionQuartets(
            tuple(counted_kinds), most_quartets([supply_by_kind[card] for card in there_kinds])
        )

    @cached_property
    def counted_kinds(self) -> frozenset[Card]:
        """The kinds whose naturals count towards quartets."""
        return frozenset(card for quartets in self.quartets for card in quartets.counted_kinds)

    def points_within(self, objective: int) -> int:
        """Return the most points that an arrangement of at most this objective can have."""
        # What melds weigh comes off the points, and less than a point in all: rounding up gives the points.
        return (objective + self.point_weight - 1) // self.point_weight


def extension_problem(rules: Rules, cards: Sequence[Card], table: Sequence[MeldVerdict]) -> ExtensionProblem:
    """Build the problem of a hand and legal table melds, given as verdicts."""
    melding = melding_of(rules)
    lying_melds = [verdict for verdict in table if any(verdict.natural)]
    fixed_melds = tuple(_fixed_meld(melding, number, verdict) for number, verdict in enumerate(lying_melds))
    all_spares = _spare_wilds(
        melding, cards, len(cards) + sum(len(fixed.covered_kinds) for fixed in fixed_melds)
    )
    taken_spares = tuple(
        spare for spare in all_spares if any(spare.go_with(fixed.covered_kinds) for fixed in fixed_melds)
    )
    return ExtensionProblem(
        melding,
        _card_classes(melding, cards, spares_apart=bool(all_spares)),
        fixed_melds,
        tuple(verdict.laid for verdict in table if not any(verdict.natural)),
        len(cards),
        tuple(spare for spare in all_spares if spare not in taken_spares),
        taken_spares,
    )


def _card_classes(melding: Melding, cards: Sequence[Card], *, spares_apart: bool) -> tuple[CardClass, ...]:
    """Return the card classes of a hand. `spares_apart`: wilds that cost points are counted all together."""
    card_classes: dict[tuple[Card | None, frozenset[Card], int], list[Card]] = {}
    rules = melding.rules
    for card in rules.pack.in_order(cards):
        kind = melding.run_kind(card) if card in melding.naturals else None
        counts = rules.scoring.left_counts and not (spares_apart and melding.reach(card))
        hand_cost = left_value(rules, [card]) if counts else 0
        card_classes.setdefault((kind, melding.reach(card), hand_cost), []).append(card)
    return tuple(
        CardClass(kind, stands_for, hand_cost, tuple(own_cards))
        for (kind, stands_for, hand_cost), own_cards in card_classes.items()
    )


def _fixed_meld(melding: Melding, number: int, verdict: MeldVerdict) -> FixedMeld:
    kinds = tuple(melding.run_kind(card) for card in verdict.reads_as)
    # A meld of one card may grow along any leap.
    return FixedMeld(number, verdict.laid, kinds, verdict.natural, verdict.leap if len(kinds) > 1 else None)


def _spare_wilds(melding: Melding, cards: Sequence[Card], largest_meld: int) -> tuple[SpareWilds, ...]:
    """Return the wilds that cost points in hand, by reach; empty if one could not always end a meld.

    `largest_meld`: the most cards that a meld can have. No two of the reaches share a kind.
    """
    rules = melding.rules
    costs_by_reach: dict[frozenset[Card], int] = {}
    for card in cards:
        if rules.scoring.left_counts and melding.reach(card) and (cost := left_value(rules, [card])):
            reached_kinds = _run_kinds(melding, card)
            costs_by_reach[reached_kinds] = costs_by_reach.get(reached_kinds, 0) + cost
    kinds_apart = len(frozenset().union(*costs_by_reach)) == sum(map(len, costs_by_reach))
    if (
        not costs_by_reach
        or not kinds_apart
        # Apart, only one wild fits at an end.
        or rules.wilds.wilds_apart
        or not _never_falls(rules, largest_meld)
    ):
        return ()
    # Tracks too short for a run have no melds that wilds could join.
    long_tracks = [
        track for track in melding.tracks if track.circular or len(track.cards) >= rules.shapes.runs.shortest
    ]
    if not all(
        _all_or_nothing(track, reached_kinds) for track in long_tracks for reached_kinds in costs_by_reach
    ):
        return ()
    return tuple(SpareWilds(reached_kinds, cost) for reached_kinds, cost in costs_by_reach.items())


def _run_kinds(melding: Melding, card: Card) -> frozenset[Card]:
    return frozenset(melding.run_kind(kind) for kind in melding.reach(card))


def _never_falls(rules: Rules, size: int) -> bool:
    """Return whether one more natural never lowers a meld's points."""
    return all(
        fewer <= more for fewer, more in pairwise(map(rules.values.schedule.value, range(1, size + 1)))
    )


def _all_or_nothing(track: Track, reached_kinds: frozenset[Card]) -> bool:
    """Return whether wilds of this reach can lie on the whole track or nowhere on it."""
    track_kinds = frozenset(track.cards)
    return track_kinds.isdisjoint(reached_kinds) or (track.circular and track_kinds <= reached_kinds)
