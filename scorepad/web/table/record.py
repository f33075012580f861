"""The record of a table: who changed what and when; the table as a file, and a file as a table.

Sheets and exports are cached until the table changes. Making one counts against the address that asks. A
browser that has one gets 304.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from itertools import groupby
from typing import Any

from flask import Blueprint, Flask, Response, current_app, make_response, render_template, request, url_for
from flask.blueprints import BlueprintSetupState
from flask_wtf.file import FileField
from msgspec import convert
from werkzeug.wrappers import Response as AnyResponse
from wtforms import ButtonField, TextAreaField

from scorepad.bridges.plays_out import written_plays
from scorepad.core.errors import ScorepadError
from scorepad.core.log.event_data import Event
from scorepad.core.log.history import Change
from scorepad.core.log.table import Table
from scorepad.core.sentence import Sentence, from_data, in_a_row, say
from scorepad.core.spelling import plain_letters
from scorepad.jobs import client
from scorepad.machine.kept import Kept
from scorepad.rulebook import UnknownGame, has_game
from scorepad.sheet.wording import DAY_OF_YEAR, WEEKDAY_OF_YEAR, Day
from scorepad.store.engine import OpenedTable
from scorepad.tables import exports, service
from scorepad.tables.imports import NOTES, is_own_file
from scorepad.tables.missing_games import GameMissing
from scorepad.tables.phrases import game_words, side_names
from scorepad.tables.point_files.grids import decode_file
from scorepad.web import visitors
from scorepad.web.forms import op
from scorepad.web.languages import page_words
from scorepad.web.outcomes import API_PREFIX, is_refusal, page_again, recorded, scorepad_error
from scorepad.web.people import access
from scorepad.web.plain_form import LineField, PlainForm
from scorepad.web.requests import store
from scorepad.web.table.table_page import drawn, scoreboard

LONG_TABLE = 2_000  # events of a table whose files other processes make
MOST_BYTES = 24_000_000  # of all files that a process keeps: a sheet has some 30 to 100 kB, a long log 4 MB


@dataclass(frozen=True, slots=True)
class TableFile:
    """A file to be sent; `kind` is its content type."""

    name: str
    kind: str
    content: bytes
    to_keep: bool = False

    @property
    def response(self) -> Response:
        """The response: a download if `to_keep`, else shown in the browser."""
        response = Response(self.content, content_type=self.kind)
        how = "attachment" if self.to_keep else "inline"
        response.headers["Content-Disposition"] = f'{how}; filename="{self.name}"'
        return response


def plain_name(title: str) -> str:
    """A title as a file name: lower-case letters and digits, joined by hyphens."""
    return "-".join(re.findall(r"[a-z0-9]+", plain_letters(title)))


def table_file(table_id: str, variant: tuple[object, ...], make: Callable[[Table], TableFile]) -> Response:
    """The table's file of that `variant`, made by `make` unless cached; 304 if the browser has it. Raises
    NotFound, Overspent."""

    def made() -> TableFile:
        visitors.spend("LIMIT_SHEET")
        return make(service.table(store(), table_id))

    entity_tag = _entity_tag(table_id, variant)
    is_known = request.if_none_match.contains_weak(entity_tag)
    response = Response(status=304) if is_known else _kept_file(entity_tag, made).response
    response.set_etag(entity_tag, weak=True)
    return response


def _kept_file(made_of: str, make: Callable[[], TableFile]) -> TableFile:
    """The cached file of that tag, or one made now."""
    files: Kept[str, TableFile] = current_app.extensions["table-files"]
    return files.find(made_of) or files.keep(made_of, make())


def _entity_tag(table_id: str, variant: tuple[object, ...]) -> str:
    """The tag of a file: it differs for another newest event of the table, another variant, or another
    version."""
    head = service.head(store(), table_id)
    # The newest event alone is read: whoever has the file of a long table costs next to nothing.
    newest = store().after(table_id, head - 1)[-1]
    # Not by the number alone: after a restored backup another event may have it.
    # A new version may draw the same table otherwise.
    made_of = current_app.config["VERSION"], table_id, newest.number, newest.op, newest.at, *variant
    return hashlib.blake2s(repr(made_of).encode(), digest_size=12).hexdigest()


bp = Blueprint("record", __name__)


@bp.record
def _keep_files(state: BlueprintSetupState) -> None:
    """Give each process a cache of files, by their tags."""
    kept: Kept[str, TableFile] = Kept(MOST_BYTES, lambda file: len(file.content))
    state.app.extensions["table-files"] = kept


CHANGES_A_PAGE = 100
IMPORT, EXPORT = "scorepad.tables.imports:import_job", "scorepad.tables.exports:export_job"
UNDERSTAND = "scorepad.tables.point_files.understanding:understand_job"
PATIENCE, MOST_SECONDS = 30.0, 10.0  # for the file of a long table: to wait in all, and to write it
IMPORT_SECONDS, IMPORT_PATIENCE = 60.0, 90.0  # to read a file, and to wait for that in all


@bp.get("/t/<table_id>/record")
def page(table_id: str) -> str:
    """A page of the record: the newest, which follows the table, or the one back from event `until`."""
    board = scoreboard(table_id)
    until = request.args.get("until", board.table.head, type=int)
    return drawn("table/record.html", board, until=max(1, min(until, board.table.head)))


@bp.app_template_global()
def changes_until(table: Table, number: int) -> tuple[Change, ...]:
    """A page of the record: the changes up to event `number`, the newest first."""
    return table.changes_until(number, CHANGES_A_PAGE, game_words(table))


@bp.app_template_global()
def sentence_of(table: Table, event: Event) -> str:
    """The sentence for an event of the table's log, in the words of its game."""
    return table.sentence_of(event, game_words(table))


@bp.get("/t/<table_id>/export.json")
def as_json(table_id: str) -> Response:
    return table_file(table_id, ("json",), lambda table: _export_file(table, "json", "application/json"))


@bp.get("/t/<table_id>/export.csv")
def as_csv(table_id: str) -> Response:
    kind = "text/csv; charset=utf-8"
    return table_file(table_id, ("csv",), lambda table: _export_file(table, "csv", kind))


@bp.get("/t/<table_id>/export.bgsplay")
def as_play(table_id: str) -> Response:
    """The table as a play of BG Stats."""

    def made(table: Table) -> TableFile:
        return TableFile("table.bgsplay", "application/json", written_plays([table]).encode(), to_keep=True)

    return table_file(table_id, ("bgsplay",), made)


def _export_file(table: Table, ending: str, kind: str) -> TableFile:
    """A download named after the table."""
    name = f"{plain_name(table.name) or 'table'}.{ending}"
    return TableFile(name, kind, _exported(table, ending).encode(), to_keep=True)


def _exported(table: Table, ending: str) -> str:
    """The text of the table's file. For a long table another process writes it."""
    if table.head <= LONG_TABLE:
        return exports.WRITERS[ending](table)
    question = {"table": table.id, "format": ending}
    return str(visitors.ask(EXPORT, question, PATIENCE, limit=MOST_SECONDS, of_store=True)["text"])


class FileForm(PlainForm):
    """A file to be read, or its text. Its page has the text of either."""

    file = FileField(say("File"))
    text = TextAreaField(say("The file as text"), default="", render_kw={"rows": 6})

    @cached_property
    def sent(self) -> str:
        """The text of the file, or the pasted text."""
        # A file that is no text is answered with the faults of one.
        self.text.data = (self.file.data and decode_file(self.file.data.read())) or self.text.data
        return str(self.text.data)


class ImportForm(FileForm):
    """A table's file, or what was understood of a file of points, which a person may correct."""

    file = FileField(say("File"), render_kw={"accept": ".json,.csv,application/json,text/csv"})
    players = LineField(say("Players"), filters=[])
    columns = LineField(say("Columns of points"), filters=[])
    lines = LineField(say("Lines of points"), filters=[])
    check = ButtonField(say("Look again"), render_kw={"value": "yes"})

    @property
    def corrections(self) -> list[LineField]:
        """The fields that a person may correct."""
        return [self.players, self.columns, self.lines]

    def show(self, understood: client.Answer) -> None:
        """Write what was understood into the fields."""
        texts = (understood[name] for name in ("names", "columns", "lines"))
        for field, text in zip(self.corrections, texts, strict=True):
            field.data = text


@bp.get("/import")
def choose() -> str:
    return _import_page(ImportForm(), None, access.new_op())


@bp.post("/import")
def load() -> str | AnyResponse:
    """Make a table with the log of the file or text. If that fails, the form again with every fault."""
    form, understood = ImportForm(), None
    told = [field.data for field in form.corrections]
    try:
        if not is_own_file(form.sent):
            understood = _understood(form.sent, told)
            if form.check.data or not any(told):
                return _import_page(form, understood, op())
        opened = _import_elsewhere(form.sent, told)
    except ScorepadError as error:
        next_op = access.new_op() if is_refusal(error) else op()
        return page_again(error, partial(_import_page, form, understood, next_op, error))
    access.remember(opened.id, key=opened.key)
    return recorded(url_for("join.who", table_id=opened.id))


def _import_page(
    form: ImportForm, understood: client.Answer | None, next_op: str, error: ScorepadError | None = None
) -> str:
    """The import form, with what was understood of a file of points."""
    if understood:
        form.show(understood)
    return render_template("table/import.html", op=next_op, form=form, understood=understood, error=error)


def _understood(text: str, told: Sequence[str]) -> client.Answer:
    """What a file of points says, as understood by another process. Raises ScorepadError."""
    answer = take_in(UNDERSTAND, {"text": text, "told": told}, of_store=False)
    answer["left_out"] = [from_data(None, sentence) for sentence in answer["left_out"]]
    answer["questions"] = [ScorepadError.from_data(error).message for error in answer["questions"]]
    return answer


def _import_elsewhere(text: str, told: Sequence[str]) -> OpenedTable:
    """The table of the file, made by another process. Raises ScorepadError."""
    note_words = {name: page_words(words) for name, words in NOTES.items()}
    return convert(
        take_in(IMPORT, {"text": text, "op": op(), "note_words": note_words, "told": told}), OpenedTable
    )


def take_in(job: str, question: Mapping[str, Any], *, of_store: bool = True) -> client.Answer:
    """The answer of a job in another process about an uploaded file. Raises ScorepadError."""
    visitors.spend("LIMIT_IMPORT")
    try:
        return visitors.ask(job, question, IMPORT_PATIENCE, limit=IMPORT_SECONDS, of_store=of_store)
    except (client.JobFailed, client.TookTooLong) as error:
        message = say("The file is too large, or the pad is too busy to read it. Try again in a moment.")
        raise ScorepadError(message, at="file") from error


@bp.app_template_filter("moment")
def moment(at: str) -> datetime:
    """The moment of an event in the time zone of this pad; unchanged where the calendar ends."""
    written = datetime.fromisoformat(at)
    try:
        return written.astimezone()
    except (OverflowError, ValueError):
        return written


@bp.app_template_filter("day_and_time")
def day_and_time(at: str) -> Sentence:
    """The moment of an event in the page's language: `28 November 2026, 20:15`."""
    when = moment(at)
    return in_a_row((Day(when, DAY_OF_YEAR), f"{when:%H:%M}"), ", ")


@bp.app_template_filter("by_day")
def by_day(changes: tuple[Change, ...]) -> list[tuple[str, list[Change]]]:
    """Changes grouped by their days, in the given order."""
    changes_by_day = groupby(changes, key=lambda change: Day(moment(change.at), WEEKDAY_OF_YEAR))
    return [(day, list(day_changes)) for day, day_changes in changes_by_day]


NO_PAGES = ("/live", "/answer", ".png")  # what a page asks for, and does not take another page for


def init_app(app: Flask) -> None:
    """Handle UnknownGame, so that all pages that need a missing game show one page."""
    app.register_error_handler(UnknownGame, _unknown_game)


def _unknown_game(error: UnknownGame) -> Response:
    """The page on a table whose game the pad lacks, if a table is being looked at. For an unknown game in a
    form, the error about that."""
    table_id = (request.view_args or {}).get("table_id")
    table = service.table(store(), table_id) if table_id else None
    if table is None or has_game(table.game):
        return scorepad_error(error)
    missing = GameMissing(table)
    is_page = request.method in ("GET", "HEAD") and not request.path.startswith(API_PREFIX)
    if not is_page or request.path.endswith(NO_PAGES):
        return scorepad_error(missing)
    board = scoreboard(table.id)
    totals = zip(side_names(table), board.table_match.totals, strict=True)
    return make_response(drawn("table/missing_game.html", board, sentence=missing.message, totals=totals))
