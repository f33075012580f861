"""The picture of the site that chats and feeds show beside a link, made of the pictures of its pages."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image, ImageDraw

SIZE = (1200, 630)
SHOWN = ("home", "hand", "table")
GREEN = "#1f5a43"
WIDTH, GAP, TOP_EDGE, ROUND = 330, 45, 60, 28
COLOURS = 128


def share_picture(pictures: Path) -> bytes:
    """A PNG of 1200 by 630 pixels: three screens of phones side by side, cut off below."""
    whole = Image.new("RGB", SIZE, GREEN)
    left = (SIZE[0] - len(SHOWN) * WIDTH - (len(SHOWN) - 1) * GAP) // 2
    for place, name in enumerate(SHOWN):
        with Image.open(pictures / f"{name}.webp") as file:
            screen = file.convert("RGB").resize(
                (WIDTH, WIDTH * file.height // file.width), Image.Resampling.LANCZOS
            )
        mask = Image.new("L", screen.size, 0)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, *screen.size), ROUND, fill=255)
        whole.paste(screen, (left + place * (WIDTH + GAP), TOP_EDGE), mask)
    written = io.BytesIO()
    whole.quantize(COLOURS).save(written, "PNG", optimize=True)
    return written.getvalue()
