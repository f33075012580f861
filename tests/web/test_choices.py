"""What a form does not offer is refused in one clear sentence, and changes nothing."""

from __future__ import annotations

import pytest

from scorepad.web.plain_form import NOT_OFFERED
from tests.web.phone import table_of

NO_SEAT = "Nobody here has that seat. Choose your name, or just keep the score."
NO_DEALER = "The dealer must be one of the players. Choose one of them."
NOT_SURE = "Nothing was deleted. Tap “Delete the table” if you mean it."
NEW = {"game": "canasta", "name-0": "Ann", "name-1": "Ben"}
CASES = {
    "colours of suits": ("/suits", {"colours": "two"}, NOT_OFFERED),
    "language": ("/language", {"language": "xx"}, NOT_OFFERED),
    "whether photos are kept": ("/t/{table}/photos", {"keeps": "perhaps"}, NOT_OFFERED),
    "who rests": ("/t/{table}/players/out/1", {"rests": ["1", "9"]}, NOT_OFFERED),
    "who rests, no number": ("/t/{table}/players/out/1", {"rests": "Ann"}, NOT_OFFERED),
    "who deals": ("/t/{table}/players/dealer", {"dealer": "Ann"}, NO_DEALER),
    "who won": ("/t/{table}/won", {"won": ["0", "9"]}, NOT_OFFERED),
    "how they won": ("/t/{table}/won", {"how": "easily"}, NOT_OFFERED),
    "places": ("/t/{table}/won", {"won": "0", "place-1": "9"}, NOT_OFFERED),
    "who one is": ("/t/{table}/who", {"seat": "9"}, NO_SEAT),
    "just watching, for a player": ("/t/{table}/who", {"seat": "watch"}, NO_SEAT),
    "from when on rules hold": ("/t/{table}/house-rules", {"o-target": "30", "from": "then"}, NOT_OFFERED),
    "partners of a table": ("/t/{table}/house-rules", {"partner-0": "Z"}, NOT_OFFERED),
    "language of a table": ("/t/{table}/host", {"language": "xx"}, NOT_OFFERED),
    "what a program may do": ("/t/{table}/keys", {"program": "Bot", "scope": "all"}, NOT_OFFERED),
    "whether to delete": ("/t/{table}/delete", {}, NOT_SURE),
    "game of a new table": ("/new", {**NEW, "game": "whist"}, NOT_OFFERED),
    "another game": ("/new", {**NEW, "pick": "whist"}, NOT_OFFERED),
    "first dealer": ("/new", {**NEW, "dealer": "Ann"}, NO_DEALER),
    "partners of a new table": ("/new", {**NEW, "partner-1": "Z"}, NOT_OFFERED),
    "partners in a row that is not shown": ("/new", {**NEW, "partner-11": "Z"}, NOT_OFFERED),
}


@pytest.fixture
def over(phone):
    """Ann’s phone at a table of Any game whose first round is over."""
    phone.client.application.config["WTF_CSRF_ENABLED"] = False
    phone.open("/new?game=any-game").press("Open the table", name_0="Ann", name_1="Ben", name_2="Cy")
    phone.open(f"/t/{phone.table_id}/over").press(
        "Record the round", number_0="5", number_1="4", number_2="3"
    )
    return phone.open(f"/t/{phone.table_id}")


@pytest.mark.parametrize("case", CASES)
def test_what_is_not_offered_is_refused_and_changes_nothing(over, case):
    address, typed, sentence = CASES[case]
    before = table_of(over)
    answer = over.client.post(
        address.format(table=over.table_id),
        data={**typed, "op": "one"},
        headers={"Referer": f"http://localhost/t/{over.table_id}"},
        follow_redirects=True,
    )
    assert (sentence in answer.text, answer.text.count(sentence)) == (True, 1)
    assert table_of(over).events == before.events
    assert "language=xx" not in str(answer.headers)


def test_a_refused_new_table_keeps_all_that_was_typed_for_who_plays_again(over):
    """The address of the form fills it in again: what was typed counts, not what the last table had."""
    again = over.client.get("/new", query_string={"again": over.table_id, "name-1": "Bea", "clock": "x"}).text
    for kept in (
        'value="Ann"',
        'value="Bea"',
        'value="x"',
        f'name="again" type="hidden" value="{over.table_id}"',
    ):
        assert kept in again
    assert 'value="Ben"' not in again


def test_no_choice_is_made_for_somebody_who_pressed_none(over):
    """Whoever joins without a seat keeps the score; rules without a word hold from the first deal."""
    page = f"/t/{over.table_id}"
    assert over.client.post(f"{page}/who", data={"op": "one"}).status_code == 303
    over.open(page)
    assert 'class="you"' not in over.answer.text
