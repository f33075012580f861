"""`scorepad read`: the cards on photos, for people and for programs."""

from __future__ import annotations

import json
import os

import pytest
from msgspec import convert
from PIL import Image

from scorepad.cli.main import main
from scorepad.photos import reading
from scorepad.photos.reading import PhotoReading
from tests.photos.photo_files import file_of, picture
from tests.shared import SHARED
from vision.reader import PieceReading, picture_reading

PHOTOS = SHARED / "photos"


@pytest.fixture
def photo(tmp_path):
    """A picture without cards."""
    path = tmp_path / "green.jpg"
    path.write_bytes(file_of(picture(400, 300)))
    return str(path)


@pytest.fixture
def hand(monkeypatch):
    """A reader that finds two groups on every photo, and doubts a card."""
    texts = ["4C", "5C", "w", "TH"]
    cards = [{"card": text, "confidence": 0.9, "box": [1, 2, 3, 4]} for text in texts]
    answer = {"cards": cards, "groups": [[0, 1, 2], [3]], "unsure": [1], "seconds": 0.1}
    monkeypatch.setattr(reading, "read_photo", lambda _data, _pack, _count: convert(answer, PhotoReading))
    return answer


def test_people_see_a_line_for_each_group(hand, photo, capsys):
    """In the players' signs, doubtful cards marked."""
    assert main(["read", photo]) == 0
    assert capsys.readouterr().out == "♣4 ♣5? w\n♥T\n4 cards; 1 doubtful, marked ?.\n"
    assert hand["unsure"] == [1]


def test_a_fault_of_a_photo_that_was_read_is_said_after_its_cards(monkeypatch, hand, photo, capsys):
    told = convert(hand | {"faults": ["mirrored"]}, PhotoReading)
    monkeypatch.setattr(reading, "read_photo", lambda _data, _pack, _count: told)
    assert main(["read", photo]) == 0
    assert "marked ?.\nThe photo is mirrored" in capsys.readouterr().out


@pytest.mark.usefixtures("hand")
def test_several_photos_are_told_apart_by_their_names(photo, capsys):
    assert main(["read", photo, photo]) == 0
    assert capsys.readouterr().out.count(f"{photo}:\n♣4 ♣5? w\n") == 2


def test_tiles_are_shown_by_their_colours(monkeypatch, photo, capsys):
    """Numbers of a pack of tiles, in its notation."""
    cards = [{"card": text, "confidence": 0.9, "box": [1, 2, 3, 4]} for text in ("13R", "1K", "w")]
    answer = {"cards": cards, "groups": [[0, 1, 2]], "unsure": [], "seconds": 0.1}
    monkeypatch.setattr(reading, "read_photo", lambda _data, _pack, _count: convert(answer, PhotoReading))
    assert main(["read", photo, "--pack", "rummikub"]) == 0
    assert capsys.readouterr().out == "●13 ■1 w\n3 cards.\n"


@pytest.mark.parametrize(("pack", "joker"), [("rummikub", "w"), ("okey", "F")])
def test_o1_a_tile_without_a_number_is_a_false_joker_of_okey(monkeypatch, photo, capsys, pack, joker):
    """A joker's face, or a sign that no joker has; of rummikub's tiles it is a joker."""
    pieces = [PieceReading(name, 0.95, (1, 2, 3, 4)) for name in ("R13", "JOKER", "SIGN")]
    seen = picture_reading([pieces])
    monkeypatch.setattr("vision.tiles.tile_reader.read_tiles", lambda _picture: seen)
    assert main(["read", photo, "--pack", pack]) == 0
    assert capsys.readouterr().out == f"●13 {joker} {joker}\n3 cards.\n"
    assert main(["read", photo, "--pack", pack, "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["photos"]
    assert [card["card"] for card in told["cards"]] == ["13R", joker, joker]


def test_programs_get_the_shape_of_the_contract(hand, photo, capsys):
    """`{"photos": [{"file", "cards", "groups", "unsure", "seconds"}]}`."""
    assert main(["read", photo, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"photos": [{"file": photo} | hand]}


def test_a_photo_without_cards_says_so(photo, capsys):
    """By the real reader."""
    assert main(["read", photo]) == 0
    assert capsys.readouterr().out.startswith("No cards found in this photo.")


@pytest.mark.parametrize(
    ("size", "colour", "advice"),
    [
        ((16, 12), (90, 60, 30), "It’s too small"),
        ((1600, 1200), (0, 0, 0), "It’s very dark"),
        ((1600, 1200), (250, 250, 250), "Move closer"),
    ],
)
def test_a_photo_that_shows_nothing_says_what_helps(size, colour, advice, tmp_path, capsys):
    """A thumbnail; a lens that was covered; a white wall."""
    path = tmp_path / "nothing.png"
    Image.new("RGB", size, colour).save(path)
    assert main(["read", str(path)]) == 0
    assert capsys.readouterr().out.startswith(f"No cards found in this photo. {advice}")


def test_every_bad_file_is_named_at_once(photo, tmp_path, capsys):
    """On one line, with what is wrong with each; nothing else is printed."""
    text, cut, empty = (tmp_path / name for name in ("notes.txt", "cut.jpg", "empty.jpg"))
    text.write_text("isn’t a picture")
    cut.write_bytes(file_of(picture(400, 300))[:2000])
    empty.write_bytes(b"")
    missing = str(tmp_path / "missing.jpg")
    assert main(["read", str(text), photo, missing, str(cut), str(tmp_path), str(empty)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    for path in (str(text), missing, str(cut), f"{tmp_path}:", str(empty)):
        assert path in printed.err
    assert photo not in printed.err
    assert "Traceback" not in printed.err


def test_a_name_in_no_encoding_is_told_as_well_as_it_can_be(hand, photo, tmp_path, capsys):
    """Old cameras write such names."""
    odd = os.fsdecode(os.fsencode(tmp_path) + b"/hand\xff.jpg")
    os.rename(photo, odd)
    assert main(["read", odd, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["photos"] == [{"file": f"{tmp_path}/hand\ufffd.jpg"} | hand]


def test_a_pack_that_there_is_not_is_refused(photo, capsys):
    assert main(["read", photo, "--pack", "whist"]) == 2
    assert "'whist'" in capsys.readouterr().err


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photos lie beside the checkout")
def test_a_real_photo_is_read(capsys):
    """Cards in the core's notation with their confidence and box, each in one group."""
    assert main(["read", str(PHOTOS / "webcam-9.jpg"), str(PHOTOS / "joined-6.jpg"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["photos"]
    assert [photo["file"] for photo in told] == [str(PHOTOS / "webcam-9.jpg"), str(PHOTOS / "joined-6.jpg")]
    assert {card["card"] for card in told[0]["cards"]} == {"9H", "8H", "7D", "9S", "2D"}
    for photo in told:
        assert photo.keys() == {"file", "cards", "groups", "turns", "unsure", "seconds"}
        assert sorted(place for group in photo["groups"] for place in group) == [*range(len(photo["cards"]))]
        for card in photo["cards"]:
            assert card.keys() == {"card", "confidence", "box"}
            assert 0 < card["confidence"] <= 1
            assert len(card["box"]) == 4
            assert all(isinstance(side, int) for side in card["box"])
