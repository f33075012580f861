"""Where pictures that tables keep lie: the disk of one machine and a server of several do the same."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from scorepad.photos.kept_photos import FolderStorage, KeptPhotos
from scorepad.store.engine import NotFound, StoreFull, StoreReadOnly
from scorepad.store.postgres import ServerStorage


@pytest.fixture
def storage(photo_store, tmp_path):
    return ServerStorage(photo_store) if photo_store else FolderStorage(tmp_path / "kept")


def test_what_is_added_is_there_until_it_is_dropped(storage):
    """Whatever the bytes; the newer file takes the place of the older one."""
    for content in (b"", bytes(range(256)) * 100, b"new"):
        storage.add("table", "1.jpg", content)
        assert storage.get("table", "1.jpg") == content
    storage.add("table", "0.jpg", b"")
    storage.add("other", "2.jpg", b"")
    assert (storage.names("table"), storage.names("nothing")) == (("0.jpg", "1.jpg"), ())
    storage.drop("table", "1.jpg")
    storage.drop("table", "no such file")
    assert (storage.names("table"), storage.get("table", "1.jpg")) == (("0.jpg",), None)
    storage.delete("table")
    assert (storage.names("table"), storage.names("other")) == ((), ("2.jpg",))


@pytest.mark.parametrize("table", ["", "..", "a/b", "../waiting"])
def test_a_table_that_is_none_keeps_nothing(tmp_path, table):
    kept = KeptPhotos(tmp_path)
    for use in (lambda: kept.add(table, "photo", b""), lambda: kept.names(table)):
        with pytest.raises(NotFound):
            use()
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(("number", "refusal"), [(errno.ENOSPC, StoreFull), (errno.EROFS, StoreReadOnly)])
def test_a_disk_that_takes_nothing_is_told_as_such(tmp_path, monkeypatch, number, refusal):
    """Of what it took so far nothing is left, and what was there before stays."""
    storage = FolderStorage(tmp_path / "kept")
    storage.add("table", "1.jpg", b"1")

    def refuse(path, content):
        with path.open("wb") as file:
            file.write(content[:1])
        raise OSError(number, "refused")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    with pytest.raises(refusal):
        storage.add("table", "1.jpg", b"23")
    assert storage.get("table", "1.jpg") == b"1"
    assert number != errno.ENOSPC or storage.names("table") == ("1.jpg",)
