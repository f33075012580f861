"""The JSON way in: the same questions as the command line, at fixed addresses; and photos, whose cards the
processes read that read all photos."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from math import isfinite
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request
from msgspec import to_builtins
from werkzeug.datastructures import FileStorage

from scorepad.answers.game_answers import games_answer
from scorepad.answers.question_types import DEFAULT_LIMIT, LARGEST_NUMBER, LONGEST_LIMIT
from scorepad.answers.verbs import ADDRESSES, VERBS, read_question
from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.sentence import plain_english
from scorepad.jobs import client
from scorepad.photos.limits import MOST_BYTES, NotAPhoto, check_pack, check_pack_count
from scorepad.photos.queue import PhotoQueue
from scorepad.photos.reading import PhotoAnswer, PhotoReading, ReadAnswer
from scorepad.web import visitors
from scorepad.web.api.openapi import MOST_PHOTOS, api_document
from scorepad.web.fields import whole_number
from scorepad.web.hand.solved import ANONYMOUS_SECONDS
from scorepad.web.photos.own_photos import photo_queue

bp = Blueprint("api", __name__, url_prefix="/api/v1")

ANSWER_WITHIN = 70.0  # seconds, more than the longest limit of a search
UNNAMED_KINDS = ("", "text/plain", "application/x-www-form-urlencoded")  # the last is what `curl -d` says
MOST_NESTED = 20  # lists and objects within each other


@bp.get("/games")
def games() -> Response:
    """Every game and its options."""
    return jsonify(to_builtins(games_answer(), enc_hook=plain_english))


@bp.get("/openapi.json")
def openapi() -> Response:
    """This interface described in its own terms."""
    return jsonify(api_document(current_app.config))


def _answer_verb(verb: str) -> Response:
    question = sent_question()
    if "limit" in VERBS[verb].question_class.__struct_fields__:
        question = {**question, **_shortened(question)}
    seconds, asker = _most_seconds(question), visitors.asker()
    answer = client.ask_json(VERBS[verb].job, question, ANSWER_WITHIN, limit=seconds, asker=asker)
    return Response(answer, mimetype="application/json")


def _shortened(question: Mapping[str, Any]) -> Mapping[str, Any]:
    """The limit of a question where it is less than what was asked for: somebody else may have less than the
    machine itself. One that nobody may have stays, to be refused."""
    most = visitors.search_seconds(LONGEST_LIMIT if visitors.from_here() else ANONYMOUS_SECONDS)
    limit = question.get("limit", DEFAULT_LIMIT)
    is_long = isinstance(limit, int | float) and most < limit <= LONGEST_LIMIT
    return {"limit": most} if is_long else {}


def _most_seconds(question: Mapping[str, Any]) -> float:
    """What the answer may take in all: a proof that is checked takes its limit again, to be found and to be
    checked."""
    limit = question.get("limit", ANONYMOUS_SECONDS)
    seconds = limit if isinstance(limit, int | float) and limit >= 0 else ANONYMOUS_SECONDS
    proof_seconds = 2 * seconds if question.get("check_proof") else 0.0
    return min(seconds + proof_seconds + visitors.BESIDE_SEARCH, ANSWER_WITHIN)


def sent_question() -> dict[str, Any]:
    """The request's JSON object, of which every piece can be written as it was sent. Raises ScorepadError
    when there is none, with every piece that is not so."""
    if not _is_json(request.mimetype) or "Content-Encoding" in request.headers:
        raise OtherKind("Send the body as JSON, with the Content-Type application/json, uncompressed.")
    try:
        question = read_question(request.get_data())
    except ValueError:
        raise ScorepadError("Send one JSON object as the body.", at="body", code="json") from None
    if faults := list(_unwritable_pieces(question)):
        raise join_errors(faults)
    return question


class OtherKind(ScorepadError):
    """A body of a kind that is not read at this address."""

    code = "media-type"

    def __init__(self, reason: str, at: str = "Content-Type") -> None:
        super().__init__(reason, at=at)


def _is_json(kind: str) -> bool:
    """Whether a body of that type may be JSON: what programs send that name none is, too."""
    return kind in UNNAMED_KINDS or kind.endswith(("/json", "+json"))


def _unwritable_pieces(value: object, at: str = "body", depth: int = 0) -> Iterator[ScorepadError]:
    """What reads as JSON and is no text or number: halves of characters, numbers beyond all bounds."""
    fault = ""
    if isinstance(value, dict | list) and depth == MOST_NESTED:
        fault = f"nested too deep. Send at most {MOST_NESTED} levels"
    elif isinstance(value, dict | list):
        for name, piece in value.items() if isinstance(value, dict) else enumerate(value):
            place = ascii(name).strip("'\"") or ascii(name)
            # The name of a field may hold half a character too.
            yield from _unwritable_pieces(name, at, depth + 1)
            yield from _unwritable_pieces(piece, f"{at}.{place}" if depth else place, depth + 1)
    elif isinstance(value, str) and any("\ud800" <= char <= "\udfff" for char in value):
        fault = f"{value[:20]!a} has half a character. Send whole ones"
    elif isinstance(value, float) and not isfinite(value):
        fault = f"{value} isn’t a number that can be used here. Send a smaller one"
    elif isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        fault = f"send a number of at most {LARGEST_NUMBER}"
    if fault:
        yield ScorepadError(f"{at}: {fault}.", at=at, code="json")


def _add_routes(verb: str) -> None:
    address = ADDRESSES[verb]
    bp.add_url_rule(f"/{address}", address, partial(_answer_verb, verb), methods=["POST"])


for _api_verb in VERBS:
    _add_routes(_api_verb)


reading_bp = Blueprint("reading", __name__, url_prefix="/api/v1")

FIELD = "photo"
NO_UPLOAD = "Send a multipart upload with a picture in the field 'photo'."
READ_WITHIN = 120.0


@reading_bp.post("/read")
def read() -> Response:
    """What lies on the photos that are sent, in their order."""
    if request.mimetype not in ("", "multipart/form-data"):
        raise OtherKind(NO_UPLOAD, at=FIELD)
    pack = _sent_once("pack")
    pack_count = whole_number(_sent_once("packs") or "0")
    check_pack(pack)
    check_pack_count(pack_count)
    files = _sent_files()
    readings = zip(files, _read_files(photo_queue(), files, pack, pack_count or 0), strict=True)
    photos = tuple(PhotoAnswer.of(file.filename or "", reading) for file, reading in readings)
    return jsonify(to_builtins(ReadAnswer.of(photos, pack, pack_count or 0), enc_hook=plain_english))


def _sent_once(name: str) -> str:
    """The field of the form; empty where it was not sent. Raises ScorepadError where it was sent again."""
    values = request.form.getlist(name)
    if len(values) > 1:
        raise ScorepadError(f"Send {name} once.", at=name, code="field")
    return values[0].strip() if values else ""


def _sent_files() -> list[FileStorage]:
    """The photos that were sent. Raises NotAPhoto."""
    files = request.files.getlist(FIELD)
    if not files:
        raise NotAPhoto(NO_UPLOAD)
    if len(files) > MOST_PHOTOS:
        raise NotAPhoto(f"{len(files)} photos are too many. Send at most {MOST_PHOTOS} at a time.")
    return files


def _read_files(
    queue: PhotoQueue, files: list[FileStorage], pack: str, pack_count: int
) -> list[PhotoReading]:
    """What was read on each photo. Raises one error that names every file which is none."""
    phone_address = visitors.address()
    photo_ids: list[str] = []
    faults: list[ScorepadError] = []
    try:
        for number, file in enumerate(files, 1):
            try:
                # One byte too many is enough for the queue to refuse the file.
                photo_bytes = file.stream.read(MOST_BYTES + 1)
                photo_ids.append(queue.hand_in(photo_bytes, pack, phone_address, pack_count))
            except NotAPhoto as fault:
                faults.append(_fault_of_file(fault, file, number) if len(files) > 1 else fault)
        if faults:
            raise join_errors(faults)
        return [queue.wait_for_reading(photo, READ_WITHIN) for photo in photo_ids]
    finally:
        # No page leads back to these photos, whatever went wrong.
        for photo in photo_ids:
            queue.forget(photo)


def _fault_of_file(fault: NotAPhoto, file: FileStorage, number: int) -> ScorepadError:
    return ScorepadError(f"{file.filename}: {fault.message}", at=f"{FIELD}:{number}", code=fault.code)
