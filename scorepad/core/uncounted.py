"""What may be said of a deal that is over, and its game does not count."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, say


def uncounted_fields(rules: Rules) -> dict[str, Sentence]:
    """Why a field of a deal is to be left out, by its name in a question of `score`."""
    return dict(_reasons(rules))


def _reasons(rules: Rules) -> Iterator[tuple[str, Sentence]]:
    """Each such field with the reason; the last one of a field holds."""
    scoring = rules.scoring
    counted = {
        "collected": not scoring.lays_melds,
        "melded": scoring.counts_melded,
        "tiles": scoring.ranks_by_tiles,
    }
    for name in (name for name, is_counted in counted.items() if not is_counted):
        yield name, say("This game doesn’t count {field}. Leave {field} out.", field=name)
    if scoring.types_points:
        for name in ("left", *counted):
            yield name, say("This game has no cards. Leave {field} out and enter points.", field=name)
    else:
        yield "points", say("In this game the cards give the points. Leave points out.")
    if not scoring.canasta_kinds:
        yield "canastas", say("No canastas count in this game. Leave {field} out.", field="canastas")
    if not scoring.counts_threes:
        yield "red_threes", say("Red threes don’t count in this game. Leave red_threes out.")
    if not scoring.counts_phases:
        yield "phases", say("This game has no phases. Leave phases out.")
    if not (rules.hand.throws and scoring.leftover_decides):
        yield "hands", say("In this game enter what is left. Leave hands out.")
