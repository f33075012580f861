"""What HTTP has beside answers: pages of other sites ask, an answer that is known is not sent again, and a
change says what the table was."""

from __future__ import annotations

from contextlib import closing

import pytest

from scorepad.circles.circle_service import make_circle
from scorepad.store.opening import open_store

TABLES = "/api/v1/tables"
POINTS = {"points": {"Ann": 5, "Ben": 0}}
SITE = {"Origin": "https://club.example"}
ASKED_AHEAD = {**SITE, "Access-Control-Request-Method": "POST"}


@pytest.fixture
def table(client):
    """The address of a table of Ann and Ben, and the headers that have its key."""
    opened = client.post(TABLES, json={"game": "any-game", "players": ["Ann", "Ben"]}).json
    return f"{TABLES}/{opened['table']}", {"Authorization": f"Bearer {opened['key']}"}


def tag_of(client, address):
    return client.get(address).headers["ETag"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/v1/games", 200),
        ("POST", "/api/v1/best", 400),
        ("GET", f"{TABLES}/none", 404),
        ("GET", "/api/v1/none", 404),
        ("PUT", "/api/v1/games", 405),
    ],
)
def test_a_page_of_another_site_reads_every_answer(client, method, path, status):
    """A refusal too, with its tag and when to ask again; without a cookie, which opens nothing here."""
    answer = client.open(path, method=method, headers=SITE)
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (status, "*")
    assert {"ETag", "Retry-After"} <= {*answer.headers["Access-Control-Expose-Headers"].split(", ")}
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert not {"Set-Cookie", "Access-Control-Allow-Credentials"} & {*answer.headers.keys()}


def test_a_cookie_opens_no_table_to_programs(phone):
    """Else a page of another site could write by the phone that looks at it."""
    phone.open("/new?game=any-game").press("Open the table", name_0="Ann", name_1="Ben")
    address = f"{TABLES}/{phone.table_id}"
    assert phone.client.post(f"{address}/deals", json=POINTS, headers=SITE).status_code == 401


@pytest.mark.parametrize("path", ["/api/v1/best", f"{TABLES}/none/deals", "/api/v1/none"])
def test_a_browser_that_asks_ahead_may_send_keys_and_tags(client, path):
    """Whatever is there: that is told when it asks."""
    answer = client.options(path, headers=ASKED_AHEAD)
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (204, "*")
    sent = {*answer.headers["Access-Control-Allow-Headers"].split(", ")}
    assert {"Authorization", "Content-Type", "Idempotency-Key", "If-Match"} <= sent
    assert {"POST", "PATCH", "DELETE"} <= {*answer.headers["Access-Control-Allow-Methods"].split(", ")}


@pytest.mark.parametrize("path", ["/", "/new", "/healthz"])
def test_no_other_site_reads_pages(client, path):
    answers = client.get(path, headers=SITE), client.options(path, headers=ASKED_AHEAD)
    assert not [answer for answer in answers if "Access-Control-Allow-Origin" in answer.headers]


@pytest.mark.parametrize("compressed", ["identity", "gzip"])
def test_what_is_known_is_not_sent_again(app, client, table, compressed):
    """A table, its webhooks, a circle, the games, the description: until it is something else."""
    address, key = table
    with closing(open_store(app.config["DATABASE"])) as store:
        circle = make_circle(store, name="Friends", by="Ann", op="circle").id
    asked = {**key, "Accept-Encoding": compressed}
    lists = (f"{address}/webhooks", "/api/v1/games", "/api/v1/openapi.json")
    for path in (address, f"{address}/review", f"/api/v1/circles/{circle}", *lists):
        headers = asked if path.startswith(address) else {"Accept-Encoding": compressed}
        known = client.get(path, headers=headers).headers["ETag"]
        again = client.get(path, headers=headers | {"If-None-Match": known})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", known), path
        # A tag of compressed bytes would have the moment in it.
        assert ("gzip" in known) == (compressed == "gzip" and len(client.get(path, headers=asked).data) > 500)
    known = client.get(address, headers=asked).headers["ETag"]
    client.post(f"{address}/deals", json=POINTS, headers=key)
    assert client.get(address, headers=asked | {"If-None-Match": known}).status_code == 200


def test_a_change_says_by_its_tag_what_the_table_was(client, table):
    """And is refused with the table as it stands where others wrote since; nothing is recorded."""
    address, key = table
    seen = tag_of(client, address)
    told = client.post(f"{address}/deals", json=POINTS, headers=key | {"If-Match": seen})
    assert (told.status_code, told.headers["ETag"]) == (201, tag_of(client, address))
    late = client.post(f"{address}/deals", json=POINTS, headers=key | {"If-Match": seen})
    assert (late.status_code, late.json["error"]["code"]) == (412, "stale")
    assert late.json["table"] == client.get(address).json == told.json
    on = client.post(f"{address}/deals", json=POINTS, headers=key | {"If-Match": told.headers["ETag"]})
    assert on.json["totals"]["Ann"] == 10


@pytest.mark.parametrize("tags", ["W/{tag}", '"0-x", {tag}', "*"])
def test_one_tag_of_several_is_enough(client, table, tags):
    """A weak one too, as a proxy that compresses makes it, and any table at all."""
    address, key = table
    named = tags.format(tag=tag_of(client, address))
    assert client.post(f"{address}/deals", json=POINTS, headers=key | {"If-Match": named}).status_code == 201


@pytest.mark.parametrize("tag", ['"99-x"', '"none"', "none", ""])
def test_a_tag_that_the_table_never_had_is_refused(client, table, tag):
    address, key = table
    told = client.post(f"{address}/deals", json=POINTS, headers=key | {"If-Match": tag})
    assert (told.status_code, told.json["error"]["code"]) == (412, "stale")


def test_a_change_that_is_sent_again_with_its_tag_is_answered_again(client, table):
    """Though the table is another one by now."""
    address, key = table
    headers = key | {"If-Match": tag_of(client, address), "Idempotency-Key": "once"}
    first, second = (client.post(f"{address}/deals", json=POINTS, headers=headers) for _ in range(2))
    assert (second.status_code, second.json) == (201, first.json)


def test_a_tag_and_a_number_that_disagree_are_refused_by_name(client, table):
    address, key = table
    headers = key | {"If-Match": tag_of(client, address)}
    told = client.post(f"{address}/deals", json={**POINTS, "expected": 7}, headers=headers)
    assert (told.status_code, told.json["error"]["at"]) == (400, "If-Match")


def test_a_table_is_not_deleted_that_others_wrote_to(client, table):
    """Nor given a key or a webhook."""
    address, key = table
    seen = key | {"If-Match": tag_of(client, address)}
    client.post(f"{address}/deals", json=POINTS, headers=key)
    assert client.delete(address, headers=seen).status_code == 412
    assert client.post(f"{address}/keys", headers=seen).status_code == 412
    assert (
        client.post(f"{address}/webhooks", json={"url": "https://x.example"}, headers=seen).status_code == 412
    )
    assert client.delete(address, headers=key | {"If-Match": tag_of(client, address)}).status_code == 204


def test_a_stream_too_many_is_refused_in_the_shape_of_all_errors(make_app):
    """With when to ask again."""
    client = make_app(TESTING=True, STREAMS=0).test_client()
    opened = client.post(TABLES, json={"game": "any-game", "players": ["Ann", "Ben"]}).json
    told = client.get(f"{TABLES}/{opened['table']}/events")
    assert (told.status_code, told.json["error"]["code"]) == (503, "busy")
    assert told.headers["Retry-After"]
