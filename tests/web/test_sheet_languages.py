"""Sheets, PDFs and pictures speak the language of the page that asks for them, wherever they are drawn."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from scorepad.web.table import sheet_pages
from tests.web.conftest import out


@pytest.fixture
def asked(ann):
    """Asks for something of Ann's table in a language; she went out."""
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
