"""A table says what it plays and who leads; the same players sit down again with one tap."""

from __future__ import annotations

import pytest

from tests.open_tables import NAMES
from tests.web.phone import table_of


@pytest.fixture
def opened(phone):
    """Opens a table with these names and partners; the phone is the first player's."""

    def open_table(*names, partners="", game="chattahoochee", **options):
        rules = "".join(f"&o-{name}={value}" for name, value in options.items())
        phone.open(f"/new?game={game}{rules}")
        fields = {f"name_{seat}": name for seat, name in enumerate(names)}
        fields |= {f"partner_{seat}": letter for seat, letter in enumerate(partners)}
        phone.press("Open the table", name="Friday", **fields)
        return phone.open(f"/t/{phone.table_id}")

    return open_table


def go_out(phone, seat, cards):
    phone.open(f"/t/{phone.table_id}/out?player={seat}&cards={cards}")
    return phone.press("Record ")


def test_a_table_says_its_game_and_its_house_rules(opened):
    assert "Chattahoochee · 3 packs · 2 jokers" in opened("Ann", "Ben", packs=3, jokers=2).text


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"play": "pool"}, "Indian Rummy · Pool 101 Ann"),
        (
            {"play": "pool", "out_at": 201, "back_until": 174, "first_drop": 25, "middle_drop": 50},
            "Indian Rummy · Pool 201 Ann",
        ),
        ({"play": "pool", "entry": 50}, "Indian Rummy · Pool 101 · Entry: 50"),
        ({"rate": 2}, "Indian Rummy · Rate: 2"),
    ],
)
def test_a_table_under_named_rules_says_their_name_in_place_of_each_of_them(opened, options, words):
    """What differs from them stands after it."""
    text = " ".join(opened("Ann", "Ben", game="indian-rummy", **options).text.split())
    assert words.removesuffix(" Ann") in text
    assert not words.endswith(" Ann") or "Play for: a pool" not in text


def test_h5_the_table_says_who_leads_by_how_much(opened):
    """Nobody before the first score; the lead is counted by partnership."""
    ann = opened("Ann", "Ben", "Cy", "Dee", partners="ABAB")
    assert "lead" not in ann.text
    assert "Ann & Cy lead by 12." in go_out(ann, 0, "4C+5C+6C").text
    assert "Ann & Cy lead by 11." in go_out(ann, 1, "9H").text


def test_g3_where_the_fewest_points_win_the_lead_is_theirs(opened):
    """Shanghai: cards left in hand count against a player."""
    ann = opened("Ann", "Ben", "Cy", game="shanghai")
    ann.open(f"/t/{ann.table_id}/over").press("Record the deal", winner="0", number_1="20", number_2="35")
    assert "Ann leads by 20." in ann.open(f"/t/{ann.table_id}").text


def test_home_lists_tables_with_game_players_and_leader(opened):
    ann = opened("Ann", "Ben", packs=3)
    go_out(ann, 0, "4C+5C+6C")
    home = ann.open("/").text
    assert "Chattahoochee · Ann, Ben" in home
    assert "Ann leads by 6." in home


def test_the_same_players_sit_down_again(opened):
    """Names, partners and house rules stay; the deal goes on round the table."""
    ann = opened("Ann", "Ben", "Cy", "Dee", partners="ABAB", packs=3)
    first = ann.table_id
    ann.open(f"/new?again={first}").press("Open the table")
    table = table_of(ann)
    assert table.id != first
    assert table.names == ("Ann", "Ben", "Cy", "Dee")
    assert table.partnerships == ((0, 2), (1, 3))
    assert table.options["packs"] == 3
    assert table.deal.dealer == 1


def test_g1_the_packs_follow_the_players_who_sit_down_again(opened):
    """Seven had three packs by themselves, six have two; packs that the table chose stay."""
    ann = opened(*NAMES[:7], game="shanghai")
    seven = ann.table_id
    ann.open(f"/new?again={seven}").press("Open the table")
    assert table_of(ann).options["packs"] == 3
    ann.open(f"/new?again={seven}").press("Open the table", name_6="")
    assert table_of(ann).options["packs"] == 2
    ann = opened(*NAMES[:7], game="shanghai", packs=4)
    ann.open(f"/new?again={ann.table_id}").press("Open the table", name_6="")
    assert table_of(ann).options["packs"] == 4


def test_everyone_moves_one_seat_on(opened):
    ann = opened("Ann", "Ben", "Cy", "Dee", partners="AABB")
    ann.open(f"/new?again={ann.table_id}").press("Rotate seats").press("Open the table")
    assert table_of(ann).names == ("Dee", "Ann", "Ben", "Cy")
    assert table_of(ann).partnerships == ((0, 3), (1, 2))


def test_again_at_a_table_that_is_not_there_says_so(phone):
    assert "There’s no such table. Check the address." in phone.open("/new?again=zzzzzzzzzzzz", 404).text


def test_the_other_phones_follow_to_the_rematch_with_one_tap(ann, ben):
    """As the players that they were, and none who only watches."""
    first = ann.table_id
    ann.open(f"/new?again={first}").press("Open the table")
    again = table_of(ann)
    assert again.follows == first
    ben.open(f"/t/{first}").press("To the rematch")
    assert ben.url.endswith(f"/t/{again.id}")
    assert "Ben you" in ben.text
    watcher = ben.client.application.test_client()
    assert "To the rematch" not in watcher.get(f"/t/{first}").text


def test_a_rematch_that_another_table_claims_lets_nobody_in(ann, new_phone):
    """A table may say what it likes: only one that says so itself is the rematch."""
    stranger = new_phone()
    stranger.open("/new?game=chattahoochee").press("Open the table", name_0="Mal", name_1="Eve")
    own = stranger.table_id
    stranger.open(f"/new?again={ann.table_id}").press("Open the table", name_0="Mal", name_1="Eve")
    assert table_of(stranger).follows == ""
    assert own != ann.table_id
