"""What a hand that goes out counts, as its page says before it is recorded: its sum and its judgement."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from scorepad.core.cards import Card
from scorepad.core.check import check
from scorepad.core.first_melds import no_first_meld
from scorepad.core.log.multipliers import concealed_multiplier
from scorepad.core.verdicts import Judgement
from scorepad.tables.judging import IllegalMelds, UnclearHand, first_meld_need
from scorepad.tables.recording import JudgedHand, judge_in_deal
from scorepad.web.faces import points

if TYPE_CHECKING:
    from scorepad.web.recording.going_out import HandForm


@dataclass(frozen=True)
class HandCount:
    """The hand of a form, counted and judged."""

    form: HandForm

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards that stay in hand."""
        hand = self.form.declared_hand
        plain = hand is not None and hand.points is not None
        return self.form.arrangement.left if self.form.retires and not plain else ()

    @cached_property
    def judged(self) -> JudgedHand | None:
        """The hand as it will be recorded; None while there is nothing to count."""
        form, hand = self.form, self.form.declared_hand
        if hand is None:
            return None
        try:
            return judge_in_deal(form.at, hand)
        except UnclearHand:
            return None

    @cached_property
    def verdict(self) -> Judgement | None:
        """The judgement of the melds."""
        if self.judged:
            return self.judged.verdict
        melds = self.form.arrangement.melds
        return check(self.form.rules, melds) if melds else None

    @property
    def multiplier(self) -> int:
        """What going out counts, concealed or not (H11)."""
        if self.judged is None or self.form.times is None:
            return 0
        return concealed_multiplier(self.form.times, self.judged.recorded.added, self.judged.recorded.factor)

    @cached_property
    def sum(self) -> str:
        """The arithmetic, `(28 + 6 + 24) × 3 = 174`; empty while there is nothing to count."""
        return f"{self._sum_words} = {self.score}" if self.score else ""

    @cached_property
    def score(self) -> str:
        """The score that will be recorded; empty while there is nothing to count."""
        return points(self.judged.recorded.points * self.multiplier) if self.judged else ""

    @property
    def _sum_words(self) -> str:
        added = " + ".join(points(term) for term in self._sum_terms)
        if self.form.retires:
            return f"{added} − {points(self.judged.recorded.left_value if self.judged else 0)}"
        return (
            f"({added}) × {self.multiplier}" if len(self._sum_terms) > 1 else f"{added} × {self.multiplier}"
        )

    @property
    def _sum_terms(self) -> list[int]:
        """What is added up: melds, bonuses, or the points told."""
        if self.judged is None:
            return []
        recorded = self.judged.recorded
        bonus_points = [bonus.points for bonus in recorded.bonuses]
        if recorded.melds is None:
            return [recorded.points - sum(bonus_points), *bonus_points]
        return [*recorded.meld_points, *bonus_points] or [0]

    @cached_property
    def cannot_go_out(self) -> str:
        """Why the cards cannot go out however they are laid; empty where they can (H13)."""
        form, hand = self.form, self.form.declared_hand
        if hand is None or hand.points is not None:
            return ""
        laid_cards = (laid.card for meld in form.arrangement.melds or () for laid in meld)
        needed = first_meld_need(form.at, hand.player)
        findings = no_first_meld(form.rules, [*laid_cards, *form.arrangement.left], needed)
        return findings[0].sentence if findings else ""

    @property
    def warnings(self) -> list[str]:
        """Cards of which the hand, or all hands of the deal, show more than the packs hold (P1)."""
        findings = self._refusal.findings if self._refusal else ()
        return [finding.sentence for finding in findings if finding.clause == "P1"]

    @property
    def disputable(self) -> bool:
        """Whether nothing but the pack audit speaks against recording (P1)."""
        return self._refusal is not None and self._refusal.disputable

    @property
    def _refusal(self) -> IllegalMelds | None:
        """What the service will say against it."""
        return self.judged.refusal if self.judged else None
