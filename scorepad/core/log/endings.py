"""The records of deals that ended for everybody at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from scorepad.core.card_text import read_canonical, read_canonical_melds
from scorepad.core.deal_facts import DealFacts
from scorepad.core.log.schema import (
    CardsOrNull,
    Count,
    CountOrNull,
    Flag,
    MeldsOrNull,
    Note,
    Numbers,
    Score,
    Seat,
    SeatOrNull,
    Seats,
    Words,
    WordsList,
    WrittenMeld,
    WrittenMelds,
    recorded_fields,
    records_type,
)
from scorepad.core.phrasing import list_words, show_number
from scorepad.core.points import Points
from scorepad.core.scoring.ended_deal import (
    NEVER_OPENED,
    PHASE_MADE,
    PlayerNote,
    PlayerShare,
    SeatedDeal,
    notes_told,
)
from scorepad.core.scoring.player_counts import RED_THREES, Counted, of_kinds
from scorepad.core.sentence import in_a_row, say

if TYPE_CHECKING:
    from scorepad.core.log.event_data import Event


def written_numbers(numbers: Mapping[str, int]) -> tuple[str, ...]:
    """Numbers by word as the log has them: `natural 2`, `bid 3`."""
    return tuple(f"{word} {number}" for word, number in numbers.items())


def read_numbers(written: Sequence[str]) -> dict[str, int]:
    """The numbers by word, from the log's form.

    >>> read_numbers(written_numbers({"bid": 3}))
    {'bid': 3}
    """
    by_word = (text.rpartition(" ") for text in written)
    return {word: int(number) for word, _, number in by_word}


@dataclass(frozen=True, slots=True)
class FinalHand:
    """A player's part of a settled deal.

    `melded` and `number` are the values of the melds and of the cards left, or the number of cards left or
    collected. `melds` and `left` are the cards, None if only numbers were entered. `tiles` is the number of
    tiles left, if `number` is their value. `canastas` are counts by kind, such as `natural 2`, `red_threes`
    their number. `tally` are the numbers in columns, such as `bid 3`.
    """

    player: Seat
    melds: MeldsOrNull
    melded: Count
    left: CardsOrNull
    number: Count
    tiles: CountOrNull
    score: Score
    canastas: WordsList = ()
    red_threes: Count = 0
    tally: Numbers = ()

    @classmethod
    def of_share(
        cls,
        share: PlayerShare,
        *,
        player: int,
        score: Points,
        melds: tuple[WrittenMeld, ...] | None,
        melded: int,
        number: int,
    ) -> FinalHand:
        """The record of a player's part: its `melds` as text, the values of melds and of cards left, and the
        score."""
        left = share.left
        return cls(
            player=player,
            melds=melds,
            melded=melded,
            left=None if isinstance(left, int) else tuple(map(str, left)),
            number=number,
            tiles=share.tiles if isinstance(left, int) else None,
            score=score,
            canastas=written_numbers({word: n for word, n in of_kinds(share.counts).items() if n}),
            red_threes=share.counts.get(RED_THREES, 0),
            tally=written_numbers(share.tally),
        )

    @property
    def share(self) -> PlayerShare:
        """The player's part as it was entered."""
        counts: dict[Counted, int] = {RED_THREES: self.red_threes} if self.red_threes else {}
        counts.update(read_numbers(self.canastas).items())
        return PlayerShare(
            melded=self.melded if self.melds is None else read_canonical_melds(self.melds),
            left=self.number if self.left is None else tuple(read_canonical(card).card for card in self.left),
            tiles=self.tiles if self.left is None else None,
            points=self.score,
            counts=counts,
            tally=read_numbers(self.tally),
        )

    @property
    def written_melds(self) -> WrittenMelds:
        """All cards as text: the melds and the cards left."""
        return (*(self.melds or ()), *((self.left,) if self.left else ()))


FinalHands = Annotated[tuple[FinalHand, ...], records_type(FinalHand, say("a list of what players end with"))]


@dataclass(frozen=True, slots=True)
class SeatDrop:
    """A player who left a deal before its end, and the game's word for how."""

    player: Seat
    how: Words


SeatDrops = Annotated[tuple[SeatDrop, ...], records_type(SeatDrop, say("a list of who dropped"))]


@dataclass(frozen=True, kw_only=True)
class RecordedEnding:
    """The settlement of a deal, with a hand for each player.

    `winner` is the seat that went out, None for nobody. `rummy`: all in one turn (B4). `disputed`: the pack
    audit was overruled (P1). `never_opened` are the seats whose racks were charged to all others (K4). `how`
    is the game's word for the ending, empty for the usual one; `turned` the card turned up. `made` are the
    seats that completed their phase. `round` are the numbers in columns for the whole round.
    """

    winner: SeatOrNull
    rummy: Flag
    hands: FinalHands
    note: Note
    disputed: Flag = False
    never_opened: Seats = ()
    how: Note = ""
    dropped: SeatDrops = ()
    turned: Note = ""
    made: Seats = ()
    round: Numbers = ()

    @property
    def written_melds(self) -> WrittenMelds:
        """All cards as text, of every player, and the one turned up."""
        turned = ((self.turned,),) if self.turned else ()
        return (*turned, *(meld for hand in self.hands for meld in hand.written_melds))

    @classmethod
    def of_deal(
        cls, ended: SeatedDeal, hands: Iterable[FinalHand], *, how: str, note: str, disputed: bool
    ) -> RecordedEnding:
        """The record of an ended deal with these hands; `how` is the game's word for its ending."""
        return cls(
            winner=ended.winner,
            rummy=ended.went_rummy,
            hands=tuple(hands),
            note=note,
            disputed=disputed,
            never_opened=tuple(sorted(ended.noted(NEVER_OPENED))),
            how=how,
            dropped=tuple(SeatDrop(seat, word) for seat, word in sorted(ended.own_notes.items())),
            turned=ended.facts.written_card,
            made=tuple(sorted(ended.noted(PHASE_MADE))),
            round=written_numbers(ended.round),
        )

    def as_entered(self, partnerships: Sequence[Sequence[int]] = ()) -> SeatedDeal:
        """The deal in the form in which it was entered, to be counted again or corrected."""
        return SeatedDeal(
            {hand.player: hand.share for hand in self.hands},
            self.winner,
            went_rummy=self.rummy,
            ending=self.how,
            notes=self.notes,
            facts=self.facts,
            partnerships=partnerships,
            disputed=self.disputed,
            note=self.note,
            round=read_numbers(self.round),
        )

    @property
    def facts(self) -> DealFacts:
        """What the rules of the deal follow from, beside its number."""
        return DealFacts(turned=read_canonical(self.turned).card if self.turned else None)

    @property
    def notes(self) -> dict[int, tuple[PlayerNote, ...]]:
        """What is noted of players, by seat."""
        return notes_told(dict(self.own_notes), {NEVER_OPENED: self.never_opened, PHASE_MADE: self.made})

    @property
    def own_notes(self) -> list[tuple[int, str]]:
        """The game's words for what is noted of players, with their seats."""
        return [(drop.player, drop.how) for drop in self.dropped]

    @property
    def noted_seats(self) -> tuple[int, ...]:
        """The seats of which anything is noted, for each note."""
        return (*self.never_opened, *self.made, *(drop.player for drop in self.dropped))

    def own_note(self, player: int) -> str:
        """The game's word for what is noted of a player; empty for nothing."""
        return next((word for seat, word in self.own_notes if seat == player), "")

    def charged(self, seat: int) -> int:
        """The points charged to a player for the racks of others who never opened (K4)."""
        return sum(
            hand.number for hand in self.hands if hand.player in self.never_opened and hand.player != seat
        )

    def hand_of(self, player: int) -> FinalHand | None:
        """A player's part; None if the player was not in the deal."""
        return next((hand for hand in self.hands if hand.player == player), None)

    def scores_words(self, names: Sequence[str], groups: Sequence[Sequence[int]] = ()) -> str:
        """All scores: `Ann 34, Ben 0`; one score for partners who score together."""
        together = self._together(groups)
        counted = {seat for group in together.values() for seat in group[1:]}
        return list_words(
            in_a_row((_joined(names, together.get(hand.player, (hand.player,))), show_number(hand.score)))
            for hand in self.hands
            if hand.player not in counted
        )

    def changed_scores(self, old: RecordedEnding, names: Sequence[str]) -> str:
        """The changed scores: `Ann 34 → 40, Ben 0 → 5`; empty if none changed."""
        return list_words(
            in_a_row((names[hand.player], show_number(old_hand.score), "→", show_number(hand.score)))
            for hand in self.hands
            if (old_hand := old.hand_of(hand.player)) and old_hand.score != hand.score
        )

    def winner_words(self, names: Sequence[str], groups: Sequence[Sequence[int]]) -> str:
        """The player who ended the deal, with partners who score together."""
        assert self.winner is not None
        return _joined(names, self._together(groups).get(self.winner, (self.winner,)))

    def _together(self, groups: Sequence[Sequence[int]]) -> dict[int, Sequence[int]]:
        """Partners who score together, by the one whose hand records it; the others' hands are empty."""
        empty = {hand.player: not (hand.melded or hand.number or hand.score) for hand in self.hands}
        return {
            group[0]: group
            for group in groups
            if len(group) > 1 and group[0] in empty and all(empty.get(seat) for seat in group[1:])
        }


def _joined(names: Sequence[str], seats: Sequence[int]) -> str:
    return " & ".join(names[seat] for seat in seats)


@dataclass(frozen=True, kw_only=True)
class Ending(RecordedEnding):
    """The end of a deal, with the number of the event that made it."""

    number: int
    by: str
    at: str
    corrected: bool = False

    @classmethod
    def of_event(cls, ending: RecordedEnding, event: Event) -> Ending:
        """The end of a deal recorded by the event."""
        fields_told = recorded_fields(RecordedEnding, ending)
        return cls(**fields_told, number=event.number, by=event.by, at=event.at)
