"""Gin Rummy (GAMES.md, 1).

Sets and runs, ace low. Whoever has little left knocks; the difference counts.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from scorepad.core.box_match import BoxMatch, Shutout
from scorepad.core.cards import Card
from scorepad.core.options import option
from scorepad.core.rule_parts import FACE, Dealer, HandRules, Knock, NextDealer, ThrownCard
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring.knocking import Knocking
from scorepad.core.sentence import say
from scorepad.core.values import left_value
from scorepad.rulebook.game import Game, Preset, RulesByCard
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    SETS_AND_RUNS,
    deals_option,
    target_option,
    worth_cards,
)

_CARDS_DEALT = 10


@dataclass(frozen=True)
class GinRummy(RulesByCard):
    """House rules of Gin Rummy."""

    knock: int = option(
        10,
        say("Knock with"),
        say("The most you may have left to knock; 0 if only gin ends the deal."),
        "gin-rummy G3",
        "melds",
        high=10,
        in_short=say("Knock with {number}", number=10),
    )
    oklahoma: bool = option(
        False,
        say("Oklahoma"),
        say("The card turned up says how much you may have left to knock. A face card says 10."),
        "gin-rummy G3",
        "melds",
    )
    oklahoma_ace: str = option(
        "one",
        say("Oklahoma’s ace"),
        say("What an ace turned up means."),
        "gin-rummy G3",
        "melds",
        choices={"one": say("knock with 1"), "gin": say("only gin ends the deal")},
    )
    gin: int = option(25, say("Gin"), say("Bonus for nothing left."), "gin-rummy G3", "scoring", high=200)
    big_gin: int = option(
        31,
        say("Big gin"),
        say("Bonus for melding eleven cards without a discard; 0 if that counts as plain gin."),
        "gin-rummy G3",
        "scoring",
        high=200,
    )
    undercut: int = option(
        25,
        say("Undercut"),
        say("Bonus for a player who has less left than the knocker."),
        "gin-rummy G5",
        "scoring",
        high=200,
    )
    ties: str = option(
        "undercut",
        say("Equal cards left"),
        say("Who scores if both players have the same left."),
        "gin-rummy G5",
        "scoring",
        choices={"undercut": say("the other player, as an undercut"), "knocker": say("the knocker")},
    )
    spade_doubles: bool = option(
        False,
        say("Spades double"),
        say("In Oklahoma a spade turned up doubles the score of the deal."),
        "gin-rummy G3",
        "scoring",
    )
    box: int = option(25, say("Box"), say("Bonus for each deal won."), "gin-rummy G7", "scoring", high=200)
    box_at_once: bool = option(
        False,
        say("Boxes at once"),
        say(
            "A box counts as soon as the deal is won, and towards the target. Without this rule it "
            "counts at the end of the match."
        ),
        "gin-rummy G7",
        "scoring",
    )
    game_bonus: int = option(
        100,
        say("Game bonus"),
        say("Bonus for reaching the target first."),
        "gin-rummy G7",
        "scoring",
        high=500,
    )
    shutout: Shutout = option(
        "doubled",
        say("Shutout"),
        say("Bonus for a match in which the other player didn’t win a deal."),
        "gin-rummy G7",
        "scoring",
        choices={
            "none": say("nothing more"),
            "doubled": say("the points of the deals twice"),
            "added": say("100 more"),
        },
    )
    hollywood: bool = option(
        False,
        say("Hollywood"),
        say(
            "Three games at once. Your first win counts in the first, your second in two, later ones in all."
        ),
        "gin-rummy G7",
        "scoring",
    )
    next_dealer: NextDealer = option(
        "winner",
        say("Next dealer"),
        say(
            "Who deals next. After a dead hand, the same player deals again. "
            "With three players, the loser deals and sits out."
        ),
        "gin-rummy G6",
        "scoring",
        choices={"winner": say("the winner"), "loser": say("the loser"), "round": say("in turns")},
    )
    target: int = target_option(100, "gin-rummy G7")
    deals: int = deals_option("gin-rummy G7")

    @property
    def follows(self) -> Collection[str]:  # type: ignore[override]
        return RulesByCard.follows if self.oklahoma else ()

    def rules_by(self, card: Card | None) -> Rules:
        rules = self.rules()
        # Until a card is turned up, the table's own limit stands.
        if not self.oklahoma or card is None:
            return rules
        only_gin = card.rank == "A" and self.oklahoma_ace == "gin"
        limit = 0 if only_gin else left_value(rules, [card])
        times = 2 if self.spade_doubles and card.suit == "S" else 1
        return rules.variant(ends=Knock(limit), scoring=self._scoring(limit, times))

    def _scoring(self, limit: int, times: int = 1) -> Knocking:
        return Knocking(
            limit=limit,
            gin=self.gin,
            big_gin=self.big_gin,
            undercut=self.undercut,
            ties_knock=self.ties == "knocker",
            times=times,
        )

    def rules(self) -> Rules:
        boxes = BoxMatch(
            box=self.box,
            box_at_once=self.box_at_once,
            game=self.game_bonus,
            shutout=self.shutout,
            columns=3 if self.hollywood else 1,
        )
        return Rules(
            game="gin-rummy",
            packs=1,
            shapes=replace(SETS_AND_RUNS, clause="gin-rummy G2"),
            wilds=JOKERS_ANYWHERE,
            values=worth_cards(FACE),
            scoring=self._scoring(self.knock),
            match=MatchRules(
                self.target,
                self.deals,
                (_CARDS_DEALT,) * 3,
                kind=boxes,
                dealer=Dealer(self.next_dealer, out=3),
            ),
            # Big gin melds all eleven cards (G3); a card taken is not thrown at once (G2).
            hand=HandRules(
                throws=True,
                ends=Knock(self.knock),
                thrown=ThrownCard(none_last=self.big_gin > 0, no_taken=True),
            ),
        )


GAME = Game(
    id="gin-rummy",
    name=say("Gin Rummy"),
    sentence=say("Sets and runs for two. Knock with little left and score the difference."),
    place=25,
    players=(2, 4),
    house_rules=GinRummy,
    aliases=("gin", "gin rommé"),
    table="melds",
    presets=(
        Preset(say("Modern"), say("Gin 25, big gin 31, undercut 25, boxes 25."), {}),
        Preset(
            say("Classic"),
            say("Gin 20, undercut 10, boxes 20, and 100 for a shutout."),
            {"gin": 20, "big_gin": 0, "undercut": 10, "box": 20, "shutout": "added"},
        ),
        Preset(
            say("Palace"),
            say("Undercut 20, boxes of 10 that count at once."),
            {
                "big_gin": 0,
                "undercut": 20,
                "box": 10,
                "box_at_once": True,
                "game_bonus": 0,
                "shutout": "none",
            },
        ),
        Preset(
            say("Oklahoma"),
            say("The card turned up says when you may knock. A spade doubles."),
            {"oklahoma": True, "spade_doubles": True},
        ),
        Preset(say("Hollywood"), say("Three games at once."), {"hollywood": True}),
    ),
)
