"""A game of one's own: sets and runs as a table describes them, in the form, in questions or in a file.

`parts.py` and `count_parts.py` define the language, with an option for each key. `game_record.py` puts the
parts together, and this module turns them into rules. `agreement.py` finds contradictions. `game_files.py`
reads files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.core.canastas import CanastaKind
from scorepad.core.custom_packs import PackFault
from scorepad.core.deal_facts import NUMBER, DealFacts
from scorepad.core.options import OptionFault
from scorepad.core.packs import Pack
from scorepad.core.pool_match import PoolMatch
from scorepad.core.rule_parts import (
    NUMBERED_RANKS,
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
from scorepad.core.sentence import say
from scorepad.rulebook.conquian import LaidCards, StakesStay, Wins
from scorepad.rulebook.game import Game, Preset
from scorepad.rulebook.own_game import agreement
from scorepad.rulebook.own_game.game_record import OWN_GAME, GameRecord
from scorepad.rulebook.shared_rules import worth_cards

_NUMBERED = dict(NUMBERED_RANKS)
_CLEAN = 3  # naturals side by side in a first run


@dataclass(frozen=True)
class OwnGame(GameRecord):
    """The rules that a record of a game describes."""

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
            values=worth_cards(self.card_values(pack)),
            scoring=self._scoring(),
            match=self._match(facts),
            board=BoardRules(shared=self.rebuilds, first_play=FirstPlay(self.open_points * self.rebuilds)),
            turns=TurnRules(meld_taken=self.table_take_to_lay, one_meld=self.table_one_new),
            hand=self._hand(facts),
        )

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
        if NUMBER not in self.wild_follows:
            card = facts.of(self.wild_follows).natural()
            return card.rank if card else ""
        dealt = self.dealt(facts.number)[0]
        return next(
            (rank for rank in pack.every_rank if _NUMBERED.get(rank, rank) in (dealt, str(dealt))), ""
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
