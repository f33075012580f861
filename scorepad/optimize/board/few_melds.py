"""The best play where few melds can be made, chosen among without a solver.

Every meld is a column, and every way to lay it with jokers is one of its own: with a joker or two and a short
rack those are few. What is left of each kind says all about the rest, so dynamic programming decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from scorepad.core.cards import WILD, Laid, Meld
from scorepad.optimize.board.position import Board
from scorepad.optimize.dynamic_program import best_choice

_MOST_CARDS = 26  # on the table and the rack
_CARDS_A_JOKER = 4  # a joker multiplies the ways to lay melds as much as so many cards more
_MOST_COLUMNS = 150
_MOST_JOKERS = 2
_MOST_TRIES = 2_000  # of columns; then the linear program is faster


@dataclass(frozen=True, slots=True)
class BoardColumn:
    """A meld that can be laid: its cards, by row how many it takes, what it counts, and towards a first play.

    Rows are the kinds, the jokers, and the homes of old sets; `home` is None for a new meld.
    """

    laid: Meld
    uses: tuple[tuple[int, int], ...]
    objective: int
    opens: int
    home: int | None = None


@dataclass(frozen=True, slots=True)
class FewMelds:
    """The new melds and old sets of the best play; `new` is None where there is no play."""

    new: list[Meld] | None
    old: list[Meld]


def play_of_few_melds(board: Board) -> FewMelds | None:
    """The best play, None where there are too many melds or a first play makes the choice harder (K2)."""
    cards = sum(board.copies) + _CARDS_A_JOKER * board.jokers
    if board.jokers > _MOST_JOKERS or cards > _MOST_CARDS:
        return None
    columns: list[BoardColumn] = []
    for column in _columns(board):
        columns.append(column)
        if len(columns) > _MOST_COLUMNS:
            return None
    limits = _limits(board)
    best = _chosen(limits, columns, [column.objective for column in columns])
    if best is None:
        return None
    if board.first_play and sum(column.opens for column in best) < board.first_play_needed:
        # The best play by tiles does not open; whether any does is another question, of the same size.
        opening = _chosen(limits, columns, [column.opens for column in columns])
        opens = opening is None or sum(column.opens for column in opening) >= board.first_play_needed
        return None if opens else FewMelds(None, [])
    return FewMelds(
        [column.laid for column in best if column.home is None],
        [column.laid for column in best if column.home is not None],
    )


def _chosen(
    limits: Sequence[tuple[int, int]], columns: Sequence[BoardColumn], objectives: Sequence[int]
) -> list[BoardColumn] | None:
    options = [(objective, column.uses) for objective, column in zip(objectives, columns, strict=True)]
    outcome = best_choice(limits, options, most_tries=_MOST_TRIES)
    if not outcome.complete or outcome.chosen is None:
        return None
    return [columns[number] for number in outcome.chosen]


def _limits(board: Board) -> list[tuple[int, int]]:
    """By row, the least and the most that is used: all of the table, any of the rack."""
    kinds = list(zip(board.there, board.copies, strict=True))
    homes = [(count if board.opening else 0, count) for _, count in board.homes]
    return [*kinds, (board.jokers_there, board.jokers), *homes]


def _columns(board: Board) -> Iterator[BoardColumn]:
    for number, old in enumerate(board.old_sets):
        uses = Counter(_row(board, laid) for laid in old.laid)
        uses[len(board.copies) + 1 + old.home] = 1
        yield BoardColumn(old.laid, tuple(uses.items()), board.old_objective(old), 0, number)
    copies, jokers, kinds = board.copies, board.jokers, board.board_melds.kinds
    for meld in board.board_melds.melds:
        if len(meld) >= board.shorter_than or sum([not copies[kind] for kind in meld]) > jokers:
            continue
        points = sum(board.faces[kind] for kind in meld)
        opens = int(points >= board.first_play) if board.rules.board.first_play_one_set else points
        for wild in _wild_places(board, meld):
            laid = tuple(
                Laid(WILD, kinds[kind]) if place in wild else Laid(kinds[kind])
                for place, kind in enumerate(meld)
            )
            uses = Counter(_row(board, one) for one in laid)
            yield BoardColumn(laid, tuple(uses.items()), _objective(board, laid), opens)


def _wild_places(board: Board, meld: Sequence[int]) -> Iterator[frozenset[int]]:
    """The places at which jokers may lie: where no tile is there, and any others but one."""
    short = Counter(meld)
    missing = {place for place, kind in enumerate(meld) if not board.copies[kind]}
    others = [place for place in range(len(meld)) if place not in missing]
    for more in range(min(board.jokers - len(missing), len(others) - 1) + 1):
        for places in combinations(others, more):
            wild = missing.union(places)
            natural = Counter(kind for place, kind in enumerate(meld) if place not in wild)
            if all(count <= board.copies[kind] for kind, count in natural.items() if short[kind] > 1):
                yield frozenset(wild)


def _row(board: Board, laid: Laid) -> int:
    return len(board.copies) if laid.card == WILD else board.board_melds.number[laid.card]


def _objective(board: Board, laid: Meld) -> int:
    """What a new meld counts; a joker of a first play as the tile that it stands for (K2)."""
    if board.opening:
        return sum(board.card_objective(one.stands_for or one.card) for one in laid)
    return sum(board.card_objective(one.card) for one in laid)
