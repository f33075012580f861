"""Where webhooks may lead, address by address: as IANA's registries say, on every Python alike."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from bisect import bisect_right
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

import pytest

from scorepad.webhooks import address_ranges
from scorepad.webhooks.address_ranges import RANGES, Reach, may_reach, reach_of
from scorepad.webhooks.safe_requests import UnusableAddress, check_url

PUBLIC, OWN, NEVER = Reach.PUBLIC, Reach.OWN, Reach.NEVER
# From each address on to the next one.
IPV4 = {
    "0.0.0.0": NEVER,
    "1.0.0.0": PUBLIC,
    "10.0.0.0": OWN,
    "11.0.0.0": PUBLIC,
    "100.64.0.0": NEVER,
    "100.128.0.0": PUBLIC,
    "127.0.0.0": OWN,
    "128.0.0.0": PUBLIC,
    "168.63.129.16": NEVER,
    "168.63.129.17": PUBLIC,
    "169.254.0.0": NEVER,
    "169.255.0.0": PUBLIC,
    "172.16.0.0": OWN,
    "172.32.0.0": PUBLIC,
    "192.0.0.0": NEVER,
    "192.0.1.0": PUBLIC,
    "192.0.2.0": NEVER,
    "192.0.3.0": PUBLIC,
    "192.88.99.0": NEVER,
    "192.88.100.0": PUBLIC,
    "192.168.0.0": OWN,
    "192.169.0.0": PUBLIC,
    "198.18.0.0": NEVER,
    "198.20.0.0": PUBLIC,
    "198.51.100.0": NEVER,
    "198.51.101.0": PUBLIC,
    "203.0.113.0": NEVER,
    "203.0.114.0": PUBLIC,
    "224.0.0.0": NEVER,
}
AS_IPV4 = {f"::ffff:{address}": reach for address, reach in IPV4.items()}
AS_PUBLIC_IPV4 = {
    f"64:ff9b::{address}": PUBLIC if reach is PUBLIC else NEVER for address, reach in IPV4.items()
}
IPV6 = {
    "::": NEVER,
    "::1": OWN,
    "::2": NEVER,
    **AS_IPV4,
    "::1:0:0:0": NEVER,
    **AS_PUBLIC_IPV4,
    "64:ff9b::1:0:0": NEVER,
    "2000::": PUBLIC,
    "2001::": NEVER,
    "2001:3::": PUBLIC,
    "2001:4::": NEVER,
    "2001:4:112::": PUBLIC,
    "2001:4:113::": NEVER,
    "2001:20::": PUBLIC,
    "2001:40::": NEVER,
    "2001:200::": PUBLIC,
    "2001:db8::": NEVER,
    "2001:db9::": PUBLIC,
    "2002::": NEVER,
    "2003::": PUBLIC,
    "3fff::": NEVER,
    "3fff:1000::": PUBLIC,
    "4000::": NEVER,
    "fc00::": OWN,
    "fd00:42::42": NEVER,
    "fd00:42::43": OWN,
    "fd00:c1::a9fe:a9fe": NEVER,
    "fd00:c1::a9fe:a9ff": OWN,
    "fd00:100::100:200": NEVER,
    "fd00:100::100:201": OWN,
    "fd00:ec2::": NEVER,
    "fd00:ec3::": OWN,
    "fd00:a9fe:a9fe::1": NEVER,
    "fd00:a9fe:a9fe::2": OWN,
    "fd20:ce::254": NEVER,
    "fd20:ce::255": OWN,
    "fe00::": NEVER,
}
EXPECTED = {
    kind: sorted((int(kind(address)), reach) for address, reach in listed.items())
    for kind, listed in ((IPv4Address, IPV4), (IPv6Address, IPV6))
}
CLOUDS = (
    "100.100.100.200",
    "168.63.129.16",
    "169.254.169.254",
    "169.254.170.2",
    "192.0.0.192",
    "fd00:42::42",
    "fd00:100::100:200",
    "fd00:a9fe:a9fe::1",
    "fd00:c1::a9fe:a9fe",
    "fd00:ec2::23",
    "fd00:ec2::254",
    "fd20:ce::254",
    "fe80::a9fe:a9fe",
)
"""Where machines of clouds ask for their keys."""
STANDARD_REGISTRIES = re.compile(r"\.is_(global|private|reserved|loopback|link_local|site_local|multicast)")
JUDGE = """
import ipaddress, json, runpy, sys
reach_of = runpy.run_path(sys.argv[1])["reach_of"]
json.dump([reach_of(ipaddress.ip_address(each)).name for each in json.load(sys.stdin)], sys.stdout)
"""


def expected(address):
    """Where it leads, as listed above."""
    starts = [start for start, _ in EXPECTED[type(address)]]
    return EXPECTED[type(address)][bisect_right(starts, int(address)) - 1][1]


def edges(network):
    """The first and the last address of a range, and their neighbours."""
    kind = type(network[0])
    numbers = int(network[0]) - 1, int(network[0]), int(network[-1]), int(network[-1]) + 1
    return [kind(number) for number in numbers if 0 <= number < 2**network.max_prefixlen]


@pytest.mark.parametrize("row", RANGES, ids=lambda row: str(row.network))
def test_each_range_of_the_registries_begins_and_ends_where_it_does(row):
    assert [(each, reach_of(each)) for each in edges(row.network)] == [
        (each, expected(each)) for each in edges(row.network)
    ]


@pytest.mark.parametrize("listed", [IPV4, IPV6], ids=["IPv4", "IPv6"])
def test_nothing_else_is_told_apart(listed):
    """Each place where the answer changes is a row's."""
    for address in map(ip_address, listed):
        before = type(address)(max(0, int(address) - 1))
        assert (reach_of(address), reach_of(before)) == (expected(address), expected(before)), address


def test_no_range_has_two_rows():
    assert len({row.network for row in RANGES}) == len(RANGES)


@pytest.mark.parametrize("address", CLOUDS)
@pytest.mark.parametrize("form", ["{}", "::ffff:{}", "::{}", "64:ff9b::{}", "64:ff9b:1::{}"])
def test_keys_of_clouds_are_never_reached(address, form):
    """In any notation, and whether or not the pad's own network is allowed."""
    if ":" in address and form != "{}":
        form = "{}"
    assert not may_reach(ip_address(form.format(address)), private=True)


@pytest.mark.parametrize(
    ("address", "private"),
    [("192.168.1.9", True), ("127.0.0.1", True), ("::1", True), ("fd00::1", True), ("8.8.8.8", False)],
)
def test_a_home_network_is_reached_where_it_is_allowed(address, private):
    assert may_reach(ip_address(address), private=True)
    assert may_reach(ip_address(address), private=False) != private


def test_no_python_judges_another_way():
    """The standard library's own registries, which differ by version, are not asked."""
    source = Path(address_ranges.__file__)
    assert not [path for path in source.parent.glob("*.py") if STANDARD_REGISTRIES.search(path.read_text())]
    asked = sorted({str(each) for row in RANGES for each in edges(row.network)})
    here = [reach_of(ip_address(each)).name for each in asked]
    for python in pythons():
        told = subprocess.run(
            [python, "-c", JUDGE, str(source)],
            input=json.dumps(asked),
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        assert json.loads(told.stdout) == here, python


def pythons():
    """Every Python of this machine that the pad runs on."""
    found = [shutil.which(f"python3.{minor}") for minor in range(11, 15)]
    runs = {path for path in found if path and not subprocess.run([path, "-c", ""], timeout=60).returncode}
    return [sys.executable, *sorted(runs)]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "lamp",
        "ftp://a.org",
        "http://",
        "http://u@a.org",
        "http://@a.org",
        "http://a.org:99999",
        "http://a b.org",
        "http://ä.org",
        "http://a..org",
    ],
)
def test_an_address_that_does_not_read_is_refused(url):
    with pytest.raises(UnusableAddress, match="Type an address"):
        check_url(url, private=True)


@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "0x7f.1", "localhost", "lamp.local.", "[::1]"])
def test_an_address_of_the_own_network_is_refused_as_it_is_set(host):
    """In every notation that a request would take."""
    with pytest.raises(UnusableAddress, match="own network"):
        check_url(f"http://{host}/", private=False)
    assert check_url(f"http://{host}/", private=True)


@pytest.mark.parametrize("host", ["169.254.169.254", "0", "[fe80::1]", "[::ffff:168.63.129.16]"])
@pytest.mark.parametrize("private", [True, False])
def test_an_address_that_is_never_reached_is_refused_as_it_is_set(host, private):
    with pytest.raises(UnusableAddress, match="No webhook can lead"):
        check_url(f"http://{host}/", private=private)
