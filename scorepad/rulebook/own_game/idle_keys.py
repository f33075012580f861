"""Find the keys of a game of one's own that would have no effect beside another."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, NamedTuple

from scorepad.core.options import OptionFault, Value
from scorepad.core.packs import PACKS
from scorepad.core.sentence import say
from scorepad.rulebook.own_game.count_parts import CountPart, MatchPart, OutPart, ScorePart
from scorepad.rulebook.own_game.parts import (
    CardsPart,
    OpenPart,
    OtherPart,
    RunPart,
    SetPart,
    TablePart,
    WildPart,
)

if TYPE_CHECKING:
    from scorepad.rulebook.own_game.game_record import GameRecord

_PARTS = (
    *(CardsPart, RunPart, SetPart, OtherPart, WildPart),
    *(OpenPart, TablePart, OutPart, CountPart, ScorePart, MatchPart),
)
_DEFAULTS: Mapping[str, object] = {field.name: field.default for part in _PARTS for field in fields(part)}


class Needs(NamedTuple):
    """Another key, and its values beside which a key has an effect; with `but`, those beside which it has
    none."""

    other: str
    values: Collection[Value]
    but: bool = False


_SETS = Needs("set_made", (True,))
_LEFT = Needs("score_kind", ("left",))
_DIFFERENCE = Needs("score_kind", ("difference",))
_POINTS = Needs("score_kind", ("cards",), but=True)
# What is asked of the melds of one hand means nothing where those on the table are laid anew.
_OF_HANDS = (Needs("table_rebuilt", (False,)), Needs("out_laid", (0,)))
_COUNTS = ("ace", "low_ace", "lone_ace", "faces", "numbers", "joker", "wild_left", "cards", "left")
# Where the lowest card is a 1, `count.cards` says what it counts.
_ACES = Needs("cards_pack", tuple(id for id, pack in PACKS.items() if "A" not in pack.ranks), but=True)
_FACES = Needs("cards_pack", ("rummikub", "seventeen", "rook"), but=True)

NEEDS: Mapping[str, tuple[Needs, ...]] = {
    "cards_suits": (Needs("cards_pack", ("custom", "seventeen")),),
    "cards_ranks": (Needs("cards_pack", ("custom",)),),
    **dict.fromkeys(("set_least", "set_most", "set_same_suit_twice", "set_ranks"), (_SETS,)),
    "other_pairs": _OF_HANDS,
    "other_clean": (Needs("other_canasta", (0,), but=True),),
    "other_dirty": (Needs("other_canasta", (0,), but=True),),
    "open_points": (Needs("out_laid", (0,)),),
    "open_clean_run": (*_OF_HANDS, Needs("open_points", (0,), but=True)),
    "open_contracts": _OF_HANDS,
    "open_longer": (Needs("open_contracts", ("",), but=True),),
    "table_early": (*_OF_HANDS, Needs("open_contracts", ("",))),
    "table_jokers": (Needs("out_laid", (0,)),),
    "table_rebuilt": (Needs("out_laid", (0,)),),
    "table_fits_stays": _OF_HANDS,
    "out_throws": (Needs("out_laid", (0,)),),
    "out_knock": (_DIFFERENCE,),
    "out_at_once": (Needs("score_kind", ("left", "winner")),),
    "out_pure_runs": _OF_HANDS,
    **dict.fromkeys((f"count_{name}" for name in _COUNTS), (_POINTS,)),
    **dict.fromkeys(("count_ace", "count_low_ace", "count_lone_ace"), (_POINTS, _ACES)),
    "count_faces": (_POINTS, _FACES),
    "score_out": (Needs("score_kind", ("left", "difference", "wins")),),
    "score_at_once": (_LEFT,),
    "score_winner_takes": (_LEFT,),
    **dict.fromkeys(("score_gin", "score_big_gin", "score_undercut"), (_DIFFERENCE,)),
    "match_to": (Needs("match_out_at", (0,)),),
    "match_stakes_stay": (Needs("score_kind", ("wins",)), Needs("match_out_at", (0,))),
}
"""What a key needs to have an effect."""


def idle_faults(record: GameRecord) -> Iterator[OptionFault]:
    """List the fault of every key that is not at its default and has no effect, and of values that another
    key rules out."""
    for name, needed in NEEDS.items():
        if getattr(record, name) != _DEFAULTS[name]:
            yield from _first_missing(record, name, needed)
    if record.score_kind == "difference":
        yield from _first_missing(record, "score_kind", _OF_HANDS)
    # A set that lacks two suits is no other than a set that lacks one where all is rebuilt.
    if record.table_jokers == "all-missing":
        yield from _first_missing(record, "table_jokers", _OF_HANDS[:1])


def _first_missing(record: GameRecord, name: str, needed: Collection[Needs]) -> Iterator[OptionFault]:
    for other, values, but in needed:
        value = getattr(record, other)
        if (value in values) == but:
            key = other.replace("_", ".", 1)
            written = _written(value if but else next(iter(values)))
            if but:
                fault = say("another value, because {key} is {value}", key=key, value=written)
            else:
                fault = say("another value, because {key} isn’t {value}", key=key, value=written)
            yield record.fault(name, fault)
            return


def _written(value: Value) -> str:
    """Return a value as a file has it."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if value != "" else '""'
