"""What the melds of a hand must come to together: to open, to count, to go out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from scorepad.core.brief import Brief, check_choices, check_counts

Shape = Literal["set", "run", "colour"]
Item = tuple[Shape, int]
"""A meld of the contract: its shape, and the least of its cards."""


@dataclass(frozen=True, slots=True, repr=False)
class Contract(Brief):
    """What is laid first, all at once.

    items        its melds
    longer       its melds may hold more cards, and cards are laid off in the same turn
    most_wilds   most wilds of each; 0: as in any meld
    ranks_differ its sets are of different ranks
    suits_differ its runs are of different suits
    whole        every card of the hand is laid, and none thrown
    """

    items: tuple[Item, ...] = ()
    longer: bool = False
    most_wilds: int = 0
    ranks_differ: bool = False
    suits_differ: bool = False
    whole: bool = False

    def __post_init__(self) -> None:
        if any(shape not in get_args(Shape) or size < 1 for shape, size in self.items):
            raise ValueError(f"items: expected shapes and how many cards each has, not {self.items!r}")
        check_counts(self, "most_wilds")

    def takes(self, item: Item, shape: Shape, size: int) -> bool:
        """Whether a meld of that shape and of so many cards can be that one of the contract."""
        return shape == item[0] and (size == item[1] or (self.longer and size > item[1]))


def contract_of(text: str, **conditions: bool | int) -> Contract:
    """The contract in short: `SSR` are two sets of three and a run of four, `S R7` has a run of seven.

    >>> contract_of("SSR").items
    (('set', 3), ('set', 3), ('run', 4))
    """
    items: list[Item] = []
    # A letter begins each meld; a number behind it is its size, three or four without one.
    for piece in text.replace("S", " S").replace("R", " R").split():
        shape: Shape = "set" if piece[0] == "S" else "run"
        items.append((shape, int(piece[1:] or {"S": 3, "R": 4}[piece[0]])))
    return Contract(tuple(items), **conditions)  # type: ignore[arg-type]


TakenJokers = Literal["never", "card", "all-missing"]


@dataclass(frozen=True, slots=True, repr=False)
class HandRules(Brief):
    """Rules of a whole hand; a game that ends a turn with a discard `throws`.

    opening       points that a player's first melds must be worth, unless all is melded at once; 0: none
    clean_run     naturals that must lie side by side in a run of those first melds; 0: no such rule
    pure_runs     runs without wilds that a hand must hold for anything to count; 0: no such rule
    least_runs    runs that it must hold, those among them
    pure_counts   where a run is missing, the cards of one without wilds count as melded all the same
    throws        a turn ends with a discard, so that a hand of a card more throws one
    knock         most that may be left where a player ends the deal
    knock_cards   most cards that may be left then; 0: any number
    lays_off_whole  others lay off on a hand of which nothing is left
    keeps_all     where all cards are melded none need be thrown
    takes_jokers  a player who has opened takes a joker of the table for its card: never, wherever its card is
                  held, or of a set only where every suit that is missing is
    whole_run     a whole hand that is one run is shown as that
    fits_stays    a card that fits on a meld of the table is not thrown, but to end the deal
    taken_stays   a card taken from the discard pile is not thrown in the same turn
    pairs         so many pairs of identical cards, and no melds, open or end the deal too; 0: no such rule
    keeps_wilds   a wild is thrown only where all others are melded
    contract      the melds that a player lays first; None where any will do
    buys          who buys the discard takes another card with it, so that hands grow by two
    """

    opening: int = 0
    clean_run: int = 0
    pure_runs: int = 0
    least_runs: int = 0
    pure_counts: bool = False
    throws: bool = False
    knock: int = 0
    knock_cards: int = 0
    lays_off_whole: bool = False
    keeps_all: bool = False
    takes_jokers: TakenJokers = "never"
    whole_run: bool = False
    fits_stays: bool = False
    taken_stays: bool = False
    pairs: int = 0
    keeps_wilds: bool = False
    contract: Contract | None = None
    buys: bool = False

    def __post_init__(self) -> None:
        check_choices(self, takes_jokers=TakenJokers)
        check_counts(self, "opening", "clean_run", "pure_runs", "least_runs", "knock", "knock_cards", "pairs")
