"""What the memory of the processes that answer pages grows to in light use.

    python bench/light_use.py [--rounds N] [--tables N]

Starts a pad of its own. At each table four phones in two languages play evening after evening: a round is a
hand that is typed, searched and recorded at each table, seen by all phones, with the sheet, the record and
other pages now and then. Prints after every ten rounds how many requests were answered, how long the
table's page took, and the memory of each process that answers pages: its own, which it shares with no other.
"""

from __future__ import annotations

import argparse
import http.client
import re
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.serving import processes_with, serving
from tests.web_phone import WebPhone

LANGUAGES = ("en", "de", "en", "it")
HANDS = ("4C 5C 6C 7C", "9H 9D 9S", "2D 3D 4D KS KH KC", "5S 6S 7S 8S 9S", "QH QD QC JH")
PAGES = ("/", "/new", "/solve", "/games/chattahoochee", "/games/rummikub", "/rules/chattahoochee", "/help")
OF_TABLE = ("record", "sheet", "sheet.pdf", "players", "export.csv", "settings")
HANDS_A_DEAL, DEALS_A_TABLE = 3, 12
TOLD_EVERY = 10  # rounds
OWN = re.compile(r"^Private_(?:Clean|Dirty):\s+(\d+)", re.MULTILINE)


@dataclass
class Evening:
    """A table, its phones and the streams by which they follow it."""

    port: int
    number: int
    phones: list[WebPhone] = field(default_factory=list)
    streams: list[http.client.HTTPConnection] = field(default_factory=list)
    hands: int = 0
    requests: int = 0
    seconds: list[float] = field(default_factory=list)

    def begin(self) -> None:
        for stream in self.streams:
            stream.close()
        self.phones = [WebPhone(self.port, headers={"Accept-Language": each}) for each in LANGUAGES]
        self.table = self.phones[0].new_table(name=f"Evening {self.number}")
        self.streams = [http.client.HTTPConnection("127.0.0.1", self.port) for _ in self.phones]
        for stream in self.streams:
            stream.request("GET", f"/t/{self.table}/events")
            stream.getresponse().read1(64)
        self.requests += 6

    def play_hand(self) -> None:
        if self.hands % (HANDS_A_DEAL * DEALS_A_TABLE) == 0:
            self.begin()
        ann, here = self.phones[0], f"/t/{self.table}"
        seat, cards = self.hands % HANDS_A_DEAL, HANDS[self.hands % len(HANDS)]
        question = f"player={seat}&cards={quote(cards)}"
        for typed in range(1, len(cards.split()) + 1):
            self._get(ann, f"{here}/out?player={seat}&cards={quote(' '.join(cards.split()[:typed]))}")
        self._get(ann, f"{here}/out/answer?{question}")
        token = ann.token(f"{here}/out?{question}")
        fields = {"player": seat, "cards": cards, "op": secrets.token_urlsafe(9), "record": 1}
        ann.submit(f"{here}/out", {**fields, "csrf_token": token})
        if seat == HANDS_A_DEAL - 1:
            ann.submit(f"{here}/next", {"op": secrets.token_urlsafe(9), "csrf_token": token})
        for phone in self.phones:
            started_at = time.monotonic()
            self._get(phone, here)
            self.seconds.append(time.monotonic() - started_at)
            self._get(phone, f"{here}/live")
        phone = self.phones[self.hands % len(self.phones)]
        self._get(phone, PAGES[self.hands % len(PAGES)])
        self._get(phone, f"{here}/{OF_TABLE[self.hands % len(OF_TABLE)]}")
        self.requests += 3
        self.hands += 1

    def _get(self, phone: WebPhone, path: str) -> None:
        phone.get(path)
        self.requests += 1


def web_workers(first: int) -> Iterator[int]:
    """The processes beneath the youngest that the pad's first one started: gunicorn's."""
    parents = processes_with("ppid")
    gunicorn = [process for process, parent in parents if parent == first][-1]
    return (process for process, parent in parents if parent == gunicorn)


def own_megabytes(process: int) -> float:
    """What it shares with no other process."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    return sum(map(int, OWN.findall(rollup))) / 1024


def tell(first: int, evenings: list[Evening], started_at: float) -> None:
    requests, seconds = sum(evening.requests for evening in evenings), []
    for evening in evenings:
        seconds, evening.seconds = seconds + evening.seconds, []
    median = 1000 * statistics.median(seconds) if seconds else 0
    sizes = "  ".join(f"{own_megabytes(process):6.1f} MB" for process in web_workers(first))
    print(
        f"{requests:7} requests {median:6.1f} ms {time.monotonic() - started_at:6.0f} s  {sizes}", flush=True
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=4)
    arguments = parser.parse_args()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="pad-"))
        server = stack.enter_context(serving(f"'127.0.0.1', 0, {folder!r}, backup_every=None"))
        evenings = [Evening(server.port, number) for number in range(arguments.tables)]
        started_at = time.monotonic()
        tell(server.process.pid, evenings, started_at)
        for number in range(1, arguments.rounds + 1):
            for evening in evenings:
                evening.play_hand()
            if number % TOLD_EVERY == 0:
                tell(server.process.pid, evenings, started_at)


if __name__ == "__main__":
    main()
