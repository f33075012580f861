"""Fair shares: each address has its own, counted by all workers together, whatever it calls itself."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from limits.storage import MemoryStorage

from scorepad.machine import folders
from scorepad.store.opening import open_store
from scorepad.store.shared_counts import OpenStreams
from scorepad.web import visitors
from scorepad.web.hand.solved import ANONYMOUS_SECONDS

FAR = {"REMOTE_ADDR": "203.0.113.9"}
QUESTION = {"game": "chattahoochee", "cards": "4C 5C"}


def address(app, peer, **headers):
    """Whom the pad takes the visitor for."""
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    with app.test_request_context("/", environ_base={"REMOTE_ADDR": peer}, headers=headers):
        return visitors.address()


@pytest.mark.parametrize(
    ("peer", "headers", "counted"),
    [
        ("203.0.113.9", {}, "203.0.113.9"),
        ("203.0.113.9", {"X_Forwarded_For": "10.0.0.1"}, "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", {}, "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", {}, "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.9", {}, "203.0.113.9"),
        ("127.0.0.1", {}, ""),
        ("::1", {}, ""),
        ("::ffff:127.0.0.1", {}, ""),
        ("127.0.0.1", {"X_Forwarded_For": "6.6.6.6, 203.0.113.9"}, "203.0.113.9"),
        ("127.0.0.1", {"X_Forwarded_For": "2001:db8:1:2::9"}, "2001:db8:1:2::/64"),
        ("127.0.0.1", {"X_Forwarded_For": "[2001:db8:1:2::9]:5060"}, "2001:db8:1:2::/64"),
        ("127.0.0.1", {"X_Forwarded_For": "203.0.113.9:5060"}, "203.0.113.9"),
        ("127.0.0.1", {"X_Real_IP": "203.0.113.9"}, "203.0.113.9"),
        ("127.0.0.1", {"X_Forwarded_Proto": "https"}, visitors.BEHIND_A_PROXY),
        ("127.0.0.1", {"X_Forwarded_For": "127.0.0.1"}, "127.0.0.1"),
    ],
)
def test_who_asks_is_known_also_behind_a_proxy_of_the_same_machine(make_app, peer, headers, counted):
    """Without being told of it. Nobody else may name an address, and what comes from afar is never the
    machine itself."""
    assert address(make_app(), peer, **headers) == counted


def test_all_workers_count_together(make_app, tmp_path, monkeypatch):
    """An address has its share once and not once with each worker."""
    monkeypatch.setenv(folders.COUNTS_VARIABLE, str(tmp_path / "counts"))
    workers = [make_app(LIMIT_API="3 per minute").test_client() for _ in range(2)]
    asked = [workers[number % 2].get("/api/v1/games", environ_base=FAR).status_code for number in range(4)]
    assert asked == [200, 200, 200, 429]


SPENT = {
    "LIMIT_SEARCH": ("/solve?cards=4C+5C", "get", {}),
    "LIMIT_SHEET": ("/sheet.pdf", "get", {}),
    "LIMIT_IMPORT": ("/import", "post", {"text": "{}"}),
    "LIMIT_PAGE": ("/", "get", {}),
    "LIMIT_TABLE": ("/new", "post", {"name-0": "Ann", "name-1": "Ben", "game": "chattahoochee"}),
}


@pytest.mark.parametrize("setting", SPENT)
def test_what_costs_much_has_a_budget(make_app, setting):
    """Said in words; others and the machine itself go on."""
    app = make_app(**{setting: "1 per minute"}, WTF_CSRF_ENABLED=False)
    path, method, form = SPENT[setting]
    words = visitors.OVERSPENT[setting]

    def said(peer):
        answer = getattr(app.test_client(), method)(path, data=form, environ_base={"REMOTE_ADDR": peer})
        return words.encode() in answer.data

    assert [said("203.0.113.9") for _ in range(2)] == [False, True]
    assert [said(peer) for peer in ("203.0.113.8", "127.0.0.1", "127.0.0.1")] == [False] * 3


def test_an_address_may_listen_with_so_many_phones(make_app, tmp_path, monkeypatch):
    """All workers together; a stream that ends makes room for another, and so does a worker that does."""
    monkeypatch.setenv(folders.COUNTS_VARIABLE, str(tmp_path / "counts"))
    apps = [make_app(LIMIT_STREAMS=2) for _ in range(2)]

    def begun(worker, peer="203.0.113.9"):
        monkeypatch.setattr("scorepad.store.shared_counts.os.getpid", lambda: worker)
        with apps[worker].test_request_context("/", environ_base={"REMOTE_ADDR": peer}):
            return visitors.count_stream()

    end = begun(1)
    begun(0)
    for worker in range(2):
        with pytest.raises(visitors.Overspent):
            begun(worker)
        begun(worker, "203.0.113.8")
    monkeypatch.setattr("scorepad.store.shared_counts.os.getpid", lambda: 1)
    end()
    begun(1)
    with pytest.raises(visitors.Overspent):
        begun(1)
    with closing(OpenStreams(str(tmp_path / "counts"))) as streams:
        streams.forget_worker(1)
    begun(0)


@pytest.fixture
def two_tables(make_app):
    """Makes a player's and a stranger's phone, each with a table of its own, both at one address; whatever
    they may spend is little."""

    def make(**limits):
        app = make_app(**limits, WTF_CSRF_ENABLED=False)
        names = {"name-0": "Ann", "name-1": "Ben", "game": "chattahoochee"}
        clients = app.test_client(), app.test_client()
        return [(client, client.post("/new", data=names).location) for client in clients]

    return make


def of_table(location):
    return location.rpartition("/")[0]


def test_strangers_at_the_address_of_players_spend_nothing_of_theirs(two_tables):
    """Neither one who has opened a table, nor one who has none, keeps a score from being recorded, a page
    from being seen or a phone from listening."""
    (player, invite), (stranger, _) = two_tables(LIMIT_PAGE="6 per minute", LIMIT_STREAMS=2)
    table = of_table(invite)
    for client in (stranger, player.application.test_client()):
        for path in ("/", table, "/static/live.js"):
            statuses = [client.get(path, environ_base=FAR, buffered=True).status_code for _ in range(8)]
            assert 429 in statuses, path
    streams = [stranger.get(f"{table}/events", environ_base=FAR) for _ in range(3)]
    assert [stream.status_code for stream in streams] == [200, 200, 429]
    with player.get(f"{table}/events", environ_base=FAR) as stream:
        assert stream.status_code == 200
    for path in ("/", table, "/static/live.js"):
        assert player.get(path, environ_base=FAR, buffered=True).status_code == 200
    noted = player.post(f"{table}/note", data={"text": "tea", "op": "a"}, environ_base=FAR)
    assert noted.status_code == 303


def test_a_table_records_whatever_pages_its_players_asked_for(two_tables):
    """Forms are counted by themselves, each table's by its own."""
    (player, invite), (other, other_invite) = two_tables(LIMIT_PAGE="3 per minute")
    assert [player.get("/", environ_base=FAR).status_code for _ in range(4)][-1] == 429

    def recorded(client, place):
        return client.post(f"{of_table(place)}/note", data={"text": "tea"}, environ_base=FAR).status_code

    assert [recorded(player, invite) for _ in range(4)] == [303, 303, 303, 429]
    assert recorded(other, other_invite) == 303


@pytest.mark.parametrize("setting", ["LIMIT_SEARCH", "LIMIT_SHEET"])
def test_what_costs_much_is_counted_by_the_table_of_who_asks(two_tables, setting):
    """A stranger's own table pays for the stranger."""
    (player, _), (stranger, _) = two_tables(**{setting: "1 per minute"})
    path, method, _ = SPENT[setting]
    words = visitors.OVERSPENT[setting].encode()
    answers = [getattr(stranger, method)(path, environ_base=FAR).data for _ in range(2)]
    assert [words in answer for answer in answers] == [False, True]
    assert words not in getattr(player, method)(path, environ_base=FAR).data


def test_a_key_that_is_none_pays_nothing(two_tables):
    """Who keeps the key of a table that has taken it back is a visitor like others."""
    (player, invite), (stranger, _) = two_tables(LIMIT_PAGE="3 per minute")
    id = invite.split("/")[2]
    with closing(open_store(player.application.config["DATABASE"])) as store:
        store.take_back(id, [key.name for key in store.keys(id)])
    without = stranger.application.test_client()
    assert [without.get("/", environ_base=FAR).status_code for _ in range(4)][-1] == 429
    assert player.get("/", environ_base=FAR).status_code == 429


def test_tables_are_opened_at_the_cost_of_the_address(two_tables):
    """Else whoever opens many had as many budgets."""
    (stranger, _), _ = two_tables(LIMIT_TABLE="2 per hour")
    names = {"name-0": "Ann", "name-1": "Ben", "game": "chattahoochee"}
    opened = [stranger.post("/new", data=names, environ_base=FAR).status_code for _ in range(3)]
    assert opened == [303, 303, 429]


def test_searches_of_strangers_end_soon(make_app, monkeypatch):
    """Two seconds, whatever they ask for; the machine itself has what it asks for."""
    asked = []
    monkeypatch.setattr(
        "scorepad.jobs.client.ask_json",
        lambda _job, question, *_, **how: asked.append((question, how)) or b"{}",
    )
    client = make_app().test_client()
    for peer in ("203.0.113.9", "127.0.0.1"):
        client.post("/api/v1/best", json={**QUESTION, "limit": 60}, environ_base={"REMOTE_ADDR": peer})
    (stranger, how), (machine, _) = asked
    assert (stranger["limit"], machine["limit"]) == (ANONYMOUS_SECONDS, 60)
    assert (how["asker"].address, how["asker"].plays) == ("203.0.113.9", False)
    assert how["limit"] < 10


def test_what_counts_is_broken(make_app, tmp_path, monkeypatch):
    """The pad goes on without limits."""
    monkeypatch.setenv(folders.COUNTS_VARIABLE, str(tmp_path / "counts"))
    app = make_app(LIMIT_SHEET="1 per minute")
    monkeypatch.setattr(app.extensions["budgets"].limiter, "hit", lambda *_: 1 // 0)
    with app.test_request_context("/", environ_base=FAR):
        visitors.spend("LIMIT_SHEET")


def asked(client):
    """The statuses of a page, of a question and of a try to join, which are counted in three ways."""
    page = client.get("/", environ_base=FAR)
    answer = client.post("/api/v1/best", json=QUESTION, environ_base=FAR)
    return page.status_code, answer.status_code, client.get("/j/ABCDEF", environ_base=FAR).status_code


@pytest.mark.parametrize("counts", ["redis://127.0.0.1:1", True])
def test_counts_that_are_away_are_told_once(make_app, monkeypatch, caplog, counts):
    """However many ask meanwhile all are answered; the log hears when it begins and when it is over."""
    app = make_app(LIMITS=counts)

    def refuse(*_counted, **_more):
        raise sqlite3.OperationalError("disk I/O error")

    if counts is True:
        monkeypatch.setattr(MemoryStorage, "incr", refuse)
    client = app.test_client()
    assert {asked(client) for _ in range(3)} == {(200, 200, 404)}
    (record,) = caplog.records
    assert (record.levelname, record.exc_info) == ("WARNING", None)
    assert "What addresses spend cannot be counted" in record.message
    caplog.clear()
    monkeypatch.undo()
    if counts is True:
        assert asked(client) == (200, 200, 404)
        (record,) = caplog.records
        assert record.message.endswith("What addresses spend is counted again.")


def test_a_question_of_nobody_who_joined_a_table_opens_no_store(make_app, monkeypatch):
    """Nothing of it is asked of the store, so nothing of the store is waited for."""
    client = make_app().test_client()
    monkeypatch.setattr("scorepad.web.requests.open_store", None)
    assert client.post("/api/v1/best", json=QUESTION).json["points"] == 3
