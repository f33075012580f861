"""Plays of BG Stats: tables go out and come in as they ended, once each, and every fault names its play."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.bridges.plays_in import read_plays, seal_of, take_in_plays
from scorepad.bridges.plays_out import circle_plays, written_plays
from scorepad.circles.circle_service import make_circle, standing_circle
from scorepad.circles.table_results import result_of
from scorepad.core.errors import ScorepadError
from scorepad.core.log.schema import LONGEST_NAME, clean_text
from scorepad.core.log.table import fold
from scorepad.tables.standing import match_of, standing_table
from scorepad.tables.told_tables import ToldTable
from tests.open_tables import Log, open_table

SEAL = seal_of("secret")
NAMES = st.text(min_size=1, max_size=LONGEST_NAME).map(clean_text).filter(bool)


def file_of(*plays, games=({"id": 7, "name": "Skat", "highestWins": True},), players=("Ann", "Ben", "Cy")):
    """A file as the app writes it, with fields that nobody asks for."""
    listed = [{"id": seat, "name": name, "isAnonymous": False} for seat, name in enumerate(players)]
    return json.dumps({"games": list(games), "players": listed, "locations": [], "plays": list(plays)})


def play(*scores, uuid="A1", winners=(0,), **more):
    """A play of three; the scores as text."""
    told = [
        {"playerRefId": seat, "score": score, "winner": seat in winners, "seatOrder": 0, "startPlayer": False}
        for seat, score in enumerate(scores)
    ]
    frame = {"uuid": uuid, "playDate": "2025-04-27 14:47:26", "durationMin": 31, "gameRefId": 7}
    return {**frame, "playerScores": told, "usesTeams": False, **more}


def taken(text):
    (read,), faults = read_plays(text)
    assert faults == []
    return read.told.table()


@st.composite
def tables(draw):
    """A table of points that is over, perhaps in teams."""
    names = draw(st.lists(NAMES, min_size=2, max_size=6, unique_by=str.casefold))
    seats = list(range(len(names)))
    sides = draw(st.sampled_from([[], [seats[::2], seats[1::2]]]))
    leaders = [side[0] for side in sides] or seats
    scores = draw(st.lists(st.integers(-500, 500), min_size=len(leaders), max_size=len(leaders)))
    deal = dict.fromkeys(seats, 0) | dict(zip(leaders, scores, strict=True))
    options = {"title": "Skat", "deals": 1, "wins": draw(st.sampled_from(["most", "least"]))}
    began = "2025-03-01T20:15:00+00:00"
    return ToldTable(
        names, [deal], sides, "Friday", options=options, began=began, dealer=draw(st.sampled_from(seats))
    )


@given(tables())
def test_a_table_out_and_in_again_came_to_the_same(told):
    """Names, teams, totals, winners, the day, its name and who dealt; and out again it is the same play."""
    table = fold(told.events(), "t")
    text = written_plays([table])
    again = taken(text)
    assert (again.names, again.partnerships, again.name) == (table.names, table.partnerships, table.name)
    assert match_of(again).totals == match_of(table).totals
    assert result_of(again).winners == result_of(table).winners
    assert (again.options["title"], result_of(again).day) == ("Skat", result_of(table).day)
    assert again.deals[0].dealer == table.deals[0].dealer
    assert json.loads(written_plays([again]))["plays"] == json.loads(text)["plays"]


def test_a_play_says_what_the_app_reads():
    """Two deals of Chattahoochee: the totals, the ranks and who won."""
    log = Log(players=3).out(1, (0, 5), (1, 7)).add("dealt", deal=2, dealer=1).out(2, (2, 9), (1, 1))
    (told,) = json.loads(written_plays([fold(log.events, "t")]))["plays"]
    assert told["playDate"].startswith("2025-03-01 ")
    assert [told["rounds"], told["usesTeams"], told["comments"]] == [2, False, "Friday"]
    shown = [(each["score"], each["rank"], each["winner"]) for each in told["playerScores"]]
    assert shown == [("10", 2, False), ("8", 3, False), ("18", 1, True)]


def test_a_table_without_a_score_is_no_play():
    assert json.loads(written_plays([fold(Log(players=3).events, "t")]))["plays"] == []


@pytest.mark.parametrize(
    ("name", "game"), [("Rummikub", "rummikub"), ("Skat", "any-game"), ("Rummy 500", "rummy-500")]
)
def test_a_game_is_found_by_its_name(name, game):
    """Its totals stay as they are; what the pad doesn’t know is Any game under its name."""
    table = taken(file_of(play("-12", "4", "8", winners=(2,)), games=[{"id": 7, "name": name}]))
    assert (table.game, match_of(table).totals) == (game, (-12, 4, 8))
    assert result_of(table).winners == {2}


def test_scores_are_sums_and_teams_count_once():
    """As the app has them: what a team has stands with each of its players."""
    assert taken(file_of(play("3+20-5", "0", "1"))).totals == (18, 0, 1)
    teamed = play("30", "12", "30", usesTeams=True, winners=(0, 2))
    for score, team in zip(teamed["playerScores"], ("X", "Y", "X"), strict=True):
        score["team"] = team
    table = taken(file_of(teamed))
    assert (table.partnerships, table.partnership_totals) == (((0, 2), (1,)), (30, 12))


def test_a_winner_whom_the_points_do_not_tell_is_noted():
    assert taken(file_of(play("5", "9", "5", winners=(0,)))).deals[0].ending.note == "BG Stats: won by Ann"


FAULTY = [
    play("1", "", "x"),
    play("1", uuid=None),
    play("1", "2", playDate="yesterday", gameRefId=9),
    {},
]


def test_every_fault_names_its_play_and_nothing_is_done(store):
    """Unless those plays are to be left out."""
    text = file_of(play("1", "2", "3", uuid="good"), *FAULTY)
    with pytest.raises(ScorepadError) as wrong:
        take_in_plays(store, text, SEAL)
    faults = [part.message for part in wrong.value.parts]
    assert faults[:3] == [
        "Play 2 (2025-04-27, Skat): Ben has the score ''. Enter a whole number for it in BG Stats.",
        "Play 2 (2025-04-27, Skat): Cy has the score 'x'. Enter a whole number for it in BG Stats.",
        "Play 3 (2025-04-27, Skat): It has no uuid. Save it again in BG Stats.",
    ]
    assert {fault[:6] for fault in faults} == {"Play 2", "Play 3", "Play 4", "Play 5"}
    assert store.ids() == ()
    done = take_in_plays(store, text, SEAL, leaves_out=True)
    assert (len(done.opened), len(done.left_out)) == (1, len(faults))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"plays": []}', '{"plays": 3}', "[" * 9000])
def test_what_is_no_such_file_is_refused(text):
    with pytest.raises(ScorepadError):
        read_plays(text)


KEYS = ("id", "name", "uuid", "playDate", "gameRefId", "playerScores", "playerRefId", "score", "team")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(KEYS), inner),
)


@given(st.lists(JSON, min_size=1), JSON, JSON)
def test_any_other_json_is_refused_in_words(plays, games, players):
    """Never with another error."""
    _, faults = read_plays(
        json.dumps({"plays": plays, "games": games, "players": players, "usesTeams": True})
    )
    assert len(faults) >= len(plays)


def test_a_play_taken_in_twice_is_one_table(store):
    """In its circle, from another file too. A table of the pad's own that comes back is the one it was."""
    circle = make_circle(store, name="Fridays", by="", op="circle").id
    seal = seal_of("secret", circle)
    first = take_in_plays(store, file_of(play("1", "2", "3")), seal, circle=circle)
    more = file_of(play("1", "2", "3", uuid="a1"), play("4", "5", "6", uuid="B2"))
    second = take_in_plays(store, more, seal, circle=circle)
    assert (len(first.opened), len(second.opened), second.known) == (1, 1, 1)
    assert standing_circle(store, circle).tables == (first.opened[0].id, second.opened[0].id)
    back = take_in_plays(store, circle_plays(store, circle), seal, circle=circle)
    assert (len(back.opened), back.known) == (0, 2)
    own = open_table(store, 3)
    store.append(own.id, Log(players=3).out(1, (0, 5), (1, 7)).events[1:], expected=1)
    text = written_plays([standing_table(store, own.id)])
    assert take_in_plays(store, text, SEAL).known == 1


def test_nobody_gets_a_key_by_the_uuid_of_a_play(store):
    """Whoever knows the file cannot send the operation that opened its table."""
    opened = take_in_plays(store, file_of(play("1", "2", "3")), SEAL).opened[0]
    events = store.after(opened.id, 0)
    for op in ("A1", "a1", events[0].op):
        assert store.create_log(events, op=op).id != opened.id
