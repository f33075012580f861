"""The pads of pages: each page with a pad declares it beside its address, and photos are read for it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from flask import Blueprint

from scorepad.web.fields import PADS_OF_SEAT, seat_of


@dataclass(frozen=True, slots=True)
class PagePad:
    """The pad of a page.

    fields    the fields that it writes; empty: those of each seat, `left-2`
    of_table  the page belongs to a table; else it is that of a question
    lays      melds of the hand can be laid there and judged
    records   its content will be recorded in the table's log
    shares    its melds are groups of a whole table
    """

    fields: Collection[str] = ()
    of_table: bool = True
    lays: bool = False
    records: bool = True
    shares: bool = False

    def writes(self, field: str) -> bool:
        """Whether it writes that field."""
        return field in self.fields if self.fields else seat_of(field, PADS_OF_SEAT) is not None


_PADS: dict[str, PagePad] = {}


def declare_pad(blueprint: Blueprint, *views: str, pad: PagePad) -> None:
    """Declare the pad of pages of the blueprint, by the names of their views."""
    _PADS.update({f"{blueprint.name}.{view}": pad for view in views})


def pad_at(endpoint: str) -> PagePad | None:
    """The pad of the page; None if it has none."""
    return _PADS.get(endpoint)
