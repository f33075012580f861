"""The pad under a path of a web server (`/pad`), and in a home server's frame under one that changes."""

from __future__ import annotations

import re
from html import unescape

import pytest

from scorepad.web.security import INGRESS_PATH
from tests.by_night import by_night
from tests.web.phone import Phone

PREFIX = "/pad"
INGRESS, SUPERVISOR = "/api/hassio_ingress/Xy_12-z", "172.30.32.2"
FROM_INGRESS = {
    "HTTP_X_FORWARDED_HOST": "home.example:8123",
    "HTTP_X_FORWARDED_PROTO": "https",
    "HTTP_X_FORWARDED_FOR": "192.168.1.30",
    "HTTP_REFERER": "https://home.example:8123/",
    INGRESS_PATH: INGRESS,
}
ADDRESS = re.compile(r'(?:href|src|action|formaction|data-[a-z-]+)="(/[^"]*)"')


def played(phone, prefix=""):
    """A table with a hand: the phone that opened it, and its page."""
    phone.open(f"{prefix}/new?game=chattahoochee").press(
        "Open the table", name_0="Ann", name_1="Ben", name="Friday"
    )
    page = f"{prefix}/t/{phone.url.partition('/t/')[2].partition('/')[0]}"
    phone.open(f"{page}/out?player=0&cards=4C+5C+6C+7C").press("Record")
    return phone, page


def addresses(answer):
    """Every path that a page leads to, loads or sends a form to."""
    page = answer.get_data(as_text=True) if answer.mimetype == "text/html" else ""
    return {unescape(path) for path in ADDRESS.findall(page)}


def seen_from(client, start, prefix, most=150):
    """Each page that links lead to from there, with what it answers."""
    waiting, seen = [start], {}
    while waiting and len(seen) < most:
        path = waiting.pop(0)
        if path in seen:
            continue
        seen[path] = answer = client.get(path)
        if answer.mimetype == "text/html":
            waiting += sorted(
                unescape(link)
                for link in re.findall(r'<a [^>]*href="(/[^"#]*)', answer.get_data(as_text=True))
                if link.startswith(prefix)
            )
    return seen


@pytest.mark.parametrize(
    "is_stripped", [by_night(False), True], ids=["kept by the server", "taken away by the server"]
)
def test_every_address_is_under_the_path(make_app, is_stripped):
    """Links, files, forms and what scripts ask; every link leads somewhere."""
    client = make_app(PREFIX=PREFIX, HOSTS="pad.example").test_client()
    _, table = played(Phone(client), "" if is_stripped else PREFIX)
    pages = seen_from(client, table, PREFIX)
    assert len(pages) > 25
    for path, answer in pages.items():
        assert answer.status_code < 400, path
        assert [to for to in addresses(answer) if not f"{to}/".startswith(f"{PREFIX}/")] == [], path
        assert answer.headers.get("Location", PREFIX).startswith(PREFIX), path


def test_an_error_page_leads_home_under_the_path(make_app):
    """And a form that was too late is sent again to where it belongs."""
    client = make_app(PREFIX=PREFIX).test_client()
    answer = client.get(f"{PREFIX}/nowhere?x=1")
    assert answer.status_code == 404
    assert f'href="{PREFIX}/"' in answer.get_data(as_text=True)
    late = client.post(f"{PREFIX}/suits?x=1", data={"colours": "two"})
    assert f'action="{PREFIX}/suits?x=1"' in late.get_data(as_text=True)


def test_what_phones_are_shown_is_under_the_path_once(make_app):
    """The address to join at, the QR code's and that on the sheet."""
    client = make_app(PREFIX=PREFIX, HOSTS="pad.example").test_client()
    _, table = played(Phone(client), PREFIX)
    sheet = client.get(f"{table}/sheet").get_data(as_text=True)
    assert f"pad.example{table}" in sheet


def test_other_paths_are_none_of_the_pads(make_app):
    """A path that only begins alike is not cut."""
    assert make_app(PREFIX=PREFIX).test_client().get("/padding").status_code == 404


@pytest.fixture
def framed(make_app):
    """A browser that Home Assistant shows the pad to: its proxy takes the path away and names it."""
    app = make_app(INGRESS=SUPERVISOR, HOSTS="home.example:8000")
    pad = app.wsgi_app

    def proxy(environ, start_response):
        path = environ["PATH_INFO"].removeprefix(INGRESS) or "/"
        return pad({**environ, **FROM_INGRESS, "REMOTE_ADDR": SUPERVISOR, "PATH_INFO": path}, start_response)

    app.wsgi_app = proxy
    return app.test_client()


def test_every_address_in_a_home_servers_frame_is_under_its_path(framed):
    """The server takes its path away before it asks the pad."""
    _, table = played(Phone(framed))
    for page in ("/", "/new", "/solve", table, f"{table}/invite"):
        answer = framed.get(page, follow_redirects=True)
        assert answer.status_code == 200, page
        assert [to for to in addresses(answer) if not to.startswith(f"{INGRESS}/")] == [], page


def test_a_home_server_may_show_the_pad_in_its_frame(framed):
    """No other page may; and it decides alone what is asked by https."""
    headers = framed.get("/").headers
    assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]
    assert "object-src 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "Strict-Transport-Security" not in headers


def test_phones_join_past_the_home_servers_frame(framed):
    """Whose address lets nobody in who has no account there."""
    phone, table = played(Phone(framed))
    invite = phone.open(f"{table}/invite").answer.get_data(as_text=True)
    assert "home.example:8000/j" in invite
    assert f"8000{INGRESS}" not in invite


def test_nobody_else_says_under_which_path_the_pad_is(make_app):
    """Not a phone of the network, and nobody where no home server was named."""
    for settings, peer in (({"INGRESS": SUPERVISOR}, "192.168.1.30"), ({}, SUPERVISOR)):
        client = make_app(**settings).test_client()
        client.environ_base |= {"REMOTE_ADDR": peer, **FROM_INGRESS}
        answer = client.get("/")
        assert INGRESS not in answer.get_data(as_text=True)
        assert answer.headers["X-Frame-Options"] == "DENY"
