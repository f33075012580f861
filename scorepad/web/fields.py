"""Fields of forms and addresses as they are sent."""

from __future__ import annotations

from collections.abc import Collection

from flask import request

from scorepad.core.log.multipliers import MOST_SEATS

LONGEST_ADDRESS = 3000  # servers refuse request lines of more than 4,094 bytes
CARDS, MELDS, LEFT = "cards", "melds", "left"
"""Fields of pads: the cards of a hand, and at the end of a deal each player's melds and cards left."""
PADS_OF_SEAT = (LEFT, MELDS)
OF_SEAT = (*PADS_OF_SEAT, "number", "melded", "tiles", "unopened")
"""What a player has when a deal is over: `left-2` is that of the third seat."""
OF_DEAL = ("winner", "rummy", "note")
OF_PAD = ("at", "side")
"""The player whose cards the pad writes, and which of them."""
OF_HAND = ("points", "note", "concealed")
OF_GROUP = ("who", "what")
"""Whose a group of a whole table is, and what: `who-2` is that of the third group."""
GROUPS, PICTURES, SHARED = "groups", "pictures", "shared"
"""The groups of a whole table, the photos that show them, and whether the page shares them or still takes
them."""
EVIDENCE = "photo"
"""The photos that a hand was read from, for a table that keeps them."""
DISPUTED = "disputed"
"""What the button that records against the pack audit sends as `record` (P1)."""


def sent() -> dict[str, str]:
    """The fields of the form or of the address; of one sent twice the last: the button, or the tick."""
    fields = request.form if request.method == "POST" else request.args
    return {name: values[-1] for name, values in fields.lists()}


def seat_of(name: str, kinds: Collection[str] = OF_SEAT) -> int | None:
    """The seat that a field is of, where it is one of those kinds: 2 of `left-2`."""
    seat = _number_of(name, kinds)
    return seat if seat is not None and seat < MOST_SEATS else None


def group_of(name: str) -> int | None:
    """The group that a field is of: 2 of `who-2`."""
    return _number_of(name, OF_GROUP)


def _number_of(name: str, kinds: Collection[str]) -> int | None:
    kind, _, number = name.partition("-")
    return whole_number(number, digits=3) if kind in kinds else None


def whole_number(text: str, digits: int = 9) -> int | None:
    """A number of at most so many digits as a field has it; None where it is none."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= digits else None
