"""The judgement of melds as laid, and what is wrong with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scorepad.core.cards import Card, Meld
from scorepad.core.sentence import as_part, say

BonusKind = Literal["interlock", "quartet", "concealed"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault. `sentence` is for the player and ends in a full stop; `clause` is RULES.md's number."""

    code: str
    cards: tuple[Card, ...]
    clause: str
    sentence: str

    @property
    def phrase(self) -> str:
        """The sentence as a part of another."""
        return as_part(self.sentence)

    def of(self, subject: str) -> str:
        """The sentence with its subject, a meld or a player: `♥69: not a run: …`."""
        return say("{subject}: {reason}.", subject=subject, reason=self.phrase)


@dataclass(frozen=True, slots=True)
class MeldVerdict:
    """The verdict on a meld: legal or the reason why not, its points before any multiplier, and its reading.

    `laid`: the meld in reading order, each wild with the card that it stands for if that is certain; an
    illegal meld is as it was laid. `natural`: for each card, whether it is natural. `leap`: the leap of a run
    (H22); None for sets and for wilds alone.
    """

    laid: Meld
    legal: bool
    points: int
    natural: tuple[bool, ...]
    leap: int | None
    findings: tuple[Finding, ...]

    @property
    def reads_as(self) -> tuple[Card, ...]:
        """The kinds of card that the meld stands for, in order."""
        return tuple(laid.kind for laid in self.laid)


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points of melds together; `melds` are their indexes, `length` is in cards."""

    kind: BonusKind
    melds: tuple[int, ...]
    length: int
    points: int
    label: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on all melds of a hand. `points` counts the legal melds and their bonuses, before the
    multiplier."""

    legal: bool
    points: int
    melds: tuple[MeldVerdict, ...]
    bonuses: tuple[Bonus, ...]
    findings: tuple[Finding, ...]

    @property
    def all_findings(self) -> tuple[Finding, ...]:
        """All findings: those of each meld, then those of all together."""
        return tuple(finding for meld in self.melds for finding in meld.findings) + self.findings
