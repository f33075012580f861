"""Tables for programs, in JSON: reading questions about them, and the answers.

A program opens a table, records deals or players who go out, and undoes; each becomes what a phone would send
to the services. A deal is given as in a question of `score`. Names are those of players; a side's is its
players' joined by ` & `.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from msgspec import structs

from scorepad.answers.answer_types import MatchAnswer, TableAnswer, TableDealAnswer
from scorepad.answers.deal_players import Players, no_such_player, no_such_side
from scorepad.answers.deal_questions import Sides, as_seated, names_field, partnerships_field, seat_field
from scorepad.answers.field_reader import FieldReader, hand_field, melds_field, of_type
from scorepad.answers.question_types import (
    MOST_DEALS,
    CountsByName,
    Flag,
    Names,
    QuestionFields,
    WholePoints,
    Words,
)
from scorepad.answers.score_questions import match_answer, read_deal
from scorepad.answers.table_questions import (
    HAND_FLAGS,
    ChangeOfTable,
    DealToCorrect,
    DealToRecord,
    EntryToRecord,
    EventNumber,
    Note,
    OpenTable,
    WebhookToSet,
    WinnersToName,
)
from scorepad.core.errors import ScorepadError
from scorepad.core.log.deal import Deal
from scorepad.core.log.event_data import Refused
from scorepad.core.log.table import Table
from scorepad.core.matches import MatchStanding
from scorepad.core.points import in_data
from scorepad.core.scoring.ended_deal import SeatedDeal
from scorepad.core.sentence import say
from scorepad.rulebook import find_game
from scorepad.store.engine import NotFound
from scorepad.tables.dealing import playing_next
from scorepad.tables.judging import DeclaredHand
from scorepad.tables.missing_games import require_game
from scorepad.tables.standing import match_of, rules_of, rules_of_deal

LAY_HANDS = "scorepad.answers.table_records:lay_hands"

_OF_TABLE = (*ChangeOfTable.__struct_fields__, "split", "play_on", "disputed", "note")
_KNOWN_TO_TABLE = ("options", "preset", "game_file")


def table_to_open(fields: QuestionFields) -> dict[str, Any]:
    """Read the arguments of `service.open_table`. Raises ScorepadError with every fault."""
    reader = FieldReader(fields, OpenTable)
    rules = reader.read_rules()
    named = reader.read("players", names_field)
    players = named or []
    groups = reader.read_optional("partnerships", partnerships_field)
    groups = groups and [as_seated(group, players) for group in groups]
    name, by = reader.read_usual("name", Words, ""), reader.read_usual("by", Words, "")
    dealer = reader.read_usual("dealer", Words, players[0] if players else "")
    (dealer,) = as_seated([dealer], players)
    if groups and sorted(players) != sorted(player for group in groups for player in group):
        reader.refuse("partnerships", say("Name every player once in partnerships."))
    if named is not None and rules and (fault := find_game(rules.game).number_fault(len(players))):
        reader.faults.append(ScorepadError(fault, at="players", code="players"))
    elif players and dealer not in players:
        reader.refuse("dealer", say("The dealer must be one of the players. Choose one of them."))
    reader.raise_faults()
    assert rules is not None
    groups = groups or find_game(rules.game).usual_partnerships(rules, players)
    seat_of = {player: seat for seat, player in enumerate(players)}
    return {
        "name": name,
        "game": rules.game,
        "options": reader.options,
        "players": players,
        "partnerships": [[seat_of[player] for player in group] for group in groups] if groups else None,
        "dealer": seat_of[dealer],
        "by": by,
    }


class ReadChange(NamedTuple):
    """The author of a change, and the table's number as last seen; None accepts any."""

    by: str
    expected: int | None


def change_of(fields: QuestionFields) -> ReadChange:
    """Read the fields common to all changes. Raises ScorepadError with every fault."""
    reader = FieldReader(fields, ChangeOfTable)
    by = reader.read_usual("by", Words, "")
    expected = reader.read_optional("expected", of_type(EventNumber, "expected"))
    reader.raise_faults()
    return ReadChange(by, expected)


def webhook_url(fields: QuestionFields) -> str:
    """Read the address of a webhook. Raises ScorepadError with every fault."""
    reader = FieldReader(fields, WebhookToSet)
    url: str | None = reader.read("url", of_type(Words))
    reader.raise_faults()
    assert url is not None
    return url


def hand_to_record(table: Table, fields: QuestionFields) -> DeclaredHand:
    """Read the hand of a player who goes out. Raises GameMissing, and ScorepadError with every fault."""
    require_game(table)
    reader = FieldReader(fields, EntryToRecord)
    rules = rules_of(table)
    reader.read("player", of_type(Words))
    player = seat_field(reader, "player", table.names)
    melds = reader.read_of_pack("melds", melds_field, rules) if "melds" in reader else None
    cards = reader.read_of_pack("cards", hand_field, rules) if "cards" in reader else None
    left = reader.read_of_pack("left", hand_field, rules) if "left" in reader else None
    points = reader.read_optional("points", of_type(WholePoints, "points"))
    flags = {name: reader.read_usual(name, Flag, False) for name in HAND_FLAGS}
    note = reader.read_usual("note", Note, "")
    reader.read_usual("play_on", Flag, False)
    if cards is not None and (melds is not None or points is not None):
        reader.refuse("cards", say("Enter either the cards of the hand or its points."))
    reader.raise_faults()
    assert player is not None
    return DeclaredHand(player, melds, points, note, left or (), cards=cards, **flags)


class ReadDeal(NamedTuple):
    """An ended deal, whether the pool is split after it, and whether deals may follow the end of the
    match."""

    ended: SeatedDeal
    split: bool
    play_on: bool


class DealPlace(NamedTuple):
    """A deal of a table to be recorded: its number, the names of its players, its house rules and sides."""

    number: int
    playing: Sequence[str]
    options: Mapping[str, Any]
    sides: Sides


def next_place(table: Table) -> DealPlace:
    """The deal that the table records next. Raises GameMissing."""
    require_game(table)
    playing = [table.names[seat] for seat in playing_next(table)]
    return DealPlace(next_number(table), playing, table.options, _sides_of(table))


def _place_of(table: Table, deal: Deal) -> DealPlace:
    """A deal recorded before. Raises GameMissing."""
    require_game(table)
    playing = [table.names[seat] for seat in deal.players]
    groups = [[table.names[seat] for seat in side] for side in deal.partnerships]
    sides = Sides(rules_of_deal(table, deal), groups)
    return DealPlace(deal.number, playing, table.options_of(deal.number), sides)


def deal_to_record(table: Table, fields: QuestionFields) -> ReadDeal:
    """Read the deal that the table records next. Raises GameMissing, and ScorepadError with every fault."""
    place = next_place(table)
    reader = FieldReader({name: fields[name] for name in _OF_TABLE if name in fields}, DealToRecord)
    split, play_on = (reader.read_usual(flag, Flag, False) for flag in ("split", "play_on"))
    if isinstance(told := fields.get("deal"), int) and told != place.number:
        reason = say("Deal {deal} is recorded next. Look at the table first.", deal=place.number)
        raise Refused(reason, at="deal")
    return ReadDeal(_read_deal_at(table, place, reader, fields), split, play_on)


def deal_to_correct(table: Table, number: int, fields: QuestionFields) -> tuple[int, SeatedDeal]:
    """Read the correction of a deal. Returns the number of the event that recorded it, and the deal. Raises
    NotFound, GameMissing, Refused for a deal recorded player by player, and ScorepadError with every
    fault."""
    if not 1 <= number <= table.deal.number:
        reason = say("There’s no deal {deal} at this table. Choose another deal.", deal=number)
        raise NotFound(reason, at="deal")
    deal = table.deal_numbered(number)
    if deal.ending is None:
        reason = say("Deal {deal} wasn’t recorded for everybody at once. Undo instead.", deal=number)
        raise Refused(reason, at="deal")
    of_table = [name for name in _OF_TABLE if name in fields]
    reader = FieldReader({name: fields[name] for name in of_table}, DealToCorrect)
    return deal.ending.number, _read_deal_at(table, _place_of(table, deal), reader, fields)


def _read_deal_at(table: Table, place: DealPlace, reader: FieldReader, fields: QuestionFields) -> SeatedDeal:
    """Read a deal as a question of `score`, under the rules of its place."""
    disputed, note = reader.read_usual("disputed", Flag, False), reader.read_usual("note", Note, "")
    for name in _KNOWN_TO_TABLE:
        if fields.get(name) is not None:
            reader.refuse(name, say("The table has its house rules. Leave {field} out.", field=name))
    if "game" in fields and fields["game"] != table.game:
        reader.refuse("game", say("This table plays {game}.", game=table.game))
    reader.raise_faults()
    sides = place.sides
    players = Players(place.playing, sides.to_name(place.playing, fields), table.names, sides.to_type)
    _, settled = read_deal(question_of_deal(table, place, fields), players)
    seats = {name: seat for seat, name in enumerate(table.names)}
    return replace(settled.renamed(seats), note=note, disputed=disputed)


def plays_on(fields: QuestionFields) -> bool:
    """Whether a player’s record may follow the end of a match; False if the field does not read."""
    return fields.get("play_on") is True


class NamedWinners(NamedTuple):
    """The seats of the winners, None to let the points decide; and the places of others."""

    winners: list[int] | None
    places: dict[int, int]


def winners_to_name(table: Table, fields: QuestionFields) -> NamedWinners:
    """Read the winners named by the people at the table. Raises GameMissing, and ScorepadError with every
    fault."""
    require_game(table)
    reader = FieldReader(fields, WinnersToName)
    named = reader.read("winners", lambda value: None if value is None else of_type(Names)(value))
    places: dict[str, int] = reader.read_optional("places", of_type(CountsByName)) or {}
    players = [player for name in named or () for player in _players_of(table, "winners", name, reader)]
    if len({*players}) < len(players):
        reader.refuse("winners", say("List every player once."))
    of_place = {
        table.names.index(player): place
        for name, place in places.items()
        for player in _players_of(table, "places", name, reader)
    }
    reader.raise_faults()
    return NamedWinners(None if named is None else list(map(table.names.index, players)), of_place)


def _players_of(table: Table, field: str, name: str, reader: FieldReader) -> Sequence[str]:
    """The players of a name, which may be a side's."""
    sides = _sides_of(table)
    players = sides.players_of(name)
    if not players:
        by_side = sides.has_partners
        reason = no_such_side(name, sides.names) if by_side else no_such_player(name, table.names)
        reader.refuse(field, reason)
    return players


def question_of_deal(table: Table, place: DealPlace, fields: QuestionFields) -> dict[str, Any]:
    """The deal as a question of `score`."""
    told = {name: value for name, value in fields.items() if name not in (*_OF_TABLE, *_KNOWN_TO_TABLE)}
    follows = find_game(table.game).follows(place.options)
    number = place.number if "number" in follows else None
    return {
        **place.sides.by_first_names(told),
        "deal": number,
        "game": table.game,
        "options": place.options,
    }


def _sides_of(table: Table) -> Sides:
    groups = [[table.names[seat] for seat in side] for side in table.partnerships]
    return Sides(rules_of(table), groups)


def next_number(table: Table) -> int:
    """The number of the deal to be recorded next."""
    # A question takes no higher number.
    return min(table.deal.number + table.deal.ended, MOST_DEALS)


def lay_hands(fields: QuestionFields) -> dict[str, list[str]]:
    """A job: the cards left of whole hands, each laid as its player would, by name."""
    _, settled = read_deal(fields)
    return {
        name: list(map(str, share.left))
        for name, share in settled.hands.items()
        if name in fields["hands"] and not isinstance(share.left, int)
    }


def table_answer(table: Table) -> TableAnswer:
    """The present state of a table, as an answer."""
    match = match_of(table)
    groups = [[table.names[seat] for seat in group] for group in table.partnerships]
    names = [" & ".join(group) for group in groups]
    standing = match.standing or MatchStanding([*match.totals])
    told = match_answer(names, (), standing)
    if match.finished and match.finished.named is not None:
        winners = tuple(names[side] for side in match.finished.winners)
        told = structs.replace(told, over=True, winners=winners)
    deals = tuple(_deal_answer(table, deal) for deal in table.deals if deal.ended or deal.entries)
    shown = {field: getattr(told, field) for field in MatchAnswer.__struct_fields__ if field != "deals"}
    return TableAnswer(
        **{**shown, "totals": dict(zip(names, map(in_data, match.totals), strict=True))},
        deals=deals,
        table=table.id,
        name=table.name,
        game=table.game,
        players=table.names,
        partnerships=tuple(map(tuple, groups)) if table.has_partners else None,
        options=dict(table.options),
        dealer=table.names[table.deal.dealer],
        number=table.head,
        winners_named=table.named_winners is not None,
        places={names[side]: place for side, place in table.named_places.items()} or None,
    )


def _deal_answer(table: Table, deal: Deal) -> TableDealAnswer:
    scores = {
        table.names[seat]: in_data(score) for seat, score in enumerate(deal.scores) if score is not None
    }
    return TableDealAnswer(scores, number=deal.number, ended=deal.ended)
