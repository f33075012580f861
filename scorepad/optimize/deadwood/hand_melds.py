"""Every set and run that a hand can lay where cards may be left, by the limits of wilds and of sets.

A run or set that parts into two is not listed whole: nothing is lost by parting it, and a meld is gained. A
card of a wild rank lies in its own place as itself, and anywhere as a wild.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product

from scorepad.core.cards import WILD, Card, Laid, Meld, Track
from scorepad.core.melding import SMALLEST_SET, Melding, melding_of
from scorepad.core.rules import Rules
from scorepad.core.values import meld_value
from scorepad.optimize.deadwood.laying_off import with_open_jokers

Naturals = tuple[bool, ...]  # by place whether a card lies there as itself, not a wild
_Cells = tuple[tuple[Card, ...], Naturals]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A meld, or a meld of the table made longer: by place its kind, and whether that lies there as itself.

    The wilds of a set have the kind WILD. `home_meld` is the number of the meld on the table, None for a new
    one; `lying` has what lies there already, by place.
    """

    kinds: tuple[Card, ...]
    natural: Naturals
    is_run: bool
    home_meld: int | None = None
    lying: tuple[tuple[int, Laid], ...] = ()

    @property
    def used_kinds(self) -> list[Card]:
        """The kinds of the hand that lie there as themselves."""
        lying_places = {place for place, _ in self.lying}
        return [
            kind
            for place, (kind, is_natural) in enumerate(zip(self.kinds, self.natural, strict=True))
            if is_natural and place not in lying_places
        ]

    @property
    def wild_count(self) -> int:
        """How many wilds of the hand lie there."""
        return len(self.kinds) - len(self.lying) - len(self.used_kinds)

    def clean_length(self) -> int:
        """The most cards side by side that lie there as themselves."""
        return longest_clean(self.natural) if self.is_run else 0

    def lay(self, wilds: Iterator[Card]) -> Meld:
        """The meld as it is laid, with the next of these cards as its wilds."""
        lying = dict(self.lying)
        laid = tuple(
            lying[place]
            if place in lying
            else Laid(kind)
            if is_natural
            else self._lay_wild(next(wilds), kind)
            for place, (kind, is_natural) in enumerate(zip(self.kinds, self.natural, strict=True))
        )
        return laid if self.lying else with_open_jokers(laid)

    @staticmethod
    def _lay_wild(card: Card, kind: Card) -> Laid:
        return Laid(card) if kind == WILD else Laid(card, kind)


def longest_clean(natural: Sequence[bool]) -> int:
    """The most naturals side by side."""
    best = here = 0
    for is_natural in natural:
        here = here + 1 if is_natural else 0
        best = max(best, here)
    return best


@dataclass(frozen=True)
class HandMelds:
    """The melds that cards can be laid in, each as good as any that uses the same cards.

    `points_count`: of several places for its wilds those worth most are taken, else any.
    """

    rules: Rules
    counts: Counter[Card]
    points_count: bool

    @cached_property
    def melding(self) -> Melding:
        return melding_of(self.rules)

    @cached_property
    def wild_kinds(self) -> tuple[Card, ...]:
        """The kinds of the hand that are natural and wild."""
        wilds = self.rules.wilds
        return tuple(card for card in self.counts if card.rank in wilds.wild_rank or card in wilds.wild_cards)

    @cached_property
    def pool(self) -> int:
        """How many cards can be wild."""
        return self.counts[WILD] + sum(self.counts[card] for card in self.wild_kinds)

    @property
    def shortest(self) -> int:
        return self.rules.shapes.shortest_run

    def patterns(self) -> Iterator[Pattern]:
        """New sets and runs."""
        for track in self.melding.tracks:
            yield from self._runs_on(track)
        for rank_set in self.melding.rank_sets:
            yield from self._sets_of(rank_set.cards)
        if not self.rules.wilds.least_naturals:
            for size in range(SMALLEST_SET, min(self.pool, 2 * SMALLEST_SET - 1) + 1):
                yield Pattern((WILD,) * size, (False,) * size, False)

    def lies_well(self, natural: Sequence[bool], *, is_run: bool) -> bool:
        """Whether wilds lie there as they may."""
        wilds, natural_count = self.rules.wilds, sum(natural)
        wild_count = len(natural) - natural_count
        if natural_count < wilds.least_naturals or 0 < wilds.most_wilds < wild_count:
            return False
        if is_run:
            return not (wilds.wilds_apart and any(not one and not other for one, other in pairwise(natural)))
        return not wilds.set_outnumbered or wild_count <= natural_count

    def _runs_on(self, track: Track) -> Iterator[Pattern]:
        """The runs along a track, by the naturals in them, then by the wilds at their ends."""
        line = track.cards + track.cards[:-1] if track.circular else track.cards
        held = [place for place, kind in enumerate(line) if kind in self.counts]
        for number, first in enumerate(held):
            if first < len(track.cards):
                yield from self._runs_from(track, line, held[number + 1 :], (True,), first, self.pool)

    def _runs_from(
        self,
        track: Track,
        line: Sequence[Card],
        held: Sequence[int],
        natural: Naturals,
        first: int,
        wilds: int,
    ) -> Iterator[Pattern]:
        """Those that begin with these places, the last a natural, with so many wilds more at most."""
        if self._parts(natural):
            return
        yield from self._run_with_ends(track, natural, first, wilds)
        last = first + len(natural) - 1
        for number, place in enumerate(held):
            gap = place - last - 1
            if gap > wilds or place - first >= len(track.cards):
                return
            longer = (*natural, *(False,) * gap, True)
            if not (gap > 1 and self.rules.wilds.wilds_apart):
                yield from self._runs_from(track, line, held[number + 1 :], longer, first, wilds - gap)

    def _run_with_ends(self, track: Track, natural: Naturals, first: int, wilds: int) -> Iterator[Pattern]:
        for more in range(max(0, self.shortest - len(natural)), wilds + 1):
            runs = list(self._runs_around(track, natural, first, more))
            if not runs:
                return
            yield max(runs, key=self.points_of) if self.points_count else runs[0]

    def _runs_around(self, track: Track, natural: Naturals, first: int, more: int) -> Iterator[Pattern]:
        """The runs with so many wilds more at the ends of these places."""
        length = len(natural) + more
        if length > len(track.cards):
            return
        for ahead in range(more + 1):
            cells = (*(False,) * ahead, *natural, *(False,) * (more - ahead))
            kinds = track.stretch(first - ahead, length)
            if kinds and self.lies_well(cells, is_run=True) and not self._parts(cells):
                yield Pattern(kinds, cells, True)
                if not self.points_count:
                    return

    def _parts(self, natural: Naturals) -> bool:
        """Whether a run parts into two runs, which may be worth more and never less."""
        clean = self.rules.hand.clean_run
        if self._counts_corners:
            return False
        return any(
            self.lies_well(natural[:cut], is_run=True)
            and self.lies_well(natural[cut:], is_run=True)
            and not (clean and natural[cut - 1] and natural[cut] and longest_clean(natural[:cut]) < clean)
            for cut in range(self.shortest, len(natural) - self.shortest + 1)
        )

    @cached_property
    def _counts_corners(self) -> bool:
        """Whether an ace counts more round the corner than at the low end of a run that was parted there."""
        values = self.rules.values.card_values
        return (
            self.points_count and self.rules.shapes.circular and values is not None and bool(values.low_ace)
        )

    def _sets_of(self, kinds: Sequence[Card]) -> Iterator[Pattern]:
        """The sets of a rank, by the naturals in them."""
        shapes = self.rules.shapes
        longest = shapes.longest_set or len(kinds)
        most_of_kind = longest if shapes.repeated_colours else 1
        choices = [range(min(self.counts[kind], most_of_kind) + 1) for kind in kinds]
        for chosen in product(*choices):
            naturals = [kind for kind, count in zip(kinds, chosen, strict=True) for _ in range(count)]
            if not naturals:
                continue
            missing = [kind for kind in kinds if kind not in naturals]
            for wild_count in range(min(self.pool, longest - len(naturals)) + 1):
                natural = (*(True,) * len(naturals), *(False,) * wild_count)
                if len(natural) < SMALLEST_SET or not self.lies_well(natural, is_run=False):
                    continue
                if self._set_parts(len(naturals), wild_count):
                    break
                wilds = (*missing, *(WILD,) * wild_count)[:wild_count]
                yield Pattern((*naturals, *wilds), natural, False)

    def _set_parts(self, natural_count: int, wild_count: int) -> bool:
        """Whether a set of so many naturals and wilds parts into two."""
        return any(
            SMALLEST_SET <= naturals + wilds <= natural_count + wild_count - SMALLEST_SET
            and self.lies_well((*(True,) * naturals, *(False,) * wilds), is_run=False)
            and self.lies_well(
                (*(True,) * (natural_count - naturals), *(False,) * (wild_count - wilds)), is_run=False
            )
            for naturals in range(natural_count + 1)
            for wilds in range(wild_count + 1)
        )

    def points_of(self, pattern: Pattern) -> int:
        """What a meld counts, wilds as jokers."""
        cards = [
            kind if is_natural else WILD
            for kind, is_natural in zip(pattern.kinds, pattern.natural, strict=True)
        ]
        return meld_value(self.rules, cards, pattern.kinds, is_run=pattern.is_run)

    def grown_patterns(self, home_meld: int, meld: Meld) -> Iterator[Pattern]:
        """A meld of the table with cards of the hand, in every way that uses different ones."""
        kinds = tuple(laid.stands_for or laid.card for laid in meld)
        natural = tuple(laid.stands_for in (None, laid.card) and not laid.card.is_wild for laid in meld)
        ranks = {kind.rank for kind in kinds if kind != WILD}
        if len(ranks) > 1:
            yield from self._grown_runs(home_meld, meld, kinds, natural)
        elif ranks:
            yield from self._grown_sets(home_meld, meld, kinds, natural)

    def _grown_runs(
        self, home_meld: int, meld: Meld, kinds: tuple[Card, ...], natural: Naturals
    ) -> Iterator[Pattern]:
        for track in self.melding.tracks:
            for line, at in _where_it_lies(track, kinds):
                there = tuple(line[at : at + len(kinds)])
                upwards, own = (meld, natural) if there == kinds else (meld[::-1], natural[::-1])
                for ahead in self._fillings(line[:at][::-1]):
                    for behind in self._fillings(line[at + len(kinds) :]):
                        cells = (*ahead[1][::-1], *own, *behind[1])
                        if not (ahead[0] or behind[0]) or not self.lies_well(cells, is_run=True):
                            continue
                        start = len(ahead[0])
                        places = tuple((start + number, laid) for number, laid in enumerate(upwards))
                        grown = (*ahead[0][::-1], *there, *behind[0])
                        yield Pattern(grown, cells, True, home_meld, places)

    def _fillings(self, line: Sequence[Card]) -> Iterator[_Cells]:
        """The ways to go on along a line, each place by its card or a wild, short of a run of its own."""

        def go_on(kinds: tuple[Card, ...], natural: Naturals) -> Iterator[_Cells]:
            if len(kinds) >= self.shortest and self.lies_well(natural, is_run=True):
                return
            yield kinds, natural
            if len(kinds) == len(line):
                return
            kind = line[len(kinds)]
            if kind in self.counts:
                yield from go_on((*kinds, kind), (*natural, True))
            if natural.count(False) < self.pool:
                yield from go_on((*kinds, kind), (*natural, False))

        yield from go_on((), ())

    def _grown_sets(
        self, home_meld: int, meld: Meld, kinds: tuple[Card, ...], natural: Naturals
    ) -> Iterator[Pattern]:
        shapes = self.rules.shapes
        rank = next(kind.rank for kind in kinds if kind != WILD)
        of_rank = self.melding.set_of_rank(rank)
        room = (shapes.longest_set or len(of_rank)) - len(meld)
        free = [kind for kind in of_rank if shapes.repeated_colours or kind not in kinds]
        lying = tuple(enumerate(meld))
        for chosen in product(*[range(min(self.counts[kind], room) + 1) for kind in free]):
            naturals = [kind for kind, count in zip(free, chosen, strict=True) for _ in range(count)]
            for wild_count in range(min(self.pool, room - len(naturals)) + 1):
                cells = (*natural, *(True,) * len(naturals), *(False,) * wild_count)
                if len(cells) > len(meld) and self.lies_well(cells, is_run=False):
                    yield Pattern((*kinds, *naturals, *(WILD,) * wild_count), cells, False, home_meld, lying)


def _where_it_lies(track: Track, kinds: tuple[Card, ...]) -> Iterator[tuple[Sequence[Card], int]]:
    """A line of the track on which these kinds lie, upwards or downwards, and from where on."""
    for order in (kinds, kinds[::-1]):
        for start in range(len(track.cards)):
            if track.stretch(start, len(kinds)) == order:
                if not track.circular:
                    yield track.cards, start
                else:
                    room = len(track.cards) - len(kinds)
                    yield track.stretch(start - room, len(kinds) + 2 * room), room
                return
