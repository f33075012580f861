"""List every set and run that a hand can lay, within the rules' limits on wilds and sets.

A run or set that splits into two is not listed whole: splitting loses nothing and gains a meld. A card of a
wild rank lies in its own place as itself, and anywhere else as a wild.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, product
from math import inf

from scorepad.core.cards import WILD, Card, Laid, Meld, Track
from scorepad.core.long_melds import longest_clean
from scorepad.core.melding import Melding, melding_of
from scorepad.core.rule_parts import Contract, Shape
from scorepad.core.rules import Rules
from scorepad.core.sets import with_open_jokers
from scorepad.core.values import meld_value
from scorepad.optimize.answer import check_deadline

Naturals = tuple[bool, ...]  # by place whether a card lies there as itself, not a wild


@dataclass(frozen=True, slots=True)
class Pattern:
    """A meld, or a table meld made longer: the kind at each place, and whether a natural lies there.

    Wilds of a set have the kind WILD. `home_meld`: the number of the table meld, None for a new one; `lying`:
    the cards that lie there already, by place.
    """

    kinds: tuple[Card, ...]
    natural: Naturals
    is_run: bool
    home_meld: int | None = None
    lying: tuple[tuple[int, Laid], ...] = ()
    is_colour: bool = False
    is_identical: bool = False

    @property
    def shape(self) -> Shape:
        return "run" if self.is_run else "colour" if self.is_colour else "set"

    @property
    def is_clean(self) -> bool:
        """Whether it has no wild, and as a set no suit twice."""
        suits = {kind.suit for kind in self.kinds}
        return all(self.natural) and (self.is_run or len(suits) == len(self.kinds))

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """What the meld can be in a contract."""
        if self.is_colour or not self.is_clean:
            return (self.shape,)
        return ("run", "clean-run") if self.is_run else ("set", "clean-set")

    @property
    def is_pure(self) -> bool:
        """Whether it is a run without wilds, or identical cards."""
        return (self.is_run or self.is_identical) and not self.wild_count

    @property
    def used_kinds(self) -> list[Card]:
        """The kinds of the hand that the meld uses as naturals."""
        lying_places = {place for place, _ in self.lying}
        return [
            kind
            for place, (kind, is_natural) in enumerate(zip(self.kinds, self.natural, strict=True))
            if is_natural and place not in lying_places
        ]

    @property
    def wild_count(self) -> int:
        """The number of wilds of the hand that the meld uses."""
        return len(self.kinds) - len(self.lying) - len(self.used_kinds)

    def clean_length(self) -> int:
        """Return the length of the longest stretch of naturals in a run; 0 for a set."""
        return longest_clean(self.natural) if self.is_run else 0

    def lay(self, wilds: Iterator[Card]) -> Meld:
        """Return the meld with the next of `wilds` at each place of a wild."""
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


@dataclass(frozen=True)
class HandMelds:
    """Lists the melds that a hand can lay; of those that use the same cards, only a best one.

    `points_count`: place wilds for the most points; otherwise anywhere. `contract`: list also melds that
    split into two. Listings raise TimedOut after the `deadline` of `time.perf_counter`.
    """

    rules: Rules
    counts: Counter[Card]
    points_count: bool
    contract: Contract | None = None
    deadline: float = inf

    @cached_property
    def melding(self) -> Melding:
        return melding_of(self.rules)

    @cached_property
    def wild_kinds(self) -> tuple[Card, ...]:
        """The kinds of the hand that can be both natural and wild."""
        return tuple(filter(self.rules.wilds.takes, self.counts))

    @cached_property
    def pool(self) -> int:
        """The number of cards that can be wild."""
        return self.counts[WILD] + sum(self.counts[card] for card in self.wild_kinds)

    @cached_property
    def by_run_kind(self) -> dict[Card, list[Card]]:
        """The kinds of the hand, grouped by the kind that they have in runs."""
        found: dict[Card, list[Card]] = {}
        for card in self.counts.keys() - {WILD}:
            found.setdefault(self.melding.run_kind(card), []).append(card)
        return found

    @cached_property
    def longest(self) -> int:
        """The most cards of a meld of the contract; of others as many as there are."""
        sizes = [size for _, size in self.contract.items] if self.contract else []
        return max(sizes) if self.contract and not self.contract.longer else self.counts.total() + 1

    @property
    def longest_run(self) -> int:
        """The most cards of a run."""
        return min(self.longest, self.rules.shapes.runs.longest or self.longest)

    @property
    def limits_by_length(self) -> bool:
        """Whether longer melds may hold more wilds, so that a run may not part where a shorter one does."""
        return bool(self.rules.wilds.count.by_length)

    @property
    def shortest(self) -> int:
        return self.rules.shapes.runs.shortest

    def patterns(self) -> Iterator[Pattern]:
        """List the new sets and runs."""
        for track in self.melding.tracks:
            yield from self.in_suits(self._runs_on(track))
        for suit in self.rules.pack.suits if self.rules.shapes.shortest_colour else ():
            yield from self.colours_of(suit.letter)
        for rank_set in self.melding.rank_sets:
            yield from self._sets_of(rank_set.cards)
        if self.rules.hand.seeing:
            yield from self._identical_of(self.rules.hand.seeing.identical)
        if not self.rules.wilds.count.naturals:
            smallest = self.rules.shapes.sets.smallest
            # Wilds alone: twice the smallest set would part into two.
            for size in range(smallest, min(self.pool, 2 * smallest - 1) + 1):
                yield Pattern((WILD,) * size, (False,) * size, False)

    def _identical_of(self, size: int) -> Iterator[Pattern]:
        """Identical cards, so many of them."""
        for card, count in self.counts.items():
            if count >= size and not card.is_wild:
                yield Pattern((card,) * size, (True,) * size, False, is_identical=True)

    def lies_well(self, natural: Sequence[bool], *, is_run: bool) -> bool:
        """Whether the rules allow wilds in these places, in number and order, and a run so long. Raises
        TimedOut."""
        check_deadline(self.deadline)
        wilds, natural_count = self.rules.wilds, sum(natural)
        if not wilds.count.allows(natural_count, len(natural) - natural_count, in_set=not is_run):
            return False
        if is_run and self.rules.shapes.runs.exceeds(len(natural)):
            return False
        if not (is_run and wilds.wilds_apart):
            return True
        return all(one or other for one, other in pairwise(natural))

    def _runs_on(self, track: Track) -> Iterator[Pattern]:
        """List the runs along a track, by their naturals, then by wilds at their ends."""
        # A circle once and all but once more: a run goes round one time at most.
        line = track.cards + track.cards[:-1] if track.circular else track.cards
        held = [place for place, kind in enumerate(line) if kind in self.by_run_kind]
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
        """List the runs that begin with these places, of which the last is a natural, and use up to `wilds`
        more wilds."""
        if self._parts(natural) and not self.limits_by_length:
            return
        yield from self._run_with_ends(track, natural, first, wilds)
        last = first + len(natural) - 1
        for number, place in enumerate(held):
            gap = place - last - 1
            if gap > wilds or place - first >= min(len(track.cards), self.longest_run):
                return
            longer = (*natural, *(False,) * gap, True)
            if not (gap > 1 and self.rules.wilds.wilds_apart):
                yield from self._runs_from(track, line, held[number + 1 :], longer, first, wilds - gap)

    def _run_with_ends(self, track: Track, natural: Naturals, first: int, wilds: int) -> Iterator[Pattern]:
        for more in range(max(0, self.shortest - len(natural)), wilds + 1):
            runs = list(self._runs_around(track, natural, first, more))
            if not runs and not self.limits_by_length:
                return
            if not runs:
                continue
            # These runs use the same cards, so only what wilds stand for can tell them apart.
            yield max(runs, key=self.points_of) if self.points_count else runs[0]

    def _runs_around(self, track: Track, natural: Naturals, first: int, more: int) -> Iterator[Pattern]:
        """List the runs with `more` wilds added at the ends of these places."""
        length = len(natural) + more
        if length > min(len(track.cards), self.longest_run):
            return
        for ahead in range(more + 1):
            cells = (*(False,) * ahead, *natural, *(False,) * (more - ahead))
            kinds = track.stretch(first - ahead, length)
            if kinds and self.lies_well(cells, is_run=True) and not self._parts(cells):
                yield Pattern(kinds, cells, True)
                if not self.points_count:
                    return

    def _parts(self, natural: Naturals) -> bool:
        """Return whether a run splits into two runs, which is never worth less."""
        # A contract names its lengths, and long melds count by theirs: such runs are kept whole.
        if self.contract or self.rules.shapes.long_kinds:
            return False
        clean = self.rules.hand.opening.clean_run
        if self._counts_corners:
            return False
        return any(
            self.lies_well(natural[:cut], is_run=True)
            and self.lies_well(natural[cut:], is_run=True)
            # A first meld needs naturals side by side, which a cut must not take apart (Remi).
            and not (clean and natural[cut - 1] and natural[cut] and longest_clean(natural[:cut]) < clean)
            for cut in range(self.shortest, len(natural) - self.shortest + 1)
        )

    @cached_property
    def _counts_corners(self) -> bool:
        """Whether an ace counts more in the middle of a circular run than at an end."""
        values = self.rules.values.card_values
        return (
            self.points_count
            and self.rules.shapes.runs.circular
            and values is not None
            and bool(values.low_ace or values.high_ace)
        )

    def choices_among(self, kinds: Sequence[Card], most_of_kind: int) -> Iterator[list[Card]]:
        """List every choice of the hand's cards of these kinds, with at most `most_of_kind` of each."""
        for counts in product(*[range(min(self.counts[kind], most_of_kind) + 1) for kind in kinds]):
            yield [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]

    def _sets_of(self, kinds: Sequence[Card]) -> Iterator[Pattern]:
        """List the sets of one rank, by their naturals."""
        shapes = self.rules.shapes
        longest = min(shapes.sets.longest or len(kinds), self.longest)
        most_of_kind = longest if shapes.sets.repeated_colours else 1
        for naturals in self.choices_among(kinds, most_of_kind):
            # Sets of wilds alone are listed by themselves.
            if not naturals:
                continue
            missing = [kind for kind in kinds if kind not in naturals]
            for wild_count in range(min(self.pool, longest - len(naturals)) + 1):
                natural = (*(True,) * len(naturals), *(False,) * wild_count)
                if len(natural) < shapes.sets.smallest or not self.lies_well(natural, is_run=False):
                    continue
                if self._set_parts(len(naturals), wild_count):
                    break
                # Wilds stand for missing suits first. In a set whose suits repeat there may be none missing.
                wilds = (*missing, *(WILD,) * wild_count)[:wild_count]
                yield Pattern((*naturals, *wilds), natural, False)

    def _set_parts(self, natural_count: int, wild_count: int) -> bool:
        """Return whether a set of so many naturals and wilds splits into two sets."""
        smallest = self.rules.shapes.sets.smallest
        return not (self.contract or self.rules.shapes.long_kinds) and any(
            smallest <= naturals + wilds <= natural_count + wild_count - smallest
            and self.lies_well((*(True,) * naturals, *(False,) * wilds), is_run=False)
            and self.lies_well(
                (*(True,) * (natural_count - naturals), *(False,) * (wild_count - wilds)), is_run=False
            )
            for naturals in range(natural_count + 1)
            for wilds in range(wild_count + 1)
        )

    def in_suits(self, patterns: Iterator[Pattern]) -> Iterator[Pattern]:
        """List the runs with each choice of the hand's cards that can lie in them as naturals."""
        for pattern in patterns:
            if self.rules.shapes.runs.suits == "one":
                yield pattern
                continue
            lying = {place for place, _ in pattern.lying}
            cells = enumerate(zip(pattern.kinds, pattern.natural, strict=True))
            choices = [
                self.by_run_kind[kind] if is_natural and place not in lying else [kind]
                for place, (kind, is_natural) in cells
            ]
            yield from (replace(pattern, kinds=kinds) for kinds in product(*choices))

    def colours_of(self, suit: str, *, is_added: bool = False) -> Iterator[Pattern]:
        """List the new melds of one suit; if `is_added`, the cards that can be added to such a meld of the
        table."""
        own = sorted(card for card in self.counts if card.suit == suit and card in self.melding.naturals)
        least = 1 if is_added else self.rules.shapes.shortest_colour
        for naturals in self.choices_among(own, self.counts.total()):
            check_deadline(self.deadline)
            fewest = max(0, least - len(naturals))
            for wild_count in range(fewest, min(self.pool, self.longest - len(naturals)) + 1):
                cells = (*(True,) * len(naturals), *(False,) * wild_count)
                if is_added or self.lies_well(cells, is_run=False):
                    yield Pattern((*naturals, *(WILD,) * wild_count), cells, False, is_colour=True)

    def points_of(self, pattern: Pattern) -> int:
        """Return the points of a meld, wilds counting as jokers."""
        cards = [
            kind if is_natural else WILD
            for kind, is_natural in zip(pattern.kinds, pattern.natural, strict=True)
        ]
        return meld_value(self.rules, cards, pattern.kinds, is_run=pattern.is_run)
