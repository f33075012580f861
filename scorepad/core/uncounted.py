"""The fields of an ended deal that its game does not count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorepad.core.rules import Rules
from scorepad.core.scoring.player_counts import PLAYER_COUNTS
from scorepad.core.sentence import Sentence, say

OWN_FIELDS = ("maal", "seen", "sambas", "no_melds", "order", "u")
"""Fields that some ways of scoring have by themselves."""
_CARDS = ("left", "collected", "taken", "melded", "tiles")


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
    """Each uncounted field with the reason."""
    scoring = rules.scoring
    for name in _CARDS:
        if name not in scoring.counts:
            yield name, _not_counted(name) if scoring.final.has_cards else _no_cards(name)
    if "tally" in scoring.counts:
        yield "points", say("The columns give the points. Enter those in {field}.", field="tally")
    elif "points" not in scoring.counts:
        yield "points", say("In this game the cards give the points. Leave points out.")
    for name in ("tally", "round"):
        if name not in scoring.counts:
            yield name, say("This game isn’t entered in columns. Leave {field} out.", field=name)
    own = scoring.own_fields.names if scoring.own_fields else ()
    for name in OWN_FIELDS:
        if name not in own:
            yield name, _not_counted(name)
    for count in PLAYER_COUNTS:
        if count not in scoring.player_counts:
            yield count.id, count.uncounted
    if "phases" not in scoring.counts:
        yield "phases", say("This game has no phases. Leave phases out.")
    if not (scoring.final.from_hand and rules.hand.throws and scoring.leftover_decides):
        yield "hands", say("In this game enter what is left. Leave hands out.")


def _not_counted(name: str) -> Sentence:
    return say("This game doesn’t count {field}. Leave {field} out.", field=name)


def _no_cards(name: str) -> Sentence:
    return say("This game has no cards. Leave {field} out and enter points.", field=name)
