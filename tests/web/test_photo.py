"""Photos of hands by plain forms: where they lead, whose they are, what is refused, kept or deleted."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from msgspec import convert
from werkzeug.datastructures import MultiDict

from scorepad.core.phrasing import ordinal_words
from scorepad.jobs.client import ADDRESS_VARIABLE
from scorepad.machine.folders import PHOTO_QUEUE
from scorepad.photos import evidence, limits, reading
from scorepad.photos.kept_photos import KeptPhotos
from scorepad.photos.photo_states import PhotoState
from scorepad.photos.queue import PhotoQueue
from scorepad.photos.reading import CardFound, PhotoReading
from scorepad.store.opening import open_photo_table, open_store
from scorepad.web.plain_form import NOT_OFFERED
from tests.photos.photo_files import file_of, picture
from tests.web.conftest import ON_SERVER_BY_NIGHT

READ = {
    "cards": [
        {"card": "4C", "confidence": 0.99, "box": [10, 10, 20, 30]},
        {"card": "5C", "confidence": 0.41, "box": [40, 10, 20, 30]},
        {"card": "QH", "confidence": 0.99, "box": [10, 90, 20, 30]},
    ],
    "groups": [[0, 1], [2]],
    "unsure": [1],
    "seconds": 0.1,
}
NOTHING = {"cards": [], "groups": [], "unsure": [], "seconds": 0.1}


@pytest.fixture
def reads(monkeypatch):
    """Every photo is read as told, and the packs it was asked to be read under are told back."""
    packs = []

    def told(answer):
        def read(_picture, pack="", _pack_count=0):
            packs.append(pack)
            return convert(answer, PhotoReading)

        monkeypatch.setattr(reading, "read_pixels", read)
        return packs

    return told


@pytest.fixture
def kept(app):
    return KeptPhotos(app.config["INSTANCE"], app.config["DATABASE"])


def photograph(phone, page, *, data=None, status=200, pad="Photo"):
    """From the pad on a page to the page of the photo."""
    phone.open(page).press(pad)
    return send(phone, data, status)


def send(phone, data=None, status=200):
    """The photo is chosen on the page that takes photos."""
    form = phone.form("Read the")
    fields = dict(form.fields)
    fields["photo"] = (io.BytesIO(file_of(picture(400, 300)) if data is None else data), "photo.jpg")
    answer = phone.client.post(form.action, data=fields, follow_redirects=True)
    return phone._arrived(answer, status)


def waiting(app):
    """What the queue holds, every row with all but its pictures."""
    with open_photo_table(app.config["INSTANCE"], app.config["DATABASE"]) as table:
        return table._rows("")


def asked(phone):
    return {name: values[-1] for name, values in parse_qs(urlsplit(phone.url).query).items()}


def rows(form):
    return [value for name, value in form.fields if name == "row"]


def use(phone, *typed, status=200):
    """Use the cards with these rows."""
    form = phone.form("Use these")
    form.fields = [one for one in form.fields if one[0] != "row"] + [["row", text] for text in typed]
    return phone.send(form, ("", ""), status)


def got(client, path):
    """How a request is answered, and with what kind of thing."""
    with client.get(path) as answer:
        assert "private" in answer.headers["Cache-Control"]
        return answer.status_code, answer.content_type.partition(";")[0]


def test_the_cards_of_a_photo_fill_an_empty_pad(phone, reads, app):
    """Rows as they lie, a doubtful card asked about; then they stand in the hand, and the photo is gone."""
    reads(READ)
    photograph(phone, "/solve?o-jokers=2")
    assert rows(phone.form("Use these 3 cards")) == ["4C 5C", "QH", ""]
    assert "is this ♣5 ?" in phone.text
    assert len(waiting(app)) == 1
    phone.press("Use these 3 cards")
    assert asked(phone) == {"o-jokers": "2", "cards": "4C 5C QH"}
    assert waiting(app) == []


def test_what_becomes_of_the_cards_before_is_chosen_among_what_is_shown(phone, reads):
    """What was typed stays, the note for a badly read deck too."""
    reads(READ)
    photograph(phone, "/solve?game=rummy-500&cards=6C")
    form = phone.form("Use these")
    form.fields = [one for one in form.fields if one[0] not in ("row", "note")]
    phone.send(form, ("", ""), 422, how="swap", row="4C 5C", note="Bicycle")
    assert NOT_OFFERED in phone.text
    assert rows(phone.form("Use these")) == ["4C 5C", ""]
    assert ["note", "Bicycle"] in phone.form("Use these").fields


def test_what_a_doubtful_card_is_perhaps_else_is_said(phone, reads):
    reads(READ | {"cards": [READ["cards"][0], READ["cards"][1] | {"guess": "8C"}, READ["cards"][2]]})
    photograph(phone, "/solve?game=chattahoochee")
    assert "is this ♣5 ? Perhaps it’s ♣8" in phone.text


SECOND = READ | {
    "cards": [
        {"card": "5C", "confidence": 0.99, "box": [10, 10, 20, 30]},
        {"card": "6C", "confidence": 0.99, "box": [40, 10, 20, 30]},
    ],
    "groups": [[0, 1]],
    "unsure": [],
}


FAILED = PhotoState("failed", message="This photo could not be read.")


def photograph_another(phone):
    """Another photo of the same hand."""
    phone.press("Add another photo")
    return send(phone)


def test_the_cards_of_several_photos_are_put_together(phone, reads, app):
    """What two of them show is said, with its pictures, and stands there once; then both photos are gone."""
    reads(READ)
    photograph(phone, "/solve?game=gin-rummy")
    reads(SECOND)
    photograph_another(phone)
    assert "Seen in two photos" in phone.text
    assert "♣5 The packs hold no others. Written once." in phone.text
    assert rows(phone.form("Use these 4 cards")) == ["4C 5C 6C", "QH", ""]
    assert len(waiting(app)) == 2
    phone.press("Use these 4 cards")
    assert asked(phone) == {"game": "gin-rummy", "cards": "4C 5C 6C QH"}
    assert waiting(app) == []


def test_rows_that_were_put_right_stay_when_a_photo_is_added(phone, reads):
    reads(READ)
    photograph(phone, "/solve?game=chattahoochee")
    form = phone.form("Use these")
    form.fields = [one for one in form.fields if one[0] != "row"] + [["row", "4C 5D"], ["row", "QH"]]
    phone.send(form, ("more", "1"))
    reads(SECOND)
    assert rows(send(phone).form("Use these")) == ["4C 5D", "QH", "5C 6C", ""]


def test_a_further_photo_that_fails_leads_back_to_the_first(phone, reads, monkeypatch):
    """With what was put right there, and why."""
    reads(READ)
    photograph(phone, "/solve?game=chattahoochee")
    first = urlsplit(phone.url).path.removeprefix("/photo/")
    state_of = PhotoQueue.photo_state
    monkeypatch.setattr(
        PhotoQueue,
        "photo_state",
        lambda queue, photo: state_of(queue, photo) if photo == first else FAILED,
    )
    photograph_another(phone)
    assert "This photo could not be read." in phone.text
    assert rows(phone.form("Use these 3 cards")) == ["4C 5C", "QH", ""]


def test_a_further_photo_can_be_cancelled_while_it_waits(phone, reads, monkeypatch):
    reads(READ)
    photograph(phone, "/solve?game=chattahoochee")
    first = urlsplit(phone.url).path.removeprefix("/photo/")
    state_of = PhotoQueue.photo_state
    monkeypatch.setattr(
        PhotoQueue,
        "photo_state",
        lambda queue, photo: state_of(queue, photo) if photo == first else PhotoState("reading"),
    )
    photograph_another(phone).press("Cancel")
    assert rows(phone.form("Use these 3 cards")) == ["4C 5C", "QH", ""]


def test_cancelling_deletes_every_photo_of_the_hand(phone, reads, app):
    reads(READ)
    photograph(phone, "/solve?game=chattahoochee")
    photograph_another(phone).press("Cancel")
    assert waiting(app) == []


def test_more_than_five_photos_of_a_hand_are_refused(phone, reads, app):
    """None of them is handed in."""
    reads(READ)
    form = phone.open("/solve?game=chattahoochee").press("Photo").form("Read the")
    files = [(io.BytesIO(file_of(picture(40, 30))), f"{number}.jpg") for number in range(6)]
    answer = phone.client.post(form.action, data={**dict(form.fields), "photo": files})
    assert answer.status_code == 400
    assert "5 photos of one hand are the most." in answer.text
    assert waiting(app) == []


def test_a_photo_beside_rows_is_told_with_what_stands_in_them(phone, reads):
    """For the script: the cards of the new photo, and those that may be the same, by their numbers."""
    reads(SECOND)
    photograph(phone, "/solve?game=gin-rummy")
    photo = urlsplit(phone.url).path.removeprefix("/photo/")
    ask = {"to": "/solve?game=gin-rummy", "field": "cards", "row": ["QH", "4C 5C"]}
    told = phone.client.get(f"/photo/{photo}/beside", query_string=ask).json
    assert [[card["card"] for card in row] for row in told["rows"]] == [["5C", "6C"]]
    assert told["twice"] == [{"pairs": [["2", f"{photo}.0"]], "certain": True}]


def test_a_deck_that_is_read_badly_makes_one_file_and_nothing_else(phone, reads, app):
    """The photo, what was read and what the person says; the page stays, and no photo is kept for it."""
    reads(READ)
    photograph(phone, "/solve?game=chattahoochee")
    assert "sends it to nobody" in phone.text
    form = phone.form("Save the file")
    kept = [one for one in form.fields if one[0] not in ("row", "note")]
    fields = [*kept, ["row", "♣4 6c"], ["row", "QH"], ["note", "Piatnik"]]
    answer = phone.client.post(form.actions["badly", "1"], data=MultiDict(fields))
    assert answer.headers["Content-Disposition"].startswith("attachment")
    with zipfile.ZipFile(io.BytesIO(answer.data)) as saved:
        assert saved.namelist() == ["read.json", "photo-1.jpg"]
        said = json.loads(saved.read("read.json"))
        assert saved.read("photo-1.jpg").startswith(b"\xff\xd8")
    assert said["pack"] == "french"
    assert [card["card"] for card in said["read"][0]["cards"]] == ["4C", "5C", "QH"]
    assert said["rows"] == ["4C 6C", "QH"]
    assert said["note"] == "Piatnik"
    assert len(waiting(app)) == 1


def test_nobody_else_saves_the_file_of_a_photo(phone, new_phone, reads):
    reads(READ)
    photograph(phone, "/solve?game=chattahoochee")
    form = phone.form("Save the file")
    other = new_phone()
    token = dict(other.open("/solve?cards=KD").press("Photo").form("Read the").fields)["csrf_token"]
    assert other.client.post(form.actions["badly", "1"], data={"csrf_token": token}).status_code == 410


def test_what_stands_in_the_pad_is_added_to_or_replaced_and_never_lost(phone, reads):
    """Her choice; undo brings back what was there."""
    reads(READ)
    photograph(phone, "/solve?cards=KD+KS&multiplier=3")
    assert "Add to the 2 in the hand" in phone.text
    phone.press("Use these 3 cards")
    assert asked(phone) == {"cards": "KD KS 4C 5C QH", "past": "KD KS", "multiplier": "3"}
    phone.press("Undo")
    assert asked(phone) == {"cards": "KD KS", "multiplier": "3"}
    phone.press("Photo")
    send(phone).press("Use these 3 cards", how="replace")
    assert asked(phone) == {"cards": "4C 5C QH", "past": "KD KS", "multiplier": "3"}


def test_cancelling_leads_back_to_all_that_was_entered(phone, reads, app):
    """From the page that takes photos, and from a photo, which is then deleted."""
    reads(READ)
    phone.open("/solve?cards=KD+KS&o-packs=3&melds=KD&game=rummy-500").press("Photo")
    assert "/solve?game=rummy-500&amp;o-packs=3&amp;cards=KD+KS&amp;melds=KD" in phone.answer.get_data(
        as_text=True
    )
    send(phone).press("Cancel")
    assert asked(phone) == {"game": "rummy-500", "o-packs": "3", "cards": "KD KS", "melds": "KD"}
    assert waiting(app) == []


def test_the_groups_can_be_the_melds_laid(phone, reads):
    """They are judged: ♣45 and ♥Q leave nothing on the table."""
    reads(READ)
    photograph(phone, "/solve?game=chattahoochee").press("Use as my melds")
    assert asked(phone) == {"game": "chattahoochee", "cards": "4C 5C QH", "melds": "4C 5C / QH", "lay": "1"}
    assert "Nothing left on the table" in phone.text


def test_one_group_that_is_no_meld_is_not_offered_as_one(phone, reads):
    """A hand in one row is a hand."""
    reads(READ | {"groups": [[0, 1, 2]]})
    photograph(phone, "/solve?game=chattahoochee")
    assert "Use as my melds" not in phone.buttons()


def test_cards_are_put_right_as_text_in_any_notation(phone, reads):
    """A row mended, one added; what does not read is named and kept."""
    reads(READ)
    photograph(phone, "/solve?game=chattahoochee")
    use(phone, "♣45", "hx", "wx", status=422)
    assert "type a card such as" in phone.text
    assert rows(phone.form("Use these"))[:3] == ["♣45", "hx", "wx"]
    use(phone, "♣46", "10d", " ", "♥QK")
    assert asked(phone) == {"game": "chattahoochee", "cards": "4C 6C TD QH KH"}


def test_using_the_same_photo_twice_does_what_the_first_did(phone, reads):
    """A double tap: the photo is gone by then, its cards were sent along."""
    reads(READ)
    photograph(phone, "/solve?game=chattahoochee")
    form = phone.form("Use these 3 cards")
    first = phone.send(form, ("", "")).url
    assert phone.send(form, ("", "")).url == first


@pytest.mark.parametrize("path", ["/photo/{photo}", "/photo/{photo}/state"])
def test_a_photo_whose_file_is_damaged_while_it_waits_is_said_to_be_lost(
    phone, reads, app, monkeypatch, path
):
    """To take another one, nobody restarts the pad."""
    reads(READ)
    monkeypatch.setenv(ADDRESS_VARIABLE, "/nowhere/reads")
    photograph(phone, "/solve?game=chattahoochee&cards=7C")
    (row,) = waiting(app)
    (Path(app.config["INSTANCE"]) / PHOTO_QUEUE).write_bytes(b"no SQLite file" * 1000)
    url = path.format(photo=row.id) + "?" + urlsplit(phone.url).query
    with phone.client.get(url, follow_redirects=True) as answer:
        assert "the photos in it are lost. Take yours again." in answer.text
    monkeypatch.delenv(ADDRESS_VARIABLE)
    photograph(phone, "/solve?game=chattahoochee&cards=7C")
    assert rows(phone.form("Use these 3 cards")) == ["4C 5C", "QH", ""]


def test_a_photo_that_is_gone_leads_back_to_the_hand(phone, reads):
    """The way back of the browser, or a page that was open for hours."""
    reads(READ)
    photograph(phone, "/solve?cards=KD")
    page = phone.url
    phone.press("Use these 3 cards").open(page)
    assert asked(phone) == {"cards": "KD"}
    assert "This photo isn’t here" in phone.text


def test_no_cards_at_all_are_not_used(phone, reads):
    """All rows were emptied."""
    reads(READ)
    photograph(phone, "/solve?cards=KD")
    use(phone, "", " ", status=422)
    assert "No cards are left." in phone.text


def test_p1_the_audit_warns_and_stands_in_nobodys_way(phone, reads):
    """Three ♥Q of two packs: two on the photo and one in the hand."""
    reads(READ | {"cards": [READ["cards"][2]] * 3})
    photograph(phone, "/solve?cards=QH")
    assert "Four ♥Q, but the packs hold two." in phone.text
    assert phone.press("Use these 3 cards").url.startswith("/solve")
    answer = phone.client.get("/photo/warnings?to=/solve?cards%3DQH&field=cards&row=QH+QH&how=replace")
    assert "♥Q" not in answer.text


def test_a_photo_without_cards_says_so_and_what_to_do(phone, reads):
    """And leads to another one."""
    reads(NOTHING)
    photograph(phone, "/solve?cards=4C")
    assert "No cards found in this photo." in phone.text
    assert "Move closer" in phone.text
    phone.press("Another photo").press("Photo")
    reads(READ)
    send(phone).press("Use these 3 cards")
    assert asked(phone)["cards"] == "4C 4C 5C QH"


def test_a_fault_of_a_photo_that_was_read_is_said_beside_its_cards(phone, reads):
    reads(READ | {"faults": ["mirrored"]})
    photograph(phone, "/solve?cards=4C")
    assert "The photo is mirrored" in phone.text
    assert "Use these 3 cards" in phone.text


@pytest.mark.parametrize(
    ("data", "status", "said"),
    [
        (b"", 400, "The file is empty"),
        (b"plain text", 400, "isn’t a picture"),
        (b"\xff\xd8\xff" + bytes(300_000), 413, "Take a smaller one"),
    ],
)
def test_what_is_no_photo_is_refused_with_one_line(phone, monkeypatch, data, status, said):
    """On the page that takes photos, which can be used again at once."""
    monkeypatch.setattr(limits, "MOST_BYTES", 200_000)
    photograph(phone, "/solve?cards=4C", data=data, status=status)
    assert said in phone.text
    assert phone.form("Read the cards")


def test_no_file_at_all_is_said(phone):
    """The form was sent with nothing chosen."""
    phone.open("/solve").press("Photo").press("Read the cards", 400)
    assert "There’s no photo yet." in phone.text


def test_only_the_phone_that_handed_it_in_sees_it(phone, new_phone, reads):
    """Its page, picture and state are not there for another; nor is there one under a guessed id."""
    reads(READ)
    photograph(phone, "/solve?game=chattahoochee")
    photo = urlsplit(phone.url).path.removeprefix("/photo/")
    assert len(photo) >= 22
    other = new_phone().client
    for path in ("/picture", "/state"):
        assert got(phone.client, f"/photo/{photo}{path}?to=/solve&field=cards")[0] == 200
        assert got(other, f"/photo/{photo}{path}?to=/solve&field=cards")[0] == 410
        assert got(phone.client, f"/photo/guessed{path}?to=/solve&field=cards")[0] == 410
    assert got(phone.client, f"/photo/{photo}?to=/solve&field=cards")[0] == 200
    assert other.get(f"/photo/{photo}?to=/solve&field=cards").location == "/solve?game=chattahoochee"
    page = other.get("/solve?game=chattahoochee").text
    assert "Look on the phone that took it" in page
    token = page.partition('data-token="')[2].partition('"')[0]
    other.post(f"/photo/{photo}/forget?to=/solve&field=cards", data={"csrf_token": token})
    assert got(phone.client, f"/photo/{photo}/picture") == (200, "image/jpeg")


def test_forms_of_photos_need_their_token(phone, reads):
    """Handing in, using, deleting."""
    reads(READ)
    for path in ("/photo", "/photo/x/use", "/photo/x/forget"):
        assert phone.client.post(f"{path}?to=/solve&field=cards").status_code == 400


@pytest.mark.parametrize(
    ("to", "field"),
    [
        ("/solve", "name"),
        ("/solve", "table"),
        ("/", "cards"),
        ("//elsewhere.example/solve", "cards"),
        ("https://elsewhere.example/solve", "cards"),
        ("/solve/../solve", "cards"),
        ("http://[", "cards"),
        ("\\solve\0", "cards"),
        ("/t/nothing/out", "cards"),
        ("/solve?o-pack=spanish-40", "cards"),
        ("", ""),
    ],
)
def test_a_photo_leads_to_a_pad_of_ours_or_nowhere(client, to, field):
    """No other page, no other site, no pack that is not read."""
    answer = client.get("/photo", query_string={"to": to, "field": field})
    assert answer.status_code in (403, 404)


@pytest.mark.parametrize("field", ["cards", "left", "left-2", "left-９", "left--1", "number-0", "melds-0\n"])
def test_a_settled_deal_has_the_pads_of_its_seats_alone(phone, field):
    """What everybody has left and melded."""
    phone.open("/new?game=rummy-500").press("Open the table", name_0="Ann", name_1="Ben")
    ask = {"to": f"/t/{phone.table_id}/over?at=0", "field": field}
    assert phone.client.get("/photo", query_string=ask).status_code == 404
    assert phone.client.get("/photo", query_string=ask | {"field": "melds-1"}).status_code == 200


def test_packs_that_are_not_read_have_no_button(phone):
    """Swiss cards and numbers are not; French ones and tiles are."""
    for query, there in (
        ("o-pack=swiss-36", 0),
        ("o-pack=seventeen", 0),
        ("o-pack=piquet-32", 1),
        ("game=rummikub", 1),
    ):
        assert phone.open(f"/solve?{query}").buttons().count("Photo") == there


def test_tiles_are_read_where_tiles_are_played_with(phone, reads):
    """The pack goes along; the sets on the table are taken from the rows."""
    packs = reads(
        READ
        | {
            "cards": [
                one | {"card": card} for one, card in zip(READ["cards"], ("4R", "5R", "w"), strict=True)
            ]
        }
    )
    photograph(phone, "/solve?game=rummikub&cards=1B")
    phone.press("Use these 3 tiles")
    assert asked(phone)["cards"] == "1B 4R 5R w"
    photograph(phone, "/solve?game=rummikub&side=table&cards=1B").press("Use these 2 sets")
    assert asked(phone) == {"game": "rummikub", "side": "table", "cards": "1B", "table": "4R 5R / w"}
    assert packs == ["rummikub", "rummikub"]


def test_a_card_that_the_pack_does_not_have_is_asked_about(phone, reads):
    """And named when it is used all the same."""
    reads(READ)
    photograph(phone, "/solve?o-pack=piquet-32")
    assert "is this 4C ?" in phone.text
    phone.press("Use these", 422)
    assert "'4C'" in phone.text or "'4'" in phone.text


def test_the_place_in_line_is_told_and_looked_at_again(phone, reads, monkeypatch):
    """Without script the page asks again by itself until the photo is read."""
    reads(READ)
    states = [PhotoState("waiting", place=2), PhotoState("waiting", place=1), PhotoState("reading")]
    monkeypatch.setattr(PhotoQueue, "photo_state", lambda *_: states[0])
    photograph(phone, "/solve?cards=4C")
    for words in ("2nd in line", "Next in line", "Reading …"):
        assert words in phone.text
        assert phone.answer.headers["Refresh"] == "2"
        states.pop(0)
        states.append(PhotoState("failed", message="This photo could not be read."))
        phone.open(phone.url)
    assert "This photo could not be read." in phone.text
    assert "Refresh" not in phone.answer.headers
    phone.press("Back")
    assert asked(phone) == {"cards": "4C"}


def test_how_long_a_photo_will_take_is_told_with_its_place(phone, reads, monkeypatch):
    """With and without script; and the corners that were found so far, in the page's letters."""
    reads(READ)
    photograph(phone, "/solve?cards=4C")
    found = (CardFound((1, 2, 3, 4)), CardFound((5, 6, 7, 8), "TC"))
    photo = PhotoState("reading", size=(40, 30), found=found, seconds=1)
    monkeypatch.setattr(PhotoQueue, "photo_state", lambda *_: photo)
    assert "Reading … about one second" in phone.open(phone.url).text
    assert re.findall("<text[^>]*>([^<]*)</text>", phone.answer.text) == ["♣10"]
    name = urlsplit(phone.url).path
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    assert phone.client.get(f"{name}/state").json == {
        "state": "reading",
        "words": "Wird gelesen … etwa eine Sekunde",
        "size": [40, 30],
        "found": [{"box": [1, 2, 3, 4], "card": ""}, {"box": [5, 6, 7, 8], "card": "♣10"}],
    }


def test_places_in_line_are_words():
    """1st to 4th, and the teens."""
    places = [ordinal_words(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 102)]
    assert places == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd"]


def test_at_a_table_a_photo_needs_a_phone_that_plays(ann, new_phone):
    """Whoever watches has no pad, and no photo for one."""
    to = f"/t/{ann.table_id}/out"
    assert new_phone().client.get("/photo", query_string={"to": to, "field": "cards"}).status_code == 403


def out_by_photo(phone, table_id, name):
    """She goes out with the cards of a photo."""
    seat = ("Ann", "Ben", "Cy", "Di").index(name)
    photograph(phone, f"/t/{table_id}/out?player={seat}&note=well+played")
    phone.press("Use these 3 cards")
    assert asked(phone)["player"] == str(seat)
    assert asked(phone)["note"] == "well played"
    return phone.press("Record")


@ON_SERVER_BY_NIGHT
def test_a_hand_goes_out_by_its_photo(ann, reads, app, kept):
    """Who it is and the note are kept on the way; ♣45 and ♥Q are 4 × 3 = 12. The photo is deleted."""
    reads(READ)
    table_id = ann.table_id
    out_by_photo(ann, table_id, "Ben")
    assert "Ben went out: 4 × 3 = 12" in ann.text
    assert waiting(app) == []
    assert kept.names(table_id) == {}


def keep_photos(phone, table_id):
    phone.open(f"/t/{table_id}/photos").press("Keep photos as evidence")


@ON_SERVER_BY_NIGHT
def test_a_table_that_keeps_photos_links_them_to_the_entry(ann, ben, new_phone, reads, app, kept):
    """Its players see them, nobody else does; a correction and a second photo stay with the entry."""
    reads(READ)
    table_id = ann.table_id
    keep_photos(ann, table_id)
    out_by_photo(ann, table_id, "Ben")
    assert waiting(app) == []
    (photo,) = evidence.evidence_photos(open_store(app.config["DATABASE"]), kept, table_id)
    assert photo.entry == 2
    file = f"/t/{table_id}/photos/{photo.photo}"
    page = ben.open(f"/t/{table_id}/entry/2")
    assert file in page.answer.text
    assert got(ben.client, file) == (200, "image/jpeg")
    assert got(new_phone().client, file)[0] == 403
    photograph(ben, f"/t/{table_id}/entry/2", pad="Photo").press("Use these 3 cards", how="replace")
    ben.press("Record")
    assert [
        one.entry for one in evidence.evidence_photos(open_store(app.config["DATABASE"]), kept, table_id)
    ] == [
        2,
        2,
    ]


@ON_SERVER_BY_NIGHT
def test_a_kept_photo_can_be_deleted_and_no_more_kept(ann, reads, kept):
    """One by one; and those that come later are deleted at once."""
    reads(READ)
    table_id = ann.table_id
    keep_photos(ann, table_id)
    out_by_photo(ann, table_id, "Ben")
    ann.open(f"/t/{table_id}/photos")
    assert "Ben, deal 1" in ann.text
    ann.press("Delete")
    assert kept.names(table_id) == {}
    ann.press("Stop keeping photos")
    out_by_photo(ann, table_id, "Cy")
    assert kept.names(table_id) == {}


@ON_SERVER_BY_NIGHT
def test_whether_photos_are_kept_is_said_when_the_table_is_made(phone, app):
    """Off unless it is ticked."""
    for ticked in ({}, {"keeps_photos": "true"}):
        phone.open("/new?game=chattahoochee").press("Open the table", name_0="Ann", name_1="Ben", **ticked)
        assert open_store(app.config["DATABASE"]).keeps_photos(phone.table_id) is bool(ticked)


@ON_SERVER_BY_NIGHT
def test_every_photo_of_a_hand_is_kept_with_it(ann, reads, kept):
    reads(READ)
    keep_photos(ann, ann.table_id)
    photograph(ann, f"/t/{ann.table_id}/out?player=0")
    photograph_another(ann).press("Use these")
    ann.press("Record")
    assert len(kept.names(ann.table_id)) == 2


@ON_SERVER_BY_NIGHT
def test_a_photo_that_another_phone_names_is_not_kept(ann, ben, reads, kept):
    """Only whoever handed it in can let the table have it."""
    reads(READ)
    table_id = ann.table_id
    keep_photos(ann, table_id)
    photograph(ann, f"/t/{table_id}/out?player=0").press("Use these 3 cards")
    photo = asked(ann)["photo"]
    ben.open(f"/t/{table_id}/out?player=1&cards=4C&photo={photo}").press("Record")
    assert kept.names(table_id) == {}


@pytest.mark.parametrize("joins_first", [True, False])
def test_the_name_by_which_a_phone_takes_turns_is_not_its_secret(phone, reads, app, joins_first):
    """Photos that wait name the phone, and nothing that opens its tables lies there."""
    reads(READ)
    opening = {"name_0": "Ann", "name_1": "Ben"}
    if joins_first:
        phone.open("/new?game=chattahoochee").press("Open the table", **opening)
    photograph(phone, "/solve?cards=KD")
    if not joins_first:
        phone.open("/new?game=chattahoochee").press("Open the table", **opening)
    (row,) = waiting(app)
    with phone.client.session_transaction() as session:
        assert row.phone
        assert session["phone"] not in str(row)


def test_what_everybody_has_left_is_read_from_photos(phone, reads, kept):
    """In a deal that is settled: the pad of one player, the rest of the form kept, the photos too."""
    reads(READ)
    phone.open("/new?game=basic-rummy").press(
        "Open the table", name_0="Ann", name_1="Ben", keeps_photos="true"
    )
    table_id = phone.table_id
    photograph(phone, f"/t/{table_id}/over?winner=0&at=1&number-0=0")
    phone.press("Use these 3 cards")
    assert asked(phone)["left-1"] == "4C 5C QH"
    assert asked(phone)["winner"] == "0"
    phone.press("Done").press("Record the deal")
    assert len(kept.names(table_id)) == 1
    assert f"/t/{table_id}/photos/" in phone.open(f"/t/{table_id}/ending/2").answer.text


RACK = READ | {
    "cards": [one | {"card": card} for one, card in zip(READ["cards"], ("6R", "7R", "w"), strict=True)]
}


def test_o1_a_tile_without_a_number_is_a_false_joker_and_the_okey_is_wild(phone, reads):
    """Where it is known which tile is turned up."""
    reads(RACK)
    photograph(phone, "/solve?game=okey&turned=5R&cards=1B").press("Use these 3 tiles")
    assert asked(phone)["cards"] == "1B w 7R F"


def test_o1_a_joker_is_asked_about_while_nobody_says_which_tile_is_turned_up(phone, reads):
    """It lies as that tile, so that it isn't known what it is."""
    reads(RACK | {"unsure": []})
    assert "is this" not in photograph(phone, "/solve?game=rummikub").text
    assert "is this" in photograph(phone, "/solve?game=okey").text


@pytest.mark.parametrize("typed", [("w 7R", "F"), ("6R 7R", "F")])
def test_o1_false_jokers_stay_in_rows_that_were_put_right(phone, reads, typed):
    reads(RACK)
    use(photograph(phone, "/solve?game=okey-101&turned=5R&side=table"), *typed)
    assert asked(phone)["table"] == "w 7R / F"


def test_t5_what_is_left_is_read_as_the_tile_turned_up_says(phone, reads):
    """On the form of a deal, where the tile was named."""
    reads(RACK)
    phone.open("/new?game=okey-101").press("Open the table", name_0="Ann", name_1="Ben")
    photograph(phone, f"/t/{phone.table_id}/over?winner=0&at=1&turned=5R").press("Use these 3 tiles")
    assert asked(phone)["left-1"] == "w 7R F"


def rows_in_french(phone):
    """The form of the photo's rows, on the page in French."""
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "fr"
    phone.open(phone.url)
    return rows_form(phone)


def rows_form(phone):
    return next(form for form in phone.forms if rows(form))


def test_rows_are_written_as_the_page_reads_them(phone, reads):
    """A C is cœur in French, so that clubs have their sign, without script and with it."""
    reads(READ)
    form = rows_in_french(photograph(phone, "/solve?game=rummy-500"))
    assert rows(form) == ["♣4 ♣5", "♥Q", ""]
    assert phone.answer.text.count('data-writes="♣4"') == 1
    phone.send(form, ("", ""))
    assert asked(phone)["cards"] == "♣4 ♣5 ♥Q"


def test_a_card_that_the_pack_lacks_is_no_other_card_in_the_letters_of_the_page(phone, reads):
    """Here the pack has hearts and no clubs."""
    reads(READ)
    pack = "o-pack=custom&o-suits=hearts+spades&o-ranks=456789TJQK"
    form = rows_in_french(photograph(phone, f"/solve?game=chattahoochee&{pack}"))
    assert rows(form)[0] == "♣4 ♣5"
    phone.send(form, ("", ""), 422)


@pytest.mark.parametrize(("typed", "cards"), [("4P 5P", "♠4 ♠5"), ("4T 5T", "♣4 ♣5"), ("DCo", "♥Q")])
def test_rows_are_read_in_the_letters_of_the_page(phone, reads, typed, cards):
    reads(READ)
    form = rows_in_french(photograph(phone, "/solve?game=rummy-500"))
    form.fields = [one for one in form.fields if one[0] != "row"] + [["row", typed]]
    phone.send(form, ("", ""))
    assert asked(phone)["cards"] == cards


def test_letters_of_two_meanings_in_a_row_are_asked_about(phone, reads):
    reads(READ)
    form = rows_in_french(photograph(phone, "/solve?game=rummy-500"))
    form.fields = [one for one in form.fields if one[0] != "row"] + [["row", "4C 5C"]]
    ways = phone.send(form, ("", ""), 422)
    form = rows_form(ways)
    buttons = {words: (name, value) for name, value, words in form.buttons if name == "letters"}
    assert list(buttons) == ["♥4 ♥5", "♣4 ♣5"]
    phone.send(form, buttons["♥4 ♥5"])
    assert asked(phone)["cards"] == "♥4 ♥5"
