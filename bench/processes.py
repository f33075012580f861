"""The processes of a pad and their memory: idle, and after ten searches, three photos and thirty pages.

    python bench/processes.py             of a pad that it starts in a folder of its own
    python bench/processes.py 1234        of a pad that runs, by its first process, as it is

Memory is the proportional set size, in which what processes share counts once.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import Request, urlopen

TOP = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOP))

import cv2  # noqa: E402
import numpy as np  # noqa: E402

from tests.photos.photo_files import uploaded  # noqa: E402
from tests.serving import processes_with, serving  # noqa: E402

SEARCHES, PHOTOS, PAGES = 10, 3, 30
SETTLED = 3.0  # seconds
HAND = "4C 5C 6C 7H 8H 9H TH JD QD KD AS 2S w"
SHOWN_PAGES = ("/", "/new", "/solve", "/games/chattahoochee", "/games/rummikub")


def beneath(process: int) -> list[int]:
    """The process and all that it started, and they."""
    parents = processes_with("ppid")
    found = [process]
    for each in found:
        found += [child for child, parent in parents if parent == each]
    return found


def megabytes(process: int) -> float:
    """The proportional set size."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    return int(re.search(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)[1]) / 1024


def tell(when: str, first: int) -> None:
    sizes = []
    for process in beneath(first):
        try:
            sizes.append(megabytes(process))
        except FileNotFoundError:  # it has ended meanwhile
            continue
    each = " ".join(f"{size:.0f}" for size in sizes)
    print(f"{when}: {len(sizes)} processes, {sum(sizes):.0f} MB ({each})", flush=True)


def use(address: str) -> None:
    """Search, read and look, one after the other."""
    for number in range(SEARCHES):
        game = ("chattahoochee", "chattahoochee-interlocking")[number % 2]
        body = json.dumps({"game": game, "cards": HAND, "options": {"jokers": 2}}).encode()
        _send(Request(f"{address}/api/v1/best", body, {"Content-Type": "application/json"}))
    picture = np.full((3000, 4000, 3), 120, np.uint8)  # of 12 megapixels, as phones take them
    jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
    for _ in range(PHOTOS):
        sent = uploaded([(jpeg, "table.jpg")])
        _send(Request(f"{address}/api/v1/read", sent["data"], {"Content-Type": sent["content_type"]}))
    for number in range(PAGES):
        _send(Request(address + SHOWN_PAGES[number % len(SHOWN_PAGES)]))


def _send(request: Request) -> None:
    with urlopen(request, timeout=120) as answer:
        answer.read()


def main() -> None:
    if len(sys.argv) > 1:
        tell("now", int(sys.argv[1]))
        return
    with tempfile.TemporaryDirectory(prefix="pad-") as folder:
        arguments = f"'127.0.0.1', 0, {folder!r}, backup_every=None"
        with serving(arguments, cwd=TOP) as server:
            time.sleep(SETTLED)
            tell("idle", server.process.pid)
            use(server.url)
            tell("after use", server.process.pid)


if __name__ == "__main__":
    main()
