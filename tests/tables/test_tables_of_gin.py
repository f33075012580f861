"""Gin at a table of three or of partners, and who deals (gin-rummy G6, G7); Rommé’s dealer who only deals."""

from __future__ import annotations

import pytest

from scorepad.core.log.event_data import Refused
from scorepad.core.scoring.ended_deal import PlayerShare, SeatedDeal
from scorepad.sheet.content import filled_sheet
from scorepad.tables import seating, service, settlements
from scorepad.tables.dealing import next_deal
from scorepad.tables.phrases import told_below
from scorepad.tables.settlements import SettleFault
from scorepad.tables.standing import match_of
from tests.open_tables import open_table
from tests.tables.phones import Phone


class AtTable(Phone):
    def __init__(self, store, players, game="gin-rummy", partnerships=None, **options):
        opened = open_table(store, players, game=game, options=options, partnerships=partnerships)
        super().__init__(store, opened.id, opened.key)
        self.table = service.table(store, opened.id)

    def do(self, *args, **values):
        self.table = super().do(*args, **values)
        return self.table

    def settle(self, winner, **left):
        """Record a deal of those named, and open the next."""
        seats = {name: seat for seat, name in enumerate(self.table.names)}
        shares = {seats[name]: PlayerShare(left=points) for name, points in left.items()}
        ended = SeatedDeal(shares, None if winner is None else seats[winner])
        self.do(settlements.record_ending, ended=ended)
        return self.do(next_deal, play_on=True)


def dealing(table):
    """Who deals, and who plays."""
    names = table.names
    return names[table.deal.dealer], [names[seat] for seat in table.deal.players]


def test_gin_rummy_g6_the_winner_deals_and_after_a_dead_hand_the_same_player(store):
    table = AtTable(store, 2)
    assert dealing(table.table)[0] == "Ann"
    assert dealing(table.settle("Ann", Ann=3, Ben=20))[0] == "Ann"
    assert dealing(table.settle("Ann", Ann=9, Ben=2))[0] == "Ben"
    assert dealing(table.settle(None, Ann=9, Ben=2))[0] == "Ben"


@pytest.mark.parametrize(("rule", "dealers"), [("loser", ["Ben", "Ann"]), ("round", ["Ben", "Ann"])])
def test_gin_rummy_g6_the_loser_deals_or_both_in_turns(store, rule, dealers):
    table = AtTable(store, 2, next_dealer=rule)
    assert dealing(table.settle("Ann", Ann=3, Ben=20))[0] == dealers[0]
    assert dealing(table.settle("Ben", Ann=13, Ben=2))[0] == dealers[1]


def test_gin_rummy_of_three_the_loser_deals_and_sits_out(store):
    table = AtTable(store, 3)
    assert dealing(table.table) == ("Ann", ["Ben", "Cy"])
    assert dealing(table.settle("Ben", Ben=3, Cy=20)) == ("Cy", ["Ann", "Ben"])
    assert dealing(table.settle("Ben", Ben=9, Ann=2)) == ("Ben", ["Ann", "Cy"])
    assert dealing(table.settle(None, Ann=0, Cy=0)) == ("Ben", ["Ann", "Cy"])
    assert table.table.totals == (32, 17, 0)
    first, *_ = filled_sheet(table.table).rows
    assert [(cell.score, cell.dealer) for cell in first.cells] == [("–", True), ("17", False), ("0", False)]


def test_gin_rummy_of_three_any_two_may_turn_out_to_have_played(store):
    """Who sat out is taken from the scores where others played than was thought."""
    table = AtTable(store, 3)
    before = table.settle("Ann", Ann=3, Ben=20).deals[0]
    assert (before.players, before.scores) == ((0, 1), (17, 0, None))


def partners(store, **options):
    return AtTable(store, 4, partnerships=[[0, 2], [1, 3]], **options)


def test_gin_rummy_partners_score_the_difference_of_both_deals_of_a_round(store):
    table = partners(store, target=125)
    assert match_of(table.settle("Ann", Ann=4, Ben=20)).totals == (0, 0)
    assert match_of(table.settle("Cy", Cy=2, Di=14)).totals == (28, 0)
    table.settle("Ann", Ann=3, Ben=10)
    assert match_of(table.settle("Di", Di=2, Cy=15)).totals == (28, 6)
    table.settle("Ann", Ann=0, Di=90)
    match = match_of(table.settle(None, Ann=0, Ben=0, Cy=0, Di=0))
    assert match.finished.winners == (0,)
    assert match.totals == (28 + 115 + 2 * 25 + 100, 6 + 25)
    assert [column.together for column in filled_sheet(table.table).columns] == [False, False, True] * 2
    assert [row.points for row in filled_sheet(table.table).bonuses] == [
        ("", "", "50", "", "", "25"),
        ("", "", "100", "", "", ""),
    ]


def test_gin_rummy_partners_are_told_that_a_deal_counts_with_the_next(store):
    waits = "Deal {} counts together with the next."
    table = partners(store, target=25)
    assert told_below(match_of(table.table)) == []
    assert waits.format(1) in told_below(match_of(table.settle("Ann", Ann=4, Ben=20)))
    assert told_below(match_of(table.settle("Di", Di=2, Cy=8))) == []
    assert waits.format(3) in told_below(match_of(table.settle("Ann", Ann=3, Ben=40)))
    finished = match_of(table.settle("Cy", Cy=0, Di=30))
    assert finished.finished
    assert not any("together" in line for line in told_below(finished))


def test_gin_rummy_partners_at_hollywood_count_a_round_in_each_game(store):
    table = partners(store, hollywood=True)
    for name in ("Ann", "Cy", "Ann", "Cy"):
        other = {"Ann": "Ben", "Cy": "Di"}[name]
        table.settle(name, **{name: 4, other: 14})
    _, second, _, fourth, _ = filled_sheet(table.table).rows
    assert [cell.score for cell in second.cells] == ["20", "", "", "", "", ""]
    assert [cell.running for cell in fourth.cells] == ["40", "", "20", "", "", ""]


def test_gin_rummy_partners_never_play_each_other(store):
    with pytest.raises(Refused, match="from at least two sides"):
        partners(store).settle("Ann", Ann=4, Cy=20)


def test_gin_rummy_three_hands_in_one_deal_are_refused(store):
    with pytest.raises((Refused, SettleFault)):
        AtTable(store, 3).settle("Ann", Ann=4, Ben=20, Cy=11)


def test_romme_r9_the_dealer_of_four_only_deals(store):
    table = AtTable(store, 4, "romme", dealer_sits_out=True)
    assert dealing(table.table) == ("Ann", ["Ben", "Cy", "Di"])
    assert dealing(table.settle("Ben", Ben=0, Cy=20, Di=4)) == ("Ben", ["Ann", "Cy", "Di"])
    table.settle("Ann", Ann=0, Cy=20, Di=4)
    table.settle("Ann", Ann=0, Ben=20, Di=4)
    table.settle("Ann", Ann=0, Ben=20, Cy=4)
    assert dealing(table.table) == ("Ann", ["Ben", "Cy", "Di"])
    assert table.table.totals == (0, 40, 44, 12)


def test_romme_r9_a_table_of_three_deals_to_everybody(store):
    assert dealing(AtTable(store, 3, "romme", dealer_sits_out=True).table) == ("Ann", ["Ann", "Ben", "Cy"])


def test_a_dealer_who_sits_out_stays_the_dealer_as_others_join_and_change_seats(store):
    table = AtTable(store, 4, "romme", dealer_sits_out=True)
    table.do(seating.add_player, name="Eve")
    table.do(seating.change_seats, players=(2, 0, 1, 3, 4))
    assert dealing(table.table) == ("Ann", ["Cy", "Ben", "Di", "Eve"])
