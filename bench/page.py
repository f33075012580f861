"""How large the pad without a server is, how long it takes to start in Chromium, and what memory it has then.

    bin/page && python -m bench.page              medians of 5
    bin/page && python -m bench.page --rounds 3   fewer

The first start loads all files from this machine, the later ones have them, and the last have no network.
"clock" is what a person waits, "processor" what of it is work of the whole browser: on a machine that does
other things too, compare the second one. Memory is that of the page's process alone, in a browser that
nothing drives, since a driver makes it keep what it loads. What it shares with the browser's other processes
is shared out among them. Linux only.
"""

from __future__ import annotations

import argparse
import gzip
import os
import subprocess
import tempfile
import time
from dataclasses import astuple, dataclass
from pathlib import Path
from statistics import median

from playwright.sync_api import BrowserType, sync_playwright

from tests.browser.engines import CHROMIUM_ARGUMENTS, chromium_program
from tests.browser.test_page_without_server import READY, SMALL, STARTS_WITHIN, hosted
from tests.made_page import PAGE

TICKS = os.sysconf("SC_CLK_TCK")  # a second of a processor
PAGES_PROCESS = b"--type=renderer"
SETTLED = 10  # seconds after which a browser has long started


@dataclass(frozen=True)
class Start:
    """Seconds on the clock and of the processor."""

    clock: float
    processor: float


def sizes() -> tuple[float, float]:
    """Megabytes of all files, as they are and compressed."""
    contents = [file.read_bytes() for file in PAGE.rglob("*") if file.is_file()]
    return sum(map(len, contents)) / 1e6, sum(len(gzip.compress(content)) for content in contents) / 1e6


def processes(profile: str) -> list[Path]:
    """Those of the browser that has this profile, below /proc."""
    parents = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parents[process] = Path("/proc", (process / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has ended meanwhile
            continue
    found = [process for process in parents if profile.encode() in command_of(process)]
    while more := [
        process for process, parent in parents.items() if parent in found and process not in found
    ]:
        found += more
    return found


def command_of(process: Path) -> bytes:
    """With its arguments; empty where it has ended."""
    try:
        return (process / "cmdline").read_bytes()
    except OSError:
        return b""


def processor_seconds(process: Path) -> float:
    """What it has used."""
    return sum(map(int, (process / "stat").read_text().rpartition(")")[2].split()[11:13])) / TICKS


def megabytes(process: Path) -> float:
    """Its own memory and its part of what is shared."""
    rows = (process / "smaps_rollup").read_text().splitlines()
    return next(int(row.split()[1]) / 1000 for row in rows if row.startswith("Pss:"))


def start(chromium: BrowserType, profile: str, address: str) -> Start:
    """From opening the page in a new browser to the first page of the app."""
    context = chromium.launch_persistent_context(
        profile,
        executable_path=chromium_program(),
        args=CHROMIUM_ARGUMENTS,
        viewport=SMALL,
    )
    page = context.pages[0]
    before, began = sum(map(processor_seconds, processes(profile))), time.monotonic()
    page.goto(address)
    page.wait_for_function(READY, timeout=STARTS_WITHIN)
    clock = time.monotonic() - began
    seconds = sum(map(processor_seconds, processes(profile))) - before
    context.close()
    return Start(clock, seconds)


def memory(profile: str, address: str) -> float:
    """Megabytes of the page's process, some seconds after it was opened."""
    options = ("--headless=new", f"--user-data-dir={profile}", "--window-size=390,664")
    command = [chromium_program() or "chromium", *CHROMIUM_ARGUMENTS, *options, address]
    browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(SETTLED)
    found = [megabytes(process) for process in processes(profile) if PAGES_PROCESS in command_of(process)]
    browser.terminate()
    browser.wait()
    return max(found)


def starts(chromium: BrowserType) -> tuple[Start, Start, Start]:
    """A first start, a later one, and one without a network."""
    with tempfile.TemporaryDirectory() as profile:
        with hosted(PAGE) as address:
            first, later = (start(chromium, profile, address) for _ in range(2))
        return first, later, start(chromium, profile, address)


def memories() -> tuple[float, float]:
    """Megabytes at a first start and at a later one."""
    with tempfile.TemporaryDirectory() as profile, hosted(PAGE) as address:
        return memory(profile, address), memory(profile, address)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    whole, compressed = sizes()
    print(f"{whole:.1f} MB, compressed {compressed:.1f} MB")
    with sync_playwright() as playwright:
        measured = [starts(playwright.chromium) for _ in range(rounds)]
    print("               clock  processor")
    for name, column in zip(("first start", "later", "no network"), zip(*measured, strict=True), strict=True):
        clock, processor = map(median, zip(*map(astuple, column), strict=True))
        print(f"{name:<12} {clock:5.1f} s    {processor:5.1f} s")
    first, later = map(median, zip(*[memories() for _ in range(rounds)], strict=True))
    print(f"memory of the page's process: {first:.0f} MB at the first start, {later:.0f} MB later")
    print(f"load of this machine: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
