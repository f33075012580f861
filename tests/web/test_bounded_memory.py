"""What a process keeps of pages is bounded, whatever it is asked for."""

from __future__ import annotations

import gc
from contextlib import closing

import pytest

from scorepad.core.log.table import Table
from scorepad.machine.kept import Kept
from scorepad.store.opening import open_store
from scorepad.tables import standing
from tests.open_tables import open_table

TABLES, MOST_EVENTS, MOST_DRAWN = 8, 4, 6_000


@pytest.fixture
def store(app):
    """The store of the app's tables."""
    with closing(open_store(app.config["DATABASE"])) as opened:
        yield opened


@pytest.fixture
def little_kept(app, monkeypatch):
    """An app that keeps few tables."""
    monkeypatch.setattr(standing, "_tables_kept", Kept(MOST_EVENTS, lambda table: table.head))
    return app


@pytest.mark.nightly
def test_pages_keep_no_table_beyond_those_that_may_be_kept(little_kept, store):
    """A part of a page knows of what it was drawn, and holds nothing of it."""
    tables = [open_table(store, 3, op=f"open-{number}").id for number in range(TABLES)]
    phone = little_kept.test_client()
    for language in ("en", "de"):
        for table in tables:
            assert phone.get(f"/t/{table}", headers={"Accept-Language": language}).status_code == 200
    gc.collect()
    alive = {each.id for each in gc.get_objects() if isinstance(each, Table) and each.id in tables}
    kept = {table.id for table in standing._tables_kept.values()}
    assert alive <= kept
    assert len(kept) < TABLES


def test_the_parts_of_pages_weigh_what_they_have_of_text(little_kept, store):
    """Not their number bounds them: one may be 30 times as long as another."""
    phone = little_kept.test_client()
    little_kept.extensions["drawn-parts"] = Kept(MOST_DRAWN, lambda part: len(part[1]))
    for number in range(TABLES):
        phone.get(f"/t/{open_table(store, 3, op=str(number)).id}")
    parts = little_kept.extensions["drawn-parts"]
    assert 0 < sum(len(part) for _, part in parts.values()) <= MOST_DRAWN
