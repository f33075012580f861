"""Rows beyond the cards: what ties the melds of a hand together.

A card of a wild rank that is also natural may be either, so the quartets of its rank depend on how it is
laid (H18, H24): each quartet needs naturals of four suits. Where the hand has just four suits of the rank,
those that are natural for certain only limit their number; where it has more, all are counted. And wilds
left over may be worth something (H17), so every card that may be wild is counted once more in a row of its
own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from scorepad.core.bonuses import most_quartets
from scorepad.core.cards import Card
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules


@dataclass(frozen=True, slots=True)
class Quartet:
    """Quartets of one rank: `links` are the rows of kinds laid as naturals, `most` the others' limit."""

    links: tuple[int, ...]
    most: int

    @property
    def ways(self) -> tuple[tuple[int, ...], ...]:
        """The rows that one quartet takes from."""
        return tuple(combinations(self.links, 4)) if len(self.links) > 4 else (self.links,)

    def count(self, laid: Sequence[int]) -> int:
        """How many there are with so many naturals laid in the rows."""
        return min(self.most, most_quartets(laid) if len(self.links) > 4 else min(laid))


@dataclass(frozen=True, slots=True)
class Ties:
    """Rows after those of the kinds.

    links     by kind: the row that counts it as a natural, where quartets depend on it
    quartets  by rank whose quartets depend on how cards are laid
    certain   quartets that the hand has however it is laid
    wilds     the row of all cards that may be wild, None where wilds left over are worth nothing
    count     how many rows there are, kinds included
    """

    links: dict[int, int]
    quartets: dict[str, Quartet]
    certain: int
    wilds: int | None
    count: int


def tied(rules: Rules, kinds: tuple[Card, ...], counts: tuple[int, ...]) -> Ties:
    """The ties of a hand."""
    melding = melding_of(rules)
    number = {card: kind for kind, card in enumerate(kinds)}
    links: dict[int, int] = {}
    quartets: dict[str, Quartet] = {}
    certain = 0
    rows = len(kinds)
    for rank in rules.pack.ranks if rules.bonuses.quartet_bonus else ():
        needed = [number[card] for suit in rules.pack.common_suits if (card := Card(rank, suit)) in number]
        natural = [kind for kind in needed if kinds[kind] in melding.naturals]
        most = most_quartets([counts[kind] for kind in natural])
        either = [kind for kind in natural if melding.reach(kinds[kind])]
        if not most or not either:
            certain += most
            continue
        counted = natural if len(natural) > 4 else either
        links |= {kind: rows + place for place, kind in enumerate(counted)}
        quartets[rank] = Quartet(tuple(range(rows, rows + len(counted))), most)
        rows += len(counted)
    wilds = rows if rules.wilds.wild_only_schedule and any(melding.reach(card) for card in kinds) else None
    return Ties(links, quartets, certain, wilds, rows + (wilds is not None))
