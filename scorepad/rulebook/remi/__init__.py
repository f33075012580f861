"""Remi 51, as in Poland, Serbia, Romania and Hungary (GAMES.md, 7). Options select the variant."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorepad.core.options import Value, option
from scorepad.core.pool_match import PoolMatch
from scorepad.core.rule_parts import CardValues, HandRules, Opening, WildCount, courts_at
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring import WENT_OUT
from scorepad.core.scoring.own_left import HAND, LeftEnding, OwnLeft
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    LINES,
    SETS_AND_RUNS,
    deal_option,
    deals_option,
    jokers_apart_option,
    jokers_in_meld_option,
    jokers_option,
    left_option,
    opening_option,
    out_at_option,
    packs_option,
    worth_cards,
)

_ACES: dict[str, tuple[int, int | None]] = {"low": (11, 1), "eleven": (11, None), "ten": (10, None)}
_CLEAN = 3  # naturals in a row


@dataclass(frozen=True)
class Remi(HouseRules):
    """House rules of Remi."""

    packs: int = packs_option(2, "remi")
    jokers: int = jokers_option(4, "remi", high=12)
    deal: int = deal_option(13, "remi", low=7, high=15)
    opening: int = opening_option(51, "remi")
    clean_run: bool = option(
        True,
        say("A clean run"),
        say("First melds need a run with three cards in a row that aren’t jokers."),
        "remi",
        "melds",
    )
    ace: str = option(
        "low",
        say("What an ace counts"),
        say("What an ace counts before the two, and anywhere else."),
        "remi",
        "melds",
        choices={
            "low": say("1 before the two, else 11"),
            "eleven": say("11 everywhere"),
            "ten": say("10 everywhere"),
        },
    )
    long_run: bool = option(
        False,
        say("From ace to ace"),
        say("A run of fourteen cards may begin and end with an ace."),
        "remi",
        "melds",
    )
    jokers_apart: bool = jokers_apart_option("remi", default=True)
    outnumbered: bool = option(
        True,
        say("Jokers in a set"),
        say("A set can’t have more jokers than other cards."),
        "remi",
        "wilds",
    )
    jokers_in_meld: int = jokers_in_meld_option(0, "remi")
    joker_left: int = left_option(
        say("Joker left in hand"), say("What a joker left in hand counts."), 50, "remi"
    )
    out_bonus: int = option(
        10,
        say("Points off for going out"),
        say("Points taken off for going out."),
        "remi",
        "scoring",
        high=100,
    )
    hand_bonus: int = option(
        20,
        say("Points off for going out at once"),
        say("Points taken off for laying all cards at once."),
        "remi",
        "scoring",
        high=200,
    )
    hand_doubles: bool = option(
        True,
        say("All at once counts double"),
        say("The others count double when a player lays all cards at once."),
        "remi",
        "scoring",
    )
    out_at: int = out_at_option(501, "remi")
    deals: int = deals_option("remi")

    def rules(self) -> Rules:
        ace, low_ace = _ACES[self.ace]
        values = CardValues(
            courts_at(10, ace=ace), joker=self.joker_left, joker_as_card=True, low_ace=low_ace
        )
        at_once = LeftEnding(HAND, times=1 + self.hand_doubles, own=-self.hand_bonus)
        pool = PoolMatch(self.out_at, returns=0) if self.out_at else None
        return Rules(
            game="remi",
            packs=self.packs,
            jokers=self.jokers,
            shapes=replace(
                SETS_AND_RUNS, runs=replace(LINES, ace="twice" if self.long_run else "both"), clause="remi"
            ),
            wilds=replace(
                JOKERS_ANYWHERE,
                wilds_apart=self.jokers_apart,
                count=WildCount(self.jokers_in_meld, set_outnumbered=self.outnumbered),
            ),
            values=worth_cards(values),
            scoring=OwnLeft((LeftEnding(WENT_OUT, own=-self.out_bonus), at_once)),
            match=MatchRules(deals=self.deals, cards_dealt=(self.deal,) * 5, kind=pool),
            hand=HandRules(
                opening=Opening(self.opening, _CLEAN if self.clean_run else 0),
                lays_early=True,
                throws=True,
                takes_jokers="card",
            ),
        )


# What the tables of the other countries do without.
_PLAIN: dict[str, Value] = {
    "clean_run": False,
    "jokers_apart": False,
    "outnumbered": False,
    "deal": 14,
    "joker_left": 20,
    "out_bonus": 0,
    "hand_bonus": 0,
    "out_at": 0,
}
_HUNGARY: dict[str, Value] = {**_PLAIN, "opening": 0, "ace": "ten", "deals": 7}
GAME = Game(
    id="remi",
    name=say("Remi"),
    sentence=say("Open with 51 points, as in Poland, Serbia, Romania or Hungary."),
    place=56,
    players=(2, 6),
    house_rules=Remi,
    aliases=("remik", "remi 51", "römi", "romi", "rami", "żolik", "remibrydż"),
    table="melds",
    presets=(
        Preset(say("Poland"), say("A clean run to open, no two jokers side by side. At 501 you’re out."), {}),
        Preset(
            say("Serbia"),
            say("Fourteen cards, runs from ace to ace, jokers for any card."),
            {**_PLAIN, "ace": "ten", "long_run": True},
        ),
        Preset(
            say("Romania"),
            say("Fourteen cards and two jokers, aces 11 everywhere."),
            {**_PLAIN, "jokers": 2, "ace": "eleven", "jokers_in_meld": 2},
        ),
        Preset(say("Hungary"), say("Nothing needed to open, aces count 10, seven deals."), _HUNGARY),
        Preset(
            say("Hungary, five or six players"),
            say("The same with three packs and nine jokers."),
            {**_HUNGARY, "packs": 3, "jokers": 9},
        ),
    ),
)
