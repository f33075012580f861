"""Where the package `vision` is: beside ours in a checkout, and within ours in a wheel, which takes no other
name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any


@cache
def vision_module(name: str) -> Any:
    """The module of `vision` of that name. It loads what reading pictures needs."""
    home = "scorepad.vision" if find_spec("scorepad.vision") else "vision"
    return import_module(f"{home}.{name}")
