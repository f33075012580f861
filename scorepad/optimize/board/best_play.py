"""The best play from a table and a rack (K2, K3, K5, G2)."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from scorepad.core.cards import WILD, Card, Meld
from scorepad.core.rules import Rules
from scorepad.core.values import left_value, placed_value
from scorepad.optimize.answer import Answer
from scorepad.optimize.board.board_melds import board_melds
from scorepad.optimize.board.few_melds import play_of_few_melds
from scorepad.optimize.board.position import Board
from scorepad.optimize.on_table import read_table_melds


def best(rules: Rules, cards: Sequence[Card], *, table: Sequence[Meld] = (), limit: float = 2.0) -> Answer:
    """The play that lays most of the rack: most tiles and of these most points, or the other way round.

    The answer's melds are the whole new table, its points those placed. A first play leaves the table as it
    is, but for jokers that it may take; its melds begin with the table's sets, and its points are those of
    its own (K2). Of equally good plays one is taken that leaves many sets as they are. Raises BrokenTable.
    """
    begun = time.perf_counter()
    there = read_table_melds(rules, table, board_melds(rules).in_order)
    stay = () if rules.board.initial_done else tuple(meld for meld in there if not _lends(rules, meld))
    found = _play(rules, cards, tuple(meld for meld in there if meld not in stay), begun + limit)
    return replace(found, melds=(*stay, *found.melds), seconds=time.perf_counter() - begun)


def _lends(rules: Rules, meld: Meld) -> bool:
    """Whether a first play may take a joker out of a set (K2)."""
    return rules.board.retrieve_jokers and any(laid.card == WILD for laid in meld)


def _play(rules: Rules, cards: Sequence[Card], table: tuple[Meld, ...], deadline: float) -> Answer:
    board = Board(rules, table, tuple(cards))
    few = play_of_few_melds(board) if time.perf_counter() < deadline else None
    if few is not None:
        melds, left = (
            (table, board.rack) if few.new is None or few.old is None else _shown(board, few.new, few.old)
        )
        points = _points(board, melds, left)
        return Answer(melds, points, points, 0.0, left)
    from scorepad.optimize.board.branching import BoardSearch
    from scorepad.optimize.board.model import BoardModel

    model = BoardModel(board)
    search = BoardSearch(model, deadline)
    whole = search.run()
    melds, left = (table, board.rack)
    if search.taken is not None:
        melds, left = _shown(board, *model.to_melds(search.taken))
    points = _points(board, melds, left)
    bound = points if whole else max(points + bool(left), _bound(board, search.bound))
    return Answer(melds, points, bound, 0.0, left)


def _shown(
    board: Board, new: Sequence[Meld], old: Sequence[Meld]
) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
    """The new table in order and the cards left on the rack; in a first play the table's sets come first."""
    left = Counter(board.rack)
    left.update(laid.card for meld in board.table for laid in meld)
    left.subtract(laid.card for meld in (*new, *old) for laid in meld)
    order = board.board_melds.number

    def in_order(melds: Sequence[Meld]) -> list[Meld]:
        return sorted(melds, key=lambda meld: [order[laid.stands_for or laid.card] for laid in meld])

    melds = [*in_order(old), *in_order(new)] if board.opening else in_order([*new, *old])
    return tuple(melds), tuple(sorted(left.elements(), key=lambda card: order.get(card, len(order))))


def _points(board: Board, melds: Sequence[Meld], left: Sequence[Card]) -> int:
    """What a play is judged by: the worth of a first play's sets (K2), else what was placed (K5)."""
    if board.opening:
        own = melds[len(board.table) :]
        return left_value(board.rules, [laid.stands_for or laid.card for meld in own for laid in meld])
    return placed_value(board.rules, board.rack) - placed_value(board.rules, left)


def _bound(board: Board, objective: int) -> int:
    """Points that no better play exceeds, from its objective; where tiles come first, all of the rack's."""
    every = board.most_points
    return (
        every if board.rules.board.aim == "tiles" else min(every, (objective - board.ground) // board.first)
    )
