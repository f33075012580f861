"""The network between a browser and a pad, for a test to trouble: it passes, fails, hangs, delays or cuts."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

PASSES, RESETS, HANGS, DELAYS = "passes", "resets", "hangs", "delays"
LOSES_THE_ANSWER, CUTS_THE_ANSWER = "loses the answer", "cuts the answer"
ANSWERS: dict[str, tuple[int, dict[str, str], str]] = {
    "500": (500, {}, "<h1>Internal Server Error</h1>"),
    "503": (503, {}, "<h1>Service Unavailable</h1>"),
    "503, try later": (503, {"Retry-After": "1"}, "<h1>Service Unavailable</h1>"),
    "429": (429, {"Retry-After": "1"}, "<h1>Too Many Requests</h1>"),
    "403": (403, {}, "<h1>Forbidden</h1>"),
    "409": (409, {}, "<h1>Conflict</h1>"),
    "portal": (200, {}, "<h1>Welcome to the hotel</h1>"),
    "portal elsewhere": (302, {"Location": "/welcome"}, ""),
}
STATES = (PASSES, RESETS, HANGS, DELAYS, LOSES_THE_ANSWER, CUTS_THE_ANSWER, *ANSWERS)
DELAY, HANGS_AT_MOST = 0.3, 40.0  # seconds
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "server", "date"}


@dataclass(frozen=True)
class Request:
    """What a browser sent, and what came of it: how the network was, the pad's answer if any."""

    method: str
    path: str
    fields: dict[str, list[str]]
    asks_for_outcome: bool  # sent by the phone's queue, not as a page's form
    state: str
    status: int = 0
    answer: str = ""

    @property
    def op(self) -> str:
        """The operation that a form asks for."""
        return self.fields.get("op", [""])[0]


@dataclass
class Network:
    """Between browsers at `address` and the pad on `pad_port`; `requests` has all that it was given."""

    pad_port: int
    requests: list[Request] = field(default_factory=list)
    address: str = ""

    def __post_init__(self) -> None:
        self._state, self._troubled = PASSES, frozenset[str]()
        self._changed = threading.Event()

    def becomes(self, state: str, *methods: str) -> None:
        """From now on, for requests of these methods, or all where none is named. What hangs is reset,
        after a while in any case."""
        assert state in STATES
        hanging, self._changed = self._changed, threading.Event()
        self._state, self._troubled = state, frozenset(methods)
        hanging.set()

    def state_for(self, method: str) -> tuple[str, threading.Event]:
        """How the network is for such a request, and what is set once it is otherwise."""
        changed = self._changed
        return (self._state if not self._troubled or method in self._troubled else PASSES), changed


@contextmanager
def between(pad: str) -> Iterator[Network]:
    """A network before the pad at this address."""
    network = Network(int(pad.rsplit(":", 1)[1]))
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("_On", (_Connection,), {"network": network}))
    server.daemon_threads, server.block_on_close = True, False
    network.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield network
    network.becomes(RESETS)
    server.shutdown()
    thread.join()
    server.server_close()


class _Connection(BaseHTTPRequestHandler):
    """One request and its answer, then the connection ends."""

    network: Network

    def log_message(self, *_args: object) -> None:
        """Tests look at `Network.requests`."""

    def do_GET(self) -> None:
        try:
            self._answer()
        except (OSError, HTTPException):
            self.close_connection = True  # the browser or the pad has gone

    do_POST = do_HEAD = do_GET  # noqa: N815 - so the library calls them

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        state, changed = self.network.state_for(self.command)
        if state == HANGS:
            self._note(body, state)
            changed.wait(HANGS_AT_MOST)
            return self._reset()
        if state == RESETS:
            self._note(body, state)
            return self._reset()
        if state in ANSWERS:
            self._note(body, state)
            return self._say(*ANSWERS[state])
        if state == DELAYS:
            time.sleep(DELAY)
        return self._pass_on(body, state)

    def _note(self, body: bytes, state: str, status: int = 0, answer: bytes = b"") -> None:
        form = parse_qs(body.decode("utf-8", "replace")) if self.command == "POST" else {}
        asks = "Scorepad-Operation" in self.headers
        said = answer.decode("utf-8", "replace")
        self.network.requests.append(Request(self.command, self.path, form, asks, state, status, said))

    def _pass_on(self, body: bytes, state: str) -> None:
        with closing(HTTPConnection("127.0.0.1", self.network.pad_port, timeout=60)) as pad:
            headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP_BY_HOP}
            headers["Accept-Encoding"] = "identity"
            pad.request(self.command, self.path, body or None, headers)
            answer = pad.getresponse()
            if self.command != "POST":
                return self._hand_on(answer, state)
            whole = answer.read()
            self._note(body, state, answer.status, whole)
        if state == LOSES_THE_ANSWER:
            return self._reset()
        self._head(answer.status, [*answer.getheaders()])
        cut = len(whole) // 2 if state == CUTS_THE_ANSWER else len(whole)
        self.wfile.write(whole[:cut])
        return self._reset() if state == CUTS_THE_ANSWER else None

    def _hand_on(self, answer: HTTPResponse, state: str) -> None:
        """A page or a stream, piece by piece, while the network lasts."""
        self._note(b"", state, answer.status)
        if state == LOSES_THE_ANSWER:
            return self._reset()
        self._head(answer.status, [*answer.getheaders()])
        while piece := answer.read1(65536):
            self.wfile.write(piece if state != CUTS_THE_ANSWER else piece[: len(piece) // 2])
            if state == CUTS_THE_ANSWER or self.network.state_for(self.command)[0] in (RESETS, HANGS):
                return self._reset()
        return None

    def _head(self, status: int, headers: list[tuple[str, str]]) -> None:
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in HOP_BY_HOP:
                self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()

    def _say(self, status: int, headers: dict[str, str], text: str) -> None:
        self._head(status, [("Content-Type", "text/html"), *headers.items()])
        self.wfile.write(text.encode())

    def _reset(self) -> None:
        """End the connection as a lost one ends: with no word."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.wfile.flush()
        self.connection.close()
