"""A browser comes to harm while the pad without a server records: what a page said is there, once.

    bin/page && python -m bench.page_kills                   Chromium: 15 kills, 5 rounds of each other harm
    python -m bench.page_kills --engine firefox --kills 5    Firefox; no service worker is stopped there
    python -m bench.page_kills --engine webkit --kills 5     WebKit; nor are there two pages

A page records deals by the pad's API, two at a time. It tells the host each that the pad said to have
recorded. Then

kill      the browser and all its processes are killed with SIGKILL
stop      the service worker is stopped, ten times within a few seconds
update    the host has a new version; it is fetched, and takes over under a form that is half typed
tabs      two pages record at the same table, and one of them is closed

In the end each deal that was told must be at its table once, and no other twice. Ends with status 1 if not.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, sync_playwright

from bench.page_window import ANSWERED, ASKED, Asked, make_asking, webkit_window
from tests.browser.engines import (
    CHROMIUM_ARGUMENTS,
    FAILED,
    ChromiumPhone,
    Phone,
    chromium_program,
    firefox_phone,
)
from tests.browser.page_versions import make_newer
from tests.browser.test_page_without_server import SMALL, Files, hosted
from tests.made_page import PAGE
from tests.serving import processes_with, wait_until

ENGINES = {"chromium": ("stop", "update", "tabs"), "firefox": ("update", "tabs"), "webkit": ("update",)}
"""And the harms that can come to them beside kills."""
OPENS_WITHIN, TELLS_WITHIN = 120.0, 60.0  # seconds
STOPS = 10  # of a service worker in one round
RESTS = 1000  # milliseconds: a service worker that is always asked something is followed by no other
READY = "return document.documentElement.dataset.scorepad === 'ready'"
FETCHED = """
window.fetched = null;
const answered = fetch(arguments[0], arguments[1]).then((answer) => answer.json());
answered.then((answer) => { window.fetched = answer; });
"""
RECORD = """
const [table, key, round, first, step, rest] = arguments;
const headers = { "Content-Type": "application/json", Authorization: `Bearer ${key}` };
const asked = (body) => ({ method: "POST", headers, body });
window.records = true;
(async () => {
  for (let number = first; window.records; number += step) {
    const body = JSON.stringify({ points: { Ann: number, Ben: round } });
    const answer = await fetch(`api/v1/tables/${table}/deals`, asked(body)).catch(() => ({}));
    await fetch(`/${answer.status === 201 ? "told" : "not-told"}/${number}/${round}`).catch(() => {});
    await new Promise((rested) => setTimeout(rested, rest * Math.random()));
  }
})();
"""
UPDATE = "navigator.serviceWorker.getRegistration().then((registration) => registration.update())"
OFFERED = "return !document.getElementById('notice').hidden"
TAKE = """
navigator.serviceWorker.addEventListener("controllerchange", () => { window.isTaken = true; });
document.querySelector("#notice button").click();
"""
TYPE = "frames[0].document.querySelector('[name=name-0]').value = 'half typed'"
TYPED = "return frames[0].document.querySelector('[name=name-0]').value === 'half typed'"

Deal = tuple[int, int]
"""The points of Ann and of Ben: the number of the deal, and the round."""


@dataclass
class Counts:
    """What the host was told, and what the tables have."""

    told: Counter[Deal] = field(default_factory=Counter)
    not_told: Counter[Deal] = field(default_factory=Counter)
    tables: dict[str, str] = field(default_factory=dict)  # the harm that came to it
    rounds: Counter[str] = field(default_factory=Counter)

    def handler(self, asked: Asked) -> type[Files]:
        """A host of files that takes down what it is told, and hands out what a page is asked."""
        counts = self

        class Handler(Files):
            def do_GET(self) -> None:  # noqa: N802
                if self.path == ASKED:
                    return asked.hand_out(self)
                _, way, *numbers = self.path.split("/")
                if way not in ("told", "not-told"):
                    return super().do_GET()
                counted = counts.told if way == "told" else counts.not_told
                counted[(int(numbers[0]), int(numbers[1]))] += 1
                self.send_response(204)
                self.end_headers()
                return None

            def do_POST(self) -> None:  # noqa: N802
                assert self.path == ANSWERED
                asked.take(self)

        return Handler

    def of_round(self, number: int) -> int:
        """How many deals of this round are told."""
        return sum(number == of for _, of in list(self.told))


@dataclass
class Device:
    """What one browser keeps, and the browser while it runs."""

    engine: str
    profile: Path
    address: str
    playwright: Any
    asked: Asked
    stack: ExitStack = field(default_factory=ExitStack)
    phone: Phone | None = None
    cdp: CDPSession | None = None

    def start(self) -> Phone:
        """Start the browser on the pad; it is ready, or TimeoutError is raised."""
        starts: dict[str, Callable[[], Any]] = {
            "chromium": self._chromium,
            "firefox": lambda: firefox_phone(self.profile),
            "webkit": lambda: webkit_window(self.asked, self.profile),
        }
        phone: Phone = self.stack.enter_context(starts[self.engine]())
        self.phone = phone
        phone.open(self.address)
        phone.wait_for(READY, within=OPENS_WITHIN)
        return phone

    @contextmanager
    def _chromium(self) -> Iterator[Phone]:
        context = self.playwright.chromium.launch_persistent_context(
            self.profile, executable_path=chromium_program(), args=CHROMIUM_ARGUMENTS, viewport=SMALL
        )
        phone = ChromiumPhone(context)
        self.cdp = context.new_cdp_session(context.pages[-1])
        self.cdp.send("ServiceWorker.enable")
        try:
            yield phone
        finally:
            with suppress(*FAILED):
                context.close()

    def kill(self) -> None:
        """End the browser and all its processes at once."""
        found = family_of(self.profile)
        for process in found:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        assert wait_until(lambda: not set(found) & {one for one, _ in processes_with("ppid")}, 30)
        self.close()

    def close(self) -> None:
        """Close what still runs."""
        with suppress(*FAILED, OSError):
            self.stack.close()
        self.stack, self.phone = ExitStack(), None


def family_of(profile: Path) -> list[int]:
    """The processes of the browser that has this profile, the browser first."""
    everyone = processes_with("ppid")
    found = [process for process, _ in everyone if names(process, str(profile)) and process != os.getpid()]
    for process in found:  # grows meanwhile
        found += [child for child, parent in everyone if parent == process and child not in found]
    return sorted(found)


def names(process: int, word: str) -> bool:
    """Whether its command line has this word."""
    with suppress(OSError):
        words = Path(f"/proc/{process}/cmdline").read_bytes()
        return word.encode() in words and b"geckodriver" not in words
    return False


def fetched(phone: Phone, path: str, **options: object) -> Any:
    """The JSON that the page is answered."""
    phone.run(FETCHED, path, options)
    return phone.wait_for("return window.fetched", within=TELLS_WITHIN)


def new_table(phone: Phone) -> tuple[str, str]:
    """A table of Ann and Ben, by its id, and its key."""
    headers = {"Content-Type": "application/json"}
    body = '{"game": "any-game", "players": ["Ann", "Ben"]}'
    made = fetched(phone, "api/v1/tables", method="POST", headers=headers, body=body)
    return made["table"], made["key"]


def record(
    phone: Phone, table: tuple[str, str], number: int, first: int = 1, step: int = 2, rest: int = 0
) -> None:
    """Begin to record two deals at a time, each after a rest of so many milliseconds at most."""
    for lane in range(2):
        phone.run(RECORD, *table, number, first + lane, step, rest)


@dataclass
class Rounds:
    """One device, round after round."""

    device: Device
    counts: Counts
    files: Path
    dice: random.Random
    number: int = 0

    def play(self, harm: str) -> None:
        """Record at a new table until this harm has come."""
        self.number += 1
        phone = self.device.phone or self.device.start()
        table = new_table(phone)
        self.counts.tables[table[0]] = harm
        self.counts.rounds[harm] += 1
        way: Callable[[Phone, tuple[str, str]], None] = getattr(self, f"_{harm}")
        way(phone, table)
        print(f"{self.number} {harm}: {self.counts.of_round(self.number)} told", flush=True)

    def _told(self, count: int) -> None:
        until = self.counts.of_round(self.number) + count
        if not wait_until(lambda: self.counts.of_round(self.number) >= until, TELLS_WITHIN):
            raise TimeoutError(f"nothing more was told in round {self.number}")

    def _rest(self, phone: Phone) -> None:
        """No more deals; those on their way are waited for."""
        phone.run("window.records = false")
        time.sleep(1)

    def _kill(self, phone: Phone, table: tuple[str, str]) -> None:
        record(phone, table, self.number)
        self._told(self.dice.randint(1, 60))
        time.sleep(self.dice.random() * 0.1)
        self.device.kill()

    def _stop(self, phone: Phone, table: tuple[str, str]) -> None:
        assert self.device.cdp
        record(phone, table, self.number)
        for _ in range(STOPS):
            time.sleep(self.dice.random() * 0.3)
            self.device.cdp.send("ServiceWorker.stopAllWorkers")
        self._told(10)
        self._rest(phone)

    def _update(self, phone: Phone, table: tuple[str, str]) -> None:
        phone.run("frames[0].location.href = 'new?game=any-game'")
        phone.wait_for("return frames[0].document.querySelector('[name=name-0]') !== null")
        phone.run(TYPE)
        record(phone, table, self.number, rest=RESTS)
        self._told(5)
        make_newer(self.files, f"newer-{self.number}")
        phone.run(UPDATE)
        phone.wait_for(OFFERED, within=TELLS_WITHIN)
        phone.run(TAKE)
        phone.wait_for("return window.isTaken", within=TELLS_WITHIN)
        self._told(10)
        assert phone.run(TYPED), "the form was taken away"
        self._rest(phone)
        self._open(phone)

    def _open(self, phone: Phone) -> None:
        phone.open(self.device.address)
        phone.wait_for(READY, within=OPENS_WITHIN)

    def _tabs(self, phone: Phone, table: tuple[str, str]) -> None:
        record(phone, table, self.number, 1, 4)
        phone.new_page()
        self._open(phone)
        record(phone, table, self.number, 3, 4)
        self._told(20)
        phone.close_page()
        phone.turn_to(phone.pages() - 1)
        self._told(20)
        self._rest(phone)

    def faults(self) -> list[str]:
        """Deals that are lost or twice."""
        phone, there = self.device.start(), Counter[Deal]()
        for table in self.counts.tables:
            deals = fetched(phone, f"api/v1/tables/{table}")["deals"]
            there.update((deal["scores"]["Ann"], deal["scores"]["Ben"]) for deal in deals)
        self.device.close()
        lost = [f"deal {deal} was told and is lost" for deal in self.counts.told if not there[deal]]
        twice = [f"deal {deal} is there {times} times" for deal, times in there.items() if times > 1]
        told, not_told = len(self.counts.told), len(self.counts.not_told)
        rounds = ", ".join(f"{count} {harm}" for harm, count in self.counts.rounds.items())
        print(f"{self.device.engine}: {rounds}; {there.total()} deals at {len(self.counts.tables)} tables")
        print(f"{told} told as recorded, {not_told} not; {len(lost)} lost, {len(twice)} twice")
        return lost + twice


def main() -> int:
    """Play all rounds, and say what was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--engine", choices=ENGINES, default="chromium")
    parser.add_argument("--kills", type=int, default=15)
    parser.add_argument("--others", type=int, default=5, help="rounds of each other harm")
    parser.add_argument("--seed", default="kills")
    given = parser.parse_args()
    harms = ["kill"] * given.kills + [*ENGINES[given.engine]] * given.others
    dice, counts, asked = random.Random(given.seed), Counts(), Asked()
    dice.shuffle(harms)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        files = shutil.copytree(PAGE, folder / "page")
        if given.engine == "webkit":
            make_asking(files)
        (profile := folder / "profile").mkdir()
        address = stack.enter_context(hosted(files, counts.handler(asked)))
        playwright = stack.enter_context(sync_playwright())
        device = Device(given.engine, profile, address, playwright, asked)
        stack.callback(device.close)
        rounds = Rounds(device, counts, files, dice)
        for harm in harms:
            rounds.play(harm)
        device.close()
        wrong = rounds.faults()
    print("\n".join(wrong[:20]) or "Nothing was lost, nothing twice.")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
