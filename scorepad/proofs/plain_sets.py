"""List every set and run that a hand can lay, and every way to lay off on table melds (B1, B2, F1-F3).

Kinds are listed straight from the rules, with runs of any length and sets joined to runs, then laid with
naturals and jokers in every way: slow and obvious. The same code lists the melds of a board and a rack (K1,
K3, G1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from scorepad.core.cards import WILD, Card, Meld, cards_of
from scorepad.core.check import check_meld, joker_demands
from scorepad.core.melding import SMALLEST_SET, melding_of
from scorepad.core.rules import Rules
from scorepad.core.sets import is_joined, set_and_run
from scorepad.core.values import has_low_ace, left_value, placed_value
from scorepad.proofs.certificates import NotChecked, Row
from scorepad.proofs.priced_choice import ChoiceLister, PlainChoice

_MOST_STEPS = 400_000
_MOST_MELDS = 60_000  # of a board

Kinds = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """The kinds of a meld: of a set, of a run in order, or of both if they are joined.

    The shared kind of a joined meld is in both, first or last of the run. A run begins with its lowest rank.
    """

    set_kinds: Kinds = ()
    run_kinds: Kinds = ()

    @property
    def kinds(self) -> Kinds:
        """The kinds of the meld, each once."""
        return tuple(dict.fromkeys((*self.set_kinds, *self.run_kinds)))


def choice_of_sets(
    rules: Rules, hand: Counter[Card], table: Sequence[Meld], taken: Card | None = None
) -> PlainChoice:
    """Return all melds with what they use of the hand and the table, and what each gains. Raises NotChecked.

    A card gains what it would count in hand, and its points if melds count (B7, F3). `taken`: a card that
    must be melded (F5).
    """
    limits: dict[Row, tuple[int, int]] = {
        card: (int(card == taken), count) for card, count in sorted(hand.items())
    }
    limits |= dict.fromkeys(range(len(table)), (0, 1))
    lister = _MeldLister(rules, hand, limits)
    for shape in lister.shapes:
        lister.list_new_melds(shape)
    for number, meld in enumerate(table):
        lister.list_grown_melds(number, check_meld(rules, meld).laid)
    points_of_none = -left_value(rules, hand.elements()) if rules.scoring.left_counts else 0
    return lister.as_choice(points_of_none)


class _MeldLister(ChoiceLister):
    def __init__(self, rules: Rules, hand: Counter[Card], limits: dict[Row, tuple[int, int]]) -> None:
        super().__init__(limits, _MOST_STEPS)
        self.rules, self.hand = rules, hand
        self.shapes = list(_all_shapes(rules))

    def list_new_melds(self, shape: Shape) -> None:
        """List every way in which the hand lays a shape, with a natural in each of its parts."""
        for jokers in self._joker_choices(shape.kinds):
            if _has_naturals(shape, jokers):
                gain = self._points(shape, jokers) if self.rules.scoring.left_counts else 0
                self._list_uses(shape.kinds, jokers, gain, {})

    def list_grown_melds(self, number: int, meld: Meld) -> None:
        """List every way to lay off cards of the hand on a table meld."""
        for shape, jokers_there, kinds_there in _senses(self.rules, meld):
            points_before = self._points(shape, jokers_there)
            for grown in self.shapes:
                if not _grows_into(shape, grown):
                    continue
                added = tuple(kind for kind in grown.kinds if kind not in kinds_there)
                # Without a card laid off the meld is the same, and gains nothing.
                for jokers in self._joker_choices(added) if added else ():
                    if _has_naturals(grown, jokers | jokers_there):
                        gain = self._points(grown, jokers | jokers_there) - points_before
                        self._list_uses(
                            added, jokers, gain if self.rules.scoring.left_counts else 0, {number: 1}
                        )

    def _joker_choices(self, kinds: Kinds) -> Iterator[frozenset[Card]]:
        """List the sets of kinds that jokers stand for, the hand having all others."""
        missing = [kind for kind in kinds if not self.hand[kind]]
        there = [kind for kind in kinds if self.hand[kind]]
        for count in range(min(self.hand[WILD] - len(missing), len(there)) + 1):
            for more in combinations(there, count):
                self.count_step()
                yield frozenset((*missing, *more))

    def _list_uses(
        self, kinds: Kinds, jokers: frozenset[Card], points: int, table_uses: dict[Row, int]
    ) -> None:
        cards = [WILD if kind in jokers else kind for kind in kinds]
        self.list_meld({**Counter(cards), **table_uses}, points + left_value(self.rules, cards))

    def _points(self, shape: Shape, jokers: frozenset[Card]) -> int:
        """Return the points of a meld: those of its cards, an ace at the low end of a run counting 1 (F3)."""
        points = left_value(self.rules, [WILD if kind in jokers else kind for kind in shape.kinds])
        if has_low_ace(self.rules) and shape.run_kinds:
            low = shape.run_kinds[0]
            is_low_ace = low.rank == "A" and low not in jokers and low not in shape.set_kinds
            points -= (left_value(self.rules, [low]) - 1) if is_low_ace else 0
        return points


def _all_shapes(rules: Rules) -> Iterator[Shape]:
    melding = melding_of(rules)
    set_of_rank = {rank_set.rank: rank_set.cards for rank_set in melding.rank_sets}
    yield from map(Shape, plain_sets(rules))
    for run_kinds in plain_runs(rules):
        yield Shape((), run_kinds)
        # No run passes through the shared card, so it is the first or the last (B2).
        for shared in (run_kinds[0], run_kinds[-1]):
            whole_set = set_of_rank.get(shared.rank, ())
            if len(whole_set) > SMALLEST_SET:
                yield Shape(whole_set, run_kinds)


def plain_runs(rules: Rules) -> Iterator[Kinds]:
    """List the kinds of every run of any length."""
    for track in melding_of(rules).tracks:
        for start in range(len(track.cards)):
            for length in range(rules.shapes.runs.shortest, len(track.cards) + 1):
                # Past its end no run has cards, unless it goes round.
                if run_kinds := track.stretch(start, length):
                    yield run_kinds


def plain_sets(rules: Rules) -> Iterator[Kinds]:
    """List the kinds of every set of at least three; a kind can repeat if suits may."""
    choose_kinds = combinations_with_replacement if rules.shapes.sets.repeated_colours else combinations
    for rank_set in melding_of(rules).rank_sets:
        for size in range(SMALLEST_SET, len(rank_set.cards) + 1):
            yield from choose_kinds(rank_set.cards, size)


def _has_naturals(shape: Shape, jokers: frozenset[Card]) -> bool:
    """Whether each part of a meld has a natural."""
    return all(not jokers.issuperset(part) for part in (shape.set_kinds, shape.run_kinds) if part)


def _grows_into(shape: Shape, grown: Shape) -> bool:
    """Return whether laying off can turn the one shape into the other; a complete set is not laid on a run
    (B2)."""
    if shape.run_kinds and bool(shape.set_kinds) != bool(grown.set_kinds):
        return False
    if shape.set_kinds and shape.run_kinds and shape.set_kinds != grown.set_kinds:
        return False
    run_grows = not shape.run_kinds or _lies_within(shape.run_kinds, grown.run_kinds)
    return run_grows and set(shape.set_kinds) <= set(grown.set_kinds)


def _lies_within(run_kinds: Kinds, longer_kinds: Kinds) -> bool:
    return any(
        longer_kinds[start : start + len(run_kinds)] == run_kinds for start in range(len(longer_kinds))
    )


def _senses(rules: Rules, meld: Meld) -> Iterator[tuple[Shape, frozenset[Card], frozenset[Card]]]:
    """List the readings of a table meld: its shape, the kinds of its jokers, and all its kinds.

    A joker of a set that names no suit can be any suit that is missing in the end (F2).
    """
    if is_joined(meld):
        others, run = set_and_run(meld)
        run_kinds = _upwards(rules, tuple(laid.kind for laid in run))
        rank = (others[0].stands_for or others[0].card).rank
        shapes = [Shape(melding_of(rules).set_of_rank(rank), run_kinds)]
    else:
        known = [kind for laid in meld if (kind := laid.kind) != WILD]
        if len({kind.rank for kind in known}) > 1:
            shapes = [Shape((), _upwards(rules, tuple(known)))]
        else:
            missing = [kind for kind in melding_of(rules).set_of_rank(known[0].rank) if kind not in known]
            shapes = [Shape((*known, *more)) for more in combinations(missing, len(meld) - len(known))]
    naturals = {laid.card for laid in meld}
    for shape in shapes:
        yield shape, frozenset(shape.kinds) - naturals, frozenset(shape.kinds)


def _upwards(rules: Rules, run_kinds: Kinds) -> Kinds:
    """Return the run in the order of its track."""
    tracks = [track.cards for track in melding_of(rules).tracks]
    return run_kinds if any(_lies_within(run_kinds, cards) for cards in tracks) else run_kinds[::-1]


def choice_of_board(rules: Rules, rack: Counter[Card], table: Sequence[Meld]) -> PlainChoice:
    """Return all melds with the tiles that they use: each tile of the table must be used, those of the rack
    may be.

    Points are those of `board_points`. Raises NotChecked, also for first plays, which leave the table alone.
    """
    if not rules.board.first_play.done:
        raise NotChecked("first plays are not checked")
    if joker_demands(rules, tuple(check_meld(rules, meld).laid for meld in table)):
        raise NotChecked("jokers that stay for their cards are not checked")
    on_table = Counter(cards_of(table))
    cards = on_table + rack
    limits: dict[Row, tuple[int, int]] = {card: (on_table[card], cards[card]) for card in sorted(cards)}
    lister = ChoiceLister(limits, _MOST_MELDS)
    for laid_cards in _laid_melds(rules, cards):
        lister.count_step()
        lister.list_meld(Counter(laid_cards), _points_of(rules, rack, laid_cards))
    # Tiles of the table are laid again and earn nothing.
    return lister.as_choice(-_points_of(rules, rack, list(on_table.elements())))


def board_points(rules: Rules, rack: Counter[Card], placed: int, points: int) -> int:
    """Return the score by which plays compare: most tiles, then most points; or points alone (K5)."""
    # One tile outweighs all points of the rack.
    unit = placed_value(rules, rack.elements()) + 1 if rules.board.aim == "tiles" else 0
    return placed * unit + points


def _points_of(rules: Rules, rack: Counter[Card], cards: Sequence[Card]) -> int:
    return board_points(rules, rack, len(cards), placed_value(rules, cards))


def _laid_melds(rules: Rules, cards: Counter[Card]) -> Iterator[list[Card]]:
    """List the cards of each meld: some may be jokers, at least one is a natural."""
    for kinds in (*plain_runs(rules), *plain_sets(rules)):
        needed = Counter(kinds)
        lacking = Counter({kind: count - cards[kind] for kind, count in needed.items()})
        least_jokers = sum(count for count in lacking.values() if count > 0)
        for jokers in range(least_jokers, min(cards[WILD], len(kinds) - 1) + 1):
            # Kinds that come twice give the same choice more than once.
            for naturals in set(combinations(kinds, len(kinds) - jokers)):
                if all(cards[kind] >= count for kind, count in Counter(naturals).items()):
                    yield [*naturals, *[WILD] * jokers]
