"""A pad on several machines: each of them killed in turn, and the database too, while phones write."""

from __future__ import annotations

import signal
from collections import Counter
from contextlib import closing

import pytest

from scorepad.core.log.table import fold
from scorepad.store import postgres_pool
from scorepad.store.opening import open_store
from scorepad.tables import service
from scorepad.tables.operations import Operation
from tests.cluster import DEALS, WEB, WORK, Listener, Writers, running_cluster
from tests.serving import wait_until
from tests.web_phone import WebPhone

PHONES = 4
HEAD_BEFORE = 1 + 2 * (DEALS - 1)
"""The number of the last event before anybody writes."""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with running_cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running
    postgres_pool.close_pools()


@pytest.fixture
def phones(cluster):
    """Phones at one table of so many deals, and its id: the first opened it, the others joined."""
    port = cluster.ports["proxy"]
    first = WebPhone(port)
    table = first.new_table()
    with closing(open_store(cluster.address)) as store:
        code, key = store.code(table), store.add_key(table)
        for deal in range(1, DEALS):
            service.close_deal(Operation(store, table, key, "", f"close-{deal}", None), reason="late")
            service.next_deal(Operation(store, table, key, "", f"next-{deal}", None))
    others = [WebPhone(port) for _ in range(1, PHONES)]
    for seat, other in enumerate(others, 1):
        assert other.post(f"/j/{code}", {"seat": str(seat)})[1] == f"/t/{table}"
    return [first, *others], table


def log_of(cluster, table):
    with closing(open_store(cluster.address)) as store:
        return store.after(table, 0)


def test_what_was_acknowledged_is_stored_once_whatever_is_killed(cluster, phones):
    """Every machine in turn, the counts of limits, the proxy, and the database twice; nobody starts anything
    anew but what was killed. What was being sent at the end was not acknowledged, and may be stored."""
    with Writers(*phones) as writers:
        assert writers.go_on(), writers.refused[-PHONES:]
        for node in (*WEB, *WORK, "counts", "proxy"):
            cluster.end(node)
            if node != "proxy":
                assert writers.go_on(), (node, writers.refused[-PHONES:])
            cluster.start(node)
        for end in ("kill", "stop"):
            getattr(cluster.database, end)()
            assert wait_until(lambda: not cluster.ready(), 60)
            cluster.database.start()
            assert writers.go_on(), writers.refused[-PHONES:]
    assert wait_until(cluster.ready, 60)
    log = log_of(cluster, phones[1])
    times_stored = Counter(event.op for event in log[HEAD_BEFORE:])
    assert [op for op, times in times_stored.items() if times != 1] == []
    assert set(writers.acknowledged) <= times_stored.keys() <= writers.sent
    assert len(writers.sent) <= len(writers.acknowledged) + PHONES
    assert fold(log).head == len(log)


def test_web_machines_are_replaced_one_after_another_without_a_gap(cluster, phones):
    """No form is refused, none has to be sent again, and every stream goes on."""
    with Writers(*phones) as writers, closing(Listener(cluster.ports["proxy"], phones[1])) as listener:
        for node in WEB:
            assert writers.go_on(), writers.refused[-PHONES:]
            cluster.end(node, signal.SIGTERM)
            cluster.start(node)
        assert writers.go_on(), writers.refused[-PHONES:]
        known = len(listener.heads)
        assert wait_until(lambda: len(listener.heads) > known, 20)
    assert writers.refused == []
    assert set(writers.acknowledged) == writers.sent
    assert listener.heads == sorted(set(listener.heads))


def test_a_web_machine_that_is_to_stop_says_so_and_serves_meanwhile(cluster):
    """So that a proxy sends it nobody any more before it goes; it ends by itself."""
    phone = WebPhone(cluster.ports["web1"])
    cluster.processes["web1"].send_signal(signal.SIGTERM)
    assert wait_until(lambda: phone.get("/healthz") == 503, 10)
    assert phone.get("/readyz") == 503
    assert phone.get("/") == 200
    assert cluster.processes["web1"].wait(30) == 0
    cluster.start("web1")


def test_a_change_at_one_web_machine_is_told_at_the_other(cluster, phones):
    """At once, for the database tells of it."""
    (phone, *_), table = phones
    with closing(Listener(cluster.ports["web1"], table)) as listener:
        assert wait_until(lambda: listener.heads == [HEAD_BEFORE], 10)
        phone.port = cluster.ports["web2"]
        assert phone.note(table, "tea") == 303
        assert wait_until(
            lambda: listener.heads == [HEAD_BEFORE, HEAD_BEFORE + 1], 4
        )  # a look without being told comes after five
