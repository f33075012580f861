"""When a match ends: at a target, or after a number of deals (B5, F4, G3, V5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from scorepad.core.options import Option, Value
from scorepad.core.rules import MatchRules
from scorepad.core.sentence import say


def match_options(
    target: int, clause: str, ends: str = say("Points at which a match ends")
) -> tuple[Option, Option]:
    """The options `target` and `deals`; `ends` begins the sentence of the first."""
    return (
        Option(
            "target",
            "int",
            target,
            say("Match to"),
            say("{ends}; 0 where it ends after a number of deals.", ends=ends),
            clause,
            "scoring",
            low=0,
            high=10_000,
        ),
        Option(
            "deals",
            "int",
            0,
            say("Deals of a match"),
            say("Deals after which a match ends; 0 where only its target ends it."),
            clause,
            "scoring",
            low=0,
            high=60,
        ),
    )


def read_match(values: Mapping[str, Value], cards_dealt: tuple[int, ...]) -> MatchRules:
    """The match that the values of these options say, with the cards dealt to two players, to three …"""
    return MatchRules(cast(int, values["target"]), cast(int, values["deals"]), cards_dealt)
