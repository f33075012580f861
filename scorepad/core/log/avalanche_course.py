"""The state of a game of Avalanche after the plays in a table's log (V1-V5).

The pad never sees the cards in the hands. It counts those dealt, drawn, played and collected.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorepad.core.avalanche_game import (
    CARDS_DEALT,
    RANKS,
    SUIT_SIZE,
    SUITS,
    MoveKind,
    RunningGame,
    begin_game,
    count_cards,
    more_than_held,
    play_ranks,
)
from scorepad.core.sentence import say

GAME = "avalanche"
PACKS, JOKERS = 2, 6


class DoesNotGoRound(ValueError):
    """The packs have too few cards for so many players; `reason` says so, without a full stop."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class LastPlay:
    """The newest play: its player, cards, effect and reason. `pile` is the number of cards in the avalanche
    with these, `taker` the seat that it fell to, None if it did not fall."""

    player: int
    cards: tuple[str, ...]
    move: MoveKind
    why: str
    pile: int = 0
    taker: int | None = None

    def phrase(self, names: Sequence[str]) -> str:
        """The play in words that follow the player's name: `grew the avalanche with three sixes`."""
        cards = count_cards(self.cards) if self.cards else ""
        match self.move:
            case "snowfall":
                return say("drew a card")
            case "start":
                return say("started an avalanche with {cards}", cards=cards)
            case "grow":
                return say("grew the avalanche with {cards}", cards=cards)
            case "stop":
                return say(
                    "stopped the avalanche with {cards}: {pile} cards leave the game",
                    cards=cards,
                    pile=self.pile,
                )
            case _:
                return say(
                    "let the avalanche fall with {cards}: {pile} cards go to {taker}",
                    cards=cards,
                    pile=self.pile,
                    taker="" if self.taker is None else names[self.taker],
                )


@dataclass(frozen=True, slots=True)
class Course:
    """A game of Avalanche in a deal: its state, the last play, and the number of cards played of each rank,
    in the order of RANKS. `seats` are the players in order; `game` numbers them by their index there."""

    game: RunningGame
    seats: tuple[int, ...]
    last: LastPlay | None = None
    played: tuple[int, ...] = (0,) * len(RANKS)

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return self.seats[self.game.turn]

    def hand(self, player: int) -> int:
        """The number of cards that a player holds."""
        return self.game.hands[self.seats.index(player)]

    def collected(self, player: int) -> int:
        """The number of cards that a player has collected."""
        return self.game.collected[self.seats.index(player)]

    def after(self, played_ranks: Sequence[str]) -> tuple[Course, MoveKind, str]:
        """Play these ranks for the player in turn; none is a snowfall. Returns the state after it, the kind
        of play, and the reason.

        An illegal play leaves the state unchanged.
        """
        game, move, why = play_ranks(self.game, played_ranks)
        if move == "illegal":
            return self, move, why
        # V4: the player on the right takes it; before the first seat comes the last.
        taker = self.seats[self.game.turn - 1] if move == "fall" else None
        last = LastPlay(
            self.turn, tuple(played_ranks), move, why, self.game.avalanche + len(played_ranks), taker
        )
        played = tuple(
            earlier_count + list(played_ranks).count(rank)
            for earlier_count, rank in zip(self.played, RANKS, strict=True)
        )
        return Course(game, self.seats, last, played), move, why

    def too_many(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """A sentence for each rank of which more cards were played than the packs hold (P1)."""
        pack_count, joker_count = _packs_and_jokers(options)
        return more_than_held(dict(zip(RANKS, self.played, strict=True)), pack_count, joker_count)


def opening_course(options: Mapping[str, Any], seats: tuple[int, ...], dealer: int) -> Course:
    """A deal before its first play; the player on the dealer's left begins. Raises DoesNotGoRound."""
    pack_count, joker_count = _packs_and_jokers(options)
    card_count = pack_count * SUITS * SUIT_SIZE + joker_count
    cards_dealt = options.get("deal", CARDS_DEALT)
    if card_count < len(seats) * cards_dealt:
        reason = say(
            "{cards} cards aren’t enough for {players} players with {dealt} each",
            cards=card_count,
            players=len(seats),
            dealt=cards_dealt,
        )
        raise DoesNotGoRound(reason)
    first_seat = (seats.index(dealer) + 1) % len(seats)
    game = begin_game(
        len(seats),
        card_count,
        cards_dealt=cards_dealt,
        first_seat=first_seat,
        mixed_growth=options.get("mixed_growth", False),
    )
    return Course(game, seats)


def _packs_and_jokers(options: Mapping[str, Any]) -> tuple[int, int]:
    """The numbers of packs and jokers in play (V1)."""
    # A log may lack options that its game got later.
    return options.get("packs", PACKS), options.get("jokers", JOKERS)
