"""The best arrangement of a hand, every card in one meld.

Melds are first laid longest first. Where that is not known to be best, a hand of few melds is parted by
dynamic programming, and a larger one by column generation.

A hand of many wilds goes suit by suit where melds of one suit share nothing but the wilds (H1, H14): each
suit is solved with every number of wilds, and the wilds are dealt out to the suits for the most points. The
relaxation of the whole hand would let every suit use half of the same wilds.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.melding import melding_of
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.optimize.answer import Answer, Method, weakest
from scorepad.optimize.dynamic_program import best_choice
from scorepad.optimize.leftover import leftover_melds
from scorepad.optimize.partition.columns import (
    all_columns,
    first_columns,
    has_jokers_alone,
    longest_first,
    longest_first_is_best,
    objective_of,
    trivial_bound,
)
from scorepad.optimize.partition.natural_melds import choose_by_ranks, lay_longest_first, natural_melds
from scorepad.optimize.partition.problem import (
    VOID,
    Choice,
    PartitionColumn,
    PartitionProblem,
    partition_problem,
)

MANY_WILDS = 6  # with fewer the whole hand at once is faster
MOST_MELDS = 50  # to be chosen among without a solver, which takes a millisecond to get ready
MOST_TRIES = 1_000  # of columns, likewise
MOST_NATURALS = 80  # on all tracks, to list melds with jokers one by one
_LEAST_SECONDS = 0.02  # to list melds in, however short the limit


@dataclass(frozen=True, slots=True)
class PartedHand:
    """The best melds found for a hand or for some of its suits, their points, and the most there could be."""

    melds: tuple[Meld, ...] = ()
    points: int = 0
    bound: int = 0
    method: Method = "longest first"

    def better_of(self, other: PartedHand) -> PartedHand:
        """The better melds of the two, and the higher bound."""
        best = max(self, other, key=lambda parted: (parted.points, -len(parted.melds)))
        method = weakest((self.method, other.method))
        return replace(best, bound=max(self.bound, other.bound), method=method)

    def laid_beside(self, other: PartedHand) -> PartedHand:
        """Both together, of different cards."""
        return PartedHand(
            self.melds + other.melds,
            self.points + other.points,
            self.bound + other.bound,
            weakest((self.method, other.method)),
        )


def search_partition(rules: Rules, cards: Sequence[Card], *, limit: float = 2.0) -> Answer:
    """The arrangement of the highest score, every card of the hand in exactly one meld (H2).

    `limit` is in seconds; a search that it cuts off answers with the best found and a bound.
    """
    start_time = time.perf_counter()
    problem = partition_problem(rules, cards)
    deadline, least_deadline = start_time + limit, start_time + _LEAST_SECONDS
    by_suit = _suits_apart(rules, cards) and limit > 0
    parted_hand = (
        _part_by_suit(problem, deadline)
        if by_suit
        else _part_whole_hand(problem, deadline, max(deadline, least_deadline))
    )
    certain_bonus = rules.bonuses.quartet_bonus * problem.linking_rows.certain_quartets
    bound = max(parted_hand.points, parted_hand.bound)
    return Answer(
        parted_hand.melds,
        parted_hand.points + certain_bonus,
        bound + certain_bonus,
        time.perf_counter() - start_time,
        method=parted_hand.method,
    )


def _part_whole_hand(problem: PartitionProblem, deadline: float, listing_deadline: float) -> PartedHand:
    """The whole hand, without the quartets that it has however it is melded."""
    if not problem.wild_count:
        natural_choice = _of_naturals(problem, deadline, listing_deadline)
        if natural_choice:
            return _proven_hand(problem, *natural_choice)
    if _has_many_stretches(problem):
        from scorepad.optimize.partition.joker_stretches import JokerStretches

        stretches = JokerStretches(problem)
        return _by_column_generation(problem, stretches, stretches.longest_first, deadline)
    columns, all_listed = first_columns(problem, listing_deadline)
    if not all_listed:
        choice = longest_first(problem, columns)
        points, bound = objective_of(problem, choice), trivial_bound(problem)
        return PartedHand(
            to_melds(problem, choice),
            problem.points_within(points),
            problem.points_within(max(points, bound)),
            "trivial bound",
        )
    if small_choice := _of_few_melds(problem, columns):
        return _proven_hand(problem, small_choice, "dynamic program")
    return _by_column_generation(problem, columns, lambda: longest_first(problem, columns), deadline)


def _has_many_stretches(problem: PartitionProblem) -> bool:
    """Whether to list the melds that a hand with jokers begins with as arrays is faster than one by one."""
    naturals_on_tracks = len(problem.kind_at) - problem.kind_at.count(VOID)
    return naturals_on_tracks > MOST_NATURALS and has_jokers_alone(problem)


def _by_column_generation(
    problem: PartitionProblem,
    columns: Sequence[PartitionColumn],
    lay_first: Callable[[], Choice],
    deadline: float,
) -> PartedHand:
    from scorepad.optimize.partition.column_generation import ColumnGeneration

    generation = ColumnGeneration(problem, deadline)
    generation.find_best(columns, lay_first)
    melds = to_melds(problem, generation.best_choice or ())
    return PartedHand(melds, generation.points, generation.bound, generation.method)


def _proven_hand(problem: PartitionProblem, choice: Choice, method: Method) -> PartedHand:
    points = problem.points_within(objective_of(problem, choice))
    return PartedHand(to_melds(problem, choice), points, points, method)


def _of_naturals(
    problem: PartitionProblem, deadline: float, listing_deadline: float
) -> tuple[Choice, Method] | None:
    """The best choice of a hand without wilds and what proves it; None where that is not soon known."""
    if longest_first_is_best(problem):
        return lay_longest_first(problem), "longest first"
    melds = natural_melds(problem, listing_deadline)
    if melds is None:
        return None
    choice = choose_by_ranks(melds)
    if choice is not None:
        return choice, "dynamic program"
    from scorepad.optimize.partition.natural_prices import choose_by_prices

    return choose_by_prices(melds, deadline)


def _of_few_melds(problem: PartitionProblem, columns: Sequence[PartitionColumn]) -> Choice | None:
    """The best choice where there are few melds and nothing links them; None where that is not soon known."""
    if not problem.wild_count or problem.has_links or len(columns) > MOST_MELDS:
        return None
    every_column = all_columns(problem, 3 * MOST_MELDS)  # each meld is laid in some ways
    if every_column is None or len(every_column) > MOST_MELDS:
        return None
    options = [(column.objective, column.row_uses) for column in every_column]
    outcome = best_choice(problem.card_limits, options, most_tries=MOST_TRIES)
    if not outcome.complete or outcome.chosen_columns is None:
        return None
    return [(every_column[number], times) for number, times in Counter(outcome.chosen_columns).items()]


def _suits_apart(rules: Rules, cards: Sequence[Card]) -> bool:
    """Whether the suits can be solved one by one, and it pays."""
    if rules.shapes.suit_pattern != "single" or cards.count(WILD) < MANY_WILDS:
        return False
    melding = melding_of(rules)
    return not any(melding.reach(card) for card in cards if card != WILD)


def _part_by_suit(problem: PartitionProblem, deadline: float) -> PartedHand:
    """The same where suits share nothing but wilds."""

    def solve(rules: Rules, cards: Sequence[Card]) -> PartedHand:
        return _part_whole_hand(partition_problem(rules, cards), deadline, deadline)

    parted_hand = _wilds_dealt_out(problem, solve)
    used_wilds = sum(laid.card == WILD for meld in parted_hand.melds for laid in meld)
    leftover = leftover_melds(problem.rules, [WILD] * (problem.wild_count - used_wilds))
    return replace(parted_hand, melds=(*parted_hand.melds, *leftover))


def _wilds_dealt_out(
    problem: PartitionProblem, solve: Callable[[Rules, Sequence[Card]], PartedHand]
) -> PartedHand:
    """The best melds of naturals, with the points of the wilds left over; quartets not counted."""
    # Wilds left over and quartets belong to the whole hand, so no suit may count them.
    rules = problem.rules.variant(wild_only_schedule=None, quartet_bonus=0)
    wild_counts = range(problem.wild_count + 1)
    best_by_wilds = [PartedHand()] * (problem.wild_count + 1)
    for suit_cards in _naturals_by_suit(problem):
        suit_hands = [
            _without_wild_melds(solve(rules, [*suit_cards, *[WILD] * wild_count]))
            for wild_count in wild_counts
        ]
        best_by_wilds = [_share_wilds(best_by_wilds, suit_hands, wild_count) for wild_count in wild_counts]
    finished_hands = [_with_wilds_left(problem, parted, used) for used, parted in enumerate(best_by_wilds)]
    return reduce(PartedHand.better_of, finished_hands)


def _naturals_by_suit(problem: PartitionProblem) -> list[list[Card]]:
    """The naturals of each suit that the hand holds."""
    by_suit: dict[str, list[Card]] = {}
    for card, count in zip(problem.kinds, problem.kind_counts, strict=True):
        if card != WILD:
            by_suit.setdefault(card.suit, []).extend([card] * count)
    return list(by_suit.values())


def _share_wilds(
    earlier_suits: Sequence[PartedHand], own_suit: Sequence[PartedHand], wild_count: int
) -> PartedHand:
    """The best way to deal that many wilds to the suits before and to this one."""
    return reduce(
        PartedHand.better_of,
        (
            earlier_suits[wild_count - own_wilds].laid_beside(own_suit[own_wilds])
            for own_wilds in range(wild_count + 1)
        ),
    )


def _with_wilds_left(problem: PartitionProblem, parted_hand: PartedHand, dealt_wilds: int) -> PartedHand:
    """Counts the wilds that the melds do not use, and for the bound those that were not dealt."""
    laid_wilds = sum(laid.card == WILD for meld in parted_hand.melds for laid in meld)
    points = parted_hand.points + problem.leftover_points(problem.wild_count - laid_wilds)
    bound = max(points, parted_hand.bound + problem.leftover_points(problem.wild_count - dealt_wilds))
    return replace(parted_hand, points=points, bound=bound)


def _without_wild_melds(parted_hand: PartedHand) -> PartedHand:
    """Without the melds of wilds alone, which were worth nothing here."""
    melds = tuple(meld for meld in parted_hand.melds if any(laid.card != WILD for laid in meld))
    return replace(parted_hand, melds=melds)


def to_melds(problem: PartitionProblem, choice: Choice) -> tuple[Meld, ...]:
    """The melds of a choice, suit by suit and long ones first; wilds left over by themselves at the end."""
    melds = [_meld_of_column(problem, column) for column, times in choice for _ in range(times)]
    cards_left = Counter(dict(zip(problem.kinds, problem.kind_counts, strict=True)))
    cards_left.subtract(laid.card for meld in melds for laid in meld)
    melds.sort(key=lambda meld: _listing_order(problem.rules.pack, meld))
    wilds = [card for card in problem.kinds for _ in range(cards_left[card])]
    return (*melds, *leftover_melds(problem.rules, wilds))


def _meld_of_column(problem: PartitionProblem, column: PartitionColumn) -> Meld:
    """The column's cards, each that may be wild saying what it stands for."""
    return tuple(
        Laid(problem.kinds[kind], problem.place_cards[place])
        if problem.may_be_wild[kind]
        else Laid(problem.kinds[kind])
        for place, kind in column.placed_kinds
    )


def _listing_order(pack: Pack, meld: Meld) -> tuple[int, int, int]:
    first = meld[0].card
    suit = next(place for place, suit in enumerate(pack.suits) if suit.letter == first.suit)
    return (suit, -len(meld), pack.order[first])
