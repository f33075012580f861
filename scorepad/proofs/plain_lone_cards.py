"""How many cards lie beside the melds that go on at both sides of a place, where there are no wilds.

Only cards in melds of two and more are laid at places: one that lies alone is worth the same anywhere, and
interlocks with nothing. So of x melds at a place each has a card before or after it, and those that go on at
both sides have one on each. As no circle can be closed, no meld comes to a place twice, and these cards are
all different: if j melds go on at both sides, x + j cards lie before the place and after it.

Whatever covers a stretch goes on at both sides of each place within it. So if j melds cover the stretch, j go
on there, and the j-th layer may earn the stretch.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scorepad.core.cards import Card
from scorepad.core.rules import Rules
from scorepad.proofs.certificates import LayerPlace, NotChecked
from scorepad.proofs.plain_layers import MOST_CLAUSES, PlainLayers


class LoneCardLayers(PlainLayers):
    """Layers whose stretches demand that enough cards lie beside each place within them.

    `goes_on` has, by place and layer, a variable that may be true only where so many melds go on at both
    sides.
    """

    def __init__(self, rules: Rules, hand: Counter[Card]) -> None:
        super().__init__(rules, hand)
        if self.wild_count:
            raise NotChecked("what goes on past a place is known of naturals alone")
        self.goes_on = {place: self.new_variable() for place in self.natural_at}
        for place in self.natural_at:
            self.clauses += self._too_few_beside(place)
        for stretch, covered in self.covered_by.items():
            if len(self.clauses) > MOST_CLAUSES:
                raise NotChecked("there are too many stretches")
            for begin in stretch.begins:
                place = begin
                for _ in range(stretch.length - 2):
                    place = self.next_in_layer(place)
                    self.clauses.append([-covered, self.goes_on[place]])

    def _too_few_beside(self, layer_place: LayerPlace) -> Iterator[list[int]]:
        """So many melds do not go on at both sides where, of so many there, too few have cards beside it."""
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
