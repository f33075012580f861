"""The command that installs extras, by the source of this copy.

The name alone would be looked up on a package index, where it belongs to somebody else until it is ours. So
the name is used only if this copy came from there.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

_ORIGIN = "direct_url.json"  # what pip, pipx and uv write of a package that came from no index
_INSTALLERS = {"pipx_metadata.json": "pipx install --force", "uv-receipt.toml": "uv tool install"}
"""What installs a tool by itself, by the file that it leaves beside it."""


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
