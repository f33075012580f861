"""Runs the app for phones on the same network: gunicorn with gevent workers.

Beside it run the job server and the processes that photos are handed to.
"""

from __future__ import annotations

import errno
import io
import os
import socket
import sys
from pathlib import Path
from typing import Any

import segno
from gunicorn.app.base import BaseApplication

from scorepad.core.errors import ScorepadError
from scorepad.jobs.server import JobServer
from scorepad.machine import folders, network
from scorepad.photos import limits as photo_limits
from scorepad.photos.photo_server import PhotoServer

HOST = "0.0.0.0"
PORT = 8000
PORTS_TRIED = 20
WEB_WORKERS = 2  # so that the pad goes on when one is stuck; a single one held 800 phones
BACKLOG = 1024
WHITE_ON_BLACK, PLAIN = "\033[97;40m", "\033[0m"

Helpers = tuple[JobServer, PhotoServer]


class PortInUse(ScorepadError):
    """Another program listens there."""

    code = "port"


def serve(
    host: str = HOST, port: int | None = None, instance: str | None = None, *, workers: int = WEB_WORKERS
) -> int:
    """Serve until Ctrl-C or SIGTERM; exit status 0.

    Without `port` the first free one from 8000 on; 0 is any free one. Raises PortInUse, Unusable for
    the instance folder, and BadLimit for a setting of photos.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from scorepad.store.sqlite import migrate  # loads numpy: only now, so that this forks without its threads

    limits = photo_limits.from_environment()
    folder = folders.instance_folder(instance)
    folders.secret_key(folder)
    migrate(folder / folders.DATABASE)
    helpers = (JobServer(), PhotoServer(folder, limits))  # before listening: they must not hold the port
    try:
        _Server(listen(host, port), folder, helpers, workers).run()
    except ScorepadError:
        _stop(helpers)
        raise
    return 0


def _stop(helpers: Helpers) -> None:
    """The last one started first, since it holds the lifelines of those before it."""
    for helper in reversed(helpers):
        helper.stop()


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket on `port`, or on the first free one from 8000 on when it is None."""
    wanted = range(PORT, PORT + PORTS_TRIED) if port is None else (port,)
    for number in wanted:
        try:
            return _bound(host, number)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise PortInUse(f"Cannot listen on {host}:{number}: {error.strerror}.", at="port") from error
            if port is None:
                print(f"Port {number} is in use; trying {number + 1}.", flush=True)
        except OverflowError as error:
            raise PortInUse(f"{number} is no port: expected 0 to 65535.", at="port") from error
    raise PortInUse(f"Port {wanted[-1]} is in use by another program. Give another with --port.", at="port")


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError):
        listener.close()
        raise
    return listener


class _Server(BaseApplication):  # type: ignore[misc]
    """gunicorn, told what to run by attributes and not by its own command line."""

    def __init__(self, listener: socket.socket, instance: Path, helpers: Helpers, workers: int) -> None:
        self._host, self._port = listener.getsockname()[:2]
        self._descriptor = listener.detach()  # gunicorn's from now on
        self._instance, self._helpers, self._workers = instance, helpers, workers
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._settings().items():
            self.cfg.set(name, value)

    def _settings(self) -> dict[str, Any]:
        return {
            "bind": f"fd://{self._descriptor}",
            "worker_class": "scorepad.host.gevent_worker.Worker",
            "workers": self._workers,
            "worker_connections": 2000,
            "keepalive": 15,
            "graceful_timeout": 5,
            "control_socket_disable": True,  # it would start a thread before workers fork
            "forwarded_allow_ips": "",  # the PROXIES setting decides what is believed
            "loglevel": "warning",
            "worker_tmp_dir": "/dev/shm" if os.access("/dev/shm", os.W_OK) else None,
            "when_ready": lambda _arbiter: self._welcome(),
            "on_exit": lambda _arbiter: self._goodbye(),
        }

    def load(self) -> Any:
        # Only now, in a worker that gevent has patched: Flask must not be loaded before.
        from scorepad.web import create_app

        return create_app({"INSTANCE": self._instance, "MIGRATE": False})

    def _welcome(self) -> None:
        print(welcome(self._host, self._port, colour=sys.stdout.isatty()), flush=True)

    def _goodbye(self) -> None:
        _stop(self._helpers)
        print("\nStopped.", flush=True)


def welcome(host: str, port: int, *, colour: bool = False) -> str:
    """What the host sees, 40 columns wide: the address for phones as a QR code too, and how to stop."""
    reachable, others = _hosts(host)
    first = _address(reachable, port)
    lines = [_code(first, colour=colour), "On every phone, open", f"  {first}"]
    if others:
        lines += ["or", *(f"  {_address(other, port)}" for other in others)]
    if reachable == "127.0.0.1":
        lines += ["This machine is on no network:", "only its own browser finds the page."]
    return "\n".join([*lines, "Ctrl-C stops it."])


def _hosts(host: str) -> tuple[str, list[str]]:
    """The address to show first and the others, for the one that is listened on."""
    if host not in ("0.0.0.0", "::"):
        return host, []
    first, *others = network.addresses() or ("127.0.0.1",)
    return first, others


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _code(address: str, *, colour: bool) -> str:
    """A QR code of half blocks, white on black in any terminal; empty where they do not print."""
    drawn = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, border=2, compact=True)
    if not _prints(drawn.getvalue()):
        return ""
    rows = drawn.getvalue().splitlines()
    return "\n".join(f"{WHITE_ON_BLACK}{row}{PLAIN}" if colour else row for row in rows)


def _prints(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
