"""Who asks, by address; what an address may spend; and in whose name work is asked for."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

from flask import current_app, request
from flask_limiter import Limiter
from limits import parse

from scorepad.core.errors import ScorepadError
from scorepad.jobs import client
from scorepad.jobs.turns import Asker
from scorepad.web.people import access

IPV6_PREFIX = 64  # bits: what one household or server has
PROXY_HEADERS = ("X-Forwarded-For", "X-Real-IP", "Forwarded", "X-Forwarded-Host", "X-Forwarded-Proto", "Via")
BEHIND_A_PROXY = "behind a proxy"
OVERSPENT = {
    "LIMIT_SEARCH": "Many hands were searched from here. Wait a minute, then try again.",
    "LIMIT_SHEET": "Many sheets were made from here. Wait a minute, then try again.",
    "LIMIT_IMPORT": "Many files were opened from here. Wait an hour, then try again.",
    "LIMIT_TABLE": "Many tables were opened from here. Wait an hour, then try again.",
}


class Overspent(ScorepadError):
    """An address has had its share of something."""

    code = "too-many-requests"


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
    return Asker(address(), access.plays())


def ask(
    job: str, question: Mapping[str, Any], timeout: float, *, limit: float | None = None
) -> client.Answer:
    """The answer of a job that this visitor asks for in turn. Raises what `client.ask` raises."""
    return client.ask(job, question, timeout, limit=limit, asker=asker())


def spend(setting: str) -> None:
    """Take one from what the address may spend by that setting. Raises Overspent when nothing is left."""
    limiter: Limiter = current_app.extensions["budgets"]
    visitor = address()
    if not visitor or not limiter.enabled:
        return
    try:
        has_some = limiter.limiter.hit(parse(current_app.config[setting]), setting, visitor)
    except Exception:  # what counts is broken: the pad goes on
        current_app.logger.exception("what addresses spend cannot be counted")
        return
    if not has_some:
        raise Overspent(OVERSPENT[setting])


def count_stream() -> Callable[[], None]:
    """One of the streams that the address may have open with this worker; what is called when it ends.

    Raises Overspent.
    """
    visitor, open_streams = address(), _open_streams()
    most = current_app.config["LIMIT_STREAMS"] if visitor and current_app.config["LIMITS"] else math.inf
    if open_streams[visitor] >= most:
        raise Overspent("Many phones listen from here already.")
    open_streams[visitor] += 1

    def end() -> None:
        open_streams[visitor] -= 1
        if not open_streams[visitor]:
            del open_streams[visitor]

    return end


def stream_count() -> int:
    """How many phones listen to this worker."""
    return _open_streams().total()


def _open_streams() -> Counter[str]:
    streams: Counter[str] = current_app.extensions.setdefault("open_streams", Counter())
    return streams


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    host = text.partition(":")[0] if text.count(":") == 1 else text.partition("]")[0].strip("[")
    try:
        parsed = ip_address(host.partition("%")[0])
    except ValueError:
        return None
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
