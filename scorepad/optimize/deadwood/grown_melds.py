"""List every way in which a hand lengthens table melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from scorepad.core.cards import WILD, Card, Laid, Meld, Track
from scorepad.core.long_melds import long_kind
from scorepad.core.rules import Rules
from scorepad.core.runs import judge_colour
from scorepad.optimize.deadwood.hand_melds import HandMelds, Naturals, Pattern

_Cells = tuple[tuple[Card, ...], Naturals]


class GrownMelds(HandMelds):
    """The melds that a hand can lay, and the table melds with cards laid off."""

    def long_bonus(self, pattern: Pattern, table: Sequence[Meld]) -> int:
        """What a meld counts by its length, less what it counted as it lay on the table."""
        kind = long_kind(self.rules, pattern.natural, pattern.kinds, is_run=pattern.is_run)
        if pattern.home_meld is None:
            return kind.points if kind else 0
        kinds, natural = as_it_lies(self.rules, table[pattern.home_meld])
        # A meld that counted already gains only the difference.
        was_run = len({one.rank for one in kinds if one != WILD}) > 1
        before = long_kind(self.rules, natural, kinds, is_run=was_run)
        return (kind.points if kind else 0) - (before.points if before else 0)

    def grown_patterns(self, home_meld: int, meld: Meld) -> Iterator[Pattern]:
        """List a table meld with cards of the hand laid off, in every way that uses different cards."""
        kinds, natural = as_it_lies(self.rules, meld)
        ranks = {kind.rank for kind in kinds if kind != WILD}
        if judge_colour(self.melding, meld).legal:
            (suit,) = {laid.card.suit for laid in meld if not laid.card.is_wild}
            lying = tuple(enumerate(meld))
            for more in self.colours_of(suit, is_added=True):
                cells = (*natural, *more.natural)
                yield Pattern((*kinds, *more.kinds), cells, False, home_meld, lying, is_colour=True)
        if len(ranks) > 1:
            run_kinds = tuple(map(self.melding.run_kind, kinds))
            yield from self.in_suits(self._grown_runs(home_meld, meld, run_kinds, natural))
            # `3S 4S 5S 2S 7S 8S 9S` may take the 6 of its suit: the wild 2 then moves elsewhere (Burraco).
            if self.rules.shapes.long_kinds and natural.count(False) == 1:
                yield from self._runs_with_wild_moved(home_meld, meld, run_kinds, natural)
        elif ranks:
            yield from self._grown_sets(home_meld, meld, kinds, natural)

    def _grown_runs(
        self, home_meld: int, meld: Meld, kinds: tuple[Card, ...], natural: Naturals
    ) -> Iterator[Pattern]:
        for track in self.melding.tracks:
            for line, at in _where_it_lies(track, kinds):
                there = tuple(line[at : at + len(kinds)])
                # A run of the table may lie downwards, tracks go upwards.
                upwards, own = (meld, natural) if there == kinds else (meld[::-1], natural[::-1])
                # Cards ahead are laid outwards from the run, so the line before it is read backwards.
                for ahead in self._fillings(line[:at][::-1]):
                    for behind in self._fillings(line[at + len(kinds) :]):
                        cells = (*ahead[1][::-1], *own, *behind[1])
                        if not (ahead[0] or behind[0]) or not self.lies_well(cells, is_run=True):
                            continue
                        start = len(ahead[0])
                        places = tuple((start + number, laid) for number, laid in enumerate(upwards))
                        grown = (*ahead[0][::-1], *there, *behind[0])
                        yield Pattern(grown, cells, True, home_meld, places)

    def _runs_with_wild_moved(
        self, home_meld: int, meld: Meld, kinds: tuple[Card, ...], natural: Naturals
    ) -> Iterator[Pattern]:
        """List a run of the table with its wild moved to another place and cards of the hand in all new
        places."""
        wild = meld[natural.index(False)].card
        for track in self.melding.tracks:
            for line, at in _where_it_lies(track, kinds):
                step = 1 if tuple(line[at : at + len(kinds)]) == kinds else -1
                ordered = zip(meld[::step], natural[::step], strict=True)
                fixed = {at + place: laid for place, (laid, is_own) in enumerate(ordered) if is_own}
                for first, end in product(range(min(fixed) + 1), range(max(fixed) + 1, len(line) + 1)):
                    open_places = [place for place in range(first, end) if place not in fixed]
                    for moved in open_places:
                        yield from self._runs_around_wild(
                            home_meld, line[first:end], first, fixed, moved, wild, open_places
                        )

    def _runs_around_wild(
        self,
        home_meld: int,
        cells: Sequence[Card],
        first: int,
        fixed: Mapping[int, Laid],
        moved: int,
        wild: Card,
        open_places: Sequence[int],
    ) -> Iterator[Pattern]:
        """List the runs in these cells with the wild at place `moved` and the open places filled from the
        hand."""
        kind = cells[moved - first]
        laid = Laid(wild, kind)
        own = kind == wild and not self.rules.wilds.was_wild(laid)
        others = [place for place in open_places if place != moved]
        held = [cells[place - first] in self.by_run_kind for place in others]
        for filled in product(*[(True, False) if is_held else (False,) for is_held in held]):
            by_place = {moved: own, **dict.fromkeys(fixed, True), **dict(zip(others, filled, strict=True))}
            natural = tuple(by_place[first + step] for step in range(len(cells)))
            lying = {**fixed, moved: Laid(wild) if own else laid}
            if self.lies_well(natural, is_run=True):
                places = tuple((place - first, laid) for place, laid in sorted(lying.items()))
                yield Pattern(tuple(cells), natural, True, home_meld, places)

    def _fillings(self, line: Sequence[Card]) -> Iterator[_Cells]:
        """List the ways to go on along a line, each place filled by its card or a wild. They stop before a
        run of their own, except under contracts, long melds and limits of wilds by length."""
        parts = self.rules.hand.contract is None and not self.rules.shapes.long_kinds
        parts = parts and not self.limits_by_length

        def go_on(kinds: tuple[Card, ...], natural: Naturals) -> Iterator[_Cells]:
            # What would be a run by itself is listed as one, and counts as a meld more.
            if parts and len(kinds) >= self.shortest and self.lies_well(natural, is_run=True):
                return
            yield kinds, natural
            if len(kinds) == len(line):
                return
            kind = line[len(kinds)]
            if kind in self.by_run_kind:
                yield from go_on((*kinds, kind), (*natural, True))
            # Limits of wilds are asked of the whole run, since its length may raise them.
            if natural.count(False) < self.pool:
                yield from go_on((*kinds, kind), (*natural, False))

        yield from go_on((), ())

    def _grown_sets(
        self, home_meld: int, meld: Meld, kinds: tuple[Card, ...], natural: Naturals
    ) -> Iterator[Pattern]:
        shapes = self.rules.shapes
        rank = next(kind.rank for kind in kinds if kind != WILD)
        of_rank = self.melding.set_of_rank(rank)
        room = (shapes.sets.longest or len(of_rank)) - len(meld)
        free = [kind for kind in of_rank if shapes.sets.repeated_colours or kind not in kinds]
        lying = tuple(enumerate(meld))
        for naturals in self.choices_among(free, room):
            for wild_count in range(min(self.pool, room - len(naturals)) + 1):
                cells = (*natural, *(True,) * len(naturals), *(False,) * wild_count)
                # Without a card more the set stays as it lies, which needs no column.
                if len(cells) > len(meld) and self.lies_well(cells, is_run=False):
                    yield Pattern((*kinds, *naturals, *(WILD,) * wild_count), cells, False, home_meld, lying)


def as_it_lies(rules: Rules, meld: Meld) -> _Cells:
    """Return the kinds of a table meld and whether each card lies as itself. A card of a wild rank in a set
    of another rank is a wild."""
    kinds = [laid.kind for laid in meld]
    ranks = Counter(kind.rank for kind in kinds if kind != WILD and kind.rank not in rules.wilds.wild_rank)
    if len(ranks) == 1 and ranks.total() > 1:
        kinds = [kind if kind.rank in ranks else WILD for kind in kinds]
    natural = (
        kind == laid.card != WILD and not rules.wilds.was_wild(laid)
        for kind, laid in zip(kinds, meld, strict=True)
    )
    return tuple(kinds), tuple(natural)


def _where_it_lies(track: Track, kinds: tuple[Card, ...]) -> Iterator[tuple[Sequence[Card], int]]:
    """List the lines of a track on which these kinds lie, upwards or downwards, each with the start."""
    for order in (kinds, kinds[::-1]):
        for start in range(len(track.cards)):
            if track.stretch(start, len(kinds)) == order:
                if not track.circular:
                    yield track.cards, start
                else:
                    # On a circle a run may grow over the end of its track, on either side.
                    room = len(track.cards) - len(kinds)
                    yield track.stretch(start - room, len(kinds) + 2 * room), room
                return
