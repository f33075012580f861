"""Locates the package `vision`: beside ours in a checkout, within ours in a wheel, which has only one
top-level name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any


@cache
def vision_module(name: str) -> Any:
    """The module of `vision` of that name. Importing it loads what reading pictures needs."""
    home = "scorepad.vision" if find_spec("scorepad.vision") else "vision"
    return import_module(f"{home}.{name}")
