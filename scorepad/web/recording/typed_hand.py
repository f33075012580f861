"""A hand that goes out or is corrected, as typed in its form: the player, its place, and its cards or
points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from scorepad.core.bonuses import NOTHING_BESIDE, LyingBeside
from scorepad.core.card_text import read_canonical_melds, write_melds
from scorepad.core.cards import Card, Meld
from scorepad.core.log import multipliers
from scorepad.core.log.deal import Deal
from scorepad.core.log.entries import Entry
from scorepad.core.log.table import Table
from scorepad.core.log.table_state import Player
from scorepad.core.notation import OWN_LETTERS
from scorepad.core.packs import Pack
from scorepad.core.sentence import say
from scorepad.rulebook import find_game
from scorepad.store.engine import NotFound
from scorepad.tables.judging import HandPlace, entry_cards, first_meld_need, lying_beside
from scorepad.web.fields import EVIDENCE, typed_whole, whole_number
from scorepad.web.hand.page_letters import page_cards, page_melds
from scorepad.web.hand.question import Question, read_tab
from scorepad.web.hand.solved import AGAIN, search_again
from scorepad.web.hand.typed_cards import TypedCards, TypedMelds
from scorepad.web.recording.arrangement import (
    ShownMelds,
    read_shown,
)
from scorepad.web.recording.entry_form import EntryForm


@dataclass(frozen=True, slots=True)
class ForgottenPlace:
    """The deal of a forgotten hand, and its place in the order of going out, from 1."""

    deal: int
    place: int


@dataclass(frozen=True)
class TypedHand(EntryForm):
    """A hand as typed, before it is laid and judged."""

    @cached_property
    def entry(self) -> Entry | None:
        """The entry to correct; None for a new one."""
        return None if self.number is None else entry_of(self.table, self.number)

    @property
    def recorded(self) -> Entry | None:
        return self.entry

    @cached_property
    def late(self) -> ForgottenPlace | None:
        """The place of a forgotten hand; None for a hand that goes out now."""
        deal, place = (whole_number(self.given.get(name, "")) or 0 for name in ("deal", "place"))
        if self.entry or not 1 <= deal <= self.table.deal.number or place < 1:
            return None
        return ForgottenPlace(deal, min(place, len(self.table.deals[deal - 1].entries) + 1))

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

    @cached_property
    def conceal_pick(self) -> bool | None:
        """Whether the player ticked that the hand goes out concealed (H11). None while the tick is as the
        page set it and the form is not recorded: then the melds decide."""
        ticked, set_by_page = self.given.get("concealed", ""), self.given.get("conceal_shown", "")
        # A browser sends nothing for a tick that is off, where the page says 0.
        untouched = ticked == set_by_page.replace("0", "")
        none_said = self.entry is None and untouched and "record" not in self.given
        return None if none_said else ticked in ("1", "true")

    @cached_property
    def shown(self) -> ShownMelds | None:
        """The melds that the page showed when the form was sent; None while a page is drawn."""
        is_sent = "record" in self.given or "discard" in self.given
        return read_shown(self.rules, self.given) if is_sent and not self.redrawn else None

    @cached_property
    def deal(self) -> Deal:
        """The deal that the hand belongs to."""
        number = self.entry.deal if self.entry else self.late.deal if self.late else self.table.deal.number
        return self.table.deals[number - 1]

    @property
    def place(self) -> int | None:
        """The place in the order of going out of a forgotten hand; None for any other."""
        return self.late.place if self.late else None

    @property
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
    def times(self) -> int | None:
        """The multiplier of going out; None if no player is picked."""
        return None if self.player is None else self._multiplier_of(self.player)

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

    @cached_property
    def beside(self) -> LyingBeside:
        """The partners' melds beside the hand, and the interlocks that scored before (I7, I8)."""
        if self.player is None:
            return NOTHING_BESIDE
        return lying_beside(self.at, self.player)

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
        melds, partners = self.beside.melds, NOTHING_BESIDE
        if self.board.rules.turns.any_turn:
            laid_before = self.entry is None and self.deal.melds
            melds = read_canonical_melds(self.deal.melds[player]) if laid_before else ()
            partners = self.beside
        options = question.options
        if self.rules.turns.first_meld.naturals:  # what this player's first meld needs by now (H13)
            need = first_meld_need(self.at, player)
            options = {**options, "first_meld_naturals": str(need), "first_meld_rise": "0"}
        return replace(
            question,
            options=options,
            table_melds=TypedMelds(self.rules, write_melds(melds), letters=OWN_LETTERS) if melds else None,
            partners=partners,
        )

    @property
    def typed(self) -> TypedCards:
        return self.question.hand

    @property
    def melds_on_table(self) -> tuple[Meld, ...]:
        """The player's own melds on the table, which count with the hand (H10)."""
        on_table = self.question.table_melds
        return on_table.melds if on_table and self.board.rules.turns.any_turn else ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the hand, including the player's on the table."""
        return (*(laid.card for meld in self.melds_on_table for laid in meld), *self.question.hand.cards)

    @property
    def plain(self) -> int | None:
        """The points typed instead of cards; None if there are none, or they do not read."""
        return typed_whole(self.points)

    @property
    def withholds(self) -> bool:
        """Whether the pad shows no best melds: the table allows no advice, and the hand is not recorded
        yet."""
        return self.table.manners.no_advice and self.entry is None

    def tapped(self, taps: Mapping[str, str]) -> Self:
        if AGAIN in taps:
            search_again(self.question)
        return super().tapped(taps).changed(melds=self.question.own.tapped(taps).text)

    def all_fields(self) -> dict[str, str]:
        late = self.late
        return {
            **self.kept("cards", "past", "melds", "points", "note", EVIDENCE),
            "player": "" if self.player is None else str(self.player),
            "deal": str(late.deal) if late else "",
            "place": str(late.place) if late else "",
            # `0` and not nothing, so that the form of an entry looks touched and is not filled in anew.
            "lay": "1" if self.question.laying else "0" if self.entry else "",
            "tab": self.question.tab,
            "concealed": "" if self.conceal_pick is None else str(int(self.conceal_pick)),
        }


def entry_of(table: Table, number: int) -> Entry:
    """The entry of the event of that number. Raises NotFound."""
    entry = table.entry(number)
    if entry is None:
        raise NotFound(
            say("That entry was removed or undone. Open the table to see what counts."), at="entry"
        )
    return entry


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
        "concealed": "1" if entry.concealed else "",
    }
