"""What a table at its usual pace notices while strangers want everything at once.

    python bench/attack.py [--seconds N] [--quiet] [--only KIND …]

Starts a pad of its own. Four phones play an evening: cards are typed, a hand is searched, recorded and seen
on the other phones. Meanwhile attackers, two from an address, send as fast as they are answered: searches of
a minute, PDF files, photos, files of 20,000 events, new tables, listening phones, guesses of codes, plain
pages and the pages of the longest tables that a pad takes. With `--quiet` nobody attacks. Prints by kind how
long answers took and how many were refused, and what else the machine bore. The attackers run in a process of
their own, which yields to others.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import os
import secrets
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).parents[1]))

from scorepad.core.log.table import fold
from scorepad.store.opening import open_store
from tests.open_tables import Log
from tests.serving import serving
from tests.web_phone import WebPhone

PAUSE = 1.0  # seconds between two hands of the evening, which a real one takes minutes for
ALL_CARDS = " ".join(rank + suit for suit in "CDHS" for rank in "23456789T")
HARD = {
    "game": "chattahoochee-interlocking",
    "cards": f"w w {ALL_CARDS}",
    "options": {"jokers": 4},
    "limit": 60,
}
HANDS = ("4C 5C 6C 7C", "9H 9D 9S", "2D 3D 4D KS KH KC", "5S 6S 7S 8S 9S", "QH QD QC JH")
LONG_TABLES = 2  # together longer than a process keeps
PHOTO = Path(__file__).with_name("hand.jpg")


@dataclass
class Answers:
    """How long the answers of each kind took, in seconds, and their statuses."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: dict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(Counter))

    def timed(self, kind: str, ask: Callable[[], int]) -> int:
        """The status of an answer; 0 where there was none."""
        started_at = time.monotonic()
        try:
            status = ask()
        except OSError:
            status = 0
        self.seconds[kind].append(time.monotonic() - started_at)
        self.statuses[kind][status] += 1
        return status

    def lines(self) -> list[str]:
        lines = [f"{'':24}{'answers':>8}{'median':>9}{'p95':>9}{'most':>9}  statuses"]
        for kind, seconds in self.seconds.items():
            in_order = sorted(seconds)
            figures = (statistics.median(in_order), in_order[int(0.95 * (len(in_order) - 1))], in_order[-1])
            shown = "".join(f"{1000 * figure:7.0f}ms" for figure in figures)
            lines.append(f"{kind:24}{len(seconds):8}{shown}  {dict(self.statuses[kind])}")
        return lines


def search(phone: WebPhone) -> int:
    return phone.send("/api/v1/best", json.dumps(HARD).encode(), "application/json", within=80)[0]


def page_search(phone: WebPhone) -> int:
    return phone.get(f"/solve/answer?game=chattahoochee-interlocking&o-jokers=4&cards={quote(HARD['cards'])}")


def pdf(phone: WebPhone) -> int:
    return phone.get("/sheet.pdf?players=8&deals=40")


def large_file() -> bytes:
    """A table of 20,000 events that all are as they may be, each deal as full as it may be."""
    log = Log(players=2)
    for deal in count(1):
        log.out(deal, (0, 5))
        while len(log.events) < min(19_999, 450 * deal):
            log.add("noted", deal=deal, text="x" * 40)
        if len(log.events) >= 19_999:
            break
        log.add("dealt", deal=deal + 1, dealer=0)
    events = [event.as_dict() for event in log.events]
    return json.dumps({"format": "scorepad-table", "version": 1, "events": events}).encode()


def uploaded(name: str, content: bytes, fields: dict[str, str]) -> tuple[bytes, str]:
    """A form with a file, and its content type."""
    parts = [
        f'Content-Disposition: form-data; name="{key}"\r\n\r\n{value}'.encode()
        for key, value in fields.items()
    ]
    parts.append(f'Content-Disposition: form-data; name="{name}"; filename="a"\r\n\r\n'.encode() + content)
    body = b"".join(b"--scorepad\r\n" + part + b"\r\n" for part in parts) + b"--scorepad--\r\n"
    return body, "multipart/form-data; boundary=scorepad"


def photo(phone: WebPhone) -> int:
    return phone.send("/api/v1/read", *uploaded("photo", PHOTO.read_bytes(), {}), within=150)[0]


def open_file(text: bytes) -> Callable[[WebPhone], int]:
    def opened(phone: WebPhone) -> int:
        fields = {"csrf_token": phone.token("/import"), "op": secrets.token_urlsafe(9)}
        return phone.send("/import", *uploaded("file", text, fields), within=150)[0]

    return opened


def new_table(phone: WebPhone) -> int:
    fields = {"name-0": "Ann", "name-1": "Ben", "game": "chattahoochee", "op": secrets.token_urlsafe(9)}
    return phone.post("/new", fields)[0]


def guess(phone: WebPhone) -> int:
    return phone.get(f"/j/{secrets.token_hex(3).upper()}")


def page(phone: WebPhone) -> int:
    return phone.get(secrets.choice(("/", "/new", "/solve", "/rules/chattahoochee", "/t/nowhere", "/sheet")))


def long_table(tables: list[str]) -> Callable[[WebPhone], int]:
    """The pages of tables of so many events that no process keeps all of them."""

    def read(phone: WebPhone) -> int:
        return phone.get(f"/t/{secrets.choice(tables)}")

    return read


def listen(table: str, streams: list[http.client.HTTPConnection]) -> Callable[[WebPhone], int]:
    def one_more(phone: WebPhone) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", phone.port, timeout=20)
        connection.request("GET", f"/t/{table}/events", headers=phone.headers)
        streams.append(connection)
        time.sleep(0.01)
        return connection.getresponse().status

    return one_more


@dataclass
class Evening:
    """A table of four phones, and what they recorded."""

    phones: list[WebPhone]
    table: str
    answers: Answers
    recorded: list[str] = field(default_factory=list)

    @classmethod
    def begun(cls, port: int, answers: Answers) -> Evening:
        phones = [WebPhone(port, f"198.51.100.{number}") for number in range(1, 5)]
        return cls(phones, phones[0].new_table(), answers)

    def play(self, until: float) -> None:
        """Hand after hand, deal after deal."""
        for number in range(10**6):
            if time.monotonic() > until:
                return
            self._play_hand(number)
            time.sleep(PAUSE)

    def _play_hand(self, number: int) -> None:
        ann, here = self.phones[0], f"/t/{self.table}"
        seat, cards, op = number % 3, HANDS[number % len(HANDS)], f"hand-{number}"
        question = f"player={seat}&cards={quote(cards)}"
        self.answers.timed("table: search", lambda: ann.get(f"{here}/out/answer?{question}"))
        fields = {"player": seat, "cards": cards, "op": op, "note": op, "record": 1}
        if self.answers.timed("table: record", lambda: ann.post(f"{here}/out", fields)[0]) == 303:
            self.recorded.append(op)
        for phone in self.phones:
            self.answers.timed("table: see it", partial(phone.get, f"{here}/live"))
        if seat == 2:
            op = f"deal-{number}"
            self.answers.timed("table: next deal", lambda: ann.post(f"{here}/next", {"op": op})[0])


def keep_on(
    attack: Callable[[WebPhone], int], phone: WebPhone, kind: str, answers: Answers, until: float
) -> None:
    while time.monotonic() < until:
        if answers.timed(kind, lambda: attack(phone)) == 429:
            time.sleep(0.2)


def attacks(
    table: str, long_tables: list[str], streams: list[http.client.HTTPConnection]
) -> dict[str, tuple[Callable[[WebPhone], int], int]]:
    """What strangers send, and how many of them each."""
    return {
        "attack: search": (search, 4),
        "attack: page search": (page_search, 4),
        "attack: PDF": (pdf, 4),
        "attack: photo": (photo, 3),
        "attack: file": (open_file(large_file()), 2),
        "attack: new table": (new_table, 2),
        "attack: listen": (listen(table, streams), 2),
        "attack: guess": (guess, 2),
        "attack: page": (page, 6),
        "attack: long table": (long_table(long_tables), 4),
    }


def attack(port: int, table: str, seconds: float, only: list[str] | None, figures: Connection) -> None:
    """Every attack named, all of them for None, for so long; says when it begins, then what they met with."""
    os.nice(10)
    long_tables = opened_long_tables(port) if only is None or "long table" in only else []
    figures.send(None)
    until = time.monotonic() + seconds
    answers, streams = Answers(), list[http.client.HTTPConnection]()
    threads = []
    for place, (kind, (send, many)) in enumerate(attacks(table, long_tables, streams).items()):
        if only is None or kind.removeprefix("attack: ") in only:
            for number in range(many):
                stranger = WebPhone(port, f"203.0.113.{16 * place + number // 2}")
                threads.append(
                    Thread(target=keep_on, args=(send, stranger, kind, answers, until), daemon=True)
                )
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, until + 60 - time.monotonic()))
    figures.send([(kind, answers.seconds[kind], dict(answers.statuses[kind])) for kind in answers.seconds])


def opened_long_tables(port: int) -> list[str]:
    """Tables that strangers have opened from files before."""
    text, ids = large_file(), []
    for number in range(LONG_TABLES):
        phone = WebPhone(port, f"203.0.113.{200 + number}")
        fields = {"csrf_token": phone.token("/import"), "op": secrets.token_urlsafe(9)}
        ids.append(phone.send("/import", *uploaded("file", text, fields), within=150)[1].split("/")[2])
    return ids


def run(port: int, seconds: float, answers: Answers, *, only: list[str] | None = None) -> Evening:
    """An evening of so many seconds under the attacks named, all of them for None."""
    evening = Evening.begun(port, answers)
    processes = multiprocessing.get_context("spawn")  # a copy of one that has threads may wait for ever
    here, there = processes.Pipe()
    attackers = processes.Process(target=attack, args=(port, evening.table, seconds, only, there))
    attackers.start()
    _received(here, 200)
    evening.play(time.monotonic() + seconds)
    for kind, of_kind, statuses in _received(here, seconds + 90):
        answers.seconds[kind], answers.statuses[kind] = of_kind, statuses
    attackers.join(30)
    return evening


def _received(pipe: Connection, within: float) -> Any:
    """What the attackers say next, in that many seconds."""
    if not pipe.poll(within):
        raise TimeoutError(f"the attackers have said nothing for {within:g} seconds")
    return pipe.recv()


def missing_hands(evening: Evening, database: Path) -> set[str]:
    """What was answered as recorded and is not in the log."""
    store = open_store(database)
    log = fold(store.after(evening.table, 0))
    store.close()
    return set(evening.recorded) - {event.op for event in log.events}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--quiet", action="store_true")
    parser.add_argument("--only", nargs="+")
    arguments = parser.parse_args()
    answers = Answers()
    with tempfile.TemporaryDirectory() as folder, serving(f"port=0, instance={folder!r}") as server:
        only = [] if arguments.quiet else arguments.only
        evening = run(server.port, arguments.seconds, answers, only=only)
        print("\n".join(answers.lines()))
        print(f"load of the machine, {os.cpu_count()} cores: {os.getloadavg()[0]:.1f}")
        missing = missing_hands(evening, Path(folder) / "scorepad.db")
    print(f"{len(evening.recorded)} hands recorded, {len(missing)} of them missing")
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
