"""Solving a hand without a table: the whole way without script, through the addresses alone."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorepad import optimize
from tests.profiles import examples
from tests.web.phone import Phone

NINE = "4C 5C 6C 6C 7C 7C 8C 8C 9C TC"


def cards_of(response) -> str:
    """The cards in the field of the page."""
    field = re.search(r'<textarea\s+id="cards"[^>]*>([^<]*)</textarea>', response.text)
    assert field
    return unescape(field[1])


def tap(client, page, **fields):
    """Press a button of the page: what its form sends, and where that leads."""
    asked = {name: values[0] for name, values in parse_qs(urlsplit(page.request.full_path).query).items()}
    past = re.search(r'name="past" value="([^"]*)"', page.text)
    sent = {**asked, "cards": cards_of(page), "past": unescape(past[1]) if past else "", **fields}
    return client.get("/solve", query_string=sent, follow_redirects=True)


def test_a_hand_is_tapped_without_script(client):
    """Keys, chips, undo and clear work as plain buttons."""
    page = client.get("/solve?game=chattahoochee")
    for card in ("4C", "5C", "5C", "QH"):
        page = tap(client, page, add=card)
    assert cards_of(page) == "4C 5C 5C QH"
    page = tap(client, page, remove="5C")
    assert cards_of(page) == "4C 5C QH"
    page = tap(client, page, undo="1")
    assert cards_of(page) == "4C 5C 5C QH"
    page = tap(client, page, clear="1")
    assert cards_of(page) == ""
    page = tap(client, page, undo="1")
    assert cards_of(page) == "4C 5C 5C QH"


def test_a_tap_leads_to_an_address_that_can_be_reloaded(client):
    """The address after a tap holds the cards and not the tap, so reloading adds nothing."""
    answer = client.get("/solve?add=4C&packs=2&o-packs=2")
    assert answer.status_code == 303
    assert answer.location == "/solve?cards=4C"
    assert client.get(answer.location).status_code == 200


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (
            {"cards": NINE},
            (
                "· best 34",
                "proven best",
                "28 of the 34 come from the run ♣4 5 6 7 8 9 10.",
                'aria-label="ten of clubs"',
            ),
        ),
        ({"cards": "4C 5C", "o-schedule": "table", "o-schedule_table": "0 9"}, ("· best 9",)),
        (
            {"cards": "7C 7S 7H 7D", "o-quartet_bonus": "20"},
            ("· best 24", "20 of the 24 come from bonuses."),
        ),
        ({"cards": "5C 6C w 8C 9C", "o-jokers": "2"}, ("joker as seven of clubs", "· best 10")),
        ({"cards": "7H 7H 7H"}, ("♥7", "the packs hold two")),
        (
            {"cards": "4C 5C 6C 7C", "lay": "1", "melds": "4C 5C / 6C 7C"},
            ("4 points left on the table", "Better: 10 points"),
        ),
        (
            {"cards": "4C 6C", "lay": "1", "melds": "4C 6C"},
            ("Not a run: ♣5 is missing.", "These melds can’t be laid. Best: 2 points."),
        ),
    ],
    ids=["a1-best", "s-own-values", "h24-bonus", "h14-wild", "p1-packs", "a2-missed", "a2-illegal"],
)
def test_the_page_says_what_the_hand_is_worth_and_why(client, query, said):
    page = client.get("/solve", query_string=query).text
    assert [words for words in said if words not in page] == []


def test_house_rules_change_the_answer_and_stay_in_the_address(client):
    """Under n² a run of two is worth four."""
    page = client.get("/solve?cards=4C+5C&o-schedule=square&o-packs=2", follow_redirects=True)
    assert page.request.full_path == "/solve?o-schedule=square&cards=4C+5C"
    assert "· best 4" in page.text


def test_n6_every_fault_of_the_text_is_named_and_the_text_is_kept(client):
    """Piece and position of each fault; the field holds what was typed."""
    page = client.get("/solve", query_string={"cards": "4C 5X QH 1Z"})
    assert cards_of(page) == "4C 5X QH 1Z"
    text = unescape(page.text)
    assert "'5X' at position 4" in text
    assert "at position 10" in text


def test_every_house_rule_that_does_not_read_is_named_beside_its_field(client):
    """Two faults, both shown, nothing typed is lost."""
    page = client.get("/solve", query_string={"cards": "4C", "o-packs": "9", "o-jokers": "many"})
    text = unescape(page.text)
    assert "Packs: type a whole number from 1 to 4." in text
    assert "Jokers: type a whole number from 0 to" in text
    assert 'value="many"' in text
    assert cards_of(page) == "4C"


def test_the_last_value_of_a_field_counts(client):
    """A ticked box is sent after its hidden "false"; the order of fields does not matter."""
    page = client.get(
        "/solve?o-adjacent_naturals=false&o-adjacent_naturals=true&cards=4C&game=hooch&lay=1&lay=0",
        follow_redirects=True,
    )
    assert page.request.full_path == "/solve?cards=4C"


@pytest.mark.parametrize(("melds", "drawn"), [("9D 8D 7D", "789"), ("8D 7D 9D", "789"), ("9D 8D", "98")])
def test_h1_a_run_laid_downwards_is_drawn_upwards(client, melds, drawn):
    """Once it is a meld, in whatever order its cards were tapped."""
    page = client.get("/solve", query_string={"game": "basic-rummy", "melds": melds, "lay": "1"}).text
    assert "".join(re.findall(r'name="take" value="0\.(\d)D"', re.sub(r"\s+", " ", page))) == drawn


def test_melds_are_laid_by_taps_without_script(client):
    """put, next, take and on are plain buttons too."""
    ask = {"cards": "4C 5C 7H", "lay": "1"}

    def melds(**fields):
        answer = client.get("/solve", query_string={**ask, **fields})
        return parse_qs(urlsplit(answer.location).query).get("melds", [""])[0]

    assert melds(put="4C") == "4C"
    assert melds(melds="4C", put="5C") == "4C 5C"
    assert melds(melds="4C 5C", next="1") == "4C 5C /"
    assert melds(melds="4C 5C /", put="7H") == "4C 5C / 7H"
    assert melds(melds="4C 5C / 7H", on="0") == "7H / 4C 5C"
    assert melds(melds="4C 5C / 7H", take="0.5C") == "4C / 7H"
    assert melds(melds="4C 5C / 7H", take="1.7H") == "4C 5C"
    assert melds(melds="4C 5C / 7H", melds_clear="1") == ""


def test_the_answer_alone_is_a_fragment(client):
    """Pages with script ask for the part that changes."""
    answer = client.get("/solve/answer", query_string={"cards": NINE})
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert 'data-headline="best 34"' in answer.text
    assert f'data-cards="{NINE}"' in answer.text


def test_a_phone_keeps_its_choice_of_suit_colours(client):
    """The choice is a cookie, made by a plain form, and leads back to where it was made."""
    client.application.config["WTF_CSRF_ENABLED"] = False
    answer = client.post(
        "/suits", data={"colours": "classic"}, headers={"Referer": "http://localhost/solve?cards=4C"}
    )
    assert answer.location == "/solve?cards=4C"
    assert 'data-suits="classic"' in client.get("/solve?game=chattahoochee").text


@pytest.mark.parametrize(
    "referrer", ["https://elsewhere.example/x", "", "http://localhost//elsewhere.example"]
)
def test_the_suit_colours_lead_nowhere_else(client, referrer):
    """No address of another site is followed."""
    client.application.config["WTF_CSRF_ENABLED"] = False
    answer = client.post("/suits", data={"colours": "four"}, headers={"Referer": referrer})
    assert answer.location == "/"


def test_the_rules_of_a_game_show_every_option_with_its_default(client):
    """Each option, its sentence and its clause."""
    page = client.get("/games/chattahoochee").text
    for words in ("H24", "Bonus for four cards", "<strong>one suit</strong>", "Default 2 (1–4)"):
        assert words in page
    assert client.get("/games/whist").status_code == 404


NAMES = (
    *("cards", "past", "melds", "lay", "multiplier", "tab", "game"),
    *("add", "remove", "undo", "clear", "put", "take", "on", "next", "melds_clear"),
    *("o-packs", "o-jokers", "o-melds", "o-schedule", "o-schedule_table", "o-adjacent_naturals"),
)
LIKELY = ("4C", "4C 5C / 6C", "w", "0", "1", "true", "table", "|", "0.4C", "A", "H")
VALUES = st.one_of(st.text(max_size=20), st.sampled_from(LIKELY))
FIELDS = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=6)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(150))
@given(FIELDS)
def test_any_query_is_answered_and_settles_in_one_step(client, fields):
    """Whatever the address says there is a page, and no address leads round in circles."""
    for path in ("/solve", "/solve/answer"):
        answer = client.get(path, query_string=fields)
        assert answer.status_code in (200, 303)
        if answer.status_code == 303:
            assert client.get(answer.location).status_code == 200


def test_h3_the_live_line_shows_the_product_with_a_multiplier(client):
    """`best 34 × 3 = 102`; without a multiplier the points alone."""
    assert "· best 34 × 3 = 102" in client.get("/solve?cards=4C+5C+6C+6C+7C+7C+8C+8C+9C+TC&multiplier=3").text
    assert "· best 34<" in client.get("/solve?cards=4C+5C+6C+6C+7C+7C+8C+8C+9C+TC").text


@pytest.mark.parametrize(
    ("language", "told", "untold"),
    [
        (
            "en",
            ("at most 68", "Nothing can be worth more than 68"),
            ("not proven", "to rule out a better one."),
        ),
        ("de", ("höchstens 68", "Mehr als 68 ist"), ("nicht garantiert", "Besseres auszuschließen.")),
    ],
)
def test_a_bound_that_tells_nothing_is_not_told(language, told, untold, client, monkeypatch):
    """Twice the points is said, 66,448 is not, anywhere on the page."""
    real_best = optimize.best
    for bound, words in ((68, told), (66_448, untold)):
        monkeypatch.setattr(
            optimize, "best", lambda *at, bound=bound, **how: replace(real_best(*at, **how), bound=bound)
        )
        page = client.get("/solve", query_string={"cards": NINE}, headers={"Accept-Language": language})
        text = re.sub(r"<[^>]*>", "", unescape(page.text))
        assert all(word in text for word in words)
        assert "448" not in text


TAKEN = {"game": "rummy-500", "cards": "9C TC JC 9D 9H 2C"}


def test_f5_a_card_taken_from_the_discard_pile_is_melded(client):
    """Chosen among the cards of the hand, it changes the best melds and stays in the address."""
    page = client.get("/solve", query_string=TAKEN)
    assert "· best 9<" in page.text
    assert 'name="taken" value="" checked' in page.text
    page = tap(client, page, taken="9H")
    assert "· best 5<" in page.text
    assert page.request.args["taken"] == "9H"
    assert re.search(r'name="taken" value="9H"[^>]* checked', page.text)
    assert "taken" not in tap(client, page, remove="9H").request.args


def test_f5_a_card_that_no_meld_takes_is_told_and_advised_on(client):
    """The sentence stands in place of the melds; another card may be chosen; no card can be thrown."""
    page = client.get("/solve", query_string=TAKEN | {"taken": "2C"})
    assert "♣2 can’t be melded or laid off with these cards, so it can’t be taken." in unescape(page.text)
    assert "· best" not in page.text
    assert 'name="taken" value="9H"' in page.text
    assert client.get("/solve/advice", query_string=TAKEN | {"taken": "2C"}).status_code == 200


def test_f5_own_melds_without_the_card_taken_are_told_so(client):
    """The judgement of melds as laid knows the card too."""
    asked = TAKEN | {"taken": "9H", "melds": "9C TC JC", "lay": "1"}
    assert "You took ♥9 from the discard pile" in client.get("/solve", query_string=asked).text


@pytest.mark.parametrize("game", ["basic-rummy", "chattahoochee", "shanghai"])
def test_f5_other_games_ask_for_no_card_taken(client, game):
    """Neither is it offered there, nor does it stay in the address."""
    asked = {"game": game, "taken": "4C", "add": "4C"}
    page = client.get("/solve", query_string=asked, follow_redirects=True)
    assert "discard pile" not in page.text
    assert "taken" not in page.request.args


@pytest.mark.parametrize(
    ("melds", "said"),
    [
        ("7S w w", "♠7ww could be a set of 7s, ♠567 or ♠789. Type which"),
        ("7S w=7H w", "37"),
        ("7S w=8S w", "37"),
        ("3S 3H w", "21"),
    ],
)
def test_f2_a_laid_meld_is_read_or_asked_about(client, melds, said):
    """On the page of a hand, beside the best melds."""
    cards = melds.replace("=7H", "").replace("=8S", "")
    query = {"game": "rummy-500", "cards": cards, "melds": melds, "lay": "1"}
    assert said in client.get("/solve", query_string=query, follow_redirects=True).text


def test_f2_the_best_set_is_drawn_with_a_joker_of_no_suit(client):
    """♠K ♥K w: the joker is no king of clubs."""
    query = {"game": "rummy-500", "cards": "KS KH w"}
    page = client.get("/solve", query_string=query, follow_redirects=True).text
    assert "joker" in page
    assert "joker as" not in page


def test_b2_a_set_joined_to_a_run_is_shown_as_one_meld(client):
    """♠34 laid off on four twos."""
    query = {"game": "basic-rummy", "cards": "3S 4S", "table": "2C 2H 2D 2S"}
    assert "♣2♥2♦2♠234" in client.get("/solve", query_string=query, follow_redirects=True).text


def chips_of(page):
    """The words of the chips that say what the deal has of its own."""
    return re.findall(
        r'<details class="fold deal" name="fold">\s*<summary [^>]*aria-label="([^"]*)"', page.text
    )


def test_n1_the_deal_says_which_rank_is_wild(client):
    page = client.get("/solve?game=three-thirteen&cards=4C+6C+3H")
    assert chips_of(page) == ["Deal 1 · 3s wild"]
    assert "· best 0 left" in page.text
    page = tap(client, page, deal="3")
    assert parse_qs(urlsplit(page.request.full_path).query)["deal"] == ["3"]
    assert chips_of(page) == ["Deal 3 · 5s wild"]
    assert "· best 13 left" in page.text
    assert tap(client, page, add="5D").request.args["deal"] == "3"
    assert "deal" not in tap(client, page, deal="1").request.args


def test_a_deal_that_the_match_has_not_is_the_first_one(client):
    for wrong in ("12", "0", "-1", "x"):
        page = client.get(f"/solve?game=three-thirteen&deal={wrong}", follow_redirects=True)
        assert chips_of(page) == ["Deal 1 · 3s wild"]


@pytest.mark.parametrize("game", ["gin-rummy", "romme", "rummy-500", "chattahoochee"])
def test_a_game_whose_deals_are_alike_asks_for_none(client, game):
    page = client.get(f"/solve?game={game}&deal=3&turned=7D", follow_redirects=True)
    assert not chips_of(page)
    assert not {"deal", "turned"} & set(page.request.args)


def test_i2_the_card_turned_up_makes_its_rank_wild(client):
    page = client.get("/solve?game=indian-rummy&cards=4C+5C+6C")
    assert chips_of(page) == ["Turned up"]
    page = tap(client, page, turned="7D")
    assert chips_of(page) == ["Up: ♦7 · 7s wild"]
    assert tap(client, page, add="7H").request.args["turned"] == "7D"
    assert chips_of(tap(client, page, turned="w")) == ["Up: joker · As wild"]
    assert chips_of(tap(client, page, turned="")) == ["Turned up"]


def test_in_oklahoma_the_card_turned_up_says_with_how_much_players_knock(client):
    eight_left = "4C 5C 6C 9D 9S 9H AD 2D 2H 3S"
    page = client.get("/solve", query_string={"game": "gin-rummy", "o-oklahoma": "true", "cards": eight_left})
    assert "This hand can end the deal." in page.text
    page = tap(client, page, turned="7D")
    assert chips_of(page) == ["Up: ♦7 · knock with 7"]
    assert "This hand can end the deal." not in page.text
    assert "This hand can end the deal." in tap(client, page, turned="8D").text


def test_r4_who_has_opened_needs_no_first_meld(client):
    page = client.get("/solve?game=romme&cards=4C+5C+6C+KH")
    assert re.search(r'name="opened"\s+value="1"\s+aria-pressed="false"', page.text)
    assert "25 points short of 40" in page.text
    page = tap(client, page, opened="1")
    assert re.search(r'name="opened"\s+value="0"\s+aria-pressed="true"', page.text)
    assert "25 points short of 40" not in page.text
    assert "opened" not in tap(client, page, opened="0").request.args
    on_table = tap(client, page, side="table")
    assert re.search(r'name="opened"\s+value="1"', on_table.text)


def test_melds_of_the_table_take_cards_of_a_player_who_has_opened(client):
    asked = {"game": "romme", "cards": "6D KH", "table": "3D 4D 5D"}
    assert "· best 10 left" in client.get("/solve", query_string=asked | {"opened": "1"}).text


def test_another_game_drops_what_its_deals_do_not_have(client):
    page = client.get("/solve?game=three-thirteen&deal=3&cards=4C+5C")
    picked = tap(client, page, pick="romme")
    assert "deal" not in picked.request.args
    assert picked.request.args["cards"] == "4C 5C"


def test_advice_is_for_the_deal_that_was_told(client):
    first = client.get("/solve/advice?game=three-thirteen&cards=4C+6C")
    third = client.get("/solve/advice?game=three-thirteen&deal=3&cards=4C+6C")
    assert first.text != third.text


def test_n1_a_table_opens_the_page_of_a_hand_for_its_deal(client):
    phone = Phone(client)
    phone.open("/new?game=three-thirteen").press("Open the table", name_0="Ann", name_1="Ben")
    phone.open(f"/t/{phone.table_id}/over").press("Record the deal", winner="0", number_1="7")
    phone.open(f"/t/{phone.table_id}").press("Next deal")
    address = re.search(r'href="(/solve[^"]*)"', phone.open(f"/t/{phone.table_id}").answer.text)
    assert address
    assert chips_of(client.get(unescape(address[1]), follow_redirects=True)) == ["Deal 2 · 4s wild"]


@pytest.mark.parametrize(
    ("query", "wild"),
    [
        ("game=three-thirteen&deal=1", {"3C", "3S", "3H", "3D"}),
        ("game=five-crowns&deal=2", {"4C", "4S", "4H", "4D", "4X"}),
        ("game=indian-rummy&turned=5H", {"5C", "5S", "5H", "5D"}),
        ("game=indian-rummy&turned=w", {"AC", "AS", "AH", "AD"}),
        ("game=chinchon&o-wild_ace=1", {"1D"}),
        ("game=indian-rummy", set()),
        ("game=rummy-500", set()),
    ],
)
def test_keys_of_cards_that_are_wild_in_a_deal_are_marked(client, query, wild):
    page = client.get(f"/solve?{query}", follow_redirects=True).text
    keys = [key for key in re.findall(r"<button[^>]*>", page) if 'class="key' in key]
    marked = [re.search(r'value="([^"]*)"', key)[1] for key in keys if 'aria-describedby="also-wild"' in key]
    assert set(marked) == wild
    assert len(marked) == len(wild)
    assert ('id="also-wild"' in page) == bool(wild)


@pytest.mark.parametrize(
    ("game", "all_melds", "one_meld"), [("rummy-500", "26", "−4"), ("basic-rummy", "10 left", "25 left")]
)
def test_b2_the_page_asks_what_this_turn_may_lay(phone, game, all_melds, one_meld):
    """One new meld at most: of a run of 15 and a set of 21 the set."""
    phone.open(f"/solve?game={game}&cards=4C+5C+6C+7D+7H+7S+KC")
    assert headline(phone) == f"best {all_melds}"
    phone.press("This turn")
    assert headline(phone) == f"best {one_meld}"
    phone.press("This turn")
    assert headline(phone) == f"best {all_melds}"


def headline(phone):
    return re.search('data-headline="([^"]*)"', phone.answer.text)[1]


def test_b2_a_turn_is_asked_about_only_where_it_is_limited(phone):
    phone.open("/solve?game=romme&turn=1&cards=4C+5C+6C+7D+7H+7S+KC")
    assert "This turn" not in phone.text
    assert headline(phone)


@pytest.mark.parametrize(
    ("melds", "said", "bound"),
    [
        ("4C 5C 6C 7C", "Nothing better found, but not proven", 11),
        ("4C 5C 6C 7C", "Nothing left on the table", None),
        ("4C 5C / 6C 7C", "4 points left on the table <small>not proven</small>", 11),
    ],
    ids=["nothing-found", "proven", "at-least"],
)
def test_a2_without_proof_the_page_never_says_that_nothing_was_left(client, monkeypatch, melds, said, bound):
    """Of melds as laid, where the search had no time or no solver to prove its best."""
    real_best = optimize.best

    def best(*at, **how):
        answer = real_best(*at, **how)
        return replace(answer, bound=bound or answer.bound)

    monkeypatch.setattr(optimize, "best", best)
    page = client.get("/solve", query_string={"cards": "4C 5C 6C 7C", "lay": "1", "melds": melds}).text
    assert said in " ".join(re.findall(r'<p class="missed[^>]*>(.*?)</p>', page, re.S)[0].split())
