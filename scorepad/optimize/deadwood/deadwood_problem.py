"""A hand of sets and runs as the search sees it (B7, F3): its rows, and what each meld is worth to it.

Glossary
    row      something that melds use up: the cards of each kind, the jokers, each meld on the table once, and
             the new meld, where a turn has one at most
    gain     how much better off a hand is for a meld: first by points, then by cards, then by melds
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.rules import Rules
from scorepad.core.sets import is_joined, joined_value
from scorepad.core.values import meld_value
from scorepad.optimize.columns import Column, RowLimits
from scorepad.optimize.deadwood.hand_problem import HandProblem, Lay

_MELD_GAIN = 1


@dataclass(frozen=True)
class DeadwoodProblem(HandProblem):
    """A hand beside table melds; jokers of a set that is not full are open.

    `taken`: a card that must be melded (F5). `one_new`: at most one new meld is laid (B2).
    """

    one_new: bool = False

    @cached_property
    def joker_count(self) -> int:
        return self.counts[WILD]

    @cached_property
    def limits(self) -> RowLimits:
        """By row, the least and the most that may be used: every card may be left over except the one
        taken."""
        cards = [(int(kind == self.taken), self.counts[kind]) for kind in self.rows]
        return [*cards, *((0, 1) for _ in self.table), *([(0, 1)] if self.one_new else [])]

    @cached_property
    def card_gain(self) -> int:
        """The gain of one more card: more than that of all melds."""
        return len(self.cards) + 1

    @cached_property
    def point_gain(self) -> int:
        """The gain of one more point: more than that of all cards and melds."""
        # All cards and all melds together gain less than this.
        return self.card_gain * (len(self.cards) + 1)

    @property
    def longest_kept_part(self) -> int:
        """The longest part of a run that cannot be split off: jokers alone are no meld (F2), and if only one
        meld may be new (B2) no part is."""
        if self.one_new:
            return len(self.cards)
        return self.joker_count if self.joker_count >= self.rules.shapes.runs.shortest else 0

    @property
    def longest_run(self) -> int:
        """The longest run that does not split into two."""
        # A run of naturals and then all jokers does not part, as jokers alone are no meld.
        shortest = self.rules.shapes.runs.shortest
        return max(2 * shortest - 1, shortest + self.longest_kept_part)

    def ways_to_lay(self, cards: Sequence[Card]) -> Iterator[Meld]:
        """The ways to lay kinds with the cards in hand."""
        return ways_to_lay(cards, [card in self.counts for card in cards], self.joker_count)

    def column(
        self, laid_meld: Meld, used_cards: Sequence[Card], points_more: int, home_meld: int | None = None
    ) -> Column[Lay]:
        """Return the column of a meld that takes these cards of the hand and adds `points_more` points to the
        table."""
        rows: dict[int, int] = {}
        for card in used_cards:
            row = self.row_of[card]
            rows[row] = rows.get(row, 0) + 1
        value_saved = sum([self.left_values[card] for card in used_cards])
        points_better = points_more + value_saved if self.rules.scoring.left_counts else value_saved
        gain = points_better * self.point_gain + len(used_cards) * self.card_gain
        if home_meld is None:
            gain += _MELD_GAIN
            rows |= {len(self.rows) + len(self.table): 1} if self.one_new else {}
        else:
            rows[len(self.rows) + home_meld] = 1
        # Sorted, so that melds of the same cards have equal uses.
        return Column(gain, tuple(sorted(rows.items())), Lay(laid_meld, home_meld))

    def grown_column(self, home_meld: int, before: Meld, grown_meld: Meld, laid_off: Meld) -> Column[Lay]:
        """Return the column of a table meld with cards laid off, from how it lay before."""
        points = meld_points(self.rules, grown_meld) - meld_points(self.rules, before)
        return self.column(grown_meld, [laid.card for laid in laid_off], points, home_meld)


def ways_to_lay(cards: Sequence[Card], in_hand: Sequence[bool], joker_count: int) -> Iterator[Meld]:
    """List the ways to lay these kinds: jokers stand for all missing kinds, and possibly for more."""
    natural_places = [place for place, has_card in enumerate(in_hand) if has_card]
    missing_count = len(cards) - len(natural_places)
    # A natural may do more elsewhere, so jokers lie in its place as well.
    for more_jokers in range(min(joker_count - missing_count, len(natural_places)) + 1):
        for by_joker in combinations(natural_places, more_jokers):
            naturals_laid = set(natural_places).difference(by_joker)
            yield tuple(
                Laid(card) if place in naturals_laid else Laid(WILD, card) for place, card in enumerate(cards)
            )


def meld_points(rules: Rules, laid_meld: Meld) -> int:
    """Return the points of a meld."""
    if is_joined(laid_meld):
        return joined_value(rules, laid_meld)
    kinds = [laid_card.kind for laid_card in laid_meld]
    is_run = len({kind.rank for kind in kinds if not kind.is_wild}) > 1
    return meld_value(rules, [laid_card.card for laid_card in laid_meld], kinds, is_run=is_run)
