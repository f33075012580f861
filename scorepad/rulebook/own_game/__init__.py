"""A game of one's own: sets and runs as a table describes them, in the form, in questions or in a file.

`parts.py` defines the language, with an option for each key; this module turns the options into rules.
`agreement.py` finds contradictions, and `game_files.py` reads files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import ClassVar

from scorepad.core.canastas import CanastaKind
from scorepad.core.contract_text import Sizes, TypedContracts, read_contracts
from scorepad.core.custom_packs import PackFault, make_pack
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.notation import read_ranks
from scorepad.core.options import OptionFault, option
from scorepad.core.packs import Pack
from scorepad.core.pool_match import PoolMatch
from scorepad.core.rule_parts import (
    NUMBERED_RANKS,
    CardValues,
    Contract,
    DealEnd,
    FirstPlay,
    HandRules,
    Knock,
    NeededRuns,
    Opening,
    Sets,
    ThrownCard,
    WildCount,
)
from scorepad.core.rules import BoardRules, MatchRules, MeldShapes, Rules, Runs, TurnRules, WildRules
from scorepad.core.scoring import WENT_OUT, Scoring
from scorepad.core.scoring.knocking import Knocking
from scorepad.core.scoring.own_left import HAND, LeftEnding, OwnLeft
from scorepad.core.scoring.usual import CardsLeft, FixedPoints, MeldedLessLeft, Racks, WinnerTakes
from scorepad.core.sentence import say, say_as
from scorepad.rulebook.conquian import LaidCards, StakesStay, Wins
from scorepad.rulebook.game import DealFacts, Game, HouseRules, Preset
from scorepad.rulebook.own_game import agreement
from scorepad.rulebook.own_game.bounds import MOST_CARDS
from scorepad.rulebook.own_game.count_parts import CountPart, MatchPart, OutPart, ScorePart
from scorepad.rulebook.own_game.parts import (
    CardsPart,
    OpenPart,
    OtherPart,
    RunPart,
    SetPart,
    TablePart,
    WildPart,
)
from scorepad.rulebook.own_game.typed_lists import read_counts
from scorepad.rulebook.shared_rules import worth_cards

OWN_GAME = "own-game"
_NUMBERED = dict(NUMBERED_RANKS)
_CLEAN = 3  # naturals side by side in a first run


@dataclass(frozen=True)
class NamePart(HouseRules):
    """The part of the language with the game's name."""

    title: str = option(
        "",
        say("Name of the game"),
        say("What you call it, such as Skat."),
        OWN_GAME,
        "pack",
        none=say_as("the name", "none"),
    )


@dataclass(frozen=True)
class OwnGame(
    MatchPart,
    ScorePart,
    CountPart,
    OutPart,
    TablePart,
    OpenPart,
    WildPart,
    OtherPart,
    SetPart,
    RunPart,
    CardsPart,
    NamePart,
):
    """The record of a game: its name and the eleven parts."""

    game_id: ClassVar[str] = OWN_GAME
    deciding_pack: ClassVar[frozenset[str]] = frozenset({"cards_pack", "cards_suits", "cards_ranks"})

    @property
    def follows(self) -> tuple[str, ...]:  # type: ignore[override]
        """The facts of a deal on which its rules depend: the number, for cards dealt and first melds, and the
        card turned up, for wild cards."""
        by_number = self.cards_more or len(self.contracts) > 1 or self.wild_of_deal == "dealt"
        turned = ("turned",) if self.wild_of_deal == "turned" else ()
        return (("number",) if by_number else ()) + turned

    def faults(self) -> Iterator[OptionFault]:
        """List the contradictions among the parts, and demands that no hand can meet."""
        try:
            pack = self.pack
        # Nothing can be told of the rest without the cards.
        except PackFault as fault:
            yield self.fault(f"cards_{fault.at}", fault.expected)
            return
        yield from agreement.faults(self, pack)

    def rules_in(self, facts: DealFacts) -> Rules:
        pack = self.pack
        return Rules(
            game=self.game_id,
            pack=pack,
            packs=self.packs,
            jokers=self.cards_jokers,
            shapes=self._shapes(pack),
            wilds=self._wilds(pack, facts),
            values=worth_cards(self._card_values(pack)),
            scoring=self._scoring(),
            match=self._match(facts),
            board=BoardRules(shared=self.rebuilds, first_play=FirstPlay(self.open_points * self.rebuilds)),
            turns=TurnRules(meld_taken=self.table_take_to_lay, one_meld=self.table_one_new),
            hand=self._hand(facts),
        )

    @cached_property
    def pack(self) -> Pack:
        return make_pack(self.cards_pack, self.cards_suits, self.cards_ranks)

    @property
    def packs(self) -> int:
        """The number of packs, at least as many as the pack is sold with (P1)."""
        return max(self.cards_packs, self.pack.copies)

    @property
    def cards_in_play(self) -> int:
        return len(self.pack.cards) * self.packs + self.cards_jokers

    @property
    def rebuilds(self) -> bool:
        """Whether the melds on the table are laid anew: all of them, or a player's own where a number of laid
        cards ends the deal (conquian CQ2)."""
        return self.table_rebuilt or self.out_laid > 0

    @cached_property
    def typed_contracts(self) -> TypedContracts:
        """What is laid first in each deal, with the faults of the text."""
        # A meld of any size was taken from the beginning, and a file of today is read by every later release.
        sizes = Sizes(1, 99, 1, 99, suits=len(self.pack.suits))
        return read_contracts(self.open_contracts, sizes, longer=self.open_longer)

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """The contract of each deal; empty if any melds will do or the text is faulty."""
        return self.typed_contracts.contracts

    def dealt(self, number: int) -> tuple[int, ...]:
        """Return the cards dealt to each of two players, three players, …, in the deal of that number, as far
        as the pack suffices."""
        # A deal beyond the last is played like the last.
        more = self.cards_more * (min(number, self.match_deals or number) - 1)
        first, *others = (*self.cards_deal, *[self.cards_deal[-1]] * MOST_SEATS)[: MOST_SEATS - 1]
        sizes = enumerate((min(size + more, MOST_CARDS) for size in others), 3)
        enough = takewhile(lambda sized: sized[0] * sized[1] <= self.cards_in_play, sizes)
        return (min(first + more, MOST_CARDS, self.cards_in_play // 2), *(size for _, size in enough))

    def ranks_named(self, text: str) -> tuple[str, ...]:
        """Return the ranks that a text names, in the order of the pack."""
        named = read_ranks(text, self.pack)[0]
        return tuple(rank for rank in self.pack.every_rank if rank in named)

    def _shapes(self, pack: Pack) -> MeldShapes:
        return MeldShapes(
            runs=Runs(self.run_least, self.run_most, self.run_suits, self.run_corner, self.run_ace),
            sets=self._sets(pack) if self.set_made else Sets(),
            shortest_colour=self.other_colour,
            joined=self.table_joined,
            # Where nobody lays before the end, or all is rebuilt, a wild says what it stands for.
            open_senses=self.out_throws and not self.rebuilds,
            long_kinds=self._long_kinds(),
            clause=OWN_GAME,
        )

    def _sets(self, pack: Pack) -> Sets:
        making_sets = self.ranks_named(self.set_ranks) or pack.every_rank
        return Sets(
            self.set_least,
            self.set_most if self.set_same_suit_twice else 0,
            self.set_same_suit_twice,
            tuple(rank for rank in pack.every_rank if rank not in making_sets),
        )

    def _long_kinds(self) -> tuple[CanastaKind, ...]:
        if not self.other_canasta:
            return ()
        kinds = (
            CanastaKind(
                "natural", say("Natural canasta"), self.other_clean, wilds="none", cards=self.other_canasta
            ),
            CanastaKind(
                "mixed", say("Mixed canasta"), self.other_dirty, wilds="some", cards=self.other_canasta
            ),
        )
        return tuple(kind for kind in kinds if kind.points)

    def _wilds(self, pack: Pack, facts: DealFacts) -> WildRules:
        wild_ranks = {*self.ranks_named(self.wild_ranks), self._rank_of_deal(pack, facts)}
        return WildRules(
            adjacent_naturals=False,
            wilds_apart=self.wild_apart,
            wild_rank=tuple(rank for rank in pack.every_rank if rank in wild_ranks),
            wild_rank_mode=self.wild_order if any(wild_ranks) else "drops-out",
            count=WildCount(
                self.wild_most, naturals=self.wild_naturals, set_outnumbered=self.wild_outnumbered
            ),
        )

    def _rank_of_deal(self, pack: Pack, facts: DealFacts) -> str:
        """Return the rank that is wild in this deal only; empty if there is none or it is unknown."""
        if self.wild_of_deal == "turned":
            return facts.turned.rank if facts.turned and not facts.turned.is_wild else ""
        if self.wild_of_deal == "none":
            return ""
        dealt = self.dealt(facts.number)[0]
        return next(
            (rank for rank in pack.every_rank if _NUMBERED.get(rank, rank) in (dealt, str(dealt))), ""
        )

    def _card_values(self, pack: Pack) -> CardValues:
        if self.score_kind == "cards":
            return CardValues(every=1, joker=1)
        values = dict(_counted(self, pack)) | dict(read_counts(self.count_cards, pack) or ())
        return CardValues(
            tuple(values.items()),
            joker=self.count_joker,
            joker_as_card=self.count_joker_as_card and self.cards_jokers > 0,
            low_ace=self.count_low_ace or None,
            lone_ace=self.count_lone_ace or None,
            wild_left=self.count_wild_left or None,
            left=read_counts(self.count_left, pack) or (),
        )

    def _scoring(self) -> Scoring:
        is_noted = self.out_at_once > 0 or self.score_at_once > 0
        at_once = (LeftEnding(HAND, max(1, self.out_at_once), -self.score_at_once),) if is_noted else ()
        scoring: dict[str, Scoring] = {
            "left": OwnLeft((LeftEnding(WENT_OUT, own=-self.score_out), *at_once), self.score_winner_takes),
            "winner": WinnerTakes(doubles_rummy=self.out_at_once > 1),
            "melded": MeldedLessLeft(),
            "difference": Knocking(
                self.out_knock, self.score_gin, self.score_big_gin, self.score_undercut, self.score_out
            ),
            "rack": Racks(),
            "cards": CardsLeft(),
            "wins": (Wins if self.out_laid else FixedPoints)(self.score_out or 1),
        }
        return scoring[self.score_kind]

    def _match(self, facts: DealFacts) -> MatchRules:
        kind = PoolMatch(self.match_out_at, self.match_back_in, return_adds=0) if self.match_out_at else None
        return MatchRules(
            self.match_to,
            self.match_deals or (len(self.contracts) if len(self.contracts) > 1 else 0),
            self.dealt(facts.number),
            start=self.match_start,
            kind=StakesStay() if self.match_stakes_stay else kind,
        )

    def _hand(self, facts: DealFacts) -> HandRules:
        if self.rebuilds:
            return HandRules(
                throws=self.out_throws,
                lays_early=self.out_throws and self.table_rebuilt,
                ends=LaidCards(self.out_laid) if self.out_laid else DealEnd(),
                takes_jokers=self.table_jokers,
            )
        contract = self.contracts[min(facts.number, len(self.contracts)) - 1] if self.contracts else None
        knocks = self.score_kind == "difference"
        return HandRules(
            opening=Opening(self.open_points, _CLEAN * self.open_clean_run),
            lays_early=self.table_early and self.out_throws and not knocks and contract is None,
            needed_runs=NeededRuns(self.out_pure_runs),
            throws=self.out_throws,
            ends=Knock(self.out_knock),
            takes_jokers=self.table_jokers,
            thrown=ThrownCard(none_last=knocks and self.score_big_gin > 0, no_fitting=self.table_fits_stays),
            pairs=self.other_pairs,
            contract=contract,
        )


def _counted(record: OwnGame, pack: Pack) -> Iterator[tuple[str, int]]:
    """List the ranks that do not count their own number, with the points of each."""
    faces = ("10", "11", "12") if pack.id.startswith("spanish") else ("J", "Q", "K", "U", "O", "C")
    for rank in pack.every_rank:
        if rank == "A":
            yield rank, record.count_ace
        elif rank in faces and record.count_faces:
            yield rank, record.count_faces
        elif rank not in faces and record.count_numbers:
            yield rank, record.count_numbers


GAME = Game(
    id=OWN_GAME,
    name=say("A game of your own"),
    sentence=say("Sets and runs by your own rules: describe them, and the pad plays along."),
    place=95,
    house_rules=OwnGame,
    aliases=("own", "house game"),
    table="melds",
    presets=(
        Preset(say("Standard rules"), say("One pack, sets and runs of three. Cards left count."), {}),
        Preset(
            say("Mixed suits"),
            say("Runs of four or more of any suits, twos wild, 25 to open."),
            {
                "cards_packs": 2,
                "cards_jokers": 4,
                "cards_deal": (8,),
                "run_least": 4,
                "run_suits": "any",
                "run_ace": "high",
                "set_same_suit_twice": True,
                "wild_ranks": "2",
                "wild_most": 1,
                "open_points": 25,
            },
            id="mixed-suits",
        ),
    ),
)
