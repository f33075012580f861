"""Who asks, by address; what an address may spend; and in whose name work is asked for."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from math import ceil
from typing import Any, Protocol

from flask import Flask, current_app, request

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import say
from scorepad.jobs import client
from scorepad.jobs.turns import Asker
from scorepad.store.outage import Outage
from scorepad.store.shared_counts import OpenStreams
from scorepad.web.people import access

IPV6_PREFIX = 64  # bits: what one household or server has
FILES_ENDPOINTS = ("static", "styles", "scripts")
STREAMS_ENDPOINTS = ("live.events", "programs.events")
PROXY_HEADERS = ("X-Forwarded-For", "X-Real-IP", "Forwarded", "X-Forwarded-Host", "X-Forwarded-Proto", "Via")
BEHIND_A_PROXY = "behind a proxy"
WAKE_WITHIN = 1.0  # seconds
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


class Budgets(Protocol):
    """What counts, where the pad has limits."""

    def end_of_window(self, setting: str, kind: str, payer: str, cost: int) -> float | None:
        """Take so many; where nothing is left, the time at which there is something again."""


class Overspent(ScorepadError):
    """An address has had its share of something, and has one again after so many seconds."""

    code = "too-many-requests"

    def __init__(self, message: str, seconds: float = 60.0) -> None:
        super().__init__(message)
        self.seconds = ceil(max(1.0, seconds))


class Uncounted(ScorepadError):
    """What counts is away or broken."""

    def __init__(self, reason: Exception) -> None:
        super().__init__(
            f"What addresses spend cannot be counted, and is not limited: {type(reason).__name__}."
        )


def address() -> str:
    """The address of whoever asks, of an IPv6 network its first half; empty for the machine itself.

    What connects from this machine and says that it forwards is a proxy, whether or not the host has told
    so: the visitor is whom it names last. Others may not name anybody.
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
    """Who asks for work, and whether as a player."""
    return Asker(address(), bool(access.played_table()))


def purse() -> str:
    """Who pays for the request: the table, where its player asks, else the address. So strangers at the
    address of a table's players spend nothing of theirs. Empty for the machine itself."""
    return address() and (access.played_table() or address())


def ask(
    job: str,
    question: Mapping[str, Any],
    timeout: float,
    *,
    limit: float | None = None,
    of_store: bool = False,
) -> client.Answer:
    """The answer of a job, perhaps one `of_store`, that this visitor asks for in turn. Raises what
    `client.ask` raises."""
    given = {"database": current_app.config["DATABASE"]} if of_store else {}
    return client.ask(job, question, timeout, limit=limit, asker=asker(), given=given)


def search_seconds(seconds: float) -> float:
    """How long a search that may take so many seconds takes at most on this pad."""
    most: float | None = current_app.config["SEARCH_SECONDS"]
    return seconds if most is None else min(seconds, most)


def wake(job: str) -> None:
    """Have a regular job done soon; where nobody does it now, it is done in a while all the same."""
    if client.SERVER_VARIABLE in os.environ:
        with suppress(ScorepadError, TimeoutError):
            client.ask(job, {}, WAKE_WITHIN, on_this_machine=True)


def spend_request() -> None:
    """Take one from the requests that a table's players, or an address, may send: pages, forms, files and
    streams each apart, so that none is at the cost of another. Raises Overspent."""
    if address():
        spend("LIMIT_PAGE", _kind_of_request())


def _kind_of_request() -> str:
    if request.endpoint in FILES_ENDPOINTS:
        return "files"
    if request.endpoint in STREAMS_ENDPOINTS:
        return "streams"
    return "forms" if request.method == "POST" else "pages"


def spend(setting: str, kind: str = "", cost: int = 1) -> None:
    """Take so many from what may be spent by that setting, on that kind of thing. Raises Overspent when
    nothing is left."""
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
    """Take one try at a code from this address, and give it back where the look-up within finds the code.
    All pages that look up codes share the count. Raises Overspent."""
    spend("LIMIT_JOIN")
    yield
    spend("LIMIT_JOIN", cost=-1)


def count_stream() -> Callable[[], None]:
    """Count a stream that opens, and give back what to call when it ends. A table's players, or an address,
    may have LIMIT_STREAMS open with all workers of this machine. Raises Overspent."""
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
    """The pad goes on where what counts is broken; the log hears when that begins and when it is over."""
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
    """The address as it is counted; text that is none counts as it is, cut short."""
    parsed = _parsed(text)
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((parsed, IPV6_PREFIX), strict=False))
    return str(parsed) if parsed else text[:40]
