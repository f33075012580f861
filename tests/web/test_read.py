"""`POST /api/v1/read`: photos over HTTP, answered as on the command line, bounded in size and rate."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys

import pytest
from msgspec import convert

from scorepad.jobs.client import ADDRESS_VARIABLE
from scorepad.photos import reading
from scorepad.photos.limits import MOST_BYTES
from scorepad.photos.queue import PhotoQueue
from scorepad.photos.reading import PhotoReading
from scorepad.store.opening import open_photo_table
from scorepad.web.api.openapi import api_document
from tests.photos.photo_files import file_of, picture, png, uploaded
from tests.shared import SHARED

PHONE = {"REMOTE_ADDR": "192.168.1.77"}
PHOTO = SHARED / "photos" / "webcam-9.jpg"
CARD = {"card": "QH", "confidence": 0.99, "box": [200, 300, 40, 60]}
ANSWER = {"cards": [CARD], "groups": [[0]], "unsure": [], "seconds": 0.1}


@pytest.fixture(autouse=True)
def queen(request, monkeypatch):
    """A reader that finds the queen of hearts on every photo, but where the real one is meant."""
    if "really" not in request.node.name:
        monkeypatch.setattr(
            reading, "read_pixels", lambda _picture, _pack, _count: convert(ANSWER, PhotoReading)
        )


@pytest.fixture
def make_client(make_app):
    """A client of an app with further settings."""
    return lambda **config: make_app(**config).test_client()


def post(client, *files, pack=None, **how):
    """Upload files: bytes, or (bytes, name)."""
    named = [one if isinstance(one, tuple) else (one, "hand.jpg") for one in files]
    fields = {} if pack is None else {"pack": pack}
    return client.post("/api/v1/read", **uploaded(named, **fields), **how)


def error(reply, status):
    """What was refused, and that it is said as everywhere."""
    assert reply.status_code == status, reply.text
    assert {"code", "message", "at"} <= reply.json["error"].keys()
    assert reply.json["error"]["message"].endswith(".")
    return reply.json["error"]


def test_a_photo_is_answered_in_the_shape_of_the_command_line(client):
    """`file` is the name it was sent under; no token is needed."""
    reply = post(client, (file_of(picture(400, 600)), "Friday's hand.jpg"))
    assert reply.status_code == 200
    assert reply.json == {"photos": [{"file": "Friday's hand.jpg"} | ANSWER]}


def test_boxes_are_in_pixels_of_the_photo_that_was_sent(client):
    """However small a picture of it people would see."""
    reply = post(client, file_of(picture(4000, 3000)))
    assert reply.json["photos"][0]["cards"] == [CARD]


def test_several_photos_are_answered_in_their_order(client):
    names = [f"{number}.jpg" for number in range(3)]
    reply = post(client, *[(file_of(picture()), name) for name in names])
    assert [photo["file"] for photo in reply.json["photos"]] == names


def test_photos_of_one_hand_are_put_together(client):
    """Cards that two of them show are told; so many photos of several hands are not put together."""
    reply = post(client, file_of(picture()), file_of(picture()))
    told = reply.json
    assert told["cards"] == [{"card": "QH", "confidence": 0.99, "photo": 0, "box": CARD["box"]}]
    assert told["groups"] == [[0]]
    assert told["seen_twice"] == [
        {"cards": ["QH"], "pairs": [[[0, 0], [1, 0]]], "certain": False, "same": True}
    ]
    many = post(client, *[file_of(picture(40, 30)) for _ in range(6)]).json
    assert many.keys() == {"photos"}


def test_a_card_of_one_pack_in_two_photos_is_certainly_the_same(client):
    files = [(file_of(picture()), "hand.jpg")] * 2
    told = client.post("/api/v1/read", **uploaded(files, packs="1")).json
    assert [question["certain"] for question in told["seen_twice"]] == [True]


@pytest.mark.skipif(not PHOTO.exists(), reason="the photos lie beside the checkout")
def test_a_photo_is_really_read(client):
    reply = post(client, PHOTO.read_bytes())
    cards = reply.json["photos"][0]["cards"]
    assert {card["card"] for card in cards} == {"9H", "8H", "7D", "9S", "2D"}


def test_the_pack_says_what_is_looked_for(client, monkeypatch):
    """None is the French one."""
    packs = []
    monkeypatch.setattr(
        reading,
        "read_pixels",
        lambda _picture, pack, _count: packs.append(pack) or convert(ANSWER, PhotoReading),
    )
    for pack in (None, "", " rummikub ", "okey"):
        assert post(client, file_of(picture()), pack=pack).status_code == 200
    assert packs == ["", "", "rummikub", "okey"]


def test_a_pack_that_there_is_not_is_named(client):
    fault = error(post(client, file_of(picture()), pack="whist"), 400)
    assert (fault["code"], fault["at"]) == ("pack", "pack")
    assert "'whist'" in fault["message"]


@pytest.mark.parametrize(
    ("how", "status"),
    [
        ({}, 400),
        ({"data": {"pack": "french"}}, 415),
        ({"data": {"picture": (io.BytesIO(b"x"), "hand.jpg")}}, 400),
        ({"data": {"photo": "no file"}}, 415),
        ({"json": {"photo": "hand.jpg"}}, 415),
        ({"data": b"\xff\xd8\xff", "content_type": "image/jpeg"}, 415),
        ({"data": b"broken", "content_type": "multipart/form-data"}, 400),
        ({"data": b"--x\r\nbroken", "content_type": "multipart/form-data; boundary=x"}, 400),
    ],
)
def test_an_upload_without_a_photo_is_told_what_is_expected(client, how, status):
    """The field, and how it is sent."""
    fault = error(client.post("/api/v1/read", **how), status)
    assert "'photo'" in fault["message"]
    assert fault["at"] == "photo"


@pytest.mark.parametrize(
    ("data", "status", "said"),
    [
        (b"", 400, "empty"),
        (b"no picture at all", 400, "isn’t a picture"),
        (file_of(picture())[:400], 400, "damaged"),
        (png(10_001, 6_000), 400, "may have 30 megapixels"),
        (b"\xff" * (MOST_BYTES + 1), 413, "larger than 20 MB"),
    ],
)
def test_what_is_no_photo_is_refused_in_one_line(client, data, status, said):
    fault = error(post(client, data), status)
    assert said in fault["message"]
    assert fault["at"] == "photo"


def test_every_bad_photo_of_several_is_named(client):
    """And none of them is read."""
    good = file_of(picture())
    fault = error(post(client, (good, "a.jpg"), (b"x", "b.jpg"), (good, "c.jpg"), (b"", "d.jpg")), 400)
    assert [single["at"] for single in fault["faults"]] == ["photo:2", "photo:4"]
    assert "b.jpg: " in fault["message"]
    assert "d.jpg: " in fault["message"]


def test_more_photos_than_are_read_at_a_time_are_refused(client):
    assert "at most 10" in error(post(client, *[file_of(picture())] * 11), 400)["message"]


def test_twenty_megabytes_pass_here_and_nowhere_else(client):
    """Other ways in keep their small limits."""
    photo = file_of(picture())
    large = photo + bytes(MOST_BYTES - len(photo))
    assert post(client, large).status_code == 200
    for path in ("/new", "/join"):
        reply = client.post(path, **uploaded([(large, "hand.jpg")]))
        assert reply.status_code == 413, path
    for path in ("/api/v1/best", "/api/v1/check"):
        reply = client.post(path, data=large, content_type="application/json")
        assert reply.status_code == 413, path


def test_one_request_is_bounded_as_a_whole(make_client):
    """By a setting."""
    client = make_client(LIMIT_READ_BODY=100_000)
    assert post(client, file_of(picture())).status_code == 200
    error(post(client, bytes(100_001)), 413)


def test_photos_are_limited_in_rate(make_client):
    """Each address for itself, by a limit of their own; JSON, with the time to wait."""
    client = make_client(LIMIT_READ="2 per minute")
    replies = [post(client, file_of(picture()), environ_base=PHONE) for _ in range(3)]
    assert [reply.status_code for reply in replies] == [200, 200, 429]
    assert error(replies[-1], 429)["code"] == "too-many-requests"
    assert int(replies[-1].headers["Retry-After"]) > 0
    assert client.get("/api/v1/games", environ_base=PHONE).status_code == 200
    for _ in range(3):
        assert post(client, file_of(picture())).status_code == 200


def test_a_photo_that_breaks_the_reader_is_told(client, monkeypatch):
    """A fault of the photo and not of the pad."""
    monkeypatch.setattr(reading, "read_pixels", lambda _picture, _pack, _count: 1 // 0)
    assert error(post(client, file_of(picture())), 422)["code"] == "unreadable"


def test_a_busy_pad_says_so(make_client, monkeypatch, tmp_path):
    """503, at once."""
    monkeypatch.setenv(ADDRESS_VARIABLE, str(tmp_path / "nobody"))
    client = make_client(PHOTO_QUEUE=1)
    PhotoQueue(client.application.config["INSTANCE"]).hand_in(file_of(picture()))
    assert error(post(client, file_of(picture())), 503)["code"] == "busy"


def test_nothing_of_the_photo_is_left(client):
    """Whether it was read or refused."""
    post(client, file_of(picture()))
    post(client, file_of(picture()), b"no picture")
    with open_photo_table(client.application.config["INSTANCE"]) as table:
        assert table._rows("") == []


def test_the_way_in_is_described(client):
    """With the field, the pack, and every part of the answer."""
    described = api_document(client.application.config)
    assert client.get("/api/v1/openapi.json").json == json.loads(json.dumps(described))
    operation = described["paths"]["/api/v1/read"]["post"]
    form = operation["requestBody"]["content"]["multipart/form-data"]["schema"]
    assert form["properties"].keys() == {"photo", "pack", "packs"}
    photo = described["components"]["schemas"]["PhotoAnswer"]
    assert photo["properties"].keys() == {"file", "pack", "faults", "turns"} | ANSWER.keys()


def test_web_workers_load_no_decoder():
    """Photos are the matter of other processes."""
    code = (
        "import sys; from scorepad.web import create_app; import scorepad.web.api.routes; "
        "print({'PIL', 'pillow_heif', 'cv2', 'scorepad.photos.formats'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_pages_take_photos_within_the_same_bounds(make_client):
    """As large, and counted by the same limit of rate; looking at pages counts nothing."""
    client = make_client(LIMIT_READ="2 per minute")
    page = "/photo?to=/solve&field=cards"
    photo = file_of(picture())
    statuses = []
    for _ in range(3):
        shown = client.get(page, environ_base=PHONE).get_data(as_text=True)
        token = re.search(r'name="csrf_token" value="([^"]+)"', shown)[1]
        sent = uploaded([(photo + bytes(8_000_000), "hand.jpg")], csrf_token=token)
        statuses.append(client.post(page, **sent, environ_base=PHONE).status_code)
    assert statuses == [303, 303, 429]


@pytest.mark.parametrize(
    ("fields", "at"),
    [({"pack": "spanish-40"}, "pack"), ({"packs": "-1"}, "packs"), ({"packs": "two"}, "packs")],
)
def test_a_pack_that_is_not_read_and_no_number_of_packs_are_refused(client, fields, at):
    """Before the photo is looked at."""
    sent = uploaded([(file_of(picture(400, 600)), "hand.jpg")], **fields)
    assert error(client.post("/api/v1/read", **sent), 400)["at"] == at
