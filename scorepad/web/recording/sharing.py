"""A whole table in one photo: its groups of cards are assigned to players and recorded at once.

The cards are corrected on the photo's own page; here each group gets its player. The use of a group depends
on the game. If melds are laid in any turn, it is a play; if a deal ends for everybody at once, it is what a
player has melded or has left; else it is a meld of the hand that goes out.

groups, pictures  the groups as melds, and the photos that they were read from
who-2, what-2     a seat or `nobody` for the third group, and whether it is `melded` or `left`
player            the player of the hand that goes out
shared            the groups are being assigned; without it they are still typed
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Literal, Self
from urllib.parse import urlencode

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.card_text import show_meld
from scorepad.core.cards import Meld
from scorepad.core.check import check_meld
from scorepad.core.log.table import Table
from scorepad.core.log.table_state import Player
from scorepad.core.sentence import in_a_row, say, say_number, with_capital
from scorepad.rulebook import find_game
from scorepad.store.engine import NotFound
from scorepad.tables import table_plays
from scorepad.tables.table_plays import GroupsVerdict, JudgedGroup, TableGroup, find_held_melds, judge_groups
from scorepad.web.addresses import own_path
from scorepad.web.faces import points
from scorepad.web.fields import (
    EVIDENCE,
    GROUPS,
    OF_DEAL,
    PICTURES,
    SHARED,
    PagePad,
    declare_pad,
    group_of,
    seat_of,
    whole_number,
)
from scorepad.web.hand.typed_cards import TypedMelds, page_cards, page_melds, unread_words
from scorepad.web.photos.group_places import TablePicture, likely_seats, table_pictures
from scorepad.web.photos.own_photos import forget_photo
from scorepad.web.photos.target import CAMERA
from scorepad.web.recording.entry_form import Act, EntryForm, EntryPages
from scorepad.web.recording.laid_hand import OF_HAND
from scorepad.web.requests import store
from scorepad.web.table.scoreboard import Scoreboard

NOBODY = "nobody"
LEFT = "left"
LEAST_GROUP = 2  # a single card is a pile, or was set aside
Purpose = Literal["plays", "deal", "hand"]
_CARRIED = (*OF_DEAL, *OF_HAND, EVIDENCE)
"""Fields of the page that the groups go to, which come along with those of seats."""


@dataclass(frozen=True, slots=True)
class SharedGroup:
    """A group as the page shows it.

    `number` counts from 0. `player` is None if it is nobody's, `is_unsaid` if that is not known yet. `note`
    says what it becomes, `reasons` why it cannot.
    """

    number: int
    cards: Meld
    player: int | None
    is_unsaid: bool = False
    is_left: bool = False
    note: str = ""
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class SharingForm(EntryForm):
    """The form that assigns groups of cards to players, first with the groups as typed text."""

    page, part = "recording/sharing.html", "recording/_sharing_answer.html"
    shown_errors = (table_plays.IllegalPlay,)

    @classmethod
    def read(cls, board: Scoreboard, args: Mapping[str, str], number: int | None) -> Self:
        """As `EntryForm.read`. Raises NotFound in a game without melds."""
        if not board.rules.scoring.lays_melds:
            raise NotFound(say("In this game there are no melds on the table. Leave them out."), at="groups")
        return cls(board, args, number)

    @cached_property
    def groups(self) -> TypedMelds:
        return TypedMelds.of_field(self.rules, self.given, GROUPS, said=self.said)

    @property
    def picks(self) -> dict[str, str]:
        """The choices made for groups, by field."""
        return {name: text for name, text in self.given.items() if group_of(name) is not None}

    @property
    def carried(self) -> dict[str, str]:
        """The fields of the page on which the groups are used."""
        return {
            name: text for name, text in self.given.items() if name in _CARRIED or seat_of(name) is not None
        }

    @property
    def pictures_taken(self) -> list[str]:
        return self.given.get(PICTURES, "").split()

    @cached_property
    def player(self) -> int | None:
        """The player whose hand goes out, if still in: as picked, else the phone's own. None if the whole
        deal is recorded."""
        if self.purpose == "deal":
            return None
        picked = self.given.get("player")
        seat = whole_number(picked) if picked else self.board.phone.seat
        return seat if seat in [player.index for player in self.players] else None

    @property
    def typed(self) -> TypedMelds | None:
        return None if self.shares else self.groups

    @property
    def pad_name(self) -> str:
        return GROUPS

    @property
    def shares(self) -> bool:
        """Whether the groups are being assigned; before that they are typed."""
        return self.given.get(SHARED) == "1" and bool(self.groups.melds)

    @property
    def purpose(self) -> Purpose:
        if self.board.rules.scoring.settled_at_once:
            return "deal"
        return "plays" if self.board.rules.turns.any_turn else "hand"

    @property
    def asks_what(self) -> bool:
        """Whether the form asks if a group is melded or left in hand (F3)."""
        return "melded" in self.rules.scoring.counts

    @property
    def players(self) -> list[Player]:
        """The players that a group may be assigned to."""
        deal = self.board.deal
        still_in = (seat for seat in deal.players if self.purpose == "deal" or deal.entry_of(seat) is None)
        return [self.table.players[seat] for seat in still_in]

    @property
    def _seats_from_here(self) -> list[int]:
        """The seats of the deal in order, from this phone's player; empty if the phone has no player."""
        seats = list(self.board.deal.players)
        own_seat = self.board.phone.seat
        place = seats.index(own_seat) if own_seat in seats else None
        return [] if place is None else [*seats[place:], *seats[:place]]

    @cached_property
    def pictures(self) -> tuple[TablePicture, ...]:
        """The photos, with frames around the groups."""
        return table_pictures(self.pictures_taken, self.groups.melds, self.rules.pack)

    @cached_property
    def _usual_seats(self) -> Mapping[int, int]:
        """The likely seat of each group, by its number, from the melds already on the table and its place on
        the photo."""
        held_melds = find_held_melds(table_plays.on_table(self.table), self.groups.melds)
        owners = {number: melds[0].owner for number, melds in enumerate(held_melds) if melds}
        return owners | likely_seats(self.pictures, owners, self._seats_from_here)

    def _picked_seat(self, number: int) -> int | None:
        """The seat of a group, as picked or likely; None if it is nobody's or unknown."""
        picked = self.given.get(f"who-{number}", "")
        if self.purpose == "hand":
            # One hand goes out: all groups on its photo are that player’s.
            return None if picked == NOBODY else self.player
        if not picked and self._is_usually_nobodys(self.groups.melds[number]):
            return None
        seat = whole_number(picked) if picked else self._usual_seats.get(number)
        return seat if seat in [player.index for player in self.players] else None

    def _is_usually_nobodys(self, cards: Meld) -> bool:
        """Whether a group is probably nobody's: a pile, or a meld where only cards left count."""
        counts_melds = self.purpose != "deal" or self.asks_what
        return len(cards) < LEAST_GROUP or (not counts_melds and check_meld(self.rules, cards).legal)

    def _is_unsaid(self, number: int) -> bool:
        """Whether a group's player is neither picked nor likely."""
        if self.purpose == "hand" or f"who-{number}" in self.given:
            return False
        is_nobodys = self._is_usually_nobodys(self.groups.melds[number])
        return not is_nobodys and self._picked_seat(number) is None

    def _is_left(self, number: int) -> bool:
        """Whether a group counts as left in hand: as picked, or by default if it is no meld."""
        if not self.asks_what:
            return self.purpose == "deal"
        picked = self.given.get(f"what-{number}", "")
        return picked == LEFT if picked else not check_meld(self.rules, self.groups.melds[number]).legal

    @property
    def table_groups(self) -> tuple[TableGroup, ...]:
        return tuple(
            TableGroup(cards, self._picked_seat(number)) for number, cards in enumerate(self.groups.melds)
        )

    @cached_property
    def judgement(self) -> GroupsVerdict | None:
        """The groups judged as plays; None if they are not recorded as plays."""
        if self.purpose != "plays":
            return None
        return judge_groups(self.rules, table_plays.on_table(self.table), self.table_groups)

    @cached_property
    def shared_groups(self) -> tuple[SharedGroup, ...]:
        return tuple(
            self._with_judgement(
                SharedGroup(number, group.cards, group.player, self._is_unsaid(number), self._is_left(number))
            )
            for number, group in enumerate(self.table_groups)
        )

    def _with_judgement(self, group: SharedGroup) -> SharedGroup:
        if self.judgement:
            judged = self.judgement.groups[group.number]
            return replace(group, note=_play_note(judged), reasons=_play_reasons(judged))
        if group.player is None or group.is_left:
            return group
        findings = check_meld(self.rules, group.cards).findings
        return replace(group, reasons=tuple(finding.sentence for finding in findings))

    @property
    def way_on(self) -> str:
        """The text of the button that records the groups or continues with them."""
        if self.purpose == "deal":
            return say("To the scores")
        if self.purpose == "hand":
            return say("To the score")
        number = self.number_recorded
        if not number:
            return say("Record")
        return say_number("Record this meld", "Record {number} melds", number)

    @property
    def number_recorded(self) -> int:
        """The number of groups that become plays."""
        return sum(bool(group.verdict) for group in self.judgement.groups) if self.judgement else 0

    @cached_property
    def faults(self) -> Mapping[str, str]:
        return dict(self._form_faults())

    def _form_faults(self) -> Iterator[tuple[str, str]]:
        if self.groups.error:
            yield GROUPS, unread_words(self.groups.error)
        elif not self.groups.melds:
            yield GROUPS, say("No cards yet. Take a photo of the table, or tap them.")
        if self.purpose == "hand" and self.player is None:
            yield "player", say("Whose hand is it?")
        for group in self.shared_groups:
            if group.is_unsaid:
                meld = show_meld(group.cards, self.rules.pack)
                yield f"who-{group.number}", say("Who owns {meld}?", meld=meld)
            elif self.purpose == "plays" and group.reasons:
                yield f"who-{group.number}", in_a_row(group.reasons)
        is_nobodys = not any(group.is_unsaid or group.player is not None for group in self.shared_groups)
        if self.groups.melds and is_nobodys and self.player is not None:
            yield GROUPS, say("Choose whose cards these are.")

    @property
    def act(self) -> Act:
        return partial(table_plays.lay_groups, groups=self.table_groups)

    @property
    def lay_off_query(self) -> dict[str, str]:
        """The query for the best play beside these groups; empty if there is none."""
        game = find_game(self.table.game)
        if game.table_use(self.rules) not in ("melds", "board") or self.table.manners.no_advice:
            return {}
        melds = [group.cards for group in self.shared_groups if check_meld(self.rules, group.cards).legal]
        return {**self.board.question_fields, "table": page_melds(melds, self.rules.pack)} if melds else {}

    def tapped(self, taps: Mapping[str, str]) -> Self:
        if "type" not in taps:
            return super().tapped(taps)
        # Picks go by the number of a group, which changes as groups are typed.
        left_out = {SHARED, *self.picks}
        return replace(self, given={name: text for name, text in self.given.items() if name not in left_out})

    def all_fields(self) -> dict[str, str]:
        return {
            **self.carried,
            **self.kept(GROUPS, PICTURES, SHARED),
            **self.picks,
            "player": "" if self.player is None else str(self.player),
            "past": "" if self.shares else self.given.get("past", ""),
        }


def _play_note(judged: JudgedGroup) -> str:
    """What a group becomes: nothing, a longer meld, or a new one with its points."""
    if judged.lies_there:
        return say("It’s already there.")
    if judged.verdict is None or judged.told is None:
        return ""
    number = judged.verdict.meld.points
    worth = say_number("{shown} point", "{shown} points", number, shown=points(number))
    if judged.owner != judged.group.player:
        return say("New: {points}.", points=worth)
    return say("{done}: {points}.", done=with_capital(judged.told.words), points=worth)


def _play_reasons(judged: JudgedGroup) -> tuple[str, ...]:
    return tuple(finding.sentence for finding in judged.verdict.findings) if judged.verdict else ()


def _forget_photos(form: SharingForm, _table: Table) -> None:
    for photo in form.pictures_taken:
        forget_photo(photo)


class SharingPages(EntryPages[SharingForm]):
    """The pages of the photo with its groups and their players; a pad, if there are no groups yet."""

    def record(self, table_id: str, number: int | None = None) -> AnyResponse:
        """Record the groups as plays, continue with them in another form, or follow a tap."""
        form = self.read_form(table_id, number)
        if "begin" in request.form:
            return redirect(f"{own_path()}?{urlencode(form.fields())}{CAMERA}", 303)
        if "lay_off" in request.form and form.lay_off_query:
            return redirect(f"{url_for('solve.index')}?{urlencode(form.lay_off_query)}", 303)
        if form.purpose == "plays" or "record" not in request.form or form.faults:
            return super().record(table_id, number)
        return redirect(_way_on(form), 303)


bp = Blueprint("sharing", __name__)
declare_pad(bp, "page", pad=PagePad((GROUPS,), shares=True))
SharingPages(SharingForm.read, _forget_photos).serve(bp, "/t/<table_id>/groups")


def _way_on(form: SharingForm) -> str:
    """The address of the form that continues with these groups, for the deal or the hand. The table's photos
    go along if it keeps photos, else they are deleted."""
    fields = _deal_fields(form) if form.purpose == "deal" else _hand_fields(form)
    if store().keeps_photos(form.table.id):
        fields = {
            **fields,
            EVIDENCE: " ".join([*form.carried.get(EVIDENCE, "").split(), *form.pictures_taken]),
        }
    else:
        _forget_photos(form, form.table)
    endpoint = "settling.page" if form.purpose == "deal" else "going_out.page"
    return f"{url_for(endpoint, table_id=form.table.id)}?{urlencode(fields)}"


def _deal_fields(form: SharingForm) -> dict[str, str]:
    """The fields of the form of an ended deal, with each player's groups added."""
    fields = dict(form.carried)
    for group in form.shared_groups:
        if group.player is None:
            continue
        if group.is_left:
            cards_field, number, between = f"left-{group.player}", f"number-{group.player}", " "
            text = page_cards((laid.card for laid in group.cards), form.rules.pack)
        else:
            cards_field, number, between = f"melds-{group.player}", f"melded-{group.player}", " / "
            text = page_melds([group.cards], form.rules.pack)
        fields[cards_field] = between.join(filter(None, (fields.get(cards_field, ""), text)))
        # A player has cards or a number; the form refuses both.
        fields.pop(number, None)
    return _with_winner(form, fields)


def _with_winner(form: SharingForm, fields: dict[str, str]) -> dict[str, str]:
    """The fields with the winner filled in, if exactly one player has nothing left and none was picked."""
    seats = [player.index for player in form.players]
    with_cards = [seat for seat in seats if fields.get(f"left-{seat}") or fields.get(f"number-{seat}")]
    winners = [seat for seat in seats if seat not in with_cards]
    # What was picked before counts more than this guess.
    return {"winner": str(winners[0])} | fields if len(winners) == 1 else fields


def _hand_fields(form: SharingForm) -> dict[str, str]:
    """The fields of the form of a hand that goes out, with the groups as its melds."""
    melds = [group.cards for group in form.shared_groups if group.player is not None]
    cards = page_cards((laid.card for meld in melds for laid in meld), form.rules.pack)
    melds_text = page_melds(melds, form.rules.pack)
    hand = {"player": str(form.player), "cards": cards, "melds": melds_text, "lay": "1"}
    return {**form.carried, **hand}
