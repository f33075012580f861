"""Every way in which a hand makes melds of the table longer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from scorepad.core.cards import WILD, Card, Meld, Track
from scorepad.core.colours import judge_colour
from scorepad.optimize.deadwood.hand_melds import HandMelds, Naturals, Pattern

_Cells = tuple[tuple[Card, ...], Naturals]


class GrownMelds(HandMelds):
    """The melds that cards can be laid in, and those that they are laid off on."""

    def grown_patterns(self, home_meld: int, meld: Meld) -> Iterator[Pattern]:
        """A meld of the table with cards of the hand, in every way that uses different ones."""
        kinds = tuple(laid.stands_for or laid.card for laid in meld)
        natural = tuple(laid.stands_for in (None, laid.card) and not laid.card.is_wild for laid in meld)
        ranks = {kind.rank for kind in kinds if kind != WILD}
        if judge_colour(self.melding, meld).legal:
            (suit,) = {laid.card.suit for laid in meld if not laid.card.is_wild}
            lying = tuple(enumerate(meld))
            for more in self.colours_of(suit, room=98):
                cells = (*natural, *more.natural)
                yield Pattern((*kinds, *more.kinds), cells, False, home_meld, lying, is_colour=True)
        if len(ranks) > 1:
            run_kinds = tuple(map(self.melding.run_kind, kinds))
            yield from self.in_suits(self._grown_runs(home_meld, meld, run_kinds, natural))
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
        """The ways to go on along a line, each place by its card or a wild; short of a run of its own, unless
        contracts alone are laid by themselves."""
        parts = self.rules.hand.contract is None

        def go_on(kinds: tuple[Card, ...], natural: Naturals) -> Iterator[_Cells]:
            if parts and len(kinds) >= self.shortest and self.lies_well(natural, is_run=True):
                return
            yield kinds, natural
            if len(kinds) == len(line):
                return
            kind = line[len(kinds)]
            if kind in self.by_run_kind:
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
