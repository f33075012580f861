"""The messages to a job server, and where it listens: at a Unix socket, or at `http://host:port`.

They are HTTP: `POST /JOB` with the request as JSON. Work machines serve only machines of their pad. A request
carries a token made from what these share: the key and the password of the store. A backup has the key alone.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import random
import socket
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from scorepad.jobs.turns import Asker

KEY_VARIABLE, STORE_VARIABLE = "SCOREPAD_SECRET_KEY", "SCOREPAD_STORE"
SCHEME = "http://"
CONNECT_SECONDS = 1.0  # until another machine is asked
ANSWERED, REFUSED, BROKEN = 200, 422, 500  # statuses of the answer, of the job's own ScorepadError, of a bug
BUSY, DIED, TOO_LONG = 503, 502, 504  # … of a line that is full, of a worker that died, or was ended
TURN = "turn"  # asks for no job, but for a turn to have one done elsewhere
HEAD_END = b"\r\n\r\n"


@dataclass(frozen=True, slots=True)
class JobWish:
    """A request to a job server.

    job     name of the job, or TURN
    asker   the requester, for fair turns
    limit   seconds that the job may take
    length  bytes of the request that follows
    token   proof that it comes from a machine of this pad
    wanted  whether to run the job, or only tell whether it would run
    """

    job: str
    asker: Asker
    limit: float
    length: int = 0
    token: str = field(default="", repr=False)
    wanted: bool = True

    @property
    def headers(self) -> dict[str, str]:
        """The HTTP headers of the wish, except the length."""
        about = json.dumps({"address": self.asker.address, "plays": self.asker.plays})
        return {"Limit": str(self.limit), "Token": token(), "Asker": about}

    @classmethod
    def of_head(cls, head: bytes) -> JobWish:
        """The wish in an HTTP head. Raises ValueError if it does not read."""
        first, *lines = head.decode("latin-1").split("\r\n")
        verb, path, _ = first.split(" ")
        sent = {
            name.strip().lower(): text.strip() for name, _, text in (line.partition(":") for line in lines)
        }
        asker = Asker(**json.loads(sent.get("asker", "{}")))
        limit, length = float(sent.get("limit", "0")), int(sent.get("content-length", "0"))
        return cls(path.removeprefix("/"), asker, limit, length, sent.get("token", ""), verb == "POST")


def response_head(status: int, length: int | None = None) -> bytes:
    """The HTTP head of an answer of `length` bytes; for None it lasts until a side hangs up."""
    size = "" if length is None else f"Content-Length: {length}\r\n"
    return f"HTTP/1.1 {status} .\r\n{size}Connection: close\r\n\r\n".encode()


def each_address(addresses: str) -> list[str]:
    """The addresses in a setting, in random order, so that work spreads."""
    listed = [address.strip() for address in addresses.split(",") if address.strip()]
    return random.sample(listed, len(listed))


def is_elsewhere(address: str) -> bool:
    """Whether the address names other machines."""
    return address.startswith(SCHEME)


def connected(address: str) -> socket.socket:
    """Connect to the server. A full queue on this machine is refused at once. Raises OSError."""
    if is_elsewhere(address):
        parts = urlsplit(address)
        return socket.create_connection((parts.hostname or "", parts.port or 80), CONNECT_SECONDS)
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(0)
    try:
        connection.connect(address)
    except OSError:
        connection.close()
        raise
    return connection


def token() -> str:
    """The token of machines of this pad; empty if they share no key."""
    key = os.environ.get(KEY_VARIABLE, "")
    password = unquote(urlsplit(os.environ.get(STORE_VARIABLE, "")).password or "")
    return hmac.digest(key.encode(), f"jobs {password}".encode(), hashlib.sha256).hex() if key else ""


def is_token(text: str) -> bool:
    """Whether the text is the token. Without a shared key, any text is."""
    return hmac.compare_digest(text.encode(), token().encode()) or not token()
