"""gunicorn's worker that keeps the lines of `scorepad.jobs.turns`: it listens, and whoever connects waits."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from gunicorn.workers.base import Worker

from scorepad.jobs.turns import TOO_MANY, YOUR_TURN, Asker, Line, Ticket

if TYPE_CHECKING:
    from asyncio import StreamReader, StreamWriter

LOOK_EVERY = 1.0  # seconds
LONGEST_WISH = 4096  # bytes


class TurnKeeper(Worker):  # type: ignore[misc]
    """Serves one socket until its parent has ended."""

    wsgi: Mapping[str, Line]

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        (listener,) = self.sockets
        async with await asyncio.start_unix_server(self._keep_turn, sock=listener.sock, limit=LONGEST_WISH):
            while self.ppid == os.getppid():
                await asyncio.sleep(LOOK_EVERY)

    async def _keep_turn(self, reader: StreamReader, writer: StreamWriter) -> None:
        try:
            wish = json.loads(await reader.readline())
            asker = Asker(wish["address"], wish["plays"])
            line, ticket = (
                self.wsgi[wish["line"]],
                Ticket(asker, wish["seconds"], lambda: writer.write(YOUR_TURN)),
            )
        except (ValueError, KeyError, OSError):
            writer.close()
            return
        try:
            if line.join(ticket):
                await reader.read()  # ends when whoever asked hangs up
            else:
                writer.write(TOO_MANY)
        except OSError:
            pass
        finally:
            line.leave(ticket)
            writer.close()
