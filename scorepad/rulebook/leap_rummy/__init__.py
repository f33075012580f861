"""Leap-sequence rummy (RULES.md, L1-L7).

Runs of three and more by any leap. By default all melds of a player are of one leap and no two players share
one. Players retire when they like; what they have melded counts, less the cards left in their hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorepad.core.options import OptionFault, option, settled
from scorepad.core.packs import Pack
from scorepad.core.rule_parts import NUMBERS
from scorepad.core.rules import (
    LeapTokens,
    Majors,
    MeldShapes,
    Rules,
    Runs,
    RunSuits,
    SuitPattern,
    TurnRules,
)
from scorepad.core.scoring.usual import Retiring
from scorepad.core.sentence import say, say_as
from scorepad.rulebook.chattahoochee import Chattahoochee
from scorepad.rulebook.game import Game, Preset

_SHORTEST_RUN = 3
_PLAYER_RANGE, _CARDS_DEALT = (2, 6), 5


@dataclass(frozen=True)
class LeapRummy(Chattahoochee):
    """House rules of leap-rummy: most of the main game's, and those of leaps."""

    # Options of the main game that have no place here.
    melds: SuitPattern = settled("single")
    quartet_bonus: int = settled(0)
    wild_only_schedule: str = settled("none")
    wild_only_table: tuple[int, ...] = settled(())
    majors: Majors = settled("fifth-suit")
    major_ranks: str = settled("")
    packs: int = 1
    schedule: str = "two-zeroes"
    deal: int = _CARDS_DEALT
    leaps: tuple[int, ...] = option(
        (),
        say("Leaps"),
        say("The leaps that runs may use. Leave blank for every leap."),
        "H22",
        "melds",
        low=1,
        high=11,
        none=say_as("leaps", "none"),
    )
    run_suits: RunSuits = option(
        "one",
        say("Suits of a run"),
        say("Whether a run keeps to one suit or colour, may mix suits, or cards have no suits."),
        "L1",
        "melds",
        choices={
            "one": say("one suit"),
            "colour": say("one colour"),
            "any": say("any suits"),
            "none": say("no suits, only ranks"),
        },
    )
    tokens: LeapTokens = option(
        "same",
        say("Leap tokens"),
        say("Whether each player has one leap, alone or with others, lays each leap once, or is free."),
        "L2",
        "melds",
        choices={
            "same": say("one leap for each player"),
            "shared": say("one leap for each player, which others may share"),
            "different": say("each meld of a player with a different leap"),
            "free": say("any leaps"),
        },
    )

    def rules(self) -> Rules:
        rules = super().rules()
        shapes = MeldShapes(
            leaps=replace(rules.shapes.leaps, tokens=self.tokens),
            runs=Runs(_SHORTEST_RUN, suits=self.run_suits, circular=rules.pack.circular),
            clause="L1",
        )
        return replace(
            rules,
            game="leap-rummy",
            pack=replace(rules.pack, suitless=()) if self.run_suits == "none" else rules.pack,
            shapes=shapes,
            values=replace(rules.values, card_values=NUMBERS),
            scoring=Retiring(),
            turns=TurnRules(any_turn=True),
        )

    def table_leaps(self, pack: Pack) -> tuple[int, ...]:
        """Return the leaps that the table names, or all leaps of the pack."""
        return super().table_leaps(pack) or tuple(range(1, max(1, len(pack.ranks) // 2) + 1))

    def faults_with(self, pack: Pack) -> Iterator[OptionFault]:
        yield from super().faults_with(pack)
        if not _may_mix(pack, self.run_suits):
            expected = say("one, because the suits of this pack have different ranks")
            on_page = say("one suit, because the suits of this pack have different ranks")
            yield self.fault("run_suits", expected, on_page=on_page)


def _may_mix(pack: Pack, run_suits: RunSuits) -> bool:
    """Return whether the suits that a run may mix have the same ranks. In a pack of ranks without suits,
    return whether one suit has all of them."""
    if run_suits == "none":
        return any(set(pack.every_rank) == set(pack.ranks_of(suit.letter)) for suit in pack.suits)
    ranks_by_group: dict[str, set[tuple[str, ...]]] = {}
    for suit in pack.suits:
        # Suits of one group share a track, so their ranks must agree.
        ranks_by_group.setdefault(Runs(suits=run_suits).group_of(suit), set()).add(pack.ranks_of(suit.letter))
    return all(len(orders) == 1 for orders in ranks_by_group.values())


GAME = Game(
    id="leap-rummy",
    name=say("Leap-sequence rummy"),
    sentence=say(
        "Runs by leaps of one rank or more, laid in any turn. Cards left in hand count against you."
    ),
    place=330,
    players=_PLAYER_RANGE,
    house_rules=LeapRummy,
    aliases=("leaps", "leap", "leap-sequence rummy", "leap sequences"),
    table="own",
    presets=(
        Preset(say("Standard rules"), say("Each player has one leap that nobody else uses."), {}),
        Preset(say("Free leaps"), say("Any leaps, and two jokers."), {"tokens": "free", "jokers": 2}),
    ),
)
