"""The proofs that a search returns, so that another program can check its bound."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.core.cards import Card


class ProofFault(Exception):
    """A proof does not hold: the bound may be too low."""


class NotChecked(Exception):
    """A proof is out of the checker's reach: made under other rules, or too large for a slow program."""


Row = Card | int | str  # what melds use up: cards of a kind, a meld of the table by its number, a leap


@dataclass(frozen=True, slots=True)
class RowPriceProof:
    """A price for each row, such that no meld gains more than the rows that it uses cost.

    Then no choice of melds gains more than all rows cost. Prices are whole numbers of units; `point` units
    make a point.
    """

    prices: tuple[tuple[Row, int], ...]
    point: int


@dataclass(frozen=True, slots=True)
class CasesProof:
    """Price proofs for all cases: one for each leap if all melds must have one leap (L2), else a single
    one."""

    cases: tuple[RowPriceProof, ...]


LayerPlace = tuple[int, Card, str, int]  # a leap, a card, the suit that it alternates with; a layer from 1


@dataclass(frozen=True, slots=True)
class Stretch:
    """Points that could be earned: a stretch of ranks covered by one layer or by a ring of layers.

    `begins`: the first place in each layer. The first and the last rank are natural in all layers, with at
    most `most_wilds` wilds between.
    """

    begins: frozenset[LayerPlace]
    length: int
    most_wilds: int


@dataclass(frozen=True, slots=True)
class Core:
    """Literals that cannot all be true: at least one is false, so `loss` points are certainly lost.

    `number` identifies the core within its proof. A core without literals says that the wilds of its branch
    cannot lie so.
    """

    number: int
    literals: tuple[int, ...]
    loss: int


@dataclass(frozen=True, slots=True)
class CoreCounter:
    """A literal that is true if at most `most_false` literals of a core are false. `core`: the core's
    number."""

    literal: int
    core: int
    most_false: int


@dataclass(frozen=True, slots=True)
class Hardened:
    """Literals that must be true if the bound is to be exceeded."""

    literals: tuple[int, ...]


CoreStep = Core | CoreCounter | Hardened


@dataclass(frozen=True, slots=True)
class WildGain:
    """A stretch whose points are counted with a wild. The literal is false if the wild lies there and the
    stretch fails.

    The stretch needs that wild, or it needs none and the wild is the first of those in it.
    """

    literal: int
    stretch: int
    wild: int


@dataclass(frozen=True, slots=True)
class CoreProof:
    """A proof for hands whose melds interlock: cores of points that cannot all be earned (I1-I7).

    stretches     literals of stretches that could be earned
    steps         steps that hold wherever wilds lie; counters name further literals
    wilds         literals that a wild lies at a place
    gains         stretches counted with wilds, each with a further literal
    gain_steps    by wild: steps that lower its gain
    ranked_wilds  wilds to branch on, in this order
    branches      by the wilds that lie: steps that hold besides those of the parent branches
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
    """A core proof over layers that also count the cards beside the melds passing through a place."""

    cores: CoreProof


Proof = CasesProof | CoreProof | LoneCardsProof
