"""While another program holds the store's lock the pad answers; what was to be recorded is not lost."""

from __future__ import annotations

import http.client
import sqlite3
import threading

import pytest

from scorepad.machine import folders
from tests.serving import serving
from tests.web_phone import WebPhone

WRITERS = 6  # more than there are web workers, so that each of those meets the lock


@pytest.fixture
def server(tmp_path):
    with serving(f"port=0, instance={str(tmp_path / 'pad')!r}") as running:
        yield running


def test_a_locked_store_stops_nothing_but_writing(server, tmp_path):
    """Pages and health go on at once; the record that waits is written when the lock is gone."""
    phone = WebPhone(server.port)
    table = phone.new_table()
    locker = sqlite3.connect(tmp_path / "pad" / folders.DATABASE, isolation_level=None)
    locker.execute("begin immediate")
    answers = []
    writers = [
        threading.Thread(target=lambda: answers.append(phone.note(table, "tea"))) for _ in range(WRITERS)
    ]
    for writer in writers:
        writer.start()
    for path in ("/healthz", f"/t/{table}", "/solve") * 3:
        assert _status(server, path) == 200
    locker.execute("rollback")
    locker.close()
    for writer in writers:
        writer.join(20)
    assert answers == [303] * WRITERS


def _status(server, path):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()
