"""Read the points of ranks in an option's text, as `2=20 A=15`."""

from __future__ import annotations

import re

from scorepad.core.notation import read_ranks
from scorepad.core.packs import Pack
from scorepad.core.phrasing import split_list
from scorepad.rulebook.own_game.bounds import MOST_POINTS


def read_counts(text: str, pack: Pack) -> tuple[tuple[str, int], ...] | None:
    """Return the points of each rank; None if a piece is faulty."""
    counted: dict[str, int] = {}
    for piece in split_list(text):
        written_rank, _, number = piece.partition("=")
        ranks, strange = read_ranks(written_rank, pack)
        if strange or len(ranks) != 1 or not re.fullmatch("[0-9]{1,3}", number, re.ASCII):
            return None
        if int(number) > MOST_POINTS:
            return None
        counted[ranks[0]] = int(number)
    return tuple(counted.items())
