"""Interlocking Chattahoochee (RULES.md, I1-I7): alternating melds only, and what they earn side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scorepad.core.events import MOST_SEATS
from scorepad.core.options import Option, Value
from scorepad.core.rules import Rules
from scorepad.games import chattahoochee
from scorepad.games.game import Game, Preset

_FIRST = ("one-zero", "two-zeroes")


def _with_its_values(option: Option) -> Option:
    """The schedules of the main game, those of this one first (I1)."""
    if option.name != "schedule":
        return option
    choices = sorted(option.choices, key=lambda choice: choice.value not in _FIRST)
    return replace(option, default=_FIRST[0], clause="I1", choices=tuple(choices))


OPTIONS = (
    *(_with_its_values(option) for option in chattahoochee.OPTIONS if option.name != "melds"),
    Option(
        "partner_interlocks",
        "bool",
        True,
        "Partners interlock",
        "Melds of two partners interlock, for the one whose going out completes them.",
        "I7",
        "scoring",
    ),
)


def build(values: Mapping[str, Value]) -> Rules:
    """Rules from option values. Raises OptionErrors when values do not agree with one another."""
    rules = chattahoochee.build({**values, "melds": "alternating"})
    return replace(
        rules,
        game=GAME.id,
        clause="I1",
        interlocks=True,
        partner_interlocks=bool(values["partner_interlocks"]),
    )


GAME = Game(
    id="chattahoochee-interlocking",
    name="Interlocking Chattahoochee",
    sentence="Runs of two alternating suits that earn more where they lie side by side.",
    options=OPTIONS,
    players=(2, MOST_SEATS),
    build=build,
    aliases=("interlocking", "interlocking hooch"),
    table="partners",
    presets=(
        Preset("Standard rules", "A run of one card is worth nothing.", {}),
        Preset(
            "Two zeroes",
            "Runs and interlocks of one or two cards are worth nothing.",
            {"schedule": "two-zeroes"},
        ),
    ),
)
