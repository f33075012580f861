"""Questions as JSON: reads every field, says every fault at once, then asks the referee.

The command line, the HTTP API and the pages ask the same questions. A question and its answer are
plain data, so that another process can answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from scorepad import referee
from scorepad.core.cards import Card, Meld
from scorepad.core.circles import circles as circles_of
from scorepad.core.errors import ScorepadError, joined
from scorepad.core.multipliers import ended, multiplier
from scorepad.core.notation import read_cards, read_melds
from scorepad.core.packs import FRENCH, PACKS, Pack
from scorepad.core.rules import Rules
from scorepad.games import find

Question = Mapping[str, Any]
Answer = dict[str, Any]
T = TypeVar("T")

LARGEST_MULTIPLIER = 99
MOST_MELDS = 300
MOST_PLAYERS = 8
MOST_RANKS = 60
LONGEST_SCHEDULE = 104
WORKED_EXAMPLE = ("id", "do", "clause", "note", "expect")


def best(question: Question) -> Answer:
    """`game`, `cards`, `options`, `multiplier`, `limit` -> the best arrangement of the hand (A1)."""
    rules, hand, scoring = _scored(question, "cards", _hand)
    try:
        return referee.best(rules, hand, **scoring)
    except referee.ImpossibleHand as error:
        raise error.within("cards") from error


def check(question: Question) -> Answer:
    """`game`, `melds`, `options`, `multiplier`, `limit` -> the judgement of melds as laid (A2)."""
    rules, melds, scoring = _scored(question, "melds", _melds)
    return referee.check(rules, melds, **scoring)


def _scored(
    question: Question, field: str, read: Callable[[object, Pack], T]
) -> tuple[Rules, T, dict[str, Any]]:
    """The rules, the cards of `field` as `read` reads them, and how they are scored. Raises every fault."""
    reader = _Reader(question, ("game", field, "options", "multiplier", "limit", "table"))
    rules = reader.rules()
    cards = reader.read(field, lambda given: read(given, _pack(rules)))
    scoring = {"multiplier": reader.multiplier(), "limit": reader.limit()}
    reader.no_table()
    reader.raise_faults()
    assert rules is not None
    assert cards is not None
    return rules, cards, scoring


def multipliers(question: Question) -> Answer:
    """`players` or `partnerships` (lists of names) and `out_order` -> each one's multiplier (H4, H5)."""
    reader = _Reader(question, ("game", "options", "players", "partnerships", "out_order"))
    groups = reader.read("partnerships", _groups) if "partnerships" in question else None
    if groups is None:
        players = reader.read("players", _names) if "players" in question else None
        groups = [[name] for name in players or ()]
    if not groups:
        reader.fault("players", "a list of names, or partnerships as lists of names")
    seated = [name for group in groups for name in group]
    order = reader.read("out_order", lambda given: _order(given, seated))
    reader.raise_faults()
    assert order is not None
    return _multipliers(groups, seated, order)


def circles(question: Question) -> Answer:
    """`ranks` in circular order or a `pack`, and `leaps` -> the circles of each leap (H22)."""
    reader = _Reader(question, ("ranks", "pack", "leaps"))
    field = "ranks" if "ranks" in question else "pack"
    ranks = reader.read(field, _ranks if field == "ranks" else _pack_ranks)
    leaps = reader.read("leaps", lambda given: _leaps(given, ranks or ())) if "leaps" in question else None
    reader.raise_faults()
    assert ranks is not None
    chosen = leaps or tuple(range(1, max(1, len(ranks) // 2) + 1))
    return {"circles": {str(leap): [" ".join(one) for one in circles_of(ranks, leap)] for leap in chosen}}


def schedule(question: Question) -> Answer:
    """`schedule`, `schedule_table`, and `length` -> the values of 1, 2, … cards (S)."""
    reader = _Reader(question, ("schedule", "schedule_table", "length"))
    length = reader.read("length", _length)
    options = {name: question[name] for name in ("schedule", "schedule_table") if name in question}
    rules = reader.rules_of("chattahoochee", options)
    reader.raise_faults()
    assert rules is not None
    return {"values": [rules.schedule.value(n) for n in range(1, (length or 0) + 1)]}


def _multipliers(groups: list[list[str]], seated: list[str], order: list[str]) -> Answer:
    number = {name: place for place, name in enumerate(seated)}
    partnerships = [[number[name] for name in group] for group in groups]
    out = [number[name] for name in order]
    counts = [multiplier(partnerships, out[:place], player) for place, player in enumerate(out)]
    over = next((count for count in range(len(out) + 1) if ended(partnerships, out[:count])), None)
    return {"multipliers": counts, "ends_after": over}


VERBS: dict[str, Callable[[Question], Answer]] = {
    "best": best,
    "check": check,
    "multipliers": multipliers,
    "circles": circles,
    "schedule": schedule,
}


class _Reader:
    """Reads the fields of a question one by one and keeps every fault.

    What a worked example says about itself is passed over; `hand` is another word for `cards`.
    """

    def __init__(self, question: Question, known: Sequence[str]) -> None:
        self.question = {"cards" if name == "hand" else name: value for name, value in question.items()}
        self.faults: list[ScorepadError] = []
        for name in self.question:
            if name not in known and name not in WORKED_EXAMPLE:
                self.fault(repr(name[:40]), f"one of the fields {', '.join(known)}")

    def fault(self, at: str, expected: str) -> None:
        self.faults.append(ScorepadError(f"{at}: expected {expected}.", at=at, code="field"))

    def read(self, name: str, reader: Callable[[object], T]) -> T | None:
        """The field as `reader` reads it; None, and the fault kept, when it does not read."""
        if name not in self.question:
            self.fault(name, "this field")
            return None
        try:
            return reader(self.question[name])
        except ScorepadError as error:
            self.faults.append(error.within(name))
            return None

    def rules(self) -> Rules | None:
        name = self.read("game", _text)
        options = self.question.get("options") or {}
        if not isinstance(options, Mapping):
            self.fault("options", "an object of names and values")
            options = {}
        return self.rules_of(name, options) if name is not None else None

    def rules_of(self, name: str, options: Mapping[str, object]) -> Rules | None:
        try:
            return find(name).rules(options)
        except ScorepadError as error:
            self.faults.append(error)
            return None

    def multiplier(self) -> int:
        given = self.question.get("multiplier", 1)
        if isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= LARGEST_MULTIPLIER:
            return given
        self.fault("multiplier", f"a whole number from 0 to {LARGEST_MULTIPLIER}")
        return 1

    def limit(self) -> float:
        given = self.question.get("limit", referee.DEFAULT_LIMIT)
        number = isinstance(given, int | float) and not isinstance(given, bool)
        if number and 0 <= given <= referee.LONGEST_LIMIT:
            return float(given)
        self.fault("limit", f"seconds from 0 to {referee.LONGEST_LIMIT:.0f}")
        return referee.DEFAULT_LIMIT

    def no_table(self) -> None:
        if self.question.get("table"):
            self.fault("table", "nothing: in this game no melds lie on the table")

    def raise_faults(self) -> None:
        if self.faults:
            raise joined(self.faults)


def _pack(rules: Rules | None) -> Pack:
    """The pack to read cards by: theirs, or the common one where only faults are looked for."""
    return rules.pack if rules else FRENCH


def _text(given: object) -> str:
    if isinstance(given, str):
        return given
    raise ScorepadError("Expected text.", code="field")


def _pieces(given: object, what: str) -> Sequence[str]:
    if isinstance(given, str):
        return [given]
    if isinstance(given, list) and len(given) <= MOST_MELDS and all(isinstance(one, str) for one in given):
        return given
    raise ScorepadError(f"Expected {what}, as text or a list of texts.", code="field")


def _hand(given: object, pack: Pack) -> list[Card]:
    return [laid.card for meld in _melds(given, pack, "cards") for laid in meld]


def _melds(given: object, pack: Pack, what: str = "melds") -> list[Meld]:
    """Every meld of a text or of a list of texts; faults are placed by the text they are in."""
    pieces = _pieces(given, what)
    melds: list[Meld] = []
    faults: list[ScorepadError] = []
    for place, text in enumerate(pieces):
        try:
            melds += read_melds(text, pack) if what == "melds" else [read_cards(text, pack)]
        except ScorepadError as error:
            faults.append(error if isinstance(given, str) else error.within(str(place)))
    if faults:
        raise joined(faults)
    return melds


def _ranks(given: object) -> tuple[str, ...]:
    pieces = given.replace(",", " ").split() if isinstance(given, str) else given
    ranks = tuple(pieces) if isinstance(pieces, list) and all(isinstance(one, str) for one in pieces) else ()
    if 0 < len(ranks) <= MOST_RANKS and len(set(ranks)) == len(ranks):
        return ranks
    raise ScorepadError(f"Expected up to {MOST_RANKS} different ranks in order.", code="field")


def _pack_ranks(given: object) -> tuple[str, ...]:
    if isinstance(given, str) and given in PACKS:
        return PACKS[given].ranks
    raise ScorepadError(f"Expected one of {', '.join(PACKS)}, or ranks.", code="field")


def _leaps(given: object, ranks: Sequence[str]) -> tuple[int, ...]:
    most = max(1, len(ranks) // 2)
    numbers = given if isinstance(given, list) else [given]
    if numbers and all(type(one) is int and 1 <= one <= most for one in numbers):
        return tuple(numbers)
    raise ScorepadError(f"Expected leaps from 1 to {most}.", code="field")


def _length(given: object) -> int:
    if type(given) is int and 1 <= given <= LONGEST_SCHEDULE:
        return given
    raise ScorepadError(f"Expected a number of cards from 1 to {LONGEST_SCHEDULE}.", code="field")


def _names(given: object) -> list[str]:
    named = isinstance(given, list) and all(isinstance(name, str) and name for name in given)
    if isinstance(given, list) and named and len(set(given)) == len(given) and len(given) <= MOST_PLAYERS:
        return given
    raise ScorepadError(f"Expected up to {MOST_PLAYERS} different names.", code="field")


def _groups(given: object) -> list[list[str]]:
    if not isinstance(given, list) or not all(isinstance(group, list) for group in given):
        raise ScorepadError("Expected partnerships, each a list of names.", code="field")
    _names([name for group in given for name in group])
    return given


def _order(given: object, seated: Sequence[str]) -> list[str]:
    order = _names(given)
    strangers = [name for name in order if name not in seated]
    if strangers:
        raise ScorepadError(f"{', '.join(strangers)}: expected one of the players.", code="field")
    return order
