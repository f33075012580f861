"""Any game at all, on a phone without script: two taps from the first page, points with plus and minus."""

from __future__ import annotations

import re

import pytest

from scorepad import rulebook
from scorepad.rulebook.game import Game
from scorepad.rulebook.outside import OutsideGames
from tests.tables.test_matches_at_tables import Pool
from tests.web.phone import Phone, table_of


@pytest.fixture
def phone(client):
    """A phone that has opened a table for three without names."""
    phone = Phone(client)
    assert b'href="/new?game=any-game"' in client.get("/").data
    phone.open("/new?game=any-game").press("3")
    return phone


def test_two_taps_open_a_table_without_names(phone):
    assert table_of(phone).names == ("Player 1", "Player 2", "Player 3")
    assert "Enter points" in phone.open(f"/t/{phone.table_id}").text


def test_points_are_typed_with_a_minus_or_added_up_and_a_blank_is_nothing(phone):
    phone.open(f"/t/{phone.table_id}/over").press("Record the round", number_0="−25", number_1="12+8")
    assert table_of(phone).totals == (-25, 20, 0)


def test_what_does_not_read_is_told_and_kept(phone):
    page = phone.open(f"/t/{phone.table_id}/over").press("Record the round", 422, number_0="ten")
    assert "isn’t a number of points. Enter one such as 25 or −10" in page.text
    assert page.form("Record the round").value("number-0") == "ten"
    assert (
        "Enter somebody’s points."
        in phone.open(f"/t/{phone.table_id}/over").press("Record the round", 422).text
    )


def test_plus_and_minus_change_a_number_by_the_step(client):
    phone = Phone(client)
    phone.open("/new?game=any-game&o-step=5").press("2")
    page = phone.open(f"/t/{phone.table_id}/over?more=1")
    assert page.form("Record the round").value("number-1") == "5"
    page = phone.open(f"/t/{phone.table_id}/over?number-1=5&less=1&number-0=10")
    assert page.form("Record the round").value("number-1") == "0"


def test_a_deal_is_put_right(phone):
    phone.open(f"/t/{phone.table_id}/over").press("Record the round", number_0="10")
    page = phone.open(f"/t/{phone.table_id}/ending/2")
    assert page.form("Record the correction").value("number-0") == "10"
    page.press("Record the correction", number_0="-10")
    assert table_of(phone).totals == (-10, 0, 0)


def test_teams_have_a_line_each(client):
    phone = Phone(client)
    names = {f"name_{row}": name for row, name in enumerate(("Ann", "Ben", "Cy", "Di"))}
    partners = {f"partner_{row}": letter for row, letter in enumerate("ABAB")}
    phone.open("/new?game=any-game&o-title=Skat").press("Open the table", **names, **partners)
    page = phone.open(f"/t/{phone.table_id}/over")
    assert "Ann & Cy" in page.text
    page.press("Record the round", number_0="30", number_1="-5")
    assert table_of(phone).partnership_totals == (30, -5)
    assert "Skat" in phone.open(f"/t/{phone.table_id}").text
    for path in ("sheet", "record", "wall", "chart", "export.csv", "export.json", "sheet.pdf", "deal/1"):
        assert client.get(f"/t/{phone.table_id}/{path}", follow_redirects=True).status_code < 500


@pytest.mark.parametrize(
    "path", ["/games/any-game", "/rules/any-game", "/solve?game=any-game", "/api/v1/games"]
)
def test_its_pages(client, path):
    assert client.get(path, follow_redirects=True).status_code == 200


def test_no_referee_and_no_photo_of_a_game_without_cards(phone):
    for path in ("referee", "sharing", "out", "play"):
        assert phone.client.get(f"/t/{phone.table_id}/{path}").status_code == 404, path


def test_i6_a_tap_at_the_table_brings_a_player_back_into_the_match(client, monkeypatch):
    """Out of the pool the player sits out the next deal, and is back above the highest."""
    pool = Game(id="pool", name="Pool", sentence="A pool.", players=(2, 6), house_rules=Pool)
    monkeypatch.setattr(rulebook, "_outside_games", lambda: OutsideGames((pool,), (), (), ()))
    monkeypatch.setattr(rulebook, "_games_by_name", lambda: {"pool": (pool, "Pool")})
    phone = Phone(client)
    phone.open("/new?game=pool").press("Open the table", name_0="Ann", name_1="Ben", name_2="Cy")
    for ben, cy in (("80", "31"), ("40", "40")):
        phone.open(f"/t/{phone.table_id}/over")
        phone.press("Record the deal", winner="0", number_1=ben, number_2=cy)
        assert ("out of the match" in phone.open(f"/t/{phone.table_id}").text) == (ben == "40")
        phone.open(f"/t/{phone.table_id}").press("Next deal", exact=False)
    assert table_of(phone).deal.players == (0, 2)
    back = phone.open(f"/t/{phone.table_id}").press("Ben comes back in")
    assert table_of(phone).deal.players == (0, 1, 2)
    assert "Ben +" not in back.text
    assert "Ben −48: back in with 72" in back.text


def test_n1_a_table_deals_a_card_more_in_every_deal(client):
    phone = Phone(client)
    phone.open("/new?game=three-thirteen").press("Open the table", name_0="Ann", name_1="Ben")
    assert "Ann deals 3 each" in phone.open(f"/t/{phone.table_id}").text
    phone.open(f"/t/{phone.table_id}/over").press("Record the deal", winner="0", number_1="7")
    phone.open(f"/t/{phone.table_id}").press("Next deal")
    assert "Ben deals 4 each" in phone.open(f"/t/{phone.table_id}").text


def test_players_without_names_are_told_apart_by_their_numbers(phone):
    """On the coloured dots beside their names."""
    page = phone.open(f"/t/{phone.table_id}").answer.get_data(as_text=True)
    assert re.findall(r'class="face side-\d"[^>]*>(\w+)<', page) == ["1", "2", "3"]


def test_it_plays_rounds_and_nobody_deals(phone):
    """Nowhere at the table is there a deal or a dealer."""
    phone.open(f"/t/{phone.table_id}/over").press("Record the round", number_0="10", number_1="5")
    page = phone.open(f"/t/{phone.table_id}")
    for words in ("Round 1 is over.", "recorded round 1", "All rounds", "Next round"):
        assert words in page.text
    assert "deals" not in page.text
    page.press("Next round")
    for path in ("", "/wall", "/record", "/deals", "/deal/1", "/ending/2"):
        text = phone.open(f"/t/{phone.table_id}{path}").text
        assert "Deal 1" not in text, path
        assert "Player 2 deals" not in text, path


def test_a_table_that_wants_a_dealer_has_one(client):
    phone = Phone(client)
    page = phone.open("/new?game=any-game&o-dealer=true")
    page.press("Open the table", name_0="Ann", name_1="Ben", dealer="1")
    assert "Ben deals, then Ann" in phone.open(f"/t/{phone.table_id}").text
    phone.open(f"/t/{phone.table_id}/over").press("Record the round", number_0="10")
    assert "Next round, Ann deals" in phone.open(f"/t/{phone.table_id}").text


def test_a_new_table_asks_for_a_dealer_where_there_is_one(client):
    assert "deals first" not in Phone(client).open("/new?game=any-game").text
    assert "Seat 1 deals first" in Phone(client).open("/new?game=any-game&o-dealer=true").text


def add_points(phone, status=200, **typed):
    page = phone.open(f"/t/{phone.table_id}/points")
    return page.send(page.form("Add the points"), ("", ""), status, **typed)


def test_one_player_gets_points_while_the_round_goes_on(phone):
    """They count at once, and beside what the round is recorded with."""
    add_points(phone, player="1", points="-5", note="late")
    table = table_of(phone)
    assert table.totals == (0, -5, 0)
    assert not table.deal.ended
    assert "added to Player 2: −5, late" in phone.open(f"/t/{phone.table_id}").text
    phone.open(f"/t/{phone.table_id}/over").press("Record the round", number_0="10", number_1="20")
    assert table_of(phone).totals == (10, 15, 0)


def test_points_for_one_player_are_taken_back_by_undo(phone):
    add_points(phone, player="0", points="12+8")
    phone.open(f"/t/{phone.table_id}").press("Undo")
    assert table_of(phone).totals == (0, 0, 0)


def test_points_for_one_player_come_after_a_round_too(phone):
    phone.open(f"/t/{phone.table_id}/over").press("Record the round", number_0="10")
    add_points(phone, player="0", points="5")
    table = table_of(phone)
    assert (table.totals, table.deal.number) == ((15, 0, 0), 1)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"points": "5"}, "Choose who gets the points."),
        ({"player": "1", "points": "five"}, "Enter points such as 5 or −10."),
        ({"player": "1", "points": "0"}, "Enter points such as 5 or −10."),
    ],
)
def test_what_points_for_one_player_lack_is_told(phone, typed, said):
    assert said in add_points(phone, **typed).text
    assert table_of(phone).totals == (0, 0, 0)


def test_a_game_with_cards_has_no_points_for_one_player(client):
    phone = Phone(client)
    phone.open("/new?game=gin-rummy").press("Open the table", name_0="Ann", name_1="Ben")
    assert phone.client.get(f"/t/{phone.table_id}/points").status_code == 404
    assert "Points for one player" not in phone.open(f"/t/{phone.table_id}").text


@pytest.mark.parametrize(
    "path",
    [
        "",
        "over",
        "sheet",
        "sheet?empty=1",
        "overlay",
        "wall",
        "players",
        "players?add=1",
        "deals",
        "deal/1",
        "points",
    ],
)
@pytest.mark.parametrize("has_ended", [False, True])
def test_no_page_of_a_table_without_cards_says_deal(client, path, has_ended):
    """Where nobody deals, in any form of the word."""
    phone = Phone(client)
    phone.open("/new?game=any-game&o-deals=20").press("3")
    if has_ended:
        phone.open(f"/t/{phone.table_id}/over").press("Record the round", number_0="10")
    page = phone.open(f"/t/{phone.table_id}/{path}".rstrip("/"))
    assert not re.search(r"\bdeal", page.text, re.IGNORECASE), page.text


@pytest.mark.parametrize("path", ["", "sheet", "overlay", "wall", "players", "deals"])
def test_german_says_runde_for_a_round(client, path):
    phone = Phone(client)
    phone.open("/new?game=any-game&o-deals=20").press("3")
    client.set_cookie("language", "de")
    page = phone.open(f"/t/{phone.table_id}/{path}".rstrip("/"))
    assert not re.search(r"\b(Spiel \d|\d+ Spielen?\b)", page.text), page.text
