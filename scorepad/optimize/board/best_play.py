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


def search_board(
    rules: Rules, cards: Sequence[Card], *, table: Sequence[Meld] = (), limit: float = 2.0
) -> Answer:
    """The play that lays most of the rack: most tiles and of these most points, or the other way round.

    The answer's melds are the whole new table, its points those placed. A first play leaves the table as it
    is, but for jokers that it may take; its melds begin with the table's sets, and its points are those of
    its own (K2). Of equally good plays one is taken that leaves many sets as they are. Raises BrokenTable.
    """
    start_time = time.perf_counter()
    table_melds = read_table_melds(rules, table, board_melds(rules).natural_melds)
    staying_melds = (
        ()
        if rules.board.initial_done
        else tuple(meld for meld in table_melds if not _lends_joker(rules, meld))
    )
    answer = _search_play(
        rules, cards, tuple(meld for meld in table_melds if meld not in staying_melds), start_time + limit
    )
    return replace(answer, melds=(*staying_melds, *answer.melds), seconds=time.perf_counter() - start_time)


def _lends_joker(rules: Rules, meld: Meld) -> bool:
    """Whether a first play may take a joker out of a set (K2)."""
    return rules.board.retrieve_jokers and any(laid.card == WILD for laid in meld)


def _search_play(rules: Rules, cards: Sequence[Card], table: tuple[Meld, ...], deadline: float) -> Answer:
    board = Board(rules, table, tuple(cards))
    few_melds = play_of_few_melds(board) if time.perf_counter() < deadline else None
    if few_melds is not None:
        new_table, cards_left = (
            (table, board.rack)
            if few_melds.new_melds is None or few_melds.old_melds is None
            else _shown_table(board, few_melds.new_melds, few_melds.old_melds)
        )
        points = _play_points(board, new_table, cards_left)
        return Answer(new_table, points, points, 0.0, cards_left, "dynamic program")
    from scorepad.optimize.board.branching import BoardSearch
    from scorepad.optimize.board.model import BoardModel

    model = BoardModel(board)
    search = BoardSearch(model, deadline)
    proven = search.find_best()
    new_table, cards_left = (table, board.rack)
    if search.best_taken is not None:
        new_table, cards_left = _shown_table(board, *model.to_melds(search.best_taken))
    points = _play_points(board, new_table, cards_left)
    bound = points if proven else max(points + bool(cards_left), _points_bound(board, search.bound))
    return Answer(new_table, points, bound, 0.0, cards_left, search.method)


def _shown_table(
    board: Board, new_melds: Sequence[Meld], old_melds: Sequence[Meld]
) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
    """The new table in order and the cards left on the rack; in a first play the table's sets come first."""
    cards_left = Counter(board.rack)
    cards_left.update(laid.card for meld in board.table for laid in meld)
    cards_left.subtract(laid.card for meld in (*new_melds, *old_melds) for laid in meld)
    kind_order = board.board_melds.kind_number

    def in_order(melds: Sequence[Meld]) -> list[Meld]:
        return sorted(melds, key=lambda meld: [kind_order[laid.stands_for or laid.card] for laid in meld])

    sorted_melds = (
        [*in_order(old_melds), *in_order(new_melds)]
        if board.is_opening
        else in_order([*new_melds, *old_melds])
    )
    return tuple(sorted_melds), tuple(
        sorted(cards_left.elements(), key=lambda card: kind_order.get(card, len(kind_order)))
    )


def _play_points(board: Board, melds: Sequence[Meld], cards_left: Sequence[Card]) -> int:
    """What a play is judged by: the worth of a first play's sets (K2), else what was placed (K5)."""
    if board.is_opening:
        own_melds = melds[len(board.table) :]
        return left_value(board.rules, [laid.stands_for or laid.card for meld in own_melds for laid in meld])
    return placed_value(board.rules, board.rack) - placed_value(board.rules, cards_left)


def _points_bound(board: Board, objective: int) -> int:
    """Points that no better play exceeds, from its objective; where tiles come first, all of the rack's."""
    rack_points = board.most_points
    return (
        rack_points
        if board.rules.board.aim == "tiles"
        else min(rack_points, (objective - board.table_objective) // board.greater_unit)
    )
