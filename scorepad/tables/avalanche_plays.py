"""Service: plays of Avalanche at a table, each told as it is made and judged by those before it (V1-V5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorepad.core.log.avalanche_course import Course, opening
from scorepad.core.log.table import Table
from scorepad.store.engine import Engine
from scorepad.tables.operations import Operation


def tell(
    store: Engine,
    id: str,
    key: str,
    *,
    player: int,
    cards: Sequence[str],
    by: str,
    op: str,
    expected: int | None,
) -> Table:
    """The player in turn plays cards of these ranks, or draws one where there are none (V2).

    Raises Refused for a play that may not be, with the reason, and what every change raises.
    """

    def avalanche(table: Table) -> dict[str, Any]:
        return {"deal": table.deal.number, "player": player, "cards": list(cards)}

    return Operation(store, id, key, by, op, expected).do("avalanche", avalanche)


def course_of(table: Table) -> Course:
    """How the current deal has gone; before its first play, how it begins. Raises DoesNotGoRound."""
    return table.deal.course or opening(table.options, len(table.players), table.deal.dealer)
