"""The pages of a photo of a hand: hand it in, wait, correct its cards, use them. Nothing is scored here."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Sequence
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
from flask_wtf.file import MultipleFileField
from msgspec import to_builtins
from werkzeug.wrappers import Response as AnyResponse
from wtforms import ButtonField, Field, HiddenField, RadioField

from scorepad.core.card_text import write_cards
from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import say
from scorepad.photos.limits import MOST_BYTES, NotAPhoto
from scorepad.photos.photo_states import PhotoState
from scorepad.photos.queue import Gone
from scorepad.photos.together import MOST_TOGETHER
from scorepad.store.engine import PhotosLost
from scorepad.web import visitors
from scorepad.web.fields import sent
from scorepad.web.languages import page_words
from scorepad.web.outcomes import status_of
from scorepad.web.photos import own_photos
from scorepad.web.photos.evidence_pages import private_picture
from scorepad.web.photos.own_photos import (
    ReadPhoto,
    forget_photo,
    own_photo,
    photo_queue,
    read_photo,
)
from scorepad.web.photos.photo_view import PhotoView, ShownPhoto
from scorepad.web.photos.photo_words import found_words, progress_words
from scorepad.web.photos.target import CAMERA, PadTarget, read_target, reads_photos
from scorepad.web.plain_form import NOT_OFFERED, LineField, PlainForm
from scorepad.web.requests import store
from scorepad.web.security import PRIVATE_CACHE

bp = Blueprint("photo", __name__)
bp.add_app_template_global(reads_photos)


TOO_MANY = say("{number} photos of one hand are the most. Choose fewer.", number=MOST_TOGETHER)
bp.add_app_template_global(lambda: page_words(TOO_MANY), "too_many_photos")

JSON = "application/json"
LOOK_AGAIN = 2  # seconds
LONGEST_NOTE = 300  # characters that a person says of a deck
OF = "photo_of"
"""The field of a hand's form whose button asks for a photo: the page's path, `#`, the pad's field."""


class RowsField(Field):  # type: ignore[misc]
    """Rows of cards, each in an input of the same name; empty ones are left out."""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = tuple(row for row in valuelist if row.strip())


class CardsForm(PlainForm):
    """The cards of photos as a person wrote them, and what becomes of them.

    also     the other photos of the same hand
    before   the photos to go back to
    out      the photos that were taken out
    letters  the suits meant by letters in the rows
    """

    also = HiddenField(default="")
    before = HiddenField(default="")
    out = HiddenField(default="")
    letters = HiddenField(default="")
    row = RowsField(default=())
    how = RadioField(
        choices={"add": "", "replace": say("Replace them")}, default="add", invalid_choice_message=NOT_OFFERED
    )
    note = LineField(
        say("Name or make, if you know it"),
        most=LONGEST_NOTE,
        filters=[lambda text: text.strip()[:LONGEST_NOTE]],
    )
    then = ButtonField(render_kw={"value": "1", "class": "primary", "data-use": True})
    laid = ButtonField(say("Use as my melds"), render_kw={"value": "1"})
    again = ButtonField(say("Another photo"), render_kw={"value": "1"})

    def __init__(self) -> None:
        # What a page knows of its hand is in its address, in forms too.
        super().__init__(formdata=request.values)

    def photos_of(self, photo: str) -> list[str]:
        """The ids of the photos of a page: that one, then the others."""
        return list(dict.fromkeys((photo, *self.also.data.split())))[: own_photos.MOST]

    @property
    def rows_as_fields(self) -> dict[str, Any]:
        """The rows as fields of an address."""
        return {"row": self.row.data} if self.row.data else {}


class PhotosForm(PlainForm):
    """Photos to be read."""

    photo = MultipleFileField()


@bp.route("/photo/start", methods=["GET", "POST"])
def start() -> AnyResponse:
    """Redirect from a pad to the page that takes a photo for it, keeping everything entered."""
    fields = sent()
    path, _, field = fields.pop(OF, "").partition("#")
    target = read_target(f"{path}?{urlencode(fields)}", field)
    return redirect(url_for(".pick", to=target.address, field=field), 303)


@bp.get("/photo")
def pick() -> str:
    """The page that takes a photo, and hands it in for phones without script."""
    return _pick_page(_sent_target())


@bp.post("/photo")
def hand_in() -> AnyResponse:
    """Queue the photos to be read: one, or several of one hand or table."""
    target = _sent_target()
    photos = CardsForm().also.data.split()
    try:
        for photo_bytes in _sent_photos(MOST_TOGETHER - len(photos)):
            # The machine itself has no address: its browsers take turns by a name.
            phone = visitors.address() or own_photos.phone_name()
            photo = photo_queue().hand_in(photo_bytes, target.pack, phone, target.rules.packs)
            own_photos.claim_photo(photo)
            photos.append(photo)
    except ScorepadError as error:
        return _refused_page(target, error)
    if _wants_json():
        return jsonify(photo=photos[-1])
    return redirect(_page_address(target, photos), 303)


@bp.post("/photo/<photo>/more")
def more(photo: str) -> AnyResponse:
    """Redirect to the page that takes another photo of the same hand, keeping the rows."""
    form = CardsForm()
    fields = form.rows_as_fields | _target_fields(_sent_target())
    return redirect(url_for(".pick", also=" ".join(form.photos_of(photo)), **fields), 303)


@bp.get("/photo/<photo>")
def page(photo: str) -> AnyResponse:
    """The cards read on the photos, to be corrected; the progress while they are being read. Redirects to the
    pad if a photo is gone."""
    target, form = _sent_target(), CardsForm()
    photos = form.photos_of(photo)
    # The script sends the whole form as `to`; from here on the short address says it.
    if len(target.address) < len(request.args["to"]):
        return redirect(_page_address(target, photos), 303)
    shown: list[ShownPhoto] = []
    for each in photos:
        try:
            state = photo_queue().photo_state(own_photo(each))
        except (Gone, PhotosLost) as error:
            return _page_without(target, photos, each, error.message)
        if state.name == "failed" and len(photos) > 1:
            return _page_without(target, photos, each, state.message)
        if state.reading is None:
            return _wait_page(each, photos, target, state)
        shown.append(ShownPhoto(each, read_photo(state, target.rules.pack)))
    rows = form.row.data
    typed = () if "by_hand" in request.args else rows or None
    return make_response(_view_page(PhotoView(tuple(shown), target, typed, new=bool(rows)), form))


@bp.get("/photo/<photo>/beside")
def beside(photo: str) -> Response:
    """The cards of one more photo, and which of them the rows already have, for pages with script."""
    try:
        target = _sent_target()
        picture = read_photo(photo_queue().photo_state(own_photo(photo)), target.rules.pack)
    except ScorepadError as error:
        return _as_json(error)
    view = PhotoView((ShownPhoto(photo, picture),), target, CardsForm().row.data, new=True)
    return jsonify(view.for_script())


def _page_address(target: PadTarget, photos: Sequence[str]) -> str:
    """The address of the page of these photos, with the rows of the request."""
    also = " ".join(photos[1:]) or None
    return url_for(
        ".page", photo=photos[0], also=also, **CardsForm().rows_as_fields, **_target_fields(target)
    )


def _page_without(target: PadTarget, photos: Sequence[str], lost: str, why: str) -> AnyResponse:
    """Redirect to the page of the other photos, or to the pad if there are none, with `why` as a message."""
    flash(page_words(why), "error")
    others = [photo for photo in photos if photo != lost]
    return redirect(_page_address(target, others) if others else target.address, 303)


@bp.get("/photo/<photo>/state")
def state(photo: str) -> Response:
    """The progress of a photo, for pages with script."""
    try:
        photo_state = photo_queue().photo_state(own_photo(photo))
    except ScorepadError as error:
        return _as_json(error)
    found = [{"box": index.box, "card": found_words(index, photo_state.pack)} for index in photo_state.found]
    words = page_words(progress_words(photo_state))
    return jsonify(state=photo_state.name, words=words, size=photo_state.size, found=found)


@bp.get("/photo/<photo>/picture")
def picture(photo: str) -> Response:
    return private_picture(photo_queue().shown_picture(own_photo(photo)))


@bp.get("/photo/warnings")
def warnings() -> str:
    """Warnings about cards of which the packs hold fewer, while the cards are corrected."""
    return render_template("photos/_warnings.html", view=_typed_view((), _sent_target(), CardsForm()))


@bp.post("/photo/<photo>/use")
def use(photo: str) -> AnyResponse:
    """Use the cards in the pad. The photos are deleted, unless the table may keep them with the entry."""
    target, form = _sent_target(), CardsForm()
    photos = form.photos_of(photo)
    view = _typed_view(photos, target, form)
    if not form.validate() or view.error or not view.melds:
        return make_response(_view_again(view, form), 422)
    taken_out = form.out.data.split()
    _forget_photos(taken_out)
    photos = [each for each in photos if each not in taken_out]
    if form.then.data and target.hand_next:
        _forget_photos(photos)
        return redirect(target.filled_before_hand(view.melds, adds=view.adds), 303)
    as_melds = bool(form.laid.data) and target.lays
    # The groups of a whole table are shared out beside their photo, so that it must still be there.
    keeps = target.shares or (target.records and store().keeps_photos(target.table_id))
    if not keeps:
        _forget_photos(photos)
    kept = " ".join(photos) if keeps else ""
    return redirect(target.filled(view.melds, adds=view.adds, laid=as_melds, photo=kept), 303)


@bp.post("/photo/<photo>/badly")
def badly_read(photo: str) -> Response:
    """A report of badly read cards to download: the photos, what was read, and what the person corrected."""
    target, form = _sent_target(), CardsForm()
    photos = [own_photo(each) for each in form.photos_of(photo) if each not in form.out.data.split()]
    said = {
        "pack": target.pack,
        "read": [to_builtins(photo_queue().photo_state(each).reading) for each in photos],
        "rows": [write_cards(meld) for meld in _typed_view(photos, target, form).melds] or form.row.data,
        "note": form.note.data,
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as saved:
        saved.writestr("read.json", json.dumps(said, indent=1, ensure_ascii=False))
        for number, each in enumerate(photos, 1):
            saved.writestr(f"photo-{number}.jpg", photo_queue().shown_picture(each))
    headers = {"Content-Disposition": 'attachment; filename="badly-read.zip"', "Cache-Control": PRIVATE_CACHE}
    return Response(file.getvalue(), mimetype="application/zip", headers=headers)


@bp.post("/photo/<photo>/again")
def read_again(photo: str) -> AnyResponse:
    """Read a photo again for which the pad lacked memory."""
    photo_queue().read_again(own_photo(photo))
    return redirect(url_for(".page", photo=photo, **_target_fields(_sent_target())), 303)


@bp.post("/photo/<photo>/forget")
def forget(photo: str) -> AnyResponse:
    """Delete the photo, and go back to the earlier photos or to the pad. With script, the pad may be ready
    for another photo."""
    target, form = _sent_target(), CardsForm()
    if before := form.before.data.split():
        forget_photo(photo)
        return redirect(_page_address(target, before), 303)
    _forget_photos(form.photos_of(photo))
    return redirect(target.address + (CAMERA if form.again.data else ""), 303)


def _forget_photos(photos: Iterable[str]) -> None:
    for photo in photos:
        forget_photo(photo)


def _sent_target() -> PadTarget:
    return read_target(request.args.get("to", ""), request.args.get("field", ""))


def _target_fields(target: PadTarget) -> dict[str, Any]:
    """The fields that identify the pad in the addresses of a photo."""
    return {"to": target.address, "field": target.field}


def _sent_photos(most: int) -> Iterator[bytes]:
    """The photos in the request. Raises NotAPhoto if there is none, or too many."""
    files = PhotosForm().photo.data or ()
    if not files:
        raise NotAPhoto(say("There’s no photo yet. Take one, or choose one."), at="photo")
    if len(files) > most:
        raise NotAPhoto(TOO_MANY, at="photo")
    return (file.stream.read(MOST_BYTES + 1) for file in files)


def _typed_view(photos: Sequence[str], target: PadTarget, form: CardsForm) -> PhotoView:
    """The cards as they were sent, even if the photos are gone."""
    shown = tuple(ShownPhoto(photo, ReadPhoto()) for photo in photos)
    return PhotoView(shown, target, form.row.data, form.how.data != "replace", form.letters.data)


def _wait_page(photo: str, photos: Sequence[str], target: PadTarget, state: PhotoState) -> Response:
    """The page with the progress of a photo, which reloads until it is read."""
    others = [each for each in photos if each != photo]
    words = {
        "photo": photo,
        "target": target,
        "state": state,
        "words": progress_words(state),
        "found": [(index.box, found_words(index, state.pack)) for index in state.found],
        "to": _target_fields(target),
        "ends": _target_fields(target)
        | CardsForm().rows_as_fields
        | ({"before": " ".join(others)} if others else {}),
    }
    answer = make_response(render_template("photos/wait.html", **words))
    if state.name != "failed":
        answer.headers["Refresh"] = str(LOOK_AGAIN)
    return answer


def _view_again(view: PhotoView, form: CardsForm) -> str:
    """The page with the rows as typed. Raises Gone if one of its photos no longer exists."""
    pack = view.target.rules.pack
    pictures = (read_photo(photo_queue().photo_state(own_photo(shown.photo)), pack) for shown in view.photos)
    photos = (replace(shown, picture=picture) for shown, picture in zip(view.photos, pictures, strict=True))
    return _view_page(replace(view, photos=tuple(photos)), form)


def _view_page(view: PhotoView, form: CardsForm) -> str:
    before = view.target.typed
    form.how.choices = form.how.choices | {"add": before.place.add_to(len(before.cards))}
    form.then.label.text = view.use
    has_rows = any(shown.picture.rows for shown in view.photos) or view.typed is not None
    template = "photos/photo.html" if has_rows else "photos/none.html"
    shown = {"target": view.target, "rules": view.target.rules, "to": _target_fields(view.target)}
    return render_template(template, view=view, form=form, **shown)


def _pick_page(target: PadTarget, problem: str = "") -> str:
    form = CardsForm()
    also = " ".join(form.also.data.split()) or None
    to = form.rows_as_fields | {"also": also} | _target_fields(target)
    return render_template("photos/pick.html", target=target, problem=problem, to=to)


def _refused_page(target: PadTarget, error: ScorepadError) -> AnyResponse:
    if _wants_json():
        return _as_json(error)
    return make_response(_pick_page(target, error.message), status_of(error))


def _as_json(error: ScorepadError) -> Response:
    """The error as JSON for the page's script, in the page's language."""
    said_error = {**error.as_dict(), "message": page_words(error.message)}
    return make_response(jsonify(error=said_error), status_of(error))


def _wants_json() -> bool:
    return request.accept_mimetypes.best == JSON
