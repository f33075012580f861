"""Files made of a table: its sheets and exports. Each is made once while the table is the same, counts
against the address that has it made, and is not sent again to whoever has it."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from threading import Lock

from flask import Response, current_app, request

from scorepad.core.log.table import Table
from scorepad.tables import service
from scorepad.web import visitors
from scorepad.web.requests import store

LONG_TABLE = 2_000  # events of a table whose files other processes make
MOST_BYTES = 24_000_000  # of all files that a process keeps: a sheet has some 30 to 100 kB, a long log 4 MB


@dataclass(frozen=True, slots=True)
class TableFile:
    """A file as it is sent; `kind` is its content type."""

    name: str
    kind: str
    content: bytes
    to_keep: bool = False

    @property
    def response(self) -> Response:
        """To be looked at, or to be kept."""
        response = Response(self.content, content_type=self.kind)
        how = "attachment" if self.to_keep else "inline"
        response.headers["Content-Disposition"] = f'{how}; filename="{self.name}"'
        return response


class TableFiles:
    """Files by what they were made of; those not asked for longest make room."""

    def __init__(self) -> None:
        self._files: OrderedDict[str, TableFile] = OrderedDict()
        self._lock = Lock()

    def file(self, made_of: str, make: Callable[[], TableFile]) -> TableFile:
        """What was made of that before, else what `make` gives."""
        with self._lock:
            file = self._files.pop(made_of, None)
        file = file or make()
        with self._lock:
            self._files[made_of] = file
            while sum(len(kept.content) for kept in self._files.values()) > MOST_BYTES:
                self._files.popitem(last=False)
        return file


def table_file(table_id: str, variant: tuple[object, ...], make: Callable[[Table], TableFile]) -> Response:
    """The table's file of that `variant`; 304 for whoever has it. Raises NotFound, Overspent."""

    def made() -> TableFile:
        visitors.spend("LIMIT_SHEET")
        return make(service.table(store(), table_id))

    entity_tag = _entity_tag(table_id, variant)
    files: TableFiles = current_app.extensions["table-files"]
    is_known = request.if_none_match.contains_weak(entity_tag)
    response = Response(status=304) if is_known else files.file(entity_tag, made).response
    response.set_etag(entity_tag, weak=True)
    return response


def _entity_tag(table_id: str, variant: tuple[object, ...]) -> str:
    """What a file is made of: the table up to its newest event, in one variant."""
    head = service.head(store(), table_id)
    newest = store().after(table_id, head - 1)[-1]
    made_of = version("scorepad"), table_id, newest.number, newest.op, newest.at, *variant
    return hashlib.blake2s(repr(made_of).encode(), digest_size=12).hexdigest()
