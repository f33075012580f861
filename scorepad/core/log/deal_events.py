"""Events that settle a deal for everybody at once, and plays recorded as they are made."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Annotated, Literal

from scorepad.core.avalanche_game import GAME, RANKS, DoesNotGoRound
from scorepad.core.log.deal import Deal
from scorepad.core.log.endings import Ending, RecordedEnding
from scorepad.core.log.entries import dispute_words
from scorepad.core.log.event_data import Event, Fault, Refused, refuse_any
from scorepad.core.log.history import Step, TableChange
from scorepad.core.log.schema import (
    EntryNumber,
    FieldType,
    Note,
    Number,
    Seat,
    SeatMelds,
    Seats,
    Words,
    WordsList,
    WrittenMelds,
    list_type,
    records_type,
)
from scorepad.core.log.table_state import (
    TableState,
    already_out,
    has_ended,
    no_player,
    not_current,
    not_playing,
    other_players,
)
from scorepad.core.phrasing import ShownCards, join_words, list_words
from scorepad.core.sentence import in_a_row, say


@dataclass(frozen=True, kw_only=True)
class DealSettled(RecordedEnding, TableChange, kind="settled"):
    """A deal is over, and every score follows from the cards left, melded or collected (B4, F3, G3, K4, V5).
    `sat_out` are players who, by the record, did not play it."""

    deal: Number
    sat_out: Seats = ()

    def apply(self, table: TableState, event: Event) -> TableState:
        deal = table.deal
        if self.sat_out and not deal.ended:
            deal = deal.with_players(deal.seats, self.sat_out, table.partnerships)
        ended = self.deal == deal.number and deal.ended
        names = [table.players[seat].name for seat in deal.out]
        by_player = say(
            "Deal {deal} is scored player by player, and {names} went out. Record the others one by one.",
            deal=self.deal,
            names=join_words(names, "and"),
        )
        refuse_any(
            [
                not_current(deal, self.deal),
                has_ended(deal, self.deal, say("nothing more can be recorded in it")),
                (not ended and bool(names), "deal", by_player),
                *_wrong_hands(table, deal, self),
                (
                    len(deal.partnerships) < 2,
                    "hands",
                    say("A deal needs players from at least two sides. Choose more players."),
                ),
            ]
        )
        return table.with_deal(replace(deal, ending=Ending.of_event(self, event)))

    def sentence(self, step: Step) -> str:
        deal, ending = step.after.ending_that_stands(step.event.number)
        names = step.after.names
        scores_told = ending.scores_words(names, step.after.partnerships)
        scores = list_words((scores_told, say("disputed") if ending.disputed else ""))
        if ending.winner is None:
            return step.words.deals.recorded(step.actor, deal.number, scores)
        return say(
            "{actor} recorded deal {deal}, {ended}: {scores}",
            actor=step.actor,
            deal=deal.number,
            ended=step.words.endings.of(ending.how).ended_by(
                ending.winner_words(names, step.after.partnerships)
            ),
            scores=scores,
        )


@dataclass(frozen=True, kw_only=True)
class DealResettled(RecordedEnding, TableChange, kind="resettled"):
    """Replaces a whole ending."""

    entry: EntryNumber

    def apply(self, table: TableState, event: Event) -> TableState:
        deal, old = table.ending_that_stands(self.entry)
        refuse_any(_wrong_hands(table, deal, self))
        new = replace(Ending.of_event(self, event), number=old.number, by=old.by, at=old.at, corrected=True)
        return table.with_deal(replace(deal, ending=new))

    def sentence(self, step: Step) -> str:
        deal, old = step.table_before.ending_that_stands(self.entry)
        new = step.after.ending_that_stands(self.entry)[1]
        return step.words.deals.corrected(step.actor, deal.number, _ending_difference(old, new, step))


def _wrong_hands(table: TableState, deal: Deal, ending: RecordedEnding) -> list[Fault]:
    named = () if ending.winner is None else (ending.winner,)
    seats = (*named, *ending.noted_seats)
    away = [fault(table, seat) for seat in seats for fault in (no_player, partial(_away, deal))]
    return [other_players(deal, ending), *away]


def _away(deal: Deal, table: TableState, seat: int) -> Fault:
    return not_playing(table, deal, seat)


def _ending_difference(old_ending: Ending, new_ending: Ending, step: Step) -> str:
    names = step.after.names
    scores = new_ending.changed_scores(old_ending, names)
    changed_parts = [scores] if scores else []
    if (old_ending.winner, old_ending.how) != (new_ending.winner, new_ending.how):
        partners = step.after.partnerships
        winner = say("nobody") if new_ending.winner is None else new_ending.winner_words(names, partners)
        changed_parts.insert(0, step.words.endings.of(new_ending.how).ended_by(winner))
    elif not changed_parts and old_ending.hands != new_ending.hands:
        changed_parts.append(say("other cards, the same scores"))
    if old_ending.note != new_ending.note:
        changed_parts.append(say("the note"))
    return list_words([*changed_parts, *dispute_words(old_ending, new_ending)]) or say("nothing changed")


_DONE = ("laid", "added", "merged", "took")  # words of the log, in no language
Done = Annotated[
    Literal["laid", "added", "merged", "took"], FieldType(_DONE.__contains__, "one of " + ", ".join(_DONE))
]


@dataclass(frozen=True)
class ToldPlay:
    """A play as the log describes it, with the cards as they were on the table (H8, L3).

    A `meld` was laid; `cards` were added to it; it was merged with the `other` one, perhaps with `cards`
    between them; or a card replaced its wild. `owner` is empty for the player's own meld.
    """

    done: Done
    meld: Words
    cards: Note = ""
    other: Note = ""
    owner: Note = ""

    @property
    def words(self) -> str:
        """The play in words that follow the player's name: `laid ♣456`."""
        meld, cards, other = map(ShownCards, (self.meld, self.cards, self.other))
        match self.done:
            case "laid":
                return say("laid {meld}", meld=meld)
            case "added":
                return say("added {cards} to {meld}", cards=cards, meld=meld)
            case "merged" if cards:
                return say(
                    "merged {first} and {second} with {between}", first=meld, second=other, between=cards
                )
            case "merged":
                return say("merged {first} and {second}", first=meld, second=other)
            case "took" if self.owner:
                return say(
                    "took a wild from {name}’s {meld} for {card}", name=self.owner, meld=meld, card=cards
                )
            case "took":
                return say("took a wild from their own {meld} for {card}", meld=meld, card=cards)


ToldPlays = Annotated[tuple[ToldPlay, ...], records_type(ToldPlay, "a list of plays")]


def play_in_words(words: str) -> str:
    """The words of an older log for a play, in English, as those of that play; unchanged if they are none."""
    done, _, what = words.partition(" ")
    play = None
    if done == "laid":
        play = ToldPlay("laid", what)
    elif done == "added":
        cards, _, meld = what.partition(" to ")
        play = ToldPlay("added", meld, cards)
    elif done == "merged":
        first, _, rest = what.partition(" and ")
        other, _, between = rest.partition(" with ")
        play = ToldPlay("merged", first, between, other)
    elif done == "took":
        whose, _, card = what.removeprefix("a wild from ").rpartition(" for ")
        owner, _, meld = whose.rpartition("'s ")
        play = ToldPlay("took", meld.removeprefix("their own "), card, owner=owner)
    return play.words if play and play.words.replace("’s ", "'s ") == words else words


@dataclass(frozen=True, kw_only=True)
class _MeldsLaid(TableChange):
    """Melds laid before going out (H8, L3): `plays` are the plays, `melds` those on the table after them, by
    seat. In older logs `says` has the plays, in English words."""

    deal: Number
    melds: SeatMelds
    plays: ToldPlays = ()

    @property
    def written_melds(self) -> WrittenMelds:
        return tuple(meld for melds in self.melds for meld in melds)

    @property
    @abstractmethod
    def _old_words(self) -> Sequence[str]:
        """The value of `says`."""

    @property
    def play_words(self) -> list[str]:
        """Every play, in words that follow the player's name."""
        return [play.words for play in self.plays] or [play_in_words(words) for words in self._old_words]

    def _table_after(self, table: TableState, seats: Sequence[int], *more_faults: Fault) -> TableState:
        """The table after plays of these seats. Raises Refused with every reason against them."""
        deal = table.deal
        refuse_any(
            [
                not_current(deal, self.deal),
                has_ended(deal, self.deal, say("nothing more can be laid in it")),
                *(fault for seat in dict.fromkeys(seats) for fault in _player_faults(table, seat)),
                *more_faults,
                (len(self.play_words) != len(seats), "plays", say("Add words for every play.")),
                (len(self.melds) != len(table.players), "melds", say("Add the melds of every seat.")),
            ]
        )
        return table.with_deal(replace(deal, melds=self.melds))


@dataclass(frozen=True, kw_only=True)
class MeldsPlayed(_MeldsLaid, kind="played"):
    """A player lays melds, by one play."""

    player: Seat
    says: Note = ""

    @property
    def _old_words(self) -> Sequence[str]:
        return [self.says] if self.says else ()

    def apply(self, table: TableState, event: Event) -> TableState:
        return self._table_after(table, [self.player])

    def sentence(self, step: Step) -> str:
        return step.said_of(self.player, self.play_words[0])


@dataclass(frozen=True, kw_only=True)
class TablePlayed(_MeldsLaid, kind="table-played"):
    """Plays of several players, told at once by the melds that lie there: `players` has who made each."""

    players: Seats
    says: WordsList = ()

    @property
    def _old_words(self) -> Sequence[str]:
        return self.says

    def apply(self, table: TableState, event: Event) -> TableState:
        return self._table_after(
            table,
            self.players,
            (not self.players, "players", say("Add at least one play.")),
        )

    def sentence(self, step: Step) -> str:
        plays_by_seat = groupby(zip(self.players, self.play_words, strict=True), key=lambda play: play[0])
        *first_plays, (last_seat, last_words) = [
            (seat, join_words([words for _, words in plays], "and")) for seat, plays in plays_by_seat
        ]
        names = step.after.names
        said_plays = [say("{name} {done}", name=names[seat], done=words) for seat, words in first_plays]
        return in_a_row([*said_plays, step.said_of(last_seat, last_words)], "; ")


def _player_faults(table: TableState, seat: int) -> tuple[Fault, ...]:
    """Reasons why a player may not lay melds in the current deal."""
    deal = table.deal
    return no_player(table, seat), not_playing(table, deal, seat), already_out(table, deal, seat)


_RANK_TYPE = FieldType(lambda value: value in RANKS, say("a rank"))
PlayedRanks = Annotated[
    tuple[str, ...], list_type(_RANK_TYPE, say("a list of ranks, {ranks}", ranks=" ".join(RANKS)))
]


@dataclass(frozen=True)
class AvalanchePlayed(TableChange, kind="avalanche"):
    """A play of Avalanche, judged by all plays before it: ranks, none for a snowfall (V2-V5)."""

    deal: Number
    player: Seat
    cards: PlayedRanks

    def apply(self, table: TableState, event: Event) -> TableState:
        deal = table.deal
        refuse_any(
            [
                (
                    table.game != GAME,
                    "game",
                    say("Only the game Avalanche has avalanches. Choose that game."),
                ),
                not_current(deal, self.deal),
                has_ended(deal, self.deal, say("nothing more can be played in it")),
                no_player(table, self.player),
            ]
        )
        try:
            before = table.course
        except DoesNotGoRound as fault:
            raise Refused(in_a_row((fault.reason, "."), ""), at="players") from fault
        not_hers = self.player != before.turn and not before.game.over  # a game that is over refuses below
        name, other = table.names[before.turn], table.names[self.player]
        sentence = say("It’s {name}’s turn, not {other}’s. Choose {name}.", name=name, other=other)
        refuse_any([(not_hers, "player", sentence)])
        after, move, why = before.after(self.cards)
        refuse_any([(move == "illegal", "cards", why)])
        return table.with_deal(replace(deal, course=after))

    def sentence(self, step: Step) -> str:
        course = step.after.deal.course
        assert course is not None
        assert course.last is not None
        return step.said_of(course.last.player, course.last.phrase(step.after.names))
