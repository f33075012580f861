"""Five Crowns (GAMES.md, 18).

Eleven deals of three to thirteen cards in five suits; the rank that is wild is as high as cards are dealt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorepad.core.deal_facts import DealFacts
from scorepad.core.options import option
from scorepad.core.packs import PACKS
from scorepad.core.rule_parts import NUMBERED_RANKS, CardValues, HandRules, Sets, WildCount
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring.own_left import OwnLeft
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import JOKERS_ANYWHERE, SETS_AND_RUNS, worth_cards

_DEALS = 11
_MOST_CARDS = 14  # of a hand, once a card is drawn in the last deal
_PACK = PACKS["five-crowns"]
_VALUES = CardValues(NUMBERED_RANKS, joker=50, wild_left=20)


@dataclass(frozen=True)
class FiveCrowns(HouseRules):
    """House rules of Five Crowns."""

    duplicates: bool = option(
        True,
        say("The same card twice"),
        say("A set may hold the same card twice."),
        "five-crowns V1",
        "melds",
    )

    follows = ("number",)

    def rules_in(self, facts: DealFacts) -> Rules:
        # A deal beyond the last is played like the last.
        number = min(facts.number, _DEALS)
        return Rules(
            game="five-crowns",
            pack=_PACK,
            packs=_PACK.copies,
            jokers=6,
            shapes=replace(
                SETS_AND_RUNS,
                sets=Sets(3, _MOST_CARDS, self.duplicates),
                open_senses=True,
                clause="five-crowns V1",
            ),
            wilds=replace(
                JOKERS_ANYWHERE,
                # Three cards make threes wild, the first rank of the pack, and so on (V1).
                wild_rank=(_PACK.ranks[number - 1],),
                wild_rank_mode="also-natural",
                # Wilds alone are a meld too.
                count=WildCount(naturals=0),
            ),
            values=worth_cards(_VALUES),
            scoring=OwnLeft(),
            match=MatchRules(deals=_DEALS, cards_dealt=(number + 2,) * 6),
            hand=HandRules(throws=True),
        )


GAME = Game(
    id="five-crowns",
    name=say("Five Crowns"),
    sentence=say(
        "Five suits and eleven deals, each with a different wild rank. What you have left counts against you."
    ),
    place=70,
    players=(2, 7),
    house_rules=FiveCrowns,
    aliases=("5 crowns", "fünf kronen"),
    presets=(
        Preset(say("Standard rules"), say("A set may hold the same card twice."), {}),
        Preset(say("Different suits"), say("Sets have different suits."), {"duplicates": False}),
    ),
)
