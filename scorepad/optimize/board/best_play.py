"""The best play from a table and a rack (K2, K3, K5, G2)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from scorepad.core.cards import WILD, Card, Meld
from scorepad.core.rules import Rules
from scorepad.core.values import left_value, placed_value
from scorepad.optimize.answer import Answer
from scorepad.optimize.board.board_melds import catalogue
from scorepad.optimize.board.branching import Branching
from scorepad.optimize.board.laid_out import laid_out
from scorepad.optimize.board.model import Model
from scorepad.optimize.board.position import Board
from scorepad.optimize.on_table import as_read


def best(rules: Rules, cards: Sequence[Card], *, table: Sequence[Meld] = (), limit: float = 2.0) -> Answer:
    """The play that lays most of the rack: most tiles and of these most points, or the other way round.

    The answer's melds are the whole new table, its points those placed. A first play leaves the table as it
    is, but for jokers that it may take; its melds begin with the table's sets, and its points are those of
    its own (K2). Of equally good plays one is taken that leaves many sets as they are. Raises BrokenTable.
    """
    begun = time.perf_counter()
    there = as_read(rules, table, catalogue(rules).in_order)
    stay = () if rules.board.initial_done else tuple(meld for meld in there if not _lends(rules, meld))
    found = _play(rules, cards, tuple(meld for meld in there if meld not in stay), begun + limit)
    return replace(found, melds=(*stay, *found.melds), seconds=time.perf_counter() - begun)


def _lends(rules: Rules, meld: Meld) -> bool:
    """Whether a first play may take a joker out of a set (K2)."""
    return rules.board.retrieve_jokers and any(laid.card == WILD for laid in meld)


def _play(rules: Rules, cards: Sequence[Card], table: tuple[Meld, ...], deadline: float) -> Answer:
    board = Board(rules, table, tuple(cards))
    model = Model(board, 0 if rules.board.initial_done else rules.board.first_play)
    search = Branching(model, deadline)
    whole = search.run()
    melds, left = (table, board.rack) if search.taken is None else laid_out(model, search.taken)
    points = _points(board, melds, left)
    bound = points if whole else max(points + bool(left), _bound(board, search.bound))
    return Answer(melds, points, bound, 0.0, left)


def _points(board: Board, melds: Sequence[Meld], left: Sequence[Card]) -> int:
    """What a play is judged by: the worth of a first play's sets (K2), else what was placed (K5)."""
    if board.opening:
        own = melds[len(board.table) :]
        return left_value(board.rules, [laid.stands_for or laid.card for meld in own for laid in meld])
    return placed_value(board.rules, board.rack) - placed_value(board.rules, left)


def _bound(board: Board, worth: int) -> int:
    """Points that no better play exceeds, from its worth; where tiles come first, all of the rack's."""
    every = board.most_points
    return every if board.rules.board.aim == "tiles" else min(every, (worth - board.ground) // board.first)
