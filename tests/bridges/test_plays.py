"""Plays of BG Stats: tables go out and come in as they ended, once each, and every fault names its play."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.bridges.plays_in import read_plays, seal_of, take_in_plays
from scorepad.bridges.plays_out import circle_plays, written_plays
from scorepad.circles.circle_service import make_circle, standing_circle
from scorepad.circles.standings import circle_standings
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


@pytest.mark.parametrize(
    ("scores", "winners"),
    [(("51", "48", "51"), (0,)), (("5", "9", "5"), (0, 2)), (("5", "9", "5"), ()), (("", "", ""), (1,))],
)
def test_who_won_is_what_the_play_says(scores, winners):
    """A tie broken by hand, winners who don’t have the top score, nobody marked, and no scores at all."""
    text = file_of(play(*scores, winners=winners))
    table = taken(text)
    assert result_of(table).winners == set(table.named_winners) == set(winners)
    assert told_of(written_plays([table])) == told_of(text)


def test_points_that_say_who_won_need_no_word_beside_them():
    assert taken(file_of(play("51", "48", "51", winners=(0, 2)))).named_winners is None


def test_an_ignored_play_does_not_count():
    """It is kept, and says so again."""
    text = file_of(play("1", "2", "3", winners=(2,), ignored=True))
    table = taken(text)
    assert (result_of(table).counted, table.manners.uncounted) == (False, True)
    assert told_of(written_plays([table])) == told_of(text)
    standings = circle_standings([result_of(table)], str)
    assert (standings.people, len(standings.evenings[0].tables)) == ((), 1)


def test_a_play_without_scores_is_won_and_has_no_points():
    table = result_of(taken(file_of(play("", "", "", winners=(1,)))))
    ann, ben, _ = sorted(circle_standings([table], str).people, key=lambda row: row.person)
    assert [(row.tables, row.wins, row.deals, row.points) for row in (ann, ben)] == [
        (1, 0, 0, 0),
        (1, 1, 0, 0),
    ]
    rivals = {rivals.people: rivals.ahead for rivals in circle_standings([table], str).rivals}
    assert rivals == {("Ann", "Ben"): (0, 1), ("Ben", "Cy"): (1, 0), ("Ann", "Cy"): (0, 0)}


def told_of(text):
    """What the plays of a file say of who played and how it came out."""
    whole = json.loads(text)
    names = {player["id"]: player["name"] for player in whole["players"]}
    games = {game["id"]: (game["name"], game.get("highestWins")) for game in whole["games"]}
    return [
        (
            *(told["uuid"], told["playDate"], told["durationMin"], games[told["gameRefId"]]),
            *(told.get("comments", ""), told.get("ignored", False), told["usesTeams"]),
            [
                (names[each["playerRefId"]], each["score"], each["winner"], _mates(told, each))
                for each in told["playerScores"]
            ],
        )
        for told in whole["plays"]
    ]


def _mates(told, score):
    """The places of those in the same team."""
    scores = told["playerScores"]
    return [place for place, each in enumerate(scores) if each.get("team", place) == score.get("team")]


@st.composite
def plays_of_the_app(draw):
    """A file with one play of some game, with scores or without, ignored or not, won by anybody."""
    number = draw(st.integers(2, 6))
    teams = draw(st.sampled_from([None, *(("X", "Y", "X", "Y", "Y", "X")[:number],) * (number > 2)]))
    score = st.just("") if draw(st.booleans()) else st.integers(-500, 500).map(str)
    scores = {team: draw(score) for team in (teams or range(number))}
    written = play(
        *(scores[team] for team in (teams or range(number))),
        winners=draw(st.sets(st.integers(0, number - 1))),
        ignored=draw(st.booleans()),
        comments=draw(st.sampled_from(["", "At the lake"])),
        usesTeams=teams is not None,
    )
    for place, each in enumerate(written["playerScores"]):
        each["seatOrder"] = place + 1
        each |= {"team": teams[place]} if teams else {}
    name = draw(st.sampled_from(["Skat", "Rummikub", "Canasta", "Phase 10", "Hand & Foot", "Gin"]))
    game = {"id": 7, "name": name, "highestWins": draw(st.booleans())}
    return file_of(written, games=[game], players="ABCDEF"[:number])


@given(plays_of_the_app())
def test_a_play_in_and_out_again_says_the_same(text):
    """Players, teams, scores, winners, whether it counts, the game, the day, how long."""
    assert told_of(written_plays([taken(text)])) == told_of(text)


FAULTY = [
    play("1", "y", "x"),
    play("1", uuid=None),
    play("1", "2", playDate="yesterday", gameRefId=9),
    play("1", "2", "1.4"),
    {},
]


def test_faults_of_a_kind_are_one_line_and_nothing_is_done(store):
    """With the first play that has it, and how many others do; unless those plays are to be left out."""
    text = file_of(play("1", "2", "3", uuid="good"), *FAULTY)
    with pytest.raises(ScorepadError) as wrong:
        take_in_plays(store, text, SEAL)
    faults = [part.message for part in wrong.value.parts]
    assert faults == [
        "Play 2 (2025-04-27, Skat) and 1 other: "
        "Ben has the score 'y'. Enter a number of points for it in BG Stats.",
        "Play 3 (2025-04-27, Skat) and 1 other: It has no uuid. Save it again in BG Stats.",
        "Play 3 (2025-04-27, Skat) and 1 other: "
        "Only plays of 2 to 12 players on two sides can be tables. Leave it out.",
        "Play 4 (yesterday) and 1 other: Its game isn’t in the file. Save it again in BG Stats.",
        "Play 4 (yesterday) and 1 other: Its playDate isn’t a moment. Enter one such as 2026-05-31 20:15:00.",
    ]
    assert store.ids() == ()
    done = take_in_plays(store, text, SEAL, leaves_out=True)
    assert (len(done.opened), len(done.left_out)) == (1, len(faults))


def test_1550_plays_are_read():
    """A file of years; each fault of them is one line."""
    plays = [play(str(number), "2", "x" if number % 2 else "3", uuid=f"U{number}") for number in range(1550)]
    read, faults = read_plays(file_of(*plays))
    assert (len(read), len(faults)) == (775, 1)
    assert faults[0].message.startswith("Play 2 (2025-04-27, Skat) and 774 others: Cy has the score 'x'.")


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
    assert faults


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
