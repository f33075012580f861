"""A hand photographed on a phone: shrunk and sent, waited for, put right card by card, used and scored."""

from __future__ import annotations

import itertools
import json
import re
from io import BytesIO

import pytest
from msgspec import convert
from PIL import Image
from playwright.sync_api import Page, expect

from scorepad.jobs.client import ADDRESS_VARIABLE
from scorepad.machine.folders import PHOTO_QUEUE
from scorepad.photos import reading
from scorepad.photos.queue import PhotoQueue
from scorepad.photos.reading import PhotoReading
from scorepad.store.opening import open_photo_table
from tests.browser.accessibility import violations
from tests.browser.photo_steps import ON_PHOTO, PHOTOS
from tests.browser.screen import expect_no_sideways_scroll
from tests.browser.test_evening import AT_TABLE
from tests.browser.test_tables import open_table
from tests.by_night import by_night
from tests.photos.photo_files import exif, file_of, picture
from vision.progress import FoundIndex

CARDS = (("4C", 20), ("6C", 80), ("7C", 140), ("QH", 20))
SEEN = [
    {"card": card, "confidence": 0.9, "box": [left, 20 if place < 3 else 200, 30, 40]}
    for place, (card, left) in enumerate(CARDS)
]
READ = {
    "cards": SEEN,
    "groups": [[0, 1, 2], [3]],
    "unsure": [1, 3],
    "seconds": 0.1,
}
NOTHING = {"cards": [], "groups": [], "unsure": [], "seconds": 0.1}
SURE = READ | {"unsure": []}
# At once: the frames are drawn anew with each answer about the photo.
BOUNDS_OF_PICTURE_AND_FRAME = """() => [".seen canvas", ".seen rect"].map(
    selector => document.querySelector(selector).getBoundingClientRect().toJSON())"""


@pytest.fixture
def reads(monkeypatch):
    """Every photo is read as told."""
    return lambda answer: monkeypatch.setattr(
        reading, "read_pixels", lambda *_: convert(answer, PhotoReading)
    )


@pytest.fixture
def photo(tmp_path):
    """A small picture, as a file."""
    path = tmp_path / "photo.jpg"
    path.write_bytes(file_of(picture(400, 300)))
    return path


def take(page: Page, file) -> None:
    """Take a photo: what the camera gives is the file."""
    page.get_by_role("button", name="Photo").click()
    page.locator(".taking input[capture]").set_input_files(file)


def taken(page: Page, file, path: str = "/solve?game=chattahoochee") -> Page:
    """The page of a photo that was read."""
    page.goto(path)
    take(page, file)
    page.wait_for_url(ON_PHOTO)
    return page


def key(page: Page, card: str):
    return page.locator(f'.key[value="{card}"]:visible')


def chips(page: Page) -> list[str]:
    """The rows of cards as they stand."""
    return page.locator('[name="row"]').evaluate_all("fields => fields.map(field => field.value)")


def live(page: Page, words: str) -> None:
    expect(page.locator("[data-live]")).to_have_text(words)


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photos lie beside the repository")
def test_a_real_photo_is_put_right_and_the_hand_scored(phone):
    """Ben goes out: his hand in four groups on cork, one card corrected, recorded; who it was is kept."""
    open_table(phone, "Ann", "Ben", "Cy")
    phone.get_by_role("link", name="Going out").click()
    phone.locator(".who label", has_text="Ben").click()
    take(phone, PHOTOS / "groups-cork-1.jpg")
    phone.wait_for_url(ON_PHOTO, timeout=60_000)
    read = json.loads(phone.locator("[data-look]").get_attribute("data-look"))["rows"]
    while phone.locator("[data-one]").is_visible():
        phone.locator("[data-keep]").click()
    cards = [[one["card"] for one in row] for row in read]
    phone.locator("[data-rows] button").first.click()
    key(phone, "AD").click()
    cards[0][0] = "AD"
    hand = [card for row in cards for card in row]
    assert len(hand) >= 10
    assert chips(phone) == [" ".join(row) for row in cards]
    phone.get_by_role("button", name=re.compile("^Use these [0-9]+ cards")).click()
    phone.wait_for_url(re.compile("/out"))
    expect(phone.locator("#cards")).to_have_value(" ".join(hand))
    expect(phone.get_by_role("radio", name="Ben")).to_be_checked()
    record = phone.get_by_role("button", name=re.compile("^Record .?[0-9]"))
    score = record.locator("[data-score]").inner_text()
    record.click()
    phone.wait_for_url(AT_TABLE)
    expect(phone.locator(".side-1 .total")).to_have_text(score)


def test_doubtful_cards_come_first_each_with_its_part_of_the_picture(phone, reads, photo):
    """Yes keeps one, a key replaces the next; then all are there to use."""
    reads(READ)
    taken(phone, photo)
    live(phone, "Is this the six of clubs?")
    assert phone.locator("[data-crop]").get_attribute("viewBox") == "51 0 88 88"
    expect(phone.locator("[aria-pressed=true]")).to_have_accessible_name("Six of clubs, please look")
    phone.get_by_role("button", name="Yes").click()
    live(phone, "Is this the queen of hearts?")
    key(phone, "QD").click()
    live(phone, "4 cards")
    assert chips(phone) == ["4C 6C 7C", "QD"]
    phone.get_by_role("button", name="Use these 4 cards").click()
    expect(phone.locator("#cards")).to_have_value("4C 6C 7C QD")


def test_one_tap_takes_the_second_guess(phone, reads, photo):
    """It stands beside the first with the picture; undo asks again."""
    cards = [READ["cards"][0], READ["cards"][1] | {"guess": "8C"}, *READ["cards"][2:]]
    reads(READ | {"cards": cards, "unsure": [1]})
    taken(phone, photo)
    live(phone, "Is this the six of clubs?")
    guess = phone.get_by_role("button", name="No, eight of clubs")
    expect(guess).to_have_text("No, ♣8")
    assert violations(phone) == []
    guess.click()
    live(phone, "4 cards")
    assert chips(phone) == ["4C 8C 7C", "QH"]
    phone.get_by_role("button", name="Undo").click()
    live(phone, "Is this the six of clubs?")
    phone.get_by_role("button", name="Yes").click()
    assert chips(phone) == ["4C 6C 7C", "QH"]


@pytest.mark.nightly
def test_a_deck_that_is_read_badly_is_saved_after_a_correction(phone, reads, photo):
    """Nothing leaves the page but the file that is saved."""
    reads(SURE)
    taken(phone, photo)
    badly = phone.get_by_text("This deck is read badly")
    expect(badly).to_be_hidden()
    phone.get_by_role("button", name="Seven of clubs").click()
    key(phone, "TD").click()
    badly.click()
    assert violations(phone) == []
    with phone.expect_download() as saving:
        phone.get_by_role("button", name="Save the file").click()
    assert saving.value.suggested_filename == "badly-read.zip"
    phone.get_by_role("button", name="Use these 4 cards").click()
    expect(phone.locator("#cards")).to_have_value("4C 6C TD QH")


@pytest.mark.parametrize("height", [640, 844])
def test_what_is_wrong_with_a_photo_is_in_sight_until_the_first_card_is_answered(
    new_phone, reads, photo, height
):
    """Beside the first question, whole, and again once every question is answered."""
    phone = new_phone(viewport={"width": 360, "height": height})
    reads(READ | {"faults": ["mirrored"]})
    taken(phone, photo)
    told = phone.get_by_role("status").filter(has_text="The photo is mirrored")
    expect(told).to_be_in_viewport(ratio=1)
    phone.get_by_role("button", name="Yes").click()
    expect(told).to_be_hidden()
    phone.get_by_role("button", name="Yes").click()
    expect(told).to_be_in_viewport(ratio=1)


FIRST = SURE | {"cards": READ["cards"][:3], "groups": [[0, 1, 2]]}
NEXT = SURE | {
    "cards": [READ["cards"][0] | {"card": card} for card in ("7C", "8C")],
    "groups": [[0, 1]],
}


def test_a_second_photo_of_the_hand_is_put_beside_the_first(phone, reads, photo):
    """What both show is asked about with both pictures; undo takes the photo away, and nothing else."""
    reads(FIRST)
    taken(phone, photo, "/solve?game=gin-rummy")
    phone.get_by_role("button", name="Six of clubs").click()
    key(phone, "5C").click()
    assert chips(phone) == ["4C 5C 7C"]
    reads(NEXT)
    phone.get_by_role("button", name="Add another photo").click()
    phone.locator(".taking input[multiple]").set_input_files(photo)
    live(phone, "Is the seven of clubs in both photos the same card?")
    expect(phone.get_by_text("The packs hold no others.")).to_be_visible()
    expect(phone.get_by_role("img", name="This part of the photo")).to_have_count(2)
    assert violations(phone) == []
    phone.get_by_role("button", name="Yes").click()
    live(phone, "4 cards")
    assert chips(phone) == ["4C 5C 7C 8C"]
    phone.reload()
    assert chips(phone) == ["4C 5C 7C 8C"]
    phone.get_by_role("button", name="Photo 2").click()
    phone.get_by_role("button", name="Take this photo out").click()
    assert chips(phone) == ["4C 5C 7C"]
    for left in (["4C 5C 7C 8C"], ["4C 5C 7C", "7C 8C"], ["4C 5C 7C"], ["4C 6C 7C"]):
        phone.get_by_role("button", name="Undo").click()
        assert chips(phone) == left
    phone.get_by_role("button", name="Use these 3 cards").click()
    expect(phone.locator("#cards")).to_have_value("4C 6C 7C")


def test_several_photos_chosen_at_once_become_one_hand(phone, reads, photo):
    """Cards that are not the same stay, each in its row."""
    reads(SURE)
    phone.goto("/solve?game=chattahoochee")
    phone.get_by_role("button", name="Photo").click()
    phone.locator(".taking input[multiple]").set_input_files([photo, photo])
    phone.wait_for_url(ON_PHOTO)
    phone.get_by_role("button", name="No").click()
    phone.get_by_role("button", name="Yes").click()
    live(phone, "7 cards")
    assert chips(phone) == ["4C 6C 7C", "QH", "4C 6C 7C"]


def test_frames_say_what_was_read_in_them(phone, reads, photo):
    """And say the new card when it is put right."""
    reads(SURE)
    taken(phone, photo)
    labels = phone.locator("[data-boxes] text")
    expect(labels).to_have_text(["♣4", "♣6", "♣7", "♥Q"])
    phone.get_by_role("button", name="Seven of clubs").click()
    key(phone, "TD").click()
    expect(labels).to_have_text(["♣4", "♣6", "♦10", "♥Q"])


TWICE = SURE | {
    "cards": [*READ["cards"][:3], READ["cards"][3] | {"second_box": [90, 200, 30, 40]}],
    "unsure": [3],
}


def test_a_card_that_was_perhaps_seen_twice_is_asked_about_and_is_two_by_one_tap(phone, reads, photo):
    """The other place is framed too; undo brings the question back."""
    reads(TWICE)
    taken(phone, photo)
    live(phone, "Is this one queen of hearts, or are there two?")
    expect(phone.locator(".frame.second")).to_have_count(1)
    phone.get_by_role("button", name="There are two").click()
    live(phone, "5 cards")
    assert chips(phone) == ["4C 6C 7C", "QH QH"]
    phone.get_by_role("button", name="Undo").click()
    phone.get_by_role("button", name="Just one").click()
    live(phone, "4 cards")
    assert chips(phone) == ["4C 6C 7C", "QH"]


def test_a_tap_replaces_removes_or_adds_a_card(phone, reads, photo):
    """Through the pad's keys; any card may come, and undo walks back."""
    reads(SURE)
    taken(phone, photo)
    phone.get_by_role("button", name="Four of clubs").click()
    live(phone, "Four of clubs")
    phone.get_by_role("button", name="Add after").click()
    key(phone, "5C").click()
    key(phone, "w").click()
    phone.get_by_role("button", name="Done").click()
    assert chips(phone) == ["4C 5C w 6C 7C", "QH"]
    phone.get_by_role("button", name="Seven of clubs").click()
    phone.get_by_role("button", name="Take out").click()
    phone.get_by_role("button", name="Add a card").click()
    key(phone, "KH").click()
    phone.get_by_role("button", name="Done").click()
    assert chips(phone) == ["4C 5C w 6C", "QH KH"]
    for row in ("QH", "QH", "QH", "QH"):
        phone.get_by_role("button", name="Undo").click()
        assert chips(phone)[-1] == row
    assert chips(phone) == ["4C 6C 7C", "QH"]


def test_a_tap_on_the_picture_picks_the_card_or_asks_for_one_that_was_missed(phone, reads, photo):
    """Near a corner that was read it is that card; elsewhere a new one, with its part of the picture."""
    reads(SURE)
    taken(phone, photo)
    whole = phone.locator("[data-whole]")
    box = whole.bounding_box()
    scale = min(box["width"] / 400, box["height"] / 300)
    at = {
        "x": box["width"] / 2 - 200 * scale + 155 * scale,
        "y": box["height"] / 2 - 150 * scale + 45 * scale,
    }
    whole.click(position=at)
    live(phone, "Seven of clubs")
    phone.get_by_role("button", name="Done").click()
    whole.click(position={"x": at["x"] + 200 * scale, "y": at["y"] + 220 * scale})
    live(phone, "Which card lies here?")
    expect(phone.locator("[data-crop]")).to_be_visible()
    key(phone, "AS").click()
    assert chips(phone) == ["4C 6C 7C", "QH AS"]


def test_what_was_put_right_survives_a_reload(phone, reads, photo):
    """And a way there and back."""
    reads(READ)
    taken(phone, photo)
    key(phone, "5C").click()
    phone.reload()
    live(phone, "Is this the queen of hearts?")
    assert chips(phone) == ["4C 5C 7C", "QH"]


def test_a_french_page_sends_the_cards_by_their_signs(phone, reads, photo):
    """There a C is cœur. What was read before the language changed stays the same cards."""
    reads(READ)
    taken(phone, photo)
    phone.set_extra_http_headers({"Accept-Language": "fr"})
    phone.reload()
    while phone.locator("[data-one]").is_visible():
        phone.locator("[data-keep]").click()
    assert chips(phone) == ["♣4 ♣6 ♣7", "♥Q"]
    phone.locator("[data-use]").click()
    phone.wait_for_url(re.compile("/solve"))
    expect(phone.locator("#cards")).to_have_value("♣4 ♣6 ♣7 ♥Q")


def test_p1_more_cards_than_the_packs_hold_are_told_and_taken(phone, reads, photo):
    """Three ♥Q: it is said at once, goes again when one is changed, and stands in nobody's way."""
    reads(SURE)
    taken(phone, photo, "/solve?cards=QH+QH")
    expect(phone.locator("[data-warnings]")).to_have_text("Three ♥Q, but the packs hold two.")
    phone.get_by_text("Replace them").click()
    expect(phone.locator("[data-warnings]")).to_have_text("")
    phone.get_by_text("Add to the 2 in the hand").click()
    expect(phone.locator("[data-warnings]")).to_have_text("Three ♥Q, but the packs hold two.")
    phone.get_by_role("button", name="Use these 4 cards").click()
    expect(phone.locator("#cards")).to_have_value("QH QH 4C 6C 7C QH")


@pytest.mark.nightly
def test_a_photo_that_a_damaged_disk_lost_is_said_and_taken_again(phone, reads, photo, instance, monkeypatch):
    """While the pad runs, and without the host: the file of waiting photos is begun anew."""
    reads(SURE)
    with monkeypatch.context() as away:
        away.setenv(ADDRESS_VARIABLE, "/nowhere/reads")
        phone.goto("/solve?game=chattahoochee")
        take(phone, photo)
        expect(phone.locator("[data-told]")).to_contain_text("Next in line")
        (instance / PHOTO_QUEUE).write_bytes(b"no SQLite file" * 1000)
        told = "The file of waiting photos was damaged, and the photos in it are lost. Take yours again."
        expect(phone.locator("[data-told]")).to_have_text(told)
    expect(phone.get_by_text("Take a photo", exact=True)).to_be_visible()
    phone.locator(".taking input[multiple]").set_input_files(photo)
    phone.wait_for_url(ON_PHOTO)


def test_a_file_that_is_no_picture_is_refused_in_one_line(phone, tmp_path):
    """Where it was chosen, with the hand as it was."""
    file = tmp_path / "photo.jpg"
    file.write_bytes(b"no picture at all")
    phone.goto("/solve?cards=4C+5C")
    take(phone, file)
    expect(phone.locator("[data-told]")).to_contain_text("isn’t a picture")
    expect(phone.get_by_role("button", name="Try again")).to_be_hidden()
    phone.get_by_role("button", name="Enter by hand").click()
    expect(phone.locator("#cards")).to_have_value("4C 5C")
    expect(key(phone, "4C")).to_be_visible()


def test_cards_are_tapped_in_from_a_photo_on_which_nothing_was_read(phone, reads, photo):
    """It says what is wrong with it, and stays; a tap on it asks which card lies there."""
    reads(NOTHING | {"faults": ["dark", "blurred"]})
    taken(phone, photo)
    expect(phone.get_by_text("It’s very dark")).to_be_visible()
    expect(phone.get_by_text("It’s blurred")).to_be_visible()
    phone.get_by_role("link", name="Enter them from this photo").click()
    expect(phone.get_by_text("Tap a card in the picture")).to_be_visible()
    phone.locator("[data-whole]").click(position={"x": 100, "y": 100})
    live(phone, "Which card lies here?")
    key(phone, "QH").click()
    phone.get_by_role("button", name="Use this card").click()
    expect(phone.locator("#cards")).to_have_value("QH")


def test_a_photo_that_does_not_get_through_is_sent_again_without_taking_it_again(phone, reads, photo):
    """The connection was lost; what was entered is there all the time."""
    reads(SURE)
    phone.goto("/solve?cards=KD")
    phone.route("**/photo?*", lambda route: route.abort())
    take(phone, photo)
    expect(phone.locator("[data-told]")).to_have_text(
        "The photo wasn’t sent. It’s still here, so you can send it again."
    )
    phone.unroute("**/photo?*")
    phone.get_by_role("button", name="Try again").click()
    phone.wait_for_url(ON_PHOTO)
    phone.get_by_role("button", name="Use these 4 cards").click()
    expect(phone.locator("#cards")).to_have_value("KD 4C 6C 7C QH")


def test_a_photo_is_sent_by_itself_once_the_phone_is_connected_again(phone, reads, photo):
    """Nobody has to tap."""
    reads(SURE)
    phone.goto("/solve?game=chattahoochee")
    phone.get_by_role("button", name="Photo").click()
    phone.context.set_offline(True)
    phone.locator(".taking input[capture]").set_input_files(photo)
    expect(phone.locator("[data-told]")).to_contain_text("still here")
    phone.context.set_offline(False)
    phone.wait_for_url(ON_PHOTO)


@pytest.mark.nightly
def test_phones_see_their_place_in_line(new_phone, reads, photo, instance, monkeypatch):
    """The reader is busy elsewhere: first, second; then both are served. Cancelled photos are deleted."""
    reads(SURE)
    monkeypatch.setenv(ADDRESS_VARIABLE, "/nowhere/reads")
    first, second, third = new_phone(), new_phone(), new_phone()
    for page, words in (
        (first, "Next in line, about 3 seconds"),
        (second, "2nd in line, about 6 seconds"),
        (third, "3rd in line, about 9 seconds"),
    ):
        page.goto("/solve?game=chattahoochee")
        take(page, photo)
        expect(page.locator("[data-told]")).to_have_text(words)
    with open_photo_table(instance) as table:
        assert len(table.pending()) == 3
    second.get_by_role("button", name="Cancel").click()
    expect(third.locator("[data-told]")).to_have_text("2nd in line, about 6 seconds")
    with open_photo_table(instance) as table:
        assert len(table.pending()) == 2
    expect(key(second, "4C")).to_be_visible()
    PhotoQueue(instance).read_waiting()
    for page in (first, third):
        page.wait_for_url(ON_PHOTO)


@pytest.mark.nightly
def test_corners_are_framed_as_they_are_found_while_the_player_taps_on(
    phone, reads, photo, instance, monkeypatch
):
    """Over the phone's own picture: first where they are, then what they say. The tapped cards stay."""
    reads(SURE)
    monkeypatch.setenv(ADDRESS_VARIABLE, "/nowhere/reads")
    queue = PhotoQueue(instance)
    phone.goto("/solve?game=chattahoochee")
    take(phone, photo)
    expect(phone.locator("[data-told]")).to_contain_text("Next in line")
    row = queue._take()
    queue._tell_found(row, [FoundIndex((20, 20, 30, 40)), FoundIndex((80, 20, 30, 40))])
    frames = phone.locator(".seen rect")
    expect(frames).to_have_count(2)
    queue._tell_found(row, [FoundIndex((20, 20, 30, 40), "4C"), FoundIndex((80, 20, 30, 40))])
    expect(phone.locator(".seen text")).to_have_text(["♣4", ""])
    queue._tell_found(row, [FoundIndex((20, 20, 30, 40), "4C"), FoundIndex((80, 20, 30, 40), "JOKER")])
    expect(phone.locator(".seen text")).to_have_text(["♣4", "Joker"])
    canvas, frame = phone.evaluate(BOUNDS_OF_PICTURE_AND_FRAME)
    assert frame["x"] - canvas["x"] == pytest.approx(canvas["width"] * 20 / 400, abs=2)
    assert violations(phone) == []
    phone.get_by_role("button", name="Go on by taps").click()
    key(phone, "KD").click()
    expect(phone.locator("[data-told]")).to_be_in_viewport()
    queue._read(row)
    expect(phone.locator("[data-told]")).to_have_text("Your photo is read.")
    expect(phone.locator("#cards")).to_have_value("KD")
    phone.get_by_role("button", name="See its cards").click()
    phone.wait_for_url(ON_PHOTO)
    phone.get_by_role("button", name="Use these 4 cards").click()
    expect(phone.locator("#cards")).to_have_value("KD 4C 6C 7C QH")


@pytest.mark.usefixtures("reads")
def test_names_of_a_fan_cover_no_others_and_stay_within_the_picture(phone, photo, instance, monkeypatch):
    """Also of the cards at its edges."""
    monkeypatch.setenv(ADDRESS_VARIABLE, "/nowhere/reads")
    phone.goto("/solve?game=chattahoochee")
    take(phone, photo)
    expect(phone.locator("[data-told]")).to_contain_text("Next in line")
    fan = [FoundIndex((place * 21, 2, 18, 20), f"{rank}S") for place, rank in enumerate("23456789TJQKA")]
    queue = PhotoQueue(instance)
    queue._tell_found(queue._take(), [*fan, FoundIndex((382, 100, 18, 20), "TS")])
    labels = phone.locator(".seen text")
    expect(labels).to_have_count(14)
    # In pixels of the photo, which is 400 wide; without the letters' outlines.
    boxes = labels.evaluate_all("all => all.map(it => it.getBBox()).map(({x, y, width}) => ({x, y, width}))")
    for box, following in itertools.pairwise(boxes[:13]):
        assert box["x"] + box["width"] <= following["x"]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 400 and box["y"] >= 0 for box in boxes)


@pytest.mark.parametrize(
    ("made", "sent"),
    [
        by_night((4000, 3000), (2560, 1920)),
        ((1200, 2800), (1097, 2560)),
        by_night((900, 700), (900, 700)),
    ],
)
def test_a_large_photo_is_made_smaller_on_the_phone(phone, reads, tmp_path, instance, made, sent):
    """Its long side has 2560 pixels at most; a small one is sent as it is."""
    reads(SURE)
    file = tmp_path / "photo.jpg"
    file.write_bytes(file_of(picture(*made)))
    taken(phone, file)
    assert _size(phone, instance) == sent


def test_a_photo_taken_with_the_phone_turned_is_upright(phone, reads, tmp_path, instance):
    """Whether it is made smaller or not."""
    reads(SURE)
    for width, height in ((3000, 2000), (300, 200)):
        file = tmp_path / "turned.jpg"
        file.write_bytes(file_of(picture(width, height), exif=exif(6)))
        taken(phone, file)
        wide, high = _size(phone, instance)
        assert wide < high
        with Image.open(BytesIO(PhotoQueue(instance).shown_picture(_id(phone)))) as seen:
            assert seen.getpixel((wide * 9 // 10 * seen.width // wide, seen.height // 10))[0] > 150


def test_a_file_that_the_phone_cannot_draw_is_sent_as_it_is(phone, reads, tmp_path, instance):
    """HEIC, which this browser does not know and the pad reads."""
    reads(SURE)
    file = tmp_path / "photo.heic"
    file.write_bytes(file_of(picture(640, 480), "HEIF"))
    taken(phone, file)
    assert _size(phone, instance) == (640, 480)


def _id(page: Page) -> str:
    return page.url.partition("/photo/")[2].partition("?")[0]


def _size(page: Page, instance) -> tuple[int, int]:
    """Width and height of the photo as it was sent."""
    with open_photo_table(instance) as table:
        row = table.row(_id(page))
        return row.width, row.height


def test_scripts_of_photos_load_when_they_are_used(phone, reads, photo):
    """The pad is as quick as before."""
    reads(SURE)
    loaded = []
    phone.on("response", lambda answer: loaded.append(answer.url))
    phone.goto("/solve", wait_until="networkidle")
    assert not [url for url in loaded if "photo" in url]
    take(phone, photo)
    phone.wait_for_url(ON_PHOTO)
    assert len([url for url in loaded if "photo.js" in url]) == 1


@pytest.mark.parametrize("scheme", ["light", by_night("dark")])
def test_axe_finds_nothing_while_a_photo_is_taken_and_put_right(new_phone, reads, photo, scheme):
    """The panel, a doubtful card, all cards, none found."""
    phone = new_phone(color_scheme=scheme)
    reads(READ)
    phone.goto("/solve?cards=QH+QH")
    phone.get_by_role("button", name="Photo").click()
    expect(phone.locator(".taking")).to_be_visible()
    assert not violations(phone)
    phone.locator(".taking input[capture]").set_input_files(photo)
    phone.wait_for_url(ON_PHOTO)
    live(phone, "Is this the six of clubs?")
    assert not violations(phone)
    for _ in range(2):
        phone.get_by_role("button", name="Yes").click()
    expect(phone.locator("[data-warnings] .notice")).to_be_visible()
    assert not violations(phone)
    reads(NOTHING)
    assert not violations(taken(phone, photo))
    phone.goto("/photo?to=/solve&field=cards")
    assert not violations(phone)


@pytest.mark.parametrize(
    ("width", "height"),
    [(320, 640), *(by_night(*size) for size in ((360, 740), (390, 844), (430, 932))), (1280, 800)],
)
def test_the_pages_of_a_photo_fit_the_screen(new_phone, reads, photo, width, height):
    """Nothing runs off sideways; while a card is put right its question and all keys are on the screen."""
    phone = new_phone(viewport={"width": width, "height": height})
    reads(READ | {"cards": [one | {"guess": "8C"} for one in SEEN]})
    phone.goto("/solve?game=chattahoochee")
    phone.get_by_role("button", name="Photo").click()
    expect(phone.locator(".taking")).to_be_visible()
    expect_no_sideways_scroll(phone)
    phone.locator(".taking input[capture]").set_input_files(photo)
    phone.wait_for_url(ON_PHOTO)
    live(phone, "Is this the six of clubs?")
    expect_no_sideways_scroll(phone)
    boxes = [one.bounding_box() for one in phone.locator(".key:visible, [data-crop], [data-keep]").all()]
    assert max(box["y"] + box["height"] for box in boxes) <= height
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44
    assert phone.locator("[data-whole]").bounding_box()["height"] >= 60
    picked = phone.locator("[aria-pressed=true]").bounding_box()
    assert picked["y"] + picked["height"] <= phone.locator(".dock").bounding_box()["y"]
    for _ in range(2):
        phone.get_by_role("button", name="Yes").click()
    expect_no_sideways_scroll(phone)
