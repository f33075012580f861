"""Halves at a table that counts them: recorded, put right, taken back and carried, always to the letter."""

from __future__ import annotations

import json
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorepad.circles.standings import circle_standings
from scorepad.circles.table_results import result_of
from scorepad.core.errors import ScorepadError
from scorepad.core.log.event_data import Refused
from scorepad.core.log.table import fold
from scorepad.core.scoring.ended_deal import PlayerShare, SeatedDeal
from scorepad.sheet.totals_chart import chart_of_totals
from scorepad.tables import exports, imports, seating, service, settlements
from scorepad.tables.point_files.understanding import understand
from scorepad.tables.standing import match_of
from tests.profiles import examples
from tests.tables.phones import at_table

OPS = count()
HALVES = st.integers(-400, 400).map(lambda number: number / 2)
ROUNDS = st.tuples(HALVES, HALVES, HALVES)
CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("round"), ROUNDS),
        st.tuples(st.just("correction"), ROUNDS),
        st.tuples(st.just("points"), st.tuples(st.integers(0, 2), HALVES.filter(bool))),
        st.tuples(st.just("undo"), st.none()),
    ),
    max_size=8,
)


def opened(store, **options):
    return at_table(
        store,
        game="any-game",
        options=options,
        players=["Ann", "Ben", "Cy"],
        partnerships=((0,), (1,), (2,)),
        op=f"op{next(OPS)}",
    )


def table_of(phone):
    return service.table(*phone.at[:2])


def ended(scores):
    return SeatedDeal({seat: PlayerShare(points=points) for seat, points in enumerate(scores)})


def changed(phone, kind, told, model):
    """Make a change, and add it to the model: rounds with their scores, and points by seat beside them."""
    if kind == "round":
        phone.do(settlements.record_ending, ended=ended(told), goes_on=True)
        return [*model, ("round", told)]
    if kind == "correction" and (entry := table_of(phone).deal.ending):
        phone.do(settlements.correct_ending, entry=entry.number, ended=ended(told))
        return [*model, ("correction", told)]
    if kind == "points":
        phone.do(service.add_points, player=told[0], points=told[1])
        return [*model, ("points", told)]
    if kind == "undo" and model:
        phone.do(service.undo_operation)
        return model[:-1]
    return model


def totals_of(model):
    """The totals in halves, as whole numbers, from what was told alone."""
    rounds, beside = [], [0, 0, 0]
    for kind, told in model:
        if kind == "round":
            rounds.append(told)
        elif kind == "correction":
            rounds[-1] = told
        else:
            beside[told[0]] += int(told[1] * 2)
    return tuple(sum(int(each[seat] * 2) for each in rounds) + beside[seat] for seat in range(3))


@settings(max_examples=examples(15), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=CHANGES)
def test_totals_are_the_sums_of_what_was_recorded_and_all_files_keep_them(store, changes):
    phone, model = opened(store, halves=True), []
    for kind, told in changes:
        model = changed(phone, kind, told, model)
    table = table_of(phone)
    assert tuple(total * 2 for total in table.totals) == totals_of(model)
    assert match_of(table).totals == table.totals
    for text in (exports.to_json(table), exports.to_csv(table)):
        assert fold(imports.read_table_file(text)).totals == table.totals
        assert ".0" not in text.partition("events")[2].replace(table.events[0].at, "")
    if table.deals[0].ended:
        has_chart = chart_of_totals(table, match_of(table), str) is not None
        assert has_chart == (sum(deal.ended for deal in table.deals) > 1)
        standings = circle_standings([result_of(table)], str).people
        assert sum(row.points for row in standings) == sum(
            sum(deal.scores) for deal in table.deals if deal.ended
        )


@pytest.mark.parametrize("options", [{}, {"columns": "hearts"}])
def test_a_table_of_whole_points_refuses_a_half_in_words(store, options):
    phone = opened(store, **options)
    with pytest.raises(Refused, match="or choose halves in its house rules"):
        phone.do(service.add_points, player=0, points=3.5)
    if not options:
        with pytest.raises(ScorepadError, match="Ann: Halves don’t count at this table") as refused:
            phone.do(settlements.record_ending, ended=ended((3.5, 0, 0)))
        assert refused.value.at == "points.Ann"
    with pytest.raises(Refused, match="Halves don’t count at this table"):
        phone.do(seating.add_player, name="Di", start=1.5)


def test_a_game_of_cards_refuses_a_half_in_words(store):
    phone = at_table(
        store, game="rummy-500", players=["Ann", "Ben"], partnerships=((0,), (1,)), op=f"op{next(OPS)}"
    )
    with pytest.raises(Refused, match="Halves don’t count in this game"):
        phone.do(seating.add_player, name="Di", start=1.5)


@pytest.mark.parametrize(
    "text", ["Ann;Ben\n3,5;2\n1;−½\n", "Ann,Ben\n3.5,2\n1,-0.5\n", "Ann,Ben\n3½,2\n1,−½\n"]
)
def test_a_spreadsheet_of_halves_opens_a_table_that_counts_them(text):
    assert understand(text).totals == (4.5, 1.5)
    table = fold(imports.read_table_file(text))
    assert table.totals == (4.5, 1.5)
    assert table.options["halves"] is True


def test_a_spreadsheet_of_whole_points_counts_no_halves():
    assert fold(imports.read_table_file("Ann,Ben\n3,2\n1,7\n")).options["halves"] is False


def test_a_log_has_a_half_as_json_has_it(store):
    phone = opened(store, halves=True)
    phone.do(settlements.record_ending, ended=ended((3.5, 7, -0.5)))
    hands = json.loads(exports.to_json(table_of(phone)))["events"][1]["data"]["hands"]
    assert json.dumps([hand["score"] for hand in hands]) == "[3.5, 7, -0.5]"
