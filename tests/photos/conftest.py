"""Photos lie on disk where tables are kept in a file, else on the server that keeps the tables."""

from __future__ import annotations

import pytest

from scorepad.store.opening import prepare_store
from tests.by_night import SERVER_BY_NIGHT
from tests.store.conftest import ENGINES

DECODING = pytest.mark.parametrize("photo_store", SERVER_BY_NIGHT, indirect=True)
"""For tests of what is done with a photo before it is laid anywhere."""
ON_DISK = pytest.mark.parametrize("photo_store", ["sqlite"], indirect=True)
"""For tests of what files on disk alone do."""


@pytest.fixture(params=ENGINES)
def photo_store(request, monkeypatch):
    """The server where photos lie; None for the disk."""
    return None if request.param == ENGINES[0] else server_for_photos(request, monkeypatch)


def server_for_photos(request, monkeypatch):
    """A fresh store on a server, also for processes that the test starts."""
    address = request.getfixturevalue("new_schema")()
    prepare_store(address)
    monkeypatch.setenv("SCOREPAD_STORE", address)
    return address
