"""Who is called by a pad in tests, and how webhooks are told at once."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from uuid import uuid4

from scorepad.core.scoring.ended_deal import PlayerShare, SeatedDeal
from scorepad.tables.settlements import record_ending
from scorepad.webhooks.sending import Senders
from tests.tables.phones import at_table

KEY = "the pad's key"


class Receiver:
    """Keeps what came, and answers with the next status, 200 after the last."""

    def __init__(self, *statuses):
        self.came, self.statuses = [], list(statuses)
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.came.append((dict(self.headers), body))
                self.send_response(receiver.statuses.pop(0) if receiver.statuses else 200)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}/hook?a=1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def told(self):
        return [json.loads(body) for _, body in self.came]

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class SilentReceiver:
    """Takes every connection and answers none; `held` are those that wait. `close` hangs up on all."""

    def __init__(self):
        self.held = []
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/"
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self):
        with suppress(OSError):
            while True:
                self.held.append(self._listener.accept()[0])

    def close(self):
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for connection in self.held:
            connection.close()


def table_of_two(store):
    """A phone at a table of Ann and Ben to 10 points at any game."""
    any_game = {"game": "any-game", "options": {"target": 10}, "partnerships": None}
    return at_table(store, count=2, op=uuid4().hex, **any_game)


def record(phone, points):
    ended = SeatedDeal({0: PlayerShare(points=points), 1: PlayerShare()})
    return phone.do(record_ending, ended=ended, goes_on=True)


def send_due(database, *, private=True):
    """Tell all webhooks whose time has come, and wait until none is."""
    with Senders(database, KEY, private=private) as senders:
        senders.start_due()
