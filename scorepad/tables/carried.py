"""A table's log as short, compressed text that fits a link or a QR code.

The text is `1.` and URL-safe base64, or `1-` and digits, of which a QR code holds more. It encodes the
content of the table's JSON file, without what other parts of it already say. Operations are numbered, since
their own ids are private. Text that is read goes the same way as any file that a person opens.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from scorepad.core.errors import ScorepadError
from scorepad.core.log.event_data import Event
from scorepad.core.sentence import say
from scorepad.tables.exports import file_of_events

AS_LETTERS, AS_DIGITS = "1.", "1-"
MOST_TEXT = 4_000_000  # characters of a text, and as many of what it holds
_BYTES_AT_ONCE = 7
_DIGITS = {count: len(str(256**count - 1)) for count in range(1, _BYTES_AT_ONCE + 1)}
"""By number of bytes, the digits that hold them."""
_BYTES = {digits: count for count, digits in _DIGITS.items()}
_TEXT = re.compile(r"(?:1\.[\w-]+|1-\d+)\Z")


class UnreadableCarried(ScorepadError):
    """Text that holds no table."""

    code = "import"


@cache
def _words() -> bytes:
    """The compression dictionary: words that logs consist of. It must never change, since links in use need
    it."""
    return Path(__file__).with_name("carried_words.txt").read_bytes()


def carried_text(events: Sequence[Event]) -> str:
    """The log as text for a link."""
    return packed_text(_written(events))


def packed_text(written: str) -> str:
    """Compress the written log and encode it as URL-safe text."""
    return AS_LETTERS + urlsafe_b64encode(_packed(written)).decode().rstrip("=")


def carried_digits(events: Sequence[Event]) -> str:
    """The log as digits, which a QR code stores as numbers."""
    packed = _packed(_written(events))
    parts = [packed[start : start + _BYTES_AT_ONCE] for start in range(0, len(packed), _BYTES_AT_ONCE)]
    return AS_DIGITS + "".join(f"{int.from_bytes(part, 'big'):0{_DIGITS[len(part)]}}" for part in parts)


def is_carried(text: str) -> bool:
    """Whether the text is the link of a table, or the part of one behind its #."""
    return len(text) <= MOST_TEXT and bool(_TEXT.match(_behind_hash(text)))


def file_of_carried(text: str) -> str:
    """The JSON file of the table in the link. Raises UnreadableCarried; faults of its events are left to the
    reader of files."""
    if not is_carried(text):
        raise _broken()
    carried = _behind_hash(text)
    try:
        return file_of_events(list(_events_of(json.loads(_unpacked(carried)))))
    except (ValueError, TypeError, KeyError, IndexError, OverflowError, RecursionError, zlib.error) as error:
        raise _broken() from error


def _broken() -> UnreadableCarried:
    return UnreadableCarried(
        say("This link holds no table, or a part of it is missing. Open the whole link again."), at="text"
    )


def _behind_hash(text: str) -> str:
    """The part of a link behind its #, without spaces and line breaks that copying added."""
    return "".join(unquote(text.rpartition("#")[2]).split())


def _packed(written: str) -> bytes:
    packer = zlib.compressobj(9, wbits=-15, zdict=_words())
    return packer.compress(written.encode()) + packer.flush()


def _unpacked(carried: str) -> str:
    """Decode and decompress the text. Raises ValueError, OverflowError, KeyError, zlib.error."""
    body = carried[len(AS_LETTERS) :]
    by_digits = carried.startswith(AS_DIGITS)
    packed = _bytes_of_digits(body) if by_digits else urlsafe_b64decode(body + "=" * (-len(body) % 4))
    unpacker = zlib.decompressobj(wbits=-15, zdict=_words())
    text = unpacker.decompress(packed, MOST_TEXT)
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("cut off, too long, or with something behind it")
    return text.decode()


def _bytes_of_digits(digits: str) -> bytes:
    """Decode digits to bytes. Raises KeyError or OverflowError for digits that encode none."""
    at_once = _DIGITS[_BYTES_AT_ONCE]
    parts = [digits[start : start + at_once] for start in range(0, len(digits), at_once)]
    return b"".join(int(part).to_bytes(_BYTES[len(part)], "big") for part in parts)


def _written(events: Sequence[Event]) -> str:
    """The log as compact JSON: the first moment, the writers, and a row for each event.

    A row has the seconds since the event before, the writer, the operation, the kind and the data.
    """
    writers = list(dict.fromkeys(event.by for event in events))
    operations = list(dict.fromkeys(event.op for event in events))
    before = datetime.fromisoformat(events[0].at)
    rows = []
    for event in events:
        at = datetime.fromisoformat(event.at)
        data = event.as_dict()
        moment = _seconds_between(before, at)
        rows.append(
            [
                event.at if moment is None else moment,
                writers.index(event.by),
                operations.index(event.op),
                data["kind"],
                data["data"],
            ]
        )
        before = at
    return json.dumps([events[0].at, writers, rows], ensure_ascii=False, separators=(",", ":"))


def _seconds_between(before: datetime, at: datetime) -> int | None:
    """Whole seconds from `before` to `at`, if they restore `at` exactly; else None."""
    seconds = round((at - before).total_seconds())
    return seconds if (before + timedelta(seconds=seconds)).isoformat() == at.isoformat() else None


def _events_of(carried: Any) -> Iterator[dict[str, Any]]:
    """The events as in a JSON file, from the compact form. Raises ValueError, TypeError, IndexError,
    OverflowError."""
    first_at, writers, rows = carried
    before = datetime.fromisoformat(first_at)
    for number, (moment, writer, operation, kind, data) in enumerate(rows, start=1):
        at = datetime.fromisoformat(moment) if isinstance(moment, str) else before + timedelta(seconds=moment)
        op, by = f"carried-{int(operation)}", writers[writer]
        yield {"number": number, "op": op, "kind": kind, "data": data, "by": by, "at": at.isoformat()}
        before = at
