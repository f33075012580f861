"""The paper sheet: a print page and a PDF, of a table or empty for pencil."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial

from flask import (
    Blueprint,
    Response,
    get_template_attribute,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import force_locale
from markupsafe import Markup
from msgspec import to_builtins
from werkzeug.wrappers import Response as AnyResponse
from wtforms import SelectField

from scorepad.core.log.table import Table
from scorepad.core.sentence import Sentence, say, say_as, say_number
from scorepad.sheet import content
from scorepad.sheet.fonts import missing_letters
from scorepad.sheet.score_sheet import PAPERS, Layout, Sheet, lay_out
from scorepad.tables import service
from scorepad.web import requests, visitors
from scorepad.web.addresses import for_phones
from scorepad.web.fields import whole_number
from scorepad.web.languages import known_language, page_catalogue, page_language
from scorepad.web.offers import JOIN, PDF, offers
from scorepad.web.plain_form import BoundedField, PlainForm
from scorepad.web.table.record import LONG_TABLE, TableFile, plain_name, table_file

bp = Blueprint("sheet", __name__)

LETTER_COUNTRIES = ("US", "CA", "MX", "PH", "CL", "CO", "VE")
LINES = 0.2  # millimetres that a browser adds to a row for its lines
PICTURE = "scorepad.sheet.picture:picture_job"
HAND_PICTURE = "scorepad.sheet.hand_picture:hand_picture_job"
DRAW = "scorepad.sheet.pdf:draw_job"  # a name: the module takes a third of a second to import
DRAW_LONG = "scorepad.sheet.pdf:draw_table_job"
PATIENCE, MOST_SECONDS = 30.0, 10.0  # for a PDF: to wait in all, and to draw
PLAYERS, DEALS = 4, 12
PDF_KIND, PICTURE_KIND = "application/pdf", "image/png"


def _partnerships(number: int) -> Sentence:
    return say_number("{number} partnership", "{number} partnerships", number)


def _usual_paper() -> str:
    """The paper of the country in the browser's language."""
    # `EN-US` ends in `-US`; `EN` alone names no country.
    country = (request.accept_languages.best or "").upper()[-3:]
    return "letter" if country.lstrip("-_") in LETTER_COUNTRIES and country[:1] in "-_" else "a4"


class SheetForm(PlainForm):
    """The choices of a sheet."""

    paper = SelectField(
        say("Paper"),
        choices={paper.id: paper.name for paper in PAPERS.values()},
        default=_usual_paper,
        filters=[str.lower, lambda paper: paper if paper in PAPERS else _usual_paper()],
        validate_choice=False,
    )
    empty = SelectField(
        say("Filled in"),
        choices={"": say("with scores"), "1": say("empty, for pencil")},
        default="",
        validate_choice=False,
    )
    players = BoundedField(
        say("Players"), least=content.FEWEST_PLAYERS, highest=content.MOST_PLAYERS, default=PLAYERS
    )
    partnerships = SelectField(
        say("Partners"),
        choices={"0": say_as("partners", "none")}
        | {str(n): _partnerships(n) for n in range(2, content.MOST_PLAYERS)},
        coerce=lambda text: whole_number(str(text), digits=4) or 0,
        default=0,
        validate_choice=False,
    )
    deals = BoundedField(say("Rows"), least=1, highest=content.MOST_BLANK_DEALS, default=DEALS)

    @property
    def is_blank(self) -> bool:
        """Whether an empty sheet is chosen."""
        return bool(self.empty.data == "1")


@dataclass(frozen=True)
class SheetPage:
    """The print page. `way` are the query fields of this sheet and of its PDF."""

    sheet: Sheet
    form: SheetForm
    way: dict[str, str | int]
    table_id: str = ""

    @property
    def paper(self) -> str:
        return str(self.form.paper.data)

    @cached_property
    def layout(self) -> Layout:
        return lay_out(self.sheet, PAPERS[self.paper])

    @property
    def classes(self) -> str:
        """The CSS classes for the layout."""
        page_layout = self.layout
        return " ".join(
            (
                f"{self.paper}-{'landscape' if page_layout.landscape else 'portrait'}",
                f"columns-{len(self.sheet.columns)}",
                f"row-{int(page_layout.row_height - LINES)}",
                _breadth(page_layout.column_width),
                "many" if len(page_layout.pages) > 1 else "",
            )
        )

    @cached_property
    def missing(self) -> str:
        """The letters that the PDF cannot show."""
        return missing_letters(self.sheet.written_texts())

    @property
    def code(self) -> Markup:
        """The QR code of the sheet's address."""
        import segno

        qr = segno.make(self.sheet.address, error="m", micro=False)
        return Markup(qr.svg_inline(border=0, omitsize=True, svgclass="paper-code", lineclass=None))


@bp.get("/t/<table_id>/sheet")
def table(table_id: str) -> str | AnyResponse:
    """The table's sheet, or with `empty` one for pencil with its names. A long table redirects to its PDF."""
    table = service.table(requests.store(), table_id)
    # A web worker would lay out thousands of rows, while everybody else waits; the PDF is made elsewhere.
    form = SheetForm()
    if table.head > LONG_TABLE and not form.is_blank and offers(PDF):
        return redirect(url_for(".table_pdf", table_id=table_id, paper=form.paper.data))
    with _in_its_language(table) as language:
        page = _table_page(table)
        paper = _paper(page)
    return _render_page(page, paper, language)


@bp.get("/t/<table_id>/sheet.pdf")
def table_pdf(table_id: str) -> Response:
    """The PDF of the sheet, cached for each paper until the table changes."""
    form = SheetForm()
    address = for_phones(url_for("tables.page", table_id=table_id))
    # The sheet shows its address, and phones may reach the pad by several.
    variant = (address, str(page_language()), form.paper.data, form.empty.data, form.deals.data)
    return table_file(table_id, variant, _table_pdf)


@bp.get("/t/<table_id>/result.png")
def picture(table_id: str) -> Response:
    """The scores as a picture to send, cached until the table changes. Other pages may show it, since
    `preview` and oEmbed refer to it."""
    response = _picture_of(table_id, PICTURE, "scores.png")
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


@bp.get("/t/<table_id>/review.png")
def hand_picture(table_id: str) -> Response:
    """The hand that scored most, as a picture to send."""
    return _picture_of(table_id, HAND_PICTURE, "hand.png")


def _picture_of(table_id: str, job: str, ending: str) -> Response:
    """The picture of a table that a job draws, cached until the table changes; `ending` ends its file
    name."""
    return table_file(table_id, (job, str(page_language())), partial(_draw_picture, job, ending))


@bp.get("/sheet")
def empty() -> str:
    """An empty sheet for the number of `players` and `deals`, and for `partnerships`."""
    page = _empty_page()
    return _render_page(page, _paper(page), str(page_language()))


@bp.get("/sheet.pdf")
def empty_pdf() -> Response:
    visitors.spend("LIMIT_SHEET")
    return _draw_pdf(_empty_page()).response


@contextmanager
def _in_its_language(table: Table) -> Iterator[str]:
    """Switch to the table's own language within the context; the page's if it has none."""
    language = known_language(table.manners.language) or str(page_language())
    with force_locale(language):
        yield language


def _address_for_others(table_id: str) -> str:
    """Where other phones find the table; empty where none can."""
    return for_phones(url_for("tables.page", table_id=table_id)) if offers(JOIN) else ""


def _table_page(table: Table) -> SheetPage:
    form, address = SheetForm(), _address_for_others(table.id)
    paper = {"paper": form.paper.data}
    if form.is_blank:
        deals = form.deals.data
        sheet = content.blank_sheet(table, deals, address=address, catalogue=page_catalogue())
        return SheetPage(sheet, form, paper | {"empty": 1, "deals": deals}, table.id)
    sheet = content.filled_sheet(table, address=address, catalogue=page_catalogue())
    return SheetPage(sheet, form, paper, table.id)


def _empty_page() -> SheetPage:
    form = SheetForm()
    players, deals = form.players.data, form.deals.data
    partnerships = min(form.partnerships.data, players - 1)
    groups = content.spread_seats(players, partnerships) if partnerships > 1 else None
    form.partnerships.data = len(groups or ())
    sheet = content.empty_sheet([""] * players, deals, groups, catalogue=page_catalogue())
    way = ("players", "deals", "partnerships", "paper")
    return SheetPage(sheet, form, {name: form[name].data for name in way})


def _paper(page: SheetPage) -> str:
    """Render the sheet in the current language."""
    return str(get_template_attribute("sheet/_paper.html", "paper")(page))


def _render_page(page: SheetPage, paper: str, paper_language: str) -> str:
    return render_template(
        "sheet/sheet.html",
        page=page,
        paper=Markup(paper),
        paper_language=paper_language,
    )


def _breadth(column_width: float) -> str:
    """The CSS word for the width of the columns, given in millimetres."""
    if column_width < 17:
        return "narrow"
    return "middling" if column_width < 24 else "broad"


def _table_pdf(table: Table) -> TableFile:
    form = SheetForm()
    with _in_its_language(table) as language:
        if table.head <= LONG_TABLE or form.is_blank:
            return _draw_pdf(_table_page(table))
    address = for_phones(url_for("tables.page", table_id=table.id))
    question = {"table": table.id, "address": address, "paper": form.paper.data, "language": language}
    answer = visitors.ask(DRAW_LONG, question, PATIENCE, limit=MOST_SECONDS, of_store=True)
    return TableFile(_file_name(answer["title"]), PDF_KIND, b64decode(answer["pdf"]))


def _draw_pdf(page: SheetPage) -> TableFile:
    question = {"sheet": to_builtins(page.sheet), "paper": page.paper}
    answer = visitors.ask(DRAW, question, PATIENCE, limit=MOST_SECONDS)
    return TableFile(_file_name(page.sheet.title), PDF_KIND, b64decode(answer["pdf"]))


def _draw_picture(job: str, ending: str, table: Table) -> TableFile:
    with _in_its_language(table) as language:
        question = {"table": table.id, "language": language}
    answer = visitors.ask(job, question, PATIENCE, limit=MOST_SECONDS, of_store=True)
    return TableFile(_file_name(answer["title"], ending), PICTURE_KIND, b64decode(answer["png"]))


def _file_name(title: str, ending: str = "sheet.pdf") -> str:
    return "-".join(filter(None, (plain_name(title), ending)))
