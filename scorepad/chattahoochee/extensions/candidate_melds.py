"""List every meld of a hand and the fixed melds, with the amounts that it uses."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import product
from math import inf

from scorepad.chattahoochee.extensions.extension_problem import (
    FIXED,
    ExtensionColumn,
    ExtensionProblem,
    FixedMeld,
    Piece,
    Row,
)
from scorepad.chattahoochee.extensions.growing_column import GrowingColumn, extension_column
from scorepad.chattahoochee.extensions.lanes import Lane, lanes
from scorepad.core.cards import Card

_BETWEEN_LOOKS = 64  # cards laid, or melds, between two looks at the clock


class ListingCutOff(Exception):
    """There are too many melds to list in the remaining time. `listed`: those listed so far."""

    def __init__(self, listed: list[ExtensionColumn]) -> None:
        super().__init__()
        self.listed = listed


def candidate_columns(
    problem: ExtensionProblem, deadline: float, *, most_melds: float = inf, most_replacing: float = inf
) -> list[ExtensionColumn]:
    """Return the meld of most points for each use of cards. Raises ListingCutOff.

    `most_replacing`: the most wilds of a meld at places where the hand has a natural. Such wilds are why
    large hands have many melds.
    """
    listing = _Listing(problem, deadline, most_melds, most_replacing)
    for lane in lanes(problem):
        listing.add_lane(lane)
    return _with_spare_takers(problem, listing.best_columns.values())


class _Listing:
    """Collects the best meld for each use of rows."""

    def __init__(
        self, problem: ExtensionProblem, deadline: float, most_melds: float, most_replacing: float
    ) -> None:
        self.problem, self.deadline = problem, deadline
        self.most_melds, self.most_replacing = most_melds, most_replacing
        self.best_columns: dict[frozenset[tuple[Row, int]], ExtensionColumn] = {}
        self.step_count = 0

    def add_lane(self, lane: Lane) -> None:
        """List the melds along a lane. Raises ListingCutOff."""
        walker = _LaneWalker(self.problem, lane, self)
        # A meld through fixed melds takes all of a lane's, so it begins with the first at the latest.
        for start in range(len(lane.places)) if lane.first_fixed is None else range(lane.first_fixed + 1):
            walker.walk_from(start)

    def count_step(self) -> None:
        """Count one step of the listing. Raises ListingCutOff."""
        # Many different wilds are laid in very many ways before one of them ends in a meld.
        self.step_count += 1
        if self.step_count % _BETWEEN_LOOKS == 0 and (
            len(self.best_columns) > self.most_melds or time.perf_counter() > self.deadline
        ):
            raise ListingCutOff(_with_spare_takers(self.problem, self.best_columns.values()))

    def add_column(self, column: ExtensionColumn) -> None:
        """Keep a column if it has more points than the one of the same use. Raises ListingCutOff."""
        self.count_step()
        # Melds alike in what they use may differ in points: in which cards lie as naturals.
        row_uses = frozenset(column.row_uses)
        if row_uses not in self.best_columns or self.best_columns[row_uses].meld_points < column.meld_points:
            self.best_columns[row_uses] = column


def _with_spare_takers(
    problem: ExtensionProblem, columns: Collection[ExtensionColumn]
) -> list[ExtensionColumn]:
    """Return the columns, and each again with all spare wilds of a reach that it can take; one column of a
    choice takes them."""
    # Spare wilds leave the hand with any one meld, so the row lets one column count what they save.
    taking_columns = [
        replace(
            column,
            row_uses=(*column.row_uses, (("spares", number), 1)),
            saved_points=column.saved_points + spare_wilds.hand_cost,
        )
        for number, spare_wilds in enumerate(problem.spare_wilds)
        for column in columns
        if spare_wilds.go_with(column.covered_kinds)
    ]
    return [*columns, *taking_columns]


class _LaneWalker:
    """Grows melds along a lane, card by card, from a natural or a fixed meld to another.

    Wilds at the ends of a meld earn nothing, but make it long enough or leave a hand in which they cost
    points.
    """

    def __init__(self, problem: ExtensionProblem, lane: Lane, listing: _Listing) -> None:
        self.problem, self.lane, self.rules, self.listing = problem, lane, problem.rules, listing
        self.start = self.replacing = 0
        self.cards_left = [len(card_class.cards) for card_class in problem.card_classes]
        # Cards of one kind are of several classes where only some may be wild, or cost differs in hand.
        self.natural_classes: dict[Card, list[int]] = {}
        for number, card_class in enumerate(problem.card_classes):
            if card_class.natural_kind:
                self.natural_classes.setdefault(card_class.natural_kind, []).append(number)
        self.wild_classes = [
            number for number, card_class in enumerate(problem.card_classes) if card_class.wild_reach
        ]
        self.costly_wilds = [number for number in self.wild_classes if problem.card_classes[number].hand_cost]
        self.last_fixed = 0 if lane.first_fixed is None else lane.last_fixed
        self.growing = GrowingColumn(problem, lane.leap)
        self.laid_pieces = self.growing.laid_pieces

    def walk_from(self, start: int) -> None:
        """List the melds that begin at this place. Raises ListingCutOff."""
        first = self.lane.place_at(start)
        if isinstance(first, Card) and first not in self.natural_classes:
            return
        self.start = start
        self._walk_on(start, natural_last=False, has_pair=False, has_wild=False)

    def _walk_on(self, place: int, *, natural_last: bool, has_pair: bool, has_wild: bool) -> None:
        lane_place = self.lane.place_at(place)
        if lane_place is None:
            return
        if isinstance(lane_place, FixedMeld):
            self._lay_fixed(
                lane_place, place, natural_last=natural_last, has_pair=has_pair, has_wild=has_wild
            )
            return
        pair_now = has_pair or natural_last
        naturals = [own for own in self.natural_classes.get(lane_place, ()) if self.cards_left[own]]
        for card_class in naturals:
            self._lay_card(
                lane_place, card_class, place, natural_last=True, has_pair=pair_now, has_wild=has_wild
            )
        if naturals and self.replacing >= self.listing.most_replacing:
            return
        if self.laid_pieces and (natural_last or not self.rules.wilds.wilds_apart):
            self.replacing += bool(naturals)
            for number in self.wild_classes_for(lane_place):
                self._lay_card(
                    lane_place, number, place, natural_last=False, has_pair=has_pair, has_wild=True
                )
            self.replacing -= bool(naturals)

    def _lay_fixed(
        self, fixed: FixedMeld, place: int, *, natural_last: bool, has_pair: bool, has_wild: bool
    ) -> None:
        """Extend the meld past a fixed meld. One of several cards has two naturals side by side if it has a
        wild."""
        if (
            self.rules.wilds.wilds_apart
            and self.laid_pieces
            and not natural_last
            and not fixed.natural_flags[0]
        ):
            return
        pair_now = has_pair or len(fixed.covered_kinds) > 1 or (natural_last and fixed.natural_flags[0])
        self.growing.lay((fixed, FIXED))
        natural_end = fixed.natural_flags[-1]
        self._finish_meld(place, has_pair=pair_now, has_wild=has_wild or not all(fixed.natural_flags))
        self._walk_on(
            place + 1,
            natural_last=natural_end,
            has_pair=pair_now,
            has_wild=has_wild or not all(fixed.natural_flags),
        )
        self.growing.take_up()

    def _lay_card(
        self,
        laid_kind: Card,
        card_class: int,
        place: int,
        *,
        natural_last: bool,
        has_pair: bool,
        has_wild: bool,
    ) -> None:
        self.listing.count_step()
        self.cards_left[card_class] -= 1
        self.growing.lay((laid_kind, card_class))
        if natural_last:
            self._finish_meld(place, has_pair=has_pair, has_wild=has_wild)
        self._walk_on(place + 1, natural_last=natural_last, has_pair=has_pair, has_wild=has_wild)
        self.growing.take_up()
        self.cards_left[card_class] += 1

    def _finish_meld(self, place: int, *, has_pair: bool, has_wild: bool) -> None:
        """List the meld so far if it may end here; one that is too short gets wilds."""
        # A meld that is too short gets wilds at its ends, so it needs two naturals side by side too (H15).
        too_short = len(self.laid_pieces) < self.rules.shapes.runs.shortest and self.lane.first_fixed is None
        if place >= self.last_fixed and (
            has_pair or not (has_wild or too_short) or not self.rules.wilds.adjacent_naturals
        ):
            cards_lacking = self.rules.shapes.runs.shortest - len(self.laid_pieces) if too_short else 0
            if not cards_lacking:
                self.listing.add_column(self.growing.column())
            # Wilds at the ends add nothing: only those go that a meld lacks, or that cost in hand (L6).
            if cards_lacking or self.costly_wilds:
                for laid_pieces in self._with_ends(self.start, tuple(self.laid_pieces), cards_lacking):
                    self.listing.add_column(extension_column(self.problem, self.lane.leap, laid_pieces))

    def _with_ends(
        self, start: int, laid_pieces: tuple[Piece, ...], cards_lacking: int
    ) -> Iterator[tuple[Piece, ...]]:
        """List the finished meld with the wilds at its ends that it needs or can take."""
        spare_count = (
            sum(self.cards_left[number] for number in self.costly_wilds)
            if self._takes_end_wilds(laid_pieces)
            else 0
        )
        for end_wilds in range(max(1, cards_lacking), cards_lacking + spare_count + 1):
            for wilds_before in range(end_wilds + 1):
                yield from self._melds_between(
                    start, laid_pieces, wilds_before, end_wilds - wilds_before, end_wilds - cards_lacking
                )

    def _melds_between(
        self,
        start: int,
        laid_pieces: tuple[Piece, ...],
        wilds_before: int,
        wilds_after: int,
        least_costly: int,
    ) -> Iterator[tuple[Piece, ...]]:
        """List the meld with wilds before and after it, at least `least_costly` of them costing points in
        hand."""
        if self.rules.wilds.wilds_apart and (
            # No two wilds side by side: one at each end, and only beside a natural (H15).
            wilds_before > self._wild_room(laid_pieces[0], 0)
            or wilds_after > self._wild_room(laid_pieces[-1], -1)
        ):
            return
        first_place, end_place = start - wilds_before, start + len(laid_pieces)
        for laid_wilds in self._wild_fillings(
            [*range(first_place, start), *range(end_place, end_place + wilds_after)]
        ):
            if sum(number in self.costly_wilds for _, number in laid_wilds) >= least_costly:
                yield (*laid_wilds[:wilds_before], *laid_pieces, *laid_wilds[wilds_before:])

    def _wild_room(self, piece: Piece, side: int) -> int:
        """Return how many wilds fit at a side of a meld that ends with this piece, if no two wilds may
        touch."""
        place, _ = piece
        return int(not isinstance(place, FixedMeld) or place.natural_flags[side])

    def _takes_end_wilds(self, laid_pieces: tuple[Piece, ...]) -> bool:
        """Return whether wilds may lie at the ends of a meld: it needs two naturals side by side, if the
        rules ask that."""
        several_cards = len(laid_pieces) > 1 or any(
            isinstance(place, FixedMeld) and len(place.covered_kinds) > 1 for place, _ in laid_pieces
        )
        return several_cards or not self.rules.wilds.adjacent_naturals

    def _wild_fillings(self, places: list[int]) -> Iterator[tuple[Piece, ...]]:
        """List every way to fill these places with wilds that are left."""
        lane_places = [self.lane.place_at(place) for place in places]
        kinds = [kind for kind in lane_places if isinstance(kind, Card)]
        # Past the end of a track, or on a fixed meld, no wild can lie.
        if len(kinds) < len(places):
            return
        for wild_classes in product(*map(self.wild_classes_for, kinds)):
            if all(count <= self.cards_left[number] for number, count in Counter(wild_classes).items()):
                yield tuple(zip(kinds, wild_classes, strict=True))

    def wild_classes_for(self, lane_place: Card) -> list[int]:
        """Return the card classes that are left and can be wild at this place."""
        card_classes = self.problem.card_classes
        return [
            card_class
            for card_class in self.wild_classes
            if self.cards_left[card_class]
            and lane_place in card_classes[card_class].wild_reach
            # At its own place the card is a natural (H15), and listed as one.
            and card_classes[card_class].natural_kind != lane_place
        ]
