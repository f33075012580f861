"""Interlocking Chattahoochee (RULES.md, I1-I8): alternating melds only, and what they earn side by side.

They are laid on going out, or in any turn as in the alternate version.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.options import Choice, Option, OptionErrors, OptionFault, Value
from scorepad.core.rules import BonusRules, Rules
from scorepad.core.schedules import Schedule
from scorepad.core.sentence import say
from scorepad.games import alternate, chattahoochee
from scorepad.games.game import Game, Preset

_FIRST_SCHEDULES = ("one-zero", "two-zeroes")


def _with_own_values(option: Option) -> Option:
    """The schedules of the main game, those of this one first (I1)."""
    if option.name != "schedule":
        return option
    sorted_choices = sorted(option.choices, key=lambda choice: choice.value not in _FIRST_SCHEDULES)
    return replace(option, default=_FIRST_SCHEDULES[0], clause="I1", choices=tuple(sorted_choices))


_SCHEDULE_CHOICES = next(option.choices for option in chattahoochee.OPTIONS if option.name == "schedule")

OPTIONS = (
    *(_with_own_values(option) for option in chattahoochee.OPTIONS if option.name != "melds"),
    Option(
        "interlock_schedule",
        "choice",
        "melds",
        say("Values of interlocks"),
        say("An interlock of length L counts L times what a run of L cards does, or by values of its own."),
        "I3",
        "scoring",
        (Choice("melds", say("those of runs")), *_SCHEDULE_CHOICES),
    ),
    Option(
        "interlock_table",
        "list",
        (),
        say("The table's own for interlocks"),
        say("Values by which interlocks of length 1, 2, 3 … count; longer ones grow by the last step."),
        "I3",
        "scoring",
        low=0,
        high=100_000,
    ),
    Option(
        "partner_interlocks",
        "bool",
        True,
        say("Partners interlock"),
        say("Melds of two partners interlock, for the one whose going out completes them."),
        "I7",
        "scoring",
    ),
    Option(
        "any_turn",
        "bool",
        False,
        say("Melds in any turn"),
        say("Melds are laid, extended and merged in any turn, and interlock when their player goes out."),
        "I8",
        "melds",
    ),
    *alternate.PLAY_OPTIONS,
)


def build(values: Mapping[str, Value]) -> Rules:
    """Rules from option values. Raises OptionErrors when values do not agree with one another."""
    faults: list[OptionFault] = []
    interlock_schedule = _interlock_schedule(values, faults)
    try:
        rules = chattahoochee.build({**values, "melds": "alternating"})
    except OptionErrors as error:
        raise OptionErrors([*error.faults, *faults]) from error
    if faults:
        raise OptionErrors(faults)
    partner_interlocks = bool(values["partner_interlocks"])
    rules = replace(
        rules,
        game=GAME.id,
        shapes=replace(rules.shapes, clause="I1"),
        bonuses=BonusRules(rules.bonuses.quartet_bonus, True, interlock_schedule, partner_interlocks),
    )
    return alternate.with_plays(rules, values) if values["any_turn"] else rules


def _interlock_schedule(values: Mapping[str, Value], faults: list[OptionFault]) -> Schedule | None:
    """The schedule by which interlocks count, None where that is the one of the melds (I3)."""
    if values["interlock_schedule"] == "melds":
        return None
    return chattahoochee.chosen_schedule(values, "interlock_schedule", "interlock_table", faults)


GAME = Game(
    id="chattahoochee-interlocking",
    name=say("Interlocking Chattahoochee"),
    sentence=say("Runs of two alternating suits that earn more where they lie side by side."),
    options=OPTIONS,
    players=(2, MOST_SEATS),
    build=build,
    aliases=("interlocking", "interlocking hooch", "hooch interlocking"),
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
            say("Melds are laid, extended and merged before going out."),
            {"any_turn": True},
        ),
    ),
)
