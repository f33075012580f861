"""What a choice of columns is worth beside fixed melds, and within which limits it is made.

The objective is points, and what melded cards save, × `weight` − 1 for each meld, so that of equally good
arrangements the one with the fewest melds is best.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorepad.core.bonuses import most_quartets
from scorepad.core.cards import Card
from scorepad.optimize.context.extension_problem import ExtensionColumn, ExtensionProblem, Row
from scorepad.optimize.leftover import leftover_points

Limits = Mapping[Row, tuple[int, int]]  # by row, the least and the most that is used


@dataclass(frozen=True, slots=True)
class ChosenColumns:
    """Columns with as many of each as are taken, and the highest objective that any choice can have."""

    columns: tuple[ExtensionColumn, ...]
    ceiling: int


@dataclass(frozen=True, slots=True)
class BonusColumn:
    """Points that melds earn together: quartets of a rank, or wilds left for themselves (H17, H24)."""

    uses: tuple[tuple[Row, int], ...]
    points: int
    most: int


@dataclass(frozen=True, slots=True)
class Candidates:
    """The columns to choose among, the objective of each, and the limits of the rows."""

    columns: Sequence[ExtensionColumn]
    objectives: Sequence[int]
    limits: Limits


def trivial_bound(problem: ExtensionProblem) -> int:
    """The highest objective if any naturals could be melded together, and any quartet be had."""
    count = sum(fixed.naturals for fixed in problem.fixed_melds)
    count += sum(len(card_class.cards) for card_class in problem.card_classes if card_class.kind)
    value, most = problem.rules.values.schedule.value, [0]
    for naturals in range(1, count + 1):
        most.append(max(most[naturals - size] + value(size) for size in range(1, naturals + 1)))
    quartets = problem.rules.bonuses.quartet_bonus * sum(quartet.most for quartet in problem.quartets)
    beside = quartets + points_of_leftover(problem, problem.wilds) + problem.wild_meld_points + problem.cost
    return (max(most) + beside) * problem.weight


def objective_of(problem: ExtensionProblem, chosen: Sequence[ExtensionColumn]) -> int:
    """The objective of the melds with all that they earn together."""
    own = sum((column.points + column.saved) * problem.weight - 1 for column in chosen)
    return own + earned(problem, chosen) * problem.weight


def earned(problem: ExtensionProblem, chosen: Sequence[ExtensionColumn]) -> int:
    """Points of quartets, and of wilds left for themselves."""
    naturals = problem.laid_there.copy()
    wilds = problem.wilds
    for column in chosen:
        for place, card_class in column.laid:
            if isinstance(place, Card):
                naturals[place] += problem.card_classes[card_class].kind == place
                wilds -= bool(problem.card_classes[card_class].reach)
    rules = problem.rules
    quartets = 0
    if rules.bonuses.quartet_bonus:
        suits = rules.pack.common_suits
        quartets = sum(
            most_quartets([naturals[Card(rank, suit)] for suit in suits]) for rank in rules.pack.ranks
        )
    return (
        quartets * rules.bonuses.quartet_bonus + points_of_leftover(problem, wilds) + problem.wild_meld_points
    )


def points_of_leftover(problem: ExtensionProblem, wilds: int) -> int:
    """Points of wilds left over, where they are laid (H17)."""
    return leftover_points(problem.rules, wilds) if problem.rules.deal.must_meld_all else 0


def row_limits(problem: ExtensionProblem) -> Limits:
    """By row, the least and the most that is used."""
    limits: dict[Row, tuple[int, int]] = {}
    for number, card_class in enumerate(problem.card_classes):
        most = len(card_class.cards)
        limits["class", number] = (
            most if problem.rules.deal.must_meld_all and not card_class.reach else 0,
            most,
        )
    limits |= {("fixed meld", fixed.number): (1, 1) for fixed in problem.fixed_melds}
    limits |= {("spares", number): (0, 1) for number in range(len(problem.spare_wilds))}
    if problem.rules.shapes.leap_tokens == "different":
        limits |= {("leap", leap): (0, 1) for leap in problem.rules.shapes.leaps}
    limits |= {("natural", kind): (-problem.size, problem.laid_there[kind]) for kind in problem.counted}
    if _leftover_columns(problem):
        limits["wilds", 0] = (0, problem.wilds)
    return limits


def bonus_columns(problem: ExtensionProblem) -> list[BonusColumn]:
    """What can be had beside melds: quartets that depend on them, and wilds left over."""
    return [*_quartet_columns(problem), *_leftover_columns(problem)]


def _quartet_columns(problem: ExtensionProblem) -> Iterator[BonusColumn]:
    """Quartets of each rank, in every way to make one; cards that are wild too must be naturals (H24)."""
    for quartets in problem.quartets:
        for kinds in quartets.ways:
            uses: tuple[tuple[Row, int], ...] = tuple((("natural", kind), 1) for kind in kinds)
            yield BonusColumn(uses, problem.rules.bonuses.quartet_bonus, quartets.most)


def _leftover_columns(problem: ExtensionProblem) -> list[BonusColumn]:
    most = 1 if problem.rules.wilds.wilds_apart else problem.wilds
    return [
        BonusColumn(((("wilds", 0), count),), points, problem.wilds if count == most == 1 else 1)
        for count in range(1, most + 1)
        if (points := points_of_leftover(problem, count))
    ]
