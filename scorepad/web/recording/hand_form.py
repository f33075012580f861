"""The form of a hand that goes out, or is corrected: who, which cards, laid how, or plain points."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Self

from scorepad.core.card_text import write_cards
from scorepad.core.cards import Card, Meld
from scorepad.core.log import multipliers
from scorepad.core.log.deal import Deal
from scorepad.core.log.entries import Entry
from scorepad.core.log.table import Player
from scorepad.core.phrasing import ordinal_words
from scorepad.core.sentence import say
from scorepad.store.engine import Stale
from scorepad.tables import service
from scorepad.tables.judging import DeclaredHand, LyingBeside, lying_beside
from scorepad.tables.recording import lay_plainly, plain_layings
from scorepad.web.faces import points
from scorepad.web.fields import EVIDENCE
from scorepad.web.hand.question import Question
from scorepad.web.hand.solved import AGAIN, Solved, ended_searches, solve
from scorepad.web.hand.typed_cards import OwnMelds, TypedCards, write_past
from scorepad.web.recording.arrangement import (
    Arrangement,
    ShownMelds,
    as_before,
    as_found,
    as_laid,
    shown_for,
)
from scorepad.web.recording.entry_form import Act, EntryForm
from scorepad.web.recording.hand_count import HandCount

_POINTS_PATTERN = re.compile(r"[-−+]?[0-9]{1,7}", re.ASCII)


@dataclass(frozen=True, slots=True)
class ForgottenPlace:
    """Where a hand belongs that was forgotten at the time: its deal and its place in the order, from 1."""

    deal: int
    place: int


@dataclass(frozen=True)
class HandForm(EntryForm):
    """`entry` is the one to correct, None for a player going out now; `points` and `note` are as typed.

    `shown` is what the page showed when it was sent to be recorded: with it nothing asks the search (A4).
    None while a page is drawn. `conceal_pick` says whether the hand is concealed (H11), None where nobody
    said so and the melds tell. `disputed` says that the pack audit is overruled (P1).
    """

    shown_errors = (Stale,)

    question: Question
    entry: Entry | None = None
    late: ForgottenPlace | None = None
    player: int | None = None
    points: str = ""
    note: str = ""
    conceal_pick: bool | None = None
    disputed: bool = False
    shown: ShownMelds | None = None

    @property
    def recorded(self) -> Entry | None:
        return self.entry

    @property
    def typed(self) -> TypedCards:
        return self.question.hand

    def as_seen(self, head: int | None) -> Self:
        """The form drawn anew: the page shows the best again."""
        return replace(super().as_seen(head), shown=None)

    def tapped(self, taps: Mapping[str, str]) -> Self:
        if AGAIN in taps:
            ended_searches().forget(self.question)
        return replace(self, question=self.question.tapped(taps))

    @property
    def title(self) -> str:
        """What the page is called."""
        if self.entry:
            number = self.entry.deal
            if self.entry.to_follow:
                return say("Melds of deal {number}", number=number)
            return say("Correct deal {number}", number=number)
        if self.late:
            return say("Forgotten in deal {number}", number=self.late.deal)
        return say("Retiring") if self.retires else say("Going out")

    @cached_property
    def deal(self) -> Deal:
        """The deal that the hand belongs to."""
        number = self.entry.deal if self.entry else self.late.deal if self.late else self.table.deal.number
        return self.table.deals[number - 1]

    @property
    def place(self) -> int | None:
        """The place in the order of going out of a player who was forgotten at the time."""
        return self.late.place if self.late else None

    @property
    def places(self) -> list[tuple[int, str]]:
        """The places in the order of going out that a forgotten hand may have, in figures and words."""
        return [(place, ordinal_words(place)) for place in range(1, len(self.deal.entries) + 2)]

    @property
    def over(self) -> bool:
        """Whether nobody can go out, because the deal has ended."""
        return self.entry is None and self.late is None and self.deal.ended

    @property
    def players(self) -> list[Player]:
        """Who it can be: those who play the deal and are not out, and whose entry it is."""
        own, out = self.entry.player if self.entry else None, {entry.player for entry in self.deal.entries}
        still_in = [seat for seat in self.deal.players if seat == own or seat not in out]
        return [self.table.players[seat] for seat in still_in]

    @property
    def choices(self) -> list[tuple[Player, int]]:
        """Who it can be, each with what going out counts."""
        return [(player, self._multiplier_of(player.index)) for player in self.players]

    @property
    def times(self) -> int | None:
        """What going out counts; None while nobody is picked."""
        return None if self.player is None else self._multiplier_of(self.player)

    def _multiplier_of(self, player: int) -> int:
        """The multiplier at this hand's place in the order of going out."""
        if self.retires:
            return 1
        ahead = self.deal.entries[: self.place and self.place - 1]
        players_out = [earlier_entry.player for earlier_entry in ahead]
        if self.entry is not None:
            players_out = players_out[: self.deal.entries.index(self.entry)]
        return multipliers.out_multiplier(self.deal.partnerships, players_out, player)

    @property
    def retires(self) -> bool:
        """Whether players retire, and may keep cards in hand (L4)."""
        return self.board.retires

    @property
    def own(self) -> OwnMelds:
        """The player's own melds, as far as they are laid."""
        return self.question.own

    @property
    def melds_on_table(self) -> tuple[Meld, ...]:
        """The player's own melds on the table, which the hand goes on with (H10)."""
        on_table = self.question.table_melds
        return on_table.melds if on_table and self.board.lays else ()

    @property
    def may_conceal(self) -> bool:
        """Whether going out concealed would count more (H11)."""
        return self.rules.turns.counts_concealed and not self.melds_on_table

    @cached_property
    def is_one_meld(self) -> bool:
        """Whether the whole hand lies in one meld of several cards."""
        melds = self.arrangement.melds or ()
        return self.plain is None and not self.arrangement.left and len(melds) == 1 and len(melds[0]) > 1

    @property
    def concealed(self) -> bool:
        """Whether the hand counts as concealed: as picked, else where it is one meld and the first (H11)."""
        return self.may_conceal and self.is_one_meld if self.conceal_pick is None else self.conceal_pick

    @property
    def asks_concealed(self) -> bool:
        """Whether the page shows the tick: where it may be so."""
        return self.concealed or (self.may_conceal and (self.is_one_meld or self.plain is not None))

    @property
    def headline(self) -> str:
        """The answer in few words, `best 21, concealed`."""
        if self.solved.best:
            best = points(self.solved.best.points)
            return (
                say("best {points}, concealed", points=best)
                if self.concealed
                else say("best {points}", points=best)
            )
        return say("melds later") if self.to_follow else ""

    @cached_property
    def beside(self) -> LyingBeside:
        """Melds of partners that these may interlock with, and what scored before (I7, I8)."""
        if self.player is None:
            return LyingBeside()
        return lying_beside(self.rules, self.table, self.deal, self.player, self.entry, self.place)

    @property
    def withholds(self) -> bool:
        """Whether the pad finds no melds: a table without advice, and a hand that is not recorded yet."""
        return self.table.manners.no_advice and self.entry is None

    @cached_property
    def solved(self) -> Solved:
        return solve(self.question, finds_best=not self.withholds)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the hand, with those that the player has on the table."""
        return (*(laid.card for meld in self.melds_on_table for laid in meld), *self.question.hand.cards)

    @cached_property
    def arrangement(self) -> Arrangement:
        """Melds as laid where players lay their own; else as the page showed them, or as it will."""
        if self.question.laying:
            left = tuple(self.own.remaining) if self.retires else ()
            return Arrangement((*self.melds_on_table, *self.own.melds) or (() if left else None), left)
        if self.withholds or not self.question.hand.cards:
            return Arrangement(self.melds_on_table or None)
        if self.shown is None:
            return as_found(self.solved.best) if self.solved.best else self._without_search()
        if self.shown.empty or self.shown_for_others:
            return self._without_search()
        return Arrangement(self.shown.melds.melds, self.shown.left, self.shown.to_follow)

    def _without_search(self) -> Arrangement:
        """As recorded before, where the cards are the same, else as plainly as can be recorded."""
        cards = self.question.hand.cards
        if recorded_before := as_before(self.rules, self.entry, cards):
            return recorded_before
        if self.player is None:
            return Arrangement(*plain_layings(self.rules, cards)[0], to_follow=True)
        hand = DeclaredHand(self.player, None, None, cards=cards)
        return as_laid(lay_plainly(self.rules, self.table, self.deal, hand, self.entry, self.place))

    @cached_property
    def shown_for_others(self) -> bool:
        """Whether the page was sent with melds that it showed for other cards: they are not recorded."""
        if self.question.laying or self.points.strip() or self.shown is None or self.shown.empty:
            return False
        return not self.shown.fits(self.cards) or bool(self.shown.left and not self.retires)

    @property
    def to_follow(self) -> bool:
        """Whether the cards will be recorded before their melds are found (A4)."""
        return not self.points.strip() and self.arrangement.to_follow

    @property
    def shows(self) -> ShownMelds:
        """What the page shows, for the form to carry; empty where it shows no melds of these cards."""
        if self.question.laying or self.plain is not None or not self.question.hand.cards or self.withholds:
            return shown_for(self.rules)
        arrangement = self.arrangement
        return shown_for(self.rules, arrangement.melds or (), self.cards, to_follow=arrangement.to_follow)

    @property
    def plain(self) -> int | None:
        """Points entered instead of cards; None where none are, or they do not read."""
        text = self.points.strip()
        return int(text.replace("−", "-")) if _POINTS_PATTERN.fullmatch(text) else None

    @cached_property
    def count(self) -> HandCount:
        """What will be recorded, counted and judged."""
        return HandCount(self)

    @cached_property
    def faults(self) -> Mapping[str, str]:
        return dict(self._form_faults())

    def _form_faults(self) -> Iterator[tuple[str, str]]:
        if self.player is None:
            yield "player", say("Who goes out?")
        if self.points.strip():
            if self.plain is None:
                yield "points", say("{typed} is no whole number.", typed=repr(self.points[:20]))
            if self.question.hand.text.strip():
                yield "points", say("There are cards too. Clear the cards, or leave the points empty.")
        elif self.question.hand.error or self.own.error:
            yield "cards", say("Some cards can’t be read yet. Nothing you typed is lost.")
        elif self.question.laying and self.own.remaining and not self.retires:
            cards = write_cards(self.own.remaining)
            yield "cards", say("Not laid yet: {cards}. Every card goes into a meld.", cards=cards)
        elif self.withholds and not self.question.laying and self.question.hand.cards:
            yield "cards", say("This table plays without advice: tap “Melds as laid” and lay them.")
        elif self.count.cannot_go_out:
            yield "cards", self.count.cannot_go_out
        elif self.arrangement.melds is None:
            yield "cards", say("No cards yet. Tap them, or enter the points alone.")

    @property
    def act(self) -> Act:
        hand = self.declared_hand
        assert hand is not None
        if self.entry:
            return partial(service.correct_entry, hand=hand, entry=self.entry.number)
        if self.late:
            return partial(service.record_out, hand=hand, deal=self.late.deal, place=self.late.place)
        return partial(service.record_out, hand=hand)

    @cached_property
    def declared_hand(self) -> DeclaredHand | None:
        """What is recorded: plain points or melds; None while nobody is picked."""
        if self.player is None:
            return None
        plain_hand = DeclaredHand(
            self.player, None, self.plain, self.note, (), self.concealed, disputed=self.disputed
        )
        if self.plain is not None:
            return plain_hand
        return replace(
            plain_hand,
            melds=self.arrangement.melds,
            left=self.arrangement.left if self.retires else (),
            to_follow=self.arrangement.to_follow,
        )

    def all_fields(self) -> dict[str, str]:
        question, late = self.question, self.late
        return {
            "player": "" if self.player is None else str(self.player),
            "deal": str(late.deal) if late else "",
            "place": str(late.place) if late else "",
            "cards": question.hand.text,
            "past": write_past(question.hand.past),
            "melds": question.own_text,
            "lay": "1" if question.laying else "0" if self.entry else "",
            "tab": question.tab,
            "points": self.points,
            "note": self.note,
            "concealed": "" if self.conceal_pick is None else str(int(self.conceal_pick)),
            EVIDENCE: self.photos,
            "since": str(self.since) if self.since < self.table.head else "",
        }
