"""Every house rule can be set on every page, and no page stumbles over it."""

from __future__ import annotations

import re

import pytest

from scorepad.core.errors import ScorepadError
from scorepad.rulebook import games
from tests.by_night import by_night, options_by_day

MORE = {"schedule": {"schedule": "table", "schedule_table": "0 1 4"}}
# one for each of three players
MORE |= {"joker_each": {"joker_each": "true", "jokers": "3"}, "leaps": {"leaps": "1 2 3"}}
MORE |= {"major_ranks": {"pack": "tarot-78", "majors": "wild-list", "major_ranks": "I:6,7"}}
MORE |= {"suits": {"pack": "custom", "suits": "5"}, "ranks": {"pack": "custom", "ranks": "23456789TJQKA"}}
MORE |= {"cards_suits": {"cards_pack": "custom", "cards_suits": "5"}}
MORE |= {"cards_ranks": {"cards_pack": "custom", "cards_ranks": "23456789TJQKA"}}
MORE |= {"other_pairs": {"other_pairs": "5", "cards_packs": "2"}, "other_colour": {"other_colour": "4"}}
MORE |= {"other_canasta": {"other_canasta": "7", "other_clean": "100"}, "set_most": {"set_most": "4"}}
MORE |= {"out_knock": {"out_knock": "10", "score_kind": "difference"}, "run_most": {"run_most": "4"}}
MORE |= {name: {name: "50", "other_canasta": "7"} for name in ("other_clean", "other_dirty")}
MORE |= {
    name: {name: "50", "score_kind": "difference"}
    for name in ("score_gin", "score_big_gin", "score_undercut")
}
MORE |= {"open_clean_run": {"open_clean_run": "true", "open_points": "20"}}
MORE |= {"open_longer": {"open_longer": "true", "open_contracts": "S3 R4"}}
MORE |= {"match_stakes_stay": {"match_stakes_stay": "true", "score_kind": "wins"}}
MORE |= {"match_back_in": {"match_out_at": "100", "match_back_in": "1"}}
TEXTS = {
    "cards_deal": "8",
    "set_ranks": "A 3 K",
    "open_contracts": "S3 R4",
    "own_contracts": "S3c, S3 R4",
    "cards_dealt": "9 11",
    "no_buys": "1 3",
    "count_cards": "5=5",
    "count_left": "A=15",
    "wild_ranks": "7 8",
    "title": "Skat",
    "schedule_table": "0 1 3",
    "tiplu": "4 9 16",
    "neighbours": "3 6 12",
    "alter": "1 2 3",
    "wild_cards": "JH JS",
    "wild_rank": "5",
    "wild_only_table": "0 1 3",
    "interlock_table": "0 1 3",
}
HAND = "4C 5C 6C TH JH QH"
TILES = {
    **dict.fromkeys(("rummikub", "okey", "okey-101", "etalat"), "4K 5K 6K 10R 11R 12R"),
    "chinchon": "5C 6C 7C 10C 10D 10S 4H",
    "phase-10": "4R 5R 6R 7B 7G 7Y",
    "conquian": "4C 5C 6C 2H 3H 4H",
}


def other_than_default(option):
    """Options that set this one to something else than its default, written as a form sends it."""
    if option.name in MORE:
        return MORE[option.name]
    if option.name in TEXTS:
        return {option.name: TEXTS[option.name]}
    if option.type == "bool":
        return {option.name: "false" if option.default else "true"}
    if option.type == "int":
        return {option.name: str(option.default + (1 if option.default < option.high else -1))}
    return {option.name: next(value for value in option.choices if value != option.default)}


ALONE = [
    pytest.param(game, other_than_default(option), id=f"{game.id}-{option.name}")
    for game in games()
    for option in game.options
]
MOST_TOGETHER = 8


def may_be_together(game, options, others):
    """Whether rules may have all of these."""
    if len(options) + len(others) > MOST_TOGETHER:
        return False
    if any(options[name] != others[name] for name in options.keys() & others.keys()):
        return False
    try:
        game.rules(options | others)
    except ScorepadError:
        return False
    return True


def lots_of(game, given):
    """Each of these options set to something else, a few of them together."""
    lots = []
    for options in map(other_than_default, given):
        lot = next((lot for lot in lots if may_be_together(game, lot, options)), None)
        if lot is None:
            lots.append(lot := {})
        lot |= options
    return lots


def every_lot():
    """Lots of the options of each game; by day only of those that no game before has."""
    for case in options_by_day():
        game, options = case.values
        for lot in lots_of(game, options):
            yield pytest.param(game, lot, marks=case.marks, id=f"{game.id}-{'-'.join(lot)}")


TOGETHER = [*every_lot()]


@pytest.mark.parametrize(("game", "options"), [*TOGETHER, *map(by_night, ALONE)])
def test_house_rules_are_taken_by_the_solve_page(shared_client, game, options):
    """The hand is solved under them: some together, and by night each alone."""
    hand = "4R 5R 6R 9K" if options.get("pack") == "tiles" else TILES.get(game.id, HAND)
    query = {"game": game.id, "cards": hand} | {f"o-{name}": value for name, value in options.items()}
    page = shared_client.get("/solve", query_string=query, follow_redirects=True)
    assert page.status_code == 200
    assert "can’t be read" not in page.text
    # What no search knows is told by its key; the referee judges melds under it all the same.
    assert "data-headline" in page.text or (game.id == "own-game" and "No search knows" in page.text)


@pytest.mark.parametrize(("game", "options"), TOGETHER)
def test_house_rules_are_kept_by_a_table(app, game, options):
    """Opened with them through the form, every page of the table and its sheet show them without a fault."""
    app.config["WTF_CSRF_ENABLED"] = False
    client = app.test_client()
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', client.get("/new").text))
    names = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Ben", "Cy"))}
    form = hidden | names | {"game": game.id, "dealer": "0"}
    opened = client.post("/new", data=form | {f"o-{name}": value for name, value in options.items()})
    assert opened.status_code == 303, opened.text
    table = "/t/" + opened.headers["Location"].split("/")[2]
    for page in entry_pages(game):
        query = {"cards": TILES.get(game.id, HAND)}
        assert client.get(table + page, query_string=query, follow_redirects=True).status_code == 200, page
    drawn = ("/sheet.pdf",) if "pack" in options else ()  # the page has the same words, sooner
    for page in ("", "/sheet", *drawn, "/record", "/wall", "/invite", "/export.json", "/export.csv"):
        assert client.get(table + page).status_code == 200, page
    kept = client.get(f"{table}/export.json").json["events"][0]["data"]["options"]
    assert {name: kept[name] for name in options} == {
        option.name: as_kept(option.read(options[option.name]))
        for option in game.options
        if option.name in options
    }


def entry_pages(game):
    """Where a deal of the game is entered."""
    if game.rules({}).scoring.settled_at_once:
        return ["/over"]
    return ["/out", "/play"] if game.table == "own" else ["/out"]


def as_kept(value):
    return list(value) if isinstance(value, tuple) else value
