"""Which cards are wild, and what each may stand for (H14, H18, H20, H26)."""

from __future__ import annotations

from functools import cache

from scorepad.core.cards import WILD, Card
from scorepad.core.packs import MAJORS, ROMAN
from scorepad.core.rules import Rules

_UNRESTRICTED_MAJOR = "XXII"
_MODULUS = 7


@cache
def naturals(rules: Rules) -> frozenset[Card]:
    """The kinds of card that lie on the circles: all but ranks that drop out and majors that are wild."""
    return frozenset(card for card in rules.pack.cards if _on_circle(rules, card))


def _on_circle(rules: Rules, card: Card) -> bool:
    dropped = rules.wilds.wild_rank_mode == "drops-out" and card.rank in rules.wilds.wild_rank
    return not dropped and not (rules.wilds.majors != "fifth-suit" and card.suit == MAJORS.letter)


@cache
def reach(rules: Rules, card: Card) -> frozenset[Card]:
    """The kinds that a card may stand for as a wild; none when it is no wild card."""
    if card == WILD:
        return frozenset(
            kind for kind in naturals(rules) if kind.rank in rules.wilds.joker_ranks
        ) or naturals(rules)
    if card in rules.wilds.wild_cards or card.rank in rules.wilds.wild_rank:
        return _reach_of_suit(rules, card.suit)
    if card.suit == MAJORS.letter and rules.wilds.majors == "wild-mod-7":
        return _reach_of_major(rules, card)
    return frozenset()


def _reach_of_suit(rules: Rules, letter: str) -> frozenset[Card]:
    """What a wild card that has a suit may stand for: any card, its suit's, or its colour's (H20).

    In runs that mix suits its own suit is as wide as a run (L1).
    """
    if "any" in (rules.wilds.wild_reach, rules.shapes.run_suits):
        return naturals(rules)
    if rules.wilds.wild_reach == "own-suit" and rules.shapes.run_suits == "one":
        return frozenset(kind for kind in naturals(rules) if kind.suit == letter)
    suits = rules.pack.suit
    return frozenset(kind for kind in naturals(rules) if suits[kind.suit].colour == suits[letter].colour)


def _reach_of_major(rules: Rules, card: Card) -> frozenset[Card]:
    """Major m stands for any suit's minor of a rank congruent to m modulo 7; the last for any (H26)."""
    if card.rank == _UNRESTRICTED_MAJOR:
        return naturals(rules)
    number = ROMAN.index(card.rank) + 1
    ranks = {rank for place, rank in enumerate(rules.pack.ranks, start=1) if (place - number) % _MODULUS == 0}
    return frozenset(kind for kind in naturals(rules) if kind.rank in ranks)
