"""Shanghai, or manipulation rummy: Machiavelli, Carousel, Vatikan (RULES.md, G1-G3).

Sets and runs of two packs on one table that every player may rebuild; cards left count one point each.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.options import option
from scorepad.core.rule_parts import ONE_EACH
from scorepad.core.rules import (
    Ace,
    BoardRules,
    MatchRules,
    Rules,
)
from scorepad.core.scoring.usual import CardsLeft
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    LINES,
    SETS_AND_RUNS,
    ace_option,
    deal_option,
    deals_option,
    jokers_option,
    packs_option,
    target_option,
    worth_cards,
)

_CARDS_DEALT = 10
_PLAYER_RANGE = (2, MOST_SEATS)
_USUAL_PACKS = 2
_ANOTHER_PACK_FROM = (7, 10)  # players: three a pack


@dataclass(frozen=True)
class Shanghai(HouseRules):
    """House rules of Shanghai."""

    packs: int = packs_option(
        _USUAL_PACKS,
        "G1",
        say("How many packs are shuffled together. From seven players on there are three, from ten on four."),
    )
    jokers: int = jokers_option(0, "G1", high=12)
    joker_each: bool = option(
        False,
        say("One joker per player"),
        say("One joker for each player; a table counts its own players."),
        "G1",
        "pack",
    )
    deal: int = deal_option(_CARDS_DEALT, "G2", low=1, high=20)
    ace: Ace = ace_option("G1")
    target: int = target_option(50, "G3", say("A match ends and is lost at this many points"))
    deals: int = deals_option("G3")

    def at_table(self, players: int) -> Self:
        """Return the house rules with a joker for each player, if the table has that option (G1)."""
        return replace(self, jokers=players) if self.joker_each else self

    def _most_seated(self) -> int:
        """Return the most players that usually play with these packs."""
        fewest_of_more = (*_ANOTHER_PACK_FROM, MOST_SEATS + 1)
        return fewest_of_more[max(0, self.packs - _USUAL_PACKS)] - 1

    def rules(self) -> Rules:
        least_players, most_players = _PLAYER_RANGE
        return Rules(
            game="shanghai",
            packs=self.packs,
            # where each player has one and no table says how many play, as many as usually have these packs
            jokers=self._most_seated() if self.joker_each and not self.jokers else self.jokers,
            shapes=replace(SETS_AND_RUNS, runs=replace(LINES, ace=self.ace), clause="G1"),
            wilds=JOKERS_ANYWHERE,
            values=worth_cards(ONE_EACH),
            scoring=CardsLeft(),
            match=MatchRules(self.target, self.deals, (self.deal,) * (most_players - least_players + 1)),
            board=BoardRules(shared=True),
        )


GAME = Game(
    id="shanghai",
    name=say("Shanghai"),
    sentence=say("Sets and runs on one table that everybody may rebuild. Cards left count one each."),
    place=130,
    players=_PLAYER_RANGE,
    another_pack_from=_ANOTHER_PACK_FROM,
    house_rules=Shanghai,
    aliases=("manipulation rummy", "manipulation", "machiavelli", "carousel", "vatikan", "vatican"),
    table="board",
    presets=(
        Preset(say("Standard rules"), say("Two packs without jokers, ten cards each, to 50."), {}),
        Preset(say("Aces at both ends"), say("Aces before the two or after the king."), {"ace": "both"}),
        Preset(
            say("Machiavelli"),
            say("No jokers, fifteen cards each, aces at both ends."),
            {"deal": 15, "ace": "both"},
        ),
        Preset(say("Carousel"), say("Two jokers, ten cards each."), {"jokers": 2}),
        Preset(
            say("Vatikan"),
            say("A joker for each player, thirteen cards each, aces at both ends."),
            {"joker_each": True, "deal": 13, "ace": "both"},
        ),
    ),
)
