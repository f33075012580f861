"""The rules of a table as one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scorepad.core.cards import Card
from scorepad.core.packs import FRENCH, Pack
from scorepad.core.schedules import Schedule

if TYPE_CHECKING:
    from scorepad.core.tracks import Track

ORIGINAL = Schedule("original")

MeldKinds = Literal["single", "both", "alternating"]
RunSuits = Literal["one", "colour", "any"]
Ace = Literal["low", "high", "both"]
WildReach = Literal["any", "own-suit", "own-colour"]
Worth = Literal["schedule", "cards"]
Values = Literal["none", "face", "standard", "5-10-15", "tiles", "one", "number"]
Tokens = Literal["", "same", "different", "free"]
ConcealedMode = Literal["multiplier", "points", "times"]
FilchFrom = Literal["any", "opponents", "partners"]
Aim = Literal["tiles", "points"]
Scoring = Literal[
    "going-out", "retiring", "winner-takes", "melded-less-left", "rack", "cards-left", "collected"
]
Stalemate = Literal["tiles", "sum"]
Losses = Literal["whole", "difference"]
WildRankMode = Literal["drops-out", "also-natural"]
Majors = Literal["fifth-suit", "wild-mod-7"]


@dataclass(frozen=True, slots=True)
class Rules:
    """What may be melded, what it is worth, and what binds melds together.

    The defaults are those of Chattahoochee's main game.

    clause           the clause that says what may be melded
    routes           what runs follow in a variant of one's own; None: the order of the pack
    packs            copies of the pack in play (P1)
    jokers           wild cards in play, over all packs (H14)
    schedule         value of a meld by its naturals (S, H3)
    melds            one suit, two alternating suits, or both (H1, H23)
    leaps            the leaps that a meld may follow, each from 1 to half the ranks (H22)
    quartet_bonus    points for four naturals of one rank in four suits (H24)
    adjacent_naturals a meld with a wild holds two naturals side by side (H15)
    wilds_apart      no two wilds lie side by side (H15)
    wild_only        schedule of melds of wilds alone; None makes them worth 0 (H17)
    wild_rank        ranks that are wild as a whole, and whether they drop out of the circle (H18)
    wild_cards       single kinds that are wild besides being natural (H18)
    majors           tarot majors: a suit of their own, or wild by sevens (H26)
    wild_reach       what wild cards that have a suit may stand for (H20)
    wild_ranks       ranks that jokers may stand for; empty for any (H20)
    shortest         least cards of a run (L1, B1, F1, K1, G1)
    run_suits        suits that one run may mix: none, those of one colour, or any (L1)
    circular         whether runs go on past the end of the order (H1; not B1, F1, K1, G1)
    ace              where it lies in runs that stop at the ends (B1, F1, G1)
    sets             three or more of a rank, all of different suits (B1, F1, K1, G1)
    repeated_colours a set of three or four may hold a suit more than once, as often as the packs do (K1)
    worth            a meld is worth its schedule's value, or that of its cards (B3, F3, K1)
    values           the values of cards, melded and left in hand (B3, F3, K4, G3, L5)
    must_meld_all    every card of the hand is melded on going out (H2)
    left_counts      the value of the cards left is taken off the melds' points (L5, F3)
    interlocks       melds of two suits and more interlock (I1-I7)
    interlock_schedule schedule of the length of interlocks; None: that of the melds (I3, I4)
    partner_interlocks partners' melds interlock with each other (I7)
    tokens           what binds the leaps of a player's melds; empty where nothing does (L2)
    scoring          how a deal is scored (H3, L5, B4, F3, K4, G3, V5)
    going_rummy      all cards melded in one turn, nothing before, doubles what the winner takes (B4)
    stalemate        the lowest rack is that of the fewest tiles, or of the lowest sum (K4)
    losses           after a stalemate a rack loses its whole sum, or what it has above the winner's (K4)
    charge_unopened  racks score against their players, those never opened against all others too (K4)
    target           points at which a match ends; 0: it ends after a number of deals (B5, F4, G3)
    deals            deals after which a match ends; 0: it has no such end (B5, F4, G3)
    dealt            cards dealt to each of two players, of three, and so on; empty where a table says (B6)
    board            the whole table may be rebuilt (K3, G2)
    initial_done     the player has made her first play (K2)
    first_play       what it must be worth (K2)
    first_play_one_set one of its sets alone must be worth that, not all together (K2)
    retrieve_jokers  it may take jokers from the table that it puts the tile in the place of (K2)
    aim              the best play lays the most tiles, or the most points (K5)
    any_turn         melds are laid in any turn, before going out (H8, L3, I8)
    merge_with_cards cards from the hand may fill the gap between two melds (H8)
    concealed_bonus, concealed_mode  what one meld of the whole hand counts more, and how (H11)
    first_meld_naturals, first_meld_wilds  least naturals, most wilds of a first meld; 0: no such rule (H13)
    first_meld_rise  points of earlier games for which one more natural is needed; 0: never (H13)
    filching, filch_from  wilds may be taken out of melds on the table, and out of whose (H19)
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
    wild_rank: tuple[str, ...] = ()
    wild_rank_mode: WildRankMode = "drops-out"
    wild_cards: tuple[Card, ...] = ()
    majors: Majors = "fifth-suit"
    wild_reach: WildReach = "any"
    wild_ranks: tuple[str, ...] = ()
    shortest: int = 1
    run_suits: RunSuits = "one"
    circular: bool = True
    ace: Ace = "low"
    sets: bool = False
    repeated_colours: bool = False
    worth: Worth = "schedule"
    values: Values = "none"
    must_meld_all: bool = True
    left_counts: bool = False
    interlocks: bool = False
    interlock_schedule: Schedule | None = None
    partner_interlocks: bool = True
    tokens: Tokens = ""
    scoring: Scoring = "going-out"
    going_rummy: bool = False
    stalemate: Stalemate = "tiles"
    losses: Losses = "whole"
    charge_unopened: bool = False
    target: int = 0
    deals: int = 0
    dealt: tuple[int, ...] = ()
    board: bool = False
    initial_done: bool = True
    first_play: int = 0
    first_play_one_set: bool = False
    retrieve_jokers: bool = False
    aim: Aim = "tiles"
    any_turn: bool = False
    merge_with_cards: bool = False
    concealed_bonus: int = 0
    concealed_mode: ConcealedMode = "multiplier"
    first_meld_naturals: int = 0
    first_meld_wilds: int = 2
    first_meld_rise: int = 0
    filching: bool = False
    filch_from: FilchFrom = "any"
    clause: str = "H1"
    routes: Callable[[Rules], tuple[Track, ...]] | None = None

    @property
    def lowest_wins(self) -> bool:
        """Whether points are bad: the lowest total wins, and reaching the target loses (K4, G3)."""
        return self.scoring == "cards-left" or self.charge_unopened

    def __hash__(self) -> int:
        return hash((self.game, self.pack, self.packs, self.jokers, self.schedule, self.melds, self.leaps))

    def interlock_value(self, net: int) -> int:
        """What two melds earn that interlock over that net length, and with itself one (I3, I6)."""
        schedule = self.interlock_schedule or self.schedule
        return net * schedule.value(net) if net > 0 else 0
