"""Read lists in option texts: the points of ranks, as `2=20 A=15`, and the first melds of each deal, as `S3
S3, S3 R4`."""

from __future__ import annotations

import re

from scorepad.core.notation import read_ranks
from scorepad.core.packs import Pack
from scorepad.core.phrasing import split_list
from scorepad.core.rule_parts import Contract, Item
from scorepad.rulebook.own_game.bounds import MOST_POINTS

MOST_CONTRACTS = 20
_ITEM = re.compile(r"([SR])([1-9][0-9]?)?", re.ASCII)
_USUAL_SIZE = {"S": 3, "R": 4}


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


def read_contracts(text: str, *, longer: bool) -> tuple[Contract, ...] | None:
    """Return the contract of each deal, deals being separated by commas; None if one is faulty."""
    deals = [deal.split() for deal in text.upper().split(",")] if text.strip() else []
    if len(deals) > MOST_CONTRACTS or any(not 1 <= len(deal) <= 6 for deal in deals):
        return None
    matches = [[_ITEM.fullmatch(item) for item in deal] for deal in deals]
    if not all(all(items) for items in matches):
        return None
    return tuple(Contract(tuple(_item(match) for match in items if match), longer) for items in matches)


def _item(match: re.Match[str]) -> Item:
    size = int(match[2] or _USUAL_SIZE[match[1]])
    return ("set", size) if match[1] == "S" else ("run", size)
