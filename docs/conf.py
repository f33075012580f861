"""How Sphinx makes the documentation site of these pages: `bin/site`, into build/site."""

import os
import sys
import tomllib
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER))

import game_pages  # noqa: E402 (from this folder)

PROJECT = tomllib.loads(FOLDER.with_name("pyproject.toml").read_text())["project"]

project = "scorepad"
author = PROJECT["authors"][0]["name"]
release = version = PROJECT["version"]
extensions = ["myst_parser", "page_heads"]
html_baseurl = os.environ.get("SITE", "")
html_theme = "furo"
html_title = "scorepad"
html_static_path = ["_static", "pictures"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f5a43", "color-brand-content": "#1f5a43"},
    "dark_css_variables": {"color-brand-primary": "#8be2b0", "color-brand-content": "#8be2b0"},
}
myst_enable_extensions = ["attrs_inline", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["conf.py"]


def setup(app):
    """The pages of games are written before Sphinx looks for pages."""
    app.connect("builder-inited", lambda _app: game_pages.write(FOLDER / "games"))
