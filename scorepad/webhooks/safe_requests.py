"""Requests to addresses that players named: to hosts that they may reach, within seconds, and no further.

A name is looked up once, and the request goes to what was found: a name that points elsewhere a moment later
leads nowhere else. Redirects are not followed, and proxies of the environment are not asked.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Timer
from urllib.parse import SplitResult, urlsplit

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import say

TIMEOUT = 5.0  # seconds for each step
ANSWER_WITHIN = 10.0  # seconds for a whole answer, of which each byte is a step
MOST_ADDRESSES = 3  # of a name, that are tried
LONGEST_URL = 500
PORTS = {"http": 80, "https": 443}
# NAT64, 6to4 and Teredo.
_TRANSLATED = (IPv6Network("64:ff9b::/96"), IPv6Network("2002::/16"), IPv6Network("2001::/32"))
"""Addresses that stand for IPv4 ones."""


class UnusableAddress(ScorepadError):
    """An address that no webhook may have."""

    code = "webhook"


class NotDelivered(Exception):
    """A request that did not come to a good end, and why."""


def check_url(url: str, *, private: bool) -> str:
    """The address, when a webhook may have it as far as can be told without asking for the name. Raises
    UnusableAddress."""
    parts = _split(url)
    host = parts.hostname or ""
    try:
        address = ip_address(host)
    except ValueError:
        is_local = host == "localhost" or host.endswith((".localhost", ".local"))
        allowed = private or not is_local
    else:
        allowed = may_reach(address, private=private)
    if not allowed:
        raise UnusableAddress(_PRIVATE, at="url")
    return url


_PRIVATE = say(
    "The pad doesn’t call addresses of its own network. Its host can allow it: "
    "SCOREPAD_WEBHOOKS_PRIVATE=true."
)


def _split(url: str) -> SplitResult:
    expected = say("Type an address such as https://example.org/scores.")
    try:
        parts = urlsplit(url)
        known = parts.scheme in PORTS and parts.hostname and parts.port != 0 and not parts.username
    except ValueError:
        raise UnusableAddress(expected, at="url") from None
    if not known or len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise UnusableAddress(expected, at="url")
    return parts


def may_reach(address: IPv4Address | IPv6Address, *, private: bool) -> bool:
    """Whether a request may go there: to the whole internet, and to the pad's own network where its host
    allows it; never to what machines have for themselves, such as the metadata of a cloud."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return may_reach(address.ipv4_mapped, private=private)
        if any(address in network for network in _TRANSLATED):
            return False
    if address.is_multicast or address.is_unspecified or address.is_link_local:
        return False
    return address.is_global or (private and (address.is_private or address.is_loopback))


def post(url: str, body: bytes, headers: Mapping[str, str], *, private: bool) -> None:
    """Send it. Raises NotDelivered unless the answer is a good one."""
    try:
        parts = _split(url)
        with closing(_connection(parts, private=private)) as connection, _cut_off(connection.sock):
            path = f"{parts.path or '/'}{'?' * bool(parts.query)}{parts.query}"
            connection.request("POST", path, body, {**headers, "Host": parts.netloc})
            status = connection.getresponse().status
    except UnusableAddress as error:
        raise NotDelivered(str(error)) from error
    except (OSError, HTTPException, UnicodeError) as error:
        raise NotDelivered(f"{type(error).__name__}: {error}"[:200]) from error
    if not 200 <= status < 300:
        raise NotDelivered(f"It answered with {status}.")


@contextmanager
def _cut_off(connection: socket.socket) -> Iterator[None]:
    """End what is received in time: a byte every few seconds would hold up all other webhooks."""

    def cut() -> None:
        with suppress(OSError):  # it has ended by itself
            connection.shutdown(socket.SHUT_RDWR)

    timer = Timer(ANSWER_WITHIN, cut)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _connection(parts: SplitResult, *, private: bool) -> HTTPConnection:
    """Connected to one of the addresses that the name has, all of which must be allowed."""
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(target[0]).partition("%")[0] for *_, target in found]
    if not all(may_reach(ip_address(address), private=private) for address in addresses):
        raise UnusableAddress(_PRIVATE, at="url")
    connection = HTTPConnection(host, port, timeout=TIMEOUT)
    connection.sock = _connected(addresses[:MOST_ADDRESSES], port)
    if parts.scheme == "https":
        context = ssl.create_default_context()
        connection.sock = context.wrap_socket(connection.sock, server_hostname=host)
    return connection


def _connected(addresses: Sequence[str], port: int) -> socket.socket:
    """A connection to the first that takes one: `localhost` has two, and a lamp may listen at the second."""
    *others, last = addresses
    for address in others:
        with suppress(OSError):
            return socket.create_connection((address, port), timeout=TIMEOUT)
    return socket.create_connection((last, port), timeout=TIMEOUT)
