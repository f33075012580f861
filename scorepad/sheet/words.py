"""Service: the words around the scores of a sheet: notes, the match, the game and its house rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorepad.core.log.entries import Entry
from scorepad.core.log.match import finished_match
from scorepad.core.log.table import Deal, Table
from scorepad.core.options import Option, Value
from scorepad.core.phrasing import show_number
from scorepad.games import UnknownGame, find_game
from scorepad.tables.phrases import match_told
from scorepad.tables.standing import rules_of


def deal_notes(deal: Deal, table: Table) -> Iterator[str]:
    where = f"Deal {deal.number}"
    yield from (f"{where}: {note}" for note in deal.notes)
    if deal.ended_by == "hand":
        yield f"{where} ended by hand: {deal.reason}" if deal.reason else f"{where} ended by hand"
    yield from (f"{where}, {_name(table, entry)}: {entry.note}" for entry in deal.entries if entry.note)
    if deal.ending and deal.ending.note:
        yield f"{where}: {deal.ending.note}"


def match_notes(table: Table) -> Iterator[str]:
    """How the match came out, once it is over."""
    try:
        over = finished_match(table, rules_of(table))
    except UnknownGame:
        return
    if over:
        yield f"Match over after deal {over.deal}: {match_told(table, over)}"


def _name(table: Table, entry: Entry) -> str:
    return table.players[entry.player].name


def game_words(id: str, options: Mapping[str, object]) -> tuple[str, str]:
    """The game's name, and in one line its options that differ from the default."""
    try:
        game = find_game(id)
    except UnknownGame:
        return id, ""
    changed = [
        f"{option.label}: {_shown(option, option.read(options[option.name]))}"
        for option in game.options
        if option.name in options and option.read(options[option.name]) != option.default
    ]
    return game.name, " · ".join(changed)


def _shown(option: Option, value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " ".join(map(show_number, value))
    labels = {choice.value: choice.label for choice in option.choices}
    return labels.get(value, value) if isinstance(value, str) else show_number(value)
