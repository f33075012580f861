"""Phrases that the sentences of several kinds of events share (A3)."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.core.log.entries import Ending, Entry, RecordedEnding, RecordedHand
from scorepad.core.phrasing import show_number

ORDINALS = ("1st", "2nd", "3rd", *(f"{place}th" for place in range(4, 21)))


def result_words(entry: Entry, place: str = "") -> str:
    """What came of a hand: `went out: 34 × 2 = 68`; `place` is that of a hand told later, in words."""
    place_words = f" {place}" if place else ""
    if entry.left is not None:
        return f"retired{place_words}: {show_number(entry.points)}{_entry_remarks(entry)}"
    concealed_words = " concealed" if entry.concealed else ""
    score_words = f"{show_number(entry.points)} × {entry.multiplier} = {show_number(entry.score)}"
    return f"went out{concealed_words}{place_words}: {score_words}{_entry_remarks(entry)}"


def _entry_remarks(entry: Entry) -> str:
    """What must be known of a score: that its melds are still to be found, that its cards are disputed."""
    return (", melds to follow" if entry.to_follow else "") + (", disputed" if entry.disputed else "")


def scores_of(names: Sequence[str], ending: Ending) -> str:
    """Everybody's score: `Ann 34, Ben 0`."""
    return ", ".join(f"{names[hand.player]} {show_number(hand.score)}" for hand in ending.hands)


def difference_words(old: Entry, new: Entry, names: Sequence[str]) -> str:
    """What a correction changed of an entry."""
    changed_parts = [f"it was {names[new.player]}"] if old.player != new.player else []
    if old.points != new.points:
        changed_parts.append(f"{show_number(old.points)} → {show_number(new.points)} points")
    elif (old.melds, old.left) != (new.melds, new.left):
        changed_parts.append(f"other cards, {show_number(new.points)} points as before")
    if old.note != new.note:
        changed_parts.append("the note")
    return ", ".join([*changed_parts, *dispute_words(old, new)]) or "nothing changed"


def dispute_words(old: RecordedHand | RecordedEnding, new: RecordedHand | RecordedEnding) -> list[str]:
    """Whether a correction began a dispute over the cards, or ended it."""
    if old.disputed == new.disputed:
        return []
    return ["disputed" if new.disputed else "no longer disputed"]
