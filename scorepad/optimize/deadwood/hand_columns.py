"""Every way to lay a hand as a column: melds for one goal, cards thrown and cards left.

The first rows are those of the hand's cards. A row for the card thrown lets one search find it; rows for
needed runs are used up by the melds that are such runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from scorepad.core.cards import WILD, Card
from scorepad.core.check import check_meld
from scorepad.core.values import left_value
from scorepad.optimize.columns import Column, RowLimits
from scorepad.optimize.deadwood.goals import Goal
from scorepad.optimize.deadwood.hand_problem import HandLayout, HandProblem, Lay

if TYPE_CHECKING:
    from scorepad.optimize.deadwood.grown_melds import GrownMelds
    from scorepad.optimize.deadwood.hand_melds import Pattern

_PART_BITS = 20  # of each part of a gain; parts are far smaller, and may be below zero

HandColumn: TypeAlias = "Column[Pattern | Lay]"
"""A meld whose wilds are still to be chosen, or a card thrown or left."""


class HandColumns:
    """The rows and columns of a hand for one goal; `melds` lists what may be laid."""

    def __init__(self, problem: HandProblem, goal: Goal, melds: GrownMelds) -> None:
        self.problem, self.goal, self.rules, self.melds = problem, goal, problem.rules, melds
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

    def of_single_cards(self) -> Iterator[HandColumn]:
        """List a column for each card that may be thrown or left."""
        yield from filter(self._fits, (*self._cards_thrown(), *self._cards_left()))

    def _fits(self, column: HandColumn) -> bool:
        """Return whether the row limits allow a column."""
        return all(amount <= self.limits[row][1] for row, amount in column.uses)

    def of_melds(self) -> Iterator[HandColumn]:
        """List a column for each meld that may be laid. Raises TimedOut."""
        contract = self.goal.contract
        for pattern in self.melds.patterns() if not self.goal.no_new else ():
            yield from self._columns_of(pattern)
        if contract.longer if contract else not self.goal.points_first:  # nobody lays off to open
            for home_meld, meld in enumerate(self.problem.table):
                for pattern in self.melds.grown_patterns(home_meld, meld):
                    yield from self._columns_of(pattern)

    def _columns_of(self, pattern: Pattern) -> Iterator[HandColumn]:
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
                yield Column(gain, tuple(sorted([*uses, *more])), pattern)
            return
        yield Column(gain, tuple(sorted(uses)), pattern)  # sorted, as equal uses are compared
        for row in self._needed_rows(pattern, is_pure):
            yield Column(gain, tuple(sorted([*uses, (row, 1)])), pattern)

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

    def _cards_thrown(self) -> Iterator[HandColumn]:
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
            yield Column(gain, tuple(sorted(uses)), Lay(thrown=card))

    def _cards_left(self) -> Iterator[HandColumn]:
        """List the columns of cards that stay in hand: wilds if they count differently there, or all cards
        before the opening."""
        for card in self.wild_cards if self.leaves_wilds and not self.goal.all_laid else ():
            value = self.problem.left_values[card]
            uses = [(self.problem.row_of[card], 1), (self.pool_row, 1), *self._kept_uses(value)]
            yield Column(self._pack(self._worth_parts(-value), -value, -1, 0), tuple(sorted(uses)), Lay())
        for card in self.problem.counts.keys() - {*self.wild_cards} if self.goal.opens else ():
            uses = [(self.problem.row_of[card], 1), *self._kept_uses(self.problem.left_values[card])]
            yield Column(0, tuple(sorted(uses)), Lay())

    def _kept_uses(self, value: int) -> list[tuple[int, int]]:
        return [(self.kept_row, value)] if self.goal.opens and value else []

    def layout(self, chosen: Sequence[HandColumn], *, complete: bool = True) -> HandLayout:
        """Lay the chosen columns, the wilds that count most in hand first."""
        problem = self.problem
        patterns = [column.lays for column in chosen if not isinstance(column.lays, Lay)]
        others = [column.lays for column in chosen if isinstance(column.lays, Lay)]
        cards = problem.counts.copy()
        cards.subtract(lay.thrown for lay in others if lay.thrown)
        cards.subtract(kind for pattern in patterns for kind in pattern.used_kinds)
        free_wilds = sorted(
            (card for card in self.wild_cards for _ in range(cards[card])),
            key=problem.left_values.__getitem__,
            reverse=True,
        )
        wilds = iter(free_wilds)
        melds = [Lay(pattern.lay(wilds), pattern.home_meld) for pattern in patterns]
        return problem.layout(
            (*melds, *others), sum(column.objective for column in chosen), complete=complete
        )
