"""A program's changes to a table, in JSON: the choices of its opening, and its players."""

from __future__ import annotations

from typing import NamedTuple

from scorepad.answers.deal_players import no_such_player
from scorepad.answers.deal_questions import as_seated, names_field, partnerships_field, seat_field
from scorepad.answers.field_reader import FieldReader, of_type
from scorepad.answers.question_types import Points, QuestionFields, Words
from scorepad.answers.table_questions import (
    DealToEnd,
    Note,
    PlayerToAdd,
    PlayerToChange,
    PointsToAdd,
    Since,
    TableToChange,
)
from scorepad.core.log.table import Table
from scorepad.core.sentence import say
from scorepad.core.spelling import find_name
from scorepad.rulebook import find_game
from scorepad.store.engine import NotFound
from scorepad.tables.house_rules import NewChoices, NewRules
from scorepad.tables.missing_games import require_game

RULES = ("options", "preset", "partnerships")


def chosen_anew(table: Table, fields: QuestionFields) -> NewChoices:
    """Read the changed choices of a table. Raises GameMissing, and ScorepadError with every fault."""
    require_game(table)
    reader = FieldReader(fields, TableToChange)
    name = reader.read_optional("name", of_type(Words))
    since = reader.read_usual("from", Since, "now")
    rules = _new_rules(reader, table, from_start=since == "start")
    seats = _seats(reader, table)
    dealer = seat_field(reader, "dealer", table.names)
    if not ({*RULES, "name", "seats", "dealer"} & {*reader.fields}):
        reader.refuse("name", say("Say what changes: name, options, preset, partnerships, seats or dealer."))
    reader.raise_faults()
    return NewChoices(name, rules, seats=seats, dealer=dealer)


class NewPlayer(NamedTuple):
    """A player who sits down: the seat of one who comes `back`, or a new one's points and partner's seat."""

    name: str
    back: int | None
    start: Points
    partner: int | None


def player_to_add(table: Table, fields: QuestionFields) -> NewPlayer:
    """Read the player who sits down. Raises ScorepadError with every fault."""
    reader = FieldReader(fields, PlayerToAdd)
    name: str | None = reader.read("name", of_type(Words))
    start = reader.read_usual("start", Points, 0)
    partner = seat_field(reader, "partner", table.names)
    known = find_name(name, table.names) if name else None
    back = table.names.index(known) if known else None
    if back is not None and not table.has_left(back):
        back = None  # the table refuses a name that is there
    for field in ("start", "partner") if back is not None else ():
        if field in reader:
            reader.add_fault(
                field, "leave this out, because who comes back has the points and side of before"
            )
    reader.raise_faults()
    assert name is not None
    return NewPlayer(name, back, start, partner)


class NewPoints(NamedTuple):
    """A player's points by seat, and their note."""

    player: int
    points: int
    note: str


def points_to_add(table: Table, fields: QuestionFields) -> NewPoints:
    """Read points for a player beside the current deal. Raises ScorepadError with every fault."""
    reader = FieldReader(fields, PointsToAdd)
    player = seat_field(reader, "player", table.names)
    points = reader.read("points", of_type(Points))
    note = reader.read_usual("note", Note, "")
    if player is None and "player" not in reader:
        reader.add_fault("player", "type the name of the player")
    reader.raise_faults()
    assert player is not None
    assert points is not None
    return NewPoints(player, points, note)


def name_of_player(fields: QuestionFields) -> str:
    """Read the new name of a player. Raises ScorepadError with every fault."""
    reader = FieldReader(fields, PlayerToChange)
    name: str | None = reader.read("name", of_type(Words))
    reader.raise_faults()
    assert name is not None
    return name


def seat_named(table: Table, name: str) -> int:
    """The seat of the player of that name. Raises NotFound."""
    if known := find_name(name, table.names):
        return table.names.index(known)
    raise NotFound(no_such_player(name, table.names), at="player")


def reason_of_end(fields: QuestionFields) -> str:
    """Read the reason for ending the deal by hand. Raises ScorepadError with every fault."""
    reader = FieldReader(fields, DealToEnd)
    note = reader.read_usual("note", Note, "")
    reader.raise_faults()
    return note


def _new_rules(reader: FieldReader, table: Table, *, from_start: bool) -> NewRules | None:
    if not any(name in reader for name in RULES):
        return None
    game = find_game(table.game)
    told = reader.read_house_rules(game)
    kept = _kept(table) if reader.fields.get("preset") is not None else table.options
    options = {**kept, **told}
    reader.game_rules(game, options)
    return NewRules(options, _groups(reader, table), from_start)


def _kept(table: Table) -> dict[str, object]:
    """The options that a preset leaves unchanged: the table's title for the game."""
    return {name: value for name, value in table.options.items() if name == "title"}


def _groups(reader: FieldReader, table: Table) -> list[list[int]] | None:
    named = reader.read_optional("partnerships", partnerships_field)
    if named is None:
        return None
    groups = [as_seated(group, table.names) for group in named]
    unknown = [name for group in groups for name in group if name not in table.names]
    for name in unknown:
        reader.refuse("partnerships", no_such_player(name, table.names))
    here = {table.names[seat] for seat in table.seating}
    told = {name for group in groups for name in group}
    if not unknown and here - told:
        reader.refuse("partnerships", say("Name every player once in partnerships."))
    # Who has left and isn't named plays alone.
    groups += [[name] for name in table.names if name not in told]
    return None if unknown else [[table.names.index(name) for name in group] for group in groups]


def _seats(reader: FieldReader, table: Table) -> list[int] | None:
    named = reader.read_optional("seats", names_field)
    if named is None:
        return None
    seated = as_seated(named, table.names)
    unknown = [name for name in seated if name not in table.names]
    for name in unknown:
        reader.refuse("seats", no_such_player(name, table.names))
    return None if unknown else [table.names.index(name) for name in seated]
