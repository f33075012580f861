"""What a search leaves behind so that its bound can be checked by somebody else."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.core.cards import Card


class ProofFault(Exception):
    """A proof does not hold: the bound may be too low."""


class NotChecked(Exception):
    """A proof is out of the checker's reach: of other rules, or too large for a slow program."""


@dataclass(frozen=True, slots=True)
class PriceProof:
    """A price for each kind of card in a hand, of which no meld is worth more than its cards cost.

    Then no arrangement is worth more than the hand costs. Prices are whole numbers of units; a point is worth
    `point` units, and a meld with a natural costs `meld` units beside its cards (so that of two arrangements
    of the same points the one of fewer melds is better; it makes bounds sharper).
    """

    prices: tuple[tuple[Card, int], ...]
    point: int
    meld: int


@dataclass(frozen=True, slots=True)
class Core:
    """Literals that cannot be true together, and what is lost for certain as one of them is false."""

    literals: tuple[int, ...]
    loss: int


@dataclass(frozen=True, slots=True)
class CoreCounter:
    """A literal that is true where at most so many of a core's literals are false; cores count from 0."""

    literal: int
    core: int
    most_false: int


@dataclass(frozen=True, slots=True)
class Hardened:
    """Literals without which too much would be lost for the bound to be reached."""

    literals: tuple[int, ...]


CoreStep = Core | CoreCounter | Hardened


LayerPlace = tuple[int, Card, str, int]  # a leap, a card, the suit that it alternates with; a layer from 1


@dataclass(frozen=True, slots=True)
class CoreProof:
    """What a hand whose melds interlock cannot have all at once, core after core (I1-I7).

    `wanted` gives the literals of the steps, but for those of counters, their meaning: a stretch of one layer
    or of a ring of layers, as the naturals that must lie there.
    """

    wanted: tuple[tuple[int, frozenset[LayerPlace]], ...]
    steps: tuple[CoreStep, ...]


Proof = PriceProof | CoreProof
