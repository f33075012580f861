"""What the head of each page of the site says to search engines, chats and screen readers.

A description, the page's own address, a picture, the language; and a sitemap where the site's address is
known.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from docutils import nodes
from sphinx.application import Sphinx

LONGEST = 160  # characters of a description
PICTURE = "_static/home.webp"
ALT = "The first page of the pad on a phone"
SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"
ABOUT = "A score pad and referee for rummy games with real cards."


def setup(app: Sphinx) -> Mapping[str, bool]:
    """Sphinx calls it."""
    app.connect("html-page-context", _add_head)
    app.connect("build-finished", _write_sitemap)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _add_head(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    site = app.config.html_baseurl
    description = describe(doctree)
    context["language"] = language_of(page)
    # Without an address of the site a page names itself from where it is.
    address = context.get("pageurl") or f"{page.rpartition('/')[2]}.html"
    context["pageurl"] = address
    picture = urljoin(site, PICTURE) if site else context["pathto"](PICTURE, 1)
    properties = {
        "og:type": "website",
        "og:site_name": "scorepad",
        "og:title": context.get("title") or "scorepad",
        "og:description": description,
        "og:url": address,
        "og:image": picture,
        "og:image:alt": ALT,
        "og:locale": context["language"],
    }
    tags = [f'<meta name="description" content="{escape(description)}">']
    tags += [f'<meta property="{name}" content="{escape(str(value))}">' for name, value in properties.items()]
    context["metatags"] = "\n".join([context.get("metatags", ""), *tags])


def language_of(page: str) -> str:
    """The language of a page: that of its folder, `translated/de/photos`."""
    folders = page.split("/")
    return folders[1] if folders[0] == "translated" else "en"


def describe(doctree: nodes.document | None) -> str:
    """The first paragraph of a page, or as many of its words as fit."""
    paragraphs = doctree.findall(nodes.paragraph) if doctree else ()
    text = next((" ".join(paragraph.astext().split()) for paragraph in paragraphs), ABOUT)
    if len(text) <= LONGEST:
        return text
    return text[: LONGEST - 1].rpartition(" ")[0].rstrip(".,:;") + "…"


def _write_sitemap(app: Sphinx, error: Exception | None) -> None:
    """The addresses of all pages. They are whole ones, so none is written where the site's is not known."""
    site = app.config.html_baseurl
    if error or not site:
        return
    pages = sorted(f"{page}.html" for page in app.env.found_docs)
    lines = [f"  <url><loc>{escape(urljoin(site, page))}</loc></url>" for page in pages]
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    )
    Path(app.outdir, "sitemap.xml").write_text("\n".join([head, *lines, "</urlset>\n"]), "utf-8")
    Path(app.outdir, "robots.txt").write_text(
        f"User-agent: *\nSitemap: {urljoin(site, 'sitemap.xml')}\n", "utf-8"
    )
