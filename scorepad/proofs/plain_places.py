"""The places at which cards and wilds of a hand can lie, layer by layer, computed from the rules (H14, H15,
I1).

The melds of a leap and two suits lie on places: a card, and the suit that it alternates with. Layer j has the
places with at least j cards, naturals first. This module shares no code with the search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from pysat.card import CardEnc, EncType

from scorepad.core.cards import Card, Meld
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.proofs.certificates import LayerPlace, NotChecked

_MOST_NATURALS = 5_000  # of all layers


Place = tuple[int, Card, str]  # a leap, a card, the suit that it alternates with


class PlainPlaces:
    """Variables of the naturals and wilds of each layer, with their clauses.

    `lone_points`: the points of the naturals one by one; `partner_runs`: partners' melds that can be
    interlocked with. Raises NotChecked if layers do not bound the hand.
    """

    def __init__(self, rules: Rules, hand: Counter[Card], partners: Sequence[Meld] = ()) -> None:
        self.rules = rules
        melding = melding_of(rules)
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
        interlocks = self.rules.bonuses.interlocks
        partner_melds = partners if interlocks and interlocks.with_partners else ()
        self.partner_runs = [run for meld in partner_melds if (run := self._run_of(meld))]
        self.most_wilds += sum(not is_natural for run in self.partner_runs for _, is_natural in run)

    def ranks_of(self, suit: str) -> tuple[str, ...]:
        """The ranks of a suit, in order."""
        return melding_of(self.rules).ranks_of(suit)

    def step_place(self, place: Place, leap: int) -> Place:
        """Return the place that a leap leads to; a negative leap leads down."""
        _, card, other = place
        ranks = self.ranks_of(card.suit)
        rank = ranks[(ranks.index(card.rank) + leap) % len(ranks)]
        return place[0], Card(rank, other), card.suit

    def next_place(self, place: Place) -> Place:
        """The place after this one in a meld."""
        return self.step_place(place, place[0])

    def all_places(self) -> Iterator[Place]:
        """List every place of every leap, whether the hand has its card or not."""
        suits = [suit.letter for suit in self.rules.pack.suits if self.ranks_of(suit.letter)]
        for leap, suit, other in product(self.rules.shapes.leaps.each, suits, suits):
            ranks = self.ranks_of(suit)
            # Leap R - k is leap k read backwards (H22).
            if suit != other and ranks == self.ranks_of(other) and leap <= max(1, len(ranks) // 2):
                for rank in ranks:
                    yield leap, Card(rank, suit), other

    def _is_closable(self) -> bool:
        """Return whether the hand could cover a whole track."""
        places_left = set(self.all_places())
        while places_left:
            track = list(self._places_round(next(iter(places_left))))
            places_left.difference_update(track)
            if sum(not self.natural_counts[card] for _, card, _ in track) <= self.wild_count:
                return True
        return False

    def _places_round(self, start: Place) -> Iterator[Place]:
        place = start
        while True:
            yield place
            place = self.next_place(place)
            if place == start:
                return

    def _run_of(self, meld: Meld) -> list[tuple[Place, bool]]:
        """Return the places of a meld of two suits, upwards, each with whether a natural lies there.

        The list is empty for a meld of one suit, or of wilds that stand for nothing. Raises NotChecked.
        """
        laid_kinds = [(laid.kind, laid.stands_for in (None, laid.card)) for laid in meld]
        suits = {kind.suit for kind, _ in laid_kinds}
        if len(suits) != 2 or not melding_of(self.rules).naturals.issuperset(kind for kind, _ in laid_kinds):
            return []
        for leap, way_round in product(self.rules.shapes.leaps.each, (laid_kinds, laid_kinds[::-1])):
            run = [((leap, kind, next(iter(suits - {kind.suit}))), natural) for kind, natural in way_round]
            if all(self.next_place(place) == further for (place, _), (further, _) in pairwise(run)):
                if len(run) > len(self.ranks_of(laid_kinds[0][0].suit)):
                    raise NotChecked("melds of partners that go round a track are not checked")
                return run
        return []

    def new_variable(self) -> int:
        """A new variable."""
        self.top_variable += 1
        return self.top_variable

    def _hold_conditions(self) -> None:
        """Check the conditions of the bound by layers: on the order of ranks and on the points. Raises
        NotChecked."""
        if not self.rules.shapes.runs.circular:
            raise NotChecked("an order that has ends is not checked")
        for second_values in (self.meld_steps, self.interlock_steps):
            # The sum over stretches bounds melds only if none of its terms is negative (docs/exactness.md).
            if second_values[0] or min(second_values) < 0:
                raise NotChecked("the layers do not bound what such a schedule pays")
            if self.wild_count and (
                second_values[1] or any(step > after for step, after in pairwise(second_values[2:]))
            ):
                raise NotChecked("with wilds the layers do not bound what such a schedule pays")
        if self.wild_count and (self.rules.wilds.wild_only_schedule or self.rules.wilds.wilds_apart):
            raise NotChecked("wilds apart, or worth something by themselves, are not checked")
        if self._is_closable():
            raise NotChecked("a meld could go round a whole track")

    def _name_places(self) -> None:
        """Create the variables of naturals that could lie in a stretch, and of wilds between two naturals."""
        all_places = list(self.all_places())
        joined_places: set[Place] = set()
        for layer in range(1, max(self.natural_counts.values(), default=0) + 1):
            end_places, wild_places = self._reach_of_layer(all_places, layer)
            # The first layer covers all that deeper ones can, so its places serve for every layer.
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
        # Covered means a natural or a wild, and never both.
        natural, covered = self.natural_at[place], self.new_variable()
        self.covered_at[place] = covered
        self.clauses += [[-covered, natural, wild], [-natural, covered], [-wild, covered], [-wild, -natural]]

    def _reach_of_layer(self, all_places: Sequence[Place], layer: int) -> tuple[set[Place], set[Place]]:
        """Return the ends of all stretches that a layer could cover, and the places between the ends."""
        end_places: set[Place] = set()
        wild_places: set[Place] = set()
        for start in all_places:
            passed_places: list[Place] = []
            missing_count, place = 0, self.next_place(start)
            while (
                self.natural_counts[start[1]] >= layer and missing_count <= self.wild_count and place != start
            ):
                if self.natural_counts[place[1]] >= layer:
                    end_places |= {start, place}
                    wild_places.update(passed_places if self.wild_count else ())
                else:
                    missing_count += 1
                passed_places.append(place)
                place = self.next_place(place)
        return end_places, wild_places

    def _use_each_card_once(self) -> None:
        """Add the clauses that layers are filled in turn and use no card more often than the hand has it."""
        by_card: dict[Card, list[int]] = {}
        for (leap, card, other, layer), variable in self.natural_at.items():
            by_card.setdefault(card, []).append(variable)
            if layer > 1:
                self.clauses.append([-variable, self.natural_at[leap, card, other, layer - 1]])
        for card, lits in by_card.items():
            self.clauses += self.at_most(lits, self.natural_counts[card])

    def at_most(self, literals: list[int], most_true: int) -> list[list[int]]:
        """Return clauses that at most `most_true` of the literals are true."""
        encoded = CardEnc.atmost(literals, most_true, top_id=self.top_variable, encoding=EncType.seqcounter)
        self.top_variable = max(self.top_variable, encoded.nv)
        return encoded.clauses  # type: ignore[no-any-return]

    def _lay_wilds(self) -> None:
        """Add the clauses that there are no more wilds than the hand has, each inside its meld and above a
        card of the previous layer (H14)."""
        self.clauses += self.at_most(list(self.wild_at.values()), self.wild_count)
        for (leap, card, other, layer), wild in self.wild_at.items():
            for direction in (leap, -leap):
                neighbour = self.step_place((leap, card, other), direction)
                # A wild at the end of a meld adds nothing, so it is not laid there.
                self.clauses.append([-wild, self.covered_at[*neighbour, layer]])
            if layer > 1:
                place_below = self.covered_at.get((leap, card, other, layer - 1))
                self.clauses.append([-wild, *([place_below] if place_below else [])])
        if self.rules.wilds.adjacent_naturals and self.wild_count:
            self._join_to_two_naturals()

    def _join_to_two_naturals(self) -> None:
        """Add the clauses that in the first layer a wild has two naturals side by side, ahead or behind
        (H15)."""
        # Deeper melds may lie otherwise than as layers, so only the first layer demands this.
        sides = [self.two_naturals_ahead(1, direction) for direction in (1, -1)]
        for (leap, card, other, _), wild in self.wild_at.items():
            self.clauses.append([-wild, *(joined_places[leap, card, other] for joined_places in sides)])

    def two_naturals_ahead(self, layer: int, direction: int) -> dict[Place, int]:
        """Return, by place, a variable that is true only if the layer leads on to two naturals in this
        direction."""
        joined_places = {place[:3]: self.new_variable() for place in self.covered_at if place[3] == layer}
        for place, variable in joined_places.items():
            # No track can be covered whole, so these variables never hold each other up round a circle.
            ahead = self.step_place(place, direction * place[0])
            if ahead not in joined_places:
                self.clauses.append([-variable])
                continue
            pair = self._both_natural(layer, ahead, self.step_place(ahead, direction * place[0]))
            self.clauses += [
                [-variable, self.covered_at[*ahead, layer]],
                [-variable, joined_places[ahead], *pair],
            ]
        return joined_places

    def _both_natural(self, layer: int, place: Place, further: Place) -> list[int]:
        """Return a variable that is true only if naturals lie at both places, as a list; empty if they
        cannot."""
        naturals = [self.natural_at.get((*neighbour, layer)) for neighbour in (place, further)]
        if None in naturals:
            return []
        both = self.new_variable()
        self.clauses += [[-both, natural] for natural in naturals if natural]
        return [both]


def second_steps(values: Sequence[int]) -> list[int]:
    """Return, by length, what a stretch adds to all shorter ones within it."""
    before = [0, 0, *values]
    return [value - 2 * last + older for older, last, value in zip(before, before[1:], values, strict=False)]
