"""What the forms of a table share: the operation's id, the log number that was seen, and refusals."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING

from flask import request

from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.core.sentence import in_a_row, say
from scorepad.store.engine import Stale
from scorepad.tables import service
from scorepad.tables.operations import Operation, before_operation
from scorepad.tables.phrases import game_words
from scorepad.web.fields import sent_op, whole_number
from scorepad.web.outcomes import is_refusal
from scorepad.web.people import access
from scorepad.web.requests import store

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store

MOST_BEHIND = 100  # operations that one form may have waited behind


def op() -> str:
    """The id of the form's operation, created with the form; a new one if the form has none."""
    return sent_op() or access.new_op()


def as_sent(table: Table) -> Table:
    """The table by which a form is judged: as it was when the form was first sent.

    A form is sent again if its answer was lost. It is then read, judged and answered as it was the first
    time, whatever has happened since. Every view that looks something up in a table before changing it uses
    this.
    """
    return before_operation(store(), table, op()) if request.method == "POST" else table


def undone_since(table: Table, id: str) -> bool:
    """Whether what this form wrote has been undone by now; `table` is the answer to the form."""
    newest_table = table if service.head(store(), id) == table.head else service.table(store(), id)
    return newest_table.log.undoes(op())


def expected() -> int | None:
    """The table's number when the form was made; None accepts any number."""
    return whole_number(request.form.get("expected", ""))


def behind() -> frozenset[str]:
    """The ids of operations of the same phone that were waiting when the form was filled in."""
    return frozenset(request.form.get("behind", "").split()[:MOST_BEHIND])


def only_waited(table: Table) -> bool:
    """Whether the only changes since the form was filled in are those of the same phone that it waited
    for."""
    waited, seen_number = behind(), expected()
    return bool(waited) and all(event.op in waited for event in table.events[seen_number or 0 :])


def operation(table_id: str, key: str, by: str) -> Operation:
    """The operation of the form at the table, by the person with that key."""
    return Operation(store(), table_id, key, by, op(), expected(), behind())


def since(args: Mapping[str, str], table: Table) -> int:
    """The table's number when the page was first opened; the current one for a page opened now."""
    known_number = whole_number(args.get("since", ""))
    return table.head if known_number is None else min(known_number, table.head)


def reason(store: Store, table_id: str, error: ScorepadError, seen_number: int | None) -> str:
    """Why the form was refused, and what others did meanwhile. Raises an error that is no refusal; it has a
    page of its own, from which the form is sent again."""
    if not is_refusal(error):
        raise error
    if not isinstance(error, Stale):
        return error.message
    news_since = meanwhile(service.table(store, table_id), seen_number)
    return say("Nothing was changed, because the table changed meanwhile: {news}.", news=news_since)


def meanwhile(table: Table, seen_number: int | None) -> str:
    """The changes of the table after the number that was seen, the newest first."""
    newest_changes = table.changes_until(
        table.head, 0 if seen_number is None else table.head - seen_number, game_words(table)
    )
    unseen = (change.sentence for change in newest_changes if change.because is None)
    return in_a_row(islice(unseen, 3), "; ") or say("somebody was faster")
