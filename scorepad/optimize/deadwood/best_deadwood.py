"""The best arrangement of a hand: most points, then fewest cards left, then most melds (B7, F3).

Dynamic programming over the cards left: the first kind stays in hand, or goes into one of the melds that
begin with it.

A run that parts into two is not listed whole: neither value nor cards are lost by parting it, and melds
are gained. Only where a part could be all jokers, which is no meld, longer ones are needed. Nor is a complete
set listed that is joined to a run, as it parts into a set of three and the run; but for an ace, which counts
more in the set than at the low end of the run (B1, B2, F1, F2). Where a turn has one new meld, parts are no
melds, and all of these are listed.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from scorepad.core.cards import WILD, Card, Meld, cards_of
from scorepad.core.melding import SMALLEST_SET, melding_of
from scorepad.core.rules import Rules
from scorepad.core.sets import with_open_jokers
from scorepad.core.values import has_low_ace, left_value
from scorepad.optimize.answer import Answer
from scorepad.optimize.deadwood.deadwood_problem import (
    DeadwoodColumn,
    DeadwoodProblem,
    best_of_each,
    holds_naturals,
    lay_off_columns,
    meld_points,
    others_at_ends,
    ways_to_lay,
)
from scorepad.optimize.dynamic_program import best_choice
from scorepad.optimize.on_table import read_table_melds
from scorepad.optimize.search_question import SearchQuestion

_LISTING_SHARE = 0.6  # of the time, to list melds; to choose among them begins with a table of all
_KINDS_AT_ONCE = 4096  # stretches and sets whose melds are remembered; each takes about a kilobyte


def search(question: SearchQuestion) -> Answer:
    """Find the best arrangement of a hand beside table melds on which cards may be laid off (B2).

    The answer lists the table melds, with cards laid off, then the new ones; at most one new meld if
    the question says `one_new`. A card `taken` must be melded; if that was not found possible, all cards are
    left (F5).

    Raises BrokenTable.
    """
    began = time.perf_counter()
    problem = DeadwoodProblem(
        question.rules,
        tuple(question.cards),
        read_table_melds(question.rules, question.table),
        question.taken,
        question.one_new,
    )
    columns, all_listed = best_of_each(_playable_columns(problem), began + _LISTING_SHARE * question.limit)
    column_uses = [(column.gain, column.uses) for column in columns]
    choice = best_choice(problem.row_limits, column_uses, deadline=began + question.limit)
    chosen_columns = [columns[number] for number in choice.chosen_columns or ()]
    # Cut off before any choice melded the card taken: one meld with it is still an answer (F5).
    if choice.chosen_columns is None and not choice.complete:
        chosen_columns = _best_taking(problem, columns)
    melds, cards_left = _to_melds(problem, chosen_columns)
    points = _points_gained(problem, chosen_columns, cards_left)
    bound = points if all_listed and choice.complete else _trivial_bound(problem)
    return Answer(melds, points, bound, time.perf_counter() - began, cards_left, "dynamic program")


def _best_taking(problem: DeadwoodProblem, columns: Sequence[DeadwoodColumn]) -> list[DeadwoodColumn]:
    """Return the best single meld with the card that must be melded, as a list; empty if there is none."""
    taken_row = problem.taken_row
    taking = [column for column in columns if any(row == taken_row for row, _ in column.uses)]
    return [max(taking, key=lambda column: column.gain)] if taking else []


def _to_melds(
    problem: DeadwoodProblem, chosen_columns: Sequence[DeadwoodColumn]
) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
    """Return the melds, those of the table first, and the cards left."""
    table_melds = list(problem.table)
    for column in chosen_columns:
        if column.home_meld is not None:
            table_melds[column.home_meld] = column.laid_meld
    melds = (*table_melds, *(column.laid_meld for column in chosen_columns if column.home_meld is None))
    cards_left = Counter(problem.cards)
    # `melds` has the cards of the table too, which are no cards of the hand.
    cards_left.update(cards_of(problem.table))
    cards_left.subtract(cards_of(melds))
    return melds, tuple(problem.rules.pack.in_order(cards_left.elements()))


def _points_gained(
    problem: DeadwoodProblem, chosen_columns: Sequence[DeadwoodColumn], cards_left: Sequence[Card]
) -> int:
    """Return the points of the melds beyond those of the table, less the cards left if the rules count
    them."""
    hand_value = left_value(problem.rules, problem.cards)
    if problem.rules.scoring.left_counts:
        # Cards and melds are the lesser parts of a gain and come to less than a point: division drops them.
        return sum(column.gain // problem.point_gain for column in chosen_columns) - hand_value
    return hand_value - left_value(problem.rules, cards_left)


def _trivial_bound(problem: DeadwoodProblem) -> int:
    """Return points that no arrangement exceeds: every card melded at its highest value."""
    return left_value(problem.rules, problem.cards)


def _playable_columns(problem: DeadwoodProblem) -> Iterator[DeadwoodColumn]:
    """List new melds, and table melds with cards laid off; different columns may use the same cards."""
    yield from _run_columns(problem)
    yield from _set_columns(problem)
    yield from _sets_with_run(problem) if problem.one_new else _aces_with_run(problem)
    for home_meld, meld in enumerate(problem.table):
        yield from lay_off_columns(problem, home_meld, meld)


def _run_columns(problem: DeadwoodProblem) -> Iterator[DeadwoodColumn]:
    shortest = problem.rules.shapes.runs.shortest
    for track in melding_of(problem.rules).tracks:
        track_cards = track.cards
        in_hand = [card in problem.card_counts for card in track_cards]
        for length in range(shortest, problem.longest_run + 1):
            for start in range(len(track_cards) - length + 1):
                natural_count = sum(in_hand[start : start + length])
                # Jokers alone are no meld (F2).
                if natural_count and natural_count + problem.joker_count >= length:
                    yield from _filled_columns(problem, track_cards[start : start + length])


def _set_columns(problem: DeadwoodProblem) -> Iterator[DeadwoodColumn]:
    for rank_set in melding_of(problem.rules).rank_sets:
        natural_count = sum(card in problem.card_counts for card in rank_set.cards)
        for size in range(
            SMALLEST_SET,
            min(len(rank_set.cards), natural_count + problem.joker_count) + 1 if natural_count else 0,
        ):
            for cards in combinations(rank_set.cards, size):
                yield from _filled_columns(problem, cards)


def _aces_with_run(problem: DeadwoodProblem) -> Iterator[DeadwoodColumn]:
    """Four aces joined to a run from one of them on, where an ace counts less in the run (F3)."""
    melding = melding_of(problem.rules)
    if not has_low_ace(problem.rules):
        return
    aces = melding.set_of_rank("A")
    ace_tracks = [
        track.cards
        for track in melding.tracks
        if track.cards[0] in aces and track.cards[0] in problem.card_counts
    ]
    for track_cards in ace_tracks:
        other_aces = tuple(card for card in aces if card != track_cards[0])
        for length in range(problem.rules.shapes.runs.shortest, problem.longest_run + 1):
            yield from _filled_columns(problem, (*other_aces, *track_cards[:length]))


def _sets_with_run(problem: DeadwoodProblem) -> Iterator[DeadwoodColumn]:
    """List complete sets joined to a run that begins or ends with one of their cards (B2)."""
    shortest = problem.rules.shapes.runs.shortest
    if not problem.rules.shapes.joined:
        return
    for track in melding_of(problem.rules).tracks:
        for start, end in combinations(range(len(track.cards) + 1), 2):
            run = track.cards[start:end]
            for others in others_at_ends(problem.rules, run) if len(run) >= shortest else ():
                for laid_meld in problem.ways_to_lay((*others, *run)):
                    if holds_naturals(laid_meld[: len(others)], laid_meld[len(others) :]):
                        cards = [laid.card for laid in laid_meld]
                        yield problem.make_column(laid_meld, cards, meld_points(problem.rules, laid_meld))


def _filled_columns(problem: DeadwoodProblem, cards: tuple[Card, ...]) -> Iterator[DeadwoodColumn]:
    """List new melds of these kinds, with jokers for some of them but at least one natural."""
    in_hand = tuple([card in problem.card_counts for card in cards])
    for new_meld in _new_melds(problem.rules, cards, in_hand, problem.joker_count):
        yield problem.make_column(new_meld.laid_meld, new_meld.cards, new_meld.points)


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
        for laid_meld in ways_to_lay(cards, in_hand, joker_count)
        if any(laid_card.card != WILD for laid_card in laid_meld)
    ]
    return tuple(
        _NewMeld(
            with_open_jokers(laid_meld),
            tuple(laid_card.card for laid_card in laid_meld),
            meld_points(rules, laid_meld) if rules.scoring.left_counts else 0,
        )
        for laid_meld in laid_melds
    )
