"""Where the two naturals of a wild lie that is in the second layer (H15), and what is lost there.

Such a wild lies beside a natural of the first layer: one meld has the wild there, another the natural. The
meld of the wild has two naturals side by side. Say they lie ahead. Either

- the second layer goes on that far and has two naturals side by side;
- or it ends before them. Beyond its end nothing lies but that meld, so that a stretch from the wild to there
  is covered by it alone, which has a wild more than the first layer, and by none if it begins with the wild;
- or it goes on that far, with another wild at one of them. If there are but these two, whatever covers both
  places has one of them. It is one meld where the second layer does not go on, or has no natural at an end;
- or a wild is at an end of what a layer covers, where it counts nothing: then nothing is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from math import factorial

from pysat.card import CardEnc, EncType

from scorepad.core.cards import Card
from scorepad.core.rules import Rules
from scorepad.proofs.certificates import NotChecked, Stretch
from scorepad.proofs.plain_circles import Place
from scorepad.proofs.plain_layers import MOST_CLAUSES, PlainLayers


@dataclass(slots=True)
class _Ahead:
    """In one direction, by place of a wild in the second layer: variables of where its naturals may lie.

    `past_end`: beyond the end of the second layer. `past_wild`: so many steps on, at another of its wilds.
    """

    past_end: dict[Place, int]
    past_wild: dict[Place, list[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class _Earning:
    """A stretch with clauses that begin as these do: so much is lost with a wild more, or all of it."""

    stretch: Stretch
    with_a_wild_more: list[int]
    all_lost: list[int]


class CrossedLayers(PlainLayers):
    """Layers whose stretches earn less where a meld crosses to its two naturals.

    `more_by` has, by stretch of naturals, a variable that is true only where it is covered, and what it earns
    with a wild more; `whole_by` and `earned_by` what it earns beside.
    """

    def __init__(self, rules: Rules, hand: Counter[Card]) -> None:
        super().__init__(rules, hand)
        if not (self.wild_count and rules.wilds.adjacent_naturals):
            raise NotChecked("no wild needs two naturals")
        self.more_by: dict[Stretch, tuple[int, int]] = {}
        earnings = [self._earning_of(stretch) for stretch in self.covered_by]
        both_ways = self._say_where_naturals_lie()
        for earning in earnings:
            if len(self.clauses) > MOST_CLAUSES:
                raise NotChecked("there are too many stretches")
            for begin in earning.stretch.begins:
                if begin[3] == 1:
                    run = self._run_from(begin[:3], earning.stretch.length)
                    self.clauses += self._breaks(earning, run, both_ways[0])
                    self.clauses += self._breaks(earning, run[::-1], both_ways[1])

    def _earning_of(self, stretch: Stretch) -> _Earning:
        """Give what the stretch earns variables of its own, which may be false where it is covered."""
        covered = self.covered_by[stretch]
        if not stretch.most_wilds:
            return self._naturals_earning(stretch, covered)
        own = self.only_if([covered])
        if stretch in self.earned_by:
            self.earned_by[stretch] = own, self.earned_by[stretch][1]
        fewer = self.covered_by.get(Stretch(stretch.begins, stretch.length, stretch.most_wilds - 1))
        return _Earning(stretch, [-own, fewer] if fewer else [-own], [-own])

    def _naturals_earning(self, stretch: Stretch, covered: int) -> _Earning:
        """Part what a stretch of naturals earns: with a wild more, and beside that."""
        ring = len(stretch.begins)
        steps, factor = (self.interlock_steps, factorial(ring) // 2) if ring > 1 else (self.meld_steps, 1)
        more = self.only_if([covered])
        beside = self.only_if([more])
        value_with_more = factor * steps[stretch.length - 1]
        value_beside = factor * steps[stretch.length] - value_with_more
        self.more_by[stretch] = more, value_with_more
        of_naturals = self.whole_by if stretch in self.whole_by else self.earned_by
        of_naturals[stretch] = beside, value_beside
        return _Earning(stretch, [-beside], [-more])

    def _run_from(self, place: Place, length: int) -> list[Place]:
        run = [place]
        while len(run) < length:
            run.append(self.next_place(run[-1]))
        return run

    def _say_where_naturals_lie(self) -> tuple[_Ahead, _Ahead]:
        """Of each wild in the second layer beside a natural: which way one of the cases holds."""
        ways: dict[Place, list[int]] = {
            (leap, card, other): []
            for leap, card, other, layer in self.own_wild_at
            if layer == 2 and (leap, card, other, 1) in self.natural_at
        }
        forth, back = self._ahead(ways, 1), self._ahead(ways, -1)
        idle = self._some_wild_idle()
        for place, lits in ways.items():
            self.clauses.append([-self.wild_at[*place, 2], -self.natural_at[*place, 1], *lits, *idle])
        return forth, back

    def _some_wild_idle(self) -> list[int]:
        """A variable that is true only where not all wilds lie in the layers; none where there is but one."""
        if self.wild_count == 1:
            return []
        idle = self.new_variable()
        encoded = CardEnc.atmost(
            list(self.own_wild_at.values()),
            self.wild_count - 1,
            top_id=self.top_variable,
            encoding=EncType.seqcounter,
        )
        self.top_variable = max(self.top_variable, encoded.nv)
        self.clauses += [[-idle, *clause] for clause in encoded.clauses]
        return [idle]

    def _ahead(self, ways: dict[Place, list[int]], direction: int) -> _Ahead:
        """Adds to the ways of each place those in one direction."""
        joined_first, joined_second = (self.two_naturals_ahead(layer, direction) for layer in (1, 2))
        ahead = _Ahead({}, {})
        for place, lits in ways.items():
            on_first = [joined_first[place], self.natural_at[*place, 1]]
            ahead.past_end[place] = self.only_if(on_first)
            ahead.past_wild[place] = list(self._past_wilds(place, on_first, direction))
            lits += [joined_second[place], ahead.past_end[place], *(lit for _, lit in ahead.past_wild[place])]
        return ahead

    def _past_wilds(self, place: Place, on_first: list[int], direction: int) -> Iterator[tuple[int, int]]:
        """The steps to where the second layer, going on, may have another wild beside a natural."""
        start, between = place, list[int]()
        for steps in count(1) if self.wild_count > 1 else ():
            place = self.step_place(place, direction * place[0])
            if place == start or (*place, 2) not in self.covered_at:
                return
            if (*place, 2) in self.own_wild_at and (*place, 1) in self.natural_at:
                both = [self.wild_at[*place, 2], self.natural_at[*place, 1]]
                yield steps, self.only_if([*on_first, *between, *both])
            between.append(self.covered_at[*place, 2])

    def _breaks(self, earning: _Earning, run: Sequence[Place], ahead: _Ahead) -> Iterator[list[int]]:
        """What a stretch of the first layer loses, whose places are these in the direction ahead."""
        covered, natural = (
            [[lits[*place, 2]] if (*place, 2) in lits else [] for place in run]
            for lits in (self.covered_at, self.natural_at)
        )
        for step, place in enumerate(run):
            if place in ahead.past_end:
                lost = earning.with_a_wild_more if step else earning.all_lost
                yield from ([*lost, -ahead.past_end[place], *going_on] for going_on in covered[step + 1 :])
            for steps, past_wild in ahead.past_wild.get(place, ()) if self.wild_count == 2 else ():
                if step + steps < len(run):
                    two_melds = [natural[0], natural[-1], *covered[1:-1]]
                    yield from ([*earning.with_a_wild_more, -past_wild, *needed] for needed in two_melds)
