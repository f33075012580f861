"""The file of queued photos, which is begun anew where it is damaged: a photo waits an hour at most, and can
be taken again."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorepad.machine.folders import JOURNAL_ENDINGS
from scorepad.machine.system import lock
from scorepad.store.engine import PhotosBroken, PhotosLost, StoreBroken
from scorepad.store.sqlite import damage, is_damage

PATIENCE = 10.0  # seconds that a look at all pages may take, once the file is known to be damaged
log = logging.getLogger("scorepad.photos")


@contextmanager
def begun_anew_if_damaged(queue: Path) -> Iterator[None]:
    """Begin the file anew if its use in this context finds it damaged.

    Raises PhotosLost then, PhotosBroken if it cannot be deleted.
    """
    try:
        yield
    except StoreBroken as fault:
        if not is_damage(fault.__cause__):
            raise
        _begin_anew(queue)
        raise PhotosLost from fault


def delete_queue(queue: Path) -> None:
    """Delete the file with its journals. Raises OSError."""
    for ending in (*JOURNAL_ENDINGS, ""):
        Path(f"{queue}{ending}").unlink(missing_ok=True)


def _begin_anew(queue: Path) -> None:
    """Delete the file, unless another process has begun it anew by now."""
    try:
        with _one_at_a_time(queue.parent):
            if damage(queue, PATIENCE, "integrity_check"):
                delete_queue(queue)
                log.error("The file of waiting photos was damaged, and is deleted. Those photos are lost.")
    except OSError as error:
        raise PhotosBroken from error


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    """Lock the folder against other processes that do the same."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        lock(descriptor)
        yield
    finally:
        os.close(descriptor)
