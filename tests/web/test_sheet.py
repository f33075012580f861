"""The sheet's pages: what they show, what they take, and that they print on one page."""

from __future__ import annotations

import io
from contextlib import closing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from scorepad.machine import network
from scorepad.store.opening import open_store
from scorepad.tables import service
from tests.browser.conftest import serving
from tests.profiles import examples
from tests.sheet.sheet_tables import NAMES, evening

HERE = {"Host": "192.168.1.20:8000"}


def open_evening(app, players, deals, partnerships=None):
    """The id of a table with a whole evening by chance in the app's store."""
    log = evening(players, deals, partnerships)
    store = open_store(app.config["DATABASE"])
    opened = store.create_log(log.events[:1], op="open")
    for event in log.events[1:]:
        store.append(opened.id, [event], expected=None)
    store.close()
    return opened.id


@pytest.fixture
def table_id(app):
    """A table of four in two partnerships, three deals."""
    return open_evening(app, NAMES[:4], 3, [[0, 2], [1, 3]])


def text_of(response):
    assert response.mimetype == "application/pdf"
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(response.data)).pages)


def test_the_page_shows_the_sheet(client, app, table_id):
    """Names, every score and the totals are on the print page, as in the PDF."""
    page = client.get(f"/t/{table_id}/sheet", headers=HERE).text
    with app.app_context():
        table = service.table(app.extensions["store"](), table_id)
    for text in (*NAMES[:4], "Together", "Signed", "×"):
        assert text in page
    for total in (*table.totals, *table.partnership_totals):
        assert f"<td>{total}</td>".replace("-", "−") in page.replace(' class="start"', "")
    pdf = text_of(client.get(f"/t/{table_id}/sheet.pdf", headers=HERE))
    for total in table.partnership_totals:
        assert str(total).replace("-", "−") in pdf


def test_the_code_leads_to_the_table(client, table_id, monkeypatch):
    """The QR code of both holds the table's address on the host that the phone asked, which is its own."""
    monkeypatch.setattr(network, "local_addresses", lambda: ("192.168.7.9", "192.168.1.20"))
    address = f"http://192.168.1.20:8000/t/{table_id}"
    response = client.get(f"/t/{table_id}/sheet.pdf", headers=HERE)
    [link] = PdfReader(io.BytesIO(response.data)).pages[0]["/Annots"]
    assert link.get_object()["/A"]["/URI"] == address
    page = client.get(f"/t/{table_id}/sheet", headers=HERE).text
    assert f'<p class="paper-address">{address}</p>' in page
    assert 'class="paper-code"' in page


@pytest.mark.parametrize(
    ("language", "paper"), [("en-US", "letter"), ("en-GB", "a4"), ("de", "a4"), ("", "a4")]
)
def test_the_paper_is_that_of_the_country(client, language, paper):
    """Letter where that is what printers hold, A4 elsewhere; a choice outweighs it."""
    page = client.get("/sheet", headers={"Accept-Language": language}).text
    assert f'class="paper {paper}-portrait' in page
    page = client.get("/sheet?paper=letter", headers={"Accept-Language": language}).text
    assert 'class="paper letter-portrait' in page


def test_an_empty_sheet_of_ones_own(client):
    """Players, deals and partnerships are chosen; its PDF has as many deals and no 0 for anything."""
    page = client.get("/sheet?players=6&deals=15&partnerships=3").text
    assert page.count('<th scope="row">') == 15 + 2
    assert page.count(">Together<") == 3
    text = text_of(client.get("/sheet.pdf?players=6&deals=9&partnerships=3"))
    assert text.count("Together") == 3
    assert "0" not in text


def test_an_empty_sheet_of_the_table(client, table_id):
    """The table's own empty sheet has its names and no scores."""
    page = client.get(f"/t/{table_id}/sheet?empty=1&deals=5").text
    assert "Ann" in page
    assert 'class="score"' not in page
    assert "Ann" in text_of(client.get(f"/t/{table_id}/sheet.pdf?empty=1&deals=5"))


def test_the_file_has_a_plain_name(client, table_id):
    """The PDF opens in the browser and is saved under the table's name."""
    header = client.get(f"/t/{table_id}/sheet.pdf").headers["Content-Disposition"]
    assert header == 'inline; filename="friday-sheet.pdf"'


@given(st.dictionaries(st.sampled_from(["players", "deals", "partnerships", "paper", "empty"]), st.text()))
@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_odd_choices_are_taken_for_none(client, choices):
    """Whatever stands in the address, there is a sheet."""
    assert client.get("/sheet", query_string=choices).status_code == 200


@pytest.mark.nightly
@pytest.mark.parametrize("partnerships", [None, [[0, 4], [1, 5], [2, 6], [3, 7]]], ids=["alone", "pairs"])
def test_the_page_prints_on_one_page(app, chromium, partnerships):
    """8 players × 20 deals print from the browser on one page of either paper, black on white."""
    table_id = open_evening(app, NAMES, 20, partnerships)
    with serving(app) as address, closing(chromium.new_page(color_scheme="dark")) as page:
        for paper, height in (("a4", 842), ("letter", 792)):
            page.goto(f"{address}/t/{table_id}/sheet?paper={paper}")
            pdf = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
            assert len(pdf.pages) == 1
            assert round(float(pdf.pages[0].mediabox.height)) == height
            assert "Score sheet" not in pdf.pages[0].extract_text()
            assert all(name in pdf.pages[0].extract_text() for name in NAMES)


def test_the_scores_come_as_a_picture(client, table_id):
    """A PNG under a plain name, linked from the table, for those who only watch too."""
    response = client.get(f"/t/{table_id}/result.png")
    assert (response.status_code, response.mimetype) == (200, "image/png")
    assert response.data.startswith(b"\x89PNG")
    assert 'filename="friday-scores.png"' in response.headers["Content-Disposition"]
    assert f"/t/{table_id}/result.png" in client.get(f"/t/{table_id}").text
    assert client.get("/t/nothere/result.png").status_code == 404
