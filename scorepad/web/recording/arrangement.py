"""How the cards of a hand will be recorded: as found, as the page showed them, as before, or most plainly;
with their count and verdict, shown beforehand.

The form sends back the melds that the page showed, and the referee judges them. Recording never asks the
search (A4).
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
    """The melds, None if there are none yet, and the cards left in hand.

    `to_follow`: the melds are placeholders until the best are found (A4).
    """

    melds: tuple[Meld, ...] | None
    left: tuple[Card, ...] = ()
    to_follow: bool = False


@dataclass(frozen=True, slots=True)
class ShownMelds:
    """The melds that a page showed, and the hand that it showed them for, as its form sends them back.

    Both are empty if the cards were typed later. `to_follow`: the melds are placeholders until the best are
    found (A4).
    """

    melds: TypedCards
    hand: TypedCards
    to_follow: bool = False

    @property
    def empty(self) -> bool:
        return not (self.melds.text.strip() or self.hand.text.strip())

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards of the hand that are in no meld."""
        return tuple((Counter(self.hand.cards) - Counter(self.melds.cards)).elements())

    def fits(self, cards: Sequence[Card]) -> bool:
        """Whether they were shown for exactly these cards."""
        shown_cards, strange_cards = Counter(self.hand.cards), Counter(self.melds.cards) - Counter(cards)
        return shown_cards == Counter(cards) and not strange_cards and bool(self.melds.melds or shown_cards)

    def fields(self) -> dict[str, str]:
        """The hidden fields of the form."""
        return {MELDS: self.melds.text, CARDS: self.hand.text, FOLLOWS: "1" if self.to_follow else ""}


def shown_for(
    rules: Rules, melds: Sequence[Meld] = (), cards: Sequence[Card] = (), *, to_follow: bool = False
) -> ShownMelds:
    """The melds that a page shows for the cards, for its form."""
    return ShownMelds(
        TypedCards(rules, write_melds(melds), letters=OWN_LETTERS),
        TypedCards(rules, write_cards(cards), letters=OWN_LETTERS),
        to_follow,
    )


def read_shown(rules: Rules, args: Mapping[str, str]) -> ShownMelds:
    """The melds that the page showed, read from its form."""
    melds, cards = (TypedCards(rules, args.get(name, ""), letters=OWN_LETTERS) for name in (MELDS, CARDS))
    return ShownMelds(melds, cards, args.get(FOLLOWS) == "1")


def as_before(rules: Rules, entry: Entry | None, cards: Sequence[Card]) -> Arrangement | None:
    """The melds of the entry, if a correction leaves its cards the same; else None."""
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
        """The cards left in hand."""
        hand = self.form.declared_hand
        plain = hand is not None and hand.points is not None
        return self.form.arrangement.left if self.form.board.retires and not plain else ()

    @cached_property
    def judged(self) -> JudgedHand | None:
        """The hand as it will be recorded; None if there is nothing to count yet."""
        form, hand = self.form, self.form.declared_hand
        if hand is None:
            return None
        try:
            return judge_in_deal(form.at, hand)
        except UnclearHand:
            return None

    @cached_property
    def verdict(self) -> Judgement | None:
        """The verdict on the melds; None if there are none."""
        if self.judged:
            return self.judged.verdict
        # Before a player is picked the melds are judged all the same.
        melds = self.form.arrangement.melds
        return check(self.form.rules, melds) if melds else None

    @cached_property
    def multiplier(self) -> int:
        """The multiplier of going out, concealed or not (H11)."""
        if self.judged is None or self.form.times is None:
            return 0
        return concealed_multiplier(self.form.times, self.judged.recorded.added, self.judged.recorded.factor)

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
        if self.form.board.retires:
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
        form, hand = self.form, self.form.declared_hand
        if hand is None or hand.points is not None:
            return ""
        laid_cards = (laid.card for meld in form.arrangement.melds or () for laid in meld)
        needed = first_meld_need(form.at, hand.player)
        findings = no_first_meld(form.rules, [*laid_cards, *form.arrangement.left], needed)
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
