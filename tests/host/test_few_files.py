"""A pad that may open few files: phones that it cannot stream to are refused, and pages are answered."""

from __future__ import annotations

import http.client
import sys
import threading
from contextlib import ExitStack

import pytest

from tests.serving import START, running
from tests.web_phone import WebPhone

FILES, LISTENERS, PAGES = 64, 96, 40
START_WITH_FEW = "ulimit -n {files}; exec {python} -c {start!r}"


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """The file in which that pad's words go once it runs."""
    return tmp_path_factory.mktemp("few") / "log"


@pytest.fixture(scope="module")
def server(tmp_path_factory, log):
    """A pad that may open 64 files."""
    instance = str(tmp_path_factory.mktemp("instance"))
    start = START.format(arguments=f"'127.0.0.1', 0, {instance!r}, backup_every=None")
    command = START_WITH_FEW.format(files=FILES, python=sys.executable, start=start) + f" 2>{log}"
    with running(["bash", "-c", command]) as few:
        yield few


def listen(port, table, answers):
    """Ask for a stream and hold it."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", f"/t/{table}/events")
    answers.append((connection, connection.getresponse()))


@pytest.mark.nightly
def test_pages_are_answered_and_streams_refused(server, log):
    """Each phone hears at once whether it may listen, and the log says why not in a line or two."""
    phone = WebPhone(server.port)
    table, answers = phone.new_table(), []
    threads = [threading.Thread(target=listen, args=(server.port, table, answers)) for _ in range(LISTENERS)]
    with ExitStack() as stack:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        for connection, answer in answers:
            stack.callback(connection.close)
            stack.callback(answer.close)
        statuses = [answer.status for _, answer in answers]
        assert (len(statuses), set(statuses)) == (LISTENERS, {200, 503})
        assert statuses.count(200) >= 10
        assert {phone.get(f"/t/{table}") for _ in range(PAGES)} == {200}
        assert phone.note(table, "still here") == 303
    told = log.read_text()
    assert 1 <= told.count("follow their tables in this process") <= 2
    assert "Traceback" not in told
