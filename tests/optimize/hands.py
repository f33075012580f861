"""Random rules and hands for the search."""

from __future__ import annotations

import random

from scorepad.core.cards import WILD, Card
from scorepad.core.packs import FRENCH, MAJORS, TAROT_78, Pack
from scorepad.core.rule_parts import SCHEDULES, Schedule
from scorepad.core.rules import BonusRules, Leaps, MeldShapes, MeldValues, Rules, WildRules

NAMED = [name for name in SCHEDULES if name != "table"]


def any_schedule(rng: random.Random) -> Schedule:
    """A named schedule, or a table's own of any shape, falling ones included."""
    if rng.random() < 0.6:
        return Schedule(rng.choice(NAMED))
    return Schedule("table", tuple(rng.randint(0, 12) for _ in range(rng.randint(1, 6))))


def small_pack(rng: random.Random) -> Pack:
    """A pack of few ranks and suits, where melds go round the circle early."""
    ranks = "A23456789"[: rng.choice([3, 4, 5, 6, 7])]
    return Pack("small", "Small pack", FRENCH.suits[: rng.choice([1, 2, 3, 4])], tuple(ranks))


def any_rules(rng: random.Random, pack: Pack) -> Rules:
    """Rules of every kind of meld, schedule and wild."""
    return Rules(
        game="chattahoochee",
        pack=pack,
        packs=rng.choice([1, 2, 2, 3]),
        jokers=8,
        shapes=MeldShapes(suit_pattern=rng.choice(["single", "both", "alternating"])),
        wilds=WildRules(
            adjacent_naturals=rng.random() < 0.5,
            wilds_apart=rng.random() < 0.3,
            wild_only_schedule=rng.choice([None, None, any_schedule(rng)]),
        ),
        values=MeldValues(schedule=any_schedule(rng)),
        bonuses=BonusRules(quartet_bonus=rng.choice([0, 0, 25])),
    )


def with_wild_ranks(rng: random.Random, rules: Rules) -> Rules:
    """The rules with wild ranks either way, single wild cards, and several leaps."""
    ranks = rules.pack.ranks
    return rules.variant(
        leaps=Leaps(rng.choice([(1,), (1, 2), (2,), (1, 2, 3)])),
        wild_rank=rng.choice([(), ranks[:1], ranks[-1:], (ranks[0], ranks[2])][: 3 + (len(ranks) > 3)]),
        wild_rank_mode=rng.choice(["drops-out", "also-natural"]),
        wild_cards=rng.choice([(), (), (Card(ranks[1], rules.pack.suits[0].letter),)]),
    )


def tarot(rng: random.Random) -> Pack:
    """A small pack with majors: seven ranks and more, and the majors of the real one."""
    ranks = TAROT_78.ranks[: rng.choice([7, 8, 14])]
    return Pack("small-tarot", "Small tarot", (*FRENCH.suits[: rng.choice([1, 2, 4])], MAJORS), ranks)


def any_hand(rng: random.Random, rules: Rules, size: int, wilds: int) -> list[Card]:
    """A hand of a shuffle of the packs, wilds besides."""
    deck = list(rules.pack.cards) * rules.packs
    rng.shuffle(deck)
    return [*deck[:size], *[WILD] * wilds]
