"""Chattahoochee with melding in any turn, the alternate version (RULES.md, H8-H13, H19).

All house rules of the main game, and those of plays on the table. A player's score is settled on
going out, over all melds (H10).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.options import OptionFault, option
from scorepad.core.packs import Pack
from scorepad.core.rules import ConcealedMode, FilchFrom, Rules, TurnRules
from scorepad.core.sentence import say, say_number
from scorepad.rulebook.chattahoochee import Chattahoochee
from scorepad.rulebook.game import Game, HouseRules, Preset

_MOST_TIMES = 10


@dataclass(frozen=True)
class PlayOptions(HouseRules):
    """How melds are laid, extended and merged in any turn, and what going out counts then."""

    merge_with_cards: bool = option(
        False,
        say("Merging with cards"),
        say("Cards from the hand may fill the gap between two melds as they are merged."),
        "H8",
        "melds",
    )
    concealed_bonus: int = option(
        1,
        say("Going out concealed"),
        say("What it counts more when one meld of the whole hand is a player's only melding."),
        "H11",
        "scoring",
        high=1000,
        in_short=say("Going out concealed: +{number}", number=0),
    )
    concealed_mode: ConcealedMode = option(
        "multiplier",
        say("Concealed counts"),
        say("Whether that is added to the multiplier, added in points before it, or multiplies once more."),
        "H11",
        "scoring",
        choices={
            "multiplier": say("added to the multiplier"),
            "points": say("points before the multiplier"),
            "times": say("times as much"),
        },
    )
    first_meld_naturals: int = option(
        0,
        say("Naturals of a first meld"),
        say("Naturals that a player's first meld needs, often 5; 0 for no rule."),
        "H13",
        "melds",
        high=26,
        in_short=say_number("First meld of {number} natural", "First meld of {number} naturals", 0),
    )
    first_meld_wilds: int = option(
        2,
        say("Wilds of a first meld"),
        say("Wilds that a first meld may hold, where it needs naturals."),
        "H13",
        "melds",
        high=32,
        in_short=say_number(
            "First meld with at most {number} wild", "First meld with at most {number} wilds", 0
        ),
    )
    first_meld_rise: int = option(
        0,
        say("Rise with the score"),
        say("A first meld needs one natural more for each so many points of earlier games; 0 for none."),
        "H13",
        "melds",
        high=10_000,
        in_short=say_number(
            "First meld rises every {number} point", "First meld rises every {number} points", 0
        ),
    )
    filching: bool = option(
        False,
        say("Filching"),
        say("In a turn a player may take a wild out of a meld for the natural that it stands for."),
        "H19",
        "wilds",
    )
    filch_from: FilchFrom = option(
        "any",
        say("Filching from"),
        say("Whose melds wilds may be taken from."),
        "H19",
        "wilds",
        choices={
            "any": say("anybody"),
            "opponents": say("opponents"),
            "partners": say("the player's own side"),
        },
    )

    def with_plays(self, rules: Rules) -> Rules:
        """The rules with melds laid in any turn."""
        turns = TurnRules(
            any_turn=True,
            concealed_bonus=self.concealed_bonus,
            concealed_mode=self.concealed_mode,
            merge_with_cards=self.merge_with_cards,
            first_meld_naturals=self.first_meld_naturals,
            first_meld_wilds=self.first_meld_wilds,
            first_meld_rise=self.first_meld_rise,
            filching=self.filching,
            filch_from=self.filch_from,
        )
        return replace(rules, turns=turns)

    def play_faults(self) -> Iterator[OptionFault]:
        """What does not agree among them."""
        if self.concealed_mode != "points" and self.concealed_bonus > _MOST_TIMES:
            expected = say("a whole number from 0 to {most}, as it is no number of points", most=_MOST_TIMES)
            yield self.fault("concealed_bonus", expected)


@dataclass(frozen=True)
class Alternate(PlayOptions, Chattahoochee):
    """The house rules of a table: those of the main game, then those of plays."""

    def rules(self) -> Rules:
        return self.with_plays(replace(super().rules(), game="chattahoochee-alternate"))

    def faults_with(self, pack: Pack) -> Iterator[OptionFault]:
        yield from super().faults_with(pack)
        yield from self.play_faults()


GAME = Game(
    id="chattahoochee-alternate",
    name=say("Chattahoochee, melding in any turn"),
    sentence=say(
        "Runs laid, extended and merged in any turn; scored on going out, times the opponents still in."
    ),
    place=320,
    players=(2, MOST_SEATS),
    house_rules=Alternate,
    aliases=("alternate", "hooch alternate", "alternate hooch", "alternate chattahoochee"),
    table="own",
    presets=(
        Preset(say("Standard rules"), say("Melds in any turn, no jokers."), {}),
        Preset(
            say("With filching"),
            say("Four jokers, which naturals may take out of any meld."),
            {"jokers": 4, "filching": True},
        ),
        Preset(
            say("Strong first melds"),
            say("Four jokers; a first meld needs five naturals."),
            {"jokers": 4, "first_meld_naturals": 5},
        ),
    ),
)
