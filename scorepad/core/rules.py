"""The rules of a table as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scorepad.core.cards import Card
from scorepad.core.packs import FRENCH, Pack
from scorepad.core.schedules import Schedule

ORIGINAL = Schedule("original")

MeldKinds = Literal["single", "both", "alternating"]
WildRankMode = Literal["drops-out", "also-natural"]
Majors = Literal["fifth-suit", "wild-mod-7"]


@dataclass(frozen=True, slots=True)
class Rules:
    """What may be melded and what it is worth.

    packs            copies of the pack in play (P1)
    jokers           wild cards in play, over all packs (H14)
    schedule         value of a meld by its naturals (S, H3)
    melds            one suit, two alternating suits, or both (H1, H23)
    leaps            the leaps that a meld may follow, each from 1 to half the ranks (H22)
    quartet_bonus    points for four naturals of one rank in all four suits (H24)
    adjacent_naturals a meld with a wild holds two naturals side by side (H15)
    wilds_apart      no two wilds lie side by side (H15)
    wild_only        schedule of melds of wilds alone; None makes them worth 0 (H17)
    wild_rank        a rank that is wild as a whole, and whether it drops out of the circle (H18)
    wild_cards       single kinds that are wild besides being natural (H18)
    majors           tarot majors: a suit of their own, or wild by sevens (H26)
    """

    game: str
    pack: Pack = FRENCH
    packs: int = 2
    jokers: int = 0
    schedule: Schedule = ORIGINAL
    melds: MeldKinds = "single"
    leaps: tuple[int, ...] = (1,)
    quartet_bonus: int = 0
    adjacent_naturals: bool = True
    wilds_apart: bool = False
    wild_only: Schedule | None = None
    wild_rank: str = ""
    wild_rank_mode: WildRankMode = "drops-out"
    wild_cards: tuple[Card, ...] = ()
    majors: Majors = "fifth-suit"
