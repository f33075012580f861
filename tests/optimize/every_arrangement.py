"""The best that can be done with a few cards, by laying them in every way and asking the referee alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product

from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.check import check, check_meld
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.core.tokens import leap_faults
from scorepad.core.values import left_value
from scorepad.core.verdicts import MeldVerdict

Cards = tuple[Card, ...]
IMPOSSIBLE = -(10**6)  # points


def most_points(rules: Rules, hand: Sequence[Card]) -> int:
    """The most points of any way to lay the hand, cards left over counted as the rules say."""
    return max(points_of(rules, melds, left) for melds, left in arrangements(rules, tuple(sorted(hand))))


def arrangements(rules: Rules, hand: Cards) -> Iterator[tuple[list[MeldVerdict], Cards]]:
    """Every way to part a hand into legal melds and cards left over."""
    if not hand:
        yield [], ()
        return
    first, others = hand[0], hand[1:]
    if not rules.scoring.must_meld_all:
        for melds, left in arrangements(rules, others):
            yield melds, (first, *left)
    for size in range(len(others) + 1):
        for chosen in set(combinations(others, size)):
            verdict = judged(rules, (first, *chosen))
            if verdict.legal:
                rest = tuple(sorted((Counter(others) - Counter(chosen)).elements()))
                yield from (([verdict, *melds], left) for melds, left in arrangements(rules, rest))


@cache
def judged(rules: Rules, cards: Cards) -> MeldVerdict:
    """The referee on cards that may be laid in any order; wilds show by their places what they stand for."""
    if not any(melding_of(rules).reach(card) for card in cards):
        verdict = check_meld(rules, tuple(map(Laid, cards)))
        if verdict.legal or len(rules.shapes.leaps.each) == 1:
            return verdict  # else their order may say which leap they follow
    orders = [check_meld(rules, tuple(map(Laid, order))) for order in set(permutations(cards))]
    if any(finding.code == "ambiguous" for verdict in orders for finding in verdict.findings):
        orders += [check_meld(rules, said) for said in _said(rules, cards)]
    return max(orders, key=lambda verdict: (verdict.legal, verdict.points))


def _said(rules: Rules, cards: Cards) -> Iterator[Meld]:
    """The cards with every wild saying what it stands for, in every way (F2)."""
    senses = (
        [Laid(card, kind) for kind in rules.pack.cards] if card.is_wild else [Laid(card)] for card in cards
    )
    return product(*senses)


def points_of(rules: Rules, melds: Sequence[MeldVerdict], left: Cards) -> int:
    """What a way to lay a hand counts; far below nothing where its leaps can’t be one player’s."""
    laid = [meld.laid for meld in melds]
    if rules.bonuses.interlocks or rules.bonuses.quartet_bonus:
        points = check(rules, laid).points
    else:
        points = sum(meld.points for meld in melds)
    if leap_faults(rules, [meld.leap for meld in melds if meld.leap]):
        return IMPOSSIBLE
    return points - (left_value(rules, left) if rules.scoring.left_counts else 0)
