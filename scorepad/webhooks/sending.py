"""Sends webhooks what happened at their tables: a deal was recorded, a match is over.

There is no queue. Each webhook has the number of the last event sent, and newer events are read from the log.
So recording knows of no webhook, and a restart loses no message. Several threads send at once, each taking
the next webhook from the store. Messages are signed as Standard Webhooks specifies: HMAC-SHA256 of id, time
and body, with a secret known only to the pad and the webhook's owner.
"""

from __future__ import annotations

import base64
import hmac
import json
import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Condition
from typing import TYPE_CHECKING, Self

from msgspec import to_builtins

from scorepad.answers.answer_types import WebhookAnswer
from scorepad.answers.table_records import table_answer
from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.core.log.table_state import TableState
from scorepad.core.sentence import plain_english, say
from scorepad.store.engine import NotFound, StoreFault
from scorepad.store.hooks import KINDS, Webhook
from scorepad.store.opening import listen_for_changes, open_store
from scorepad.tables.standing import match_of, standing_table
from scorepad.webhooks.safe_requests import NotDelivered, UnusableAddress, check_url, post

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store

PAUSES = (5.0, 30.0, 120.0, 600.0, 3600.0, 3 * 3600.0, 9 * 3600.0, 24 * 3600.0)
"""Seconds before each new try; after the last one a message is given up."""
MOST_WEBHOOKS = 5  # of a table
PLACES = 32  # messages that are sent at the same time
LEFT_FREE = 8  # of them, by each kind of webhooks for each kind before it
NOTHING_SET = 60.0  # seconds until somebody looks whether a webhook was set
Message = tuple[str, str, Table]
"""What happened (`deal.recorded`), when, and the table then."""
log = logging.getLogger("scorepad.webhooks")


def send_job(_request: object, database: str | Path, secret_key: str, *, private: bool) -> dict[str, float]:
    """A regular job: send events as they happen, while there are webhooks. `again` says in how many seconds
    to run it again."""
    with (
        Senders(database, secret_key, private=private) as senders,
        closing(listen_for_changes(database)) as changes,
    ):
        while _any(database):
            senders.start_due()
            changes.wait()
    return {"again": NOTHING_SET}


def _any(database: str | Path) -> bool:
    """Whether any webhook is set."""
    with closing(open_store(database)) as store:
        return store.webhooks.any()


class Senders:
    """Threads that send to webhooks, one event of each at a time. Leaving the context waits until nothing is
    due.

    Of a table's webhooks of one kind (`KINDS`) only one is served at a time, so that silent ones use few
    threads. Webhooks that never answered, or not last time, leave threads free for others.
    """

    def __init__(self, database: str | Path, secret_key: str, *, private: bool) -> None:
        self._database, self._secret_key, self._private = database, secret_key, private
        self._pool = ThreadPoolExecutor(PLACES, "webhooks")
        self._changed = Condition()
        self._working: list[Webhook] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._changed.wait_for(lambda: not self._working)
        self._pool.shutdown()

    def start_due(self) -> None:
        """Start sending to all webhooks that are due and have a thread. Raises StoreFault."""
        with self._changed, closing(open_store(self._database)) as store:
            while hook := self._take(store):
                self._working.append(hook)
                self._pool.submit(self._tell, hook)

    def _take(self, store: Store) -> Webhook | None:
        """Take the next due webhook for which a thread is free; None if there is none."""
        kinds = [kind for kind in KINDS if self._has_place(kind)]
        busy = ["", *(hook.line for hook in self._working)]
        return store.webhooks.take_due(kinds, busy) if kinds else None

    def _has_place(self, kind: int) -> bool:
        """Whether a thread is free for one more webhook of that kind."""
        like_it = sum(hook.kind >= kind for hook in self._working)
        return len(self._working) < PLACES and like_it < PLACES - LEFT_FREE * kind

    def _tell(self, hook: Webhook) -> None:
        """Send one event to the webhook, then start those that can use the thread. After an error it is tried
        again when its lease ends."""
        try:
            self._tell_event(hook)
        except ScorepadError as error:
            log.warning("A webhook of table %s waits: %s", hook.table_id, error)
        except Exception:
            log.exception("a webhook of table %s broke", hook.table_id)
        finally:
            self._leave(hook)

    def _leave(self, hook: Webhook) -> None:
        with self._changed:
            self._working.remove(hook)
            try:
                self.start_due()
            except StoreFault:  # whoever started this one meets it too, and says it
                pass
            finally:
                self._changed.notify_all()

    def _tell_event(self, hook: Webhook) -> None:
        # No connection to the store is held meanwhile: a receiver may take long.
        with closing(open_store(self._database)) as store:
            try:
                table = standing_table(store, hook.table_id)
            except NotFound:
                return
        told = self._told(hook, table)
        with closing(open_store(self._database)) as store:
            store.webhooks.put_back(told)

    def _told(self, hook: Webhook, table: Table) -> Webhook:
        """Send the next relevant event to the webhook. Returns it with its progress or failure."""
        number, news = _next_messages(table, hook.told)
        try:
            for message in news:
                self._send(hook, number, message)
        except NotDelivered as error:
            return _failed(hook, number, str(error))
        if news:
            hook = replace(hook, tries=0, fault="", turn_at=time.time())
        return replace(hook, told=number, next_at=0.0)

    def _send(self, hook: Webhook, number: int, message: Message) -> None:
        """Send one message. Raises NotDelivered."""
        kind, at, table = message
        told = {
            "type": kind,
            "timestamp": at,
            "data": to_builtins(table_answer(table), enc_hook=plain_english),
        }
        body = json.dumps(told, ensure_ascii=False).encode()
        secret = secret_of(hook.id, self._secret_key)
        headers = signed_headers(f"{hook.id}-{number}-{kind}", body, secret)
        post(hook.url, body, {**headers, "Content-Type": "application/json"}, private=self._private)


def _failed(hook: Webhook, number: int, fault: str) -> Webhook:
    """The webhook after a failure: it is tried again later, or the event `number` is given up."""
    moment = time.time()
    if hook.tries < len(PAUSES):
        next_at = moment + PAUSES[hook.tries]
        return replace(hook, tries=hook.tries + 1, next_at=next_at, turn_at=moment, fault=fault)
    fault = f"{fault} It was given up."
    return replace(hook, told=number, tries=0, next_at=0.0, turn_at=moment, fault=fault)


def _next_messages(table: Table, told: int) -> tuple[int, Sequence[Message]]:
    """The first event after `told` with messages for webhooks, and these; without one, the newest event."""
    for number in range(told + 1, table.head + 1):
        if news := [*messages(table, number)]:
            return number, news
    return table.head, ()


def messages(table: Table, number: int) -> Iterator[Message]:
    """The messages for webhooks about event `number` of the table."""
    # The first event opens the table: there is nothing before it to compare with.
    if number < 2:
        return
    before, step = table.log.steps[number - 2].after, table.log.steps[number - 1]
    if _ended(step.after) > _ended(before):
        yield "deal.recorded", step.event.at, table.at(number)
    was, now = match_of(before).finished, match_of(step.after).finished
    # Who won may also be said once the match is over, or be said otherwise.
    if now and (was is None or was.named != now.named):
        yield "match.over", step.event.at, table.at(number)


def _ended(table: TableState) -> int:
    """The number of ended deals."""
    return table.deal.number - (not table.deal.ended)


def secret_of(hook_id: str, secret_key: str) -> str:
    """The secret that signs a webhook's messages. It is derived, shown to the webhook's owner, and not
    stored."""
    digest = hmac.digest(secret_key.encode(), f"webhook {hook_id}".encode(), "sha256")
    return "whsec_" + base64.b64encode(digest).decode()


def signed_headers(message_id: str, body: bytes, secret: str) -> Mapping[str, str]:
    """The headers of a message with its signature, by which the receiver knows that it is genuine and new."""
    moment = str(int(time.time()))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signature = hmac.digest(key, f"{message_id}.{moment}.".encode() + body, "sha256")
    return {
        "webhook-id": message_id,
        "webhook-timestamp": moment,
        "webhook-signature": f"v1,{base64.b64encode(signature).decode()}",
    }


def add_webhook(store: Store, table_id: str, url: str, *, private: bool, hook_id: str = "") -> Webhook:
    """A new one, which hears of what happens from now on; a `hook_id` that is named is added once. Raises
    NotFound, and UnusableAddress."""
    check_url(url, private=private)
    told = store.head(table_id)
    others = [hook for hook in store.webhooks.of_table(table_id) if hook.id != hook_id]
    if len(others) >= MOST_WEBHOOKS:
        raise UnusableAddress(
            say("A table has up to {most} webhooks. Remove one first.", most=MOST_WEBHOOKS), at="url"
        )
    return store.webhooks.add(table_id, url, told, hook_id)


def webhook_answer(hook: Webhook, secret_key: str) -> WebhookAnswer:
    """The webhook as the table's host may see it."""
    return WebhookAnswer(hook.id, hook.url, secret_of(hook.id, secret_key), hook.tries, hook.fault)
