"""Lists the melds of a hand and the fixed melds along lanes, as columns.

In a *plain* meld wilds lie only where the hand has no more naturals of the kind. In others wilds *replace*
naturals, which is why large hands have many melds. Each of those is a plain meld with wilds instead of some
naturals. So they are listed last, as far as they may be needed by the prices of rows.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise, product
from math import comb, inf
from typing import NamedTuple

from scorepad.chattahoochee.extensions.extension_problem import (
    ExtensionProblem,
    FixedMeld,
    MeldColumn,
    Piece,
    covered_kinds,
)
from scorepad.chattahoochee.extensions.lanes import Lane, lanes
from scorepad.core.cards import Card
from scorepad.optimize.choosing import PRICE_SCALE, Listing, loss_of, price_of
from scorepad.optimize.columns import Column, RowUses

_BETWEEN_LOOKS = 64  # cards laid, or melds, between two looks at the clock


class ListingCutOff(Exception):
    """There are too many melds to list in the remaining time. `listed`: those listed so far."""

    def __init__(self, listed: list[MeldColumn]) -> None:
        super().__init__()
        self.listed = listed


def candidate_columns(
    problem: ExtensionProblem, deadline: float, *, most_melds: float = inf, most_replacing: float = inf
) -> list[MeldColumn]:
    """Return the meld of most points for each use of cards. Raises ListingCutOff.

    `most_replacing`: the most wilds of a meld that replace naturals.
    """
    listing = _Listing(problem, deadline, most_melds)
    for lane in lanes(problem):
        listing.add_lane(lane, most_replacing)
    return listing.columns()


class PlainMelds:
    """The plain melds, and those whose wilds replace naturals as far as prices ask for them."""

    def __init__(self, problem: ExtensionProblem, deadline: float, most_melds: float) -> None:
        """List the plain melds. Raises ListingCutOff."""
        self.problem, self.deadline, self.most_melds = problem, deadline, most_melds
        self._listing = _Listing(problem, deadline, most_melds)
        for lane in lanes(problem):
            self._listing.add_plain(lane)
        self.columns = self._listing.columns()

    def all_if_few(self, most_melds: int) -> list[MeldColumn] | None:
        """List every meld; None if there may be more than so many. Raises ListingCutOff."""
        count = len(self.columns)
        for noted in self._listing.noted_melds:
            if count > most_melds:
                return None
            wilds = range(1, self.problem.wild_count + 1)
            count += sum([comb(len(noted.laid.pieces) - 2, replacing) for replacing in wilds])
        others = self.replacing([0] * len(self.problem.row_limits), inf)
        columns = [*self.columns, *others.columns]
        if not others.complete:
            raise ListingCutOff(columns)
        return columns

    def replacing(self, prices: Sequence[int], most_lost: float) -> Listing[tuple[Piece, ...]]:
        """List the melds whose wilds replace naturals and that lose at most so much by the prices of rows."""
        listing, complete = _Listing(self.problem, self.deadline, self.most_melds), True
        replacer = _Replacer(listing, prices, most_lost)
        try:
            for noted in self._listing.noted_melds:
                replacer.add_like(noted)
        except ListingCutOff:
            complete = False
        plain = self._listing.best_columns
        return Listing(
            [
                column
                for key, column in listing.best_columns.items()
                if (key not in plain or plain[key].objective < column.objective)
                and loss_of(prices, column) <= most_lost
            ],
            complete,
        )


class _Laid(NamedTuple):
    """A meld that grows piece by piece."""

    pieces: tuple[Piece, ...]
    uses: RowUses
    key: int
    naturals: int
    ends_natural: bool
    has_pair: bool

    def with_piece(self, piece: Piece) -> _Laid:
        """The meld with one piece more at its end."""
        unused = not self.key & piece.own_bits
        return _Laid(
            (*self.pieces, piece),
            (*self.uses, *piece.uses) if unused else _merged(self.uses, piece.uses),
            self.key + piece.key,
            self.naturals + piece.naturals,
            piece.ends_natural,
            self.has_pair or piece.has_pair or (self.ends_natural and piece.begins_natural),
        )

    @property
    def has_wild(self) -> bool:
        """Whether any of its cards is a wild, those of a fixed meld included."""
        return any(piece.has_wild for piece in self.pieces)

    def has(self, piece: Piece) -> bool:
        """Whether there is a card left for the piece."""
        return self.key & piece.class_bits < piece.most_used


def _merged(uses: RowUses, others: RowUses) -> RowUses:
    amounts = dict(uses)
    for row, amount in others:
        amounts[row] = amounts.get(row, 0) + amount
    return tuple(amounts.items())


def _nothing_along(problem: ExtensionProblem, leap: int) -> _Laid:
    """A meld of no pieces yet along a track of that leap."""
    # A player's melds are all of different leaps, so each leap is used up by one meld (L2).
    uses, key, _ = problem.uses_of({("leap", leap): 1} if problem.rules.shapes.leaps.all_differ else {})
    return _Laid((), uses, key, 0, False, False)


def meld_column(problem: ExtensionProblem, leap: int, piece: Piece) -> MeldColumn:
    """Return the column of a meld of one piece along a track of that leap."""
    return _column_of(problem, _nothing_along(problem, leap).with_piece(piece))


def _column_of(problem: ExtensionProblem, laid: _Laid) -> MeldColumn:
    objective = problem.meld_objectives[laid.naturals]
    if problem.hand_cost:
        objective += sum(piece.saved for piece in laid.pieces) * (problem.point_weight + 1)
    return Column(objective, laid.uses, laid.pieces)


class _Listing:
    """Collects the best meld for each use of rows.

    Melds grow along a lane from a natural or a fixed meld to another. Wilds at their ends earn nothing, but
    make them long enough or leave a hand in which they cost points.
    """

    def __init__(self, problem: ExtensionProblem, deadline: float, most_melds: float) -> None:
        self.problem, self.rules, self.deadline = problem, problem.rules, deadline
        self.needs_pair = self.rules.wilds.adjacent_naturals
        self.most_melds, self.most_replacing, self.notes_melds = most_melds, inf, False
        self.longest, self.shortest_listed = inf, 0
        self.best_columns: dict[int, MeldColumn] = {}
        self.noted_melds: list[_NotedMeld] = []
        self.step_count = 0
        wild_classes = [card_class for card_class in problem.card_classes if card_class.wild_reach]
        self.many_wilds = len(wild_classes) > 1
        self.seen_walks: set[tuple[int, ...]] = set()
        self.costly_wilds = {
            number: len(card_class.cards)
            for number, card_class in enumerate(problem.card_classes)
            if card_class.wild_reach and card_class.hand_cost
        }

    def columns(self) -> list[MeldColumn]:
        """Return the melds listed so far, those that take spare wilds among them."""
        return _with_spare_takers(self.problem, self.best_columns.values())

    def add_lane(self, lane: Lane, most_replacing: float) -> None:
        """List the melds along a lane. Raises ListingCutOff."""
        self._prepare(lane)
        self._walk_lane(most_replacing)

    def add_plain(self, lane: Lane) -> None:
        """List the plain melds along a lane, and note them; all that may cover a kind twice, as there a
        natural may lie in the one place or in the other. Raises ListingCutOff."""
        self._prepare(lane)
        if not lane.circular:
            kinds = [place for place in lane.places if isinstance(place, Card)]
            self.notes_melds = len(set(kinds)) == len(kinds)
            self._walk_lane(0 if self.notes_melds else inf)
            return
        self.notes_melds, self.longest = True, len(self.ways)
        self._walk_lane(0)
        self.notes_melds, self.longest = False, inf
        # Once round, there is a wild wherever the hand has no natural: so many fewer replace one.
        spare = self.problem.wild_count - sum([not naturals for naturals, _ in self.ways])
        if spare >= 0 and self.problem.hand_size > len(self.ways):
            self.shortest_listed = len(self.ways) + 1
            self._walk_lane(spare)
            self.shortest_listed = 0

    def _prepare(self, lane: Lane) -> None:
        self.follow(lane)
        self.ways = [
            ([self.problem.fixed_piece(place)], ())
            if isinstance(place, FixedMeld)
            else self.problem.card_pieces(place)
            for place in lane.places
        ]
        self.wilds_needed = self._wilds_needed()

    def follow(self, lane: Lane) -> None:
        """Take melds from now on as melds along that lane."""
        self.lane = lane
        self.last_fixed = 0 if lane.first_fixed is None else lane.last_fixed
        # A meld that goes on from one on the table is long enough.
        self.shortest = self.rules.shapes.runs.shortest if lane.first_fixed is None else 0

    def _wilds_needed(self) -> list[int]:
        """At each place, the least wilds that go on from there to a natural or a fixed meld further on."""
        count = len(self.ways)
        naturals = [place for place, (naturals, _) in enumerate(self.ways) if naturals]
        if not naturals:
            return []
        beyond = naturals[0] if self.lane.circular else self.problem.hand_size + 1
        needed = [*range(naturals[0], 0, -1)]
        for place, following in pairwise([*naturals, count + beyond]):
            needed += range(following - place, 0, -1)
        return needed

    def _walk_lane(self, most_replacing: float) -> None:
        self.most_replacing = most_replacing
        nothing = _nothing_along(self.problem, self.lane.leap)
        first_fixed = self.lane.first_fixed
        # A meld through fixed melds takes all of a lane's, so it begins with the first at the latest.
        for start in range(len(self.ways) if first_fixed is None else first_fixed + 1):
            if self.ways[start][0]:
                self.seen_walks.clear()
                self._walk_on(start, start, nothing, 0)

    def _walk_on(self, start: int, place: int, laid: _Laid, replacing: int) -> None:
        """List the melds that begin at `start` and go on at `place` after what is laid."""
        count = len(self.ways)
        if place >= count and not self.lane.circular:
            return
        naturals, wilds = self.ways[place % count]
        # No two wilds side by side (H15), and none at the beginning.
        wild_fits = laid.ends_natural if self.rules.wilds.wilds_apart else bool(laid.pieces)
        replaces = False
        for piece in naturals:
            if laid.has(piece) and (piece.begins_natural or wild_fits or not laid.pieces):
                self._lay(start, place, laid.with_piece(piece), replacing)
                replaces = True
        replacing += replaces
        if wild_fits and replacing <= self.most_replacing and self._leads_on(place % count, laid):
            for piece in wilds:
                if laid.has(piece):
                    self._lay(start, place, laid.with_piece(piece), replacing)

    def _leads_on(self, place: int, laid: _Laid) -> bool:
        """Whether there are wilds enough to lay them from there to a natural, for they end no meld."""
        # The wilds of a fixed meld are not of the hand.
        if self.lane.first_fixed is not None:
            return True
        return self.wilds_needed[place] <= self.problem.wild_count - len(laid.pieces) + laid.naturals

    def _lay(self, start: int, place: int, laid: _Laid, replacing: int) -> None:
        self.count_step()
        if self.many_wilds:
            # Different wilds in another order lead to the same melds.
            walk = (place, laid.key, laid.naturals, laid.ends_natural, laid.has_pair, replacing)
            if walk in self.seen_walks:
                return
            self.seen_walks.add(walk)
        if laid.pieces[-1].may_end and place >= self.last_fixed and len(laid.pieces) >= self.shortest_listed:
            self.finish(start, laid)
        if len(laid.pieces) < self.longest:
            self._walk_on(start, place + 1, laid, replacing)

    def count_step(self) -> None:
        # Many different wilds are laid in very many ways before one of them ends in a meld.
        self.step_count += 1
        if self.step_count % _BETWEEN_LOOKS == 0 and (
            len(self.best_columns) > self.most_melds or time.perf_counter() > self.deadline
        ):
            raise ListingCutOff(self.columns())

    def finish(self, start: int, laid: _Laid) -> None:
        """List the meld so far if it may end here; one that is too short gets wilds."""
        cards_lacking = max(0, self.shortest - len(laid.pieces))
        # A meld that is too short gets wilds at its ends, so it needs two naturals side by side too (H15).
        if self.needs_pair and not laid.has_pair and (cards_lacking or laid.has_wild):
            return
        if self.notes_melds and len(laid.pieces) > 2:
            self.noted_melds.append(_NotedMeld(self.lane, start, laid))
        if not cards_lacking:
            self._add(laid)
        # Wilds at the ends add nothing: only those go that a meld lacks, or that cost in hand (L6).
        if cards_lacking or self.costly_wilds:
            for ended in self._with_ends(start, laid, cards_lacking):
                self.count_step()
                self._add(ended)

    def _add(self, laid: _Laid) -> None:
        """Keep a meld if it is worth more than the one of the same use."""
        # Melds alike in what they use may differ in points: in which cards lie as naturals.
        column, known = _column_of(self.problem, laid), self.best_columns.get(laid.key)
        if known is None or known.objective < column.objective:
            self.best_columns[laid.key] = column

    def _with_ends(self, start: int, laid: _Laid, cards_lacking: int) -> Iterator[_Laid]:
        """List the finished meld with the wilds at its ends that it needs or can take."""
        spare_count = 0
        # Wilds may lie at the ends of a meld of two naturals side by side, if the rules ask that.
        if len(laid.pieces) > 1 or laid.pieces[0].has_pair or not self.rules.wilds.adjacent_naturals:
            used = Counter(piece.card_class for piece in laid.pieces)
            spare_count = sum(count - used[number] for number, count in self.costly_wilds.items())
        for end_wilds in range(max(1, cards_lacking), cards_lacking + spare_count + 1):
            for wilds_before in range(end_wilds + 1):
                yield from self._between_wilds(
                    start, laid, wilds_before, end_wilds - wilds_before, end_wilds - cards_lacking
                )

    def _between_wilds(
        self, start: int, laid: _Laid, wilds_before: int, wilds_after: int, least_costly: int
    ) -> Iterator[_Laid]:
        """List the meld with wilds before and after it, at least `least_costly` of them costing points in
        hand."""
        # No two wilds side by side: one at each end, and only beside a natural (H15).
        if self.rules.wilds.wilds_apart and (
            wilds_before > laid.pieces[0].begins_natural or wilds_after > laid.ends_natural
        ):
            return
        first_place, end_place = start - wilds_before, start + len(laid.pieces)
        for wilds in self._wild_fillings(
            [*range(first_place, start), *range(end_place, end_place + wilds_after)]
        ):
            if sum(piece.card_class in self.costly_wilds for piece in wilds) < least_costly:
                continue
            ended = laid
            for piece in wilds:
                if not ended.has(piece):
                    break
                ended = ended.with_piece(piece)
            else:
                pieces = (*wilds[:wilds_before], *laid.pieces, *wilds[wilds_before:])
                yield ended._replace(pieces=pieces)

    def _wild_fillings(self, places: list[int]) -> Iterator[tuple[Piece, ...]]:
        """List every way to fill these places with wilds, whether or not there are so many."""
        kinds = [kind for place in places if isinstance(kind := self.lane.place_at(place), Card)]
        # Past the end of a track, or on a fixed meld, no wild can lie.
        if len(kinds) == len(places):
            yield from product(*(self.problem.card_pieces(kind)[1] for kind in kinds))


class _NotedMeld(NamedTuple):
    """A plain meld without wilds at its ends, and where it begins along its lane."""

    lane: Lane
    start: int
    laid: _Laid


class _Replacer:
    """Lists melds with wilds instead of some naturals of plain ones, if they lose at most so much by the
    prices of rows.

    class_prices  by class, what a card costs more than it saves
    most_gained   by class, how much more that is than the cheapest wild
    """

    def __init__(self, listing: _Listing, prices: Sequence[int], most_lost: float) -> None:
        self.listing, self.problem = listing, listing.problem
        self.prices, self.most_lost = prices, most_lost
        # No quartets are counted, so a card costs the same as a natural and as a wild.
        saved = (self.problem.point_weight + 1) * PRICE_SCALE
        self.class_prices = [
            price_of(prices, uses) - card_class.hand_cost * saved
            for card_class, (uses, *_) in zip(self.problem.card_classes, self.problem.class_uses, strict=True)
        ]
        wild_prices = [
            price
            for price, card_class in zip(self.class_prices, self.problem.card_classes, strict=True)
            if card_class.wild_reach
        ]
        self.most_gained = [price - min(wild_prices) for price in self.class_prices]

    def add_like(self, noted: _NotedMeld) -> None:
        """List those of the plain meld. Raises ListingCutOff."""
        laid, objectives = noted.laid, self.problem.meld_objectives
        most_gained = sorted(
            [self.most_gained[piece.card_class] for piece in laid.pieces[1:-1] if piece.is_natural_card],
            reverse=True,
        )
        lost = loss_of(self.prices, _column_of(self.problem, laid))
        gains: list[tuple[int, int, Piece]] = []
        for count, together in enumerate(accumulate(most_gained[: self.problem.wild_count]), start=1):
            fewer_points = objectives[laid.naturals] - objectives[laid.naturals - count]
            least_gain = lost + fewer_points * PRICE_SCALE - self.most_lost
            if together >= least_gain:
                gains = gains or self._gains(laid)
                for replaced in _replacements(gains, count, least_gain):
                    self._add_replaced(noted, replaced)

    def _gains(self, laid: _Laid) -> list[tuple[int, int, Piece]]:
        """What is gained in price where a wild lies instead of a natural, its place, and the wild; the
        greatest first."""
        gains = [
            (self.class_prices[piece.card_class] - self.class_prices[wild.card_class], number, wild)
            for number, piece in enumerate(laid.pieces[1:-1], start=1)
            if piece.is_natural_card and isinstance(piece.place, Card)
            for wild in self.problem.card_pieces(piece.place)[1]
            if laid.has(wild)
        ]
        return sorted(gains, key=lambda gain: -gain[0])

    def _add_replaced(self, noted: _NotedMeld, replaced: Mapping[int, Piece]) -> None:
        """List the meld with these wilds at their places, if the hand has so many, and none touch that may
        not."""
        listing, laid = self.listing, _nothing_along(self.problem, noted.lane.leap)
        listing.count_step()
        for number, piece in enumerate(noted.laid.pieces):
            piece = replaced.get(number, piece)
            touches = laid.pieces and not laid.ends_natural and not piece.begins_natural
            if not laid.has(piece) or (touches and listing.rules.wilds.wilds_apart):
                return
            laid = laid.with_piece(piece)
        listing.follow(noted.lane)
        listing.finish(noted.start, laid)


def _replacements(
    gains: Sequence[tuple[int, int, Piece]], count: int, least_gain: float
) -> Iterator[dict[int, Piece]]:
    """List the ways to replace so many pieces, by number, that gain so much at least; the greatest gains come
    first."""
    if not count:
        yield {}
        return
    for place, (gain, number, wild) in enumerate(gains):
        if gain * count < least_gain:
            return
        for others in _replacements(gains[place + 1 :], count - 1, least_gain - gain):
            if number not in others:
                yield {number: wild, **others}


def _with_spare_takers(problem: ExtensionProblem, columns: Collection[MeldColumn]) -> list[MeldColumn]:
    """Return the columns, and each again with all spare wilds of a reach that it can take; one column of a
    choice takes them."""
    # Spare wilds leave the hand with any one meld, so the row lets one column count what they save.
    taking_columns = [
        Column(
            column.objective + spare_wilds.hand_cost * (problem.point_weight + 1),
            (*column.uses, (problem.row_numbers["spares", number], 1)),
            column.lays,
        )
        for number, spare_wilds in enumerate(problem.spare_wilds)
        for column in columns
        if spare_wilds.go_with(covered_kinds(column.lays))
    ]
    return [*columns, *taking_columns]
