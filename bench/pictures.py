"""Takes the pictures of the documentation from a running pad, so that they show what the pages show.

`python -m bench.pictures` writes `docs/pictures`, and the same for each language that has pages of its own:
`docs/translated/de/pictures`. Each is the screen of a phone
as WebP. It needs Chromium (CHROMIUM names it), as the tests do.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from flask import Flask
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from scorepad.web import create_app
from tests.browser.conftest import serving
from tests.web.phone import Phone

DOCS = Path(__file__).parents[1] / "docs"
PHOTO = Path(__file__).with_name("hand.jpg")
PHONE = {"width": 390, "height": 844}
SHARPNESS = 1.5  # pixels of the picture for one of the page
COLOURS = 96
PHOTO_QUALITY = 40
HAND = "4C+5C+6C+7C+QH+QS+QD"
TABLE = "Café Central"  # a name that every language reads
PLAYERS = ("Ann", "Ben", "Cy", "Di")
DEALS = (
    (0, "", 25, 60, 10),
    (2, 40, 15, "", 55),
    (0, "", 35, 20, 5),
    (1, 10, "", 45, 30),
)  # who went out, what is left


def main() -> None:
    """Every picture in every language."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = create_app({"INSTANCE": folder, "LIMITS": False, "HOSTS": "192.168.1.20:8000"})
        browser = playwright.chromium.launch(executable_path=_chromium(), args=["--no-sandbox"])
        with serving(app) as address:
            phone = _play(app)
            for language, pictures in languages().items():
                pictures.mkdir(exist_ok=True)
                _take(browser, address, language, phone, pictures)
        browser.close()
    files = sorted(DOCS.rglob("*.webp"))
    print(f"{len(files)} pictures, {sum(file.stat().st_size for file in files) // 1000} kB")


def languages() -> dict[str, Path]:
    """The folder of the pictures by the language of the pages that show them."""
    return {"en": DOCS / "pictures"} | {page.parent.name: page.parent / "pictures" for page in _translated()}


def _translated() -> Iterable[Path]:
    return sorted(DOCS.glob("translated/*/first-evening.md"))


def _take(browser: Browser, address: str, language: str, phone: Phone, pictures: Path) -> None:
    def new_page() -> Page:
        return browser.new_page(
            viewport=PHONE,
            base_url=address,
            device_scale_factor=SHARPNESS,
            locale=language,
            has_touch=True,
            reduced_motion="reduce",  # no picture of cards in flight
        )

    def keep(page: Page, name: str) -> None:
        """The screen, in few colours."""
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(600)  # until what moves lies still
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        file = pictures / f"{name}.webp"
        if name == "photo":
            picture.save(file, quality=PHOTO_QUALITY, method=6)
        else:
            few = picture.quantize(COLOURS, dither=Image.Dither.NONE).convert("RGB")
            few.save(file, lossless=True, method=6)

    stranger = new_page()
    stranger.goto("/")
    keep(stranger, "home")
    stranger.goto(f"/solve?game=rummy-500&cards={HAND}")
    keep(stranger, "hand")
    stranger.goto("/solve?game=rummy-500")
    stranger.locator(".shoot:visible").first.click()
    stranger.locator(".taking input[capture]").set_input_files(PHOTO)
    stranger.wait_for_url(re.compile(r"/photo/[A-Za-z0-9_-]+\?"), timeout=60_000)
    keep(stranger, "photo")
    player = new_page()
    cookie = phone.client.get_cookie("scorepad")
    player.context.add_cookies([{"name": cookie.key, "value": cookie.decoded_value, "url": address}])
    player.goto(f"/t/{phone.table_id}")
    keep(player, "table")
    player.goto(f"/t/{phone.table_id}/invite")
    keep(player, "invite")


def _play(app: Flask) -> Phone:
    """The phone of a table with four players and four deals."""
    phone = Phone(app.test_client())
    phone.open("/new?game=romme").press("Open the table", name=TABLE, **_by_seat("name", PLAYERS))
    for winner, *left in DEALS:
        numbers = _by_seat("number", map(str, left))
        phone.open(f"/t/{phone.table_id}/over").press("Record the deal", winner=str(winner), **numbers)
        phone.open(f"/t/{phone.table_id}").press("Next deal")
    return phone


def _by_seat(field: str, values: Iterable[str]) -> dict[str, str]:
    return {f"{field}_{seat}": value for seat, value in enumerate(values)}


def _chromium() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which("chromium")


if __name__ == "__main__":
    main()
