"""Sheets, PDFs and pictures speak the language of their table, wherever they are drawn; where it has none,
that of the page that asks for them."""

from __future__ import annotations

import io
import re

import pytest
from pypdf import PdfReader

from scorepad.web.table import sheet_pages
from tests.web.conftest import out
from tests.web.phone import Phone


@pytest.fixture
def asked(ann):
    """Asks for something of Ann's table, which has no language, in a language; she went out."""
    ann.open(f"/t/{ann.table_id}/host").press("Save", language="")
    out(ann, ann.table_id, "Ann", cards="4C 5C 6C TH JH QH")

    def ask(path, language):
        address = f"/t/{ann.table_id}{path}"
        return ann.client.get(address, headers={"Accept-Language": language})

    return ask


def text_of(answer):
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.data)).pages)


@pytest.mark.parametrize("query", ["", "?empty=1"])
def test_a_sheet_is_drawn_and_kept_for_each_language(asked, query):
    """The German one is no copy of the English one that was asked for before."""
    assert "Signed" in text_of(asked(f"/sheet.pdf{query}", "en"))
    german = text_of(asked(f"/sheet.pdf{query}", "de"))
    assert "Unterschr." in german
    assert "Summe" in german
    assert "Signed" not in german
    assert "Signed" in text_of(asked(f"/sheet.pdf{query}", "en"))


def test_a_sheet_explains_its_marks_and_writes_its_day_in_german(asked):
    page = asked("/sheet", "de").text
    assert "G gibt" in page
    assert "Reihenfolge beim Ausmachen" in page
    assert "order of going out" not in page


def test_a_long_table_is_drawn_in_the_language_too(asked, monkeypatch):
    """Its sheet is made by another process, from the store."""
    monkeypatch.setattr(sheet_pages, "LONG_TABLE", 1)
    assert "Unterschr." in text_of(asked("/sheet.pdf", "de"))
    assert "Signed" in text_of(asked("/sheet.pdf", "en"))


def test_a_picture_is_kept_for_each_language(asked):
    assert asked("/result.png", "de").data != asked("/result.png", "en").data


def test_a_page_that_follows_its_table_is_not_told_that_nothing_changed_in_another_language(asked):
    tag = asked("/live", "en").headers["ETag"]
    assert asked("/live", "de").headers["ETag"] != tag


def test_a_table_has_its_own_language_and_each_phone_another(ann, asked):
    """Sheets and pictures are in the table's, the page around them is in the phone's."""
    ann.open(f"/t/{ann.table_id}/host").press("Save", language="de")
    page = asked("/sheet", "en").text
    assert "Reihenfolge beim Ausmachen" in page
    assert "Back to the table" in page
    assert re.search(r'class="desk"[^>]* lang="de"', page)
    assert "Unterschr." in text_of(asked("/sheet.pdf", "en"))
    assert asked("/result.png", "en").data == asked("/result.png", "de").data
    assert "another language on sheets" in asked("", "en").text


def test_a_table_is_in_the_language_of_the_page_it_was_opened_on(client):
    phone = Phone(client)
    client.set_cookie("language", "de")
    phone.open("/new?game=chattahoochee").press("Tisch eröffnen", name_0="Ann", name_1="Ben")
    client.set_cookie("language", "en")
    assert "Unterschr." in text_of(client.get(f"/t/{phone.table_id}/sheet.pdf"))
