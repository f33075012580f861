"""Answers about a game given as a file: what it says, and which of its keys no search can prove; and a JSON
Schema for editors of such files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from scorepad import optimize
from scorepad.core.errors import RulesNotKnown
from scorepad.core.options import Option, Value
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.optimize.known_rules import unknown_fields
from scorepad.rulebook.game import LONGEST_FILE
from scorepad.rulebook.own_game import GAME
from scorepad.rulebook.own_game.game_files import (
    LONGEST_NAME,
    LONGEST_SENTENCE,
    VERSION,
    bases,
    key_of,
    keys,
    read_game_file,
)
from scorepad.rulebook.own_game.game_record import OWN_GAME
from scorepad.rulebook.own_game.parts import PARTS

Schema = dict[str, Any]

KEY_OF_FIELD: Mapping[str, str] = {
    "pack": "cards.pack",
    "runs.shortest": "run.least",
    "runs.longest": "run.most",
    "runs.suits": "run.suits",
    "runs.ace": "run.ace",
    "runs.circular": "run.corner",
    "sets": "set.made",
    "sets.repeated_colours": "set.same_suit_twice",
    "sets.smallest": "set.least",
    "sets.longest": "set.most",
    "sets.never": "set.ranks",
    "shortest_colour": "other.colour",
    "long_kinds": "other.canasta",
    "pairs": "other.pairs",
    "joined": "table.joined",
    "wild_rank": "wild.ranks",
    "wild_rank_mode": "wild.order",
    "count.most": "wild.most",
    "count.naturals": "wild.naturals",
    "wilds_apart": "wild.apart",
    "count.set_outnumbered": "wild.outnumbered",
    "opening.points": "open.points",
    "opening.clean_run": "open.clean_run",
    "contract": "open.contracts",
    "lays_early": "table.early",
    "takes_jokers": "table.jokers",
    "shared": "table.rebuilt",
    "one_meld": "table.one_new",
    "meld_taken": "table.take_to_lay",
    "thrown.no_fitting": "table.fits_stays",
    "throws": "out.throws",
    "ends": "out.knock",
    "thrown.none_last": "score.big_gin",
    "needed_runs": "out.pure_runs",
    "card_values.joker_as_card": "count.joker_as_card",
    "card_values.low_ace": "count.low_ace",
    "card_values.lone_ace": "count.lone_ace",
    "card_values.wild_left": "count.wild_left",
    "card_values.left": "count.left",
    "left_counts": "score.kind",
    # Without sets and without a discard no search counts cards.
    **dict.fromkeys(("value_source", "card_values", "must_meld_all"), "set.made"),
    **dict.fromkeys(("card_values.ranks", "card_values.joker", "card_values.every"), "set.made"),
}
"""The key that a field of rules follows from, for every field that a search may not know."""


class GameFileAnswer(Struct, frozen=True):
    """A game from its file: the keys that differ from the language's defaults, and those that no search
    supports, so that best melds are not proven."""

    name: str
    says: str
    rules: dict[str, Value]
    unproven: tuple[str, ...]


def game_file_answer(text: str) -> GameFileAnswer:
    """Read a game's file. Raises BadGameFile, or several as one error."""
    file = read_game_file(text)
    changed = {key_of(name): value for name, value in file.options.items() if name != "title"}
    return GameFileAnswer(file.name, file.says, changed, unproven_keys(GAME.rules(file.options)))


def unproven_keys(rules: Rules) -> tuple[str, ...]:
    """The keys of a game's file with values that no search supports; empty if best melds are proven."""
    fields = unknown_fields(rules, optimize.search_of(rules))
    return tuple(dict.fromkeys(KEY_OF_FIELD.get(field, field) for field in fields))


def told_by_key(error: RulesNotKnown, fields: Mapping[str, object]) -> RulesNotKnown:
    """The error with the key of the game's file in place of the field; other games' errors unchanged."""
    is_own = "game_file" in fields or fields.get("game") == OWN_GAME
    key = KEY_OF_FIELD.get(error.at)
    if not is_own or key is None:
        return error
    sentence = say("No search knows {key} as it is here. Lay melds, and the pad judges them.", key=key)
    return RulesNotKnown(sentence, at=key)


def json_schema() -> Schema:
    """The JSON Schema of a game's file, each key with its sentence and default."""
    parts = {
        part: {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                key.partition(".")[2]: _of_option(option)
                for key, option in keys().items()
                if key.startswith(f"{part}.")
            },
        }
        for part in PARTS
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A game of scorepad",
        "description": f"A TOML file of at most {LONGEST_FILE} characters.",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "version": {"const": VERSION},
            "name": {"type": "string", "maxLength": LONGEST_NAME},
            "says": {"type": "string", "maxLength": LONGEST_SENTENCE},
            "like": {"enum": [*bases()]},
            **parts,
        },
    }


def _of_option(option: Option) -> Schema:
    number = {"type": "integer", "minimum": option.low, "maximum": option.high}
    by_type: dict[str, Schema] = {
        "int": number,
        "bool": {"type": "boolean"},
        "choice": {"enum": [*option.choices]},
        "list": {"anyOf": [number, {"type": "array", "items": number}]},
        "text": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": ["string", "integer"]}}]},
    }
    default = list(option.default) if isinstance(option.default, tuple) else option.default
    return {**by_type[option.type], "description": str(option.sentence), "default": default}
