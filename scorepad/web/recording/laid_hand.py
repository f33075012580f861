"""A hand as it will be recorded: its melds and the cards left, counted and judged beforehand.

The form sends back the melds that the page showed, and the referee judges them. Recording never asks the
search (A4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from scorepad.core.card_text import read_canonical_melds, write_cards, write_melds
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check
from scorepad.core.first_melds import no_first_meld
from scorepad.core.log.entries import Entry
from scorepad.core.notation import OWN_LETTERS, read_cards
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.core.verdicts import Judgement
from scorepad.tables import service
from scorepad.tables.judging import (
    DeclaredHand,
    HandPlace,
    IllegalMelds,
    UnclearHand,
    entry_cards,
    first_meld_need,
)
from scorepad.tables.recording import JudgedHand, Laying, judge_in_deal
from scorepad.web.faces import points
from scorepad.web.hand.typed_cards import TypedCards, page_cards, page_melds
from scorepad.web.recording.entry_form import Act

OF_HAND = ("points", "note", "concealed")
"""Fields of a hand beside its cards."""
SHOWN, SHOWN_FOR, FOLLOWS = "shown", "shown_for", "follows"
"""Fields for the melds that a page showed, the hand that it showed them for, and whether they stand in for
the best ones (A4)."""


@dataclass(frozen=True)
class LaidHand:
    """A hand as it will be recorded.

    at              where it goes out
    player          None if none is picked
    times           the multiplier of going out; None if no player is picked
    melds           None if there are none yet
    left            the cards in no meld
    to_follow       the melds are placeholders until the best are found (A4)
    points          points typed instead of cards
    conceal_pick    whether it goes out concealed, as ticked; None if the melds decide (H11)
    disputed        the table records it against the pack audit (P1)
    """

    at: HandPlace
    player: int | None
    times: int | None
    melds: tuple[Meld, ...] | None
    left: tuple[Card, ...] = ()
    to_follow: bool = False
    points: int | None = None
    note: str = ""
    conceal_pick: bool | None = None
    disputed: bool = False

    @property
    def retires(self) -> bool:
        """Whether players retire instead of going out, and may keep cards (L4)."""
        return not self.at.rules.scoring.must_meld_all

    @property
    def kept(self) -> tuple[Card, ...]:
        """The cards that stay in hand and count against the melds."""
        has_points = self.player is not None and self.points is not None
        return self.left if self.retires and not has_points else ()

    @property
    def concealed(self) -> bool:
        """Whether the hand counts as concealed: as ticked, or by default if it is a single, first meld
        (H11)."""
        return self._may_conceal and self._is_one_meld if self.conceal_pick is None else self.conceal_pick

    @property
    def asks_concealed(self) -> bool:
        """Whether the page asks if the hand was concealed."""
        return self.concealed or (self._may_conceal and (self._is_one_meld or self.points is not None))

    def best_words(self, most: int) -> str:
        """The most points of its cards in few words: `best 21, concealed`."""
        best = points(most)
        return (
            say("best {points}, concealed", points=best)
            if self.concealed
            else say("best {points}", points=best)
        )

    @property
    def _may_conceal(self) -> bool:
        """Whether going out concealed would count more (H11)."""
        return self.at.rules.turns.concealed.counts and not melds_before(self.at, self.player)

    @property
    def _is_one_meld(self) -> bool:
        """Whether the whole hand lies in one meld of several cards."""
        melds = self.melds or ()
        return self.points is None and not self.left and len(melds) == 1 and len(melds[0]) > 1

    @cached_property
    def declared(self) -> DeclaredHand | None:
        """The declaration to be recorded: plain points or melds; None if no player is picked."""
        if self.player is None:
            return None
        has_points = self.points is not None
        return DeclaredHand(
            self.player,
            None if has_points else self.melds,
            self.points,
            self.note,
            self.kept,
            self.concealed,
            to_follow=self.to_follow and not has_points,
            disputed=self.disputed,
        )

    @property
    def act(self) -> Act:
        """The action of recording it: new, in its place among the hands that went out, or as a
        correction."""
        assert self.declared is not None
        if self.at.replaced:
            return partial(service.correct_entry, hand=self.declared, entry=self.at.replaced.number)
        if self.at.place:
            deal = self.at.deal.number
            return partial(service.record_out, hand=self.declared, deal=deal, place=self.at.place)
        return partial(service.record_out, hand=self.declared)

    @cached_property
    def judged(self) -> JudgedHand | None:
        """The hand as it will be recorded; None if there is nothing to count yet."""
        if self.declared is None:
            return None
        try:
            return judge_in_deal(self.at, self.declared)
        except UnclearHand:
            return None

    @cached_property
    def verdict(self) -> Judgement | None:
        """The verdict on the melds; None if there are none."""
        if self.judged:
            return self.judged.verdict
        # Before a player is picked the melds are judged all the same.
        return check(self.at.rules, self.melds) if self.melds else None

    @cached_property
    def sum(self) -> str:
        """The arithmetic, `(28 + 6 + 24) × 3 = 174`; empty if there is nothing to count yet."""
        return f"{self._sum_words} = {self.score}" if self.score else ""

    @cached_property
    def score(self) -> str:
        """The score that will be recorded; empty if there is nothing to count yet."""
        return points(self.judged.recorded.points * self._multiplier) if self.judged else ""

    @property
    def _multiplier(self) -> int:
        """The multiplier of the hand as it will be recorded."""
        if self.judged is None or self.times is None:
            return 0
        return self.judged.recorded.multiplier_from(self.times)

    @property
    def _sum_words(self) -> str:
        terms = self._sum_terms
        added = " + ".join(map(points, terms))
        if self.retires:
            return f"{added} − {points(self.judged.recorded.left_value if self.judged else 0)}"
        return f"({added}) × {self._multiplier}" if len(terms) > 1 else f"{added} × {self._multiplier}"

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
        if self.player is None or self.points is not None:
            return ""
        laid_cards = (laid.card for meld in self.melds or () for laid in meld)
        needed = first_meld_need(self.at, self.player)
        findings = no_first_meld(self.at.rules, [*laid_cards, *self.left], needed)
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


def melds_before(at: HandPlace, player: int | None) -> tuple[Meld, ...]:
    """The melds of the player on the table, which count with the hand (H10). In a correction they are among
    its cards."""
    if player is None or at.replaced or not at.rules.turns.any_turn or not at.deal.melds:
        return ()
    return read_canonical_melds(at.deal.melds[player])


def laid_before(entry: Entry | None, rules: Rules, cards: Sequence[Card]) -> Laying | None:
    """The melds of the entry and the cards left, if a correction leaves its cards the same; else None."""
    if entry is None or entry.melds is None or entry.to_follow:
        return None
    if sorted(entry_cards(entry)) != sorted(cards):
        return None
    left = read_cards(" ".join(entry.left or ()), rules.pack)
    return read_canonical_melds(entry.melds), tuple(laid.card for laid in left)


def fields_of_entry(entry: Entry, pack: Pack) -> dict[str, str]:
    """The fields of the form for a recorded entry."""
    return {
        "player": str(entry.player),
        "cards": page_cards(entry_cards(entry), pack),
        # Melds that only stand in for others are not the player’s own (A4).
        "melds": "" if entry.to_follow else page_melds(read_canonical_melds(entry.melds), pack),
        # What going out concealed earns is added again by the tick (H11).
        "points": str(entry.plain_points) if entry.melds is None else "",
        "note": entry.note,
        **conceal_field(entry.concealed or None),
    }


def conceal_field(pick: bool | None) -> dict[str, str]:
    """The field for the tick that the hand goes out concealed; empty while the melds decide (H11)."""
    return {"concealed": "" if pick is None else str(int(pick))}


def read_conceal_pick(args: Mapping[str, str], *, is_said: bool) -> bool | None:
    """Whether the tick says that the hand goes out concealed; None while it is as the page set it. `is_said`:
    a tick that the page set counts too."""
    ticked, set_by_page = args.get("concealed", ""), args.get("conceal_shown", "")
    # A browser sends nothing for a tick that is off, where the page says 0.
    untouched = ticked == set_by_page.replace("0", "")
    return None if untouched and not is_said else ticked in ("1", "true")


def shown_fields(hand: LaidHand, cards: Sequence[Card]) -> dict[str, str]:
    """The hidden fields of a page's form for the melds that it shows for the cards."""
    shown, follows = write_melds(hand.melds or ()), "1" if hand.to_follow else ""
    return {SHOWN: shown, SHOWN_FOR: write_cards(cards), FOLLOWS: follows}


def read_shown(rules: Rules, args: Mapping[str, str], cards: Sequence[Card]) -> Laying | None:
    """The melds that a page showed for these cards, and the cards left then; None if it showed none for
    exactly these."""
    shown, shown_for = (
        TypedCards(rules, args.get(name, ""), letters=OWN_LETTERS) for name in (SHOWN, SHOWN_FOR)
    )
    melded, held = Counter(shown.cards), Counter(shown_for.cards)
    is_for_these = held == Counter(cards) and not melded - held and bool(shown.melds or held)
    return (shown.melds, tuple((held - melded).elements())) if is_for_these else None
