"""Lights a lamp when a deal is recorded: follows a table and runs a command, or calls an address.

    python lamp.py http://pad.local:8000/t/7ng339xbsx4t --call http://lamp.local/on
    python lamp.py http://pad.local:8000/t/7ng339xbsx4t --run mosquitto_pub -t lamp -m on

A key that only reads may be given as SCOREPAD_KEY. `--once` ends after the first time.
"""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Iterator
from urllib.request import Request, urlopen

from scorepad.client import TableClient


def table_at(address: str) -> TableClient:
    """The table whose page has that address."""
    pad, _, table_id = address.rstrip("/").rpartition("/t/")
    return TableClient(pad, table_id.partition("/")[0], os.environ.get("SCOREPAD_KEY", ""))


def deals_recorded(table: TableClient) -> Iterator[int]:
    """The number of deals that have ended, each time that it grows."""
    known = None
    for state in table.follow():
        ended = sum(deal["ended"] for deal in state["deals"])
        if known is not None and ended > known:
            yield ended
        known = ended


def main() -> None:
    parser = argparse.ArgumentParser(description="Light a lamp when a deal is recorded.")
    parser.add_argument("table", help="the address of the table's page")
    parser.add_argument("--once", action="store_true", help="end after the first time")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--call", metavar="URL", help="an address to call by POST")
    action.add_argument("--run", nargs=argparse.REMAINDER, metavar="COMMAND", help="a command to run")
    arguments = parser.parse_args()
    print("Waiting for a deal.", flush=True)
    for ended in deals_recorded(table_at(arguments.table)):
        print(f"Deal {ended} is recorded.", flush=True)
        if arguments.run:
            subprocess.run(arguments.run, check=False)
        else:
            urlopen(Request(arguments.call, method="POST"), timeout=10).close()
        if arguments.once:
            return


if __name__ == "__main__":
    main()
