"""A request goes to the address that was judged, ends in time, and believes only who the name belongs to."""

from __future__ import annotations

import json
import socket
import ssl
import threading
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from scorepad.webhooks import safe_requests
from scorepad.webhooks.safe_requests import NotDelivered, post
from tests.webhooks.receivers import Receiver

LAMP = Path(__file__).with_name("lamp.pem")  # a certificate of lamp.example that it signed itself


@pytest.fixture
def receiver():
    with closing(Receiver()) as made:
        yield made


@pytest.fixture
def names(monkeypatch):
    """The addresses of names at each look-up, the last for all later ones; and the names that were asked
    for."""
    find, answers, asked = socket.getaddrinfo, {}, []

    def found(host, *others, **options):
        asked.append(host)
        listed = answers.get(host)
        hosts = (listed.pop(0) if len(listed) > 1 else listed[0]) if listed else [host]
        return [target for each in hosts for target in find(each, *others, **options)]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    return answers, asked


def send(url, *, private=True):
    post(url, b"{}", {"Content-Type": "application/json"}, private=private)


def test_a_name_is_looked_up_once(receiver, names):
    """It leads elsewhere a moment later: the request goes where it was judged to go."""
    answers, asked = names
    answers["lamp.example"] = [["127.0.0.1"], ["169.254.169.254"]]
    send(f"http://lamp.example:{receiver.port}/")
    assert (len(receiver.came), asked) == (1, ["lamp.example"])
    assert receiver.came[0][0]["Host"] == f"lamp.example:{receiver.port}"


def test_a_name_that_turns_to_the_own_network_is_not_called(receiver, names):
    """It was public when it was set, and is judged anew for each message."""
    answers, _ = names
    answers["lamp.example"] = [["127.0.0.1"]]
    with pytest.raises(NotDelivered, match="own network"):
        send(f"http://lamp.example:{receiver.port}/", private=False)
    assert receiver.came == []


@pytest.mark.parametrize("second", ["169.254.169.254", "168.63.129.16", "::ffff:100.100.100.200"])
def test_one_address_that_is_refused_refuses_the_name(receiver, names, second):
    answers, _ = names
    answers["lamp.example"] = [["127.0.0.1", second]]
    with pytest.raises(NotDelivered, match="No webhook can lead"):
        send(f"http://lamp.example:{receiver.port}/")
    assert receiver.came == []


def test_a_name_with_an_address_at_which_nothing_listens(receiver, names):
    """The next one is tried: `localhost` is ::1 first, and then 127.0.0.1."""
    answers, _ = names
    answers["lamp.example"] = [["::1", "127.0.0.1"]]
    send(f"http://lamp.example:{receiver.port}/")
    assert len(receiver.came) == 1


def test_a_redirect_is_not_followed():
    """Not even to the same receiver."""
    with closing(Receiver(302)) as receiver, pytest.raises(NotDelivered, match="302"):
        send(receiver.url)
    assert len(receiver.came) == 1


def test_the_certificate_is_that_of_the_name(receiver, names, monkeypatch):
    """Not that of the address: one name is the certificate's, the other one leads to the same place."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(LAMP)
    receiver.server.socket = context.wrap_socket(receiver.server.socket, server_side=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(LAMP))
    answers, _ = names
    answers["lamp.example"] = answers["other.example"] = [["127.0.0.1"]]
    send(f"https://lamp.example:{receiver.port}/")
    with pytest.raises(NotDelivered, match=r"other\.example"):
        send(f"https://other.example:{receiver.port}/")
    with pytest.raises(NotDelivered, match=r"127\.0\.0\.1"):
        send(f"https://127.0.0.1:{receiver.port}/")
    assert [json.loads(body) for _, body in receiver.came] == [{}]


def test_an_answer_that_drips_is_cut_off(monkeypatch):
    """A byte at a time keeps each step short; the whole takes too long."""
    monkeypatch.setattr(safe_requests, "ANSWER_WITHIN", 0.3)
    ended = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as dripping:
        threading.Thread(target=drip, args=[dripping, ended], daemon=True).start()
        with pytest.raises(NotDelivered, match="timed out"):
            send(f"http://127.0.0.1:{dripping.getsockname()[1]}/")
    assert not ended.is_set()


def drip(server, ended):
    """Answer the first who comes with a byte every now and then, for a long while."""
    with server.accept()[0] as connection, suppress(OSError):
        for _ in range(100):
            connection.sendall(b"H")
            time.sleep(0.05)
        ended.set()


def test_of_an_answer_no_more_is_read_than_its_head():
    """A body without end is none of the pad's business; a head without end is refused."""
    with socket.create_server(("127.0.0.1", 0)) as talking:
        address = f"http://127.0.0.1:{talking.getsockname()[1]}/"
        threading.Thread(target=talk, args=[talking, b"HTTP/1.1 200 OK\r\n\r\n"], daemon=True).start()
        send(address)
        threading.Thread(target=talk, args=[talking, b"HTTP/1.1 200 OK\r\n"], daemon=True).start()
        with pytest.raises(NotDelivered, match="too long"):
            send(address)


def talk(server, head):
    """Answer the first who comes with a head, and then with lines until it hangs up."""
    with server.accept()[0] as connection, suppress(OSError):
        connection.sendall(head)
        while True:
            connection.sendall(b"X-Line: " + b"x" * 9_000 + b"\r\n")
