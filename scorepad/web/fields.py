"""Reads a request: the fields of forms and addresses, those that the pad of a page writes, and the page that
it came from.

Each page with a pad declares it beside its address, and photos are read for it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from babel.numbers import get_decimal_symbol
from flask import Blueprint, redirect, request, url_for
from flask_babel import get_locale
from werkzeug.wrappers import Response

from scorepad.core.deal_facts import TURNED
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.points import Points, is_whole, read_points
from scorepad.core.scoring.ended_deal import CommonNote
from scorepad.core.scoring.player_counts import PLAYER_COUNTS

A_YEAR = 365 * 24 * 3600
LONGEST_ADDRESS = 3000  # servers refuse request lines of more than 4,094 bytes
CARDS, MELDS, LEFT = "cards", "melds", "left"
"""Fields of pads: the cards of a hand, and at the end of a deal each player's melds and cards left."""
PADS_OF_SEAT = (LEFT, MELDS)
OF_SEAT = (
    *(*PADS_OF_SEAT, "number", "melded", "tiles", "drop", "times"),
    *(note.input for note in CommonNote),
    *(name for count in PLAYER_COUNTS for name in count.inputs),
)
"""What a player has when a deal is over: `left-2` is that of the third seat."""
OF_DEAL = ("winner", "ending", TURNED, "rummy", "note")
OF_PAD = ("at", "side")
"""The player whose cards the pad writes, and which of them."""
OF_GROUP = ("who", "what")
"""Whose a group of a whole table is, and what: `who-2` is that of the third group."""
GROUPS, PICTURES, SHARED = "groups", "pictures", "shared"
"""The groups of a whole table, the photos that show them, and whether the page shares them or still takes
them."""
EVIDENCE = "photo"
"""The photos that a hand was read from, for a table that keeps them."""
DISPUTED = "disputed"
"""What the button that records against the pack audit sends as `record` (P1)."""
_OP = re.compile(r"[A-Za-z0-9_-]{1,60}", re.ASCII)


def back_to_page() -> Response:
    """Redirect to the page of this pad that the request came from, or to the first page."""
    return redirect(page_before() or url_for("home.index"), 303)


def page_before() -> str | None:
    """The path and query of the page of this pad that the request came from; None if there is none."""
    came_from = _parts_of(request.referrer or "")
    path, is_ours = came_from.path, came_from.netloc == request.host
    # A browser takes a path that begins with `//` for the name of another host.
    if not is_ours or not path.startswith("/") or path.startswith("//"):
        return None
    return f"{path}?{came_from.query}" if came_from.query else path


def keep_choice(answer: Response, name: str, value: str) -> Response:
    """Store a choice in a cookie of this phone for a year, out of reach of scripts."""
    answer.set_cookie(name, value, max_age=A_YEAR, samesite="Lax", httponly=True, secure=request.is_secure)
    return answer


def is_from_elsewhere() -> bool:
    """Whether another site's page sent the form, according to the browser."""
    origin = request.headers.get("Origin")
    return origin is not None and _parts_of(origin).netloc != request.host


def _parts_of(address: str) -> SplitResult:
    """The parts of an address in a header; empty parts if it does not read."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def sent() -> dict[str, str]:
    """The fields of the form or query. Of a repeated field the last one counts: the button, or the tick."""
    fields = request.form if request.method == "POST" else request.args
    return {name: values[-1] for name, values in fields.lists()}


def sent_op() -> str:
    """The id of the form's operation; empty for a form without one."""
    op = request.form.get("op", "")
    return op if _OP.fullmatch(op) else ""


def seat_of(name: str, kinds: Collection[str] = OF_SEAT) -> int | None:
    """The seat in a field's name, if the field is of one of those kinds: 2 for `left-2`."""
    seat = _number_of(name, kinds)
    return seat if seat is not None and seat < MOST_SEATS else None


def group_of(name: str) -> int | None:
    """The group in a field's name: 2 for `who-2`."""
    return _number_of(name, OF_GROUP)


def _number_of(name: str, kinds: Collection[str]) -> int | None:
    kind, _, number = name.partition("-")
    return whole_number(number, digits=3) if kind in kinds else None


def whole_number(text: str, digits: int = 9) -> int | None:
    """The number in a field, of at most `digits` digits; None if it does not read."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= digits else None


def typed_points(text: str) -> Points | None:
    """Points as typed: with a minus, with a half, or several added up: `−10`, `3½`, `12+8`. None if they do
    not read.

    >>> typed_points("12+8"), typed_points("−10"), typed_points("3.5"), typed_points("ten")
    (20, -10, 3.5, None)
    """
    locale = get_locale()
    return read_points(text, get_decimal_symbol(locale) if locale else ".")


def typed_whole(text: str) -> int | None:
    """Whole points as typed; None if they do not read or end in a half."""
    points = typed_points(text)
    return None if points is None or not is_whole(points) else int(points)


@dataclass(frozen=True, slots=True)
class PagePad:
    """The pad of a page.

    fields    the fields that it writes; empty: those of each seat, `left-2`
    of_table  the page belongs to a table; else it is that of a question
    lays      melds of the hand can be laid there and judged
    records   its content will be recorded in the table's log
    shares    its melds are groups of a whole table
    """

    fields: Collection[str] = ()
    of_table: bool = True
    lays: bool = False
    records: bool = True
    shares: bool = False

    def writes(self, field: str) -> bool:
        """Whether it writes that field."""
        return field in self.fields if self.fields else seat_of(field, PADS_OF_SEAT) is not None


_PADS: dict[str, PagePad] = {}


def declare_pad(blueprint: Blueprint, *views: str, pad: PagePad) -> None:
    """Declare the pad of pages of the blueprint, by the names of their views."""
    _PADS.update({f"{blueprint.name}.{view}": pad for view in views})


def pad_at(endpoint: str) -> PagePad | None:
    """The pad of the page; None if it has none."""
    return _PADS.get(endpoint)
