"""The form for going out: cards or points, their laying, their worth; also corrects earlier entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Self

from flask import Blueprint, flash, make_response
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.card_text import show_cards
from scorepad.core.log.table import Table
from scorepad.core.log.table_state import Player, already_out
from scorepad.core.phrasing import ordinal_words
from scorepad.core.sentence import say
from scorepad.store.engine import NotFound, Stale
from scorepad.tables import service
from scorepad.tables.judging import (
    DeclaredHand,
)
from scorepad.tables.recording import lay_plainly, plain_layings
from scorepad.web.faces import points
from scorepad.web.fields import CARDS, PagePad, declare_pad, whole_number
from scorepad.web.forms import undone_since
from scorepad.web.hand.solved import Solved, solve
from scorepad.web.hand.typed_cards import unread_words
from scorepad.web.languages import page_words
from scorepad.web.people import access
from scorepad.web.recording.arrangement import (
    OTHER_CARDS,
    Arrangement,
    ShownMelds,
    as_before,
    shown_for,
)
from scorepad.web.recording.entry_form import Act, EntryPages
from scorepad.web.recording.hand_count import HandCount
from scorepad.web.recording.typed_hand import TypedHand, entry_of, fields_of_entry
from scorepad.web.table.scoreboard import Scoreboard
from scorepad.web.table.table_page import drawn, scoreboard

bp = Blueprint("going_out", __name__)
UNDONE = say("This was recorded before and has been undone. To record it again, open “Going out” again.")
_TOUCHED_FIELDS = ("player", "cards", "melds", "points", "note", "concealed", "lay", "record", "discard")
"""Fields that a form has once it was touched or sent."""


@dataclass(frozen=True)
class HandForm(TypedHand):
    """A hand as typed, laid and judged as it will be recorded.

    The melds that the page showed come back with the form, so that recording never asks the search (A4).
    """

    page, part = "recording/out.html", "recording/_out_answer.html"
    shown_errors = (Stale,)  # the page itself says what happened meanwhile

    @classmethod
    def read(cls, board: Scoreboard, args: Mapping[str, str], number: int | None) -> Self:
        """As `EntryForm.read`; an untouched form shows the entry as recorded."""
        if board.rules.scoring.settled_at_once:
            raise NotFound(
                say("In this game you record a whole deal when it’s over. Tap “Deal over”."), at="player"
            )
        entry = None if number is None else entry_of(board.table, number)
        if entry is None or any(name in args for name in _TOUCHED_FIELDS):
            return cls(board, args, number)
        return cls(board, fields_of_entry(entry, board.rules.pack), number)._laid_as_recorded()

    def _laid_as_recorded(self) -> Self:
        """The form with the entry's melds as laid if they are not the best, else with its cards."""
        entry = self.entry
        if entry is None or entry.to_follow:
            return self
        best = self.solved.best
        lays_own = bool(entry.melds) and (best is None or best.points != entry.plain_points)
        return self.changed(lay="1") if lays_own else self.changed(melds="")

    @property
    def title(self) -> str:
        """The title of the page."""
        if self.entry:
            number = self.entry.deal
            if self.entry.to_follow:
                return say("Melds of deal {number}", number=number)
            return say("Correct deal {number}", number=number)
        if self.late:
            return say("Forgotten in deal {number}", number=self.late.deal)
        return say("Retiring") if self.board.retires else say("Going out")

    @property
    def places(self) -> list[tuple[int, str]]:
        """The possible places of a forgotten hand in the order of going out: number and words."""
        return [(place, ordinal_words(place)) for place in range(1, len(self.deal.entries) + 2)]

    @property
    def over(self) -> bool:
        """Whether nobody can go out, as the deal has ended."""
        return self.entry is None and self.late is None and self.deal.ended

    @cached_property
    def choices(self) -> list[tuple[Player, int]]:
        """The players who may have gone out, each with the multiplier."""
        return [(player, self._multiplier_of(player.index)) for player in self.players]

    @property
    def may_conceal(self) -> bool:
        """Whether going out concealed would count more (H11)."""
        return self.rules.turns.concealed.counts and not self.melds_on_table

    @cached_property
    def is_one_meld(self) -> bool:
        """Whether the whole hand lies in one meld of several cards."""
        melds = self.arrangement.melds or ()
        return self.plain is None and not self.arrangement.left and len(melds) == 1 and len(melds[0]) > 1

    @cached_property
    def concealed(self) -> bool:
        """Whether the hand counts as concealed: as picked, or by default if it is a single, first meld
        (H11)."""
        return self.may_conceal and self.is_one_meld if self.conceal_pick is None else self.conceal_pick

    @property
    def asks_concealed(self) -> bool:
        """Whether the page asks if the hand was concealed."""
        return self.concealed or (self.may_conceal and (self.is_one_meld or self.plain is not None))

    @property
    def headline(self) -> str:
        """The answer in few words: `best 21, concealed`."""
        if self.solved.best:
            best = points(self.solved.best.points)
            return (
                say("best {points}, concealed", points=best)
                if self.concealed
                else say("best {points}", points=best)
            )
        return say("melds later") if self.to_follow else ""

    @cached_property
    def solved(self) -> Solved:
        return solve(self.question, finds_best=not self.withholds)

    @cached_property
    def arrangement(self) -> Arrangement:
        """The melds as laid by the player, or those that the page showed or will show."""
        if self.question.laying:
            own = self.question.own
            left = tuple(own.remaining) if self.board.retires else ()
            # Who retires may lay nothing and keep cards (L4), which is not the same as nothing said yet.
            return Arrangement((*self.melds_on_table, *own.melds) or (() if left else None), left)
        if self.withholds or not self.question.hand.cards:
            return Arrangement(self.melds_on_table or None)
        # A form that is sent asks the search for nothing (A4).
        best = self.solved.best if self.shown is None else None
        if best:
            return Arrangement(tuple(meld.meld for meld in best.melds), best.left_cards)
        if self.shown is None or self.shown.empty or self.shown_for_others:
            return self._without_search()
        return Arrangement(self.shown.melds.melds, self.shown.left, self.shown.to_follow)

    def _without_search(self) -> Arrangement:
        """The melds as recorded if the cards are the same, else the plainest."""
        cards = self.question.hand.cards
        if recorded_before := as_before(self.rules, self.entry, cards):
            return recorded_before
        if self.player is None:
            return Arrangement(*plain_layings(self.rules, cards)[0], to_follow=True)
        hand = DeclaredHand(self.player, None, None, cards=cards)
        laid = lay_plainly(self.at, hand)
        return Arrangement(tuple(laid.melds or ()), tuple(laid.left), laid.to_follow)

    @cached_property
    def shown_for_others(self) -> bool:
        """Whether the form has melds that the page showed for other cards. They are not recorded."""
        if self.question.laying or self.points.strip() or self.shown is None or self.shown.empty:
            return False
        # Where players go out and don’t retire, no card may be left.
        return not self.shown.fits(self.cards) or bool(self.shown.left and not self.board.retires)

    @property
    def to_follow(self) -> bool:
        """Whether the cards will be recorded before their best melds are found (A4)."""
        return not self.points.strip() and self.arrangement.to_follow

    @property
    def shows(self) -> ShownMelds:
        """The melds shown on this page, for the form; empty if it shows none."""
        if self.question.laying or self.plain is not None or not self.question.hand.cards or self.withholds:
            return shown_for(self.rules)
        arrangement = self.arrangement
        return shown_for(self.rules, arrangement.melds or (), self.cards, to_follow=arrangement.to_follow)

    @cached_property
    def count(self) -> HandCount:
        """What will be recorded, counted and judged."""
        return HandCount(self.at, self.declared_hand, self.arrangement, self.times, self.board.retires)

    @property
    def disputable(self) -> bool:
        return self.count.disputable

    @cached_property
    def faults(self) -> Mapping[str, str]:
        return dict(self._form_faults())

    def _form_faults(self) -> Iterator[tuple[str, str]]:
        if self.player is None:
            picked = whole_number(self.given.get("player", ""))
            is_out, _, sentence = already_out(self.table, self.deal, -1 if picked is None else picked)
            yield "player", sentence if is_out else say("Who goes out?")
        if self.points.strip():
            if self.plain is None:
                yield (
                    "points",
                    say(
                        "{typed} isn’t a whole number. Enter one such as 25 or 12+8.",
                        typed=repr(self.points[:20]),
                    ),
                )
            if self.question.hand.text.strip():
                yield "points", say("There are cards too. Clear the cards, or leave the points empty.")
        elif error := self.question.hand.error or self.question.own.error:
            yield "cards", unread_words(error)
        elif self.question.laying and self.question.own.remaining and not self.board.retires:
            cards = show_cards(self.question.own.remaining, self.board.rules.pack)
            yield "cards", say("Not laid yet: {cards}. Put every card in a meld.", cards=cards)
        elif self.withholds and not self.question.laying and self.question.hand.cards:
            yield "cards", say("This table plays without advice. Tap “Melds as laid” and lay them.")
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
        """The hand to be recorded: plain points or melds; None if no player is picked."""
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
            left=self.arrangement.left if self.board.retires else (),
            to_follow=self.arrangement.to_follow,
        )


def _flash_news(form: HandForm, table: Table) -> None:
    """Show messages about the hand just recorded."""
    if undone_since(table, table.id):
        flash(page_words(UNDONE), "warn")
    if form.shown_for_others and form.to_follow:
        flash(page_words(OTHER_CARDS), "warn")


pages = EntryPages(HandForm.read, _flash_news)
pages.serve(bp, "/t/<table_id>/out", "/t/<table_id>/entry/<int:number>")
declare_pad(bp, "page", "entry", pad=PagePad((CARDS,), lays=True))


@bp.get("/t/<table_id>/entry/<int:number>")
def entry(table_id: str, number: int) -> AnyResponse:
    """The page of an entry, to look at or to correct."""
    if access.phone(table_id).writes:
        return pages.show(table_id, number)
    board = scoreboard(table_id)
    return make_response(drawn("recording/entry.html", board, entry=entry_of(board.table, number)))
