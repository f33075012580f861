"""What the forms of a table have in common: the operation's id, the number that was seen, and refusals."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING

from flask import request

from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.core.sentence import in_a_row, say
from scorepad.tables import service
from scorepad.tables.operations import Operation, before_operation
from scorepad.tables.phrases import game_words
from scorepad.web.error_pages import is_refusal
from scorepad.web.fields import sent_op, whole_number
from scorepad.web.people import access
from scorepad.web.requests import store

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store

MOST_BEHIND = 100  # operations that one form may have waited behind


def op() -> str:
    """The id of the operation, made when the form was; a new one for a form without."""
    return sent_op() or access.new_op()


def as_sent(table: Table) -> Table:
    """The table that a form is judged by: as it was when the form was sent the first time.

    A form that is sent again, because its answer was lost, is so read, judged and answered as it was then,
    whatever has happened since. Every view that looks something up in a table before it changes it asks here.
    """
    return before_operation(store(), table, op()) if request.method == "POST" else table


def undone_since(table: Table, id: str) -> bool:
    """Whether the table has undone by now what this form wrote; `table` is the answer to the form."""
    newest_table = table if service.head(store(), id) == table.head else service.table(store(), id)
    return newest_table.log.undoes(op())


def expected() -> int | None:
    """The table's number when the form was made; None takes the table as it is."""
    return whole_number(request.form.get("expected", ""))


def behind() -> frozenset[str]:
    """The operations of the same phone that were still waiting when the form was filled in."""
    return frozenset(request.form.get("behind", "").split()[:MOST_BEHIND])


def only_waited(table: Table) -> bool:
    """Whether the form was filled in behind operations of the same phone, and nothing else happened since."""
    waited, seen_number = behind(), expected()
    return bool(waited) and all(event.op in waited for event in table.events[seen_number or 0 :])


def operation(table_id: str, key: str, by: str) -> Operation:
    """What the form does at the table, as the person with that key."""
    return Operation(store(), table_id, key, by, op(), expected(), behind())


def since(args: Mapping[str, str], table: Table) -> int:
    """The table's number when the page was first opened; the newest for a page opened now."""
    known_number = whole_number(args.get("since", ""))
    return table.head if known_number is None else min(known_number, table.head)


def reason(store: Store, table_id: str, error: ScorepadError, seen_number: int | None) -> str:
    """Why something was refused, and what others did meanwhile. Raises the error where it refuses nothing:
    it has a page of its own, from which the form is sent again."""
    if not is_refusal(error):
        raise error
    if not isinstance(error, service.Stale):
        return error.message
    news_since = meanwhile(service.table(store, table_id), seen_number)
    return say("Nothing was changed, because the table changed meanwhile: {news}.", news=news_since)


def meanwhile(table: Table, seen_number: int | None) -> str:
    """What happened at the table after the number that was seen, the newest first."""
    newest_changes = table.changes_until(
        table.head, 0 if seen_number is None else table.head - seen_number, game_words(table)
    )
    unseen = (change.sentence for change in newest_changes if change.because is None)
    return in_a_row(islice(unseen, 3), "; ") or say("somebody was faster")
