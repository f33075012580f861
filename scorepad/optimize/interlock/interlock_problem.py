"""A hand as the search for interlocks sees it.

Glossary
    place    a card's rank and suit and the suit that it alternates with in its meld, under one leap. The
             places of two suits lie on circles: a meld covers consecutive ones. `after` leads along.
    ring     places of one rank that lead from suit to suit through all of their suits and back to the first
    layer    what may cover places: a layer of the hand's own melds, or one meld of the table
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise, permutations

from scorepad.core.cards import Card, Meld
from scorepad.core.melding import circles, melding_of
from scorepad.core.rules import Rules

Place = int
Ring = tuple[Place, ...]
PlaceLiterals = dict[Place, int]


@dataclass(frozen=True, slots=True)
class Places:
    """Every place of a table's rules, numbered.

    `card` and `after` are by place; `number` finds a place by leap, card and the other suit; `orbit` is the
    circle that a place lies on, as the number of its first place; `ranks` the ranks of that circle.
    """

    cards: tuple[Card, ...]
    other_suits: tuple[str, ...]
    leaps: tuple[int, ...]
    next_place: tuple[Place, ...]
    previous_place: tuple[Place, ...]
    circle_start: tuple[Place, ...]
    circle_length: tuple[int, ...]
    circle_ranks: tuple[int, ...]
    place_of: dict[tuple[int, Card, str], Place]
    places_by_suits: tuple[dict[tuple[str, str], Place], ...]  # by rank and leap: places by their two suits


@lru_cache(maxsize=64)
def all_places(rules: Rules) -> Places:
    """The places on which the alternating melds of these rules lie."""
    card: list[Card] = []
    other: list[str] = []
    leaps: list[int] = []
    ranks: list[int] = []
    following: list[tuple[int, Card, str]] = []
    number: dict[tuple[int, Card, str], Place] = {}
    corners: list[dict[tuple[str, str], Place]] = []
    for leap in rules.shapes.leaps:
        for order, suits in _rank_orders(rules):
            for circle in circles(order, leap) if leap <= max(1, len(order) // 2) else ():
                for spot, rank in enumerate(circle):
                    corner: dict[tuple[str, str], Place] = {}
                    for one, two in permutations(suits, 2):
                        number[leap, Card(rank, one), two] = corner[one, two] = len(card)
                        card.append(Card(rank, one))
                        other.append(two)
                        leaps.append(leap)
                        ranks.append(len(circle))
                        following.append((leap, Card(circle[(spot + 1) % len(circle)], two), one))
                    corners.append(corner)
    after = tuple(number[one] for one in following)
    before = [0] * len(after)
    for place, next_place in enumerate(after):
        before[next_place] = place
    orbit = _circle_starts(after)
    length = Counter(orbit)
    return Places(
        tuple(card),
        tuple(other),
        tuple(leaps),
        after,
        tuple(before),
        orbit,
        tuple(length[first] for first in orbit),
        tuple(ranks),
        number,
        tuple(corners),
    )


def _rank_orders(rules: Rules) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Each circle of ranks with the suits that share it."""
    melding = melding_of(rules)
    shared: dict[tuple[str, ...], list[str]] = {}
    for suit in rules.pack.suits:
        order = melding.ranks_of(suit.letter)
        if order:
            shared.setdefault(order, []).append(suit.letter)
    yield from shared.items()


def _circle_starts(after: Sequence[Place]) -> tuple[Place, ...]:
    orbit = [-1] * len(after)
    for first in range(len(after)):
        place = first
        while orbit[place] < 0:
            orbit[place] = first
            place = after[place]
    return tuple(orbit)


@dataclass
class MeldLayer:
    """One layer of own melds, or a meld of the table: the literals of its naturals, wilds, and of either."""

    of_hand: bool
    natural_at: PlaceLiterals = field(default_factory=dict)
    wild_at: PlaceLiterals = field(default_factory=dict)
    covered_at: PlaceLiterals = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Run:
    """Cards of one meld: the places that it covers in order, and whether a natural lies at each."""

    places: tuple[Place, ...]
    natural: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class InterlockProblem:
    """What is to be melded: naturals by kind, and cards that may stand for anything (H14).

    `table` has the runs of partners that may be interlocked with, `laid` their melds.
    """

    rules: Rules
    places: Places
    natural_counts: Counter[Card]
    wilds: tuple[Card, ...]
    table_runs: tuple[Run, ...]
    table_melds: tuple[Meld, ...]

    @property
    def hand_size(self) -> int:
        """Cards, wilds included."""
        return self.natural_counts.total() + len(self.wilds)


def wilds_well_laid(rules: Rules, natural: Sequence[bool]) -> bool:
    """Whether wilds lie in a meld as they may (H15)."""
    pairs = list(pairwise(natural))
    apart = not rules.wilds.wilds_apart or all(one or two for one, two in pairs)
    return apart and (
        all(natural) or not rules.wilds.adjacent_naturals or any(one and two for one, two in pairs)
    )


def interlock_problem(rules: Rules, cards: Sequence[Card], table: Sequence[Meld]) -> InterlockProblem:
    """The search's view of the cards of a hand. What may be both natural and wild counts as natural."""
    melding = melding_of(rules)
    counts = Counter(card for card in cards if card in melding.naturals)
    wilds = tuple(card for card in cards if card not in melding.naturals)
    runs = (
        (run for meld in table if (run := run_of_meld(rules, meld)))
        if rules.bonuses.partner_interlocks
        else ()
    )
    return InterlockProblem(rules, all_places(rules), counts, wilds, tuple(runs), tuple(table))


def has_simple_wilds(rules: Rules, cards: Sequence[Card]) -> bool:
    """Whether each card is either natural or stands for anything, and nothing between (H18, H20, H26)."""
    melding = melding_of(rules)
    kinds = melding.naturals
    return all(
        not melding.reach(card) if card in kinds else melding.reach(card) == kinds for card in set(cards)
    )


def run_of_meld(rules: Rules, meld: Meld) -> Run | None:
    """A meld of the table as a run; None where it is of one suit or not clear, so that nothing interlocks.

    It was judged when it was laid: it is taken upwards or downwards as it reads.
    """
    known = all_places(rules)
    kinds = [laid.stands_for or laid.card for laid in meld]
    suits = sorted({kind.suit for kind in kinds})
    if len(suits) != 2 or "" in suits:
        return None
    other = dict(zip(suits, reversed(suits), strict=True))
    natural = [laid.stands_for in (None, laid.card) for laid in meld]
    for leap in rules.shapes.leaps:
        covered = [known.place_of.get((leap, kind, other[kind.suit]), -1) for kind in kinds]
        if _are_consecutive(known, covered):
            return Run(tuple(covered), tuple(natural))
        if _are_consecutive(known, covered[::-1]):
            return Run(tuple(covered[::-1]), tuple(natural[::-1]))
    return None


def _are_consecutive(known: Places, covered: Sequence[Place]) -> bool:
    return -1 not in covered and all(
        known.next_place[place] == following for place, following in pairwise(covered)
    )
