"""The processes of a running pad: what is killed comes back, and nothing of them is left."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from scorepad.host import pad_folder
from scorepad.host.pad_folder import PREFIX, socket_folder
from tests.by_night import by_night
from tests.photos.photo_files import file_of, picture, uploaded
from tests.serving import serving, wait_until
from tests.web_phone import WebPhone

BACK_WITHIN = 90  # seconds, for machines that do much else


@pytest.fixture
def tmp_path():
    """A folder with a name as short as that of a pad: an address of a socket has no room for longer ones."""
    with TemporaryDirectory(prefix="pad-") as folder:
        yield Path(folder)


@contextmanager
def pad(tmp_path):
    """A running server with a temporary folder of its own, at home there too: (server, that folder)."""
    with TemporaryDirectory(prefix="pad-") as short, at_home(tmp_path, Path(short)) as server:
        yield server, Path(short)


@contextmanager
def at_home(tmp_path, temporary):
    """A running server whose temporary files and home are in that folder."""
    environment = os.environ | {"TMPDIR": str(temporary), "HOME": str(temporary)}
    environment.pop("XDG_CACHE_HOME", None)
    arguments = f"port=0, instance={str(tmp_path / 'pad')!r}, backup_every=None"
    with serving(arguments, env=environment) as server:
        yield server


def does_well(server, path, body, kind):
    """Whether what is sent there is answered."""
    with suppress(OSError, HTTPException):
        return WebPhone(server.port).send(path, body, kind, within=20)[0] == 200
    return False


def solves(server):
    """Whether a hand comes back solved."""
    body = json.dumps({"game": "chattahoochee", "cards": "4C 5C"}).encode()
    return does_well(server, "/api/v1/best", body, "application/json")


def reads(server):
    """Whether a photo comes back read."""
    sent = uploaded([(file_of(picture(400, 300)), "empty.jpg")])
    return does_well(server, "/api/v1/read", sent["data"], sent["content_type"])


MOST_PROCESSES = 8


@pytest.mark.nightly
def test_whatever_is_killed_comes_back(tmp_path):
    """Each process in turn, those that watch others too. However much they did they are few, and none of the
    first is left; a worker that nobody wants is not there at all."""
    with pad(tmp_path) as (server, temporary):
        assert wait_until(lambda: solves(server) and reads(server), BACK_WITHIN)
        # For a moment one that ends is there beside the one in its place.
        assert wait_until(lambda: len(server.members) + 1 <= MOST_PROCESSES, BACK_WITHIN)
        processes = server.members
        for process in reversed(processes):  # workers before those that watch them
            with suppress(ProcessLookupError):  # it ended with the one that watches it
                os.kill(process, signal.SIGKILL)
            assert wait_until(lambda: solves(server) and reads(server), BACK_WITHIN), process
        assert wait_until(lambda: len(server.members) == len(processes), BACK_WITHIN)
        assert not {*processes} & {*server.members}
        server.process.terminate()
        server.process.communicate(timeout=20)
        assert server.ended(within=5)
        assert list(temporary.iterdir()) == []


@contextmanager
def nobody_restarts(server):
    """The process that starts what has ended again is held up meanwhile."""
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


def checks(server):
    """The status of /readyz and what of the pad it finds well."""
    status, _, answer = WebPhone(server.port).send("/readyz")
    return status, {name for name, is_well in json.loads(answer)["checks"].items() if is_well}


@pytest.mark.nightly
def test_ready_says_what_is_away_and_does_not_come_back(tmp_path):
    """While the process that has others search, decode and read is gone; once it is back it is well again."""
    with pad(tmp_path) as (server, _):
        assert wait_until(lambda: checks(server)[0] == 200, BACK_WITHIN)
        jobs = server.children[0]
        with nobody_restarts(server):
            os.kill(jobs, signal.SIGKILL)
            assert wait_until(lambda: checks(server) == (503, {"store"}), BACK_WITHIN)
        assert wait_until(lambda: checks(server)[0] == 200, BACK_WITHIN)


@pytest.mark.parametrize("end", [*map(by_night, (signal.SIGINT, signal.SIGTERM)), signal.SIGKILL])
def test_nothing_is_left_of_the_processes(tmp_path, end):
    """However the pad ends; nor does a process outlive it."""
    with pad(tmp_path) as (server, temporary):
        assert folders_of_sockets(tmp_path)
        server.process.send_signal(end)
        server.process.communicate(timeout=20)
        assert server.ended(within=10)
        assert list(temporary.iterdir()) == folders_of_sockets(tmp_path) == []


def folders_of_sockets(tmp_path):
    return list((tmp_path / "pad").glob(f"{PREFIX}*"))


@pytest.mark.nightly
def test_what_a_killed_pad_leaves_goes_when_it_starts_again(tmp_path):
    """When all its processes are killed at once none of them can take the folder away."""
    with pad(tmp_path) as (server, temporary):
        left = folders_of_sockets(tmp_path)
        os.killpg(server.process.pid, signal.SIGKILL)
        server.process.communicate(timeout=20)
        assert list(temporary.iterdir()) == []
    with pad(tmp_path):
        assert len(folders_of_sockets(tmp_path)) == 1
        assert folders_of_sockets(tmp_path) != left


@pytest.mark.nightly
def test_a_swept_temporary_folder_stops_nothing(tmp_path):
    """Systems delete in it what has lain there for long."""
    with pad(tmp_path) as (server, temporary):
        shutil.rmtree(temporary)
        assert wait_until(lambda: solves(server) and reads(server), BACK_WITHIN)
        temporary.mkdir()


def test_a_long_name_of_a_folder_is_no_hindrance(tmp_path, monkeypatch):
    """The address of a socket has fewer bytes than a folder's may have."""
    long = tmp_path / ("temporary-" * 10)
    long.mkdir()
    monkeypatch.setattr(pad_folder, "gettempdir", lambda: str(long))
    with TemporaryDirectory(prefix="pad-") as short:
        for instance, place in ((Path(short), Path(short)), (long, Path("/tmp"))):
            with socket_folder(instance) as folder, socket.socket(socket.AF_UNIX) as listener:
                assert folder.parent == place
                (folder / "web" / "changes").mkdir(parents=True)
                listener.bind(str(folder / "web" / "changes" / "01234567"))
            assert not folder.exists()


def test_what_lies_beside_the_sockets_in_a_shared_folder_is_left_alone(tmp_path, monkeypatch):
    """Whatever it is called: only in a folder of its own a pad knows whose it is."""
    monkeypatch.setattr(pad_folder, "gettempdir", lambda: str(tmp_path))
    others, long = tmp_path / f"{PREFIX}others", tmp_path / ("instance-" * 10)
    others.mkdir()
    long.mkdir()
    with socket_folder(long) as folder:
        assert folder.parent == tmp_path
    assert others.is_dir()


def test_the_folder_of_a_pad_that_runs_is_left_alone(tmp_path):
    """Whoever starts beside it takes away only what nobody holds."""
    dead = tmp_path / f"{PREFIX}dead"
    dead.mkdir()
    with socket_folder(tmp_path) as first, socket_folder(tmp_path) as second:
        assert {first, second} == {*tmp_path.iterdir()}
