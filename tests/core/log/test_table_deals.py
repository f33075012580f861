"""A table that goes on event by event is the one that its whole log makes, wherever in it a change falls."""

from __future__ import annotations

from contextlib import suppress
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from scorepad.core.log import deal as deal_module
from scorepad.core.log.deal import BLOCK_SIZE
from scorepad.core.log.event_data import Refused
from scorepad.core.log.table import Table, fold
from tests.open_tables import Log, ending, event, points

PLAYERS = 3
MOST_POINTS = 40
KINDS = (
    *("out", "out", "out", "late", "dealt", "dealt", "closed", "settled", "noted", "renamed"),
    *("corrected", "resettled", "removed", "restored", "reordered", "undone", "undone", "redone"),
)

moves = st.lists(
    st.tuples(
        st.sampled_from(KINDS),
        st.integers(0, 60),
        st.integers(0, PLAYERS - 1),
        st.integers(0, MOST_POINTS),
    ),
    max_size=60,
)


def fields_of(table: Table, kind: str, place: int, seat: int, score: int) -> tuple[str, dict]:
    """The kind and the fields of an event that may be refused; `place` picks a deal or what is recorded."""
    recorded = [number for deal in table.deals for number in deal.recorded_numbers] or [1]
    number = recorded[place % len(recorded)]
    deal = table.deals[place % len(table.deals)]
    match kind:
        case "out":
            return "out", {"deal": table.deal.number, **points(seat, score)}
        case "late":
            return "out", {"deal": deal.number, **points(seat, score), "place": 1}
        case "dealt":
            return "dealt", {"deal": table.deal.number + 1, "dealer": seat}
        case "settled":
            return "settled", {"deal": table.deal.number, **ending(*[score] * PLAYERS)}
        case "corrected":
            return "corrected", {"entry": number, **points(seat, score)}
        case "resettled":
            return "resettled", {"entry": number, **ending(*[score] * PLAYERS)}
        case "closed":
            return "closed", {"deal": table.deal.number, "reason": ""}
        case "noted":
            return "noted", {"deal": deal.number, "text": f"note {score}"}
        case "renamed":
            return "renamed", {"player": seat, "name": f"name {score}"}
        case "reordered":
            order = [entry.number for entry in reversed(deal.entries)]
            return "reordered", {"deal": deal.number, "entries": order}
        case "undone" | "redone":
            moved = table.last if kind == "undone" else table.next
            return kind, {"event": moved.number if moved else 1}
    return kind, {"entry": number}


def grown(table: Table, wishes: list) -> list[Table]:
    """The table after each of the events that it allowed."""
    tables = [table]
    for kind, *picked in wishes:
        kind, fields = fields_of(tables[-1], kind, *picked)
        with suppress(Refused):
            tables.append(tables[-1].after([event(tables[-1].head + 1, kind, fields)]))
    return tables


@given(wishes=moves, size=st.integers(1, 4))
def test_going_on_is_folding_from_the_start(wishes, size):
    """After any correction, removal, undo and redo, whether deals lie in many small blocks or in one."""
    with patch.object(deal_module, "BLOCK_SIZE", size):
        tables = grown(fold(Log(players=PLAYERS).events), wishes)
        for table in tables[:: max(1, len(tables) // 5)]:
            again = fold(tables[-1].events[: table.head])
            assert (table, table.totals, table.last, table.next) == (
                (again, again.totals, again.last, again.next)
            )
            assert tables[-1].at(table.head) == again
            assert tables[-1].at(table.head).changes() == again.changes()
        deals_in_many, totals, changes = list(tables[-1].deals), tables[-1].totals, tables[-1].changes()
    with patch.object(deal_module, "BLOCK_SIZE", 10_000):
        plain = fold(tables[-1].events)
        assert (list(plain.deals), plain.totals, plain.changes()) == (deals_in_many, totals, changes)


@given(wishes=moves, most=st.integers(1, 9))
def test_the_record_in_pages_is_the_record(wishes, most):
    """Every page says of its events what the whole record says of them."""
    table = grown(fold(Log(players=PLAYERS).events), wishes)[-1]
    pages = [table.changes_until(number, most) for number in range(table.head, 0, -most)]
    assert tuple(change for page in pages for change in page) == table.changes()
    assert max(map(len, pages)) <= most


@given(wishes=moves, size=st.integers(1, 4))
def test_a_deal_is_found_by_what_was_recorded_in_it(wishes, size):
    """Entries and endings by the numbers of their events, those too that were removed."""
    with patch.object(deal_module, "BLOCK_SIZE", size):
        deals = grown(fold(Log(players=PLAYERS).events), wishes)[-1].deals
        in_turn = [deals[place] for place in range(-len(deals), 0)]  # before all of them are looked at
        for number in range(1, 80):
            holders = [deal for deal in deals if number in deal.recorded_numbers]
            assert deals.with_event(number) == next(iter(holders), None)
        assert deals.removed_numbers() == {number for deal in deals for number in deal.removed_numbers}
        assert in_turn == list(deals) == list(deals[:])


def test_a_change_shares_what_it_does_not_touch():
    """A correction of an early deal moves later blocks as a whole; what came before is the same."""
    log = Log(players=2)
    for deal in range(1, 3 * BLOCK_SIZE):
        log.out(deal, (0, deal)).add("dealt", deal=deal + 1, dealer=0)
    before = fold(log.events)
    entry = before.deals[BLOCK_SIZE].entries[0].number
    after = before.after([event(before.head + 1, "corrected", {"entry": entry, **points(0, 1000)})])
    assert after.deals[BLOCK_SIZE - 1] is before.deals[BLOCK_SIZE - 1]
    assert next(old.number for old, _ in after.deals.changed_since(before.deals)) == BLOCK_SIZE + 1
    assert after.totals[0] == before.totals[0] + 1000 - (BLOCK_SIZE + 1)
    assert after.deals._blocks[-1] is before.deals._blocks[-1]
