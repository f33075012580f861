"""Chinese Ten (GAMES.md, 22): two cards that make ten are taken, and the red ones count.

Red cards from two to eight count their number, from nine to king 10, red aces 20; with three players and more
the ace of spades 30, with four the ace of clubs 40 (denexa.com; coololdgames.com; the app of games4all). All
together are 210, 240 or 280. Readings where sources differ: what somebody has above or below an equal share
counts; in the app all that is taken counts, to 1000.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from scorepad.core.options import option
from scorepad.core.phrasing import show_number
from scorepad.core.points import Points
from scorepad.core.rule_parts import CardValues
from scorepad.core.rules import MatchRules, MeldShapes, Rules
from scorepad.core.scoring import CountedDeal, DealFault, DealField, DealNames, ScoreLine, Scoring
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import deals_option, target_option, worth_cards

_CARDS_DEALT = (12, 8, 6)  # 24 for two, three and four players together
_RED = {**{str(number): number for number in range(2, 9)}, **dict.fromkeys("9TJQK", 10), "A": 20}
_RED_CARDS = tuple((rank + suit, points) for suit in "HD" for rank, points in _RED.items())
_SPADE_ACE, _CLUB_ACE = ("AS", 30), ("AC", 40)
_BLACK = {"players": (), "none": (), "spade": (_SPADE_ACE,), "both": (_SPADE_ACE, _CLUB_ACE)}
_BY_PLAYERS = {2: "none", 3: "spade", 4: "both"}


@dataclass(frozen=True, slots=True, repr=False)
class Taken(Scoring):
    """Everybody scores what the cards count that were taken; nobody melds or goes out.

    whole   what all cards count together
    shares  an equal share of that is taken off
    """

    whole: int = 210
    shares: bool = True

    counts: ClassVar[frozenset[DealField]] = frozenset({"left", "collected", "taken"})
    lays_melds: ClassVar[bool] = False
    deal_names: ClassVar[DealNames] = DealNames(left_heading=say("Taken"))

    def scores(self, deal: CountedDeal) -> dict[str, Points]:
        return {name: sum(line.points for line in lines) for name, lines in self.lines(deal).items()}

    def lines(self, deal: CountedDeal) -> dict[str, tuple[ScoreLine, ...]]:
        share = self.whole // max(1, len(deal.hands))
        off = (ScoreLine(say("an equal share"), -share),) if self.shares else ()
        return {name: (ScoreLine(say("cards taken"), hand.left), *off) for name, hand in deal.hands.items()}

    def faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        yield from Scoring.faults(self, deal)
        taken = sum(hand.left for hand in deal.hands.values())
        # Cards may be told in part. Numbers are what each has at the end, when no card lies there any more.
        is_told = any(hand.cards is None for hand in deal.hands.values())
        if is_told and taken != self.whole:
            reason = say(
                "All cards together count {whole}, not {taken}. Check each one.",
                whole=show_number(self.whole),
                taken=show_number(taken),
            )
            yield DealFault(reason, "left")

    def left_words(self, melded: int, left: int, went_out: bool) -> str:  # noqa: ARG002
        return ""


@dataclass(frozen=True)
class ChineseTen(HouseRules):
    """The house rules of a table."""

    counts: str = option(
        "difference",
        say("What counts"),
        say("All that you take, or what you have above or below an equal share."),
        "chinese-ten Y2",
        "scoring",
        choices={"difference": say("above or below an equal share"), "points": say("all that you take")},
    )
    black_aces: str = option(
        "players",
        say("Black aces"),
        say("The ace of spades counts 30 from three players on, the ace of clubs 40 with four."),
        "chinese-ten Y2",
        "scoring",
        choices={
            "players": say("by the number of players"),
            "none": say("neither counts"),
            "spade": say("only the ace of spades"),
            "both": say("both count"),
        },
    )
    target: int = target_option(0, "chinese-ten Y2")
    deals: int = deals_option("chinese-ten Y2")

    def at_table(self, players: int) -> ChineseTen:
        usual = _BY_PLAYERS.get(players, "both")
        return replace(self, black_aces=usual) if self.black_aces == "players" else self

    def rules(self) -> Rules:
        counted = (*_RED_CARDS, *_BLACK[self.black_aces])
        return Rules(
            game="chinese-ten",
            packs=1,
            shapes=MeldShapes(clause="chinese-ten Y1"),
            values=worth_cards(CardValues(every=0, left=counted)),
            scoring=Taken(sum(points for _, points in counted), self.counts == "difference"),
            match=MatchRules(self.target, self.deals, _CARDS_DEALT),
        )


GAME = Game(
    id="chinese-ten",
    name=say("Chinese Ten"),
    sentence=say("Two cards that make ten are yours, and the red ones count."),
    place=84,
    players=(2, 4),
    house_rules=ChineseTen,
    aliases=("jian hong dian", "pick red", "pick up red", "拣红点", "捡红点"),
    presets=(
        Preset(say("Standard rules"), say("What you have above or below an equal share counts."), {}),
        Preset(
            say("To 1000"), say("All that you take counts, to 1000."), {"counts": "points", "target": 1000}
        ),
    ),
)
