"""What a pad doesn't offer is neither shown nor found."""

from __future__ import annotations

import pytest

from scorepad.web.offers import JOIN, OWN_WORKER, PDF, PHOTOS, PROGRAMS, SMALLER_ANSWERS
from tests.web.phone import Phone

WITHOUT = [JOIN, OWN_WORKER, PDF, PHOTOS, PROGRAMS, SMALLER_ANSWERS]


@pytest.fixture
def app(make_app):
    """A pad that offers cards and scores alone."""
    return make_app(WITHOUT=WITHOUT, FRAMED=True)


def test_a_new_table_that_nobody_can_join_is_shown_at_once(ann):
    """No invitation comes first."""
    assert "Invite" not in ann.text


@pytest.mark.parametrize("page", ["/", "/new", "/solve?game=chattahoochee", "/t/{table}", "/t/{table}/host"])
def test_no_page_names_what_is_not_offered(ann, page):
    """Neither photos, nor other phones, nor files that aren't made."""
    ann.open(page.format(table=ann.table_id))
    html = ann.answer.get_data(as_text=True)
    for word in ("photo", "Photo", "Invite", "Join", "PDF", "Webhook", "Overlay", "Picture", "data-worker"):
        assert word not in html.partition("<main")[2] + html.partition("<head")[0], word


@pytest.mark.parametrize(
    "path", ["/join", "/t/{table}/invite", "/t/{table}/sheet.pdf", "/photo", "/worker.js"]
)
def test_what_is_not_offered_is_not_found(ann, app, path):
    """Its addresses lead nowhere."""
    assert app.test_client().get(path.format(table=ann.table_id)).status_code == 404


def test_a_framed_pad_lets_its_own_pages_show_it(app):
    """And no others."""
    headers = app.test_client().get("/").headers
    assert headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]


def test_a_pad_that_offers_all_names_it(make_app):
    """The first page has the door to join, and the address of its worker."""
    phone = Phone(make_app().test_client()).open("/")
    assert "Join a table" in phone.text
    assert 'data-worker="/worker.js"' in phone.answer.get_data(as_text=True)
