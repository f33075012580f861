"""Random rules and hands under which melds interlock."""

from __future__ import annotations

import random

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.packs import FRENCH, Pack, Suit
from scorepad.core.rule_parts import Interlocks, Schedule
from scorepad.core.rules import Leaps, Rules
from scorepad.rulebook.chattahoochee_interlocking import GAME

RULES = GAME.rules({"jokers": 8})
SUITS = (*FRENCH.suits, Suit("X", "★", "stars", "blue"))
OTHERS = [Schedule("original"), Schedule("square"), Schedule("fibonacci")]


def small_rules(rng: random.Random) -> Rules:
    """Few ranks and two to five suits: melds wrap, lap and interlock in all ways."""
    ranks = rng.choice([3, 4, 5, 5, 6, 7])
    pack = Pack("small", "Small pack", SUITS[: rng.choice([2, 2, 3, 4, 5])], tuple("A23456789"[:ranks]))
    return RULES.variant(
        pack=pack,
        packs=rng.choice([1, 2, 2, 3]),
        schedule=any_schedule(rng),
        adjacent_naturals=rng.random() < 0.7,
        wilds_apart=rng.random() < 0.15,
        leaps=Leaps(rng.choice([(1,), (1,), (1, 2), (2,)]) if ranks >= 4 else (1,)),
    )


def any_schedules(rng: random.Random, rules: Rules) -> Rules:
    """The rules with schedules of their own for melds and for interlocks (I3)."""
    return rules.variant(schedule=any_schedule(rng), interlocks=Interlocks(any_schedule(rng)))


def any_schedule(rng: random.Random) -> Schedule:
    """Mostly those of I1; else one that values one card, or a table's own of any shape."""
    if rng.random() < 0.7:
        return Schedule(rng.choice(["one-zero", "one-zero", "two-zeroes"]))
    own = Schedule("table", tuple(rng.randint(0, 9) for _ in range(rng.randint(1, 5))))
    return rng.choice([*OTHERS, own])


def deal(rng: random.Random, rules: Rules, size: int, wilds: int = 0, ranks: str = "") -> list[Card]:
    """A hand of a shuffle of the packs, of some ranks only where those are named."""
    deck = [card for card in rules.pack.cards if not ranks or card.rank in ranks] * rules.packs
    rng.shuffle(deck)
    return deck[:size] + [WILD] * wilds


def any_meld(rng: random.Random, rules: Rules) -> Meld:
    """A meld of a partner's, two to five cards long, perhaps with a wild."""
    one, two = rng.sample([suit.letter for suit in rules.pack.suits], 2)
    ranks, leap = rules.pack.ranks, rules.shapes.leaps.each[0]
    start, length = rng.randrange(len(ranks)), rng.randint(2, 5)
    kinds = [Card(ranks[(start + leap * step) % len(ranks)], (one, two)[step % 2]) for step in range(length)]
    meld = [Laid(kind) for kind in kinds]
    if length > 3 and rng.random() < 0.4:
        meld[2] = Laid(WILD, kinds[2])
    return tuple(meld)
