"""Deals as a real table leaves them: a seeded shuffle, draws of two, discards of the least useful card."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from scorepad.core.cards import Card
from scorepad.core.packs import FRENCH

DEALT = 7
LARGEST = 20


@dataclass
class _Table:
    """The cards of one deal: hands, stock and discards."""

    rng: random.Random
    hands: list[list[Card]]
    stock: list[Card]
    discards: list[Card] = field(default_factory=list)

    def draw(self, player: int) -> None:
        if not self.stock:
            self.stock, self.discards = self.discards, []
            self.rng.shuffle(self.stock)
        if self.stock:
            self.hands[player].append(self.stock.pop())

    def discard(self, player: int) -> None:
        hand = self.hands[player]
        worst = min(range(len(hand)), key=lambda place: (neighbours(hand[place], hand), place))
        self.discards.append(hand.pop(worst))


def neighbours(card: Card, hand: Sequence[Card]) -> int:
    """How useful a card is: cards of its suit one rank away count two, two ranks away one."""
    here = FRENCH.ranks.index(card.rank)
    score = 0
    for other in hand:
        if other.suit == card.suit:
            apart = (FRENCH.ranks.index(other.rank) - here) % 13
            score += {1: 2, 12: 2, 2: 1, 11: 1}.get(apart, 0)
    return score


def deal(rng: random.Random, partnerships: Sequence[Sequence[int]]) -> list[tuple[int, list[Card]]]:
    """Who goes out with which cards, in order, until one partnership alone is left (H5, H6)."""
    players = sorted(player for group in partnerships for player in group)
    cards = list(FRENCH.cards) * 2
    rng.shuffle(cards)
    hands = [cards[DEALT * player : DEALT * (player + 1)] for player in players]
    table = _Table(rng, hands, cards[DEALT * len(players) :])
    patience = {player: rng.randint(DEALT, LARGEST) for player in players}
    out: list[tuple[int, list[Card]]] = []
    for player in _turns(players, out, partnerships):
        if len(table.hands[player]) >= min(patience[player], LARGEST) or not (table.stock or table.discards):
            out.append((player, table.hands[player]))
            continue
        table.draw(player)
        table.draw(player)
        table.discard(player)
    return out


def _turns(
    players: Sequence[int], out: Sequence[tuple[int, list[Card]]], partnerships: Sequence[Sequence[int]]
) -> Iterator[int]:
    """Players still in, in turn, while two partnerships at least have one."""
    while True:
        for player in players:
            gone = {who for who, _ in out}
            if sum(any(member not in gone for member in group) for group in partnerships) <= 1:
                return
            if player not in gone:
                yield player


def evening(
    seed: int, partnerships: Sequence[Sequence[int]], deals: int
) -> list[list[tuple[int, list[Card]]]]:
    """Several deals, the same for the same seed."""
    rng = random.Random(seed)
    return [deal(rng, partnerships) for _ in range(deals)]
