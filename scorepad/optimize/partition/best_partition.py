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
from math import inf

from scorepad.core.cards import WILD, Card, Laid, Meld, cards_of
from scorepad.core.melding import melding_of
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.optimize.answer import Answer, Method, weakest
from scorepad.optimize.best_so_far import Found, note
from scorepad.optimize.dynamic_program import best_choice
from scorepad.optimize.leftover import leftover_melds
from scorepad.optimize.partition.columns import (
    all_columns,
    first_columns,
    is_simple,
    objective_of,
    trivial_bound,
)
from scorepad.optimize.partition.longest_first import lay_longest_first, longest_first, longest_first_is_best
from scorepad.optimize.partition.problem import Choice, PartitionColumn, PartitionProblem, partition_problem

MANY_WILDS = 6  # with fewer the whole hand at once is faster
MOST_MELDS = 50  # to be chosen among without a solver, which takes a millisecond to get ready
MOST_NATURAL_MELDS = 120  # of naturals alone, likewise
MOST_TRIES = 1_000  # of columns, likewise
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
        # The best arrangement may lie on either side, so the higher bound and the weaker proof hold for both.
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
    note(lambda: _laid_in_a_moment(problem))
    # Suits would be listed once for each number of wilds: without time the whole hand is listed once.
    by_suit = _suits_apart(rules, cards) and limit > 0
    parted_hand = (
        _part_by_suit(problem, deadline)
        if by_suit
        else _part_whole_hand(problem, deadline, max(deadline, least_deadline))
    )
    # These quartets come with the cards however they are melded, so no column has them (H24).
    certain_bonus = rules.bonuses.quartet_bonus * problem.linking_rows.certain_quartets
    bound = max(parted_hand.points, parted_hand.bound)
    return Answer(
        parted_hand.melds,
        parted_hand.points + certain_bonus,
        bound + certain_bonus,
        time.perf_counter() - start_time,
        method=parted_hand.method,
    )


def _laid_in_a_moment(problem: PartitionProblem) -> Found:
    columns, _ = first_columns(problem, time.perf_counter() + _LEAST_SECONDS, inf)
    return to_melds(problem, longest_first(problem, columns)), ()


def _part_whole_hand(problem: PartitionProblem, deadline: float, listing_deadline: float) -> PartedHand:
    """The whole hand, without the quartets that it has however it is melded."""
    if not problem.wild_count and longest_first_is_best(problem):
        return _proven_hand(problem, lay_longest_first(problem), "longest first")
    # A simple hand of many melds is listed again as arrays, which is faster: here listing stops early.
    simple, most_melds = is_simple(problem), MOST_MELDS if problem.wild_count else MOST_NATURAL_MELDS
    columns, all_listed = first_columns(problem, listing_deadline, most_melds if simple else inf)
    small_choice = _of_few_melds(problem, columns, most_melds) if all_listed else None
    if small_choice is not None:
        return _proven_hand(problem, small_choice, "dynamic program")
    if simple and columns:
        # Numpy and the solver take 0.12 s to load, so hands of few melds do without them.
        from scorepad.optimize.partition.listed_stretches import Stretches

        stretches = Stretches(problem)
        return _by_column_generation(problem, stretches, stretches.longest_first, deadline)
    if not all_listed:
        choice = longest_first(problem, columns)
        points, bound = objective_of(problem, choice), trivial_bound(problem)
        return PartedHand(
            to_melds(problem, choice),
            problem.points_within(points),
            problem.points_within(max(points, bound)),
            "trivial bound",
        )
    return _by_column_generation(problem, columns, lambda: longest_first(problem, columns), deadline)


def _by_column_generation(
    problem: PartitionProblem,
    columns: Sequence[PartitionColumn],
    lay_first: Callable[[], Choice],
    deadline: float,
) -> PartedHand:
    from scorepad.optimize.partition.column_generation import ColumnGeneration

    generation = ColumnGeneration(problem, deadline)
    note(lambda: (to_melds(problem, generation.best_choice or lay_first()), ()))
    generation.find_best(columns, lay_first)
    melds = to_melds(problem, generation.best_choice or ())
    return PartedHand(melds, generation.points, generation.bound, generation.method)


def _proven_hand(problem: PartitionProblem, choice: Choice, method: Method) -> PartedHand:
    points = problem.points_within(objective_of(problem, choice))
    return PartedHand(to_melds(problem, choice), points, points, method)


def _of_few_melds(
    problem: PartitionProblem, columns: Sequence[PartitionColumn], most_melds: int
) -> Choice | None:
    """The best choice where there are few melds and nothing links them; None where that is not soon known."""
    # Bonuses depend on several melds at once: a column alone cannot say what it adds to them.
    if problem.has_links or len(columns) > most_melds:
        return None
    # Without wilds the columns that are listed first are all that there are.
    if not problem.wild_count:
        return _chosen(problem, columns, _kinds_by_rank(problem))
    every_column = all_columns(problem, 3 * most_melds)  # each meld is laid in some ways
    if every_column is None or len(every_column) > most_melds:
        return None
    return _chosen(problem, every_column, range(len(problem.kinds)))


def _chosen(
    problem: PartitionProblem, columns: Sequence[PartitionColumn], kind_order: Sequence[int]
) -> Choice | None:
    """The best choice of the columns, kind by kind in that order; None where it takes too many tries."""
    # Dynamic programming settles rows from the lowest on, so their numbers give the order of the kinds.
    rows = {kind: row for row, kind in enumerate(kind_order)}
    options = [
        (column.objective, [(rows[kind], used) for kind, used in column.row_uses]) for column in columns
    ]
    card_limits = problem.card_limits
    outcome = best_choice([card_limits[kind] for kind in kind_order], options, most_tries=MOST_TRIES)
    if not outcome.complete or outcome.chosen_columns is None:
        return None
    return [(columns[number], times) for number, times in Counter(outcome.chosen_columns).items()]


def _kinds_by_rank(problem: PartitionProblem) -> list[int]:
    """The naturals rank by rank as tracks take them, begun where the hand has the fewest cards.

    What is left of a hand whose first ranks are melded differs only in what their melds reach beyond, so that
    states are few, as in a decomposition of small width (Bodlaender, A partial k-arboretum, Theoretical
    Computer Science 209, 1998).
    """
    order = problem.melding.rank_order
    places = [order[card.rank] for card in problem.kinds]
    cards_there = [0] * len(order)
    for place, count in zip(places, problem.kind_counts, strict=True):
        cards_there[place] += count
    beginning = cards_there.index(min(cards_there))
    return sorted(range(len(places)), key=lambda kind: (places[kind] - beginning) % len(order))


def _suits_apart(rules: Rules, cards: Sequence[Card]) -> bool:
    """Whether the suits can be solved one by one, and it pays."""
    # Mixed melds compete for the same naturals, so their suits cannot be solved apart.
    if rules.shapes.suit_pattern != "single" or cards.count(WILD) < MANY_WILDS:
        return False
    melding = melding_of(rules)
    # A natural that may be wild belongs to its own suit and to all others.
    return not any(melding.reach(card) for card in cards if card != WILD)


def _part_by_suit(problem: PartitionProblem, deadline: float) -> PartedHand:
    """The hand solved suit by suit, where suits share nothing but wilds (H1, H14)."""

    def solve(rules: Rules, cards: Sequence[Card]) -> PartedHand:
        # One deadline for all suits: a late one is laid longest first, with a crude bound that still holds.
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
        # Melds of wilds alone go: what is left over is counted once, when all suits have their share.
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
    """The best way to share `wild_count` wilds between the earlier suits and this one."""
    return reduce(
        PartedHand.better_of,
        (
            # Suits share no naturals, so their points and their bounds add up.
            earlier_suits[wild_count - own_wilds].laid_beside(own_suit[own_wilds])
            for own_wilds in range(wild_count + 1)
        ),
    )


def _with_wilds_left(problem: PartitionProblem, parted_hand: PartedHand, dealt_wilds: int) -> PartedHand:
    """Counts the wilds that the melds do not use, and for the bound those that were not dealt."""
    laid_wilds = sum(laid.card == WILD for meld in parted_hand.melds for laid in meld)
    # Melds may use fewer wilds than were dealt: the points count those as left over too.
    points = parted_hand.points + problem.leftover_points(problem.wild_count - laid_wilds)
    # The bound is for arrangements that lay as many wilds as were dealt, and leave the others.
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
    cards_left.subtract(cards_of(melds))
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
    # Melds of columns begin with a natural, which has a suit.
    first = meld[0].card
    suit = next(place for place, suit in enumerate(pack.suits) if suit.letter == first.suit)
    return (suit, -len(meld), pack.order[first])
