"""The best arrangement of a hand: most points, then fewest cards left, then most melds (B7, F3).

A recursion on the cards left: the first kind stays in hand, or goes into one of the melds that begin with it.
What is left, and how many jokers, says all about the rest, so that each case is solved once.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Sequence

from scorepad.core.cards import Card, Meld
from scorepad.core.rules import Rules
from scorepad.core.values import left_value
from scorepad.optimize.answer import Answer
from scorepad.optimize.deadwood.hand import BITS, Column, Hand
from scorepad.optimize.deadwood.playable_melds import columns
from scorepad.optimize.on_table import as_read

_BETWEEN_LOOKS = 256  # cases between two looks at the clock

Cases = dict[tuple[int, int], tuple[int, Column | None]]  # room and jokers -> greatest gain, first meld


def best(rules: Rules, cards: Sequence[Card], *, table: Sequence[Meld] = (), limit: float = 2.0) -> Answer:
    """The best arrangement, beside melds on the table on which cards may be laid off (B2).

    The answer's melds are those of the table, longer where cards were laid off, and then the new ones.
    Raises BrokenTable.
    """
    begun = time.perf_counter()
    there = as_read(rules, table)
    hand = Hand(rules, tuple(cards), there)
    chosen, whole = _choose(hand, begun + limit)
    melds, left = _laid_out(hand, chosen)
    points = _points(hand, chosen, left)
    bound = points if whole else _most(hand)
    return Answer(melds, points, bound, time.perf_counter() - begun, left)


def _choose(hand: Hand, deadline: float) -> tuple[list[Column], bool]:
    """The columns of the greatest gain, and whether no others gain more."""
    found = columns(hand)
    begin: dict[int, list[Column]] = defaultdict(list)
    for one in found:
        if one.first is not None:
            begin[one.first].append(one)
    alone = [one for one in found if one.first is None]
    known, whole = _tried(hand, begin, alone, deadline)
    return _traced(hand, known), whole


def _tried(
    hand: Hand, begin: dict[int, list[Column]], jokers_alone: list[Column], deadline: float
) -> tuple[Cases, bool]:
    """The choice in each case that can come about, and whether all was tried before the deadline."""
    known: Cases = {}
    guard, cards = hand.guard, hand.most_room
    late = False

    def gain(room: int, jokers: int) -> int:
        nonlocal late
        case = (room, jokers)
        if case in known:
            return known[case][0]
        if len(known) % _BETWEEN_LOOKS == 0 and time.perf_counter() > deadline:
            late = True
        most, choice = 0, None
        here = room & cards
        if here and not late:
            place = ((here & -here).bit_length() - 1) // BITS
            most = gain(room - (1 << BITS * place), jokers)
            options = begin.get(place, ())
        else:
            options = () if late else jokers_alone
        guarded = room | guard
        for one in options:
            if one.jokers <= jokers and (guarded - one.room) & guard == guard:
                value = one.gain + gain(room - one.room, jokers - one.jokers)
                if value > most:
                    most, choice = value, one
        known[case] = (most, choice)
        return most

    gain(hand.whole, hand.jokers)
    return known, not late


def _traced(hand: Hand, known: Cases) -> list[Column]:
    """The columns chosen, case by case from the whole hand."""
    room, jokers = hand.whole, hand.jokers
    chosen = []
    while (room, jokers) in known:
        one = known[room, jokers][1]
        here = room & hand.most_room
        if one is not None:
            chosen.append(one)
            room, jokers = room - one.room, jokers - one.jokers
        elif here:
            room -= 1 << ((here & -here).bit_length() - 1) // BITS * BITS
        else:
            break
    return chosen


def _laid_out(hand: Hand, chosen: Sequence[Column]) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
    """The melds of the table, then the new ones; and the cards left."""
    table = list(hand.table)
    for one in chosen:
        if one.home is not None:
            table[one.home] = one.laid
    melds = (*table, *(one.laid for one in chosen if one.home is None))
    left = Counter(hand.cards)
    left.update(laid.card for meld in hand.table for laid in meld)
    left.subtract(laid.card for meld in melds for laid in meld)
    order = hand.rules.pack.order
    return melds, tuple(sorted(left.elements(), key=lambda card: order.get(card, len(order))))


def _points(hand: Hand, chosen: Sequence[Column], left: Sequence[Card]) -> int:
    """Points of the melds beyond the table's, less what is left where that counts."""
    every = left_value(hand.rules, hand.cards)
    if hand.rules.deal.left_counts:
        return sum(one.gain // hand.point for one in chosen) - every
    return every - left_value(hand.rules, left)


def _most(hand: Hand) -> int:
    """Points that no arrangement exceeds: every card melded at its highest value."""
    return left_value(hand.rules, hand.cards)
