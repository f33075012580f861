"""The real server: gunicorn with gevent workers on a free port, as at the table."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager

import pytest

from scorepad.core.extras import install_command
from scorepad.host.doctor import do_without
from scorepad.host.serve import welcome_text
from scorepad.machine import folders, network
from scorepad.machine.network import PORT, PortInUse, listening_socket
from scorepad.store.opening import open_store
from scorepad.tables import service
from scorepad.tables.operations import Operation
from tests.by_night import by_night
from tests.open_tables import open_table
from tests.serving import START, end_group, group_lives, running, serving, wait_until

PHONES = 40


@pytest.fixture(scope="module")
def instance(tmp_path_factory):
    """The instance folder of the server that most tests here share."""
    return tmp_path_factory.mktemp("serve") / "instance"


@pytest.fixture(scope="module")
def server(instance):
    """A running server."""
    with serving(f"port=0, instance={str(instance)!r}") as running:
        yield running


@pytest.fixture
def table(server, instance):
    """A new table of that server, and a way to write to it: (id, append)."""
    assert server
    store = open_store(instance / folders.DATABASE)
    opened = open_table(store, 2)

    def append():
        op = os.urandom(8).hex()
        service.add_note(Operation(store, opened.id, opened.key, "Ann", op, None), text="x")

    yield opened.id, append
    store.close()


@contextmanager
def listening(server, table_id, known=None):
    """A phone's stream of events: an iterator of heads."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    headers = {"Last-Event-ID": str(known)} if known is not None else {}
    connection.request("GET", f"/t/{table_id}/events", headers=headers)
    answer = connection.getresponse()
    try:
        yield answer, heads(answer)
    finally:
        answer.close()
        connection.close()


def heads(answer):
    """The numbers of the `head` events, as they come."""
    event = None
    while line := answer.readline():
        field, _, value = line.decode().strip().partition(": ")
        if field == "event":
            event = value
        elif field == "data" and event == "head":
            yield int(value)


def fetch(server, path, **headers):
    """One request: (status, headers, body)."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers, body


def test_the_printed_address_is_the_one_phones_reach(server):
    """Its QR code, the machine's own address on the network, how to stop; nothing wider than 40 columns."""
    expected = next(iter(network.local_addresses()), "127.0.0.1")
    assert f"http://{expected}:{server.port}/" in server.printed
    assert "0.0.0.0" not in server.printed
    assert "█" in server.printed
    assert server.printed.splitlines()[-1] == "Ctrl-C stops it."
    assert max(map(len, server.printed.splitlines())) <= 40


@pytest.mark.parametrize(
    ("host", "found", "said"),
    [
        ("0.0.0.0", (), ["http://127.0.0.1:8000/", "no network"]),
        ("0.0.0.0", ("192.168.1.5", "10.0.0.7"), ["http://192.168.1.5:8000/", "http://10.0.0.7:8000/"]),
        ("::1", (), ["http://[::1]:8000/"]),
    ],
)
def test_every_address_is_told_the_best_first(monkeypatch, host, found, said):
    """Without a network that of the machine itself, with a word why; one of IPv6 stands in brackets."""
    monkeypatch.setattr(network, "local_addresses", lambda: found)
    lines = welcome_text(host, 8000)
    places = [lines.find(words) for words in said]
    assert places == sorted(places)
    assert places[0] >= 0


def test_bridges_and_tunnels_come_last(monkeypatch):
    """A phone cannot reach a container's bridge."""
    monkeypatch.setattr(network, "_address_towards", lambda _target: "172.17.0.1")
    monkeypatch.setattr(network, "by_interface", lambda: {"172.17.0.1": "docker0", "192.168.1.5": "wlan0"})
    monkeypatch.setattr(network, "_of_host_name", lambda: ["127.0.1.1", "169.254.3.4"])
    assert network.local_addresses() == ("192.168.1.5", "172.17.0.1")


def test_a_busy_port_gives_way_to_the_next(capsys):
    """Without --port the next free one is taken, and that is said."""
    with ExitStack() as stack:
        first = stack.enter_context(listening_socket("127.0.0.1", None))
        second = stack.enter_context(listening_socket("127.0.0.1", None))
        assert PORT <= first.getsockname()[1] < second.getsockname()[1]
    assert "is in use; trying" in capsys.readouterr().out


def test_a_busy_port_that_was_asked_for_is_one_clear_line(server):
    """Whoever names a port wants that one."""
    with pytest.raises(PortInUse, match=rf"^Port {server.port} is in use by another program\."):
        listening_socket("0.0.0.0", server.port)


@pytest.mark.parametrize("port", [-1, 65536, 99999999])
def test_a_port_that_is_none_is_one_clear_line(port):
    """No stack trace for a mistyped number."""
    with pytest.raises(PortInUse, match="isn’t a port"):
        listening_socket("127.0.0.1", port)


def test_a_new_number_arrives_by_itself(server, table):
    """A3: every phone hears of a new score without asking; the event carries the number alone."""
    table_id, append = table
    with listening(server, table_id) as (answer, numbers):
        assert answer.status == 200
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        assert "no-cache" in answer.headers["Cache-Control"]
        assert answer.headers["X-Accel-Buffering"] == "no"
        known = next(numbers)
        for number in range(known + 1, known + 4):
            append()
            assert next(numbers) == number


def test_a_phone_that_comes_back_hears_only_of_what_it_missed(server, table):
    """Last-Event-ID: silence while nothing changed, the newest number when something did."""
    table_id, append = table
    known = json.loads(fetch(server, f"/t/{table_id}/head")[2])["head"]
    with listening(server, table_id, known) as (_, numbers):
        time.sleep(0.5)
        append()
        append()
        last = known
        while last < known + 2:
            last = next(numbers)
            assert known < last <= known + 2


def test_the_number_can_be_polled(server, table):
    """304 while it is the one the phone knows."""
    table_id, append = table
    path = f"/t/{table_id}/head"
    status, headers, body = fetch(server, path)
    assert (status, headers["ETag"]) == (200, f'"{json.loads(body)["head"]}"')
    etag = headers["ETag"]
    status, headers, body = fetch(server, path, **{"If-None-Match": etag})
    assert (status, body) == (304, b"")
    append()
    assert fetch(server, path, **{"If-None-Match": etag})[0] == 200


@pytest.mark.parametrize("what", ["head", "events"])
def test_no_such_table(server, what):
    """A mistyped address is answered, not waited on."""
    assert fetch(server, f"/t/nosuchtable/{what}")[0] == 404


@pytest.mark.nightly
def test_many_listening_phones_starve_nobody(server, table):
    """40 streams: requests are answered as before, and all 40 hear of the next change."""
    table_id, append = table
    arrived = []
    with ExitStack() as stack:
        streams = [stack.enter_context(listening(server, table_id))[1] for _ in range(PHONES)]
        for numbers in streams:
            next(numbers)
        for _ in range(20):
            assert fetch(server, f"/t/{table_id}/head")[0] == 200
        listeners = [threading.Thread(target=lambda n=n: arrived.append(next(n))) for n in streams]
        for listener in listeners:
            listener.start()
        append()
        for listener in listeners:
            listener.join(30)
    assert len(arrived) == PHONES


@pytest.mark.parametrize("stop", [by_night("Ctrl-C"), "SIGTERM"])
def test_stopping_is_quick_complete_and_quiet(tmp_path, stop):
    """Every process ends though a phone listens and a browser keeps a connection; one word is said."""
    with serving(f"port=0, instance={str(tmp_path)!r}") as server:
        store = open_store(tmp_path / folders.DATABASE)
        opened = open_table(store, 2)
        store.close()
        idle = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        idle.request("GET", "/healthz")
        idle.getresponse().read()
        with listening(server, opened.id) as (_, numbers):
            next(numbers)
            if stop == "Ctrl-C":
                os.killpg(server.process.pid, signal.SIGINT)
            else:
                server.process.terminate()
            said, _ = server.process.communicate(timeout=10)
        idle.close()
        assert server.process.returncode == 0
        assert said.split() == ["Stopped."], said
        assert server.ended(within=5)


STARTS_SLOWLY = """
import pathlib, time
from scorepad.host import gevent_worker

take_over = gevent_worker.Worker.patch
def take_over_late(worker):
    if worker.age > 1:
        pathlib.Path({starting!r}).touch()
        time.sleep(2)
    take_over(worker)
gevent_worker.Worker.patch = take_over_late
"""


@pytest.mark.nightly
def test_a_worker_that_is_still_starting_hears_ctrl_c(tmp_path):
    """It ends by itself, and nobody has to kill it."""
    starting, arguments = tmp_path / "starting", f"port=0, instance={str(tmp_path / 'instance')!r}, workers=2"
    command = STARTS_SLOWLY.format(starting=str(starting)) + START.format(arguments=arguments)
    with running([sys.executable, "-c", command]) as server:
        assert wait_until(starting.exists, 30)
        os.killpg(server.process.pid, signal.SIGINT)
        said, _ = server.process.communicate(timeout=30)
    assert server.process.returncode == 0
    assert said.split() == ["Stopped."], said


LOADS_SLOWLY = """
import pathlib, time
from scorepad.host import serve as serving_pad

make_app = serving_pad._made_app
def make_late(settings, warm):
    pathlib.Path({loading!r}).touch()
    time.sleep(2)
    return make_app(settings, warm)
serving_pad._made_app = make_late
"""


@pytest.mark.nightly
def test_servers_that_are_still_loading_end_when_the_pad_is_killed(tmp_path):
    """They know their parent from before the fork, so they notice that it went while they loaded."""
    loading, arguments = tmp_path / "loading", f"port=0, instance={str(tmp_path / 'instance')!r}"
    command = LOADS_SLOWLY.format(loading=str(loading)) + START.format(arguments=arguments)
    pad = subprocess.Popen([sys.executable, "-c", command], start_new_session=True, stdout=subprocess.DEVNULL)
    try:
        assert wait_until(loading.exists, 30)
        pad.kill()
        pad.wait()
        assert wait_until(lambda: not group_lives(pad.pid), 30)
    finally:
        end_group(pad)


def test_a_folder_that_cannot_be_used_is_one_clear_line(tmp_path):
    """The instance folder is checked before anything starts."""
    (tmp_path / "file").touch()
    command = START.format(arguments=f"port=0, instance={str(tmp_path / 'file' / 'x')!r}")
    ended = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=False)
    assert "can’t be made" in ended.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("settings", "memory", "kept"),
    [
        ({}, 480_000_000, "500"),
        ({}, 8_000_000_000, None),
        ({"SCOREPAD_PHOTO_MEMORY": "900"}, 480_000_000, "900"),
    ],
)
def test_a_small_machine_refuses_large_photos_and_says_so(settings, memory, kept):
    """Unless its host has said how much they may take."""
    said = do_without(settings, memory)
    assert settings.get("SCOREPAD_PHOTO_MEMORY") == kept
    assert any("480 MB" in line for line in said) == (kept == "500")


def test_who_starts_a_pad_is_told_what_is_not_installed(monkeypatch):
    """And how to add it."""
    monkeypatch.setattr("scorepad.host.doctor.is_installed", lambda extra: extra != "photos")
    (said,) = do_without({}, 480_000_000)
    assert install_command("photos") in said


def test_who_starts_a_pad_is_told_what_the_searches_lack(monkeypatch):
    """By the name that pip knows, before all that the pad does without by choice."""
    monkeypatch.setattr("scorepad.core.extras.find_spec", lambda module: module != "pysat" or None)
    said, *_ = do_without({}, 8_000_000_000)
    assert "lacks python-sat" in said
    assert "pip install python-sat" in said
