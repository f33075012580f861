"""Webhooks that are silent hold up no others: tables have turns, and whoever answers comes first."""

from __future__ import annotations

from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace

import pytest

from scorepad.store.hooks import ANSWERED, FAILED, UNTRIED
from scorepad.webhooks import safe_requests, sending
from scorepad.webhooks.sending import Senders
from tests.by_night import by_night
from tests.serving import wait_until
from tests.store.conftest import database, store
from tests.webhooks.receivers import KEY, Receiver, SilentReceiver, record, send_due, table_of_two

__all__ = ["database", "store"]

ARRIVES = 60  # seconds, for machines that do much else
NEVER = 600.0  # seconds: longer than a test takes


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Whoever is silent is waited for until it hangs up."""
    for name in ("TIMEOUT", "ANSWER_WITHIN"):
        monkeypatch.setattr(safe_requests, name, NEVER)


@pytest.fixture
def receiver():
    with closing(Receiver()) as made:
        yield made


@contextmanager
def telling(database, *silent):
    """Senders that tell webhooks, until the silent receivers hang up."""
    with ExitStack() as ending:
        senders = ending.enter_context(Senders(database, KEY, private=True))
        for receiver in silent:
            ending.enter_context(closing(receiver))
        yield senders


def tables_with(store, url, *, tables, webhooks):
    """The ids of tables that have something to tell, with so many webhooks each."""
    phones = [table_of_two(store) for _ in range(tables)]
    for phone in phones:
        for number in range(webhooks):
            store.webhooks.add(phone.at[1], f"{url}?{number}", 1)
        record(phone, 1)
    return [phone.at[1] for phone in phones]


def answering(database, store, receiver):
    """A phone at a table whose webhook has answered before."""
    phone = table_of_two(store)
    store.webhooks.add(phone.at[1], receiver.url, 1)
    record(phone, 1)
    send_due(database)
    assert len(receiver.came) == 1
    return phone


@pytest.mark.parametrize("is_new", [True, by_night(False)])
def test_a_message_arrives_while_ten_tables_wait_for_silent_webhooks(database, store, receiver, is_new):
    """Each of those tables waits for one of its five; the other table's webhook may be new or not."""
    if is_new:
        phone = table_of_two(store)
        store.webhooks.add(phone.at[1], receiver.url, 1)
    else:
        phone = answering(database, store, receiver)
    before = len(receiver.came)
    silent = SilentReceiver()
    tables_with(store, silent.url, tables=10, webhooks=5)
    with telling(database, silent) as senders:
        senders.start_due()
        assert wait_until(lambda: len(silent.held) == 10, ARRIVES)
        record(phone, 2)
        senders.start_due()
        assert wait_until(lambda: len(receiver.came) > before, ARRIVES)
        assert len(silent.held) == 10


def test_webhooks_that_never_answered_leave_places_free(database, store, receiver, monkeypatch):
    """However many tables have them."""
    monkeypatch.setattr(sending, "PLACES", 5)
    monkeypatch.setattr(sending, "LEFT_FREE", 2)
    phone, silent = answering(database, store, receiver), SilentReceiver()
    tables_with(store, silent.url, tables=8, webhooks=1)
    with telling(database, silent) as senders:
        senders.start_due()
        assert wait_until(lambda: len(silent.held) == 3, ARRIVES)
        record(phone, 2)
        senders.start_due()
        assert wait_until(lambda: len(receiver.came) == 2, ARRIVES)
        assert len(silent.held) == 3


def test_what_failed_waits_behind_what_never_did(database, store, receiver, monkeypatch):
    """New webhooks are told while those that failed before are silent again, at their own table too."""
    monkeypatch.setattr(sending, "PLACES", 5)
    monkeypatch.setattr(sending, "LEFT_FREE", 2)
    silent = SilentReceiver()
    tables = tables_with(store, silent.url, tables=4, webhooks=1)
    for hook in (hook for table in tables for hook in store.webhooks.of_table(table)):
        store.webhooks.put_back(replace(hook, fault="It answered with 500.", turn_at=1.0))
    with telling(database, silent) as senders:
        senders.start_due()
        assert wait_until(lambda: len(silent.held) == 1, ARRIVES)
        for table in tables:
            store.webhooks.add(table, receiver.url, 1)
        senders.start_due()
        assert wait_until(lambda: len(receiver.came) == 4, ARRIVES)
        assert len(silent.held) == 1


def test_a_table_is_told_in_turn(store):
    """Before a table has its second turn, all others of that kind have had one; what failed comes last."""
    busy, other, failed = (table_of_two(store) for _ in range(3))
    hooks = [store.webhooks.add(phone.at[1], f"http://{n}.org", 1) for n, phone in enumerate([busy] * 3)]
    own, broken = (store.webhooks.add(phone.at[1], "http://x.org", 1) for phone in (other, failed))
    for phone in (busy, other, failed):
        record(phone, 1)
    for moment, hook in enumerate([*hooks[:2], own], 1):
        store.webhooks.put_back(replace(hook, turn_at=moment))
    store.webhooks.put_back(replace(broken, turn_at=0.5, fault="It answered with 500."))
    taken = []
    while hook := store.webhooks.take_due():
        taken.append(hook)
        store.webhooks.put_back(replace(hook, next_at=1e12, turn_at=10.0 + len(taken)))
    assert [hook.id for hook in taken] == [hooks[0].id, own.id, hooks[1].id, hooks[2].id, broken.id]
    assert [hook.kind for hook in taken] == [ANSWERED, ANSWERED, ANSWERED, UNTRIED, FAILED]


def test_threads_end_with_what_is_due(database, store, receiver):
    """All messages of all tables have gone when senders end, and each webhook heard once of each deal."""
    tables_with(store, receiver.url, tables=12, webhooks=3)
    send_due(database)
    assert len({headers["webhook-id"] for headers, _ in receiver.came}) == len(receiver.came) == 36
    assert store.webhooks.take_due() is None
