"""The search's view of a hand, and every way to lay off cards on a table meld (B2, F2).

A meld that lies there is a run, a set, or a set joined to a run. Cards laid off on a complete set may begin a
run that begins or ends with one of its cards, and a joined run goes on at its free end alone. What is longer
than such a part needs to be lies by itself as well. Two melds that lie there are not merged by laying off.

Glossary
    kind     a natural kind of card that the hand holds, numbered by rank
    row      something that melds use up: the cards of each kind, the jokers, each meld on the table once, and
             the new meld, where a turn has one at most
    gain     how much better off a hand is for a meld: first by points, then by cards, then by melds
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.core.sets import begins_with_shared, is_joined, joined_value, set_and_run
from scorepad.core.values import left_value, meld_value

_MELD_GAIN = 1
_BETWEEN_LOOKS = 64  # columns between two looks at the clock


@dataclass(frozen=True, slots=True)
class DeadwoodColumn:
    """A meld, or a table meld with cards laid off: the amounts that it uses by row, its gain and how it lies.

    `home_meld`: the number of the table meld; None for a new meld.
    """

    uses: tuple[tuple[int, int], ...]
    gain: int
    laid_meld: Meld
    home_meld: int | None = None


@dataclass(frozen=True)
class DeadwoodProblem:
    """A hand beside table melds; jokers of a set that is not full are open.

    `taken`: a card that must be melded (F5). `one_new`: at most one new meld is laid (B2).
    """

    rules: Rules
    cards: tuple[Card, ...]
    table: tuple[Meld, ...] = ()
    taken: Card | None = None
    one_new: bool = False

    @cached_property
    def card_counts(self) -> Counter[Card]:
        return Counter(self.cards)

    @cached_property
    def joker_count(self) -> int:
        return self.card_counts[WILD]

    @cached_property
    def kinds(self) -> tuple[Card, ...]:
        """The kinds of the hand by rank, so that the kinds of a meld lie close together."""
        ranks, order = self.rules.pack.every_rank, self.rules.pack.order
        naturals = (card for card in self.card_counts if card != WILD)
        return tuple(sorted(naturals, key=lambda card: (ranks.index(card.rank), order[card])))

    @cached_property
    def kind_number(self) -> dict[Card, int]:
        return {card: place for place, card in enumerate(self.kinds)}

    @property
    def row_limits(self) -> list[tuple[int, int]]:
        """By row, the least and the most that may be used: every card may be left over except the one
        taken."""
        cards = [(int(kind == self.taken), self.card_counts[kind]) for kind in (*self.kinds, WILD)]
        return [*cards, *((0, 1) for _ in self.table), *([(0, 1)] if self.one_new else [])]

    @property
    def taken_row(self) -> int | None:
        """The row of the card that must be melded."""
        return None if self.taken is None else self._row_of(self.taken)

    def _row_of(self, card: Card) -> int:
        return len(self.kinds) if card == WILD else self.kind_number[card]

    @cached_property
    def card_gain(self) -> int:
        """The gain of one more card: more than that of all melds."""
        return len(self.cards) + 1

    @cached_property
    def point_gain(self) -> int:
        """The gain of one more point: more than that of all cards and melds."""
        # All cards and all melds together gain less than this.
        return self.card_gain * (len(self.cards) + 1)

    @cached_property
    def left_values(self) -> dict[Card, int]:
        return {card: left_value(self.rules, [card]) for card in self.card_counts}

    @property
    def longest_kept_part(self) -> int:
        """The longest part of a run that cannot be split off: jokers alone are no meld (F2), and if only one
        meld may be new (B2) no part is."""
        if self.one_new:
            return len(self.cards)
        return self.joker_count if self.joker_count >= self.rules.shapes.runs.shortest else 0

    @property
    def longest_run(self) -> int:
        """The longest run that does not split into two."""
        # A run of naturals and then all jokers does not part, as jokers alone are no meld.
        shortest = self.rules.shapes.runs.shortest
        return max(2 * shortest - 1, shortest + self.longest_kept_part)

    def ways_to_lay(self, cards: Sequence[Card]) -> Iterator[Meld]:
        """The ways to lay kinds with the cards in hand."""
        return ways_to_lay(cards, [card in self.card_counts for card in cards], self.joker_count)

    def make_column(
        self, laid_meld: Meld, used_cards: Iterable[Card], points_more: int, home_meld: int | None = None
    ) -> DeadwoodColumn:
        """Return the column of a meld that takes these cards of the hand and adds `points_more` points to the
        table."""
        cards = list(used_cards)
        rows: dict[int, int] = {}
        for card in cards:
            row = self._row_of(card)
            rows[row] = rows.get(row, 0) + 1
        value_saved = sum([self.left_values[card] for card in cards])
        points_better = points_more + value_saved if self.rules.scoring.left_counts else value_saved
        gain = points_better * self.point_gain + len(cards) * self.card_gain
        if home_meld is None:
            gain += _MELD_GAIN
            rows |= {len(self.kinds) + 1 + len(self.table): 1} if self.one_new else {}
        else:
            rows[len(self.kinds) + 1 + home_meld] = 1
        # Sorted, so that melds of the same cards have equal uses.
        return DeadwoodColumn(tuple(sorted(rows.items())), gain, laid_meld, home_meld)


def ways_to_lay(cards: Sequence[Card], in_hand: Sequence[bool], joker_count: int) -> Iterator[Meld]:
    """List the ways to lay these kinds: jokers stand for all missing kinds, and possibly for more."""
    natural_places = [place for place, has_card in enumerate(in_hand) if has_card]
    missing_count = len(cards) - len(natural_places)
    # A natural may do more elsewhere, so jokers lie in its place as well.
    for more_jokers in range(min(joker_count - missing_count, len(natural_places)) + 1):
        for by_joker in combinations(natural_places, more_jokers):
            naturals_laid = set(natural_places).difference(by_joker)
            yield tuple(
                Laid(card) if place in naturals_laid else Laid(WILD, card) for place, card in enumerate(cards)
            )


def meld_points(rules: Rules, laid_meld: Meld) -> int:
    """Return the points of a meld."""
    if is_joined(laid_meld):
        return joined_value(rules, laid_meld)
    kinds = [laid_card.kind for laid_card in laid_meld]
    is_run = len({kind.rank for kind in kinds if not kind.is_wild}) > 1
    return meld_value(rules, [laid_card.card for laid_card in laid_meld], kinds, is_run=is_run)


def best_of_each(columns: Iterable[DeadwoodColumn], deadline: float) -> tuple[list[DeadwoodColumn], bool]:
    """Return the column of the greatest gain for each use of rows.

    The flag is false if the listing was cut off at the `deadline` of `time.perf_counter`.
    """
    best_by_uses: dict[tuple[tuple[int, int], ...], DeadwoodColumn] = {}
    for number, column in enumerate(columns, start=1):
        if column.uses not in best_by_uses or column.gain > best_by_uses[column.uses].gain:
            best_by_uses[column.uses] = column
        if number % _BETWEEN_LOOKS == 0 and time.perf_counter() > deadline:
            return list(best_by_uses.values()), False
    return list(best_by_uses.values()), True


_GrownKinds = tuple[tuple[Card, ...], tuple[Card, ...]]  # kinds before and after what lies there


def lay_off_columns(problem: DeadwoodProblem, home_meld: int, meld: Meld) -> Iterator[DeadwoodColumn]:
    """List every way to lay off cards of the hand on a table meld."""
    if is_joined(meld):
        others, run = set_and_run(meld)
        yield from _lengthen_run(problem, home_meld, others, run)
    elif len({kind.rank for kind in _meld_kinds(meld) if kind != WILD}) > 1:
        yield from _lengthen_run(problem, home_meld, (), meld)
    else:
        yield from _complete_set(problem, home_meld, meld)


def _meld_kinds(meld: Meld) -> tuple[Card, ...]:
    return tuple(laid.kind for laid in meld)


def _lengthen_run(
    problem: DeadwoodProblem, home_meld: int, other_cards: Meld, run: Meld
) -> Iterator[DeadwoodColumn]:
    """List the ways to lengthen a run at its ends; a run joined to a set grows at its free end only."""
    # A run that fits on several tracks has some growths twice.
    for ahead, behind in set(_run_growths(problem, _meld_kinds(run))):
        # Nothing is laid on the side of the shared card (B2).
        if other_cards and (ahead if begins_with_shared(other_cards, run) else behind):
            continue
        for laid_off in problem.ways_to_lay((*ahead, *behind)):
            grown_meld = (*other_cards, *laid_off[: len(ahead)], *run, *laid_off[len(ahead) :])
            yield _grown_column(problem, home_meld, (*other_cards, *run), grown_meld, laid_off)
    # Otherwise the other cards of the set are a new meld.
    if problem.one_new and problem.rules.shapes.joined and not other_cards:
        yield from _joined_to_set(problem, home_meld, run)


def _joined_to_set(problem: DeadwoodProblem, home_meld: int, run: Meld) -> Iterator[DeadwoodColumn]:
    """List a run, possibly lengthened, with the other cards of a complete set at one of its ends (B2)."""
    for ahead, behind in {((), ()), *_run_growths(problem, _meld_kinds(run))}:
        whole_run = (*ahead, *_meld_kinds(run), *behind)
        for others in others_at_ends(problem.rules, whole_run):
            for laid_off in problem.ways_to_lay((*others, *ahead, *behind)):
                laid_others, laid_ahead = laid_off[: len(others)], laid_off[len(others) :][: len(ahead)]
                grown_run = (*laid_ahead, *run, *laid_off[len(others) + len(ahead) :])
                if holds_naturals(laid_others, grown_run):
                    yield _grown_column(problem, home_meld, run, (*laid_others, *grown_run), laid_off)


def others_at_ends(rules: Rules, run: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """List the cards that complete a set with the card at either end of a run."""
    for shared in (run[0], run[-1]):
        whole_set = melding_of(rules).set_of_rank(shared.rank)
        yield tuple(card for card in whole_set if card != shared)


def holds_naturals(other_cards: Meld, run: Meld) -> bool:
    """Return whether both the set and the run of a joined meld have a natural (F2)."""
    shared = run[0] if begins_with_shared(other_cards, run) else run[-1]
    return all(any(laid.card != WILD for laid in part) for part in ((*other_cards, shared), run))


def _run_growths(problem: DeadwoodProblem, kinds: Sequence[Card]) -> Iterator[_GrownKinds]:
    """List the kinds that can come before and after a run, for either direction in which it reads."""
    # Three cards and more at one end are a run by themselves, unless all may be jokers.
    most_kinds = problem.rules.shapes.runs.shortest - 1 + problem.longest_kept_part
    for track in melding_of(problem.rules).tracks:
        # A run of the table may lie upwards or downwards.
        for direction in (1, -1):
            track_cards = track.cards[::direction]
            if kinds[0] not in track_cards or track_cards[track_cards.index(kinds[0]) :][
                : len(kinds)
            ] != tuple(kinds):
                continue
            yield from (
                growth
                for growth in _stretches_around(
                    track_cards, track_cards.index(kinds[0]), len(kinds), most_kinds
                )
                if any(growth)
            )


def _stretches_around(
    track_cards: tuple[Card, ...], start: int, length: int, most_kinds: int
) -> Iterator[_GrownKinds]:
    """List up to `most_kinds` kinds before a stretch of a track with as many after it."""
    end = start + length
    for ahead, behind in product(
        range(min(most_kinds, start) + 1), range(min(most_kinds, len(track_cards) - end) + 1)
    ):
        yield track_cards[start - ahead : start], track_cards[end : end + behind]


def _complete_set(problem: DeadwoodProblem, home_meld: int, meld: Meld) -> Iterator[DeadwoodColumn]:
    """List the ways to add missing suits to a set and, once it is complete, a run from one of its cards
    on."""
    whole_set = melding_of(problem.rules).set_of_rank(_meld_kinds(meld)[_first_natural(meld)].rank)
    missing_cards = [card for card in whole_set if card not in _meld_kinds(meld)]
    missing_count = len(whole_set) - len(meld)
    for count in range(1, missing_count + 1):
        for kinds in combinations(missing_cards, count):
            for laid_off in problem.ways_to_lay(kinds):
                yield _grown_column(
                    problem, home_meld, meld, (*meld, *(Laid(laid.card) for laid in laid_off)), laid_off
                )
    # Only a complete set may be joined to a run (B2). With none missing this is the set as it lies.
    for kinds in combinations(missing_cards, missing_count):
        for laid_off in problem.ways_to_lay(kinds):
            yield from _join_run(
                problem, home_meld, meld, _name_suits((*meld, *laid_off), whole_set), laid_off
            )


def _first_natural(meld: Meld) -> int:
    """Return the place of the first card of a meld that is no joker."""
    return next(place for place, kind in enumerate(_meld_kinds(meld)) if kind != WILD)


def _name_suits(meld: Meld, whole_set: Sequence[Card]) -> Meld:
    """Return a complete set with a suit named for each joker."""
    # A full set has every suit, so its jokers are the suits that are missing, in any order.
    open_suits = [card for card in whole_set if card not in _meld_kinds(meld)]
    return tuple(
        Laid(WILD, open_suits.pop()) if kind == WILD else laid
        for laid, kind in zip(meld, _meld_kinds(meld), strict=True)
    )


def _join_run(
    problem: DeadwoodProblem, home_meld: int, before: Meld, whole_set: Meld, completing: Meld
) -> Iterator[DeadwoodColumn]:
    """List a complete set with a run from one of its cards on. `completing`: the hand's cards that complete
    the set."""
    melding = melding_of(problem.rules)
    fewest_kinds, most_kinds = (
        # The shared card is one of the run's.
        problem.rules.shapes.runs.shortest - 1,
        problem.rules.shapes.runs.shortest + problem.longest_kept_part,
    )
    for shared_card in whole_set:
        kind = shared_card.kind
        other_cards = tuple(laid for laid in whole_set if laid != shared_card)
        tracks = [track.cards for track in melding.tracks if kind in track.cards]
        stretches = {
            laid for line in tracks for laid in _stretches_around(line, line.index(kind), 1, most_kinds)
        }
        for ahead, behind in stretches:
            # No run passes through the shared card (B2).
            if (ahead and behind) or len(ahead) + len(behind) < fewest_kinds:
                continue
            for laid_off in problem.ways_to_lay((*ahead, *behind)):
                run = (*laid_off[: len(ahead)], shared_card, *laid_off[len(ahead) :])
                # Each set and run keeps a natural (F2).
                if any(laid.card != WILD for laid in run):
                    yield _grown_column(
                        problem, home_meld, before, (*other_cards, *run), (*completing, *laid_off)
                    )


def _grown_column(
    problem: DeadwoodProblem, home_meld: int, before: Meld, grown_meld: Meld, laid_off: Meld
) -> DeadwoodColumn:
    points = meld_points(problem.rules, grown_meld) - meld_points(problem.rules, before)
    return problem.make_column(grown_meld, [laid.card for laid in laid_off], points, home_meld)
