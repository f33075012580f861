"""What a host does by the API beside the log is done once: keys and webhooks, given and taken away, with an
Idempotency-Key."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from scorepad.store.opening import open_store
from scorepad.store.phone_keys import MOST_PROGRAMS
from tests.web.test_tables_for_programs import Program

URL = "https://93.184.216.34/scores"
MADE = [("keys", {"scope": "write", "name": "Bot"}), ("webhooks", {"url": URL})]
OTHER = {"keys": {"scope": "write", "name": "Other"}, "webhooks": {"url": f"{URL}/2"}}


@pytest.fixture
def table(client):
    """A table by its host's key."""
    return Program(client, game="any-game", players=["Ann", "Ben"])


def ask(table, method, path, op="", body=None, **headers):
    """The answer to the host."""
    headers = {"Authorization": f"Bearer {table.key}", **({"Idempotency-Key": op} if op else {}), **headers}
    return table.client.open(f"{table.address}/{path}".rstrip("/"), method=method, json=body, headers=headers)


def told(answer):
    return answer.status_code, answer.data, answer.mimetype


@pytest.mark.parametrize(("what", "body"), MADE)
def test_what_is_sent_again_makes_nothing_more(table, what, body):
    """It is answered as it was, with the key and the secret; the order of fields is all one."""
    first, second = (
        ask(table, "POST", what, "once", body),
        ask(table, "POST", what, "once", dict(reversed(body.items()))),
    )
    assert (first.status_code, told(second)) == (201, told(first))
    assert len(ask(table, "GET", what).json[what]) == 1
    assert ask(table, "POST", what, "twice", body).json["id"] != first.json["id"]


@pytest.mark.parametrize(("what", "body"), MADE)
def test_without_an_id_each_request_is_one_of_its_own(table, what, body):
    assert ask(table, "POST", what, body=body).json["id"] != ask(table, "POST", what, body=body).json["id"]


@pytest.mark.parametrize(("what", "body"), MADE)
def test_another_body_under_the_same_id_is_refused(table, what, body):
    """With the table as it stands; nothing is made."""
    ask(table, "POST", what, "once", body)
    other = ask(
        table,
        "POST",
        what,
        "once",
        {**body, **({"name": "Other"} if what == "keys" else {"url": f"{URL}/2"})},
    )
    assert (other.status_code, other.json["error"]["code"]) == (409, "op-reused")
    assert other.json["table"]["number"] == 1
    assert len(ask(table, "GET", what).json[what]) == 1


@pytest.mark.parametrize(("what", "body"), MADE)
def test_what_was_taken_away_does_not_come_back(table, what, body):
    """By sending again what made it; and taking it away twice is answered alike."""
    made = ask(table, "POST", what, "once", body)
    gone = [ask(table, "DELETE", f"{what}/{made.json['id']}", "away") for _ in range(2)]
    assert [told(answer)[:2] for answer in gone] == [(204, b"")] * 2
    assert told(ask(table, "POST", what, "once", body)) == told(made)
    assert ask(table, "GET", what).json[what] == []


def test_one_id_is_for_one_request_of_a_table(table):
    """Whether the log has it or not, in either order."""
    points = {"points": {"Ann": 5, "Ben": 0}}
    ask(table, "POST", "deals", "recorded", points)
    ask(table, "POST", "keys", "given")
    ask(table, "POST", "deals", "refused", {"points": {"Zoe": 5}})
    for op in ("recorded", "refused"):
        again = ask(table, "POST", "keys", op)
        assert (again.status_code, again.json["error"]["code"]) == (409, "op-reused")
    again = ask(table, "POST", "deals", "given", points)
    assert (again.status_code, again.json["error"]["code"]) == (409, "op-reused")
    assert again.json["table"]["number"] == 2


def test_what_was_refused_stays_refused(table):
    """Though there is room for one more key by now."""
    keys = [ask(table, "POST", "keys").json for _ in range(MOST_PROGRAMS)]
    first = ask(table, "POST", "keys", "late")
    ask(table, "DELETE", f"keys/{keys[0]['id']}")
    second = ask(table, "POST", "keys", "late")
    assert (first.status_code, told(second)) == (409, told(first))
    unread = [ask(table, "POST", "webhooks", "unread", {"url": 5}) for _ in range(2)]
    assert (unread[0].status_code, told(unread[1])) == (400, told(unread[0]))


@pytest.mark.parametrize("tag", ['"0-x"', '"99-x"'])
def test_a_table_is_not_deleted_by_a_request_that_came_too_late(table, tag):
    """Nor when it is sent again."""
    first, second = (ask(table, "DELETE", "", "gone", **{"If-Match": tag}) for _ in range(2))
    assert (first.status_code, told(second)) == (412, told(first))
    assert table.state()["number"] == 1


def test_a_table_is_deleted_once(table):
    """Afterwards there is nothing to answer of."""
    assert [ask(table, "DELETE", "", "gone").status_code for _ in range(2)] == [204, 404]


def test_many_that_send_the_same_at_once_get_one_key(app, table):
    def give(_):
        with app.test_client() as client:
            other = Program.__new__(Program)
            other.client, other.address, other.key = client, table.address, table.key
            return ask(other, "POST", "keys", "same").json["key"]

    with ThreadPoolExecutor(8) as threads:
        assert len({*threads.map(give, range(16))}) == 1
    assert len(ask(table, "GET", "keys").json["keys"]) == 1


@pytest.mark.parametrize(("what", "body"), MADE)
def test_a_pad_that_stopped_before_it_answered_makes_nothing_more(app, table, what, body):
    """The same key, the same webhook."""
    first = ask(table, "POST", what, "once", body)
    with closing(open_store(app.config["DATABASE"])) as store, store.database.write_transaction(table.id):
        store.database.select_rows("update answered set answer = ''")
    assert ask(table, "POST", what, "once", body).json["id"] == first.json["id"]
    assert len(ask(table, "GET", what).json[what]) == 1


def test_no_key_is_read_out_of_the_store(app, table):
    """The answers that it keeps are sealed."""
    given = ask(table, "POST", "keys", "a-random-name").json
    with closing(open_store(app.config["DATABASE"])) as store:
        kept = str([dict(row) for row in store.database.select_rows("select * from answered")])
    assert not [text for text in (given["key"], given["id"], "a-random-name") if text in kept]


def test_another_secret_of_the_pad_opens_no_answer_of_before(app, table):
    """What is sent again then is done again."""
    ask(table, "POST", "keys", "once")
    app.config["SECRET_KEY"] = "another"
    assert ask(table, "POST", "keys", "once").status_code == 201
