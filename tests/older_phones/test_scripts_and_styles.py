"""Scripts and styles use what Safari 15.4, Firefox 115 and Chrome 105 have, or say what is lost there."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TOP = HERE.parent.parent


def faults_of(folder: Path, names: Iterable[str] = (".",)) -> dict[str, list[str]]:
    """What the linters say of the files, by the name of the file."""
    linted = subprocess.run(
        [
            HERE / "node_modules/.bin/eslint",
            "--config",
            HERE / "eslint.config.mjs",
            "--format",
            "json",
            *names,
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert linted.returncode in (0, 1), linted.stderr
    return {
        Path(file["filePath"]).name: [f"{fault['line']}: {fault['message']}" for fault in file["messages"]]
        for file in json.loads(linted.stdout)
    }


def test_scripts_and_styles_run_in_older_browsers():
    faults = faults_of(TOP / "static")
    assert set(faults) == {file.name for kind in ("*.js", "*.css") for file in (TOP / "static").glob(kind)}
    assert not {name: said for name, said in faults.items() if said}


NEWER = {
    "last.js": "[1].findLast(Boolean);",
    "groups.js": "Object.groupBy([], Boolean);",
    "behind.js": "/(?<=a)b/.test('ab');",
    "button.js": "new FormData(form, button);",
    "has.js": "document.querySelector('.side:has(.total)');",
    "has_in_template.js": "document.querySelector(`.side:has(${part})`);",
    "block.js": "class A { static { } }",
    "deadline.js": "fetch('/', { signal: AbortSignal.timeout(5) });",
    "scrolled.js": "addEventListener('scrollend', look);",
    "shown.js": "part.showPopover();",
    "has.css": ".sheet:has(.thumb) { color: red; }",
    "has_in_list.css": ".notices:empty, .notices:not(:has(*)) { display: none; }",
    "nested.css": ".wall { .side { gap: 0; } }",
    "range.css": "@media (width < 30rem) { .wall { gap: 0; } }",
    "unit.css": ".photo { height: 100dvh; }",
    "variable.css": ".wall { --row: 10dvh; }",
    "mixed.css": ".key { background: color-mix(in srgb, red, white); }",
    "rounded.css": ".key { width: round(down, 9px, 2px); }",
    "layer.css": "@layer base { .key { width: 1px; } }",
    "clipped.css": ".answer { overflow: clip; }",
}
READ = {
    "button.js": "const fields = new FormData(form); fields.append(button.name, button.value);",
    "has.css": "@supports selector(:has(*)) { .sheet:has(.thumb) { color: red; } }",
    "has_not.css": "@supports not selector(:has(*)) { .sheet { color: red; } }",
    "unit.css": ".photo { height: 100vh; } @supports (height: 1dvh) { .photo { height: 100dvh; } }",
    "variable.css": "@supports (height: 1dvh) { .wall { --row: 10dvh; } }",
}


@pytest.fixture(scope="module")
def faults_of_samples(tmp_path_factory) -> dict[str, dict[str, list[str]]]:
    """What the linters say of each sample, of those that are newer and of those that are read everywhere."""
    found = {}
    for kind, samples in {"newer": NEWER, "read": READ}.items():
        folder = tmp_path_factory.mktemp(kind)
        for name, text in samples.items():
            (folder / name).write_text(text + "\n")
        found[kind] = faults_of(folder)
    return found


@pytest.mark.parametrize("name", NEWER)
def test_what_an_older_browser_cannot_read_is_a_fault(faults_of_samples, name):
    assert faults_of_samples["newer"][name]


@pytest.mark.parametrize("name", READ)
def test_what_stands_where_it_is_known_is_none(faults_of_samples, name):
    assert faults_of_samples["read"][name] == []
