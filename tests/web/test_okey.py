"""Okey on the pages: waits, pairs that are missing, a form without numbers (O3, O4, T2)."""

from __future__ import annotations

from tests.web.test_recording import table_with

WAITING = "1K 2K 3K 4B 5B 6B 7O 8O 9O 10O 10R 11R 12R 5K"


def test_o3_the_advice_names_what_ends_the_deal(client):
    page = client.get("/solve/advice", query_string={"game": "okey", "cards": WAITING}).text
    assert "What you’re waiting for" in page
    assert "2×" in page


def test_o3_the_answer_says_how_many_pairs_are_missing(client):
    hand = "1B 1B 2B 2B 3K 3K 4K 4K 5R 5R 6O 8K 10K 13B"
    page = client.get("/solve", query_string={"game": "okey", "cards": hand}).text
    assert "With pairs, you need 2 more." in page


def test_t2_pairs_open(client):
    query = {"game": "okey-101", "cards": "1B 1B 2B 2B 3K 3K 4K 4K 5R 5R 6O"}
    page = client.get("/solve", query_string=query).text
    assert "These pairs open" in page
    assert "You need 101 points" not in page


def test_o4_a_deal_of_fixed_stakes_asks_for_no_numbers(phone):
    table = table_with(phone, "okey")
    form = next(form for form in phone.open(f"/t/{table}/over").forms if form.id == "over")
    names = [name for name, _ in form.fields]
    assert not [name for name in names if name.startswith("number-")]
    assert "Indicator shown" in phone.text


def test_o1_the_pad_has_a_key_for_the_false_joker_once_the_tile_turned_up_is_named(client):
    """In the place of the okey, which is tapped as a joker."""
    query = {"game": "okey", "turned": "5R", "cards": "6R", "add": "F"}
    reply = client.get("/solve", query_string=query)
    assert "cards=6R+F" in reply.headers["Location"]
    page = client.get("/solve", query_string={**query, "add": "", "cards": "5R F 7R 6R"}).text
    assert 'value="F"' in page
    assert 'value="6R"' not in page.partition('class="keys"')[2]


def test_t5_a_false_joker_stays_one_when_a_deal_is_put_right(phone):
    """It counts its tile's number, an okey 101."""
    table = table_with(phone, "okey-101")
    form = next(form for form in phone.open(f"/t/{table}/over").forms if form.id == "over")
    typed = {**dict(form.fields), "winner": "0", "turned": "5R", "left-1": "F", "record": "1"}
    assert phone.client.post(form.action, data=typed).status_code == 303
    form = next(form for form in phone.open(f"/t/{table}/ending/2").forms if form.id == "over")
    assert dict(form.fields)["left-1"] == "F"
