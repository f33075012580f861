"""The choice of the columns of the highest total objective, and bounds on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest

from scorepad.chattahoochee.extensions.candidate_melds import meld_column
from scorepad.chattahoochee.extensions.extension_problem import ExtensionProblem, MeldColumn, Piece
from scorepad.core.bonuses import most_quartets
from scorepad.core.cards import Card
from scorepad.optimize.answer import Method
from scorepad.optimize.choosing import Others, choose, choose_with_others
from scorepad.optimize.columns import Column, Link
from scorepad.optimize.trivial_bounds import most_alone

_MOST_TRIED = 2_000  # columns, for want of time


@dataclass(frozen=True, slots=True)
class ChosenColumns:
    """The chosen columns, repeated as often as each is taken, and a bound on the objective of any choice.

    `method`: how the bound was found.
    """

    columns: Sequence[MeldColumn]
    objective_bound: int
    method: Method = "HiGHS"


def choose_columns(
    problem: ExtensionProblem,
    columns: Sequence[MeldColumn],
    deadline: float,
    others: Others[tuple[Piece, ...]] | None = None,
) -> ChosenColumns:
    """Return the best choice of columns found by the deadline; it is proven if its objective equals the
    bound. `others` lists melds that are left out of the columns."""
    limits, every_column = list(problem.row_limits.values()), [*columns, *_leftover_columns(problem)]
    if others:
        chosen = choose_with_others(limits, every_column, others, deadline)
    else:
        chosen = choose(limits, every_column, _quartet_links(problem), deadline)
    if chosen.columns is None:
        taken = first_choice(problem, columns)
    else:
        taken = [column for column in chosen.columns if column.lays]
    objective = objective_of(problem, taken)
    if chosen.best:
        return ChosenColumns(taken, objective, chosen.method)
    most_known = trivial_bound(problem)
    if chosen.bound is None or chosen.bound > most_known:
        return ChosenColumns(taken, max(objective, most_known), "trivial bound")
    return ChosenColumns(taken, max(objective, chosen.bound), chosen.method)


def _quartet_links(problem: ExtensionProblem) -> list[Link]:
    """The ways to make a quartet of each rank; cards that can also be wild must lie as naturals (H24)."""
    objective = problem.rules.bonuses.quartet_bonus * problem.point_weight
    return [
        Link(objective, [(problem.row_numbers["natural", kind], 1) for kind in kinds], quartets.quartet_limit)
        for quartets in problem.quartets
        for kinds in quartets.kind_choices
    ]


def _leftover_columns(problem: ExtensionProblem) -> list[MeldColumn]:
    """Wilds left over, which lay no piece here (H17). Columns taken together earn no more than one for all of
    their wilds."""
    # No two wilds side by side: each that is left over is a meld of its own (H15).
    largest_meld = min(1, problem.wild_count) if problem.rules.wilds.wilds_apart else problem.wild_count
    return [
        Column(points * problem.point_weight, ((problem.row_numbers["wilds", 0], wild_count),), ())
        for wild_count in range(1, largest_meld + 1)
        if (points := problem.points_of_leftover(wild_count))
    ]


def objective_of(problem: ExtensionProblem, chosen: Sequence[MeldColumn]) -> int:
    """Return the objective of the melds, including points that they earn together."""
    own_objective = sum(column.objective for column in chosen)
    return own_objective + _earned_points(problem, chosen) * problem.point_weight


def _earned_points(problem: ExtensionProblem, chosen: Sequence[MeldColumn]) -> int:
    """Return the points of quartets and of leftover wilds."""
    laid_naturals = problem.laid_naturals.copy()
    wilds_left = problem.wild_count
    for column in chosen:
        for piece in column.lays:
            if isinstance(piece.place, Card):
                laid_naturals[piece.place] += piece.naturals
                wilds_left -= bool(problem.card_classes[piece.card_class].wild_reach)
    rules = problem.rules
    quartet_count = 0
    if rules.bonuses.quartet_bonus:
        suits = rules.pack.common_suits
        quartet_count = sum(
            most_quartets([laid_naturals[Card(rank, suit)] for suit in suits]) for rank in rules.pack.ranks
        )
    return (
        quartet_count * rules.bonuses.quartet_bonus
        + problem.points_of_leftover(wilds_left)
        + problem.wild_meld_points
    )


def trivial_bound(problem: ExtensionProblem) -> int:
    """Return a bound on the objective, as if all naturals could be melded together and make every quartet."""
    natural_count = sum(fixed.natural_count for fixed in problem.fixed_melds)
    # A wild that is natural at its place may count as one, so it is counted too.
    natural_count += sum(
        len(card_class.cards) for card_class in problem.card_classes if card_class.natural_kind
    )
    quartet_points = problem.rules.bonuses.quartet_bonus * sum(
        quartet.quartet_limit for quartet in problem.quartets
    )
    points_beside = (
        quartet_points
        + problem.points_of_leftover(problem.wild_count)
        + problem.wild_meld_points
        + problem.hand_cost
    )
    most_of_naturals = max(most_alone(problem.rules.values.schedule, natural_count))
    return (most_of_naturals + points_beside) * problem.point_weight


def first_choice(problem: ExtensionProblem, columns: Sequence[MeldColumn]) -> Sequence[MeldColumn]:
    """Return a choice of columns made without a search: the best column that fits, again and again, then
    those that must be laid.

    Longer fixed melds come first, so that no new meld takes their leap.
    """
    amounts_left = [most_used for _, most_used in problem.row_limits.values()]
    fixed_rows = {number for row, number in problem.row_numbers.items() if row[0] == "fixed meld"}
    longer_melds: list[MeldColumn] = []
    new_melds: list[MeldColumn] = []
    for column in nlargest(_MOST_TRIED, columns, key=lambda column: column.objective):
        grows = any(row in fixed_rows for row, _ in column.uses)
        (longer_melds if grows else new_melds).append(column)
    chosen_columns: list[MeldColumn] = []
    # Fixed melds must lie: those that grow first, then the others as they are, then whatever fits beside.
    for column in (*longer_melds, *_fixed_columns(problem), *new_melds, *least_columns(problem)):
        _take_fitting(column, amounts_left, chosen_columns)
    return chosen_columns


def least_columns(problem: ExtensionProblem) -> Sequence[MeldColumn]:
    """Return the fixed melds unchanged and, if every card must be melded, each natural by itself."""
    leap = problem.rules.shapes.leaps.each[0]
    kinds = [
        card_class.natural_kind
        for card_class in (problem.card_classes if problem.rules.scoring.must_meld_all else ())
        # What may be wild can be left over, so it needs no column of its own.
        if card_class.natural_kind and not card_class.wild_reach
    ]
    pieces = [piece for kind in dict.fromkeys(kinds) for piece in problem.card_pieces(kind)[0]]
    return (*_fixed_columns(problem), *(meld_column(problem, leap, piece) for piece in pieces))


def _fixed_columns(problem: ExtensionProblem) -> Sequence[MeldColumn]:
    leap = problem.rules.shapes.leaps.each[0]
    return [
        meld_column(problem, fixed.leap or leap, problem.fixed_piece(fixed)) for fixed in problem.fixed_melds
    ]


def _take_fitting(column: MeldColumn, amounts_left: list[int], chosen_columns: list[MeldColumn]) -> None:
    """Take a column as often as the rows allow; rows of quartets, to which it gives, are ignored."""
    uses = [(row, amount) for row, amount in column.uses if amount > 0]
    while all(amounts_left[row] >= amount for row, amount in uses):
        for row, amount in uses:
            amounts_left[row] -= amount
        chosen_columns.append(column)
