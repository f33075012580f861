"""The files of all templates: those of pages, and the short rules in the folders of games."""

from __future__ import annotations

from scorepad import rulebook
from scorepad.machine.folders import resource_folder

TEMPLATES = sorted(
    file for folder in (resource_folder("templates"), rulebook.FOLDER) for file in folder.rglob("*.html")
)
