"""Chattahoochee, the main game (RULES.md, H1-H5, H14-H18, H22-H26).

A hand is melded once, on going out. A sequence past the end of a house table of values grows by the
table's last difference; its first value counts from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.options import Choice, Option, OptionErrors, OptionFault, Value
from scorepad.core.packs import Pack
from scorepad.core.rules import (
    ORIGINAL,
    BonusRules,
    Majors,
    MeldShapes,
    MeldValues,
    Rules,
    SuitPattern,
    WildRankMode,
    WildReach,
    WildRules,
)
from scorepad.core.schedules import Schedule
from scorepad.core.sentence import say
from scorepad.games.game import Game, Preset
from scorepad.games.match_options import match_options, read_match
from scorepad.games.pack_options import (
    PACK_OPTIONS,
    WILD_OPTIONS,
    read_copies,
    read_major_ranks,
    read_pack,
    read_wild_cards,
    read_wild_rank,
    read_wild_ranks,
)

_CARDS_DEALT = 7

_SCHEDULE_CHOICES = (
    Choice("original", "1 3 6 10 15 21 …"),
    Choice("one-zero", "0 1 3 6 10 15 …"),
    Choice("two-zeroes", "0 0 1 3 6 10 …"),
    Choice("square", "1 4 9 16 25 36 …"),
    Choice("fibonacci", "1 2 3 5 8 13 …"),
)

OPTIONS = (
    *PACK_OPTIONS,
    Option(
        "melds",
        "choice",
        "single",
        say("Melds"),
        say("Runs of one suit, of two alternating suits, or both."),
        "H23",
        "melds",
        (
            Choice("single", say("one suit")),
            Choice("both", say("one suit or two alternating")),
            Choice("alternating", say("alternating suits")),
        ),
    ),
    Option(
        "leaps",
        "list",
        (1,),
        say("Leaps"),
        say("How many ranks a run goes on from card to card: 1, or any of several."),
        "H22",
        "melds",
        low=1,
        high=11,
    ),
    Option(
        "schedule",
        "choice",
        "original",
        say("Values"),
        say("What runs of one, two, three cards and more are worth."),
        "H3",
        "scoring",
        (*_SCHEDULE_CHOICES, Choice("table", say("the table's own"))),
    ),
    Option(
        "schedule_table",
        "list",
        (),
        say("The table's own values"),
        say("Values of runs of 1, 2, 3 … cards; longer ones grow by the last step."),
        "S",
        "scoring",
        low=0,
        high=100_000,
    ),
    Option(
        "quartet_bonus",
        "int",
        0,
        say("Quartets"),
        say("Bonus for four cards of one rank in four different suits."),
        "H24",
        "scoring",
        low=0,
        high=10_000,
    ),
    Option(
        "adjacent_naturals",
        "bool",
        True,
        say("Two naturals together"),
        say("A run with a wild must hold two natural cards side by side."),
        "H15",
        "wilds",
    ),
    Option(
        "wilds_apart",
        "bool",
        False,
        say("Wilds apart"),
        say("No two wilds may lie side by side."),
        "H15",
        "wilds",
    ),
    Option(
        "wild_only_schedule",
        "choice",
        "none",
        say("Melds of wilds alone"),
        say("What wilds left over are worth when they are laid by themselves."),
        "H17",
        "wilds",
        (Choice("none", say("nothing")), *_SCHEDULE_CHOICES, Choice("table", say("the table's own"))),
    ),
    Option(
        "wild_only_table",
        "list",
        (),
        say("The table's own for wilds alone"),
        say("Values of melds of 1, 2, 3 … wilds; longer ones grow by the last step."),
        "H17",
        "wilds",
        low=0,
        high=100_000,
    ),
    *WILD_OPTIONS,
    Option(
        "deal",
        "int",
        _CARDS_DEALT,
        say("Cards dealt"),
        say("Cards dealt to each; 0 where the table deals as it likes."),
        "H6",
        "pack",
        low=0,
        high=26,
    ),
    *match_options(0, "B5"),
)


def build(values: Mapping[str, Value]) -> Rules:
    """Rules from option values. Raises OptionErrors when values do not agree with one another."""
    faults: list[OptionFault] = []
    pack = read_pack(values, faults)
    if faults:
        raise OptionErrors(faults)
    cards_each = cast(int, values["deal"])
    rules = Rules(
        game="chattahoochee",
        pack=pack,
        packs=read_copies(values, pack),
        jokers=cast(int, values["jokers"]),
        shapes=MeldShapes(
            suit_pattern=cast(SuitPattern, values["melds"]),
            leaps=_read_leaps(values, pack, faults),
            circular=pack.circular,
        ),
        wilds=WildRules(
            adjacent_naturals=bool(values["adjacent_naturals"]),
            wilds_apart=bool(values["wilds_apart"]),
            wild_only_schedule=_wild_only_schedule(values, faults),
            wild_rank=read_wild_rank(values, pack, faults),
            wild_rank_mode=cast(WildRankMode, values["wild_rank_mode"]),
            wild_cards=read_wild_cards(values, pack, faults),
            majors=cast(Majors, values["majors"]),
            major_ranks=read_major_ranks(values, pack, faults),
            wild_reach=cast(WildReach, values["wild_reach"]),
            joker_ranks=read_wild_ranks(values, pack, faults),
        ),
        values=MeldValues(schedule=_meld_schedule(values, faults)),
        bonuses=BonusRules(quartet_bonus=cast(int, values["quartet_bonus"])),
        match=read_match(values, (cards_each,) * (MOST_SEATS - 1) if cards_each else ()),
    )
    if faults:
        raise OptionErrors(faults)
    return rules


def _read_leaps(values: Mapping[str, Value], pack: Pack, faults: list[OptionFault]) -> tuple[int, ...]:
    chosen_leaps = cast(tuple[int, ...], values["leaps"])
    most_leap = max(1, *(len(pack.ranks_of(suit.letter)) // 2 for suit in pack.suits))
    if not chosen_leaps or max(chosen_leaps) > most_leap:
        faults.append(OptionFault("leaps", chosen_leaps, say("leaps from 1 to {most}", most=most_leap)))
        return (1,)
    return tuple(sorted(set(chosen_leaps)))


def _meld_schedule(values: Mapping[str, Value], faults: list[OptionFault]) -> Schedule:
    """The schedule chosen, with the list of values that only the table's own comes with."""
    return chosen_schedule(values, "schedule", "schedule_table", faults)


def _wild_only_schedule(values: Mapping[str, Value], faults: list[OptionFault]) -> Schedule | None:
    """The schedule of melds of wilds alone, None where they are worth nothing (H17)."""
    if values["wild_only_schedule"] == "none":
        return None
    return chosen_schedule(values, "wild_only_schedule", "wild_only_table", faults)


def chosen_schedule(
    values: Mapping[str, Value], option_name: str, table_option: str, faults: list[OptionFault]
) -> Schedule:
    """The schedule that the option `name` says, with the list of values in `own` if it is the table's own."""
    schedule_id, own_values = cast(str, values[option_name]), cast(tuple[int, ...], values[table_option])
    if schedule_id != "table":
        return Schedule(schedule_id)
    if not own_values:
        faults.append(
            OptionFault(table_option, own_values, say("the values of 1, 2, 3 … cards, such as 0 1 3 6"))
        )
        return ORIGINAL
    return Schedule("table", own_values)


GAME = Game(
    id="chattahoochee",
    name=say("Chattahoochee"),
    sentence=say("Runs of one suit, melded once on going out, times the opponents still in."),
    options=OPTIONS,
    players=(2, MOST_SEATS),
    build=build,
    aliases=("hooch",),
    presets=(
        Preset(say("Standard rules"), say("Two packs, no jokers, runs of one suit."), {}),
        Preset(say("With jokers"), say("Three packs and six jokers."), {"packs": 3, "jokers": 6}),
        Preset(say("Fives wild"), say("Fives are wild and drop out of the order."), {"wild_rank": "5"}),
        Preset(
            say("Two zeroes"), say("Runs of one or two cards are worth nothing."), {"schedule": "two-zeroes"}
        ),
        Preset(
            say("Alternating suits"),
            say("Alternating runs, and 50 for a quartet."),
            {"melds": "both", "quartet_bonus": 50},
        ),
    ),
)
