"""Avalanche: the effect of a play, and the state of a game, or of a table's deal, after it (V1-V5).

Only ranks count: 2 is lowest, then up to A, and jokers (`w`) highest. Cards may be written with suits, which
are ignored.

Our readings where the sources are silent: the cards that make an avalanche fall are part of it; if only one
player has cards left, an avalanche still running leaves the game. If cards that grow an avalanche may differ,
the lowest is the rank of the play.

At a table the pad never sees the cards in the hands. It counts those dealt, drawn, played and collected.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.packs import OTHER_SIGNS
from scorepad.core.phrasing import LIST_JOINTS, ShownCards, count_rank, count_word, join_words
from scorepad.core.sentence import Sentence, say, with_capital

MoveKind = Literal["snowfall", "start", "grow", "stop", "fall", "illegal"]

GAME = "avalanche"
PACKS, JOKERS = 2, 6
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "w")
CARDS_DEALT = 10
SUITS, SUIT_SIZE = 4, 13
_JOKER_WORDS = ("W", "JOKER", "JKR", "*")
_SUIT_SIGNS = re.compile(f"[♣♠♥♦{''.join(OTHER_SIGNS)}\ufe0e\ufe0f]")


class NotARank(ScorepadError):
    """A piece of text that is no card of Avalanche."""

    code = "rank"


def read_ranks(text: str) -> tuple[str, ...]:
    """Read the ranks of cards: `5 5`, `KH ♠K`, `w`. Raises ScorepadError naming everything that does not
    read."""
    piece_matches = [piece for piece in re.finditer(r"[^\s,-]+", text) if piece[0].lower() not in LIST_JOINTS]
    piece_ranks = [(piece, _read_rank(piece[0])) for piece in piece_matches]
    faults = [
        NotARank(
            say(
                "{piece} at position {position}: {expected}.",
                piece=repr(piece[0][:12]),
                position=piece.start() + 1,
                expected=_expected_rank(piece[0]),
            ),
            at=piece[0][:12],
        )
        for piece, rank in piece_ranks
        if not rank
    ]
    if faults:
        raise join_errors(faults)
    return tuple(rank for _, rank in piece_ranks)


def _expected_rank(piece: str) -> str:
    """The advice for a piece that is no card."""
    if _SUIT_SIGNS.sub("", piece).upper().strip("CSHD") == "1":
        return say("type A for an ace")
    return say(
        "type a rank, 2 to 10, {courts}, or w for a joker",
        courts=ShownCards("J Q K A"),
    )


def _read_rank(piece: str) -> str:
    """The rank of one card; empty if it does not read."""
    plain_piece = _SUIT_SIGNS.sub("", piece).upper()
    if plain_piece in _JOKER_WORDS:
        return "w"
    plain_piece = plain_piece.replace("10", "T")
    # The letter of a suit may stand before or after the rank (N3).
    bare_rank = plain_piece.strip("CSHD") if len(plain_piece) == 2 else plain_piece
    return bare_rank if bare_rank in RANKS else ""


def judge_move(
    last_ranks: Sequence[str], played_ranks: Sequence[str], *, mixed_growth: bool = False
) -> tuple[MoveKind, str]:
    """The kind of a play, and the reason in one sentence.

    `last_ranks` are those of the play before, empty if no avalanche runs. `mixed_growth`: cards that grow an
    avalanche may differ. Raises ValueError for last cards that differ but may not.
    """
    if len(set(last_ranks)) > 1 and not mixed_growth:
        raise ValueError(f"the last play was {last_ranks!r}: expected equal cards")
    if len(set(played_ranks)) > 1:
        return _mixed_play(last_ranks, played_ranks, mixed_growth=mixed_growth)
    if not last_ranks:
        return _first_play(played_ranks)
    if not played_ranks:
        return "illegal", say("An avalanche is running. Play at least one card, even if it falls.")
    return _later_play(last_ranks, played_ranks)


def _first_play(played_ranks: Sequence[str]) -> tuple[MoveKind, str]:
    if not played_ranks:
        return "snowfall", say("No avalanche is running, so draw one card.")
    return "start", say("{cards} start an avalanche.", cards=with_capital(count_cards(played_ranks)))


def _mixed_play(
    last_ranks: Sequence[str], played_ranks: Sequence[str], *, mixed_growth: bool
) -> tuple[MoveKind, str]:
    """The kind of a play of different ranks: it may grow an avalanche if the table allows, and is illegal
    otherwise."""
    if not mixed_growth:
        return "illegal", say("All cards of a play must have the same rank.")
    if not last_ranks:
        return "illegal", say("All cards that start an avalanche must have the same rank.")
    cards = _cards_on(last_ranks, played_ranks)
    if len(played_ranks) < len(last_ranks) or _is_lower(played_ranks, last_ranks):
        return "illegal", say(
            "{cards}: mixed cards grow an avalanche if there are at least as many and none is lower.",
            cards=cards,
        )
    return "grow", say("{cards}: no card is lower, so it grows.", cards=cards)


def _is_lower(played_ranks: Sequence[str], last_ranks: Sequence[str]) -> bool:
    """Whether a play ranks below the last one; the rank of a play is its lowest."""
    return min(map(RANKS.index, played_ranks)) < min(map(RANKS.index, last_ranks))


def _cards_on(last_ranks: Sequence[str], played_ranks: Sequence[str]) -> str:
    return say(
        "{cards} on {other_cards}",
        cards=with_capital(count_cards(played_ranks)),
        other_cards=count_cards(last_ranks),
    )


def _later_play(last_ranks: Sequence[str], played_ranks: Sequence[str]) -> tuple[MoveKind, str]:
    """The kind of a play on a running avalanche, by the clauses of V3 in order."""
    cards = _cards_on(last_ranks, played_ranks)
    more_cards = len(played_ranks) - len(last_ranks)
    if more_cards > 0:
        return "grow", say("{cards}: more cards than before, so it grows.", cards=cards)
    if more_cards < 0:
        return "fall", say("{cards}: fewer cards than before, so it falls.", cards=cards)
    if not _is_lower(played_ranks, last_ranks):
        return "grow", say("{cards}: just as many cards and none lower, so it grows.", cards=cards)
    # A single card can't be stopped (V3).
    if len(last_ranks) > 1:
        return "stop", say(
            "{cards}: as many cards of a lower rank, so it stops and leaves the game.", cards=cards
        )
    return "fall", say("{cards}: one lower card, so it falls.", cards=cards)


def count_cards(ranks: Sequence[str]) -> str:
    """Ranks in words: `three sixes`, `one king`, `one six and two sevens`."""
    return join_words([count_rank(rank, number) for rank, number in rank_counts(ranks)], "and")


def more_than_held(played: Mapping[str, int], packs: int, jokers: int) -> tuple[Sentence, ...]:
    """A sentence for each rank of which more cards were played than there are in all packs (P1)."""
    most_cards = {rank: jokers if rank == RANKS[-1] else packs * SUITS for rank in played}
    return tuple(
        say(
            "{cards} have been played, but there are only {limit}. Check for a mistyped card.",
            cards=with_capital(count_cards((rank,) * times_played)),
            limit=count_word(most_cards[rank]),
        )
        for rank, times_played in played.items()
        if times_played > most_cards[rank]
    )


def rank_counts(ranks: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """The number of cards of each rank, the lowest rank first."""
    return tuple(sorted(Counter(ranks).items(), key=lambda counted: RANKS.index(counted[0])))


@dataclass(frozen=True, slots=True)
class RunningGame:
    """The state of a game: cards in each hand, in the deck and in the avalanche; whose turn it is, by seat.

    `last` is the last play on the avalanche, empty if none runs. `collected` counts the cards collected by
    each player, `gone` those out of the game. `mixed_growth` is a house rule (V3).
    """

    hands: tuple[int, ...]
    deck: int
    turn: int
    last: tuple[str, ...] = ()
    avalanche: int = 0
    collected: tuple[int, ...] = ()
    gone: int = 0
    mixed_growth: bool = False

    @property
    def on_top(self) -> tuple[tuple[str, int], ...]:
        """The number of cards of each rank in the last play."""
        return rank_counts(self.last)

    @property
    def over(self) -> bool:
        """Whether at most one player has cards (V5)."""
        return sum(map(bool, self.hands)) <= 1


def begin_game(
    players: int,
    cards: int,
    *,
    cards_dealt: int = CARDS_DEALT,
    first_seat: int = 0,
    mixed_growth: bool = False,
) -> RunningGame:
    """The game before its first play. Raises ValueError if there are too few cards."""
    if cards < players * cards_dealt:
        raise ValueError(f"{cards} cards do not go round: {players} players take {cards_dealt} each")
    return RunningGame(
        (cards_dealt,) * players,
        cards - players * cards_dealt,
        first_seat,
        collected=(0,) * players,
        mixed_growth=mixed_growth,
    )


def play_ranks(game: RunningGame, played_ranks: Sequence[str]) -> tuple[RunningGame, MoveKind, str]:
    """Play these ranks for the player in turn; none is a snowfall. Returns the game after it, the kind of
    play, and the reason.

    An illegal play leaves the game unchanged.
    """
    if game.over:
        return game, "illegal", say("The game is over because only one player has cards.")
    play_move, reason = judge_move(game.last, played_ranks, mixed_growth=game.mixed_growth)
    if play_move == "snowfall" and not game.deck:
        return game, "illegal", say("The deck is empty, so you can’t draw. Start an avalanche.")
    if len(played_ranks) > game.hands[game.turn]:
        reason = say("Only {number} in the hand.", number=count_word(game.hands[game.turn]))
        return game, "illegal", reason
    if play_move == "illegal":
        return game, play_move, reason
    # An empty hand draws first: the game is over only if the deck is empty as well (V5).
    return _end_game(_pass_turn(_after_move(game, play_move, tuple(played_ranks)))), play_move, reason


def _after_move(game: RunningGame, play_move: MoveKind, played_ranks: tuple[str, ...]) -> RunningGame:
    if play_move == "snowfall":
        return replace(game, hands=_add_cards(game.hands, game.turn, 1), deck=game.deck - 1)
    avalanche_size = game.avalanche + len(played_ranks)
    hand_sizes = _add_cards(game.hands, game.turn, -len(played_ranks))
    game_after = replace(game, hands=hand_sizes, last=played_ranks, avalanche=avalanche_size)
    if play_move == "stop":
        return replace(game_after, last=(), avalanche=0, gone=game_after.gone + avalanche_size)
    if play_move == "fall":
        # Turns go round by seat, so the player before sits on the right (V4).
        right_seat = (game.turn - 1) % len(game.hands)
        return replace(
            game_after,
            last=(),
            avalanche=0,
            collected=_add_cards(game_after.collected, right_seat, avalanche_size),
        )
    return game_after


def _pass_turn(game: RunningGame) -> RunningGame:
    """Fill an empty hand from the deck, then pass the turn to the next player with cards (V5)."""
    if not game.hands[game.turn]:
        cards_drawn = min(CARDS_DEALT, game.deck)
        game = replace(
            game, hands=_add_cards(game.hands, game.turn, cards_drawn), deck=game.deck - cards_drawn
        )
    seat_count = len(game.hands)
    seats_in_turn = [(game.turn + step) % seat_count for step in range(1, seat_count + 1)]
    # Where nobody has cards the turn stays where it is; the game is over then.
    return replace(game, turn=next((seat for seat in seats_in_turn if game.hands[seat]), game.turn))


def _end_game(game: RunningGame) -> RunningGame:
    """Give the last player's cards to those collected, if the game is over (V5)."""
    if not game.over:
        return game
    collected = tuple(
        own_cards + cards_left for own_cards, cards_left in zip(game.collected, game.hands, strict=True)
    )
    empty_hands = (0,) * len(game.hands)
    return replace(
        game, hands=empty_hands, last=(), avalanche=0, collected=collected, gone=game.gone + game.avalanche
    )


def _add_cards(counts: tuple[int, ...], seat: int, difference: int) -> tuple[int, ...]:
    return tuple(
        count + difference if other_seat == seat else count for other_seat, count in enumerate(counts)
    )


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
