"""Where the site is, and its languages."""

from __future__ import annotations

import re
from pathlib import Path

TOP = Path(__file__).parents[2]
TRANSLATED = sorted(page.parent.name for page in (TOP / "docs").glob("translated/*/first-evening.md"))


def pages_of(site: Path) -> dict[str, str]:
    """The text of every page by its name, `de/games/romme.html`; without those of the pad under `play/`."""
    names = {path.relative_to(site).as_posix(): path for path in site.rglob("*.html")}
    return {name: path.read_text("utf-8") for name, path in names.items() if not name.startswith("play/")}


def language_of(name: str) -> str:
    """The language of a page by its name."""
    first = name.partition("/")[0]
    return first if first in TRANSLATED else "en"


def alternates(page: str) -> dict[str, str]:
    """The addresses of a page by the languages that it says they are in."""
    return dict(re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">', page))
