"""This machine's addresses on the local network, best first, and listening sockets."""

from __future__ import annotations

import errno
import socket
from ipaddress import IPv4Address, ip_address

from scorepad.core.errors import ScorepadError
from scorepad.machine.system import by_interface

PORT = 8000
PORTS_TRIED = 20
BACKLOG = 1024
# Never sent to: connecting a UDP socket only asks which of our addresses would be used.
FAR_AWAY = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254")
VIRTUAL = ("br-", "docker", "lxc", "podman", "tailscale", "tap", "tun", "utun", "vbox", "veth", "virbr")


class PortInUse(ScorepadError):
    """Another program listens on the port."""

    code = "port"


def local_addresses() -> tuple[str, ...]:
    """IPv4 addresses that phones on the same network can reach; empty without a network.

    The one that leads outside comes first, those of bridges and tunnels last.
    """
    outgoing_addresses = [address for target in FAR_AWAY if (address := _address_towards(target))]
    interface_names = by_interface()
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


def _of_host_name() -> list[str]:
    try:
        return [str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        return []


def listening_socket(host: str, port: int | None, *, later: bool = False) -> socket.socket:
    """A listening socket on `port`, for None on the first free one from 8000 on. With `later` it listens once
    its server is ready, so that until then a proxy asks another machine."""
    wanted_ports = range(PORT, PORT + PORTS_TRIED) if port is None else (port,)
    for number in wanted_ports:
        try:
            return _bound_socket(host, number, 0 if later else BACKLOG)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                fault = f"Can’t listen on {host}:{number}: {error.strerror}. Try another --host."
                raise PortInUse(fault, at="port") from error
            if port is None:
                print(f"Port {number} is in use; trying {number + 1}.", flush=True)
        except OverflowError as error:
            raise PortInUse(f"{number} isn’t a port. Type a number from 0 to 65535.", at="port") from error
    taken = f"Port {wanted_ports[-1]} is in use by another program. Name another with --port."
    raise PortInUse(taken, at="port")


def _bound_socket(host: str, port: int, backlog: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        if backlog:
            listener.listen(backlog)
    except (OSError, OverflowError):
        listener.close()
        raise
    return listener
