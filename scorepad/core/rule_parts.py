"""Parts of rules: what cards count (B3, F3, K1, K4, G3, L5), the value of a number of naturals (RULES.md,
section S), and what the melds of a hand need together.

The `repr` of a part reads back. A part refuses unknown words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, get_args

if TYPE_CHECKING:
    from scorepad.core.cards import Meld

    AsRun = Callable[[tuple[Meld, ...]], Meld | None]
    """Lays the cards of melds as one run; None where they make none."""


class Brief:
    """A dataclass, built with `repr=False`, whose `repr` is the shortest call that makes an equal one.

    Fields without a default come first, by position: `Schedule('square')`, `Rules('rummikub', jokers=2)`.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        # Fields that a class sets by itself are no arguments of a call.
        shown = (_show_field(field, getattr(self, field.name)) for field in fields(self) if field.init)  # type: ignore[arg-type]
        return f"{type(self).__name__}({', '.join(filter(None, shown))})"


def _show_field(field: Field[Any], value: object) -> str:
    if field.default is MISSING:
        return repr(value)
    return "" if value == field.default else f"{field.name}={value!r}"


def check_choices(part: object, **choices: object) -> None:
    """Raise ValueError if a field has none of the words of its Literal type."""
    for name, words in choices.items():
        if (value := getattr(part, name)) not in get_args(words):
            raise ValueError(f"{name}: expected one of {', '.join(get_args(words))}, not {value!r}")


def check_counts(part: object, *names: str) -> None:
    """Raise ValueError if a field is negative."""
    for name in names:
        if (value := getattr(part, name)) < 0:
            raise ValueError(f"{name}: expected a number from 0, not {value!r}")


@dataclass(frozen=True, slots=True, repr=False)
class CardValues(Brief):
    """The value of each card in a meld, and left in hand.

    ranks          values of ranks that do not count their number, or their place in a pack of other ranks
    every          value of every rank; None: as `ranks` says
    joker          value of a joker left in hand, and in a meld unless `joker_as_card`
    joker_as_card  a joker in a meld counts as the card that it stands for
    low_ace        value of an ace before the two of a run; None: its usual value
    high_ace       value of an ace after the highest rank of a run; None: its usual value
    wild_left      value of a wild card with a rank that is left in hand; None: as in melds
    left           values of ranks or single cards left in hand, if they differ from those in melds
    lone_ace       value of an ace that is the only card left; None: as beside others
    """

    ranks: tuple[tuple[str, int], ...] = ()
    every: int | None = None
    joker: int = 0
    joker_as_card: bool = False
    low_ace: int | None = None
    wild_left: int | None = None
    left: tuple[tuple[str, int], ...] = ()
    lone_ace: int | None = None
    high_ace: int | None = None


def courts_at(value: int, *, ace: int) -> tuple[tuple[str, int], ...]:
    """The ranks of a French pack that do not count their number, with all courts at `value`."""
    return (("A", ace), ("T", 10), ("J", value), ("Q", value), ("K", value))


NUMBERED_RANKS = (("A", 1), ("T", 10), ("J", 11), ("Q", 12), ("K", 13))
FACE = CardValues(courts_at(10, ace=1))  # B3
NUMBERS = CardValues(NUMBERED_RANKS)  # L5
ONE_EACH = CardValues(every=1, joker=1)  # G3: a card is a point


def _fibonacci(n: int) -> int:
    before, value = 1, 1
    for _ in range(n - 1):
        before, value = value, before + value
    return value if n else 0


_FORMULAS: dict[str, Callable[[int], int]] = {
    "original": lambda n: n * (n + 1) // 2,
    "one-zero": lambda n: n * (n - 1) // 2,
    # The formula gives 1 for no cards at all.
    "two-zeroes": lambda n: (n - 1) * (n - 2) // 2 if n else 0,
    "square": lambda n: n * n,
    "fibonacci": _fibonacci,
}

SCHEDULES = (*_FORMULAS, "table")


@dataclass(frozen=True, slots=True, repr=False)
class Schedule(Brief):
    """The value of a meld by its number of naturals. `table` lists the values for 1, 2, 3 … cards, and
    continues by its last difference.

    >>> list(map(Schedule("one-zero").value, range(1, 6)))
    [0, 1, 3, 6, 10]
    >>> Schedule("table", (0, 1, 3)).value(5)
    7
    """

    id: str
    table: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.id not in SCHEDULES:
            raise ValueError(f"no schedule is called {self.id!r}: expected one of {', '.join(SCHEDULES)}")
        if (self.id == "table") != bool(self.table):
            raise ValueError("the schedule 'table' and only it comes with a list of values")

    def value(self, n: int) -> int:
        """The points of n naturals in one meld; 0 for none."""
        if n < 0:
            raise ValueError(f"a meld cannot hold {n} naturals")
        if self.id != "table":
            return _FORMULAS[self.id](n)
        if n <= len(self.table):
            return (0, *self.table)[n]
        # A list of one value grows by that value.
        step = self.table[-1] - (0, *self.table)[-2]
        return self.table[-1] + step * (n - len(self.table))


Shape = Literal["set", "run", "colour", "clean-set", "clean-run"]
"""What a meld is to a contract. A clean one has no wild, and a clean set no suit twice."""
Item = tuple[Shape, int]
"""A meld of the contract: its shape, and the least of its cards."""


@dataclass(frozen=True, slots=True, repr=False)
class Contract(Brief):
    """The melds that a player must lay first, all at once.

    items         the melds, each a shape and a size
    longer        they may hold more cards, and cards are laid off in the same turn
    most_wilds    most wilds of each; 0: as in any meld
    wilds_in_all  most wilds of all together; 0: as many as the melds may have
    ranks_differ  the sets are of different ranks
    suits_differ  the runs are of different suits
    whole         every card of the hand is laid, and none thrown
    then_any      in later turns other melds are laid too
    """

    items: tuple[Item, ...] = ()
    longer: bool = False
    most_wilds: int = 0
    wilds_in_all: int = 0
    ranks_differ: bool = False
    suits_differ: bool = False
    whole: bool = False
    then_any: bool = False

    def __post_init__(self) -> None:
        if any(shape not in get_args(Shape) or size < 1 for shape, size in self.items):
            raise ValueError(f"items: expected shapes and how many cards each has, not {self.items!r}")
        check_counts(self, "most_wilds", "wilds_in_all")

    def takes(self, item: Item, shape: Shape, size: int) -> bool:
        """Whether a meld of that shape and size can be that item of the contract."""
        return shape == item[0] and (size == item[1] or (self.longer and size > item[1]))


@dataclass(frozen=True, slots=True, repr=False)
class Seeing(Brief):
    """What a player shows before any card is wild, and what ends a deal besides a hand that is all melded.

    pure          pure sets that are shown
    identical     identical cards that are one
    pairs         pairs of identical cards that are shown in their place
    pairs_out     pairs that end the deal
    tunnelas_out  sets of identical cards that end it; 0: no number does
    """

    pure: int = 3
    identical: int = 3
    pairs: int = 7
    pairs_out: int = 8
    tunnelas_out: int = 0

    def __post_init__(self) -> None:
        check_counts(self, "pure", "identical", "pairs", "pairs_out", "tunnelas_out")


@dataclass(frozen=True, slots=True, repr=False)
class Sets(Brief):
    """The sets of one rank that may be melded (B1, F1, K1, G1); false where there are none.

    smallest          least cards; 0: there are no sets
    longest           most cards; 0: the number of suits (K1)
    repeated_colours  a set may hold a suit more than once, as often as the packs do (K1)
    never             ranks that can’t make a set
    """

    smallest: int = 0
    longest: int = 0
    repeated_colours: bool = False
    never: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_counts(self, "smallest", "longest")
        if self.repeated_colours and not self.smallest:
            raise ValueError("repeated_colours: where there are no sets, none holds a colour twice")

    def __bool__(self) -> bool:
        return self.smallest > 0


@dataclass(frozen=True, slots=True, repr=False)
class WildCount(Brief):
    """How many wilds a meld may have beside its naturals.

    most             most wilds; 0: any number
    by_length        pairs of a length and the most wilds of melds of at least that length
    naturals         least naturals; 0: wilds alone are a set or run too (F2)
    set_outnumbered  a set has no more wilds than naturals
    """

    most: int = 0
    by_length: tuple[tuple[int, int], ...] = ()
    naturals: int = 1
    set_outnumbered: bool = False

    def __post_init__(self) -> None:
        check_counts(self, "most", "naturals")

    def most_in(self, length: int) -> int:
        """The most wilds in a meld of so many cards; 0 for any number."""
        return max((most for least, most in self.by_length if least <= length), default=self.most)

    def allows(self, naturals: int, wilds: int, *, in_set: bool) -> bool:
        """Whether a meld may have so many naturals and wilds."""
        most = self.most_in(naturals + wilds) or wilds
        outnumbers = in_set and self.set_outnumbered and wilds > naturals
        return naturals >= self.naturals and wilds <= most and not outnumbers


@dataclass(frozen=True, slots=True, repr=False)
class Interlocks(Brief):
    """How melds of two suits and more interlock (I1-I7).

    schedule       schedule of the length of interlocks; None: that of the melds (I3, I4)
    with_partners  partners' melds interlock with each other (I7)
    """

    schedule: Schedule | None = None
    with_partners: bool = True


@dataclass(frozen=True, slots=True, repr=False)
class Opening(Brief):
    """What a player's first melds need, unless all is melded at once.

    points     points that they must be worth; 0: any melds may be the first
    clean_run  naturals that must lie side by side in a run of them; 0: no such rule
    """

    points: int = 0
    clean_run: int = 0

    def __post_init__(self) -> None:
        check_counts(self, "points", "clean_run")


@dataclass(frozen=True, slots=True, repr=False)
class NeededRuns(Brief):
    """The runs that a hand must hold for anything to count.

    pure         runs without wilds; 0: no such rule
    least        runs in all, those among them
    pure_counts  where one is missing, the cards of a run without wilds count as melded all the same
    """

    pure: int = 0
    least: int = 0
    pure_counts: bool = False

    def __post_init__(self) -> None:
        check_counts(self, "pure", "least")


DecidedBy = Literal["melds", "left", "laid"]


@dataclass(frozen=True, slots=True, repr=False)
class DealEnd(Brief):
    """How a player ends a deal: by melding all cards, unless a game brings another way."""

    @property
    def decided_by(self) -> DecidedBy:
        """What else may end a deal: the cards left in hand, or the cards laid; `melds`: nothing else."""
        return "melds"

    @property
    def most(self) -> int:
        """Most points of the cards left."""
        return 0

    @property
    def by_points_alone(self) -> bool:
        """Whether neither the number of cards left nor the way in which melds lie makes a difference."""
        return True

    @property
    def others_lay_off(self) -> bool:
        """Whether others lay off on the melds of that player also where nothing is left."""
        return False

    def allows_left(self, points: int, cards: int) -> bool:  # noqa: ARG002
        """Whether a deal may end with so many cards, of so many points, left in hand."""
        return False

    def allows_laid(self, cards: int) -> bool:  # noqa: ARG002
        """Whether so many cards in melds end a deal."""
        return False

    def as_laid(self, melds: tuple[Meld, ...], as_run: AsRun) -> tuple[Meld, ...]:  # noqa: ARG002
        """The melds of a hand that is all melded, laid so that the end is seen."""
        return melds


@dataclass(frozen=True, slots=True, repr=False)
class Knock(DealEnd):
    """A player ends a deal with few points left in hand.

    most             most points; 0: none may be left
    cards            most cards; 0: any number
    others_lay_off   others lay off on the melds of that player also where nothing is left
    """

    most: int = 0
    cards: int = 0
    others_lay_off: bool = False

    def __post_init__(self) -> None:
        check_counts(self, "most", "cards")

    @property
    def decided_by(self) -> DecidedBy:
        return "left" if self.most else "melds"

    @property
    def by_points_alone(self) -> bool:
        return not self.cards

    def allows_left(self, points: int, cards: int) -> bool:
        return self.most > 0 and points <= self.most and not 0 < self.cards < cards


@dataclass(frozen=True, slots=True, repr=False)
class ThrownCard(Brief):
    """The card that a turn ends with: which it may not be, and what it brings to whoever buys it.

    none_last   where all cards are melded none need be thrown
    wilds_last  a wild is thrown only where all others are melded
    no_fitting  a card that fits on a meld of the table is not thrown, but to end the deal
    no_taken    a card taken from the discard pile is not thrown in the same turn
    bought      who buys it takes another card with it, so that hands grow by two
    """

    none_last: bool = False
    wilds_last: bool = False
    no_fitting: bool = False
    no_taken: bool = False
    bought: bool = False

    def is_held(self, card_count: int, dealt: tuple[int, ...]) -> bool:
        """Whether a hand of so many cards includes the one to be thrown. `dealt`: the sizes of hands before
        anything is drawn."""
        # A buyer takes two cards, so an odd number above the deal holds the card just drawn.
        if self.bought:
            return card_count > min(dealt) and (card_count - min(dealt)) % 2 == 1
        return card_count - 1 in dealt and card_count not in dealt


@dataclass(frozen=True, slots=True, repr=False)
class FirstMeld(Brief):
    """What a player's first meld needs (H13).

    naturals  least naturals; 0: any meld may be the first
    wilds     most wilds
    rise      points of earlier games for which one more natural is needed; 0: never
    """

    naturals: int = 0
    wilds: int = 2
    rise: int = 0

    def __post_init__(self) -> None:
        check_counts(self, "naturals", "wilds", "rise")

    def needed(self, earlier_score: int) -> int:
        """The naturals needed by a player with that score of earlier games; 0 if any meld will do."""
        if not self.naturals:
            return 0
        return self.naturals + (max(0, earlier_score) // self.rise if self.rise else 0)


FilchFrom = Literal["any", "opponents", "partners"]
Filching = Literal["", FilchFrom]


@dataclass(frozen=True, slots=True, repr=False)
class LyingMelds(Brief):
    """What a player may do with melds that lie, beside laying cards off (H8, H19).

    fills_gaps  cards from the hand may fill the gap between two melds that are merged
    filching    whose melds wilds may be taken out of; empty: nobody's
    """

    fills_gaps: bool = False
    filching: Filching = ""

    def __post_init__(self) -> None:
        check_choices(self, filching=Filching)


@dataclass(frozen=True, slots=True, repr=False)
class FirstPlay(Brief):
    """What a player's first play on a shared table needs, and may do (K2).

    points            points that it must be worth
    one_set           one set of it must be worth that alone
    retrieves_jokers  it may take a joker of the table for the tile that it stands for
    done              the player has made it
    """

    points: int = 0
    one_set: bool = False
    retrieves_jokers: bool = False
    done: bool = True

    def __post_init__(self) -> None:
        check_counts(self, "points")


@dataclass(frozen=True, slots=True, repr=False)
class JudgedPlays(Brief):
    """Plays that the pad judges one by one as they are recorded (V2).

    mixed_growth  the cards that grow an avalanche may differ (V3)
    """

    mixed_growth: bool = False


NextDealer = Literal["round", "winner", "loser"]


@dataclass(frozen=True, slots=True, repr=False)
class Dealer(Brief):
    """Who deals, and whether the dealer plays.

    next   the next dealer of a deal between two: the next one round, its winner or its loser
    out    number of players from which on the dealer sits out; 0: never
    deals  somebody deals; else only the turn to begin goes round
    """

    next: NextDealer = "round"
    out: int = 0
    deals: bool = True

    def __post_init__(self) -> None:
        check_choices(self, next=NextDealer)
        check_counts(self, "out")

    def sits_out(self, players: int) -> bool:
        """Whether the dealer of so many players only deals."""
        return 0 < self.out <= players


TakenJokers = Literal["never", "card", "all-missing"]


@dataclass(frozen=True, slots=True, repr=False)
class HandRules(Brief):
    """The rules of whole hands: opening, going out, and the cards left.

    opening       what a player's first melds need, unless all is melded at once
    lays_early    melds are laid before a deal ends, so that its last card is thrown, also where none open
    needed_runs   runs that a hand must hold for anything to count
    throws        a turn ends with a discard, so that a hand of a card more throws one
    thrown        which card that may be
    ends          how a player ends the deal
    takes_jokers  a player who has opened takes a joker of the table for its card: never, wherever its card is
                  held, or of a set only where every suit that is missing is. On a table that everybody
                  rebuilds, `never` lets jokers move like other cards, and `card` keeps each until its card
                  from the hand takes its place
    taken_apart   cards taken from the discard pile stay in melds to the end, no two of them in one
    pairs         so many pairs of identical cards, and no melds, open or end the deal too; 0: no such rule
    contract      the melds that a player lays first; None where any will do
    seeing        what a player shows before any card is wild; None where wilds are wild from the start
    """

    opening: Opening = Opening()
    lays_early: bool = False
    needed_runs: NeededRuns = NeededRuns()
    throws: bool = False
    thrown: ThrownCard = ThrownCard()
    ends: DealEnd = DealEnd()
    takes_jokers: TakenJokers = "never"
    taken_apart: bool = False
    pairs: int = 0
    contract: Contract | None = None
    seeing: Seeing | None = None

    def __post_init__(self) -> None:
        check_choices(self, takes_jokers=TakenJokers)
        check_counts(self, "pairs")

    @property
    def has_first_melds(self) -> bool:
        """Whether players lay first melds before the deal ends, and others after these."""
        return self.lays_early or self.opening.points > 0 or self.contract is not None
