"""Tables for programs: opened, read, recorded and followed over HTTP, with a key where phones have a cookie.

A record is the same operation as a phone's, its id the Idempotency-Key: what is sent again is answered as it
was the first time (`exchange.py` does so for what no log has). What the table refuses is answered with the
table as it stands by now.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, make_response, request
from msgspec import Struct, to_builtins
from werkzeug.routing import BaseConverter

from scorepad.answers import pages_of_lists, table_changes, table_records
from scorepad.answers.answer_types import OpenedTableAnswer, WebhooksAnswer
from scorepad.answers.list_answers import KeysAnswer, given_key_answer, key_answer, key_to_give
from scorepad.answers.table_questions import ChangeOfTable
from scorepad.bridges.plays_out import written_plays
from scorepad.core.errors import ScorepadError
from scorepad.core.log.event_data import Refused
from scorepad.core.log.schema import OperationId, field_type
from scorepad.core.log.table import Table
from scorepad.core.sentence import plain_english, say
from scorepad.jobs import client
from scorepad.photos.deleted_tables import delete_table
from scorepad.store.engine import NotAllowed, Stale, StoreFault
from scorepad.store.phone_keys import KEY_BYTES
from scorepad.tables import house_rules, player_names, seating, service, settlements
from scorepad.tables.operations import Operation, before_operation
from scorepad.web import visitors
from scorepad.web.api.exchange import do_once, expected_number, name_by, require_no_other, tag_table
from scorepad.web.api.routes import ANSWER_WITHIN, sent_question
from scorepad.web.outcomes import is_refusal, scorepad_error
from scorepad.web.people import access
from scorepad.web.photos.own_photos import kept_photos
from scorepad.web.requests import store
from scorepad.web.table import live
from scorepad.web.table.hand_searches import review_of
from scorepad.webhooks import SEND
from scorepad.webhooks.sending import add_webhook, webhook_answer

bp = Blueprint("programs", __name__, url_prefix="/api/v1/tables")


class NameConverter(BaseConverter):
    """The name of a player in an address, with any strokes that it has; `path` takes none at its start."""

    regex = ".+"
    part_isolating = False


bp.record_once(lambda state: state.app.url_map.converters.update(player_name=NameConverter))

SCHEME = "Bearer "
IDEMPOTENCY = "Idempotency-Key"
REFUSED = ("refused", "stale", "op-reused", "illegal-melds", "settle", "hand")
"""The codes of what a table refuses as it stands."""
OF_CHANGE = ChangeOfTable.__struct_fields__


class NoKey(ScorepadError):
    """No key to the table, or one that opens nothing."""

    code = "no-key"

    def __init__(self) -> None:
        super().__init__(say("Send the table’s key: Authorization: Bearer KEY."), at="key")


@bp.errorhandler(ScorepadError)
def _refused(error: ScorepadError) -> Response:
    """What went wrong; what the table refuses with the table as it stands."""
    table_id = (request.view_args or {}).get("table_id")
    try:
        _keep_refusal(table_id, error)
    except StoreFault as fault:
        error = fault
    answer = scorepad_error(error)
    # So that the program needn’t ask again before it sends what fits.
    if table_id and error.code in REFUSED:
        told = table_records.table_answer(service.table(store(), table_id))
        body = {"error": error.as_dict(), "table": to_builtins(told, enc_hook=plain_english)}
        answer = make_response(jsonify(body), _refused_status(error))
    if isinstance(error, NoKey):
        answer.headers["WWW-Authenticate"] = SCHEME.strip()
    return answer


def _refused_status(error: ScorepadError) -> int:
    """412 where the request itself said what the table must be, by the header that HTTP has for it."""
    return 412 if error.code == "stale" and "If-Match" in request.headers else 409


def _keep_refusal(table_id: str | None, error: ScorepadError) -> None:
    """What was refused is refused from now on, whatever the table becomes."""
    op = request.headers.get(IDEMPOTENCY, "")
    if table_id and is_refusal(error) and field_type(OperationId).holds(op):
        store().refuse(table_id, op, store().head(table_id))


def _answer(told: Struct, status: int = 200) -> Response:
    return make_response(jsonify(to_builtins(told, enc_hook=plain_english)), status)


def _answer_table(table: Table, status: int = 200) -> Response:
    """How the table stands, with the tag by which a change may name it."""
    return tag_table(_answer(table_records.table_answer(table), status), table.head)


@bp.post("")
def open_table() -> Response:
    """A new table, its code and its key."""
    asked = table_records.table_to_open(sent_question())
    visitors.spend("LIMIT_TABLE")
    op = _operation_id()
    # Whoever guesses the id of somebody's operation must not get the key to that table.
    own_op = hashlib.sha256(f"{visitors.address()} {op}".encode()).hexdigest()
    try:
        opened = service.open_table(store(), **asked, op=own_op, key_of=partial(_key_of, own_op))
    except Refused as error:  # by the game, as there is no table yet
        raise ScorepadError(error.message, at=error.at, code="players", parts=error.parts) from error
    return _answer(OpenedTableAnswer(opened.id, opened.code, opened.key), 201)


def _key_of(op: str, table_id: str) -> str:
    """The key that the opening of a table gives, each time that it is sent."""
    secret = str(current_app.config["SECRET_KEY"]).encode()
    digest = hmac.digest(secret, f"key of {table_id} by {op}".encode(), "sha256")
    return urlsafe_b64encode(digest[:KEY_BYTES]).decode().rstrip("=")


@bp.get("/<table_id>")
def show(table_id: str) -> Response:
    """The table as it stands. Whoever has its address may watch, as on a phone."""
    _reading_key(table_id)
    return _answer_table(service.table(store(), table_id))


@bp.patch("/<table_id>")
def change(table_id: str) -> Response:
    """What was chosen as the table was opened is something else, for its host."""
    key, asked = _host_key(table_id), sent_question()
    operation = _operation(table_id, key, asked)
    table = before_operation(store(), service.table(store(), table_id), operation.op)
    chosen = table_changes.chosen_anew(table, asked)
    return _answer_table(house_rules.change_table(operation, chosen=chosen))


@bp.delete("/<table_id>")
def delete(table_id: str) -> Response:
    """The table is gone, for its host."""
    _host_key(table_id)
    return _beside_log(table_id, lambda _: delete_table(store(), kept_photos(), table_id))


@bp.get("/<table_id>/review")
def show_review(table_id: str) -> Response:
    """What each hand made and held, as far as hands are searched."""
    _reading_key(table_id)
    return _answer(review_of(service.table(store(), table_id)))


@bp.get("/<table_id>/deals")
def show_deals(table_id: str) -> Response:
    """Its deals, a page at a time."""
    _reading_key(table_id)
    page = pages_of_lists.asked_page(request.args.to_dict(flat=False))
    return _answer(pages_of_lists.deals_page(service.table(store(), table_id), page))


@bp.get("/<table_id>/record")
def show_record(table_id: str) -> Response:
    """What happened at it, a page at a time."""
    _reading_key(table_id)
    page = pages_of_lists.asked_page(request.args.to_dict(flat=False))
    return _answer(pages_of_lists.record_page(service.table(store(), table_id), page))


@bp.get("/<table_id>/bgsplay")
def as_play(table_id: str) -> Response:
    """The table as BG Stats reads it."""
    _reading_key(table_id)
    text = written_plays([service.table(store(), table_id)])
    return Response(text, content_type="application/json")


@bp.get("/<table_id>/events")
def events(table_id: str) -> Response:
    """The stream that phones follow: `event: head`, `data: n` whenever the table has changed."""
    _reading_key(table_id)
    stream = live.stream(table_id)
    if stream.status_code == 503:
        raise ScorepadError(
            "Too many programs follow their tables here. Ask for the table now and then.", code="busy"
        )
    return stream


@bp.post("/<table_id>/deals")
def record_deal(table_id: str) -> Response:
    """A deal that is over; the next one is opened for it where the current one has ended."""
    key, asked = _writing_key(table_id), sent_question()
    operation = _operation(table_id, key, asked)
    table = before_operation(store(), service.table(store(), table_id), operation.op)
    if "hands" in asked:
        asked = _with_laid_hands(table, asked)
    told = table_records.deal_to_record(table, asked)
    after = settlements.record_ending(
        operation, ended=told.ended, goes_on=True, play_on=told.play_on, split=told.split
    )
    return _answer_table(after, 201)


@bp.patch("/<table_id>/deals/<int:number>")
def correct_deal(table_id: str, number: int) -> Response:
    """A deal that was recorded for everybody at once is told anew."""
    key, asked = _writing_key(table_id), sent_question()
    operation = _operation(table_id, key, asked)
    table = before_operation(store(), service.table(store(), table_id), operation.op)
    entry, ended = table_records.deal_to_correct(table, number, asked)
    after = settlements.correct_ending(operation, entry=entry, ended=ended)
    return _answer_table(after)


def _with_laid_hands(table: Table, asked: dict[str, Any]) -> dict[str, Any]:
    """The request with the cards left of each whole hand in place of the hand. A search finds them."""
    question = table_records.question_of_deal(table, table_records.next_place(table), asked)
    reply = client.ask(table_records.LAY_HANDS, question, ANSWER_WITHIN, asker=visitors.asker())
    others = asked.get("left")
    left = {**(others if isinstance(others, dict) else {}), **reply}
    return {name: value for name, value in asked.items() if name != "hands"} | {"left": left}


@bp.post("/<table_id>/entries")
def record_entry(table_id: str) -> Response:
    """A player who goes out, of the next deal where the current one has ended."""
    key, asked = _writing_key(table_id), sent_question()
    operation = _operation(table_id, key, asked)
    table = before_operation(store(), service.table(store(), table_id), operation.op)
    hand = table_records.hand_to_record(table, asked)
    play_on = table_records.plays_on(asked)
    after = service.record_out(operation, hand=hand, goes_on=True, play_on=play_on)
    return _answer_table(after, 201)


@bp.post("/<table_id>/points")
def add_points(table_id: str) -> Response:
    """Points for one player at any time, in a game without cards; the deal goes on."""
    key, asked = _writing_key(table_id), sent_question()
    operation = _operation(table_id, key, asked)
    table = before_operation(store(), service.table(store(), table_id), operation.op)
    given = table_changes.points_to_add(table, asked)
    after = service.add_points(operation, player=given.player, points=given.points, note=given.note)
    return _answer_table(after, 201)


@bp.post("/<table_id>/winners")
def name_winners(table_id: str) -> Response:
    """Who won by the word of the people at the table, after a deal that is over."""
    key, asked = _writing_key(table_id), sent_question()
    operation = _operation(table_id, key, asked)
    table = before_operation(store(), service.table(store(), table_id), operation.op)
    winners, places = table_records.winners_to_name(table, asked)
    after = service.name_winners(operation, winners=winners, places=places)
    return _answer_table(after, 201)


@bp.post("/<table_id>/undo")
def undo(table_id: str) -> Response:
    """Take back the newest thing that counts."""
    key = _writing_key(table_id)
    asked = sent_question() if request.get_data() else {}
    table_records.change_of(asked)
    after = service.undo_operation(_operation(table_id, key, asked))
    return _answer_table(after)


@bp.post("/<table_id>/redo")
def redo(table_id: str) -> Response:
    """Do again what was undone last."""
    key = _writing_key(table_id)
    asked = sent_question() if request.get_data() else {}
    table_records.change_of(asked)
    after = service.redo_operation(_operation(table_id, key, asked))
    return _answer_table(after)


@bp.post("/<table_id>/end")
def end_deal(table_id: str) -> Response:
    """The current deal ends by hand."""
    key = _writing_key(table_id)
    asked = sent_question() if request.get_data() else {}
    reason = table_changes.reason_of_end(asked)
    after = service.close_deal(_operation(table_id, key, asked), reason=reason)
    return _answer_table(after)


@bp.post("/<table_id>/players")
def add_player(table_id: str) -> Response:
    """Somebody sits down, who is new or comes back."""
    key, asked = _writing_key(table_id), sent_question()
    operation = _operation(table_id, key, asked)
    table = before_operation(store(), service.table(store(), table_id), operation.op)
    new = table_changes.player_to_add(table, asked)
    if new.back is not None:
        after = seating.return_player(operation, player=new.back)
    else:
        after = seating.add_player(operation, name=new.name, partner=new.partner, start=new.start)
    return _answer_table(after, 201)


@bp.patch("/<table_id>/players/<player_name:name>", merge_slashes=False)
def rename_player(table_id: str, name: str) -> Response:
    """A player has another name, or somebody takes over with that player's points."""
    key, asked = _writing_key(table_id), sent_question()
    operation = _operation(table_id, key, asked)
    table = before_operation(store(), service.table(store(), table_id), operation.op)
    player = table_changes.seat_named(table, name)
    new_name = table_changes.name_of_player(asked)
    after = player_names.rename_player(operation, player=player, name=new_name)
    return _answer_table(after)


@bp.delete("/<table_id>/players/<player_name:name>", merge_slashes=False)
def remove_player(table_id: str, name: str) -> Response:
    """A player leaves the table, and keeps the points."""
    key = _writing_key(table_id)
    asked = sent_question() if request.get_data() else {}
    table_records.change_of(asked)
    operation = _operation(table_id, key, asked)
    table = before_operation(store(), service.table(store(), table_id), operation.op)
    after = seating.remove_player(operation, player=table_changes.seat_named(table, name))
    return _answer_table(after)


@bp.get("/<table_id>/keys")
def keys(table_id: str) -> Response:
    """The keys of programs, for its host."""
    _host_key(table_id)
    given = store().program_keys(table_id)
    return _answer(KeysAnswer(tuple(map(given_key_answer, given))))


@bp.delete("/<table_id>/keys/<key_id>")
def take_key_back(table_id: str, key_id: str) -> Response:
    """Take a key back. It opens the table no longer."""
    _host_key(table_id)
    return _beside_log(table_id, lambda _: store().take_back_program(table_id, key_id))


@bp.post("/<table_id>/keys")
def give_key(table_id: str) -> Response:
    """Another key, for a program that the host trusts as far as that."""
    _host_key(table_id)

    def give(op: str) -> Struct:
        asked = key_to_give(sent_question() if request.get_data() else {})
        key = name_by("program key", table_id, op)
        given, key = store().add_program_key(table_id, asked.name, reads=asked.scope == "read", key=key)
        return key_answer(given, key)

    return _beside_log(table_id, give)


@bp.get("/<table_id>/webhooks")
def webhooks(table_id: str) -> Response:
    """Who hears of the table, for its host."""
    _host_key(table_id)
    secret_key = current_app.config["SECRET_KEY"]
    hooks = store().webhooks.of_table(table_id)
    return _answer(WebhooksAnswer(tuple(webhook_answer(hook, secret_key) for hook in hooks)))


@bp.post("/<table_id>/webhooks")
def set_webhook(table_id: str) -> Response:
    """Another one hears of the table from now on."""
    _host_key(table_id)

    def set_one(op: str) -> Struct:
        url = table_records.webhook_url(sent_question())
        private, hook_id = current_app.config["WEBHOOKS_PRIVATE"], name_by("webhook", table_id, op)
        hook = add_webhook(store(), table_id, url, private=private, hook_id=hook_id)
        visitors.wake(SEND)
        return webhook_answer(hook, current_app.config["SECRET_KEY"])

    return _beside_log(table_id, set_one)


@bp.delete("/<table_id>/webhooks/<hook_id>")
def remove_webhook(table_id: str, hook_id: str) -> Response:
    """Remove a webhook. It hears of the table no more."""
    _host_key(table_id)
    return _beside_log(table_id, lambda _: store().webhooks.remove(table_id, hook_id))


def _sent_key() -> str:
    """The key of the request; empty where it has none."""
    named = request.headers.get("Authorization", "")
    return named[len(SCHEME) :].strip() if named[: len(SCHEME)].lower() == SCHEME.lower() else ""


def _reading_key(table_id: str) -> None:
    """Raises NotFound, and NoKey for a key that was sent and opens nothing."""
    store().head(table_id)
    # Reading needs no key, but one that is sent and opens nothing is a mistake to tell of.
    if "Authorization" in request.headers and not store().may_read(table_id, _sent_key()):
        raise NoKey


def _writing_key(table_id: str) -> str:
    """The key of the request, which may write. Raises NotFound, NoKey, NotAllowed."""
    key = _sent_key()
    if store().check_key(table_id, key):
        return key
    if key and store().may_read(table_id, key):
        raise NotAllowed(say("This key only reads. Ask the host for another."), at="key")
    raise NoKey


def _host_key(table_id: str) -> str:
    """The key of the request, which is a host’s. Raises NotFound, NoKey, NotAllowed."""
    key = _writing_key(table_id)
    service.require_host(store(), table_id, key)
    return key


def _beside_log(table_id: str, act: Callable[[str], Struct | None]) -> Response:
    """What a host does that the log does not have, by the id of the request, where the table is as If-Match
    says; once where the request names its id. Raises Stale, OpReused, and what `act` raises."""
    op = _operation_id()

    def done() -> Response:
        head = store().head(table_id)
        if expected_number(None, head) not in (None, head):
            raise Stale(head)
        told = act(op)
        return Response(status=204) if told is None else _answer(told, 201)

    return do_once(table_id, op, done) if IDEMPOTENCY in request.headers else done()


def _operation(table_id: str, key: str, asked: dict[str, Any]) -> Operation:
    """What the request does. Raises ScorepadError where what is said of it does not read."""
    change = table_records.change_of({name: asked[name] for name in OF_CHANGE if name in asked})
    expected = expected_number(change.expected, store().head(table_id))
    op = _operation_id()
    require_no_other(table_id, op)
    return Operation(store(), table_id, key, change.by, op, expected)


def _operation_id() -> str:
    """The request's own id, as it says; a new one where it says none."""
    named = request.headers.get(IDEMPOTENCY)
    if named is None:
        return access.new_op()
    if not field_type(OperationId).holds(named):
        reason = say("{field}: type 1 to 80 letters, digits and signs, without spaces.", field=IDEMPOTENCY)
        raise ScorepadError(reason, at=IDEMPOTENCY, code="field")
    return named
