"""A hand and its player's melds on the table, as rows and pieces, of which columns are made.

Glossary
    kind        a kind of card on a track; suits that one run may mix count as one (L1)
    card class  cards of the hand that can stand in for each other, numbered from 0
    fixed meld  a meld on the table: it stays whole, so it is laid like one long card
    piece       a card of a class on a kind, or a fixed meld
    row         something that melds use up: ("class", number), ("fixed meld", number), ("leap", leap),
                ("spares", number), ("wilds", 0) and, given to by naturals, ("natural", kind)

The objective of a column is its points, and what its cards save, × `point_weight` − `meld_weight` + what is
saved once more: of equally good arrangements the one with the fewest melds is best, of these the one that
leaves least in hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from typing import NamedTuple

from scorepad.chattahoochee.leftover import leftover_points
from scorepad.core.bonuses import most_quartets
from scorepad.core.cards import Card, Meld, Track
from scorepad.core.melding import Melding, melding_of
from scorepad.core.rules import Rules
from scorepad.core.values import left_value
from scorepad.core.verdicts import MeldVerdict
from scorepad.optimize.columns import Column, RowUses


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
FIXED = -1  # the class of a fixed meld
PieceUses = tuple[RowUses, int, int, int, int]  # the last five fields of a piece


class Piece(NamedTuple):
    """A card of a class on a kind, or a fixed meld: what it adds to a meld, and what it uses.

    `key` is the use of rows as one number, with some bits for each row; `own_bits` are all bits of its rows,
    and `class_bits` those of its class, of which no more than `most_used` are there. A wild of the hand ends
    no meld, as it adds nothing there.
    """

    place: Card | FixedMeld
    card_class: int
    naturals: int
    saved: int
    begins_natural: bool
    ends_natural: bool
    has_pair: bool
    has_wild: bool
    may_end: bool
    uses: RowUses
    key: int
    own_bits: int
    class_bits: int
    most_used: int

    @property
    def is_natural_card(self) -> bool:
        """Whether it is a card of the hand at its natural place."""
        return self.begins_natural and self.card_class != FIXED


MeldColumn = Column[tuple[Piece, ...]]
"""A meld, by its pieces in order."""


def covered_kinds(pieces: Iterable[Piece]) -> tuple[Card, ...]:
    """The kinds that a meld of these pieces covers."""
    places = (
        piece.place.covered_kinds if isinstance(piece.place, FixedMeld) else (piece.place,)
        for piece in pieces
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

    @cached_property
    def hand_cost(self) -> int:
        """The cost of the hand if nothing is melded, without spare wilds that a fixed meld takes."""
        cards = sum(card_class.hand_cost * len(card_class.cards) for card_class in self.card_classes)
        return cards + sum(spare.hand_cost for spare in self.spare_wilds)

    @cached_property
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
    def meld_objectives(self) -> Sequence[int]:
        """The objective of a meld by its naturals, without what its cards save."""
        most = self.hand_size + sum(fixed.natural_count for fixed in self.fixed_melds)
        value = self.rules.values.schedule.value
        return [value(naturals) * self.point_weight - self.meld_weight for naturals in range(most + 1)]

    @cached_property
    def row_limits(self) -> Mapping[Row, tuple[int, int]]:
        """The least and the most use of each row, ordered so that cards of one meld lie close together."""
        limits: dict[Row, tuple[int, int]] = {}
        for number in self._in_order_of_use:
            card_class = self.card_classes[number]
            copies = len(card_class.cards)
            must_be_used = self.rules.scoring.must_meld_all and not card_class.wild_reach
            limits["class", number] = (copies if must_be_used else 0, copies)
        # A meld of the table stays whole and lies exactly once (H9).
        limits |= {("fixed meld", fixed.number): (1, 1) for fixed in self.fixed_melds}
        limits |= {("spares", number): (0, 1) for number in range(len(self.spare_wilds))}
        if self.rules.shapes.leaps.all_differ:
            limits |= {("leap", leap): (0, 1) for leap in self.rules.shapes.leaps.each}
        # Naturals laid lower the row and quartets raise it again: the table's are there from the start.
        limits |= {
            ("natural", kind): (-self.hand_size, self.laid_naturals[kind]) for kind in self.counted_kinds
        }
        # Without points for wilds left over, the row would link melds for nothing.
        if any(map(self.points_of_leftover, range(1, self.wild_count + 1))):
            limits["wilds", 0] = (0, self.wild_count)
        return limits

    @cached_property
    def row_numbers(self) -> Mapping[Row, int]:
        """The number of each row."""
        return {row: number for number, row in enumerate(self.row_limits)}

    @property
    def _in_order_of_use(self) -> Sequence[int]:
        """The card classes by suit if each meld has one suit, else by rank; wilds come last.

        Ranks begin where the hand has the fewest cards. Hands whose first ranks are melded differ only in
        what their melds reach beyond, so there are few of them, as in a decomposition of small width
        (Bodlaender, A partial k-arboretum, Theoretical Computer Science 209, 1998).
        """
        card_classes, shapes = self.card_classes, self.rules.shapes
        if shapes.suit_pattern == "single" and shapes.runs.suits == "one":
            return range(len(card_classes))
        order = self.melding.rank_order
        cards_there = [0] * len(order)
        for card_class in card_classes:
            if card_class.natural_kind:
                cards_there[order[card_class.natural_kind.rank]] += len(card_class.cards)
        beginning = cards_there.index(min(cards_there))

        def place(number: int) -> int:
            kind = card_classes[number].natural_kind
            return (order[kind.rank] - beginning) % len(order) if kind else len(order)

        return sorted(range(len(card_classes)), key=place)

    @cached_property
    def row_bits(self) -> int:
        """The bits of each row in a key."""
        return self.hand_size.bit_length() + 1

    def uses_of(self, amounts: Mapping[Row, int]) -> tuple[RowUses, int, int]:
        """Return these amounts by the numbers of their rows, their key, and the bits of the rows in it."""
        uses = tuple([(self.row_numbers[row], amount) for row, amount in amounts.items()])
        key = sum([abs(amount) << self.row_bits * row for row, amount in uses])
        return uses, key, sum([self._bits_of(row) for row, _ in uses])

    def _bits_of(self, row: int) -> int:
        return (1 << self.row_bits) - 1 << self.row_bits * row

    def card_pieces(self, kind: Card) -> tuple[Sequence[Piece], Sequence[Piece]]:
        """Return the ways to lay a card of the hand on this kind, as a natural and as a wild."""
        pieces = self._pieces_by_kind.get(kind)
        if pieces is None:
            pieces = (
                [self._natural_piece(kind, number) for number in self._classes_by_kind.get(kind, ())],
                [
                    Piece(kind, number, 0, card_class.hand_cost, False, False, False, True, False, *uses)
                    for number, card_class, uses in self._wild_classes
                    # At its own place the card is a natural (H15), and laid as one.
                    if kind in card_class.wild_reach and card_class.natural_kind != kind
                ],
            )
            self._pieces_by_kind[kind] = pieces
        return pieces

    @cached_property
    def _pieces_by_kind(self) -> dict[Card, tuple[Sequence[Piece], Sequence[Piece]]]:
        return {}

    @cached_property
    def _classes_by_kind(self) -> Mapping[Card, Sequence[int]]:
        """The classes of each kind: several where only some cards may be wild, or cost differs in hand."""
        classes: dict[Card, list[int]] = {}
        for number, card_class in enumerate(self.card_classes):
            if card_class.natural_kind:
                classes.setdefault(card_class.natural_kind, []).append(number)
        return classes

    @cached_property
    def _wild_classes(self) -> Sequence[tuple[int, CardClass, PieceUses]]:
        """The classes of cards that may be wild, and what each such card uses."""
        each = enumerate(zip(self.card_classes, self.class_uses, strict=True))
        return [(number, card_class, uses) for number, (card_class, uses) in each if card_class.wild_reach]

    def _natural_piece(self, kind: Card, number: int) -> Piece:
        counted = kind in self.counted_kinds
        uses = self._uses_of_card(number, {("natural", kind): -1}) if counted else self.class_uses[number]
        hand_cost = self.card_classes[number].hand_cost
        return Piece(kind, number, 1, hand_cost, True, True, False, False, True, *uses)

    @cached_property
    def class_uses(self) -> Sequence[PieceUses]:
        """By class, what one of its cards uses, without quartets."""
        return [self._uses_of_card(number, {}) for number in range(len(self.card_classes))]

    def _uses_of_card(self, number: int, counted: Mapping[Row, int]) -> PieceUses:
        card_class, own_row = self.card_classes[number], ("class", number)
        amounts: dict[Row, int] = {own_row: 1, **counted}
        if card_class.wild_reach and ("wilds", 0) in self.row_numbers:
            amounts["wilds", 0] = 1
        row = self.row_numbers[own_row]
        most_used = len(card_class.cards) << self.row_bits * row
        return (*self.uses_of(amounts), self._bits_of(row), most_used)

    def fixed_piece(self, fixed: FixedMeld) -> Piece:
        """Return the piece of a fixed meld. One of several cards has two naturals side by side if it has a
        wild."""
        own_row = ("fixed meld", fixed.number)
        row = self.row_numbers[own_row]
        return Piece(
            fixed,
            FIXED,
            fixed.natural_count,
            0,
            fixed.natural_flags[0],
            fixed.natural_flags[-1],
            len(fixed.covered_kinds) > 1,
            not all(fixed.natural_flags),
            True,
            *self.uses_of({own_row: 1}),
            self._bits_of(row),
            1 << self.row_bits * row,
        )

    def points_of_leftover(self, wild_count: int) -> int:
        """Return the points of leftover wilds, if the rules have them laid (H17)."""
        # Cards that may stay in hand are left there, not laid by themselves.
        return leftover_points(self.rules, wild_count) if self.rules.scoring.must_meld_all else 0

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

    @property
    def can_replace_last(self) -> bool:
        """Whether melds whose wilds replace naturals may be listed after all others.

        Not if wilds cost something in hand or quartets depend on them. Nor if a card that may be natural or
        wild can't always change places with another wild of its meld for no fewer points.
        """
        wilds = [card_class for card_class in self.card_classes if card_class.wild_reach]
        if not wilds or self.spare_wilds or self.taken_spares or self.counted_kinds:
            return False
        if any(card_class.hand_cost for card_class in wilds):
            return False
        return not any(card_class.natural_kind for card_class in wilds) or (
            _never_falls(self.rules, len(self.meld_objectives) - 1)
            and all(
                _all_or_nothing(track, card_class.wild_reach)
                for track in self.melding.tracks
                for card_class in wilds
            )
        )

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
