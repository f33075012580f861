"""Service: photos that a table keeps as evidence of its hands, if its players want that.

The choice belongs to the pad and not to the table's log: a file that carries the table elsewhere has no
photos.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorepad.core.sentence import say
from scorepad.photos.kept_photos import KeptPhotos
from scorepad.photos.queue import Gone, PhotoQueue
from scorepad.store.engine import NotFound
from scorepad.tables.operations import require_key

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store


@dataclass(frozen=True, slots=True)
class EvidencePhoto:
    """A photo that the table keeps: the number of its entry or ending, and its file."""

    photo: str
    entry: int
    name: str


def choose_keeping(store: Store, table_id: str, key: str, *, keeps: bool) -> None:
    """Set whether the table keeps the photos of later hands. Raises NotFound, NotAllowed."""
    require_key(store, table_id, key)
    store.set_keeps_photos(table_id, keeps)


def attach_photos(
    store: Store, queue: PhotoQueue, kept: KeptPhotos, table_id: str, entry: int, handed_in: Iterable[str]
) -> None:
    """Keep the photos with the entry, if the table keeps any; photos that are gone are skipped."""
    if not store.keeps_photos(table_id):
        return
    for photo in handed_in:
        with suppress(Gone):
            kept.add(table_id, photo, queue.shown_picture(photo))
            queue.forget(photo)
            store.add_photo(table_id, photo, entry)


def evidence_photos(
    store: Store, kept: KeptPhotos, table_id: str, entry: int | None = None
) -> tuple[EvidencePhoto, ...]:
    """The photos that the table keeps, or those of one entry, the oldest first."""
    names = kept.names(table_id)
    return tuple(
        EvidencePhoto(photo, number, names[photo])
        for photo, number in store.photos(table_id).items()
        if photo in names and entry in (None, number)
    )


def evidence_picture(store: Store, kept: KeptPhotos, table_id: str, photo: str) -> bytes:
    """That photo of the table, a JPEG. Raises NotFound."""
    for photo_kept in evidence_photos(store, kept, table_id):
        picture = kept.picture(table_id, photo_kept.name) if photo_kept.photo == photo else None
        if picture is not None:
            return picture
    raise NotFound(say("This photo was deleted. Go back to the table."), at="photo")


def delete_photo(store: Store, kept: KeptPhotos, table_id: str, key: str, photo: str) -> None:
    """Delete one photo of the table for good; nothing happens if it is gone already. Raises NotFound for an
    unknown table, NotAllowed."""
    require_key(store, table_id, key)
    for photo_kept in evidence_photos(store, kept, table_id):
        if photo_kept.photo == photo:
            kept.drop(table_id, photo_kept.name)
    store.drop_photo(table_id, photo)
