"""Every meld of runs that a hand can lay, card by card as the rules say: slow and obvious (H1, H14, H15)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from scorepad.core.cards import Card, Track
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.proofs.certificates import NotChecked

_MOST_STEPS = 300_000

MeldUses = tuple[int, ...]  # by kind of the hand, in its order: how many cards a meld takes


class PlainMelds:
    """The melds of a hand: for each use of its cards the most points that one is worth.

    Melds that end in a wild are left out: without it they are legal too and worth the same, and the wild may
    be left over (H14, H17). Raises NotChecked where there are too many.
    """

    def __init__(self, rules: Rules, hand: Counter[Card]) -> None:
        self.rules, self.kinds = rules, tuple(sorted(hand))
        self.points_by_uses: dict[MeldUses, int] = {}
        self._cards_left, self._step_count = Counter(hand), 0
        for track in melding_of(rules).tracks:
            for start in range(len(track.cards)):
                self._grow_melds(track, start, [], [])

    def _grow_melds(self, track: Track, place: int, cards: list[Card], naturals: list[bool]) -> None:
        """Lay every card of the hand that may lie at the next place of the track, and go on."""
        self._step_count += 1
        if self._step_count > _MOST_STEPS:
            raise NotChecked("there are too many melds to list")
        if track.circular:
            place %= len(track.cards)
        elif place == len(track.cards):
            return
        kind = track.cards[place]
        for card in self.kinds:
            as_itself = card == kind
            if self._cards_left[card] and (
                as_itself or (cards and kind in melding_of(self.rules).reach(card))
            ):
                self._cards_left[card] -= 1
                self._list_meld([*cards, card], [*naturals, as_itself])
                self._grow_melds(track, place + 1, [*cards, card], [*naturals, as_itself])
                self._cards_left[card] += 1

    def _list_meld(self, cards: list[Card], naturals: list[bool]) -> None:
        if naturals[-1] and wilds_may_lie(self.rules, naturals):
            meld_uses = tuple(cards.count(kind) for kind in self.kinds)
            meld_points = self.rules.values.schedule.value(sum(naturals))
            self.points_by_uses[meld_uses] = max(meld_points, self.points_by_uses.get(meld_uses, meld_points))


def wilds_may_lie(rules: Rules, naturals: list[bool]) -> bool:
    """Whether naturals and wilds may lie in this order: a wild beside two naturals, or wilds apart (H15)."""
    wilds = rules.wilds
    side_by_side = any(before and after for before, after in pairwise(naturals))
    wilds_touch = any(not before and not after for before, after in pairwise(naturals))
    joined = all(naturals) or not wilds.adjacent_naturals or side_by_side
    return any(naturals) and joined and not (wilds.wilds_apart and wilds_touch)
