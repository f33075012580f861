"""Name all cards of a picture together, so that no card is unknown to the pack or occurs too often."""

from collections import Counter
from collections.abc import Set
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from .labels import JOKER, NO_SUIT, RANKS, SUITS
from .naming import LEAST_GUESS
from .seen_cards import SeenCard, label_chances

LEAST_CHANCE = 0.2
"""A card for which the packs leave no name likelier than this is another one seen twice."""
MOST_SURE_CONTESTED = 0.85
"""Cards that want one name more often than the packs hold it are asked about."""
NEVER = 1e3
"""What a name costs that no pack has: more than any card costs that is dropped."""
RANK_COUNT, SUIT_COUNT = JOKER, NO_SUIT
NUMBERED_NAMES = tuple(rank + suit for rank in RANKS[:RANK_COUNT] for suit in SUITS[:SUIT_COUNT])
ALL_NAMES = frozenset(NUMBERED_NAMES)


def name_within_packs(
    cards: list[SeenCard], pack_count: int = 0, pack_names: Set[str] = ALL_NAMES
) -> list[SeenCard]:
    """Return the cards with the likeliest names in the pack (`QH`, `TC`), each at most `pack_count` times (0:
    any number of times). Cards for which no name is left are dropped.

    Jokers keep their name, since packs differ in their number.
    """
    naturals = [card for card in cards if card.rank != JOKER]
    most_copies = pack_count or len(naturals)
    name_counts = Counter(card.name for card in naturals)
    contested_names = {
        name for name, count in name_counts.items() if count > most_copies or name not in pack_names
    }
    if not contested_names:
        return cards
    name_costs = -np.log(np.maximum([_name_chances(card) for card in naturals], 1e-9))
    name_costs[:, [name not in pack_names for name in NUMBERED_NAMES]] = NEVER
    dropped_costs = np.full((len(naturals), len(naturals)), -np.log(LEAST_CHANCE))
    places = cheapest_places(np.hstack([np.repeat(name_costs, most_copies, axis=1), dropped_costs]))
    name_numbers = iter(place // most_copies for place in places)
    named = [
        card if card.rank == JOKER else _renamed_card(card, next(name_numbers), contested_names)
        for card in cards
    ]
    return [card for card in named if card is not None]


def second_guess(card: SeenCard, pack_names: Set[str] = ALL_NAMES) -> str:
    """Return the likeliest name in the pack other than the card's own; empty if none is likely."""
    chances = zip(_name_chances(card), NUMBERED_NAMES, strict=True)
    others = [(chance, name) for chance, name in chances if name != card.name and name in pack_names]
    chance, name = max(others, default=(0.0, ""))
    return name if chance >= LEAST_GUESS else ""


def _name_chances(card: SeenCard) -> NDArray[np.float64]:
    """Return the chances of the 52 names, ordered by rank, then suit."""
    rank_chances, suit_chances = label_chances(card.marks)
    return np.outer(rank_chances[:RANK_COUNT], suit_chances[:SUIT_COUNT]).ravel()


def _renamed_card(card: SeenCard, name_number: int, contested_names: set[str]) -> SeenCard | None:
    """Return the card under another name, with that name's confidence; None for the number of no name."""
    if name_number >= RANK_COUNT * SUIT_COUNT:
        return None
    rank, suit = divmod(name_number, SUIT_COUNT)
    if (rank, suit) == (card.rank, card.suit):
        is_contested = card.name in contested_names
        confidence = min(card.confidence, MOST_SURE_CONTESTED) if is_contested else card.confidence
        return replace(card, confidence=confidence)
    chance = float(_name_chances(card)[name_number])
    return replace(card, rank=rank, suit=suit, confidence=min(chance, MOST_SURE_CONTESTED))


def cheapest_places(costs: NDArray[np.float64]) -> list[int]:
    """Assign each row a column of its own with the least total cost. There must be at least as many columns
    as rows.

    Kuhn's method with potentials (Jonker and Volgenant, Computing 38, 1987): each row is added along the
    cheapest path of rows that make room.
    """
    row_count, column_count = costs.shape
    column_rows = np.full(column_count + 1, -1)  # the last column is where a row begins
    row_potentials, column_potentials = np.zeros(row_count), np.zeros(column_count + 1)
    for row in range(row_count):
        column_rows[-1], column = row, column_count
        least_costs, previous = np.full(column_count, np.inf), np.full(column_count, -1)
        is_reached = np.zeros(column_count + 1, bool)
        while column_rows[column] >= 0:
            is_reached[column] = True
            at_row = column_rows[column]
            path_costs = costs[at_row] - row_potentials[at_row] - column_potentials[:-1]
            is_nearer = ~is_reached[:-1] & (path_costs < least_costs)
            least_costs[is_nearer], previous[is_nearer] = path_costs[is_nearer], column
            open_costs = np.where(is_reached[:-1], np.inf, least_costs)
            next_column = int(open_costs.argmin())
            step = open_costs[next_column]
            reached_columns = np.flatnonzero(is_reached)
            row_potentials[column_rows[reached_columns]] += step
            column_potentials[reached_columns] -= step
            least_costs[~is_reached[:-1]] -= step
            column = next_column
        while column != column_count:
            column_rows[column] = column_rows[previous[column]]
            column = int(previous[column])
    places = {int(row): place for place, row in enumerate(column_rows[:-1]) if row >= 0}
    return [places[row] for row in range(row_count)]
