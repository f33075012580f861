"""The points that melds and their interlocks could earn, stretch by stretch, computed from the rules (I1-I6).

No arrangement is worth more than its layers are (docs/exactness.md). A stretch of a layer between two
naturals earns the second difference of the schedule at its length less the wilds within it. A stretch of a
ring of layers, between two ranks at which all are natural, earns the second difference of the interlocks'
values. This module shares no code with the search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, permutations, product
from math import factorial

from scorepad.core.cards import Card, Meld
from scorepad.core.rules import Rules
from scorepad.proofs.certificates import LayerPlace, NotChecked, Stretch
from scorepad.proofs.plain_places import PlainPlaces

_MOST_CLAUSES = 1_000_000


class PlainLayers(PlainPlaces):
    """The points of each stretch of the hand's layers, with the variables and clauses for them.

    `earned_by`: by stretch, a variable that is true only if it is covered, and its points beyond the same
    stretch with one wild more. `whole_by`: for stretches that can have wilds of the hand or do without, a
    variable of doing without, and all points then. `either_wilds`: those wilds, in order. `covered_by`: the
    variables of all stretches, with points or not.

    Raises NotChecked if layers do not bound the hand.
    """

    def __init__(self, rules: Rules, hand: Counter[Card], partners: Sequence[Meld] = ()) -> None:
        super().__init__(rules, hand, partners)
        self.covered_by: dict[Stretch, int] = {}
        self.earned_by: dict[Stretch, tuple[int, int]] = {}
        self.whole_by: dict[Stretch, tuple[int, int]] = {}
        self.either_wilds: dict[Stretch, tuple[int, ...]] = {}
        self._earn_by_melds()
        self.own_wild_at = dict(self.wild_at) if self.wild_count else {}
        self._lay_partners()
        self._earn_by_rings()

    def _lay_partners(self) -> None:
        """Add partners' melds as layers above the hand's that always lie there (I7)."""
        always = self.new_variable()
        self.clauses.append([always])
        for layer, run in enumerate(self.partner_runs, start=self.own_layers + 1):
            for place, is_natural in run:
                self.covered_at[*place, layer] = always
                (self.natural_at if is_natural else self.wild_at)[*place, layer] = always
        self.partner_layers = range(self.own_layers + 1, self.own_layers + len(self.partner_runs) + 1)

    def _earn_by_melds(self) -> None:
        for begin in self.natural_at:
            self._earn_stretches([begin], self.meld_steps, 1, shortest=2)

    def _earn_by_rings(self) -> None:
        """Add the points of rings of at least two suits, in both directions, each begun at its least suit
        (I2, I4)."""
        suits = [suit.letter for suit in self.rules.pack.suits]
        kinds = sorted({(leap, card.rank) for leap, card, _, _ in self.natural_at})
        for size in range(2, len(suits) + 1):
            for ring in permutations(suits, size):
                for leap, rank in kinds if ring[0] == min(ring) else ():
                    self._earn_by_ring(leap, rank, ring)

    def _earn_by_ring(self, leap: int, rank: str, ring: Sequence[str]) -> None:
        """Add the points of one ring, for every choice of a layer at each of its places."""
        places = [(leap, Card(rank, suit), other) for suit, other in pairwise((*ring, ring[0]))]
        layers = [[*range(1, self.natural_counts[card] + 1), *self.partner_layers] for _, card, _ in places]
        for chosen in product(*layers):
            if min(chosen) > self.own_layers:
                continue  # between partners: settled when they went out
            begins = [(*place, layer) for place, layer in zip(places, chosen, strict=True)]
            if all(begin in self.natural_at for begin in begins):
                self._earn_stretches(begins, self.interlock_steps, factorial(len(ring)) // 2, shortest=1)

    def _earn_stretches(
        self, begins: Sequence[LayerPlace], second_values: Sequence[int], factor: int, shortest: int
    ) -> None:
        """Add the points of all stretches from these naturals on that the hand could cover."""
        if len(self.clauses) > _MOST_CLAUSES:
            raise NotChecked("there are too many stretches")
        start = self.only_if(self.natural_at[begin] for begin in begins)
        # A rank by itself earns something, but only of cards in melds of two and more.
        if shortest == 1 and second_values[1]:
            crossing = self.only_if([start])
            for begin in begins:
                if begin[3] <= self.own_layers:  # melds of partners have two cards and more
                    self._join_to_neighbours(crossing, begin)
            self.earned_by[Stretch(frozenset(begins), 1, 0)] = crossing, factor * second_values[1]
        within_wilds = {0: start}  # by number of wilds: that so far all is covered, with no more
        ranks_before: list[LayerPlace] = []
        rank = [self.next_in_layer(begin) for begin in begins]
        fewest_wilds = most_wilds = 0
        passed_ranks: list[list[LayerPlace]] = []
        for length in range(2, len(second_values)):
            if self.next_in_layer(rank[0]) == begins[0]:
                return  # no layer covers a whole track
            if all(place in self.natural_at for place in rank):
                values = [
                    factor * second_values[max(0, length - wilds)]
                    for wilds in range(fewest_wilds, most_wilds + 1)
                ]
                # Where partners have two wilds at the rank before, crossing it never earns anything (I3).
                if not self._two_always(ranks_before):
                    either_wilds = self._either_wilds(passed_ranks)
                    for wilds, (value, lower) in enumerate(
                        zip(values, [*values[1:], 0], strict=True), start=fewest_wilds
                    ):
                        stretch = Stretch(frozenset(begins), length, wilds)
                        whole_stretch = self.only_if(
                            [within_wilds[wilds], *(self.natural_at[place] for place in rank)]
                        )
                        self._no_two_wilds(whole_stretch, ranks_before)
                        self.covered_by[stretch] = whole_stretch
                        # A stretch with few wilds counts as one with more too: each adds the difference.
                        if value != lower:
                            self.earned_by[stretch] = whole_stretch, value - lower
                        if either_wilds and wilds == fewest_wilds:
                            self.whole_by[stretch] = whole_stretch, value
                        elif either_wilds:
                            self.either_wilds[stretch] = either_wilds
            if not all(place in self.covered_at for place in rank):
                return
            fewest_wilds += sum(place not in self.natural_at for place in rank)
            most_wilds = min(self.most_wilds, most_wilds + sum(place in self.wild_at for place in rank))
            # Longer stretches need more wilds than there are.
            if fewest_wilds > most_wilds:
                return
            within_wilds = self._covered_within(within_wilds, rank, fewest_wilds, most_wilds)
            # A stretch from the rank beside two wilds earns nothing, wherever it ends (I3).
            if length == 2:
                for variable in within_wilds.values():
                    self._no_two_wilds(variable, rank)
            passed_ranks.append(rank)
            ranks_before, rank = rank, [self.next_in_layer(place) for place in rank]

    def _either_wilds(self, ranks: Sequence[Sequence[LayerPlace]]) -> tuple[int, ...]:
        """Return the wilds of the hand that may lie at these ranks, in order; none if the hand must have some
        there."""
        # Partners' wilds lie for good, so they decide nothing.
        own_places = [[place for place in rank if place[3] <= self.own_layers] for rank in ranks]
        if any(place not in self.natural_at for rank in own_places for place in rank):
            return ()
        return tuple(
            wild
            for rank in own_places
            for wild in sorted(self.wild_at[place] for place in rank if place in self.wild_at)
        )

    def _join_to_neighbours(self, variable: int, begin: LayerPlace) -> None:
        """Add the clauses that a lone card interlocks with nothing: each of j melds at a place has a card
        beside it."""
        place, layer = begin[:3], begin[3]
        before, after = self.step_place(place, -place[0]), self.next_place(place)
        for count_before in range(layer):
            beside = (*before, count_before + 1), (*after, layer - count_before)
            self.clauses.append(
                [-variable, *(self.natural_at[other] for other in beside if other in self.natural_at)]
            )

    def next_in_layer(self, place: LayerPlace) -> LayerPlace:
        """The place after this one in its layer."""
        return *self.next_place(place[:3]), place[3]

    def only_if(self, parts: Iterable[int]) -> int:
        """Return a new variable that is true only if all `parts` are."""
        variable = self.new_variable()
        self.clauses += [[-variable, part] for part in parts]
        return variable

    def _no_two_wilds(self, variable: int, rank: Sequence[LayerPlace]) -> None:
        """Add the clauses that no two wilds lie at a rank: crossing it would gain nothing (I3)."""
        wilds = [self.wild_at[place] for place in rank if place in self.wild_at]
        self.clauses += [[-variable, -wild, -other] for wild, other in combinations(wilds, 2)]

    def _two_always(self, rank: Sequence[LayerPlace]) -> bool:
        """Return whether at least two partners' melds have wilds at this rank."""
        return sum(place in self.wild_at and place[3] > self.own_layers for place in rank) > 1

    def _covered_within(
        self, before: dict[int, int], rank: Sequence[LayerPlace], fewest_wilds: int, most_wilds: int
    ) -> dict[int, int]:
        """Extend a stretch by a rank: return, by number of wilds, a variable that it has no more than
        these."""
        wilds = [self.wild_at[place] for place in rank if place in self.wild_at]
        within_wilds = {}
        for number in range(fewest_wilds, most_wilds + 1):
            variable = within_wilds[number] = self.only_if(self.covered_at[place] for place in rank)
            for count in range(len(wilds) + 1):
                # With so many wilds here no more than the rest lie before, where that is a limit at all.
                fewer = number - count
                if fewer < max(before):
                    allowed = [before[fewer]] if fewer in before else []
                    for some in combinations(wilds, count):
                        self.clauses.append([-variable, *(-wild for wild in some), *allowed])
            self.clauses.append([-variable, before[min(number, max(before))]])
        return within_wilds


class LoneCardLayers(PlainLayers):
    """Layers whose stretches demand that enough cards lie beside each place within them.

    Only cards in melds of two and more are laid at places: one that lies alone is worth the same anywhere,
    and interlocks with nothing. So of x melds at a place each has a card before or after it, and those that
    go on at both sides have one on each. As none goes round, no meld comes to a place twice, and these cards
    are all different: if j melds go on at both sides, x + j cards lie before the place and after it. Whatever
    covers a stretch goes on at both sides of each place within it, so if j melds cover it, j go on there, and
    the j-th layer may earn it.

    `goes_on` has, by place and layer, a variable that may be true only where so many melds go on at both
    sides.
    """

    def __init__(self, rules: Rules, hand: Counter[Card], partners: Sequence[Meld] = ()) -> None:
        super().__init__(rules, hand)
        if partners:
            raise NotChecked("what goes on past a place is not checked beside melds of partners")
        if self.wild_count:
            raise NotChecked("what goes on past a place is known of naturals alone")
        self.goes_on = {place: self.new_variable() for place in self.natural_at}
        for place in self.natural_at:
            self.clauses += self._too_few_beside(place)
        for stretch, covered in self.covered_by.items():
            if len(self.clauses) > _MOST_CLAUSES:
                raise NotChecked("there are too many stretches")
            for begin in stretch.begins:
                place = begin
                for _ in range(stretch.length - 2):
                    place = self.next_in_layer(place)
                    self.clauses.append([-covered, self.goes_on[place]])

    def _too_few_beside(self, layer_place: LayerPlace) -> Iterator[list[int]]:
        """List the clauses that j of the x melds at a place pass through only if x + j cards lie beside
        it."""
        place, going_on = layer_place[:3], layer_place[3]
        before, after = self.step_place(place, -place[0]), self.next_place(place)
        for melds_here in range(going_on, self.natural_counts[place[1]] + 1):
            fewest = melds_here + going_on
            for more_before in range(1, fewest + 1):
                # Else fewer than that lie before it, and no more than the rest of `fewest` less one after it.
                enough = (*before, more_before), (*after, fewest - more_before + 1)
                yield [
                    -self.goes_on[layer_place],
                    -self.natural_at[*place, melds_here],
                    *(self.natural_at[beside] for beside in enough if beside in self.natural_at),
                ]
