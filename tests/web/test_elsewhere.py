"""What a chat, a stream and another page show of a link: the scores where it is one for watching, and of an
invitation the game alone."""

from __future__ import annotations

import html
import re
from urllib.parse import urlencode

import pytest

from tests.web.phone import Phone

PAD = "http://pad.example"


@pytest.fixture
def pad(make_app):
    return Phone(make_app(HOSTS="pad.example").test_client())


@pytest.fixture
def friday(pad):
    """A table at which Ann went out with 12 points."""
    pad.open("/new?game=chattahoochee").press(
        "Open the table", name_0="Ann", name_1="Ben", name_2="Cy", name="Friday"
    )
    pad.open(f"/t/{pad.table_id}/out").press("Record", player="0", points="12")
    return f"/t/{pad.table_id}"


def previewed(phone, path):
    """What the page says to whoever shows a link to it."""
    page = phone.client.get(path).get_data(as_text=True)
    told = dict(re.findall(r'<meta property="og:([a-z:_]+)" content="([^"]*)">', page))
    return {name: html.unescape(words) for name, words in told.items()}


def oembed(phone, status=200, **asked):
    answer = phone.client.get(f"/oembed?{urlencode(asked)}")
    assert answer.status_code == status
    return answer.get_json()


@pytest.mark.parametrize("page", ["", "/wall"])
def test_a_link_for_watching_shows_the_scores(pad, friday, page):
    """Its picture too, which other pages may show."""
    told = previewed(pad, friday + page)
    assert told["title"] == "Friday"
    assert told["description"] == "Friday (Chattahoochee, deal 1): 1. Ann 24, 2. Ben 0, 2. Cy 0"
    assert told["url"] == f"{PAD}{friday}{page}"
    assert told["image"] == f"{PAD}{friday}/result.png"
    picture = pad.client.get(told["image"].removeprefix(PAD))
    assert picture.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert pad.client.get(friday).headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_an_invitation_shows_the_game_and_no_score(pad, friday):
    """Neither a name nor a picture of the table: who has the link may be anybody in a chat."""
    code = pad.open(friday).code()
    told = previewed(pad, f"/j/{code}")
    assert told["title"] == "Join a table: Chattahoochee"
    assert told["site_name"] == "scorepad"
    assert "icon-512" in told["image"]
    head = pad.client.get(f"/j/{code}").get_data(as_text=True).partition("</head>")[0]
    assert not re.search(r"Ann|\b24\b|Friday|oembed|" + friday, head)


def test_what_only_players_see_is_not_previewed(pad, friday):
    for page in ("/invite", "/who", "/host", "/record"):
        assert previewed(pad, friday + page) == {}


def test_oembed_gives_a_frame_for_a_table_that_may_be_watched(pad, friday):
    """The page of the table leads to it."""
    page = pad.client.get(friday).get_data(as_text=True)
    found = html.unescape(re.search(r'json\+oembed"\s+href="([^"]*)"', page)[1])
    told = pad.client.get(found.removeprefix(PAD)).get_json()
    assert (told["type"], told["version"], told["title"]) == ("rich", "1.0", "Friday")
    assert f'<iframe src="{PAD}{friday}/embed" width="480"' in told["html"]
    assert oembed(pad, url=f"{PAD}{friday}/wall", maxwidth=300, maxheight=200)["width"] == 300


@pytest.mark.parametrize(
    "address",
    [
        "",
        "http://pad.example/",
        "http://pad.example/t/nosuchtable0",
        "http://pad.example/circles/new",
        "http://evil.example{table}",
        "http://pad.example{table}/invite",
        "http://pad.example/j/AAAAAA",
        "http://[",
        "javascript:alert(1)",
    ],
)
def test_oembed_knows_no_other_address(pad, friday, address):
    assert "error" in oembed(pad, 404, url=address.format(table=friday))


def test_oembed_speaks_json_alone(pad, friday):
    oembed(pad, 501, url=PAD + friday, format="xml")


def test_one_page_alone_may_be_framed(pad, friday):
    """It has no form and no way to change anything."""
    embed = pad.client.get(f"{friday}/embed")
    policy = embed.headers["Content-Security-Policy"].split("; ")
    assert {"frame-ancestors *", "default-src 'self'"} <= set(policy)
    assert "X-Frame-Options" not in embed.headers
    assert "<form" not in embed.text
    for page in (friday, f"{friday}/overlay", f"{friday}/wall"):
        headers = pad.client.get(page).headers
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Frame-Options"] == "DENY"


def test_a_link_names_the_path_that_the_pad_is_under(make_app):
    phone = Phone(make_app(HOSTS="pad.example", PREFIX="/pad").test_client())
    phone.open("/pad/new?game=rummy-500").press("Open the table", name_0="Ann", name_1="Ben")
    path = f"/pad/t/{phone.url.partition('/t/')[2].partition('/')[0]}"
    table = PAD + path
    assert previewed(phone, path)["url"] == table
    told = phone.client.get(f"/pad/oembed?{urlencode({'url': table})}").get_json()
    assert f'src="{table}/embed"' in told["html"]
