"""The form for melds laid in any turn: a new one, cards added, two merged, a wild taken out (H8, H19, L3). It
names the player, the play and the cards, and is judged before recording."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations
from typing import Self

from flask import Blueprint, session

from scorepad.core.card_text import show_card, write_cards
from scorepad.core.cards import Meld
from scorepad.core.errors import ScorepadError
from scorepad.core.first_melds import naturals_needed
from scorepad.core.log.table import Table
from scorepad.core.log.table_state import Player
from scorepad.core.merging import possible_extensions
from scorepad.core.plays import filchable_kinds, judge_play
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, in_a_row, say, say_number
from scorepad.core.tableau import (
    ExtendMeld,
    FilchWild,
    MeldAt,
    MergeMelds,
    NewMeld,
    OnTable,
    Play,
    PlayVerdict,
    show_on_table,
)
from scorepad.store.engine import NotFound
from scorepad.tables import table_plays
from scorepad.web.faces import points
from scorepad.web.fields import CARDS, PagePad, declare_pad
from scorepad.web.hand.question import read_tab
from scorepad.web.hand.typed_cards import TypedCards, page_melds, unread_words
from scorepad.web.recording.entry_form import Act, EntryForm, EntryPages
from scorepad.web.table.scoreboard import Scoreboard
from scorepad.web.table.table_page import MeldsBefore, before_players

_LAST_PLAYER = "played"
"""Who played last from this phone, in its session: a table's id and a seat."""
_NUMBER_COUNTS = {"new": 0, "add": 1, "merge": 2, "filch": 3}


@dataclass(frozen=True, slots=True)
class PlayChoice:
    """A kind of play and its melds: `new`; `add-1` to the second own meld; `merge-0-1`, two own ones;
    `filch-2-0-1`, the second wild of the first meld of seat 2. `words` describe it on the page."""

    kind: str = "new"
    numbers: tuple[int, ...] = ()
    words: str = say("A new meld")

    def __str__(self) -> str:
        return "-".join([self.kind, *map(str, self.numbers)])


NEW_MELD = PlayChoice()


@dataclass(frozen=True, slots=True)
class MeldEnds:
    """A way to lay cards at the ends of a meld: the cards before it, those after it, and the resulting
    meld."""

    before: Meld
    after: Meld
    meld: Meld

    def __str__(self) -> str:
        return f"{write_cards(self.before)} / {write_cards(self.after)}"


def read_choice(text: str) -> PlayChoice | None:
    """Read the choice; None if it does not read."""
    kind, *numbers = text.split("-")
    all_numbers = all(number.isdecimal() and number.isascii() and len(number) < 3 for number in numbers)
    if not all_numbers or _NUMBER_COUNTS.get(kind) != len(numbers):
        return None
    return PlayChoice(kind, tuple(map(int, numbers)))


def play_choices(rules: Rules, there: OnTable, player: int | None) -> tuple[PlayChoice, ...]:
    """Every play that is possible now; only a new meld if no player is picked."""
    if player is None:
        return (NEW_MELD,)
    meld_choices = (*_addition_choices(rules, there, player), *_merge_choices(rules, there, player))
    return (NEW_MELD, *meld_choices, *_filch_choices(rules, there, player))


def _addition_choices(rules: Rules, there: OnTable, player: int) -> Iterator[PlayChoice]:
    for place, meld in enumerate(there.melds[player]):
        yield PlayChoice("add", (place,), say("Add to {meld}", meld=show_on_table(rules, meld)))


def _merge_choices(rules: Rules, there: OnTable, player: int) -> Iterator[PlayChoice]:
    """Merges of the player's melds that abut, or of any two if cards may fill the gap."""
    shown_melds = [show_on_table(rules, meld) for meld in there.melds[player]]
    for first, second in combinations(range(len(shown_melds)), 2):
        merge = MergeMelds(MeldAt(player, first), MeldAt(player, second))
        if rules.turns.lying.fills_gaps or judge_play(rules, there, player, merge).legal:
            yield PlayChoice(
                "merge",
                (first, second),
                say("Merge {first} and {second}", first=shown_melds[first], second=shown_melds[second]),
            )


def _filch_choices(rules: Rules, there: OnTable, player: int) -> Iterator[PlayChoice]:
    """Legal ways for the player to take a wild out of a meld."""
    for owner, melds in enumerate(there.melds if rules.turns.lying.filching else ()):
        for place, meld in enumerate(melds):
            for wild, natural in enumerate(filchable_kinds(rules, meld)):
                filch = FilchWild(MeldAt(owner, place), natural)
                if judge_play(rules, there, player, filch).legal:
                    cards = {"card": show_card(natural, rules.pack), "meld": show_on_table(rules, meld)}
                    words = (
                        say("{card} for the wild in your own {meld}", **cards)
                        if owner == player
                        else say(
                            "{card} for the wild in {name}’s {meld}", name=there.player_name(owner), **cards
                        )
                    )
                    yield PlayChoice("filch", (owner, place, wild), words)


class UnclearPlay(ScorepadError):
    """A play that is not fully specified yet."""

    code = "unclear"


@dataclass(frozen=True)
class PlayForm(EntryForm):
    """A play as typed in the form."""

    page, part = "recording/play.html", "recording/_play_answer.html"
    shown_errors = (table_plays.IllegalPlay,)

    @classmethod
    def read(cls, board: Scoreboard, args: Mapping[str, str], number: int | None) -> Self:
        """As `EntryForm.read`. Raises NotFound in a game whose melds are laid on going out."""
        if not board.rules.turns.any_turn:
            raise NotFound(
                say("In this game there are no melds on the table before going out. Leave them out."),
                at="player",
            )
        return cls(board, args, number)

    @cached_property
    def typed(self) -> TypedCards:
        return TypedCards.of_field(self.rules, self.given, "cards", said=self.said)

    @cached_property
    def player(self) -> int | None:
        """The picked player; by default the one who played last from this phone, or the phone's own, if still
        in."""
        still_in = [player.index for player in self.players]
        if picked_seat := self.given.get("player", ""):
            return int(picked_seat) if picked_seat in map(str, still_in) else None
        table_id, last_seat = session.get(_LAST_PLAYER, ("", None))
        only_seat = still_in[0] if len(still_in) == 1 else None
        usual_seats = (last_seat if table_id == self.table.id else None, self.board.phone.seat, only_seat)
        return next((seat for seat in usual_seats if seat in still_in), None)

    @property
    def picked(self) -> PlayChoice | None:
        """The picked play; None for the play that brings most. An untouched suggestion counts as a pick only
        when it is recorded."""
        where = self.given.get("where", "")
        return (
            None
            if where == self.given.get("suggested") and "record" not in self.given
            else read_choice(where)
        )

    @property
    def last(self) -> bool:
        """Whether the play lays the player's last card while the stock is empty (H12)."""
        return self.given.get("last") in ("1", "true")

    @property
    def tab(self) -> str:
        return read_tab(self.rules.pack, self.given)

    @property
    def players(self) -> list[Player]:
        """The players still in."""
        deal = self.board.deal
        return [self.table.players[seat] for seat in deal.players if deal.entry_of(seat) is None]

    @cached_property
    def there(self) -> OnTable:
        """The melds on the table."""
        return table_plays.on_table(self.table)

    @property
    def melds_on_table(self) -> tuple[Meld, ...]:
        """The player's melds on the table."""
        return () if self.player is None else self.there.melds[self.player]

    @property
    def lying(self) -> tuple[MeldsBefore, ...]:
        """The melds before each player, those of the picked player first."""
        return before_players(self.rules, self.there, self.player)

    @cached_property
    def choices(self) -> tuple[PlayChoice, ...]:
        """The plays possible for the player."""
        return play_choices(self.rules, self.there, self.player)

    @cached_property
    def where(self) -> PlayChoice:
        """The picked play, else the one that brings most with these cards."""
        # Where nothing brings more, `max` takes the first one: a new meld.
        return self.picked or max(self.choices, key=self._points_after)

    @property
    def headline(self) -> Sentence:
        """The player and the play, for the line above the keys on a short screen."""
        done = next((choice for choice in self.choices if str(choice) == str(self.where)), self.where)
        name = "" if self.player is None else self.table.players[self.player].name
        return in_a_row((name, done.words if self.typed.cards else ""), " · ")

    def _points_after(self, choice: PlayChoice) -> tuple[bool, int]:
        """Whether the play is legal with the typed cards, and the player's points after it. Sorts the plays
        to suggest."""
        form = self.changed(where=str(choice), suggested="")
        verdict = form.verdict if self.laid and choice.kind != "filch" else None
        return (True, verdict.points) if verdict and verdict.legal else (False, 0)

    @cached_property
    def ends(self) -> tuple[MeldEnds, ...]:
        """The ways to add the cards at the ends of the meld."""
        if self.where.kind != "add" or not self.laid or self.where.numbers[0] >= len(self.melds_on_table):
            return ()
        meld = self.melds_on_table[self.where.numbers[0]]
        return tuple(
            MeldEnds(before, after, (*before, *meld, *after))
            for before, after in possible_extensions(self.rules, meld, self.laid)
        )

    @property
    def picked_end(self) -> MeldEnds | None:
        """The picked way, else the first."""
        return next(
            (ends for ends in self.ends if str(ends) == self.given.get("end")), next(iter(self.ends), None)
        )

    @property
    def laid(self) -> Meld:
        """The typed cards, each wild with what it stands for if that is typed."""
        return tuple(laid for meld in self.typed.melds for laid in meld)

    @cached_property
    def play(self) -> Play | UnclearPlay:
        """The play, or what is missing for it."""
        if self.player is None:
            return UnclearPlay(say("Who lays them?"), at="player")
        if self.typed.error:
            return UnclearPlay(unread_words(self.typed.error), at="cards")
        match self.where.kind, self.where.numbers:
            case "filch", (owner, meld, wild):
                return self._filch_play(MeldAt(owner, meld), wild)
            case "merge", (first, second):
                return MergeMelds(MeldAt(self.player, first), MeldAt(self.player, second), self.laid)
        if not self.laid:
            return UnclearPlay(say("Tap the cards being laid."), at="cards")
        if self.where.kind == "new":
            return NewMeld(self.laid)
        at, ends = MeldAt(self.player, self.where.numbers[0]), self.picked_end
        return ExtendMeld(at, ends.before, ends.after) if ends else ExtendMeld(at, after=self.laid)

    def _filch_play(self, at: MeldAt, wild: int) -> Play | UnclearPlay:
        """The play that takes out a wild; its natural is the typed card, or what the wild stands for."""
        try:
            naturals = filchable_kinds(self.rules, self.there.meld_at(at))
        except ScorepadError as error:
            return UnclearPlay(error.message, at="where")
        if len(self.laid) > 1:
            return UnclearPlay(say("Take one wild at a time, for one natural card."), at="cards")
        if self.laid:
            return FilchWild(at, self.laid[0].card)
        if wild >= len(naturals):
            return UnclearPlay(say("Which card goes in for the wild? Tap it."), at="cards")
        return FilchWild(at, naturals[wild])

    @cached_property
    def verdict(self) -> PlayVerdict | None:
        """The verdict on the play; None if it is unclear."""
        if self.player is None or isinstance(self.play, UnclearPlay):
            return None
        try:
            return judge_play(self.rules, self.there, self.player, self.play, is_last_card=self.last)
        # A meld that the address names may be gone from the table by now.
        except ScorepadError:
            return None

    @property
    def faults(self) -> Mapping[str, str]:
        return {self.play.at: self.play.message} if isinstance(self.play, UnclearPlay) else {}

    @property
    def unclear(self) -> str:
        """What is missing for the play, or gone by now."""
        if isinstance(self.play, UnclearPlay):
            return self.play.message
        return "" if self.verdict else say("That meld no longer lies there. Pick another one.")

    @property
    def sum(self) -> str:
        """The points before and after, `3 → 10 points`, or the first fault; empty if unclear."""
        if self.verdict is None:
            return ""
        if self.verdict.findings:
            return self.verdict.findings[0].sentence
        after = self.verdict.points
        shown = {"before": points(self.verdict.before), "after": points(after)}
        return say_number("{before} → {after} point", "{before} → {after} points", after, **shown)

    @property
    def needed(self) -> int:
        """The naturals that a first meld needs; 0 if it is not the first, or any meld will do (H13)."""
        if self.player is None or self.melds_on_table:
            return 0
        return naturals_needed(self.rules, self.there.earlier[self.player])

    @property
    def act(self) -> Act:
        assert self.player is not None
        assert not isinstance(self.play, UnclearPlay)
        return partial(table_plays.lay_melds, player=self.player, play=self.play, last=self.last)

    def all_fields(self) -> dict[str, str]:
        return {
            **self.kept("cards", "past", "end"),
            "player": "" if self.player is None else str(self.player),
            "where": str(self.picked or ""),
            "last": "1" if self.last else "",
            "tab": self.tab,
        }

    @property
    def best_query(self) -> dict[str, str]:
        """The query for the best melds of the rest of the hand."""
        return {**self.board.question_fields, "table": page_melds(self.melds_on_table, self.rules.pack)}


def _remember_player(form: PlayForm, table: Table) -> None:
    """Store who played last from this phone."""
    session[_LAST_PLAYER] = [table.id, form.player]


bp = Blueprint("playing", __name__)
EntryPages(PlayForm.read, _remember_player).serve(bp, "/t/<table_id>/play")
declare_pad(bp, "page", pad=PagePad((CARDS,), records=False))
