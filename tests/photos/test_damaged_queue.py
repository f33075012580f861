"""A file of waiting photos that is damaged while the pad runs is begun anew: no restart, and no backup, as no
photo is meant to last."""

from __future__ import annotations

import logging
import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorepad.jobs.client import ADDRESS_VARIABLE
from scorepad.machine import folders
from scorepad.photos.queue import Gone, PhotoQueue
from scorepad.store import photo_table
from scorepad.store.engine import PhotosBroken, PhotosLost, StoreReadOnly
from tests.photos.photo_files import file_of, picture


@pytest.fixture
def pad(tmp_path, monkeypatch):
    """A pad that nobody reads photos for."""
    monkeypatch.setenv(ADDRESS_VARIABLE, str(tmp_path / "nobody"))
    return tmp_path / "pad"


def spoil_pages(file):
    """As if a disk had lost what lies behind the schema."""
    size = file.stat().st_size
    with file.open("r+b") as opened:
        opened.seek(4096)
        opened.write(b"\xff" * (size - 4096))


def spoil_header(file):
    """As if another file had taken its place."""
    file.write_bytes(b"no SQLite file" * 1000)


SPOILED = pytest.mark.parametrize("spoil", [spoil_pages, spoil_header])


@SPOILED
def test_a_photo_that_waits_in_a_damaged_file_is_said_to_be_lost_and_others_are_taken(pad, caplog, spoil):
    """Whoever looks first is told why; the host once, without a stack trace."""
    caplog.set_level(logging.ERROR)
    queue = PhotoQueue(pad)
    mine, other = (queue.hand_in(file_of(picture())) for _ in range(2))
    spoil(pad / folders.PHOTO_QUEUE)
    with pytest.raises(PhotosLost, match="are lost"):
        queue.photo_state(mine)
    with pytest.raises(Gone, match="Take it again"):
        queue.photo_state(other)
    again = queue.hand_in(file_of(picture()))
    assert queue.photo_state(again).name == "waiting"
    assert [(said.name, said.exc_info) for said in caplog.records] == [("scorepad.photos", None)]


@SPOILED
def test_a_photo_that_is_handed_in_meanwhile_is_taken(pad, spoil):
    """It was not in the file."""
    PhotoQueue(pad).hand_in(file_of(picture()))
    spoil(pad / folders.PHOTO_QUEUE)
    photo = PhotoQueue(pad).hand_in(file_of(picture()))
    assert PhotoQueue(pad).photo_state(photo).place == 1


@SPOILED
def test_a_reader_goes_on_with_the_new_file(pad, spoil):
    queue = PhotoQueue(pad)
    queue.hand_in(file_of(picture()))
    row = queue._take()
    spoil(pad / folders.PHOTO_QUEUE)
    queue._tell_found(row, [])
    assert queue._take() is None


def test_a_file_that_another_process_has_begun_anew_stays(pad):
    """Both met the damage."""
    queue = PhotoQueue(pad)
    queue.hand_in(file_of(picture()))
    file = pad / folders.PHOTO_QUEUE
    spoil_header(file)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(photo_table._begin_anew, [file] * 4))
    photo = queue.hand_in(file_of(picture()))
    photo_table._begin_anew(file)
    assert queue.photo_state(photo).name == "waiting"


def test_a_damaged_file_that_cannot_be_deleted_asks_for_a_restart(pad, monkeypatch):
    queue = PhotoQueue(pad)
    photo = queue.hand_in(file_of(picture()))
    spoil_header(pad / folders.PHOTO_QUEUE)

    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr(photo_table, "delete_queue", refuse)
    with pytest.raises(PhotosBroken, match="restarts the pad"):
        queue.photo_state(photo)
    with pytest.raises(PhotosBroken):
        queue.hand_in(file_of(picture()))


def test_a_sound_file_that_cannot_be_opened_is_kept(pad):
    """Its folder is gone for a moment, perhaps."""
    photo = PhotoQueue(pad).hand_in(file_of(picture()))
    folder = (pad / folders.PHOTO_QUEUE).parent
    os.rename(folder, pad / "elsewhere")
    folder.write_bytes(b"")
    with pytest.raises(StoreReadOnly):
        PhotoQueue(pad).photo_state(photo)
    folder.unlink()
    os.rename(pad / "elsewhere", folder)
    assert PhotoQueue(pad).photo_state(photo).name == "waiting"
