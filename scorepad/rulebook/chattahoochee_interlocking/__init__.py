"""Interlocking Chattahoochee (RULES.md, I1-I8): alternating melds only, with points for melds side by side.

Melds are laid on going out, or in any turn as in the alternate version.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorepad.core.options import OptionFault, option, settled
from scorepad.core.packs import Pack
from scorepad.core.rule_parts import Interlocks
from scorepad.core.rules import BonusRules, Rules, SuitPattern
from scorepad.core.sentence import say
from scorepad.rulebook.chattahoochee import Chattahoochee
from scorepad.rulebook.chattahoochee_alternate import PlayOptions
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.wild_options import SCHEDULES, chosen_schedule

_FIRST_SCHEDULES = ("one-zero", "two-zeroes")  # I1: the usual one, then the one that is allowed


@dataclass(frozen=True)
class _InterlockOptions(HouseRules):
    """Options of interlocks: when melds interlock, and the points for it."""

    interlock_schedule: str = option(
        "melds",
        say("Values of interlocks"),
        say("An interlock of length L counts L times a run of L cards, or uses its own values."),
        "I3",
        "scoring",
        choices={"melds": say("those of runs"), **SCHEDULES},
    )
    interlock_table: tuple[int, ...] = option(
        (),
        say("Your own for interlocks"),
        say("Values of interlocks of length 1, 2, 3 …; longer ones grow by the last step."),
        "I3",
        "scoring",
        high=100_000,
    )
    partner_interlocks: bool = option(
        True,
        say("Partners interlock"),
        say("The melds of two partners interlock, for the one who goes out and completes them."),
        "I7",
        "scoring",
    )
    any_turn: bool = option(
        False,
        say("Melds in any turn"),
        say("You can lay, extend and merge melds in any turn. They interlock when you go out."),
        "I8",
        "melds",
    )


@dataclass(frozen=True)
class Interlocking(PlayOptions, _InterlockOptions, Chattahoochee):
    """House rules of the interlocking version: the main game, then interlocks and plays."""

    melds: SuitPattern = settled("alternating")
    schedule: str = option(
        _FIRST_SCHEDULES[0],
        say("Values"),
        say("What runs of one, two, three or more cards are worth."),
        "I1",
        "scoring",
        choices={**{schedule: SCHEDULES[schedule] for schedule in _FIRST_SCHEDULES}, **SCHEDULES},
    )

    def rules(self) -> Rules:
        rules = super().rules()
        has_own = self.interlock_schedule != "melds"
        schedule = chosen_schedule(self.interlock_schedule, self.interlock_table) if has_own else None
        bonuses = BonusRules(self.quartet_bonus, Interlocks(schedule, self.partner_interlocks))
        shapes = replace(rules.shapes, clause="I1")
        rules = replace(rules, game="chattahoochee-interlocking", shapes=shapes, bonuses=bonuses)
        return self.with_plays(rules) if self.any_turn else rules

    def faults_with(self, pack: Pack) -> Iterator[OptionFault]:
        yield from super().faults_with(pack)
        yield from self.schedule_faults("interlock_schedule", "interlock_table")
        if self.any_turn:
            yield from self.play_faults()


GAME = Game(
    id="chattahoochee-interlocking",
    name=say("Interlocking Chattahoochee"),
    sentence=say("Runs of two alternating suits that score more side by side."),
    place=310,
    house_rules=Interlocking,
    aliases=("interlocking", "interlocking melds", "interlocking hooch", "hooch interlocking"),
    table="partners",
    presets=(
        Preset(say("Standard rules"), say("A run of one card is worth nothing."), {}),
        Preset(
            say("Two zeroes"),
            say("Runs and interlocks of one or two cards are worth nothing."),
            {"schedule": "two-zeroes"},
        ),
        Preset(
            say("In any turn"),
            say("You can lay, extend and merge melds before going out."),
            {"any_turn": True},
        ),
    ),
)
