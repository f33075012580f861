"""How Sphinx makes the documentation site, one language at a time: `docs/make_site.py` calls it for each."""

import hashlib
import os
import sys
import tomllib
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER))

PROJECT = tomllib.loads(FOLDER.with_name("pyproject.toml").read_text())["project"]

project = "scorepad"
author = PROJECT["authors"][0]["name"]
release = version = PROJECT["version"]
language = os.environ["SITE_LANGUAGE"]
extensions = ["myst_parser", "page_heads"]
made_by = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(FOLDER.glob("*.py")))).hexdigest()
site_address = os.environ.get("SITE", "")  # of the whole site
html_baseurl = site_address and f"{site_address}{'' if language == 'en' else f'{language}/'}"
html_theme = "furo"
html_title = "scorepad"
html_favicon = str(FOLDER.parent / "static" / "icon.svg")
html_static_path = ["_static", os.environ["SITE_STATIC"]]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_use_index = False
html_domain_indices = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f5a43", "color-brand-content": "#1f5a43"},
    "dark_css_variables": {"color-brand-primary": "#8be2b0", "color-brand-content": "#8be2b0"},
}
templates_path = ["templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "languages.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
myst_enable_extensions = ["attrs_inline", "deflist"]
myst_heading_anchors = 3
