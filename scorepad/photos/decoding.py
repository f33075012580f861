"""Asks another process to decode a photo, so that crafted bytes meet no process that does anything else."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

from scorepad.core.errors import ScorepadError
from scorepad.jobs import client
from scorepad.jobs.client import Busy, JobFailed, TookTooLong
from scorepad.photos.refusals import NotAPhoto

UPRIGHT = "scorepad.photos.photo_jobs:upright"
DECODING = "SCOREPAD_PHOTO_DECODING"
PATIENCE = 120.0  # seconds that a photo may wait to be decoded
NOT_DECODED = "The picture is damaged, or takes too much time or memory to decode."

Size = tuple[int, int]


def decode(data: bytes, folder: Path, seconds: float) -> tuple[Size, Size]:
    """Write the photo into the folder as plain pictures; the sizes (width, height) of the whole one and of
    the one that is shown. `seconds` are what it may take.

    Raises NotAPhoto, Busy, TookTooLong.
    """
    question = {"photo": b64encode(data).decode("ascii"), "folder": str(folder)}
    try:
        sizes = client.ask(UPRIGHT, question, PATIENCE, limit=seconds, variable=DECODING)
    except JobFailed:
        raise NotAPhoto(NOT_DECODED) from None
    except (Busy, TookTooLong):
        raise
    except ScorepadError as error:  # the job's own, which travels without its class
        raise NotAPhoto(error.message, code=error.code) from None
    (width, height), (shown_width, shown_height) = sizes["whole"], sizes["shown"]
    return (width, height), (shown_width, shown_height)
