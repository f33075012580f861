"""Reads the fields of a question one by one and keeps every fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

from scorepad.answers import field_values
from scorepad.answers.question_types import DEFAULT_LIMIT, LARGEST_MULTIPLIER, LONGEST_LIMIT, JsonQuestion
from scorepad.core.cards import Meld
from scorepad.core.errors import ScorepadError, joined
from scorepad.core.options import OptionErrors
from scorepad.core.packs import Pack
from scorepad.core.phrasing import nearest, told_nearest
from scorepad.core.rules import Rules
from scorepad.games import Game, UnknownGame, find
from scorepad.games.game import DECIDE_PACK

Question = Mapping[str, Any]
"""A question as it came, in JSON or from the command line; none of its fields is read yet."""

T = TypeVar("T")

_SHOWN = 40
WORKED_EXAMPLE = ("id", "do", "clause", "note", "expect")
OTHER_WORDS = {"hand": "cards", "rack": "cards"}
MISSING = {
    "game": "a game, such as chattahoochee",
    "cards": "the cards of the hand",
    "melds": "the melds as laid",
    "played": "the cards played; none to draw one",
    "out_order": "the names in the order of going out",
    "schedule": "a schedule, such as original",
    "length": "how many values",
}


class FieldReader:
    """The fields of a question of that class, and what is wrong with them.

    What a worked example says about itself is passed over; `hand` and `rack` are words for `cards`.
    """

    def __init__(self, question: Question, question_class: type[JsonQuestion]) -> None:
        self.question = {OTHER_WORDS.get(name, name): value for name, value in question.items()}
        self.faults: list[ScorepadError] = []
        self.pack: Pack | None = None
        known = question_class.__struct_fields__
        for name in self.question:
            if name not in known and name not in WORKED_EXAMPLE:
                instead = told_nearest(nearest(name, known)) or f"expected one of {', '.join(known)}"
                sentence = f"Nothing here is called {name[:40]!r}: {instead}."
                self.faults.append(ScorepadError(sentence, at=repr(name[:40]), code="field"))

    def __contains__(self, name: str) -> bool:
        return name in self.question

    def fault(self, at: str, expected: str) -> None:
        self.faults.append(ScorepadError(f"{at}: expected {expected}.", at=at, code="field"))

    def read(self, name: str, reader: Callable[[object], T]) -> T | None:
        """The field as `reader` reads it; None, and the fault kept, when it does not read."""
        if name not in self.question:
            self.fault(name, MISSING.get(name, "something here"))
            return None
        try:
            return reader(self.question[name])
        except ScorepadError as error:
            self.faults.append(error.within(name))
            return None

    def optional(self, name: str, reader: Callable[[object], T]) -> T | None:
        """The same of a field that a question may do without."""
        return self.read(name, reader) if name in self.question else None

    def cards(self, name: str, reader: Callable[[object, Pack], T], rules: Rules | None) -> T | None:
        """A field that holds cards; it is not read while nobody knows which pack it is of."""
        pack = rules.pack if rules else self.pack
        if pack is None and name in self.question:
            return None
        return self.read(name, lambda given: reader(given, cast(Pack, pack)))

    def game(self) -> Game | None:
        name = self.read("game", field_values.text)
        try:
            return find(name) if name is not None else None
        except UnknownGame as error:
            self.faults.append(error)
            return None

    def options(self) -> Mapping[str, object]:
        """The house rules as they came; none where the question names none."""
        options = self.question.get("options")
        if options is None or isinstance(options, Mapping):
            return options or {}
        self.fault("options", "house rules, each with its name and its value")
        return {}

    def rules(self) -> Rules | None:
        game, options = self.game(), self.options()
        return self.rules_of(game, options) if game else None

    def rules_of(self, game: Game, options: Mapping[str, object]) -> Rules | None:
        try:
            return game.rules(options)
        except OptionErrors as error:
            self.faults.append(error)
            self.pack = _known_pack(game, options, {fault.name for fault in error.faults})
        except ScorepadError as error:
            self.faults.append(error)
        return None

    def table(self, rules: Rules | None) -> Sequence[Meld]:
        """The melds on the table; none where the question names none."""
        if self.question.get("table") in (None, "", []):
            return ()
        if rules and find(rules.game).table == "none":
            self.fault("table", "nothing: in this game no melds lie on the table")
        return self.cards("table", field_values.melds, rules) or ()

    def partners(self, rules: Rules | None) -> Sequence[Meld]:
        """Melds of partners that hers may interlock with; none where the question names none (I7)."""
        if self.question.get("partners") in (None, "", []):
            return ()
        if rules and not rules.bonuses.interlocks:
            self.fault("partners", "nothing: in this game no melds interlock")
        return self.cards("partners", field_values.melds, rules) or ()

    def multiplier(self) -> int:
        given = self.question.get("multiplier", 1)
        if isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= LARGEST_MULTIPLIER:
            return given
        self.fault("multiplier", f"a whole number from 0 to {LARGEST_MULTIPLIER}, not {_shown(given)}")
        return 1

    def limit(self) -> float:
        given = self.question.get("limit", DEFAULT_LIMIT)
        number = isinstance(given, int | float) and not isinstance(given, bool)
        if number and 0 <= given <= LONGEST_LIMIT:
            return float(given)
        self.fault("limit", f"seconds from 0 to {LONGEST_LIMIT:.0f}, not {_shown(given)}")
        return DEFAULT_LIMIT

    def raise_faults(self) -> None:
        if self.faults:
            raise joined(self.faults)


def _shown(given: object) -> str:
    """What was given, as it may stand in a sentence."""
    return repr(given)[:_SHOWN]


def _known_pack(game: Game, options: Mapping[str, object], wrong: set[str]) -> Pack | None:
    """The pack of the table where the options that do not read have no say in it."""
    unknown = wrong - {option.name for option in game.options}
    meant = {name for option in unknown for name in nearest(option, DECIDE_PACK)}
    if (wrong | meant) & DECIDE_PACK:
        return None
    try:
        return game.rules({name: value for name, value in options.items() if name not in wrong}).pack
    except ScorepadError:
        return None
