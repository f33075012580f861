"""The visitor of a request by address, the limits for visitors, and the work asked for in their name.

Flask-Limiter counts what addresses spend. It is loaded only if the pad has limits.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from math import ceil
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Flask, current_app, request

from scorepad.core.errors import ScorepadError
from scorepad.core.lasting_faults import Outage
from scorepad.core.sentence import say
from scorepad.jobs import client
from scorepad.jobs.turns import Asker
from scorepad.machine.folders import COUNTS_VARIABLE
from scorepad.store.shared_counts import OpenStreams
from scorepad.web.people import access

if TYPE_CHECKING:
    from flask_limiter import Limiter
    from limits import RateLimitItem

IPV6_PREFIX = 64  # bits: what one household or server has
FILES_ENDPOINTS = ("static", "styles", "scripts")
STREAMS_ENDPOINTS = ("live.events", "programs.events")
TAKE_PHOTOS = ("reading.read", "photo.hand_in")  # endpoints
PROXY_HEADERS = ("X-Forwarded-For", "X-Real-IP", "Forwarded", "X-Forwarded-Host", "X-Forwarded-Proto", "Via")
BEHIND_A_PROXY = "behind a proxy"
WAKE_WITHIN = 1.0  # seconds
COUNTED_WITHIN = 1  # seconds until a server that counts is taken to be away
BESIDE_SEARCH = 0.5  # seconds that reading and judging may take beside a search, before it is ended
OVERSPENT = {
    "LIMIT_SEARCH": say("Too many hands at once. Wait a minute, then try again."),
    "LIMIT_SHEET": say("Too many files. Wait a minute, then try again."),
    "LIMIT_IMPORT": say("Too many files opened. Wait an hour, then try again."),
    "LIMIT_PAGE": say("Too many requests. Wait a minute, then try again."),
    "LIMIT_TABLE": say("Too many tables opened. Wait an hour, then try again."),
    "LIMIT_JOIN": say("Too many tries from this phone. Wait a minute, then try again."),
}
OF_ADDRESSES = ("LIMIT_IMPORT", "LIMIT_TABLE", "LIMIT_JOIN")
"""What an address may spend, whoever asks there: with each table that somebody opens comes a purse of its
own."""


class Overspent(ScorepadError):
    """Rate limit exceeded; try again after `seconds`."""

    code = "too-many-requests"

    def __init__(self, message: str, seconds: float = 60.0) -> None:
        super().__init__(message)
        self.seconds = ceil(max(1.0, seconds))


class Uncounted(ScorepadError):
    """The storage of counts is away or broken."""

    def __init__(self, reason: Exception) -> None:
        super().__init__(
            f"What addresses spend cannot be counted, and is not limited: {type(reason).__name__}."
        )


def address() -> str:
    """The address of the visitor, for IPv6 its network; empty for the machine itself.

    A client on this machine that says it forwards is a proxy, configured or not. The visitor is then the last
    one that it names. Other clients may not name anybody.
    """
    peer = request.remote_addr or ""
    if not _is_loopback(peer):
        return _network_of(peer)
    if not any(name in request.headers for name in PROXY_HEADERS):
        return ""
    named = request.headers.get("X-Forwarded-For") or request.headers.get("X-Real-IP", "")
    return _network_of(named.rpartition(",")[2].strip()) or BEHIND_A_PROXY


def from_here() -> bool:
    """Whether the request comes from the machine itself."""
    return not address()


def asker() -> Asker:
    """The visitor as jobs see it: the address, and whether as a player."""
    return Asker(address(), bool(access.played_table()))


def purse() -> str:
    """The payer of the request: the table, for its players, else the address; empty for the machine itself.
    So strangers at the same address cannot spend a table's budget."""
    return address() and (access.played_table() or address())


def ask(
    job: str,
    question: Mapping[str, Any],
    timeout: float,
    *,
    limit: float | None = None,
    of_store: bool = False,
) -> client.Answer:
    """The answer of a job asked for this visitor, who takes turns with others. `of_store` gives the job the
    database. Raises what `client.ask` raises."""
    given = {"database": current_app.config["DATABASE"]} if of_store else {}
    return client.ask(job, question, timeout, limit=limit, asker=asker(), given=given)


def search_seconds(seconds: float) -> float:
    """The time limit of a search on this pad, at most `seconds`."""
    most: float | None = current_app.config["SEARCH_SECONDS"]
    return seconds if most is None else min(seconds, most)


def wake(job: str) -> None:
    """Start a regular job soon. If that fails, it starts at its regular time."""
    if client.SERVER_VARIABLE in os.environ:
        with suppress(ScorepadError, TimeoutError):
            client.ask(job, {}, WAKE_WITHIN, on_this_machine=True)


def limit(app: Flask) -> None:
    """Limit the API and photos, and count what `spend` takes."""
    from flask_limiter import Limiter

    limiter = Limiter(
        key_func=address,
        app=app,
        storage_uri=_counts_address(app),
        storage_options={"socket_timeout": COUNTED_WITHIN, "socket_connect_timeout": COUNTED_WITHIN},
        headers_enabled=True,
        # Where what counts is away, the pad answers without limits.
        swallow_errors=True,
    )
    limiter.logger.disabled = True  # `spend`, which every request meets first, says once that counts are away
    app.extensions["budgets"] = Budgets(limiter)
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


def _counts_address(app: Flask) -> str:
    """The address of the storage that counts spending: the one in the setting LIMITS, else the file shared by
    the workers of this machine, else this process's memory."""
    from scorepad.store.spent_counts import SCHEME  # makes the library know such addresses

    if isinstance(app.config["LIMITS"], str):
        return str(app.config["LIMITS"])
    file = os.environ.get(COUNTS_VARIABLE)
    return f"{SCHEME}://{file}" if file else "memory://"


def _rate_limit(name: str) -> str:
    return str(current_app.config[name])


def _no_photo() -> bool:
    """Whether a request hands in no photo that counts against the limit."""
    return from_here() or request.endpoint not in TAKE_PHOTOS


class Budgets:
    """What is left to spend, by setting, kind and payer, on pads with limits."""

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
    from limits import parse

    return parse(text)


def spend_request() -> None:
    """Count the request against its payer's limit. Pages, forms, files and streams have separate limits.
    Raises Overspent."""
    if address():
        spend("LIMIT_PAGE", _kind_of_request())


def _kind_of_request() -> str:
    if request.endpoint in FILES_ENDPOINTS:
        return "files"
    if request.endpoint in STREAMS_ENDPOINTS:
        return "streams"
    return "forms" if request.method == "POST" else "pages"


def spend(setting: str, kind: str = "", cost: int = 1) -> None:
    """Spend `cost` of the limit in that setting, separately for each `kind`. Raises Overspent if too little
    is left."""
    budgets: Budgets | None = current_app.extensions.get("budgets")
    payer = address() if setting in OF_ADDRESSES else purse()
    if not payer or budgets is None:
        return
    # Stays so where what counts is away: then nobody is refused.
    until = None
    with _though_uncounted(current_app, "budgets"):
        until = budgets.end_of_window(setting, kind, payer, cost)
    if until is not None:
        raise Overspent(OVERSPENT[setting], until - time.time())


@contextmanager
def one_try() -> Iterator[None]:
    """Count one try at a code from this address, and uncount it if the look-up inside finds the code. All
    pages that look up codes share the limit. Raises Overspent."""
    spend("LIMIT_JOIN")
    yield
    spend("LIMIT_JOIN", cost=-1)


def count_stream() -> Callable[[], None]:
    """Count an opened stream of the payer, and return the function to call when it ends.

    A payer may have LIMIT_STREAMS open at a time, over all workers of this machine. Raises Overspent.
    """
    # A stream ends after its request: `end` then has no context to find the app by.
    payer, app = purse(), current_app._get_current_object()  # type: ignore[attr-defined]
    streams: OpenStreams = app.extensions["open-streams"]
    if not payer or not app.config["LIMITS"]:
        return lambda: None
    has_room = True
    with _though_uncounted(app, "open-streams"):
        has_room = streams.begin(payer, app.config["LIMIT_STREAMS"])
    if not has_room:
        raise Overspent(say("Too many phones are connected from here. Close a page that you don’t need."))

    def end() -> None:
        with _though_uncounted(app, "open-streams"):
            streams.end(payer)

    return end


@contextmanager
def _though_uncounted(app: Flask, counts: str) -> Iterator[None]:
    """Ignore faults of the counts within the context. The log has when they begin and end."""
    outage: Outage = app.extensions[f"outage-of-{counts}"]
    try:
        yield
    except Exception as error:
        outage.goes_on(Uncounted(error))
    else:
        outage.is_over()


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    # `192.0.2.1:5678`, `[2001:db8::1]:5678`, `fe80::1%eth0`: proxies add ports, machines their networks.
    host = text.partition(":")[0] if text.count(":") == 1 else text.partition("]")[0].strip("[")
    try:
        parsed = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    # Where the pad listens by IPv6 too, a visitor by IPv4 comes as `::ffff:192.0.2.1`.
    return parsed.ipv4_mapped or parsed if isinstance(parsed, IPv6Address) else parsed


def _is_loopback(text: str) -> bool:
    parsed = _parsed(text)
    return parsed is not None and parsed.is_loopback


def _network_of(text: str) -> str:
    """The address as it is counted: the network for IPv6; text that is no address as it is, cut short."""
    parsed = _parsed(text)
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((parsed, IPV6_PREFIX), strict=False))
    return str(parsed) if parsed else text[:40]
