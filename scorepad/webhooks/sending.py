"""Tells webhooks what happened at their tables: a deal was recorded, a match is over.

Nothing is queued: each webhook knows the number of the event that it has heard of, and what came since is
read from the log. So recording knows of no webhook, and a restart loses none. Messages are signed as Standard
Webhooks says: HMAC-SHA256 of id, time and body, by a secret that only the pad and the webhook's owner know.
"""

from __future__ import annotations

import base64
import hmac
import json
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import to_builtins

from scorepad.answers.answer_types import WebhookAnswer
from scorepad.answers.table_records import table_answer
from scorepad.core.log.table import Table
from scorepad.core.sentence import plain_english, say
from scorepad.store.engine import NotFound
from scorepad.store.hooks import Webhook
from scorepad.store.opening import listen_for_changes, open_store
from scorepad.tables.standing import match_of, standing_table
from scorepad.webhooks.safe_requests import NotDelivered, UnusableAddress, check_url, post

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store

PAUSES = (5.0, 30.0, 120.0, 600.0, 3600.0, 3 * 3600.0, 9 * 3600.0, 24 * 3600.0)
"""Seconds before each new try; after the last one a message is given up."""
MOST_WEBHOOKS = 5  # of a table
ROUND = 30.0  # seconds that one job goes on
NOTHING_SET = 60.0  # seconds until somebody looks whether a webhook was set
Message = tuple[str, str, Table]
"""What happened (`deal.recorded`), when, and the table then."""


def send_job(_request: object, database: str | Path, secret_key: str, *, private: bool) -> dict[str, float]:
    """A regular job: for a while, tell webhooks of what happens as it happens. In how many seconds it is to
    be done `again`."""
    with closing(open_store(database)) as store:
        if not store.webhooks.any():
            return {"again": NOTHING_SET}
        until = time.monotonic() + ROUND
        with closing(listen_for_changes(database)) as changes:
            while time.monotonic() < until:
                send_due(store, secret_key, private=private)
                changes.wait()
    return {"again": 0.0}


def send_due(store: Store, secret_key: str, *, private: bool) -> None:
    """Send all whose time has come."""
    while hook := store.webhooks.take_due():
        store.webhooks.put_back(_told(store, hook, secret_key, private=private))


def _told(store: Store, hook: Webhook, secret_key: str, *, private: bool) -> Webhook:
    """The webhook after it was told what it had not heard of, as far as it took that."""
    try:
        table = standing_table(store, hook.table_id)
    except NotFound:
        return hook
    for number in range(hook.told + 1, table.head + 1):
        try:
            for message in messages(table, number):
                _send(hook, number, message, secret_key, private=private)
                hook = replace(hook, tries=0, fault="")
        except NotDelivered as error:
            if hook.tries < len(PAUSES):
                next_at = time.time() + PAUSES[hook.tries]
                return replace(hook, tries=hook.tries + 1, next_at=next_at, fault=str(error))
            hook = replace(hook, tries=0, fault=f"{error} It was given up.")
        hook = replace(hook, told=number)
    return replace(hook, next_at=0.0)


def messages(table: Table, number: int) -> Iterator[Message]:
    """What event `number` of the table says to webhooks."""
    # The first event opens the table: there is nothing before it to compare with.
    if number < 2:
        return
    before, step = table.log.steps[number - 2].after, table.log.steps[number - 1]
    if _ended(step.after) > _ended(before):
        yield "deal.recorded", step.event.at, table.at(number)
    if match_of(step.after).finished and not match_of(before).finished:
        yield "match.over", step.event.at, table.at(number)


def _ended(table: Table) -> int:
    """How many deals have ended."""
    return table.deal.number - (not table.deal.ended)


def _send(hook: Webhook, number: int, message: Message, secret_key: str, *, private: bool) -> None:
    """Raises NotDelivered."""
    kind, at, table = message
    told = {"type": kind, "timestamp": at, "data": to_builtins(table_answer(table), enc_hook=plain_english)}
    body = json.dumps(told, ensure_ascii=False).encode()
    headers = signed_headers(f"{hook.id}-{number}-{kind}", body, secret_of(hook.id, secret_key))
    post(hook.url, body, {**headers, "Content-Type": "application/json"}, private=private)


def secret_of(hook_id: str, secret_key: str) -> str:
    """What signs the messages of a webhook: its owner is told it, and no store holds it."""
    digest = hmac.digest(secret_key.encode(), f"webhook {hook_id}".encode(), "sha256")
    return "whsec_" + base64.b64encode(digest).decode()


def signed_headers(message_id: str, body: bytes, secret: str) -> Mapping[str, str]:
    """What a message says of itself, so that its receiver knows that it is the pad's and new."""
    moment = str(int(time.time()))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signature = hmac.digest(key, f"{message_id}.{moment}.".encode() + body, "sha256")
    return {
        "webhook-id": message_id,
        "webhook-timestamp": moment,
        "webhook-signature": f"v1,{base64.b64encode(signature).decode()}",
    }


def add_webhook(store: Store, table_id: str, url: str, *, private: bool) -> Webhook:
    """A new one, which hears of what happens from now on. Raises NotFound, and UnusableAddress."""
    check_url(url, private=private)
    told = store.head(table_id)
    if len(store.webhooks.of_table(table_id)) >= MOST_WEBHOOKS:
        raise UnusableAddress(
            say("A table has up to {most} webhooks. Remove one first.", most=MOST_WEBHOOKS), at="url"
        )
    return store.webhooks.add(table_id, url, told)


def webhook_answer(hook: Webhook, secret_key: str) -> WebhookAnswer:
    """The webhook as its table's host may know it."""
    return WebhookAnswer(hook.id, hook.url, secret_of(hook.id, secret_key), hook.tries, hook.fault)
