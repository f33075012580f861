"""What lies on the table before each player, and what may be done with it, as values (H8, H19, L3).

Melds are named by their owner and their number before that player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scorepad.core.cards import Card, Meld
from scorepad.core.check import check, check_meld
from scorepad.core.errors import ScorepadError
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.core.tokens import shared_leap_faults
from scorepad.core.verdicts import Finding, MeldVerdict


@dataclass(frozen=True, slots=True)
class MeldAt:
    """A meld on the table: whose it is, and its number among the owner's; both count from 0."""

    owner: int
    meld: int


@dataclass(frozen=True, slots=True)
class NewMeld:
    """A new meld (H8)."""

    meld: Meld


@dataclass(frozen=True, slots=True)
class ExtendMeld:
    """Cards laid before and after a meld, in its order as it lies (H8)."""

    at: MeldAt
    before: Meld = ()
    after: Meld = ()


@dataclass(frozen=True, slots=True)
class MergeMelds:
    """Two melds made one, with cards from the hand between them where the table allows it (H8, L3)."""

    first: MeldAt
    second: MeldAt
    between: Meld = ()


@dataclass(frozen=True, slots=True)
class FilchWild:
    """A wild taken out of a meld by putting in the natural that it stands for (H19)."""

    at: MeldAt
    natural: Card


Play = NewMeld | ExtendMeld | MergeMelds | FilchWild


class NoSuchMeld(ScorepadError):
    """No meld lies there."""

    code = "no-such-meld"


@dataclass(frozen=True, slots=True)
class OnTable:
    """What lies before each player, and what the pad knows of each of them.

    melds         legal melds by player
    partnerships  groups of players; none where everybody plays alone
    settled       by player: the points of going out, None for who is still in (H10, L4)
    earlier       by player: the score in earlier games (H13)
    names         by player, for sentences
    """

    melds: tuple[tuple[Meld, ...], ...]
    partnerships: tuple[tuple[int, ...], ...] = ()
    settled: tuple[int | None, ...] = field(default=())
    earlier: tuple[int, ...] = field(default=())
    names: tuple[str, ...] = field(default=())

    def player_name(self, player: int) -> str:
        return self.names[player] if self.names else say("Player {number}", number=player + 1)

    def is_out(self, player: int) -> bool:
        return bool(self.settled) and self.settled[player] is not None

    def partners_of(self, player: int) -> tuple[int, ...]:
        """The player among them."""
        return next((group for group in self.partnerships if player in group), (player,))

    def meld_at(self, at: MeldAt) -> Meld:
        """The meld that lies there. Raises NoSuchMeld."""
        if 0 <= at.owner < len(self.melds) and 0 <= at.meld < len(self.melds[at.owner]):
            return self.melds[at.owner][at.meld]
        message = say(
            "Meld {meld} of player {player}: expected one on the table.",
            meld=at.meld + 1,
            player=at.owner + 1,
        )
        raise NoSuchMeld(message, at="meld")

    def with_melds(self, owner: int, melds: tuple[Meld, ...]) -> OnTable:
        """The table with these melds before one player."""
        return replace(self, melds=(*self.melds[:owner], melds, *self.melds[owner + 1 :]))

    def leap_faults(self, rules: Rules) -> tuple[Finding, ...]:
        """What is wrong with the leaps of all players' melds together, with names (L2)."""
        names = [self.player_name(player) for player in range(len(self.melds))]
        return shared_leap_faults(rules, [leaps_of(rules, owned) for owned in self.melds], names)

    def points_of(self, rules: Rules, player: int) -> int:
        """What a player's melds are worth, or those of going out, which no later play changes (H10, H19)."""
        settled = self.settled[player] if self.settled else None
        return check(rules, self.melds[player]).points if settled is None else settled


def leaps_of(rules: Rules, melds: Sequence[Meld]) -> tuple[int, ...]:
    """The leap of each of the melds that goes by one (L2)."""
    return tuple(leap for meld in melds if (leap := check_meld(rules, meld).leap))


@dataclass(frozen=True, slots=True)
class PlayVerdict:
    """A play: legal or not and why, the meld that it makes, and the table afterwards.

    `before` and `points` are those of the player's melds, bonuses included. `taken` is the wild that a filch
    brings to the hand. After an illegal play the table is as it was.
    """

    legal: bool
    findings: tuple[Finding, ...]
    meld: MeldVerdict
    table: OnTable
    before: int
    points: int
    taken: Card | None = None
