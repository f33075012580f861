"""A photo of a hand: handed in, waited for, its cards put right and used; and the photos that a table keeps
as evidence, for its players alone. Nothing is scored here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from flask import (
    Blueprint,
    Response,
    flash,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.core.sentence import say
from scorepad.photos import evidence
from scorepad.photos.desk import Gone, PhotoState
from scorepad.photos.limits import MOST_BYTES, NotAPhoto, is_read
from scorepad.web import visitors
from scorepad.web.error_pages import STATUS_OF_CODE
from scorepad.web.fields import sent
from scorepad.web.languages import page_words
from scorepad.web.outcomes import recorded
from scorepad.web.people import access
from scorepad.web.photos import own_photos
from scorepad.web.photos.own_photos import ReadPhoto, desk, forget_photo, own_photo, read_photo
from scorepad.web.photos.photo_view import PhotoView, progress_words
from scorepad.web.photos.target import CAMERA, PadTarget, read_target
from scorepad.web.requests import store
from scorepad.web.security import PRIVATE_CACHE
from scorepad.web.table.table_page import drawn, scoreboard

bp = Blueprint("photo", __name__)
bp.add_app_template_global(is_read, "reads_photos")

JSON = "application/json"
LOOK_AGAIN = 2  # seconds
OF = "photo_of"
"""The field of a hand's form whose button asks for a photo: the page's path, `#`, the pad's field."""


@bp.route("/photo/start", methods=["GET", "POST"])
def start() -> AnyResponse:
    """From a pad to the page that takes a photo for it, with everything that was entered."""
    fields = sent()
    path, _, field = fields.pop(OF, "").partition("#")
    target = read_target(f"{path}?{urlencode(fields)}", field)
    return redirect(url_for(".pick", to=target.address, field=field), 303)


@bp.get("/photo")
def pick() -> str:
    """How to take the photo, and where to hand it in, for phones without script."""
    return _pick_page(_sent_target())


@bp.post("/photo")
def hand_in() -> AnyResponse:
    """Take the photo to be read."""
    target = _sent_target()
    try:
        photo = desk().hand_in(
            # The machine itself has no address: its browsers take turns by a name.
            _sent_photo(),
            target.pack,
            visitors.address() or own_photos.phone_name(),
            target.rules.packs,
        )
    except ScorepadError as error:
        return _refused_page(target, error)
    own_photos.claim_photo(photo)
    if _wants_json():
        return jsonify(photo=photo)
    return redirect(url_for(".page", photo=photo, **_target_fields(target)), 303)


@bp.get("/photo/<photo>")
def page(photo: str) -> AnyResponse:
    """The cards that were read, to be put right; how far it is while they are not. Back to the pad when the
    photo is gone."""
    target = _sent_target()
    try:
        state = desk().photo_state(own_photo(photo))
    except Gone as error:
        flash(page_words(error.message), "error")
        return redirect(target.address, 303)
    # The script sends the whole form as `to`; from here on the short address says it.
    if len(target.address) < len(request.args["to"]):
        return redirect(url_for(".page", photo=photo, **_target_fields(target)), 303)
    if state.reading is None:
        return _wait_page(photo, target, state)
    typed = () if "by_hand" in request.args else None
    return make_response(_view_page(PhotoView(photo, target, read_photo(state, target.rules.pack), typed)))


@bp.get("/photo/<photo>/state")
def state(photo: str) -> Response:
    """How far the photo is, for pages with script."""
    try:
        photo_state = desk().photo_state(own_photo(photo))
    except ScorepadError as error:
        return _as_json(error)
    return jsonify(state=photo_state.name, words=page_words(progress_words(photo_state)))


@bp.get("/photo/<photo>/picture")
def picture(photo: str) -> Response:
    return _private_picture(desk().shown_picture(own_photo(photo)))


@bp.get("/photo/warnings")
def warnings() -> str:
    """What the packs do not hold so many of, while the cards are put right."""
    return render_template("photos/_warnings.html", view=_typed_view("", _sent_target()))


@bp.post("/photo/<photo>/use")
def use(photo: str) -> AnyResponse:
    """The cards go to the pad, and the photo is deleted, unless the table may keep it with the entry."""
    target = _sent_target()
    view = _typed_view(photo, target)
    if view.error or not view.melds:
        return make_response(_view_again(view), 422)
    if "then" in request.form and target.hand_next:
        forget_photo(photo)
        return redirect(target.filled_before_hand(view.melds, adds=view.adds), 303)
    as_melds = "laid" in request.form and target.lays
    # The groups of a whole table are shared out beside their photo, so that it must still be there.
    keeps = target.shares or (target.records and store().keeps_photos(target.table_id))
    if not keeps:
        forget_photo(photo)
    return redirect(
        target.filled(view.melds, adds=view.adds, laid=as_melds, photo=photo if keeps else ""), 303
    )


@bp.post("/photo/<photo>/again")
def read_again(photo: str) -> AnyResponse:
    """Have the photo read that the pad had no memory for."""
    desk().read_again(own_photo(photo))
    return redirect(url_for(".page", photo=photo, **_target_fields(_sent_target())), 303)


@bp.post("/photo/<photo>/forget")
def forget(photo: str) -> AnyResponse:
    """Delete the photo; back to the pad, which with script is ready for another photo where one is wanted."""
    target = _sent_target()
    forget_photo(photo)
    return redirect(target.address + (CAMERA if "again" in request.form else ""), 303)


def _sent_target() -> PadTarget:
    return read_target(request.args.get("to", ""), request.args.get("field", ""))


def _target_fields(target: PadTarget) -> dict[str, Any]:
    """What names the pad in the addresses of a photo."""
    return {"to": target.address, "field": target.field}


def _sent_photo() -> bytes:
    """The photo that was sent. Raises NotAPhoto when there is none."""
    files = [file for file in request.files.getlist("photo") if file.filename]
    if not files:
        raise NotAPhoto(say("There’s no photo yet. Take one, or choose one."), at="photo")
    return files[0].stream.read(MOST_BYTES + 1)


def _typed_view(photo: str, target: PadTarget) -> PhotoView:
    """The cards as they were sent, whether or not the photo is still there."""
    rows = request.values.getlist("row")
    adds = request.values.get("how") != "replace"
    typed_rows = tuple(row for row in rows if row.strip())
    return PhotoView(photo, target, ReadPhoto(), typed_rows, adds, request.values.get("letters", ""))


def _wait_page(photo: str, target: PadTarget, state: PhotoState) -> Response:
    """How far the photo is; looked at again by itself until it is read."""
    words = {
        "photo": photo,
        "target": target,
        "state": state,
        "words": progress_words(state),
        "to": _target_fields(target),
    }
    answer = make_response(render_template("photos/wait.html", **words))
    if state.name != "failed":
        answer.headers["Refresh"] = str(LOOK_AGAIN)
    return answer


def _view_again(view: PhotoView) -> str:
    """The page with what was typed. Raises Gone when its photo is no longer there."""
    picture = read_photo(desk().photo_state(own_photo(view.photo)), view.target.rules.pack)
    return _view_page(replace(view, picture=picture))


def _view_page(view: PhotoView) -> str:
    has_rows = view.picture.rows or view.typed is not None
    template = "photos/photo.html" if has_rows else "photos/none.html"
    return render_template(
        template, view=view, target=view.target, rules=view.target.rules, to=_target_fields(view.target)
    )


def _pick_page(target: PadTarget, problem: str = "") -> str:
    return render_template("photos/pick.html", target=target, problem=problem, to=_target_fields(target))


def _refused_page(target: PadTarget, error: ScorepadError) -> AnyResponse:
    if _wants_json():
        return _as_json(error)
    return make_response(_pick_page(target, error.message), STATUS_OF_CODE.get(error.code, 400))


def _as_json(error: ScorepadError) -> Response:
    """The error for the page's script, in the page's language."""
    said_error = {**error.as_dict(), "message": page_words(error.message)}
    return make_response(jsonify(error=said_error), STATUS_OF_CODE.get(error.code, 400))


def _wants_json() -> bool:
    return request.accept_mimetypes.best == JSON


def _private_picture(jpeg: bytes) -> Response:
    """A picture that nobody between the pad and the phone may keep."""
    answer = Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": PRIVATE_CACHE})
    answer.add_etag()
    answer.make_conditional(request)
    return answer


evidence_bp = Blueprint("photo_evidence", __name__)


@evidence_bp.get("/t/<table_id>/photos", endpoint="page")
def kept_photos(table_id: str) -> str:
    """Whether photos are kept, and those that are."""
    access.require_key(table_id)
    board = scoreboard(table_id)
    photos = evidence.evidence_photos(store(), desk(), table_id)
    shown = [(photo, _whose(board.table, photo.entry)) for photo in reversed(photos)]
    return drawn("photos/evidence.html", board, keeps=store().keeps_photos(table_id), photos=shown)


@evidence_bp.post("/t/<table_id>/photos")
def choose(table_id: str) -> AnyResponse:
    phone = access.require_key(table_id)
    evidence.choose_keeping(store(), table_id, phone.key, keeps=request.form.get("keeps") == "true")
    return recorded(url_for(".page", table_id=table_id))


@evidence_bp.get("/t/<table_id>/photos/<photo>", endpoint="picture")
def kept_picture(table_id: str, photo: str) -> Response:
    """A photo, for a phone that may write to the table."""
    access.require_key(table_id)
    return _private_picture(evidence.evidence_picture(store(), desk(), table_id, photo))


@evidence_bp.post("/t/<table_id>/photos/<photo>/delete")
def delete(table_id: str, photo: str) -> AnyResponse:
    phone = access.require_key(table_id)
    evidence.delete_photo(store(), desk(), table_id, phone.key, photo)
    return recorded(url_for(".page", table_id=table_id))


def _whose(table: Table, entry: int) -> str:
    """What the entry of that number is: `Ann, deal 3`; empty when it was undone."""
    hand, deal = table.entry(entry), table.ended_with(entry)
    if hand:
        return say("{name}, deal {number}", name=table.players[hand.player].name, number=hand.deal)
    return say("Deal {number}", number=deal.number) if deal else ""
