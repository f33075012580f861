"""A file is judged like plays: what its cards do not make is noted, what breaks the log is refused."""

from __future__ import annotations

import json

import pytest

from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import fold
from scorepad.tables import exports, imports
from tests.open_tables import Log, ending, points

HEARTS = [["4H", "5H", "6H"]]


def file_of(log, **changed):
    """The log as a file, fields of its second event changed."""
    data = json.loads(exports.to_json(fold(log.events)))
    data["events"][1]["data"].update(changed)
    return json.dumps(data)


def evening():
    """Ann of three went out with a run, which is worth six points."""
    return Log(players=3).add("out", deal=1, **points(0, 6, melds=HEARTS, meld_points=[6]))


def notes(store, text):
    opened = imports.import_table(store, text, op="import")
    table = fold(store.after(opened.id, 0), opened.id)
    return table, table.deals[0].notes


def test_an_honest_file_is_the_same_table(store):
    """Nothing is added to it."""
    table, noted = notes(store, file_of(evening()))
    assert noted == ()
    assert table.events == tuple(evening().events)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"points": 900}, "In the file Ann’s hand counts 900, and its melds make 6."),
        (
            {"melds": [["4H", "5H", "9S"]]},
            "In the file Ann’s hand counts 6, and its melds break the rules of this table.",
        ),
        (
            {"added": 100},
            "In the file Ann’s hand counts 6 and 100 more times. "
            "It can’t have been recorded so at this table.",
        ),
    ],
)
def test_points_that_the_melds_do_not_make_are_noted(store, changed, words):
    """The score stays as it is in the file, so that nothing is lost; everybody at the table sees the note."""
    table, noted = notes(store, file_of(evening(), **changed))
    assert noted == (words,)
    assert [change.sentence for change in table.changes() if "noted" in change.sentence] == [
        f"This pad noted in deal 1: {words}"
    ]
    again, noted_again = notes_of_export(store, table)
    assert noted_again == noted
    assert again.events == table.events


def notes_of_export(store, table):
    opened = imports.import_table(store, exports.to_json(table), op="again")
    again = fold(store.after(opened.id, 0), opened.id)
    return again, again.deals[0].notes


def test_scores_of_a_settled_deal_are_judged_too(store):
    """Basic Rummy: the winner has what the others hold."""
    log = Log(players=2)
    data = log.events[0].as_dict()
    opened = {**data, "data": {**data["data"], "game": "basic-rummy"}}
    told = ending(0, 0, winner=0)
    told["hands"][1] |= {"left": ["KH"], "number": 10}
    told["hands"][0] |= {"left": [], "melds": None, "score": 500}
    event = {
        "number": 2,
        "op": "b",
        "kind": "settled",
        "by": "",
        "at": data["at"],
        "data": {"deal": 1, **told},
    }
    text = json.dumps({"format": "scorepad-table", "version": 1, "events": [opened, event]})
    _, noted = notes(store, text)
    assert noted == ("In the file this deal has other scores than its cards make: Ann 10, Ben 0.",)


def test_a_deal_full_of_notes_takes_no_more(store, monkeypatch):
    """What is judged is not worth a table that does not read."""
    log = evening().add("noted", deal=1, text="tea")
    monkeypatch.setattr(imports, "MOST_NOTES", 1)
    _, noted = notes(store, file_of(log, points=900))
    assert noted == ("tea",)


@pytest.mark.parametrize("year", ["0001", "1969", "3000", "9999"])
def test_moments_beyond_all_clocks_are_refused(store, year):
    """They broke the record's page for good."""
    text = exports.to_json(fold(evening().events)).replace("2025-", f"{year}-")
    with pytest.raises(ScorepadError, match="Event 1: type a moment between 1970 and 2999"):
        imports.import_table(store, text, op="import")
    assert store.ids() == ()
