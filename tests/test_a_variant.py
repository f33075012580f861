"""A variant that the rules do not have is data and one small function: here runs that may skip one rank."""

import random
from itertools import chain, combinations

from scorepad.core.cards import Card, Laid, Track
from scorepad.core.check import check
from scorepad.core.packs import FRENCH
from scorepad.core.rules import MeldShapes, Rules
from scorepad.optimize import best


def skipping(rules):
    for suit in rules.pack.suits:
        for out in (None, *rules.pack.ranks):
            cards = (Card(rank, suit.letter) for rank in rules.pack.ranks if rank != out)
            yield Track(tuple(cards), circular=True, leap=1, suits=(suit.letter,))


def test_runs_that_may_skip_one_rank():
    rules = Rules("skipping", packs=2, shapes=MeldShapes(routes=skipping))
    for seed in range(20):
        hand = random.Random(seed).sample(FRENCH.cards[:13] * 2, 6)
        groups = chain.from_iterable(combinations(range(6), size) for size in range(1, 7))
        melds = {sum(1 << n for n in g): check(rules, [[Laid(hand[n]) for n in g]]) for g in groups}
        most = [0]
        for held in range(1, 64):
            most.append(
                max(melds[m].points + most[held - m] for m in melds if m & held == m and melds[m].legal)
            )
        assert best(rules, hand).points == most[63]
