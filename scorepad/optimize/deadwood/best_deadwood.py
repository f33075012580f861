"""The best arrangement of a hand of sets and runs: most points, then fewest cards left, then most melds (B7,
F3).

problem   `DeadwoodProblem`: the rows are the cards of each kind, each table meld once, and the new meld
          where a turn has one
lister    `_meld_columns` for new melds, and for table melds with cards laid off
choice    dynamic programming over the cards left: the first kind stays in hand, or goes into one of the melds
          that begin with it
layer     `HandProblem.layout`

A run that parts into two is not listed whole: neither value nor cards are lost by parting it, and melds
are gained. Only where a part could be all jokers, which is no meld, longer ones are needed. Nor is a complete
set listed that is joined to a run, as it parts into a set of three and the run; but for an ace, which counts
more in the set than at the low end of the run. Where a turn has one new meld, parts are no melds, and all of
these are listed.

A meld of the table is a run, a set, or a set joined to a run (B2, F2). Cards laid off on a complete set may
begin a run that begins or ends with one of its cards, and a joined run goes on at its free end alone. What is
longer than such a part needs to be lies by itself as well. Two melds that lie there are not merged by laying
off.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.melding import SMALLEST_SET, melding_of
from scorepad.core.rules import Rules
from scorepad.core.sets import begins_with_shared, is_joined, joined_value, set_and_run, with_open_jokers
from scorepad.core.values import has_low_ace, left_value, meld_value
from scorepad.optimize.answer import Answer, bound_of
from scorepad.optimize.choosing import choose_listed, end_of_listing
from scorepad.optimize.columns import Column, RowLimits
from scorepad.optimize.deadwood.hand_problem import HandLayout, HandProblem, Lay
from scorepad.optimize.on_table import read_table_melds
from scorepad.optimize.search_question import SearchQuestion

_MELD_GAIN = 1
_KINDS_AT_ONCE = 4096  # stretches and sets whose melds are remembered; each takes about a kilobyte

_GrownKinds = tuple[tuple[Card, ...], tuple[Card, ...]]  # kinds before and after what lies there


def search(question: SearchQuestion) -> Answer:
    """Find the best arrangement of a hand beside table melds on which cards may be laid off (B2).

    The answer lists the table melds, with cards laid off, then the new ones; at most one new meld if
    the question says `one_new`. A card `taken` must be melded; if that was not found possible, all cards are
    left (F5).

    Raises BrokenTable.
    """
    began = time.perf_counter()
    rules = question.rules
    problem = DeadwoodProblem(
        rules,
        tuple(question.cards),
        read_table_melds(rules, question.table),
        taken=question.taken,
        one_new=question.one_new,
    )
    deadline = began + question.limit
    chosen = choose_listed(problem.limits, _meld_columns(problem), (), end_of_listing(deadline), deadline)
    lays = [column.lays for column in chosen.columns or ()]
    found = problem.layout(lays, chosen.objective, complete=chosen.best)
    points = _points_gained(problem, found)
    bound = bound_of(points, lambda: left_value(rules, problem.cards), best=chosen.best)
    left = tuple(rules.pack.in_order(found.left))
    return Answer(found.melds, points, bound, time.perf_counter() - began, left, chosen.method)


def _points_gained(problem: DeadwoodProblem, found: HandLayout) -> int:
    """Return the points of the melds beyond those of the table, less the cards left if the rules count
    them."""
    hand_value = left_value(problem.rules, problem.cards)
    if problem.rules.scoring.left_counts:
        # Cards and melds are the lesser parts of a gain and come to less than a point: division drops them.
        return found.gain // problem.point_gain - hand_value
    return hand_value - left_value(problem.rules, found.left)


@dataclass(frozen=True)
class DeadwoodProblem(HandProblem):
    """A hand beside table melds; jokers of a set that is not full are open.

    The gain of a meld is how much better off a hand is for it: first by points, then by cards, then by melds.

    `taken`: a card that must be melded (F5). `one_new`: at most one new meld is laid (B2).
    """

    one_new: bool = False

    @cached_property
    def joker_count(self) -> int:
        return self.counts[WILD]

    @cached_property
    def limits(self) -> RowLimits:
        """By row, the least and the most that may be used: every card may be left over except the one
        taken."""
        cards = [(int(kind == self.taken), self.counts[kind]) for kind in self.rows]
        return [*cards, *((0, 1) for _ in self.table), *([(0, 1)] if self.one_new else [])]

    @cached_property
    def card_gain(self) -> int:
        """The gain of one more card: more than that of all melds."""
        return len(self.cards) + 1

    @cached_property
    def point_gain(self) -> int:
        """The gain of one more point: more than that of all cards and melds."""
        # All cards and all melds together gain less than this.
        return self.card_gain * (len(self.cards) + 1)

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
        return _ways_to_lay(cards, [card in self.counts for card in cards], self.joker_count)

    def column(
        self, laid_meld: Meld, used_cards: Sequence[Card], points_more: int, home_meld: int | None = None
    ) -> Column[Lay]:
        """Return the column of a meld that takes these cards of the hand and adds `points_more` points to the
        table."""
        rows: dict[int, int] = {}
        for card in used_cards:
            row = self.row_of[card]
            rows[row] = rows.get(row, 0) + 1
        value_saved = sum([self.left_values[card] for card in used_cards])
        points_better = points_more + value_saved if self.rules.scoring.left_counts else value_saved
        gain = points_better * self.point_gain + len(used_cards) * self.card_gain
        if home_meld is None:
            gain += _MELD_GAIN
            rows |= {len(self.rows) + len(self.table): 1} if self.one_new else {}
        else:
            rows[len(self.rows) + home_meld] = 1
        # Sorted, so that melds of the same cards have equal uses.
        return Column(gain, tuple(sorted(rows.items())), Lay(laid_meld, home_meld))

    def grown_column(self, home_meld: int, before: Meld, grown_meld: Meld, laid_off: Meld) -> Column[Lay]:
        """Return the column of a table meld with cards laid off, from how it lay before."""
        points = _meld_points(self.rules, grown_meld) - _meld_points(self.rules, before)
        return self.column(grown_meld, [laid.card for laid in laid_off], points, home_meld)


def _ways_to_lay(cards: Sequence[Card], in_hand: Sequence[bool], joker_count: int) -> Iterator[Meld]:
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


def _meld_points(rules: Rules, laid_meld: Meld) -> int:
    """Return the points of a meld."""
    if is_joined(laid_meld):
        return joined_value(rules, laid_meld)
    kinds = [laid_card.kind for laid_card in laid_meld]
    is_run = len({kind.rank for kind in kinds if not kind.is_wild}) > 1
    return meld_value(rules, [laid_card.card for laid_card in laid_meld], kinds, is_run=is_run)


def _meld_columns(problem: DeadwoodProblem) -> Iterator[Column[Lay]]:
    """List new melds, and table melds with cards laid off; different columns may use the same cards."""
    yield from _run_columns(problem)
    yield from _set_columns(problem)
    yield from _sets_with_run(problem) if problem.one_new else _aces_with_run(problem)
    for home_meld, meld in enumerate(problem.table):
        yield from _lay_off_columns(problem, home_meld, meld)


def _run_columns(problem: DeadwoodProblem) -> Iterator[Column[Lay]]:
    shortest = problem.rules.shapes.runs.shortest
    for track in melding_of(problem.rules).tracks:
        track_cards = track.cards
        in_hand = [card in problem.counts for card in track_cards]
        for length in range(shortest, problem.longest_run + 1):
            for start in range(len(track_cards) - length + 1):
                natural_count = sum(in_hand[start : start + length])
                # Jokers alone are no meld (F2).
                if natural_count and natural_count + problem.joker_count >= length:
                    yield from _filled_columns(problem, track_cards[start : start + length])


def _set_columns(problem: DeadwoodProblem) -> Iterator[Column[Lay]]:
    for rank_set in melding_of(problem.rules).rank_sets:
        natural_count = sum(card in problem.counts for card in rank_set.cards)
        for size in range(
            SMALLEST_SET,
            min(len(rank_set.cards), natural_count + problem.joker_count) + 1 if natural_count else 0,
        ):
            for cards in combinations(rank_set.cards, size):
                yield from _filled_columns(problem, cards)


def _aces_with_run(problem: DeadwoodProblem) -> Iterator[Column[Lay]]:
    """Four aces joined to a run from one of them on, where an ace counts less in the run (F3)."""
    melding = melding_of(problem.rules)
    if not has_low_ace(problem.rules):
        return
    aces = melding.set_of_rank("A")
    ace_tracks = [
        track.cards for track in melding.tracks if track.cards[0] in aces and track.cards[0] in problem.counts
    ]
    for track_cards in ace_tracks:
        other_aces = tuple(card for card in aces if card != track_cards[0])
        for length in range(problem.rules.shapes.runs.shortest, problem.longest_run + 1):
            yield from _filled_columns(problem, (*other_aces, *track_cards[:length]))


def _sets_with_run(problem: DeadwoodProblem) -> Iterator[Column[Lay]]:
    """List complete sets joined to a run that begins or ends with one of their cards (B2)."""
    shortest = problem.rules.shapes.runs.shortest
    if not problem.rules.shapes.joined:
        return
    for track in melding_of(problem.rules).tracks:
        for start, end in combinations(range(len(track.cards) + 1), 2):
            run = track.cards[start:end]
            for others in _others_at_ends(problem.rules, run) if len(run) >= shortest else ():
                for laid_meld in problem.ways_to_lay((*others, *run)):
                    if _holds_naturals(laid_meld[: len(others)], laid_meld[len(others) :]):
                        cards = [laid.card for laid in laid_meld]
                        yield problem.column(laid_meld, cards, _meld_points(problem.rules, laid_meld))


def _filled_columns(problem: DeadwoodProblem, cards: tuple[Card, ...]) -> Iterator[Column[Lay]]:
    """List new melds of these kinds, with jokers for some of them but at least one natural."""
    in_hand = tuple([card in problem.counts for card in cards])
    for new_meld in _new_melds(problem.rules, cards, in_hand, problem.joker_count):
        yield problem.column(new_meld.laid_meld, new_meld.cards, new_meld.points)


@dataclass(frozen=True, slots=True)
class _NewMeld:
    """A new meld: as it is laid, the cards of the hand in it, and its points if the rules count melds."""

    laid_meld: Meld
    cards: tuple[Card, ...]
    points: int


# No new meld has a kind twice, so the key needs whether each is in hand, not how often.
@lru_cache(maxsize=_KINDS_AT_ONCE)
def _new_melds(
    rules: Rules, cards: tuple[Card, ...], in_hand: tuple[bool, ...], joker_count: int
) -> tuple[_NewMeld, ...]:
    """List the ways to lay these kinds. The result is cached, as similar hands share most of it."""
    laid_melds = [
        laid_meld
        for laid_meld in _ways_to_lay(cards, in_hand, joker_count)
        if any(laid_card.card != WILD for laid_card in laid_meld)
    ]
    return tuple(
        _NewMeld(
            with_open_jokers(laid_meld),
            tuple(laid_card.card for laid_card in laid_meld),
            _meld_points(rules, laid_meld) if rules.scoring.left_counts else 0,
        )
        for laid_meld in laid_melds
    )


def _lay_off_columns(problem: DeadwoodProblem, home_meld: int, meld: Meld) -> Iterator[Column[Lay]]:
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
) -> Iterator[Column[Lay]]:
    """List the ways to lengthen a run at its ends; a run joined to a set grows at its free end only."""
    # A run that fits on several tracks has some growths twice.
    for ahead, behind in dict.fromkeys(_run_growths(problem, _meld_kinds(run))):
        # Nothing is laid on the side of the shared card (B2).
        if other_cards and (ahead if begins_with_shared(other_cards, run) else behind):
            continue
        for laid_off in problem.ways_to_lay((*ahead, *behind)):
            grown_meld = (*other_cards, *laid_off[: len(ahead)], *run, *laid_off[len(ahead) :])
            yield problem.grown_column(home_meld, (*other_cards, *run), grown_meld, laid_off)
    # Otherwise the other cards of the set are a new meld.
    if problem.one_new and problem.rules.shapes.joined and not other_cards:
        yield from _joined_to_set(problem, home_meld, run)


def _joined_to_set(problem: DeadwoodProblem, home_meld: int, run: Meld) -> Iterator[Column[Lay]]:
    """List a run, possibly lengthened, with the other cards of a complete set at one of its ends (B2)."""
    for ahead, behind in dict.fromkeys((((), ()), *_run_growths(problem, _meld_kinds(run)))):
        whole_run = (*ahead, *_meld_kinds(run), *behind)
        for others in _others_at_ends(problem.rules, whole_run):
            for laid_off in problem.ways_to_lay((*others, *ahead, *behind)):
                laid_others, laid_ahead = laid_off[: len(others)], laid_off[len(others) :][: len(ahead)]
                grown_run = (*laid_ahead, *run, *laid_off[len(others) + len(ahead) :])
                if _holds_naturals(laid_others, grown_run):
                    yield problem.grown_column(home_meld, run, (*laid_others, *grown_run), laid_off)


def _others_at_ends(rules: Rules, run: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """List the cards that complete a set with the card at either end of a run."""
    for shared in (run[0], run[-1]):
        whole_set = melding_of(rules).set_of_rank(shared.rank)
        yield tuple(card for card in whole_set if card != shared)


def _holds_naturals(other_cards: Meld, run: Meld) -> bool:
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


def _complete_set(problem: DeadwoodProblem, home_meld: int, meld: Meld) -> Iterator[Column[Lay]]:
    """List the ways to add missing suits to a set and, once it is complete, a run from one of its cards
    on."""
    whole_set = melding_of(problem.rules).set_of_rank(_meld_kinds(meld)[_first_natural(meld)].rank)
    missing_cards = [card for card in whole_set if card not in _meld_kinds(meld)]
    missing_count = len(whole_set) - len(meld)
    for count in range(1, missing_count + 1):
        for kinds in combinations(missing_cards, count):
            for laid_off in problem.ways_to_lay(kinds):
                yield problem.grown_column(
                    home_meld, meld, (*meld, *(Laid(laid.card) for laid in laid_off)), laid_off
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
) -> Iterator[Column[Lay]]:
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
        stretches = dict.fromkeys(
            laid for line in tracks for laid in _stretches_around(line, line.index(kind), 1, most_kinds)
        )
        for ahead, behind in stretches:
            # No run passes through the shared card (B2).
            if (ahead and behind) or len(ahead) + len(behind) < fewest_kinds:
                continue
            for laid_off in problem.ways_to_lay((*ahead, *behind)):
                run = (*laid_off[: len(ahead)], shared_card, *laid_off[len(ahead) :])
                # Each set and run keeps a natural (F2).
                if any(laid.card != WILD for laid in run):
                    yield problem.grown_column(
                        home_meld, before, (*other_cards, *run), (*completing, *laid_off)
                    )
