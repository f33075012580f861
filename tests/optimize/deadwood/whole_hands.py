"""Whole hands by trying every choice of melds, from the clauses of the games alone.

Nothing here is of the search or the referee: cards are (rank, suit), a joker is ("w", "").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, pairwise

JOKER = ("w", "")
FRENCH = "A23456789TJQK"
COUNTS = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10, **{rank: int(rank) for rank in "23456789"}}
Cards = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Clauses:
    """What may be melded and what cards count.

    lines     the orders of ranks that runs follow; a line goes round where `corner`
    distinct  sets are of different suits
    most_set  most cards of a set
    wild      the rank that is wild beside jokers
    as_card   a joker in a meld counts as its card, an ace before the two 1
    clean     naturals side by side that the run of an opening needs
    low_ace   what an ace counts before the two of a run; None: as everywhere
    wild_cards  single cards that are wild besides being natural
    closes    the most that may be left to end the deal, and of how many cards
    lives     a run without wilds and a second run, or nothing counts; "pure": or the run without alone
    pairs     so many pairs of identical cards end or open it too, and then all melds are pairs
    keeps     a joker is thrown only where all others are melded
    lone_ace  what an ace counts as the only card left; None: as beside others
    high_ace  what an ace counts after the highest rank of a run; None: as everywhere
    each      naturals that a meld has for each of its wilds
    laid      what is laid counts, and what is left is taken off
    """

    lines: tuple[Sequence[str], ...]
    suits: str = "CSHD"
    corner: bool = False
    distinct: bool = True
    most_set: int = 4
    wild: str = ""
    least_naturals: int = 1
    most_wilds: int = 99
    apart: bool = False
    outnumbered: bool = False
    counts: dict[str, int] = field(default_factory=lambda: dict(COUNTS))
    left: dict[str, int] = field(default_factory=dict)
    as_card: bool = False
    opening: int = 0
    clean: int = 0
    low_ace: int | None = 1
    wild_cards: Cards = ()
    closes: tuple[int, int] = (0, 0)
    lives: str = ""
    big: bool = False
    pairs: int = 0
    keeps: bool = False
    lone_ace: int | None = None
    high_ace: int | None = None
    each: int = 0
    laid: bool = False

    def __hash__(self) -> int:
        return id(self)

    def left_value(self, cards: Sequence[tuple[str, str]]) -> int:
        if self.lone_ace is not None and [rank for rank, _ in cards] == ["A"]:
            return self.lone_ace
        return sum(map(self._left_of, cards))

    def _left_of(self, card: tuple[str, str]) -> int:
        if card == JOKER:
            return self.left.get("w", 0)
        is_wild = card[0] == self.wild or card in self.wild_cards
        return self.left["wild"] if is_wild and "wild" in self.left else self.value(card[0])

    def value(self, rank: str) -> int:
        return self.left.get(rank, self.counts[rank])


@dataclass(frozen=True)
class Way:
    """A meld: its points, and whether it is a run, one without wilds, a clean one."""

    points: int
    run: bool = False
    pure: bool = False
    clean: bool = False


def ways(clauses: Clauses, cards: Cards) -> Iterator[Way]:
    """The ways in which all these cards are one meld."""
    if len(cards) < 3:
        return
    yield from _as_set(clauses, cards)
    for suit in clauses.suits:
        for line in clauses.lines:
            yield from _as_run(clauses, cards, suit, line)


def _may_be_wild(clauses: Clauses, card: tuple[str, str]) -> bool:
    return card == JOKER or card[0] == clauses.wild or card in clauses.wild_cards


def _as_set(clauses: Clauses, cards: Cards) -> Iterator[Way]:
    if len(cards) > clauses.most_set:
        return
    fixed = [card for card in cards if not _may_be_wild(clauses, card)]
    free = [card for card in cards if _may_be_wild(clauses, card)]
    for rank in {card[0] for card in fixed} or set(clauses.lines[0]):
        if any(card[0] != rank for card in fixed) or (clauses.distinct and len(set(fixed)) < len(fixed)):
            continue
        naturals = list(fixed)
        for card in free:
            if card[0] == rank and not (clauses.distinct and card in naturals):
                naturals.append(card)
        wilds = len(cards) - len(naturals)
        if len(naturals) < clauses.least_naturals or wilds > clauses.most_wilds:
            continue
        if clauses.outnumbered and wilds > len(naturals):
            continue
        if len(naturals) < clauses.each * wilds:
            continue
        yield Way(clauses.counts[rank] * len(cards) if clauses.as_card else 0)


def _as_run(clauses: Clauses, cards: Cards, suit: str, line: Sequence[str]) -> Iterator[Way]:
    length = len(cards)
    if length > len(line):
        return
    fixed = [card for card in cards if not _may_be_wild(clauses, card)]
    if any(card[1] != suit for card in fixed):
        return
    around = (*line, *line) if clauses.corner else line
    for start in range(len(line) if clauses.corner else len(line) - length + 1):
        window = around[start : start + length]
        need = Counter((rank, suit) for rank in window)
        if Counter(fixed) - need:
            continue
        for natural in _places_of_naturals(cards, [(rank, suit) for rank in window]):
            wilds = natural.count(False)
            if length - wilds < clauses.least_naturals or wilds > clauses.most_wilds:
                continue
            if length - wilds < clauses.each * wilds:
                continue
            if clauses.apart and any(not one and not other for one, other in pairwise(natural)):
                continue
            longest = max(len(part) for part in "".join("x" if one else " " for one in natural).split(" "))
            points = sum(clauses.counts[rank] for rank in window) if clauses.as_card else 0
            for end, beside in ((window[0], window[1]), (window[-1], window[-2])):
                at_end = clauses.low_ace if beside == "2" else clauses.high_ace
                if clauses.as_card and end in ("A", "1") and at_end is not None:
                    points += at_end - clauses.counts[end]
            yield Way(points, True, not wilds, bool(clauses.clean) and longest >= clauses.clean)


def _places_of_naturals(cards: Cards, kinds: Sequence[tuple[str, str]]) -> Iterator[list[bool]]:
    """By place whether a card lies there as itself; two ways where one ace can lie at either end."""
    missing = Counter(kinds) - Counter(cards)
    if kinds[0] == kinds[-1] and missing[kinds[0]] == 1:
        inner = [not missing[kind] for kind in kinds[1:-1]]
        yield [True, *inner, False]
        yield [False, *inner, True]
    else:
        yield [not missing[kind] for kind in kinds]


class Tried:
    """Every choice of melds of a hand."""

    def __init__(self, clauses: Clauses, cards: Sequence[tuple[str, str]]) -> None:
        self.clauses, self.cards = clauses, tuple(cards)
        self.melds: list[list[tuple[int, Way]]] = [[] for _ in cards]
        numbers = range(len(cards))
        for size in range(3, len(cards) + 1):
            for chosen in combinations(numbers, size):
                found = set(ways(clauses, tuple(self.cards[number] for number in chosen)))
                mask = sum(1 << number for number in chosen)
                self.melds[chosen[0]] += [(mask, way) for way in _undominated(found)]
        self.outcomes = cache(self._outcomes)

    def _outcomes(self, free: int) -> frozenset[tuple[int, int, int, int, int]]:
        """Of the cards in a mask: which are melded, points, melds, runs, and of those the ones without wilds,
        with 100 for each clean one."""
        if not free:
            return frozenset({(0, 0, 0, 0, 0)})
        first = (free & -free).bit_length() - 1
        found = set(self.outcomes(free & free - 1))
        for mask, way in self.melds[first]:
            if mask & free == mask:
                for melded, points, melds, runs, pure in self.outcomes(free & ~mask):
                    special = pure + way.pure + 100 * way.clean
                    found.add((melded | mask, points + way.points, melds + 1, runs + way.run, special))
        return frozenset(found)

    def left(self, melded: int, thrown: int = -1) -> list[tuple[str, str]]:
        return [
            card for number, card in enumerate(self.cards) if not melded >> number & 1 and number != thrown
        ]

    def _after_throw(self, throws: bool) -> Iterator[tuple[int, int]]:
        """The cards that may be melded, and the one thrown, -1 for none."""
        everything = (1 << len(self.cards)) - 1
        if not throws or self.clauses.big:
            yield everything, -1
        if throws:
            yield from ((everything & ~(1 << number), number) for number in range(len(self.cards)))

    def least_left(self, *, throws: bool, last_ends: bool = False) -> tuple[int, int]:
        """The least that can be left, and of how few cards then; where `last_ends`, of one card or none if
        that can be."""
        best = []
        for free, thrown in self._after_throw(throws):
            for melded, _, _, runs, special in self.outcomes(free):
                if throws and thrown < 0 and self.left(melded):
                    continue
                counted = melded
                if self.clauses.lives and not (special % 100 >= 1 and runs >= 2):
                    counted = melded if self.clauses.lives == "pure" and runs == special == 1 else 0
                    if counted and not self._is_one_run(counted):
                        counted = 0
                left = self.left(counted, thrown)
                if left and self._keeps(thrown):
                    continue
                best.append((last_ends and len(left) > 1, self.clauses.left_value(left), len(left)))
        return min(best)[1:]

    def most_worth(self, *, throws: bool) -> tuple[bool, int]:
        """Whether the hand of a player who has opened ends the deal, and the most that it is then worth: what
        is laid, less what is left."""
        best = []
        for free, thrown in self._after_throw(throws):
            for melded, points, *_ in self.outcomes(free):
                left = self.left(melded, thrown)
                ends = len(left) <= (0 if throws else 1)
                best.append((ends, points - (0 if ends else self.clauses.left_value(left))))
        return max(best)

    def may_close(self, *, throws: bool) -> bool:
        """Whether the hand can end the deal with what may be left."""
        most, most_cards = self.clauses.closes
        for free, thrown in self._after_throw(throws):
            for melded, *_ in self.outcomes(free):
                left = self.left(melded, thrown)
                value = self.clauses.left_value(left)
                if not left or (value <= most and len(left) <= (most_cards or len(left))):
                    return True
        return False

    def _keeps(self, thrown: int) -> bool:
        return self.clauses.keeps and thrown >= 0 and self.cards[thrown] == JOKER

    def most_pairs(self, *, throws: bool) -> tuple[int, bool]:
        """The most pairs of the hand, a card thrown or not, and whether nothing is left beside them."""
        best = []
        for free, thrown in self._after_throw(throws):
            held = [card for number, card in enumerate(self.cards) if free >> number & 1]
            pairs = _most_pairs(tuple(sorted(held)))
            if len(held) == 2 * pairs or not self._keeps(thrown):
                best.append((pairs, len(held) == 2 * pairs))
        return max(best)

    def _is_one_run(self, melded: int) -> bool:
        return any(mask == melded and way.pure for melds in self.melds for mask, way in melds)

    def first_melds(self, *, throws: bool, whole: bool) -> tuple[bool, int, int, int]:
        """Whether all of a whole hand goes at once; else the most points, fewest jokers and least left of
        first melds."""
        if whole and self.least_left(throws=throws)[1] == 0:
            return True, 0, 0, 0
        best = {False: (-1, 0, 0), True: (-1, 0, 0)}
        for free, thrown in self._after_throw(throws):
            for melded, points, _, _, special in self.outcomes(free):
                if self._keeps(thrown):
                    continue
                jokers = sum(melded >> number & 1 for number, card in enumerate(self.cards) if card == JOKER)
                left = self.clauses.left_value(self.left(melded, thrown))
                for is_clean in {False, special >= 100}:
                    best[is_clean] = max(best[is_clean], (points, -jokers, -left))
        needs_clean = bool(self.clauses.clean) and best[True][0] >= self.clauses.opening
        return (False, *best[needs_clean])


def _most_pairs(cards: Cards) -> int:
    """Of cards in order, by pairing the first with each other or with none."""
    if len(cards) < 2:
        return 0
    first, rest = cards[0], cards[1:]
    best = _most_pairs(rest)
    for number, card in enumerate(rest):
        if card == first or JOKER in (card, first):
            best = max(best, 1 + _most_pairs(rest[:number] + rest[number + 1 :]))
    return best


def _undominated(found: set[Way]) -> Iterator[Way]:
    """Without ways that another beats in all that counts."""
    for way in found:
        if not any(
            other != way
            and (other.points, other.run, other.pure, other.clean)
            >= (way.points, way.run, way.pure, way.clean)
            and other.run >= way.run
            and other.pure >= way.pure
            and other.clean >= way.clean
            for other in found
        ):
            yield way
