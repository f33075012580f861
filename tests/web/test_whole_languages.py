"""Pages are whole in another language: no English word is left on them.

They are opened in the made-up language of `tests/catalogues.py`, in which no message has three plain letters
in a row, so that every word that has them was never given to a translator.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from babel import Locale

from scorepad.rulebook import find_game, games
from scorepad.web import create_app
from tests.by_night import as_settled, each_nth, one_of_each
from tests.catalogues import LONG, write_made_up
from tests.web.phone import Phone

WORD = re.compile(r"[A-Za-z]{3,}")
DATA = {
    "Ann",
    "Ben",
    "Cid",
    "Friday",
    "scorepad",
    "English",
    "Esperanto",
    "CSV",
    "JSON",
    "PDF",
    "Letter",
    "Cleo",
    "ABCDEF",
    "Kcils",
    "Pierson",
    "Roth",
    "Simpson",
    "Whitnack",
}
"""Names of people, house rules, tables, languages and kinds of files: what nobody translates."""
_CALENDAR = (*Locale(LONG).months["format"].values(), *Locale(LONG).days["format"].values())
_NAMES = [name for names in _CALENDAR for name in names.values()]
DAYS = set(WORD.findall(" ".join((*_NAMES, *map(str.capitalize, _NAMES)))))
"""What Babel knows, as it stands in a sentence and as a heading."""
NO_WORDS = re.compile(r"\bw+\b|\b[IVX]+\b|✶\w+|https?://\S+|[♣♠♥♦][^\s,.;:]+|\{\w+\}|\{\".*\}")
"""Addresses, cards, and what scripts fill in."""
SAID = {"aria-label", "title", "placeholder", "alt", "data-sum", "data-headline", "data-share"}
UNREAD = {"script", "style", "code", "svg"}


class _Words(HTMLParser):
    """What a page says to those who look and to those who listen."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.unread = ""

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag in UNREAD or given.get("class") in ("code", "paper-address") or "translate" in given:
            self.unread = self.unread or tag
        says = {name for name in given if name in SAID or name.endswith("-words")}
        self.texts += [given[name] or "" for name in says if given.get("class") != "code"]

    def handle_endtag(self, tag):
        if tag == self.unread:
            self.unread = ""

    def handle_data(self, data):
        if not self.unread:
            self.texts.append(data)


def english_words(page):
    """The texts of a page in which English is left."""
    reader = _Words()
    reader.feed(page)
    texts = (NO_WORDS.sub("", text).strip() for text in reader.texts)
    return sorted({text for text in texts if set(WORD.findall(text)) - DATA - DAYS})


@pytest.fixture(scope="module")
def made_up_app(tmp_path_factory):
    folder = tmp_path_factory.mktemp("languages")
    write_made_up(folder / "translations", LONG)
    settings = {"INSTANCE": str(folder / "i"), "BABEL_TRANSLATION_DIRECTORIES": str(folder / "translations")}
    return create_app({**settings, "LIMITS": False})


@pytest.fixture
def phone(made_up_app):
    return Phone(made_up_app.test_client())


def foreign(phone):
    """The phone asks for the made-up language from now on."""
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = LONG
    return phone


def opened(phone, game, **fields):
    """The address of a new table, whose sheets are in the made-up language."""
    names = {"name_0": "Ann", "name_1": "Ben", "name_2": "Cid", "name": "Friday"}
    foreign(phone.open(f"/new?game={game}")).press("Open the table", **{**names, **fields})
    del phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"]
    return f"/t/{phone.table_id}"


def went_out(phone, table, player, **fields):
    phone.open(f"{table}/out").press("Record", player=str(player), **fields)


def settled(phone, table, winner, *numbers):
    fields = {f"number_{seat}": number for seat, number in enumerate(numbers)}
    phone.open(f"{table}/over").press("Record the deal", **({"winner": winner} if winner else {}), **fields)


def entry_of(phone, table, kind):
    """The address of the newest entry on the page of the table."""
    return re.findall(rf'href="(/t/\w+/{kind}/\d+)"', phone.client.get(table).text)[-1]


TABLE_PAGES = (
    *("", "/wall", "/record", "/sheet", "/sheet?empty=1", "/deals", "/deal/1", "/players", "/names"),
    *("/invite", "/who", "/note"),
)


def whole(phone, *addresses):
    """No English on any of the pages."""
    foreign(phone)
    left = {address: english_words(phone.open(address).answer.text) for address in addresses}
    assert not {address: texts for address, texts in left.items() if texts}


def test_the_pages_before_a_table(phone):
    whole(
        phone,
        "/",
        "/join",
        "/import",
        "/sheet",
        *(f"/new?game={game}" for game in ("chattahoochee", "rummikub")),
    )


EVERY_GAME = one_of_each([game.id for game in games()], lambda game: as_settled(find_game(game)))


@pytest.mark.parametrize("game", each_nth(EVERY_GAME, 3))
def test_the_pad_and_the_rules_of_each_game(phone, game):
    cards = "R4+R5+R6+K9" if game == "rummikub" else "4C+5C+6C+9H+w"
    solved = game != "avalanche"
    pads = (f"/solve?game={game}", f"/solve?game={game}&cards={cards}", f"/solve?game={game}&cards=4x+99")
    lying = (f"/solve?game={game}&cards={cards}&lay=1&melds=4C+9C", f"/solve?game={game}&side=table")
    whole(phone, f"/rules/{game}", f"/games/{game}", *((*pads, *lying) if solved else ()))


def test_circles(phone):
    phone.open("/circles/new").press("Start the circle", name="Friday")
    circle = phone.url.partition("?")[0].removesuffix("/invite")
    table = opened(phone, "chattahoochee")
    went_out(phone, table, 0, cards="4C 5C 6C TH JH QH")
    whole(phone, circle, f"{circle}/invite", f"{circle}/settings", f"{table}/circles")


def test_faults_of_a_new_table(phone):
    foreign(phone).open("/new?game=chattahoochee")
    form = next(form for form in phone.forms if form.action == "/new")
    phone.send(form, ("", ""), 422, name_0="Ann", name_1="Ann", clock="long", dealer="3", o_leaps="none")
    assert not english_words(phone.answer.text)


def test_a_table_at_which_players_go_out(phone):
    table = opened(phone, "chattahoochee")
    went_out(phone, table, 0, cards="4C 5C 6C TH JH QH", note="")
    went_out(phone, table, 1, points="40")
    phone.open(table).press("Undo")
    phone.open(table).press("Redo")
    entry = entry_of(phone, table, "entry")
    phone.open(table).press("Next deal")
    pages = [table + page for page in TABLE_PAGES]
    whole(
        phone,
        "/",
        *pages,
        f"{table}/out",
        f"{table}/out?cards=4c+5c+6c&player=1",
        f"{table}/out?cards=4x",
        entry,
    )
    whole(phone, f"{table}/deal/1/order", f"{table}/out?deal=1&place=2&cards=4c+5c+6c&lay=1")


def test_a_watcher(phone, made_up_app):
    table = opened(phone, "chattahoochee")
    went_out(phone, table, 0, cards="4C 5C 6C")
    entry = entry_of(phone, table, "entry")
    whole(Phone(made_up_app.test_client()), table, entry, f"{table}/wall", f"{table}/sheet")


def test_melds_laid_in_any_turn(phone):
    table = opened(phone, "chattahoochee-alternate")
    for cards in ("4C 5C 6C", "TH JH QH"):
        phone.open(f"{table}/play").press("Lay them", cards=cards, where="new")
    plays = ("", "?cards=7c&where=add-0", "?cards=4d+6d&where=new", "?where=merge-0-1")
    whole(
        phone, table, f"{table}/record", *(f"{table}/play{play}" for play in plays), f"{table}/out?player=0"
    )


@pytest.mark.parametrize("game", ["rummy-500", "basic-rummy", "rummikub", "shanghai"])
def test_deals_that_end_for_everybody(phone, game):
    table = opened(phone, game)
    settled(phone, table, "0", "0", "12", "7")
    ending = entry_of(phone, table, "ending")
    phone.open(table).press("Next deal")
    over = ("/over", "/over?winner=0&number-1=x&left-2=KH+1H", "/over?at=1&side=left")
    pages = ("", "/wall", "/record", "/sheet", "/deal/1", "/deal/2", *over)
    whole(phone, ending, *(table + page for page in pages))


def test_retiring(phone):
    table = opened(phone, "leap-rummy")
    went_out(phone, table, 0, cards="4C 5C 6C")
    whole(phone, *(table + page for page in ("", "/wall", "/record", "/sheet", "/deal/1", "/out", "/play")))


def test_avalanche(phone):
    table = opened(phone, "avalanche")
    phone.open(f"{table}/referee?now=7").press("Play")
    pages = ("", "/referee", "/referee?now=8w", "/record", "/over", "/sheet", "/wall")
    whole(phone, *(table + page for page in pages))


def test_pages_of_errors(phone):
    foreign(phone)
    for address, status in (("/nothing", 404), ("/t/none", 404), ("/j/ABCDEF", 404)):
        assert not english_words(phone.open(address, status).answer.text), address
    phone.open("/join")
    phone.send(next(form for form in phone.forms if form.id == "join"), ("", ""), 404, code="abc")
    assert not english_words(phone.answer.text.replace("abc", ""))
