"""The form of an ended deal: who went out and what each player has, recorded at once; also corrects earlier
deals.

What a player has is typed as a number, or as cards on the pad, which writes for one player at a time (`at`).

    winner        a seat, or `nobody`         left-1, melds-1           cards, melds of seat 1
    of, since     the deal that it is of, and the table's number when the page was opened
    at, side      what the pad writes         number-1, melded-1        their values as plain numbers
    rummy, note                               tiles-1                   how many tiles the number is for
    unopened-1    that seat 1 never opened    drop-1, times-1           how seat 1 dropped, how often
    ending        how it ended                less, more                what a key changes, a seat or a field
    turned        the card turned up          photo                     ids of those that the cards came from
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from flask import Blueprint, make_response
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.deal_facts import TURNED, DealFacts
from scorepad.core.errors import ScorepadError
from scorepad.core.log.deal import Deal
from scorepad.core.log.table_state import Player
from scorepad.core.matches import Progress
from scorepad.core.phrasing import join_words
from scorepad.core.points import Points
from scorepad.core.rules import Rules
from scorepad.core.scoring import IN_DUEL, EndingWords, ScoreLine
from scorepad.core.scoring.ended_deal import (
    NEVER_OPENED,
    PHASE_MADE,
    CommonNote,
    PlayerShare,
    SeatedDeal,
    notes_told,
)
from scorepad.core.sentence import in_a_row, say
from scorepad.core.settle import IMPOSSIBLE, SettleFault, left_number, most_counted
from scorepad.rulebook import find_game
from scorepad.store.engine import NotFound
from scorepad.tables import settlements
from scorepad.tables.phrases import ending_told, names_in_deal
from scorepad.tables.standing import rules_of_deal
from scorepad.web.faces import points
from scorepad.web.fields import (
    EVIDENCE,
    MELDS,
    OF_DEAL,
    OF_PAD,
    PADS_OF_SEAT,
    PagePad,
    declare_pad,
    seat_of,
    whole_number,
)
from scorepad.web.forms import only_waited
from scorepad.web.hand.question import AskedDeal, read_card, read_deal
from scorepad.web.hand.typed_cards import TypedCards
from scorepad.web.people import access
from scorepad.web.recording.entry_form import EndingForm, EntryPages
from scorepad.web.recording.tally_form import TallyForm, field_name
from scorepad.web.recording.typed_share import (
    NOBODY,
    DropChoices,
    TypedShare,
    counted_fields,
    drop_choices,
    ended_deal,
    faults_by_field,
    fields_of_ending,
    lines_of,
    missing_words,
    open_deal,
    pair_fault,
    plain_number,
    played_seats,
)
from scorepad.web.table.score_sides import ScoreSide
from scorepad.web.table.scoreboard import Scoreboard
from scorepad.web.table.table_page import drawn, scoreboard


@dataclass(frozen=True)
class SettleForm(EndingForm):
    """The form of a deal that ends for everybody at once."""

    page, part = "recording/over.html", "recording/_over_answer.html"

    @classmethod
    def read(cls, board: Scoreboard, args: Mapping[str, str], number: int | None) -> Self:
        """As `EntryForm.read`; an untouched form shows the ending as recorded, or what was collected."""
        if not board.rules.scoring.settled_at_once:
            raise NotFound(say("In this game, record each player as they go out."), at="deal")
        touched = any(name in (*OF_DEAL, *OF_PAD) or seat_of(name) is not None for name in args)
        recorded = None if number is None else ended_deal(board.table, number).ending
        if number and recorded and not touched:
            rules = rules_of_deal(board.table, ended_deal(board.table, number))
            args = fields_of_ending(recorded, rules)
        elif (course := board.deal.course) and not touched:
            args = {f"number-{seat}": str(course.collected(seat)) for seat in course.seats}
        return cls(board, args, number)

    @cached_property
    def deal(self) -> Deal:
        if self.number:
            return ended_deal(self.table, self.number)
        meant = whole_number(self.given.get("of", "")) or self.table.deal.number
        # A phone without a network goes on with the page of the deal before.
        if meant < self.table.deal.number and not only_waited(self.table):
            return self.table.deal_numbered(max(1, meant))
        return open_deal(self.table, self.board.rules)

    @cached_property
    def rules(self) -> Rules:
        """The rules of this deal, which may depend on its number and the card turned up."""
        return rules_of_deal(self.table, self.deal, self.facts)

    @cached_property
    def lines(self) -> tuple[TypedShare, ...]:
        """A line for each player of the deal in order; for each side, if only points count and sides are
        counted."""
        return tuple(
            TypedShare(self.rules, player, self.counted, self.pad_name) for player in self._line_players
        )

    @cached_property
    def _line_players(self) -> list[Player]:
        return lines_of(self.table, self.deal, self.board.counts_sides)

    @cached_property
    def counted(self) -> Mapping[str, str]:
        """The fields whose values count in this game."""
        return counted_fields(self.rules, self.given)

    @cached_property
    def picks_players(self) -> bool:
        """Whether one picks who played, since only some of those at the table play a deal."""
        return self.board.rules.scoring.partners == "in duels" and len(self.deal.players) > IN_DUEL

    @property
    def played(self) -> tuple[int, ...]:
        """The seats that played, by what is typed."""
        picks = self.picks_players and self.winner != NOBODY
        return played_seats(self.lines, self.winner) if picks else self.deal.players

    @cached_property
    def winner(self) -> str:
        winner = self.given.get("winner", "")
        return winner if winner in (NOBODY, *map(str, self.deal.players)) else ""

    @cached_property
    def endings(self) -> tuple[EndingWords, ...]:
        """The ways in which a player may end the deal; empty if there is only one."""
        endings = tuple(words for words in self.scoring.ending_words.all if not words.by_nobody)
        return endings if len(endings) > 1 else ()

    @property
    def ending_word(self) -> str:
        """The game's word for the picked ending; empty if none is picked."""
        ending = self.given.get("ending", "")
        return ending if self.winner != NOBODY and ending in {words.id for words in self.endings} else ""

    @cached_property
    def ended_how(self) -> EndingWords:
        """The ending, from what is typed."""
        return settlements.ending_words(self.rules, self._names, self.ended)

    @property
    def shown_ending(self) -> str:
        """The id of the ending shown as picked: the usual one, unless it follows from the cards left."""
        usual = self.scoring.ending_words
        return self.ending_word or ("" if usual.told_by_cards else usual.id)

    @property
    def facts(self) -> DealFacts:
        """The card turned up, if one was chosen."""
        return read_card(self.board.rules, self.given)

    @property
    def asked_deal(self) -> AskedDeal:
        """The facts of the deal on which its rules depend."""
        follows = {TURNED} & set(find_game(self.table.game).follows(self.table.options))
        return read_deal(self.board.rules, follows, self.given)

    @property
    def score_lines(self) -> Mapping[int, tuple[ScoreLine, ...]]:
        """The lines of each score, by seat, for scores of several lines; empty if something is missing."""
        return settlements.score_lines(self.rules, self._names, self.ended) if self.scores else {}

    @cached_property
    def standing(self) -> Scoreboard:
        """The scoreboard with what is typed; as it stands if something is missing."""
        if self.over or not self.scores:
            return self.board
        try:
            return replace(self.board, table=settlements.table_ended(self.table, self.ended, self.number))
        except ScorepadError:
            return self.board

    def side_of(self, line: TypedShare) -> ScoreSide:
        """The side of a line's player, with its standing after the deal."""
        return next(side for side in self.standing.sides if side.index == line.player.partnership)

    def makes_phase(self, line: TypedShare) -> bool:
        """Whether a player completes a phase of the match in this deal; whoever ends it does (phase-10
        P3)."""
        seat = line.player.index
        return seat in self.noted(PHASE_MADE.input) or self.winner == str(seat)

    def progress(self, line: TypedShare) -> Progress | None:
        """The player's progress in the match with this deal, in games that rank by progress before points."""
        progress = self.board.table_match.progress(line.player.partnership)
        before = self.table.phase_before(self.deal.number, line.player.index) - 1
        return progress and progress._replace(made=before + self.makes_phase(line))

    def goes_out_of_match(self, line: TypedShare) -> bool:
        """Whether a player is out of the match after this deal."""
        match = self.standing.table_match.standing
        return match is not None and line.player.partnership in match.out

    @property
    def at(self) -> int | None:
        """The seat whose cards the pad edits; None if there is no pad."""
        seats = [player.index for player in self._line_players]
        return {str(seat): seat for seat in seats}.get(self.given.get("at", ""))

    @property
    def line_at(self) -> TypedShare | None:
        """The line of the player whose cards the pad edits."""
        return None if self.at is None else self._line_of(self.at)

    @property
    def side(self) -> str:
        return "melds" if self.given.get("side") == "melds" else "left"

    @property
    def rummy(self) -> bool:
        return self.counted.get("rummy", "") in ("1", "true", "on")

    def noted(self, input: str) -> tuple[int, ...]:
        """The seats of which a note of any game is ticked, by the `input` of the note."""
        return tuple(seat for seat in self.deal.players if self.counted.get(f"{input}-{seat}") == "1")

    @property
    def typed(self) -> TypedCards | None:
        if self.line_at is None:
            return None
        return replace(self.line_at.melds if self.side == "melds" else self.line_at.left, said=self.said)

    @property
    def pad_name(self) -> str:
        return f"{self.side}-{self.at}"

    @property
    def headline(self) -> str:
        """The value of the cards on the pad; empty if unknown."""
        if self.at is None:
            return ""
        value = self.melded(self.at) if self.side == MELDS else self.value(self.at)
        return "" if value is None else points(value)

    @property
    def recorded_told(self) -> str:
        """The ending of the deal as it was recorded meanwhile; empty if it was not."""
        return ending_told(self.table, self.deal.ending) if self.deal.ending else ""

    @property
    def is_as_recorded(self) -> bool:
        """Whether the typed scores equal the recorded ones."""
        scores = self.scores or {}
        seats = [line.player.index for line in self.lines]
        return bool(scores) and all(self.deal.score(seat) == scores[seat] for seat in seats)

    def _line_of(self, seat: int) -> TypedShare:
        return next(line for line in self.lines if line.player.index == seat)

    @property
    def scores(self) -> Mapping[int, Points] | None:
        """Every player's score as it will be recorded; None if something is missing."""
        return None if self.faults else self._scores_and_faults[0]

    @cached_property
    def _scores_and_faults(self) -> tuple[Mapping[int, Points], dict[str, str]]:
        if self._ending_faults:
            return {}, faults_by_field(self._ending_faults, self._names)
        return settlements.ending_scores(self.rules, self._names, self.ended), {}

    @cached_property
    def _ending_faults(self) -> tuple[SettleFault, ...]:
        return settlements.ending_faults(self.rules, self._names, self.ended)

    @property
    def checks(self) -> Mapping[str, str]:
        """What to check, by field: numbers that no deal can hold."""
        return faults_by_field((f for f in self._ending_faults if f.code == IMPOSSIBLE), self._names)

    @cached_property
    def shown_faults(self) -> Mapping[str, str]:
        """The faults of the typed fields; all faults once the form is complete, or was to be recorded."""
        typed = {field for field, text in self.given.items() if text.strip()}
        shows_all = self.redrawn or self._is_complete
        return {field: words for field, words in self.faults.items() if shows_all or field in typed}

    @property
    def _is_complete(self) -> bool:
        """Whether every field that must be filled in is."""
        if not self.scoring.final.has_cards:
            return not any(line.empty for line in self.lines)
        has_ended = not self.scoring.lays_melds or bool(self.winner)
        return has_ended and not any(map(self._lacks, self.lines))

    @property
    def faults_by_nobody(self) -> list[str]:
        """The shown faults that belong to no player."""
        return [words for field, words in self.shown_faults.items() if seat_of(field) is None]

    @cached_property
    def _names(self) -> dict[int, str]:
        return names_in_deal(self.table, self.deal, self.rules.scoring, self.played)

    @cached_property
    def ended(self) -> SeatedDeal:
        """The deal as it will be recorded. A field that does not read counts as empty, and is a fault."""
        shares = {line.player.index: line.share for line in self.lines}
        shares = {seat: shares.get(seat, PlayerShare()) for seat in self.played}
        return SeatedDeal(
            shares,
            whole_number(self.winner),
            went_rummy=self.rummy,
            ending=self.ending_word,
            notes=notes_told(
                {line.player.index: line.drop for line in self.lines if line.drop},
                {note: self.noted(note.input) for note in CommonNote},
            ),
            facts=self.facts,
            partnerships=self.deal.partnerships,
            disputed=self.disputed,
            note=self.note,
        )

    @property
    def emptying_endings(self) -> list[str]:
        """The ids of endings by which the player who ends the deal has nothing left."""
        words = [words.id for words in self.scoring.ending_words.all if not words.by_nobody]
        return [word for word in words if settlements.leaves_nothing(self.rules, word)]

    @property
    def drop_choices(self) -> DropChoices:
        """The choices for what may be noted of a player beside the numbers."""
        return drop_choices(self.scoring)

    def most(self, field: str, line: TypedShare) -> int:
        """The maximum of a player's counter."""
        if field == "times":
            return self.drop_choices.most
        others = (other.counts.get(field, "") for other in self.lines if other is not line)
        together = sum(plain_number(text) or 0 for text in others)
        count = next(count for count in self.scoring.player_counts if field in count.inputs)
        return max(0, most_counted(self.rules, count) - together)

    def value(self, seat: int) -> int | None:
        """The value of the player's cards left; None if nothing readable was typed."""
        line = self._line_of(seat)
        is_open = line.empty or line.left.error or line.unread
        return None if is_open else left_number(self.rules, line.share)

    def melded(self, seat: int) -> int | None:
        """The value of the player's melds; None if they are illegal or do not read."""
        line = self._line_of(seat)
        if line.melds.error or line.unread:
            return None
        try:
            return settlements.melded_value(self.rules, line.share)
        except ScorepadError:
            return None

    @cached_property
    def faults(self) -> Mapping[str, str]:
        # A number that no deal can hold is told before the others are typed.
        missing = dict(self._form_faults())
        return {**self.checks, **missing} if missing else self._scores_and_faults[1]

    def _form_faults(self) -> Iterator[tuple[str, str]]:
        if self.scoring.lays_melds and not self.winner:
            question = self.scoring.ending_words.question
            yield "winner", in_a_row((question, say("Choose Nobody if no one could.")))
        for line in self.lines:
            yield from line.faults()
            if self._lacks(line):
                yield f"number-{line.player.index}", missing_words(self.scoring, line.player.name)
        if self.picks_players and (fault := pair_fault(self.table, self.played)):
            yield "winner", fault

    def _lacks(self, line: TypedShare) -> bool:
        """Whether a field of the player must still be filled in."""
        needed = self.scoring.final.needed
        if needed != "each":
            return needed == "any" and line is self.lines[0] and all(other.empty for other in self.lines)
        is_free = line.is_free or self.picks_players or not self.ended_how.needs_hands
        return line.empty and not is_free and self.winner != str(line.player.index)

    def _stepped(self, name: str, step: int) -> Self:
        """The form after a key that changes a player's points, or a counter, by `step`. A counter that the
        game has not changes nothing."""
        seat = whole_number(name) if name.isdecimal() else seat_of(name)
        line = next((line for line in self.lines if line.player.index == seat), None)
        if line is None:
            return self
        if name.isdecimal():
            return self.changed(**{f"number-{seat}": str(line.points + step * self._key_step)})
        field = name.partition("-")[0]
        if field != "times" and field not in line.counts:
            return self
        count = (plain_number(self.given.get(name, "")) or 0) + step
        return self.changed(**{name: str(min(max(0, count), self.most(field, line)) or "")})

    @property
    def _key_step(self) -> int:
        return self.scoring.final.step

    def tapped(self, taps: Mapping[str, str]) -> Self:
        if "less" in taps or "more" in taps:
            return self._stepped(taps.get("more", taps.get("less", "")), 1 if "more" in taps else -1)
        if (seat := seat_of(taps.get("pad", ""), PADS_OF_SEAT)) is not None:
            side = taps["pad"].partition("-")[0]
            has_line = any(seat == player.index for player in self._line_players)
            is_known = has_line and (side == "left" or "melded" in self.scoring.counts)
            return self.changed(at=str(seat), side=side, past="") if is_known else self
        return self.changed(at="", side="", past="") if "done" in taps else super().tapped(taps)

    def fields(self) -> dict[str, str]:
        # An address without fields would show what is recorded again, as a form not touched yet does.
        return super().fields() or ({"winner": ""} if self.recorded or self.deal.course else {})

    def all_fields(self) -> dict[str, str]:
        fields = {
            "winner": self.winner,
            "ending": self.ending_word,
            **self.facts.card_field,
            "rummy": "1" if self.rummy else "",
            "note": self.note,
            "at": "" if self.at is None else str(self.at),
            "side": "" if self.side == "left" else self.side,
        }
        for line in self.lines:
            fields |= line.fields()
        for note in CommonNote:
            fields |= {f"{note.input}-{seat}": "1" for seat in self.noted(note.input)}
        past = "" if self.at is None else self.given.get("past", "")
        fields |= {EVIDENCE: self.photos, "past": past, "letters": self.letters}
        # What was typed stays that of its deal, whatever the table does meanwhile.
        kept = {"of": self.given.get("of", "")} if self.number is None else {}
        return fields | kept | self.kept() if any(fields.values()) else fields


bp = Blueprint("settling", __name__)
bp.add_app_template_global(field_name, "tally_field")


def read_ending(board: Scoreboard, args: Mapping[str, str], number: int | None) -> SettleForm | TallyForm:
    """Read the form for the table's game, in columns or not. Raises what its `read` raises."""
    form = TallyForm if "tally" in board.rules.scoring.counts else SettleForm
    return form.read(board, args, number)


pages = EntryPages(read_ending)
pages.serve(bp, "/t/<table_id>/over", "/t/<table_id>/ending/<int:number>")
declare_pad(bp, "page", "ending", pad=PagePad())


@bp.get("/t/<table_id>/ending/<int:number>")
def ending(table_id: str, number: int) -> AnyResponse:
    """The page of a recorded deal, to look at or to correct."""
    if access.phone(table_id).writes:
        return pages.show(table_id, number)
    board = scoreboard(table_id)
    table, deal = board.table, ended_deal(board.table, number)
    assert deal.ending is not None
    seats = deal.ending.as_entered().noted(NEVER_OPENED)
    unopened = [table.names[seat] for seat in seats]
    told = {"ending_told": ending_told(table, deal.ending), "unopened": unopened}
    told |= {"unopened_told": join_words(unopened, "and")}
    return make_response(drawn("recording/ending.html", board, deal=deal, ending=deal.ending, **told))
