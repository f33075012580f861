"""The fields of an ended deal that its game does not count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, say

OWN_FIELDS = ("maal", "seen", "sambas", "no_melds", "order", "u")
"""Fields that some ways of scoring have by themselves."""


def uncounted_fields(rules: Rules) -> dict[str, Sentence]:
    """The reason to leave out a field of a deal, by its name in a question of `score`.

    A field may stay if it has only empty values, such as 0: it names the players.
    """
    return dict(_reasons(rules))


def says_something(value: object) -> bool:
    """Whether a field has more than names with empty values.

    >>> says_something({"Ann": 0, "Ben": ""}), says_something({"Ann": 0, "Ben": 5})
    (False, True)
    """
    return any(map(says_something, value.values())) if isinstance(value, Mapping) else bool(value)


def _reasons(rules: Rules) -> Iterator[tuple[str, Sentence]]:
    """Each uncounted field with the reason. If a field comes twice, the last reason counts."""
    scoring = rules.scoring
    counted = {
        "left": scoring.counts_left,
        "collected": not scoring.lays_melds,
        "taken": not scoring.lays_melds,
        "melded": scoring.counts_melded,
        "tiles": scoring.ranks_by_tiles,
    }
    for name in (name for name, is_counted in counted.items() if not is_counted):
        yield name, say("This game doesn’t count {field}. Leave {field} out.", field=name)
    if scoring.types_points:
        for name in counted:
            yield name, say("This game has no cards. Leave {field} out and enter points.", field=name)
    else:
        yield "points", say("In this game the cards give the points. Leave points out.")
    if scoring.tally:
        yield "points", say("The columns give the points. Enter those in {field}.", field="tally")
    else:
        for name in ("tally", "round"):
            yield name, say("This game isn’t entered in columns. Leave {field} out.", field=name)
    for name in OWN_FIELDS:
        if name not in scoring.own_fields:
            yield name, say("This game doesn’t count {field}. Leave {field} out.", field=name)
    if not scoring.canasta_kinds:
        yield "canastas", say("No canastas count in this game. Leave {field} out.", field="canastas")
    if not scoring.counts_threes:
        yield "red_threes", say("Red threes don’t count in this game. Leave red_threes out.")
    if not scoring.counts_phases:
        yield "phases", say("This game has no phases. Leave phases out.")
    if scoring.held or not (rules.hand.throws and scoring.leftover_decides):
        yield "hands", say("In this game enter what is left. Leave hands out.")
