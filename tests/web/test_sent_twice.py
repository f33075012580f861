"""Every form that changes a table is answered alike when it is sent again, because its answer was lost."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from msgspec import convert

from scorepad.photos import reading
from scorepad.photos.reading import PhotoReading
from scorepad.store.opening import open_store
from scorepad.tables import service
from tests.bridges import test_plays
from tests.photos.photo_files import file_of, picture
from tests.web.conftest import ON_EACH_ENGINE
from tests.web.phone import Phone

DELETING = {"host.delete", "host.undelete"}
CHANGE_NO_TABLE = {
    "home.suits",
    "tables.rematch",
    "home.language",
    "home.bring_back",
    "photo.start",
    "photo.hand_in",
    "photo.more",
    "photo.badly_read",
    "photo.use",
    "photo.forget",
    "photo.read_again",
    "join.find",
    "own_game.open_file",
    "reading.read",
    "api.best",
    "api.check",
    "api.next",
    "api.discard",
    "api.merge",
    "api.play",
    "api.score",
    "api.match",
    "api.multipliers",
    "api.leaps",
    "api.schedule",
    "circles.create",
    "circles.change",
    "circles.compare",
    "circle_join.enter",
    "circle_membership.change",
    "programs.open_table",
    "programs.record_deal",
    "programs.record_entry",
    "programs.add_points",
    "programs.name_winners",
    "programs.undo",
    "programs.redo",
    "programs.end_deal",
    "programs.add_player",
    "programs.give_key",
    "programs.set_webhook",
    "host.give_key",
    "host.take_key_back",
    "host.set_webhook",
    "host.remove_webhook",
}
"""They read, search and judge, write on this phone alone, change a circle, or have no form: what programs
send twice has tests of its own."""

RUN = "4C 5C 6C 7C"


@dataclass
class Evening:
    """Ann's phone at a table of Ann, Ben and Cy, and Ben's."""

    ann: Phone
    ben: Phone

    def open(self, game="chattahoochee", **typed):
        self.ann.open(f"/new?game={game}")
        self.ann.press("Open the table", name_0="Ann", name_1="Ben", name_2="Cy", **typed)
        self.ben.join(self.ann.code(), "Ben")
        return self

    @property
    def table_id(self):
        return self.ann.table_id

    @property
    def table(self):
        return f"/t/{self.ann.url.split('/')[2].partition('?')[0]}"

    def log(self):
        store = open_store(self.ann.client.application.config["DATABASE"])
        try:
            return service.table(store, self.table_id).events
        finally:
            store.close()

    def page(self, path, words, **typed):
        """The form with that button on a page of the table, filled in: its address, and what it sends."""
        self.ann.open(self.table + path)
        return filled(self.ann, words, **typed)

    def out(self, name="Ann", **typed):
        """That player goes out."""
        seat = ("Ann", "Ben", "Cy").index(name)
        self.ann.open(f"{self.table}/out").press("Record", player=str(seat), **typed)
        return self

    def noted(self):
        """Ben writes a note meanwhile."""
        self.ben.open(f"{self.table}/note").press("Add the note", text="Ben was here")


def filled(phone, words, **typed):
    """What the form with that button sends, once it is filled in (`_` in names stands for `-`)."""
    form = phone.form(words)
    name, value, _ = next(button for button in form.buttons if words in button[2])
    given = {
        key.replace("_", "-") if key not in dict(form.fields) else key: text for key, text in typed.items()
    }
    return form.actions.get((name, value), form.action), {
        **dict(form.fields),
        **given,
        **({name: value} if name else {}),
    }


def _settled(evening):
    evening.open("basic-rummy")
    evening.ann.open(f"{evening.table}/over").press(
        "Record the deal", winner="0", number_0="0", number_1="12", number_2="3"
    )
    return evening


def _pool_split(evening, _):
    """Cy is out of a pool."""
    evening.open("indian-rummy&o-play=pool&o-split=equal")
    evening.ann.open(f"{evening.table}/over").press(
        "Record the deal", winner="0", number_0="0", number_1="30", number_2="80"
    )
    evening.ann.press("Next deal")
    evening.ann.open(f"{evening.table}/over").press(
        "Record the deal", winner="1", number_0="30", number_1="0", number_2="80"
    )
    return evening.page("", "Split the pool")


def _two_deals(evening):
    """Ann and Ben went out of the first deal, and the second one is open."""
    evening.open().out(points="1").out("Ben", points="1").ann.press("Next deal")
    return evening


def _snowed(evening):
    """One card was drawn in a game of Avalanche."""
    evening.open("avalanche").ann.open(f"{evening.table}/referee").press("Snowfall")
    return evening


def _redone_in_avalanche(evening, _):
    _snowed(evening).ann.open(f"{evening.table}/referee").press("Undo")
    return evening.page("/referee", "Redo")


def _with_photo(evening, monkeypatch):
    """A table that keeps the photo of Ann's hand."""
    card = {"card": "4C", "confidence": 0.99, "box": [10, 10, 20, 30]}
    answer = {"cards": [card], "groups": [[0]], "unsure": [], "seconds": 0.1}
    monkeypatch.setattr(reading, "read_pixels", lambda *_, **__: convert(answer, PhotoReading))
    ann = evening.open(keeps_photos="true").ann
    ann.open(f"{evening.table}/out?player=0").press("Photo")
    form = ann.form("Read the")
    sent = {**dict(form.fields), "photo": (io.BytesIO(file_of(picture(400, 300))), "photo.jpg")}
    ann._arrived(ann.client.post(form.action, data=sent, follow_redirects=True), 200)
    return ann.press("Use th")


def _new(evening, _):
    evening.ann.open("/new?game=chattahoochee")
    return filled(evening.ann, "Open the table", name_0="Ann", name_1="Ben")


def _play(where, laid, **typed):
    def prepare(evening, _):
        evening.open("chattahoochee-alternate", **{"o-filching": "true", "o-jokers": "2"})
        for cards in laid:
            evening.ann.open(f"{evening.table}/play").press("Lay them", player="0", cards=cards)
        return evening.page("/play", "Lay them", player="0", where=where, **typed)

    return prepare


def _groups(evening, _):
    evening.open("chattahoochee-alternate")
    groups = "groups=4C+5C+/+9H+TH+JH&shared=1&who-0=0&who-1=2"
    return evening.page(f"/groups?{groups}", "Record 2 melds")


def _imported(evening, _):
    text = evening.open().ann.client.get(f"{evening.table}/export.json").get_data(as_text=True)
    evening.ann.open("/import")
    return filled(evening.ann, "Open", text=text)


def _carried(evening, _):
    text = evening.open().ann.client.get(f"{evening.table}/export.json").get_data(as_text=True)
    other = Phone(evening.ann.client.application.test_client())
    evening.joining = other.open("/carry").press("See what it holds", text=text)
    return filled(other, "Open the table")


def _plays(evening, _):
    evening.ann.open("/circles/new").press("Start the circle", name="Fridays")
    evening.ann.open(f"/c/{evening.ann.url.split('/')[2]}/plays")
    return filled(evening.ann, "Add the tables", text=test_plays.file_of(test_plays.play("1", "2", "3")))


def _joined(evening, _):
    evening.open()
    other = Phone(evening.ann.client.application.test_client())
    other.open("/join").press("Join", code=evening.ann.code())
    evening.joining = other
    return filled(other, "Cy")


def _restored(evening, _):
    evening.open().out(cards=RUN)
    evening.ann.open(f"{evening.table}/entry/2").press("Remove this entry")
    return evening.page("/record", "Put back")


def _redone(evening, _):
    evening.open().out(cards=RUN).ann.open(evening.table).press("Undo")
    return evening.page("", "Redo")


def _left(evening, _):
    evening.open().ann.open(f"{evening.table}/players").press("Leaves")
    return evening.page("/players", "Is back")


def _joined_late(evening, _):
    _two_deals(evening).ann.open(f"{evening.table}/players?add=1").press("Add the player", name="Zoe")
    action = f"{evening.table}/players/3/start"
    form = next(form for form in evening.ann.forms if form.action == action)
    return action, {**dict(form.fields), "points": "-7"}


def _photo_deleted(evening, monkeypatch):
    _with_photo(evening, monkeypatch).press("Record")
    return evening.page("/photos", "Delete")


def _photo_recorded(evening, monkeypatch):
    return filled(_with_photo(evening, monkeypatch), "Record")


Prepare = Callable[[Evening, pytest.MonkeyPatch], tuple[str, dict[str, str]]]
FORMS: dict[str, tuple[str, Prepare]] = {
    "new table": ("tables.create", _new),
    "going out": ("going_out.record", lambda e, _: e.open().page("/out", "Record", player="0", cards=RUN)),
    "going out by points": (
        "going_out.record",
        lambda e, _: e.open().page("/out", "Record", player="0", points="12"),
    ),
    "going out by a photo": ("going_out.record", _photo_recorded),
    "retiring": (
        "going_out.record",
        lambda e, _: e.open("leap-rummy").page("/out", "Record", player="0", cards="4C 5C 6C KD"),
    ),
    "correcting": (
        "going_out.correct",
        lambda e, _: e.open().out(cards=RUN).page("/entry/2", "Record", player="1", cards="9H"),
    ),
    "removing": ("going_out.correct", lambda e, _: e.open().out(cards=RUN).page("/entry/2", "Remove this")),
    "settling": (
        "settling.record",
        lambda e, _: e.open("basic-rummy").page(
            "/over", "Record the deal", winner="0", number_0="0", number_1="12", number_2="3"
        ),
    ),
    "settling again": (
        "settling.correct",
        lambda e, _: _settled(e).page("/ending/2", "Record the correction", number_1="13"),
    ),
    "removing scores": ("settling.correct", lambda e, _: _settled(e).page("/ending/2", "Remove these")),
    "laying": ("playing.record", _play("new", [], cards="4C 5C")),
    "extending": ("playing.record", _play("add-0", ["4C 5C"], cards="6C")),
    "merging": ("playing.record", _play("merge-0-1", ["4C 5C", "6C 7C"])),
    "filching": ("playing.record", _play("filch-0-0-0", ["4C 5C w"], cards="6C")),
    "a whole table": ("sharing.record", _groups),
    "undoing": ("tables.undo", lambda e, _: e.open().out(cards=RUN).page("", "Undo")),
    "undoing twice": (
        "tables.undo",
        lambda e, _: e.open().out(cards=RUN).out("Ben", cards="9H").page("", "Undo"),
    ),
    "redoing": ("tables.redo", _redone),
    "putting back": ("deals.restore", _restored),
    "next deal": (
        "tables.next_deal",
        lambda e, _: e.open().out(points="1").out("Ben", points="1").page("", "Next deal"),
    ),
    "closing the deal": ("deals.close", lambda e, _: e.open().page("/note", "End deal", reason="late")),
    "saying who won": (
        "deals.name_winners",
        lambda evening, _: _settled(evening).page("/won", "Record", won="1"),
    ),
    "points for one player": (
        "deals.add_points",
        lambda e, _: e.open("any-game").page("/points", "Add the points", player="1", points="5"),
    ),
    "splitting a pool": ("deals.split", _pool_split),
    "a note": ("deals.note", lambda e, _: e.open().page("/note", "Add the note", text="rain")),
    "a note to an earlier deal": (
        "deals.note",
        lambda e, _: _two_deals(e).page("/deal/1", "Add the note", text="rain"),
    ),
    "a forgotten hand": (
        "going_out.record",
        lambda e, _: _two_deals(e).page("/out?deal=1&place=2", "Record", player="2", cards=RUN),
    ),
    "another order": (
        "deals.reorder",
        lambda e, _: _two_deals(e).page("/deal/1/order?order=3.2", "Record this order"),
    ),
    "drawing in Avalanche": (
        "referee.record",
        lambda e, _: e.open("avalanche").page("/referee", "Snowfall"),
    ),
    "playing in Avalanche": (
        "referee.record",
        lambda e, _: e.open("avalanche").page("/referee?now=55", "Play"),
    ),
    "undoing in Avalanche": ("referee.undo", lambda e, _: _snowed(e).page("/referee", "Undo")),
    "redoing in Avalanche": ("referee.redo", _redone_in_avalanche),
    "names": (
        "tables.rename",
        lambda e, _: e.open().page("/names", "Save names", name_0="Anna", name_2="Cyd"),
    ),
    "another clock": ("host.change", lambda e, _: e.open().page("/host", "Save", clock="45")),
    "other house rules": (
        "chosen.change",
        lambda e, _: e.open().page("/house-rules", "Go on", o_schedule="square"),
    ),
    "another dealer": (
        "players.dealer",
        lambda e, _: e.open().page("/players", "Change the dealer", dealer="1"),
    ),
    "a late player": (
        "players.add",
        lambda e, _: e.open().page("/players?add=1", "Add the player", name="Zoe"),
    ),
    "leaving": ("players.leave", lambda e, _: e.open().page("/players", "Leaves")),
    "coming back": ("players.back", _left),
    "other seats": (
        "players.seats",
        lambda e, _: e.open().page("/players?order=1.0.2", "Keep seats"),
    ),
    "sitting out": ("players.sit_out", lambda e, _: e.open().page("/players", "Save", rests="2")),
    "another start": ("players.start", _joined_late),
    "joining": ("join.enter", _joined),
    "who this phone is": ("join.change", lambda e, _: e.open().page("/who", "Cy")),
    "keeping photos": ("photo_evidence.choose", lambda e, _: e.open().page("/photos", "Keep photos")),
    "deleting a photo": ("photo_evidence.delete", _photo_deleted),
    "a file": ("record.load", _imported),
    "a carried table": ("carry.load", _carried),
    "plays of another app": ("circles.take_plays", _plays),
}

WRITE_MORE = (
    *("new table", "going out", "undoing", "joining", "who this phone is", "another clock"),
    *("going out by a photo", "keeping photos", "deleting a photo", "a file", "plays of another app"),
)
"""What they write is all that the store keeps. The others only add events, which are text to it."""
TRIED = [*(("sqlite", form) for form in FORMS), *(("postgresql", form) for form in WRITE_MORE)]


@pytest.fixture
def evening(new_phone):
    return Evening(new_phone(), new_phone())


def test_every_form_of_the_app_is_sent_twice_here(app):
    """A new route that takes a form is listed above, or is said to change no table."""
    routes = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert routes == {endpoint for endpoint, _ in FORMS.values()} | CHANGE_NO_TABLE | DELETING


@ON_EACH_ENGINE
def test_a_table_that_is_gone_is_deleted_once(evening):
    """The same answer again, wherever the first one was lost."""
    action, fields = evening.open().page("/delete", "Delete the table")
    for _ in range(2):
        answer = evening.ann.client.post(action, data=fields)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    evening.ann.open(evening.table, 404)


@ON_EACH_ENGINE
def test_a_table_that_was_deleted_is_brought_back_once(evening):
    """The way to it again, wherever the first answer was lost."""
    table = evening.open().table
    evening.ann.open(f"{table}/delete").press("Delete the table")
    action, fields = filled(evening.ann, "Bring back")
    for _ in range(2):
        answer = evening.ann.client.post(action, data=fields)
        assert (answer.status_code, answer.headers["Location"]) == (303, table)


@pytest.mark.parametrize(("app", "form"), TRIED, indirect=["app"])
def test_a_form_sent_again_is_answered_as_the_first_time(evening, monkeypatch, form):
    """The same status, the same place to go, nothing more in the log: at once, and after others wrote."""
    action, fields = FORMS[form][1](evening, monkeypatch)
    client = getattr(evening, "joining", evening.ann).client
    first = client.post(action, data=fields)
    assert first.status_code == 303, first.get_data(as_text=True)
    at_a_table = evening.ann.url.startswith("/t/")
    for meanwhile in (False, True):
        if meanwhile and at_a_table:
            evening.noted()
        log = evening.log() if at_a_table else ()
        again = client.post(action, data=fields)
        assert (again.status_code, again.headers["Location"]) == (303, first.headers["Location"])
        assert not at_a_table or evening.log() == log


@ON_EACH_ENGINE
@pytest.mark.parametrize(
    ("form", "changed"),
    [
        ("going out", {"cards": "9H"}),
        ("going out", {"player": "1"}),
        ("going out by points", {"points": "13"}),
        ("correcting", {"cards": "9S"}),
        ("settling", {"number-1": "13"}),
        ("laying", {"cards": "9S TS"}),
        ("a whole table", {"who-1": "1"}),
    ],
)
def test_an_old_page_with_other_content_does_not_pass_for_sent(evening, monkeypatch, form, changed):
    """Back in the browser, changed, sent: refused with the reason, what was typed kept, nothing written."""
    action, fields = FORMS[form][1](evening, monkeypatch)
    assert evening.ann.client.post(action, data=fields).status_code == 303
    log = evening.log()
    answer = evening.ann.client.post(action, data={**fields, **changed})
    assert answer.status_code == 422
    assert "already sent with different content" in answer.get_data(as_text=True)
    assert evening.log() == log
