"""The count and the verdict of a hand, shown before it is recorded."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scorepad.core.cards import Card
from scorepad.core.check import check
from scorepad.core.first_melds import no_first_meld
from scorepad.core.verdicts import Judgement
from scorepad.tables.judging import DeclaredHand, HandPlace, IllegalMelds, UnclearHand, first_meld_need
from scorepad.tables.recording import JudgedHand, judge_in_deal
from scorepad.web.faces import points
from scorepad.web.recording.arrangement import Arrangement


@dataclass(frozen=True)
class HandCount:
    """A hand counted and judged as it will be recorded.

    at           where it goes out
    hand         the hand to be recorded; None if no player is picked
    arrangement  its melds, and the cards left
    times        the multiplier of going out; None if no player is picked
    retires      whether players retire instead of going out, and may keep cards (L4)
    """

    at: HandPlace
    hand: DeclaredHand | None
    arrangement: Arrangement
    times: int | None
    retires: bool

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards left in hand."""
        plain = self.hand is not None and self.hand.points is not None
        return self.arrangement.left if self.retires and not plain else ()

    @cached_property
    def judged(self) -> JudgedHand | None:
        """The hand as it will be recorded; None if there is nothing to count yet."""
        if self.hand is None:
            return None
        try:
            return judge_in_deal(self.at, self.hand)
        except UnclearHand:
            return None

    @cached_property
    def verdict(self) -> Judgement | None:
        """The verdict on the melds; None if there are none."""
        if self.judged:
            return self.judged.verdict
        # Before a player is picked the melds are judged all the same.
        melds = self.arrangement.melds
        return check(self.at.rules, melds) if melds else None

    @cached_property
    def multiplier(self) -> int:
        """The multiplier of going out."""
        if self.judged is None or self.times is None:
            return 0
        return self.judged.recorded.multiplier_from(self.times)

    @cached_property
    def sum(self) -> str:
        """The arithmetic, `(28 + 6 + 24) × 3 = 174`; empty if there is nothing to count yet."""
        return f"{self._sum_words} = {self.score}" if self.score else ""

    @cached_property
    def score(self) -> str:
        """The score that will be recorded; empty if there is nothing to count yet."""
        return points(self.judged.recorded.points * self.multiplier) if self.judged else ""

    @property
    def _sum_words(self) -> str:
        terms = self._sum_terms
        added = " + ".join(map(points, terms))
        if self.retires:
            return f"{added} − {points(self.judged.recorded.left_value if self.judged else 0)}"
        return f"({added}) × {self.multiplier}" if len(terms) > 1 else f"{added} × {self.multiplier}"

    @property
    def _sum_terms(self) -> list[int]:
        """The terms of the sum: melds and bonuses, or the points as typed."""
        if self.judged is None:
            return []
        recorded = self.judged.recorded
        bonus_points = [bonus.points for bonus in recorded.bonuses]
        if recorded.melds is None:
            # The points recorded hold the bonuses, which the sum names one by one.
            told = recorded.points - sum(bonus_points)
            return [each for each in (told, *bonus_points) if each] or [0]
        return [each for each in (*recorded.meld_points, *bonus_points) if each] or [0]

    @cached_property
    def cannot_go_out(self) -> str:
        """Why no laying of the cards goes out; empty if one does (H13)."""
        if self.hand is None or self.hand.points is not None:
            return ""
        laid_cards = (laid.card for meld in self.arrangement.melds or () for laid in meld)
        needed = first_meld_need(self.at, self.hand.player)
        findings = no_first_meld(self.at.rules, [*laid_cards, *self.arrangement.left], needed)
        return findings[0].sentence if findings else ""

    @property
    def warnings(self) -> list[str]:
        """Sentences on cards of which the hand, or the deal's hands together, show more than the packs hold
        (P1)."""
        findings = self._refusal.findings if self._refusal else ()
        return [finding.sentence for finding in findings if finding.clause == "P1"]

    @property
    def disputable(self) -> bool:
        """Whether the pack audit alone forbids recording (P1)."""
        return self._refusal is not None and self._refusal.disputable

    @property
    def _refusal(self) -> IllegalMelds | None:
        """The refusal that recording would raise; None if it would not."""
        return self.judged.refusal if self.judged else None
