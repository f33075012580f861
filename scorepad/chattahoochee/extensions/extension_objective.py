"""The objective of a choice of columns beside fixed melds, and the limits of the rows.

The objective is points, and what melded cards save, × `point_weight` − `meld_weight` for each meld + what is
saved once more: of equally good arrangements the one with the fewest melds is best, of these the one that
leaves least in hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorepad.chattahoochee.extensions.extension_problem import ExtensionColumn, ExtensionProblem, Row
from scorepad.chattahoochee.leftover import leftover_points
from scorepad.core.bonuses import most_quartets
from scorepad.core.cards import Card
from scorepad.optimize.answer import Method
from scorepad.optimize.trivial_bounds import most_alone

LimitsByRow = Mapping[Row, tuple[int, int]]  # by row, the least and the most that is used


@dataclass(frozen=True, slots=True)
class ChosenColumns:
    """The chosen columns, repeated as often as each is taken, and a bound on the objective of any choice.

    `method`: how the bound was found.
    """

    columns: tuple[ExtensionColumn, ...]
    objective_bound: int
    method: Method = "HiGHS"


@dataclass(frozen=True, slots=True)
class BonusColumn:
    """Points that melds earn together: quartets of a rank, or leftover wilds (H17, H24)."""

    row_uses: tuple[tuple[Row, int], ...]
    bonus_points: int
    most_times: int


@dataclass(frozen=True, slots=True)
class Candidates:
    """The columns to choose among, the objective of each, and the limits of the rows."""

    columns: Sequence[ExtensionColumn]
    objectives: Sequence[int]
    row_limits: LimitsByRow


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
        + points_of_leftover(problem, problem.wild_count)
        + problem.wild_meld_points
        + problem.hand_cost
    )
    most_of_naturals = max(most_alone(problem.rules.values.schedule, natural_count))
    return (most_of_naturals + points_beside) * problem.point_weight


def objective_of(problem: ExtensionProblem, chosen: Sequence[ExtensionColumn]) -> int:
    """Return the objective of the melds, including points that they earn together."""
    own_objective = sum(column_objectives(problem, chosen))
    return own_objective + earned_points(problem, chosen) * problem.point_weight


def column_objectives(problem: ExtensionProblem, columns: Sequence[ExtensionColumn]) -> list[int]:
    """Return each column's own part of the objective."""
    point_weight, meld_weight = problem.point_weight, problem.meld_weight
    return [
        column.meld_points * point_weight + column.saved_points * (point_weight + 1) - meld_weight
        for column in columns
    ]


def earned_points(problem: ExtensionProblem, chosen: Sequence[ExtensionColumn]) -> int:
    """Return the points of quartets and of leftover wilds."""
    laid_naturals = problem.laid_naturals.copy()
    wilds_left = problem.wild_count
    for column in chosen:
        for place, card_class in column.laid_pieces:
            if isinstance(place, Card):
                laid_naturals[place] += problem.card_classes[card_class].natural_kind == place
                wilds_left -= bool(problem.card_classes[card_class].wild_reach)
    rules = problem.rules
    quartet_count = 0
    if rules.bonuses.quartet_bonus:
        suits = rules.pack.common_suits
        quartet_count = sum(
            most_quartets([laid_naturals[Card(rank, suit)] for suit in suits]) for rank in rules.pack.ranks
        )
    return (
        quartet_count * rules.bonuses.quartet_bonus
        + points_of_leftover(problem, wilds_left)
        + problem.wild_meld_points
    )


def points_of_leftover(problem: ExtensionProblem, wild_count: int) -> int:
    """Return the points of leftover wilds, if the rules have them laid (H17)."""
    # Cards that may stay in hand are left there, not laid by themselves.
    return leftover_points(problem.rules, wild_count) if problem.rules.scoring.must_meld_all else 0


def row_limits(problem: ExtensionProblem) -> LimitsByRow:
    """Return the least and the most use of each row, ordered so that cards of one meld lie close together."""
    limits: dict[Row, tuple[int, int]] = {}
    for number in _in_order_of_use(problem):
        card_class = problem.card_classes[number]
        copies = len(card_class.cards)
        limits["class", number] = (
            copies if problem.rules.scoring.must_meld_all and not card_class.wild_reach else 0,
            copies,
        )
    # A meld of the table stays whole and lies exactly once (H9).
    limits |= {("fixed meld", fixed.number): (1, 1) for fixed in problem.fixed_melds}
    limits |= {("spares", number): (0, 1) for number in range(len(problem.spare_wilds))}
    if problem.rules.shapes.leaps.all_differ:
        limits |= {("leap", leap): (0, 1) for leap in problem.rules.shapes.leaps.each}
    # Naturals laid lower the row and quartets raise it again: the table's are there from the start.
    limits |= {
        ("natural", kind): (-problem.hand_size, problem.laid_naturals[kind]) for kind in problem.counted_kinds
    }
    # Without points for wilds left over, the row would link melds for nothing.
    if _leftover_columns(problem):
        limits["wilds", 0] = (0, problem.wild_count)
    return limits


def _in_order_of_use(problem: ExtensionProblem) -> Sequence[int]:
    """Return the card classes by suit if each meld has one suit, else by rank; wilds come last.

    Ranks begin where the hand has the fewest cards. Hands whose first ranks are melded differ only in what
    their melds reach beyond, so there are few of them, as in a decomposition of small width (Bodlaender, A
    partial k-arboretum, Theoretical Computer Science 209, 1998).
    """
    card_classes, shapes = problem.card_classes, problem.rules.shapes
    if shapes.suit_pattern == "single" and shapes.runs.suits == "one":
        return range(len(card_classes))
    order = problem.melding.rank_order
    cards_there = [0] * len(order)
    for card_class in card_classes:
        if card_class.natural_kind:
            cards_there[order[card_class.natural_kind.rank]] += len(card_class.cards)
    beginning = cards_there.index(min(cards_there))

    def place(number: int) -> int:
        kind = card_classes[number].natural_kind
        return (order[kind.rank] - beginning) % len(order) if kind else len(order)

    return sorted(range(len(card_classes)), key=place)


def bonus_columns(problem: ExtensionProblem) -> list[BonusColumn]:
    """Return the bonuses beside melds: quartets, which depend on the melds, and leftover wilds."""
    return [*_quartet_columns(problem), *_leftover_columns(problem)]


def _quartet_columns(problem: ExtensionProblem) -> Iterator[BonusColumn]:
    """List the ways to make a quartet of each rank; cards that can also be wild must lie as naturals
    (H24)."""
    for quartets in problem.quartets:
        for kinds in quartets.kind_choices:
            row_uses: tuple[tuple[Row, int], ...] = tuple((("natural", kind), 1) for kind in kinds)
            yield BonusColumn(row_uses, problem.rules.bonuses.quartet_bonus, quartets.quartet_limit)


def _leftover_columns(problem: ExtensionProblem) -> list[BonusColumn]:
    # No two wilds side by side: each that is left over is a meld of its own (H15).
    largest_meld = 1 if problem.rules.wilds.wilds_apart else problem.wild_count
    return [
        BonusColumn(
            ((("wilds", 0), wild_count),),
            points,
            problem.wild_count if wild_count == largest_meld == 1 else 1,
        )
        for wild_count in range(1, largest_meld + 1)
        if (points := points_of_leftover(problem, wild_count))
    ]
