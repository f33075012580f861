"""A hand and the melds before its player, as the search sees them.

Glossary
    kind        a kind of card on a track; suits that one run may mix count as one (L1)
    card class  cards of the hand that can stand in for each other, numbered from 0
    fixed meld  a meld on the table: it stays whole, so it is laid like one long card
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

from scorepad.core.bonuses import most_quartets
from scorepad.core.cards import Card, Meld
from scorepad.core.melding import Melding, melding_of
from scorepad.core.rules import Rules, Track
from scorepad.core.values import left_value
from scorepad.core.verdicts import MeldVerdict


@dataclass(frozen=True, slots=True)
class CardClass:
    """Cards alike: their kind as naturals, what they may stand for as wilds, what each costs in hand.

    Spare wilds cost nothing by themselves: what they cost is counted for all of them together.
    """

    kind: Card | None
    reach: frozenset[Card]
    cost: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class FixedMeld:
    """A meld on the table: its cards as they lie, the kinds that it covers, and which of them are natural."""

    number: int
    laid: Meld
    kinds: tuple[Card, ...]
    natural: tuple[bool, ...]
    leap: int | None

    @property
    def naturals(self) -> int:
        return sum(self.natural)

    def turned(self) -> FixedMeld:
        """The same meld the other way round."""
        return FixedMeld(self.number, self.laid[::-1], self.kinds[::-1], self.natural[::-1], self.leap)


Row = tuple[str, int | Card]
Piece = tuple[Card | FixedMeld, int]  # a kind and the class laid there, or a fixed meld and −1
FIXED = -1


@dataclass(frozen=True, slots=True)
class ExtensionColumn:
    """A meld: how much it uses of each row, its points, and what it lays, in order.

    Rows are ("class", number), ("fixed meld", number), ("leap", leap), ("spares", number) and, taken below
    zero, ("natural", kind). `saved` is what its cards would cost in hand, with the spare wilds that it takes.
    """

    uses: tuple[tuple[Row, int], ...]
    points: int
    saved: int
    laid: tuple[Piece, ...]

    @property
    def kinds(self) -> tuple[Card, ...]:
        """The kinds that the meld covers."""
        places = (place.kinds if isinstance(place, FixedMeld) else (place,) for place, _ in self.laid)
        return tuple(kind for kinds in places for kind in kinds)


@dataclass(frozen=True, slots=True)
class SpareWilds:
    """Wilds of a hand that may lie in the same melds: what they may stand for, and what all cost in hand.

    Any meld that they may lie in takes all that are spare at its end (L5, L6): they add nothing to a meld on
    a circle but leave the hand, so all of them are saved once such a meld lies.
    """

    reach: frozenset[Card]
    cost: int

    def go_with(self, kinds: Collection[Card]) -> bool:
        """Whether they may lie at the end of a meld along these kinds."""
        return not self.reach.isdisjoint(kinds)


@dataclass(frozen=True, slots=True)
class ExtensionQuartets:
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
class ExtensionProblem:
    """The card classes of a hand, and the fixed melds with a natural; melds of wilds alone stay as they are.

    `spare_wilds` leave the hand with any meld that they may lie in; those which a fixed meld takes are
    `taken`, and cost nothing more.
    """

    melding: Melding
    card_classes: tuple[CardClass, ...]
    fixed_melds: tuple[FixedMeld, ...]
    wild_melds: tuple[Meld, ...]
    size: int
    spare_wilds: tuple[SpareWilds, ...] = ()
    taken: tuple[SpareWilds, ...] = ()

    @property
    def rules(self) -> Rules:
        return self.melding.rules

    @property
    def cost(self) -> int:
        """What the hand costs if nothing of it is melded, but for spare wilds that a fixed meld takes."""
        cards = sum(card_class.cost * len(card_class.cards) for card_class in self.card_classes)
        return cards + sum(spare.cost for spare in self.spare_wilds)

    @property
    def wilds(self) -> int:
        """Cards that may be wild."""
        return sum(len(card_class.cards) for card_class in self.card_classes if card_class.reach)

    @property
    def wild_meld_points(self) -> int:
        """Points of the melds of wilds alone that lie there (H17)."""
        schedule = self.rules.wilds.wild_only_schedule
        return sum(schedule.value(len(meld)) for meld in self.wild_melds) if schedule else 0

    @property
    def weight(self) -> int:
        """More than the melds that any arrangement can have."""
        return self.size + len(self.fixed_melds) + 1

    @cached_property
    def laid_there(self) -> Counter[Card]:
        """The naturals of the melds on the table."""
        return Counter(
            laid.card
            for fixed in self.fixed_melds
            for laid, natural in zip(fixed.laid, fixed.natural, strict=True)
            if natural
        )

    @cached_property
    def quartets(self) -> tuple[ExtensionQuartets, ...]:
        """The ranks of which quartets can be had (H24)."""
        rules = self.rules
        ranks = rules.pack.ranks if rules.bonuses.quartet_bonus else ()
        return tuple(found for rank in ranks if (found := self._quartets(rank)).most)

    def _quartets(self, rank: str) -> ExtensionQuartets:
        supply = self.laid_there.copy()
        for card_class in self.card_classes:
            if card_class.kind:
                supply[card_class.kind] += len(card_class.cards)
        kinds = [card for suit in self.rules.pack.common_suits if supply[card := Card(rank, suit)]]
        either = [
            card
            for card in kinds
            if any(card_class.kind == card and card_class.reach for card_class in self.card_classes)
        ]
        counted = kinds if either and len(kinds) > 4 else either
        return ExtensionQuartets(tuple(counted), most_quartets([supply[card] for card in kinds]))

    @cached_property
    def counted(self) -> frozenset[Card]:
        """The kinds whose naturals quartets depend on."""
        return frozenset(card for quartets in self.quartets for card in quartets.counted)

    def points_within(self, worth: int) -> int:
        """The most points that an arrangement of at most this worth can have."""
        return (worth + self.weight - 1) // self.weight


def extension_problem(rules: Rules, cards: Sequence[Card], table: Sequence[MeldVerdict]) -> ExtensionProblem:
    """The search's view of a hand and of legal melds on the table, as they were judged."""
    melding = melding_of(rules)
    lying_melds = [verdict for verdict in table if any(verdict.natural)]
    fixed_melds = tuple(_fixed_meld(melding, number, verdict) for number, verdict in enumerate(lying_melds))
    all_spares = _spare_wilds(melding, cards, len(cards) + sum(len(fixed.kinds) for fixed in fixed_melds))
    taken = tuple(spare for spare in all_spares if any(spare.go_with(fixed.kinds) for fixed in fixed_melds))
    return ExtensionProblem(
        melding,
        _card_classes(melding, cards, spared=bool(all_spares)),
        fixed_melds,
        tuple(verdict.laid for verdict in table if not any(verdict.natural)),
        len(cards),
        tuple(spare for spare in all_spares if spare not in taken),
        taken,
    )


def _card_classes(melding: Melding, cards: Sequence[Card], *, spared: bool) -> tuple[CardClass, ...]:
    """The card classes of a hand; `spared` where wilds that cost points are counted all together."""
    card_classes: dict[tuple[Card | None, frozenset[Card], int], list[Card]] = {}
    rules, order = melding.rules, melding.rules.pack.order
    for card in sorted(cards, key=lambda card: order.get(card, len(order))):
        kind = melding.run_kind(card) if card in melding.naturals else None
        counts = rules.deal.left_counts and not (spared and melding.reach(card))
        cost = left_value(rules, [card]) if counts else 0
        card_classes.setdefault((kind, melding.reach(card), cost), []).append(card)
    return tuple(
        CardClass(kind, stands_for, cost, tuple(own))
        for (kind, stands_for, cost), own in card_classes.items()
    )


def _fixed_meld(melding: Melding, number: int, verdict: MeldVerdict) -> FixedMeld:
    kinds = tuple(melding.run_kind(card) for card in verdict.reads_as)
    return FixedMeld(number, verdict.laid, kinds, verdict.natural, verdict.leap if len(kinds) > 1 else None)


def _spare_wilds(melding: Melding, cards: Sequence[Card], size: int) -> tuple[SpareWilds, ...]:
    """The wilds that cost points in hand, by their reach; none where one could not always lie at an end.

    `size` is the most cards that any meld can have. No two of the reaches have a kind in common.
    """
    rules = melding.rules
    costs: dict[frozenset[Card], int] = {}
    for card in cards:
        if rules.deal.left_counts and melding.reach(card) and (cost := left_value(rules, [card])):
            there = _on_tracks(melding, card)
            costs[there] = costs.get(there, 0) + cost
    apart = len(frozenset().union(*costs)) == sum(map(len, costs))
    if not costs or not apart or rules.wilds.wilds_apart or not _rising(rules, size):
        return ()
    long = [
        track for track in melding.tracks if track.circular or len(track.cards) >= rules.shapes.shortest_run
    ]
    if not all(_whole(track, there) for track in long for there in costs):
        return ()
    return tuple(SpareWilds(there, cost) for there, cost in costs.items())


def _on_tracks(melding: Melding, card: Card) -> frozenset[Card]:
    return frozenset(melding.run_kind(kind) for kind in melding.reach(card))


def _rising(rules: Rules, size: int) -> bool:
    """Whether a natural more never makes a meld worth less, as a wild that is natural in its place may be."""
    return all(
        fewer <= more for fewer, more in pairwise(map(rules.values.schedule.value, range(1, size + 1)))
    )


def _whole(track: Track, there: frozenset[Card]) -> bool:
    """Whether wilds lie anywhere along a track, or nowhere."""
    kinds = frozenset(track.cards)
    return kinds.isdisjoint(there) or (track.circular and kinds <= there)


def extension_column(problem: ExtensionProblem, leap: int, laid: tuple[Piece, ...]) -> ExtensionColumn:
    """The column of a meld along a track of that leap."""
    uses: Counter[Row] = Counter()
    naturals = saved = 0
    for place, card_class in laid:
        if isinstance(place, FixedMeld):
            uses["fixed meld", place.number] = 1
            naturals += place.naturals
            continue
        uses["class", card_class] += 1
        saved += problem.card_classes[card_class].cost
        if problem.card_classes[card_class].kind == place:
            naturals += 1
            if place in problem.counted:
                uses["natural", place] -= 1
    if problem.rules.shapes.leap_tokens == "different":
        uses["leap", leap] = 1
    return ExtensionColumn(tuple(uses.items()), problem.rules.values.schedule.value(naturals), saved, laid)
