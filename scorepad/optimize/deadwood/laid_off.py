"""Every way to lay off cards of a hand on a table meld, as columns (B2, F2).

A meld that lies there is a run, a set, or a set joined to a run. Cards laid off on a complete set may begin a
run that begins or ends with one of its cards, and a joined run goes on at its free end alone. What is longer
than such a part needs to be lies by itself as well. Two melds that lie there are not merged by laying off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.core.sets import begins_with_shared, is_joined, set_and_run
from scorepad.optimize.columns import Column
from scorepad.optimize.deadwood.deadwood_problem import DeadwoodProblem
from scorepad.optimize.deadwood.hand_problem import Lay

_GrownKinds = tuple[tuple[Card, ...], tuple[Card, ...]]  # kinds before and after what lies there


def lay_off_columns(problem: DeadwoodProblem, home_meld: int, meld: Meld) -> Iterator[Column[Lay]]:
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
        for others in others_at_ends(problem.rules, whole_run):
            for laid_off in problem.ways_to_lay((*others, *ahead, *behind)):
                laid_others, laid_ahead = laid_off[: len(others)], laid_off[len(others) :][: len(ahead)]
                grown_run = (*laid_ahead, *run, *laid_off[len(others) + len(ahead) :])
                if holds_naturals(laid_others, grown_run):
                    yield problem.grown_column(home_meld, run, (*laid_others, *grown_run), laid_off)


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
