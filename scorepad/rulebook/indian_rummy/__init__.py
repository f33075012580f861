"""Indian Rummy with 13 cards (GAMES.md, 3).

A pure sequence and a second one, or nothing counts. The card turned up makes its rank wild.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from scorepad.core.cards import Card
from scorepad.core.options import option
from scorepad.core.pool_match import PoolMatch, PoolSplit, SplitBy
from scorepad.core.rule_parts import CardValues, HandRules, NeededRuns, Sets, courts_at
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring.with_drops import WithDrops
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, Preset, RulesByCard
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    LINES,
    SETS_AND_RUNS,
    deals_option,
    packs_option,
    worth_cards,
)

_CARDS_DEALT = 13
_VALUES = CardValues(courts_at(10, ace=10), wild_left=0)  # jokers and wild cards left count nothing (I4)


@dataclass(frozen=True)
class IndianRummy(RulesByCard):
    """House rules of Indian Rummy."""

    packs: int = packs_option(
        2, "indian-rummy I1", say("How many packs are shuffled together, each with a joker.")
    )
    pure_counts: bool = option(
        False,
        say("Only a pure sequence counts"),
        say(
            "If only the second sequence is missing, the cards of the pure one are free. Otherwise all "
            "thirteen count."
        ),
        "indian-rummy I4",
        "scoring",
    )

    play: str = option(
        "points",
        say("Play for"),
        say("One deal for points, a pool you can drop out of, or a set number of deals."),
        "indian-rummy I6",
        "scoring",
        choices={"points": say("points"), "pool": say("a pool"), "deals": say("deals")},
    )
    out_at: int = option(
        101,
        say("Out of the pool"),
        say("At this many points you’re out."),
        "indian-rummy I6",
        "scoring",
        low=1,
        high=1_000,
        in_short=say("Out at {number}", number=101),
    )
    back_until: int = option(
        79,
        say("Back into the pool"),
        say("Players who are out may come back while nobody has more than this."),
        "indian-rummy I6",
        "scoring",
        high=1_000,
    )
    first_drop: int = option(
        20, say("First drop"), say("Dropping before the first draw."), "indian-rummy I5", "scoring", high=200
    )
    middle_drop: int = option(
        40, say("Middle drop"), say("Dropping later."), "indian-rummy I5", "scoring", high=200
    )
    most_drops: int = option(
        0,
        say("Drops in a pool"),
        say("How often a player may drop in a pool; 0 for any number of times."),
        "indian-rummy I6",
        "scoring",
        high=20,
    )
    split: str = option(
        "drops",
        say("Splitting the pool"),
        say("How players who are still in share the pool, once another is out and they agree to."),
        "indian-rummy I6",
        "scoring",
        choices={
            "drops": say("by the drops they have left"),
            "points": say("by the points they have left"),
            "equal": say("equally"),
            "never": say("never"),
        },
    )
    entry: int = option(
        100,
        say("Entry"),
        say("What each player pays into the pool, and again on coming back."),
        "indian-rummy I6",
        "scoring",
        low=1,
        high=10_000,
    )
    cap: int = option(
        80,
        say("Highest hand"),
        say("The most a hand can count."),
        "indian-rummy I4",
        "scoring",
        low=1,
        high=1_000,
    )
    wrong_show: int = option(
        80,
        say("Wrong show"),
        say("Declaring without a valid hand."),
        "indian-rummy I5",
        "scoring",
        high=1_000,
    )
    rate: int = option(
        1,
        say("Rate"),
        say("What a point is worth when you play for money."),
        "indian-rummy I6",
        "scoring",
        low=1,
        high=1_000,
    )
    deals: int = deals_option("indian-rummy I6")

    joker_as = Card("A", "S")  # a printed joker turned up makes aces wild (I1)

    @property
    def _pool(self) -> PoolMatch | None:
        if self.play != "pool":
            return None
        split = None
        if self.split != "never":
            split = PoolSplit(cast("SplitBy", self.split), self.entry, self.first_drop)
        return PoolMatch(
            self.out_at,
            returns_until=self.back_until,
            most_drops=self.most_drops,
            split=split,
        )

    def rules_by(self, card: Card | None) -> Rules:
        return Rules(
            game="indian-rummy",
            packs=self.packs,
            jokers=self.packs,
            shapes=replace(
                SETS_AND_RUNS,
                runs=replace(LINES, ace="both"),
                # A set may hold any number of jokers beside its suits: ♦5 ♣5 w w w (I2).
                sets=Sets(3, _CARDS_DEALT),
                open_senses=True,
                clause="indian-rummy I2",
            ),
            wilds=replace(
                JOKERS_ANYWHERE,
                wild_rank=(card.rank,) if card else (),
                wild_rank_mode="also-natural",
            ),
            values=worth_cards(_VALUES),
            # In a pool points count towards the limit; elsewhere they are paid to the winner (I6).
            scoring=WithDrops(
                self.cap,
                self.first_drop,
                self.middle_drop,
                self.wrong_show,
                "own" if self.play == "pool" else "winner",
                self.rate,
            ),
            match=MatchRules(
                deals=self.deals,
                cards_dealt=(_CARDS_DEALT,) * 5,
                kind=self._pool,
            ),
            # Two runs, one of them pure, or nothing counts as melded (I3, I4).
            hand=HandRules(throws=True, needed_runs=NeededRuns(1, 2, self.pure_counts)),
        )


GAME = Game(
    id="indian-rummy",
    name=say("Indian Rummy"),
    sentence=say(
        "Thirteen cards, one pure sequence and a second one. The winner takes what the others hold."
    ),
    place=50,
    players=(2, 6),
    house_rules=IndianRummy,
    aliases=("rummy 13", "13 card rummy", "paplu"),
    presets=(
        Preset(say("Points"), say("One deal for points."), {}),
        Preset(say("Pool 101"), say("Out at 101 points."), {"play": "pool"}),
        Preset(
            say("Pool 201"),
            say("Out at 201 points. Dropping costs 25 or 50."),
            {"play": "pool", "out_at": 201, "back_until": 174, "first_drop": 25, "middle_drop": 50},
        ),
        Preset(
            say("Pool 61"),
            say("Out at 61 points. Dropping costs 15 or 30, a wrong show 60."),
            {
                "play": "pool",
                "out_at": 61,
                "back_until": 44,
                "first_drop": 15,
                "middle_drop": 30,
                "wrong_show": 60,
            },
        ),
        Preset(
            say("Pool at home"),
            say("Out past 201, at most two drops, shared by the points left."),
            {
                "play": "pool",
                "out_at": 202,
                "back_until": 174,
                "first_drop": 25,
                "middle_drop": 50,
                "most_drops": 2,
                "split": "points",
            },
        ),
        Preset(say("Deals"), say("Two deals, paid after each."), {"play": "deals", "deals": 2}),
    ),
)
