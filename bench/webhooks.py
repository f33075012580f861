"""How long a table's message takes while webhooks of other tables are silent: a pad of its own, on loopback.

    python bench/webhooks.py               ten other tables, each with five webhooks that never answer
    python bench/webhooks.py --tables 40   with forty
    python bench/webhooks.py --new         the measured webhook is new too: nothing was sent to it before

A deal is recorded at each other table, and then one a second at the measured table.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOP))

from scorepad.client import TableClient, _send, open_table  # noqa: E402
from tests.serving import Server, serving  # noqa: E402

WEBHOOKS = 5  # of a table
DEALS = 20  # whose messages are measured
PATIENCE = 300.0  # seconds
arrived = threading.Semaphore(0)


class Receiver(BaseHTTPRequestHandler):
    """Takes every message."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        arrived.release()
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def silent_address(kept: list[socket.socket]) -> str:
    """Where connections are taken and nothing is ever answered."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)

    def take() -> None:
        while True:
            kept.append(listener.accept()[0])

    threading.Thread(target=take, daemon=True).start()
    return f"http://127.0.0.1:{listener.getsockname()[1]}/"


def table_with(server: Server, url: str, count: int) -> TableClient:
    """A new table with that many webhooks."""
    table = open_table(server.url, "any-game", ["Ann", "Ben"])
    for number in range(count):
        _send(f"{server.url}/api/v1/tables/{table.id}/webhooks", table.key, {"url": f"{url}?{number}"})
    return table


def seconds_of(table: TableClient) -> float:
    """From a recorded deal to its message."""
    table.record_deal(points={"Ann": 3})
    started_at = time.monotonic()
    if not arrived.acquire(timeout=PATIENCE):
        sys.exit(f"No message in {PATIENCE} seconds.")
    return time.monotonic() - started_at


def tell(what: str, seconds: list[float]) -> None:
    print(f"{what}: median {statistics.median(seconds):.2f} s, longest {max(seconds):.2f} s", flush=True)


def tell_processes(server: Server) -> None:
    """Threads and memory of the process that sends, which has the most of them."""
    states = [Path(f"/proc/{process}/status").read_text() for process in server.members]
    facts = [dict(line.split(":\t") for line in state.splitlines()) for state in states]
    most = max(facts, key=lambda fact: int(fact["Threads"]))
    megabytes = int(most["RssAnon"].split()[0]) / 1024
    print(f"the process that sends: {most['Threads'].strip()} threads, {megabytes:.0f} MB of its own")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--tables", type=int, default=10)
    asked.add_argument("--new", action="store_true")
    options = asked.parse_args()
    os.environ["SCOREPAD_WEBHOOKS_PRIVATE"] = "true"
    receiver, kept = ThreadingHTTPServer(("127.0.0.1", 0), Receiver), []
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(f"'127.0.0.1', 0, {folder!r}, workers=1, backup_every=None") as server,
    ):
        table = table_with(server, f"http://127.0.0.1:{receiver.server_port}/", 1)
        if not options.new:
            tell("before", [seconds_of(table) for _ in range(DEALS)])
        silent = silent_address(kept)
        others = [table_with(server, silent, WEBHOOKS) for _ in range(options.tables)]
        for other in others:
            other.record_deal(points={"Ann": 3})
        times = []
        for _ in range(DEALS):
            times.append(seconds_of(table))
            time.sleep(max(0.0, 1 - times[-1]))
        tell(f"with {options.tables} tables of {WEBHOOKS} silent webhooks", times)
        print(f"connections to silent webhooks: {len(kept)}")
        tell_processes(server)


if __name__ == "__main__":
    main()
