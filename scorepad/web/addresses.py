"""The address of this pad for other phones, whatever host a request names.

A client can put any host into a request. Only a host of the pad's own gets into a link or a QR code.
"""

from __future__ import annotations

import io
import socket
import time
from collections.abc import Callable
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Response, current_app, request

from scorepad.machine import network

INGRESS = "scorepad.ingress"  # in the environment of a request that a home server forwards from its own page
KNOWN_FOR = 60  # seconds that the machine's addresses are taken as they were


def for_phones(path: str) -> str:
    """The full address of a path of ours: `/j/ABC234` -> `http://192.168.1.20:8000/j/ABC234`.

    A home server that shows the pad in a frame has another address there, which leads nobody else in; it is
    replaced.
    """
    if INGRESS in request.environ:
        return f"http://{_own_host(request.host)}{path.removeprefix(request.root_path)}"
    return f"{request.scheme}://{_own_host(request.host)}{path}"


def own_path() -> str:
    """The path that the browser asked for, including the prefix under which the pad is served."""
    return request.root_path.rstrip("/") + request.path


def code_of(path: str) -> Response:
    """The full address of the path as a QR code (SVG)."""
    import segno

    svg = io.BytesIO()
    qr_code = segno.make(for_phones(path), error="m", micro=False)
    qr_code.save(svg, kind="svg", border=2, omitsize=True, light="#fff")
    return Response(svg.getvalue(), mimetype="image/svg+xml")


def _own_host(host: str) -> str:
    """The host and port of the request if they are the pad's own, else the pad's first ones."""
    hosts = _named_hosts()
    if hosts:
        return host if host in hosts else hosts[0]
    try:
        named = urlsplit(f"//{host}")
        name, port = (named.hostname or "").lower(), named.port
    except ValueError:
        name, port = "", None
    own_port = current_app.config["PORT"]
    is_own_port = own_port is None or (port or _usual_port()) == own_port
    if is_own_port and name in _own_names():
        return host
    # Only a browser on this machine reached the pad by the port that it names; any other host may be made up.
    port = own_port or (port if _is_loopback(name) else None)
    address = next(iter(_own_addresses()), "127.0.0.1")
    address = f"[{address}]" if ":" in address else address
    return address if port in (None, _usual_port()) else f"{address}:{port}"


def _named_hosts() -> list[str]:
    """The hosts in the setting HOSTS: `pad.example,pad.example:8443`."""
    return [name.strip().lower() for name in str(current_app.config["HOSTS"]).split(",") if name.strip()]


def _usual_port() -> int:
    return 443 if request.scheme == "https" else 80


def _own_names() -> set[str]:
    """The machine's addresses and names on its network."""
    name = socket.gethostname().lower().removesuffix(".local")
    # On another phone `localhost` is that phone itself.
    named = {name, f"{name}.local"} - {"localhost"}
    # A pad that listens at one address alone may be out of reach under the machine’s names.
    return {*_own_addresses(), *(set() if current_app.config["HOST"] else named)}


def _own_addresses() -> tuple[str, ...]:
    if host := current_app.config["HOST"]:
        return (host,)
    return _addresses_of_minute(int(time.monotonic() // KNOWN_FOR), network.local_addresses)


# The number of the minute is in the key so that a machine that changes networks is looked at again.
@lru_cache(maxsize=2)
def _addresses_of_minute(_minute: int, look: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    return look()


def is_secure_context() -> bool:
    """Whether the browser treats the page as secure: by https, or on its own machine."""
    return request.is_secure or _is_loopback((urlsplit(f"//{request.host}").hostname or "").lower())


def _is_loopback(name: str) -> bool:
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"
