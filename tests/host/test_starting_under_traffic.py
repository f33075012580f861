"""A web machine that starts while phones ask already: none of them waits for a worker that hangs."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

from scorepad.store import postgres_pool
from tests.cluster import running_cluster
from tests.web_phone import WebPhone

STARTS = 3
PHONES = 30
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
from scorepad.store import postgres_pool
import gevent.monkey
gevent.monkey.patch_all()
asked = [gevent.spawn(postgres_pool._pool, "postgresql:///nowhere") for _ in range(30)]
gevent.joinall(asked)
print(len({id(greenlet.get()) for greenlet in asked}), flush=True)
os._exit(0)
"""


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


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with running_cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running
    postgres_pool.close_pools()


def test_no_phone_hangs_while_a_machine_starts(cluster):
    """Thirty ask before it listens and go on: all are answered soon, and no watchdog ends a worker."""
    table = WebPhone(cluster.ports["proxy"]).new_table()
    for _ in range(STARTS):
        cluster.end("web1")
        phones = [AskingPhone(number, cluster.ports["web1"], table) for number in range(PHONES)]
        for phone in phones:
            phone.start()
        cluster.start("web1")
        for phone in phones:
            phone.join(GIVEN_UP + 60)
        seconds = [second for phone in phones for second in phone.seconds]
        assert [error for phone in phones for error in phone.lost] == []
        assert len(seconds) == PHONES * PAGES
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
