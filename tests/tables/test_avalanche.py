"""Avalanche played at a table: kept in its log, sent twice, by two phones, to another pad (V1-V5)."""

from __future__ import annotations

import pytest

from scorepad.core.log.event_data import Refused
from scorepad.tables import exports, imports, service
from scorepad.tables.operations import Operation
from tests.open_tables import open_table


@pytest.fixture
def table(store):
    """Ann, Ben and Cy at Avalanche."""
    return open_table(store, 3, game="avalanche")


def tell(store, table, player, cards="", op="", expected=None):
    op = op or f"{player}-{cards.replace(' ', '')}-{expected}"
    play = Operation(store, table.id, table.key, "Ann", op, expected)
    return service.play_avalanche(play, player=player, cards=cards.split())


def test_v5_a_game_lives_in_the_log_of_its_table(store, table):
    """Another phone reads the same; undone, it stands as before; who begins sits left of the dealer."""
    assert service.table(store, table.id).course.game.turn == 1
    tell(store, table, 1, "5 5")
    before = service.table(store, table.id).deal.course
    tell(store, table, 2, "K")
    game = service.table(store, table.id).deal.course.game
    assert (game.collected, game.turn) == ((0, 3, 0), 0)
    undone = service.undo_operation(Operation(store, table.id, table.key, "Ben", "undo", None))
    assert undone.deal.course == before
    assert undone.deal.course.game.turn == 2


@pytest.mark.parametrize("write", [exports.to_json, exports.to_csv])
def test_a_file_holds_the_game_as_it_stands(store, table, write):
    """Read on another pad, with an undone play among the others."""
    for player, cards in ((1, ""), (2, "w w"), (0, "A A A")):
        tell(store, table, player, cards)
    service.undo_operation(Operation(store, table.id, table.key, "Ann", "undo", None))
    told = service.table(store, table.id)
    opened = imports.import_table(store, write(told), op="other")
    read = service.table(store, opened.id)
    assert read.deal.course == told.deal.course
    assert read.deal.course.game.last == ("w", "w")
    assert [one.sentence for one in read.changes()] == [one.sentence for one in told.changes()]


def test_a_play_that_may_not_be_does_not_come_by_a_file(store, table):
    """The log is judged as it is read."""
    text = exports.to_json(tell(store, table, 1, "5 5")).replace('"5"', '"5", "6"', 1)
    with pytest.raises(Refused, match="must have the same rank"):
        imports.import_table(store, text, op="other")
