"""Cards typed in the letters of the page's language are read; what English reads stays as it is."""

from __future__ import annotations

import re

import pytest
from babel.messages.catalog import Catalog

from scorepad.core.card_text import write_cards
from scorepad.core.card_words import CARD_WORDS
from scorepad.core.phrasing import rank_letters
from scorepad.rulebook import find_game
from scorepad.web import create_app
from scorepad.web.hand.typed_cards import TypedCards
from scorepad.web.languages import page_catalogue
from tests.catalogues import write_compiled
from tests.web.phone import table_of

RULES = find_game("chattahoochee").rules({})
TILES = find_game("rummikub").rules({})
OTHER_WORDS = "other words that people type, separated by commas"


def read(app, text, language="de", rules=RULES):
    with app.test_request_context(headers={"Accept-Language": language}):
        typed = TypedCards(rules, text)
        return typed.error.message if typed.error else write_cards(typed.cards)


GERMAN = {
    "♥D": "QH",
    "♥d ♣b": "QH JC",
    "♥AKDB10": "AH KH QH JH TH",
    "♥A K D, B": "AH KH QH JH",
    "♥ D": "QH",
    "HD": "QH",
    "dh bd dd": "QH JD QD",
    "Herz D": "QH",
    "Herz-Dame, Kreuz Bube": "QH JC",
    "herz dame": "QH",
    "Karo 10 Pik Ass": "TD AS",
    "Pik zehn": "TS",
    "♥Q JC": "QH JC",
    "4D D4": "4D 4D",
    "♣4 5D": "4C 5D",
    "4C 5C TH JH QH w w=♥D": "4C 5C TH JH QH w w",
    "♥D / ♣B": "QH JC",
}


@pytest.mark.parametrize("text", GERMAN)
def test_german_letters_and_names_are_read_on_a_german_page(app, text):
    assert read(app, text) == GERMAN[text]


@pytest.mark.parametrize("text", ["4D D4", "♥Q JC", "4c 5c 6c", "♣456 ♥Q", "hearts QKA", "QH w w=♥7"])
def test_what_english_pages_read_german_ones_read_alike(app, text):
    assert read(app, text) == read(app, text, "en")


@pytest.mark.parametrize("text", ["♥D", "HD"])
def test_an_english_page_reads_english(app, text):
    assert "type a card such as" in read(app, text, "en")


def test_a_fault_names_the_place_where_it_was_typed(app):
    assert read(app, "Herz-Dame, ♥Z").startswith("'Z' at position 13: type a card")


def test_tiles_have_no_letters_of_a_language(app):
    assert read(app, "B4 B5", rules=TILES) == read(app, "B4 B5", "en", TILES) != ""


@pytest.mark.parametrize("field", ["cards", "table"])
def test_the_answer_knows_the_letters_of_the_page(client, field):
    """The search reads what the tray shows: in the hand, and in melds on the table."""
    query = {"game": "rummy-500", "cards": "♣DKB"} | {field: "♥DKB"}
    page = client.get("/solve", query_string=query, headers={"Accept-Language": "de"}).text
    assert 'class="notice error"' not in page
    assert "data-headline" in page


OTHERS = {
    "fr": {
        ("rank on a card", "J"): "V",
        ("rank on a card", "Q"): "D",
        ("rank on a card", "K"): "R",
        "{number} of {suit}": "{number} de {suit}",
        "{first} and {last}": "{first} et {last}",
        **{"queen": "dame", "king": "roi", "jack": "valet", "ace": "as", "ten": "dix"},
        **{"hearts": "cœur", "clubs": "trèfle", "spades": "pique", "diamonds": "carreau"},
    },
    "pl": {
        ("rank on a card", "J"): "W",
        ("rank on a card", "Q"): "D",
        "{number} of {suit}": "{number} {suit}",
        **{"queen": "dama", "king": "król", "jack": "walet", "ace": "as"},
        **{"hearts": "kier", "clubs": "trefl", "spades": "pik", "diamonds": "karo"},
        (OTHER_WORDS, "joker"): "dżoker",
    },
    "es": {
        "{number} of {suit}": "{number} de {suit}",
        "{first} and {last}": "{first} y {last}",
        **{"king": "rey", "jack": "jota", "ace": "as", "cavalier": "caballo"},
        **{"coins": "oros", "cups": "copas", "swords": "espadas", "batons": "bastos"},
        (OTHER_WORDS, "jack"): "sota",
    },
    "tr": {
        "{number} of {suit}": "{suit} {number}",
        **{"queen": "kız", "ace": "as", "hearts": "kupa", "spades": "maça", "red": "kırmızı"},
        (OTHER_WORDS, "queen"): "kızı",
    },
}


@pytest.fixture(scope="module")
def speaking(tmp_path_factory):
    """The app in languages of a few words each."""
    folder = tmp_path_factory.mktemp("spoken")
    for language, words in OTHERS.items():
        few_words = Catalog(locale=language, fuzzy=False)
        for message, said in words.items():
            context, english = message if isinstance(message, tuple) else (None, message)
            few_words.add(english, said, context=context)
        write_compiled(folder / "translations", few_words)
    settings = {"BABEL_TRANSLATION_DIRECTORIES": str(folder / "translations")}
    return create_app({"INSTANCE": str(folder / "instance"), **settings})


@pytest.mark.parametrize(
    ("language", "text", "cards"),
    [
        ("fr", "♥D", "QH"),
        ("fr", "♥R D V", "KH QH JH"),
        ("fr", "RH, DC", "KH QC"),
        ("fr", "dame de cœur, roi de pique et 10 de trèfle", "QH KS TC"),
        ("fr", "Dame coeur Valet TREFLE", "QH JC"),
        ("fr", "cœur dame pique roi", "QH KS"),
        ("fr", "as de carreau, AS", "AD AS"),
        ("fr", "QH ♥K JC", "QH KH JC"),
        ("pl", "♥D ♠W", "QH JS"),
        ("pl", "♥AKDW10", "AH KH QH JH TH"),
        ("pl", "♣45w6 w", "4C 5C w 6C w"),
        ("pl", "WH dama kier, krol pik dżoker", "JH QH KS w"),
        ("pl", "as karo, as", "AD AS"),
        ("tr", "KUPA KIZI, maça as", "QH AS"),
        ("tr", "♥Q JC as", "QH JC AS"),
    ],
)
def test_cards_are_read_as_a_language_writes_and_names_them(speaking, language, text, cards):
    assert read(speaking, text, language) == cards


@pytest.mark.parametrize(
    ("text", "cards"), [("sota de oros, rey de copas y as de bastos", "10D 12H 1C"), ("7 de espadas", "7S")]
)
def test_a_spanish_pack_has_its_courts_by_name(speaking, text, cards):
    assert read(speaking, text, "es", find_game("chinchon").rules({})) == cards


def test_tiles_are_read_by_the_names_of_their_colours(speaking):
    assert read(speaking, "kırmızı 5, KIRMIZI 6", "tr", TILES) == "5R 6R"


SOLVE = {"game": "remi", "cards": "4C 5C 6C"}


def solve_page(client, language="fr", **more):
    return client.get("/solve", query_string=SOLVE | more, headers={"Accept-Language": language}).text


def test_a_page_asks_which_cards_are_meant_and_shows_both(client):
    """`C` is cœur on a French page, and clubs for the pad."""
    page = solve_page(client)
    assert 'data-cards=""' in page
    assert ">♥4 ♥5 ♥6</button>" in page
    assert 'name="letters" value="own">♣4 ♣5 ♣6</button>' in page
    assert 'name="letters"' not in solve_page(client, "en")


@pytest.mark.parametrize("page", ["solve", "solve/answer"])
def test_a_question_which_cards_are_meant_is_no_fault(client, page):
    """Neither above nor at the field, on the page and in what its script takes while cards are typed."""
    asks, faulty = (
        client.get(f"/{page}", query_string=SOLVE | cards, headers={"Accept-Language": "fr"}).text
        for cards in ({}, {"cards": "4C zz"})
    )
    assert "Ces lettres peuvent se lire de plusieurs façons." in asks
    assert not re.search('notice error|aria-invalid="true"|est-ce', asks)
    assert "notice error" in faulty
    assert "plusieurs façons" not in faulty


def test_melds_on_the_table_that_read_in_several_ways_are_no_fault(client):
    melds = {"cards": "♥9", "table": "4C 5C 6C"}
    above = solve_page(client, **melds)
    assert "Ouvre « Table » et choisis ce que tu veux dire." in above
    on_side = solve_page(client, **melds, side="table")
    assert 'name="letters" value="own">♣4 ♣5 ♣6</button>' in on_side
    for page in (above, on_side):
        assert "notice error" not in page


def test_a_hand_is_recorded_once_it_is_said_which_cards_are_meant(ann):
    ann.client.set_cookie("language", "fr")
    ann.open(f"/t/{ann.table_id}/out").press("Noter", 422, player="0", cards="4C 5C 6C")
    assert "Ces lettres peuvent se lire de plusieurs façons. Choisis ce que tu veux dire." in ann.text
    assert "illisible" not in ann.text
    ann.press("♥4 ♥5 ♥6").press("Noter")
    assert table_of(ann).deal.entries[0].melds == (("4H", "5H", "6H"),)


@pytest.mark.parametrize("meant", ["4H 5H 6H", "4C 5C 6C"])
def test_the_cards_that_are_meant_stay_while_melds_are_laid(ann, meant):
    ann.client.set_cookie("language", "fr")
    ann.open(f"/t/{ann.table_id}/out?player=0&cards=4C+5C+6C")
    ann.press("♥4 ♥5 ♥6" if "H" in meant else "♣4 ♣5 ♣6").press("Combinaisons comme posées")
    for card in meant.split():
        ann.send(ann.form("Retour aux cartes"), ("put", card))
    ann.press("Noter")
    assert table_of(ann).deal.entries[0].melds == (tuple(meant.split()),)


@pytest.mark.parametrize("meant", ["4H", "4C"])
def test_the_cards_that_are_meant_stay_when_a_deal_is_over(phone, meant):
    """Also while the pad is closed, and no field of it is on the page."""
    phone.open("/new?game=remi").press("Open the table", name_0="Ann", name_1="Ben")
    phone.client.set_cookie("language", "fr")
    phone.open(f"/t/{phone.table_id}/over?winner=0&at=1&left-1=4C")
    phone.press("♥4" if "H" in meant else "♣4").press("Terminé").press("Noter la donne")
    assert table_of(phone).deals[0].ending.hands[1].left == (meant,)


@pytest.mark.parametrize("meant", ["4H 5H 6H", "4C 5C 6C"])
@pytest.mark.parametrize(("path", "way_on"), [("play", ()), ("groups", ("Combinaisons de qui",))])
def test_the_cards_that_are_meant_stay_while_melds_come_to_the_table(phone, meant, path, way_on):
    phone.open("/new?game=chattahoochee-alternate").press("Open the table", name_0="Ann", name_1="Ben")
    phone.client.set_cookie("language", "fr")
    phone.open(f"/t/{phone.table_id}/{path}?player=0&cards=4C+5C+6C&groups=4C+5C+6C")
    phone.press("♥4 ♥5 ♥6" if "H" in meant else "♣4 ♣5 ♣6")
    for button in way_on:
        phone.press(button, who_0="0")
    form = next(form for form in phone.forms if any(button[0] == "record" for button in form.buttons))
    phone.send(form, ("record", "1"), **({"who_0": "0"} if way_on else {}))
    assert table_of(phone).deal.melds[0] == (tuple(meant.split()),)


def test_the_choice_of_letters_stays_with_the_hand(client):
    ours, theirs = (solve_page(client, letters=letters) for letters in ("own", "C=H K=D P=S T=C"))
    assert 'data-cards="4C 5C 6C"' in ours
    assert 'data-cards="4H 5H 6H"' in theirs
    assert '<input type="hidden" name="letters" value="C=H K=D P=S T=C">' in theirs
    assert 'data-cards="4H 5H 6H 7H"' in solve_page(client, cards="4C 5C 6C 7C", letters="C=H K=D P=S T=C")


@pytest.mark.parametrize("language", ["de", "fr", "it", "es", "pl", "pt", "tr"])
@pytest.mark.parametrize("game", ["remi", "rummikub", "chinchon"])
def test_what_a_tap_writes_reads_as_the_tapped_card(app, language, game):
    """Every card of the pad, in every language."""
    rules = find_game(game).rules({})
    with app.test_request_context(headers={"Accept-Language": language}):
        for card in rules.pack.cards:
            assert TypedCards(rules).add(str(card)).cards == (card,)


@pytest.mark.parametrize("language", ["de", "fr", "it", "es", "pl", "pt", "tr"])
@pytest.mark.parametrize("game", ["remi", "chinchon", "rummikub"])
@pytest.mark.parametrize("typed", ["4", "zz"])
def test_a_page_advises_what_it_reads_as_that_card(client, app, language, game, typed):
    """The notice names a card by its sign and in letters; both read as that card on the same page."""
    query = {"game": game, "cards": typed}
    page = client.get("/solve", query_string=query, headers={"Accept-Language": language}).text
    fault = page.partition(f"&#39;{typed}&#39;")[2].partition("<")[0]
    example = re.search(r"([^\w\s(,.:;]\w+)(?: (?:oder|ou|o|albo|ya da) (\w+))?", fault)
    rules = find_game(game).rules({})
    cards = {read(app, each, language, rules) for each in example.groups() if each}
    assert len(cards) == 1
    assert cards < set(map(str, rules.pack.cards))


@pytest.mark.parametrize("language", ["de", "fr", "it", "es", "pl", "pt", "tr"])
def test_ranks_are_advised_as_the_pages_cards_print_them(app, language):
    with app.test_request_context(headers={"Accept-Language": language}):
        printed = rank_letters(page_catalogue())
    assert {chr(rank): CARD_WORDS[language].printed_rank(chr(rank)) for rank in printed} == {
        chr(rank): letter for rank, letter in printed.items()
    }


def test_an_entry_is_put_right_in_the_letters_of_the_page(ann):
    """In French `4C` typed into the form is cœur, so that the clubs that it has stand there by their sign."""
    ann.open(f"/t/{ann.table_id}/out?player=0&cards=4C+5C+6C+7C&lay=1&melds=4C+5C+/+6C+7C").press("Record 18")
    ann.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "fr"
    form = next(form for form in ann.open(f"/t/{ann.table_id}/entry/2").forms if form.id == "hand")
    assert form.value("cards") == "♣4 ♣5 ♣6 ♣7"
    assert form.value("melds") == "♣4 ♣5 / ♣6 ♣7"
    assert "letters" not in dict(form.fields)
