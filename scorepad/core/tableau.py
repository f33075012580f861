"""What lies on the table before each player, and what she may do with it, as values (H8, H19, L3).

Melds are named by their owner and their number before her.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scorepad.core.cards import Card, Meld
from scorepad.core.check import check, check_meld
from scorepad.core.errors import ScorepadError
from scorepad.core.rules import Rules
from scorepad.core.tokens import shared
from scorepad.core.verdicts import Finding, MeldVerdict


@dataclass(frozen=True, slots=True)
class At:
    """A meld on the table: whose it is, and its number among hers; both count from 0."""

    owner: int
    meld: int


@dataclass(frozen=True, slots=True)
class New:
    """A new meld (H8)."""

    meld: Meld


@dataclass(frozen=True, slots=True)
class Extend:
    """Cards laid before and after a meld, in its order as it lies (H8)."""

    at: At
    before: Meld = ()
    after: Meld = ()


@dataclass(frozen=True, slots=True)
class Merge:
    """Two melds made one, with cards from the hand between them where the table allows it (H8, L3)."""

    first: At
    second: At
    between: Meld = ()


@dataclass(frozen=True, slots=True)
class Filch:
    """A wild taken out of a meld by putting in the natural that it stands for (H19)."""

    at: At
    natural: Card


Play = New | Extend | Merge | Filch


class NoSuchMeld(ScorepadError):
    """No meld lies there."""

    code = "no-such-meld"


@dataclass(frozen=True, slots=True)
class OnTable:
    """What lies before each player, and what the pad knows of each of them.

    melds         legal melds by player
    partnerships  groups of players; none where everybody plays alone
    settled       by player: the points that she went out with, None while she is in (H10, L4)
    earlier       by player: her score in earlier games (H13)
    names         by player, for sentences
    """

    melds: tuple[tuple[Meld, ...], ...]
    partnerships: tuple[tuple[int, ...], ...] = ()
    settled: tuple[int | None, ...] = field(default=())
    earlier: tuple[int, ...] = field(default=())
    names: tuple[str, ...] = field(default=())

    def name(self, player: int) -> str:
        return self.names[player] if self.names else f"Player {player + 1}"

    def out(self, player: int) -> bool:
        return bool(self.settled) and self.settled[player] is not None

    def partners(self, player: int) -> tuple[int, ...]:
        """Herself among them."""
        return next((group for group in self.partnerships if player in group), (player,))

    def meld(self, at: At) -> Meld:
        """The meld that lies there. Raises NoSuchMeld."""
        if 0 <= at.owner < len(self.melds) and 0 <= at.meld < len(self.melds[at.owner]):
            return self.melds[at.owner][at.meld]
        raise NoSuchMeld(
            f"Meld {at.meld + 1} of player {at.owner + 1}: expected one on the table.", at="meld"
        )

    def with_melds(self, owner: int, melds: tuple[Meld, ...]) -> OnTable:
        """The table with these melds before one player."""
        return replace(self, melds=(*self.melds[:owner], melds, *self.melds[owner + 1 :]))

    def clashes(self, rules: Rules) -> tuple[Finding, ...]:
        """What is wrong with the leaps of all players' melds together, with names (L2)."""
        names = [self.name(player) for player in range(len(self.melds))]
        return shared(rules, [leaps_of(rules, owned) for owned in self.melds], names)

    def points(self, rules: Rules, player: int) -> int:
        """What her melds are worth, or what she went out with, which no later play changes (H10, H19)."""
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
