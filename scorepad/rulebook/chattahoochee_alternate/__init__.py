"""Chattahoochee with melding in any turn, the alternate version (RULES.md, H8-H13, H19).

All house rules of the main game, and those of plays on the table. A player's score is settled on
going out, over all melds (H10).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorepad.core.options import OptionFault, option
from scorepad.core.packs import Pack
from scorepad.core.rule_parts import FilchFrom, FirstMeld, LyingMelds
from scorepad.core.rules import Concealed, ConcealedMode, Rules, TurnRules
from scorepad.core.sentence import say, say_number
from scorepad.rulebook.chattahoochee import Chattahoochee
from scorepad.rulebook.game import Game, HouseRules, Preset

_MOST_TIMES = 10  # as a multiplier; greater numbers are meant as points


@dataclass(frozen=True)
class PlayOptions(HouseRules):
    """Options of play in turns: how melds are laid, extended and merged in any turn, and what going out then
    earns."""

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
        say("What’s added when you lay nothing but one meld of your whole hand."),
        "H11",
        "scoring",
        high=1000,
        in_short=say("Going out concealed: +{number}", number=0),
    )
    concealed_mode: ConcealedMode = option(
        "multiplier",
        say("Concealed counts"),
        say("Whether that adds to the multiplier, adds points before it, or multiplies once more."),
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
        say("Naturals needed in the first meld"),
        say("How many natural cards a player’s first meld needs, often 5; 0 turns this off."),
        "H13",
        "melds",
        high=26,
        in_short=say_number("First meld of {number} natural", "First meld of {number} naturals", 0),
    )
    first_meld_wilds: int = option(
        2,
        say("Wilds allowed in the first meld"),
        say("How many wilds a first meld may have, if it needs natural cards."),
        "H13",
        "melds",
        high=32,
        in_short=say_number(
            "First meld with at most {number} wild", "First meld with at most {number} wilds", 0
        ),
    )
    first_meld_rise: int = option(
        0,
        say("Harder after each win"),
        say(
            "Each time you score this many points in earlier games, a first meld needs one more natural "
            "card. 0 turns this off."
        ),
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
        say("In your turn you may swap a natural card for the wild that stands for it."),
        "H19",
        "wilds",
    )
    filch_from: FilchFrom = option(
        "any",
        say("Whose wilds you may filch"),
        say("Whose melds you may take wilds from."),
        "H19",
        "wilds",
        choices={
            "any": say("anybody"),
            "opponents": say("opponents"),
            "partners": say("your own side"),
        },
    )

    def with_plays(self, rules: Rules) -> Rules:
        """Return the rules with melds laid in any turn."""
        turns = TurnRules(
            any_turn=True,
            concealed=Concealed(self.concealed_bonus, self.concealed_mode),
            lying=LyingMelds(self.merge_with_cards, self.filch_from if self.filching else ""),
            first_meld=FirstMeld(self.first_meld_naturals, self.first_meld_wilds, self.first_meld_rise),
        )
        return replace(rules, turns=turns)

    def play_faults(self) -> Iterator[OptionFault]:
        """List the faults of play options that contradict each other."""
        if self.concealed_mode != "points" and self.concealed_bonus > _MOST_TIMES:
            expected = say(
                "a whole number from 0 to {most}, because this isn’t counted in points", most=_MOST_TIMES
            )
            yield self.fault("concealed_bonus", expected)


@dataclass(frozen=True)
class Alternate(PlayOptions, Chattahoochee):
    """House rules of the alternate version: the main game, then plays."""

    def rules(self) -> Rules:
        return self.with_plays(replace(super().rules(), game="chattahoochee-alternate"))

    def faults_with(self, pack: Pack) -> Iterator[OptionFault]:
        yield from super().faults_with(pack)
        yield from self.play_faults()


GAME = Game(
    id="chattahoochee-alternate",
    name=say("Chattahoochee, melding in any turn"),
    sentence=say(
        "Lay, extend and merge runs in any turn. When you go out, your points count once for each "
        "opponent still in."
    ),
    place=320,
    house_rules=Alternate,
    aliases=("alternate", "hooch alternate", "alternate hooch", "alternate chattahoochee"),
    table="own",
    presets=(
        Preset(say("Standard rules"), say("Melds in any turn, no jokers."), {}),
        Preset(
            say("With filching"),
            say("Four jokers. A natural card may take one out of any meld."),
            {"jokers": 4, "filching": True},
        ),
        Preset(
            say("Strong first melds"),
            say("Four jokers. A first meld needs five natural cards."),
            {"jokers": 4, "first_meld_naturals": 5},
        ),
    ),
)
