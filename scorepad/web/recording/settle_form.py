"""The form of a deal that is over for everybody at once: who went out, and what each player has then.

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

from scorepad.core.errors import ScorepadError
from scorepad.core.log.deal import Deal
from scorepad.core.log.entries import Ending
from scorepad.core.log.table import Player, Table
from scorepad.core.scoring import Scoring
from scorepad.core.sentence import in_a_row, say
from scorepad.tables import service, settlements
from scorepad.tables.settlements import EndedDeal, PlayerShare, SettleFault
from scorepad.web.fields import DISPUTED, EVIDENCE, OF_DEAL, OF_PAD, PADS_OF_SEAT, seat_of, whole_number
from scorepad.web.hand.typed_cards import TypedCards, write_past
from scorepad.web.recording.entry_form import Act, EntryForm
from scorepad.web.recording.typed_share import TypedShare, plain_number, read_share, share_before
from scorepad.web.table.scoreboard import Scoreboard

NOBODY = "nobody"
_FIELD_OF_FAULT = {"left": "number", "melded": "melded", "tiles": "tiles", "never_opened": "unopened"}
"""The field that a fault of an ending is shown at."""


@dataclass(frozen=True)
class SettleForm(EntryForm):
    """`ending` is the one to correct, None for the current deal; `at` is the player whose cards the pad
    writes, None while there is no pad; `disputed` overrules the pack audit (P1)."""

    lines: tuple[TypedShare, ...]
    winner: str = ""
    at: int | None = None
    side: str = "left"
    rummy: bool = False
    note: str = ""
    ending: Ending | None = None
    disputed: bool = False
    never_opened: tuple[int, ...] = ()

    @property
    def recorded(self) -> Ending | None:
        return self.ending

    @property
    def deal(self) -> Deal:
        return ended_deal(self.table, self.ending.number) if self.ending else self.table.deal

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
    def heading(self) -> str:
        """What a number says that is typed for a player."""
        return self.scoring.left_heading

    @property
    def has_winner(self) -> bool:
        """Whether somebody goes out in this game."""
        return self.board.goes_out

    @property
    def has_melds(self) -> bool:
        return self.scoring.counts_melded

    @property
    def asks_tiles(self) -> bool:
        """Whether numbers of tiles decide when nobody went out (K4)."""
        return self.scoring.ranks_by_tiles

    @property
    def asks_opened(self) -> bool:
        """Whether it counts who never made a first play (K4)."""
        return self.scoring.charges_unopened

    @property
    def typed(self) -> TypedCards | None:
        if self.at is None:
            return None
        line = self._line_of(self.at)
        return line.melds if self.side == "melds" else line.left

    @property
    def pad_name(self) -> str:
        return f"{self.side}-{self.at}"

    def _line_of(self, seat: int) -> TypedShare:
        return next(line for line in self.lines if line.player.index == seat)

    @cached_property
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
        melds_count = self.has_melds or plain_number(line.melded) is not None
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
        if self.has_winner and not self.winner:
            question = self.scoring.ending_words.question
            yield "winner", in_a_row((question, say("Nobody, where nobody could.")))
        for line in self.lines:
            yield from line.faults()
            if line.empty and self.winner != str(line.player.index):
                yield f"number-{line.player.index}", self._missing_words(line.player.name)

    def _missing_words(self, name: str) -> str:
        if self.has_winner:
            return say("Enter {name}'s remaining cards.", name=name)
        return say("Enter {name}'s collected cards.", name=name)

    @property
    def disputable(self) -> bool:
        """Whether nothing but the pack audit speaks against recording (P1)."""
        return bool(replace(self, disputed=False).faults) and not replace(self, disputed=True).faults

    @property
    def act(self) -> Act:
        if self.ending:
            return partial(settlements.correct_ending, ended=self.ended, entry=self.ending.number)
        return partial(settlements.record_ending, ended=self.ended)

    def tapped(self, taps: Mapping[str, str]) -> Self:
        if (seat := seat_of(taps.get("pad", ""), PADS_OF_SEAT)) is not None:
            side = taps["pad"].partition("-")[0]
            is_known = seat in (line.player.index for line in self.lines) and (
                side == "left" or self.has_melds
            )
            return replace(self, at=seat, side=side) if is_known else self
        if "done" in taps:
            return replace(self, at=None, side="left")
        if self.at is None:
            return self
        old_line = self._line_of(self.at)
        line = old_line.tapped(self.side, taps)
        return replace(self, lines=tuple(line if each is old_line else each for each in self.lines))

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
        return {**fields, EVIDENCE: self.photos, "past": write_past(self.typed.past) if self.typed else ""}


def read_settle(board: Scoreboard, args: Mapping[str, str], event: int | None) -> SettleForm:
    """The form as the address or the post says; one not touched yet shows the ending as recorded.

    Raises NotFound for an ending that is gone, and in a game in which nothing is settled.
    """
    if not board.settles:
        raise service.NotFound(say("In this game every player is recorded on going out."), at="deal")
    ending = None if event is None else ended_deal(board.table, event).ending
    touched = any(name in (*OF_DEAL, *OF_PAD) or seat_of(name) is not None for name in args)
    if ending is not None and not touched:
        return _as_recorded(board, ending)
    if (course := board.deal.course) and not touched:
        args = {f"number-{seat}": str(course.collected(seat)) for seat in course.seats}
    players = _players_of(board.table, board.deal if event is None else ended_deal(board.table, event))
    seats = {str(player.index): player.index for player in players}
    at = seats.get(args.get("at", ""))
    side = "melds" if args.get("side") == "melds" else "left"
    winner = args.get("winner", "")
    return SettleForm(
        board,
        tuple(read_share(board.rules, player, args, f"{side}-{at}") for player in players),
        winner if winner in (NOBODY, *seats) else "",
        at,
        side,
        args.get("rummy", "") in ("1", "true", "on"),
        args.get("note", ""),
        ending,
        args.get("record") == DISPUTED,
        tuple(seat for text, seat in seats.items() if args.get(f"unopened-{text}") == "1"),
        photos=args.get(EVIDENCE, ""),
    )


def _players_of(table: Table, deal: Deal) -> list[Player]:
    """Those who play the deal, in the order in which they sit."""
    return [table.players[seat] for seat in deal.players]


def ended_deal(table: Table, event: int) -> Deal:
    """The deal whose ending the event of that number made. Raises NotFound."""
    deal = table.ended_with(event)
    if deal is None or deal.ending is None:
        raise service.NotFound(say("These scores are not there: they were removed or undone."), at="entry")
    return deal


def _as_recorded(board: Scoreboard, ending: Ending) -> SettleForm:
    """The ending as it stands."""
    ended_before = settlements.ended_as_recorded(ending)
    shares = ended_before.shares
    lines = (share_before(board.rules, board.table.players[seat], share) for seat, share in shares.items())
    winner = NOBODY if ending.winner is None else str(ending.winner)
    return SettleForm(
        board,
        tuple(lines),
        winner,
        rummy=ending.rummy,
        note=ending.note,
        ending=ending,
        disputed=ending.disputed,
        never_opened=ending.never_opened,
    )


def _by_field(faults: Iterable[SettleFault], names: Mapping[int, str]) -> dict[str, str]:
    """Sentences of the faults of an ending by the field that they are shown at."""
    sentences: dict[str, list[str]] = {}
    seat_of = {name: seat for seat, name in names.items()}
    for fault in faults:
        has_field = fault.player in seat_of and fault.field in _FIELD_OF_FAULT
        field = f"{_FIELD_OF_FAULT[fault.field]}-{seat_of[fault.player]}" if has_field else fault.field
        sentences.setdefault(field, []).append(fault.message)
    return {field: in_a_row(messages) for field, messages in sentences.items()}
