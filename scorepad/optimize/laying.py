"""A choice of columns laid out as melds, in the order in which they are shown."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.packs import Pack
from scorepad.optimize.problem import Column, Problem


def laid_out(problem: Problem, choice: Sequence[tuple[Column, int]]) -> tuple[Meld, ...]:
    """The melds of a choice, suit by suit and long ones first; wilds left over by themselves at the end."""
    melds = [_meld(one) for one, times in choice for _ in range(times)]
    melds.sort(key=lambda meld: _listing(problem.rules.pack, meld))
    used = sum(one.wilds * times for one, times in choice)
    return (*melds, *_alone(problem, problem.wilds - used))


def _meld(one: Column) -> Meld:
    """The column's cards, each wild saying what it stands for."""
    return tuple(
        Laid(card, read) if card.is_wild else Laid(card)
        for card, read in zip(one.cards, one.reads, strict=True)
    )


def _listing(pack: Pack, meld: Meld) -> tuple[int, int, int]:
    first = meld[0].card
    suit = next(place for place, suit in enumerate(pack.suits) if suit.letter == first.suit)
    return (suit, -len(meld), pack.order[first])


def _alone(problem: Problem, wilds: int) -> tuple[Meld, ...]:
    """Wilds left over: one meld of all, or one each where wilds must lie apart (H15, H17)."""
    if problem.rules.wilds_apart:
        return ((Laid(WILD),),) * wilds
    return ((Laid(WILD),) * wilds,) if wilds else ()


def quartet_points(problem: Problem) -> int:
    """Every card of the hand is melded, so the quartets are those of the hand (H24)."""
    rules = problem.rules
    held = dict(zip(problem.kinds, problem.counts, strict=True))
    suits = [suit.letter for suit in rules.pack.suits]
    full = (min(held.get(Card(rank, suit), 0) for suit in suits) for rank in rules.pack.ranks)
    return rules.quartet_bonus * sum(full)
