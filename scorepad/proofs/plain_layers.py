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

from scorepad.core.cards import Card
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.proofs.certificates import LayerPlace, NotChecked, Stretch

Place = tuple[int, Card, str]

_MOST_NATURALS = 5_000  # of all layers
_MOST_CLAUSES = 1_000_000


class PlainLayers:
    """Variables for the naturals and wilds of each layer, their clauses, and what each stretch earns.

    `earned` has by stretch a variable that is true only where it is covered, and what it earns; `base` is
    what the naturals are worth one by one. Raises NotChecked where layers do not bound the hand.
    """

    def __init__(self, rules: Rules, hand: Counter[Card]) -> None:
        melding = melding_of(rules)
        self.rules = rules
        self.hand = Counter({card: copies for card, copies in hand.items() if card in melding.naturals})
        self.wilds = hand.total() - self.hand.total()
        self.clauses: list[list[int]] = []
        self.top = 0
        self.base = rules.values.schedule.value(1) * self.hand.total()
        sizes = range(hand.total() + 2)
        self.meld_steps = second_steps([rules.values.schedule.value(size) for size in sizes])
        self.interlock_steps = second_steps([rules.interlock_value(size) for size in sizes])
        self._hold_conditions()
        self.natural: dict[LayerPlace, int] = {}
        self.wild: dict[LayerPlace, int] = {}
        self.covered: dict[LayerPlace, int] = {}
        self._name_places()
        self._use_each_card_once()
        self._lay_wilds()
        self.earned: dict[Stretch, tuple[int, int]] = {}
        self._earn_by_melds()
        self._earn_by_rings()

    def new(self) -> int:
        """A new variable."""
        self.top += 1
        return self.top

    def _hold_conditions(self) -> None:
        """What the bound by layers needs of the values. Raises NotChecked."""
        for steps in (self.meld_steps, self.interlock_steps):
            if steps[0] or min(steps) < 0:
                raise NotChecked("the layers do not bound what such a schedule pays")
            if self.wilds and (steps[1] or any(step > after for step, after in pairwise(steps[2:]))):
                raise NotChecked("with wilds the layers do not bound what such a schedule pays")
        if self.wilds and (self.rules.wilds.wild_only_schedule or self.rules.wilds.wilds_apart):
            raise NotChecked("wilds apart, or worth something by themselves, are not checked")

    def _circle(self, suit: str) -> tuple[str, ...]:
        return melding_of(self.rules).ranks_of(suit)

    def _step(self, place: Place, leap: int) -> Place:
        """The place that a leap leads to, up or down."""
        _, card, other = place
        ranks = self._circle(card.suit)
        rank = ranks[(ranks.index(card.rank) + leap) % len(ranks)]
        return place[0], Card(rank, other), card.suit

    def next(self, place: Place) -> Place:
        """The place after this one in a meld."""
        return self._step(place, place[0])

    def _all_places(self) -> Iterator[Place]:
        """Every place of every leap, whether or not the hand has a card for it."""
        suits = [suit.letter for suit in self.rules.pack.suits if self._circle(suit.letter)]
        for leap, suit, other in product(self.rules.shapes.leaps, suits, suits):
            if suit != other and self._circle(suit) == self._circle(other):
                for rank in self._circle(suit) if leap <= max(1, len(self._circle(suit)) // 2) else ():
                    yield leap, Card(rank, suit), other

    def _name_places(self) -> None:
        """The variables of naturals that could lie in a stretch, and of wilds between two of a layer."""
        every = list(self._all_places())
        if any(self._closes(place) for place in every):
            raise NotChecked("a meld could go round a whole circle")
        joined: set[Place] = set()
        for layer in range(1, max(self.hand.values(), default=0) + 1):
            ends, between = self._reach_of_layer(every, layer)
            joined = joined or ends
            for place in sorted(joined):
                if self.hand[place[1]] >= layer:
                    self.natural[*place, layer] = self.covered[*place, layer] = self.new()
            for place in sorted(between):
                self._name_wild((*place, layer))
        if len(self.natural) > _MOST_NATURALS:
            raise NotChecked("there are too many places to lay cards")

    def _name_wild(self, place: LayerPlace) -> None:
        wild = self.wild[place] = self.new()
        if place not in self.natural:
            self.covered[place] = wild
            return
        natural, covered = self.natural[place], self.new()
        self.covered[place] = covered
        self.clauses += [[-covered, natural, wild], [-natural, covered], [-wild, covered], [-wild, -natural]]

    def _closes(self, start: Place) -> bool:
        """Whether the hand and its wilds could cover the whole circle of a place."""
        missing, place = 0, start
        while True:
            missing += not self.hand[place[1]]
            place = self.next(place)
            if place == start or missing > self.wilds:
                return missing <= self.wilds

    def _reach_of_layer(self, every: Sequence[Place], layer: int) -> tuple[set[Place], set[Place]]:
        """The ends of all stretches that a layer could cover, and the places between them."""
        ends: set[Place] = set()
        between: set[Place] = set()
        for start in every:
            passed: list[Place] = []
            missing, place = 0, self.next(start)
            while self.hand[start[1]] >= layer and missing <= self.wilds:
                if self.hand[place[1]] >= layer:
                    ends |= {start, place}
                    between.update(passed if self.wilds else ())
                else:
                    missing += 1
                passed.append(place)
                place = self.next(place)
        return ends, between

    def _use_each_card_once(self) -> None:
        """Layers are filled in turn and hold no card more often than the hand does."""
        by_card: dict[Card, list[int]] = {}
        for (leap, card, other, layer), variable in self.natural.items():
            by_card.setdefault(card, []).append(variable)
            if layer > 1:
                self.clauses.append([-variable, self.natural[leap, card, other, layer - 1]])
        for card, lits in by_card.items():
            self._at_most(lits, self.hand[card])

    def _at_most(self, lits: list[int], most: int) -> None:
        encoded = CardEnc.atmost(lits, most, top_id=self.top, encoding=EncType.seqcounter)
        self.clauses += encoded.clauses
        self.top = max(self.top, encoded.nv)

    def _lay_wilds(self) -> None:
        """No more wilds than there are, each inside its meld and above a card of the layer before (H14)."""
        self._at_most(list(self.wild.values()), self.wilds)
        for (leap, card, other, layer), wild in self.wild.items():
            for way in (leap, -leap):
                beside = self._step((leap, card, other), way)
                self.clauses.append([-wild, self.covered[*beside, layer]])
            if layer > 1:
                below = self.covered.get((leap, card, other, layer - 1))
                self.clauses.append([-wild, *([below] if below else [])])
        if self.rules.wilds.adjacent_naturals and self.wilds:
            self._join_to_two_naturals()

    def _join_to_two_naturals(self) -> None:
        """In the first layer a wild has two naturals side by side in its meld, ahead or behind (H15)."""
        first = [place[:3] for place in self.covered if place[3] == 1]
        sides = []
        for way in (1, -1):
            joined = {place: self.new() for place in first}
            sides.append(joined)
            for place, variable in joined.items():
                ahead = self._step(place, way * place[0])
                if ahead not in joined:
                    self.clauses.append([-variable])
                    continue
                pair = self._both_natural(ahead, self._step(ahead, way * place[0]))
                self.clauses += [[-variable, self.covered[*ahead, 1]], [-variable, joined[ahead], *pair]]
        for (leap, card, other, layer), wild in self.wild.items():
            if layer == 1:
                self.clauses.append([-wild, *(joined[leap, card, other] for joined in sides)])

    def _both_natural(self, place: Place, further: Place) -> list[int]:
        """A variable that is true only where naturals lie at both places; none where they cannot."""
        naturals = [self.natural.get((*beside, 1)) for beside in (place, further)]
        if None in naturals:
            return []
        both = self.new()
        self.clauses += [[-both, natural] for natural in naturals if natural]
        return [both]

    def _earn_by_melds(self) -> None:
        for begin in self.natural:
            self._earn([begin], self.meld_steps, 1, shortest=2)

    def _earn_by_rings(self) -> None:
        """Rings of two suits and more, each begun at its least suit, in both directions (I2, I4)."""
        suits = [suit.letter for suit in self.rules.pack.suits]
        kinds = sorted({(leap, card.rank) for leap, card, _, _ in self.natural})
        for size in range(2, len(suits) + 1):
            for ring in permutations(suits, size):
                for leap, rank in kinds if ring[0] == min(ring) else ():
                    self._earn_by_ring(leap, rank, ring)

    def _earn_by_ring(self, leap: int, rank: str, ring: Sequence[str]) -> None:
        """Every choice of a layer for each place where two suits of the ring follow each other."""
        places = [(leap, Card(rank, suit), other) for suit, other in pairwise((*ring, ring[0]))]
        layers = [range(1, self.hand[card] + 1) for _, card, _ in places]
        for chosen in product(*layers):
            begins = [(*place, layer) for place, layer in zip(places, chosen, strict=True)]
            if all(begin in self.natural for begin in begins):
                self._earn(begins, self.interlock_steps, factorial(len(ring)) // 2, shortest=1)

    def _earn(self, begins: Sequence[LayerPlace], steps: Sequence[int], factor: int, shortest: int) -> None:
        """The stretches from these naturals on, as far as the hand could cover them."""
        if len(self.clauses) > _MOST_CLAUSES:
            raise NotChecked("there are too many stretches")
        start = self._only_if(self.natural[begin] for begin in begins)
        if shortest == 1 and steps[1]:
            self.earned[Stretch(frozenset(begins), 1, 0)] = start, factor * steps[1]
        within = {0: start}  # by number of wilds: that so far all is covered, with no more
        rank_before: list[LayerPlace] = []
        rank = [self._after(begin) for begin in begins]
        least = most = 0
        for length in range(2, len(steps)):
            if all(place in self.natural for place in rank):
                values = [factor * steps[max(0, length - wilds)] for wilds in range(least, most + 1)]
                for wilds, (value, lower) in enumerate(
                    zip(values, [*values[1:], 0], strict=True), start=least
                ):
                    if value != lower:
                        whole = self._only_if([within[wilds], *(self.natural[place] for place in rank)])
                        self._no_two_wilds(whole, rank_before)
                        self.earned[Stretch(frozenset(begins), length, wilds)] = whole, value - lower
            if not all(place in self.covered for place in rank):
                return
            least += sum(place not in self.natural for place in rank)
            most = min(self.wilds, most + sum(place in self.wild for place in rank))
            if least > most:
                return
            within = self._within(within, rank, least, most)
            if length == 2:
                for variable in within.values():
                    self._no_two_wilds(variable, rank)
            rank_before, rank = rank, [self._after(place) for place in rank]

    def _after(self, place: LayerPlace) -> LayerPlace:
        return *self.next(place[:3]), place[3]

    def _only_if(self, parts: Iterable[int]) -> int:
        """A variable that is true only where all of these are."""
        variable = self.new()
        self.clauses += [[-variable, part] for part in parts]
        return variable

    def _no_two_wilds(self, variable: int, rank: Sequence[LayerPlace]) -> None:
        """Two wilds at a rank take one off: from the rank beside it nothing is gained by crossing (I3)."""
        wilds = [self.wild[place] for place in rank if place in self.wild]
        self.clauses += [[-variable, -wild, -other] for wild, other in combinations(wilds, 2)]

    def _within(
        self, before: dict[int, int], rank: Sequence[LayerPlace], least: int, most: int
    ) -> dict[int, int]:
        """That this rank is covered too: by number of wilds so far, a variable for no more than that."""
        wilds = [self.wild[place] for place in rank if place in self.wild]
        within = {}
        for number in range(least, most + 1):
            variable = within[number] = self._only_if(self.covered[place] for place in rank)
            for count in range(len(wilds) + 1):
                # With so many wilds here no more than the rest lie before, where that is a limit at all.
                fewer = number - count
                if fewer < max(before):
                    allowed = [before[fewer]] if fewer in before else []
                    for some in combinations(wilds, count):
                        self.clauses.append([-variable, *(-wild for wild in some), *allowed])
            self.clauses.append([-variable, before[min(number, max(before))]])
        return within


def second_steps(values: Sequence[int]) -> list[int]:
    """By length: what a stretch adds to all the shorter ones within it."""
    before = [0, 0, *values]
    return [value - 2 * last + older for older, last, value in zip(before, before[1:], values, strict=False)]
