"""Requests to addresses that players named: only to allowed hosts, and within a time limit.

A name is looked up once, and the request goes to the addresses found, so that changing the name later leads
nowhere. Redirects are not followed, and proxies of the environment are not used.
"""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from io import BufferedReader, RawIOBase
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import Sentence, say
from scorepad.webhooks.address_ranges import may_reach

TIMEOUT = 5.0  # seconds for each step
CONNECTED_WITHIN = 10.0  # seconds for all addresses of a name
ANSWER_WITHIN = 10.0  # seconds for a whole answer, of which each byte is a step
LONGEST_HEAD = 64 * 1024  # bytes of an answer that are read
READ_AT_ONCE = 8 * 1024  # bytes
MOST_ADDRESSES = 3  # of a name, that are tried
LONGEST_URL = 500
PORTS = {"http": 80, "https": 443}


class UnusableAddress(ScorepadError):
    """An address that a webhook may not have."""

    code = "webhook"


class NotDelivered(Exception):
    """A request that failed, with the reason."""


class Target(NamedTuple):
    """An address found for a name: its family, and the argument of `connect` for a socket of that family."""

    family: int
    place: tuple[Any, ...]

    @property
    def address(self) -> IPv4Address | IPv6Address:
        """The IP address without its interface."""
        return ip_address(str(self.place[0]).partition("%")[0])


def check_url(url: str, *, private: bool) -> str:
    """Return the URL if a webhook may have it, as far as can be seen without looking up its name. Raises
    UnusableAddress."""
    parts = _split(url)
    host = (parts.hostname or "").rstrip(".")
    if not private and (host == "localhost" or host.endswith((".localhost", ".local"))):
        raise UnusableAddress(_PRIVATE, at="url")
    try:
        targets = _targets(host, None, socket.AI_NUMERICHOST)
    except OSError:  # a name
        return url
    except UnicodeError:
        raise UnusableAddress(_EXPECTED, at="url") from None
    _check(targets, private=private)
    return url


_EXPECTED = say("Type an address such as https://example.org/scores.")
_PRIVATE = say(
    "The pad doesn’t call addresses of its own network. Its host can allow it: "
    "SCOREPAD_WEBHOOKS_PRIVATE=true."
)
_NEVER = say("No webhook can lead to this address. Type a public one.")


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        known = parts.scheme in PORTS and parts.hostname and parts.port != 0 and parts.username is None
    except ValueError:
        raise UnusableAddress(_EXPECTED, at="url") from None
    if not known or len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise UnusableAddress(_EXPECTED, at="url")
    return parts


def _targets(host: str, port: int | None, flags: int = 0) -> list[Target]:
    """All addresses of a name or literal address. Raises OSError, and UnicodeError for an invalid name."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=flags)
    return [Target(family, place) for family, _, _, _, place in found]


def _check(targets: Sequence[Target], *, private: bool) -> None:
    """Raise UnusableAddress unless requests may go to all of the targets."""
    refused = [each.address for each in targets if not may_reach(each.address, private=private)]
    if refused:
        reason: Sentence = _PRIVATE if all(may_reach(each, private=True) for each in refused) else _NEVER
        raise UnusableAddress(reason, at="url")


def post(url: str, body: bytes, headers: Mapping[str, str], *, private: bool) -> None:
    """Post the body. Raises NotDelivered unless the answer's status is good."""
    try:
        parts = _split(url)
        with closing(_connection(parts, private=private)) as connection:
            path = f"{parts.path or '/'}{'?' * bool(parts.query)}{parts.query}"
            connection.request("POST", path, body, {**headers, "Host": parts.netloc})
            status = _status(connection.sock)
    except UnusableAddress as error:
        raise NotDelivered(str(error)) from error
    except (OSError, HTTPException, UnicodeError) as error:
        raise NotDelivered(f"{type(error).__name__}: {error}"[:200]) from error
    if not 200 <= status < 300:
        raise NotDelivered(f"It answered with {status}.")


class _Answer(RawIOBase):
    """The received bytes, limited in time and number. Otherwise a server could send a byte every few seconds
    and block the reader."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._give_up_at = time.monotonic() + ANSWER_WITHIN
        self._room = LONGEST_HEAD

    def makefile(self, _mode: str) -> BufferedReader:
        """The stream as HTTPResponse asks a socket for it."""
        return BufferedReader(self, READ_AT_ONCE)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._connection.settimeout(_seconds_left(self._give_up_at))
        count = self._connection.recv_into(buffer)
        self._room -= count
        if self._room < 0:
            raise NotDelivered("Its answer is too long.")
        return count


def _status(connection: socket.socket) -> int:
    """The status of the answer; only its head is read."""
    response = HTTPResponse(_Answer(connection), method="POST")  # type: ignore[arg-type]
    with closing(response):
        response.begin()
        return response.status


def _seconds_left(give_up_at: float) -> float:
    """The seconds that the next step may take. Raises TimeoutError if none are left."""
    left = give_up_at - time.monotonic()
    if left <= 0:
        raise TimeoutError("timed out")
    return min(TIMEOUT, left)


def _connection(parts: SplitResult, *, private: bool) -> HTTPConnection:
    """A connection to one of the addresses of the name, all of which must be allowed."""
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    targets = _targets(host, port)
    _check(targets, private=private)
    connection = HTTPConnection(host, port, timeout=TIMEOUT)
    connection.sock = _connected(targets[:MOST_ADDRESSES])
    if parts.scheme == "https":
        context = ssl.create_default_context()
        connection.sock = context.wrap_socket(connection.sock, server_hostname=host)
    return connection


def _connected(targets: Sequence[Target]) -> socket.socket:
    """A connection to the first target that accepts: `localhost` has two addresses, and a device may listen
    on the second."""
    timeout = min(TIMEOUT, CONNECTED_WITHIN / len(targets))
    *others, last = targets
    for target in others:
        with suppress(OSError):
            return _connected_to(target, timeout)
    return _connected_to(last, timeout)


def _connected_to(target: Target, timeout: float) -> socket.socket:
    """A connection to the checked address, without another look-up."""
    connection = socket.socket(target.family, socket.SOCK_STREAM)
    try:
        connection.settimeout(timeout)
        connection.connect(target.place)
        connection.settimeout(TIMEOUT)
    except BaseException:
        connection.close()
        raise
    return connection
