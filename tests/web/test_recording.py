"""A4: recording never asks the search; what the page showed is what is sent, and the referee judges it."""

from __future__ import annotations

import pytest

from scorepad.jobs import client as jobs
from tests.web.phone import table_of

RUNS = "4C 5C 6C 7C 9H TH QD"  # 10 + 3 + 1
WILDS = "4C 5C w 7C QD"  # the best is 10 with the wild, 4 without
GONE = "/nowhere/jobs"


@pytest.fixture(params=["killed", "busy", "broken"])
def search(request, monkeypatch):
    """Makes every search fail from now on, as it does when its processes are gone, busy, or break."""
    troubles = {
        "busy": jobs.TookTooLong("No answer within 12 seconds. Try again in a moment."),
        "broken": jobs.JobFailed("the process doing 'best' died"),
    }

    def fail(*_asked, **_more):
        raise troubles[request.param]

    def stop():
        if request.param == "killed":
            monkeypatch.setenv(jobs.ADDRESS_VARIABLE, GONE)
        else:
            monkeypatch.setattr(jobs, "ask", fail)

    return stop


@pytest.fixture
def unasked(monkeypatch):
    """Fails a test that asks the search for anything from the moment this is called."""

    def refuse():
        def fail(name, *_asked, **_more):
            raise AssertionError(f"the search was asked for {name!r}")

        monkeypatch.setattr(jobs, "ask", fail)

    return refuse


def table_with(phone, game, **options):
    """A table of that game on a phone; the names of options begin with `o-`."""
    phone.open(f"/new?game={game}")
    phone.press("Open the table", name_0="Ann", name_1="Ben", **options)
    return phone.table_id


def hand_form(phone, address):
    return next(form for form in phone.open(address).forms if form.id == "hand")


def token(phone):
    """What every form of the phone carries."""
    form = next(form for form in phone.open(f"/t/{phone.table_id}/note").forms if form.id == "note")
    return {"csrf_token": form.value("csrf_token")}


def record(phone, form, **typed):
    """The form sent to be recorded; the answer itself, not the page that it leads to."""
    fields = {**dict(form.fields), **{name.replace("_", "-"): text for name, text in typed.items()}}
    return phone.client.post(form.action, data={**fields, "record": "1"})


@pytest.mark.parametrize(
    ("game", "jokers", "typed", "melds"),
    [
        ("chattahoochee", 0, "cards=4C+5C+6C+8C+QD", "4C 5C 6C / 8C / QD"),
        ("chattahoochee", 2, "cards=4C+5C+w+7C+QD", "4C 5C w=6C 7C / QD"),
        ("chattahoochee", 0, "cards=4C+5C+6C+7C&lay=1&melds=4C+5C+/+6C+7C", "4C 5C / 6C 7C"),
        ("leap-rummy", 0, "cards=4C+5C+6C+9H", "4C 5C 6C"),
    ],
    ids=["shown", "wilds", "own", "retiring"],
)
def test_a4_what_the_page_showed_is_recorded_without_a_search(phone, unasked, game, jokers, typed, melds):
    """Wilds and all, as the page wrote them."""
    table = table_with(phone, game, **{"o-jokers": str(jokers)})
    form = hand_form(phone, f"/t/{table}/out?player=0&{typed}")
    unasked()
    assert record(phone, form).status_code == 303
    entry = table_of(phone).deal.entries[0]
    assert (" / ".join(map(" ".join, entry.melds)), entry.to_follow) == (melds, False)


def test_a_meld_that_is_worth_nothing_is_no_part_of_the_sum(phone):
    """Runs of one card count nothing under these values."""
    table = table_with(phone, "chattahoochee", **{"o-schedule": "two-zeroes"})
    hand_form(phone, f"/t/{table}/out?player=0&cards=4C+5C+6C+7C+QD+9H")
    assert "3 × 1 = 3" in phone.text
    assert "+ 0" not in phone.text


def test_a4_cards_alone_are_recorded_and_their_melds_follow(phone, search):
    """The page says so before and after; suits may alternate, so that better melds may be found."""
    table = table_with(phone, "chattahoochee", **{"o-melds": "both"})
    search()
    form = hand_form(phone, f"/t/{table}/out?player=0&cards=" + RUNS.replace(" ", "+"))
    assert "The best melds aren’t found yet" in phone.text
    assert "Record 14" in phone.buttons()
    assert record(phone, form).status_code == 303
    entry = table_of(phone).deal.entries[0]
    assert (entry.points, entry.to_follow) == (14, True)
    assert "Melds to come" in phone.open(f"/t/{table}").text
    assert "melds to come" in phone.open(f"/t/{table}/record").text


def test_a4_cards_of_which_the_longest_runs_are_best_leave_nothing_to_follow(ann, search):
    """H1: runs of one suit without wilds."""
    search()
    form = hand_form(ann, f"/t/{ann.table_id}/out?player=0&cards=" + RUNS.replace(" ", "+"))
    assert "aren’t found yet" not in ann.text
    assert "Record 42" in ann.buttons()
    assert record(ann, form).status_code == 303
    entry = table_of(ann).deal.entries[0]
    assert (entry.points, entry.to_follow) == (14, False)


def test_a4_melds_that_follow_are_entered_by_a_correction(phone, monkeypatch):
    """Cards recorded in the plainest way get the best melds, and nothing is left to follow."""
    table = table_with(phone, "chattahoochee", **{"o-jokers": "2"})
    blank = hand_form(phone, f"/t/{table}/out?player=0")
    with monkeypatch.context() as down:
        down.setenv(jobs.ADDRESS_VARIABLE, GONE)
        assert record(phone, blank, cards="4C 5C w 7C QD").status_code == 303
    entry = table_of(phone).deal.entries[0]
    assert (entry.points, entry.to_follow) == (5, True)
    phone.open(f"/t/{table}")
    assert f'href="/t/{table}/entry/{entry.number}"' in phone.answer.get_data(as_text=True)
    phone.open(f"/t/{table}/entry/{entry.number}").press("Record 7")
    entry = table_of(phone).deal.entries[0]
    assert (entry.points, entry.to_follow) == (7, False)
    told = "Ann entered the melds of Ann’s hand in deal 1: 5 → 7 points"
    assert told in phone.open(f"/t/{table}/record").text


def test_a4_retiring_records_while_the_search_is_down(phone, search):
    """L5: cards in no plain run stay in hand and count against her until the melds follow."""
    table = table_with(phone, "leap-rummy")
    form = hand_form(phone, f"/t/{table}/out?player=0")
    search()
    assert record(phone, form, cards="4C 5C 6C 9H").status_code == 303
    entry = table_of(phone).deal.entries[0]
    assert (entry.melds, entry.left, entry.points, entry.to_follow) == (
        (("4C", "5C", "6C"),),
        ("9H",),
        1 - 9,
        True,
    )


@pytest.mark.parametrize("typed", [{"cards": "4C 5C 6C 7C 8C"}, {"points": "12", "cards": ""}])
def test_a4_a_correction_records_while_the_search_is_down(ann, going_out, search, typed):
    going_out(ann, ann.table_id, "Cy", cards="4C 5C 6C 7C")
    form = hand_form(ann, f"/t/{ann.table_id}/entry/2")
    form.fields = [field for field in form.fields if not field[0].startswith("shown")]
    search()
    assert record(ann, form, **typed).status_code == 303
    assert table_of(ann).deal.entries[0].corrected


def test_a4_a_correction_that_leaves_the_cards_keeps_their_melds(ann, unasked):
    """The note alone is put right: her melds stand as they were, shown or not."""
    ann.open(f"/t/{ann.table_id}/out?player=0&cards=4C+5C+6C+7C&lay=1&melds=4C+5C+/+6C+7C").press("Record 18")
    data = {"player": "0", "cards": "7C 6C 5C 4C", "note": "slow", "record": "1", **token(ann)}
    unasked()
    assert ann.client.post(f"/t/{ann.table_id}/entry/2", data=data).status_code == 303
    entry = table_of(ann).deal.entries[0]
    assert (entry.melds, entry.note, entry.to_follow) == ((("4C", "5C"), ("6C", "7C")), "slow", False)


def test_the_page_of_an_entry_searches_once(ann, going_out, monkeypatch):
    """What it shows and how it is laid follow from the same answer."""
    going_out(ann, ann.table_id, "Cy", cards="4C 5C 6C 7C")
    asked, ask = [], jobs.ask
    monkeypatch.setattr(jobs, "ask", lambda *given, **more: asked.append(given) or ask(*given, **more))
    assert "Correct deal 1" in ann.open(f"/t/{ann.table_id}/entry/2").text
    assert len(asked) == 1


def test_a4_an_entry_is_removed_without_a_search(ann, going_out, unasked):
    going_out(ann, ann.table_id, "Cy", cards="4C 5C 6C 7C")
    data = {"discard": "1", **token(ann)}
    unasked()
    assert ann.client.post(f"/t/{ann.table_id}/entry/2", data=data).status_code == 303
    assert table_of(ann).deal.entries == ()


SETTLED = {
    "rummy-500": ({"melds-0": "4C 5C 6C / 9H 9S 9D", "left-1": "KH QD"}, (42, -20)),
    "basic-rummy": ({"left-1": "KH QD"}, (20, 0)),
    "rummikub": ({"left-1": "5K 6K J"}, (41, -41)),
    "shanghai": ({"left-1": "KH QD"}, (0, 2)),
    "okey": ({"ending": "pairs", "drop-0": "indicator"}, (0, -5)),
    "okey-101": ({"ending": "okey", "turned": "5R", "left-1": "3R F", "drop-1": "pairs"}, (-202, 36)),
}


@pytest.mark.parametrize("game", SETTLED)
def test_a4_a_deal_is_settled_without_a_search(phone, game, unasked):
    """F3, B4, K4, G3: recorded and put right by the referee alone."""
    typed, scores = SETTLED[game]
    table = table_with(phone, game)
    unasked()
    form = next(form for form in phone.open(f"/t/{table}/over").forms if form.id == "over")
    fields = {**dict(form.fields), **typed, "winner": "0", "record": "1"}
    assert phone.client.post(form.action, data=fields).status_code == 303
    assert table_of(phone).deal.scores == scores
    form = next(form for form in phone.open(f"/t/{table}/ending/2").forms if form.id == "over")
    fields = {**dict(form.fields), **typed, "winner": "0", "note": "again", "record": "1"}
    assert phone.client.post(form.action, data=fields).status_code == 303
    assert table_of(phone).deal.scores == scores


@pytest.mark.parametrize(
    ("shown", "shown_for"),
    [
        ("4C 5C 6C / 8C / QD", "4C 5C 6C 8C QD"),
        ("4C 5C 6C 7C 8C / KD", "4C 5C 6C 7C 9H"),
        ("4C 5C 6C 7C", "4C 5C 6C 7C 9H"),
        ("nonsense", "4C 5C 6C 7C 9H"),
        ("4C 5C 6C 7C / 9H", "rubbish"),
    ],
)
def test_a4_melds_shown_for_other_cards_are_not_recorded(phone, shown, shown_for):
    """Stale or tampered with: the cards are recorded as if nothing had been shown, and the page says so."""
    table = table_with(phone, "chattahoochee", **{"o-melds": "both"})
    form = hand_form(phone, f"/t/{table}/out?player=0&note=first")
    form.fields += [["shown", shown], ["shown_for", shown_for]]
    phone.send(form, ("record", "1"), cards="4C 5C 6C 7C 9H")
    assert "The melds on that page were for other cards" in phone.text
    entry = table_of(phone).deal.entries[0]
    assert (entry.melds, entry.note, entry.to_follow) == ((("4C", "5C", "6C", "7C"), ("9H",)), "first", True)


def test_a4_shown_melds_are_judged_like_any_others(ann):
    """What a page never showed is refused with the reason, cards kept."""
    form = hand_form(ann, f"/t/{ann.table_id}/out?player=0")
    form.fields += [["shown", "4C 5C 7C"], ["shown_for", "4C 5C 7C"]]
    ann.send(form, ("record", "1"), 422, cards="4C 5C 7C")
    assert "♣6 is missing" in ann.text
    assert table_of(ann).deal.entries == ()


def test_a4_melds_found_with_those_on_the_table_are_recorded(phone, unasked):
    """H10: what lies before her is shown, sent and recorded with the rest of her hand."""
    table = table_with(phone, "chattahoochee-alternate")
    phone.open(f"/t/{table}/play").press("Lay them", player="0", cards="4C 5C")
    form = hand_form(phone, f"/t/{table}/out?player=0&cards=6C+9H")
    unasked()
    assert record(phone, form).status_code == 303
    assert table_of(phone).deal.entries[0].melds == (("4C", "5C", "6C"), ("9H",))


def test_a4_cards_alone_stand_beside_the_melds_on_the_table(phone, search):
    """H9: what lies before her stays a meld, whatever else is found later."""
    table = table_with(phone, "chattahoochee-alternate")
    phone.open(f"/t/{table}/play").press("Lay them", player="0", cards="4C 5C")
    form = hand_form(phone, f"/t/{table}/out?player=0")
    search()
    assert record(phone, form, cards="6C 9H TH").status_code == 303
    entry = table_of(phone).deal.entries[0]
    assert (entry.melds, entry.to_follow) == ((("4C", "5C"), ("9H", "TH"), ("6C",)), True)


def test_n6_a_settled_deal_names_every_piece_that_does_not_read(phone):
    """Whose cards they are, what does not read, and what to type instead; all of it stays typed."""
    table = table_with(phone, "basic-rummy")
    phone.open(f"/t/{table}/over").press("Record the deal", 422, winner="0", left_1="KH 1Z")
    assert "Ben: '1Z' at position 4" in phone.text
    form = next(form for form in phone.forms if form.id == "over")
    assert dict(form.fields)["left-1"] == "KH 1Z"


def test_a3_a_form_sent_again_after_an_undo_says_that_it_does_not_count(phone):
    """As the Back button of a browser sends it: nothing looks recorded that is not."""
    table = table_with(phone, "chattahoochee")
    page = phone.open(f"/t/{table}/out?player=0&cards=4C+5C")
    form = next(form for form in page.forms if form.id == "hand")
    fields = {**dict(form.fields), "record": "1"}
    assert phone.client.post(form.action, data=fields).status_code == 303
    phone.open(f"/t/{table}").press("Undo")
    assert phone.client.post(form.action, data=fields).status_code == 303
    assert "has been undone" in phone.open(f"/t/{table}").text
    assert table_of(phone).deal.entries == ()
