"""Optional libraries, which pip installs only as an extra such as `photos`: what a missing one takes, and the
command that adds it, by the source of this copy.

The pad imports them only when needed, so a missing one shows here, in the job or on the command line.

The name alone would be looked up on a package index, where it belongs to somebody else until it is ours. So
the command has the name only if this copy came from there.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

from scorepad.core.errors import ScorepadError
from scorepad.core.phrasing import join_words
from scorepad.core.sentence import Sentence, say

LIBRARIES = {
    "photos": ("cv2", "pillow_heif"),
    "pdf": ("PIL", "fontTools", "fpdf", "pymupdf_fonts", "pypdfium2", "uharfbuzz"),
}
SEARCH_LIBRARIES = {"numpy": "numpy", "highspy": "highspy", "pysat": "python-sat"}
"""What the searches for the best melds import, with the name by which pip knows it."""
_FINDS_LESS = "It finds less and proves little."
_ORIGIN = "direct_url.json"  # what pip, pipx and uv write of a package that came from no index
_INSTALLERS = {"pipx_metadata.json": "pipx install --force", "uv-receipt.toml": "uv tool install"}
"""What installs a tool by itself, by the file that it leaves beside it."""


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
    """An optional library is not installed."""

    code = "not-installed"


def is_installed(extra: str) -> bool:
    """Whether all libraries of the extra are installed."""
    return all(find_spec(name) for name in LIBRARIES[extra])


def searches_lack() -> tuple[str, str] | tuple[()]:
    """A sentence naming the libraries that searches lack or cannot load, and the remedy; empty if there are
    none."""
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
    """Why an installed library cannot be loaded; empty if it can.

    It is tried in another process: this one stays small, and a library for another processor would end it.
    """
    tried = subprocess.run(
        [sys.executable, "-c", f"import {module}"], capture_output=True, text=True, check=False
    )
    if tried.returncode == 0:
        return ""
    *_, last = tried.stderr.splitlines() or [""]
    return last or f"it ends the process with {tried.returncode}"


@contextmanager
def naming_extras() -> Iterator[None]:
    """Turn a missing library into NotInstalled, which names its extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        extra = next((extra for extra, names in LIBRARIES.items() if library in names), None)
        if extra is None:
            raise
        raise NotInstalled(missing_words(extra)) from error


def install_command(extra: str) -> str:
    """The command that adds an extra: `pip install 'scorepad[pdf] @ file:///home/ann/scorepad.whl'`."""
    # Loaded here, as every command loads this module and hardly any asks.
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        told = distribution("scorepad").read_text(_ORIGIN)
    except PackageNotFoundError:
        told = None
    return command_from(json.loads(told) if told else {}, extra, sys.prefix)


def command_from(origin: dict[str, object], extra: str, folder: str = "") -> str:
    """The command for a copy from `origin`, to install into the environment in `folder`. A copy from an index
    has an empty origin.

    >>> command_from({"url": "file:///home/ann/pad", "dir_info": {"editable": True}}, "pdf")
    "pip install --editable '/home/ann/pad[pdf]'"
    >>> command_from({}, "pdf")
    "pip install 'scorepad[pdf]'"
    """
    left = (command for file, command in _INSTALLERS.items() if Path(folder, file).is_file())
    install = next(left, "pip install")
    address, checkout = str(origin.get("url", "")), origin.get("dir_info")
    if isinstance(checkout, dict) and checkout.get("editable"):
        return f"{install} --editable '{unquote(urlsplit(address).path)}[{extra}]'"
    return f"{install} 'scorepad[{extra}]{f' @ {address}' if address else ''}'"
