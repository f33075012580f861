"""Phrases that the sentences of several kinds of events share (A3)."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.core.log.entries import Ending, Entry, RecordedEnding, RecordedHand
from scorepad.core.phrasing import list_words, show_number
from scorepad.core.scoring import EndingWords
from scorepad.core.sentence import say


def result_words(entry: Entry, words: EndingWords, place: str = "") -> str:
    """What came of a hand: `went out: 34 × 2 = 68`; `place` is that of a hand told later, in words."""
    return list_words(
        (
            _out_words(entry, words, place),
            say("melds to follow") if entry.to_follow else "",
            say("disputed") if entry.disputed else "",
        )
    )


def _out_words(entry: Entry, words: EndingWords, place: str) -> str:
    points = show_number(entry.points)
    if entry.left is not None:
        return words.hand_worth(points, place)
    score = f"{points} × {entry.multiplier} = {show_number(entry.score)}"
    if entry.concealed:
        if not place:
            return say("went out concealed: {score}", score=score)
        return say("went out concealed {place}: {score}", place=place, score=score)
    return words.hand_worth(score, place)


def scores_of(names: Sequence[str], ending: Ending) -> str:
    """Everybody's score: `Ann 34, Ben 0`."""
    return ", ".join(f"{names[hand.player]} {show_number(hand.score)}" for hand in ending.hands)


def difference_words(old: Entry, new: Entry, names: Sequence[str]) -> str:
    """What a correction changed of an entry."""
    changed_parts = [say("it was {name}", name=names[new.player])] if old.player != new.player else []
    new_points = show_number(new.points)
    if old.points != new.points:
        changed_parts.append(say("{old} → {new} points", old=show_number(old.points), new=new_points))
    elif (old.melds, old.left) != (new.melds, new.left):
        changed_parts.append(say("other cards, {points} points as before", points=new_points))
    if old.note != new.note:
        changed_parts.append(say("the note"))
    return list_words([*changed_parts, *dispute_words(old, new)]) or say("nothing changed")


def dispute_words(old: RecordedHand | RecordedEnding, new: RecordedHand | RecordedEnding) -> list[str]:
    """Whether a correction began a dispute over the cards, or ended it."""
    if old.disputed == new.disputed:
        return []
    return [say("disputed") if new.disputed else say("no longer disputed")]
