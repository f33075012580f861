"""Photos are read by other processes, in turn, and what breaks the reading of one breaks no other."""

from __future__ import annotations

import json
import os
import resource
import signal
import time
from pathlib import Path

import pytest
from PIL import Image

from scorepad.photos.desk import BROKE_OFF, READ_WAITING, UPRIGHT, BrokeOff, Desk, Gone
from scorepad.photos.limits import NotAPhoto, PhotoLimits
from scorepad.store.engine import StoreFull
from tests.photos.conftest import server_for_photos
from tests.photos.photo_files import file_of, picture, png
from tests.photos.photo_server_under_test import GO, NOTES, WIDTHS
from tests.serving import processes_with, serving_jobs, wait_until
from tests.shared import SHARED
from tests.store.conftest import ENGINES

pytestmark = pytest.mark.process

CHECKOUT = Path(__file__).parents[2]
PHOTOS = SHARED / "photos"
ON_BOTH = pytest.mark.parametrize("desk", ENGINES, indirect=True)
PATIENCE = 30  # seconds, for machines that do much else


def photo_server(monkeypatch, instance, *how, **limits):
    """The processes for photos, with a reader that misbehaves; gives the process that started them."""
    instance.mkdir(exist_ok=True)
    module, words = "tests.photos.photo_server_under_test", (str(instance), json.dumps(limits), *how)
    return serving_jobs(monkeypatch, module, *words, jobs=[UPRIGHT, READ_WAITING])


@pytest.fixture
def instance(tmp_path):
    return tmp_path / "instance"


@pytest.fixture
def desk(request, monkeypatch, instance):
    """The desk on disk, or on a server where a test asks for that."""
    on_server = getattr(request, "param", ENGINES[0]) != ENGINES[0]
    return Desk(instance, database=server_for_photos(request, monkeypatch) if on_server else None)


def photo(what="fine", height=80):
    """A photo with which the reader does that."""
    return file_of(picture(WIDTHS.get(what, 100), height))


def end(desk, name, within=PATIENCE):
    """The state of a photo when its reading has ended."""
    assert wait_until(lambda: desk.photo_state(name).name in ("read", "failed"), within), desk.photo_state(
        name
    )
    return desk.photo_state(name)


def process_of(state):
    """The process that read a photo, which the misbehaving reader tells."""
    return int(state.reading.seconds)


@ON_BOTH
def test_a_photo_is_read_in_another_process_that_goes_on(monkeypatch, instance, desk):
    """One process reads them all, so that its models are loaded once; the pack goes with the photo."""
    with photo_server(monkeypatch, instance) as server:
        states = [end(desk, desk.hand_in(photo(), pack)) for pack in ("", "rummikub", "")]
        assert [state.reading.pack for state in states] == ["", "rummikub", ""]
        readers = {process_of(state) for state in states}
        assert len(readers) == 1
        assert not readers & {os.getpid(), server.pid}
        assert states[0].size == (100, 80)


def go(instance, height=""):
    """Let readers go on with the photos that they hold: all of them, or that of one height."""
    (instance / f"{GO}-{height}".strip("-")).touch()


def test_photos_wait_their_turn_and_are_told_their_place(monkeypatch, instance, desk):
    """1 is next; the place falls as the photos before it are read."""
    with photo_server(monkeypatch, instance):
        names = [desk.hand_in(photo("held", 80 + number), phone=f"phone {number}") for number in range(4)]
        assert wait_until(lambda: desk.photo_state(names[0]).name == "reading", PATIENCE)
        assert [desk.photo_state(name).place for name in names] == [0, 1, 2, 3]
        go(instance, 80)
        assert wait_until(lambda: desk.photo_state(names[1]).name == "reading", PATIENCE)
        assert [desk.photo_state(name).place for name in names[2:]] == [1, 2]
        go(instance)
        assert [end(desk, name).name for name in names] == ["read"] * 4


@ON_BOTH
def test_two_readers_read_two_photos_at_a_time(monkeypatch, instance, desk):
    """How many is a setting of the host; no photo is read twice."""
    with photo_server(monkeypatch, instance, processes=2):
        names = [desk.hand_in(photo("held", 80 + number)) for number in range(4)]
        assert wait_until(
            lambda: [desk.photo_state(name).name for name in names].count("reading") == 2, PATIENCE
        )
        assert [desk.photo_state(name).place for name in names] == [0, 0, 1, 2]
        go(instance)
        assert [end(desk, name).name for name in names] == ["read"] * 4
        assert sorted((instance / NOTES).read_text().split()) == ["80", "81", "82", "83"]


@pytest.mark.parametrize("fault", ["crash", "hog", "break"])
def test_a_photo_that_breaks_its_reader_fails_alone(monkeypatch, instance, desk, fault):
    """It is told as failed in a sentence; those before and after it are read."""
    with photo_server(monkeypatch, instance):
        names = [desk.hand_in(photo(what)) for what in ("fine", fault, "fine")]
        states = [end(desk, name) for name in names]
        assert [state.name for state in states] == ["read", "failed", "read"]
        assert states[1].message.endswith(".")
        words = {
            "crash": "Reading broke off",
            "hog": "The pad is short of memory",
            "break": "couldn’t be read",
        }
        assert words[fault] in states[1].message
        # Memory that is short is told by the reader itself, which goes on.
        assert (process_of(states[0]) == process_of(states[2])) == (fault == "hog")


def test_a_photo_that_takes_too_long_is_given_up(monkeypatch, instance, desk):
    """Also when the reader hangs in C code."""
    with photo_server(monkeypatch, instance, seconds=3):
        hanging, fine = desk.hand_in(photo("hang")), desk.hand_in(photo())
        assert end(desk, hanging).name == "failed"
        assert end(desk, fine).name == "read"


@ON_BOTH
def test_a_reader_killed_from_outside_is_replaced(monkeypatch, instance, desk):
    """As by the kernel, when memory runs out. The photo is not at fault: it is kept, and read when asked."""
    with photo_server(monkeypatch, instance):
        reader = process_of(end(desk, desk.hand_in(photo())))
        slow = desk.hand_in(photo("held"))
        assert wait_until(lambda: desk.photo_state(slow).name == "reading", PATIENCE)
        os.kill(reader, signal.SIGKILL)
        state = end(desk, slow)
        assert (state.name, state.is_kept, state.message) == ("failed", True, BROKE_OFF)
        with pytest.raises(BrokeOff, match="stopped halfway"):
            desk.wait_for_reading(slow, within=1)
        assert end(desk, desk.hand_in(photo())).name == "read"
        go(instance)
        desk.read_again(slow)
        assert end(desk, slow).name == "read"


def test_a_photo_of_sixty_megapixels_is_decoded_and_one_beyond_is_not(monkeypatch, instance):
    """Within the memory that a process may take."""
    desk = Desk(instance, PhotoLimits(seconds=100))
    with photo_server(monkeypatch, instance, seconds=100):
        large = file_of(Image.new("RGB", (9_990, 6_000), "green"), quality=50)
        assert end(desk, desk.hand_in(large), within=100).size[0] == 2048
        with pytest.raises(NotAPhoto, match="30 megapixels"):
            desk.hand_in(png(10_010, 6_000))


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photos lie beside the checkout")
def test_twelve_megapixels_are_really_read_within_600_megabytes(monkeypatch, instance, desk):
    """By the networks; each process has as much, and takes half of it."""
    with Image.open(PHOTOS / "webcam-9.jpg") as small:
        large = file_of(small.resize((4_000, 3_000)))
    with photo_server(monkeypatch, instance, "really", memory=600, seconds=60):
        state = end(desk, desk.hand_in(large), within=60)
    assert {card.card for card in state.reading.cards} == {"9H", "8H", "7D", "9S", "2D"}


def test_a_picture_that_takes_more_memory_than_there_is_is_refused(monkeypatch, instance, desk):
    """And the next one is decoded."""
    with photo_server(monkeypatch, instance, memory=330):
        with pytest.raises(NotAPhoto, match="short of memory"):
            desk.hand_in(file_of(Image.new("RGB", (9_990, 6_000), "green"), quality=50))
        assert os.listdir(instance / "photos" / "waiting") == []
        assert desk.photo_state(desk.hand_in(photo())).name in ("waiting", "reading", "read")


def test_a_photo_forgotten_while_it_waits_or_is_read_leaves_nothing(monkeypatch, instance, desk):
    """The reader goes on with the next one."""
    with photo_server(monkeypatch, instance):
        first = desk.hand_in(photo())
        reader = process_of(end(desk, first))
        read, waiting = desk.hand_in(photo("held")), desk.hand_in(photo("held"))
        assert wait_until(lambda: desk.photo_state(read).name == "reading", PATIENCE)
        desk.forget(read)
        desk.forget(waiting)
        with pytest.raises(Gone):
            desk.photo_state(waiting)
        go(instance)
        last = desk.hand_in(photo())
        assert process_of(end(desk, last)) == reader
        assert {*os.listdir(instance / "photos" / "waiting")} == {first, last}


def test_a_restart_leaves_nothing_stuck(monkeypatch, instance, desk):
    """What was being read has failed, what waited is read, what is old is deleted."""
    with photo_server(monkeypatch, instance):
        old = desk.hand_in(photo())
        end(desk, old)
        broken, waiting = desk.hand_in(photo("held")), desk.hand_in(photo("held"))
        assert wait_until(lambda: desk.photo_state(broken).name == "reading", PATIENCE)
    assert desk.photo_state(broken).name == "failed"
    assert desk.photo_state(waiting).name == "waiting"
    hour_ago = time.time() - 3700
    os.utime(instance / "photos" / "waiting" / old, (hour_ago, hour_ago))
    go(instance)
    with photo_server(monkeypatch, instance):
        assert end(desk, waiting).name == "read"
        assert desk.photo_state(broken).name == "failed"
        with pytest.raises(Gone):
            desk.photo_state(old)


def bound_files(server, most_bytes):
    """Let no process of the server write a file larger than that, as on a disk that is full."""
    parents = dict(processes_with("ppid"))
    beneath = [server.pid]
    for process in beneath:
        beneath += [child for child, parent in parents.items() if parent == process]
    for process in beneath:
        _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (most_bytes, hard))


def test_a_full_disk_is_not_blamed_on_the_photo(monkeypatch, instance, desk):
    """What comes is refused with the reason; whose reading cannot be kept is read when there is room."""
    with photo_server(monkeypatch, instance) as server:
        name = desk.hand_in(photo("held"))
        assert wait_until(lambda: desk.photo_state(name).name == "reading", PATIENCE)
        bound_files(server, 40)
        with pytest.raises(StoreFull):
            desk.hand_in(photo())
        go(instance)
        assert wait_until(lambda: desk.photo_state(name).name == "waiting", PATIENCE)
        bound_files(server, resource.RLIM_INFINITY)
        assert end(desk, name).name == "read"
        assert end(desk, desk.hand_in(photo())).name == "read"
        server.terminate()
        assert "Traceback" not in server.stderr.read()
