"""A table carried to another phone as a link, a QR code or a file, and opened there.

A link has its data behind the #, which no browser sends. The page that opens it puts the data into its form.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from flask import Blueprint, Response, abort, render_template, url_for
from flask_wtf.file import FileField
from werkzeug.wrappers import Response as AnyResponse
from wtforms import ButtonField, TextAreaField

from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.core.sentence import Sentence, say
from scorepad.rulebook import game_title, has_game
from scorepad.sheet.wording import DAY_OF_YEAR, Day
from scorepad.tables.carried import AS_DIGITS, carried_digits, carried_text
from scorepad.tables.imports import NOTES
from scorepad.web.addresses import for_phones
from scorepad.web.forms import op
from scorepad.web.languages import page_words
from scorepad.web.outcomes import is_refusal, page_again, recorded
from scorepad.web.people import access
from scorepad.web.requests import store
from scorepad.web.table.record import FileForm, TableFile, moment, table_file, take_in
from scorepad.web.table.table_page import drawn, scoreboard

LOOK, OPEN = "scorepad.tables.carrying:look_job", "scorepad.tables.carrying:open_job"
MOST_EVENTS = 2_000  # of a table that goes into a link; a longer one goes as a file
MOST_LINK = 30_000  # characters that chats still pass on
CODE_VERSION, CODE_BITS = 25, 10_208  # the largest QR code that phones read from a screen, and what it holds
MOST_COMPARED = 300  # tables of this phone that are compared with what is opened

bp = Blueprint("carry", __name__)


@dataclass(frozen=True, slots=True)
class ToCarry:
    """The ways to carry a table: its `link`, empty if too long, and whether a QR code can hold it. If not,
    `code_holds` says about how many of its `deals` one could."""

    link: str
    has_code: bool
    code_holds: int


@dataclass(frozen=True, slots=True)
class Held:
    """What a link or file holds: the table's name, game, players, number of deals, and first day. `here` is
    this phone's own copy, which `lacks` so many events."""

    name: str
    game: str
    players: list[str]
    deals: int
    since: Sentence
    here: str
    lacks: int
    goes_on: bool


@bp.get("/t/<table_id>/carry")
def page(table_id: str) -> str:
    """The page with the ways to carry the table."""
    board = scoreboard(table_id)
    return drawn("table/carry.html", board, carried=_to_carry(board.table))


def _to_carry(table: Table) -> ToCarry:
    if table.head > MOST_EVENTS:
        return ToCarry("", False, 0)
    link = f"{_opening_address()}#{carried_text(table.events)}"
    needed = _bits_of_code(len(carried_digits(table.events)))
    deals = sum(deal.ended for deal in table.deals)
    return ToCarry(link if len(link) <= MOST_LINK else "", needed <= CODE_BITS, deals * CODE_BITS // needed)


def _opening_address() -> str:
    return for_phones(url_for(".choose"))


def _bits_of_code(digits: int) -> int:
    """The size in bits of the QR code: the address as bytes, then the digits, each part with its mode and
    length."""
    return 4 + 16 + 8 * (len(_opening_address()) + 1 + len(AS_DIGITS)) + 4 + 12 + (10 * digits + 2) // 3


@bp.get("/t/<table_id>/carry.svg")
def code(table_id: str) -> Response:
    """The table as a QR code."""
    return table_file(table_id, ("carried", _opening_address()), _code)


def _code(table: Table) -> TableFile:
    import segno
    from segno.consts import MODE_BYTE, MODE_NUMERIC

    digits = carried_digits(table.events)
    if table.head > MOST_EVENTS or _bits_of_code(len(digits)) > CODE_BITS:
        abort(404)
    parts = (
        (f"{_opening_address()}#{AS_DIGITS}", MODE_BYTE),
        (digits.removeprefix(AS_DIGITS), MODE_NUMERIC),
    )
    svg = io.BytesIO()
    qr_code = segno.make(parts, error="l", micro=False)  # type: ignore[arg-type]  # parts are as good
    qr_code.save(svg, kind="svg", border=4, omitsize=True, light="#fff")
    return TableFile("table.svg", "image/svg+xml", svg.getvalue())


class CarryForm(FileForm):
    """A carried table: its link, or its file."""

    file = FileField(
        say("File"), render_kw={"accept": ".json,.txt,.csv,application/json,text/plain,text/csv"}
    )
    text = TextAreaField(say("Link"), default="", render_kw={"rows": 3})
    open = ButtonField(say("Open the table"), render_kw={"value": "yes"})


@bp.get("/carry")
def choose() -> str:
    """The page that a link opens, for pasting a link or choosing a file."""
    return _opening_page(CarryForm(), access.new_op())


@bp.post("/carry")
def load() -> str | AnyResponse:
    """Show what the link or file holds; with `open`, open its table."""
    form = CarryForm()
    text = form.sent
    try:
        if not form.open.data:
            return _opening_page(form, op(), held=_held(text))
        opened = take_in(OPEN, _question(text) | {"op": op(), "note_words": _note_words()})
    except ScorepadError as error:
        # What was to be opened is opened by the same button once the pad can.
        is_opening = bool(form.open.data) and not is_refusal(error)
        next_op = access.new_op() if is_refusal(error) else op()
        return page_again(error, partial(_opening_page, form, next_op, error=error, is_opening=is_opening))
    table_id = opened["id"]
    if opened["key"]:
        access.remember(table_id, key=opened["key"])
    is_somebodys = access.phone(table_id).seat is not None
    return recorded(url_for("tables.page" if is_somebodys else "join.who", table_id=table_id))


def _note_words() -> dict[str, str]:
    return {name: page_words(words) for name, words in NOTES.items()}


def _question(text: str) -> dict[str, Any]:
    known = list(islice(reversed(access.joined_tables()), MOST_COMPARED))
    return {"text": text, "known": known, "hosted": list(filter(_is_host, known))}


def _is_host(table_id: str) -> bool:
    """Whether this phone is the table's host, so that it may add events."""
    phone = access.phone(table_id)
    return phone.writes and store().is_host_key(table_id, phone.key)


def _held(text: str) -> Held:
    """Read what a link or file holds. Raises ScorepadError with every fault."""
    if not text.strip():
        raise ScorepadError(say("Paste the link, or choose the file."), at="text")
    question = _question(text)
    found = take_in(LOOK, question)
    game = game_title(found["game"], found["options"]) if has_game(found["game"]) else found["game"]
    return Held(
        *(found["name"], game, found["players"], found["deals"], Day(moment(found["since"]), DAY_OF_YEAR)),
        *(found["here"], found["lacks"], found["here"] in question["hosted"]),
    )


def _opening_page(
    form: CarryForm,
    next_op: str,
    *,
    held: Held | None = None,
    error: ScorepadError | None = None,
    is_opening: bool = False,
) -> str:
    return render_template(
        "table/carried.html", form=form, op=next_op, held=held, error=error, is_opening=is_opening
    )
