"""Pages that are come back to: from the browser's page cache where it has them, whole where it has not."""

from __future__ import annotations

import pytest

from tests.browser.conftest import go_back
from tests.browser.test_tables import open_table
from tests.by_night import by_night

pytestmark = pytest.mark.whole_chromium
TELLS = "addEventListener('pageshow', (event) => { window.cameFromCache = event.persisted; });"


@pytest.mark.parametrize("page", ["", "/out", by_night("/note"), "/record", by_night("/deals")])
def test_the_page_cache_has_the_pages_of_a_table(phone, page):
    """Also those that follow the table: what they keep open is closed as they are left."""
    phone.add_init_script(TELLS)
    table = open_table(phone, "Ann", "Ben", "Cy")
    phone.goto(table + page)
    phone.evaluate("window.left = true")
    phone.goto("/solve")
    go_back(phone)
    assert phone.url.startswith(table + page)
    phone.wait_for_function("() => window.cameFromCache && window.left")
