"""What axe finds on a page: names, contrast, structure."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def violations(page: Page) -> list[tuple[str, list[str]]]:
    """The rules that the page breaks, each with the first places where."""
    return [
        (rule["id"], [node["html"][:200] for node in rule["nodes"][:3]])
        for rule in Axe().run(page).response["violations"]
    ]
