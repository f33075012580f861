"""Operations on tables while processes are killed and answers lost: what was acknowledged is stored, once.

    python bench/chaos.py [--operations N] [--writers N] [--store ADDRESS] [--seed S]

Several writers, each a process, record, correct, undo, note and deal at the same tables. One is killed with
SIGKILL every half second, in the middle of whatever it does. Others look at the store all the while as
`/readyz`, `doctor` and `tables` do, follow it as listening phones do and copy it as `backup` does; they are
killed in turn with the writers, and nothing may be refused to them. A third of the answers is lost, so that
the writer sends the operation again; old operations are sent again too, and every operation that a killed
writer had begun. At the end every log is read past everything of ours: each operation that was acknowledged
is there once and whole, none twice, numbers have no gap, an answer that was given twice was the same, and the
totals are those of an independent count; a file passes SQLite's own check. ADDRESS is a file or
postgresql://…; a temporary file where none is named.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table, fold
from scorepad.store.backups import backup
from scorepad.store.engine import on_server
from scorepad.store.opening import open_store, prepare_store
from scorepad.store.sql_store import Store
from scorepad.store.sqlite import file_faults
from scorepad.tables import service
from scorepad.tables.dealing import next_deal
from scorepad.tables.judging import DeclaredHand
from scorepad.tables.operations import Operation
from tests.evening import recount

KILL_EVERY = 0.5  # seconds
LOST = 1 / 3  # of the answers
REPLAYED = 0.05  # of the operations come after an old one that is sent again
A_TABLE = 40  # operations of a writer at a table before it goes on to the next


@dataclass(frozen=True)
class Wish:
    """One operation as it is sent, however often: the dice that it rests on are its own."""

    op: str
    table: str
    key: str

    def send(self, store: Store) -> str:
        """The answer: the head and totals then, or why it was refused."""
        dice = random.Random(self.op)
        operation = Operation(store, self.table, self.key, "chaos", self.op, None)
        try:
            table = self._done(operation, dice)
        except ScorepadError as error:
            return f"refused: {error.code}"
        return f"{table.head} {list(table.totals)}"

    def _done(self, operation: Operation, dice: random.Random) -> Table:
        hand = DeclaredHand(dice.randrange(4), None, dice.randrange(100), self.op)
        kind = dice.random()
        if kind < 0.5:
            return service.record_out(operation, hand=hand)
        if kind < 0.65:
            return service.add_note(operation, text=self.op)
        if kind < 0.8:
            return next_deal(operation)
        if kind < 0.9:
            return service.undo_operation(operation)
        return service.correct_entry(
            operation, entry=2, hand=DeclaredHand(0, None, dice.randrange(100), self.op)
        )


def write(name: str, address: str, tables: list[tuple[str, str]], begin: int, end: int, folder: Path) -> None:
    """Operations `begin` to `end` of this writer; what it began and what was answered goes to its file."""
    dice = random.Random(f"{name}-{begin}-{time.time_ns()}")
    with (folder / name).open("a") as file:
        number = begin
        while number < end:
            _tell(file, {"begun": number})
            _send(file, dice, address, _wish(name, number, tables))
            if dice.random() < REPLAYED:
                _send(file, dice, address, _wish(name, dice.randrange(number + 1), tables))
            number += 1


def _wish(name: str, number: int, tables: list[tuple[str, str]]) -> Wish:
    table, key = tables[(number // A_TABLE) % len(tables)]
    return Wish(f"{name}-{number}", table, key)


def _send(file: Any, dice: random.Random, address: str, wish: Wish) -> None:
    """Until an answer arrives."""
    while True:
        with closing(open_store(_opened(address))) as store:
            answer = wish.send(store)
        _tell(file, {"sent": wish.op})
        if dice.random() >= LOST:
            _tell(file, {"op": wish.op, "table": wish.table, "answer": answer})
            return


def look(address: str, _folder: Path) -> None:
    """What `/readyz`, `doctor` and `tables` ask."""
    with closing(open_store(_opened(address))) as store:
        store.check()
        store.try_to_write()
        store.listed_tables()


def follow(address: str, folder: Path) -> None:
    """What a web worker with listening phones does, over one connection, while it is asked how it is."""
    with closing(open_store(_opened(address))) as store:
        tables = store.ids()
        for _ in range(20):
            store.log_ends(tables)
            look(address, folder)
            time.sleep(0.05)


def keep_copy(address: str, folder: Path) -> None:
    """What `backup` does."""
    backup(_opened(address), folder / "copy.db")


OTHERS = (look, follow, keep_copy)


def go_on(what: Callable[[str, Path], None], address: str, folder: Path) -> None:
    """Do that again and again; what is refused goes to a file."""
    with (folder / f"{what.__name__}.refused").open("a") as file:
        while True:
            try:
                what(address, folder)
            except ScorepadError as error:
                _tell(file, {"refused": f"{what.__name__}: {error.message}"})
            time.sleep(0.1)


def _tell(file: Any, line: dict[str, object]) -> None:
    file.write(json.dumps(line) + "\n")
    file.flush()


def _opened(address: str) -> str | Path:
    return address if on_server(address) else Path(address)


def new_tables(address: str, count: int, seed: str) -> list[tuple[str, str]]:
    """Ids and keys of so many tables of four."""
    with closing(open_store(_opened(address))) as store:
        opened = [
            service.open_table(
                store, name="Chaos", game="chattahoochee", options={}, players=["Ann", "Ben", "Cy", "Di"],
                partnerships=None, dealer=0, by="chaos", op=f"{seed}-{number}",
            )
            for number in range(count)
        ]  # fmt: skip
    return [(table.id, table.key) for table in opened]


@dataclass
class Figures:
    """What happened, and what was wrong with it."""

    sent: int = 0
    acknowledged: int = 0
    written: int = 0
    replayed: int = 0
    kills: int = 0
    wrong: list[str] = field(default_factory=list)


def run(address: str, operations: int, writers: int, seed: str = "chaos") -> Figures:
    """So many operations by so many writers, and what came of them."""
    prepare_store(_opened(address))
    tables = new_tables(address, max(2, operations // writers // A_TABLE), seed)
    share, dice, figures = operations // writers, random.Random(seed), Figures()
    with tempfile.TemporaryDirectory() as folder_name:
        folder = Path(folder_name)
        names = [f"{seed}-w{number}" for number in range(writers)]
        others = {what.__name__: partial(go_on, what, address, folder) for what in OTHERS}

        def start(name: str) -> Any:
            return _forked(others[name]) if name in others else _started(name, address, tables, share, folder)

        running = {name: start(name) for name in (*names, *others)}
        while running.keys() - others:
            time.sleep(KILL_EVERY)
            running = {name: process for name, process in running.items() if process.exitcode != 0}
            if victim := dice.choice([*running, ""]) if running.keys() - others else "":
                _kill(running[victim])
                figures.kills += running[victim].exitcode == -signal.SIGKILL
                running[victim] = start(victim)
        for process in running.values():
            _kill(process)
        refused = [line for name in others for line in _lines(folder / f"{name}.refused")]
        figures.wrong += sorted({line["refused"] for line in refused})
        _judge(address, tables, [line for name in names for line in _lines(folder / name)], figures)
    return figures


def _started(name: str, address: str, tables: list[tuple[str, str]], share: int, folder: Path) -> Any:
    """A writer that goes on where the one before it was killed: with the operation that it had begun."""
    begun = [line["begun"] for line in _lines(folder / name) if "begun" in line]
    arguments = (name, address, tables, begun[-1] if begun else 0, share, folder)
    return _forked(partial(write, *arguments))


def _forked(work: Callable[[], None]) -> Any:
    process = multiprocessing.get_context("fork").Process(target=work)
    process.start()
    return process


def _kill(process: Any) -> None:
    os.kill(process.pid or 0, signal.SIGKILL)
    process.join()


def _lines(file: Path) -> list[dict[str, Any]]:
    """What a writer told; the last line may be half."""
    lines = file.read_text().splitlines(keepends=True) if file.exists() else []
    readable = []
    for line in lines:
        try:
            readable.append(json.loads(line))
        except ValueError:
            continue
    return readable


def _judge(address: str, tables: list[tuple[str, str]], told: list[dict[str, Any]], figures: Figures) -> None:
    answers: dict[str, set[str]] = {}
    for line in told:
        if "op" in line:
            answers.setdefault(line["op"], set()).add(line["answer"])
    times_sent = Counter(line["sent"] for line in told if "sent" in line)
    figures.sent, figures.acknowledged = times_sent.total(), len(answers)
    figures.replayed = sum(count - 1 for count in times_sent.values())
    stored: Counter[str] = Counter()
    for table, _ in tables:
        log = raw_log(address, table)
        stored.update(event["op"] for event in log)
        if [event["number"] for event in log] != list(range(1, len(log) + 1)):
            figures.wrong.append(f"{table}: numbers with a gap")
        if recount.totals(log) != list(_folded(address, table).totals):
            figures.wrong.append(f"{table}: other totals than an independent count")
    figures.written = stored.total()
    if not on_server(address):
        figures.wrong += file_faults(Path(address))
    for op, given in answers.items():
        is_refused = all(answer.startswith("refused") for answer in given)
        if len({answer for answer in given if not answer.startswith("refused")}) > 1:
            figures.wrong.append(f"{op}: answered differently: {given}")
        if not is_refused and stored[op] != 1:
            figures.wrong.append(f"{op}: acknowledged, and {stored[op]} times in the log")
    doubled = [op for op, count in stored.items() if count > 1 and op != "opening"]
    figures.wrong += [f"{op}: {stored[op]} times in the log" for op in doubled]


def _folded(address: str, table: str) -> Table:
    with closing(open_store(_opened(address))) as store:
        return fold(store.after(table, 0), table)


def raw_log(address: str, table: str) -> list[dict[str, Any]]:
    """The log of a table as its engine has it."""
    sql = "select number, op, kind, data from events where table_id = {} order by number"
    if on_server(address):
        import psycopg

        with psycopg.connect(address) as conn:
            rows = conn.execute(sql.format("%s").encode(), [table]).fetchall()
    else:
        with closing(sqlite3.connect(address)) as file:
            rows = file.execute(sql.format("?"), [table]).fetchall()
    return [
        {"number": number, "op": op, "kind": kind, "data": json.loads(data)}
        for number, op, kind, data in rows
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--operations", type=int, default=100_000)
    parser.add_argument("--writers", type=int, default=4)
    parser.add_argument("--store")
    parser.add_argument("--seed", default="chaos")
    arguments = parser.parse_args()
    started_at = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        address = arguments.store or str(Path(folder) / "scorepad.db")
        figures = run(address, arguments.operations, arguments.writers, arguments.seed)
    print(
        f"{figures.sent} sent, {figures.replayed} of them again, {figures.acknowledged} acknowledged, "
        f"{figures.written} events written, {figures.kills} processes killed, "
        f"{time.monotonic() - started_at:.0f} seconds"
    )
    print("\n".join(figures.wrong[:20]) or "Nothing was lost, nothing doubled.")
    return bool(figures.wrong)


if __name__ == "__main__":
    sys.exit(main())
