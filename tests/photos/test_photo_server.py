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

from scorepad.photos.limits import NotAPhoto, PhotoLimits
from scorepad.photos.photo_states import BROKE_OFF
from scorepad.photos.queue import DECODE, READ_WAITING, BrokeOff, Gone, PhotoQueue
from scorepad.store.engine import StoreFull
from tests.by_night import SERVER_BY_NIGHT, by_night
from tests.photos.conftest import server_for_photos
from tests.photos.photo_files import file_of, picture, png
from tests.photos.photo_server_under_test import GO, NOTES, WIDTHS
from tests.serving import processes_with, serving_jobs, wait_until
from tests.shared import SHARED
from tests.store.conftest import ENGINES

pytestmark = pytest.mark.process

CHECKOUT = Path(__file__).parents[2]
PHOTOS = SHARED / "photos"
ON_BOTH = pytest.mark.parametrize("queue", SERVER_BY_NIGHT, indirect=True)
PATIENCE = 30  # seconds, for machines that do much else


def photo_server(monkeypatch, instance, *how, **limits):
    """The processes for photos, with a reader that misbehaves; gives the process that started them."""
    instance.mkdir(exist_ok=True)
    module, words = "tests.photos.photo_server_under_test", (str(instance), json.dumps(limits), *how)
    return serving_jobs(monkeypatch, module, *words, jobs=[DECODE, READ_WAITING])


@pytest.fixture
def instance(tmp_path):
    return tmp_path / "instance"


@pytest.fixture
def queue(request, monkeypatch, instance):
    """The queue on disk, or on a server where a test asks for that."""
    on_server = getattr(request, "param", ENGINES[0]) != ENGINES[0]
    return PhotoQueue(instance, database=server_for_photos(request, monkeypatch) if on_server else None)


def photo(what="fine", height=80):
    """A photo with which the reader does that."""
    return file_of(picture(WIDTHS.get(what, 100), height))


def end(queue, name, within=PATIENCE):
    """The state of a photo when its reading has ended."""
    assert wait_until(lambda: queue.photo_state(name).name in ("read", "failed"), within), queue.photo_state(
        name
    )
    return queue.photo_state(name)


def process_of(state):
    """The process that read a photo, which the misbehaving reader tells."""
    return int(state.reading.seconds)


@ON_BOTH
def test_a_photo_is_read_in_another_process_that_goes_on(monkeypatch, instance, queue):
    """One process reads them all, so that its models are loaded once; the pack goes with the photo."""
    with photo_server(monkeypatch, instance) as server:
        states = [end(queue, queue.hand_in(photo(), pack)) for pack in ("", "rummikub", "")]
        assert [state.reading.pack for state in states] == ["", "rummikub", ""]
        readers = {process_of(state) for state in states}
        assert len(readers) == 1
        assert not readers & {os.getpid(), server.pid}
        assert states[0].size == (100, 80)


def go(instance, height=""):
    """Let readers go on with the photos that they hold: all of them, or that of one height."""
    (instance / f"{GO}-{height}".strip("-")).touch()


def test_photos_wait_their_turn_and_are_told_their_place(monkeypatch, instance, queue):
    """1 is next; the place falls as the photos before it are read."""
    with photo_server(monkeypatch, instance):
        names = [queue.hand_in(photo("held", 80 + number), phone=f"phone {number}") for number in range(4)]
        assert wait_until(lambda: queue.photo_state(names[0]).name == "reading", PATIENCE)
        assert [queue.photo_state(name).place for name in names] == [0, 1, 2, 3]
        go(instance, 80)
        assert wait_until(lambda: queue.photo_state(names[1]).name == "reading", PATIENCE)
        assert [queue.photo_state(name).place for name in names[2:]] == [1, 2]
        go(instance)
        assert [end(queue, name).name for name in names] == ["read"] * 4


@ON_BOTH
def test_two_readers_read_two_photos_at_a_time(monkeypatch, instance, queue):
    """How many is a setting of the host; no photo is read twice."""
    with photo_server(monkeypatch, instance, processes=2):
        names = [queue.hand_in(photo("held", 80 + number)) for number in range(4)]
        assert wait_until(
            lambda: [queue.photo_state(name).name for name in names].count("reading") == 2, PATIENCE
        )
        assert [queue.photo_state(name).place for name in names] == [0, 0, 1, 2]
        go(instance)
        assert [end(queue, name).name for name in names] == ["read"] * 4
        assert sorted((instance / NOTES).read_text().split()) == ["80", "81", "82", "83"]


@pytest.mark.parametrize("fault", ["crash", *map(by_night, ("hog", "break"))])
def test_a_photo_that_breaks_its_reader_fails_alone(monkeypatch, instance, queue, fault):
    """It is told as failed in a sentence; those before and after it are read."""
    with photo_server(monkeypatch, instance):
        names = [queue.hand_in(photo(what)) for what in ("fine", fault, "fine")]
        states = [end(queue, name) for name in names]
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


@pytest.mark.nightly
def test_a_photo_that_takes_too_long_is_given_up(monkeypatch, instance, queue):
    """Also when the reader hangs in C code."""
    with photo_server(monkeypatch, instance, seconds=3):
        hanging, fine = queue.hand_in(photo("hang")), queue.hand_in(photo())
        assert end(queue, hanging).name == "failed"
        assert end(queue, fine).name == "read"


@ON_BOTH
def test_a_photo_whose_reader_is_killed_is_read_by_the_next_one(monkeypatch, instance, queue):
    """As by the kernel, when memory runs out. A photo that has two killed is kept, and read when asked."""
    with photo_server(monkeypatch, instance):
        slow = queue.hand_in(photo("held"))
        killed = kill_reader(queue, slow)
        assert kill_reader(queue, slow, after=killed) != killed
        state = end(queue, slow)
        assert (state.name, state.is_kept, state.message) == ("failed", True, BROKE_OFF)
        with pytest.raises(BrokeOff, match="stopped halfway"):
            queue.wait_for_reading(slow, within=1)
        assert end(queue, queue.hand_in(photo())).name == "read"
        queue.read_again(slow)
        killed = kill_reader(queue, slow)
        go(instance)
        state = end(queue, slow)
        assert (state.name, process_of(state) == killed) == ("read", False)


def kill_reader(queue, name, after=0):
    """Kill the process that reads the photo, another one than that before; its number."""

    def reader():
        row = queue._row(name)
        process = int(row.reader.rpartition(" ")[2] or 0)
        return process if queue.photo_state(name).name == "reading" and process != after else 0

    assert wait_until(reader, PATIENCE)
    process = reader()
    os.kill(process, signal.SIGKILL)
    return process


@pytest.mark.nightly
def test_a_photo_of_sixty_megapixels_is_decoded_and_one_beyond_is_not(monkeypatch, instance):
    """Within the memory that a process may take."""
    queue = PhotoQueue(instance, PhotoLimits(seconds=100))
    with photo_server(monkeypatch, instance, seconds=100):
        large = file_of(Image.new("RGB", (9_990, 6_000), "green"), quality=50)
        assert end(queue, queue.hand_in(large), within=100).size[0] == 2048
        with pytest.raises(NotAPhoto, match="30 megapixels"):
            queue.hand_in(png(10_010, 6_000))


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photos lie beside the checkout")
def test_twelve_megapixels_are_really_read_within_600_megabytes(monkeypatch, instance, queue):
    """By the networks; each process has as much, and takes half of it."""
    with Image.open(PHOTOS / "webcam-9.jpg") as small:
        large = file_of(small.resize((4_000, 3_000)))
    with photo_server(monkeypatch, instance, "really", memory=600, seconds=60):
        state = end(queue, queue.hand_in(large), within=60)
    assert {card.card for card in state.reading.cards} == {"9H", "8H", "7D", "9S", "2D"}


def test_a_picture_that_takes_more_memory_than_there_is_is_refused(monkeypatch, instance, queue):
    """And the next one is decoded."""
    with photo_server(monkeypatch, instance, memory=330):
        with pytest.raises(NotAPhoto, match="short of memory"):
            queue.hand_in(file_of(Image.new("RGB", (9_990, 6_000), "green"), quality=50))
        assert photos_of(queue) == set()
        assert queue.photo_state(queue.hand_in(photo())).name in ("waiting", "reading", "read")


def test_a_photo_forgotten_while_it_waits_or_is_read_leaves_nothing(monkeypatch, instance, queue):
    """The reader goes on with the next one."""
    with photo_server(monkeypatch, instance):
        first = queue.hand_in(photo())
        reader = process_of(end(queue, first))
        read, waiting = queue.hand_in(photo("held")), queue.hand_in(photo("held"))
        assert wait_until(lambda: queue.photo_state(read).name == "reading", PATIENCE)
        queue.forget(read)
        queue.forget(waiting)
        with pytest.raises(Gone):
            queue.photo_state(waiting)
        go(instance)
        last = queue.hand_in(photo())
        assert process_of(end(queue, last)) == reader
        assert photos_of(queue) == {first, last}


def test_a_restart_leaves_nothing_stuck(monkeypatch, instance, queue):
    """What was being read or waited is read, what is old is deleted."""
    with photo_server(monkeypatch, instance):
        old = queue.hand_in(photo())
        end(queue, old)
        broken, waiting = queue.hand_in(photo("held")), queue.hand_in(photo("held"))
        assert wait_until(lambda: queue.photo_state(broken).name == "reading", PATIENCE)
    assert [queue.photo_state(name).place for name in (broken, waiting)] == [1, 2]
    with queue._opened() as table:
        sql = "update photo_queue set came_at = ? where id = ?"
        table._database.select_rows(sql, time.time() - 3700, old)
    go(instance)
    with photo_server(monkeypatch, instance):
        assert [end(queue, name).name for name in (broken, waiting)] == ["read", "read"]
        with pytest.raises(Gone):
            queue.photo_state(old)


def photos_of(queue):
    with queue._opened() as table:
        return {row["id"] for row in table._database.select_rows("select id from photo_queue")}


def bound_files(server, most_bytes):
    """Let no process of the server write a file larger than that, as on a disk that is full."""
    parents = dict(processes_with("ppid"))
    beneath = [server.pid]
    for process in beneath:
        beneath += [child for child, parent in parents.items() if parent == process]
    for process in beneath:
        _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (most_bytes, hard))


@pytest.mark.nightly
def test_a_full_disk_is_not_blamed_on_the_photo(monkeypatch, instance, queue):
    """What comes is refused with the reason; whose reading cannot be kept is read when there is room."""
    with photo_server(monkeypatch, instance, seconds=3) as server:
        name = queue.hand_in(photo("held"))
        assert wait_until(lambda: queue.photo_state(name).name == "reading", PATIENCE)
        bound_files(server, 40)
        with pytest.raises(StoreFull):
            queue.hand_in(photo())
        go(instance)
        assert wait_until(lambda: queue.photo_state(name).name == "waiting", PATIENCE)
        bound_files(server, resource.RLIM_INFINITY)
        assert end(queue, name).name == "read"
        assert end(queue, queue.hand_in(photo())).name == "read"
        server.terminate()
        assert "Traceback" not in server.stderr.read()
