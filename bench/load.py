"""What a table costs by its length and among many others: processor time, in milliseconds, medians.

    python bench/load.py                  tables of 100, 1,000 and 10,000 events, then a store of many tables
    python bench/load.py --lengths 1000   one length alone
    python bench/load.py --tables 0       no store of many tables
    python bench/load.py --tree ../other  another checkout

"fold" is a log read from the store and folded from its start. "Changed" is the first request after an event
was added, which some phone has to pay; "again" is the next one. It is processor time of this process and of
those that it starts.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

TOP = Path(__file__).resolve().parents[1]
PLAYERS = ("Ann", "Ben", "Cy", "Di")
MELDS = (("4C", "5C", "6C"), ("7H", "8H", "9H", "TH"), ("JD", "QD", "KD"))
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # of codes
EVENTS_EACH = 100  # of the tables of a large store
LONG_AGO = "2025-03-01T20:15:00+00:00"
PAGES = {
    "page": "/t/{id}",
    "live fragment": "/t/{id}/live?view=board",
    "record": "/t/{id}/record",
    "PDF": "/t/{id}/sheet.pdf",
}


def evening(length: int) -> list[dict[str, Any]]:
    """A log of so many events: pairs play deal after deal; some hands are corrected, some things undone."""
    data = _opening()
    for deal in count(1):
        for seat in (deal % 4, (deal + 1) % 4, (deal + 2) % 4)[: 2 if deal % 3 else 3]:
            data.append(("out", _points(seat, 10 + (deal * 7 + seat) % 60, deal=deal)))
            if seat == deal % 4 and deal % 5 == 0:
                data.append(("corrected", _points(seat, 12, entry=len(data))))
        if deal % 3:
            data.append(("closed", {"deal": deal, "reason": "late"}))
        if deal % 11 == 0:
            data.append(("noted", {"deal": deal, "text": "tea"}))
            data += [("undone", {"event": len(data)}), ("redone", {"event": len(data)})]
        data.append(("dealt", {"deal": deal + 1, "dealer": deal % 4}))
        if len(data) >= length:
            break
    return [_event(number, *of) for number, of in enumerate(data[:length], 1)]


def _opening() -> list[tuple[str, dict[str, Any]]]:
    pairs = [[0, 2], [1, 3]]
    table = {"name": "Friday", "game": "chattahoochee", "options": {}, "players": list(PLAYERS)}
    return [("opened", {**table, "partnerships": pairs, "dealer": 0})]


def _points(seat: int, points: int, **more: int) -> dict[str, Any]:
    """A hand: its melds for every other seat, for the others the points alone."""
    if seat % 2:
        return {
            "player": seat,
            "points": points,
            "melds": None,
            "meld_points": [],
            "bonuses": [],
            "note": "",
            **more,
        }
    hand = {"melds": [list(meld) for meld in MELDS], "meld_points": [6, 10, 6], "bonuses": [], "note": "good"}
    return {"player": seat, "points": 22, **hand, **more}


def _event(number: int, kind: str, data: dict[str, Any]) -> dict[str, Any]:
    frame = {"number": number, "op": f"op-{number}", "kind": kind, "data": data}
    return {**frame, "by": "Ann", "at": LONG_AGO}


def processor() -> float:
    """Milliseconds of the processor that this process and its children have had."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return 1000 * sum(one.ru_utime + one.ru_stime for one in used)


def took(do: Callable[[], object]) -> float:
    """Milliseconds of the processor that it takes."""
    before = processor()
    do()
    return processor() - before


class LongTable:
    """A table of that length in a store of its own, asked over the web by its first player."""

    def __init__(self, instance: Path, length: int) -> None:
        from scorepad.core.log.events import read_event
        from scorepad.store.opening import open_store
        from scorepad.web import create_app

        app = create_app({"INSTANCE": instance, "LIMITS": False, "WTF_CSRF_ENABLED": False})
        with closing(open_store(app.config["DATABASE"])) as store:
            opened = store.create_log([read_event(event) for event in evening(length)], op="bench")
        self.database, self.id = app.config["DATABASE"], opened.id
        self.client = app.test_client()
        with self.client.session_transaction() as session:
            session["tables"] = {opened.id: {"key": opened.key, "seat": 0}}
        self.notes = count()

    def folded(self) -> None:
        """The log read and folded from its start."""
        from scorepad.core.log.table import fold
        from scorepad.store.opening import open_store

        with closing(open_store(self.database)) as store:
            fold(store.after(self.id, 0), self.id)

    def asked(self, path: str) -> None:
        answer = self.client.get(path.format(id=self.id))
        assert answer.status_code == 200, (path, answer.status_code)

    def changed(self) -> None:
        """One more event."""
        note = {"text": f"note {next(self.notes)}", "op": f"bench-{time.monotonic_ns()}"}
        assert self.client.post(f"/t/{self.id}/note", data=note).status_code == 303


def lengths(of: list[int], rounds: int) -> Iterator[tuple[str, ...]]:
    """A row for each thing that is asked of a long table."""
    for length in of:
        with tempfile.TemporaryDirectory() as instance:
            table = LongTable(Path(instance), length)
            yield f"{length:,} events: fold", _shown(took(table.folded) for _ in range(min(3, rounds))), ""
            yield "write", _shown(took(table.changed) for _ in range(rounds)), ""
            for name, path in PAGES.items():
                yield (name, *_changed_and_again(table, path, rounds))


def _changed_and_again(table: LongTable, path: str, rounds: int) -> tuple[str, str]:
    changed, again = [], []
    for _ in range(rounds):
        table.changed()
        changed.append(took(lambda: table.asked(path)))
        again.append(took(lambda: table.asked(path)))
    return _shown(changed), _shown(again)


def _shown(times: Any) -> str:
    return f"{median(list(times)):,.1f}"


def many(tables: int) -> Iterator[tuple[str, ...]]:
    """A row for each thing that is asked of a store with so many tables of EVENTS_EACH events."""
    with tempfile.TemporaryDirectory() as instance:
        database = Path(instance) / "scorepad.db"
        codes = fill(database, tables)
        command = [sys.executable, "-m", "scorepad", "tables", "--instance", instance]
        yield f"{tables:,} tables: scorepad tables", _shown([took(lambda: _printed(command, tables))]), ""
        yield "start of the app", _shown([took(lambda: _client(instance))]), ""
        client = _client(instance)
        picked = codes[:: max(1, len(codes) // 24)][:24]
        yield "open a table", _shown(took(lambda id=id: _get(client, f"/t/{id}")) for id, _ in picked), ""
        yield (
            "join by code",
            _shown(took(lambda code=code: _get(client, f"/j/{code}")) for _, code in picked),
            "",
        )
        client = _client(instance)
        with client.session_transaction() as session:
            session["tables"] = {id: {"key": "", "seat": None} for id, _ in codes[1::7][:12]}
        yield "home, 12 tables known", *(_shown([took(lambda: _get(client, "/"))]) for _ in range(2))


def _printed(command: list[str], tables: int) -> None:
    lines = subprocess.run(command, cwd=sys.path[0], capture_output=True, check=True).stdout.splitlines()
    assert len(lines) == tables, len(lines)


def _client(instance: str) -> Any:
    from scorepad.web import create_app

    return create_app({"INSTANCE": instance, "LIMITS": False, "WTF_CSRF_ENABLED": False}).test_client()


def _get(client: Any, path: str) -> None:
    assert client.get(path).status_code == 200, path


def fill(database: Path, tables: int) -> list[tuple[str, str]]:
    """Tables with their ids and codes, written past the engine: only reading them is measured."""
    import json
    import sqlite3

    from scorepad.store.opening import prepare_store

    prepare_store(database)
    log = [(e["number"], e["op"], 0, e["kind"], json.dumps(e["data"]), "Ann", LONG_AGO) for e in evening(100)]
    named = []
    for number in range(tables):
        code = "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(6))
        named.append((f"{code.lower()}bench", code))
    with closing(sqlite3.connect(database)) as db, db:
        db.executemany(
            "insert into tables (id, code, opening, created_at) values (?, ?, ?, ?)",
            ((id, code, f"opening {code}", LONG_AGO) for id, code in named),
        )
        db.executemany(
            """insert into events (table_id, number, op, part, kind, data, by, at)
               values (?, ?, ?, ?, ?, ?, ?, ?)""",
            ((id, *event) for id, _ in named for event in log),
        )
    return named


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--lengths", type=int, nargs="*", default=[100, 1_000, 10_000])
    parser.add_argument("--tables", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--tree", type=Path, default=TOP, help="the checkout that is looked at")
    given = parser.parse_args()
    sys.path[0] = str(given.tree.resolve())
    print(f"{'ms of the processor':<34}{'changed':>10}{'again':>10}")
    rows = [lengths(given.lengths, given.rounds), many(given.tables) if given.tables else ()]
    for name, changed, again in (row for of in rows for row in of):
        print(f"{name:<34}{changed:>10}{again:>10}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
