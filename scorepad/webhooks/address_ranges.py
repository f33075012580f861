"""The addresses that a webhook may have: IANA's registries of special-purpose addresses as a table, and the
addresses at which clouds keep the keys of their machines.

The pad has a table of its own, since that of the standard library differs between versions.
"""

from __future__ import annotations

from enum import Enum, auto
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import NamedTuple


class Reach(Enum):
    """The part of the network that an address belongs to, for webhooks.

    PUBLIC          the internet: allowed for every webhook
    OWN             the pad's own network: allowed if the pad's host permits it
    NEVER           anything else: never allowed
    AS_IPV4         as the IPv4 address in its last four bytes
    AS_PUBLIC_IPV4  the internet if that IPv4 address is public, else NEVER
    """

    PUBLIC = auto()
    OWN = auto()
    NEVER = auto()
    AS_IPV4 = auto()
    AS_PUBLIC_IPV4 = auto()


class AddressRange(NamedTuple):
    """A range of addresses with the same reach, under its name in the registry."""

    network: IPv4Network | IPv6Network
    name: str
    reach: Reach


_PUBLIC, _OWN, _NEVER = Reach.PUBLIC, Reach.OWN, Reach.NEVER
_ROWS = (
    # IPv4 Special-Purpose Address Registry, RFC 6890, as of October 2025.
    ("0.0.0.0/8", "“This network”", _NEVER),
    ("0.0.0.0/32", "“This host on this network”", _NEVER),
    ("10.0.0.0/8", "Private-Use", _OWN),
    ("100.64.0.0/10", "Shared Address Space", _NEVER),  # the provider's network
    ("127.0.0.0/8", "Loopback", _OWN),
    ("169.254.0.0/16", "Link Local", _NEVER),  # clouds keep keys there
    ("172.16.0.0/12", "Private-Use", _OWN),
    ("192.0.0.0/24", "IETF Protocol Assignments", _NEVER),
    ("192.0.0.0/29", "IPv4 Service Continuity Prefix", _NEVER),
    ("192.0.0.8/32", "IPv4 dummy address", _NEVER),
    # Anycast leads to the nearest such server: the pad's own router.
    ("192.0.0.9/32", "Port Control Protocol Anycast", _NEVER),
    ("192.0.0.10/32", "Traversal Using Relays around NAT Anycast", _NEVER),
    ("192.0.0.170/32", "NAT64/DNS64 Discovery", _NEVER),
    ("192.0.0.171/32", "NAT64/DNS64 Discovery", _NEVER),
    ("192.0.2.0/24", "Documentation (TEST-NET-1)", _NEVER),
    ("192.31.196.0/24", "AS112-v4", _PUBLIC),
    ("192.52.193.0/24", "AMT", _PUBLIC),
    ("192.88.99.0/24", "Deprecated (6to4 Relay Anycast)", _NEVER),
    ("192.88.99.2/32", "6a44-relay anycast address", _NEVER),
    ("192.168.0.0/16", "Private-Use", _OWN),
    ("192.175.48.0/24", "Direct Delegation AS112 Service", _PUBLIC),
    ("198.18.0.0/15", "Benchmarking", _NEVER),
    ("198.51.100.0/24", "Documentation (TEST-NET-2)", _NEVER),
    ("203.0.113.0/24", "Documentation (TEST-NET-3)", _NEVER),
    ("240.0.0.0/4", "Reserved", _NEVER),
    ("255.255.255.255/32", "Limited Broadcast", _NEVER),
    # IPv4 Address Space, RFC 1112.
    ("224.0.0.0/4", "Multicast", _NEVER),
    ("0.0.0.0/0", "All others", _PUBLIC),
    # IPv6 Special-Purpose Address Registry, RFC 6890, as of October 2025.
    ("::1/128", "Loopback Address", _OWN),
    ("::/128", "Unspecified Address", _NEVER),
    ("::ffff:0:0/96", "IPv4-mapped Address", Reach.AS_IPV4),
    # Its addresses stand for public ones alone (RFC 6052, 3.1).
    ("64:ff9b::/96", "IPv4-IPv6 Translat.", Reach.AS_PUBLIC_IPV4),
    # Each network puts the IPv4 address where it likes there, so that nobody else can tell it (RFC 8215).
    ("64:ff9b:1::/48", "IPv4-IPv6 Translat.", _NEVER),
    ("100::/64", "Discard-Only Address Block", _NEVER),
    ("100:0:0:1::/64", "Dummy IPv6 Prefix", _NEVER),
    ("2001::/23", "IETF Protocol Assignments", _NEVER),
    ("2001::/32", "TEREDO", _NEVER),  # a stranger's IPv4 address is in it
    ("2001:1::1/128", "Port Control Protocol Anycast", _NEVER),
    ("2001:1::2/128", "Traversal Using Relays around NAT Anycast", _NEVER),
    ("2001:1::3/128", "DNS-SD Service Registration Protocol Anycast", _NEVER),
    ("2001:2::/48", "Benchmarking", _NEVER),
    ("2001:3::/32", "AMT", _PUBLIC),
    ("2001:4:112::/48", "AS112-v6", _PUBLIC),
    ("2001:10::/28", "Deprecated (previously ORCHID)", _NEVER),
    ("2001:20::/28", "ORCHIDv2", _PUBLIC),
    ("2001:30::/28", "Drone Remote ID Protocol Entity Tags (DETs) Prefix", _PUBLIC),
    ("2001:db8::/32", "Documentation", _NEVER),
    ("2002::/16", "6to4", _NEVER),  # an IPv4 address is in it, of any network
    ("2620:4f:8000::/48", "Direct Delegation AS112 Service", _PUBLIC),
    ("3fff::/20", "Documentation", _NEVER),
    ("5f00::/16", "Segment Routing (SRv6) SIDs", _NEVER),
    ("fc00::/7", "Unique-Local", _OWN),
    ("fe80::/10", "Link-Local Unicast", _NEVER),
    # Internet Protocol Version 6 Address Space, RFC 4291.
    ("::/96", "IPv4-Compatible IPv6 Address", _NEVER),
    ("::ffff:0:0:0/96", "IPv4-translated address", _NEVER),  # RFC 2765
    ("2000::/3", "Global Unicast", _PUBLIC),
    ("fec0::/10", "Deprecated (previously Site-Local scoped address prefix)", _NEVER),
    ("ff00::/8", "Multicast", _NEVER),
    ("::/0", "Reserved by IETF", _NEVER),
    # Metadata of clouds: whoever reads it has the machine's keys. Other clouds have 169.254.169.254.
    ("100.100.100.200/32", "Alibaba Cloud", _NEVER),
    ("168.63.129.16/32", "Azure", _NEVER),
    ("169.254.169.254/32", "AWS, Azure, Google Cloud, Oracle Cloud", _NEVER),
    ("192.0.0.192/32", "Oracle Cloud at Customer", _NEVER),
    ("fd00:42::42/128", "Scaleway", _NEVER),
    ("fd00:100::100:200/128", "Alibaba Cloud", _NEVER),
    ("fd00:a9fe:a9fe::1/128", "Akamai Connected Cloud", _NEVER),
    ("fd00:c1::a9fe:a9fe/128", "Oracle Cloud", _NEVER),
    ("fd00:ec2::/32", "AWS", _NEVER),
    ("fd20:ce::254/128", "Google Cloud", _NEVER),
)
RANGES = tuple(AddressRange(ip_network(network), name, reach) for network, name, reach in _ROWS)
"""Of those that an address is in the smallest counts."""


def may_reach(address: IPv4Address | IPv6Address, *, private: bool) -> bool:
    """Whether a request may go to the address; `private` allows the pad's own network."""
    reach = reach_of(address)
    return reach is Reach.PUBLIC or (private and reach is Reach.OWN)


@lru_cache(maxsize=256)
def reach_of(address: IPv4Address | IPv6Address) -> Reach:
    """The reach of an address: PUBLIC, OWN or NEVER."""
    holding = (each for each in RANGES if address in each.network)
    reach = max(holding, key=lambda each: each.network.prefixlen).reach
    if reach not in (Reach.AS_IPV4, Reach.AS_PUBLIC_IPV4):
        return reach
    inner = reach_of(IPv4Address(int(address) & 0xFFFF_FFFF))
    return inner if reach is Reach.AS_IPV4 or inner is Reach.PUBLIC else Reach.NEVER
