"""A choice of columns laid out as melds, in the order in which they are shown."""

from __future__ import annotations

from collections import Counter

from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.packs import Pack
from scorepad.optimize.leftover import melds_alone
from scorepad.optimize.partition.columns import Choice
from scorepad.optimize.partition.problem import Column, Problem


def laid_out(problem: Problem, choice: Choice) -> tuple[Meld, ...]:
    """The melds of a choice, suit by suit and long ones first; wilds left over by themselves at the end."""
    melds = [_meld(problem, one) for one, times in choice for _ in range(times)]
    left = Counter(dict(zip(problem.kinds, problem.counts, strict=True)))
    left.subtract(laid.card for meld in melds for laid in meld)
    melds.sort(key=lambda meld: _listing(problem.rules.pack, meld))
    return (*melds, *left_alone(problem, [card for card in problem.kinds for _ in range(left[card])]))


def _meld(problem: Problem, one: Column) -> Meld:
    """The column's cards, each that may be wild saying what it stands for."""
    return tuple(
        Laid(problem.kinds[kind], problem.cards[place]) if problem.wild[kind] else Laid(problem.kinds[kind])
        for place, kind in one.laid
    )


def _listing(pack: Pack, meld: Meld) -> tuple[int, int, int]:
    first = meld[0].card
    suit = next(place for place, suit in enumerate(pack.suits) if suit.letter == first.suit)
    return (suit, -len(meld), pack.order[first])


def left_alone(problem: Problem, wilds: list[Card]) -> tuple[Meld, ...]:
    """Wilds left over, in the melds that they are worth most in (H15, H17)."""
    return melds_alone(problem.rules, wilds)
