"""Service: house rules under a name. They travel as a query, so that a link holds for everybody.

A preset carries no figures of its own: what it comes to is judged whenever it is shown.
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
    """House rules of a game: `given` are those that differ from the defaults, as text, readable or not."""

    game: Game
    changed_rules: Mapping[str, str]
    name: str = ""
    sentence: str = ""

    @cached_property
    def faults(self) -> dict[str, str]:
        """What does not read, by option."""
        try:
            self.game.rules(self.changed_rules)
        except OptionErrors as error:
            return page_faults(self.game.options, error)
        return {}

    @property
    def words(self) -> list[str]:
        """Each rule that differs, as `Packs: 3`."""
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
        """The rules alone, as a query: `packs=3&melds=both`."""
        return urlencode(self.changed_rules)

    @property
    def fields(self) -> dict[str, str]:
        """The shortest query that shows the same, with the name."""
        return {"name": self.name, **self.changed_rules} if self.name else dict(self.changed_rules)


def read_named_rules(game: Game, fields: Mapping[str, str]) -> NamedRules:
    """The house rules in a query or a form; what is as usual is passed over, and so are other fields."""
    given_rules = {option.name: fields[option.name] for option in game.options if is_unusual(option, fields)}
    return NamedRules(game, given_rules, " ".join(fields.get("name", "").split())[:LONGEST_NAME])


def built_in_rules(game: Game) -> Iterator[NamedRules]:
    """The presets that come with a game."""
    for preset in game.presets:
        given_rules = {name: written_value(value) for name, value in preset.options.items()}
        yield NamedRules(game, given_rules, preset.name, preset.sentence)


def is_unusual(option: Option, fields: Mapping[str, str]) -> bool:
    """Whether a house rule is given with another value than its default, readable or not."""
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
