"""Machines with older code and with this one serve the same phones behind the proxy, as they do while they
are upgraded one after another."""

from __future__ import annotations

import secrets
import signal
import subprocess
import tarfile
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pytest

from scorepad.core.log.table import fold
from scorepad.store import postgres
from scorepad.store.opening import open_store
from tests.cluster import WEB, Writers, running_cluster, seat_phones
from tests.web_phone import WebPhone

TOP = Path(__file__).parents[2]
PHONES = 3


pytestmark = pytest.mark.nightly


class Older(NamedTuple):
    """A commit of this checkout's history that runs with the libraries of today, and whether it reads the
    tables that this code opens, as CHANGELOG.md says."""

    commit: str
    reads_newer_tables: bool


OLDER = {
    "keys in the cookie": Older("bb5d5680d4866726b4cb527204e19dbfa9cda254", reads_newer_tables=False),
    "keys in the store": Older("870a430afaee85710bdf46e61c67d8f935f6b07f", reads_newer_tables=True),
}
"""What hosts may upgrade from: each release is tried with those of the release before."""


def checkout(commit, folder):
    """The files of that commit."""
    done = subprocess.run(["git", "archive", commit], cwd=TOP, capture_output=True, check=False)
    assert done.returncode == 0, f"The history here lacks {commit}. Run: git fetch --unshallow"
    with tarfile.open(fileobj=BytesIO(done.stdout)) as files:
        files.extractall(folder, filter="data")
    return folder


@pytest.fixture(scope="module", params=OLDER)
def older(request):
    return OLDER[request.param]


@pytest.fixture(scope="module")
def cluster(older, tmp_path_factory):
    """The first machine of each kind runs the older code, the second one this."""
    code = checkout(older.commit, tmp_path_factory.mktemp("older"))
    with running_cluster(tmp_path_factory.mktemp("cluster"), web1=code, work1=code) as running:
        yield running
    postgres.close_pools()


def at(cluster, node, phone):
    """The phone, which goes on at that machine."""
    phone.port = cluster.ports[node]
    return phone


def code_of(cluster, table):
    with closing(open_store(cluster.address)) as store:
        return store.code(table)


def record(phone, table, seat, points):
    """Record what a player went out with; whether it is taken."""
    page = f"/t/{table}/out"
    form = {"player": str(seat), "points": str(points), "record": "1", "op": secrets.token_urlsafe(9)}
    status, leads_to, _ = phone.post(page, form, page)
    return status == 303 and "points=" not in leads_to


@pytest.mark.parametrize("order", [WEB, WEB[::-1]], ids=["older first", "newer first"])
def test_a_player_stays_one_at_both_versions(cluster, order):
    """Whoever opened the table or joined it at the one machine records there, at the other one, and at the
    first one again."""
    host = WebPhone(cluster.ports["web1"])
    table = host.new_table("Ann", "Ben", "Cy", "Di")
    guest = WebPhone(cluster.ports[order[0]])
    assert guest.post(f"/j/{code_of(cluster, table)}", {"seat": "1"})[1] == f"/t/{table}"
    for seat, node in enumerate((*order, order[0])):
        for phone, own_name in ((host, "Ann"), (guest, "Ben")):
            page = at(cluster, node, phone).send(f"/t/{table}")[2]
            assert f"{own_name} " in page, node
            assert phone.note(table, f"{own_name} at {node}") == 303, node
        assert record(guest if seat % 2 else host, table, seat, seat + 5), node
    with closing(open_store(cluster.address)) as store:
        folded = fold(store.after(table, 0))
    assert [(entry.player, entry.points) for entry in folded.deal.entries] == [(0, 5), (1, 6), (2, 7)]
    assert [entry.by for entry in folded.deal.entries] == ["Ann", "Ben", "Ann"]


def test_a_table_that_newer_code_opens_is_played_or_told_at_the_older(cluster, older):
    """Where the older code cannot read it, it says so and the table goes on."""
    host = WebPhone(cluster.ports["web2"])
    table = host.new_table()
    expected = (200, 303) if older.reads_newer_tables else (400, 400)
    assert (at(cluster, "web1", host).get(f"/t/{table}"), host.note(table, "tea")) == expected
    assert at(cluster, "web2", host).note(table, "tea") == 303


@pytest.mark.parametrize("node", WEB, ids=["opened by the older", "opened by the newer"])
def test_a_circle_stays_open_at_both_versions(cluster, node):
    """For the phone that started it."""
    phone = WebPhone(cluster.ports[node])
    _, leads_to, _ = phone.post(
        "/circles/new", {"name": "Club", "op": secrets.token_urlsafe(9)}, "/circles/new"
    )
    circle = leads_to.split("/")[2].partition("?")[0]
    for other in (*WEB, *WEB):
        assert at(cluster, other, phone).get(f"/c/{circle}/settings") == 200, other


def test_phones_play_on_while_machines_are_upgraded_and_put_back(cluster):
    """One after another behind the proxy, with no form refused."""
    code = cluster.code["web1"]
    phones, table = seat_phones(cluster, PHONES, "web1")
    with Writers(phones, table) as writers:
        assert writers.go_on(), writers.refused[-PHONES:]
        for node in WEB:  # to this code alone, and back to both
            cluster.end(node, signal.SIGTERM)
            cluster.code.pop(node) if node in cluster.code else cluster.code.update({node: code})
            cluster.start(node)
            assert writers.go_on(), writers.refused[-PHONES:]
    assert writers.refused == []
    with closing(open_store(cluster.address)) as store:
        stored = [event.op for event in store.after(table, 0)]
    assert len(stored) == len(set(stored))
    assert set(writers.acknowledged) <= set(stored)
