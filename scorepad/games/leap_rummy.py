"""Leap-sequence rummy (RULES.md, L1-L7).

Runs of three and more by any leap. By default all melds of a player are of one leap and no two players share
one. Players retire when they like; what they have melded counts, less the cards left in their hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from scorepad.core.options import Choice, Option, OptionErrors, OptionFault, Value
from scorepad.core.packs import Pack
from scorepad.core.rules import DealRules, LeapTokens, MeldShapes, Rules, RunSuits, TurnRules
from scorepad.core.scoring import Retiring
from scorepad.core.sentence import say
from scorepad.games import chattahoochee
from scorepad.games.game import Game, Preset

_SHORTEST_RUN = 3
_PLAYER_RANGE, _CARDS_DEALT = (2, 6), 5

_SHARED_OPTIONS = {option.name: option for option in chattahoochee.OPTIONS}
_OPTIONS_LEFT_OUT = (
    "melds",
    "quartet_bonus",
    "wild_only_schedule",
    "wild_only_table",
    "majors",
    "major_ranks",
)
_OTHER_DEFAULTS: dict[str, Value] = {"packs": 1, "schedule": "two-zeroes", "leaps": (), "deal": _CARDS_DEALT}
_OTHER_SENTENCES = {"leaps": say("The leaps that runs may go by; none named for every leap.")}

OPTIONS = (
    *(
        replace(
            option,
            default=_OTHER_DEFAULTS.get(option.name, option.default),
            sentence=_OTHER_SENTENCES.get(option.name, option.sentence),
        )
        for option in chattahoochee.OPTIONS
        if option.name not in _OPTIONS_LEFT_OUT
    ),
    Option(
        "run_suits",
        "choice",
        "one",
        say("Suits of a run"),
        say("Whether a run keeps to one suit or one colour, may mix suits, or cards are ranks alone."),
        "L1",
        "melds",
        (
            Choice("one", say("one suit")),
            Choice("colour", say("one colour")),
            Choice("any", say("any suits")),
            Choice("none", say("no suits, ranks alone")),
        ),
    ),
    Option(
        "tokens",
        "choice",
        "same",
        say("Leap tokens"),
        say("Whether each player keeps to one leap that nobody else has, lays each leap once, or is free."),
        "L2",
        "melds",
        (
            Choice("same", say("one leap for each player")),
            Choice("different", say("each meld of a player by another leap")),
            Choice("free", say("any leaps")),
        ),
    ),
)


def build(values: Mapping[str, Value]) -> Rules:
    """Rules from option values. Raises OptionErrors when values do not agree with one another."""
    shared_values = {name: values.get(name, option.default) for name, option in _SHARED_OPTIONS.items()}
    rules = chattahoochee.build(shared_values | {"leaps": values["leaps"] or (1,)})
    run_suits = cast(RunSuits, values["run_suits"])
    if not _may_mix(rules.pack, run_suits):
        raise OptionErrors(
            [
                OptionFault(
                    "run_suits",
                    run_suits,
                    say("one, because the suits of this pack have different ranks"),
                    on_page=say("one suit, because the suits of this pack have different ranks"),
                )
            ]
        )
    every_leap = tuple(range(1, max(1, len(rules.pack.ranks) // 2) + 1))
    shapes = MeldShapes(
        leaps=rules.shapes.leaps if values["leaps"] else every_leap,
        leap_tokens=cast(LeapTokens, values["tokens"]),
        shortest_run=_SHORTEST_RUN,
        run_suits=run_suits,
        circular=rules.pack.circular,
        clause="L1",
    )
    return replace(
        rules,
        game="leap-rummy",
        shapes=shapes,
        values=replace(rules.values, card_values="number"),
        deal=DealRules(Retiring(), must_meld_all=False, left_counts=True),
        turns=TurnRules(any_turn=True),
    )


def _may_mix(pack: Pack, run_suits: RunSuits) -> bool:
    """Whether the suits that one run may mix have the same ranks; where cards are ranks alone, whether one
    suit has all of them."""
    if run_suits == "none":
        return any(set(pack.every_rank) == set(pack.ranks_of(suit.letter)) for suit in pack.suits)
    ranks_by_group: dict[str, set[tuple[str, ...]]] = {}
    for suit in pack.suits:
        suit_group = {"one": suit.letter, "colour": suit.colour, "any": ""}[run_suits]
        ranks_by_group.setdefault(suit_group, set()).add(pack.ranks_of(suit.letter))
    return all(len(orders) == 1 for orders in ranks_by_group.values())


GAME = Game(
    id="leap-rummy",
    name=say("Leap-sequence rummy"),
    sentence=say(
        "Runs by leaps of one rank or more, laid in any turn; cards left in hand count against you."
    ),
    options=OPTIONS,
    players=_PLAYER_RANGE,
    build=build,
    aliases=("leaps", "leap", "leap-sequence rummy", "leap sequences"),
    table="own",
    presets=(
        Preset(say("Standard rules"), say("Each player keeps to one leap that nobody else has."), {}),
        Preset(say("Free leaps"), say("Any leaps, and two jokers."), {"tokens": "free", "jokers": 2}),
    ),
)
