"""A CSV of anybody's is a table of points: names, a line a deal; every fault names its line and column."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.core.errors import ScorepadError
from scorepad.core.log.schema import LONGEST_NAME, clean_text
from scorepad.core.log.table import fold
from scorepad.tables import exports, imports
from scorepad.tables.plain_csv import DELIMITERS, UNREAD

NAMES = (
    st.text(min_size=1, max_size=LONGEST_NAME)
    .map(clean_text)
    .filter(
        lambda name: (
            name
            and UNREAD not in name
            and not name.startswith("'")
            and name.casefold() not in ("deal", "kind", "data", "#")
        )
    )
)
POINTS = st.integers(-1_000_000, 1_000_000)


def table_of(text):
    return fold(imports.read_table_file(text))


@st.composite
def sheets(draw):
    """Names, and points of two or more of them for each deal."""
    names = draw(st.lists(NAMES, min_size=2, max_size=5, unique_by=str.casefold))
    deal = st.lists(st.none() | POINTS, min_size=len(names), max_size=len(names))
    played = deal.filter(lambda cells: sum(cell is not None for cell in cells) > 1)
    return names, draw(st.lists(played, min_size=1, max_size=6))


def written(rows, delimiter=","):
    csv_file = io.StringIO(newline="")
    csv.writer(csv_file, delimiter=delimiter).writerows(rows)
    return csv_file.getvalue()


@given(sheets(), st.sampled_from(DELIMITERS), st.booleans())
def test_names_and_points_come_in_as_they_are_written(sheet, delimiter, numbered):
    """With any delimiter, with or without a column that numbers the deals; and out again as the pad's own
    CSV they are the same table."""
    names, deals = sheet
    rows = [names, *([("" if cell is None else cell) for cell in deal] for deal in deals)]
    if numbered:
        rows = [["Deal", *names], *([number, *row] for number, row in enumerate(rows[1:], 1))]
    table = table_of(written(rows, delimiter))
    assert list(table.names) == names
    assert [list(deal.scores) for deal in table.deals] == deals
    assert (table.game, table.deal.ended) == ("any-game", True)
    assert imports.read_table_file(exports.to_csv(table)) == table.events


@pytest.mark.parametrize(
    ("text", "totals"),
    [
        ("Ann,Ben\n12,−5\n+3,0\n", (15, -5)),
        ("Ann;Ben\r\n12;-5\r\n", (12, -5)),
        ("Smith, Ann;Jones, Ben\n1;2\n3;4\n", (4, 6)),
        ("\ufeffRunde\tAnn\tBen\n1\t12\t3\nSumme\t12\t3\n", (12, 3)),
        ("Ann,Ben,Cy\n\n1,2,\n,4,5\n", (1, 6, 5)),
        ("Ann;Ben;;\n1;2;;\n3;4;;\n;;;\n", (4, 6)),
        ("Ann,Ben,Cy,\n1,2,,\n3,,4,\n", (4, 2, 4)),
        ("'=Ann,Ben\n'-5,2\n", (-5, 2)),
    ],
)
def test_files_of_other_programs(text, totals):
    assert table_of(text).totals == totals


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", ["Name 2 to 12 players in line 1, one in each column."]),
        ("Ann\n1\n", ["Name 2 to 12 players in line 1, one in each column."]),
        (
            "Ann,,ann\n1,2,3\n",
            [
                "Line 1, column 2: The name is missing. Type a player’s name.",
                "Line 1, column 3: Two players are called ann. Add a letter to one.",
            ],
        ),
        (
            "Caf\u00e9,\u200b,Cafe\u0301\n1,2,3\n",
            [
                "Line 1, column 2: The name is missing. Type a player’s name.",
                "Line 1, column 3: Two players are called Cafe\u0301. Add a letter to one.",
            ],
        ),
        (
            b"J\xfcrgen;Ben\n1;2\n".decode(errors="replace"),
            ["Some letters came as \ufffd. Save the file as “CSV UTF-8”, or correct them."],
        ),
        ("Ann,Ben,\n1,2,3\n", ["Line 2 has 3 columns, and the first line has 2. Remove the others."]),
        ("Ann,Ben\n", ["The file has no deals. Add a line of points for each deal."]),
        (
            "Ann,Ben\n1,2\n\n1.5,x\n1\n1,2,3\n9999999,1\n",
            [
                "Line 4, column 1: '1.5' isn’t a whole number up to 1000000. Type one, such as 45 or −5.",
                "Line 4, column 2: 'x' isn’t a whole number up to 1000000. Type one, such as 45 or −5.",
                "Line 5 has points of too few players. Enter those of two or more.",
                "Line 6 has 3 columns, and the first line has 2. Remove the others.",
                "Line 7, column 1: '9999999' isn’t a whole number up to 1000000. Type one, such as 45 or −5.",
            ],
        ),
        (
            "Deal,Ann,Ben\n1,5,6\nTotal,5,7\n",
            [
                "Line 3, column 3: The total is 7, but the points above add up to 6. Correct one of them.",
            ],
        ),
    ],
)
def test_every_fault_names_its_line_and_column(store, text, faults):
    """All at once, and no table is made."""
    with pytest.raises(ScorepadError) as wrong:
        imports.import_table(store, text, op="import")
    assert [part.message for part in wrong.value.parts or (wrong.value,)] == faults
    assert store.ids() == ()
