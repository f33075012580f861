"""Webhooks hear of deals and of the end of a match: signed, tried again, and never where they must not."""

from __future__ import annotations

import base64
import hmac
import os
import signal
import threading
from collections import defaultdict
from contextlib import closing

import pytest

from scorepad.host.doctor import complaints
from scorepad.store.hooks import LEASE
from scorepad.store.opening import open_store
from scorepad.tables.service import name_winners
from scorepad.webhooks.safe_requests import UnusableAddress
from scorepad.webhooks.sending import PAUSES, add_webhook, secret_of
from tests.serving import KILLED_WITHIN, serving, wait_until
from tests.store.conftest import database, store
from tests.web.conftest import ON_EACH_ENGINE
from tests.web.phone import Phone
from tests.webhooks.receivers import KEY, Receiver, record, send_due, table_of_two

__all__ = ["database", "store"]


@pytest.fixture
def receiver():
    with closing(Receiver()) as made:
        yield made


@pytest.fixture
def clock(monkeypatch):
    """The time, which a test moves on."""
    moment = [1_000_000.0]
    for module in ("scorepad.webhooks.sending", "scorepad.store.hooks"):
        monkeypatch.setattr(f"{module}.time.time", lambda: moment[0])
    return moment


@pytest.fixture
def phone(store):
    return table_of_two(store)


def test_a_deal_and_the_end_of_a_match_are_told_and_signed(database, store, phone, receiver):
    """Once each, in order; nothing of what was before the webhook."""
    record(phone, 1)
    hook = add_webhook(store, phone.at[1], receiver.url, private=True)
    record(phone, 2)
    record(phone, 9)
    send_due(database)
    send_due(database)
    told = receiver.told()
    assert [message["type"] for message in told] == ["deal.recorded", "deal.recorded", "match.over"]
    assert [message["data"]["totals"]["Ann"] for message in told] == [3, 12, 12]
    assert told[-1]["data"]["winners"] == ["Ann"]
    key = base64.b64decode(secret_of(hook.id, KEY).removeprefix("whsec_"))
    for headers, body in receiver.came:
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        wanted = base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
        assert headers["webhook-signature"] == f"v1,{wanted}"
    assert len({headers["webhook-id"] for headers, _ in receiver.came}) == 3


def test_who_won_is_told_when_the_people_at_the_table_say_it(database, store, phone, receiver):
    """It ends the match; said again otherwise it is told again."""
    record(phone, 1)
    add_webhook(store, phone.at[1], receiver.url, private=True)
    for seats in ([0, 1], []):
        phone.do(name_winners, winners=seats)
        send_due(database)
        send_due(database)
    told = [(message["type"], message["data"]["winners"]) for message in receiver.told()]
    assert told == [("match.over", ["Ann", "Ben"]), ("match.over", [])]


def test_what_failed_is_tried_again_with_growing_pauses(database, store, phone, clock):
    """A redirect is a failure too; the same message comes again, also after a restart."""
    with closing(Receiver(500, 302)) as receiver:
        add_webhook(store, phone.at[1], receiver.url, private=True)
        record(phone, 1)
        for tries, pause in enumerate(PAUSES[:2], 1):
            send_due(database)
            (failing,) = store.webhooks.failing()
            assert (failing.tries, failing.next_at) == (tries, clock[0] + pause)
            send_due(database)
            assert len(receiver.came) == tries
            clock[0] += pause
        send_due(database)
        assert store.webhooks.failing() == ()
        assert len({headers["webhook-id"] for headers, _ in receiver.came}) == 1 < len(receiver.came)


def test_a_message_is_given_up_in_the_end(database, store, phone, clock):
    """The next one is told all the same, and the fault stays until it is."""
    with closing(Receiver(*[500] * (len(PAUSES) + 1))) as receiver:
        add_webhook(store, phone.at[1], receiver.url, private=True)
        record(phone, 1)
        for pause in (*PAUSES, 0):
            send_due(database)
            clock[0] += pause
        assert "given up" in store.webhooks.failing()[0].fault
        record(phone, 2)
        send_due(database)
        assert (receiver.told()[-1]["data"]["totals"]["Ann"], store.webhooks.failing()) == (3, ())


def test_of_several_pads_one_tells_each_message(database, store, phone, receiver):
    """Four processes look at the same store at once, and each webhook hears of deals in their order."""
    hooks = [
        add_webhook(store, phone.at[1], f"{receiver.url}&number={number}", private=True)
        for number in range(3)
    ]
    for points in (1, 2, 3):
        record(phone, points)
    together = threading.Barrier(4)

    def send():
        together.wait(20)
        send_due(database)

    pads = [threading.Thread(target=send) for _ in range(4)]
    for pad in pads:
        pad.start()
    for pad in pads:
        pad.join(60)
    totals = defaultdict(list)
    for (headers, _), message in zip(receiver.came, receiver.told(), strict=True):
        totals[headers["webhook-id"].partition("-")[0]].append(message["data"]["totals"]["Ann"])
    assert totals == {hook.id: [1, 3, 6] for hook in hooks}


def test_what_a_pad_that_died_had_taken_another_tells(database, store, phone, receiver, clock):
    """After its time has passed, and not before."""
    add_webhook(store, phone.at[1], receiver.url, private=True)
    record(phone, 1)
    assert store.webhooks.take_due()
    send_due(database)
    assert receiver.came == []
    clock[0] += LEASE
    send_due(database)
    assert len(receiver.came) == 1


def test_no_webhook_leads_into_the_pads_own_network(database, store, phone, receiver):
    """Unless its host allows it: neither by its number nor by a name that leads there."""
    with pytest.raises(UnusableAddress, match="own network"):
        add_webhook(store, phone.at[1], receiver.url, private=False)
    store.webhooks.add(phone.at[1], receiver.url.replace("127.0.0.1", "localhost"), 1)
    record(phone, 1)
    send_due(database, private=False)
    assert (receiver.came, "own network" in store.webhooks.failing()[0].fault) == ([], True)


@ON_EACH_ENGINE
def test_the_host_sets_them_by_the_api(client):
    opened = client.post("/api/v1/tables", json={"game": "gin-rummy", "players": ["Ann", "Ben"]}).json
    address, key = f"/api/v1/tables/{opened['table']}", {"Authorization": f"Bearer {opened['key']}"}
    made = client.post(f"{address}/webhooks", json={"url": "https://example.org/x"}, headers=key)
    assert (made.status_code, made.json["secret"][:6]) == (201, "whsec_")
    assert client.get(f"{address}/webhooks", headers=key).json == {"webhooks": [made.json]}
    refused = client.post(f"{address}/webhooks", json={"url": "http://10.0.0.1/"}, headers=key)
    assert (refused.status_code, refused.json["error"]["at"]) == (400, "url")
    reads = client.post(f"{address}/keys", headers=key).json["key"]
    assert client.get(f"{address}/webhooks", headers={"Authorization": f"Bearer {reads}"}).status_code == 403
    gone = [client.delete(f"{address}/webhooks/{made.json['id']}", headers=key).status_code for _ in range(2)]
    assert gone == [204, 404]


def test_the_host_sets_them_on_the_page(client):
    ann = Phone(client).open("/new?game=chattahoochee")
    ann.press("Open the table", name_0="Ann", name_1="Ben")
    table = ann.table_id
    ann.open(f"/t/{table}/host").press("Add", 422, url="http://10.0.0.1/")
    assert "own network" in ann.text
    ann.press("Add", url="https://example.org/scores")
    assert "https://example.org/scores" in ann.text
    assert "whsec_" in ann.text
    ann.press("Remove")
    assert "example.org" not in ann.text


@pytest.mark.nightly
@pytest.mark.process
def test_a_running_pad_tells_a_lamp_at_home(tmp_path, receiver, monkeypatch):
    """Where the pad's host allows it; the doctor names one that fails."""
    from scorepad.client import open_table

    monkeypatch.setenv("SCOREPAD_WEBHOOKS_PRIVATE", "true")
    with serving(f"'127.0.0.1', 0, {str(tmp_path)!r}, workers=1, backup_every=None") as server:
        table = open_table(server.url, "any-game", ["Ann", "Ben"])
        table.set_webhook(receiver.url)
        table.record_deal(points={"Ann": 3, "Ben": 0})
        assert wait_until(lambda: receiver.came, 30)
        receiver.statuses = [500] * 9
        table.record_deal(points={"Ann": 4, "Ben": 0})
        assert wait_until(lambda: len(receiver.came) > 1, 30)
        with closing(open_store(tmp_path / "scorepad.db")) as there:
            assert wait_until(there.webhooks.failing, 10)
        assert "127.0.0.1 fails: It answered with 500." in " ".join(
            c.fault for c in complaints(str(tmp_path))
        )
    assert receiver.told()[0]["data"]["totals"] == {"Ann": 3, "Ben": 0}


@pytest.mark.nightly
@pytest.mark.process
def test_what_was_recorded_before_a_restart_is_told_after_it(tmp_path, monkeypatch):
    """The receiver refuses, the pad is killed, and starts again."""
    from scorepad.client import open_table

    monkeypatch.setenv("SCOREPAD_WEBHOOKS_PRIVATE", "true")
    pad = f"'127.0.0.1', 0, {str(tmp_path)!r}, workers=1, backup_every=None"
    with closing(Receiver(500)) as receiver:
        with serving(pad) as server:
            table = open_table(server.url, "any-game", ["Ann", "Ben"])
            table.set_webhook(receiver.url)
            table.record_deal(points={"Ann": 3, "Ben": 0})
            with closing(open_store(tmp_path / "scorepad.db")) as there:
                assert wait_until(there.webhooks.failing, 30)
            os.killpg(server.process.pid, signal.SIGKILL)
            assert server.ended(KILLED_WITHIN)
        with serving(pad):
            assert wait_until(lambda: len(receiver.came) > 1, 60)
    assert [message["data"]["totals"]["Ann"] for message in receiver.told()] == [3, 3]
    assert len({headers["webhook-id"] for headers, _ in receiver.came}) == 1
