"""The three whole programs of docs/programs.md run as they stand there: a bot, a spreadsheet, a dashboard."""

from __future__ import annotations

import csv
import json
import os
import re
import socket
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

import pytest

from scorepad.client import TableClient, open_table
from tests.serving import CHECKOUT, KILLED_WITHIN, serving, wait_until

pytestmark = pytest.mark.process
PAGE = (CHECKOUT / "docs" / "programs.md").read_text()
MARK = "run by tests/programs/test_programs_of_docs.py -->\n```"
BOT, SHEET, DASHBOARD = (text for _, text in re.findall(rf"{MARK}(\w+)\n(.*?)```", PAGE, flags=re.S))
WITHIN = 60  # seconds, for machines that do much else
PAUSE, SHORT_PAUSE = "time.sleep(2)", "time.sleep(0.1)"  # of the bot, between two looks at its channel


@pytest.fixture(scope="module")
def pad(tmp_path_factory):
    """The address of a pad whose webhooks may call this machine."""
    instance = tmp_path_factory.mktemp("pad")
    env = os.environ | {"SCOREPAD_WEBHOOKS_PRIVATE": "true"}
    with serving(f"'127.0.0.1', 0, {str(instance)!r}, workers=1, backup_every=None", env=env) as server:
        yield server.url


@pytest.fixture
def table(pad):
    return open_table(pad, "any-game", ["Ann", "Ben"], name="Friday")


@contextmanager
def answering(handler):
    """The address of a server with that handler, while it is there."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@contextmanager
def program(text, folder, *arguments, **env):
    """The program of the page, while it runs."""
    (folder / "program.py").write_text(text)
    command = [sys.executable, "program.py", *arguments]
    process = subprocess.Popen(command, cwd=folder, env=os.environ | {"PYTHONPATH": str(CHECKOUT)} | env)
    try:
        yield process
    finally:
        process.kill()
        process.wait(KILLED_WITHIN)


def sent(table, what, body, key=None):
    """What the pad answers to a request of the table's host."""
    headers = {"Authorization": f"Bearer {key or table.key}", "Content-Type": "application/json"}
    address = f"{table.address}/api/v1/tables/{table.id}/{what}"
    with urlopen(Request(address, json.dumps(body).encode(), headers), timeout=WITHIN) as answer:
        return json.load(answer)


class Channel:
    """A channel as Discord has it: its messages, the newest first, and those `after` one."""

    def __init__(self):
        self.messages = [{"id": "1", "content": "!deal Ann 1000 Ben 0"}]
        self.has_listener = False
        channel = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                after = int(self.path.partition("after=")[2] or 0)
                channel.has_listener = True
                self.tell([said for said in reversed(channel.messages) if int(said["id"]) > after])

            def do_POST(self):
                assert self.headers["Authorization"] == "Bot secret"
                channel.say(**json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.tell(channel.messages[-1])

            def tell(self, value):
                self.send_response(200)
                self.end_headers()
                self.wfile.write(json.dumps(value).encode())

            def log_message(self, *_):
                pass

        self.handler = Handler

    def say(self, content):
        self.messages.append({"id": str(len(self.messages) + 1), "content": content})

    def hears(self, question, answer):
        """Whether the bot says something with these words."""
        self.say(question)
        asked = len(self.messages)
        return wait_until(lambda: any(answer in said["content"] for said in self.messages[asked:]), WITHIN)


@pytest.mark.nightly
def test_a_bot_records_what_people_write_in_a_channel(table, tmp_path):
    """But not what they wrote before it came; what the pad refuses it says."""
    channel, key = Channel(), sent(table, "keys", {"scope": "write", "name": "Discord bot"})["key"]
    with answering(channel.handler) as address:
        arguments = (table.address, table.id, address)
        quick = BOT.replace(PAUSE, SHORT_PAUSE)
        assert quick != BOT
        with program(quick, tmp_path, *arguments, SCOREPAD_KEY=key, DISCORD_TOKEN="secret") as bot:
            assert wait_until(lambda: channel.has_listener, WITHIN), bot.poll()
            assert channel.hears("!score", "Ann 0, Ben 0"), bot.poll()
            assert channel.hears("!deal Ann 5 Ben 12", "Ben 12, Ann 5")
            assert channel.hears("!deal Zed 5", "Zed"), channel.messages
            assert channel.hears("!undo", "Ann 0, Ben 0")
    assert table.state()["deals"] == []


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


def test_a_spreadsheet_is_fed_by_a_webhook(table, tmp_path):
    """A row a player and deal; what somebody else sends is refused and not written."""
    port = free_port()
    hook = sent(table, "webhooks", {"url": f"http://127.0.0.1:{port}/"})
    with program(SHEET, tmp_path, str(port), hook["secret"]) as process:
        assert wait_until(lambda: answers(port), WITHIN), process.poll()
        table.record_deal(points={"Ann": 5, "Ben": 12})
        table.record_deal(points={"Ann": 20, "Ben": 1})
        assert wait_until(lambda: len(rows(tmp_path)) == 4, WITHIN)
    assert [[*row.values()][1:] for row in rows(tmp_path)] == [
        ["Friday", "1", "Ann", "5", "5"],
        ["Friday", "1", "Ben", "12", "12"],
        ["Friday", "2", "Ann", "20", "25"],
        ["Friday", "2", "Ben", "1", "13"],
    ]


def answers(port):
    """Whether the program does, refusing a message that nobody has signed."""
    headers = ("webhook-id: x", "webhook-timestamp: 1", "webhook-signature: v1,x", "Content-Length: 2")
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as asking:
            asking.sendall("\r\n".join(["POST / HTTP/1.0", *headers, "", "{}"]).encode())
            return b" 401 " in asking.recv(100)
    except OSError:
        return False


def rows(folder):
    sheet = folder / "scores.csv"
    return [*csv.DictReader(sheet.read_text().splitlines())] if sheet.exists() else []


@pytest.mark.nightly
def test_a_dashboard_follows_the_table(table, tmp_path, chromium):
    """A page of another address, by the stream; without a key."""
    (tmp_path / "dashboard.html").write_text(DASHBOARD)

    class Files(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    watched = TableClient(table.address, table.id)
    with answering(partial(Files, directory=tmp_path)) as address, closing(chromium.new_page()) as page:
        page.goto(f"{address}/dashboard.html?pad={table.address}&table={table.id}")
        page.wait_for_selector("li:has-text('Ann0')", timeout=WITHIN * 1000)
        assert page.inner_text("h1") == watched.state()["name"] == "Friday"
        table.record_deal(points={"Ann": 5, "Ben": 12})
        page.wait_for_selector("li:first-child:has-text('Ben12')", timeout=WITHIN * 1000)
        assert page.locator("li").all_text_contents() == ["Ben12", "Ann5"]
