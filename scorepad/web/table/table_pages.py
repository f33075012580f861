"""The pages of a table: opening it, looking at it, changes by one tap. Also what only its host may do: change
its clock and advice, and delete it."""

from __future__ import annotations

import hashlib
import time
from contextlib import suppress
from functools import partial

from flask import (
    Blueprint,
    Response,
    current_app,
    flash,
    make_response,
    render_template,
    request,
    session,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse
from wtforms import ButtonField, HiddenField

from scorepad.core.errors import ScorepadError
from scorepad.core.log.schema import LONGEST_NAME
from scorepad.core.log.table import Table
from scorepad.core.sentence import say
from scorepad.photos import evidence
from scorepad.photos.deleted_tables import KEPT_ASIDE, delete_table, undelete_table
from scorepad.rulebook import games
from scorepad.store.engine import KeyRefused, NotFound
from scorepad.tables import dealing, service
from scorepad.tables.house_rules import NewChoices, change_table
from scorepad.tables.operations import Operation, OpReused
from scorepad.tables.player_names import rename_player
from scorepad.web import visitors
from scorepad.web.circles.membership import circles_of, names_of_circle, put_into_circle
from scorepad.web.forms import expected, op, operation, reason
from scorepad.web.hand.question import named_game, remember_game
from scorepad.web.languages import best_known_first, page_language, page_words
from scorepad.web.offers import JOIN, offers
from scorepad.web.outcomes import filled, recorded
from scorepad.web.people import access
from scorepad.web.photos.own_photos import kept_photos
from scorepad.web.plain_form import Filled, LineField, PlainForm
from scorepad.web.requests import store
from scorepad.web.table.host_forms import KeyForm, MannersForm, WebhookForm
from scorepad.web.table.new_table import TableForm, open_new_table, same_again
from scorepad.web.table.scoreboard import Scoreboard
from scorepad.web.table.table_page import cached_part, drawn, require_host, scoreboard, tap
from scorepad.webhooks import SEND
from scorepad.webhooks.safe_requests import UnusableAddress
from scorepad.webhooks.sending import add_webhook, webhook_answer

bp = Blueprint("tables", __name__)

LIVE_VIEWS = ("board", "record", "wall", "overlay")
"""The pages of which parts change with their table."""


@bp.get("/new")
def new() -> str:
    """The form of a new table, for the game and house rules in the address, or this phone's last game.
    `again` is a table whose players play another."""
    form = TableForm()
    if table_id := form.again.data:
        circle = next((circle.id for circle in circles_of(table_id)), "")
        form = same_again(service.table(store(), table_id), circle)
    return _new_page(form, op())


@bp.post("/new")
def create() -> str | AnyResponse:
    """Open the table. If that fails, the form again with every fault beside its field."""
    form, opening = TableForm(), op()
    if picked := named_game(form.pick.data or ""):
        form.change_game(picked)
        return remember_game(make_response(_new_page(form, opening)), picked)
    if form.changes_seats(_people_to_seat(form)) or form.preset.data is not None:
        return _new_page(form, opening)
    form.number_players()
    mend = filled(url_for(".new"))
    if not form.validate():
        return form.refusal(partial(_new_page, form, opening), mend)
    visitors.spend("LIMIT_TABLE")
    old_table = form.again.data
    before = access.phone(old_table) if old_table else access.Phone()
    try:
        opened = open_new_table(store(), form, opening, follows=old_table if before.writes else "")
    except OpReused as error:
        form.take(error)
        return form.refusal(partial(_new_page, form, access.new_op()), mend)
    # Only who may write at the old table says there where the players go on.
    if before.writes:
        rematch = Operation(store(), old_table, before.key, form.players[0], f"{opening}-rematch", None)
        service.say_rematch(rematch, rematch=opened.id)
    evidence.choose_keeping(store(), opened.id, opened.key, keeps=form.keeps_photos.data)
    access.remember(opened.id, key=opened.key, seat=0)
    put_into_circle(form.circle.data, opened.id, opened.key)
    shows = url_for(".page", table_id=opened.id)
    if offers(JOIN) and not form.seats.data:  # who wants no names wants to begin
        shows = url_for("join.invite", table_id=opened.id, new=1)
    return remember_game(recorded(shows), form.game)


def _new_page(form: TableForm, op: str) -> str:
    people = _people_to_seat(form)
    in_order = best_known_first(games())
    return render_template("table/new.html", form=form, op=op, games=in_order, people=people)


def _people_to_seat(form: TableForm) -> list[str]:
    """The people of the form's circle who are not seated yet."""
    return [name for name in names_of_circle(form.circle.data) if name not in form.names]


@bp.get("/t/<table_id>")
def page(table_id: str) -> str:
    """The table page: the scoreboard, the deal, the chart and the grid."""
    return drawn("table/table.html", scoreboard(table_id))


@bp.get("/t/<table_id>/wall")
def wall(table_id: str) -> str:
    """The scoreboard alone, readable from across the room."""
    return drawn("table/wall.html", scoreboard(table_id))


@bp.get("/t/<table_id>/live")
def live(table_id: str) -> Response:
    """The parts of a page that change with the table, for live updates."""
    view = request.args.get("view", "")
    view = view if view in LIVE_VIEWS else "board"
    board = scoreboard(table_id)
    phone = board.phone
    # Phones that see the same parts share a tag, and so what was drawn.
    seen_as = f"{phone.writes} {phone.seat} {page_language()}"
    phone_role = hashlib.blake2s(seen_as.encode(), digest_size=6).hexdigest()
    entity_tag = f"{board.table.head}-{view}-{phone_role}"
    is_known = request.if_none_match.contains_weak(entity_tag)
    response = Response(status=304) if is_known else make_response(_live_part(view, board))
    response.set_etag(entity_tag, weak=True)
    return response


def _live_part(view: str, board: Scoreboard) -> str:
    if view == "wall":
        return cached_part("table/_wall.html", board, board.phone.seat)
    if view == "overlay":
        return cached_part("table/_overlay.html", board)
    return drawn(f"table/_{view}.html", board, until=board.table.head)


@bp.post("/t/<table_id>/undo")
def undo(table_id: str) -> AnyResponse:
    """Undo the newest operation that counts."""
    return tap(table_id, service.undo_operation)


@bp.post("/t/<table_id>/redo")
def redo(table_id: str) -> AnyResponse:
    """Redo the operation undone last."""
    return tap(table_id, service.redo_operation)


@bp.post("/t/<table_id>/rematch")
def rematch(table_id: str) -> AnyResponse:
    """Go to the rematch of the table, as the same player."""
    phone = access.require_key(table_id)
    table = service.table(store(), table_id)
    if not access.phone(table.rematch).writes:
        there, key = service.follow_rematch(store(), table)
        name = phone.name(table)
        access.remember(there.id, key=key, seat=there.names.index(name) if name in there.names else None)
    return recorded(url_for(".page", table_id=table.rematch))


class NextDealForm(PlainForm):
    """The next deal, `play_on` after the end of the match."""

    play_on = HiddenField()


@bp.post("/t/<table_id>/next")
def next_deal(table_id: str) -> AnyResponse:
    return tap(table_id, partial(dealing.next_deal, play_on=bool(NextDealForm().play_on.data)))


@bp.get("/t/<table_id>/names")
def names(table_id: str) -> str:
    access.require_key(table_id)
    board = scoreboard(table_id)
    return drawn("table/names.html", board, form=_names_form(board.table))


def _names_form(table: Table) -> PlainForm:
    """The form of the players' names, a field for each seat."""
    fields = {
        f"name-{player.index}": LineField(
            say("Seat {number}", number=player.index + 1),
            most=LONGEST_NAME,
            default=player.name,
            render_kw={"autocapitalize": "words"},
        )
        for player in table.players
    }
    form: PlainForm = type("NamesForm", (PlainForm,), fields)()
    return form


@bp.post("/t/<table_id>/names")
def rename(table_id: str) -> str | AnyResponse:
    """Rename players, each changed name as an operation of its own."""
    phone = access.require_key(table_id)
    table = service.table(store(), table_id)
    form = _names_form(table)
    form.validate()
    for player, field in zip(table.players, form, strict=True):
        if field.data != player.name:
            try:
                _rename_player(table, phone, player.index, field.data)
            except ScorepadError as error:
                field.errors.append(reason(store(), table_id, error, None))
    if form.errors:
        page = partial(drawn, "table/names.html", scoreboard(table_id), form=form)
        return form.refusal(page, filled(url_for(".names", table_id=table_id)))
    return recorded(url_for(".page", table_id=table_id))


def _rename_player(table: Table, phone: access.Phone, player: int, name: str) -> None:
    # One form renames several players, each by an operation that can be sent again.
    renaming = Operation(store(), table.id, phone.key, phone.name(table), f"{op()}-{player}", None)
    rename_player(renaming, player=player, name=name)


host_bp = Blueprint("host", __name__)

DELETED = "deleted"  # in the session: what this phone deleted last


@host_bp.app_template_global()
def is_host(table_id: str) -> bool:
    """Whether this phone is the table's host."""
    phone = access.phone(table_id)
    return phone.writes and store().is_host_key(table_id, phone.key)


@host_bp.get("/t/<table_id>/host", endpoint="page")
def host_page(table_id: str) -> str:
    """The host's page: name, clock, advice, and links to the house rules and to deletion."""
    require_host(table_id)
    return _host_page(table_id)


@host_bp.post("/t/<table_id>/host")
def change(table_id: str) -> AnyResponse:
    """Change what the table agrees on. If that fails, the form again with every fault."""
    phone = require_host(table_id)
    table = service.table(store(), table_id)
    form = MannersForm.at(table)
    again, mend = partial(_host_page, table_id, form=form), filled(url_for(".page", table_id=table_id))
    if not form.validate():
        return form.refusal(again, mend)
    changing = operation(table_id, phone.key, phone.name(table))
    try:
        change_table(changing, chosen=NewChoices(form.name.data, manners=form.manners))
    except ScorepadError as error:
        form.form_errors.append(reason(store(), table_id, error, expected()))
        return form.refusal(again, mend)
    return recorded(url_for("tables.page", table_id=table_id))


@host_bp.post("/t/<table_id>/webhooks")
def set_webhook(table_id: str) -> AnyResponse:
    """Add a webhook. If that fails, the form again with the fault."""
    require_host(table_id)
    form = WebhookForm()
    try:
        form.validate()
        add_webhook(store(), table_id, form.url.data, private=current_app.config["WEBHOOKS_PRIVATE"])
    except UnusableAddress as error:
        form.take(error, form.url)
        return form.refusal(partial(_host_page, table_id, webhook=form))
    visitors.wake(SEND)
    return recorded(url_for("host.page", table_id=table_id))


@host_bp.post("/t/<table_id>/webhooks/<hook_id>")
def remove_webhook(table_id: str, hook_id: str) -> AnyResponse:
    """Remove a webhook."""
    require_host(table_id)
    with suppress(NotFound):  # sent once more: it is gone
        store().webhooks.remove(table_id, hook_id)
    return recorded(url_for("host.page", table_id=table_id))


@host_bp.post("/t/<table_id>/keys")
def give_key(table_id: str) -> AnyResponse:
    """Add a key for a program. It is shown on the next page, and never again."""
    require_host(table_id)
    form = KeyForm()
    again = partial(_host_page, table_id, key=form)
    if not form.validate():
        return form.refusal(again)
    program, reads = form.program.data, form.scope.data != "write"
    try:
        _, key = store().add_program_key(table_id, program, reads=reads)
    except KeyRefused as error:
        form.take(error, form.program)
        return form.refusal(again)
    flash(page_words(say("Key of {program}, shown this once: {key}", program=program, key=key)))
    return recorded(url_for("host.page", table_id=table_id))


@host_bp.post("/t/<table_id>/keys/<key_id>")
def take_key_back(table_id: str, key_id: str) -> AnyResponse:
    """Revoke a program's key."""
    require_host(table_id)
    with suppress(NotFound):  # sent once more: it is gone
        store().take_back_program(table_id, key_id)
    return recorded(url_for("host.page", table_id=table_id))


class DeletionForm(PlainForm):
    """The deletion of a table, by the button that says so."""

    sure = ButtonField(
        say("Delete the table"),
        validators=[Filled(say("Nothing was deleted. Tap “Delete the table” if you mean it."))],
        render_kw={"value": "1"},
    )


@host_bp.get("/t/<table_id>/delete")
def ask(table_id: str) -> str:
    """The page before deleting a table: what is lost, and how to keep it."""
    require_host(table_id)
    return _deletion_page(table_id, DeletionForm())


def _deletion_page(table_id: str, form: DeletionForm) -> str:
    board = scoreboard(table_id)
    photos = len(evidence.evidence_photos(store(), kept_photos(), table_id))
    return drawn("table/delete.html", board, form=form, entries=_count_scores(board.table), photos=photos)


@host_bp.post("/t/<table_id>/delete")
def delete(table_id: str) -> AnyResponse:
    """Delete the table. This phone can undo that for an hour."""
    try:
        require_host(table_id)
        name = service.table(store(), table_id).name
    except NotFound:  # sent once more: it is gone
        return recorded(url_for("home.index"))
    form = DeletionForm()
    if not form.validate():
        return form.refusal(partial(_deletion_page, table_id, form))
    delete_table(store(), kept_photos(), table_id)
    access.forget(table_id)
    session[DELETED] = {"id": table_id, "name": name, "at": time.time()}
    flash(page_words(say("{table} is deleted.", table=name) if name else say("The table is deleted.")))
    return recorded(url_for("home.index"))


@host_bp.app_template_global()
def deleted_table() -> dict[str, str] | None:
    """The table that this phone deleted within the last hour: its `id` and `name`."""
    deleted = session.get(DELETED)
    return deleted if deleted and time.time() - deleted["at"] < KEPT_ASIDE else None


@host_bp.post("/t/<table_id>/undelete")
def undelete(table_id: str) -> AnyResponse:
    """Restore, for everybody, the table that this phone deleted."""
    deleted = deleted_table()
    if deleted and deleted["id"] == table_id:
        with suppress(NotFound):
            undelete_table(store(), kept_photos(), table_id)
            return recorded(url_for("tables.page", table_id=table_id))
    flash(page_words(say("That table is gone. Open another one.")), "warn")
    return recorded(url_for("home.index"))


def _count_scores(table: Table) -> int:
    """The number of scores recorded at the table."""
    endings = (len(deal.ending.hands) if deal.ending else 0 for deal in table.deals)
    return sum(len(deal.entries) for deal in table.deals) + sum(endings)


def _host_page(table_id: str, **refused_form: PlainForm) -> str:
    board = scoreboard(table_id)
    secret_key = current_app.config["SECRET_KEY"]
    return drawn(
        "table/host.html",
        board,
        keys=store().program_keys(table_id),
        webhooks=[webhook_answer(hook, secret_key) for hook in store().webhooks.of_table(table_id)],
        **{"form": MannersForm.at(board.table), "key": KeyForm(), "webhook": WebhookForm()} | refused_form,
    )
