"""A file of names and points is understood by what it holds, or refused with words; never taken otherwise."""

from __future__ import annotations

import csv
import io
from itertools import accumulate, pairwise
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorepad.core.errors import ScorepadError
from scorepad.core.log.schema import LONGEST_NAME, clean_text
from scorepad.core.log.table import fold
from scorepad.tables import exports, imports
from scorepad.tables.point_files.grids import UNREAD, decode_file
from scorepad.tables.point_files.understanding import understand
from scorepad.tables.point_files.understood import Told

NAMES = (
    st.text(min_size=1, max_size=LONGEST_NAME)
    .map(clean_text)
    .filter(
        lambda name: (
            name
            and UNREAD not in name
            and not name.startswith("'")
            and any(map(str.isalpha, name))
            and name.casefold() not in ("deal", "kind", "data", "#", "sep=")
        )
    )
)
POINTS = st.integers(-1_000_000, 1_000_000)
HEADINGS = """
Deal Ronda Donne Manche Game Round_# Tour Giro Rozdanie El Runde Nr. № # Partida Smazzata Hra 局 Игра Omgang
Kierros Ottelu Γύρος סיבוב جولة Zeile Zug Spiel Mano x Ann?
"""
BOTH = [{0: 12, 1: -5}, {0: 8, 1: 20}]
DEALS = "1;12;-5\n2;8;20\n"


def table_of(text):
    return fold(imports.read_table_file(text))


def written(rows, delimiter=","):
    csv_file = io.StringIO(newline="")
    csv.writer(csv_file, delimiter=delimiter).writerows(rows)
    return csv_file.getvalue()


def understood(text, **told):
    """Players and deals of a file that leaves no doubt."""
    answer = understand(text, Told(**told))
    assert [error.message for error in (*answer.faults, *answer.doubts)] == []
    return list(answer.players), [dict(deal) for deal in answer.deals]


def questions(text, **told):
    answer = understand(text, Told(**told))
    return " ".join(error.message for error in (*answer.faults, *answer.doubts))


@pytest.mark.parametrize("heading", HEADINGS.split())
def test_a_column_that_counts_numbers_the_deals_whatever_it_is_called(heading):
    text = f"{heading.replace('_', ' ')};Ann;Ben\n{DEALS}"
    assert understood(text) == (["Ann", "Ben"], BOTH)


@pytest.mark.parametrize(
    "counts", [("0", "1"), ("1.", "2."), ("#1", "#2"), ("Round 1", "Round 2"), ("R1", "R2")]
)
def test_counts_may_have_words_around_them(counts):
    first, second = counts
    assert understood(f";Ann;Ben\n{first};12;-5\n{second};8;20\n") == (["Ann", "Ben"], BOTH)


@pytest.mark.parametrize(
    "label",
    ["Totale", "Suma", "TOTAL:", "Σ", "", "Razem", "Toplam", "Somme", "итого", "合計", "x", "-", "=", "Ann"],
)
@pytest.mark.parametrize("is_first", [True, False])
def test_a_line_that_is_the_sum_of_the_deals_is_a_total_whatever_it_is_called(label, is_first):
    total = f"{label};20;15\n"
    text = "Ronda;Ann;Ben\n" + (total + DEALS if is_first else DEALS + total)
    assert understood(text) == (["Ann", "Ben"], BOTH)


@pytest.mark.parametrize(
    "text",
    [
        "Ann;Ben\n12;-5\n8;20\n20;15\n",
        "Ann;Ben\n20;15\n12;-5\n8;20\n",
        "Ann;Ben\n12;-5\n8;20\n20;15\n10;7,5\n1;2\n",
        "R;Ann;Ben;X\n1;12;-5;7\n2;8;20;28\n",
        "R;Total;Ann;Ben\n1;7;12;-5\n2;28;8;20\n;35;20;15\n",
        "R;Ann;;Ben;\n1;12;12;-5;-5\n2;8;20;20;15\n",
        "R;Ann;Ben;Ann;Ben\n1;12;-5;12;-5\n2;8;20;20;15\n",
        "R;Ann;Ben;X;Y\n1;12;-5;7;3,5\n2;8;20;28;14\n",
        "R;Ann;Ben\n1;12;-5\n;12;-5\n2;8;20\n;20;15\n",
        "R;Ann;Ben\nStart;0;0\n" + DEALS + "Total;20;15\nAverage;10;7.5\nRank;1;2\nMax;12;20\n",
        "Ann;12;8\nBen;-5;20\n",
        "x;1;2;x\nAnn;12;8;20\nBen;-5;20;15\n",
        "x;Round 1;Round 2\nAnn;12;8\nBen;-5;20\n",
        "R;Ann;Ben\n2;8;20\n1;12;-5\n",
        "Friday\n\nR;Ann;Ben\n\n1;12;-5\n\n2;8;20\n",
        "Day;Ann;Ben\n1.5.2024;12;-5\n8.5.2024;8;20\nx;20;15\n",
        "R;Ann;Ben;Winner\n1;12;-5;Ann\n2;8;20;Ben\n",
        "sep=;\nR;Ann;Ben\n" + DEALS,
        "sep=|\nR|Ann|Ben\n1|12|-5\n2|8|20\n",
        "Ann;Ben\n12.0;-5.0\n8.0;20.0\n",
        "Ann;Ben\n12,00;(5)\n8,00;+20\n",
        "Ann;Ben\n12;5-\n８;２０\n",
        "R,Ann,Ben\r1,12,-5\r2,8,20\r",
        "R;Ann;Ben\n1;12;−5\n2;8;20\n3;;\n4;;\n",
    ],
)
def test_files_that_can_be_meant_in_one_way_only(text):
    assert understood(text) == (["Ann", "Ben"], BOTH)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ('"1,250","20"\n"8","1,000"\n', {0: 1250, 1: 20}),
        ('"1.250,00","20"\n"8","3,00"\n', {0: 1250, 1: 20}),
        ("1 250;20\n8;3\n", {0: 1250, 1: 20}),
        ("1'250;20\n8;3\n", {0: 1250, 1: 20}),
        ("1.250;20\n8;3\n", {0: 1250, 1: 20}),
    ],
)
def test_thousands_are_read_where_one_reading_fits(text, first):
    delimiter = "," if '"' in text else ";"
    assert understood(f"Ann{delimiter}Ben\n{text}")[1][0] == first


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ann;Ben\n12.000;5.000\n3.000;4.000\n", "12.000 may be 12 or 12000"),
        (DEALS.replace("1;", "", 1).replace("2;8", "8"), "No line or column has names. Name the 2 players."),
        ("R;Ann;Ben\n" + DEALS + "Total;21;15\n", "Ann 21 for 20, difference 1"),
        ("R;Ann;Ben\n" + DEALS + "x;21;15\n", "Ann 21 for 20, difference 1"),
        (
            "Ann;Ben\n12;-5\n8;20\n21;15\n",
            "It’s nearly the sum of the other lines: Ann 21 for 20, difference 1.",
        ),
        ("R;Ann;Ben;Total\n1;12;-5;7\n2;8;20;29\n", "In deal 2 it has 29, and the points make 28"),
        ("R;Ann;Sum;Ben\n1;12;12;-5\n2;8;20;20\n3;1;22;3\n", "In deal 3 it has 22, and the points make 21"),
        ("R;Ann;Ben\nStart;100;100\n" + DEALS, "Line 2, Start: It has no number"),
        ("R;Ann;Ben\n1;5;6\n", "Column 1, R: It may number the deals, or be a player’s points."),
        ("Ann;Ben\n1;5\n2;6\n", "Column 1, Ann: It may number the deals, or be a player’s points."),
        ("R;Ann;Ben\n1;12;-5\n2;8;20\n4;3;3\n", "Column 1, R: It may number the deals"),
        ("Ann;Ben;Cy\n5;0;0\n7;0;0\n", "It’s the same as Ben in every deal. Are both players?"),
        ("Ann;Ben;Cy\n5;5;1\n7;7;2\n", "It’s the same as Ann in every deal. Are both players?"),
        ("Ann;Ben\n12;5\n12;5\n", "It may be a total, or a deal."),
        ("Ann;Ben;Cy\n5;-5;0\n7;-7;0\n", "Column 3, Cy: It’s the sum of the others."),
        ("Ann;Ben;Cy\n5;6;11\n", "Column 3, Cy: It’s the sum of the others."),
        ("R;Ann;Ben\n1;12;5\n2;20;25\n3;50;29\nTotal;50;29\n", "They may be running totals"),
        ("R;Ann;Ben\n1;-12;-5\n2;-20;-25\nTotal;-20;-25\n", "They may be running totals"),
        ("R;Ann;Ben;Cy\n1;12 pts;5;3\n2;8 pts;20;4\n", "Column 2, Ann: Its numbers have other signs"),
        ("R;Ben;Cy;Ann\n1;5;3;€12\n2;20;4;€8\n", "Column 4, Ann: Its numbers have other signs"),
        ("R;Cards;Ann;Ben\n1;3;12;-5\n2;4;8;20\n3;5;30;4\n", "Column 2, Cards: Its heading"),
        ("R;Geber;Ann;Ben\n1;1;12;-5\n2;2;8;20\n3;1;9;9\n", "Column 2, Geber: Its heading"),
        ("R;Ann;Ben;Bonus\n1;12;-5;10\n2;8;20;0\n", "Column 4, Bonus: Its heading"),
        ("R;Ann;Ben;x\n1;12;-5;17\n2;8;20;-12\n", "Column 4, x: It may be the difference of the others"),
        ("R;Ann;Ben;Lead\n1;12;-5;91\n2;8;20;92\n", "Column 4, Lead: Its heading"),
        ("R;Ann;Ben;Total\n1;12;-5;91\n2;8;20;92\n", "Column 4, Total: Its heading"),
        ("R;Ann;Ben;AB;Cy;Di\n1;12;5;17;3;9\n2;8;20;28;4;7\n", "It’s the sum of Ann + Ben."),
        ("R;Ann;Ben\n0;0;0\n1;12;-5\n2;8;20\n", "It’s 0 for everybody. It may be the start, or a deal."),
        ("R;Ann;Ben\n1;12;-5\n2;8;20\n3;20;15\n", "Line 4, 3: It’s the sum of other lines."),
        (";Fri;Sat\nAnn;12;8\nBen;-5;20\n", "in the columns or in the lines: Fri and Sat, or Ann and Ben"),
        ("Ann;Ben\n12;-5\n\nAnn;Ben\n8;20\n", "Line 4: It has the names again. Is it another table?"),
        ("Ann;Ben\n12;-\n8;20\n", "Line 2, column 2: '-' isn’t a number"),
        ("Ann;;Cy\n12;-5;3\n8;20;4\n", "Column 2: The name is missing."),
        ("note;Ann;Ben\n;5;7\n;9;2\n;2;1\n", "Line 4: It may be a deal, or have the averages or places"),
    ],
)
def test_what_may_be_meant_in_two_ways_is_asked(text, words):
    assert words in questions(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("12;-5\n8;20\n", {"players": ("Ann", "Ben")}),
        (DEALS, {"players": ("Ann", "Ben")}),
        ("R;Ann;Ben\n" + DEALS + "Total;21;15\n", {"lines": frozenset({2, 3})}),
        ("R;Ann;Ben;Total\n1;12;-5;7\n2;8;20;29\n", {"players": ("Ann", "Ben")}),
        ("R;Ann;Ben;Total\n1;12;-5;7\n2;8;20;29\n", {"columns": frozenset({2, 3})}),
        ("R;;Ben\n" + DEALS, {"players": ("Ann", "Ben")}),
        (";Fri;Sat\nAnn;12;8\nBen;-5;20\n", {"players": ("Ann", "Ben")}),
    ],
)
def test_a_person_can_say_what_the_file_does_not(text, told):
    assert understood(text, **told) == (["Ann", "Ben"], BOTH)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("R;Ann;Ben;Difference\n1;12;-5;17\n2;8;20;-12\n", 3),
        ("R;Ann;Ben;Diff.\n1;12;-5;-17\n2;8;20;12\n", 3),
        ("R;Ann;Ben;Écart\n1;12;-5;17\n2;8;20;12\n", 3),
        ("R;Ann;Ben;Lead\n1;12;-5;17\n2;8;20;5\n", 3),
        ("R;+/-;Ann;Ben\n1;17;12;-5\n2;-12;8;20\n", 1),
        ("R;Ann;Ben;Diff;Total\n1;12;-5;17;7\n2;8;20;-12;28\n", 3),
    ],
)
@pytest.mark.parametrize("heading", [None, "x"])
def test_a_column_of_differences_is_no_player(text, place, heading):
    """A word above it tells. At the end below another heading it is asked about."""
    if heading is None:
        assert understood(text) == (["Ann", "Ben"], BOTH)
    elif text.partition("\n")[0].count(";") == place:
        headings, _, deals = text.partition("\n")
        found = understand(f"{headings.rpartition(';')[0]};{heading}\n{deals}")
        assert (found.players, found.is_clear) == (("Ann", "Ben"), False)


def test_the_heading_of_a_running_total_names_the_player_of_a_column_of_changes():
    text = "R;Ann;+/-;Ben;+/-\n1;12;12;-5;-5\n2;20;8;15;20\n"
    assert understood(text) == (["Ann", "Ben"], BOTH)


def test_a_player_may_be_called_total():
    assert understood("Total;Ben\n12;-5\n8;20\n") == (["Total", "Ben"], BOTH)


def test_a_player_who_counts_is_one_where_a_person_says_so():
    text = "Ann;Ben;Cy\n1;5;6\n2;7;9\n"
    assert understood(text)[0] == ["Ben", "Cy"]
    assert understood(text, players=("Ann", "Ben", "Cy"))[1] == [{0: 1, 1: 5, 2: 6}, {0: 2, 1: 7, 2: 9}]


def test_what_was_left_out_is_said():
    left_out = understand("Ronda;Ann;Ben\n" + DEALS + "Suma;20;15\nx;10;7.5\n").left_out
    assert [str(part.sentence) for part in left_out] == [
        "Line 4, Suma: It’s the sum of the deals. The totals agree.",
        "Line 5, x: It’s the average of the deals.",
        "Column 1, Ronda: It numbers the deals.",
    ]


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_files_in_utf_16_are_read(coding):
    content = "R;Ánn;Ben\n1;12;-5\n2;8;20\n".encode(coding)
    assert understood(decode_file(content))[0] == ["Ánn", "Ben"]


def alike(numbers, others):
    return any(numbers) and list(numbers) == list(others)


def has_sums_by_chance(deals):
    """Whether the points of a sheet are of a kind that a sheet with totals or numbers has."""
    players = [*zip(*deals, strict=True)]
    for lines in (deals, players):
        for place, line in enumerate(lines):
            others = [*lines[:place], *lines[place + 1 :]]
            if any(
                alike(line, map(sum, zip(*part, strict=True))) for part in (others, lines[:place]) if part
            ):
                return True
    steps = [{later - earlier for earlier, later in pairwise(line)} for line in players]
    return any(step in ({1}, {-1}) for step in steps) or any(
        alike(one, accumulate(other)) for one in players for other in players if one is not other
    )


@st.composite
def sheets(draw):
    """Names, and everybody's points in each deal."""
    names = draw(
        st.lists(
            st.sampled_from(["Ann", "Ben", "Cy", "Di", "Ed", "Flo", "Gus", "Total", "Zoé", "李小龙"]),
            min_size=2,
            max_size=5,
            unique=True,
        )
    )
    points = draw(st.sampled_from([st.integers(-20, 60), st.integers(0, 9), st.integers(-2000, 2000)]))
    deal = st.lists(points, min_size=len(names), max_size=len(names))
    deals = draw(st.lists(deal, min_size=2, max_size=7))
    return names, deals


def shown(number, style):
    return {"plain": str(number), "float": f"{number}.0", "minus": str(number).replace("-", "−")}[style]


@st.composite
def decorated(draw, names, deals):
    """Rows of a file with that sheet in it, as people and programs write them."""
    style = draw(st.sampled_from(["plain", "float", "minus"]))
    labels = [str(number) for number in range(1, len(deals) + 1)]
    totals = [*map(sum, zip(*deals, strict=True))]
    lines = [(label, [*deal]) for label, deal in zip(labels, deals, strict=True)]
    word = st.sampled_from(["Total", "Suma", "", "Σ", "итого"])
    if draw(st.booleans()):
        lines.insert(draw(st.sampled_from([0, len(lines)])), (draw(word), totals))
    if draw(st.booleans()):
        lines.append(
            (draw(st.sampled_from(["Rank", "Platz"])), [sorted(totals).index(total) + 1 for total in totals])
        )
    heading = [draw(st.sampled_from(["Deal", "Ronda", "x", ""])), *names]
    rows = [[label, *line] for label, line in lines]
    if draw(st.booleans()):
        heading.append(draw(word))
        rows = [[*row, sum(row[1:])] for row in rows]
    if draw(st.booleans()):
        heading.insert(1, "note")
        rows = [[row[0], draw(st.sampled_from(["", "tea"])), *row[1:]] for row in rows]
    rows = [
        heading,
        *([cell if isinstance(cell, str) else shown(cell, style) for cell in row] for row in rows),
    ]
    if draw(st.booleans()):
        rows = [row[1:] for row in rows]
    if draw(st.booleans()):
        rows.insert(draw(st.integers(0, len(rows))), [""] * len(rows[0]))
    return [*zip(*rows, strict=True)] if draw(st.booleans()) else rows


@given(st.data())
def test_a_sheet_comes_back_as_it_was_or_is_asked_about(data):
    """Whatever people and programs write around it; never with other numbers."""
    names, deals = data.draw(sheets())
    assume(not has_sums_by_chance(deals))
    rows = data.draw(decorated(names, deals))
    answer = understand(written(rows, data.draw(st.sampled_from(",;\t"))))
    if answer.is_clear:
        assert dict(
            zip(answer.players, zip(*(deal.values() for deal in answer.deals), strict=True), strict=True)
        ) == (dict(zip(names, zip(*deals, strict=True), strict=True)))


@given(st.integers(2, 12), st.integers(2, 9), st.integers(), st.sampled_from(",;\t"), st.booleans())
def test_a_plain_sheet_is_never_asked_about(players, count, seed, delimiter, numbered):
    """Of points that chance makes; out again as the pad’s own CSV it is the same table."""
    random = Random(seed)
    names = [f"Player {chr(65 + seat)}" for seat in range(players)]
    deals = [[random.randint(-5000, 5000) for _ in names] for _ in range(count)]
    assume(not has_sums_by_chance(deals))
    rows = [names, *deals]
    if numbered:
        rows = [["Deal", *names], *([number, *row] for number, row in enumerate(deals, 1))]
    table = table_of(written(rows, delimiter))
    assert list(table.names) == names
    assert [list(deal.scores) for deal in table.deals] == deals
    assert imports.read_table_file(exports.to_csv(table)) == table.events


@given(st.lists(NAMES, min_size=2, max_size=5, unique_by=str.casefold), st.sampled_from(",;\t"))
def test_names_come_in_as_they_are_written(names, delimiter):
    rows = [
        names,
        [7 + 13 * seat for seat, _ in enumerate(names)],
        [90 - 17 * seat for seat, _ in enumerate(names)],
    ]
    answer = understand(written(rows, delimiter))
    if answer.is_clear:
        assert list(answer.players) == names


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
        ("", ["The file has no deals. Add a line of points for each deal."]),
        (
            ",".join("ABCDEFGHIJKLM") + "\n" + ",".join(str(7 ** (seat + 1) % 1009) for seat in range(13)),
            ["A table has 2 to 12 players, and the file has 13."],
        ),
        ("Ann,Ben\n", ["The file has no deals. Add a line of points for each deal."]),
        (
            "Ann,,ann\n5,2,4\n",
            [
                "Column 2: The name is missing. Type a player’s name.",
                "Column 3, ann: Two players are called ann. Add a letter to one.",
            ],
        ),
        (
            "Caf\u00e9,\u200b,Cafe\u0301\n5,2,4\n",
            [
                "Column 2, \u200b: The name is missing. Type a player’s name.",
                "Column 3, Cafe\u0301: Two players are called Cafe\u0301. Add a letter to one.",
            ],
        ),
        (
            b"J\xfcrgen;Ben\n1;2\n".decode(errors="replace"),
            ["Some letters came as \ufffd. Save the file as “CSV UTF-8”, or correct them."],
        ),
        ("Ann,Ben,\n7,2,3\n", ["Column 3: The name is missing. Type a player’s name."]),
        (
            "Ann,Ben\n7,2\n\n1.4,x\n1\n9999999,1\n",
            [
                "Line 4, column 1: '1.4' isn’t a number up to 1000000. Type one, such as 45, −5 or 3.5.",
                "Line 4, column 2: 'x' isn’t a number up to 1000000. Type one, such as 45, −5 or 3.5.",
                "Line 5: It has points of too few players. Enter those of two or more.",
                "Line 6, column 1: '9999999' isn’t a number up to 1000000. Type one, such as 45, −5 or 3.5.",
            ],
        ),
        (
            "Deal,Ann,Ben\n1,5,6\nTotal,5,7\n",
            [
                "Line 3, Total: It has no number, and it isn’t the sum of the deals: "
                "Ben 7 for 6, difference 1.",
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
