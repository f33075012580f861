"""Runs the app for phones on the same network, and the processes for long work and photos."""

from __future__ import annotations

import io
import os
import socket
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import segno

from scorepad.answers.verbs import VERBS, WHOLE_ANSWER
from scorepad.core.errors import ScorepadError
from scorepad.host.doctor import delete_damaged_queue, do_without, refuse_damaged
from scorepad.host.pad_folder import RunningPad, process_of, remove_folder, socket_folder, written_down
from scorepad.host.processes import GRACEFUL, LEAVING, ServerPlan, keep_running, run_gunicorn
from scorepad.jobs.client import ADDRESS_VARIABLE, SERVER_VARIABLE
from scorepad.jobs.messages import KEY_VARIABLE, each_address
from scorepad.jobs.server import JobServer
from scorepad.jobs.turns import JobKind
from scorepad.machine import allowances, folders, network, search_faults
from scorepad.machine.allowances import Connections
from scorepad.machine.network import BACKLOG, listening_socket
from scorepad.photos import limits as photo_limits
from scorepad.photos.kept_photos import delete_former_queue
from scorepad.photos.limits import PhotoLimits
from scorepad.photos.queue import DECODE, READ_WAITING
from scorepad.rulebook import keep_games_in
from scorepad.store import backups
from scorepad.store.backups import BACK_UP, BackupSchedule
from scorepad.store.change_sockets import FOLDER_VARIABLE
from scorepad.store.engine import on_server
from scorepad.store.opening import STORE_VARIABLE, prepare_store, store_address
from scorepad.store.shared_counts import OpenStreams
from scorepad.webhooks import webhook_work

HOST = "0.0.0.0"
STREAMS_VARIABLE = "SCOREPAD_STREAMS"
JOB_WORKERS = max(3, (os.cpu_count() or 1) - 1)  # for long work, for strangers and for players one each
WORK_PORT = 8100
WEB_WORKERS = 2  # so that the pad goes on when one is stuck; a single one held 800 phones
EVERYWHERE = (HOST, "::")  # the addresses that stand for all of a machine's
SEARCH_IDLE = 300.0  # seconds that a process which searched waits for more, with what it has kept
BACKUP_AGAIN = 60.0  # seconds until a backup that failed is tried again
LOOK_FOR_PHOTOS = 60.0  # seconds between two looks for photos that nobody asks for any more
JOBS = (
    *(verb.job for verb in VERBS.values()),
    WHOLE_ANSWER,
    "scorepad.answers.table_records:lay_hands",
    "scorepad.sheet.pdf:draw_job",
    "scorepad.tables.point_files.understanding:understand_job",
)
JOBS_OF_STORE = (
    "scorepad.bridges.plays_in:take_in_job",
    "scorepad.bridges.plays_out:plays_job",
    "scorepad.sheet.picture:picture_job",
    "scorepad.sheet.hand_picture:hand_picture_job",
    "scorepad.sheet.pdf:draw_table_job",
    "scorepad.tables.carrying:look_job",
    "scorepad.tables.carrying:open_job",
    "scorepad.tables.exports:export_job",
    "scorepad.tables.imports:import_job",
)
"""With `JOBS` all that pages ask of other processes; each loads when it is first asked for."""
WEB_APP = "scorepad.web:create_app"  # loaded when gevent is there, because Flask must not be before
METRICS_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"  # where web workers count together
MEGABYTE = 1_000_000
WHITE_ON_BLACK, PLAIN = "\033[97;40m", "\033[0m"


class NothingShared(ScorepadError):
    """A work machine lacks the store or key that all machines share."""

    code = "setting"

    def __init__(self) -> None:
        super().__init__(
            f"Give every machine the same {STORE_VARIABLE}=postgresql://… and the same {KEY_VARIABLE}.",
            at=KEY_VARIABLE,
        )


def serve(
    host: str = HOST,
    port: int | None = None,
    instance: str | None = None,
    *,
    workers: int = WEB_WORKERS,
    backup_every: float | None = backups.read_period(backups.USUALLY),
    keep: int = backups.KEPT,
    backup_to: str | None = None,
) -> int:
    """Serve until Ctrl-C or SIGTERM. Returns the exit status 0.

    Without `port`, the first free one from 8000 on is used. A backup is written to `backup_to` every
    `backup_every` seconds, and the newest `keep` are kept. Raises TooLittle, PortInUse, UnusableFolder,
    DamagedStore, BadLimit.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    files = allowances.allowed_files()
    left_out = [
        *do_without(os.environ, allowances.machine_memory()),
        *filter(None, (allowances.few_files_words(files, workers), allowances.little_memory_words())),
    ]
    limits = photo_limits.from_environment()
    folder = folders.instance_folder(instance)
    left_out += filter(None, [delete_damaged_queue(folder, process_of(folder))])
    keep_games_in(folder / folders.GAMES)
    folders.secret_key(folder)
    store, backup_folder = store_address(folder), Path(backup_to or folder / backups.FOLDER).absolute()
    if isinstance(store, Path):
        refuse_damaged(store, backup_folder, process_of(folder))
    key = folders.signing_key(folder)
    kinds = [webhook_work(store, key), *_backup_work(store, backup_folder, key, backup_every, keep)]
    prepare_store(store)  # loads numpy: only now, so that this forks without its threads
    delete_former_queue(folder, store)
    with (
        listening_socket(host, port, later=on_server(store)) as listener,
        socket_folder(folder) as sockets,
    ):
        shown_host, number = listener.getsockname()[:2]
        print(welcome_text(shown_host, number, colour=sys.stdout.isatty()), *left_out, sep="\n", flush=True)
        web_server = _web_server(listener, folder, workers, files, _folder_of_web_workers(sockets))
        servers = [work_server(sockets / "jobs", folder, store, limits, *kinds), web_server]
        pad = RunningPad(os.getpid(), shown_host, number, str(backup_folder), backup_every)
        search_faults.keep_in(folder)
        with written_down(folder, pad):
            keep_running(servers)
    print("\nStopped.", flush=True)
    return 0


def work(host: str = "127.0.0.1", port: int = WORK_PORT, instance: str | None = None) -> int:
    """Do jobs and read photos for the pads of other machines until Ctrl-C or SIGTERM. Returns the exit status
    0.

    Raises NothingShared, PortInUse, UnusableFolder, BadLimit.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    limits = photo_limits.from_environment()
    folder = folders.instance_folder(instance)
    keep_games_in(folder / folders.GAMES)
    database = store_address(folder)
    if not os.environ.get(KEY_VARIABLE) or not on_server(database):
        raise NothingShared
    prepare_store(database)
    with listening_socket(host, port, later=True) as listener:
        print(work_text(*listener.getsockname()[:2]), flush=True)
        server = JobServer(listener, _shared_work(folder, database, limits), load=_load_search)
        search_faults.keep_in(folder)
        keep_running([ServerPlan(server.run, listener=listener)])
    print("\nStopped.", flush=True)
    return 0


def _folder_of_web_workers(sockets: Path) -> Path:
    """Create the folder in which web workers announce changes and share counts."""
    folder = sockets / "web"
    for variable, name in ((FOLDER_VARIABLE, "changes"), (METRICS_VARIABLE, "metrics")):
        (folder / name).mkdir(parents=True)
        os.environ[variable] = str(folder / name)
    os.environ[folders.COUNTS_VARIABLE] = str(folder / "counts")
    return folder


def work_server(
    address: Path, instance: Path, store: str | Path, limits: PhotoLimits, *own_work: JobKind
) -> ServerPlan:
    """The plan of a pad's job server, with work of its own. Its address is put into the environment.

    If the host names work machines, these search and read photos; the server then only keeps their turns and
    decodes photos.
    """
    os.environ[SERVER_VARIABLE] = str(address)
    machines = each_address(os.environ.get(ADDRESS_VARIABLE, ""))
    given = {DECODE: _of_photos(instance, store, limits)}
    decoding = JobKind([DECODE], places=1, memory=limits.memory * MEGABYTE, given=given)
    if machines:
        kinds = [decoding, *own_work]
        return ServerPlan(JobServer(address, kinds, machines=JOB_WORKERS * len(machines)).run)
    kinds = [decoding, *own_work, *_shared_work(instance, store, limits)]
    return ServerPlan(JobServer(address, kinds, load=_load_search).run)


def _backup_work(
    store: str | Path, folder: Path, secret_key: str, every: float | None, keep: int
) -> list[JobKind]:
    """The job that makes a backup every `every` seconds, in a process that ends afterwards; empty for
    None."""
    if every is None:
        return []
    schedule = BackupSchedule(store, folder, secret_key, every, keep)
    given = {BACK_UP: {"schedule": schedule}}
    return [JobKind([BACK_UP], places=1, idle=0.0, every=every, again=BACKUP_AGAIN, given=given)]


def _shared_work(instance: Path, store: str | Path, limits: PhotoLimits) -> list[JobKind]:
    """The jobs that work machines do too. Processes that decode pictures from outside do no other work."""
    of_store = {job: {"database": store} for job in JOBS_OF_STORE}
    return [
        JobKind([*JOBS, *JOBS_OF_STORE], places=JOB_WORKERS, idle=SEARCH_IDLE, given=of_store),
        JobKind(
            [READ_WAITING],
            places=limits.processes,
            memory=limits.memory * MEGABYTE,
            every=LOOK_FOR_PHOTOS,
            given={READ_WAITING: _of_photos(instance, store, limits)},
        ),
    ]


def _of_photos(instance: Path, store: str | Path, limits: PhotoLimits) -> dict[str, Any]:
    return {"instance": instance, "database": store, "limits": limits}


def _load_search() -> None:
    import_module("scorepad.answers.hand_questions")


def _web_server(
    listener: socket.socket, instance: Path, workers: int, files: int, shared: Path
) -> ServerPlan:
    connections = _shared_out(files)
    host, port = listener.getsockname()[:2]  # now: a worker has closed it when it asks
    at = {"HOST": "" if host in EVERYWHERE else host, "PORT": port}
    others_go_on = on_server(store_address(instance))
    graceful = GRACEFUL + LEAVING * others_go_on
    settings = {
        "bind": f"fd://{listener.fileno()}",
        "backlog": BACKLOG,
        "worker_class": f"scorepad.host.gevent_worker.{'LeavingWorker' if others_go_on else 'Worker'}",
        "graceful_timeout": graceful,
        "workers": workers,
        "worker_connections": connections.streams + connections.pages,
        "keepalive": connections.keep_open,
        "forwarded_allow_ips": "",  # the PROXIES setting decides what is believed
        "preload_app": True,
        "on_exit": lambda _arbiter: remove_folder(shared),
        "child_exit": lambda _arbiter, worker: _forget_counts(worker.pid),
    }
    load = partial(_web_app, {"INSTANCE": instance, "MIGRATE": False, **at}, warm=others_go_on)
    return ServerPlan(partial(run_gunicorn, load, settings), graceful, listener)


def _shared_out(files: int) -> Connections:
    """The connections of a web worker, with the host's limit of streams if that is lower."""
    connections = Connections.among(files)
    wanted = os.environ.get(STREAMS_VARIABLE, "")
    streams = min(connections.streams, int(wanted)) if wanted.isdecimal() else connections.streams
    os.environ[STREAMS_VARIABLE] = str(streams)
    return connections


def _forget_counts(process: int) -> None:
    """Drop the streams counted for a worker that has ended, unless the disk is read-only."""
    with (
        suppress(OSError, sqlite3.Error),
        closing(OpenStreams(os.environ[folders.COUNTS_VARIABLE])) as streams,
    ):
        streams.forget_worker(process)
    for file in Path(os.environ[METRICS_VARIABLE]).glob(f"gauge_live*_{process}.db"):
        with suppress(OSError):
            file.unlink(missing_ok=True)


def _web_app(settings: Mapping[str, object], *, warm: bool) -> Any:
    """Make the web app, before the workers that share it. `warm` compiles its templates first: one of several
    machines listens later, but then answers without delay."""
    from scorepad.host.gevent_worker import shared_app  # here alone: gevent is for web workers

    return shared_app(lambda: _made_app(settings, warm))


def _made_app(settings: Mapping[str, object], warm: bool) -> Any:
    app = resolve_name(WEB_APP)(settings)
    for name in app.jinja_env.list_templates(extensions=["html"]) if warm else ():
        app.jinja_env.get_template(name)
    return app


def work_text(host: str, port: int) -> str:
    return f"Works for other machines at {_page_address(host, port)}\nCtrl-C stops it."


def welcome_text(host: str, port: int, *, colour: bool = False) -> str:
    """The text for the host, 40 columns wide: the address for phones, also as a QR code, and how to stop."""
    shown_host, others = _shown_hosts(host)
    first = _page_address(shown_host, port)
    lines = [_qr_code(first, colour=colour), "On every phone, open", f"  {first}"]
    if others:
        lines += ["or", *(f"  {_page_address(other, port)}" for other in others)]
    if shown_host == "127.0.0.1":
        lines += ["This machine is on no network:", "only its own browser finds the page."]
    return "\n".join([*lines, "Ctrl-C stops it."])


def _shown_hosts(host: str) -> tuple[str, list[str]]:
    """The address to show first, and the others, for a host to listen on."""
    if host not in EVERYWHERE:
        return host, []
    first, *others = network.local_addresses() or ("127.0.0.1",)
    return first, others


def _page_address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _qr_code(address: str, *, colour: bool) -> str:
    """A QR code of half blocks, white on black; empty if the terminal cannot print them."""
    drawn_code = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn_code, border=2, compact=True)
    if not _can_print(drawn_code.getvalue()):
        return ""
    code_rows = drawn_code.getvalue().splitlines()
    return "\n".join(f"{WHITE_ON_BLACK}{row}{PLAIN}" if colour else row for row in code_rows)


def _can_print(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
