"""What the programs of these tests talk to: a real pad with a circle, and its description as a file."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from scorepad.circles.circle_service import CircleOperation, make_circle
from scorepad.store.opening import open_store
from scorepad.web import create_app
from tests.open_tables import Log
from tests.serving import serving


class Pad(NamedTuple):
    """A pad that runs: its address, the id of a circle with a table, and its description as a file."""

    url: str
    circle: str
    description: Path


@pytest.fixture(scope="module")
def pad(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pad")
    app = create_app({"TESTING": True, "INSTANCE": folder / "instance"})
    description = folder / "openapi.json"
    description.write_text(app.test_client().get("/api/v1/openapi.json").text)
    with closing(open_store(app.config["DATABASE"])) as store:
        circle = make_circle(store, name="Friends", by="Ann", op="circle")
        table = store.create_log(Log([0], [1]).out(1, (0, 12)).events, op="table")
        CircleOperation(store, circle.id, circle.key, "Ann", "in").add_table(table.id, table.key)
    with serving(f"'127.0.0.1', 0, {str(folder / 'instance')!r}, workers=1, backup_every=None") as server:
        yield Pad(server.url, circle.id, description)
