"""Many crafted files: each is read, or refused in one clear line, and nothing else happens."""

from __future__ import annotations

import pytest
from msgspec import convert

from scorepad.photos import reading
from scorepad.photos.reading import PhotoReading
from scorepad.store.opening import open_photo_table
from tests.photos.photo_files import bombs, foreign, nonsense_exif, sound, spoilt, uploaded
from tests.profiles import examples

EACH = examples(75)  # variants of every sound file
CODES = {"photo", "photo-size"}
LEAST = 1000


def is_one_line(message):
    """A sentence or two for a person, that give nothing of the code away."""
    return message.endswith(".") and "\n" not in message and len(message) < 120 and "Error" not in message


@pytest.fixture(scope="module")
def variants():
    """What is sent over HTTP."""
    files = [*sound().values(), *foreign(), *bombs(), *nonsense_exif(), *spoilt(seed=1, each=EACH)]
    assert len(files) > examples(LEAST)
    return files


def test_a_crafted_upload_is_answered(client, monkeypatch, variants):
    """Over HTTP: 200, or 4xx with a code, a sentence and a place; never 5xx, and nothing is left behind."""
    answer = {"cards": [], "groups": [], "unsure": [], "seconds": 0.0}
    monkeypatch.setattr(reading, "read_pixels", lambda _picture, _pack, _count: convert(answer, PhotoReading))
    statuses = set()
    for data in variants:
        reply = client.post("/api/v1/read", **uploaded([(data, "hand.jpg")]))
        statuses.add(reply.status_code)
        if reply.status_code == 200:
            assert reply.json == {"photos": [{"file": "hand.jpg"} | answer]}
        else:
            assert reply.status_code == 400, reply.text
            error = reply.json["error"]
            assert error["code"] in CODES
            assert error["at"] == "photo"
            assert is_one_line(error["message"])
    assert statuses == {200, 400}
    with open_photo_table(client.application.config["INSTANCE"]) as table:
        assert table._rows("") == []
