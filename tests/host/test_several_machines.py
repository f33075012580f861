"""A pad on several machines: each of them killed in turn, and the database too, while phones write."""

from __future__ import annotations

import json
import signal
import threading
import time
import urllib.request
from collections import Counter
from contextlib import closing

import pytest

from scorepad.core.log.table import fold
from scorepad.store import postgres_pool
from scorepad.store.opening import open_store
from tests.cluster import WEB, WORK, Writers, running_cluster
from tests.serving import wait_until
from tests.web_phone import WebPhone

PHONES = 4


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with running_cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running
    postgres_pool.close_pools()


@pytest.fixture
def phones(cluster):
    """Phones at one table, its id: the first opened it, the others joined."""
    port = cluster.ports["proxy"]
    first = WebPhone(port)
    table = first.new_table()
    with closing(open_store(cluster.address)) as store:
        code = store.code(table)
    others = [WebPhone(port) for _ in range(PHONES - 1)]
    for other in others:
        assert other.post("/join", {"code": code})[0] == 303
    return [first, *others], table


def log_of(cluster, table):
    with closing(open_store(cluster.address)) as store:
        return store.after(table, 0)


def test_what_was_acknowledged_is_stored_once_whatever_is_killed(cluster, phones):
    """Every machine in turn, the counts of limits, the proxy, and the database twice; nobody starts anything
    anew but what was killed."""
    with Writers(*phones) as writers:
        assert writers.goes_on()
        for node in (*WEB, *WORK, "counts", "proxy"):
            cluster.end(node)
            if node != "proxy":
                assert writers.goes_on(), node
            cluster.start(node)
        for end in ("kill", "stop"):
            getattr(cluster.database, end)()
            assert wait_until(lambda: not cluster.ready(), 20)
            cluster.database.start()
            assert writers.goes_on(60)
    assert wait_until(cluster.ready, 30)
    log = log_of(cluster, phones[1])
    times_stored = Counter(event.op for event in log)
    assert [op for op in writers.acknowledged if times_stored[op] != 1] == []
    assert len(log) == 1 + len(set(writers.acknowledged))
    assert [event.number for event in log] == list(range(1, len(log) + 1))
    assert fold(log).head == len(log)


def test_web_machines_are_replaced_one_after_another_without_a_gap(cluster, phones):
    """No form is refused, none has to be sent again, and every stream goes on."""
    heads = []
    listener = threading.Thread(target=_listen, args=(cluster.ports["proxy"], phones[1], heads), daemon=True)
    listener.start()
    with Writers(*phones) as writers:
        for node in WEB:
            assert writers.goes_on()
            cluster.end(node, signal.SIGTERM)
            cluster.start(node)
        assert writers.goes_on()
    assert writers.refused == []
    assert wait_until(lambda: heads and heads[-1] == len(log_of(cluster, phones[1])), 20)


def _listen(port, table, heads):
    """What a browser does: connects again when the stream ends, with the number that it knows."""
    while True:
        headers = {"Last-Event-ID": str(heads[-1])} if heads else {}
        request = urllib.request.Request(f"http://127.0.0.1:{port}/t/{table}/events", headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as stream:
                heads += [int(line[5:]) for line in stream if line.startswith(b"data:")]
        except OSError:
            pass
        time.sleep(0.2)


def test_a_change_at_one_web_machine_is_told_at_the_other(cluster, phones):
    """At once, for the database tells of it."""
    (phone, *_), table = phones
    heads: list[int] = []
    threading.Thread(target=_listen, args=(cluster.ports["web1"], table, heads), daemon=True).start()
    assert wait_until(lambda: heads == [1], 10)
    phone.port = cluster.ports["web2"]
    assert phone.note(table, "tea") == 303
    assert wait_until(lambda: heads == [1, 2], 4)  # a look without being told comes after five seconds


def test_a_search_is_answered_while_a_work_machine_is_away(cluster):
    """Each in turn; with both away it is said in words, and pages go on."""
    for node in WORK:
        cluster.end(node)
        for _ in range(4):
            assert _best(cluster)["points"] == 3
        cluster.start(node)
    for node in WORK:
        cluster.end(node)
    assert "busy" in _best(cluster)["error"]["code"]
    assert WebPhone(cluster.ports["proxy"]).get("/") == 200
    for node in WORK:
        cluster.start(node)


def _best(cluster):
    body = json.dumps({"game": "chattahoochee", "cards": "4C 5C"}).encode()
    phone = WebPhone(cluster.ports["proxy"])
    return json.loads(phone.send("/api/v1/best", body, "application/json")[2])


def test_nobody_else_has_work_done(cluster):
    """A request without the pad's own token is refused, whatever it asks for."""
    request = urllib.request.Request(f"http://127.0.0.1:{cluster.ports['work1']}/os:getcwd", b"{}")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10)
    assert b"another pad" in refused.value.read()
