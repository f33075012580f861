"""How often a JPEG goes over its pixels: a small file may do so so often that decoding it never ends."""

from __future__ import annotations

import re

from scorepad.photos.refusals import DAMAGED, NotAPhoto

START, END, SCAN = b"\xff\xd8", 0xD9, 0xDA
MOST = 64  # scans; cameras and programs make 1 to about 14
MOST_SEGMENTS = 10_000
MARK = re.compile(rb"\xff([^\x00\xd0-\xd7\xff])")  # what within a scan is neither pixels nor a restart


def counted(data: bytes) -> None:
    """Raises NotAPhoto for a JPEG of more scans or segments than any program makes; other files pass."""
    if not data.startswith(START):
        return
    at, scans, segments = len(START), 0, 0
    while mark := MARK.search(data, at):
        kind, at = mark[1][0], mark.end()
        if kind == END:
            return
        segments += 1
        scans += kind == SCAN
        if scans > MOST:
            raise NotAPhoto(f"The picture is drawn over more than {MOST} times; no camera does that.")
        if segments > MOST_SEGMENTS:
            raise NotAPhoto(DAMAGED)
        at += int.from_bytes(data[at : at + 2], "big")
