"""What pip installs beside the pad only where it is asked to, as `scorepad[photos]`; what is said without it.

Nothing of the pad loads these libraries before it needs them, so that a missing one is met here: by whoever
does the job, or on the command line.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from scorepad.core.errors import ScorepadError
from scorepad.core.phrasing import join_words
from scorepad.core.sentence import Sentence, say

LIBRARIES = {
    "photos": ("onnxruntime", "pillow_heif"),
    "pdf": ("PIL", "fontTools", "fpdf", "pymupdf_fonts", "pypdfium2", "uharfbuzz"),
}
SEARCH_LIBRARIES = {"numpy": "numpy", "highspy": "highspy", "pysat": "python-sat"}
"""What the searches for the best melds import, with the name by which pip knows it."""

WORDS: dict[str, Sentence] = {
    "photos": say(
        "This pad can’t read photos yet. The host can add that with {command}.",
        command="pip install 'scorepad[photos]'",
    ),
    "pdf": say(
        "This pad can’t make PDF files or pictures yet. The host can add that with {command}.",
        command="pip install 'scorepad[pdf]'",
    ),
}


class NotInstalled(ScorepadError):
    """A library is not there that the pad does without."""

    code = "not-installed"


def is_installed(extra: str) -> bool:
    """Whether all libraries of the extra are there."""
    return all(find_spec(name) for name in LIBRARIES[extra])


def searches_lack() -> tuple[str, str] | tuple[()]:
    """Which libraries the searches lack, in a sentence, and the way out; nothing where all are there."""
    missing = [package for module, package in SEARCH_LIBRARIES.items() if not find_spec(module)]
    if not missing:
        return ()
    return (
        f"The search for the best melds lacks {join_words(missing, 'and')}. It finds less and proves little.",
        f"Run 'pip install {' '.join(missing)}', then restart the pad.",
    )


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
        raise NotInstalled(WORDS[extra]) from error
