"""Photos over HTTP: the cards on each, read by the processes that read all photos."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request
from msgspec import to_builtins
from werkzeug.datastructures import FileStorage

from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.sentence import plain_english
from scorepad.photos.desk import Desk
from scorepad.photos.limits import MOST_BYTES, NotAPhoto, check_pack, check_pack_count
from scorepad.photos.reading import PhotoAnswer, PhotoReading, ReadAnswer
from scorepad.web import visitors
from scorepad.web.api.openapi import MOST_PHOTOS
from scorepad.web.fields import whole_number
from scorepad.web.photo_desk import desk

bp = Blueprint("reading", __name__, url_prefix="/api/v1")

FIELD = "photo"
READ_WITHIN = 120.0


@bp.post("/read")
def read() -> Response:
    """What lies on the photos that are sent, in their order."""
    pack = request.form.get("pack", "").strip()
    pack_count = whole_number(request.form.get("packs", "").strip() or "0")
    check_pack(pack)
    check_pack_count(pack_count)
    files = _sent_files()
    readings = zip(files, _read_files(desk(), files, pack, pack_count or 0), strict=True)
    photos = tuple(PhotoAnswer.of(file.filename or "", reading) for file, reading in readings)
    return jsonify(to_builtins(ReadAnswer(photos), enc_hook=plain_english))


def _sent_files() -> list[FileStorage]:
    """The photos that were sent. Raises NotAPhoto."""
    files = request.files.getlist(FIELD)
    if not files:
        raise NotAPhoto("Expected a multipart upload with a picture in the field 'photo'.")
    if len(files) > MOST_PHOTOS:
        raise NotAPhoto(f"{len(files)} photos: at most {MOST_PHOTOS} are read at a time.")
    return files


def _read_files(photo_desk: Desk, files: list[FileStorage], pack: str, pack_count: int) -> list[PhotoReading]:
    """What was read on each photo. Raises one error that names every file which is none."""
    phone_address = visitors.address()
    photo_ids: list[str] = []
    faults: list[ScorepadError] = []
    try:
        for number, file in enumerate(files, 1):
            try:
                photo_bytes = file.stream.read(MOST_BYTES + 1)
                photo_ids.append(photo_desk.hand_in(photo_bytes, pack, phone_address, pack_count))
            except NotAPhoto as fault:
                faults.append(_fault_of_file(fault, file, number) if len(files) > 1 else fault)
        if faults:
            raise join_errors(faults)
        return [photo_desk.wait_for_reading(photo, READ_WITHIN) for photo in photo_ids]
    finally:
        for photo in photo_ids:
            photo_desk.forget(photo)


def _fault_of_file(fault: NotAPhoto, file: FileStorage, number: int) -> ScorepadError:
    return ScorepadError(f"{file.filename}: {fault.message}", at=f"{FIELD}:{number}", code=fault.code)
