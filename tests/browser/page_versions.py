"""Another version of the pad without a server: the same files, with its name in each page."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path

VERSION_OF = """
const named = (root) => (root ? root.dataset.version || "first" : "");
const frame = document.querySelector("iframe");
return [named(document.documentElement), frame ? named(frame.contentDocument.documentElement) : ""];
"""
"""The versions of the outer page and of the page of the app."""


def make_newer(files: Path, version: str) -> None:
    """Make the files those of this version."""
    replace(files / "index.html", '<html lang="en"', f'<html lang="en" data-version="{version}"')
    with open(files / "files" / "inside.js", "a") as inside:
        inside.write(f'document.documentElement.dataset.version = "{version}";\n')
    about = json.loads((files / "files" / "page.json").read_text())
    (files / "files" / "page.json").write_text(json.dumps(about | {"version": version}))
    page, _, worker = (files / "service.js").read_text("utf-8").partition(";\n")
    known = json.loads(page.removeprefix("const PAGE = ")) | {"version": version}
    for name in ("index.html", "files/inside.js", "files/page.json"):
        content = (files / name).read_bytes()
        hashed = base64.b64encode(hashlib.sha256(content).digest()).decode()
        known["files"][name] = {"size": len(content), "integrity": f"sha256-{hashed}"}
    (files / "service.js").write_text(f"const PAGE = {json.dumps(known)};\n{worker}", "utf-8")


def replace(file: Path, old: str, new: str) -> None:
    """Put `new` in place of `old`, which the file has."""
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
