"""What axe finds on a page: names, contrast, structure."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

RUN = """async (rules) => {
  const options = { resultTypes: ["violations"], ...(rules.length && { runOnly: rules }) };
  const { violations } = await axe.run(options);
  return violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))]);
}"""


def violations(page: Page, *rules: str) -> list[tuple[str, list[str]]]:
    """The rules that the page breaks, of these or of all, each with the first places where."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return [(rule, places) for rule, places in page.evaluate(RUN, [*rules])]
