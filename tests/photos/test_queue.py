"""The queue: photos are handed in, wait, are looked at or forgotten, and nothing else of them is left."""

from __future__ import annotations

import re
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from scorepad.core.lasting_faults import ShortOfMemory
from scorepad.jobs.client import ADDRESS_VARIABLE
from scorepad.jobs.own_process import process_name
from scorepad.jobs.turns import Busy
from scorepad.machine import folders
from scorepad.photos import reading
from scorepad.photos.kept_photos import KeptPhotos, delete_former_queue
from scorepad.photos.limits import BadLimit, NotAPhoto, NotRead, PhotoLimits, from_environment, limits_of
from scorepad.photos.photo_states import BROKE_OFF, FAILED, NO_MEMORY_TO_READ, PhotoOutcome
from scorepad.photos.queue import (
    OF_ONE_PHONE,
    Gone,
    PhotoQueue,
    Unreadable,
)
from scorepad.photos.reading import CardFound, CardSeen, PhotoReading
from tests.photos.conftest import DECODING, ON_DISK
from tests.photos.photo_files import KINDS, PLACE, exif, file_of, picture
from tests.store.conftest import run_sql
from vision.progress import FoundIndex, tell_found

CARD = CardSeen("QH", 0.99, (100, 200, 40, 60))
QUEEN = PhotoReading((CARD,), ((0,),), (), 0.1)


@pytest.fixture
def instance(tmp_path):
    return tmp_path / "instance"


@pytest.fixture
def queue(instance, photo_store):
    return PhotoQueue(instance, database=photo_store)


@pytest.fixture
def card(monkeypatch):
    """A reader that finds the queen of hearts on every photo."""
    monkeypatch.setattr(reading, "read_pixels", lambda _picture, _pack, _count: QUEEN)


@pytest.fixture
def nobody_reads(monkeypatch, tmp_path):
    """Photos wait: those who would read them are away."""
    monkeypatch.setenv(ADDRESS_VARIABLE, str(tmp_path / "nobody"))


@pytest.fixture
def kept(instance, photo_store):
    return KeptPhotos(instance, photo_store)


def pictures(queue):
    """Every picture in the queue, by its photo."""
    sql = "select photo as id, shown, whole from photo_pictures"
    with queue._opened() as table:
        rows = table._database.select_rows(sql)
    return {row["id"]: [bytes(row[name]) for name in ("shown", "whole") if row[name]] for row in rows}


def change(queue, photo, **columns):
    """Change what the row of a photo says."""
    values = ", ".join(f"{name} = ?" for name in columns)
    with queue._opened() as table:
        table._database.select_rows(f"update photo_queue set {values} where id = ?", *columns.values(), photo)


def keep(queue, kept, table, photo):
    """Let the table keep the photo."""
    kept.add(table, photo, queue.shown_picture(photo))
    queue.forget(photo)


def segments(jpeg):
    """The marks of its segments; those that pixels need are few."""
    marks, at = set(), 2
    while jpeg[at + 1] != 0xDA:
        marks.add(jpeg[at + 1])
        at += 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
    return marks


@DECODING
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.usefixtures("nobody_reads")
def test_nothing_of_a_photo_is_stored_but_its_pixels(queue, instance, kind):
    """No place, no time, no camera, no profile."""
    about = {"exif": exif(6, place=True)} | ({"comment": PLACE} if kind == "JPEG" else {})
    data = file_of(picture(900, 1200), kind, icc_profile=PLACE * 9, **about)
    assert PLACE in data
    photo = queue.hand_in(data)
    (stored,) = pictures(queue)[photo]
    assert not any(trace in stored for trace in (PLACE, b"Exif", b"GPS"))
    assert segments(stored) <= {0xE0, 0xDB, 0xC0, 0xC4, 0xDD}
    files = [path.read_bytes() for path in instance.rglob("*") if path.is_file()]
    assert not any(PLACE in content for content in files)


@DECODING
@pytest.mark.usefixtures("card")
def test_the_picture_is_shown_upright_and_no_larger_than_needed(queue):
    """Its boxes are in its own pixels, whatever the size of the photo was."""
    photo = queue.hand_in(file_of(picture(4096, 3072), exif=exif(6)))
    with Image.open(BytesIO(queue.shown_picture(photo))) as shown:
        assert shown.format == "JPEG"
        assert shown.size == (1536, 2048)
        expected = picture(4096, 3072).resize((2048, 1536)).transpose(Image.Transpose.ROTATE_270)
        assert np.abs(np.asarray(shown, int) - np.asarray(expected, int)).mean() < 3
    state = queue.photo_state(photo)
    assert state.size == (1536, 2048)
    assert state.reading.cards == (CardSeen("QH", 0.99, (50, 100, 20, 30)),)


@pytest.mark.usefixtures("card")
def test_a_small_photo_is_shown_as_it_is(queue):
    """And its boxes stay where they are."""
    photo = queue.hand_in(file_of(picture(300, 400)))
    assert (queue.photo_state(photo).reading, queue.photo_state(photo).size) == (QUEEN, (300, 400))


@pytest.mark.usefixtures("card")
def test_an_answer_that_is_waited_for_is_in_pixels_of_the_photo(queue):
    """As `scorepad read` answers."""
    assert queue.wait_for_reading(queue.hand_in(file_of(picture(4096, 3072))), within=10) == QUEEN


@DECODING
def test_what_the_reader_sees_is_the_whole_photo(queue, monkeypatch):
    """At its full size and nearly to the bit, for the sake of small indices."""
    seen = []
    monkeypatch.setattr(reading, "read_pixels", lambda picture, _pack, _count: seen.append(picture) or QUEEN)
    noise = np.random.default_rng(1).integers(60, 190, (750, 1000, 3), np.uint8)
    noise = np.asarray(Image.fromarray(noise).resize((3000, 2250), Image.Resampling.BICUBIC))
    queue.photo_state(queue.hand_in(file_of(Image.fromarray(noise), "PNG", compress_level=1)))
    assert seen[0].shape == (2250, 3000, 3)
    assert np.abs(seen[0][:, :, ::-1].astype(int) - noise).mean() < 3


@pytest.mark.usefixtures("card")
def test_no_copy_of_the_full_size_is_left_when_it_has_been_read(queue):
    """Only what people look at."""
    photo = queue.hand_in(file_of(picture(4096, 3072)))
    assert len(pictures(queue)[photo]) == 2
    queue.photo_state(photo)
    assert pictures(queue)[photo] == [queue.shown_picture(photo)]


@pytest.mark.usefixtures("nobody_reads")
def test_ids_cannot_be_guessed_and_fit_an_address(queue):
    names = {queue.hand_in(file_of(picture())) for _ in range(3)}
    assert len(names) == 3
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{20,}", name) for name in names)


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../kept/table", "/etc", "a/b", "x" * 300, "ä", "a\0b", "nothing"]
)
@pytest.mark.usefixtures("card")
def test_a_name_that_is_no_photo_leads_nowhere(queue, name):
    """Neither up nor aside."""
    photo = queue.hand_in(file_of(picture()))
    for use in (queue.photo_state, queue.shown_picture, queue.read_again):
        with pytest.raises(Gone, match="gone"):
            use(name)
    queue.forget(name)
    assert queue.photo_state(photo).name == "read"


@pytest.mark.usefixtures("card")
def test_a_forgotten_photo_leaves_nothing(queue):
    """And may be forgotten twice."""
    photo = queue.hand_in(file_of(picture()))
    queue.photo_state(photo)
    queue.forget(photo)
    queue.forget(photo)
    assert pictures(queue) == {}
    with pytest.raises(Gone):
        queue.photo_state(photo)


@pytest.mark.usefixtures("card")
def test_a_table_keeps_its_photos_in_their_order(queue, kept):
    """Each table its own; they are no longer in the queue."""
    names = [queue.hand_in(file_of(picture())) for _ in range(3)]
    for name in reversed(names):
        keep(queue, kept, "friday", name)
    assert list(kept.names("friday")) == names[::-1]
    assert kept.names("saturday") == {}
    with pytest.raises(Gone):
        queue.photo_state(names[0])


@pytest.mark.usefixtures("card")
def test_photos_that_nobody_confirms_are_deleted_after_an_hour(queue, kept):
    """Read or not; those of tables stay."""
    old, new, of_table = (queue.hand_in(file_of(picture())) for _ in range(3))
    keep(queue, kept, "table", of_table)
    change(queue, old, came_at=time.time() - 3601)
    queue.hand_in(file_of(picture()))
    with pytest.raises(Gone):
        queue.photo_state(old)
    assert queue.photo_state(new).name == "read"
    assert len(kept.names("table")) == 1


@pytest.mark.usefixtures("card")
def test_how_long_photos_wait_is_a_setting(instance):
    queue = PhotoQueue(instance, PhotoLimits(minutes=1))
    photo = queue.hand_in(file_of(picture()))
    change(queue, photo, came_at=time.time() - 61)
    queue.delete_old()
    with pytest.raises(Gone):
        queue.photo_state(photo)


@pytest.mark.parametrize("bound", ["MOST_PHOTOS", "MOST_BYTES"])
@pytest.mark.usefixtures("card")
def test_the_oldest_of_too_many_go(queue, monkeypatch, bound):
    """Too many photos, or too many bytes; one that still waits is not among them."""
    names = [queue.hand_in(file_of(picture())) for _ in range(5)]
    for name in names[1:]:
        queue.photo_state(name)
    most = 3 if bound == "MOST_PHOTOS" else sum(len(shown) for (shown,) in pictures(queue).values()) * 3 // 5
    monkeypatch.setattr(f"scorepad.photos.queue.{bound}", most)
    queue.delete_old()
    assert {*pictures(queue)} == {names[0], *names[3:]}


@pytest.mark.usefixtures("nobody_reads")
def test_turns_go_round(queue):
    """Everybody's first photo before anybody's second; photos of unknown phones count each for itself."""
    order = [("ann", 1), ("ann", 2), ("ben", 3), ("ann", 4), ("", 5), ("", 6), ("ben", 7)]
    names = {queue.hand_in(file_of(picture()), phone=phone): number for phone, number in order}
    places = {queue.photo_state(name).place: number for name, number in names.items()}
    assert [places[place] for place in range(1, 8)] == [1, 3, 5, 6, 2, 7, 4]


@pytest.mark.usefixtures("nobody_reads")
def test_one_phone_cannot_take_all_the_places(queue):
    """Others still hand in."""
    for _ in range(OF_ONE_PHONE):
        queue.hand_in(file_of(picture()), phone="ann")
    with pytest.raises(Busy, match="of your photos"):
        queue.hand_in(file_of(picture()), phone="ann")
    assert queue.hand_in(file_of(picture()), phone="ben")


@pytest.mark.usefixtures("nobody_reads")
def test_a_full_queue_takes_no_more(instance):
    queue = PhotoQueue(instance, PhotoLimits(queue=2))
    for _ in range(2):
        queue.hand_in(file_of(picture()))
    with pytest.raises(Busy, match="Too many photos"):
        queue.hand_in(file_of(picture()))


@pytest.mark.usefixtures("nobody_reads")
def test_a_photo_that_takes_too_many_bytes_is_refused(queue, monkeypatch):
    """Beside those that wait, whatever their number; what was used makes room."""
    large, small = file_of(picture(3000, 2000)), file_of(picture())
    first = queue.hand_in(large)
    taken = sum(map(len, pictures(queue)[first]))
    monkeypatch.setattr("scorepad.photos.queue.MOST_BYTES", taken * 3 // 2)
    with pytest.raises(Busy, match="Too many photos"):
        queue.hand_in(large)
    assert {*pictures(queue)} == {first}
    assert queue.hand_in(small)
    queue.forget(first)
    assert queue.hand_in(large)


@ON_DISK
@pytest.mark.usefixtures("card")
def test_a_forgotten_photo_gives_its_room_back(queue, instance):
    """The file is as small as before, so that an evening of photos fills no disk."""
    queue.forget(queue.hand_in(file_of(picture())))
    before = (instance / folders.PHOTO_QUEUE).stat().st_size
    noise = np.random.default_rng(1).integers(0, 255, (1500, 2000, 3), np.uint8)
    photo = queue.hand_in(file_of(Image.fromarray(noise)))
    assert (instance / folders.PHOTO_QUEUE).stat().st_size > before + 1_000_000
    queue.forget(photo)
    assert (instance / folders.PHOTO_QUEUE).stat().st_size <= before


@pytest.mark.usefixtures("card")
def test_a_photo_whose_reader_is_gone_is_read_again_once(queue):
    """At once where the process is seen gone, after its lease where it is on another machine."""
    photo = queue.hand_in(file_of(picture()))
    for reader, lease_ends, is_taken in (
        ("another machine 1", time.time() + 60, False),
        ("another machine 1", time.time() - 1, True),
        (process_name().rpartition(" ")[0] + " 4194305", time.time() + 60, True),
    ):
        change(queue, photo, state="reading", reader=reader, lease_ends=lease_ends, tries=1, outcome="")
        assert queue.photo_state(photo).name == ("read" if is_taken else "reading")
    change(queue, photo, state="reading", reader=reader, tries=2, outcome="")
    assert queue.photo_state(photo).message == BROKE_OFF
    queue.read_again(photo)
    assert queue.photo_state(photo).name == "read"


@pytest.mark.usefixtures("nobody_reads")
def test_how_long_a_photo_will_take_follows_its_place_and_the_last_photos(queue, monkeypatch):
    """Those that are being read come before those that wait."""
    names = [queue.hand_in(file_of(picture())) for _ in range(3)]
    assert [queue.photo_state(name).seconds for name in names] == [3, 6, 9]
    monkeypatch.setattr("scorepad.photos.queue._seconds_taken", deque([5.2, 4.1, 4.4]))
    queue._take()
    assert [queue.photo_state(name).seconds for name in names] == [4, 9, 13]


@pytest.mark.usefixtures("nobody_reads")
def test_what_is_found_on_a_photo_is_told_while_it_is_read(queue, monkeypatch):
    """In pixels of the picture that is shown; and nothing of it to whoever reads the photo anew."""
    states = []

    def read(*_):
        tell_found([FoundIndex((100, 200, 40, 60), "QH"), FoundIndex((0, 0, 2, 2))])
        states.append(queue.photo_state(photo))
        return QUEEN

    monkeypatch.setattr(reading, "read_pixels", read)
    photo = queue.hand_in(file_of(picture(4096, 3072)))
    queue._read(queue._take())
    assert states[0].found == (CardFound((50, 100, 20, 30), "QH"), CardFound((0, 0, 1, 1)))
    assert states[0].size == (2048, 1536)
    change(queue, photo, state="waiting")
    queue._take()
    assert queue.photo_state(photo).found == ()


@pytest.mark.usefixtures("nobody_reads")
def test_a_reader_that_took_too_long_answers_no_more(queue):
    """Another one has taken the photo meanwhile, whose answer counts."""
    photo = queue.hand_in(file_of(picture()))
    slow = queue._take()
    change(queue, photo, reader="another machine 1")
    queue._end(slow, PhotoOutcome(QUEEN))
    assert queue.photo_state(photo).name == "reading"


def test_a_queue_is_made_by_any_number_of_processes_at_once(instance):
    """None meets a file that is half made."""
    with ThreadPoolExecutor(8) as pool:
        futures = [pool.submit(PhotoQueue(instance).delete_old) for _ in range(40)]
    assert [future.result() for future in futures] == [None] * 40


def test_the_queue_of_an_older_version_is_deleted(instance, photo_store):
    """Photos wait for seconds; those that tables keep stay."""
    folder = instance / "photos" / "waiting" / "photo"
    folder.mkdir(parents=True)
    (folder / "shown.jpg").write_bytes(b"a picture")
    kept = KeptPhotos(instance, photo_store)
    kept.add("table", "photo", b"a picture")
    if photo_store:
        written = "'waiting', 'photo', 'shown.jpg', '', now() - interval '3 hours'"
        run_sql(
            photo_store, f"insert into files (place, folder, name, content, written_at) values ({written})"
        )
    delete_former_queue(instance, photo_store or instance / folders.DATABASE)
    assert not folder.parent.exists()
    if photo_store:
        assert run_sql(photo_store, "select place from files") == [("kept",)]
    assert len(kept.names("table")) == 1


@pytest.mark.parametrize("data", [b"", b"no picture", file_of(picture())[:300]])
def test_what_is_no_photo_is_refused_and_leaves_nothing(queue, data):
    with pytest.raises(NotAPhoto) as refused:
        queue.hand_in(data)
    assert refused.value.at == "photo"
    assert pictures(queue) == {}


def test_a_pack_that_there_is_not_is_refused(queue):
    with pytest.raises(NotRead, match="'whist'"):
        queue.hand_in(file_of(picture()), "whist")


def test_a_photo_that_breaks_the_reader_has_failed(queue, monkeypatch):
    """Also where no other processes run; whoever waits for the answer is told."""
    monkeypatch.setattr(reading, "read_pixels", lambda _picture, _pack, _count: 1 // 0)
    photo = queue.hand_in(file_of(picture()))
    assert queue.photo_state(photo).name == "failed"
    assert queue.photo_state(photo).message == FAILED
    with pytest.raises(Unreadable, match="couldn’t be read"):
        queue.wait_for_reading(photo, within=1)


@pytest.mark.parametrize(
    "error", [MemoryError(), RuntimeError("Failed to allocate memory for requested buffer of size 9")]
)
def test_a_photo_that_there_is_no_memory_for_is_kept_and_read_again(queue, monkeypatch, error):
    """In its full size; whoever waits for the answer hears why it does not come."""

    def read(_picture, _pack, _count):
        raise error

    with monkeypatch.context() as short:
        short.setattr(reading, "read_pixels", read)
        photo = queue.hand_in(file_of(picture(3000, 2000)))
        state = queue.photo_state(photo)
        assert (state.name, state.is_kept, state.message) == ("failed", True, NO_MEMORY_TO_READ)
        with pytest.raises(ShortOfMemory):
            queue.wait_for_reading(photo, within=1)
    sizes = []
    seen = PhotoReading((), (), (), 0.1)
    monkeypatch.setattr(reading, "read_pixels", lambda whole, *_: sizes.append(whole.shape) or seen)
    queue.read_again(photo)
    assert queue.photo_state(photo).name == "read"
    assert sizes == [(2000, 3000, 3)]


def test_a_photo_that_there_is_no_memory_to_decode_says_so(queue, monkeypatch):
    """And not that it is damaged."""

    def refuse(*_, **__):
        raise ShortOfMemory

    monkeypatch.setattr("scorepad.photos.queue.client.ask", refuse)
    with pytest.raises(NotAPhoto, match="short of memory") as refused:
        queue.hand_in(file_of(picture()))
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
