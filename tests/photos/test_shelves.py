"""Where files of photos lie: the disk of one machine and a server of several do the same."""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
from pathlib import Path

import pytest

from scorepad.photos.files import FolderShelf
from scorepad.store.engine import StoreFull, StoreReadOnly
from scorepad.store.postgres_shelf import ServerShelf
from tests.serving import wait_until


@pytest.fixture
def new_shelf(photo_store, tmp_path):
    """Makes a shelf, each as another process would."""

    def make(place="waiting"):
        return ServerShelf(photo_store, place) if photo_store else FolderShelf(tmp_path / place)

    return make


@pytest.fixture
def shelf(new_shelf):
    return new_shelf()


def test_what_is_put_is_there_for_others_and_in_its_own_place(shelf, new_shelf):
    """Whatever the bytes; the newer file takes the place of the older one."""
    for content in (b"", bytes(range(256)) * 100, b"new"):
        shelf.add("photo", "shown.jpg", content)
        assert new_shelf().get("photo", "shown.jpg") == content
    assert new_shelf("kept").get("photo", "shown.jpg") is None
    assert (shelf.names("photo"), shelf.names("nothing")) == (("shown.jpg",), ())


def test_files_that_are_received_stand_there_together_or_not_at_all(shelf):
    """A picture that does not decode leaves nothing."""
    with shelf.receiving("good") as path:
        for name in ("shown.jpg", "whole.jpg"):
            (path / name).write_bytes(name.encode())
    assert shelf.names("good") == ("shown.jpg", "whole.jpg")

    def break_off():
        with shelf.receiving("bad") as path:
            (path / "shown.jpg").write_bytes(b"half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        break_off()
    assert shelf.names("bad") == ()


def test_nothing_is_put_where_the_folder_is_gone(shelf):
    """What was forgotten while it was read does not come back."""
    shelf.add("photo", "request.json", b"1")
    shelf.put("photo", "begun", b"")
    shelf.delete("photo")
    shelf.put("photo", "outcome.json", b"2")
    assert (shelf.names("photo"), shelf.contents("outcome.json", without="x")) == ((), {})


def test_folders_are_asked_for_by_what_they_have_and_have_not(shelf):
    """As those photos that wait are."""
    for folder, names in (("a", "rb"), ("b", "r"), ("c", "rbo"), ("d", "s")):
        for name in names:
            shelf.add(folder, name, folder.encode())
    assert shelf.contents("r", without="o") == {"a": b"a", "b": b"b"}
    shelf.drop("c", "o")
    shelf.drop("c", "no such file")
    assert set(shelf.contents("r", without="o")) == {"a", "b", "c"}


def test_the_oldest_of_too_many_go(shelf, new_shelf):
    """No disk is filled within the hour; other places are left alone."""
    new_shelf("kept").add("0", "f", b"")
    for number in range(5):
        shelf.add(str(number), "f", b"")
    shelf.delete_old(3600, 3)
    assert sorted(shelf.contents("f", without="x")) == ["2", "3", "4"]
    shelf.delete_old(-1, 3)
    assert shelf.contents("f", without="x") == {}
    assert new_shelf("kept").names("0") == ("f",)


def test_a_folder_is_claimed_by_one_at_a_time(shelf, new_shelf):
    """Until it is given up."""
    for folder in ("a", "b"):
        shelf.add(folder, "f", b"")
    with shelf.claim("a") as first, new_shelf().claim("a") as second, new_shelf().claim("b") as other:
        assert (first, second, other) == (True, False, True)
    with new_shelf().claim("a") as again:
        assert again


def test_a_process_that_dies_gives_up_what_it_claimed(shelf, new_shelf):
    """Whoever comes next may claim it."""
    shelf.add("a", "f", b"")
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_hold, args=(new_shelf(), there))
    process.start()
    assert here.poll(30)
    assert here.recv() is True
    with shelf.claim("a") as mine:
        assert not mine
    os.kill(process.pid, signal.SIGKILL)
    process.join(10)
    assert wait_until(lambda: _claims(shelf), 10)


def _hold(shelf, pipe):
    with shelf.claim("a") as mine:
        pipe.send(mine)
        pipe.recv()


def _claims(shelf):
    with shelf.claim("a") as mine:
        return mine


@pytest.mark.parametrize(("number", "refusal"), [(errno.ENOSPC, StoreFull), (errno.EROFS, StoreReadOnly)])
def test_a_disk_that_takes_nothing_is_told_as_such(tmp_path, monkeypatch, number, refusal):
    """Of what it took so far nothing is left, and what was there before stays."""
    shelf = FolderShelf(tmp_path / "waiting")
    shelf.add("photo", "request.json", b"1")

    def refuse(path, content):
        with path.open("wb") as file:
            file.write(content[:1])
        raise OSError(number, "refused")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    for put in (shelf.put, shelf.add):
        with pytest.raises(refusal):
            put("photo", "request.json", b"23")
    assert shelf.get("photo", "request.json") == b"1"
    assert number != errno.ENOSPC or shelf.names("photo") == ("request.json",)
