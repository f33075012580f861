"""The form of a hand that goes out: its player, place, cards or points. It also corrects earlier entries.

`HandForm` is what is typed, and what its page shows. `LaidHand` is what will be recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from flask import Blueprint, flash, make_response
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.bonuses import NOTHING_BESIDE, LyingBeside
from scorepad.core.card_text import show_cards, write_melds
from scorepad.core.cards import Card, Meld
from scorepad.core.log import multipliers
from scorepad.core.log.deal import Deal
from scorepad.core.log.entries import Entry
from scorepad.core.log.table import Table
from scorepad.core.log.table_state import Player, already_out
from scorepad.core.notation import OWN_LETTERS
from scorepad.core.phrasing import ordinal_words
from scorepad.core.sentence import say
from scorepad.rulebook import find_game
from scorepad.store.engine import NotFound, Stale
from scorepad.tables.judging import DeclaredHand, HandPlace, first_meld_need, lying_beside
from scorepad.tables.recording import Laying, lay_plainly, plain_layings
from scorepad.web.fields import CARDS, EVIDENCE, PagePad, declare_pad, typed_whole, whole_number
from scorepad.web.forms import undone_since
from scorepad.web.hand.question import Question, read_tab
from scorepad.web.hand.solved import AGAIN, Solved, search_again, solve
from scorepad.web.hand.typed_cards import TypedCards, TypedMelds, unread_words
from scorepad.web.languages import page_words
from scorepad.web.people import access
from scorepad.web.recording.entry_form import Act, EntryForm, EntryPages
from scorepad.web.recording.laid_hand import (
    FOLLOWS,
    OF_HAND,
    SHOWN,
    SHOWN_FOR,
    LaidHand,
    conceal_field,
    fields_of_entry,
    laid_before,
    melds_before,
    read_conceal_pick,
    read_shown,
    shown_fields,
)
from scorepad.web.table.scoreboard import Scoreboard
from scorepad.web.table.table_page import drawn, scoreboard

bp = Blueprint("going_out", __name__)
OTHER_CARDS = say(
    "The melds on that page were for other cards. These cards are recorded, and you can add their "
    "melds later."
)
UNDONE = say("This was recorded before and has been undone. To record it again, open “Going out” again.")
_TOUCHED_FIELDS = ("player", "cards", "melds", *OF_HAND, "lay", "record", "discard")
"""Fields that a form has once it was touched or sent."""


@dataclass(frozen=True)
class HandForm(EntryForm):
    """The form of a hand: what is typed, what the page shows about it, what prevents recording.

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
        with_cards = self.changed(melds="")
        best = with_cards.solved.best
        lays_own = bool(entry.melds) and (best is None or best.points != entry.plain_points)
        return self.changed(lay="1") if lays_own else with_cards

    # What is typed: which hand, whose, and its cards or points.

    @cached_property
    def entry(self) -> Entry | None:
        """The entry to correct; None for a new one."""
        return None if self.number is None else entry_of(self.table, self.number)

    @property
    def recorded(self) -> Entry | None:
        return self.entry

    @cached_property
    def late(self) -> int | None:
        """The number of the deal of a forgotten hand; None for a hand that goes out now."""
        deal, place = (whole_number(self.given.get(name, "")) or 0 for name in ("deal", "place"))
        is_late = not self.entry and 1 <= deal <= self.table.deal.number and place >= 1
        return deal if is_late else None

    @cached_property
    def deal(self) -> Deal:
        """The deal that the hand belongs to."""
        number = self.entry.deal if self.entry else self.late or self.table.deal.number
        return self.table.deals[number - 1]

    @cached_property
    def place(self) -> int | None:
        """The place of a forgotten hand in the order of going out, from 1; None for any other."""
        place = whole_number(self.given.get("place", ""))
        return min(place, len(self.deal.entries) + 1) if self.late and place else None

    @cached_property
    def at(self) -> HandPlace:
        """Where the hand goes out."""
        return HandPlace(self.rules, self.table, self.deal, self.entry, self.place)

    @property
    def players(self) -> list[Player]:
        """The players who may have gone out: those in the deal who are not out, and the entry's own."""
        own, out = self.entry.player if self.entry else None, {entry.player for entry in self.deal.entries}
        players = self.table.players
        return [players[seat] for seat in self.deal.players if seat == own or seat not in out]

    @cached_property
    def player(self) -> int | None:
        """The picked player, if possible; by default the phone's own, or the only one left."""
        seats = [player.index for player in self.players]
        if picked_seat := self.given.get("player", ""):
            return int(picked_seat) if picked_seat in map(str, seats) else None
        if self.entry is not None:
            return self.entry.player
        own_seat = self.board.phone.seat
        return own_seat if own_seat in seats else seats[0] if len(seats) == 1 else None

    @property
    def points(self) -> str:
        return self.given.get("points", "")

    @property
    def plain(self) -> int | None:
        """The points typed instead of cards; None if there are none, or they do not read."""
        return typed_whole(self.points)

    @cached_property
    def conceal_pick(self) -> bool | None:
        """Whether the player ticked that the hand goes out concealed (H11). None while the tick is as the
        page set it and the form is not recorded: then the melds decide."""
        is_said = self.entry is not None or "record" in self.given
        return read_conceal_pick(self.given, is_said=is_said)

    @cached_property
    def question(self) -> Question:
        """The question to the search: the cards, and the melds on the table that count with them. In a
        correction all of these are among the cards."""
        given = self.given
        question = Question(
            find_game(self.table.game),
            self.table.options_of(self.deal.number),
            {},
            TypedCards.of_field(self.rules, given, "cards", said=self.said),
            given.get("melds", ""),
            laying=given.get("lay") == "1",
            tab=read_tab(self.rules.pack, given),
        )
        return question if self.player is None else self._with_table(question, self.player)

    def _with_table(self, question: Question, player: int) -> Question:
        in_turns = self.rules.turns.any_turn
        melds = self.melds_on_table if in_turns else self._beside(player).melds
        options = question.options
        if self.rules.turns.first_meld.naturals:  # what this player's first meld needs by now (H13)
            need = first_meld_need(self.at, player)
            options = {**options, "first_meld_naturals": str(need), "first_meld_rise": "0"}
        return replace(
            question,
            options=options,
            table_melds=TypedMelds(self.rules, write_melds(melds), letters=OWN_LETTERS) if melds else None,
            partners=self._beside(player) if in_turns else NOTHING_BESIDE,
        )

    def _beside(self, player: int) -> LyingBeside:
        """The partners' melds beside the hand, and the interlocks that scored before (I7, I8)."""
        return lying_beside(self.at, player)

    @property
    def typed(self) -> TypedCards:
        return self.question.hand

    @cached_property
    def melds_on_table(self) -> tuple[Meld, ...]:
        """The player's own melds on the table, which count with the hand (H10)."""
        return melds_before(self.at, self.player)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the hand, including the player's on the table."""
        return (*(laid.card for meld in self.melds_on_table for laid in meld), *self.typed.cards)

    def tapped(self, taps: Mapping[str, str]) -> Self:
        if AGAIN in taps:
            search_again(self.question)
        return super().tapped(taps).changed(melds=self.question.own.laid(taps).text)

    def all_fields(self) -> dict[str, str]:
        return {
            **self.kept("cards", "past", "melds", "points", "note", EVIDENCE),
            "player": "" if self.player is None else str(self.player),
            "deal": str(self.late or ""),
            "place": str(self.place or ""),
            # `0` and not nothing, so that the form of an entry looks touched and is not filled in anew.
            "lay": "1" if self.question.laying else "0" if self.entry else "",
            "tab": self.question.tab,
            **conceal_field(self.conceal_pick),
        }

    # What the page shows.

    @property
    def title(self) -> str:
        """The title of the page."""
        if self.entry:
            number = self.entry.deal
            if self.entry.to_follow:
                return say("Melds of deal {number}", number=number)
            return say("Correct deal {number}", number=number)
        if self.late:
            return say("Forgotten in deal {number}", number=self.late)
        return say("Retiring") if self.board.retires else say("Going out")

    @property
    def over(self) -> bool:
        """Whether nobody can go out, as the deal has ended."""
        return self.entry is None and self.late is None and self.deal.ended

    @property
    def places(self) -> list[tuple[int, str]]:
        """The possible places of a forgotten hand in the order of going out: number and words."""
        return [(place, ordinal_words(place)) for place in range(1, len(self.deal.entries) + 2)]

    @cached_property
    def choices(self) -> list[tuple[Player, int]]:
        """The players who may have gone out, each with the multiplier."""
        return [(player, self._multiplier_of(player.index)) for player in self.players]

    def _multiplier_of(self, player: int) -> int:
        """The multiplier for the player at this hand's place in the order of going out."""
        if self.board.retires:
            return 1
        # Without a place all who are out are ahead.
        ahead = self.deal.entries[: self.place and self.place - 1]
        players_out = [earlier_entry.player for earlier_entry in ahead]
        if self.entry is not None:
            players_out = players_out[: self.deal.entries.index(self.entry)]
        return multipliers.out_multiplier(self.deal.partnerships, players_out, player)

    @property
    def withholds(self) -> bool:
        """Whether the pad shows no best melds: the table allows no advice, and the hand is not recorded
        yet."""
        return self.table.manners.no_advice and self.entry is None

    @cached_property
    def solved(self) -> Solved:
        return solve(self.question, finds_best=not self.withholds)

    @property
    def headline(self) -> str:
        """The answer in few words: `best 21, concealed`."""
        if self.solved.best:
            return self.laid.best_words(self.solved.best.points)
        return say("melds later") if self.to_follow else ""

    @property
    def shows(self) -> dict[str, str]:
        """The hidden fields for the melds shown on this page; empty if it shows none."""
        if self.question.laying or self.plain is not None or not self.typed.cards or self.withholds:
            return {}
        return shown_fields(self.laid, self.cards)

    # What will be recorded.

    @cached_property
    def laid(self) -> LaidHand:
        """The hand as laid by the player, or as the page showed or will show it."""
        if self.question.laying:
            own = self.question.own
            left = own.remaining if self.board.retires else ()
            # Who retires may lay nothing and keep cards (L4), which is not the same as nothing said yet.
            return self._lay((*self.melds_on_table, *own.melds) or (() if left else None), left)
        if self.withholds or not self.typed.cards:
            return self._lay(self.melds_on_table or None)
        # A form that is sent asks the search for nothing (A4).
        if self._is_sent and self._shown and not self.shown_for_others:
            return self._lay(*self._shown, to_follow=self.given.get(FOLLOWS) == "1")
        best = None if self._is_sent else self.solved.best
        return self._lay((meld.meld for meld in best.melds), best.left_cards) if best else self._lay_plainly()

    def _lay(
        self, melds: Iterable[Meld] | None, left: Iterable[Card] = (), *, to_follow: bool = False
    ) -> LaidHand:
        return LaidHand(
            self.at,
            self.player,
            None if self.player is None else self._multiplier_of(self.player),
            None if melds is None else tuple(melds),
            tuple(left),
            to_follow,
            self.plain,
            self.note,
            self.conceal_pick,
            self.disputed,
        )

    def _lay_plainly(self) -> LaidHand:
        """The melds as recorded if the cards are the same, else the plainest."""
        cards = self.typed.cards
        if recorded_before := laid_before(self.entry, self.rules, cards):
            return self._lay(*recorded_before)
        if self.player is None:
            return self._lay(*plain_layings(self.rules, cards)[0], to_follow=True)
        hand = lay_plainly(self.at, DeclaredHand(self.player, None, None, cards=cards))
        return self._lay(hand.melds or (), hand.left, to_follow=hand.to_follow)

    @property
    def _is_sent(self) -> bool:
        """Whether the form was sent, with the melds that its page showed; not while a page is drawn."""
        return ("record" in self.given or "discard" in self.given) and not self.redrawn

    @cached_property
    def _shown(self) -> Laying | None:
        """The melds that the page showed for these cards; None if it showed none."""
        return read_shown(self.rules, self.given, self.cards)

    @cached_property
    def shown_for_others(self) -> bool:
        """Whether the form has melds that the page showed for other cards. They are not recorded."""
        has_shown = self._is_sent and any(self.given.get(name, "").strip() for name in (SHOWN, SHOWN_FOR))
        if self.question.laying or self.points.strip() or not has_shown:
            return False
        # Where players go out and don’t retire, no card may be left.
        return not self._shown or bool(self._shown[1] and not self.board.retires)

    @property
    def to_follow(self) -> bool:
        """Whether the cards will be recorded before their best melds are found (A4)."""
        return not self.points.strip() and self.laid.to_follow

    @property
    def disputable(self) -> bool:
        return self.laid.disputable

    @cached_property
    def faults(self) -> Mapping[str, str]:
        return dict(self._form_faults())

    def _form_faults(self) -> Iterator[tuple[str, str]]:
        if self.player is None:
            picked = whole_number(self.given.get("player", ""))
            is_out, _, sentence = already_out(self.table, self.deal, -1 if picked is None else picked)
            yield "player", sentence if is_out else say("Who goes out?")
        if self.points.strip():
            yield from self._faults_of_points()
        elif fault := self._fault_of_cards():
            yield "cards", fault

    def _faults_of_points(self) -> Iterator[tuple[str, str]]:
        if self.plain is None:
            typed = repr(self.points[:20])
            yield "points", say("{typed} isn’t a whole number. Enter one such as 25 or 12+8.", typed=typed)
        if self.typed.text.strip():
            yield "points", say("There are cards too. Clear the cards, or leave the points empty.")

    def _fault_of_cards(self) -> str:
        """What prevents recording the cards; empty if nothing does."""
        own = self.question.own
        if error := self.typed.error or own.error:
            return unread_words(error)
        if self.question.laying and own.remaining and not self.board.retires:
            cards = show_cards(own.remaining, self.board.rules.pack)
            return say("Not laid yet: {cards}. Put every card in a meld.", cards=cards)
        if self.withholds and not self.question.laying and self.typed.cards:
            return say("This table plays without advice. Tap “Melds as laid” and lay them.")
        if self.laid.cannot_go_out:
            return self.laid.cannot_go_out
        if self.laid.melds is None:
            return say("No cards yet. Tap them, or enter the points alone.")
        return ""

    @property
    def act(self) -> Act:
        return self.laid.act


def entry_of(table: Table, number: int) -> Entry:
    """The entry of the event of that number. Raises NotFound."""
    entry = table.entry(number)
    if entry is None:
        raise NotFound(
            say("That entry was removed or undone. Open the table to see what counts."), at="entry"
        )
    return entry


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
