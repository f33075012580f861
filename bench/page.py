"""How large the pad without a server is, and how long it takes to start in Chromium.

    bin/page && python -m bench.page              medians of 5, in seconds
    bin/page && python -m bench.page --rounds 3   fewer

The first start loads all files from this machine, the later ones have them, and the last have no network.
Compare figures of one machine that does nothing else.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import tempfile
import time
from statistics import median

from playwright.sync_api import BrowserType, sync_playwright

from tests.browser.engines import CHROMIUM, CHROMIUM_ARGUMENTS
from tests.browser.test_page_without_server import READY, SMALL, STARTS_WITHIN, hosted
from tests.made_page import PAGE


def sizes() -> tuple[float, float]:
    """Megabytes of all files, as they are and compressed."""
    contents = [file.read_bytes() for file in PAGE.rglob("*") if file.is_file()]
    return sum(map(len, contents)) / 1e6, sum(len(gzip.compress(content)) for content in contents) / 1e6


def seconds_to_start(chromium: BrowserType, profile: str, address: str) -> float:
    """From opening the page in a new browser to the first page of the app."""
    context = chromium.launch_persistent_context(
        profile,
        executable_path=next(filter(None, map(shutil.which, CHROMIUM))),
        args=CHROMIUM_ARGUMENTS,
        viewport=SMALL,
    )
    page = context.pages[0]
    began = time.monotonic()
    page.goto(address)
    page.wait_for_function(READY, timeout=STARTS_WITHIN)
    seconds = time.monotonic() - began
    context.close()
    return seconds


def starts(chromium: BrowserType) -> tuple[float, float, float]:
    """Seconds of a first start, a later one, and one without a network."""
    with tempfile.TemporaryDirectory() as profile:
        with hosted(PAGE) as address:
            first, later = (seconds_to_start(chromium, profile, address) for _ in range(2))
        return first, later, seconds_to_start(chromium, profile, address)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    whole, compressed = sizes()
    print(f"{whole:.1f} MB, compressed {compressed:.1f} MB")
    with sync_playwright() as playwright:
        measured = [starts(playwright.chromium) for _ in range(rounds)]
    for name, column in zip(("first start", "later", "no network"), zip(*measured, strict=True), strict=True):
        print(f"{name:<12} {median(column):.1f} s ({min(column):.1f} to {max(column):.1f})")


if __name__ == "__main__":
    main()
