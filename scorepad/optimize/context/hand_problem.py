"""A hand and the melds before its player, as the search sees them.

Glossary
    kind    a kind of card on a track; suits that one run may mix count as one (L1)
    sort    cards of the hand that can stand in for each other, numbered from 0
    block   a meld on the table: it stays whole, so it is laid like one long card
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from scorepad.core.bonuses import most_quartets
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check_meld
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.core.values import left_value
from scorepad.core.verdicts import MeldVerdict
from scorepad.optimize.context.spares import Spares, spares


@dataclass(frozen=True, slots=True)
class Sort:
    """Cards alike: their kind as naturals, what they may stand for as wilds, what each costs in hand.

    Spare wilds cost nothing by themselves: what they cost is counted for all of them together.
    """

    kind: Card | None
    reach: frozenset[Card]
    cost: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A meld on the table: its cards as they lie, the kinds that it covers, and which of them are natural."""

    number: int
    laid: Meld
    kinds: tuple[Card, ...]
    natural: tuple[bool, ...]
    leap: int | None

    @property
    def naturals(self) -> int:
        return sum(self.natural)

    def turned(self) -> Block:
        """The same meld the other way round."""
        return Block(self.number, self.laid[::-1], self.kinds[::-1], self.natural[::-1], self.leap)


@dataclass(frozen=True, slots=True)
class Quartets:
    """Quartets of one rank: `counted` are the kinds that must be laid as naturals for them, `most` the limit.

    Cards that are naturals for certain are counted only where a quartet can do without them, as there are
    more than four suits.
    """

    counted: tuple[Card, ...]
    most: int

    @property
    def ways(self) -> tuple[tuple[Card, ...], ...]:
        """The kinds that one quartet needs."""
        return tuple(combinations(self.counted, 4)) if len(self.counted) > 4 else (self.counted,)


@dataclass(frozen=True)
class Held:
    """The sorts of a hand, and the blocks with a natural; melds of wilds alone stay as they are.

    `spares` are wilds that leave the hand with any meld that they may lie in; those which a block takes are
    `taken`, and cost nothing more.
    """

    rules: Rules
    sorts: tuple[Sort, ...]
    blocks: tuple[Block, ...]
    alone: tuple[Meld, ...]
    size: int
    spares: tuple[Spares, ...] = ()
    taken: tuple[Spares, ...] = ()

    @property
    def cost(self) -> int:
        """What the hand costs if nothing of it is melded, but for spare wilds that a block takes."""
        cards = sum(sort.cost * len(sort.cards) for sort in self.sorts)
        return cards + sum(one.cost for one in self.spares)

    @property
    def wilds(self) -> int:
        """Cards that may be wild."""
        return sum(len(sort.cards) for sort in self.sorts if sort.reach)

    @property
    def lying_alone(self) -> int:
        """Points of the melds of wilds alone that lie there (H17)."""
        schedule = self.rules.wilds.wild_only_schedule
        return sum(schedule.value(len(meld)) for meld in self.alone) if schedule else 0

    @property
    def weight(self) -> int:
        """More than the melds that any arrangement can have."""
        return self.size + len(self.blocks) + 1

    @cached_property
    def laid_there(self) -> Counter[Card]:
        """The naturals of the melds on the table."""
        return Counter(
            laid.card
            for block in self.blocks
            for laid, natural in zip(block.laid, block.natural, strict=True)
            if natural
        )

    @cached_property
    def quartets(self) -> tuple[Quartets, ...]:
        """The ranks of which quartets can be had (H24)."""
        rules = self.rules
        ranks = rules.pack.ranks if rules.bonuses.quartet_bonus else ()
        return tuple(found for rank in ranks if (found := self._quartets(rank)).most)

    def _quartets(self, rank: str) -> Quartets:
        supply = self.laid_there.copy()
        for sort in self.sorts:
            if sort.kind:
                supply[sort.kind] += len(sort.cards)
        kinds = [card for suit in self.rules.pack.common_suits if supply[card := Card(rank, suit)]]
        either = [card for card in kinds if any(sort.kind == card and sort.reach for sort in self.sorts)]
        counted = kinds if either and len(kinds) > 4 else either
        return Quartets(tuple(counted), most_quartets([supply[card] for card in kinds]))

    @cached_property
    def counted(self) -> frozenset[Card]:
        """The kinds whose naturals quartets depend on."""
        return frozenset(card for quartets in self.quartets for card in quartets.counted)

    def points_within(self, worth: int) -> int:
        """The most points that an arrangement of at most this worth can have."""
        return (worth + self.weight - 1) // self.weight


def held(rules: Rules, cards: Sequence[Card], table: Sequence[Meld]) -> Held:
    """The search's view of a hand and of legal melds on the table."""
    verdicts = [check_meld(rules, meld) for meld in table]
    lying = [verdict for verdict in verdicts if any(verdict.natural)]
    blocks = tuple(_block(rules, number, verdict) for number, verdict in enumerate(lying))
    all_spares = spares(rules, cards, len(cards) + sum(len(block.kinds) for block in blocks))
    taken = tuple(one for one in all_spares if any(one.go_with(block.kinds) for block in blocks))
    return Held(
        rules,
        _sorts(rules, cards, spared=bool(all_spares)),
        blocks,
        tuple(verdict.laid for verdict in verdicts if not any(verdict.natural)),
        len(cards),
        tuple(one for one in all_spares if one not in taken),
        taken,
    )


def _sorts(rules: Rules, cards: Sequence[Card], *, spared: bool) -> tuple[Sort, ...]:
    """The sorts of a hand; `spared` where wilds that cost points are counted all together."""
    melding = melding_of(rules)
    sorts: dict[tuple[Card | None, frozenset[Card], int], list[Card]] = {}
    order = rules.pack.order
    for card in sorted(cards, key=lambda card: order.get(card, len(order))):
        kind = melding.run_kind(card) if card in melding.naturals else None
        counts = rules.deal.left_counts and not (spared and melding.reach(card))
        cost = left_value(rules, [card]) if counts else 0
        sorts.setdefault((kind, melding.reach(card), cost), []).append(card)
    return tuple(Sort(kind, stands_for, cost, tuple(own)) for (kind, stands_for, cost), own in sorts.items())


def _block(rules: Rules, number: int, verdict: MeldVerdict) -> Block:
    melding = melding_of(rules)
    kinds = tuple(melding.run_kind(card) for card in verdict.reads_as)
    return Block(number, verdict.laid, kinds, verdict.natural, verdict.leap if len(kinds) > 1 else None)
