"""Service: hands judged anew when one that their points rest on is changed (A3, I7).

The melds of partners who are out already may interlock with those of a player who goes out. So a correction,
a removal, a hand put back or added later, and another order of going out change what later hands are worth.
Multipliers, ends of deals and totals need nothing of this: they follow from the order of going out.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.core.cards import Meld
from scorepad.core.log.table import Entry, Table
from scorepad.core.rules import Rules
from scorepad.games import find
from scorepad.tables.judging import Hand, bonus_fields, judged, lying, read
from scorepad.tables.operations import Data

WORTH = ("points", "meld_points", "bonuses")


def rejudged(before: Table, after: Table) -> Iterator[tuple[str, Data]]:
    """The events that set right every hand whose points rest on other melds since the last event."""
    rules = find(after.game).rules(after.options)
    if not rules.bonuses.interlocks:
        return
    for old, new in zip(before.deals, after.deals, strict=True):
        if old.entries != new.entries:
            rested = {entry.number: lying(rules, before, old, entry.player, entry) for entry in old.entries}
            for entry in new.entries:
                rests = lying(rules, after, new, entry.player, entry)
                if entry.melds is not None and rests != rested.get(entry.number):
                    yield from _judged_anew(rules, after, entry, rests)


def _judged_anew(
    rules: Rules, table: Table, entry: Entry, rests: tuple[Meld, ...]
) -> Iterator[tuple[str, Data]]:
    """The event that says what the entry is worth beside those melds, unless it is worth that already."""
    melds = read(rules, entry.melds)
    hand = Hand(entry.player, melds, None, concealed=entry.concealed, to_follow=entry.to_follow)
    _, fields = judged(rules, hand, rests)
    worth = {name: fields[name] for name in WORTH}
    if worth != _worth(entry):
        yield "rejudged", {"entry": entry.number, "because": table.head, **worth}


def _worth(entry: Entry) -> Data:
    return {
        "points": entry.points,
        "meld_points": list(entry.meld_points),
        "bonuses": bonus_fields(entry.bonuses),
    }
