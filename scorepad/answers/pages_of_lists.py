"""Growing lists in pages: the deals of a table, its record, the tables of a circle.

New items come last, so that a reader at the end asks for those after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from scorepad.answers.field_reader import FieldReader
from scorepad.answers.list_answers import ChangeAnswer, DealsAnswer, RecordAnswer
from scorepad.answers.table_questions import USUAL_ITEMS, ItemCount, ItemNumber, PageQuestion
from scorepad.answers.table_records import table_answer
from scorepad.core.log.table import Table
from scorepad.tables.phrases import game_words

T = TypeVar("T")


class AskedPage(NamedTuple):
    """The requested page of a list."""

    limit: int
    after: int

    def cut(self, items: Sequence[T], numbers: Sequence[int]) -> tuple[tuple[T, ...], int | None]:
        """The items of the page by their ascending numbers, and the `after` of the next page, None on the
        last one."""
        found = [place for place, number in enumerate(numbers) if number > self.after]
        shown = found[: self.limit]
        is_last = len(shown) == len(found)
        return tuple(items[place] for place in shown), None if is_last else numbers[shown[-1]]


def asked_page(sent: Mapping[str, Sequence[str]]) -> AskedPage:
    """The page of an address’s query, which may name a field again. Raises ScorepadError with every fault."""
    reader = FieldReader({name: _number_or_text(texts[0]) for name, texts in sent.items()}, PageQuestion)
    for name, texts in sent.items():
        if len(texts) > 1:
            reader.add_fault(name, "send it once")
    limit = reader.read_usual("limit", ItemCount, USUAL_ITEMS)
    after = reader.read_usual("after", ItemNumber, 0)
    reader.raise_faults()
    return AskedPage(limit, after)


def _number_or_text(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def deals_page(table: Table, page: AskedPage) -> DealsAnswer:
    """A page of the deals of a table."""
    deals = table_answer(table).deals
    return DealsAnswer(*page.cut(deals, [deal.number for deal in deals]))


def record_page(table: Table, page: AskedPage) -> RecordAnswer:
    """A page of the record of a table."""
    last = min(page.after + page.limit, table.head)
    changes = reversed(table.changes_until(last, max(last - page.after, 0), game_words(table)))
    shown = (ChangeAnswer(each.number, each.at, each.by, each.sentence, each.undone) for each in changes)
    return RecordAnswer(tuple(shown), last if last < table.head else None)
