"""From one phone's tap to every other phone's screen, on the real server with its workers.

    python bench/load_phones.py                  800 phones on 100 tables for 20 seconds, photos being read
    python bench/load_phones.py --idle 4000      so many idle streams, and what pages take beside them
    python bench/load_phones.py --tree ../other  another checkout's server

A phone follows its table by server-sent events and fetches what changed as `static/live.js` does. What is
told is the time from sending a form until the changed part of the page has come to a phone, of all phones of
the table, what a screen took of the processor, and the load of the machine, whose cores server, phones and
whatever else it does share.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

TOP = Path(__file__).resolve().parents[1]
PHOTO = TOP / "bench" / "hand.jpg"
START = "import sys; from scorepad.host.serve import serve; sys.exit(serve('127.0.0.1', 0, sys.argv[1]))"
PLAYERS = 8
EVENTS_BEFORE = 40  # of each table
SECONDS_BETWEEN_TAPS = 8.0  # at one table


@dataclass
class Table:
    """A table with the cookie of its first player; when each number was sent for, the delays that phones saw,
    and how often they fetched what changed."""

    id: str
    cookie: str
    taps: dict[int, float] = field(default_factory=dict)
    seen: list[float] = field(default_factory=list)
    fetched: int = 0


def open_tables(instance: Path, count: int) -> list[Table]:
    """Tables in the server's store, each some deals long."""
    sys.path.insert(0, str(TOP / "bench"))
    from load import evening

    from scorepad.core.log.events import read_event
    from scorepad.store.opening import open_store
    from scorepad.web import create_app

    app = create_app({"INSTANCE": instance})
    events = [read_event(event) for event in evening(EVENTS_BEFORE)]
    signer = app.session_interface.get_signing_serializer(app)
    tables = []
    with closing(open_store(app.config["DATABASE"])) as store:
        for number in range(count):
            opened = store.create_log(events, op=f"bench-{number}")
            at_table = {"tables": {opened.id: {"key": opened.key, "seat": 0}}, "_permanent": True}
            tables.append(Table(opened.id, f"scorepad={signer.dumps(at_table)}"))
    return tables


class Connection:
    """HTTP/1.1 over one connection that stays open, from an address of this machine's own."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self.reader: asyncio.StreamReader | None = None

    async def ask(
        self, method: str, path: str, cookie: str, body: bytes = b"", **headers: str
    ) -> tuple[int, bytes]:
        """Status and body; once more on a new connection where the server has closed this one."""
        for _ in range(2):
            try:
                await self._send(method, path, cookie, body, headers)
                return await self._answer()
            except (ConnectionError, asyncio.IncompleteReadError):
                self.reader = None
        return 0, b""

    async def _send(self, method: str, path: str, cookie: str, body: bytes, headers: dict[str, str]) -> None:
        if self.reader is None:
            self.reader, self.writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.address, 0)
            )
        lines = {"Host": "bench", "Cookie": cookie, "Content-Length": str(len(body)), **headers}
        head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in lines.items())
        self.writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)

    async def head(self) -> tuple[int, dict[str, str]]:
        assert self.reader
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        fields = (line.partition(": ") for line in lines[1:] if line)
        return int(lines[0].split()[1]), {name.lower(): value for name, _, value in fields}

    async def _answer(self) -> tuple[int, bytes]:
        status, headers = await self.head()
        assert self.reader
        return status, await self.reader.readexactly(int(headers.get("content-length", "0")))

    async def stream(self, path: str) -> int:
        """Open a stream of events; its status."""
        await self._send("GET", path, "", b"", {})
        return (await self.head())[0]

    async def next_head(self) -> int:
        """The number of the next event of the stream."""
        assert self.reader
        while True:
            line = await self.reader.readline()
            if not line:
                raise ConnectionError
            if line.startswith(b"data: "):
                return int(line[6:])


async def follow(table: Table, port: int, address: str) -> None:
    """One phone: waits for numbers and fetches what changed."""
    events, pages = Connection(port, address), Connection(port, address)
    assert await events.stream(f"/t/{table.id}/events") == 200
    while True:
        await events.next_head()
        status, body = await pages.ask("GET", f"/t/{table.id}/live?view=board", table.cookie)
        table.fetched += 1
        drawn = re.search(rb'data-head="(\d+)"', body)
        if status == 200 and drawn and (tapped := table.taps.get(int(drawn[1]))):
            table.seen.append(time.perf_counter() - tapped)


async def play(table: Table, port: int, address: str, head: int) -> None:
    """Somebody at the table writes a note every now and then."""
    pages = Connection(port, address)
    await asyncio.sleep(random.random() * SECONDS_BETWEEN_TAPS)
    while True:
        head += 1
        table.taps[head] = time.perf_counter()
        form = urlencode({"text": f"note {head}", "op": f"op-{table.id}-{head}"}).encode()
        kind = {"Content_Type": "application/x-www-form-urlencoded"}
        status, _ = await pages.ask("POST", f"/t/{table.id}/note", table.cookie, form, **kind)
        assert status == 303, status
        await asyncio.sleep(SECONDS_BETWEEN_TAPS * (0.5 + random.random()))


async def read_photos(port: int) -> None:
    """One photo after the other, each told how many it was."""
    pages = Connection(port, "127.0.0.1")
    edge = "bench-edge"
    part = f'--{edge}\r\nContent-Disposition: form-data; name="photo"; filename="hand.jpg"\r\n\r\n'
    body = part.encode() + PHOTO.read_bytes() + f"\r\n--{edge}--\r\n".encode()
    while True:
        kind = {"Content_Type": f"multipart/form-data; boundary={edge}"}
        status, _ = await pages.ask("POST", "/api/v1/read", "", body, **kind)
        assert status == 200, status


def address_of(number: int) -> str:
    """Phones come from as many addresses as there are phones."""
    return f"127.1.{number // 250}.{number % 250 + 1}"


def processor_seconds(server: int) -> float:
    """What the server's processes have had of the processor so far: it and all that it started."""
    parents, used = {}, {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = file.read_text().rpartition(")")[2].split()
            parents[int(file.parent.name)], used[int(file.parent.name)] = int(fields[1]), fields[11:13]
    family = {server}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(int(ticks) for process in family for ticks in used.get(process, ())) / os.sysconf("SC_CLK_TCK")


async def evening_of(
    tables: Sequence[Table], phones: int, port: int, seconds: float, server: int, *, photos: bool
) -> None:
    """All phones at once, and what they saw."""
    followers = [
        asyncio.create_task(follow(tables[number % len(tables)], port, address_of(number)))
        for number in range(phones)
    ]
    while sum(table.fetched for table in tables) < phones:
        await asyncio.sleep(0.1)
    others = [asyncio.create_task(read_photos(port))] if photos else []
    used_before, fetched_before = processor_seconds(server), sum(table.fetched for table in tables)
    others += [
        asyncio.create_task(play(table, port, address_of(number), EVENTS_BEFORE))
        for number, table in enumerate(tables)
    ]
    await asyncio.sleep(seconds)
    for task in others:
        task.cancel()
    await asyncio.sleep(2)
    used, fetched = processor_seconds(server) - used_before, sum(table.fetched for table in tables)
    alive = sum(not task.done() for task in followers)
    for task in followers:
        task.cancel()
    broken = [task for task in others if not task.cancelled() and task.done() and task.exception()]
    seen = sorted(delay for table in tables for delay in table.seen)
    expected = sum(len(table.taps) for table in tables) * phones // len(tables)
    print(f"{phones} phones, {len(tables)} tables: {alive} streams alive, {len(broken)} tasks broken")
    print(
        f"{len(seen)} of {expected} screens changed; a phone that is a change behind fetches the newest alone"
    )
    print(_quantiles(seen))
    screen = 1000 * used / max(1, fetched - fetched_before)
    with_photos = ", photos in it" if photos else ""
    print(f"the server had {used:.1f} s of the processor, {screen:.1f} ms a screen{with_photos}")


async def idle_streams(tables: Sequence[Table], count: int, port: int) -> None:
    """So many streams at once, and how long pages take beside them."""
    streams = [Connection(port, address_of(number)) for number in range(count)]
    opened = []
    for first in range(0, count, 200):
        asked = (stream.stream(f"/t/{tables[0].id}/events") for stream in streams[first : first + 200])
        opened += await asyncio.gather(*asked)
    pages, times = Connection(port, "127.0.0.1"), []
    for number in range(200):
        began = time.perf_counter()
        status, _ = await pages.ask("GET", f"/t/{tables[number % len(tables)].id}", "")
        assert status == 200, status
        times.append(time.perf_counter() - began)
        await asyncio.sleep(0.1)
    alive = sum(not stream.reader.at_eof() for stream in streams if stream.reader)
    print(f"{opened.count(200)} of {count} streams opened, {alive} alive after {len(times) * 0.1:.0f} s")
    print("page: " + _quantiles(sorted(times)))


def _quantiles(ordered: Sequence[float]) -> str:
    places = {part: min(len(ordered) - 1, len(ordered) * part // 100) for part in (50, 90, 99, 100)}
    return ", ".join(f"p{part} {1000 * ordered[place]:.0f} ms" for part, place in places.items() if ordered)


@contextmanager
def _serving(tree: Path, instance: str) -> Iterator[tuple[int, int]]:
    """The tree's server on that instance folder: its port and its process."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "SCOREPAD_WTF_CSRF_ENABLED": "false"}
    command = [sys.executable, "-c", START, instance]
    with subprocess.Popen(command, cwd=tree, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            addresses = (re.search(r"http://127.0.0.1:(\d+)/", line) for line in server.stdout)
            yield next(int(address[1]) for address in addresses if address), server.pid
        finally:
            server.terminate()
            server.stdout.read()


def main() -> int:
    """Start the server, run the phones, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--phones", type=int, default=800)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--idle", type=int, default=0)
    parser.add_argument("--no-photos", action="store_true")
    parser.add_argument("--tree", type=Path, default=TOP, help="the checkout whose server is run")
    given = parser.parse_args()
    sys.path.insert(0, str(TOP))
    before = os.getloadavg()[0]
    most_files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
    with (
        tempfile.TemporaryDirectory() as instance,
        _serving(given.tree.resolve(), instance) as (port, server),
    ):
        tables = open_tables(Path(instance), given.tables)
        if given.idle:
            asyncio.run(idle_streams(tables, given.idle, port))
        else:
            asyncio.run(
                evening_of(tables, given.phones, port, given.seconds, server, photos=not given.no_photos)
            )
    print(f"load of the machine, {os.cpu_count()} cores: {before:.1f} before, {os.getloadavg()[0]:.1f} after")
    return 0


if __name__ == "__main__":
    sys.exit(main())
