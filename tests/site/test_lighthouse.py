"""What Lighthouse says of the site: what search engines need, and people who can't see or tap well."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.browser.engines import CHROMIUM

pytestmark = [pytest.mark.nightly, pytest.mark.process, pytest.mark.timeout(600)]  # the site is made first

LIGHTHOUSE = Path(__file__).parent / "node_modules" / "lighthouse" / "cli" / "index.js"
CATEGORIES = {"seo", "accessibility"}


@pytest.mark.parametrize("form", ["mobile", "desktop"])
@pytest.mark.parametrize(
    "page", ["index.html", "de/index.html", "fr/solving.html", "tr/games/okey.html", "pl/rules.html"]
)
def test_lighthouse_finds_no_fault(hosted, tmp_path, page, form):
    """A hundred of a hundred, on a phone and at a desk."""
    report = tmp_path / "report.json"
    subprocess.run(
        [
            *("node", LIGHTHOUSE, f"{hosted}{page}", "--quiet", "--output=json", f"--output-path={report}"),
            f"--only-categories={','.join(sorted(CATEGORIES))}",
            "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
            *(["--preset=desktop"] if form == "desktop" else []),
        ],
        env=os.environ | {"CHROME_PATH": next(filter(None, map(shutil.which, CHROMIUM)))},
        check=True,
        timeout=200,
    )
    found = json.loads(report.read_text())
    assert found["categories"].keys() == CATEGORIES
    faults = {
        name: audit["title"]
        for name, audit in found["audits"].items()
        if audit["score"] is not None and audit["score"] < 1
    }
    assert faults == {}
