"""The layered formula: which suit each card alternates with, as clauses whose wanted literals weigh points.

The own melds of one circle of places are laid in layers: the j-th covers the places that j melds cover, by
a natural where j naturals lie there, else by a wild. A variable says that a place has j naturals, that
its j-th card is a wild, that layer j covers a stretch between two naturals, or that all strands of a ring
cover a stretch of ranks between two where all are natural. Every stretch weighs what it adds to the
stretches within it (`worth.bends`). Nothing stands for a single meld or a tuple of melds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from math import factorial

from scorepad.core.cards import Card
from scorepad.optimize.interlock.clock import ask
from scorepad.optimize.interlock.maxsat import Formula
from scorepad.optimize.interlock.objective import bends, interlock_values, meld_values
from scorepad.optimize.interlock.strands import Hand, Place, Ring, Strand
from scorepad.optimize.interlock.stretches import TRUE, Stretches
from scorepad.optimize.interlock.wild_clauses import tie_wilds


@dataclass
class Layers:
    """The formula of a hand and what its variables mean."""

    hand: Hand
    formula: Formula
    own: list[Strand]


def layered(hand: Hand, until: float, strict: bool = False) -> Layers:
    """The formula whose heaviest model bounds, and nearly always is, the best arrangement.

    `strict`: no layer has a card alone, and none a wild without two naturals beside it. That bounds nothing,
    but what it counts can be laid. Raises Late.
    """
    formula = Formula()
    formula.clauses.append([formula.new()])
    strands: list[Strand] = []
    for copy in range(max(hand.held.values(), default=0)):
        ask(until)
        strands.append(_layer(hand, formula, copy, strands[0].natural if strands else ()))
    _deal_out(hand, formula, strands, until)
    if strict:
        _join(hand, formula, strands)
    needs = _weigh(hand, formula, strands, until)
    if hand.wilds:
        tie_wilds(hand, formula, strands, needs, until, strict)
    return Layers(hand, formula, strands)


def _layer(hand: Hand, formula: Formula, copy: int, first: Collection[Place]) -> Strand:
    """The variables of one layer: of each place that a stretch between two naturals can use.

    Where one rank alone is worth something, also of every further card at the places of the `first` layer:
    melds that cross there both have it, though as layers one of them has it alone.
    """
    known = hand.places
    able = [hand.held[card] > copy for card in known.card]
    used, between = _within_reach(hand, able)
    if hand.rules.interlock_value(1):
        used |= {place for place in first if able[place]}
    one = Strand(True)
    for place in sorted(used):
        one.natural[place] = one.covered[place] = formula.new()
    for place in sorted(between):
        wild = one.wild[place] = formula.new()
        natural = one.natural.get(place)
        if natural is None:
            one.covered[place] = wild
            continue
        either = one.covered[place] = formula.new()
        formula.clauses += [[-either, natural, wild], [-natural, either], [-wild, either], [-wild, -natural]]
    return one


def _within_reach(hand: Hand, able: Sequence[bool]) -> tuple[set[Place], set[Place]]:
    """The natural places of all stretches that can be covered, and the places where wilds may lie."""
    known, wilds = hand.places, len(hand.wilds)
    used: set[Place] = set()
    between: set[Place] = set()
    for first, natural in enumerate(able):
        if not natural:
            continue
        place, missing = known.after[first], 0
        path: list[Place] = []
        for _ in range(known.length[first] - 2):
            if able[place]:
                used |= {first, place}
                if wilds:
                    between.update(path)
            else:
                missing += 1
                if missing > wilds:
                    break
            path.append(place)
            place = known.after[place]
    return used, between


def _deal_out(hand: Hand, formula: Formula, strands: Sequence[Strand], until: float) -> None:
    """Each natural lies at one place at most, and layers are filled from the first on."""
    corners: dict[Card, list[list[int]]] = {}
    for place in strands[0].natural if strands else ():
        steps = [one.natural[place] for one in strands if place in one.natural]
        formula.clauses += [[-upper, lower] for lower, upper in pairwise(steps)]
        corners.setdefault(hand.places.card[place], []).append(steps)
    for card, ways in corners.items():
        copies = hand.held[card]
        for number in range(2, min(len(ways), copies + 1) + 1):
            for some in combinations(ways, number):
                ask(until)
                formula.clauses += [
                    [-steps[upto - 1] for steps, upto in zip(some, split, strict=True)]
                    for split in product(range(1, copies + 1), repeat=number)
                    if sum(split) == copies + 1
                    and all(n <= len(steps) for steps, n in zip(some, split, strict=True))
                ]


def _join(hand: Hand, formula: Formula, strands: Sequence[Strand]) -> None:
    after, before = hand.places.after, hand.places.before
    for strand in strands:
        for place, natural in strand.natural.items():
            beside = (strand.covered.get(one) for one in (after[place], before[place]))
            formula.clauses.append([-natural, *(lit for lit in beside if lit is not None)])


def _weigh(hand: Hand, formula: Formula, strands: Sequence[Strand], until: float) -> dict[int, list[int]]:
    """Every stretch of a layer, and of every ring of strands, with what it adds.

    The answer has, by literal that weighs, the wilds that it cannot do without.
    """
    most = hand.size + 1
    stretches = Stretches(hand, formula, until)
    melds, locks = bends(meld_values(hand.rules, most)), bends(interlock_values(hand.rules, most))
    for strand in strands:
        for place in strand.natural:
            stretches.weigh((place,), (strand,), melds, 1)
    every = [*strands, *_table(hand)]
    beginning = [_beginning(hand, strand, bool(locks[1])) for strand in every]
    for ring in _rings(hand, set().union(*beginning)):
        choices = [
            [strand for strand, begun in zip(every, beginning, strict=True) if place in begun]
            for place in ring
        ]
        for some in product(*choices):
            if any(strand.own for strand in some):
                stretches.weigh(ring, some, locks, factorial(len(ring)) // 2)
    return stretches.needs


def _table(hand: Hand) -> Iterator[Strand]:
    for run in hand.table:
        one = Strand(False)
        for place, natural in zip(run.covered, run.natural, strict=True):
            (one.natural if natural else one.wild)[place] = one.covered[place] = TRUE
        for place in one.natural.keys() & one.wild.keys():
            del one.wild[place]
        yield one


def _beginning(hand: Hand, strand: Strand, alone: bool) -> set[Place]:
    """The natural places from which the strand may go on; all of them where one rank alone counts."""
    return {place for place in strand.natural if alone or hand.places.after[place] in strand.covered}


def _rings(hand: Hand, begun: set[Place]) -> Iterator[Ring]:
    """The rings of these places, each begun at its first suit."""
    for corner in hand.places.corners:
        open_ways: dict[str, list[str]] = {}
        for (one, two), place in corner.items():
            if place in begun:
                open_ways.setdefault(one, []).append(two)
        for first in open_ways:
            for path in _paths(open_ways, (first,)):
                yield tuple(corner[pair] for pair in pairwise((*path, first)))


def _paths(ways: dict[str, list[str]], path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for suit in ways.get(path[-1], ()):
        if suit == path[0] and len(path) > 1:
            yield path
        elif suit > path[0] and suit not in path:
            yield from _paths(ways, (*path, suit))
