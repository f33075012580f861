"""The best arrangement of a dense hand by a program of its own, which shares nothing with the search.

Every meld that could be laid is listed straight from I1 and H15 and every tuple of melds that interlock from
I2 to I6, and RC2 (python-sat's MaxSAT solver) chooses. A spot is a rank of a circle and the way in which
the suits follow there, as a bit of a number, so that what melds share is the "and" of their numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations, product
from math import factorial, gcd
from threading import Event, Thread
from time import process_time

from pysat.card import CardEnc, EncType
from pysat.examples.rc2 import RC2Stratified
from pysat.formula import WCNF

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.rules import Rules


@dataclass(frozen=True)
class Piece:
    """A meld that may be laid: its cards in order, each with the kind that it lies for, on one circle."""

    cards: tuple[Card, ...]
    kinds: tuple[Card, ...]
    circle: tuple[str, ...]

    @property
    def natural(self) -> tuple[bool, ...]:
        return tuple(card != WILD for card in self.cards)

    def spots(self, first: str) -> list[int]:
        """The bit of each card, where the ring of suits leads from `first` to the other suit."""
        return [1 << 2 * self.circle.index(kind.rank) + (kind.suit == first) for kind in self.kinds]

    def meld(self) -> Meld:
        return tuple(
            Laid(card, kind if card == WILD else None)
            for card, kind in zip(self.cards, self.kinds, strict=True)
        )


class TooHard(Exception):
    """The choice takes longer than was allowed."""


def most_points(
    rules: Rules, hand: Sequence[Card], most_seconds: float | None = None
) -> tuple[int, tuple[Meld, ...]]:
    """The highest score of any arrangement, and one that has it; wilds by themselves are worth nothing.

    Raises TooHard where the choice takes longer than so many seconds of the processor.
    """
    held = Counter(hand)
    pieces = [
        piece
        for piece in dict.fromkeys(_pieces(rules, held))
        for _ in range(min(held[card] // count for card, count in Counter(piece.cards).items()))
    ]
    alone = rules.values.schedule.value(1)
    gains = [
        rules.values.schedule.value(sum(piece.natural))
        + _with_itself(rules, piece)
        - alone * sum(piece.natural)
        for piece in pieces
    ]
    formula = WCNF()
    for number, gain in enumerate(gains, start=1):
        if gain:
            formula.append([number if gain > 0 else -number], weight=abs(gain))
    top = _use_each_card_once(formula, held, pieces)
    interlocks = list(_interlocks(rules, held, pieces))
    for lock, (ring, points) in enumerate(interlocks, start=top + 1):
        formula.append([lock], weight=points)
        formula.extend([[-lock, number + 1] for number in ring])
    taken = _chosen(formula, len(pieces), most_seconds)
    left = held - Counter(card for number in taken for card in pieces[number].cards)
    points = alone * sum(card != WILD for card in hand) + sum(gains[number] for number in taken)
    points += sum(points for ring, points in interlocks if taken.issuperset(ring))
    return points, (
        *(pieces[number].meld() for number in taken),
        *((Laid(card),) for card in left.elements()),
    )


def _chosen(formula: WCNF, pieces: int, most_seconds: float | None) -> set[int]:
    """The pieces that weigh most together, counted from 0. Raises TooHard."""
    if not formula.soft:
        return set()
    thorough = most_seconds is None  # such calls cannot be interrupted
    with RC2Stratified(formula, adapt=True, exhaust=thorough, minz=thorough) as solver:
        if most_seconds is None:
            model = solver.compute()
        else:
            finished = Event()
            Thread(target=_interrupt_late, args=(solver, most_seconds, finished), daemon=True).start()
            model = solver.compute(expect_interrupt=True)
            finished.set()
    if model is None:
        raise TooHard
    return {lit - 1 for lit in model if 0 < lit <= pieces}


def _interrupt_late(solver: RC2Stratified, most_seconds: float, finished: Event) -> None:
    """Interrupt the solver after so many seconds of the processor."""
    latest = process_time() + most_seconds
    while not finished.wait(0.05):
        if process_time() > latest:
            solver.interrupt()
            return


def _use_each_card_once(formula: WCNF, held: Counter[Card], pieces: Sequence[Piece]) -> int:
    """The clauses that no card is laid more often than there is; the highest variable that they use."""
    top = len(pieces)
    for card, copies in held.items():
        uses = []
        for number, piece in enumerate(pieces, start=1):
            uses += [number] * piece.cards.count(card)
            for place in range(len(uses) - 1):
                if uses[place] == uses[-1]:
                    top += 1
                    formula.extend([[-top, number], [top, -number]])
                    uses[-1] = top
        if len(uses) > copies:
            bound = CardEnc.atmost(uses, copies, top_id=top, encoding=EncType.seqcounter)
            formula.extend(bound.clauses)
            top = max(top, bound.nv)
    return top


def _tracks(rules: Rules) -> Iterator[tuple[tuple[str, ...], int]]:
    """The circles of ranks under each leap; a leap that divides the ranks splits them (H22)."""
    ranks = rules.pack.ranks
    for leap in rules.shapes.leaps.each:
        parts = gcd(leap, len(ranks))
        for first in range(parts):
            steps = range(len(ranks) // parts)
            yield tuple(ranks[(first + leap * step) % len(ranks)] for step in steps), leap


def _pieces(rules: Rules, held: Counter[Card]) -> Iterator[Piece]:
    suits = [suit.letter for suit in rules.pack.suits]
    for (circle, _), (one, two) in product(_tracks(rules), permutations(suits, 2)):
        for start in range(len(circle)):
            order = [
                Card(circle[(start + step) % len(circle)], (one, two)[step % 2])
                for step in range(len(circle) * 4)
            ]
            for cards in _laid(rules, order, held, ()):
                yield Piece(cards, tuple(order[: len(cards)]), circle)


def _laid(
    rules: Rules, order: Sequence[Card], left: Counter[Card], cards: tuple[Card, ...]
) -> Iterator[tuple[Card, ...]]:
    if len(cards) > 1 and _may_lie(rules, [card != WILD for card in cards]):
        yield cards
    if len(cards) < len(order):
        for card in {order[len(cards)], WILD}:
            if left[card]:
                yield from _laid(rules, order, left - Counter([card]), (*cards, card))


def _may_lie(rules: Rules, natural: Sequence[bool]) -> bool:
    """One natural at least; two side by side where there is a wild, or wilds apart, if a table says so."""
    together = (
        all(natural)
        or not rules.wilds.adjacent_naturals
        or any(one and two for one, two in pairwise(natural))
    )
    apart = not rules.wilds.wilds_apart or all(one or two for one, two in pairwise(natural))
    return any(natural) and together and apart


def _with_itself(rules: Rules, piece: Piece) -> int:
    """I6: each lap of a meld with the next, where the number of ranks is odd."""
    laps, rest = divmod(len(piece.cards), len(piece.circle))
    total = 0
    for lap in range(laps if len(piece.circle) % 2 else 0):
        start = lap * len(piece.circle)
        both = [
            *range(start, start + rest),
            *range(start + len(piece.circle), start + len(piece.circle) + rest),
        ]
        total += _worth(rules, rest - sum(piece.cards[place] == WILD for place in both))
    return total


def _worth(rules: Rules, net: int) -> int:
    schedule = rules.bonuses.interlocks.schedule or rules.values.schedule
    return net * schedule.value(net) if net > 0 else 0


def _interlocks(
    rules: Rules, held: Counter[Card], pieces: Sequence[Piece]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every ring of pieces that the hand has the cards for, with its points."""
    by_way: dict[tuple[tuple[str, ...], str, str], list[tuple[int, int]]] = {}
    lists: dict[tuple[int, str], list[int]] = {}
    for number, piece in enumerate(pieces):
        suits = sorted({kind.suit for kind in piece.kinds})
        for one, two in permutations(suits):
            spots = lists[number, one] = piece.spots(one)
            covered = 0
            for spot in spots:
                covered |= spot
            by_way.setdefault((piece.circle, one, two), []).append((number, covered))
    suits = [suit.letter for suit in rules.pack.suits]
    for size in range(2, len(suits) + 1):
        for some in combinations(suits, size):
            for rest in permutations(some[1:]):
                if size == 2 or rest[0] < rest[-1]:
                    for circle in {circle for circle, _ in _tracks(rules)}:
                        ways = [by_way.get((circle, *way), []) for way in pairwise((some[0], *rest, some[0]))]
                        for ring, spots in _rings(held, pieces, ways, (), -1):
                            wilds = _wilds(pieces, lists, ring, (some[0], *rest))
                            points = sum(_worth(rules, net) for net in _nets(spots, wilds, len(circle)))
                            if points:
                                yield ring, points * factorial(size) // 2


def _rings(
    held: Counter[Card],
    pieces: Sequence[Piece],
    ways: Sequence[Sequence[tuple[int, int]]],
    ring: tuple[int, ...],
    spots: int,
) -> Iterator[tuple[tuple[int, ...], int]]:
    if not ways:
        yield ring, spots
        return
    for number, covered in ways[0]:
        of_two = len(ways) == 1 and len(ring) == 1  # either of them may be first
        if spots & covered and number not in ring and not (of_two and number < ring[0]):
            further = (*ring, number)
            if len(further) == 1 or not Counter(card for one in further for card in pieces[one].cards) - held:
                yield from _rings(held, pieces, ways[1:], further, spots & covered)


def _wilds(
    pieces: Sequence[Piece],
    lists: dict[tuple[int, str], list[int]],
    ring: Sequence[int],
    suits: Sequence[str],
) -> Counter[int]:
    return Counter(
        spot
        for number, suit in zip(ring, suits, strict=True)
        for spot, card in zip(lists[number, suit], pieces[number].cards, strict=True)
        if card == WILD
    )


def _nets(spots: int, wilds: Counter[int], ranks: int) -> Iterator[int]:
    """Net lengths of the stretches: round the circle, the way of the suits turned from rank to rank."""
    order = [1 << 2 * (step % ranks) + step % 2 for step in range(2 * ranks)]
    turns = [order] if ranks % 2 else [order[:ranks], [1 << 2 * step + 1 - step % 2 for step in range(ranks)]]
    for turn in turns:
        there = [bool(spots & spot) for spot in turn]
        if all(there):
            yield len(turn) - sum(wilds[spot] for spot in turn)
            continue
        begin = there.index(False)
        net = length = 0
        for spot in (*turn[begin:], *turn[:begin], 0):
            if spots & spot:
                length, net = length + 1, net + 1 - wilds[spot]
            elif length:
                yield net
                net = length = 0
