"""What each page of the site says of itself to search engines, chats and screen readers.

A description, the page's own address and those in other languages, a picture, the language; and a sitemap
where the site's address is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from docutils import nodes
from site_languages import ENGLISH, LANGUAGES, folder_of, name_of, source_of, tag_of, words_of
from site_words import ABOUT, ALT, FURO, OTHER_LANGUAGES, PAGES_FOUND, SIDES
from sphinx.application import Sphinx

LONGEST = 160  # characters of a description
PICTURE = "_static/share.png"
PICTURE_SIZE = (1200, 630)
MENDED = {
    'class="caption" role="heading">': 'class="caption" role="heading" aria-level="2">',
    "<pre>": '<pre tabindex="0">',  # so that keys scroll what is wider than a phone
}
"""What screen readers and keyboards need of what Sphinx and the theme write."""
SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"


def setup(app: Sphinx) -> Mapping[str, bool]:
    """Sphinx calls it."""
    app.add_config_value("site_address", "", "html")
    app.add_config_value("made_by", "", "html")
    app.connect("html-page-context", _add_head)
    app.connect("build-finished", _write_sitemap)
    app.connect("build-finished", _mend_theme)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _add_head(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    language, site = app.config.language, app.config.html_baseurl
    catalogue = words_of(language)
    description = describe(doctree) or ABOUT.in_language(catalogue)
    # Without an address of the site a page names itself from where it is.
    address = context.get("pageurl") or f"{page.rpartition('/')[2]}.html"
    context["pageurl"] = address
    context["languages"] = others = _in_other_languages(app, page)
    context["other_languages"] = OTHER_LANGUAGES.in_language(catalogue)
    width, height = PICTURE_SIZE
    properties = {
        "og:type": "website",
        "og:site_name": "scorepad",
        "og:title": context.get("title") or "scorepad",
        "og:description": description,
        "og:url": address,
        "og:image": urljoin(site, PICTURE) if site else context["pathto"](PICTURE, 1),
        "og:image:alt": ALT.in_language(catalogue),
        "og:image:width": width,
        "og:image:height": height,
        "og:locale": language,
    }
    tags = [f'<meta name="description" content="{escape(description)}">']
    tags += [f'<meta property="{name}" content="{escape(str(value))}">' for name, value in properties.items()]
    tags.append('<meta name="twitter:card" content="summary_large_image">')
    if doctree is None:
        context["pages_found"] = PAGES_FOUND.in_language(catalogue).format(number="${resultCount}")
    elif app.config.site_address:
        tags += _alternates(app, address, others)
    context["metatags"] = "\n".join([context.get("metatags", ""), *tags])


def _in_other_languages(app: Sphinx, page: str) -> list[dict[str, str]]:
    """The page in each other language, or the first one of a language that lacks it, seen from the page."""
    pages, own = Path(app.srcdir).parent, app.config.language
    up = "../" * (page.count("/") + (own != ENGLISH))
    return [
        {
            "name": name_of(other),
            "tag": tag_of(other),
            "page": f"{folder_of(other)}{page if has_page else 'index'}.html",
            "address": f"{up}{folder_of(other)}{page if has_page else 'index'}.html",
            "same": "yes" if has_page else "",
        }
        for other in LANGUAGES
        if other != own
        for has_page in [(source_of(other, pages) / f"{page}.md").exists()]
    ]


def _alternates(app: Sphinx, address: str, others: list[dict[str, str]]) -> list[str]:
    """Each language that has the page, itself among them; for all others the English one."""
    site = app.config.site_address
    named = {each["tag"]: urljoin(site, each["page"]) for each in others if each["same"]}
    if not named:
        return []
    named[tag_of(app.config.language)] = address
    named["x-default"] = named[ENGLISH]
    links = ((tag, escape(whole)) for tag, whole in sorted(named.items()))
    return [f'<link rel="alternate" hreflang="{tag}" href="{whole}">' for tag, whole in links]


def describe(doctree: nodes.document | None) -> str:
    """The first paragraph of a page, or as many of its words as fit; empty for a page without any."""
    paragraphs = doctree.findall(nodes.paragraph) if doctree else ()
    text = next((" ".join(paragraph.astext().split()) for paragraph in paragraphs), "")
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
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{SITEMAPS}">'
    Path(app.outdir, "sitemap.xml").write_text("\n".join([head, *lines, "</urlset>\n"]), "utf-8")
    if app.config.language == ENGLISH:
        maps = [f"Sitemap: {urljoin(site, folder_of(language))}sitemap.xml\n" for language in LANGUAGES]
        Path(app.outdir, "robots.txt").write_text("".join(["User-agent: *\nAllow: /\n", *maps]), "utf-8")


def _mend_theme(app: Sphinx, error: Exception | None) -> None:
    """Put what the theme says in English alone into the site's language, and mend what keeps people out."""
    if error:
        return
    catalogue = words_of(app.config.language)
    said = {english: sentence.in_language(catalogue) for english, sentence in FURO.items()}
    sides = {
        f'<aside class="{side}': f'<aside aria-label="{escape(words.in_language(catalogue))}" class="{side}'
        for side, words in SIDES.items()
    }
    for page in app.env.found_docs | {"search"}:
        file = Path(app.outdir, f"{page}.html")
        text = file.read_text("utf-8")
        for english, words in (said | sides | MENDED).items():
            text = text.replace(english, words)
        file.write_text(text, "utf-8")
