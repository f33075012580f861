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
    _Arrangements(rules, hand, proof).refute_above(bound - quartet_points(rules, hand))


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
        self.all_melds = PlainMelds(rules, hand)
        kinds = self.all_melds.kinds
        prices = dict(proof.prices)
        if proof.point < 1 or proof.meld < 0 or any(kind not in prices for kind in kinds):
            raise ProofFault("prices are missing")
        self.kind_prices = [prices[kind] for kind in kinds]
        self.may_stay = [bool(melding.reach(kind)) for kind in kinds]
        self.may_be_natural = [kind in melding.naturals for kind in kinds]
        self.kind_counts = tuple(hand[kind] for kind in kinds)
        self.priced_melds = sorted(
            (self._shortfall(meld_uses, points), meld_uses)
            for meld_uses, points in self.all_melds.points_by_uses.items()
        )
        self._hold_prices()
        self.melds_with = [
            [meld for meld in self.priced_melds if meld[1][place]] for place in range(len(self.kind_counts))
        ]
        self.most_short, self.node_count = 0, 0
        self.least_short: dict[tuple[MeldUses, MeldUses], int] = {}

    def _cards_cost(self, meld_uses: MeldUses) -> int:
        return sum(price * count for price, count in zip(self.kind_prices, meld_uses, strict=True))

    def _shortfall(self, meld_uses: MeldUses, points: int) -> int:
        """By how much a meld is worth less than its cards cost, the price of a meld not counted."""
        return self._cards_cost(meld_uses) - points * self.proof.point

    def _hold_prices(self) -> None:
        """No meld is worth more than its cards cost, nor are wilds by themselves. Raises ProofFault."""
        if any(shortfall + self.proof.meld < 0 for shortfall, _ in self.priced_melds):
            raise ProofFault("a meld is worth more than its cards cost")
        of_wilds = [(price, count) for price, count, stays_over in self._priced_kinds() if stays_over]
        cheapest = min((price for price, _ in of_wilds), default=0)
        for count in range(sum(count for _, count in of_wilds) + 1):
            if wild_points(self.rules, count) * self.proof.point > cheapest * count:
                raise ProofFault("wilds by themselves are worth more than they cost")

    def _priced_kinds(self) -> Iterator[tuple[int, int, bool]]:
        return zip(self.kind_prices, self.kind_counts, self.may_stay, strict=True)

    def refute_above(self, bound: int) -> None:
        """Raises ProofFault for an arrangement that is worth more than the bound."""
        self.most_short = self._cards_cost(self.kind_counts) - (bound + 1) * self.proof.point
        self._part_rest(self.kind_counts, (0,) * len(self.kind_counts), 0)

    def _part_rest(self, cards_left: MeldUses, wilds_stayed: MeldUses, short_so_far: int) -> None:
        """Part what is left, where the melds so far fall short by `short_so_far`."""
        places = [place for place, count in enumerate(cards_left) if count and self.may_be_natural[place]]
        # No meld falls short by less than minus the price of a meld, and none is without a natural.
        most_shortfall = (
            self.most_short - short_so_far + self.proof.meld * sum(cards_left[place] for place in places)
        )
        if (
            most_shortfall < 0
            or self.least_short.get((cards_left, wilds_stayed), short_so_far + 1) <= short_so_far
        ):
            return
        self.least_short[cards_left, wilds_stayed] = short_so_far
        self.node_count += 1
        if self.node_count > _MOST_NODES:
            raise NotChecked("there are too many arrangements near the bound to try")
        if not places:
            self._finish(tuple(map(sum, zip(cards_left, wilds_stayed, strict=True))), short_so_far)
            return
        place, fitting_melds = min(
            ((place, list(self._fitting(place, cards_left, most_shortfall))) for place in places),
            key=lambda way: len(way[1]),
        )
        for shortfall, meld_uses in fitting_melds:
            self._part_rest(
                tuple(map(int.__sub__, cards_left, meld_uses)), wilds_stayed, short_so_far + shortfall
            )
        if self.may_stay[place]:
            stays_over = tuple(count if kind == place else 0 for kind, count in enumerate(cards_left))
            self._part_rest(
                tuple(map(int.__sub__, cards_left, stays_over)),
                tuple(map(int.__add__, wilds_stayed, stays_over)),
                short_so_far,
            )

    def _fitting(
        self, place: int, cards_left: MeldUses, most_shortfall: int
    ) -> Iterator[tuple[int, MeldUses]]:
        """The melds with a kind that the cards left can lay, none falling short by more than that."""
        for shortfall, meld_uses in self.melds_with[place]:
            # Its own naturals count in `most_shortfall` as a meld each, where they make one.
            if shortfall + self.proof.meld > most_shortfall:
                return
            if all(map(int.__le__, meld_uses, cards_left)):
                yield shortfall, meld_uses

    def _finish(self, wilds: MeldUses, short_so_far: int) -> None:
        """All naturals are melded and these cards are left over. Raises ProofFault above the bound."""
        short_so_far += self._cards_cost(wilds) - wild_points(self.rules, sum(wilds)) * self.proof.point
        if short_so_far <= self.most_short:
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
