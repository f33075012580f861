"""What the page of a circle costs: processor time of its first visit and of those after it.

    python bench/circles.py [--tables 200]

Fills a store of its own with tables of four players, ten deals each, put into one circle.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from scorepad.circles.circle_service import make_circle
from scorepad.core.log.event_data import Event
from scorepad.core.log.events import read_event
from scorepad.store.engine import Engine
from scorepad.store.opening import open_store
from scorepad.web import create_app

PEOPLE = ("Ann", "Ben", "Cy", "Di", "Eve", "Flo")
DEALS = 10
VISITS = 20
MELDS = (("4C", "5C", "6C", "7C", "8C", "9C", "TC"), ("6C", "7C", "8C"), ("QH", "KH"), ("2S", "3S", "4S"))
VALUES = {1: 1, 2: 3, 3: 6, 7: 28}


def table_log(number: int, chance: random.Random) -> list[Event]:
    """A table of four players, in pairs every other time, whose hands are laid as cards."""
    at = (datetime.now(UTC) - timedelta(days=4 * number)).isoformat(timespec="seconds")
    players = chance.sample(PEOPLE, 4)
    groups = [[0, 2], [1, 3]] if number % 2 else [[0], [1], [2], [3]]
    events: list[Event] = []

    def add(kind: str, **data: object) -> None:
        frame = {"number": len(events) + 1, "op": f"op-{len(events)}", "kind": kind, "by": "", "at": at}
        events.append(read_event({**frame, "data": data}))

    opened = {"name": f"Evening {number}", "game": "chattahoochee", "options": {}, "players": players}
    add("opened", **opened, partnerships=groups, dealer=0)
    for deal in range(1, DEALS + 1):
        if deal > 1:
            add("dealt", deal=deal, dealer=deal % 4)
        seats = chance.sample(range(4), 4)
        for place, seat in enumerate(seats):
            out = seats[:place]
            if sum(not set(group) <= set(out) for group in groups) <= 1:
                break
            melds = chance.sample(MELDS, chance.randint(1, len(MELDS)))
            values = [VALUES[len(meld)] for meld in melds]
            hand = {"melds": [list(meld) for meld in melds], "points": sum(values), "meld_points": values}
            add("out", deal=deal, player=seat, bonuses=[], note="", **hand)
    return events


def fill(store: Engine, tables: int) -> str:
    """The id of a circle with so many tables."""
    chance = random.Random(4)
    ids = [store.create_table(table_log(number, chance), op=f"t{number}").id for number in range(tables)]
    return make_circle(store, name="Friday rummy", by="", op="circle", tables=ids).id


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    tables = parser.parse_args().tables
    with TemporaryDirectory() as folder:
        app = create_app({"INSTANCE": folder})
        store = open_store(Path(folder) / "scorepad.db")
        circle = fill(store, tables)
        store.close()
        client = app.test_client()
        for path in (f"/c/{circle}", f"/c/{circle}.json", f"/c/{circle}?span=year"):
            seconds = []
            for _ in range(VISITS):
                begun = time.process_time()
                assert client.get(path).status_code == 200
                seconds.append(time.process_time() - begun)
            first, later = 1000 * seconds[0], 1000 * statistics.median(seconds[1:])
            shown = path.replace(circle, "…")
            print(f"{shown:<20} first {first:7.0f} ms, then {later:5.0f} ms (median of {VISITS - 1})")


if __name__ == "__main__":
    main()
