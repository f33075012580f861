"""The service of seats: for how many a game is, what follows from their number, files and sheets."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from scorepad.core.errors import ScorepadError
from scorepad.core.log.event_data import Refused
from scorepad.core.scoring.ended_deal import PlayerShare, SeatedDeal
from scorepad.sheet.content import blank_sheet, filled_sheet
from scorepad.tables import exports, imports, seating, service, settlements
from scorepad.tables.dealing import next_deal
from scorepad.tables.standing import rules_of
from scorepad.web.people.access import Phone as SeenBy
from scorepad.web.table.scoreboard import Scoreboard
from scorepad.web.table.table_page import totals_chart
from tests.open_tables import NAMES
from tests.tables.phones import Phone, at_table


def table_of(store, game: str, count: int = 3, op: str = "open", **options):
    players = {"count": count, "partnerships": None, "op": op}
    return at_table(store, game=game, options=options, players=list(NAMES[:count]), **players)


def shares(**by_seat: int) -> dict[int, PlayerShare]:
    return {int(seat[1:]): PlayerShare(left=left) for seat, left in by_seat.items()}


def test_a_late_player_starts_with_nothing_or_beside_the_last(store):
    """In a game in which points are bad, the last one has the most."""
    phone = table_of(store, "basic-rummy")
    phone.do(settlements.record_ending, ended=SeatedDeal(shares(s0=0, s1=20, s2=5), 0))
    assert phone.do(seating.add_player, name="Zoe", start=None).totals == (25, 0, 0, 0)
    phone = at_table(store, game="shanghai", op="two", players=list(NAMES[:3]), partnerships=None)
    phone.do(settlements.record_ending, ended=SeatedDeal(shares(s0=0, s1=20, s2=5), 0))
    assert phone.do(seating.add_player, name="Zoe", start=None).totals == (0, 20, 5, 20)


def test_f1_the_fifth_player_of_rummy_500_brings_the_second_pack(store):
    """Two packs without being told; a pack that the table chose stays."""
    phone = table_of(store, "rummy-500", 4)
    after = phone.do(seating.add_player, name="Zoe")
    assert (rules_of(after).packs, after.changes()[0].sentence) == (2, "Ann added Zoe from deal 1 on")
    assert rules_of(phone.do(seating.remove_player, player=4)).packs == 2
    phone = at_table(
        store,
        game="shanghai",
        op="v",
        players=list(NAMES[:3]),
        partnerships=None,
        options={"joker_each": True},
    )
    assert rules_of(phone.do(seating.add_player, name="Zoe")).jokers == 4


@pytest.mark.parametrize(
    ("game", "count", "change", "reason"),
    [
        ("basic-rummy", 6, (seating.add_player, {"name": "Zoe"}), "Basic Rummy is for 2 to 6 players, not 7"),
        ("basic-rummy", 2, (seating.remove_player, {"player": 0}), "Two players must stay."),
        ("basic-rummy", 2, (seating.sit_out, {"deal": 1, "players": [0]}), "Two players must stay."),
        ("shanghai", 5, (seating.add_player, {"name": "Zoe"}), "6 players with 20 cards each need 120 cards"),
    ],
)
def test_h5_the_game_says_how_many_may_play(store, game, count, change, reason):
    """And the packs, to how many they can deal."""
    phone = table_of(store, game, count, **({"deal": 20} if game == "shanghai" else {}))
    with pytest.raises(Refused, match=reason):
        phone.do(change[0], **change[1])


MORE_PACKS = [
    ("avalanche", {8: 2, 9: 3, 12: 3}),
    ("shanghai", {6: 2, 7: 3, 9: 3, 10: 4, 12: 4}),
    ("rummy-500", {4: 1, 5: 2, 8: 2}),
    ("chinchon", {4: 1, 5: 2, 8: 2}),
]


@pytest.mark.parametrize(("game", "packs"), MORE_PACKS)
def test_f1_g1_v1_packs_follow_the_players(store, game, packs):
    """From the opening on, and with a player who joins."""
    for count, expected in packs.items():
        phone = table_of(store, game, count, op=f"{count}")
        assert rules_of(service.table(store, phone.at[1])).packs == expected
        if count + 1 in packs:
            joined = phone.do(seating.add_player, name="Zoe")
            assert rules_of(joined).packs == packs[count + 1]


def test_g1_packs_that_the_table_chose_stay(store):
    """Those that it has are said where they cannot deal to all."""
    phone = table_of(store, "shanghai", 6, packs=3)
    assert rules_of(phone.do(seating.add_player, name="Zoe")).packs == 3
    phone = table_of(store, "shanghai", 7, op="few", packs=1, deal=7)
    with pytest.raises(Refused, match="8 players with 7 cards each need 56 cards, but only 52 are in play"):
        phone.do(seating.add_player, name="Zoe")


def test_v1_the_deck_of_nine_is_of_three_packs(store):
    """156 cards and six jokers, of which ninety are dealt; twelve cards of a rank can be played."""
    table = service.table(store, table_of(store, "avalanche", 9).at[1])
    course = table.course
    assert course.game.deck == 3 * 52 + 6 - 9 * 10
    assert not replace(course, played=(12,) * 13 + (6,)).too_many(table.options)
    assert len(replace(course, played=(13,) * 13 + (6,)).too_many(table.options)) == 13


def test_g3_what_seven_can_have_left_is_of_three_packs(store):
    """156 cards and no more."""
    phone = table_of(store, "shanghai", 7)
    left = {"s0": 0, "s1": 60, "s2": 60, "s3": 36, "s4": 1, "s5": 0, "s6": 0}
    with pytest.raises(ScorepadError, match="The cards in play count 156"):
        phone.do(settlements.record_ending, ended=SeatedDeal(shares(**left), 0))
    left["s4"] = 0
    assert phone.do(settlements.record_ending, ended=SeatedDeal(shares(**left), 0)).totals[1] == 60


TWO_LEAPS = {"leaps": [1, 2]}


def test_l2_a_table_with_fewer_leaps_than_players_does_not_open(store):
    """Unless they share leaps; nobody joins for whom no leap is left."""
    too_few = "3 players need a leap each, but only 2 leaps make runs. Let players share leaps"
    with pytest.raises(Refused, match=too_few):
        table_of(store, "leap-rummy", 3, **TWO_LEAPS)
    with pytest.raises(Refused, match=too_few):
        table_of(store, "leap-rummy", 2, **TWO_LEAPS).do(seating.add_player, name="Zoe")
    table_of(store, "leap-rummy", 6, op="six", **TWO_LEAPS, tokens="shared")


def test_l2_players_may_leave_a_table_all_the_same(store):
    """One that was opened before the pad counted leaps has more players than leaps."""
    phone = table_of(store, "leap-rummy", 4, **TWO_LEAPS, tokens="shared")
    shared = exports.to_json(service.table(store, phone.at[1]))
    opened = imports.import_table(store, shared.replace('"shared"', '"same"'), op="import")
    phone = Phone(store, opened.id, opened.key)
    phone.do(seating.sit_out, deal=1, players=[1])
    assert len(phone.do(seating.remove_player, player=0).seating) == 3
    with pytest.raises(Refused, match="4 players need a leap each"):
        phone.do(seating.return_player, player=0)


def settled_evening(store):
    """Cy sits out deal 1, Zoe joins for deal 2 with 25 points, Ann leaves before deal 3."""
    phone = table_of(store, "basic-rummy")
    phone.do(seating.sit_out, deal=1, players=[2])
    phone.do(settlements.record_ending, ended=SeatedDeal(shares(s0=0, s1=20), 0))
    phone.do(seating.add_player, name="Zoe", start=None)
    phone.do(next_deal)
    phone.do(settlements.record_ending, ended=SeatedDeal(shares(s0=4, s1=0, s2=3, s3=9), 1))
    phone.do(seating.remove_player, player=0)
    phone.do(next_deal)
    return phone, phone.do(settlements.record_ending, ended=SeatedDeal(shares(s1=4, s2=0, s3=9), 2))


def test_b4_a_deal_is_settled_by_those_who_play_it(store):
    """A share of anybody else, or one missing, is refused."""
    phone, table = settled_evening(store)
    assert table.totals == (20, 16, 13, 0)
    assert [deal.scores for deal in table.deals] == [
        (20, 0, None, None),
        (0, 16, 0, 0),
        (None, 0, 13, 0),
    ]
    phone.do(next_deal)
    with pytest.raises(ScorepadError, match="what they end the deal with"):
        phone.do(settlements.record_ending, ended=SeatedDeal(shares(s0=1, s1=4, s2=0, s3=9), 2))


def test_a_sheet_has_a_dash_for_who_was_not_there(store):
    """In print and PDF, the grid and the chart; never a 0."""
    _, table = settled_evening(store)
    sheet = filled_sheet(table)
    assert [column.name for column in sheet.columns] == ["Ben", "Cy", "Zoe", "Ann"]
    assert [[cell.score for cell in row.cells] for row in sheet.rows] == [
        ["0", "–", "–", "20"],
        ["16", "0", "0", "0"],
        ["0", "13", "0", "–"],
    ]
    assert "– not in the deal" in sheet.legend
    assert [column.name for column in blank_sheet(table, 3).columns] == ["Ben", "Cy", "Zoe"]
    board = Scoreboard(table, SeenBy())
    lines = {line.label: len(line.points) for line in totals_chart(board).lines}
    assert lines == {"Ben": 4, "Cy": 4, "Zoe": 3, "Ann": 3}
    assert [(side.names, side.rank) for side in board.sides] == [
        ("Ben", 1),
        ("Cy", 2),
        ("Zoe", 3),
        ("Ann", 0),
    ]
    assert board.leading == "Ben leads by 3."


def test_points_that_a_player_joined_with_stand_on_the_sheet(store):
    """No deal shows them."""
    phone = table_of(store, "shanghai")
    phone.do(settlements.record_ending, ended=SeatedDeal(shares(s0=0, s1=20, s2=5), 0))
    table = phone.do(seating.add_player, name="Zoe", start=None)
    assert filled_sheet(table).notes == ("Zoe joined for deal 2 with 20 points",)


def test_files_bear_players_who_come_and_go(store):
    """The whole log there and back, and nothing is found wrong with it; a file with too many is refused."""
    _, table = settled_evening(store)
    for text in (exports.to_json(table), exports.to_csv(table)):
        opened = imports.import_table(store, text, op=f"again-{len(text)}")
        again = service.table(store, opened.id)
        assert (again.deals, again.seating, again.totals) == (table.deals, table.seating, table.totals)
    file = json.loads(exports.to_json(table))
    file["events"] = file["events"][:1]
    for number in range(2, 6):
        joined = {"name": f"N{number}", "partner": None, "start": 0, "deal": 1}
        file["events"].append(
            {**file["events"][0], "number": number, "op": f"n{number}", "kind": "joined", "data": joined}
        )
    with pytest.raises(ScorepadError, match="Deal 1: Basic Rummy is for 2 to 6 players, not 7"):
        imports.read_table_file(json.dumps(file))


def test_a_score_that_a_file_changed_is_noted_among_those_who_play(store):
    """Judged with the players of its deal alone."""
    _, table = settled_evening(store)
    file = json.loads(exports.to_json(table))
    last = next(event for event in reversed(file["events"]) if event["kind"] == "settled")
    last["data"]["hands"][1]["score"] = 99
    opened = imports.import_table(store, json.dumps(file), op="changed")
    assert "Ben 0, Cy 13, Zoe 0" in service.table(store, opened.id).deals[2].notes[0]
