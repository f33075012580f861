"""A real PostgreSQL server for a run of tests, in a temporary folder and on a Unix socket alone.

PostgreSQL refuses to run as root: there the server runs as the user that its package made, or as `nobody`.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from glob import glob
from pathlib import Path
from urllib.parse import quote

ROLE = "scorepad"
FAST = {"fsync": "off", "listen_addresses": "", "max_connections": "100", "shared_buffers": "32MB"}
NEW_CLUSTER = ("-A", "trust", "-U", ROLE, "-E", "UTF8", "--no-locale", "--no-sync")
USERS = ("postgres", "nobody")
START_SECONDS = 20
PROGRAM_SECONDS = 120  # `pg_ctl` itself gives up after sixty


@dataclass
class Database:
    """A running server. `folder` holds its socket, its data and its log."""

    folder: Path

    @property
    def address(self) -> str:
        return f"postgresql://{ROLE}@/postgres?host={quote(str(self.folder))}"

    def schema_address(self, schema: str) -> str:
        """A store of its own on the same server: tables are made in a schema of that name."""
        self.run_sql(f"create schema {schema}")
        return f"{self.address}&options={quote(f'-csearch_path={schema}')}"

    def run_sql(self, sql: str) -> list[tuple]:
        import psycopg

        with psycopg.connect(self.address, autocommit=True) as conn:
            cursor = conn.execute(sql)
            return cursor.fetchall() if cursor.description else []

    def start(self) -> None:
        """Start it; one that was killed counts as running until the system has cleared it away."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                return self._start()
            except subprocess.CalledProcessError:
                if time.monotonic() > deadline:
                    raise
            time.sleep(0.2)

    def _start(self) -> None:
        options = " ".join(f"-c {name}='{value}'" for name, value in FAST.items())
        options += f" -c unix_socket_directories='{self.folder}'"
        log = str(self.folder / "log")
        self._control("start", "-w", "-o", options, "-l", log)

    def stop(self, how: str = "fast") -> None:
        self._control("stop", "-w", "-m", how)

    def kill(self) -> None:
        """End all of its processes with SIGKILL, as a crash would."""
        postmaster = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        children = subprocess.run(
            ["ps", "--no-headers", "-o", "pid", "--ppid", str(postmaster)],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        for process in (postmaster, *map(int, children.stdout.split())):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    def _control(self, *arguments: str) -> None:
        _run(self.folder, "pg_ctl", "-D", str(self.folder / "data"), *arguments)


@contextmanager
def running_database() -> Iterator[Database]:
    """A fresh server, gone with everything in it at the end."""
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))  # short: a socket's address has 104 bytes
    try:
        if (user := _user()) is not None:
            shutil.chown(folder, user)
        _run(folder, "initdb", "-D", str(folder / "data"), *NEW_CLUSTER)
        database = Database(folder)
        database.start()
        try:
            yield database
        finally:
            with suppress(subprocess.SubprocessError):  # a test has killed it
                database.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(folder: Path, program: str, *arguments: str) -> None:
    """One of the server's own programs, as a user who is not root; what it says is in the error."""
    said = folder / "said"
    user = _user()
    with said.open("wb") as output:
        result = subprocess.run(
            [_program(program), *arguments],
            user=user,
            group=pwd.getpwnam(user).pw_gid if user else None,
            extra_groups=[] if user else None,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=PROGRAM_SECONDS,
        )
    if result.returncode:
        raise subprocess.CalledProcessError(result.returncode, program, said.read_text())


def _user() -> str | None:
    if os.geteuid() != 0:
        return None
    known_users = {entry.pw_name for entry in pwd.getpwall()}
    return next(user for user in USERS if user in known_users)


def _program(name: str) -> str:
    """Where the server's program lies: Debian has it beside the path, a folder for each version."""
    path = shutil.which(name)
    places = sorted(glob(f"/usr/lib/postgresql/*/bin/{name}"), key=lambda place: float(place.split("/")[4]))
    if not path and not places:
        raise FileNotFoundError(f"{name} is not there: bin/setup test installs PostgreSQL.")
    return path or places[-1]
