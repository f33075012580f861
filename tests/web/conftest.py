"""Fixtures of the pages: phones without script, and a table that one of them opened."""

from __future__ import annotations

import pytest

from scorepad.web import create_app
from tests.by_night import SERVER_BY_NIGHT
from tests.store.conftest import ENGINES
from tests.web.phone import Phone

ON_EACH_ENGINE = pytest.mark.parametrize("app", ENGINES, indirect=True)
"""For tests of what two phones may meet at one table."""
ON_SERVER_BY_NIGHT = pytest.mark.parametrize("app", SERVER_BY_NIGHT, indirect=True)
"""For tests of pages that read or write a table: they do the same wherever the tables are."""


@pytest.fixture
def make_app(tmp_path):
    """Makes the app with further settings, each on the same instance."""
    return lambda **config: create_app({"INSTANCE": tmp_path / "instance", **config})


@pytest.fixture
def new_phone(app):
    """Makes one more phone, each with a cookie of its own."""
    return lambda: Phone(app.test_client())


@pytest.fixture
def phone(new_phone):
    return new_phone()


@pytest.fixture
def ann(phone):
    """Ann's phone on the page of a table of Ann, Ben, Cy and Di, everyone alone."""
    phone.open("/new?game=chattahoochee").press(
        "Open the table", name_0="Ann", name_1="Ben", name_2="Cy", name_3="Di", name="Friday"
    )
    return phone.open(f"/t/{phone.table_id}")


@pytest.fixture
def ben(ann, new_phone):
    """Ben's phone, joined at Ann's table."""
    return new_phone().join(ann.code(), "Ben")


def out(phone, table_id, name, status=200, **typed):
    """`name` goes out by the form, as typed."""
    phone.open(f"/t/{table_id}/out")
    seat = ("Ann", "Ben", "Cy", "Di").index(name)
    return phone.press("Record", status, player=str(seat), **typed)


@pytest.fixture
def going_out():
    return out
