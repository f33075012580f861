"""Browsers record on a pad whose processes are killed: everything that a phone kept is in the log, once.

    python bench/queue_chaos.py [--records N] [--phones N] [--postgresql] [--seed S]

Phones in a real Chromium write notes at the tables of a real pad, one after the other. A process of the pad
is killed with SIGKILL every two seconds, and now and then the whole pad, which is then started again. A phone
goes on whether or not the pad answers: the next note is written on the page that is open. A note counts as
kept once the phone's list has it, or its page has left for the table. In the end the pad runs undisturbed
until every list is empty. Then each note must be in the log of its table exactly once. Ends with status 1 if
anything was wrong.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from scorepad.core.log.deal import MOST_NOTES
from scorepad.machine import folders
from scorepad.store.opening import open_store
from tests.browser.conftest import PHONE
from tests.browser.engines import FAILED, Phone, chromium_phone, chromium_program, running_chromium
from tests.postgresql import running_database
from tests.serving import Server, running
from tests.web_phone import WebPhone

START = """
import sys
from scorepad.host.serve import serve
sys.exit(serve("127.0.0.1", int(sys.argv[1]), sys.argv[2], backup_every=None))
"""
KILL_EVERY = 2.0  # seconds
WHOLE_PAD = 1 / 15  # of the kills
NOTES_A_TABLE = MOST_NOTES // 2
KEPT_WITHIN, EMPTY_WITHIN = 20.0, 300.0  # seconds
KEPT = """
if (document.readyState !== "complete" || !window.queue) return false;
if (!window.tapped) return true; // the page has left for the table
const lines = [...document.querySelectorAll("[data-waits] li strong")];
return lines.some((one) => one.textContent.includes(arguments[0]));
"""
EMPTY = """
const button = document.querySelector("[data-send-now]");
if (button) button.click();
const none = document.querySelector("[data-none]");
if (!none && document.readyState === "complete") location.assign("/waiting");
return none && !none.hidden;
"""


@dataclass
class Pad:
    """A pad that is killed in parts and as a whole until it is left in peace."""

    folder: Path
    environment: dict[str, str]
    seed: str
    port: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    in_peace: threading.Event = field(default_factory=threading.Event)
    is_over: threading.Event = field(default_factory=threading.Event)
    is_ready: threading.Event = field(default_factory=threading.Event)

    def live(self) -> None:
        """Serve, and be killed, until it is over."""
        dice = random.Random(self.seed)
        while not self.is_over.is_set():
            command = [sys.executable, "-c", START, str(self.port), str(self.folder)]
            with running(command, env=self.environment) as server:
                self.is_ready.set()
                self._suffer(server, dice)

    def _suffer(self, server: Server, dice: random.Random) -> None:
        while not self.is_over.wait(KILL_EVERY):
            if self.in_peace.is_set():
                continue
            if dice.random() < WHOLE_PAD:
                self.kills["pads"] += 1
                with suppress(ProcessLookupError):
                    os.killpg(server.process.pid, signal.SIGKILL)
                return
            self.kills["processes"] += 1
            with suppress(ProcessLookupError, IndexError):
                os.kill(dice.choice(server.members), signal.SIGKILL)


@contextmanager
def suffering(folder: Path, store: str, seed: str) -> Iterator[Pad]:
    """The pad runs meanwhile."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    pad = Pad(folder, {**os.environ, **({"SCOREPAD_STORE": store} if store else {})}, seed, port)
    pad.in_peace.set()  # until its tables are there
    thread = threading.Thread(target=pad.live)
    thread.start()
    try:
        yield pad
    finally:
        pad.is_over.set()
        thread.join()


def write(phone: Phone, address: str, table: str, text: str) -> str:
    """Write a note, on the table's page or the one that is open; what went wrong."""
    phone.open(f"{address}/t/{table}/deal/1")
    try:
        phone.wait_for("return document.querySelector('[form=note]') && window.queue")
        phone.type("text", text)
        phone.run("window.tapped = true; document.querySelector('[form=note]').click();")
        phone.wait_for(KEPT, text, within=KEPT_WITHIN)
    except TimeoutError:
        return f"{text}: nothing was said of it"
    return ""


def notes_of(store: str | Path, table: str) -> Counter[str]:
    with closing(open_store(store)) as opened:
        return Counter(getattr(event.data, "text", "") for event in opened.after(table, 0))


def evening(browser: Browser, pad: Pad, records: int, number: int, store: str | Path) -> list[str]:
    """So many notes by so many phones; everything that was wrong."""
    address, wrong, written = f"http://127.0.0.1:{pad.port}", [], Counter[str]()
    pad.is_ready.wait()
    host = WebPhone(pad.port)
    # A deal takes no more than MOST_NOTES.
    tables = [host.new_table(name=f"Table {place}") for place in range(max(2, records // NOTES_A_TABLE))]
    pad.in_peace.clear()
    with ExitStack() as phones:
        all_phones = [
            phones.enter_context(chromium_phone(browser, viewport=PHONE, service_workers="block"))
            for _ in range(number)
        ]
        for phone in all_phones:
            phone.take_cookies(address, [*host.cookies])
        for record in range(records):
            text, table = f"note {record:05}.", tables[record % len(tables)]
            for _again in range(3):  # a page may go under the hand
                try:
                    fault = write(all_phones[record % number], address, table, text)
                    break
                except FAILED as error:
                    fault = f"{text}: {error}"
            written[text] += not fault
            wrong += [fault] if fault else []
            if (record + 1) % 100 == 0:
                print(f"{record + 1} notes, {pad.kills}", flush=True)
        pad.in_peace.set()
        for phone in all_phones:
            while not phone.open(f"{address}/waiting"):
                time.sleep(1)
            phone.wait_for(EMPTY, within=EMPTY_WITHIN)
    stored = sum((notes_of(store, table) for table in tables), Counter())
    wrong += [
        f"{text} {stored[text]} times in the log" for text in written if written[text] and stored[text] != 1
    ]
    wrong += [f"{text} doubled" for text, times in stored.items() if text and times > 1]
    print(
        f"{written.total()} notes kept, {sum(stored[text] == 1 for text in written)} of them once in the log"
    )
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--records", type=int, default=2000)
    parser.add_argument("--phones", type=int, default=4)
    parser.add_argument("--postgresql", action="store_true", help="the store is a server of its own")
    parser.add_argument("--seed", default="chaos")
    given = parser.parse_args()
    began = time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(running_database()).schema_address("chaos") if given.postgresql else ""
        playwright = stack.enter_context(sync_playwright())
        browser = stack.enter_context(running_chromium(playwright.chromium, chromium_program()))
        with suffering(folder, database, given.seed) as pad:
            wrong = evening(browser, pad, given.records, given.phones, database or folder / folders.DATABASE)
            kills = ", ".join(f"{count} {what}" for what, count in pad.kills.items())
    print(
        f"{given.records} notes, {given.phones} phones, killed: {kills}, "
        f"{time.monotonic() - began:.0f} seconds"
    )
    print("\n".join(wrong[:20]) or "Nothing was lost, nothing doubled.")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
