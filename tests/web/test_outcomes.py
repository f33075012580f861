"""What the queue of a phone is told of a form: recorded, or refused with the reason and a way to mend it."""

from __future__ import annotations

import pytest

from scorepad.web.outcomes import HEADER
from tests.by_night import each_nth
from tests.web.test_sent_twice import FORMS, RUN, Evening, filled


@pytest.fixture
def evening(new_phone):
    return Evening(new_phone(), new_phone())


def queued(client, action, fields, op=None):
    """The answer to the form as the queue of a phone sends it."""
    return client.post(action, data=fields, headers={HEADER: op or fields["op"]})


def mended(phone, told, words):
    """The form at the address where the answer says that it can be mended."""
    return phone.open(told["mend"]).form(words)


WITHOUT_OP = {"joining", "who this phone is", "plays of another app", "keeping photos", "deleting a photo"}
"""Forms that can be sent any number of times and name no operation."""
WITH_OP = [form for form in FORMS if form not in WITHOUT_OP]


@pytest.mark.parametrize("form", each_nth(WITH_OP, 4))
def test_the_queue_hears_that_a_form_was_recorded_and_hears_it_again(evening, monkeypatch, form):
    """With the address that a browser is led to, each time that it is sent."""
    action, fields = FORMS[form][1](evening, monkeypatch)
    client = getattr(evening, "joining", evening.ann).client
    answers = [queued(client, action, fields) for _ in range(2)]
    plainly = client.post(action, data=fields)
    for answer in answers:
        assert answer.status_code == 200, answer.get_data(as_text=True)
        assert answer.headers[HEADER] == f"{fields['op']} recorded"
        assert answer.json == {
            "op": fields["op"],
            "outcome": "recorded",
            "reason": "",
            "shows": plainly.headers["Location"],
            "mend": "",
            "disputable": False,
        }


def refusal(answer, op):
    """What the queue is told by an answer that refuses that operation."""
    assert 400 <= answer.status_code < 500
    assert answer.headers[HEADER] == f"{op} refused"
    assert (answer.json["op"], answer.json["outcome"]) == (op, "refused")
    assert answer.json["reason"]
    return answer.json


def test_a_hand_that_cannot_be_recorded_comes_back_whole(evening):
    """The address to mend it has everything that was typed."""
    action, fields = evening.open().page("/out", "Record", player="1", cards="4C 5C", note="late", points="7")
    told = refusal(queued(evening.ann.client, action, fields), fields["op"])
    assert "There are cards too" in told["reason"]
    form = mended(evening.ann, told, "Record")
    kept = {name: form.value(name) for name in ("player", "cards", "note", "points")}
    assert kept == {"player": "1", "cards": "4C 5C", "note": "late", "points": "7"}
    assert form.value("op") != fields["op"]


def test_a_deal_that_is_stale_comes_back_with_its_numbers_and_the_news(evening):
    action, fields = evening.open("basic-rummy").page(
        "/over", "Record the deal", winner="0", number_0="0", number_1="12", number_2="3"
    )
    evening.noted()
    told = refusal(queued(evening.ann.client, action, fields), fields["op"])
    assert "Ben was here" in told["reason"]
    form = mended(evening.ann, told, "Record the deal")
    assert [form.value(f"number-{seat}") for seat in (1, 2)] == ["12", "3"]


@pytest.mark.parametrize(
    ("path", "words", "typed"),
    [
        ("/note", "Add the note", {"text": "rain"}),
        ("/players?add=1", "Add the player", {"name": "Zoe"}),
        ("/names", "Save names", {"name-0": "Anna"}),
        ("/host", "Save", {"clock": "45"}),
    ],
)
def test_what_was_typed_comes_back_from_every_form(evening, path, words, typed):
    """A form whose operation was recorded with other content."""
    action, fields = evening.open().page(path, words, **typed)
    other = dict.fromkeys(typed, "9")
    assert queued(evening.ann.client, action, {**fields, **other}).status_code == 200
    told = refusal(queued(evening.ann.client, action, fields), fields["op"])
    form = mended(evening.ann, told, words)
    assert {name: form.value(name) for name in typed} == typed
    # Recorded as it stands: the form has an operation of its own.
    assert evening.ann.client.post(form.action, data=dict(form.fields)).status_code == 303


@pytest.mark.parametrize(
    ("path", "words", "typed", "reason"),
    [
        ("/new?game=rummikub", "Open the table", {"name_0": "Ann", "name_1": "ann"}, "Two players"),
        ("/circles/new", "Start the circle", {"name": "x" * 61}, "Enter a name"),
    ],
)
def test_a_table_or_a_circle_that_cannot_be_made_comes_back(evening, path, words, typed, reason):
    evening.ann.open(path)
    action, fields = filled(evening.ann, words, **typed)
    told = refusal(queued(evening.ann.client, action, fields), fields["op"])
    assert reason in told["reason"]
    form = mended(evening.ann, told, words)
    names = [name.replace("_", "-") for name in typed]
    assert [form.value(name) for name in names] == list(typed.values())


def test_why_a_deal_was_to_end_comes_back(evening):
    action, fields = evening.open().page("/note", "End deal", reason="late")
    evening.noted()
    told = refusal(queued(evening.ann.client, action, fields), fields["op"])
    assert mended(evening.ann, told, "End deal").value("reason") == "late"


def test_undo_that_is_stale_is_refused_with_nothing_to_mend(evening):
    action, fields = evening.open().out(cards=RUN).page("", "Undo")
    evening.noted()
    told = refusal(queued(evening.ann.client, action, fields), fields["op"])
    assert (told["mend"], told["shows"], told["disputable"]) == ("", evening.table, False)


def test_what_only_the_packs_speak_against_may_be_sent_as_disputed(evening):
    """The same fields, with that one, are recorded."""
    evening.open().out(cards="QH QH")
    action, fields = evening.page("/out", "Record", player="1", cards="QH")
    told = refusal(queued(evening.ann.client, action, fields), fields["op"])
    assert told["disputable"]
    disputed = {**fields, "op": "another", "record": "disputed"}
    assert queued(evening.ann.client, action, disputed).status_code == 200


def test_a_tap_is_not_taken_for_a_record(evening):
    """A form that comes without its button, as from a browser that leaves it out."""
    action, fields = evening.open().page("/out", "Record", player="0", points="12")
    del fields["record"]
    told = refusal(queued(evening.ann.client, action, fields), fields["op"])
    assert len(evening.log()) == 1
    assert mended(evening.ann, told, "Record").value("points") == "12"


def test_a_form_of_a_table_that_is_gone_is_refused(evening):
    action, fields = evening.open().page("/note", "Add the note", text="rain")
    evening.ann.open(f"{evening.table}/delete").press("Delete the table")
    assert "no such table" in refusal(queued(evening.ann.client, action, fields), fields["op"])["reason"]


def test_a_browser_without_a_queue_is_led_on_as_before(evening):
    """Without the header, and with that of another operation."""
    action, fields = evening.open().page("/note", "Add the note", text="rain")
    for headers in ({}, {HEADER: "another"}):
        answer = evening.ann.client.post(action, data=fields, headers=headers)
        assert answer.status_code == 303
        assert HEADER not in answer.headers


def test_the_reason_is_in_the_language_of_the_page(evening):
    action, fields = evening.open().page("/out", "Record", player="0")
    headers = {HEADER: fields["op"], "Accept-Language": "de"}
    answer = evening.ann.client.post(action, data=fields, headers=headers)
    assert answer.json["reason"].startswith("Noch keine Karten")


def waits(answer, op, status, words):
    """The answer neither records nor refuses that operation, and says why in a sentence."""
    assert (answer.status_code, answer.headers[HEADER]) == (status, f"{op} waiting")
    assert (answer.json["op"], answer.json["outcome"]) == (op, "waiting")
    assert words in answer.json["reason"]


def test_a_phone_that_only_watches_by_now_is_told_so_and_records_once_it_has_joined(evening):
    """What it kept waits until then, and needs no newer page."""
    action, fields = evening.open().page("/note", "Add the note", text="rain")
    code, client = evening.ben.code(), evening.ann.client
    client.delete_cookie("scorepad")
    waits(queued(client, action, fields), fields["op"], 403, "only watches. Join the table")
    assert HEADER not in client.post(action, data=fields).headers
    evening.ann.join(code, "Ann")
    assert queued(client, action, fields).status_code == 200
    assert len(evening.log()) == 2


def test_another_site_cannot_send_as_a_queue(evening):
    action, fields = evening.open().page("/note", "Add the note", text="rain")
    headers = {HEADER: fields["op"], "Origin": "https://elsewhere.example"}
    answer = evening.ann.client.post(action, data={**fields, "csrf_token": ""}, headers=headers)
    assert answer.status_code == 400
    assert HEADER not in answer.headers
    assert len(evening.log()) == 1


def test_too_many_requests_refuse_nothing(make_app):
    """The queue keeps what it sent."""
    client = make_app(TESTING=True, LIMIT_PAGE="1 per hour").test_client()
    fields = {"op": "a", "text": "rain"}
    answers = [
        client.post(
            "/t/none/note", data=fields, headers={HEADER: "a"}, environ_base={"REMOTE_ADDR": "192.0.2.1"}
        )
        for _ in range(2)
    ]
    waits(answers[1], "a", 429, "Too many")


def test_what_waits_behind_entries_of_its_own_phone_is_not_stale(evening):
    """Somebody else's entry in between still makes it so."""
    evening.open("basic-rummy")
    deal = evening.page("/over", "Record the deal", winner="0", number_0="0", number_1="12", number_2="3")
    first = evening.page("/note", "Add the note", text="rain")
    assert queued(evening.ann.client, *first).status_code == 200
    behind = {**deal[1], "behind": f"other {first[1]['op']}"}
    evening.noted()
    refusal(queued(evening.ann.client, deal[0], behind), behind["op"])
    assert len(evening.log()) == 3


def test_what_waits_behind_its_own_phone_alone_is_recorded(evening):
    evening.open("basic-rummy")
    deal = evening.page("/over", "Record the deal", winner="0", number_0="0", number_1="12", number_2="3")
    first = evening.page("/note", "Add the note", text="rain")
    assert queued(evening.ann.client, *first).status_code == 200
    behind = {**deal[1], "behind": first[1]["op"]}
    assert queued(evening.ann.client, deal[0], behind).status_code == 200
    assert queued(evening.ann.client, deal[0], behind).status_code == 200
    assert len(evening.log()) == 3
