"""The pages of a circle: creating one, its standings, settings and invitation; its answers for programs;
exchange with BG Stats."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import (
    Blueprint,
    Response,
    current_app,
    flash,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_wtf.file import FileField
from msgspec import convert, to_builtins
from werkzeug.wrappers import Response as AnyResponse
from wtforms import HiddenField

from scorepad.answers.answer_types import BestOfEach
from scorepad.answers.pages_of_lists import asked_page
from scorepad.answers.verbs import VERBS
from scorepad.bridges.plays_in import seal_of
from scorepad.circles.circle_answer import (
    CircleAnswer,
    CircleTablesAnswer,
    circle_answer,
    circle_csv,
    table_of_day,
)
from scorepad.circles.circle_play import CirclePlay, circle_play, hands_to_compare
from scorepad.circles.circle_service import (
    CircleOperation,
    circle_code,
    join_circle,
    make_circle,
    standing_circle,
)
from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.log.schema import LONGEST_NAME, LONGEST_TITLE
from scorepad.core.sentence import from_data, plain_english, say, say_number
from scorepad.core.spelling import name_key
from scorepad.jobs.client import JobFailed
from scorepad.store.engine import StoreFault
from scorepad.tables import service
from scorepad.tables.operations import require_key
from scorepad.web import visitors
from scorepad.web.addresses import code_of
from scorepad.web.circles.circle_view import CircleView, SpanForm
from scorepad.web.circles.membership import circle_key, remember_circle, require_phone_key
from scorepad.web.forms import op
from scorepad.web.languages import page_words
from scorepad.web.outcomes import filled, is_refusal, page_again, recorded, refused
from scorepad.web.people import access
from scorepad.web.people.join import invite_page
from scorepad.web.plain_form import AtMost, Filled, LineField, PlainForm, TickField
from scorepad.web.requests import store
from scorepad.web.table.record import FileForm, TableFile, plain_name, take_in

HANDS_AT_ONCE = 25
SEARCH_SECONDS, PATIENCE = 6.0, 15.0  # for all of them: to search, and to wait in all
WRITE_PLAYS, READ_PLAYS = "scorepad.bridges.plays_out:plays_job", "scorepad.bridges.plays_in:take_in_job"
WRITE_SECONDS, WRITE_PATIENCE = 60.0, 90.0  # for the plays of a circle, likewise
MOST_JOINED = 30  # tables that a phone becomes host of so: more would bury those that it plays at


def compare_hands(play: CirclePlay) -> int:
    """Search the best melds of some hands and store their points. Returns the number of hands. Raises the
    ScorepadErrors of the search."""
    hands = hands_to_compare(store(), play, HANDS_AT_ONCE)
    if not hands:
        return 0
    visitors.spend("LIMIT_SEARCH")
    seconds = visitors.search_seconds(SEARCH_SECONDS)
    question = {
        "game": hands[0].game,
        "options": dict(hands[0].options),
        "hands": [" ".join(hand.cards) for hand in hands],
        "limit": seconds,
    }
    try:
        answer = visitors.ask(VERBS["best"].job, question, PATIENCE, limit=seconds + visitors.BESIDE_SEARCH)
    except JobFailed as error:
        raise ScorepadError(say("The search stopped. Try again in a moment."), code="broken") from error
    for hand, best in zip(hands, convert(answer, BestOfEach, dec_hook=from_data).answers, strict=True):
        # None is kept too, so that a hand without proof is not searched time and again.
        store().keep_best_points(hand.digest, best.points if best.proven else None)
    return len(hands)


bp = Blueprint("circles", __name__)
joining_bp = Blueprint("circle_join", __name__)
api_bp = Blueprint("circle_api", __name__, url_prefix="/api/v1")


NAME_FAULT = say("Enter a name of 1 to 60 characters.")


class CircleForm(PlainForm):
    """A new circle; `table` is the table to be its first."""

    table = HiddenField(default="")
    name = LineField(
        say("Name of the circle"),
        description=say("What you call yourselves, such as Friday rummy or Family."),
        id="circle-name",
        validators=[Filled(NAME_FAULT), AtMost(LONGEST_TITLE, NAME_FAULT)],
    )


@bp.get("/circles/new")
def new() -> str:
    """The form for a new circle."""
    return _new_page(CircleForm())


@bp.post("/circles/new")
def create() -> str | AnyResponse:
    """Create the circle, with a first table if one is named to which this phone has a key."""
    form = CircleForm()
    name, table_id = form.name.data, form.table.data
    phone = access.require_key(table_id) if table_id else None
    if phone:
        require_key(store(), table_id, phone.key)
    by = phone.name(service.table(store(), table_id)) if phone else ""
    again, mend = partial(_new_page, form), filled(url_for(".new"))
    if not form.validate():
        return form.refusal(again, mend)
    visitors.spend("LIMIT_TABLE")
    try:
        opened = make_circle(store(), name=name, by=by, op=op(), tables=[table_id] if table_id else [])
    except ScorepadError as error:
        form.take(error, form.name)
        return form.refusal(again, mend)
    remember_circle(opened.id, opened.key)
    return recorded(url_for(".invite", circle_id=opened.id, new=1))


def _new_page(form: CircleForm) -> str:
    table = service.table(store(), form.table.data) if form.table.data else None
    return render_template("circles/new.html", form=form, table=table, op=access.new_op())


@bp.get("/c/<circle_id>")
def page(circle_id: str) -> str:
    """The page of a circle: standings, hands worth remembering, evenings."""
    span = SpanForm()
    span.validate()
    view = CircleView(circle_play(store(), circle_id), span, bool(circle_key(circle_id)))
    return render_template("circles/circle.html", view=view, op=access.new_op())


@bp.post("/c/<circle_id>/compare")
def compare(circle_id: str) -> AnyResponse:
    """Search the best melds of some hands that have not been compared yet."""
    require_phone_key(circle_id)
    try:
        compare_hands(circle_play(store(), circle_id))
    except StoreFault:
        raise
    except ScorepadError as error:
        flash(page_words(error.message), "error")
    return redirect(url_for(".page", circle_id=circle_id, _anchor="people"), 303)


@bp.get("/c/<circle_id>/settings")
def settings(circle_id: str) -> str:
    """The settings page: the circle's name, the names of its people, who changed what."""
    require_phone_key(circle_id)
    return _settings_page(circle_play(store(), circle_id), PersonForm())


class CircleNameForm(PlainForm):
    """Another name for the circle."""

    name = LineField(say("The circle"), most=LONGEST_TITLE, id="circle-name")


class PersonForm(PlainForm):
    """Another name for a person; with `part` that name is taken from the person. Without a person, it is as
    CircleNameForm."""

    person = HiddenField(default="")
    part = HiddenField()
    name = LineField("", most=LONGEST_NAME, render_kw={"list": "people", "spellcheck": "false"})


def _settings_page(play: CirclePlay, form: PersonForm, fault: str = "") -> str:
    """Render the settings page, with the name that was typed for the circle or for a person."""
    typed = {form.person.data: form.name.data}
    circle = CircleNameForm(formdata=None, name=typed.get("") or play.circle.name)
    forms = {"circle_name": circle.name, "person_name": form.name, "typed": typed}
    return render_template("circles/settings.html", play=play, fault=fault, op=access.new_op(), **forms)


@bp.post("/c/<circle_id>/settings")
def change(circle_id: str) -> str | AnyResponse:
    """Rename the circle or a person, or part a name from a person. If that fails, the page again with the
    fault."""
    form = PersonForm()
    operation = CircleOperation(store(), circle_id, require_phone_key(circle_id), "", op())
    try:
        if form.part.data:
            operation.part_name(form.part.data)
        elif form.person.data:
            _rename_person(operation, form.person.data, form.name.data)
        else:
            operation.rename(form.name.data)
    except ScorepadError as error:
        if not is_refusal(error):
            raise
        page = partial(_settings_page, circle_play(store(), circle_id), form, error.message)
        return refused(error.message, page, mend=filled(url_for(".settings", circle_id=circle_id)))
    return recorded(url_for(".settings", circle_id=circle_id))


def _rename_person(operation: CircleOperation, person: str, name: str) -> None:
    """Rename a person. Raises ScorepadError if another person of that name sat at the same table, since they
    cannot be one."""
    play = circle_play(store(), operation.circle_id)
    new_name = play.circle.person(name)
    for result in play.results:
        people = [name_key(who) for who in play.people.of(result)]
        if name_key(person) != name_key(new_name) and {name_key(person), name_key(new_name)} <= {*people}:
            sentence = say(
                "{person} and {other} both played at {table}, so they’re two people. Choose another name.",
                person=person,
                other=new_name,
                table=result.name,
            )
            raise ScorepadError(sentence, at="name", code="refused")
    operation.rename_person(person, name)


@bp.get("/c/<circle_id>/invite")
def invite(circle_id: str) -> str:
    """The invitation: the QR code full screen, the short code in large letters, the address."""
    code = circle_code(store(), circle_id, require_phone_key(circle_id))
    return invite_page(code, circle=standing_circle(store(), circle_id))


@bp.get("/c/<circle_id>/qr.svg")
def qr(circle_id: str) -> Response:
    """The address that joins the circle, as a QR code."""
    code = circle_code(store(), circle_id, require_phone_key(circle_id))
    return code_of(url_for("circle_join.ask", code=code))


@joining_bp.get("/circles/join/<code>")
def ask(code: str) -> str:
    """The page before joining, with the circle's name. No key is given yet, so that a link's preview joins
    nobody."""
    circle = standing_circle(store(), _circle_of(code))
    return render_template("circles/join.html", circle=circle, code=code)


@joining_bp.post("/circles/join/<code>")
def enter(code: str) -> AnyResponse:
    """Join the circle: this phone gets a key."""
    circle_id = _circle_of(code)
    # A phone keeps the key that it has, as each key given is one more to take back.
    if not circle_key(circle_id):
        remember_circle(*join_circle(store(), code))
    return recorded(url_for("circles.page", circle_id=circle_id))


def _circle_of(code: str) -> str:
    """The id of the circle with that code. Raises NotFound."""
    with visitors.one_try():
        return store().circles.by_code(code)


@bp.get("/c/<circle_id>.json")
def as_json(circle_id: str) -> Response:
    visitors.spend("LIMIT_SHEET")
    play = circle_play(store(), circle_id)
    answer = jsonify(to_builtins(_answer(play, SpanForm()), enc_hook=plain_english))
    return _download(play, "json", answer.content_type, answer.data)


@bp.get("/c/<circle_id>.csv")
def as_csv(circle_id: str) -> Response:
    visitors.spend("LIMIT_SHEET")
    play = circle_play(store(), circle_id)
    text = circle_csv(play.results, play.circle.person, SpanForm().days)
    return _download(play, "csv", "text/csv; charset=utf-8", text.encode())


@api_bp.get("/circles/<circle_id>")
def answer(circle_id: str) -> Response:
    """The standings of a circle as JSON, of all days or of those from `first` to `last`."""
    span = SpanForm()
    if not span.validate():
        raise join_errors(
            [
                ScorepadError(f"{name}: {faults[0]}", at=name, code="field")
                for name, faults in span.errors.items()
            ]
        )
    return jsonify(to_builtins(_answer(circle_play(store(), circle_id), span), enc_hook=plain_english))


@api_bp.get("/circles/<circle_id>/tables")
def tables(circle_id: str) -> Response:
    """Its tables, a page at a time."""
    page = asked_page(request.args.to_dict(flat=False))
    play = circle_play(store(), circle_id)
    shown, following = page.cut(play.results, range(1, len(play.results) + 1))
    told = CircleTablesAnswer(tuple(table_of_day(result, play.people) for result in shown), following)
    return jsonify(to_builtins(told, enc_hook=plain_english))


def _answer(play: CirclePlay, span: SpanForm) -> CircleAnswer:
    return circle_answer(play.circle, play.standings(span.days), play.people, span.days)


def _download(play: CirclePlay, ending: str, kind: str, content: bytes) -> Response:
    """A download named after the circle."""
    name = f"{plain_name(play.circle.name) or 'circle'}.{ending}"
    return TableFile(name, kind, content, to_keep=True).response


@bp.get("/c/<circle_id>.bgsplay")
def as_plays(circle_id: str) -> Response:
    """Download all tables of the circle as plays of BG Stats."""
    return TableFile("circle.bgsplay", "application/json", _plays_of(circle_id), to_keep=True).response


@bp.get("/api/v1/circles/<circle_id>/bgsplay")
def plays_answer(circle_id: str) -> Response:
    """The plays of the circle for programs."""
    return Response(_plays_of(circle_id), content_type="application/json")


def _plays_of(circle_id: str) -> bytes:
    """The circle's file of plays, written by another process. Raises NotFound, Overspent."""
    standing_circle(store(), circle_id)
    visitors.spend("LIMIT_SHEET")
    question = {"circle": circle_id}
    answer = visitors.ask(WRITE_PLAYS, question, WRITE_PATIENCE, limit=WRITE_SECONDS, of_store=True)
    return str(answer["text"]).encode()


class PlaysForm(FileForm):
    """Plays to be added to a circle."""

    file = FileField(say("File"), render_kw={"accept": ".bgsplay,.json,application/json"})
    leave = TickField(say("Leave out plays that have faults"))


@bp.get("/c/<circle_id>/plays")
def choose_plays(circle_id: str) -> str:
    """The form to upload a file of plays."""
    require_phone_key(circle_id)
    return _plays_page(circle_id, PlaysForm())


@bp.post("/c/<circle_id>/plays")
def take_plays(circle_id: str) -> str | AnyResponse:
    """Add the plays of a file to the circle as tables. If anything is wrong, nothing is added, and the form
    shows every fault."""
    require_phone_key(circle_id)
    form = PlaysForm()
    question = {
        **{"text": form.sent, "circle": circle_id, "leaves_out": form.leave.data},
        "seal": seal_of(str(current_app.config["SECRET_KEY"]), circle_id),
    }
    try:
        taken: Any = take_in(READ_PLAYS, question)
    except ScorepadError as error:
        # A text that is too long for a field of a form can't come back that way.
        if len(form.sent.encode()) >= current_app.config["MAX_FORM_MEMORY_SIZE"] // 2:
            form.text.data = ""
        return page_again(error, partial(_plays_page, circle_id, form, error))
    for table in taken["opened"][:MOST_JOINED]:
        access.remember(table["id"], key=table["key"])
    added = say_number("{number} table was added.", "{number} tables were added.", len(taken["opened"]))
    flash(page_words(added))
    if taken["known"]:
        known = say_number("{number} was already here.", "{number} were already here.", taken["known"])
        flash(page_words(known))
    return recorded(url_for(".page", circle_id=circle_id))


def _plays_page(circle_id: str, form: PlaysForm, error: ScorepadError | None = None) -> str:
    circle = standing_circle(store(), circle_id)
    return render_template("circles/plays.html", circle=circle, form=form, error=error)
