"""The processes for photos with a misbehaving reader.

`python -m tests.photos.photo_server_under_test FOLDER LIMITS [really]`: the instance folder, JSON, and
whether the real reader reads. What the other one does depends on the picture's width, see `WIDTHS`. Prints
the address of the job server, then lives until it is told to end.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from scorepad.host.processes import keep_running
from scorepad.host.serve import work_server
from scorepad.jobs.client import SERVER_VARIABLE
from scorepad.photos import reading
from scorepad.photos.limits import PREFIX, VARIABLES, from_environment
from scorepad.photos.reading import PhotoReading
from scorepad.store.opening import store_address

WIDTHS = {"held": 101, "crash": 102, "hang": 103, "hog": 104, "break": 105}
NOTES, GO = "read.txt", "go"
FOLDER = Path(sys.argv[1]) if __name__ == "__main__" else Path()


def read(picture: np.ndarray, pack: str = "", _pack_count: int = 0) -> PhotoReading:
    """Its `seconds` say which process read; the picture's height is noted, so that the order shows."""
    height, width = picture.shape[:2]
    with (FOLDER / NOTES).open("a") as notes:
        notes.write(f"{height}\n")
    while width == WIDTHS["held"] and not any((FOLDER / name).exists() for name in (GO, f"{GO}-{height}")):
        time.sleep(0.01)
    if width == WIDTHS["crash"]:
        os.kill(os.getpid(), signal.SIGSEGV)
    if width == WIDTHS["hang"]:
        ctypes.PyDLL(None).sleep(60)  # in C code, where no Python signal handler interrupts
    if width == WIDTHS["hog"]:
        np.ones(3_000_000_000, np.uint8)
    if width == WIDTHS["break"]:
        raise ZeroDivisionError
    return PhotoReading((), (), (), seconds=os.getpid(), pack=pack)


if __name__ == "__main__":
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # as `serve` sets it
    if "really" not in sys.argv:
        reading.read_pixels = read
    with TemporaryDirectory(prefix="scorepad-", dir="/tmp") as folder:  # short, as the address of a socket is
        for name, value in json.loads(sys.argv[2]).items():
            os.environ[f"{VARIABLES}{PREFIX}{name.upper()}"] = str(value)
        server = work_server(Path(folder) / "jobs", FOLDER, store_address(FOLDER), from_environment())
        print(os.environ[SERVER_VARIABLE], flush=True)
        keep_running([server])
