"""Keys of programs: the host of a table gives them with a scope, lists them and takes them back."""

from __future__ import annotations

from contextlib import closing

import pytest

from scorepad.cli.main import main
from scorepad.store.opening import open_store
from scorepad.store.phone_keys import MOST_PROGRAMS
from tests.web.test_tables_for_programs import Program

POINTS = {"points": {"Ann": 5, "Ben": 0}}


@pytest.fixture
def table(client):
    """A table by its host's key."""
    return Program(client, game="any-game", players=["Ann", "Ben"])


def status_with(client, table, key, method="POST", path="/deals", body=None):
    """The status of a request that has this key."""
    headers = {"Authorization": f"Bearer {key}"}
    return client.open(table.address + path, method=method, json=body or POINTS, headers=headers).status_code


def test_a_key_of_scope_write_records_and_one_of_scope_read_does_not(client, table):
    writes = table.send("keys", {"scope": "write", "name": "Discord bot"})
    reads = table.send("keys", {"name": "Dashboard"})
    assert (writes["scope"], writes["name"], reads["scope"]) == ("write", "Discord bot", "read")
    assert status_with(client, table, writes["key"]) == 201
    assert status_with(client, table, reads["key"]) == 403
    assert status_with(client, table, reads["key"], "GET", "") == 200


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/keys"), ("GET", "/keys"), ("DELETE", ""), ("POST", "/webhooks")]
)
def test_what_is_the_hosts_alone_is_opened_by_no_key_of_a_program(client, table, method, path):
    """It can give no further keys, nor delete the table."""
    key = table.send("keys", {"scope": "write"})["key"]
    assert status_with(client, table, key, method, path) == 403


def test_a_key_is_shown_once_and_kept_as_its_hash(app, client, table):
    """The list names it, and opens nothing."""
    given = table.send("keys", {"scope": "write", "name": "Discord bot"})
    (listed,) = client.get(f"{table.address}/keys", headers={"Authorization": f"Bearer {table.key}"}).json[
        "keys"
    ]
    assert listed == {name: value for name, value in given.items() if name != "key"}
    with closing(open_store(app.config["DATABASE"])) as store:
        kept = str([dict(row) for row in store.database.select_rows("select * from keys")])
    assert given["key"] not in kept
    assert given["id"] in kept


def test_a_key_that_is_taken_back_opens_nothing(client, table):
    """Others go on, and the code of the table stays."""
    first, second = (table.send("keys", {"scope": "write"}) for _ in range(2))
    host = {"Authorization": f"Bearer {table.key}"}
    address = f"{table.address}/keys/{first['id']}"
    assert [client.delete(address, headers=host).status_code for _ in range(2)] == [204, 404]
    assert (status_with(client, table, first["key"]), status_with(client, table, second["key"])) == (401, 201)


def test_a_phones_key_is_no_programs(client, phone):
    """Programs take back what was given to programs."""
    phone.open("/new?game=any-game").press("Open the table", name_0="Ann", name_1="Ben")
    with closing(open_store(client.application.config["DATABASE"])) as store:
        assert (len(store.keys(phone.table_id)), store.program_keys(phone.table_id)) == (1, ())


@pytest.mark.parametrize(
    ("body", "at"), [({"scope": "all"}, "scope"), ({"name": "x" * 25}, "name"), ({"scope": None}, "scope")]
)
def test_a_key_that_does_not_read_is_refused_by_name(client, table, body, at):
    told = client.post(f"{table.address}/keys", json=body, headers={"Authorization": f"Bearer {table.key}"})
    assert (told.status_code, told.json["error"]["at"]) == (400, at)


def test_a_table_has_so_many_keys_of_programs(client, table):
    for _ in range(MOST_PROGRAMS):
        table.send("keys")
    told = client.post(f"{table.address}/keys", headers={"Authorization": f"Bearer {table.key}"})
    assert (told.status_code, told.json["error"]["at"]) == (409, "keys")


def test_the_host_gives_lists_and_takes_back_keys_on_the_page(client, phone):
    """The key is on the page that follows, and on no later one."""
    phone.open("/new?game=any-game").press("Open the table", name_0="Ann", name_1="Ben")
    page = f"/t/{phone.table_id}/host"
    phone.open(page).press("Make a key", program="Discord bot", scope="write")
    key = phone.text.partition("shown this once: ")[2].split()[0]
    with closing(open_store(client.application.config["DATABASE"])) as store:
        (given,) = store.program_keys(phone.table_id)
    assert (given.program, given.only_reads) == ("Discord bot", False)
    address = f"/api/v1/tables/{phone.table_id}/deals"
    headers = {"Authorization": f"Bearer {key}"}
    assert client.post(address, json=POINTS, headers=headers).status_code == 201
    again = phone.open(page).text
    assert (key in again, "Discord bot" in again) == (False, True)
    phone.press("Take back")
    assert client.post(address, json=POINTS, headers=headers).status_code == 401


def test_a_program_without_a_name_gets_no_key_on_the_page(phone):
    phone.open("/new?game=any-game").press("Open the table", name_0="Ann", name_1="Ben")
    phone.open(f"/t/{phone.table_id}/host").press("Make a key", 422, program=" ")
    assert "Give the program a name." in phone.text


def test_keys_are_given_and_taken_back_on_the_command_line(app, client, table, capsys):
    """A program's name stands in the list, and phones keep their code."""
    instance = ["--instance", str(app.config["INSTANCE"])]
    table_id = table.address.rpartition("/")[2]
    main(["keys", table_id, "--program", "Discord bot", *instance])
    key = capsys.readouterr().out.strip()
    assert status_with(client, table, key) == 201
    main(["keys", table_id, *instance])
    (listed,) = (line for line in capsys.readouterr().out.splitlines() if line.endswith(", Discord bot"))
    code = client.post("/api/v1/tables", json={"game": "any-game", "players": ["Ann", "Ben"]}).json["code"]
    main(["revoke", table_id, listed.split()[0], *instance])
    assert "Phones go on as before" in capsys.readouterr().out
    assert len(code) == 6
    assert status_with(client, table, key) == 401
