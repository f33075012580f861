"""Where a job server listens: a Unix socket of this machine, or `http://host:port` of work machines.

Work machines do what any of the pad's machines asks, and nobody else: a request carries a token that is made
from what all of them share, the key and the password of the store. A backup holds the key alone.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import random
import socket
from urllib.parse import unquote, urlsplit

KEY_VARIABLE, STORE_VARIABLE = "SCOREPAD_SECRET_KEY", "SCOREPAD_STORE"
TOKEN = "Token"  # header
SCHEME = "http://"
CONNECT_SECONDS = 1.0  # until another machine is asked


def each_address(addresses: str) -> list[str]:
    """The addresses of a setting, those of machines in any order, so that work spreads."""
    listed = [address.strip() for address in addresses.split(",") if address.strip()]
    return random.sample(listed, len(listed))


def is_elsewhere(address: str) -> bool:
    """Whether the address names other machines."""
    return address.startswith(SCHEME)


def connected(address: str) -> socket.socket:
    """A connection to the server. A full queue of this machine is refused at once. Raises OSError."""
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
    """What shows that a request comes from a machine of this pad; empty where no key is shared."""
    key = os.environ.get(KEY_VARIABLE, "")
    password = unquote(urlsplit(os.environ.get(STORE_VARIABLE, "")).password or "")
    return hmac.digest(key.encode(), f"jobs {password}".encode(), hashlib.sha256).hex() if key else ""


def is_token(text: str) -> bool:
    """Whether that is the token; where no key is shared any is."""
    return hmac.compare_digest(text.encode(), token().encode()) or not token()
