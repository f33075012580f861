"""Checks that no arrangement of a hand is worth more than a bound, given prices of its cards.

Every meld is listed anew, and none may be worth more than its cards cost: so an arrangement is worth what the
hand costs, less what its melds fall short. Where that alone leaves room above the bound, every arrangement
that could reach further is tried, card by card. This shares nothing with the search but the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scorepad.core.cards import Card
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.proofs.certain_quartets import quartet_points
from scorepad.proofs.certificates import NotChecked, PriceProof, ProofFault
from scorepad.proofs.plain_melds import MeldUses, PlainMelds

_MOST_NODES = 100_000


def check_prices(rules: Rules, cards: Sequence[Card], bound: int, proof: PriceProof) -> None:
    """Raises ProofFault where the proof does not hold, NotChecked where it is out of this program's reach."""
    hand = Counter(cards)
    if why := _out_of_reach(rules, hand):
        raise NotChecked(why)
    _Arrangements(rules, hand, proof).none_above(bound - quartet_points(rules, hand))


def _out_of_reach(rules: Rules, hand: Counter[Card]) -> str:
    """Why the hand cannot be checked; empty where it can."""
    shapes, bonuses = rules.shapes, rules.bonuses
    melding = melding_of(rules)
    if shapes.sets or shapes.leap_tokens or shapes.run_suits != "one" or shapes.shortest_run > 1:
        return "only runs of one suit or of two that alternate are checked"
    if bonuses.interlocks or rules.board.shared or not rules.deal.must_meld_all:
        return "melds that interlock, boards and cards left over are not checked by prices"
    if bonuses.quartet_bonus and any(card in melding.naturals and melding.reach(card) for card in hand):
        return "quartets of cards that may be wild are not checked"
    return ""


class _Arrangements:
    """All ways to part a hand into melds, as far as they could be worth more than a bound."""

    def __init__(self, rules: Rules, hand: Counter[Card], proof: PriceProof) -> None:
        melding = melding_of(rules)
        self.rules, self.proof = rules, proof
        self.melds = PlainMelds(rules, hand)
        kinds = self.melds.kinds
        prices = dict(proof.prices)
        if proof.point < 1 or proof.meld < 0 or any(kind not in prices for kind in kinds):
            raise ProofFault("prices are missing")
        self.prices = [prices[kind] for kind in kinds]
        self.may_stay = [bool(melding.reach(kind)) for kind in kinds]
        self.natural = [kind in melding.naturals for kind in kinds]
        self.counts = tuple(hand[kind] for kind in kinds)
        self.shortfalls = sorted(
            (self._shortfall(uses, points), uses) for uses, points in self.melds.points.items()
        )
        self._hold_prices()
        self.melds_with = [
            [meld for meld in self.shortfalls if meld[1][place]] for place in range(len(self.counts))
        ]
        self.budget, self.nodes = 0, 0
        self.seen: dict[tuple[MeldUses, MeldUses], int] = {}

    def _cost(self, uses: MeldUses) -> int:
        return sum(price * count for price, count in zip(self.prices, uses, strict=True))

    def _shortfall(self, uses: MeldUses, points: int) -> int:
        """By how much a meld is worth less than its cards cost, the price of a meld not counted."""
        return self._cost(uses) - points * self.proof.point

    def _hold_prices(self) -> None:
        """No meld is worth more than its cards cost, nor are wilds by themselves. Raises ProofFault."""
        if any(shortfall + self.proof.meld < 0 for shortfall, _ in self.shortfalls):
            raise ProofFault("a meld is worth more than its cards cost")
        of_wilds = [(price, count) for price, count, stays in self._columns() if stays]
        cheapest = min((price for price, _ in of_wilds), default=0)
        for count in range(sum(count for _, count in of_wilds) + 1):
            if wild_points(self.rules, count) * self.proof.point > cheapest * count:
                raise ProofFault("wilds by themselves are worth more than they cost")

    def _columns(self) -> Iterator[tuple[int, int, bool]]:
        return zip(self.prices, self.counts, self.may_stay, strict=True)

    def none_above(self, bound: int) -> None:
        """Raises ProofFault for an arrangement that is worth more than the bound."""
        self.budget = self._cost(self.counts) - (bound + 1) * self.proof.point
        self._part(self.counts, (0,) * len(self.counts), 0)

    def _part(self, left: MeldUses, stayed: MeldUses, spent: int) -> None:
        """Part what is left: `stayed` are wilds left over, `spent` is what the melds so far fall short."""
        places = [place for place, count in enumerate(left) if count and self.natural[place]]
        # No meld falls short by less than minus the price of a meld, and none is without a natural.
        room = self.budget - spent + self.proof.meld * sum(left[place] for place in places)
        if room < 0 or self.seen.get((left, stayed), spent + 1) <= spent:
            return
        self.seen[left, stayed] = spent
        self.nodes += 1
        if self.nodes > _MOST_NODES:
            raise NotChecked("there are too many arrangements near the bound to try")
        if not places:
            self._finish(tuple(map(sum, zip(left, stayed, strict=True))), spent)
            return
        place, melds = min(
            ((place, list(self._fitting(place, left, room))) for place in places), key=lambda way: len(way[1])
        )
        for shortfall, uses in melds:
            self._part(tuple(map(int.__sub__, left, uses)), stayed, spent + shortfall)
        if self.may_stay[place]:
            stays = tuple(count if kind == place else 0 for kind, count in enumerate(left))
            self._part(tuple(map(int.__sub__, left, stays)), tuple(map(int.__add__, stayed, stays)), spent)

    def _fitting(self, place: int, left: MeldUses, room: int) -> Iterator[tuple[int, MeldUses]]:
        """The melds with a kind that the cards left can lay and that fall short by no more than `room`."""
        for shortfall, uses in self.melds_with[place]:
            # Its own naturals count in `room` as a meld each, where they make one.
            if shortfall + self.proof.meld > room:
                return
            if all(map(int.__le__, uses, left)):
                yield shortfall, uses

    def _finish(self, wilds: MeldUses, spent: int) -> None:
        """All naturals are melded and these cards are left over. Raises ProofFault above the bound."""
        spent += self._cost(wilds) - wild_points(self.rules, sum(wilds)) * self.proof.point
        if spent <= self.budget:
            raise ProofFault("an arrangement is worth more than the bound")


def wild_points(rules: Rules, count: int) -> int:
    """The most points of so many wilds by themselves, parted into melds in any way (H17)."""
    schedule = rules.wilds.wild_only_schedule
    if schedule is None:
        return 0
    most = [0]
    for wilds in range(1, count + 1):
        sizes = range(1, 2 if rules.wilds.wilds_apart else wilds + 1)
        most.append(max(most[wilds - size] + schedule.value(size) for size in sizes))
    return most[count]
