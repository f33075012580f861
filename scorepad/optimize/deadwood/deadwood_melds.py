"""Every meld that a hand of sets and runs can lay, as columns (B1, B2, F1, F2).

A run that parts into two is not listed whole: neither value nor cards are lost by parting it, and melds
are gained. Only where a part could be all jokers, which is no meld, longer ones are needed. Nor is a complete
set listed that is joined to a run, as it parts into a set of three and the run; but for an ace, which counts
more in the set than at the low end of the run. Where a turn has one new meld, parts are no melds, and all of
these are listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from scorepad.core.cards import WILD, Card, Meld
from scorepad.core.melding import SMALLEST_SET, melding_of
from scorepad.core.rules import Rules
from scorepad.core.sets import with_open_jokers
from scorepad.core.values import has_low_ace
from scorepad.optimize.columns import Column
from scorepad.optimize.deadwood.deadwood_problem import DeadwoodProblem, meld_points, ways_to_lay
from scorepad.optimize.deadwood.hand_problem import Lay
from scorepad.optimize.deadwood.laid_off import holds_naturals, lay_off_columns, others_at_ends

_KINDS_AT_ONCE = 4096  # stretches and sets whose melds are remembered; each takes about a kilobyte


def meld_columns(problem: DeadwoodProblem) -> Iterator[Column[Lay]]:
    """List new melds, and table melds with cards laid off; different columns may use the same cards."""
    yield from _run_columns(problem)
    yield from _set_columns(problem)
    yield from _sets_with_run(problem) if problem.one_new else _aces_with_run(problem)
    for home_meld, meld in enumerate(problem.table):
        yield from lay_off_columns(problem, home_meld, meld)


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
            for others in others_at_ends(problem.rules, run) if len(run) >= shortest else ():
                for laid_meld in problem.ways_to_lay((*others, *run)):
                    if holds_naturals(laid_meld[: len(others)], laid_meld[len(others) :]):
                        cards = [laid.card for laid in laid_meld]
                        yield problem.column(laid_meld, cards, meld_points(problem.rules, laid_meld))


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
