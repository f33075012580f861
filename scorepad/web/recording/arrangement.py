"""How the cards of a hand will be recorded: as found, as the page showed them, as before, or most plainly;
and what they count, as the page says before: their sum and its judgement.

What the page showed is what is sent, and the referee judges it; recording asks the search for nothing (A4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from scorepad.core.card_text import read_canonical_melds, write_cards, write_melds
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check
from scorepad.core.first_melds import no_first_meld
from scorepad.core.log.entries import Entry
from scorepad.core.log.multipliers import concealed_multiplier
from scorepad.core.notation import OWN_LETTERS, read_cards
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.core.verdicts import Judgement
from scorepad.tables.judging import IllegalMelds, UnclearHand, entry_cards, first_meld_need
from scorepad.tables.recording import JudgedHand, judge_in_deal
from scorepad.web.faces import points
from scorepad.web.hand.typed_cards import TypedCards

if TYPE_CHECKING:
    from scorepad.web.recording.going_out import HandForm


MELDS, CARDS, FOLLOWS = "shown", "shown_for", "follows"
OTHER_CARDS = say(
    "The melds on that page were for other cards. These cards are recorded, and you can add their "
    "melds later."
)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The melds, None while there are none, and the cards left in hand.

    `to_follow` says that the melds only stand in for those that are still to be found (A4).
    """

    melds: tuple[Meld, ...] | None
    left: tuple[Card, ...] = ()
    to_follow: bool = False


@dataclass(frozen=True, slots=True)
class ShownMelds:
    """The melds that a page showed, and the cards of the hand that it showed them for, as its form sends them
    back. Both are empty where it showed none: the cards came after it. `to_follow` says that they only stand
    in for those that are still to be found (A4)."""

    melds: TypedCards
    hand: TypedCards
    to_follow: bool = False

    @property
    def empty(self) -> bool:
        return not (self.melds.text.strip() or self.hand.text.strip())

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards that are in none of the melds."""
        return tuple((Counter(self.hand.cards) - Counter(self.melds.cards)).elements())

    def fits(self, cards: Sequence[Card]) -> bool:
        """Whether they were shown for these cards, and hold no others."""
        shown_cards, strange_cards = Counter(self.hand.cards), Counter(self.melds.cards) - Counter(cards)
        return shown_cards == Counter(cards) and not strange_cards and bool(self.melds.melds or shown_cards)

    def fields(self) -> dict[str, str]:
        """What the form carries."""
        return {MELDS: self.melds.text, CARDS: self.hand.text, FOLLOWS: "1" if self.to_follow else ""}


def shown_for(
    rules: Rules, melds: Sequence[Meld] = (), cards: Sequence[Card] = (), *, to_follow: bool = False
) -> ShownMelds:
    """The melds that a page shows for the cards."""
    return ShownMelds(
        TypedCards(rules, write_melds(melds), letters=OWN_LETTERS),
        TypedCards(rules, write_cards(cards), letters=OWN_LETTERS),
        to_follow,
    )


def read_shown(rules: Rules, args: Mapping[str, str]) -> ShownMelds:
    """What the page showed, as its form says."""
    melds, cards = (TypedCards(rules, args.get(name, ""), letters=OWN_LETTERS) for name in (MELDS, CARDS))
    return ShownMelds(melds, cards, args.get(FOLLOWS) == "1")


def as_before(rules: Rules, entry: Entry | None, cards: Sequence[Card]) -> Arrangement | None:
    """The melds of an entry, where a correction leaves its cards as they are."""
    if entry is None or entry.melds is None or entry.to_follow:
        return None
    same_cards = sorted(entry_cards(entry)) == sorted(cards)
    return (
        Arrangement(read_canonical_melds(entry.melds), _read_cards(entry.left or (), rules.pack))
        if same_cards
        else None
    )


def _read_cards(written: Sequence[str], pack: Pack) -> tuple[Card, ...]:
    return tuple(laid.card for laid in read_cards(" ".join(written), pack))


@dataclass(frozen=True)
class HandCount:
    """The hand of a form, counted and judged."""

    form: HandForm

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards that stay in hand."""
        hand = self.form.declared_hand
        plain = hand is not None and hand.points is not None
        return self.form.arrangement.left if self.form.board.retires and not plain else ()

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
        # Before a player is picked the melds are judged all the same.
        melds = self.form.arrangement.melds
        return check(self.form.rules, melds) if melds else None

    @cached_property
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
        terms = self._sum_terms
        added = " + ".join(map(points, terms))
        if self.form.board.retires:
            return f"{added} − {points(self.judged.recorded.left_value if self.judged else 0)}"
        return f"({added}) × {self.multiplier}" if len(terms) > 1 else f"{added} × {self.multiplier}"

    @property
    def _sum_terms(self) -> list[int]:
        """What is added up: melds, bonuses, or the points told."""
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
