"""Webhooks: who hears of a table, how they are told, and which work of the pad's job server that is."""

from __future__ import annotations

import os
from pathlib import Path

from scorepad.jobs.job_kind import JobKind

SEND = "scorepad.webhooks.sending:send_job"
PRIVATE_VARIABLE = "SCOREPAD_WEBHOOKS_PRIVATE"
LOOK_EVERY = 60.0  # seconds


def webhook_work(store: str | Path, secret_key: str) -> JobKind:
    """Telling webhooks: by a process that is there while any are set."""
    private = os.environ.get(PRIVATE_VARIABLE, "").lower() in ("true", "1")
    given = {SEND: {"database": store, "secret_key": secret_key, "private": private}}
    return JobKind([SEND], places=1, idle=1.0, every=LOOK_EVERY, given=given)
