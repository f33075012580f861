"""Webhooks: which addresses hear of a table, and the job that sends messages to them."""

from __future__ import annotations

import os
from pathlib import Path

from scorepad.jobs.turns import JobKind

SEND = "scorepad.webhooks.sending:send_job"
PRIVATE_VARIABLE = "SCOREPAD_WEBHOOKS_PRIVATE"
LOOK_EVERY = 60.0  # seconds


def webhook_work(store: str | Path, secret_key: str) -> JobKind:
    """The job that sends messages to webhooks; its process exists while any are set."""
    private = os.environ.get(PRIVATE_VARIABLE, "").lower() in ("true", "1")
    given = {SEND: {"database": store, "secret_key": secret_key, "private": private}}
    return JobKind([SEND], places=1, idle=1.0, every=LOOK_EVERY, given=given)
