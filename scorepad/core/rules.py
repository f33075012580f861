"""The rules of a table as one value, made of parts that belong together.

    Rules("chattahoochee", packs=3, shapes=MeldShapes(leaps=Leaps((1, 2))), wilds=WildRules(wilds_apart=True))

The defaults of all parts together are Chattahoochee's main game. A part checks itself when it is built, and
raises a ValueError that says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Literal

from scorepad.core.canastas import CanastaKind, RankMelds
from scorepad.core.cards import Card, Laid, Track
from scorepad.core.packs import FRENCH, Pack, Suit
from scorepad.core.rule_parts import (
    Brief,
    CardValues,
    Dealer,
    FirstMeld,
    FirstPlay,
    HandRules,
    Interlocks,
    JudgedPlays,
    LyingMelds,
    Schedule,
    Sets,
    WildCount,
    check_choices,
    check_counts,
)
from scorepad.core.scoring import GoingOut, Scoring
from scorepad.core.sentence import say
from scorepad.core.verdicts import Bonus

if TYPE_CHECKING:
    from scorepad.core.matches import PlainMatch

ORIGINAL = Schedule("original")
GOING_OUT = GoingOut()

SuitPattern = Literal["single", "both", "alternating"]
RunSuits = Literal["one", "colour", "any", "none"]
Ace = Literal["low", "high", "both", "twice"]
LeapTokens = Literal["", "same", "shared", "different", "free"]
WildReach = Literal["any", "own-suit", "own-colour"]
WildRankMode = Literal["drops-out", "also-natural", "natural-at-first"]
Majors = Literal["fifth-suit", "wild-mod-7", "wild-list"]
ValueSource = Literal["schedule", "cards"]
Aim = Literal["tiles", "points"]


@dataclass(frozen=True, slots=True, repr=False)
class Runs(Brief):
    """The runs that may be melded (H1, L1, B1, F1, K1, G1).

    shortest  least cards
    longest   most cards; 0: any number
    suits     whether a run keeps to one suit or one colour, or mixes any suits of the same ranks;
              `none`: cards are ranks alone (L1)
    circular  runs go on past the end of the order (H1; not B1, F1, K1, G1)
    ace       the place of the ace in runs that stop at the ends (B1, F1, G1); twice: at both ends of one run
    """

    shortest: int = 1
    longest: int = 0
    suits: RunSuits = "one"
    circular: bool = True
    ace: Ace = "low"

    def __post_init__(self) -> None:
        check_choices(self, suits=RunSuits, ace=Ace)
        if self.shortest < 1:
            raise ValueError(f"shortest: a run has one card at least, not {self.shortest!r}")
        check_counts(self, "longest")

    def exceeds(self, length: int) -> bool:
        """Whether so many cards are too many for a run."""
        return 0 < self.longest < length

    def group_of(self, suit: Suit) -> str:
        """The suits that a run may mix: those of one group (L1)."""
        return {"one": suit.letter, "colour": suit.colour}.get(self.suits, "")

    def orders(self, ranks: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """The orders of ranks from end to end, with the ace low, high, or either (B1, F1, G1)."""
        ace_low, ace_high = ranks, (*ranks[1:], *ranks[:1])
        orders = {
            "low": (ace_low,),
            "high": (ace_high,),
            "both": (ace_low, ace_high),
            "twice": ((*ranks, ranks[0]),),
        }
        return orders[self.ace]


@dataclass(frozen=True, slots=True, repr=False)
class Leaps(Brief):
    """The leaps of runs, and the limits on those of a player's melds together (H22, L2).

    each    the leaps that a run may follow, each from 1 to half the ranks
    tokens  the limit on the leaps of a player's melds; empty: there are no tokens
    """

    each: tuple[int, ...] = (1,)
    tokens: LeapTokens = ""

    def __post_init__(self) -> None:
        check_choices(self, tokens=LeapTokens)
        if not self.each or min(self.each) < 1:
            raise ValueError(f"each: expected one leap at least, each 1 or more, not {self.each!r}")

    @property
    def one_each(self) -> bool:
        """Whether all melds of a player must have one leap, whether or not others may have it too."""
        return self.tokens in ("same", "shared")

    @property
    def unshared(self) -> bool:
        """Whether no two players may have melds of the same leap."""
        return self.tokens == "same"

    @property
    def all_differ(self) -> bool:
        """Whether no two melds of a player may have the same leap."""
        return self.tokens == "different"

    def open_to(self, own_leaps: Collection[int]) -> tuple[int, ...]:
        """The leaps allowed for the next meld of a player with melds of these leaps, apart from others'."""
        if self.all_differ:
            return tuple(leap for leap in self.each if leap not in own_leaps)
        if not (self.one_each and own_leaps):
            return self.each
        return tuple(leap for leap in self.each if leap in own_leaps)


@dataclass(frozen=True, slots=True, repr=False)
class MeldShapes(Brief):
    """The melds that the rules allow: runs along tracks of cards, and sets of one rank.

    suit_pattern      runs of one suit, of two alternating suits, or both (H1, H23)
    leaps             the leaps of runs, and of a player's melds together (H22, L2)
    runs              the length, the suits and the ends of a run (H1, L1, B1, F1, K1, G1)
    sets              the sets of one rank; by itself there are none (B1, F1, K1, G1)
    shortest_colour   least cards of one suit that are a meld whatever their ranks; 0: no such melds
    never_melded      ranks that can’t be melded
    joined            a complete set and a run that share a card are one meld (B2)
    open_senses       a meld with a wild counts by its best reading, and need not say which is meant
    long_kinds        bonuses of long sets and runs beside their cards; the first that fits applies
    by_rank           the rules of melds of one rank, if there are no others; else None
    clause            the clause that says what may be melded
    routes            the tracks of runs in a variant of one's own; None: the order of the pack
    """

    suit_pattern: SuitPattern = "single"
    leaps: Leaps = Leaps()
    runs: Runs = Runs()
    sets: Sets = Sets()
    shortest_colour: int = 0
    never_melded: tuple[str, ...] = ()
    joined: bool = False
    open_senses: bool = False
    long_kinds: tuple[CanastaKind, ...] = ()
    by_rank: RankMelds | None = None
    clause: str = "H1"
    routes: Callable[[Rules], tuple[Track, ...]] | None = None

    def __post_init__(self) -> None:
        check_choices(self, suit_pattern=SuitPattern)
        check_counts(self, "shortest_colour")


@dataclass(frozen=True, slots=True, repr=False)
class WildRules(Brief):
    """The wild cards, the cards that they may stand for, and how they may lie.

    adjacent_naturals   a meld with a wild holds two naturals side by side (H15)
    wilds_apart         no two wilds lie side by side (H15)
    wild_only_schedule  schedule of melds of wilds alone; None: they are worth 0 (H17)
    wild_rank           ranks that are wild as a whole, and whether they drop out of the order (H18);
                        natural at first: a card that was wild stays wild in its own place
    wild_cards          single kinds that are wild besides being natural (H18)
    majors              tarot majors: a suit of their own, or wild by sevens, or by the table's list (H26)
    major_ranks         the ranks that each major of the list may stand for; others go by sevens (H26)
    wild_reach          the cards that a wild card with a suit may stand for (H20)
    joker_ranks         the ranks that jokers may stand for; empty: any (H20)
    count               how many wilds a meld may have beside its naturals
    """

    adjacent_naturals: bool = True
    wilds_apart: bool = False
    wild_only_schedule: Schedule | None = None
    wild_rank: tuple[str, ...] = ()
    wild_rank_mode: WildRankMode = "drops-out"
    wild_cards: tuple[Card, ...] = ()
    majors: Majors = "fifth-suit"
    major_ranks: tuple[tuple[str, tuple[str, ...]], ...] = ()
    wild_reach: WildReach = "any"
    joker_ranks: tuple[str, ...] = ()
    count: WildCount = WildCount()

    def __post_init__(self) -> None:
        check_choices(self, wild_rank_mode=WildRankMode, majors=Majors, wild_reach=WildReach)
        if any(card.is_wild for card in self.wild_cards):
            raise ValueError("wild_cards: expected kinds of the pack; jokers are counted in Rules.jokers")

    def takes(self, card: Card) -> bool:
        """Whether a card with a rank of its own is also wild."""
        return card.rank in self.wild_rank or card in self.wild_cards

    def was_wild(self, laid: Laid) -> bool:
        """Whether a card in its own place is wild, as it says that it stands for that."""
        is_told = laid.stands_for == laid.card and self.takes(laid.card)
        return is_told and self.wild_rank_mode == "natural-at-first"


@dataclass(frozen=True, slots=True, repr=False)
class MeldValues(Brief):
    """The values of melds and cards.

    schedule      value of a meld by its number of naturals (S, H3)
    value_source  a meld is worth its schedule's value, or the sum of its cards (B3, F3, K1)
    card_values   values of cards, melded and left in hand; None: 0 (B3, F3, K4, G3, L5)
    """

    schedule: Schedule = ORIGINAL
    value_source: ValueSource = "schedule"
    card_values: CardValues | None = None

    def __post_init__(self) -> None:
        check_choices(self, value_source=ValueSource)
        if self.value_source == "cards" and self.card_values is None:
            raise ValueError("card_values: a meld is worth what its cards are, and these are worth nothing")


@dataclass(frozen=True, slots=True, repr=False)
class BonusRules(Brief):
    """The bonuses of melds together.

    quartet_bonus  points for four naturals of one rank in four suits (H24)
    interlocks     how melds of two suits and more interlock; None: they don't (I1-I7)
    """

    quartet_bonus: int = 0
    interlocks: Interlocks | None = None

    def __post_init__(self) -> None:
        check_counts(self, "quartet_bonus")


@dataclass(frozen=True, slots=True, repr=False)
class MatchRules(Brief):
    """The end of a match, and the cards dealt.

    target       points at which a match ends; 0: it ends after a number of deals (B5, F4, G3)
    deals        deals after which a match ends; 0: it has no such end (B5, F4, G3)
    cards_dealt  cards for each of two players, of three, and so on; empty: the table decides (B6)
    start        points that everybody begins with; if above the target, scores count down to it
    kind         the kind of match, with its bonuses and eliminations; None: a plain match
    dealer       who deals, and whether the dealer plays
    """

    target: int = 0
    deals: int = 0
    cards_dealt: tuple[int, ...] = ()
    start: int = 0
    kind: PlainMatch | None = None
    dealer: Dealer = Dealer()

    def __post_init__(self) -> None:
        check_counts(self, "target", "deals", "start")
        if any(count < 1 for count in self.cards_dealt):
            raise ValueError(f"cards_dealt: expected a card each at least, not {self.cards_dealt!r}")


@dataclass(frozen=True, slots=True, repr=False)
class BoardRules(Brief):
    """Plays on one shared table of melds.

    shared              every player may rebuild the whole board (K3, G2)
    first_play          what a first play needs, and may do (K2)
    aim                 the best play lays the most tiles, or the most points (K5)
    """

    shared: bool = False
    first_play: FirstPlay = FirstPlay()
    aim: Aim = "tiles"

    def __post_init__(self) -> None:
        check_choices(self, aim=Aim)


ConcealedMode = Literal["multiplier", "points", "times"]


@dataclass(frozen=True, slots=True, repr=False)
class Concealed(Brief):
    """What one meld of the whole hand earns on going out (H11).

    bonus  the number; 0: nothing
    mode   how it counts: added to the multiplier, added in points, or as a factor
    """

    bonus: int = 0
    mode: ConcealedMode = "multiplier"

    def __post_init__(self) -> None:
        check_choices(self, mode=ConcealedMode)
        check_counts(self, "bonus")

    @property
    def counts(self) -> bool:
        """Whether going out concealed counts more."""
        return self.bonus > (1 if self.mode == "times" else 0)

    @property
    def points(self) -> int:
        """The points that it adds, before the multiplier."""
        return self.bonus if self.mode == "points" else 0

    @property
    def bonuses(self) -> tuple[Bonus, ...]:
        """Those points as a bonus; empty if it adds none (H25)."""
        return (Bonus("concealed", (), 0, self.points, say("Concealed")),) if self.points else ()

    @property
    def addend(self) -> int:
        """The number that it adds to the multiplier."""
        return self.bonus if self.mode == "multiplier" else 0

    @property
    def factor(self) -> int:
        """Its factor, beside the multiplier."""
        return self.bonus if self.mode == "times" else 1


NOT_CONCEALED = Concealed()


@dataclass(frozen=True, slots=True, repr=False)
class TurnRules(Brief):
    """Plays in turns before a player goes out.

    any_turn      melds are laid in any turn, before going out (H8, L3, I8)
    lying         what a player may do with melds that lie (H8, H19)
    first_meld    what a player's first meld needs (H13)
    concealed     what one meld of the whole hand earns on going out (H11)
    meld_taken    a card taken from the discard pile is melded or laid off at once (F5)
    one_meld      a turn has at most one new meld, beside the cards laid off (B2)
    judged        plays that the pad judges one by one; None: it judges none
    """

    any_turn: bool = False
    lying: LyingMelds = LyingMelds()
    first_meld: FirstMeld = FirstMeld()
    concealed: Concealed = NOT_CONCEALED
    meld_taken: bool = False
    one_meld: bool = False
    judged: JudgedPlays | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Rules(Brief):
    """A game by its id, the cards in play, and the rules in parts.

    packs    copies of the pack in play (P1)
    jokers   wild cards in play, over all packs (H14)
    shapes   what may be melded
    wilds    what wild cards may stand for, and where they may lie
    values   what cards count
    bonuses  what melds earn together
    scoring  who scores for what in a deal (H3, L5, B4, F3, K4, G3, V5)
    match    when a match ends, and who wins it
    board    what lies in common on the table
    turns    what a player may lay in a turn
    hand     how many cards are held, and how a deal is opened and ended
    """

    game: str
    pack: Pack = FRENCH
    packs: int = 2
    jokers: int = 0
    shapes: MeldShapes = MeldShapes()
    wilds: WildRules = WildRules()
    values: MeldValues = MeldValues()
    bonuses: BonusRules = BonusRules()
    scoring: Scoring = GOING_OUT
    match: MatchRules = MatchRules()
    board: BoardRules = BoardRules()
    turns: TurnRules = TurnRules()
    hand: HandRules = HandRules()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_counts(self, "jokers")
        if self.packs < 1:
            raise ValueError(f"packs: expected one at least, not {self.packs!r}")
        if not isinstance(self.scoring, Scoring):
            raise ValueError(f"scoring: expected a Scoring, such as GoingOut(), not {self.scoring!r}")
        parts = tuple(getattr(self, part) for part in _PARTS)
        cards = (self.pack, self.packs, self.jokers)
        object.__setattr__(self, "_hash", hash((self.game, cards, self.scoring, parts)))

    def __hash__(self) -> int:
        return self._hash  # counted once: rules are looked up far more often than they are built

    def variant(self, **changes: Any) -> Rules:
        """These rules with some fields changed, in whichever part they are.

        >>> import scorepad
        >>> scorepad.rules("chattahoochee", deal=0).variant(packs=3, quartet_bonus=50)
        Rules('chattahoochee', packs=3, bonuses=BonusRules(quartet_bonus=50))

        Raises TypeError for a name that is no field, ValueError for a value that a part refuses.
        """
        whole = {name: value for name, value in changes.items() if name not in PART_OF_FIELD}
        by_part: dict[str, dict[str, Any]] = {}
        for name in changes.keys() - whole.keys():
            by_part.setdefault(PART_OF_FIELD[name], {})[name] = changes[name]
        parts = {part: replace(getattr(self, part), **named) for part, named in by_part.items()}
        return replace(self, **whole, **parts)

    def interlock_value(self, net: int) -> int:
        """The points of two melds that interlock over that net length, or of one that interlocks with itself
        (I3, I6)."""
        interlocks = self.bonuses.interlocks
        if interlocks is None or net <= 0:
            return 0
        return net * (interlocks.schedule or self.values.schedule).value(net)


_PARTS = ("shapes", "wilds", "values", "bonuses", "match", "board", "turns", "hand")
PART_OF_FIELD = {
    field.name: part for part in _PARTS for field in fields(getattr(Rules("chattahoochee"), part))
}
"""The part of `Rules` that each field of a part is in; no two parts have a field of the same name."""
