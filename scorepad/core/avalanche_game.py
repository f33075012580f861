"""Avalanche: what a play does, and a running game told play by play (V1-V5).

Ranks alone count: 2 low … A, jokers (`w`) highest. Cards may be written with suits, which do not matter.

Readings where the sources say nothing: the cards that let an avalanche fall lie in it; an avalanche that
still runs when one player alone has cards leaves the game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.phrasing import count_word

Move = Literal["snowfall", "start", "grow", "stop", "fall", "illegal"]

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "w")
DEALT = 10
_JOKERS = ("W", "JOKER", "JKR", "*")
_SUITS = re.compile("[♣♠♥♦♧♤♡♢\ufe0e\ufe0f]")
_NAMES = dict(zip("TJQKAw", ("ten", "jack", "queen", "king", "ace", "joker"), strict=True))


class NotARank(ScorepadError):
    """A piece that is no card of Avalanche."""

    code = "rank"


def read_ranks(text: str) -> tuple[str, ...]:
    """The ranks of cards in writing: `5 5`, `KH ♠K`, `w`. Raises ScorepadError with all that is none."""
    pieces = list(re.finditer(r"[^\s,-]+", text))
    ranks = [(piece, _rank(piece[0])) for piece in pieces]
    faults = [
        NotARank(
            f"{piece[0][:12]!r} at position {piece.start() + 1}: {_expected(piece[0])}.", at=piece[0][:12]
        )
        for piece, rank in ranks
        if not rank
    ]
    if faults:
        raise join_errors(faults)
    return tuple(rank for _, rank in ranks)


def _expected(piece: str) -> str:
    """What to type for a piece that is no card."""
    if _SUITS.sub("", piece).upper().strip("CSHD") == "1":
        return "an ace is A"
    return "expected a rank, 2 to 10, J Q K A, or w for a joker"


def _rank(piece: str) -> str:
    """The rank of one card, empty for none."""
    plain = _SUITS.sub("", piece).upper()
    if plain in _JOKERS:
        return "w"
    plain = plain.replace("10", "T")
    bare = plain.strip("CSHD") if len(plain) == 2 else plain
    return bare if bare in RANKS else ""


def move(last: Sequence[str], played: Sequence[str]) -> tuple[Move, str]:
    """What a play does and why in one sentence; `last` are the ranks of the last play, none where no
    avalanche runs. Raises ValueError for last cards that are not all equal."""
    if len(set(last)) > 1:
        raise ValueError(f"the last play was {last!r}: expected equal cards")
    if len(set(played)) > 1:
        return "illegal", "The cards of a play are all of one rank."
    if not last:
        return _fresh(played)
    if not played:
        return "illegal", "An avalanche is in progress: play a card at least, if only to let it fall."
    return _running(last, played)


def _fresh(played: Sequence[str]) -> tuple[Move, str]:
    if not played:
        return "snowfall", "No avalanche in progress: draw one card."
    return "start", f"{_capital(counted(played))}: an avalanche starts."


def _running(last: Sequence[str], played: Sequence[str]) -> tuple[Move, str]:
    """V3, in the order of its clauses."""
    told = f"{_capital(counted(played))} on {counted(last)}"
    more = len(played) - len(last)
    lower = RANKS.index(played[0]) < RANKS.index(last[0])
    if more > 0:
        return "grow", f"{told}: more cards than before, it grows."
    if more < 0:
        return "fall", f"{told}: fewer cards than before, it falls."
    if not lower:
        return "grow", f"{told}: as many, and no lower rank, it grows."
    if len(last) > 1:
        return "stop", f"{told}: as many of a lower rank, it stops and leaves the game."
    return "fall", f"{told}: one card of a lower rank, it falls."


def counted(cards: Sequence[str]) -> str:
    """Equal cards in words: `three 6s`, `one king`."""
    name = _NAMES.get(cards[0], cards[0])
    return f"{count_word(len(cards))} {name}{'s' if len(cards) > 1 else ''}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


@dataclass(frozen=True, slots=True)
class Running:
    """A running game: cards in each hand, in the deck and in the avalanche; whose turn it is by seat.

    `last` is the last play on the avalanche, empty where none runs; `collected` counts each player's cards;
    `gone` those that left the game.
    """

    hands: tuple[int, ...]
    deck: int
    turn: int
    last: tuple[str, ...] = ()
    avalanche: int = 0
    collected: tuple[int, ...] = ()
    gone: int = 0

    @property
    def over(self) -> bool:
        """Whether one player at most has cards (V5)."""
        return sum(map(bool, self.hands)) <= 1


def begin(players: int, cards: int, *, dealt: int = DEALT, first: int = 0) -> Running:
    """A game of that many cards before its first play. Raises ValueError when they do not go round."""
    if cards < players * dealt:
        raise ValueError(f"{cards} cards do not go round: {players} players take {dealt} each")
    return Running((dealt,) * players, cards - players * dealt, first, collected=(0,) * players)


def play(game: Running, played: Sequence[str]) -> tuple[Running, Move, str]:
    """The game after the player in turn plays these ranks, none for a snowfall; what it was, and why.

    An illegal play leaves the game as it is.
    """
    if game.over:
        return game, "illegal", "The game is over: one player alone has cards."
    what, why = move(game.last, played)
    if what == "snowfall" and not game.deck:
        return game, "illegal", "The deck is empty: no snowfall, start an avalanche."
    if len(played) > game.hands[game.turn]:
        return game, "illegal", f"Only {count_word(game.hands[game.turn])} in the hand."
    if what == "illegal":
        return game, what, why
    return _ended(_passed(_moved(game, what, tuple(played)))), what, why


def _moved(game: Running, what: Move, played: tuple[str, ...]) -> Running:
    if what == "snowfall":
        return replace(game, hands=_plus(game.hands, game.turn, 1), deck=game.deck - 1)
    lying = game.avalanche + len(played)
    hands = _plus(game.hands, game.turn, -len(played))
    now = replace(game, hands=hands, last=played, avalanche=lying)
    if what == "stop":
        return replace(now, last=(), avalanche=0, gone=now.gone + lying)
    if what == "fall":
        right = (game.turn - 1) % len(game.hands)
        return replace(now, last=(), avalanche=0, collected=_plus(now.collected, right, lying))
    return now


def _passed(game: Running) -> Running:
    """An empty hand draws ten, or what is left; then it is the turn of the next player with cards (V5)."""
    if not game.hands[game.turn]:
        drawn = min(DEALT, game.deck)
        game = replace(game, hands=_plus(game.hands, game.turn, drawn), deck=game.deck - drawn)
    seats = len(game.hands)
    order = [(game.turn + step) % seats for step in range(1, seats + 1)]
    return replace(game, turn=next((seat for seat in order if game.hands[seat]), game.turn))


def _ended(game: Running) -> Running:
    """The last player with cards adds them to those collected (V5)."""
    if not game.over:
        return game
    collected = tuple(own + left for own, left in zip(game.collected, game.hands, strict=True))
    hands = (0,) * len(game.hands)
    return replace(
        game, hands=hands, last=(), avalanche=0, collected=collected, gone=game.gone + game.avalanche
    )


def _plus(counts: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return tuple(count + more if place == seat else count for place, count in enumerate(counts))
