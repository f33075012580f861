"""What a pad loads before it answers: what few requests need comes with the first that does."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys

import pytest

from scorepad.store.sqlite import migrate
from scorepad.web import create_app
from tests.web.test_tables_for_programs import Program

WITH_THE_APP = (
    *("numpy", "highspy", "pysat", "PIL", "fpdf", "cv2"),
    *("sqlite_utils", "psycopg", "gevent", "gunicorn", "multiprocessing"),
    *("flask_limiter", "limits", "markdown_it", "segno"),
)
LOADED = """
import sys
from scorepad.web import create_app
from scorepad.store.opening import prepare_store
app = create_app({{"INSTANCE": {instance!r}, "LIMITS": {limits}}})
assert app.test_client().get("/").status_code == 200
print(*sorted({names!r} & sys.modules.keys()))
"""


def loaded(names, instance, limits=False):
    """Which of the modules a new process has loaded when it has answered the first page."""
    code = LOADED.format(instance=str(instance), limits=limits, names=set(names))
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return process.stdout.split()


def test_the_first_page_loads_no_solver_and_nothing_that_few_requests_need(tmp_path):
    """A pad in a browser starts with every page that is opened anew, on the store that is there."""
    migrate(tmp_path / "scorepad.db")
    assert loaded(WITH_THE_APP, tmp_path) == []


def test_limits_are_counted_by_a_library_where_there_are_some(tmp_path):
    assert loaded(["flask_limiter"], tmp_path, limits=True) == ["flask_limiter"]


@pytest.mark.parametrize("path", ["export.json", "export.csv"])
def test_the_pad_knows_its_version_from_the_start(app, client, monkeypatch, path):
    """To look it up takes long, and where the pad isn't installed nothing tells it."""
    table = Program(client, game="chattahoochee", players=["Ann", "Ben"])
    monkeypatch.setattr(importlib.metadata, "distribution", lambda _name: 1 // 0)
    assert client.get(f"/t/{table.id}/{path}").status_code == 200
    assert client.get("/worker.js").status_code == 200
    assert client.get("/api/v1/openapi.json").json["info"]["version"] == app.config["VERSION"]


def test_a_build_says_its_version_itself(tmp_path, monkeypatch):
    """As a setting."""
    monkeypatch.setattr(importlib.metadata, "distribution", lambda _name: 1 // 0)
    app = create_app({"INSTANCE": str(tmp_path), "VERSION": "1.2.3"})
    assert app.test_client().get("/api/v1/openapi.json").json["info"]["version"] == "1.2.3"
