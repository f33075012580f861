"""What pip installs beside the pad only where it is asked to, as the extra `photos`; what is said without it.

Nothing of the pad loads these libraries before it needs them, so that a missing one is met here: by whoever
does the job, or on the command line.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from scorepad.core.errors import ScorepadError
from scorepad.core.install_command import install_command
from scorepad.core.phrasing import join_words
from scorepad.core.sentence import Sentence, say

LIBRARIES = {
    "photos": ("cv2", "pillow_heif"),
    "pdf": ("PIL", "fontTools", "fpdf", "pymupdf_fonts", "pypdfium2", "uharfbuzz"),
}
SEARCH_LIBRARIES = {"numpy": "numpy", "highspy": "highspy", "pysat": "python-sat"}
"""What the searches for the best melds import, with the name by which pip knows it."""
_FINDS_LESS = "It finds less and proves little."


def missing_words(extra: str) -> Sentence:
    """What a pad can’t do without an extra, and the command that adds it."""
    command = install_command(extra)
    if extra == "photos":
        return say("This pad can’t read photos yet. The host can add that with {command}.", command=command)
    return say(
        "This pad can’t make PDF files or pictures yet. The host can add that with {command}.",
        command=command,
    )


class NotInstalled(ScorepadError):
    """A library is not there that the pad does without."""

    code = "not-installed"


def is_installed(extra: str) -> bool:
    """Whether all libraries of the extra are there."""
    return all(find_spec(name) for name in LIBRARIES[extra])


def searches_lack() -> tuple[str, str] | tuple[()]:
    """Which libraries the searches lack, in a sentence, and the way out; nothing where all are there and can
    be loaded."""
    missing = [package for module, package in SEARCH_LIBRARIES.items() if not find_spec(module)]
    if missing:
        return (
            f"The search for the best melds lacks {join_words(missing, 'and')}. {_FINDS_LESS}",
            f"Run 'pip install {' '.join(missing)}', then restart the pad.",
        )
    for module, package in SEARCH_LIBRARIES.items():
        if fault := _fault_of_loading(module):
            return (
                f"The search for the best melds can’t load {package} ({fault}). {_FINDS_LESS}",
                f"Run 'pip install --force-reinstall {package}', then restart the pad.",
            )
    return ()


def _fault_of_loading(module: str) -> str:
    """What keeps a library that is there from being loaded; empty where nothing does. Tried in a process of
    its own: this one stays small, and a library made for another processor ends the process that loads it."""
    tried = subprocess.run(
        [sys.executable, "-c", f"import {module}"], capture_output=True, text=True, check=False
    )
    if tried.returncode == 0:
        return ""
    *_, last = tried.stderr.splitlines() or [""]
    return last or f"it ends the process with {tried.returncode}"


@contextmanager
def naming_extras() -> Iterator[None]:
    """Say in words which extra brings a library that was not found. Raises NotInstalled."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        extra = next((extra for extra, names in LIBRARIES.items() if library in names), None)
        if extra is None:
            raise
        raise NotInstalled(missing_words(extra)) from error
