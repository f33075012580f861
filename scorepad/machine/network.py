"""This machine's addresses on the local network, best first."""

from __future__ import annotations

import fcntl
import socket
import struct
import sys
from contextlib import suppress
from ipaddress import IPv4Address, ip_address

# Never sent to: connecting a UDP socket only asks which of our addresses would be used.
FAR_AWAY = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254")
VIRTUAL = ("br-", "docker", "lxc", "podman", "tailscale", "tap", "tun", "utun", "vbox", "veth", "virbr")
SIOCGIFADDR = 0x8915


def local_addresses() -> tuple[str, ...]:
    """IPv4 addresses that phones on the same network can reach; empty when there is no network.

    The one that leads outside comes first, those of bridges and tunnels last.
    """
    outgoing_addresses = [address for target in FAR_AWAY if (address := _address_towards(target))]
    interface_names = _by_interface()
    all_addresses = dict.fromkeys([*outgoing_addresses, *interface_names, *_of_host_name()])
    reachable_addresses = [address for address in all_addresses if _is_reachable(address)]
    return tuple(
        sorted(
            reachable_addresses, key=lambda address: _address_order(address, interface_names.get(address, ""))
        )
    )


def _address_order(address: str, interface: str) -> tuple[bool, bool]:
    """Sorts real interfaces before virtual ones, and home networks before public addresses."""
    return interface.startswith(VIRTUAL), not ip_address(address).is_private


def _is_reachable(address: str) -> bool:
    parsed = IPv4Address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)


def _address_towards(target: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((target, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _by_interface() -> dict[str, str]:
    """Address -> interface name, where the system tells (Linux)."""
    named = {}
    if sys.platform == "linux":
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            for _, name in socket.if_nameindex():
                with suppress(OSError):  # an interface without an address
                    interface_request = struct.pack("256s", name.encode()[:15])
                    ioctl_reply = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, interface_request)
                    named[socket.inet_ntoa(ioctl_reply[20:24])] = name
    return named


def _of_host_name() -> list[str]:
    try:
        return [str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        return []
