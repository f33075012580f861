"""Chattahoochee, the main game (RULES.md, H1-H5, H14-H18, H22-H26).

A hand is melded once, on going out. A sequence past the end of a house table of values grows by the
table's last difference; its first value counts from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from scorepad.core.cards import Card
from scorepad.core.notation import NotationError, read_cards
from scorepad.core.options import Choice, Option, OptionErrors, OptionFault, Value
from scorepad.core.packs import PACKS, TAROT_78, Pack
from scorepad.core.rules import ORIGINAL, Majors, MeldKinds, Rules, WildRankMode
from scorepad.core.schedules import Schedule
from scorepad.games.game import Game

_SCHEDULES = (
    Choice("original", "1 3 6 10 15 21 …"),
    Choice("one-zero", "0 1 3 6 10 15 …"),
    Choice("two-zeroes", "0 0 1 3 6 10 …"),
    Choice("square", "1 4 9 16 25 36 …"),
    Choice("fibonacci", "1 2 3 5 8 13 …"),
)

_PACKS = tuple(Choice(pack.id, pack.name) for pack in PACKS.values())
_RANKS = tuple(Choice(rank, rank) for rank in TAROT_78.ranks)

OPTIONS = (
    Option("pack", "choice", "french", "Pack", "The cards on the table.", "H21", "pack", _PACKS),
    Option("packs", "int", 2, "Packs", "How many packs are shuffled together.", "P1", "pack", low=1, high=3),
    Option(
        "jokers", "int", 0, "Jokers", "Wild cards in play, over all packs.", "H14", "pack", low=0, high=24
    ),
    Option(
        "melds",
        "choice",
        "single",
        "Melds",
        "Runs of one suit, of two suits in turn, or both.",
        "H23",
        "melds",
        (
            Choice("single", "one suit"),
            Choice("both", "one suit or two in turn"),
            Choice("alternating", "two suits in turn"),
        ),
    ),
    Option(
        "leaps",
        "list",
        (1,),
        "Leaps",
        "How many ranks a run goes on from card to card: 1, or any of several.",
        "H22",
        "melds",
        low=1,
        high=11,
    ),
    Option(
        "schedule",
        "choice",
        "original",
        "Values",
        "What runs of one, two, three cards and more are worth.",
        "H3",
        "scoring",
        (*_SCHEDULES, Choice("table", "the table's own")),
    ),
    Option(
        "schedule_table",
        "list",
        (),
        "The table's own values",
        "Values of runs of 1, 2, 3 … cards; longer ones grow by the last step.",
        "S",
        "scoring",
        low=0,
        high=100_000,
    ),
    Option(
        "quartet_bonus",
        "int",
        0,
        "Quartets",
        "Bonus for four cards of one rank in all four suits.",
        "H24",
        "scoring",
        low=0,
        high=10_000,
    ),
    Option(
        "adjacent_naturals",
        "bool",
        True,
        "Two naturals together",
        "A run with a wild must hold two natural cards side by side.",
        "H15",
        "wilds",
    ),
    Option("wilds_apart", "bool", False, "Wilds apart", "No two wilds may lie side by side.", "H15", "wilds"),
    Option(
        "wild_only_schedule",
        "choice",
        "none",
        "Melds of wilds alone",
        "What wilds left over are worth when they are laid by themselves.",
        "H17",
        "wilds",
        (Choice("none", "nothing"), *_SCHEDULES),
    ),
    Option(
        "wild_rank",
        "choice",
        "none",
        "Wild rank",
        "A rank that is wild as a whole.",
        "H18",
        "wilds",
        (Choice("none", "none"), *_RANKS),
    ),
    Option(
        "wild_rank_mode",
        "choice",
        "drops-out",
        "Its place in the order",
        "Whether the wild rank drops out of the order, or may also lie as itself.",
        "H18",
        "wilds",
        (Choice("drops-out", "drops out"), Choice("also-natural", "also natural")),
    ),
    Option(
        "wild_cards",
        "text",
        "",
        "Single wild cards",
        "Cards that are wild and natural, such as the one-eyed jacks ♥J ♠J.",
        "H18",
        "wilds",
    ),
    Option(
        "majors",
        "choice",
        "fifth-suit",
        "Tarot majors",
        "Majors are a suit of 22, or wild: I to XXI for every seventh rank, XXII for any.",
        "H26",
        "wilds",
        (Choice("fifth-suit", "a fifth suit"), Choice("wild-mod-7", "wild by sevens")),
    ),
)


def build(values: Mapping[str, Value]) -> Rules:
    """Rules from option values. Raises OptionErrors when values do not agree with one another."""
    pack = PACKS[cast(str, values["pack"])]
    faults: list[OptionFault] = []
    rules = Rules(
        game="chattahoochee",
        pack=pack,
        packs=cast(int, values["packs"]),
        jokers=cast(int, values["jokers"]),
        schedule=_schedule(values, faults),
        melds=cast(MeldKinds, values["melds"]),
        leaps=_leaps(values, pack, faults),
        quartet_bonus=cast(int, values["quartet_bonus"]),
        adjacent_naturals=bool(values["adjacent_naturals"]),
        wilds_apart=bool(values["wilds_apart"]),
        wild_only=_wild_only(values),
        wild_rank=_wild_rank(values, pack, faults),
        wild_rank_mode=cast(WildRankMode, values["wild_rank_mode"]),
        wild_cards=_wild_cards(values, pack, faults),
        majors=cast(Majors, values["majors"]),
    )
    if faults:
        raise OptionErrors(faults)
    return rules


def _leaps(values: Mapping[str, Value], pack: Pack, faults: list[OptionFault]) -> tuple[int, ...]:
    leaps = cast(tuple[int, ...], values["leaps"])
    most = len(pack.ranks) // 2
    if not leaps or max(leaps) > most:
        faults.append(OptionFault("leaps", leaps, f"leaps from 1 to {most}"))
        return (1,)
    return tuple(sorted(set(leaps)))


def _wild_rank(values: Mapping[str, Value], pack: Pack, faults: list[OptionFault]) -> str:
    rank = cast(str, values["wild_rank"])
    if rank == "none":
        return ""
    if rank not in pack.ranks:
        faults.append(OptionFault("wild_rank", rank, f"a rank of the pack: {' '.join(pack.ranks)}"))
    return rank


def _wild_cards(values: Mapping[str, Value], pack: Pack, faults: list[OptionFault]) -> tuple[Card, ...]:
    try:
        laid = read_cards(cast(str, values["wild_cards"]), pack)
    except NotationError:
        faults.append(OptionFault("wild_cards", values["wild_cards"], "cards of the pack, such as JH JS"))
        return ()
    return tuple(sorted({one.card for one in laid if not one.card.is_wild}))


def _schedule(values: Mapping[str, Value], faults: list[OptionFault]) -> Schedule:
    """The schedule chosen, with the list of values that only the table's own comes with."""
    table = cast(tuple[int, ...], values["schedule_table"])
    chosen = cast(str, values["schedule"])
    if chosen != "table":
        return Schedule(chosen)
    if not table:
        faults.append(OptionFault("schedule_table", table, "the values of 1, 2, 3 … cards"))
        return ORIGINAL
    return Schedule("table", table)


def _wild_only(values: Mapping[str, Value]) -> Schedule | None:
    chosen = cast(str, values["wild_only_schedule"])
    return None if chosen == "none" else Schedule(chosen)


GAME = Game(
    id="chattahoochee",
    name="Chattahoochee",
    sentence="Runs of one suit, melded once on going out, times the opponents still in.",
    options=OPTIONS,
    players=(2, 8),
    build=build,
    aliases=("hooch",),
)
