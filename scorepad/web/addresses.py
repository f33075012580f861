"""The address of this pad for other phones, also when a page was asked for by the machine itself."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import request

from scorepad.machine import network


def for_phones(path: str) -> str:
    """The full address of a path of ours: `/j/ABC234` -> `http://192.168.1.20:8000/j/ABC234`."""
    own_url = urlsplit(request.url_root)
    host = own_url.netloc
    if _is_loopback(own_url.hostname or "") and (network_addresses := network.local_addresses()):
        host = f"{network_addresses[0]}:{own_url.port}" if own_url.port else network_addresses[0]
    return f"{own_url.scheme}://{host}{own_url.path.rstrip('/')}{path}"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
