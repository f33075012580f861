"""Takes the pictures of the documentation from a running pad, so that they show what the pages show.

`python -m bench.pictures` writes `docs/phone.png` and `docs/table.png`, the size of a phone, in few colours.
It needs Chromium (CHROMIUM names it) and Pillow, as the tests do.
"""

from __future__ import annotations

import io
import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from flask import Flask
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from scorepad.web import create_app
from tests.browser.conftest import serving
from tests.web.phone import Phone

DOCS = Path(__file__).parents[1] / "docs"
PHONE = {"width": 390, "height": 844}
COLOURS = 64
HAND = "4C+5C+6C+7C+8C+QH+QS+QD+3D+4D+5D"
PLAYERS = ("Ann", "Ben", "Cy", "Di")
DEALS = (
    (0, "", 25, 60, 10),
    (2, 40, 15, "", 55),
    (0, "", 35, 20, 5),
    (1, 10, "", 45, 30),
)  # who went out, what is left


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = create_app({"INSTANCE": folder, "LIMITS": False})
        browser = playwright.chromium.launch(executable_path=_chromium(), args=["--no-sandbox"])
        with serving(app) as address:
            page = browser.new_page(viewport=PHONE, base_url=address, device_scale_factor=2, locale="en")
            page.goto(f"/solve?game=rummy-500&cards={HAND}")
            page.wait_for_load_state("networkidle")
            _keep(page, "phone")
            page.goto(f"/t/{_play(app).table_id}")
            page.wait_for_load_state("networkidle")
            _keep(page, "table")
        browser.close()


def _play(app: Flask) -> Phone:
    """The phone of a table with four players and four deals."""
    phone = Phone(app.test_client())
    phone.open("/new?game=romme").press("Open the table", name="Friday", **_by_seat("name", PLAYERS))
    for winner, *left in DEALS:
        numbers = _by_seat("number", map(str, left))
        phone.open(f"/t/{phone.table_id}/over").press("Record the deal", winner=str(winner), **numbers)
        phone.open(f"/t/{phone.table_id}").press("Next deal")
    return phone


def _by_seat(field: str, values: Iterable[str]) -> dict[str, str]:
    return {f"{field}_{seat}": value for seat, value in enumerate(values)}


def _keep(page: Page, name: str) -> None:
    """The screen as a PNG of few colours."""
    page.wait_for_timeout(400)  # until what moves lies still
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(DOCS / f"{name}.png", optimize=True)
    print(f"docs/{name}.png: {(DOCS / f'{name}.png').stat().st_size // 1000} kB")


def _chromium() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which("chromium")


if __name__ == "__main__":
    main()
