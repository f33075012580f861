"""What melds and their interlocks could earn, stretch by stretch, from the rules (I1-I6).

The melds of a leap and two suits lie on places: a card, and the suit that it alternates with. The j-th layer
is the places with j cards and more, naturals first. No arrangement is worth more than its layers are
(docs/optimizer.md), and those earn, for each stretch of a layer between two naturals, the second difference
of the schedule at its length less the wilds within it; and for each stretch of a ring of layers, between two
ranks where all are natural, that of the interlocks' values. This shares nothing with the search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, permutations, product
from math import factorial

from pysat.card import CardEnc, EncType

from scorepad.core.cards import Card, Meld
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.proofs.certificates import LayerPlace, NotChecked, Stretch

Place = tuple[int, Card, str]

_MOST_NATURALS = 5_000  # of all layers
_MOST_CLAUSES = 1_000_000


class PlainLayers:
    """Variables for the naturals and wilds of each layer, their clauses, and what each stretch earns.

    `earned_by` has by stretch a variable that is true only where it is covered, and what it earns beside the
    same one with a wild more. Where a stretch can do without wilds of the hand and have some, `whole_by` has
    a variable that it does without, and all that it earns then, and `either_wilds` those that it can have, in
    order. `lone_points` are what the naturals are worth one by one. Raises NotChecked where layers do not
    bound the hand.
    """

    def __init__(self, rules: Rules, hand: Counter[Card], partners: Sequence[Meld] = ()) -> None:
        melding = melding_of(rules)
        self.rules = rules
        self.natural_counts = Counter(
            {card: copies for card, copies in hand.items() if card in melding.naturals}
        )
        self.wild_count = self.most_wilds = hand.total() - self.natural_counts.total()
        self.own_layers = max(self.natural_counts.values(), default=0)
        self.clauses: list[list[int]] = []
        self.top_variable = 0
        self.lone_points = rules.values.schedule.value(1) * self.natural_counts.total()
        sizes = range(hand.total() + 2)
        self.meld_steps = second_steps([rules.values.schedule.value(size) for size in sizes])
        self.interlock_steps = second_steps([rules.interlock_value(size) for size in sizes])
        self._hold_conditions()
        self.natural_at: dict[LayerPlace, int] = {}
        self.wild_at: dict[LayerPlace, int] = {}
        self.covered_at: dict[LayerPlace, int] = {}
        self._name_places()
        self._use_each_card_once()
        self._lay_wilds()
        self.earned_by: dict[Stretch, tuple[int, int]] = {}
        self.whole_by: dict[Stretch, tuple[int, int]] = {}
        self.either_wilds: dict[Stretch, tuple[int, ...]] = {}
        partner_melds = partners if self.rules.bonuses.partner_interlocks else ()
        partner_runs = [run for meld in partner_melds if (run := self._run_of(meld))]
        self.most_wilds += sum(not is_natural for run in partner_runs for _, is_natural in run)
        self._earn_by_melds()
        self.own_wild_at = dict(self.wild_at)
        self._lay_partners(partner_runs)
        self._earn_by_rings()

    def _lay_partners(self, runs: Sequence[Sequence[tuple[Place, bool]]]) -> None:
        """Melds of partners are layers that are always there, above the hand's (I7)."""
        always = self.new_variable()
        self.clauses.append([always])
        for layer, run in enumerate(runs, start=self.own_layers + 1):
            for place, is_natural in run:
                self.covered_at[*place, layer] = always
                (self.natural_at if is_natural else self.wild_at)[*place, layer] = always
        self.partner_layers = range(self.own_layers + 1, self.own_layers + len(runs) + 1)

    def _run_of(self, meld: Meld) -> list[tuple[Place, bool]]:
        """The places of a meld of two suits, upwards, each with whether a natural lies there.

        None for a meld of one suit. Raises NotChecked.
        """
        laid_kinds = [(laid.stands_for or laid.card, laid.stands_for in (None, laid.card)) for laid in meld]
        suits = {kind.suit for kind, _ in laid_kinds}
        if len(suits) != 2:
            return []
        for leap, way_round in product(self.rules.shapes.leaps, (laid_kinds, laid_kinds[::-1])):
            run = [((leap, kind, next(iter(suits - {kind.suit}))), natural) for kind, natural in way_round]
            if all(self.next_place(place) == further for (place, _), (further, _) in pairwise(run)):
                if len(run) > len(self._suit_circle(laid_kinds[0][0].suit)):
                    raise NotChecked("melds of partners that go round the circle are not checked")
                return run
        return []

    def new_variable(self) -> int:
        """A new variable."""
        self.top_variable += 1
        return self.top_variable

    def _hold_conditions(self) -> None:
        """What the bound by layers needs of the values. Raises NotChecked."""
        for second_values in (self.meld_steps, self.interlock_steps):
            if second_values[0] or min(second_values) < 0:
                raise NotChecked("the layers do not bound what such a schedule pays")
            if self.wild_count and (
                second_values[1] or any(step > after for step, after in pairwise(second_values[2:]))
            ):
                raise NotChecked("with wilds the layers do not bound what such a schedule pays")
        if self.wild_count and (self.rules.wilds.wild_only_schedule or self.rules.wilds.wilds_apart):
            raise NotChecked("wilds apart, or worth something by themselves, are not checked")

    def _suit_circle(self, suit: str) -> tuple[str, ...]:
        return melding_of(self.rules).ranks_of(suit)

    def _step_place(self, place: Place, leap: int) -> Place:
        """The place that a leap leads to, up or down."""
        _, card, other = place
        ranks = self._suit_circle(card.suit)
        rank = ranks[(ranks.index(card.rank) + leap) % len(ranks)]
        return place[0], Card(rank, other), card.suit

    def next_place(self, place: Place) -> Place:
        """The place after this one in a meld."""
        return self._step_place(place, place[0])

    def _all_places(self) -> Iterator[Place]:
        """Every place of every leap, whether or not the hand has a card for it."""
        suits = [suit.letter for suit in self.rules.pack.suits if self._suit_circle(suit.letter)]
        for leap, suit, other in product(self.rules.shapes.leaps, suits, suits):
            if suit != other and self._suit_circle(suit) == self._suit_circle(other):
                for rank in (
                    self._suit_circle(suit) if leap <= max(1, len(self._suit_circle(suit)) // 2) else ()
                ):
                    yield leap, Card(rank, suit), other

    def _name_places(self) -> None:
        """The variables of naturals that could lie in a stretch, and of wilds between two of a layer."""
        all_places = list(self._all_places())
        if any(self._closes_circle(place) for place in all_places):
            raise NotChecked("a meld could go round a whole circle")
        joined_places: set[Place] = set()
        for layer in range(1, max(self.natural_counts.values(), default=0) + 1):
            end_places, wild_places = self._reach_of_layer(all_places, layer)
            joined_places = joined_places or end_places
            for place in sorted(joined_places):
                if self.natural_counts[place[1]] >= layer:
                    self.natural_at[*place, layer] = self.covered_at[*place, layer] = self.new_variable()
            for place in sorted(wild_places):
                self._name_wild((*place, layer))
        if len(self.natural_at) > _MOST_NATURALS:
            raise NotChecked("there are too many places to lay cards")

    def _name_wild(self, place: LayerPlace) -> None:
        wild = self.wild_at[place] = self.new_variable()
        if place not in self.natural_at:
            self.covered_at[place] = wild
            return
        natural, covered = self.natural_at[place], self.new_variable()
        self.covered_at[place] = covered
        self.clauses += [[-covered, natural, wild], [-natural, covered], [-wild, covered], [-wild, -natural]]

    def _closes_circle(self, start: Place) -> bool:
        """Whether the hand and its wilds could cover the whole circle of a place."""
        missing_count, place = 0, start
        while True:
            missing_count += not self.natural_counts[place[1]]
            place = self.next_place(place)
            if place == start or missing_count > self.wild_count:
                return missing_count <= self.wild_count

    def _reach_of_layer(self, all_places: Sequence[Place], layer: int) -> tuple[set[Place], set[Place]]:
        """The ends of all stretches that a layer could cover, and the places between them."""
        end_places: set[Place] = set()
        wild_places: set[Place] = set()
        for start in all_places:
            passed_places: list[Place] = []
            missing_count, place = 0, self.next_place(start)
            while self.natural_counts[start[1]] >= layer and missing_count <= self.wild_count:
                if self.natural_counts[place[1]] >= layer:
                    end_places |= {start, place}
                    wild_places.update(passed_places if self.wild_count else ())
                else:
                    missing_count += 1
                passed_places.append(place)
                place = self.next_place(place)
        return end_places, wild_places

    def _use_each_card_once(self) -> None:
        """Layers are filled in turn and hold no card more often than the hand does."""
        by_card: dict[Card, list[int]] = {}
        for (leap, card, other, layer), variable in self.natural_at.items():
            by_card.setdefault(card, []).append(variable)
            if layer > 1:
                self.clauses.append([-variable, self.natural_at[leap, card, other, layer - 1]])
        for card, lits in by_card.items():
            self._at_most(lits, self.natural_counts[card])

    def _at_most(self, lits: list[int], most_wilds: int) -> None:
        encoded = CardEnc.atmost(lits, most_wilds, top_id=self.top_variable, encoding=EncType.seqcounter)
        self.clauses += encoded.clauses
        self.top_variable = max(self.top_variable, encoded.nv)

    def _lay_wilds(self) -> None:
        """No more wilds than there are, each inside its meld and above a card of the layer before (H14)."""
        self._at_most(list(self.wild_at.values()), self.wild_count)
        for (leap, card, other, layer), wild in self.wild_at.items():
            for direction in (leap, -leap):
                neighbour = self._step_place((leap, card, other), direction)
                self.clauses.append([-wild, self.covered_at[*neighbour, layer]])
            if layer > 1:
                place_below = self.covered_at.get((leap, card, other, layer - 1))
                self.clauses.append([-wild, *([place_below] if place_below else [])])
        if self.rules.wilds.adjacent_naturals and self.wild_count:
            self._join_to_two_naturals()

    def _join_to_two_naturals(self) -> None:
        """In the first layer a wild has two naturals side by side in its meld, ahead or behind (H15)."""
        first = [place[:3] for place in self.covered_at if place[3] == 1]
        sides = []
        for direction in (1, -1):
            joined_places = {place: self.new_variable() for place in first}
            sides.append(joined_places)
            for place, variable in joined_places.items():
                ahead = self._step_place(place, direction * place[0])
                if ahead not in joined_places:
                    self.clauses.append([-variable])
                    continue
                pair = self._both_natural(ahead, self._step_place(ahead, direction * place[0]))
                self.clauses += [
                    [-variable, self.covered_at[*ahead, 1]],
                    [-variable, joined_places[ahead], *pair],
                ]
        for (leap, card, other, _), wild in self.wild_at.items():
            self.clauses.append([-wild, *(joined_places[leap, card, other] for joined_places in sides)])

    def _both_natural(self, place: Place, further: Place) -> list[int]:
        """A variable that is true only where naturals lie at both places; none where they cannot."""
        naturals = [self.natural_at.get((*neighbour, 1)) for neighbour in (place, further)]
        if None in naturals:
            return []
        both = self.new_variable()
        self.clauses += [[-both, natural] for natural in naturals if natural]
        return [both]

    def _earn_by_melds(self) -> None:
        for begin in self.natural_at:
            self._earn_stretches([begin], self.meld_steps, 1, shortest=2)

    def _earn_by_rings(self) -> None:
        """Rings of two suits and more, each begun at its least suit, in both directions (I2, I4)."""
        suits = [suit.letter for suit in self.rules.pack.suits]
        kinds = sorted({(leap, card.rank) for leap, card, _, _ in self.natural_at})
        for size in range(2, len(suits) + 1):
            for ring in permutations(suits, size):
                for leap, rank in kinds if ring[0] == min(ring) else ():
                    self._earn_by_ring(leap, rank, ring)

    def _earn_by_ring(self, leap: int, rank: str, ring: Sequence[str]) -> None:
        """Every choice of a layer for each place where two suits of the ring follow each other."""
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
        """The stretches from these naturals on, as far as the hand could cover them."""
        if len(self.clauses) > _MOST_CLAUSES:
            raise NotChecked("there are too many stretches")
        start = self._only_if(self.natural_at[begin] for begin in begins)
        if shortest == 1 and second_values[1]:
            crossing = self._only_if([start])
            for begin in begins:
                if begin[3] <= self.own_layers:  # melds of partners have two cards and more
                    self._join_to_neighbours(crossing, begin)
            self.earned_by[Stretch(frozenset(begins), 1, 0)] = crossing, factor * second_values[1]
        within_wilds = {0: start}  # by number of wilds: that so far all is covered, with no more
        ranks_before: list[LayerPlace] = []
        rank = [self._next_in_layer(begin) for begin in begins]
        fewest_wilds = most_wilds = 0
        passed_ranks: list[list[LayerPlace]] = []
        for length in range(2, len(second_values)):
            if all(place in self.natural_at for place in rank):
                values = [
                    factor * second_values[max(0, length - wilds)]
                    for wilds in range(fewest_wilds, most_wilds + 1)
                ]
                if not self._two_always(ranks_before):
                    either_wilds = self._either_wilds(passed_ranks)
                    for wilds, (value, lower) in enumerate(
                        zip(values, [*values[1:], 0], strict=True), start=fewest_wilds
                    ):
                        stretch = Stretch(frozenset(begins), length, wilds)
                        whole_stretch = self._only_if(
                            [within_wilds[wilds], *(self.natural_at[place] for place in rank)]
                        )
                        self._no_two_wilds(whole_stretch, ranks_before)
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
            if fewest_wilds > most_wilds:
                return
            within_wilds = self._covered_within(within_wilds, rank, fewest_wilds, most_wilds)
            if length == 2:
                for variable in within_wilds.values():
                    self._no_two_wilds(variable, rank)
            passed_ranks.append(rank)
            ranks_before, rank = rank, [self._next_in_layer(place) for place in rank]

    def _either_wilds(self, ranks: Sequence[Sequence[LayerPlace]]) -> tuple[int, ...]:
        """Wilds of the hand that may lie at these ranks, in order; none where some of them must."""
        own_places = [[place for place in rank if place[3] <= self.own_layers] for rank in ranks]
        if any(place not in self.natural_at for rank in own_places for place in rank):
            return ()
        return tuple(
            wild
            for rank in own_places
            for wild in sorted(self.wild_at[place] for place in rank if place in self.wild_at)
        )

    def _join_to_neighbours(self, variable: int, begin: LayerPlace) -> None:
        """A lone card interlocks with nothing: of j melds at a place each has a card before or after it."""
        place, layer = begin[:3], begin[3]
        before, after = self._step_place(place, -place[0]), self.next_place(place)
        for count_before in range(layer):
            beside = (*before, count_before + 1), (*after, layer - count_before)
            self.clauses.append(
                [-variable, *(self.natural_at[other] for other in beside if other in self.natural_at)]
            )

    def _next_in_layer(self, place: LayerPlace) -> LayerPlace:
        return *self.next_place(place[:3]), place[3]

    def _only_if(self, parts: Iterable[int]) -> int:
        """A variable that is true only where all of these are."""
        variable = self.new_variable()
        self.clauses += [[-variable, part] for part in parts]
        return variable

    def _no_two_wilds(self, variable: int, rank: Sequence[LayerPlace]) -> None:
        """Two wilds at a rank take one off: from the rank beside it nothing is gained by crossing (I3)."""
        wilds = [self.wild_at[place] for place in rank if place in self.wild_at]
        self.clauses += [[-variable, -wild, -other] for wild, other in combinations(wilds, 2)]

    def _two_always(self, rank: Sequence[LayerPlace]) -> bool:
        """Whether two melds of partners have wilds there."""
        return sum(place in self.wild_at and place[3] > self.own_layers for place in rank) > 1

    def _covered_within(
        self, before: dict[int, int], rank: Sequence[LayerPlace], fewest_wilds: int, most_wilds: int
    ) -> dict[int, int]:
        """That this rank is covered too: by number of wilds so far, a variable for no more than that."""
        wilds = [self.wild_at[place] for place in rank if place in self.wild_at]
        within_wilds = {}
        for number in range(fewest_wilds, most_wilds + 1):
            variable = within_wilds[number] = self._only_if(self.covered_at[place] for place in rank)
            for count in range(len(wilds) + 1):
                # With so many wilds here no more than the rest lie before, where that is a limit at all.
                fewer = number - count
                if fewer < max(before):
                    allowed = [before[fewer]] if fewer in before else []
                    for some in combinations(wilds, count):
                        self.clauses.append([-variable, *(-wild for wild in some), *allowed])
            self.clauses.append([-variable, before[min(number, max(before))]])
        return within_wilds


def second_steps(values: Sequence[int]) -> list[int]:
    """By length: what a stretch adds to all the shorter ones within it."""
    before = [0, 0, *values]
    return [value - 2 * last + older for older, last, value in zip(before, before[1:], values, strict=False)]
