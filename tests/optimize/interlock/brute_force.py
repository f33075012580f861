"""The best arrangement of a small hand where melds interlock, by trying all, scored by the referee.

A hand is parted into groups of cards in every way; every order in which a group may be laid as one meld is
listed straight from the rules (I1, H14, H15), and every choice of melds is judged as it lies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scorepad.core.bonuses import interlocks_with_table
from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.check import check, check_meld
from scorepad.core.rules import Rules
from scorepad.core.verdicts import MeldVerdict
from tests.optimize.groups import every_group


def most_points(rules: Rules, hand: Sequence[Card], table: Sequence[Meld] = ()) -> int:
    """The highest score of any arrangement, interlocks with the table's melds included."""
    partners = [check_meld(rules, meld) for meld in table]
    known: dict[tuple[Card, ...], list[MeldVerdict]] = {}
    return max(
        sum(meld.points for meld in melds)
        + sum(bonus.points for bonus in interlocks_with_table(rules, melds, partners))
        for melds in _arrangements(rules, tuple(sorted(hand)), known)
    )


def _arrangements(
    rules: Rules, hand: tuple[Card, ...], known: dict[tuple[Card, ...], list[MeldVerdict]]
) -> Iterator[tuple[MeldVerdict, ...]]:
    """Every way to lay all cards: the first card goes with every group of others."""
    if not hand:
        yield ()
        return
    for group in every_group(hand[1:]):
        cards = (hand[0], *group)
        if cards not in known:
            known[cards] = list(_ways(rules, cards))
        if known[cards]:
            left = tuple(sorted((Counter(hand) - Counter(cards)).elements()))
            for rest in _arrangements(rules, left, known):
                for meld in known[cards]:
                    yield (meld, *rest)


def _ways(rules: Rules, cards: tuple[Card, ...]) -> Iterator[MeldVerdict]:
    """Every way in which the cards may lie as one meld, as the referee judges it."""
    seen = set()
    if len(cards) == 1 or all(card == WILD for card in cards):
        verdict = check_meld(rules, tuple(map(Laid, cards)))
        if verdict.legal:
            yield verdict
    suits = [suit.letter for suit in rules.pack.suits]
    for leap in rules.shapes.leaps:
        for one in suits:
            for two in suits:
                ranks = rules.pack.ranks_of(one)
                if one == two or ranks != rules.pack.ranks_of(two) or leap > len(ranks) // 2:
                    continue
                for start in range(len(ranks)):
                    order = [
                        Card(ranks[(start + leap * step) % len(ranks)], (one, two)[step % 2])
                        for step in range(len(cards))
                    ]
                    for meld in _laid(order, Counter(cards)):
                        if meld not in seen and len(cards) > 1 and any(not laid.stands_for for laid in meld):
                            seen.add(meld)
                            verdict = check_meld(rules, meld)
                            if verdict.legal:
                                yield verdict


def _laid(order: Sequence[Card], held: Counter[Card]) -> Iterator[Meld]:
    """Every way to lay the cards in this order, naturals as themselves and jokers for what is missing."""
    if not order:
        yield ()
        return
    for card in (order[0], WILD):
        if held[card]:
            laid = Laid(card) if card != WILD else Laid(card, order[0])
            for rest in _laid(order[1:], held - Counter([card])):
                yield (laid, *rest)


def judged(rules: Rules, melds: Sequence[Meld], table: Sequence[Meld] = ()) -> int:
    """The referee's points of legal melds."""
    verdict = check(rules, melds, table)
    assert verdict.legal, verdict.all_findings
    return verdict.points
