"""What axe finds on a page: names, contrast, structure."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def violations(page: Page, *rules: str) -> list[tuple[str, list[str]]]:
    """The rules that the page breaks, of these or of all, each with the first places where."""
    options = {"resultTypes": ["violations"], **({"runOnly": [*rules]} if rules else {})}
    return [
        (rule["id"], [node["html"][:200] for node in rule["nodes"][:3]])
        for rule in Axe().run(page, options=options).response["violations"]
    ]
