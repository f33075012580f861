"""Budgets: what an address may spend, counted by Flask-Limiter. Loaded only if the pad has limits."""

from __future__ import annotations

import os
from functools import lru_cache, partial

from flask import Blueprint, Flask, current_app, request
from flask_limiter import Limiter
from limits import RateLimitItem, parse

from scorepad.machine.folders import COUNTS_VARIABLE
from scorepad.store.spent_counts import SCHEME
from scorepad.web.security import TAKE_PHOTOS
from scorepad.web.visitors import address, from_here, purse

COUNTED_WITHIN = 1  # seconds until a server that counts is taken to be away


def init_app(app: Flask) -> None:
    """Limit the API and photos, and count what `visitors.spend` takes."""
    limiter = Limiter(
        key_func=address,
        app=app,
        storage_uri=_counts_address(app),
        storage_options={"socket_timeout": COUNTED_WITHIN, "socket_connect_timeout": COUNTED_WITHIN},
        headers_enabled=True,
        # Where what counts is away, the pad answers without limits.
        swallow_errors=True,
    )
    limiter.logger.disabled = (
        True  # `visitors`, which every request meets first, says once that counts are away
    )
    app.extensions["budgets"] = CountedBudgets(limiter)
    for name, limit_setting, payer, exempt in (
        ("api", "LIMIT_API", address, from_here),
        ("programs", "LIMIT_API", address, from_here),
        ("reading", "LIMIT_READ", address, _no_photo),
        ("photo", "LIMIT_READ", purse, _no_photo),
        ("circle_api", "LIMIT_API", address, from_here),
    ):
        blueprint = app.blueprints.get(name)
        if isinstance(blueprint, Blueprint):
            limiter.limit(partial(_rate_limit, limit_setting), key_func=payer, exempt_when=exempt)(blueprint)


class CountedBudgets:
    """What is left to spend, by setting, kind and payer."""

    def __init__(self, limiter: Limiter) -> None:
        self.limiter = limiter.limiter

    def end_of_window(self, setting: str, kind: str, payer: str, cost: int) -> float | None:
        """Spend `cost`. Returns None, or if too little is left the time at which the budget is full again."""
        limit = _parsed_limit(current_app.config[setting])
        if self.limiter.hit(limit, setting, kind, payer, cost=cost):
            return None
        return float(self.limiter.get_window_stats(limit, setting, kind, payer).reset_time)


@lru_cache(maxsize=64)
def _parsed_limit(text: str) -> RateLimitItem:
    return parse(text)


def _rate_limit(name: str) -> str:
    return str(current_app.config[name])


def _counts_address(app: Flask) -> str:
    """The address of the storage that counts spending: the one in the setting LIMITS, else the file shared by
    the workers of this machine, else this process's memory."""
    if isinstance(app.config["LIMITS"], str):
        return str(app.config["LIMITS"])
    file = os.environ.get(COUNTS_VARIABLE)
    return f"{SCHEME}://{file}" if file else "memory://"


def _no_photo() -> bool:
    """Whether a request hands in no photo that counts against the limit."""
    return from_here() or request.endpoint not in TAKE_PHOTOS
