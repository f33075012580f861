"""A hand as the search sees it.

Glossary
    kind     a kind of card that the hand holds, numbered from 0
    place    a place on a track, numbered over all tracks; the last number is the void beyond their ends
    row      something that melds use up: each kind's copies, numbered like the kinds, and after them what
             ties melds together (`Ties`)
    column   a meld that may be laid, or a bonus that may be had, as what it uses of each row
    worth    what the search maximises: points × `weight` − 1 for each meld with a natural, so that of
             equally good arrangements the one with the fewest melds is best
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from scorepad.core.cards import Card
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.optimize.leftover import points_alone
from scorepad.optimize.partition.linking_rows import Ties, tied

if TYPE_CHECKING:
    from scorepad.optimize.partition.arrays import Arrays

VOID = -1
Uses = tuple[tuple[int, int], ...]
Laid = tuple[int, int]  # a place, and the kind of card laid there


_BITS = 8  # of a row in a key; no amount needs more


@dataclass(slots=True, eq=False)
class Column:
    """What one meld uses: `uses` pairs rows with amounts; `laid` is one way to lay it, in order.

    `laid` pairs places with the kinds laid there; where a place's own kind differs, that is a wild.
    A bonus has nothing laid and can be had `most` times. `key` is alike for columns that can stand in for
    each other; a card of a wild rank used as itself or as a wild makes the same uses worth more or less.
    """

    uses: Uses
    worth: int
    laid: tuple[Laid, ...] = ()
    most: int | None = None
    key: tuple[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.key = (sum([amount << (_BITS * row) for row, amount in self.uses]), self.worth)


@dataclass(frozen=True)
class Problem:
    """Naturals, wilds, and the places of every track that the hand can touch."""

    rules: Rules
    kinds: tuple[Card, ...]
    counts: tuple[int, ...]
    wild: tuple[bool, ...]  # by kind: whether it may be wild
    cards: tuple[Card, ...]  # by place
    kind_at: tuple[int, ...]  # by place: the kind whose natural place it is, else VOID
    next_place: tuple[int, ...]  # by place: the next one; the place after the last where there is none
    wilds_for: tuple[tuple[int, ...], ...]  # by place: the kinds that may stand there as a wild
    circles: tuple[tuple[int, int], ...]  # each track's first place and length
    worths: tuple[int, ...]  # by naturals in a meld
    ties: Ties

    @property
    def size(self) -> int:
        """Cards in the hand."""
        return sum(self.counts)

    @property
    def naturals(self) -> int:
        """Cards that may be natural."""
        on_circle = melding_of(self.rules).naturals
        return sum(count for card, count in zip(self.kinds, self.counts, strict=True) if card in on_circle)

    @property
    def wilds(self) -> int:
        """Cards that may be wild."""
        return sum(count for count, wild in zip(self.counts, self.wild, strict=True) if wild)

    @cached_property
    def wild_kinds(self) -> list[int]:
        """The kinds that may be wild, in the order of the rows of `reached`."""
        return [kind for kind, wild in enumerate(self.wild) if wild]

    @cached_property
    def arrays(self) -> Arrays:
        """Places as vectors."""
        from scorepad.optimize.partition.arrays import arrays

        return arrays(self)

    @property
    def weight(self) -> int:
        """More than the melds that any arrangement can have."""
        return self.size + 1

    @property
    def largest(self) -> int:
        """No column is worth more, in either direction."""
        return max(
            1,
            self.rules.bonuses.quartet_bonus * self.weight,
            self.alone(self.wilds) * self.weight,
            *map(abs, self.worths),
        )

    def alone(self, wilds: int) -> int:
        """Points of wilds left over (H17)."""
        return points_alone(self.rules, wilds)

    def points_within(self, worth: int) -> int:
        """The most points that an arrangement of at most this worth can have."""
        return (worth + self.weight - 1) // self.weight


def problem(rules: Rules, cards: Sequence[Card]) -> Problem:
    """The search's view of a hand."""
    melding = melding_of(rules)
    held = Counter(cards)
    order = rules.pack.order
    kinds = tuple(sorted(held, key=lambda card: order.get(card, len(order))))
    number = {card: kind for kind, card in enumerate(kinds)}
    placed: list[Card] = []
    after: list[int] = []
    circles: list[tuple[int, int]] = []
    for track in melding.tracks:
        if any(card in number for card in track.cards):
            first, length = len(placed), len(track.cards)
            circles.append((first, length))
            placed += track.cards
            after += [*range(first + 1, first + length), first if track.circular else VOID]
    wild = tuple(bool(melding.reach(card)) for card in kinds)
    weight = len(cards) + 1
    return Problem(
        rules=rules,
        kinds=kinds,
        counts=tuple(held[card] for card in kinds),
        wild=wild,
        cards=tuple(placed),
        kind_at=tuple(number.get(card, VOID) for card in placed),
        next_place=tuple(len(placed) if place == VOID else place for place in after),
        wilds_for=_wilds_for(rules, kinds, placed),
        circles=tuple(circles),
        worths=tuple(rules.values.schedule.value(n) * weight - 1 for n in range(len(cards) + 1)),
        ties=tied(rules, kinds, tuple(held[card] for card in kinds)),
    )


def _wilds_for(rules: Rules, kinds: Sequence[Card], placed: Sequence[Card]) -> tuple[tuple[int, ...], ...]:
    """By place, the kinds that may stand there as a wild: never a card at its own place."""
    melding = melding_of(rules)
    wilds = [(kind, card, melding.reach(card)) for kind, card in enumerate(kinds) if melding.reach(card)]
    by_card = {
        place: tuple([kind for kind, card, reached in wilds if place in reached and card != place])
        for place in set(placed)
    }
    return tuple([by_card[place] for place in placed])
