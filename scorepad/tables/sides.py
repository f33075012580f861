"""Service: a deal recorded for single players, converted for the partners that they are by now.

If the cards of partners count together, a side's result is recorded with its first player, and the hands of
the others are empty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorepad.core.log.event_data import Refused
from scorepad.core.phrasing import join_words
from scorepad.core.scoring.ended_deal import (
    NEVER_OPENED,
    PHASE_MADE,
    PlayerShare,
    SeatedDeal,
    notes_told,
)
from scorepad.core.sentence import say

Groups = Sequence[Sequence[int]]
NO_SHARE = PlayerShare()


def parted_words(names: Sequence[str]) -> str:
    """The sentence that these partners can’t be parted."""
    return say(
        "{names} scored together, so who had what isn’t known. Let them stay partners.",
        names=join_words(names, "and"),
    )


def as_sides(ended: SeatedDeal, groups: Groups) -> SeatedDeal:
    """The deal with the results of each side added up."""
    first_of = {seat: group[0] for group in groups for seat in group}
    hands = dict.fromkeys(ended.hands, NO_SHARE)
    for seat, share in ended.hands.items():
        first = first_of[seat]
        hands[first] = share if hands[first] is NO_SHARE else _together(hands[first], share)
    return replace(
        ended,
        hands=hands,
        winner=None if ended.winner is None else first_of[ended.winner],
        notes=notes_told(
            {first_of[seat]: note for seat, note in ended.own_notes.items()},
            {
                NEVER_OPENED: ended.noted(NEVER_OPENED),
                PHASE_MADE: {first_of[seat] for seat in ended.noted(PHASE_MADE)},
            },
        ),
    )


def _together(first: PlayerShare, second: PlayerShare) -> PlayerShare:
    """The results of two partners added up."""
    return PlayerShare(
        _sum(first.melded, second.melded),
        _sum(first.left, second.left),
        counts=Counter(first.counts) + Counter(second.counts),
    )


def _sum(first: Any, second: Any) -> Any:
    """Two results of one kind, cards or points, added up. Raises Refused for cards with points."""
    if isinstance(first, int) and isinstance(second, int):
        return first + second
    if isinstance(first, int) or isinstance(second, int):
        # Nothing is nothing, told in either way.
        if not first or not second:
            return first or second
        raise Refused(
            say("One partner’s cards were entered, and only the points of the other. Enter both alike first.")
        )
    return first + second
