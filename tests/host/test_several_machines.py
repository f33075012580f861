"""A pad on several machines: each of them killed in turn, and the database too, while phones write; and one
that starts while phones ask already."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import closing

import pytest

from scorepad.core.log.table import fold
from scorepad.store import postgres
from scorepad.store.opening import open_store
from tests.cluster import DEALS, WEB, WORK, Listener, Writers, running_cluster, seat_phones
from tests.serving import wait_until
from tests.web_phone import WebPhone

PHONES = 4
HEAD_BEFORE = 1 + 2 * (DEALS - 1)
"""The number of the last event before anybody writes."""
STARTS = 3
ASKING = 30  # phones
PAGES = 5  # that each phone has answered
HANGING = 5.0  # seconds; 2.3 were the most in ten starts at a load of 15 on two cores
GIVEN_UP = 100.0
LOCKS_MADE_EARLY = """
import sys, threading, _thread
from scorepad.host import serve
from scorepad.store import opening, postgres, sqlite
makers = _thread.allocate_lock, _thread.RLock, threading.Condition, threading.Event
kinds = _thread.LockType, type(_thread.RLock()), threading.Condition, threading.Event, threading.local
for name, module in sorted(sys.modules.items()):
    values = list(vars(module).values()) if name.partition(".")[0] == "scorepad" else []
    for value in values:
        if isinstance(value, kinds) or value in makers:
            print(name, value)
        elif isinstance(value, tuple | list):
            values += value
        elif isinstance(value, type) and value.__module__ == name:
            values += vars(value).values()
"""
POOL_ASKED_FOR_TOGETHER = """
import os
from scorepad.store import postgres
import gevent.monkey
gevent.monkey.patch_all()
asked = [gevent.spawn(postgres._pool, "postgresql:///nowhere") for _ in range(30)]
gevent.joinall(asked)
print(len({id(greenlet.get()) for greenlet in asked}), flush=True)
os._exit(0)
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with running_cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running
    postgres.close_pools()


@pytest.fixture
def phones(cluster):
    """Phones at one table, and its id."""
    return seat_phones(cluster, PHONES)


def log_of(cluster, table):
    with closing(open_store(cluster.address)) as store:
        return store.after(table, 0)


@pytest.mark.nightly
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


@pytest.mark.nightly
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


@pytest.mark.nightly
def test_a_web_machine_that_is_to_stop_says_so_and_serves_meanwhile(cluster):
    """So that a proxy sends it nobody any more before it goes; it ends by itself."""
    phone = WebPhone(cluster.ports["web1"])
    cluster.processes["web1"].send_signal(signal.SIGTERM)
    assert wait_until(lambda: phone.get("/healthz") == 503, 10)
    assert phone.get("/readyz") == 503
    assert phone.get("/") == 200
    assert cluster.processes["web1"].wait(30) == 0
    cluster.start("web1")


@pytest.mark.nightly
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


class AskingPhone(threading.Thread):
    """Asks for a table from before the machine is there until it has had its answers.

    `seconds` has how long each took; `lost` what broke once the machine listened.
    """

    def __init__(self, number, port, table):
        super().__init__(daemon=True)
        self.phone, self.page = (
            WebPhone(port, f"198.51.100.{number}"),
            f"/t/{table}{('', '/head')[number % 2]}",
        )
        self.seconds, self.lost = [], []

    def run(self):
        give_up_at = time.monotonic() + GIVEN_UP
        while len(self.seconds) < PAGES and time.monotonic() < give_up_at:
            asked_at = time.monotonic()
            try:
                assert self.phone.get(self.page) == 200
            except OSError as error:
                if "refused" in str(error):
                    time.sleep(0.02)
                else:
                    self.lost.append(error)
            else:
                self.seconds.append(time.monotonic() - asked_at)


@pytest.mark.nightly
def test_no_phone_hangs_while_a_machine_starts(cluster):
    """Thirty ask before it listens and go on: all are answered soon, and no watchdog ends a worker."""
    table = WebPhone(cluster.ports["proxy"]).new_table()
    for _ in range(STARTS):
        cluster.end("web1")
        phones = [AskingPhone(number, cluster.ports["web1"], table) for number in range(ASKING)]
        for phone in phones:
            phone.start()
        cluster.start("web1")
        for phone in phones:
            phone.join(GIVEN_UP + 60)
        seconds = [second for phone in phones for second in phone.seconds]
        assert [error for phone in phones for error in phone.lost] == []
        assert len(seconds) == ASKING * PAGES
        assert max(seconds) < HANGING
    assert "TIMEOUT" not in cluster.said("web1")


def _said(program):
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=30
    ).stdout


def test_greenlets_that_ask_together_have_one_pool():
    """In a process that has loaded the store before gevent, as the one that starts web workers has."""
    assert _said(POOL_ASKED_FOR_TOGETHER).split() == ["1"]


def test_nothing_of_ours_makes_a_lock_before_gevent_is_there():
    """The process that starts web workers has none when gevent begins, in any module that it has loaded: the
    holder of such a lock would stop its worker for good wherever it waits."""
    assert _said(LOCKS_MADE_EARLY) == ""
