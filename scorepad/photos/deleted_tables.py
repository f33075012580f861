"""Deleted tables, kept aside for an hour with their photos, so that deletion can be undone."""

from __future__ import annotations

import time

from scorepad.photos.kept_photos import KeptPhotos
from scorepad.store.sql_store import Store

KEPT_ASIDE = 3600.0  # seconds


def delete_table(store: Store, kept: KeptPhotos, table_id: str) -> None:
    """Delete the table. For an hour it can be restored. Raises NotFound."""
    store.set_aside(table_id)
    forget_deleted(store, kept)


def undelete_table(store: Store, kept: KeptPhotos, table_id: str) -> None:
    """Restore the table. Raises NotFound."""
    forget_deleted(store, kept)
    store.bring_back(table_id)


def forget_deleted(store: Store, kept: KeptPhotos) -> None:
    """Delete for good what was deleted an hour ago."""
    for table_id in store.forget_set_aside(time.time() - KEPT_ASIDE):
        kept.delete_all(table_id)
