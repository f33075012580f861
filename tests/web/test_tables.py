"""The pages of a table, on phones without script."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.web.conftest import ON_SERVER_BY_NIGHT

pytestmark = ON_SERVER_BY_NIGHT

RUN = "4C 5C 6C 7C"  # 10 points
NAMES = ("Ann", "Ben", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


def test_new_table_has_every_option_with_its_sentence(phone):
    """Every house rule is there with its sentence, and the default is chosen."""
    from scorepad.rulebook import find_game

    page = phone.open("/new?game=chattahoochee")
    form = page.form("Open the table")
    for option in find_game("chattahoochee").options:
        assert option.sentence in page.text
        assert any(name == f"o-{option.name}" for name, _ in form.fields)
    assert form.value("o-packs") == "2"


def test_new_table_says_every_fault_at_once_and_keeps_all(phone):
    """A name twice, one too long, a dealer who is not there and a rule that does not read: four at once."""
    phone.open("/new?game=chattahoochee").press(
        "Open the table",
        422,
        name_0="Ann",
        name_1="ann",
        name_2="N" * 30,
        dealer="7",
        o_packs="9",
        name="Friday",
    )
    assert "Two players are called ann" in phone.text
    assert "Use at most 24 characters" in phone.text
    assert "The dealer must be one of the players" in phone.text
    assert "Packs: type a whole number from 1 to 4." in phone.text
    form = phone.form("Open the table")
    assert form.value("name-0") == "Ann"
    assert form.value("name-2") == "N" * 30
    assert form.value("o-packs") == "9"
    assert form.value("name") == "Friday"


def test_new_table_needs_two_players_and_two_sides(phone):
    phone.open("/new?game=chattahoochee").press("Open the table", 422, name_0="Ann")
    assert "is for 2 to 12 players" in phone.text
    phone.open("/new?game=chattahoochee").press(
        "Open the table", 422, name_0="Ann", name_1="Ben", partner_0="A", partner_1="A"
    )
    assert "two sides or more" in phone.text


def test_l2_the_form_says_that_there_are_fewer_leaps_than_players(phone):
    """Beside the players, and all that was typed stays; where they share leaps the table opens."""
    names = {f"name_{seat}": name for seat, name in enumerate(NAMES[:4])}
    page = phone.open("/new?game=leap-rummy&o-pack=piquet-32")
    page.press("Open the table", 422, **names)
    assert "4 players need a leap each, but only 3 leaps make runs." in phone.text
    assert phone.form("Open the table").value("name-3") == NAMES[3]
    phone.press("Open the table", o_tokens="shared")
    assert phone.table_id


@pytest.mark.parametrize(("players", "packs", "dealt"), [(2, 1, 13), (4, 1, 7), (5, 2, 7), (8, 2, 7)])
def test_f1_five_players_of_rummy_500_have_two_packs(phone, players, packs, dealt):
    """Without being told, and the form says so; the table says what is dealt."""
    names = {f"name_{seat}": name for seat, name in enumerate(NAMES[:players])}
    page = phone.open("/new?game=rummy-500")
    assert "With 5 or more players there are 2 packs." in page.text
    page.press("Open the table", **names)
    table = phone.open(f"/t/{phone.table_id}")
    assert f"Ann deals {dealt} each" in table.text
    kept = phone.client.get(f"/t/{phone.table_id}/export.json").json["events"][0]["data"]["options"]
    assert kept["packs"] == packs


def test_g1_seven_players_of_shanghai_have_three_packs(phone):
    """The form says so, and somebody may have a card left three times, but not four."""
    page = phone.open("/new?game=shanghai")
    assert "With 7 or more players there are 3 packs. With 10 or more players there are 4 packs." in page.text
    page.press("Open the table", **{f"name_{seat}": name for seat, name in enumerate(NAMES[:7])})
    others = {f"number_{seat}": "0" for seat in range(2, 7)}
    over = phone.open(f"/t/{phone.table_id}/over")
    over.press("Record the deal", 422, winner="0", left_1="4H 4H 4H 4H", **others)
    assert "Four ♥4, but the packs hold three." in phone.text
    phone.press("Record the deal", winner="0", left_1="4H 4H 4H", **others)


@pytest.mark.parametrize(("players", "dealt"), [(2, 10), (3, 7), (4, 7), (5, 6)])
def test_b6_a_table_of_basic_rummy_says_what_is_dealt(phone, players, dealt):
    names = {f"name_{seat}": name for seat, name in enumerate(NAMES[:players])}
    page = phone.open("/new?game=basic-rummy")
    assert "or more players there are" not in page.text
    page.press("Open the table", **names)
    assert f"Ann deals {dealt} each" in phone.open(f"/t/{phone.table_id}").text


def test_empty_rows_are_passed_over(phone):
    """Names may stand in any rows; the seats follow their order, and the dealer is the one picked."""
    phone.open("/new?game=chattahoochee").press(
        "Open the table", name_1="Ann", name_4="Ben", name_7="Cy", dealer="4"
    )
    phone.open(f"/t/{phone.table_id}")
    assert "Deal 1 Ben deals" in phone.text


def test_unequal_partnerships(phone):
    """Two against one against two; the multiplier counts opponents still in (H5)."""
    seats = {"name_0": "Ann", "name_1": "Ben", "name_2": "Cy", "name_3": "Di", "name_4": "Eve"}
    phone.open("/new?game=chattahoochee").press(
        "Open the table", **seats, partner_0="A", partner_2="A", partner_1="B", partner_4="B"
    )
    phone.open(f"/t/{phone.table_id}/out")
    assert "Ann × 3" in phone.text
    assert "Di × 4" in phone.text


def test_a_whole_deal(ann, going_out):
    """Three go out, × 3, 2, 1; the deal ends by itself, the dealer rotates, who is left in scores 0."""
    table = ann.table_id
    assert "· " not in ann.text or "0 0" not in ann.text
    going_out(ann, table, "Cy", cards=RUN)
    assert "Cy out 1st, 30" in ann.text
    going_out(ann, table, "Ann", cards="7H")
    assert "Ann you deals out 2nd, 2" in ann.text
    going_out(ann, table, "Di", points="-5")
    assert "Deal 1 is over. Ben is the last one in." in ann.text
    assert "Ben didn’t go out, 0" in ann.text
    assert "Going out" not in ann.buttons()
    ann.press("Next deal, Ben deals")
    assert "Deal 2 Ben deals" in ann.text


def test_missing_is_no_zero(ann, going_out):
    """Who is still in has a dot in the grid, never a 0."""
    going_out(ann, ann.table_id, "Cy", cards=RUN)
    page = ann.answer.get_data(as_text=True)
    assert page.count("still in</span>") == 3
    assert ">·<" in page


def test_undo_of_what_was_not_seen_does_nothing(ann, ben, going_out):
    """An undo from a page that is behind takes nothing back and says what happened."""
    table = ann.table_id
    going_out(ann, table, "Cy", points="10")
    form, button = ann.form("Undo"), ("", "")
    going_out(ben, table, "Di", points="1")
    ann.send(form, button)
    assert (
        "Nothing was changed, because the table changed meanwhile: Di went out: 1 × 2 = 2 (entered by Ben)"
        in ann.text
    )
    assert "Di out 2nd" in ann.text


def test_notes_and_ending_a_deal_by_hand(ann):
    table = ann.table_id
    ann.open(f"/t/{table}/note").press("Add the note", text="Cards dealt twice")
    assert "Cards dealt twice" in ann.text
    ann.open(f"/t/{table}/note").press("End deal 1", reason="late")
    assert "Deal 1 is over. Ended by hand: late" in ann.text


def test_names_change_and_faults_stand_beside_them(ann):
    table = ann.table_id
    ann.open(f"/t/{table}/names").press("Save names", 422, name_0="Anna", name_1="di")
    assert "Another player is already called di" in ann.text
    assert ann.form("Save names").value("name-1") == "di"
    assert "Anna you" in ann.open(f"/t/{table}").text


def test_who_watches_sees_everything_and_no_button(ann, new_phone, going_out):
    """A phone that was not let in sees the scores, the hands and the record."""
    table = ann.table_id
    going_out(ann, table, "Cy", cards=RUN)
    watcher = new_phone()
    for page in ("", "/wall", "/record", "/entry/2"):
        watcher.open(f"/t/{table}{page}")
        assert not watcher.buttons()


def test_live_parts_are_sent_once(ann):
    """The fragment has the head and the reader's role in its tag; asked again it is 304."""
    url = f"/t/{ann.table_id}/live?view=board"
    first = ann.client.get(url)
    tag = first.headers["ETag"]
    assert 'data-part="board"' in first.get_data(as_text=True)
    assert ann.client.get(url, headers={"If-None-Match": tag}).status_code == 304
    watching = ann.client.application.test_client().get(url, headers={"If-None-Match": tag})
    assert watching.status_code == 200
    assert "Undo" not in watching.get_data(as_text=True)


def test_unknown_tables_are_not_found(phone):
    for page in ("", "/live", "/out", "/record", "/wall", "/entry/3", "/export.json", "/sheet", "/sheet.pdf"):
        assert phone.client.get(f"/t/nothere{page}").status_code in (403, 404)


@pytest.mark.parametrize("size", [2, 8])
def test_double_taps_of_next_deal(phone, size):
    """Several taps on the same button open one deal."""
    phone.open("/new?game=chattahoochee").press(
        "Open the table", **{f"name_{row}": f"P{row}" for row in range(size)}
    )
    table = phone.table_id
    phone.open(f"/t/{table}/note").press("End deal 1")
    form = phone.form("Next deal")
    data = dict(form.fields)
    cookie = phone.client.get_cookie("scorepad").value

    def tap(_):
        client = phone.client.application.test_client()
        client.set_cookie("scorepad", cookie)
        return client.post(form.action, data=data).status_code

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(tap, range(6))) == {303}
    assert "Deal 2" in phone.open(f"/t/{table}").text
    assert "Deal 3" not in phone.text


def test_the_tables_own_house_rules_are_named(phone):
    """What differs from the default stands on the table's page, and nothing else does."""
    seats = {"name_0": "Ann", "name_1": "Ben"}
    phone.open("/new?game=chattahoochee").press(
        "Open the table", **seats, o_packs="3", o_schedule="table", o_schedule_table="0 1 4"
    )
    text = phone.open(f"/t/{phone.table_id}").text
    assert "3 packs" in text
    assert "0 1 4" in text
    assert "jokers" not in text
