"""Three Thirteen (GAMES.md, 17).

Eleven deals of three to thirteen cards. The wild rank is the number of cards dealt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorepad.core.deal_facts import DealFacts
from scorepad.core.options import option
from scorepad.core.packs import FRENCH
from scorepad.core.rule_parts import NUMBERED_RANKS, CardValues, HandRules, Sets, WildCount, courts_at
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring.own_left import OwnLeft
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import JOKERS_ANYWHERE, SETS_AND_RUNS, packs_option, worth_cards

_DEALS = 11
_MOST_CARDS = 14  # of a hand, once a card is drawn in the last deal
_COURTS = {
    "10": courts_at(10, ace=1),
    "11-12-13": NUMBERED_RANKS,
}


@dataclass(frozen=True)
class ThreeThirteen(HouseRules):
    """House rules of Three Thirteen."""

    packs: int = packs_option(
        2, "three-thirteen N1", say("How many packs are shuffled together. One is enough for two players.")
    )
    courts: str = option(
        "10",
        say("Face cards"),
        say("What jacks, queens and kings count."),
        "three-thirteen N1",
        "scoring",
        choices={"10": say("10 each"), "11-12-13": say("11, 12 and 13")},
    )
    ace: int = option(
        1,
        say("Aces"),
        say("What an ace counts. It goes before the two."),
        "three-thirteen N1",
        "scoring",
        low=1,
        high=15,
    )

    follows = ("number",)

    def rules_in(self, facts: DealFacts) -> Rules:
        # A deal beyond the last is played like the last.
        dealt = min(facts.number, _DEALS) + 2
        return Rules(
            game="three-thirteen",
            packs=self.packs,
            shapes=replace(
                SETS_AND_RUNS,
                # Sets are of any suits, and as long as a hand (N2).
                sets=Sets(3, _MOST_CARDS, repeated_colours=True),
                open_senses=True,
                clause="three-thirteen N2",
            ),
            wilds=replace(
                JOKERS_ANYWHERE,
                # The rank whose place is the number of cards dealt: threes at three, kings at thirteen (N1).
                wild_rank=(FRENCH.ranks[dealt - 1],),
                wild_rank_mode="also-natural",
                # Wilds alone are a meld too (N2).
                count=WildCount(naturals=0),
            ),
            values=worth_cards(CardValues((("A", self.ace), *_COURTS[self.courts][1:]))),
            scoring=OwnLeft(),
            match=MatchRules(deals=_DEALS, cards_dealt=(dealt,) * 3),
            hand=HandRules(throws=True),
        )


GAME = Game(
    id="three-thirteen",
    name=say("Three Thirteen"),
    sentence=say("Eleven deals, each with a different wild rank. What you have left counts against you."),
    place=80,
    players=(2, 4),
    house_rules=ThreeThirteen,
    aliases=("3-13", "3 13", "313", "three to thirteen"),
    presets=(
        Preset(say("Standard rules"), say("Aces 1, face cards 10."), {}),
        Preset(say("Face cards by number"), say("Jacks 11, queens 12, kings 13."), {"courts": "11-12-13"}),
        Preset(say("Aces 15"), say("Aces count 15 and still lie before the two."), {"ace": 15}),
    ),
)
