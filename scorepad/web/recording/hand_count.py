"""What a hand that goes out counts, as its page says before it is recorded: its sum and its judgement."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from scorepad.core.bonuses import concealed_bonuses
from scorepad.core.cards import Card
from scorepad.core.check import check
from scorepad.core.first_melds import no_first_meld
from scorepad.core.log.deal import Deal
from scorepad.core.log.entries import Entry
from scorepad.core.log.table import Table
from scorepad.core.rules import Rules
from scorepad.core.values import left_value
from scorepad.core.verdicts import Judgement
from scorepad.tables.judging import IllegalMelds, LyingBeside, first_meld_need, refuse_illegal
from scorepad.web.faces import points
from scorepad.web.recording.arrangement import Arrangement


@dataclass(frozen=True)
class HandCount:
    """A hand in the deal that it belongs to, in place of the entry `replaced`.

    plain       points told in place of cards
    beside      melds of partners, which these may interlock with (I7, I8)
    multiplier  what going out counts; None while nobody is picked
    """

    rules: Rules = field(repr=False)
    table: Table = field(repr=False)
    deal: Deal = field(repr=False)
    replaced: Entry | None
    player: int | None
    arrangement: Arrangement
    plain: int | None
    concealed: bool
    beside: LyingBeside
    multiplier: int | None

    @property
    def retires(self) -> bool:
        """Whether players retire, and may keep cards in hand (L4)."""
        return self.rules.deal.scoring == "retiring"

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards that stay in hand."""
        return self.arrangement.left if self.retires and self.plain is None else ()

    @cached_property
    def verdict(self) -> Judgement | None:
        """The judgement of what will be recorded."""
        melds = self.arrangement.melds
        return check(self.rules, melds, self.beside.partners, self.beside.partners_out) if melds else None

    @cached_property
    def sum(self) -> str:
        """The arithmetic, `(28 + 6 + 24) × 3 = 174`; empty while there is nothing to count."""
        return f"{self._sum_words} = {self.score}" if self.score else ""

    @cached_property
    def score(self) -> str:
        """The score that will be recorded; empty while there is nothing to count."""
        if not self._sum_terms or self.multiplier is None:
            return ""
        if self.retires:
            return points(sum(self._sum_terms) - left_value(self.rules, self.left))
        return points(sum(self._sum_terms) * self.multiplier)

    @property
    def _sum_words(self) -> str:
        added = " + ".join(points(term) for term in self._sum_terms)
        if self.retires:
            return f"{added} − {points(left_value(self.rules, self.left))}"
        return (
            f"({added}) × {self.multiplier}" if len(self._sum_terms) > 1 else f"{added} × {self.multiplier}"
        )

    @cached_property
    def _sum_terms(self) -> list[int]:
        """What is added up: melds, bonuses, or the points told."""
        concealed_bonuses_earned = concealed_bonuses(self.rules) if self.concealed else ()
        concealed_terms = [bonus.points for bonus in concealed_bonuses_earned]
        if self.plain is not None:
            return [self.plain, *concealed_terms]
        if self.verdict is None:
            return [0] if self.left else []
        bonuses = [bonus.points for bonus in self.verdict.bonuses]
        return [*(meld.points for meld in self.verdict.melds), *bonuses, *concealed_terms]

    @cached_property
    def cannot_go_out(self) -> str:
        """Why the cards cannot go out however they are laid; empty where they can (H13)."""
        if self.player is None or self.plain is not None:
            return ""
        cards = [
            *(laid.card for meld in self.arrangement.melds or () for laid in meld),
            *self.arrangement.left,
        ]
        needed = first_meld_need(self.rules, self.deal, self.player, self.replaced)
        findings = no_first_meld(self.rules, cards, needed)
        return findings[0].sentence if findings else ""

    @property
    def warnings(self) -> list[str]:
        """Cards of which the hand, or all hands of the deal, show more than the packs hold (P1)."""
        findings = self._refusal_of_hand.findings if self._refusal_of_hand else ()
        return [finding.sentence for finding in findings if finding.clause == "P1"]

    @property
    def disputable(self) -> bool:
        """Whether nothing but the pack audit speaks against recording (P1)."""
        return self._refusal_of_hand is not None and self._refusal_of_hand.disputable

    @cached_property
    def _refusal_of_hand(self) -> IllegalMelds | None:
        """What the service will say against it."""
        if self.verdict is None or self.plain is not None:
            return None
        verdict_and_entry, rules_and_deal = (self.verdict, self.replaced), (self.rules, self.table, self.deal)
        try:
            refuse_illegal(
                *rules_and_deal,
                *verdict_and_entry,
                left=self.left,
                player=self.player,
                to_follow=self.arrangement.to_follow,
            )
        except IllegalMelds as error:
            return error
        return None
