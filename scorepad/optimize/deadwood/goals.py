"""The goals of the search for whole hands."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.core.rule_parts import Contract


@dataclass(frozen=True, slots=True)
class Goal:
    """The criteria of a search: the parts of an arrangement's score that come first.

    points_first  the points of new melds, then few jokers, before what is left
    clean         one run holds as many naturals side by side as a first meld needs
    pure, others  least runs without wilds, and least runs besides
    only_pure     nothing but runs without wilds may be melded, one of them
    fewest_cards  how many cards are left, before what they count
    contract      the melds are those, or of the `nearest` to it as many as can be
    no_new        cards are laid off alone
    long_melds    what is melded and what long melds count, less what is left
    most_melded   with that: what is melded, before what long melds count
    opens         what is melded counts as much as a first meld needs
    """

    points_first: bool = False
    clean: bool = False
    pure: int = 0
    others: int = 0
    only_pure: bool = False
    fewest_cards: bool = False
    contract: Contract | None = None
    nearest: bool = False
    no_new: bool = False
    long_melds: bool = False
    most_melded: bool = False
    opens: bool = False


LEAST_LEFT = Goal()
