"""The goals of the search for whole hands."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.core.rule_parts import Contract


@dataclass(frozen=True, slots=True)
class Goal:
    """The criteria of a search: the parts of an arrangement's score that come first.

    points_first  points of new melds, then few jokers, before the cards left
    clean         one run holds as many naturals side by side as a first meld needs
    pure, others  least number of runs without wilds, and of further runs
    only_pure     only runs without wilds may be melded, at least one
    fewest_cards  number of cards left, before their value
    contract      the melds are those of the contract, or, if `nearest`, as many of them as possible
    no_new        cards are only laid off
    long_melds    card points melded plus bonuses of long melds, less the cards left
    most_melded   with `long_melds`: card points melded, before bonuses
    opens         the melds are worth as much as a first meld needs
    worth         points of all melds, less the cards left
    all_laid      no card is left
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
    worth: bool = False
    all_laid: bool = False


LEAST_LEFT = Goal()
