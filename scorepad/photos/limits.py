"""How much the reading of photos may take: the host's settings, SCOREPAD_PHOTO_<NAME> in the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from scorepad.core.errors import ScorepadError

PREFIX = "PHOTO_"
VARIABLES = "SCOREPAD_"


class BadLimit(ScorepadError):
    """A setting that is no number, or too small a one."""

    code = "setting"


@dataclass(frozen=True, slots=True)
class PhotoLimits:
    """processes  photos that are read at the same time
    queue      photos that may wait
    seconds    that reading one photo may take
    memory     megabytes that a process which decodes or reads may take
    minutes    that a photo waits to be confirmed before it is deleted
    """

    processes: int = 1
    queue: int = 40
    seconds: int = 30
    memory: int = 1500
    minutes: int = 60

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not isinstance(value, int) or value < 1:
                name = f"{VARIABLES}{PREFIX}{field.name.upper()}"
                raise BadLimit(f"{name} is {value!r}: expected a whole number from 1 on.", at=name)


def default_settings() -> dict[str, int]:
    """Every setting with its default."""
    return {PREFIX + field.name.upper(): getattr(PhotoLimits(), field.name) for field in fields(PhotoLimits)}


def limits_of(given: Mapping[str, Any]) -> PhotoLimits:
    """The limits among settings by name; the default where one is not there. Raises BadLimit."""
    named = {field.name: PREFIX + field.name.upper() for field in fields(PhotoLimits)}
    return PhotoLimits(**{field: given[name] for field, name in named.items() if name in given})


def from_environment() -> PhotoLimits:
    """The limits that the environment sets. Raises BadLimit."""
    found = {name: os.environ.get(VARIABLES + name) for name in default_settings()}
    return limits_of({name: _number(text) for name, text in found.items() if text is not None})


def _number(text: str) -> int | str:
    return int(text) if text.strip().isdecimal() and text.isascii() else text
