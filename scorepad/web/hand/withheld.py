"""Tables that agreed on no advice before going out: until then their players' phones find no melds."""

from __future__ import annotations

from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.tables import service
from scorepad.web.people import access
from scorepad.web.requests import store

NEWEST_TABLES = 3  # of a phone, at which its player may be sitting


def table_without_advice() -> Table | None:
    """A table that this phone plays at and may not ask for yet; None where it may ask."""
    for table_id in access.joined_tables()[-NEWEST_TABLES:]:
        try:
            table = service.table(store(), table_id)
        except ScorepadError:
            continue
        seat = access.phone(table_id).seat
        if table.manners.no_advice and seat is not None and is_still_in(table, seat):
            return table
    return None


def is_still_in(table: Table, seat: int) -> bool:
    """Whether the player has cards in hand as far as the pad knows."""
    deal = table.deal
    return not deal.ended and deal.plays(seat) and deal.entry_of(seat) is None
