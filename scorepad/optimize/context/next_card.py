"""What a card more makes of a hand whose melds are all of one leap (L2), without a search for every leap.

Take the best melds with the card, one of them of it, and put in that meld's place what lies before and after
the card, where those are melds: that is some choice for the hand as it was. So the hand gains no more than
the most by which a meld of the card is worth more than those two, and most leaps cannot win.

The melds of lanes on which the card does not lie are those of the hand.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from scorepad.core.cards import Card
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.core.values import left_value
from scorepad.optimize.answer import Answer, weakest
from scorepad.optimize.branch_and_bound import TreeTooLarge
from scorepad.optimize.context.best_extension import (
    preferred,
    rules_by_leap,
    search_extensions,
    to_answer,
)
from scorepad.optimize.context.candidate_melds import ListingCutOff, lane_columns, merge_lanes
from scorepad.optimize.context.choice import choose_columns
from scorepad.optimize.context.extension_objective import ChosenColumns, objective_of
from scorepad.optimize.context.extension_problem import (
    ExtensionColumn,
    ExtensionProblem,
    Piece,
    extension_problem,
)
from scorepad.optimize.context.lanes import Lane, lanes
from scorepad.optimize.context.richer_hand import (
    RicherHand,
    class_numbers,
    class_of,
    renumbered,
    richer_hand,
)

if TYPE_CHECKING:
    from scorepad.optimize.context.priced_hand import PricedHand


def search_with_next(
    rules: Rules, cards: Sequence[Card], deadline: float
) -> Callable[[Card, float], Answer] | None:
    """A function that answers with the best of a hand and one card more, within so many seconds.

    None where gains have no such bound, or the time does not allow it.
    """
    if not _can_bound_gains(rules):
        return None
    try:
        hands = [_LeapHand.of_cards(of_leap, cards, deadline) for of_leap in rules_by_leap(rules, ())]
    except (ListingCutOff, TreeTooLarge):
        return None
    return _NextCardSearch(rules, tuple(cards), hands).best_with


def _can_bound_gains(rules: Rules) -> bool:
    """Whether a hand under one leap is worth its melds less the cards left, and nothing else."""
    return (
        rules.shapes.leap_tokens == "same"
        and rules.scoring.left_counts
        and not rules.scoring.must_meld_all
        and not rules.bonuses.quartet_bonus
    )


@dataclass(frozen=True, slots=True)
class _LeapHand:
    """A hand under the rules of one leap: its melds lane by lane, and the best of them.

    priced  the hand against prices of its cards, if it has wilds
    """

    rules: Rules
    problem: ExtensionProblem
    columns_by_lane: dict[Lane, list[ExtensionColumn]]
    chosen: ChosenColumns
    answer: Answer
    priced: PricedHand | None

    @classmethod
    def of_cards(cls, rules: Rules, cards: Sequence[Card], deadline: float) -> _LeapHand:
        """Raises ListingCutOff, and TreeTooLarge where it is not known what the hand is worth."""
        problem = extension_problem(rules, cards, ())
        columns_by_lane = {lane: lane_columns(problem, lane, deadline) for lane in lanes(problem)}
        columns = merge_lanes(problem, chain(*columns_by_lane.values()))
        chosen, priced = choose_columns(problem, columns, deadline), None
        if problem.wild_count and columns:
            from scorepad.optimize.context.priced_hand import priced_hand

            priced = priced_hand(problem, columns, deadline)
            if objective_of(problem, chosen.columns) < chosen.objective_bound:
                raise TreeTooLarge
        return cls(rules, problem, columns_by_lane, chosen, to_answer(problem, chosen), priced)


@dataclass(frozen=True, slots=True)
class _WithoutWilds:
    """The hand of one leap with a card more, which is no wild: what is new, and the most points.

    new_columns  the melds of the lanes on which the card lies, by lane
    answer       the best, known where no meld takes the card
    """

    hand: _LeapHand
    problem: ExtensionProblem
    new_columns: dict[Lane, list[ExtensionColumn]]
    most_points: int
    answer: Answer | None

    def best(self, deadline: float) -> Answer:
        if self.answer:
            return self.answer
        columns = merge_lanes(self.problem, chain(*map(self._columns, lanes(self.problem))))
        return to_answer(self.problem, choose_columns(self.problem, columns, deadline))

    def _columns(self, lane: Lane) -> Sequence[ExtensionColumn]:
        if lane in self.new_columns:
            return self.new_columns[lane]
        numbers, columns = class_numbers(self.hand.problem, self.problem), self.hand.columns_by_lane[lane]
        if numbers == list(range(len(numbers))):
            return columns
        return [renumbered(column, numbers) for column in columns]


def _with_card(
    hand: _LeapHand, problem: ExtensionProblem, card: Card, deadline: float
) -> RicherHand | _WithoutWilds:
    """The hand with the card, as a problem of the same rules. Raises ListingCutOff."""
    if problem.meld_weight != hand.problem.meld_weight:
        raise ListingCutOff([])  # the packs do not have so many cards
    if hand.priced:
        return richer_hand(hand.problem, hand.chosen.columns, hand.priced, problem, card, deadline)
    kind, cost = problem.melding.run_kind(card), left_value(hand.rules, (card,))
    new_class = class_of(problem, card)
    new_columns = {
        lane: lane_columns(problem, lane, deadline) for lane in lanes(problem) if kind in lane.places
    }
    gains = [gain for columns in new_columns.values() for gain in _gains(problem, columns, new_class)]
    if_left = replace(
        hand.answer,
        points=hand.answer.points - cost,
        bound=hand.answer.bound - cost,
        left=(*hand.answer.left, card),
    )
    return _WithoutWilds(
        hand,
        problem,
        new_columns,
        if_left.bound + max(0, *gains, 0),
        None if gains else if_left,
    )


def _problems_with_card(hands: Sequence[_LeapHand], cards: Sequence[Card]) -> Iterator[ExtensionProblem]:
    """The problem of each leap; leaps that see a hand alike see it alike with a card more."""
    first_hand = hands[0].problem
    first_problem = extension_problem(hands[0].rules, cards, ())
    for hand in hands:
        if (hand.problem.card_classes, hand.problem.spare_wilds) == (
            first_hand.card_classes,
            first_hand.spare_wilds,
        ):
            yield replace(first_problem, melding=hand.problem.melding)
        else:
            yield extension_problem(hand.rules, cards, ())


@dataclass(frozen=True, slots=True)
class _NextCardSearch:
    """A hand without melds on the table, under each leap."""

    rules: Rules
    cards: tuple[Card, ...]
    hands: Sequence[_LeapHand]

    def best_with(self, card: Card, limit: float) -> Answer:
        """The best with that card, in so many seconds."""
        start_time = time.perf_counter()
        cards = (*self.cards, card)
        try:
            answers = self._answers_that_can_win(cards, card, start_time + limit)
        except (ListingCutOff, TreeTooLarge):
            return search_extensions(self.rules, cards, limit=limit)
        best_answer = preferred(self.rules, answers)
        proofs = (*answers, *(hand.answer for hand in self.hands))
        return replace(
            best_answer,
            bound=max(answer.bound for answer in answers),
            seconds=time.perf_counter() - start_time,
            method=weakest(answer.method for answer in proofs),
        )

    def _answers_that_can_win(self, cards: Sequence[Card], card: Card, deadline: float) -> list[Answer]:
        """The best of those leaps, in the order of leaps.

        Raises ListingCutOff and TreeTooLarge.
        """
        if melding_of(self.rules).reach(card):
            raise ListingCutOff([])  # it may lie on any lane
        hands = [
            _with_card(hand, problem, card, deadline)
            for hand, problem in zip(self.hands, _problems_with_card(self.hands, cards), strict=True)
        ]
        answers: dict[int, Answer] = {}
        for number in sorted(range(len(hands)), key=lambda number: -hands[number].most_points):
            if answers and hands[number].most_points < max(answer.points for answer in answers.values()):
                break
            answers[number] = hands[number].best(deadline)
        return [answers[number] for number in sorted(answers)]


def _gains(problem: ExtensionProblem, columns: Sequence[ExtensionColumn], new_class: int) -> Iterator[int]:
    """By meld of the new card, what it is worth beyond the melds before and after the card."""
    worth_by_classes = {
        _classes(column.laid_pieces): column.meld_points + column.saved_points for column in columns
    }
    spare_cost = sum(spare_wilds.hand_cost for spare_wilds in problem.spare_wilds)
    for column in columns:
        classes = [card_class for _, card_class in column.laid_pieces]
        if new_class in classes:
            place = classes.index(new_class)
            parts = column.laid_pieces[:place], column.laid_pieces[place + 1 :]
            worths = [worth for part in parts if (worth := _worth(problem, worth_by_classes, part))]
            # Spare wilds go with a part of a meld as they go with all of it.
            new_saving = 0 if worths else spare_cost
            yield column.meld_points + column.saved_points - sum(worths) + new_saving


def _classes(pieces: Sequence[Piece]) -> tuple[int, ...]:
    return tuple(sorted([card_class for _, card_class in pieces]))


def _worth(
    problem: ExtensionProblem, worth_by_classes: dict[tuple[int, ...], int], pieces: Sequence[Piece]
) -> int:
    """What a part of a meld is worth, with the wilds at its ends or without; 0 if it is no meld."""
    naturals = [
        place
        for place, (kind, card_class) in enumerate(pieces)
        if problem.card_classes[card_class].natural_kind == kind
    ]
    if not naturals:
        return 0
    between_naturals = pieces[naturals[0] : naturals[-1] + 1]
    return max(worth_by_classes.get(_classes(part), 0) for part in (pieces, between_naturals))
