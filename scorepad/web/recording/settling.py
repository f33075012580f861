"""Deal over: who went out and what each player has then, recorded at once; and earlier deals put right.

What a player has is typed as a number, or as cards on the pad, which writes for one player at a time (`at`).

    winner        a seat, or `nobody`         left-1, melds-1           cards, melds of seat 1
    at, side      what the pad writes         number-1, melded-1        their values as plain numbers
    rummy, note                               tiles-1                   how many tiles the number is for
    unopened-1    that seat 1 never opened
    photo         ids of those that the cards came from
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Self

from flask import Blueprint, make_response, render_template
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.errors import ScorepadError
from scorepad.core.log.deal import Deal
from scorepad.core.log.entries import Ending
from scorepad.core.log.table import Table
from scorepad.core.phrasing import join_words
from scorepad.core.scoring import Scoring
from scorepad.core.sentence import in_a_row, say
from scorepad.tables import service, settlements
from scorepad.tables.phrases import ending_told
from scorepad.tables.settlements import EndedDeal, PlayerShare, SettleFault
from scorepad.web.fields import DISPUTED, EVIDENCE, OF_DEAL, OF_PAD, PADS_OF_SEAT, seat_of, whole_number
from scorepad.web.hand.typed_cards import TypedCards
from scorepad.web.people import access
from scorepad.web.recording.entry_form import Act, EntryForm, EntryPages
from scorepad.web.recording.typed_share import TypedShare, plain_number, read_share, share_fields
from scorepad.web.requests import store
from scorepad.web.table.scoreboard import Scoreboard

NOBODY = "nobody"
_FIELD_OF_FAULT = {"left": "number", "melded": "melded", "tiles": "tiles", "never_opened": "unopened"}
"""The field that a fault of an ending is shown at."""


@dataclass(frozen=True)
class SettleForm(EntryForm):
    """A deal that is over for everybody at once."""

    page, part = "recording/over.html", "recording/_over_answer.html"

    @classmethod
    def read(cls, board: Scoreboard, args: Mapping[str, str], number: int | None) -> Self:
        """A form not touched yet shows the ending as recorded, or what was collected."""
        if not board.settles:
            raise service.NotFound(say("In this game every player is recorded on going out."), at="deal")
        touched = any(name in (*OF_DEAL, *OF_PAD) or seat_of(name) is not None for name in args)
        recorded = None if number is None else ended_deal(board.table, number).ending
        if recorded and not touched:
            args = _fields_of_ending(recorded)
        elif (course := board.deal.course) and not touched:
            args = {f"number-{seat}": str(course.collected(seat)) for seat in course.seats}
        return cls(board, args, number)

    @property
    def ending(self) -> Ending | None:
        """The one to correct, None for the current deal."""
        return self.deal.ending if self.number else None

    @property
    def recorded(self) -> Ending | None:
        return self.ending

    @cached_property
    def deal(self) -> Deal:
        return ended_deal(self.table, self.number) if self.number else self.table.deal

    @cached_property
    def lines(self) -> tuple[TypedShare, ...]:
        """What each player has, of those who play the deal as they sit."""
        players = [self.table.players[seat] for seat in self.deal.players]
        return tuple(read_share(self.rules, player, self.given, self.pad_name) for player in players)

    @property
    def winner(self) -> str:
        winner = self.given.get("winner", "")
        return winner if winner in (NOBODY, *map(str, self.deal.players)) else ""

    @property
    def at(self) -> int | None:
        """The player whose cards the pad writes, None while there is no pad."""
        return {str(seat): seat for seat in self.deal.players}.get(self.given.get("at", ""))

    @property
    def side(self) -> str:
        return "melds" if self.given.get("side") == "melds" else "left"

    @property
    def rummy(self) -> bool:
        return self.given.get("rummy", "") in ("1", "true", "on")

    @property
    def never_opened(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.deal.players if self.given.get(f"unopened-{seat}") == "1")

    @property
    def title(self) -> str:
        """What the page is called."""
        number = self.deal.number
        if self.ending:
            return say("Correct deal {number}", number=number)
        return say("Deal {number} is over", number=number)

    @property
    def over(self) -> bool:
        """Whether the deal has been recorded meanwhile."""
        return self.ending is None and self.deal.ended

    @property
    def scoring(self) -> Scoring:
        return self.rules.scoring

    @property
    def typed(self) -> TypedCards | None:
        if self.at is None:
            return None
        line = self._line_of(self.at)
        return replace(line.melds if self.side == "melds" else line.left, said=self.said)

    @property
    def pad_name(self) -> str:
        return f"{self.side}-{self.at}"

    def _line_of(self, seat: int) -> TypedShare:
        return next(line for line in self.lines if line.player.index == seat)

    @property
    def scores(self) -> Mapping[int, int] | None:
        """Every player's score as it will be recorded; None while something is missing."""
        return None if self.faults else self._scores_and_faults[0]

    @cached_property
    def _scores_and_faults(self) -> tuple[Mapping[int, int], dict[str, str]]:
        names = {line.player.index: line.player.name for line in self.lines}
        if faults := settlements.ending_faults(self.rules, names, self.ended):
            return {}, _by_field(faults, names)
        return settlements.ending_scores(self.rules, names, self.ended), {}

    @property
    def ended(self) -> EndedDeal:
        """What will be recorded; what does not read counts as nothing and is a fault."""
        shares = {line.player.index: self._share_of(line) for line in self.lines}
        return EndedDeal(
            shares, whole_number(self.winner), self.rummy, self.note, self.disputed, self.never_opened
        )

    def _share_of(self, line: TypedShare) -> PlayerShare:
        melds_count = self.scoring.counts_melded or plain_number(line.melded) is not None
        return line.share if melds_count else replace(line.share, melded=())

    def value(self, seat: int) -> int | None:
        """What the cards that the player has count; None while nothing reads."""
        line = self._line_of(seat)
        if line.empty or line.left.error or line.unread:
            return None
        return settlements.left_number(self.rules, self._share_of(line))

    def melded(self, seat: int) -> int | None:
        """What the player's melds count, while they are legal."""
        line = self._line_of(seat)
        if line.melds.error or line.unread:
            return None
        try:
            return settlements.melded_value(self.rules, self._share_of(line))
        except ScorepadError:
            return None

    @cached_property
    def faults(self) -> Mapping[str, str]:
        return dict(self._form_faults()) or self._scores_and_faults[1]

    def _form_faults(self) -> Iterator[tuple[str, str]]:
        if self.scoring.lays_melds and not self.winner:
            question = self.scoring.ending_words.question
            yield "winner", in_a_row((question, say("Nobody, where nobody could.")))
        for line in self.lines:
            yield from line.faults()
            if line.empty and self.winner != str(line.player.index):
                yield f"number-{line.player.index}", self._missing_words(line.player.name)

    def _missing_words(self, name: str) -> str:
        if self.scoring.lays_melds:
            return say("Enter {name}'s remaining cards.", name=name)
        return say("Enter {name}'s collected cards.", name=name)

    @property
    def disputable(self) -> bool:
        """Whether nothing but the pack audit speaks against recording (P1)."""
        return bool(self.changed(record="").faults) and not self.changed(record=DISPUTED).faults

    @property
    def act(self) -> Act:
        if self.number:
            return partial(settlements.correct_ending, ended=self.ended, entry=self.number)
        return partial(settlements.record_ending, ended=self.ended)

    def tapped(self, taps: Mapping[str, str]) -> Self:
        if (seat := seat_of(taps.get("pad", ""), PADS_OF_SEAT)) is not None:
            side = taps["pad"].partition("-")[0]
            is_known = seat in self.deal.players and (side == "left" or self.scoring.counts_melded)
            return self.changed(at=str(seat), side=side, past="") if is_known else self
        return self.changed(at="", side="", past="") if "done" in taps else super().tapped(taps)

    def fields(self) -> dict[str, str]:
        return super().fields() or ({"winner": ""} if self.ending or self.deal.course else {})

    def all_fields(self) -> dict[str, str]:
        fields = {
            "winner": self.winner,
            "rummy": "1" if self.rummy else "",
            "note": self.note,
            "at": "" if self.at is None else str(self.at),
            "side": "" if self.side == "left" else self.side,
        }
        for line in self.lines:
            fields |= line.fields()
        fields |= {f"unopened-{seat}": "1" for seat in self.never_opened}
        return {
            **fields,
            EVIDENCE: self.photos,
            "past": "" if self.at is None else self.given.get("past", ""),
        }


def ended_deal(table: Table, event: int) -> Deal:
    """The deal whose ending the event of that number made. Raises NotFound."""
    deal = table.ended_with(event)
    if deal is None or deal.ending is None:
        raise service.NotFound(say("These scores are not there: they were removed or undone."), at="entry")
    return deal


def _fields_of_ending(ending: Ending) -> dict[str, str]:
    """The ending as it stands, as the fields that would say it."""
    fields = {
        "winner": NOBODY if ending.winner is None else str(ending.winner),
        "rummy": "1" if ending.rummy else "",
        "note": ending.note,
        "record": DISPUTED if ending.disputed else "",
        **{f"unopened-{seat}": "1" for seat in ending.never_opened},
    }
    for seat, share in settlements.ended_as_recorded(ending).shares.items():
        fields |= share_fields(seat, share)
    return fields


def _by_field(faults: Iterable[SettleFault], names: Mapping[int, str]) -> dict[str, str]:
    """Sentences of the faults of an ending by the field that they are shown at."""
    sentences: dict[str, list[str]] = {}
    seat_of = {name: seat for seat, name in names.items()}
    for fault in faults:
        has_field = fault.player in seat_of and fault.field in _FIELD_OF_FAULT
        field = f"{_FIELD_OF_FAULT[fault.field]}-{seat_of[fault.player]}" if has_field else fault.field
        sentences.setdefault(field, []).append(fault.message)
    return {field: in_a_row(messages) for field, messages in sentences.items()}


bp = Blueprint("settling", __name__)
pages = EntryPages(SettleForm)
pages.serve(bp, "/t/<table_id>/over", "/t/<table_id>/ending/<int:number>")


@bp.get("/t/<table_id>/ending/<int:number>")
def ending(table_id: str, number: int) -> AnyResponse:
    """A deal as recorded, to look at or to put right."""
    if access.phone(table_id).writes:
        return pages.show(table_id, number)
    table = service.table(store(), table_id)
    deal, board = ended_deal(table, number), Scoreboard(table, access.phone(table_id))
    assert deal.ending is not None
    page = {
        "board": board,
        "table": table,
        "deal": deal,
        "ending": deal.ending,
        "ending_told": ending_told(table, deal.ending),
        "never_opened": join_words([table.names[seat] for seat in deal.ending.never_opened], "and"),
    }
    return make_response(render_template("recording/ending.html", **page))
