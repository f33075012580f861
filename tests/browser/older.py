"""Chromium as an older browser: styles lose what it can't read, scripts what it hasn't got."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import BrowserContext, Route


@dataclass(frozen=True, kw_only=True)
class Older:
    """A browser by what it lacks: patterns of styles, and a script that takes interfaces away."""

    selectors: str = "$^"
    at_rules: str = "$^"
    values: str
    script: str = ""


ALL_LACK = """
class Fields extends FormData { constructor(form) { if (form) super(form); else super(); } }
window.FormData = Fields;
delete Array.prototype.findLast; delete Array.prototype.toSorted;
delete Array.prototype.toReversed; delete Object.groupBy;
delete AbortSignal.timeout; delete AbortSignal.any; delete Navigator.prototype.wakeLock;
delete window.Iterator;
delete HTMLElement.prototype.showPopover; delete window.requestIdleCallback;
"""
NO_HAS = """
const SELECTING = ["querySelector", "querySelectorAll", "matches", "closest"];
for (const kind of [Document, DocumentFragment, Element]) for (const name of SELECTING) {
  const asked = kind.prototype[name];
  if (asked) kind.prototype[name] = function (selector) {
    if (String(selector).includes(":has(")) throw new DOMException("not a valid selector", "SyntaxError");
    return asked.call(this, selector);
  };
}
"""
OLDER = {
    "Firefox 115": Older(selectors=r":has\(", values=r"\bround\(|^balance$", script=ALL_LACK + NO_HAS),
    "Safari 15.4": Older(
        at_rules=r"^@container|^@media[^{]*[<>]",
        values=r"\bcolor-mix\(|\d(cqw|cqi)\b|^clip$|^balance$",
        script=ALL_LACK + "delete Navigator.prototype.vibrate;",
    ),
    "Chrome 105": Older(values=r"\bcolor-mix\(|\bround\(|\d(dvh|svh|lvh)\b|^balance$", script=ALL_LACK),
}


def becomes(context: BrowserContext, browser: Older) -> None:
    """The pages of the context are shown as the browser would show them."""

    def answer(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, body=read_by(browser, found.text()))

    context.route(re.compile(r"\.css(\?|$)"), answer)
    context.add_init_script(browser.script)


def read_by(browser: Older, styles: str) -> str:
    """The style sheet without what the browser would drop."""
    return "".join(_kept(browser, re.sub(r"/\*.*?\*/", "", styles, flags=re.DOTALL)))


def _kept(browser: Older, styles: str) -> Iterator[str]:
    for head, body in _blocks(styles):
        if head.startswith("@supports"):
            yield from _supported(browser, head, body)
        elif re.search(browser.at_rules if head.startswith("@") else browser.selectors, head):
            continue
        elif head.startswith(("@media", "@container")):
            yield head + "{" + "".join(_kept(browser, body)) + "}"
        elif head.startswith("@"):
            yield head + "{" + body + "}"
        else:
            yield head + "{" + _declarations(browser, body) + "}"


def _supported(browser: Older, head: str, body: str) -> Iterator[str]:
    lacks = re.search(browser.selectors, head) or re.search(browser.values.replace("^clip$|", ""), head)
    holds = not lacks and not (browser.at_rules != "$^" and "container" in head)
    if head.startswith("@supports not ") != holds:
        yield from _kept(browser, body)


def _declarations(browser: Older, body: str) -> str:
    """Drop rules inside, and values that aren't known. One with a variable is found out late, and unset."""
    kept = []
    for declaration in re.sub(r"[^;{}]*\{[^{}]*\}", "", body).split(";"):
        name, _, value = declaration.partition(":")
        if not re.search(browser.values, value.strip()):
            kept.append(declaration)
        elif "var(" in value or name.strip().startswith("--"):
            kept.append(f"{name}: {'initial' if name.strip().startswith('--') else 'unset'}")
    return ";".join(kept)


def _blocks(styles: str) -> Iterator[tuple[str, str]]:
    """Heads and bodies of what stands at this level."""
    at = 0
    while (opens := styles.find("{", at)) >= 0:
        depth, closes = 1, opens + 1
        while depth:
            depth += {"{": 1, "}": -1}.get(styles[closes], 0)
            closes += 1
        yield styles[at:opens].strip(), styles[opens + 1 : closes - 1]
        at = closes
