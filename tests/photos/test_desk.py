"""The desk: photos are handed in, looked at, kept or forgotten, and nothing else of them is left."""

from __future__ import annotations

import os
import re
import time
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from scorepad.core.shortages import ShortOfMemory
from scorepad.jobs.client import ADDRESS_VARIABLE
from scorepad.jobs.turns import Busy
from scorepad.photos import reading
from scorepad.photos.desk import FAILED, NO_MEMORY_TO_READ, OF_ONE_PHONE, Desk, Gone, Unreadable
from scorepad.photos.limits import BadLimit, NotAPhoto, NotRead, PhotoLimits, from_environment, limits_of
from scorepad.photos.reading import CardSeen, PhotoReading
from scorepad.store.postgres_shelf import ServerShelf
from tests.photos.conftest import ON_DISK
from tests.photos.photo_files import KINDS, PLACE, exif, file_of, picture

CARD = CardSeen("QH", 0.99, (100, 200, 40, 60))
QUEEN = PhotoReading((CARD,), ((0,),), (), 0.1)


@pytest.fixture
def instance(tmp_path):
    return tmp_path / "instance"


@pytest.fixture
def desk(instance, photo_store):
    return Desk(instance, database=photo_store)


@pytest.fixture
def card(monkeypatch):
    """A reader that finds the queen of hearts on every photo."""
    monkeypatch.setattr(reading, "read_pixels", lambda _picture, _pack, _count: QUEEN)


@pytest.fixture
def nobody_reads(monkeypatch, tmp_path):
    """Photos wait: those who would read them are away."""
    monkeypatch.setenv(ADDRESS_VARIABLE, str(tmp_path / "nobody"))


def files(desk):
    """Every file that lies at the desk or is kept, by its folder and name."""
    files_found = {}
    for shelf in (desk._files._shelf, desk._evidence):
        if isinstance(shelf, ServerShelf):
            folders = {row[0] for row in shelf._run("select folder from files where place = %s")}
        else:
            folders = shelf._folders()
        for folder in folders:
            files_found |= {f"{folder}/{name}": shelf.get(folder, name) for name in shelf.names(folder)}
    return files_found


def segments(jpeg):
    """The marks of its segments; those that pixels need are few."""
    marks, at = set(), 2
    while jpeg[at + 1] != 0xDA:
        marks.add(jpeg[at + 1])
        at += 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
    return marks


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.usefixtures("nobody_reads")
def test_nothing_of_a_photo_is_stored_but_its_pixels(desk, kind):
    """No place, no time, no camera, no profile: neither while it waits nor when it is kept."""
    about = {"exif": exif(6, place=True)} | ({"comment": PLACE} if kind == "JPEG" else {})
    data = file_of(picture(900, 1200), kind, icc_profile=PLACE * 9, **about)
    assert PLACE in data
    photo = desk.hand_in(data)
    assert files(desk)
    for name, stored in files(desk).items():
        assert PLACE not in stored
        assert b"Exif" not in stored
        assert b"GPS" not in stored
        assert not name.endswith(".jpg") or segments(stored) <= {0xE0, 0xDB, 0xC0, 0xC4, 0xDD}
    desk.keep_as_evidence(photo, "table")
    assert all(PLACE not in content for content in files(desk).values())


@pytest.mark.usefixtures("card")
def test_the_picture_is_shown_upright_and_no_larger_than_needed(desk):
    """Its boxes are in its own pixels, whatever the size of the photo was."""
    photo = desk.hand_in(file_of(picture(4096, 3072), exif=exif(6)))
    with Image.open(BytesIO(desk.shown_picture(photo))) as shown:
        assert shown.format == "JPEG"
        assert shown.size == (1536, 2048)
        expected = picture(4096, 3072).resize((2048, 1536)).transpose(Image.Transpose.ROTATE_270)
        assert np.abs(np.asarray(shown, int) - np.asarray(expected, int)).mean() < 3
    state = desk.photo_state(photo)
    assert state.size == (1536, 2048)
    assert state.reading.cards == (CardSeen("QH", 0.99, (50, 100, 20, 30)),)


@pytest.mark.usefixtures("card")
def test_a_small_photo_is_shown_as_it_is(desk):
    """And its boxes stay where they are."""
    photo = desk.hand_in(file_of(picture(300, 400)))
    assert (desk.photo_state(photo).reading, desk.photo_state(photo).size) == (QUEEN, (300, 400))


@pytest.mark.usefixtures("card")
def test_an_answer_that_is_waited_for_is_in_pixels_of_the_photo(desk):
    """As `scorepad read` answers."""
    assert desk.wait_for_reading(desk.hand_in(file_of(picture(4096, 3072))), within=10) == QUEEN


def test_what_the_reader_sees_is_the_whole_photo(desk, monkeypatch):
    """At its full size and nearly to the bit, for the sake of small indices."""
    seen = []
    monkeypatch.setattr(reading, "read_pixels", lambda picture, _pack, _count: seen.append(picture) or QUEEN)
    noise = np.random.default_rng(1).integers(60, 190, (750, 1000, 3), np.uint8)
    noise = np.asarray(Image.fromarray(noise).resize((3000, 2250), Image.Resampling.BICUBIC))
    desk.photo_state(desk.hand_in(file_of(Image.fromarray(noise), "PNG", compress_level=1)))
    assert seen[0].shape == (2250, 3000, 3)
    assert np.abs(seen[0][:, :, ::-1].astype(int) - noise).mean() < 3


@pytest.mark.usefixtures("card")
def test_no_copy_of_the_full_size_is_left_when_it_has_been_read(desk):
    """Only what people look at."""
    photo = desk.hand_in(file_of(picture(4096, 3072)))
    assert len([name for name in files(desk) if name.endswith(".jpg")]) == 2
    desk.photo_state(photo)
    assert [name for name in files(desk) if name.endswith(".jpg")] == [f"{photo}/shown.jpg"]


@pytest.mark.usefixtures("nobody_reads")
def test_ids_cannot_be_guessed_and_fit_an_address(desk):
    names = {desk.hand_in(file_of(picture())) for _ in range(3)}
    assert len(names) == 3
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{20,}", name) for name in names)


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../kept/table", "/etc", "a/b", "x" * 300, "ä", "a\0b", "nothing"]
)
@pytest.mark.usefixtures("card")
def test_a_name_that_is_no_photo_leads_nowhere(desk, name):
    """Neither up nor aside."""
    photo = desk.hand_in(file_of(picture()))
    desk.keep_as_evidence(desk.hand_in(file_of(picture())), "table")
    for use in (desk.photo_state, desk.shown_picture, lambda photo: desk.keep_as_evidence(photo, "table")):
        with pytest.raises(Gone, match="gone"):
            use(name)
    desk.forget(name)
    assert desk.photo_state(photo).name == "read"
    assert len(desk.evidence_names("table")) == 1


@pytest.mark.parametrize("table", ["", "..", "a/b", "../waiting"])
@pytest.mark.usefixtures("card")
def test_a_table_that_is_none_keeps_nothing(desk, table):
    photo = desk.hand_in(file_of(picture()))
    with pytest.raises(Gone):
        desk.keep_as_evidence(photo, table)
    with pytest.raises(Gone):
        desk.evidence_names(table)
    assert desk.photo_state(photo).name == "read"


@pytest.mark.usefixtures("card")
def test_a_forgotten_photo_leaves_nothing(desk):
    """And may be forgotten twice."""
    photo = desk.hand_in(file_of(picture()))
    desk.photo_state(photo)
    desk.forget(photo)
    desk.forget(photo)
    assert files(desk) == {}
    with pytest.raises(Gone):
        desk.photo_state(photo)


@pytest.mark.usefixtures("card")
def test_a_table_keeps_its_photos_in_their_order(desk):
    """Each table its own; they are no longer at the desk."""
    names = [desk.hand_in(file_of(picture())) for _ in range(3)]
    for name in reversed(names):
        desk.keep_as_evidence(name, "friday")
    assert list(desk.evidence_names("friday")) == names[::-1]
    assert desk.evidence_names("saturday") == {}
    with pytest.raises(Gone):
        desk.photo_state(names[0])


@ON_DISK
@pytest.mark.usefixtures("card")
def test_photos_that_nobody_confirms_are_deleted_after_an_hour(desk, instance):
    """Read or not, and what a broken hand-in left; those of tables stay."""
    old, new, kept = (desk.hand_in(file_of(picture())) for _ in range(3))
    desk.keep_as_evidence(kept, "table")
    left = instance / "photos" / "waiting" / "left"
    left.mkdir()
    for name in (old, left.name):
        os.utime(instance / "photos" / "waiting" / name, (time.time() - 3601,) * 2)
    desk.hand_in(file_of(picture()))
    with pytest.raises(Gone):
        desk.photo_state(old)
    assert not left.exists()
    assert desk.photo_state(new).name == "read"
    assert len(desk.evidence_names("table")) == 1


@pytest.mark.usefixtures("card")
def test_how_long_photos_wait_is_a_setting(instance):
    desk = Desk(instance, PhotoLimits(minutes=1))
    photo = desk.hand_in(file_of(picture()))
    os.utime(instance / "photos" / "waiting" / photo, (time.time() - 61,) * 2)
    desk.delete_old()
    with pytest.raises(Gone):
        desk.photo_state(photo)


@pytest.mark.usefixtures("nobody_reads")
def test_turns_go_round(desk):
    """Everybody's first photo before anybody's second; photos of unknown phones count each for itself."""
    order = [("ann", 1), ("ann", 2), ("ben", 3), ("ann", 4), ("", 5), ("", 6), ("ben", 7)]
    names = {desk.hand_in(file_of(picture()), phone=phone): number for phone, number in order}
    places = {desk.photo_state(name).place: number for name, number in names.items()}
    assert [places[place] for place in range(1, 8)] == [1, 3, 5, 6, 2, 7, 4]


@pytest.mark.usefixtures("nobody_reads")
def test_one_phone_cannot_take_all_the_places(desk):
    """Others still hand in."""
    for _ in range(OF_ONE_PHONE):
        desk.hand_in(file_of(picture()), phone="ann")
    with pytest.raises(Busy, match="of your photos"):
        desk.hand_in(file_of(picture()), phone="ann")
    assert desk.hand_in(file_of(picture()), phone="ben")


@pytest.mark.usefixtures("nobody_reads")
def test_a_full_queue_takes_no_more(instance):
    desk = Desk(instance, PhotoLimits(queue=2))
    for _ in range(2):
        desk.hand_in(file_of(picture()))
    with pytest.raises(Busy):
        desk.hand_in(file_of(picture()))


@pytest.mark.parametrize("data", [b"", b"no picture", file_of(picture())[:300]])
def test_what_is_no_photo_is_refused_and_leaves_nothing(desk, data):
    with pytest.raises(NotAPhoto) as refused:
        desk.hand_in(data)
    assert refused.value.at == "photo"
    assert files(desk) == {}


def test_a_pack_that_there_is_not_is_refused(desk):
    with pytest.raises(NotRead, match="'whist'"):
        desk.hand_in(file_of(picture()), "whist")


def test_a_photo_that_breaks_the_reader_has_failed(desk, monkeypatch):
    """Also where no other processes run; whoever waits for the answer is told."""
    monkeypatch.setattr(reading, "read_pixels", lambda _picture, _pack, _count: 1 // 0)
    photo = desk.hand_in(file_of(picture()))
    assert desk.photo_state(photo).name == "failed"
    assert desk.photo_state(photo).message == FAILED
    with pytest.raises(Unreadable, match="couldn’t be read"):
        desk.wait_for_reading(photo, within=1)


@pytest.mark.parametrize(
    "error", [MemoryError(), RuntimeError("Failed to allocate memory for requested buffer of size 9")]
)
def test_a_photo_that_there_is_no_memory_for_is_kept_and_read_again(desk, monkeypatch, error):
    """In its full size; whoever waits for the answer hears why it does not come."""

    def read(_picture, _pack, _count):
        raise error

    with monkeypatch.context() as short:
        short.setattr(reading, "read_pixels", read)
        photo = desk.hand_in(file_of(picture(3000, 2000)))
        state = desk.photo_state(photo)
        assert (state.name, state.is_kept, state.message) == ("failed", True, NO_MEMORY_TO_READ)
        with pytest.raises(ShortOfMemory):
            desk.wait_for_reading(photo, within=1)
    sizes = []
    seen = PhotoReading((), (), (), 0.1)
    monkeypatch.setattr(reading, "read_pixels", lambda whole, *_: sizes.append(whole.shape) or seen)
    desk.read_again(photo)
    assert desk.photo_state(photo).name == "read"
    assert sizes == [(2000, 3000, 3)]


def test_a_photo_that_there_is_no_memory_to_decode_says_so(desk, monkeypatch):
    """And not that it is damaged."""

    def refuse(*_, **__):
        raise ShortOfMemory

    monkeypatch.setattr("scorepad.photos.desk.client.ask", refuse)
    with pytest.raises(NotAPhoto, match="short of memory") as refused:
        desk.hand_in(file_of(picture()))
    assert refused.value.code == ShortOfMemory.code


def test_settings_that_are_no_limits_are_named(monkeypatch):
    """With what is expected."""
    assert limits_of({"PHOTO_QUEUE": 7}) == PhotoLimits(queue=7)
    with pytest.raises(
        BadLimit, match=r"SCOREPAD_PHOTO_SECONDS is 0\. Set it to a whole number, 1 or more\."
    ):
        limits_of({"PHOTO_SECONDS": 0})
    monkeypatch.setenv("SCOREPAD_PHOTO_MEMORY", "900")
    assert from_environment() == PhotoLimits(memory=900)
    monkeypatch.setenv("SCOREPAD_PHOTO_PROCESSES", "many")
    with pytest.raises(BadLimit, match="'many'"):
        from_environment()
