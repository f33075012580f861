"""The rules of a table as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scorepad.core.packs import FRENCH, Pack
from scorepad.core.schedules import Schedule

ORIGINAL = Schedule("original")

MeldKinds = Literal["single", "both", "alternating"]


@dataclass(frozen=True, slots=True)
class Rules:
    """What may be melded and what it is worth.

    packs            copies of the pack in play (P1)
    jokers           wild cards in play, over all packs (H14)
    schedule         value of a meld by its naturals (S, H3)
    melds            one suit, two alternating suits, or both (H1, H23)
    quartet_bonus    points for four naturals of one rank in all four suits (H24)
    adjacent_naturals a meld with a wild holds two naturals side by side (H15)
    wilds_apart      no two wilds lie side by side (H15)
    wild_only        schedule of melds of wilds alone; None makes them worth 0 (H17)
    """

    game: str
    pack: Pack = FRENCH
    packs: int = 2
    jokers: int = 0
    schedule: Schedule = ORIGINAL
    melds: MeldKinds = "single"
    quartet_bonus: int = 0
    adjacent_naturals: bool = True
    wilds_apart: bool = False
    wild_only: Schedule | None = None
