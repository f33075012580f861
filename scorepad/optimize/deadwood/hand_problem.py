"""Whole hands as the search sees them: rows, columns and goals.

Dynamic programming over the cards left, as for other deadwood, towards a goal: least left, most points for a
first meld, or runs without which nothing counts. A row for the card thrown lets one search find it; rows for
needed runs are used up by the melds that are such runs.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf
from typing import NamedTuple

from scorepad.core.cards import WILD, Card, Meld
from scorepad.core.check import check_meld
from scorepad.core.rules import Rules
from scorepad.core.values import left_value, value_beside_others
from scorepad.optimize.answer import TimedOut, check_deadline
from scorepad.optimize.deadwood.deck import Deck, DeckColumn, Rows, rows_used
from scorepad.optimize.deadwood.goals import LEAST_LEFT, Goal
from scorepad.optimize.deadwood.grown_melds import GrownMelds
from scorepad.optimize.deadwood.hand_melds import Pattern
from scorepad.optimize.dynamic_program import RowLimits, RowUses, best_choice

_PART_BITS = 20  # of each part of a gain; parts are far smaller, and may be below zero
_LISTING_SHARE = 0.6  # of the time until the deadline
_LEAST_LISTING = 0.05  # seconds
_DECKS_AT_ONCE = 16  # rules and goals whose melds are kept; those of a pack of 52 take 100 kB
_GOALS_OF_MELDS = (LEAST_LEFT, Goal(fewest_cards=True), Goal(points_first=True))


@dataclass(frozen=True, slots=True)
class _Column:
    """A meld, a throw or a card left: its gain, and the amounts that it uses by row."""

    gain: int
    uses: RowUses
    pattern: Pattern | None = None
    thrown: Card | None = None


@dataclass(frozen=True, slots=True)
class HandLayout:
    """A layout of a hand: all melds, the cards left, and the card thrown. `gain`: comparable among layouts
    for one goal. `complete`: the search was not cut off."""

    gain: int
    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    thrown: Card | None
    complete: bool


@dataclass(frozen=True)
class HandProblem:
    """A hand, the table melds, and whether a card is thrown.

    A card `taken` is not thrown, and must be melded where the rules say so; nor is one that `stays`. Those
    that are `apart` are all in new melds, no two in one.
    """

    rules: Rules
    cards: tuple[Card, ...]
    table: tuple[Meld, ...]
    throws: bool
    taken: Card | None = None
    stays: frozenset[Card] = frozenset()
    apart: frozenset[Card] = frozenset()

    @cached_property
    def counts(self) -> Counter[Card]:
        return Counter(self.cards)

    @cached_property
    def rows(self) -> tuple[Card, ...]:
        """The kinds of the hand by rank, so that the kinds of a meld lie close together; jokers come last."""
        ranks, order = self.rules.pack.every_rank, self.rules.pack.order
        kinds = sorted(self.counts.keys() - {WILD}, key=lambda card: (ranks.index(card.rank), order[card]))
        return (*kinds, WILD)

    @cached_property
    def row_of(self) -> dict[Card, int]:
        return {card: row for row, card in enumerate(self.rows)}

    @cached_property
    def left_values(self) -> dict[Card, int]:
        """The points of each card left in hand beside others."""
        return {card: value_beside_others(self.rules, card) for card in self.counts}

    def nothing_melded(self, *, complete: bool = True) -> HandLayout:
        """All cards left, but for the one that counts most where one is thrown."""
        kept = {*self.stays, *self.apart, self.taken}
        left = sorted(self.cards, key=lambda card: (card not in kept, self.left_values[card]))
        thrown = left.pop() if self.throws else None
        in_order = tuple(sorted(left, key=self.row_of.__getitem__))
        return HandLayout(0, self.table, in_order, thrown, complete)

    def best_for(self, goal: Goal, deadline: float) -> HandLayout | None:
        """The best layout; None where none does what the goal needs. At the `deadline` it is not complete."""
        deck = None if self.table or self.taken or self.stays or self.apart else deck_of(self.rules, goal)
        if deck and (rows := deck.rows_of(self.cards)):
            return deck.layout(rows, throws=self.throws)
        search = _GoalSearch(self, goal, _end_of_listing(deadline))
        columns = search.columns()
        choice = best_choice(
            search.limits, [(column.gain, column.uses) for column in columns], deadline=deadline
        )
        if choice.chosen_columns is None:
            is_known = choice.complete and search.all_listed
            return None if is_known else self.nothing_melded(complete=False)
        chosen = [columns[number] for number in choice.chosen_columns]
        return search.arranged(chosen, choice.complete and search.all_listed)


def _end_of_listing(deadline: float) -> float:
    """Return the time at which the listing of melds stops, so that time is left to choose. A short listing
    finishes whatever the deadline."""
    now = time.perf_counter()
    return max(now + _LISTING_SHARE * (deadline - now), min(deadline, now) + _LEAST_LISTING)


class _GoalSearch:
    """The rows and columns of a hand for one goal. `all_listed`: false once the listing was cut off."""

    def __init__(self, problem: HandProblem, goal: Goal, deadline: float = inf) -> None:
        self.problem, self.goal, self.rules = problem, goal, problem.rules
        self.deadline, self.all_listed = deadline, True
        self.melds = GrownMelds(
            problem.rules, problem.counts, goal.points_first or goal.worth, goal.contract, deadline
        )
        self.wild_cards = [*self.melds.wild_kinds, *([WILD] if problem.counts[WILD] else [])]
        # Wilds that count differently when left are each left by a column of its own.
        self.leaves_wilds = (
            goal.opens or goal.all_laid or len({problem.left_values[card] for card in self.wild_cards}) > 1
        )
        first = len(problem.rows)
        self.pool_row, self.throw_row, self.clean_row, self.pure_row, self.other_row = range(first, first + 5)
        self.kept_row = first + 5
        self.first_home = first + 6
        self.items = Counter(goal.contract.items if goal.contract else ())
        after_homes = self.first_home + len(problem.table)
        self.item_rows = {item: after_homes + place for place, item in enumerate(self.items)}
        self.different_row = {
            name: after_homes + len(self.items) + place for place, name in enumerate(self._different())
        }
        self.wilds_row = after_homes + len(self.items) + len(self.different_row)

    def _different(self) -> Iterator[str]:
        """List the properties that no two melds of a shape may share: ranks of sets, suits of runs."""
        contract, pack = self.goal.contract, self.rules.pack
        shapes = [shape for shape, _ in contract.items] if contract else []
        if contract and contract.ranks_differ and sum(shape.endswith("set") for shape in shapes) > 1:
            yield from pack.every_rank
        if contract and contract.suits_differ and sum(shape.endswith("run") for shape in shapes) > 1:
            yield from pack.suit

    @cached_property
    def limits(self) -> RowLimits:
        """By row, the least and the most that may be used."""
        problem, goal, pool = self.problem, self.goal, self.melds.pool
        must_meld = problem.taken if self.rules.turns.meld_taken else None  # F5
        needs_throw = int(problem.throws and not self.rules.hand.thrown.none_last)
        return [
            *((self._least_used(card, must_meld), problem.counts[card]) for card in problem.rows),
            (pool if self.leaves_wilds else 0, pool),  # wilds left are columns then, so all are used up
            (needs_throw, int(problem.throws)),  # one card at most is thrown
            *((number, number) for number in (int(goal.clean), goal.pure, goal.others)),
            (0, self._most_kept() if goal.opens else 0),
            *((0, 1) for _ in problem.table),  # each way to lay off on a meld is one column
            *((0 if goal.nearest else number, number) for number in self.items.values()),
            *((0, 1) for _ in self.different_row),  # a rank or suit once
            (0, goal.contract.wilds_in_all if goal.contract else 0),
        ]

    def _least_used(self, card: Card, must_meld: Card | None) -> int:
        # For an opening every card is accounted for: melded, thrown or left.
        if (self.goal.opens or self.goal.all_laid) and card not in self.wild_cards:
            return self.problem.counts[card]
        return int(card == must_meld or card in self.problem.apart)

    def _most_kept(self) -> int:
        """Return the most points that cards left or thrown may have if the melded ones are to open."""
        return left_value(self.rules, self.problem.cards) - self.rules.hand.opening.points

    def columns(self) -> list[_Column]:
        """Return the best meld for each use of rows, then a column for each card that may be thrown or
        left."""
        best: dict[RowUses, _Column] = {}
        try:
            for column in self._meld_columns():
                check_deadline(self.deadline)
                if column.uses not in best or column.gain > best[column.uses].gain:
                    best[column.uses] = column
        except TimedOut:
            self.all_listed = False
        return [*best.values(), *filter(self._fits, (*self._cards_thrown(), *self._cards_left()))]

    def _fits(self, column: _Column) -> bool:
        """Return whether the row limits allow a column."""
        return all(amount <= self.limits[row][1] for row, amount in column.uses)

    def _meld_columns(self) -> Iterator[_Column]:
        contract = self.goal.contract
        for pattern in self.melds.patterns() if not self.goal.no_new else ():
            yield from self._columns_of(pattern)
        if contract.longer if contract else not self.goal.points_first:  # nobody lays off to open
            for home_meld, meld in enumerate(self.problem.table):
                for pattern in self.melds.grown_patterns(home_meld, meld):
                    yield from self._columns_of(pattern)

    def _columns_of(self, pattern: Pattern) -> Iterator[_Column]:
        """List the columns of a meld: one, and another for each required run that it can serve as."""
        naturals, wild_count = pattern.used_kinds, pattern.wild_count
        is_pure = pattern.is_pure
        if self.goal.only_pure and not is_pure:
            return
        most_apart = int(pattern.home_meld is None)
        if sum(kind in self.problem.apart for kind in naturals) > most_apart:
            return
        rows = Counter(self.problem.row_of[kind] for kind in naturals)
        rows[self.pool_row] += wild_count + sum(kind in self.melds.wild_kinds for kind in naturals)
        if pattern.home_meld is not None:
            rows[self.first_home + pattern.home_meld] = 1
        if any(amount > self.limits[row][1] for row, amount in rows.items()):
            return
        gain = self._gain(pattern, naturals, wild_count)
        uses = [(row, amount) for row, amount in rows.items() if amount]
        if self.goal.contract and pattern.home_meld is None:
            for more in self._item_rows_of(pattern):
                yield _Column(gain, tuple(sorted([*uses, *more])), pattern)
            return
        yield _Column(gain, tuple(sorted(uses)), pattern)  # sorted, as equal uses are compared
        for row in self._needed_rows(pattern, is_pure):
            yield _Column(gain, tuple(sorted([*uses, (row, 1)])), pattern)

    def _item_rows_of(self, pattern: Pattern) -> Iterator[list[tuple[int, int]]]:
        """List the rows of each contract meld that a meld can serve as."""
        contract, size = self.goal.contract, len(pattern.kinds)
        assert contract
        if 0 < contract.most_wilds < pattern.wild_count:
            return
        own = next(kind for kind, natural in zip(pattern.kinds, pattern.natural, strict=True) if natural)
        shared = self.different_row.get(own.suit if pattern.is_run else own.rank)
        more = [(shared, 1)] if shared is not None else []
        if contract.wilds_in_all and pattern.wild_count:
            more.append((self.wilds_row, pattern.wild_count))
        for item, row in self.item_rows.items():
            if any(contract.takes(item, shape, size) for shape in pattern.shapes):
                yield [(row, 1), *more]

    def _needed_rows(self, pattern: Pattern, is_pure: bool) -> Iterator[int]:
        goal = self.goal
        if goal.clean and pattern.clean_length() >= self.rules.hand.opening.clean_run:
            yield self.clean_row
        if goal.pure and is_pure:
            yield self.pure_row
        if goal.others and pattern.is_run:
            yield self.other_row

    def _gain(self, pattern: Pattern, naturals: Sequence[Card], wild_count: int) -> int:
        values, melds = self.problem.left_values, self.melds
        saved = sum([values[kind] for kind in naturals])
        if self.leaves_wilds:
            saved -= sum([values[kind] for kind in naturals if kind in melds.wild_kinds])
        elif wild_count:
            saved += wild_count * values[self.wild_cards[0]]
        card_count = len(naturals) + wild_count
        first = (melds.points_of(pattern), -wild_count) if self.goal.points_first else (0, 0)
        if self.goal.worth:
            first = (self._points_added(pattern) + saved, 0)
        if self.goal.long_melds:
            first = self._worth_parts(saved, bonus=melds.long_bonus(pattern, self.problem.table))
        is_new = int(pattern.home_meld is None)
        return self._pack(first, saved, card_count, is_new)

    def _points_added(self, pattern: Pattern) -> int:
        """Return the points of a new meld, or those that a meld of the table gains."""
        lying = 0 if pattern.home_meld is None else self._lying_points[pattern.home_meld]
        return self.melds.points_of(pattern) - lying

    @cached_property
    def _lying_points(self) -> list[int]:
        return [check_meld(self.rules, meld).points for meld in self.problem.table]

    def _worth_parts(self, saved: int, thrown: int = 0, bonus: int = 0) -> tuple[int, int]:
        """Return the parts of a gain that come before the cards left: points of melded cards, and the
        bonus."""
        if self.goal.worth:
            return saved, 0
        if not self.goal.long_melds:
            return 0, 0
        melded = saved - thrown
        return (melded, bonus) if self.goal.most_melded else (melded + saved + bonus, 0)

    def _pack(self, first: tuple[int, int], saved: int, cards: int, melds: int, thrown: int = 0) -> int:
        """Combine the parts of a gain into one number, in the goal's order."""
        order: tuple[int, ...] = (cards, saved) if self.goal.fewest_cards else (saved, cards)
        if self.goal.nearest:
            order = (melds, *order)
        gain = 0
        for part in (*first, *order, melds, thrown):
            gain = (gain << _PART_BITS) + part  # sums of gains compare like sums of parts, part by part
        return gain

    def _cards_thrown(self) -> Iterator[_Column]:
        if not self.problem.throws:
            return
        for card, count in self.problem.counts.items():
            if card in self.problem.stays | self.problem.apart or (card == self.problem.taken and count == 1):
                continue
            uses = [(self.problem.row_of[card], 1), (self.throw_row, 1)]
            is_wild = card in self.wild_cards
            if is_wild and self.rules.hand.thrown.wilds_last:
                continue
            if is_wild:
                uses.append((self.pool_row, 1))  # a wild that is thrown fills no place
            value = self.problem.left_values[card]
            uses += self._kept_uses(value)
            saved = 0 if is_wild and self.leaves_wilds else value
            first = self._worth_parts(saved, thrown=value)
            gain = self._pack(first, saved, int(self.goal.fewest_cards), 0, value)
            yield _Column(gain, tuple(sorted(uses)), thrown=card)

    def _cards_left(self) -> Iterator[_Column]:
        """List the columns of cards that stay in hand: wilds if they count differently there, or all cards
        before the opening."""
        for card in self.wild_cards if self.leaves_wilds and not self.goal.all_laid else ():
            value = self.problem.left_values[card]
            uses = [(self.problem.row_of[card], 1), (self.pool_row, 1), *self._kept_uses(value)]
            yield _Column(self._pack(self._worth_parts(-value), -value, -1, 0), tuple(sorted(uses)))
        for card in self.problem.counts.keys() - {*self.wild_cards} if self.goal.opens else ():
            uses = [(self.problem.row_of[card], 1), *self._kept_uses(self.problem.left_values[card])]
            yield _Column(0, tuple(sorted(uses)))

    def _kept_uses(self, value: int) -> list[tuple[int, int]]:
        return [(self.kept_row, value)] if self.goal.opens and value else []

    def arranged(self, chosen: Sequence[_Column], complete: bool) -> HandLayout:
        """Build the layout of the chosen columns: table melds with cards laid off, then new melds, and the
        rest."""
        problem = self.problem
        patterns = [column.pattern for column in chosen if column.pattern]
        thrown = next((column.thrown for column in chosen if column.thrown), None)
        cards = problem.counts.copy()
        cards.subtract([thrown] if thrown else ())
        cards.subtract(kind for pattern in patterns for kind in pattern.used_kinds)
        free_wilds = sorted(
            (card for card in self.wild_cards for _ in range(cards[card])),
            key=problem.left_values.__getitem__,
            reverse=True,  # wilds that count most in hand are laid first
        )
        wilds = free_wilds[: sum(pattern.wild_count for pattern in patterns)]
        cards.subtract(wilds)
        wilds_to_lay = iter(wilds)
        table = list(problem.table)
        new_melds = []
        for pattern in patterns:
            laid = pattern.lay(wilds_to_lay)
            if pattern.home_meld is None:
                new_melds.append(laid)
            else:
                table[pattern.home_meld] = laid
        order = problem.row_of
        left = tuple(sorted(cards.elements(), key=order.__getitem__))
        gain = sum(column.gain for column in chosen)
        return HandLayout(gain, (*table, *new_melds), left, thrown, complete)


class _Lay(NamedTuple):
    """The effect of a column on a hand: a meld laid, or a card thrown."""

    meld: Meld | None
    thrown: Card | None


class HandDeck(Deck[_Lay]):
    """A deck whose columns are all melds of its cards and the throw of each card."""

    def __init__(self, problem: HandProblem, goal: Goal) -> None:
        search = _GoalSearch(problem, goal)
        super().__init__(problem.rows[:-1], map(self._listed, search.columns()))
        self._throw_row = 1 << search.throw_row
        self._must_throw = not problem.rules.hand.thrown.none_last

    @staticmethod
    def _listed(column: _Column) -> DeckColumn[_Lay]:
        meld = column.pattern.lay(iter(())) if column.pattern else None
        return DeckColumn(column.gain, rows_used(column.uses), _Lay(meld, column.thrown))

    def layout(self, rows: Rows, *, throws: bool) -> HandLayout | None:
        """Return the best layout of the cards of these rows; None if none meets the goal."""
        throw_row = self._throw_row if throws else 0
        chosen = self.best_choice(rows | throw_row, throw_row if self._must_throw else 0)
        if chosen is None:
            return None
        gain, melds, thrown, left = 0, [], None, rows
        for column in chosen:
            gain += column.gain
            left &= ~column.rows
            meld, card = column.lay
            if meld is None:
                thrown = card
            else:
                melds.append(meld)
        return HandLayout(gain, tuple(melds), self.cards_of(left), thrown, True)


@lru_cache(maxsize=_DECKS_AT_ONCE)
def deck_of(rules: Rules, goal: Goal) -> HandDeck | None:
    """Return the deck of all naturals for a goal; None if there may be too many melds, or the goal needs
    wilds, points or contracts."""
    shapes = rules.shapes
    are_many = shapes.runs.suits != "one" or shapes.shortest_colour or shapes.long_kinds
    if are_many or goal not in _GOALS_OF_MELDS:
        return None
    cards = tuple(card for card in rules.pack.cards if not rules.wilds.takes(card))
    return HandDeck(HandProblem(rules, cards, (), throws=True), goal)


def every_arrangement(problem: HandProblem, most_left: int) -> Iterator[HandLayout]:
    """List every choice of new melds that leaves at most `most_left` points."""
    search = _GoalSearch(problem, LEAST_LEFT)
    limits = [most for _, most in search.limits]
    columns = search.columns()

    def go_on(chosen: list[_Column], rows: list[int], first: int) -> Iterator[HandLayout]:
        arranged = search.arranged(chosen, complete=True)
        if left_value(problem.rules, arranged.left) <= most_left:
            yield arranged
        for number in range(first, len(columns)):
            column = columns[number]
            if column.pattern and all(rows[row] >= amount for row, amount in column.uses):
                rest = [*rows]
                for row, amount in column.uses:
                    rest[row] -= amount
                yield from go_on([*chosen, column], rest, number)  # none before it: each choice once

    yield from go_on([], limits, 0)
