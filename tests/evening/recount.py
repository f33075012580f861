"""An evening's totals counted again from the exported log, with nothing of the app's own arithmetic."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

RANKS = "A23456789TJQK"


def meld_points(meld: Sequence[str]) -> int:
    """1 + 2 + … for cards of one suit in order round the corner; anything else is a fault of the log."""
    assert len({card[-1] for card in meld}) == 1, meld
    places = [RANKS.index(card[0]) for card in meld]
    assert all((after - before) % 13 == 1 for before, after in itertools.pairwise(places)), meld
    return sum(range(1, len(meld) + 1))


def totals(log: Sequence[Mapping[str, Any]]) -> list[int]:
    """Each player's total by the log's events, corrections and undo included."""
    taken_back = {event["data"]["event"] for event in log if event["kind"] == "undone"}
    events = [event for event in log if event["number"] not in taken_back and event["kind"] != "undone"]
    opened = events[0]["data"]
    entries = {event["number"]: dict(event["data"]) for event in events if event["kind"] == "out"}
    for event in events:
        if event["kind"] == "corrected":
            entries[event["data"]["entry"]] |= {
                name: event["data"][name] for name in ("player", "melds", "points")
            }
        elif event["kind"] == "removed":
            del entries[event["data"]["entry"]]
    scores = [0] * len(opened["players"])
    for deal in {entry["deal"] for entry in entries.values()}:
        order = [entry for _, entry in sorted(entries.items()) if entry["deal"] == deal]
        for place, entry in enumerate(order):
            gone = {earlier["player"] for earlier in order[:place]}
            scores[entry["player"]] += _points(entry) * _opponents(opened, entry["player"], gone)
    return scores


def _points(entry: Mapping[str, Any]) -> int:
    return entry["points"] if entry["melds"] is None else sum(map(meld_points, entry["melds"]))


def _opponents(opened: Mapping[str, Any], player: int, gone: set[int]) -> int:
    partners = next(group for group in opened["partnerships"] if player in group)
    return sum(other not in partners and other not in gone for other in range(len(opened["players"])))
