"""Tables of games with endings, drops and matches of their own: pools, boxes, any game at all."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from scorepad import rulebook
from scorepad.core.box_match import BoxMatch
from scorepad.core.log.event_data import Refused
from scorepad.core.log.events import read_event
from scorepad.core.log.table import fold
from scorepad.core.options import option
from scorepad.core.pool_match import PoolMatch, PoolSplit
from scorepad.core.rule_parts import FACE, Sets
from scorepad.core.rules import MatchRules, MeldShapes, MeldValues, Rules, Runs, WildRules
from scorepad.core.scoring.ended_deal import PlayerShare, SeatedDeal
from scorepad.core.scoring.knocking import Knocking
from scorepad.core.scoring.with_drops import WithDrops
from scorepad.rulebook.game import Game, HouseRules
from scorepad.rulebook.outside import OutsideGames
from scorepad.sheet.content import filled_sheet
from scorepad.tables import exports, phrases, seating, service, settlements
from scorepad.tables.dealing import next_deal
from scorepad.tables.phrases import game_words
from scorepad.tables.settlements import SettleFault
from scorepad.tables.standing import match_of, next_dealer
from tests.open_tables import open_table
from tests.tables.phones import Phone


def rules(game, scoring, match):
    return Rules(
        game=game,
        packs=2,
        shapes=MeldShapes(runs=Runs(3, circular=False), sets=Sets(3), clause="B1"),
        wilds=WildRules(adjacent_naturals=False),
        values=MeldValues(value_source="cards", card_values=FACE),
        scoring=scoring,
        match=match,
    )


@dataclass(frozen=True)
class Pool(HouseRules):
    out_at: int = option(101, "Out at", "Points at which a player is out.", "I6", "scoring", high=201)

    def rules(self):
        pool = PoolMatch(self.out_at, returns_until=79, most_drops=2, split=PoolSplit("equal"))
        return rules("pool", WithDrops(), MatchRules(kind=pool))


@dataclass(frozen=True)
class Boxes(HouseRules):
    target: int = option(100, "Target", "A match ends at this many points.", "G7", "scoring", high=500)

    def rules(self):
        return rules("boxes", Knocking(), MatchRules(self.target, kind=BoxMatch(shutout="doubled")))


@pytest.fixture(autouse=True)
def games(monkeypatch):
    """Two games more, as other packages would bring them."""
    pool = Game(id="pool", name="Pool", sentence="A pool.", players=(2, 6), house_rules=Pool)
    boxes = Game(id="boxes", name="Boxes", sentence="Boxes.", players=(2, 2), house_rules=Boxes)
    monkeypatch.setattr(rulebook, "_outside_games", lambda: OutsideGames((pool, boxes), (), (), ()))
    rulebook._games_by_name.cache_clear()
    yield
    rulebook._games_by_name.cache_clear()


class AtTable(Phone):
    def __init__(self, store, game, players=3, partnerships=None, **options):
        opened = open_table(store, players, game=game, options=options, partnerships=partnerships)
        super().__init__(store, opened.id, opened.key)

    def settle(self, winner, *left, **more):
        return self.do(settlements.record_ending, ended=self.ended(winner, *left, **more))

    def ended(self, winner, *left, **more):
        shares = {seat: PlayerShare(left=number) for seat, number in enumerate(left) if number is not None}
        return SeatedDeal(shares, winner, **more)

    def point(self, *points):
        shares = {seat: PlayerShare(points=number) for seat, number in enumerate(points)}
        return self.do(settlements.record_ending, ended=SeatedDeal(shares))

    def next(self):
        return self.do(next_deal)


def sentences(table):
    return [change.sentence for change in table.changes(game_words(table))]


@pytest.fixture
def pool(store):
    """Ann's pool after two deals: Ben has 120 and is out, Cy has 71."""
    table = AtTable(store, "pool")
    table.settle(0, 0, 80, 31)
    table.next()
    table.settle(0, 0, 40, 40)
    return table


def test_i6_who_is_out_sits_out_until_back_in_above_the_highest(pool):
    after = pool.next()
    assert after.deal.players == (0, 2)
    assert match_of(after).standing.may_return == {1}
    back = pool.do(seating.sit_out, deal=3, players=())
    assert (back.deal.players, match_of(back).totals) == ((0, 1, 2), (0, 72, 71))
    over = pool.settle(0, 0, 5, 0)
    assert match_of(over).totals == (0, 77, 71)
    assert [bonus.reason for bonus in match_of(over).bonuses] == ["back in with 72"]


def test_i6_who_is_out_is_passed_over_as_a_dealer(pool):
    pool.next()
    pool.settle(0, 0, None, 5)
    assert pool.next().deal.dealer == 0
    after = pool.settle(0, 0, None, 5)
    assert next_dealer(after) == 2
    assert pool.next().deal.dealer == 2


def test_i6_the_last_one_in_has_won_the_table(pool):
    pool.next()
    over = pool.settle(0, 0, None, 40)
    match = match_of(over)
    assert (match.finished.deal, match.finished.winners) == (3, (0,))


def test_i6_those_left_share_the_pool_and_the_split_can_be_undone(pool):
    over = pool.do(service.split_pool)
    match = match_of(over).finished
    assert (match.deal, match.winners, match.shares) == (2, (0, 2), {0: 150, 2: 150})
    assert sentences(over)[0] == "Ann split the pool after deal 2"
    assert phrases.match_told(over, match) == "The pool is split: Ann 150 and Cy 150."
    assert fold(over.events).deal.split
    undone = pool.do(service.undo_operation)
    assert match_of(undone).finished is None
    assert match_of(undone).shares_offered == {0: 150, 2: 150}


def test_i6_a_pool_is_not_split_within_a_deal(pool):
    pool.next()
    with pytest.raises(Refused, match="can’t be split now"):
        pool.do(service.split_pool)


def test_i6_a_pool_is_not_split_before_anybody_is_out(store):
    table = AtTable(store, "pool")
    table.settle(0, 0, 80, 31)
    with pytest.raises(Refused, match="can’t be split now"):
        table.do(service.split_pool)


def test_i6_who_has_dropped_as_often_as_one_may_is_refused_another_drop(store):
    table = AtTable(store, "pool")
    for _ in range(2):
        table.settle(0, 0, 0, 5, notes={1: ["first"]})
        table.next()
    with pytest.raises(Refused, match="can’t drop again"):
        table.settle(0, 0, 0, 5, notes={1: ["middle"]})
    table.settle(0, 0, 0, 5, notes={1: ["wrong-show"]})


def test_undo_takes_back_the_next_deal_with_who_sits_it_out(pool):
    pool.next()
    assert pool.do(service.undo_operation).deal.number == 2


def test_i5_drops_and_a_wrong_show_are_in_the_log_and_in_its_words(pool):
    pool.next()
    after = pool.settle(2, 0, None, 0, ending="wrong-show", notes={0: ["first"]})
    ending = after.deal.ending
    assert (ending.how, ending.own_note(0), [hand.score for hand in ending.hands]) == (
        "wrong-show",
        "first",
        [20, 80],
    )
    assert sentences(after)[0] == "Ann recorded deal 3, Cy made a wrong show: Ann 20, Cy 80"
    assert ending.as_entered().notes == {0: ("first",)}
    again = fold([read_event(event.as_dict()) for event in after.events])
    assert again.deal.ending == ending


def test_g3_how_a_deal_ended_follows_from_what_is_left(store):
    table = AtTable(store, "boxes", 2)
    after = table.settle(0, 0, 30)
    assert (after.deal.ending.how, after.deal.scores) == ("gin", (55, 0))
    assert sentences(after)[0] == "Ann recorded deal 1, Ann has gin: Ann 55, Ben 0"
    table.next()
    dead = table.settle(None, 20, 30)
    assert (dead.deal.ending.how, dead.deal.scores) == ("dead", (0, 0))


def test_g7_boxes_and_the_game_are_in_the_totals_and_on_the_sheet(store):
    table = AtTable(store, "boxes", 2)
    table.settle(0, 0, 30)
    table.next()
    over = table.settle(0, 0, 40)
    match = match_of(over)
    assert match.totals == (120 + 50 + 100 + 120, 0)
    assert match.finished.totals == match.totals
    sheet = filled_sheet(over)
    assert sheet.totals == ("390", "0")
    assert [row.points for row in sheet.bonuses] == [("50", ""), ("100", ""), ("120", "")]
    assert "gin" in exports.to_csv(over)


def test_any_game_counts_points_as_typed_from_a_start(store):
    table = AtTable(store, "any-game", start=501, wins="least")
    after = table.point(-180, -60, 0)
    assert (after.totals, match_of(after).finished) == ((321, 441, 501), None)
    table.next()
    over = table.point(-321, 0, 0)
    assert match_of(over).finished.winners == (0,)


def test_any_game_with_teams_adds_up_and_refuses_what_does_not_come_to_nothing(store):
    table = AtTable(store, "any-game", 4, [[0, 2], [1, 3]], sum_zero=True)
    with pytest.raises(SettleFault, match="add up to 5"):
        table.point(30, -25, 0, 0)
    after = table.point(30, -30, 0, 0)
    assert after.partnership_totals == (30, -30)
    assert sentences(after)[0] == "Ann recorded round 1: Ann & Cy 30, Ben & Di −30"


def test_g7_columns_of_hollywood_are_on_the_sheet_and_their_bonuses_count_once(store):
    table = AtTable(store, "gin-rummy", 2, hollywood=True)
    table.settle(0, 0, 40)
    table.next()
    table.settle(0, 0, 90)
    table.next()
    over = table.settle(0, 0, 90)
    match = match_of(over)
    assert match.finished.totals == match.totals == tuple(match.standing.running[-1])
    totals = [column.totals for column in match.standing.columns]
    assert filled_sheet(over).totals == tuple(str(points) for by_side in totals for points in by_side)
