"""A body that is refused is not read to its end: it is answered, and the connection ends."""

from __future__ import annotations

import socket
import time
from contextlib import closing, suppress
from http.client import HTTPConnection

import pytest

from tests.serving import serving

LARGE = 9_000_000
MOST_TAKEN = 6_000_000  # of an endless body: what the app takes of any, and what lies in sockets
PIECE = b"x" * 65536


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    with serving(f"port=0, instance={str(tmp_path_factory.mktemp('pad'))!r}") as server:
        yield server.port


def refused(port, path, headers, piece=PIECE):
    """The answer to a body of which as much is sent as is taken, how much that was, and in how many seconds
    the connection had ended."""
    began_at, sent, answer = time.monotonic(), 0, b""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=30)) as phone:
        phone.sendall(f"POST {path} HTTP/1.1\r\nHost: pad\r\n{headers}\r\n\r\n".encode())
        phone.setblocking(False)
        with suppress(ConnectionError):
            while sent < 10 * LARGE and time.monotonic() < began_at + 30:
                with suppress(BlockingIOError):
                    sent += phone.send(piece[sent % len(piece) :])
        with suppress(BlockingIOError, ConnectionError):
            answer = phone.recv(65536)
    return answer.decode(), sent, time.monotonic() - began_at


@pytest.mark.parametrize("path", ["/api/v1/best", "/join", "/nowhere", "/healthz", "/photo"])
def test_a_body_that_is_too_large_is_refused_by_its_length(port, path):
    """At once, and whatever is refused: the size, the page, the way of asking."""
    answer, sent, seconds = refused(port, path, f"Content-Length: {LARGE}")
    assert answer.startswith("HTTP/1.1 4")
    assert "connection: close" in answer.lower()
    assert sent < LARGE
    assert seconds < 10


@pytest.mark.parametrize("path", ["/api/v1/best", "/join", "/nowhere"])
def test_a_body_that_does_not_end_is_read_to_the_limit(port, path):
    chunk = f"{len(PIECE):x}\r\n".encode() + PIECE + b"\r\n"
    answer, sent, seconds = refused(port, path, "Transfer-Encoding: chunked", chunk)
    assert answer.startswith("HTTP/1.1 4")
    assert sent < MOST_TAKEN
    assert seconds < 10


def test_a_connection_goes_on_after_a_small_form(port):
    """Also one whose body nobody read."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as phone:
        for _ in range(3):
            phone.request("POST", "/healthz", b"x" * 1000)
            answer = phone.getresponse()
            assert (answer.status, answer.getheader("Connection")) == (405, "keep-alive")
            answer.read()
