"""What a table agrees on beside its rules: a clock a turn; and how long a match of every game is (B5, H6)."""

from __future__ import annotations

import re

import pytest

from tests.by_night import games_by_day

NAMES = {"name_0": "Ann", "name_1": "Ben", "name_2": "Cy"}


def opened(phone, query="?game=chattahoochee", **typed):
    phone.open(f"/new{query}").press("Open the table", **NAMES, **typed)
    return phone.open(f"/t/{phone.table_id}")


def how_it_ends(game):
    """What the table tells of a match and of cards to deal."""
    rules, names = game.rules({}), {option.name for option in game.options}
    ending = {"deal", "target", "deals"} & names
    return frozenset(ending), rules.match.dealer.deals, bool(rules.match.start), rules.match.dealer.next


@pytest.mark.parametrize("game", games_by_day(how_it_ends))
def test_b5_every_game_has_a_match_and_cards_to_deal(phone, game):
    """To a target, for a number of deals, or both; the table says it in words."""
    of_match = {"target": "o_match_to", "deals": "o_match_deals"} if game.id == "own-game" else {}
    ending = {of_match.get("target", "o_target"): "90", of_match.get("deals", "o_deals"): "3"}
    table = opened(phone, f"?game={game.id}", **ending, o_deal="9")
    names = {option.name for option in game.options} | {*of_match}
    if not game.rules({}).match.dealer.deals:
        assert "Match to 90 or of 3 rounds" in table.text
        return
    if "deal" in names:
        dealt = 18 if game.id == "hand-and-foot" else 9
        assert f"Ann deals {dealt} each, then Ben" in table.text
    asked = tuple(name for name in ("target", "deals") if name in names)
    ends = {
        ("target", "deals"): " · Match to 90 or of 3 deals",
        ("deals",): " · Match of 3 deals",
        ("target",): " · Match to 90",
    }
    counts_down = bool(game.rules({}).match.start)
    usual = "" if counts_down else " · Match (of [0-9]+ deals|to phase 10)"
    next_dealer = "" if game.rules({}).match.dealer.next != "round" else ", then Ben"
    assert re.search(f"Ann deals( [0-9]+ each)?{next_dealer}{ends.get(asked, usual)}", table.text)


def test_b5_a_match_of_one_deal_is_over_after_it(phone, going_out):
    """And the winner is told on the table's page."""
    table = opened(phone, o_deals="1").table_id
    for name, points in (("Ann", "7"), ("Ben", "9")):
        going_out(phone, table, name, points=points)
    assert "The match is over. Ann wins with 14." in phone.open(f"/t/{table}").text


def test_a_match_that_is_over_shows_its_best_hand_as_cards(phone, going_out):
    """A run is shown upwards, however it was laid."""
    table = opened(phone, o_deals="1").table_id
    going_out(phone, table, "Ann", cards="6C 5C 4C", melds="6C 5C 4C", lay="1")
    going_out(phone, table, "Ben", points="1")
    text = phone.open(f"/t/{table}").text
    assert "Best hand of the match: Ann, deal 1" in text
    names = re.findall('aria-label="([^"]* of clubs)"', phone.client.get(f"/t/{table}").text)
    assert names == ["four of clubs", "five of clubs", "six of clubs"]


def test_after_the_deals_that_were_agreed_on_the_page_offers_a_rematch_alone(phone, going_out):
    table = opened(phone, o_deals="1").table_id
    for name in ("Ann", "Ben"):
        going_out(phone, table, name, points="7")
    text = phone.open(f"/t/{table}").text
    assert "Rematch" in text
    assert "Play on" not in text
    assert "Next deal" not in text


def test_after_a_target_is_reached_the_page_asks_before_people_play_on(phone, going_out):
    """The podium goes then, and the page says after which deal the match was won."""
    table = opened(phone, o_target="10", o_deals="0").table_id
    for name, points in (("Ann", "7"), ("Ben", "9")):
        going_out(phone, table, name, points=points)
    page = phone.open(f"/t/{table}")
    assert "Ann wins with 14." in page.text
    assert "Deals from now on don’t change who won." in page.text
    page.press("Next deal, Ben deals")
    assert "Ann won with 14 after deal 1." in phone.open(f"/t/{table}").text
    assert "podium" not in phone.client.get(f"/t/{table}").text


def test_a_clock_runs_from_the_last_play(phone, going_out):
    """Every page that follows the table has its seconds and the moment that they count from; an ended deal
    has none, nor has a table that wants none."""
    table = opened(phone, clock="45").table_id
    assert "45 seconds per turn" in phone.text
    for view in ("", "/wall"):
        page = phone.client.get(f"/t/{table}{view}").text
        assert 'data-clock="45"' in page
        since, now = (int(re.search(f'data-{name}="([0-9]+)"', page)[1]) for name in ("since", "now"))
        assert 0 <= now - since < 60_000
    for name in ("Ann", "Ben"):
        going_out(phone, table, name, points="1")
    assert "data-clock" not in phone.client.get(f"/t/{table}").text
    assert "data-clock" not in phone.client.get(f"/t/{opened(phone).table_id}").text


def test_the_same_players_keep_their_manners(phone):
    """A new table of theirs has the clock too."""
    table = opened(phone, clock="45", no_advice="true").table_id
    form = phone.open(f"/new?again={table}").form("Open the table")
    assert (form.value("clock"), dict(form.fields)["no_advice"]) == ("45", "true")


ASKING = ("/solve?cards=4C+5C+6C", "/solve/answer?cards=4C+5C+6C", "/solve/advice?part=1&cards=4C+5C+6C")


def test_a1_a_table_without_advice_gives_none_until_its_player_is_out(phone, new_phone, going_out):
    """Its house rules say so; others may ask, and everybody again once the deal is over."""
    table = opened(phone, no_advice="true").table_id
    assert "no advice before going out" in phone.text
    for address in ASKING:
        assert "plays without advice before going out" in phone.open(address).text
        assert "plays without advice" not in new_phone().open(address).text
    going_out(phone, table, "Ben", points="1")
    assert "plays without advice" in phone.open(ASKING[0]).text
    going_out(phone, table, "Ann", points="1")
    assert "plays without advice" not in phone.open(ASKING[0]).text


def test_a1_who_only_keeps_the_score_may_ask(phone):
    """A phone that is no player's, and one at a table that agreed on nothing."""
    table = opened(phone, no_advice="true").table_id
    phone.open(f"/t/{table}/who").press("just keeping score")
    assert "plays without advice" not in phone.open(ASKING[0]).text
    opened(phone)
    assert "plays without advice" not in phone.open(ASKING[0]).text


def test_a1_a_table_without_advice_judges_what_is_laid_and_offers_nothing_better(phone):
    """On the page of going out: no best melds, no plainest ones, no points left on the table, until the hand
    is recorded."""
    table = opened(phone, no_advice="true").table_id
    cards = "4C 5C 6C 7C 8C 6C 7C 8C 9C TC"
    phone.open(f"/t/{table}/out?player=0&cards={cards}")
    assert "lay them" in phone.text
    assert "best" not in phone.text
    phone.press("Record", 422)
    assert "This table plays without advice" in phone.text
    phone.open(f"/t/{table}/out?player=0&cards={cards}&lay=1&melds=4C 5C 6C 7C 8C / 6C 7C 8C 9C TC")
    assert "30" in phone.text
    for word in ("left on the table", "Better", "Nothing left"):
        assert word not in phone.text
    phone.press("Record")
    assert "Ann went out: 30 × 2 = 60" in phone.text
    assert "4 points left on the table" in phone.open(f"/t/{table}/entry/2").text


def test_a1_what_is_laid_without_advice_is_judged_without_the_search(phone, monkeypatch, tmp_path):
    """While the search is away: what melds are worth, and why some are none."""
    table = opened(phone, no_advice="true").table_id
    monkeypatch.setenv("SCOREPAD_JOBS", str(tmp_path / "nobody"))
    laid = f"/t/{table}/out?player=0&lay=1&cards=4C 5C 6C 8C&melds="
    assert "6 points" in phone.open(f"{laid}4C 5C 6C").text
    assert "Not a run: ♣7 is missing." in phone.open(f"{laid}4C 5C / 6C 8C").text


@pytest.mark.parametrize("typed", ["soon", "-5", "3601", "1.5"])
def test_a_clock_that_does_not_read_is_asked_for_again(phone, typed):
    """Beside the field, everything else kept."""
    phone.open("/new?game=chattahoochee").press("Open the table", 422, **NAMES, clock=typed)
    assert "Enter up to 3600 seconds, or leave this blank." in phone.text
