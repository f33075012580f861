"""Service: presets of house rules. They travel as a query, so that a link works for everybody.

A preset carries no figures of its own: its examples are judged whenever it is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from scorepad.core.errors import ScorepadError
from scorepad.core.options import Option, OptionErrors, page_faults, written_value
from scorepad.core.sentence import say
from scorepad.rulebook import Game

LONGEST_NAME = 40


@dataclass(frozen=True)
class NamedRules:
    """House rules of a game under a name. `changed_rules`: the options that differ from their defaults, as
    typed, even if faulty."""

    game: Game
    changed_rules: Mapping[str, str]
    name: str = ""
    sentence: str = ""

    @cached_property
    def faults(self) -> dict[str, str]:
        """The faults of the rules, by option."""
        try:
            self.game.rules(self.changed_rules)
        except OptionErrors as error:
            return page_faults(self.game.options, error)
        return {}

    @property
    def words(self) -> list[str]:
        """Each changed rule in words, as `Packs: 3`."""
        changed = (option for option in self.game.options if option.name in self.changed_rules)
        return [
            say(
                "{rule}: {value}",
                rule=option.label,
                value=_value_in_words(option, self.changed_rules[option.name]),
            )
            for option in changed
        ]

    @property
    def query(self) -> str:
        """The rules without their name, as a query: `packs=3&melds=both`."""
        return urlencode(self.changed_rules)

    @property
    def fields(self) -> dict[str, str]:
        """The fields of the shortest query for these rules, with the name."""
        return {"name": self.name, **self.changed_rules} if self.name else dict(self.changed_rules)


def read_named_rules(game: Game, fields: Mapping[str, str]) -> NamedRules:
    """Return the house rules of a query or form. Default values and fields that are no options are
    ignored."""
    given_rules = {option.name: fields[option.name] for option in game.options if is_unusual(option, fields)}
    return NamedRules(game, given_rules, " ".join(fields.get("name", "").split())[:LONGEST_NAME])


def built_in_rules(game: Game) -> Iterator[NamedRules]:
    """List the presets of a game."""
    for preset in game.presets:
        given_rules = {name: written_value(value) for name, value in preset.options.items()}
        yield NamedRules(game, given_rules, preset.name, preset.sentence)


def is_unusual(option: Option, fields: Mapping[str, str]) -> bool:
    """Return whether the fields give an option a value other than its default, even a faulty one."""
    if option.name not in fields:
        return False
    try:
        return option.read(fields[option.name]) != option.default
    except ScorepadError:
        return True


def _value_in_words(option: Option, text: str) -> str:
    try:
        return option.in_words(option.read(text))
    except ScorepadError:
        return text[:LONGEST_NAME]
