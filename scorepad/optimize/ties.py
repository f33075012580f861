"""Rows beyond the cards: what ties the melds of a hand together.

A card of a wild rank that is also natural may be either, so the quartets of its rank depend on how it is
laid (H18, H24): each quartet needs a natural of every suit. And wilds left over may be worth something
(H17), so every card that may be wild is counted once more in a row of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.core.cards import Card
from scorepad.core.rules import Rules
from scorepad.core.wilds import naturals, reach


@dataclass(frozen=True, slots=True)
class Quartet:
    """Quartets of one rank: `links` are the rows of kinds laid as naturals, `most` the others' limit."""

    links: tuple[int, ...]
    most: int


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
    number = {card: kind for kind, card in enumerate(kinds)}
    links: dict[int, int] = {}
    quartets: dict[str, Quartet] = {}
    certain = 0
    rows = len(kinds)
    for rank in rules.pack.ranks if rules.quartet_bonus else ():
        needed = [Card(rank, suit) for suit in rules.pack.common_suits]
        if not all(card in number and card in naturals(rules) for card in needed):
            continue
        most = min(counts[number[card]] for card in needed)
        either = [number[card] for card in needed if reach(rules, card)]
        if not either:
            certain += most
            continue
        links |= {kind: rows + place for place, kind in enumerate(either)}
        quartets[rank] = Quartet(tuple(range(rows, rows + len(either))), most)
        rows += len(either)
    wilds = rows if rules.wild_only and any(reach(rules, card) for card in kinds) else None
    return Ties(links, quartets, certain, wilds, rows + (wilds is not None))
