"""A first visit loads little: text comes compressed, style sheets and scripts as one file; all is kept."""

from __future__ import annotations

import gzip
import re

import brotli  # type: ignore[import-untyped]
import pytest

MOST_REQUESTS, MOST_BYTES = 8, 40_000  # one of them on the pad's own machine and by https alone
HEAVIEST_PAGE = 50_000  # bytes
NOT_LOADED = re.compile(r'<link rel="(?:apple-touch-icon|manifest)"[^>]*>')
ADDRESS = re.compile(r'(?:href|src)="(/(?:static|styles|scripts)/[^"#]+)')


@pytest.fixture
def table(phone):
    """A table that this phone opened."""
    phone.open("/new?game=chattahoochee").press("Open the table", name_0="Ann", name_1="Ben")
    return phone.table_id


def loaded(phone, page, **headers):
    """Every answer of a first visit, by its address."""
    answers = {page: phone.client.get(page, headers=headers)}
    text = NOT_LOADED.sub("", phone.client.get(page).text.replace("&amp;", "&"))
    return answers | {
        address: phone.client.get(address, headers=headers) for address in ADDRESS.findall(text)
    }


@pytest.mark.parametrize("page", ["", "/record", "/wall"])
def test_a_first_visit_to_a_table_is_small(phone, table, page):
    """Also where only gzip is understood, as browsers do on plain http."""
    answers = loaded(phone, f"/t/{table}{page}", Accept_Encoding="gzip, deflate")
    assert all(answer.status_code == 200 for answer in answers.values()), answers
    assert len(answers) <= MOST_REQUESTS, list(answers)
    assert sum(len(answer.data) for answer in answers.values()) < MOST_BYTES


PAGES = (
    "/",
    "/new?game=chattahoochee-interlocking",
    "/solve?game=chattahoochee-interlocking&cards=7C+8D+9C+5H",
    "/rules/chattahoochee-interlocking",
    "/t/{}/out",
    "/t/{}/invite",
    "/t/{}/sheet",
)


@pytest.mark.parametrize("page", PAGES)
def test_no_page_weighs_much_with_all_that_it_loads(phone, table, page):
    answers = loaded(phone, page.format(table), Accept_Encoding="gzip, deflate")
    assert sum(len(answer.data) for answer in answers.values()) < HEAVIEST_PAGE


def test_text_comes_as_the_browser_can_read_it(phone, table):
    """Brotli, gzip or plain, and caches are told."""
    page = f"/t/{table}/record"
    plain, zipped, brotlied = (
        phone.client.get(page, headers={"Accept-Encoding": encodings})
        for encodings in ("", "gzip", "gzip, br")
    )
    assert "Content-Encoding" not in plain.headers
    assert (zipped.headers["Content-Encoding"], brotlied.headers["Content-Encoding"]) == ("gzip", "br")
    assert "Ann opened the table" in gzip.decompress(zipped.data).decode()
    assert "Ann opened the table" in brotli.decompress(brotlied.data).decode()
    assert "Accept-Encoding" in zipped.headers["Vary"]
    assert len(zipped.data) < len(plain.data) / 2


def test_what_is_loaded_is_kept_under_its_hash(phone, table):
    """Every file but the page itself, for good; style sheets and scripts that are none are not found."""
    page, *files = loaded(phone, f"/t/{table}", Accept_Encoding="gzip").values()
    assert "immutable" not in page.headers["Cache-Control"]
    assert files
    assert all("immutable" in file.headers["Cache-Control"] for file in files)
    for names in ("app+nothing", "", "..", "app+"):
        assert phone.client.get(f"/styles/{names}.css").status_code == 404
        assert phone.client.get(f"/scripts/{names.replace('app', 'live')}.js").status_code == 404
    assert phone.client.get("/styles/app+table.css?v=0000000000").headers["Cache-Control"] == "no-cache"


def test_live_parts_that_are_known_are_not_sent_again_however_they_came(phone, table):
    """The tag is the same for a compressed answer."""
    page = f"/t/{table}/live?view=board"
    for encodings in ("", "gzip", "br"):
        tag = phone.client.get(page, headers={"Accept-Encoding": encodings}).headers["ETag"]
        again = phone.client.get(page, headers={"Accept-Encoding": encodings, "If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b"")


def test_streams_are_never_compressed(phone, table):
    """What is compressed waits until there is enough of it."""
    answer = phone.client.get(f"/t/{table}/events", headers={"Accept-Encoding": "gzip, br"})
    assert "Content-Encoding" not in answer.headers
    assert next(answer.response) == b"retry: 2000\n\n"
    answer.close()
