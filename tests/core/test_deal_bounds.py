"""Numbers that no deal can hold are faults of their own, which a dispute overrules."""

from __future__ import annotations

import pytest

from scorepad.core.errors import ScorepadError
from scorepad.core.scoring.ended_deal import NamedDeal, PlayerShare
from scorepad.core.scoring.player_counts import RED_THREES
from scorepad.core.settle import IMPOSSIBLE, settle_deal, settle_faults
from scorepad.rulebook import find_game, games

SETTLED = [
    game.id
    for game in games()
    if (scoring := game.rules({}).scoring).settled_at_once
    and "left" in scoring.counts
    and scoring.final.has_cards
]


def shares(**each):
    return {name: PlayerShare(**fields) for name, fields in each.items()}


IMPOSSIBLE_DEALS = [
    ("gin-rummy", shares(Ann={"left": 5}, Ben={"left": 101}), "Ann", "left.Ben"),
    ("rummikub", shares(Ann={}, Ben={"left": 5_000}), "Ann", "left.Ben"),
    ("rummikub", shares(Ann={"left": 27, "tiles": 1}, Ben={"left": 40, "tiles": 1}), None, "tiles.Ben"),
    ("rummikub", shares(Ann={}, Ben={"left": 400}, Cy={"left": 400}), "Ann", "left.Ben"),
    ("rummy-500", shares(Ann={"melded": 2_000}, Ben={"left": 5}), "Ann", "melded.Ann"),
    (
        "canasta",
        shares(NS={"counts": {RED_THREES: 3}}, EW={"counts": {RED_THREES: 2}}),
        None,
        "red_threes.NS",
    ),
    ("canasta", shares(NS={"counts": {RED_THREES: 9}}, EW={}), None, "red_threes.NS"),
    ("canasta", shares(NS={"counts": {"natural": 40}, "melded": 1_000}, EW={}), "NS", "canastas.NS"),
    ("canasta", shares(NS={"counts": {"natural": 1}, "melded": 20}, EW={}), "NS", "melded.NS"),
    ("canasta", shares(NS={}, EW={"counts": {"natural": 1, "mixed": 2}, "melded": 134}), None, "melded.EW"),
    ("burraco", shares(NS={"counts": {"clean": 1}, "melded": 34}, EW={}), "NS", "melded.NS"),
    ("hand-and-foot", shares(NS={"counts": {"wild": 1}, "melded": 139}, EW={}), None, "melded.NS"),
    ("canasta", shares(NS={"melded": 100}, EW={}), "NS", "canastas.NS"),
    ("burraco", shares(NS={"melded": 100}, EW={}), "NS", "canastas.NS"),
    ("hand-and-foot", shares(NS={"melded": 100}, EW={}), "NS", "canastas.NS"),
    ("avalanche", shares(Ann={"left": 80}, Ben={"left": 31}), None, "left.Ann"),
    ("shanghai", shares(Ann={}, Ben={"left": 105}), "Ann", "left.Ben"),
]


@pytest.mark.parametrize(("game", "each", "winner", "at"), IMPOSSIBLE_DEALS)
def test_a_number_that_no_deal_can_hold_is_refused_at_its_field(game, each, winner, at):
    rules = find_game(game).rules({})
    faults = settle_faults(rules, NamedDeal(each, winner))
    assert [(fault.code, fault.at) for fault in faults] == [(IMPOSSIBLE, at)]


@pytest.mark.parametrize(("game", "each", "winner", "at"), IMPOSSIBLE_DEALS)
def test_a_dispute_overrules_it(game, each, winner, at):  # noqa: ARG001 (the list says where it is refused)
    assert (
        settle_deal(find_game(game).rules({}), NamedDeal(each, winner, disputed=True)).keys() == each.keys()
    )


@pytest.mark.parametrize(
    ("game", "each", "winner"),
    [
        ("gin-rummy", shares(Ann={"left": 5}, Ben={"left": 100}), "Ann"),
        ("rummikub", shares(Ann={}, Ben={"left": 788}), "Ann"),
        ("rummikub", shares(Ann={"left": 30, "tiles": 1}, Ben={"left": 60, "tiles": 2}), None),
        (
            "canasta",
            shares(NS={"melded": 300, "counts": {RED_THREES: 3}}, EW={"counts": {RED_THREES: 1}}),
            None,
        ),
        ("canasta", shares(NS={"melded": 700, "counts": {"natural": 1}}, EW={"left": 500}), "NS"),
        ("avalanche", shares(Ann={"left": 60}, Ben={"left": 50}), None),
        ("canasta", shares(NS={"counts": {"natural": 1}, "melded": 35}, EW={}), "NS"),
        ("canasta", shares(NS={}, EW={"counts": {"natural": 1, "mixed": 2}, "melded": 135}), None),
        ("burraco", shares(NS={"counts": {"clean": 1}, "melded": 35}, EW={}), "NS"),
        ("hand-and-foot", shares(NS={"counts": {"wild": 1}, "melded": 140}, EW={}), None),
    ],
)
def test_the_most_that_a_deal_can_hold_is_taken(game, each, winner):
    assert settle_faults(find_game(game).rules({}), NamedDeal(each, winner)) == ()


@pytest.mark.parametrize("game", SETTLED)
def test_every_game_that_settles_has_a_most_that_can_be_left(game):
    names = {f"P{seat}": PlayerShare(left=9_999) for seat in range(2)}
    with pytest.raises(ScorepadError) as refused:
        settle_deal(find_game(game).rules({}), NamedDeal(names))
    assert IMPOSSIBLE in {part.code for part in refused.value.parts or (refused.value,)}
