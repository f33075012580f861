"""A table as a file and back: the log is the same to the letter, whatever was said at the table."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.core.errors import ScorepadError
from scorepad.core.log.schema import LONGEST_NAME, LONGEST_NOTE, clean_text
from scorepad.core.log.table import fold
from scorepad.tables import exports, imports
from tests.open_tables import NAMES, Log, points

LINES = st.text(max_size=LONGEST_NOTE).map(clean_text) | st.sampled_from(
    ["=1+1", "'quoted'", "-3", '"', "a,b;c"]
)
NAMED = LINES.map(lambda text: clean_text(text[:LONGEST_NAME])).filter(bool)
MELDS = st.sampled_from([None, [["QH"]], [["4C", "5C", "w=6C"], ["w"]]])


@st.composite
def logs(draw):
    """A short evening of three: entries, corrections, notes, names, undo."""
    log = Log(players=3)
    names = tuple(draw(st.lists(NAMED, min_size=3, max_size=3, unique_by=str.casefold)))
    log.events[0] = replace(log.events[0], data=replace(log.events[0].data, players=names))
    for _ in range(draw(st.integers(0, 8))):
        tried = log.events.copy()
        by = draw(NAMED | st.just(""))
        hand = points(
            draw(st.integers(0, 2)), draw(st.integers(-50, 500)), melds=draw(MELDS), note=draw(LINES)
        )
        steps = [
            ("out", {"deal": 1, **hand}),
            ("corrected", {"entry": 2, **hand}),
            ("noted", {"deal": 1, "text": draw(LINES.filter(bool))}),
            ("renamed", {"player": 0, "name": draw(NAMED)}),
            ("undone", {"event": draw(st.integers(2, len(tried) + 1))}),
            ("redone", {"event": draw(st.integers(2, len(tried) + 1))}),
            ("out", {"deal": 1, "place": draw(st.integers(1, 3)), **hand}),
            ("removed", {"entry": 2}),
            ("restored", {"entry": 2}),
            ("reordered", {"deal": 1, "entries": draw(st.permutations([2, 3]))}),
            ("closed", {"deal": 1, "reason": draw(LINES)}),
        ]
        kind, data = draw(st.sampled_from(steps))
        log.add(kind, by=by, **data)
        try:
            fold(log.events)
        except ScorepadError:
            log.events = tried
    return tuple(log.events)


@given(logs())
def test_json_and_csv_hold_the_whole_log(log):
    """Out and in again, it is equal, and so is the table."""
    table = fold(log)
    assert imports.read_table_file(exports.to_json(table)) == log
    assert imports.read_table_file(exports.to_csv(table)) == log
    assert imports.read_table_file("\ufeff" + exports.to_csv(table)) == log


@given(logs())
def test_no_cell_of_the_csv_is_a_formula(log):
    """Text that a spreadsheet would run is guarded; numbers stay numbers."""
    for row in list(csv.reader(io.StringIO(exports.to_csv(fold(log)), newline="")))[1:]:
        for cell in row:
            assert not cell.startswith(("=", "+", "@", "\t", "\r"))
            assert not cell.startswith("-") or cell[1:].isdigit()


def test_a_csv_that_a_spreadsheet_saved_anew_is_the_same_log():
    """With semicolons, and quotes about every cell."""
    table = evening()
    saved = io.StringIO(newline="")
    rows = csv.reader(io.StringIO(exports.to_csv(table), newline=""))
    csv.writer(saved, delimiter=";", quoting=csv.QUOTE_ALL).writerows(rows)
    assert imports.read_table_file(saved.getvalue()) == table.events


def evening():
    log = Log([0, 2], [1, 3]).out(1, (0, 5), (1, 7)).add("corrected", entry=3, **points(1, -8))
    return fold(log.add("removed", entry=2).add("undone", event=5).events, "t")


def test_the_csv_tells_the_scores_that_count():
    """Summed by player they are the totals."""
    table = evening()
    rows = list(csv.DictReader(io.StringIO(exports.to_csv(table), newline="")))
    scores = {row["player"]: int(row["score"]) for row in rows if row["score"]}
    assert scores == {"Ann": 10, "Ben": -8}
    assert [scores.get(player.name, 0) for player in table.players] == list(table.totals)
    assert rows[3]["says"] == "Ann corrected Ben’s hand in deal 1: 7 → −8 points"


def test_a_file_becomes_a_table_with_the_same_log(store):
    """A table of its own, with another id and key; sent twice it is made once."""
    table = evening()
    opened = imports.import_table(store, exports.to_csv(table), op="import")
    assert store.after(opened.id, 0) == table.events
    assert imports.import_table(store, exports.to_json(table), op="import").id == opened.id
    assert imports.import_table(store, exports.to_json(table), op="again").id != opened.id
    assert store.check_key(opened.id, opened.key)


def broken(**changes):
    """The evening's file with some event's fields changed, by `e2_points=…`."""
    data = json.loads(exports.to_json(evening()))
    for name, value in changes.items():
        event, _, field = name.partition("_")
        target = data["events"][int(event[1:]) - 1]
        (target if field in target else target["data"])[field] = value
    return json.dumps(data)


WRONG = [
    ("", "The file has no deals."),
    ("number,at,by,kind,data\n", "no column op"),
    ("{", "isn’t JSON"),
    ("[" * 100_000, "The file has no deals."),
    ("{}", "isn’t a scorepad-table"),
    ('{"format": "scorepad-table", "version": 2, "events": []}', "version 1"),
    ('{"format": "scorepad-table", "version": 1, "events": {}}', "no list of events"),
    ('{"format": "scorepad-table", "version": 1, "events": []}', "1 to 20000 events"),
    ('{"format": "scorepad-table", "version": 1, "events": [1, null]}', "as an object"),
    ("number,at,by,kind,data,op\nx,y,z,out,{},op\n", "Row 'x'"),
    ('number,at,by,kind,data,op\n1,"y\n', "isn’t CSV"),
    (broken(e2_points="9", e3_player=-1), "Event 2: points must be"),
    (broken(e2_points="9", e3_player=-1), "Event 3: player must be"),
    (broken(e2_number=7), "numbered 1, 2, 3"),
    (broken(e3_op="op-1"), "with none missing"),
    (broken(e3_player=0), "Ann is already out"),
    (broken(e2_melds=[["<b>"]]), "Event 2: its melds can’t be read"),
    (broken(e2_melds=[["qh"]]), "Event 2: its melds can’t be read"),
    (broken(e1_game="whist"), "No game is called 'whist'"),
    (broken(e1_options={"packs": 9}), "packs = 9"),
    (broken(e1_players=list(NAMES[:3])), "exactly one partnership"),
]


@pytest.mark.parametrize(("text", "sentence"), WRONG)
def test_a_file_that_is_no_table_is_refused_in_words(store, text, sentence):
    """All that is wrong is named, and no table is made."""
    with pytest.raises(ScorepadError) as wrong:
        imports.import_table(store, text, op="import")
    assert sentence in wrong.value.message
    assert store.ids() == ()


@given(
    st.text().filter(lambda text: text.count(",") + text.count(";") + text.count("\t") < 3)
    | st.text().map(lambda text: "{" + text)
    | st.text().map("number,at,by,kind,data,op\n{}".format)
)
def test_any_other_text_is_refused_in_words(text):
    """Never with another error."""
    with pytest.raises(ScorepadError):
        imports.read_table_file(text)
