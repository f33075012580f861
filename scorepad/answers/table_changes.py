"""What a program chooses anew at a table, in JSON: its name, house rules, partners, who deals."""

from __future__ import annotations

from scorepad.answers.deal_players import no_such_player
from scorepad.answers.deal_questions import as_seated, partnerships_field
from scorepad.answers.field_reader import FieldReader, of_type
from scorepad.answers.question_types import QuestionFields, Words
from scorepad.answers.table_questions import Since, TableToChange
from scorepad.core.log.table import Table
from scorepad.core.sentence import say
from scorepad.rulebook import find_game
from scorepad.tables.house_rules import NewChoices, NewRules
from scorepad.tables.missing_games import require_game

RULES = ("options", "preset", "partnerships")


def chosen_anew(table: Table, fields: QuestionFields) -> NewChoices:
    """What changes at the table. Raises GameMissing, and ScorepadError with every fault."""
    require_game(table)
    reader = FieldReader(fields, TableToChange)
    name = reader.read_optional("name", of_type(Words))
    since = reader.read_usual("from", Since, "now")
    rules = _new_rules(reader, table, from_start=since == "start")
    dealer = _dealer(reader, table)
    if not ({*RULES, "name", "dealer"} & {*reader.fields}):
        reader.refuse("name", say("Say what changes: name, options, preset, partnerships or dealer."))
    reader.raise_faults()
    return NewChoices(name, rules, dealer=dealer)


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
    """What a preset leaves as it is: what the table calls the game."""
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


def _dealer(reader: FieldReader, table: Table) -> int | None:
    name: str | None = reader.read_optional("dealer", of_type(Words))
    if name is None:
        return None
    (name,) = as_seated([name], table.names)
    if name not in table.names:
        reader.refuse("dealer", no_such_player(name, table.names))
        return None
    return table.names.index(name)
