"""What a search leaves behind so that its bound can be checked by somebody else."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.core.cards import Card


class ProofFault(Exception):
    """A proof does not hold: the bound may be too low."""


class NotChecked(Exception):
    """A proof is out of the checker's reach: of other rules, or too large for a slow program."""


Row = Card | int | str  # what melds use up: cards of a kind, a meld of the table by its number, a leap


@dataclass(frozen=True, slots=True)
class RowPriceProof:
    """A price for each row, so that no meld gains more than the rows that it uses cost.

    Then no choice of melds gains more than all rows cost. Prices are whole numbers of units; a point is worth
    `point` units.
    """

    prices: tuple[tuple[Row, int], ...]
    point: int


@dataclass(frozen=True, slots=True)
class CasesProof:
    """Prices for each case that the rules leave: each leap where all melds are of one (L2), else for one."""

    cases: tuple[RowPriceProof, ...]


LayerPlace = tuple[int, Card, str, int]  # a leap, a card, the suit that it alternates with; a layer from 1


@dataclass(frozen=True, slots=True)
class Stretch:
    """What could be earned: places covered side by side by one layer or by a ring of layers.

    `begins` has the first place of each; the first and the last ranks are natural in all, and no more than
    `most_wilds` lie between.
    """

    begins: frozenset[LayerPlace]
    length: int
    most_wilds: int


@dataclass(frozen=True, slots=True)
class Core:
    """Literals that cannot all be true: one at least is false, and `loss` points are lost for certain.

    Each core of a proof has a `number` of its own. One without literals says that the wilds of its branch
    cannot lie so.
    """

    number: int
    literals: tuple[int, ...]
    loss: int


@dataclass(frozen=True, slots=True)
class CoreCounter:
    """A literal that is true where at most `most_false` literals of a core are false, named by its number."""

    literal: int
    core: int
    most_false: int


@dataclass(frozen=True, slots=True)
class Hardened:
    """Literals without which too much would be lost for the bound to be reached."""

    literals: tuple[int, ...]


CoreStep = Core | CoreCounter | Hardened


@dataclass(frozen=True, slots=True)
class WildGain:
    """What a stretch earns is gained by a wild; the literal is false where the stretch then fails.

    It needs that wild, or it needs none and the wild is the first of those in it.
    """

    literal: int
    stretch: int
    wild: int


@dataclass(frozen=True, slots=True)
class CoreProof:
    """What a hand whose melds interlock cannot have all at once, core after core (I1-I7).

    stretches     the meaning of literals: what could be earned
    steps         what holds wherever wilds lie; counters name further literals
    wilds         the meaning of literals: that a wild lies at a place
    gains         what is counted with wilds, and names further literals
    gain_steps    by wild: what lowers its gain
    ranked_wilds  those that are branched on, in this order
    branches      by the wilds that lie there: what holds besides the steps of the branches above
    """

    stretches: tuple[tuple[int, Stretch], ...]
    steps: tuple[CoreStep, ...]
    wilds: tuple[tuple[int, LayerPlace], ...] = ()
    gains: tuple[WildGain, ...] = ()
    gain_steps: tuple[tuple[int, tuple[CoreStep, ...]], ...] = ()
    ranked_wilds: tuple[int, ...] = ()
    branches: tuple[tuple[tuple[int, ...], tuple[CoreStep, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class LoneCardsProof:
    """What cannot be had at once where cards lie beside all melds that go on at both sides of a place."""

    cores: CoreProof


Proof = CasesProof | CoreProof | LoneCardsProof
